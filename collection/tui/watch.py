"""A match that is watched: programs play it, at any speed, step by step, or forth from a position that is looked at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from collection.errors import CollectionError
from collection.games.mudwater.moves import Move
from collection.games.protocol import Thoughts
from collection.ledger.match import Place, Stakes
from collection.tui.board import Board
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.face import OWNER_MARKS
from collection.tui.help import Page
from collection.tui.place import STAND_IN_NOTE, bindings_of
from collection.tui.table_end import ante_names, end_of
from collection.tui.text import clipped, plain_content
from collection.tui.watch_pane import WatchPane, WatchScene
from collection.tui.watch_play import SPEEDS, Playback
from collection.tui.watch_reel import thought_lines

if TYPE_CHECKING:
    from collection.play.sitting import Sitting
    from collection.store.book import Book

_NO_GIVING_UP = "A match for keeps ends with a result: let it go on, or resign it with `mudwater match resign`."
_LONG = 400
"""Cells for a sentence that may wrap."""


class WatchScreen(Playback):
    """One match between programs, every card open, from the first turn to the antes turned over."""

    WHERE = "watch"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("watch")]
    DEFAULT_CSS = """
    WatchScreen.-wide #watch-right { width: 61; }
    WatchScreen.-tall #end-antes { height: 10; }
    WatchScreen.-tall .end-ante { width: 22; height: 10; }
    WatchScreen.-tall .end-ante CardFace { width: 21; height: 9; }
    """
    HELP_TEXT = """\
