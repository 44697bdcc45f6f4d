"""A game of two to six seats being played: who holds what, what happened, what one may do and why not."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, OptionList

from collection.errors import CollectionError
from collection.games.protocol import Seat
from collection.ledger.match import Status
from collection.tui.curtain import Curtain
from collection.tui.place import bindings_of
from collection.tui.round_acts import RoundActs
from collection.tui.round_pane import Place, RoundPane, RoundScene
from collection.tui.round_sight import Looking, Pick, PlainSight, Step, searched, sentences_of, sight_of, typed
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.gathering import Gathering

_TOLD = 60
"""Sentences of the story beside the game; the whole of it is on a page of its own."""


class RoundScreen(RoundActs):
    """One game of Matschig, Cardia, MUD or whatever else is written down like them, from the deal to its end."""

    WHERE = "round"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("round")]
    MAIN = "#round-moves"
    DEFAULT_CSS = """
    RoundScreen.-wide #round-right { width: 54; }
    RoundScreen.-tall #round-head, RoundScreen.-tall #round-board { margin-bottom: 1; }
    """
    HELP_TEXT = """\
On the left every seat with what all may know of it: ▸ has to act, ✓ has chosen and waits for others, • is yours.
On the right what only you know, and what you may do: arrows, enter or a click choose, the left arrow or escape goes \
a step back.
What cannot be done now says why when the cursor stands on it.
The slash searches all that may be done. n types a move as records write it, also one that is not listed.
Where several choose at the same time each chooses alone; nothing is shown before everybody has chosen.
Where people share the keyboard the screen hides everything before it shows another hand; W hands it to another \
person who can act now.
In MUD a capital behind the Scandals is a bloc: of the working class, the middle class, the upper class.
Programs think for a second at most; M lets them be brief until a person acts.
u takes your last choice back, with all that came after it.
Every choice is saved at once: leave whenever you like, and resume from the Table."""

    def __init__(self, gathering: Gathering, rng: Random) -> None:
        super().__init__(gathering, rng)
        self._away = False
        """Another place is shown since everything was hidden."""
        self._path: list[Step] = []
        """The questions answered so far on the way to a move, the one that is asked last."""
        self._typing = False
        """Whether what is typed is a move, not a search."""

    def compose_place(self) -> ComposeResult:
        """Compose the table."""
        yield RoundPane(id="round")

    def on_mount(self) -> None:
        """Show the game, behind the curtain where people share the keyboard."""
        self.status(self._kept_note())
        if self._hidden:
            self.pane.visible = False
        self.call_after_refresh(self._next)

    def on_resize(self) -> None:
        """Show it with what there is room for."""
        if not self._hidden and not self._busy:
            self.call_after_refresh(self._show)

    def leave_place(self) -> None:
        """Hide everything where people share the keyboard: anybody may come back. Programs choose at once."""
        self._thinking.hurry()
        if len(self._people) > 1 and not self._over:
            self._put_back()
            self._hidden = self._away = True
            self.pane.visible = False

    def refresh_place(self) -> None:
        """Ask behind the curtain who came back."""
        if self._left:
            self._leave()
            return
        away, self._away = self._away, False
        self.pane.show_newest()
        if away and not self._busy:
            self._next()
        if self.mudwater.table_request is not None:
            self.tell("This game is still on the table. It is saved: esc leaves it, then another can be dealt.")

    @property
    def pane(self) -> RoundPane:
        """What is shown."""
        return self.query_one("#round", RoundPane)

    def _kept_note(self) -> str:
        from collection.tui.round_opening import stand_in_note

        return stand_in_note(self._gathering.game)

    # What is shown

    def _sight(self) -> PlainSight:
        gathering = self._gathering
        at, seat, size = gathering.played.state, self._viewer, self.app.size
        return sight_of(Looking(gathering.game, at, seat, self._names, wide=self.pane.wide, rows=size.height))

    def _show(self) -> None:
        if self._left or not self.pane.is_mounted or (self._hidden and not self._over):
            return
        sight = self._sight()
        if not self._path and self._acts:
            self._path = [self._first_step(sight)]
        elif not self._acts:
            self._path = []
        self.pane.show(self._scene(sight))
        self.refresh_keys()
        if self._acts and not self.typing():
            self.pane.moves.focus()

    def _scene(self, sight: PlainSight) -> RoundScene:
        gathering = self._gathering
        acting, chosen = gathering.waiting_for, gathering.played.sealed.keys()
        outcome = gathering.outcome
        winners = outcome.winners if outcome is not None else frozenset()
        places = tuple(
            Place(seat, self._names[seat], look, seat in acting, seat in chosen, seat == self._viewer, seat in winners)
            for seat, look in enumerate(sight.seats())
        )
        return RoundScene(
            head=sight.head(),
            board=sight.board(),
            places=places,
            mine_title=self._mine_title(),
            mine=sight.mine(),
            story=self._story()[-_TOLD:],
            saying=self._path[-1].title if self._path else self._waiting(),
            picks=self._picks(),
            result=self._result(sight) if self._over else (),
        )

    def _mine_title(self) -> str:
        name = self._names[self._viewer]
        return f"{name}'s hand" if self._people else f"{name}'s hand (W: the next)"

    def _first_step(self, sight: PlainSight) -> Step:
        step = sight.asks()
        if not self._pausing:
            return step
        others = ", ".join(self._names[seat] for seat in sorted(self._gathering.waiting_for))
        go_on = Pick(f"Let {others} act", "c: until it is for a person to act", act=self._go_on_once)
        return Step(f"{others} is to act. You may act first.", (go_on, *step.picks), step.leaves)

    def _picks(self) -> tuple[Pick, ...]:
        if not self._path:
            return ()
        looked_for = "" if self._typing or not self.pane.input.display else self.pane.input.value
        return searched(self._path[-1], looked_for)

    def _show_progress(self) -> None:
        if not self._hidden:
            self.pane.say(self._waiting())

    # Answering, step by step

    @on(OptionList.OptionSelected, "#round-moves")
    def _answer(self, event: OptionList.OptionSelected) -> None:
        self._take(self.pane.pick_at(event.option_index))

    def _take(self, pick: Pick | None) -> None:
        if pick is None or self._busy or self._hidden:
            return
        if pick.why_not:
            self.tell(pick.why_not)
        elif pick.act is not None:
            self._path = []
            pick.act()
        elif pick.step is not None:
            self._close_input()
            self._path.append(pick.step())
            self._show_step()
        elif self._acts:
            self._choose(pick.move)

    def _show_step(self) -> None:
        self.pane.show_picks(self._path[-1].title if self._path else self._waiting(), self._picks())
        self.pane.moves.focus()

    def _put_back(self) -> None:
        self._path = []
        self._close_input()

    def action_step_back(self) -> None:
        """Go back to the question before."""
        if len(self._path) > 1:
            self._path.pop()
            self._show_step()

    def go_back(self) -> None:
        """Close the line first, then go a step back, then leave; the game is saved."""
        if self.pane.input.display:
            self._close_input()
            self._show_step()
        elif len(self._path) > 1:
            self.action_step_back()
        else:
            self._leave()

    # Searching and typing

    def action_filter(self) -> None:
        """Search what may be done."""
        self._open_input("any words of it: water 4 ann", typing=False)

    def action_type(self) -> None:
        """Type a move as it is written."""
        example = next((self._gathering.game.write(move) for move in self._sight().moves()), "")
        self._open_input(f"such as {example}" if example else "as records write it", typing=True)

    def _open_input(self, hint: str, *, typing: bool) -> None:
        field = self.pane.input
        self._typing = typing
        field.placeholder = hint
        field.value = ""
        field.display = True
        field.focus()

    def _close_input(self) -> None:
        field = self.pane.input
        if field.display:
            field.display = False
            field.value = ""
            self._typing = False

    @on(Input.Changed, "#round-input")
    def _search(self) -> None:
        if self.pane.input.display and not self._typing and self._path:
            self.pane.show_picks(self._path[-1].title, self._picks())

    @on(Input.Submitted, "#round-input")
    def _typed(self, event: Input.Submitted) -> None:
        if not self._typing:
            found = self._picks()
            if len(found) == 1:
                self._take(found[0])
            else:
                self.pane.moves.focus()
            return
        try:
            move = typed(self._gathering.game, self._gathering.played.state, event.value)
        except CollectionError as error:
            self.mudwater.say_refused(error)
            return
        if (why_not := self._sight().why_not(move)) or not self._acts:
            self.tell(why_not or "It is not your turn.")
            return
        self._choose(move)

    def _show_again(self, gathering: Gathering) -> None:
        self.app.switch_screen(RoundScreen(gathering, self._rng))

    # The curtain

    def _to_act(self, seat: Seat) -> None:
        if self._hidden or seat != self._viewer:
            if len(self._people) > 1:
                self._draw_curtain(seat)
                return
            self._viewer = seat
        self._show()

    def _draw_curtain(self, seat: Seat) -> None:
        self._hidden = True
        self._put_back()
        self.pane.visible = False
        self.refresh_keys()
        if self.app.screen is not self:
            # Another place is shown: the curtain is drawn when somebody comes back.
            self._away = True
            return
        # Whoever reads this is not yet known to be the one it is for: only what all may see.
        gathering = self._gathering
        news = sentences_of(gathering.game.name, gathering.events(None), self._names)
        self.app.push_screen(Curtain(self._names[seat], news[-1] if news else ""), partial(self._curtain_drawn, seat))

    def _curtain_drawn(self, seat: Seat, ready: bool | None) -> None:
        if not ready:
            self._leave()
            return
        self._viewer = seat
        self._hidden = False
        self.pane.visible = True
        self._show()

    # The end

    def _show_end(self) -> None:
        self._hidden = False
        self.pane.visible = True
        self._put_back()
        self._show()

    def _result(self, sight: PlainSight) -> tuple[Content, ...]:
        outcome = self._gathering.outcome
        if outcome is None:
            ended = self._gathering.match.status is Status.ABANDONED
            return (Content.styled("Given up, without a result." if ended else "The game is over.", "bold"),)
        winners = [self._names[seat] for seat in sorted(outcome.winners)]
        if not winners:
            title = "A draw: nobody wins."
        elif len(winners) == 1:
            title = f"★ {winners[0]} wins."
        else:
            title = f"★ {', '.join(winners[:-1])} and {winners[-1]} win together."
        order = sorted(sight.ranked(outcome), key=lambda seat: seat not in outcome.winners)
        lines = [
            plain_content(
                f"{'★' if seat in outcome.winners else ' '} {self._names[seat]}: {sight.points_of(outcome, seat)}"
            )
            for seat in order
        ]
        meaning = [plain_content(line, cells=400) for line in sight.ending(outcome)]
        return (plain_content(title, "bold", cells=400), *lines, Content(""), *meaning, Content("d: the same again."))
