"""The end of a match: both antes turned over, who takes what, and what that did to the books."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.games.mudwater.record import read_record
from collection.ledger.entry import AccountKind
from collection.ledger.mark import MarkKind
from collection.ledger.match import Match, Place, Result, Stakes, Status
from collection.tui.face import OWNER_MARKS, CardFace, Printed
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class End:
    """What there is to say at the end of a match."""

    headline: str
    stakes: str
    moved: tuple[str, ...]
    """What moved in the books, which hands that broke, or why nothing did."""


def end_of(match: Match, names: tuple[str, str], reason: str, antes: tuple[str, str], book: Book) -> End:
    """Put the end of `match` into words; the book tells which saved hands lost a card.

    `reason` says why a card could not move, `antes` what the two antes are called.
    """
    with book.reading() as unit:
        kept = unit.matches.get(match.id)
    if kept is not None and kept.status is Status.VOID:
        return End("Taken back.", "This match counts no more, and no card has moved.", ())
    results = [seat.result for seat in match.seats]
    asides = _asides(match)
    if match.status is Status.ABANDONED:
        return End("Given up, without a result.", "Nothing moves.", asides)
    if Result.WON not in results:
        return End("A draw: equal squares.", "Each takes their own ante back. No card changes hands.", asides)
    winner = results.index(Result.WON)
    loser = 1 - winner
    headline = f"{OWNER_MARKS[winner]} {names[winner]} wins."
    if match.record and read_record(match.record)[0].resigned is not None:
        headline = f"{headline[:-1]}: {OWNER_MARKS[loser]} {names[loser]} resigned."
    meaning = _meaning(match, loser, book)
    if match.stakes is not Stakes.KEEPS:
        would = "" if meaning is None else meaning.would
        stakes = f"For keeps, {names[winner]} would take {antes[loser]}{would}. This was friendly: nothing moves."
        return End(headline, stakes, asides)
    if reason:
        return End(headline, f"{names[winner]} is owed {antes[loser]}.", (reason,))
    stakes = f"{names[winner]} takes {antes[loser]} for good, and their own ante back."
    moved = f"In the ledger: one {antes[loser]}, {names[loser]} to {names[winner]}."
    return End(headline, stakes, (moved, *(() if meaning is None else meaning.did), *asides))


def _asides(match: Match) -> tuple[str, ...]:
    """Say what help there was."""
    hints = "one hint" if match.hints == 1 else f"{match.hints} hints"
    back = "one move" if match.taken_back == 1 else f"{match.taken_back} moves"
    parts = [*([hints] if match.hints else []), *([f"{back} taken back"] if match.taken_back else [])]
    branch = ("A what-if: it counts for nobody.",) if match.place is Place.BRANCH else ()
    return (*branch, *([f"With {' and '.join(parts)}."] if parts else []))


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What the loser's ante is to the collection it was staked from, as that is now."""

    owner: str
    copies: int
    """How many copies are there now; for keeps after the loss."""
    keepsake: bool
    hands: tuple[str, ...]
    """The saved hands that it is in."""

    @property
    def would(self) -> str:
        """Say what losing it would have meant: behind its name, with a comma before it."""
        if self.copies == 0:
            return f", which {self.owner} does not own"
        parts = ["the last copy"] if self.copies == 1 else [f"one of {self.copies} copies"]
        parts += ["a keepsake"] if self.keepsake else []
        broken = f", and break {_listed(self.hands)}" if self.copies == 1 and self.hands else ""
        return f", {', '.join(parts)}{broken}"

    @property
    def did(self) -> tuple[str, ...]:
        """Say what losing it meant."""
        kind = "a keepsake and " if self.keepsake else ""
        left = f"{self.owner} has {self.copies} more."
        copies = f"It was {kind}{self.owner}'s last copy." if not self.copies else left
        if self.copies or not self.hands:
            return (copies, "No saved hand broke.")
        broken = [f"{self.owner}'s hand {name} is not legal any more: that card is gone." for name in self.hands]
        return (copies, *broken, "! offers a card for its place.")


