"""Earlier games as rows: when, against whom, how it ended, and how well it was played where that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from collection.ledger.match import HUMAN, Match, Place, Result, Stakes, Status
from collection.store.book import Book
from collection.tui.text import plain_text

COLUMNS = (
    ("date", "Date", 10),
    ("rival", "Rival", 20),
    ("result", "Result", 8),
    ("moves", "Moves", 5),
    ("kind", "What", 9),
    ("accuracy", "Accuracy", 0),
)
MOST = 500
"""Games that are listed at most: the newest."""
_RESULTS = {Result.WON: "▲ won", Result.LOST: "▼ lost", Result.DRAW: "= draw"}


@dataclass(frozen=True, slots=True)
class Played:
    """An earlier game from the collector's side."""

    match: Match
    seat: int | None
    """Where the collector sat; None where they did not."""

    @property
    def rival(self) -> str:
        """Who sat opposite; both players where the collector made no move."""
        black, white = (sitter.called for sitter in self.match.seats)
        if self.seat is None or self.match.seats[self.seat].player != HUMAN:
            return f"{black} v {white}"
        return (black, white)[1 - self.seat]

    @property
    def result(self) -> str:
        """How it ended for the collector, by sign and word."""
        if self.match.status is Status.ABANDONED:
            return "given up"
        if self.seat is None:
            winner = next((at for at, sitter in enumerate(self.match.seats) if sitter.result is Result.WON), None)
            return "= draw" if winner is None else "●○"[winner] + " won"
        result = self.match.seats[self.seat].result
        return "-" if result is None else _RESULTS[result]

    @property
    def kind(self) -> str:
        """What kind of game it was, in a word or two."""
        if self.match.place is Place.BRANCH:
            return "what if"
        if any(sitter.rehearses for sitter in self.match.seats):
            return "rehearsal"
        if self.match.is_watched:
            return "watched"
        return "for keeps" if self.match.stakes is Stakes.KEEPS else "friendly"


def read_games(collector: str | None, book: Book) -> tuple[Played, ...]:
    """Give the newest games of a collector that can be looked at again."""
    from collection.desk.collectors import current
    from collection.desk.matches import games

    with book.reading() as unit:
        account = current(unit, collector)
    return tuple(Played(match, match.seat_of(account)) for match in games(book, collector, limit=MOST))


def game_row(game: Played, accuracy: float | None) -> Sequence[Text]:
    """Give the cells of a game; where it does not count there is no accuracy to be had."""
    judged = f"{accuracy:.0f} %" if accuracy is not None else "not judged" if game.match.counts else "-"
    return (
        plain_text(f"{game.match.happened:%Y-%m-%d}"),
        plain_text(game.rival, cells=20),
        plain_text(game.result),
        plain_text(str(game.match.moves), right=True),
        plain_text(game.kind),
        plain_text(judged, "dim" if accuracy is None else ""),
    )
