"""What can be done with a match beside moving: hints, what is known, taking back, resigning, playing again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.protocol import Choice
from collection.ledger.match import Place, Stakes
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.table_end import why_no_loss
from collection.tui.table_hint import Hint, hint_of
from collection.tui.table_picking import LONG
from collection.tui.table_program import Advising
from collection.tui.table_rival import RivalHand, rival_hand
from collection.tui.table_sight import Sight
from collection.tui.table_story import tell
from collection.tui.table_turns import Turns
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.games.mudwater.state import View
    from collection.ledger.match import Match
    from collection.play.sitting import Sitting
    from collection.store.book import Book

_NO_HINT_FOR_KEEPS = "For keeps, two people play it out between themselves: no hints. Friendly matches have them."
_NO_BRANCH_AT_END = "The match is over. Review it (enter): from each of its moves it can be tried another way."
_NO_GIVING_UP = "A match for keeps ends with a result: play it on, resign, or leave it and resume it later."


class Acts(Turns):
    """A match with all that can be done about it."""

    def __init__(self, sitting: Sitting, catalogue: Catalogue, rng: Random) -> None:
        super().__init__(sitting, catalogue, rng)
        self._hidden = len(self._humans) > 1
        """Nobody at the keyboard has said yet who they are."""
        self._advising = Advising(self._gone)
        self._asked = 0
        """Hints asked for: only the newest is answered, and only while nothing has changed since."""
        self._hint: Hint | None = None
        self._rival: RivalHand | None = None
        """What the viewer knows of the other hand, and when nobody has worked it out yet, nothing."""
        self._known_of: tuple[object, ...] = ()

    @property
    def _my_turn(self) -> bool:
        return not self._busy and not self._hidden and self._sitting.to_move == self._viewer

    @property
    def _keeps(self) -> bool:
        return self._sitting.match.stakes is Stakes.KEEPS

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if self._hidden and command.name != "hurry":
            return "Everything is hidden."
        match = self._sitting.match
        at_any_time: dict[str, Callable[[], str | None]] = {
            "loss": lambda: why_no_loss(match),
            "story": lambda: None,
            "rematch": self._why_no_rematch,
            "branch": lambda: _NO_BRANCH_AT_END if self._over else self._why_busy(),
            "hurry": self._why_no_hurry,
            "review": lambda: None if self._over else "A match is looked at again once it is over.",
        }
        while_it_goes_on: dict[str, Callable[[], str | None]] = {
            "hint": self._why_no_hint,
            "take_back": lambda: self._why_busy() or self._sitting.why_no_take_back(self._viewer) or None,
            "resign": lambda: self._why_busy() or self._sitting.why_no_resigning() or None,
            "give_up": lambda: _NO_GIVING_UP if self._keeps else None,
        }
        if command.name in at_any_time:
            return at_any_time[command.name]()
        if self._over:
            return "The match is over."
        return while_it_goes_on.get(command.name, lambda: None)()

    def pointless(self, command: Command) -> bool:
        """Say so of what belongs to another phase of the match: its turns, a program's thinking, its end."""
        name, match = command.name, self._sitting.match
        if name == "loss":
            return why_no_loss(match) is not None
        if name in ("review", "rematch"):
            return not self._over or (name == "rematch" and match.place is Place.BRANCH)
        if name == "hurry":
            return not self._pondering
        if name == "hint":
            # While somebody thinks, its place in the bottom line is taken by the key that cuts that short.
            return self._over or self._pondering
        return self._over and name in ("rock", "pass", "take_back", "hands")

    def _why_no_rematch(self) -> str | None:
        if self._sitting.match.place is Place.BRANCH:
            return "A what-if has the cards of another game: begin it once more from there."
        return None if self._over else "A rematch comes after the end of this match."

    def _why_no_hurry(self) -> str | None:
        if self._thinking.under_way or self._advising.under_way:
            return None
        return "The match is over." if self._over else "No program is thinking now."

    def _why_busy(self) -> str | None:
        if self._thinking.under_way:
            return f"{self._names[self._sitting.to_move or 0]} is thinking: once it has moved. M makes it move now."
        return "One moment: the move is written down." if self._busy else None

    def _put_back(self) -> None:
        self._forget_hint()

    # A hint

    @property
    def _pondering(self) -> bool:
        return super()._pondering or self._advising.under_way

    def _why_no_hint(self) -> str | None:
        if self._keeps and len(self._humans) > 1:
            return _NO_HINT_FOR_KEEPS
        if self._advising.under_way:
            return "The hint is being thought about; M shows the best so far."
        return None if self._my_turn else self._why_busy() or "It is not your turn."

    def action_hint(self) -> None:
        """Ask the strongest program what it would play here: noted first, then thought about beside the screen."""
        self._forget_hint()
        self._busy = True
        work = partial(_note_hint, self._sitting, self._viewer, self.mudwater.clock)
        self.at_desk(work, lambda _: self._think_of_hint(), refused=self._stopped)

    def _think_of_hint(self) -> None:
        self._busy = False
        if self._hidden:
            return
        self._advising.begin()
        self._follow()
        view, asked = self._sitting.view(self._viewer), self._asked
        rng = Random(f"{self.match_id} {self.moves}")
        work = partial(_advise, self._advising, self._sitting, self._sitting.match, view, rng)
        self.at_desk(work, partial(self._take_hint, asked, self._viewer, self.moves))
        self._show()

    def _take_hint(self, asked: int, seat: int, moves: int, choice: Choice[Any]) -> None:
        if asked != self._asked:
            return
        self._advising.end()
        self._hint = hint_of(choice, seat, moves)
        self._show_hint(self._hint)

    def _show_hint(self, hint: Hint) -> None:
        """Show it; the match has not changed since it was asked for."""

    def _forget_hint(self) -> None:
        """Let go of the hint, also of one that is still being thought about."""
        self._asked += 1
        self._advising.hurry()
        self._advising.end()
        self._hint = None

    def action_hurry(self) -> None:
        """Let whoever is thinking come to an end at once."""
        super().action_hurry()
        self._advising.hurry()

    # What is known

    def _story(self, sight: Sight) -> list[str]:
        return tell(self._sitting.events, sight, self._names)

    def action_story(self) -> None:
        """Read the whole match so far."""
        lines = [plain_content(line, cells=LONG) for line in self._story(self._sight())]
        self.app.push_screen(Page("The match" if self._over else "The match so far", lines))

    def _look_at_rival(self) -> None:
        """Work out anew what the viewer may think of the other hand, once for each position."""
        match = self._sitting.match
        known_of = (match.id, match.moves, match.takings, self._viewer)
        if self._over or self._hidden or known_of == self._known_of:
            return
        self._known_of = known_of
        view, game = self._sitting.view(self._viewer), self._sitting.game

        def work(book: Book) -> RivalHand:
            from collection.desk.rehearsal import believed

            return rival_hand(game, view, believed(book, match, view.seat), Random(match.moves))

        self.at_desk(work, self._take_rival, slot="rival")

    def _take_rival(self, rival: RivalHand) -> None:
        if rival.seat != self._viewer and not self._hidden:
            self._rival = rival
            self._show()

    def action_hands(self) -> None:
        """See what is known of the other hand, and what is guessed."""
        rival = self._rival
        if rival is None or rival.seat == self._viewer:
            return
        title = f"{self._names[rival.seat]}'s hand, by guess"
        self.app.push_screen(Page(title, rival.page(self._names[rival.seat], self._sight())))

    # Taking back, resigning, giving up

    def action_take_back(self) -> None:
        """Take the viewer's last move back, and what came after it."""
        self._busy = True
        self._put_back()
        before = self._sitting.view(self._viewer)
        work = partial(_take_back, self._sitting, self._viewer, self.mudwater.clock)

        def taken(moves: int) -> None:
            self._thinking.forget()
            self.mudwater.say("One move is taken back." if moves == 1 else f"{moves} moves are taken back.")
            self._moved(before, None)

        self.at_desk(work, taken, refused=self._stopped)

    def action_resign(self) -> None:
        """Ask whether to give this match to the rival."""
        rival = self._names[1 - self._viewer]
        if self._keeps:
            ante = self._sight().known.sides[self._viewer].ante
            card = "your ante" if ante is None else f"your ante, #{ante} {self._sight().printed(ante).name},"
            costs = f"It is for keeps: {card} goes to {rival} for good, as soon as you resign."
        elif self._sitting.match.place is Place.BRANCH:
            costs = "It is a what-if: no card moves, and it counts for nobody."
        else:
            costs = "It is friendly, so no card moves. It counts as a game that was lost."
        body = [plain_content(f"{rival} wins this match, however the board stands."), plain_content(costs, cells=LONG)]
        self.app.push_screen(Confirm("Resign?", body, yes="Resign", no="Play on"), self._resign)

    def _resign(self, answer: bool | None) -> None:
        if not answer or self._busy or self._over:
            return
        self._busy = True
        self._put_back()
        before = self._sitting.view(self._viewer)
        work = partial(_resign, self._sitting, self._viewer, self.mudwater.clock)
        self.at_desk(work, partial(self._moved, before), refused=self._stopped)

    def action_give_up(self) -> None:
        """Ask whether to end this match without a result."""
        body = [plain_content("It is friendly, so no card moves.")]
        question = Confirm("End this match without a result?", body, yes="End it", no="Play on")
        self.app.push_screen(question, self._give_up)

    def _give_up(self, answer: bool | None) -> None:
        if answer:
            self.at_desk(lambda _book: self._sitting.give_up(), lambda _none: self._leave())

    # Going on elsewhere

    def action_branch(self) -> None:
        """Play on from here beside this match, which stays as it is."""
        from collection.tui.branching import branch_off

        branch_off(self.mudwater, self._sitting.match, self.moves, viewer=self._viewer)

    def action_review(self) -> None:
        """Look at the match again, move by move, and at where it turned."""
        from collection.games.mudwater.record import replay
        from collection.games.mudwater.state import Faces
        from collection.tui.review import ReviewScreen

        match = self._sitting.match
        replayed = replay(match.record, Faces.of(self._catalogue))
        self.app.push_screen(ReviewScreen(replayed, self._names, self._catalogue, match=match))

    def action_loss(self) -> None:
        """See what the loss broke."""
        from collection.tui.loss import LossScreen

        self.app.push_screen(LossScreen(self._sitting.match.id))

    def action_rematch(self) -> None:
        """Play again with the same hands."""
        if self._busy:
            return
        self._busy = True
        work = partial(_again, self._sitting.match.id, self._rng, self.mudwater.clock)
        self.at_desk(work, self._replace_with, refused=self._no_rematch)

    def _no_rematch(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)

    def _replace_with(self, sitting: Sitting) -> None:
        self._left = True
        self.app.switch_screen(type(self)(sitting, self._catalogue, self._rng))


def _note_hint(sitting: Sitting, seat: int, clock: Callable[[], dt.datetime], book: Book) -> None:
    del book
    sitting.note_hint(seat, clock())


def _advise(advising: Advising, sitting: Sitting, match: Match, view: View, rng: Random, book: Book) -> Choice[Any]:
    from collection.desk.rehearsal import believed

    return advising.choose(sitting, view, believed(book, match, view.seat), rng)


def _take_back(sitting: Sitting, seat: int, clock: Callable[[], dt.datetime], book: Book) -> int:
    del book
    return sitting.take_back(seat, clock())


def _resign(sitting: Sitting, seat: int, clock: Callable[[], dt.datetime], book: Book) -> None:
    del book
    sitting.resign(seat, clock())


def _again(match: str, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Sitting:
    from collection.play.sitting import rematch

    return rematch(book, match, rng=rng, now=clock())