The space bar lets the programs go on, or rest; < and > change how much time passes between two moves.
The left arrow looks back, the right arrow looks on, and at the newest position lets one move be made; home and end \
look at the deal and at the newest position. Looking back takes nothing back.
B plays on from the position that is shown, beside this game, which stays as it is.
Both hands are open, since nobody here has a secret; H hides them. Antes (░░) stay face down until the end.
A click on a square says what lies there; with the keys, tab goes to the board, the arrows move there, enter leaves it.
Every move is saved at once: leave whenever you like, and go on from the Table."""

    def compose_place(self) -> ComposeResult:
        """Compose the table."""
        yield WatchPane(id="watch")

    def on_mount(self) -> None:
        """Show the match as far as it has come."""
        from collection.tui.branching import tell_branch

        note = STAND_IN_NOTE if any(card.is_stand_in for card in self._catalogue) else ""
        self.status(note)
        tell_branch(self, self._sitting.match)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._show()
        if self._over:
            self._tell_end()
        elif self._going:
            self._next_move()

    def on_resize(self) -> None:
        """Show the hands with what there is room for."""
        self.call_after_refresh(self._show)

    def leave_place(self) -> None:
        """Let the programs rest while another place is shown."""
        self._rest()

    def refresh_place(self) -> None:
        """Show the end of the story to who comes back."""
        self.pane.show_newest()
        if self.mudwater.table_request is not None:
            self.tell("This match is still on the table. It is saved: esc leaves it, then the hand can be dealt.")

    @property
    def pane(self) -> WatchPane:
        """What is shown."""
        return self.query_one("#watch", WatchPane)

    # What is shown

    def _show(self) -> None:
        if self._left or not self.pane.is_mounted:
            return
        reel, at = self._reel, self._shown
        self.pane.show(
            WatchScene(
                looks=reel.looks(at, rocks=self._open or (self._over and self._at_newest)),
                score=self._score(),
                saying=self._saying(),
                playback=self._playback(),
                names=reel.names,
                hands=(reel.hand(at, 0), reel.hand(at, 1)),
                hidden=not self._open,
                thoughts=self._told(),
                story=reel.story(at, rocks=self._open),
            )
        )
        self.pane.show_the_end(self._over and self._at_newest)
        self.pane.show_keys(self.why_not)
        self.refresh_keys()

    def _show_thoughts(self) -> None:
        self.pane.show_thoughts(self._told())

    def _score(self) -> Content:
        held = self._reel.sight(self._shown).held()
        state = self._reel.state(self._shown)
        over = self._over and self._at_newest
        parts: list[tuple[str, str]] = []
        for seat in (0, 1):
            turn = not over and state.to_move == seat
            name = clipped(self._reel.names[seat], 11)
            parts.append((f"{'▸' if turn else ' '}{OWNER_MARKS[seat]} {name} {held[seat]} ", "bold" if turn else ""))
        match = self._sitting.match
        watched = "what if" if match.branch is not None else "watched"
        stakes = "for keeps" if match.stakes is Stakes.KEEPS else watched
        mode = "" if match.mode == "standard" else f" {match.mode}"
        return Content.assemble(*parts, (f" {stakes}{mode}", "dim"))

    def _saying(self) -> Content:
        if self.pane.board.has_focus:
            return self._lying(self.pane.board.cursor)
        told = self._reel.story(self._shown, rocks=self._open) if self._shown else []
        last = self._last_turn(told)
        return plain_content(last or "Nothing has been played yet.", cells=_LONG)

    def _last_turn(self, told: list[str]) -> str:
        """Give what the last move did: what was told of it, which at the end are several sentences."""
        before = len(self._reel.story(self._shown - 1, rocks=self._open)) if self._shown else 0
        return " ".join(told[before : before + 2])

    def _lying(self, square: int) -> Content:
        lies = self._reel.sight(self._shown).lies(square, self._reel.names, rocks=self._open)
        return plain_content(lies, cells=_LONG)

    def _playback(self) -> Content:
        made = len(self._reel)
        where = f"move {made}" if self._at_newest else f"looking back: {self._shown} of {made}"
        if self._over:
            state, how = "■", "over"
        elif self._going:
            state, how = "▶", SPEEDS[self._speed][1]
        else:
            state, how = "‖", "one move, then rest" if self._busy else "resting"
        return plain_content(f"{state} {where}, {how}")

    def _told(self) -> Content:
        """Say what the mover of the last move thought, or what the one that thinks now has found so far."""
        if not self._open:
            return Content.styled("Hands and thoughts are hidden (H).", "dim")
        if self._at_newest and self._busy:
            seat = self._sitting.to_move or 0
            return self._thoughts_of(seat, self._thoughts, self._shown, thinking=True)
        step = self._reel.step(self._shown)
        if step is None:
            return Content("")
        if step.choice is None:
            return Content.styled("No thoughts of this move are kept.", "dim")
        return self._thoughts_of(step.seat, step.choice.thoughts, self._shown - 1, remark=step.choice.remark)

    def _thoughts_of(
        self, seat: int, thoughts: Thoughts[Move] | None, at: int, *, thinking: bool = False, remark: str = ""
    ) -> Content:
        name = clipped(self._reel.names[seat], 12)
        who = f"{OWNER_MARKS[seat]} {name}"
        if thoughts is None:
            said = "thinks …" if thinking else f"thought: {remark}" if remark else "said nothing of this move."
            return plain_content(f"{who} {said}", "bold")
        chance = f"{thoughts.chance:.0%} ({100 * thoughts.low:.0f} to {100 * thoughts.high:.0f})"
        sight = self._reel.sight(at, self._reel.state(at).to_move)
        lines = [plain_content(line) for line in thought_lines(thoughts, sight)]
        return Content("\n").join(
            [plain_content(f"{who} {'thinks' if thinking else 'thought'}: {chance}", "bold"), *lines]
        )

    @on(Board.Pointed)
    def _point(self, event: Board.Pointed) -> None:
        self.pane.say(self._lying(event.square))

    @on(Board.Chosen)
    def _choose(self, event: Board.Chosen) -> None:
        """Say what lies there, and give the arrows back to stepping, which a click took away."""
        self.set_focus(None)
        self.pane.say(self._lying(event.square))

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        return self._reasons().get(command.name)

    def _reasons(self) -> dict[str, str | None]:
        match, over = self._sitting.match, "The match is over." if self._over else None
        keeps = _NO_GIVING_UP if match.stakes is Stakes.KEEPS else None
        again = "A branch is not dealt again: B branches off once more." if match.place is Place.BRANCH else None
        deal = None if self._shown else "This is the deal: nothing was played before."
        return {
            "go": over,
            "step": over if self._at_newest else None,
            "give_up": over or keeps,
            "hurry": over or (None if self._busy else "No program is thinking now."),
            "rematch": again or (None if over else "The same hands are dealt again after the end of this match."),
            "review": None if over else "A review comes after the end of this match.",
            "branch": "Nothing can be played from the end: look back first." if over and self._at_newest else None,
            "back": deal,
            "first": deal,
            "newest": "This is the newest position." if self._at_newest else None,
            "slower": None if self._speed else "Slower than that it does not go; the space bar stops it.",
            "faster": None if self._speed < len(SPEEDS) - 1 else "Faster than they think they cannot play.",
        }

    def label_of(self, command: Command) -> str:
        """Call the key that lets the programs go on what it does while they do: it lets them rest."""
        return "Rest" if command.name == "go" and self._going else command.label

    def pointless(self, command: Command) -> bool:
        """Say so of what only a match that goes on has, and of what only its end has."""
        over, branch = self._over, self._sitting.match.place is Place.BRANCH
        never = {"go": over, "hurry": over, "review": not over, "rematch": branch or not over}
        return never.get(command.name, False)

    # The end, and going elsewhere

    def action_hands(self) -> None:
        """Hide both hands, or lay them open."""
        self._open = not self._open
        self._show()

    def _tell_end(self) -> None:
        sight, ending = self._reel.sight(len(self._reel)), self.pane.ending
        black, white = (None if side.ante is None else sight.printed(side.ante) for side in sight.known.sides)
        ending.turn_over(self._reel.names, (black, white))
        settlement = self._sitting.settlement
        reason = settlement.reason if settlement is not None else ""
        work = partial(end_of, self._sitting.match, self._reel.names, reason, ante_names((black, white)))
        self.at_desk(work, ending.show_end)

    def action_story(self) -> None:
        """Read the whole match so far."""
        lines = [plain_content(line, cells=_LONG) for line in self._reel.story(self._shown, rocks=self._open)]
        self.app.push_screen(Page("The match so far", lines))

    def action_review(self) -> None:
        """Look at the match again, move by move, and at where it turned."""
        from collection.tui.review_opening import review_match

        review_match(self, self._sitting.match.id, self._shown)

    def action_branch(self) -> None:
        """Play on from the position that is shown, beside this game."""
        from collection.tui.branching import branch_off

        self._rest()
        branch_off(self.mudwater, self._sitting.match, self._shown)

    def action_rematch(self) -> None:
        """Deal the same hands again."""
        if self._busy:
            return
        self._busy = True
        work = partial(_again, self._sitting.match.id, self._rng, self.mudwater.clock)
        self.at_desk(work, self._replace_with, refused=self._not_again)

    def _not_again(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)

    def _replace_with(self, sitting: Sitting) -> None:
        self._left = True
        self.app.switch_screen(WatchScreen(sitting, self._catalogue, self._rng, going=True, speed=self._speed))

    def action_give_up(self) -> None:
        """Ask whether to end this match without a result."""
        self._rest()
        question = Confirm(
            "End this match without a result?",
            [plain_content("It is friendly, so no card moves.")],
            yes="End it",
            no="Watch on",
        )
        self.app.push_screen(question, self._give_up)

    def go_back(self) -> None:
        """Leave the board first, then the match, which is saved."""
        if self.pane.board.has_focus:
            self.set_focus(None)
            self._show()
        else:
            self._leave()


def _again(match: str, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Sitting:
    from collection.play.sitting import rematch

    return rematch(book, match, rng=rng, now=clock())
