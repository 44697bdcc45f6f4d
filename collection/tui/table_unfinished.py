"""The matches that wait at the Table to be gone on with: taken up, settled, or ended without a result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.content import Content
from textual.widgets import OptionList

from collection.errors import CollectionError
from collection.ledger.match import Match, Stakes, Status
from collection.tui.branching import match_screen
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import PointedList
from collection.tui.place import MudwaterScreen
from collection.tui.round_opening import take_up
from collection.tui.table_setup import Setting, match_line
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.gathering import Gathering
    from collection.play.sitting import Sitting


class Unfinished(MudwaterScreen):
    """A screen with a list of what is unfinished, from which a match is sat down to."""

    rng: random.Random = random.SystemRandom()
    """Draws antes, coins and the programs' whims."""

    def __init__(self) -> None:
        super().__init__()
        self._setting: Setting | None = None
        self._dealing = False

    def _show_unfinished(self, matches: Sequence[Match]) -> None:
        self.query_one("#open").display = bool(matches)
        listed = self.query_one("#unfinished", PointedList)
        before = listed.highlighted or 0
        lines = [Content(" ") + plain_content(match_line(match)) for match in matches]
        listed.show_lines(lines, min(before, len(matches) - 1) if matches else None)

    def _why_no_giving_up(self) -> str | None:
        match = self._pointed_match
        if match is not None and match.status is Status.UNSETTLED:
            return "This match is over; only its card has not moved yet: c tries that again."
        if match is None or match.stakes is Stakes.KEEPS:
            return "A match for keeps ends with a result: c opens it, and X in it resigns it."
        return None

    @property
    def _pointed_match(self) -> Match | None:
        place = self.query_one("#unfinished", OptionList).highlighted
        return self._setting.unfinished[place] if self._setting is not None and place is not None else None

    # Sitting down

    def _not_dealt(self, error: CollectionError) -> None:
        self._dealing = False
        self.mudwater.say_refused(error)

    def _sit_down(self, sitting: Sitting, *, new: bool = False) -> None:
        self._dealing = False
        if self._setting is not None:
            # What was begun on the command line has not been seen yet either.
            going = new or not sitting.match.moves
            self.app.push_screen(match_screen(sitting, self._setting.catalogue, self.rng, going=going))

    def action_resume(self) -> None:
        """Go on with the unfinished match under the cursor, wherever the focus is."""
        self._take_up()

    @on(OptionList.OptionSelected, "#unfinished")
    def _take_up(self) -> None:
        match = self._pointed_match
        if match is None or self._dealing:
            return
        if match.status is Status.UNSETTLED:
            self._settle(match)
        else:
            self._resume(match.id)

    def _resume(self, match: str) -> None:
        self._dealing = True
        self.at_desk(partial(take_up, match, self.rng), self._take_seats, refused=self._not_dealt)

    def _take_seats(self, taken_up: Sitting | Gathering) -> None:
        from collection.play.sitting import Sitting

        if isinstance(taken_up, Sitting):
            self._sit_down(taken_up)
            return
        from collection.tui.round import RoundScreen

        self._dealing = False
        self.app.push_screen(RoundScreen(taken_up, self.rng))

    def _settle(self, match: Match) -> None:
        from collection.play.sitting import settle

        now = self.mudwater.clock()
        self.at_desk(
            lambda book: settle(book, match.id, now),
            lambda done: self._said_settled(done.reason or "Settled: the card has moved."),
        )

    def _said_settled(self, text: str) -> None:
        self.mudwater.say(text)
        self.refresh_place()

    def action_give_up(self) -> None:
        """Ask whether to end the match under the cursor without a result."""
        match = self._pointed_match
        if match is not None:
            body = [plain_content(match_line(match)), Content("It is friendly, so no card moves.")]
            question = Confirm("End this match without a result?", body, yes="End it", no="Keep it")
            self.app.push_screen(question, partial(self._give_up, match))

    def _give_up(self, match: Match, answer: bool | None) -> None:
        if answer:
            self.at_desk(lambda book: take_up(match.id, self.rng, book).give_up(), lambda _: self.refresh_place())
