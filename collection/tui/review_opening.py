"""Ways to a review: from a match of the book, and from a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from collection.desk.files import read_named
from collection.errors import RecordError, Refused
from collection.games.record import LARGEST
from collection.tui.text import clipped

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.games.mudwater.record import Replay
    from collection.ledger.match import Match
    from collection.store.book import Book
    from collection.tui.place import MudwaterScreen
    from collection.tui.review import ReviewScreen

SEATS = ("Black", "White")
"""What the players of a written game are called, of which a record says nothing."""


def names_in(match: Match) -> tuple[str, str]:
    """Give what the two players of a match are called."""
    black, white = (seat.called for seat in match.seats)
    return black, white


def review_match(screen: MudwaterScreen, match: str, at: int | None = None) -> None:
    """Read a match of the book, and show its review over `screen`."""
    screen.at_desk(partial(_of_match, match, at), lambda make: screen.app.push_screen(make()))


def _of_match(match: str, at: int | None, book: Book) -> Callable[[], ReviewScreen]:
    from collection.desk.matches import record_of
    from collection.games.mudwater.record import replay
    from collection.games.mudwater.state import Faces
    from collection.tui.review import ReviewScreen

    with book.reading() as unit:
        found, catalogue = unit.matches.find(match), unit.cards.catalogue()
    replayed = replay(record_of(book, found), Faces.of(catalogue))
    return partial(ReviewScreen, replayed, names_in(found), catalogue, match=found, at=at)


def review_of_file(
    path: Path, book: Book, *, names: tuple[str, str] = SEATS, at: int | None = None
) -> Callable[[], ReviewScreen]:
    """Read a written game from a file, and give what makes its review, begun after `at` moves.

    Raises Refused for a file that cannot be read, RecordError, naming the file, for a game that breaks the rules.
    """
    name = clipped(str(path), 120)
    content = read_named(path, 4 * LARGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(f"{name} is not text in UTF-8.") from None
    return partial(_review, *_replayed(text, book, name), names, at)


def _review(replayed: Replay, catalogue: Catalogue, names: tuple[str, str], at: int | None) -> ReviewScreen:
    from collection.tui.review import ReviewScreen

    return ReviewScreen(replayed, names, catalogue, at=at)


def _replayed(text: str, book: Book, name: str) -> tuple[Replay, Catalogue]:
    """Play a written game through. Raises RecordError, its reasons beginning with the file's `name`."""
    from collection.games.mudwater.record import replay
    from collection.games.mudwater.state import Faces
    from collection.games.registry import name_in

    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
    try:
        if (game := name_in(text)) != "mudwater":
            raise RecordError(f"Only games of Mudwater are gone through on the screen, and this is one of {game}.")
        return replay(text, Faces.of(catalogue)), catalogue
    except RecordError as no:
        raise RecordError(*(f"{name}: {reason}" for reason in no.reasons), move=no.move) from None