def _meaning(match: Match, loser: int, book: Book) -> _Meaning | None:
    """Give what the loser's ante is to its collector; None where it is no collector's, or not known."""
    account, lost = match.seats[loser].account, match.seats[loser].ante
    if account is None or lost is None or account.kind is not AccountKind.COLLECTOR:
        return None
    with book.reading() as unit:
        copies = unit.ledger.owned(account).get(lost, 0)
        keepsake = any(mark.number == lost for mark in unit.marks.all(account, MarkKind.KEEPSAKE))
        saved = tuple(clipped(hand.name, 40) for hand in unit.hands.all(account) if lost in hand.cards)
    return _Meaning(clipped(account.name, 40), copies, keepsake, saved)


def _listed(hands: tuple[str, ...]) -> str:
    return hands[0] if len(hands) == 1 else f"{len(hands)} saved hands"


def why_no_loss(match: Match) -> str | None:
    """Give the reason why `match` has no loss to look at; None where it took a card from a collector of the book."""
    if match.status is Status.PLAYING:
        return "A card is lost at the end of a match for keeps."
    if match.status is Status.UNSETTLED:
        return "The lost card has not moved yet."
    lost_by = None if match.loser is None else match.seats[match.loser].account
    if match.stakes is not Stakes.KEEPS or lost_by is None or lost_by.kind is not AccountKind.COLLECTOR:
        return "No collector lost a card in this match."
    return None


class Ending(Vertical):
    """Both antes turned over, and the outcome in words."""

    DEFAULT_CSS = """
    Ending { height: 1fr; }
    Ending #end-title { height: auto; text-style: bold; margin-bottom: 1; }
    Ending #end-antes { height: 8; }
    Ending .end-ante { width: 19; height: 8; }
    Ending .end-ante Static { height: 1; }
    Ending CardFace { width: 17; height: 7; }
    Ending #end-text { height: 1fr; margin-top: 1; }
    Ending #end-text Static { height: auto; margin-bottom: 1; }
    """

    def compose(self) -> ComposeResult:
        """Compose the two faces side by side and the text under them."""
        yield Static(id="end-title")
        with Horizontal(id="end-antes"):
            for seat in (0, 1):
                with Vertical(classes="end-ante"):
                    yield Static(id=f"end-name-{seat}")
                    yield CardFace(id=f"end-face-{seat}")
        with VerticalScroll(id="end-text"):
            yield Static(id="end-stakes")
            yield Static(id="end-moved")

    def focus_text(self) -> None:
        """Let the keys scroll the text, where it is longer than its room."""
        self.query_one("#end-text").focus()

    def turn_over(self, names: tuple[str, str], antes: tuple[Printed | None, Printed | None]) -> None:
        """Show the antes, which the board has decided about."""
        for seat, (name, ante) in enumerate(zip(names, antes, strict=True)):
            label = plain_content(f"{OWNER_MARKS[seat]} {name}'s ante", cells=17)
            self.query_one(f"#end-name-{seat}", Static).update(label)
            self.query_one(f"#end-face-{seat}", CardFace).card = ante

    def show_end(self, end: End) -> None:
        """Show who won, who takes what, and what moved."""
        self.query_one("#end-title", Static).update(plain_content(end.headline))
        self.query_one("#end-stakes", Static).update(plain_content(end.stakes, cells=400))
        moved = self.query_one("#end-moved", Static)
        moved.display = bool(end.moved)
        moved.update(Content("\n").join([plain_content(line, cells=400) for line in end.moved]))


def ante_names(antes: tuple[Printed | None, Printed | None]) -> tuple[str, str]:
    """Give what the two antes are called."""
    black, white = (f"#{ante.number} {ante.name}" if ante else "a card nobody knows" for ante in antes)
    return black, white
