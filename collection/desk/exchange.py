"""Cards that change hands away from the game: trades, gifts, finds, losses; and the taking back of anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.breakage import BrokenHand, broken_since, legal_hands
from collection.desk.cards import known_copies
from collection.desk.collectors import current, current_for_writing
from collection.desk.losses import GivenBack
from collection.desk.people import partner as other_side
from collection.desk.people import somebody
from collection.desk.said import Said
from collection.desk.taking_back import corrected, take_back, target
from collection.errors import NotUnderstood
from collection.ledger import posting
from collection.ledger.entry import Draft, Entry, EntryKind
from collection.ledger.match import Match
from collection.store.book import Book, Unit
from collection.text import quoted

__all__ = ["BrokenHand", "Receipt", "Voided", "entries", "found", "gift", "lost", "trade", "void"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of an act: the entry, whether it is new, and the collectors' hands that it broke."""

    entry: Entry
    new: bool
    broken: tuple[BrokenHand, ...]
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after a match, where it was a match that was corrected."""


@dataclass(frozen=True, slots=True)
class Voided:
    """What was taken back: an entry, a match, or both; and the hands that this broke."""

    entry: Entry | None
    """The void that was posted; None where nothing had moved."""
    match: Match | None
    new: bool
    broken: tuple[BrokenHand, ...]
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after the match."""


def trade(
    book: Book,
    collector: str | None,
    partner: str,
    give: Sequence[Copies],
    get: Sequence[Copies],
    said: Said,
) -> Receipt:
    """Log a trade with two sides as one entry. `partner` becomes a rival unless already in the book.

    One side may be empty (cards for money; the note has room for the sum). Raises LedgerRefused, naming every card,
    when a collector does not have what is given, and NotUnderstood when both sides are empty.
    """
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        other = other_side(unit, account, partner, "partner's name")
        catalogue = unit.cards.catalogue()
        draft = posting.trade(
            said.id,
            account,
            other,
            known_copies(catalogue, give),
            known_copies(catalogue, get),
            happened=said.on,
            note=said.note,
        )
        return _post(unit, catalogue, draft, said)


def gift(
    book: Book,
    collector: str | None,
    copies: Sequence[Copies],
    said: Said,
    *,
    to: str | None = None,
    source: str | None = None,
) -> Receipt:
    """Log a gift made (`to`) or got (`source`): exactly one of the two is given. Raises NotUnderstood otherwise."""
    if (to is None) == (source is None):
        raise NotUnderstood("A gift goes to somebody or comes from somebody: name one of the two.")
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        moved = known_copies(catalogue, copies)
        if to is not None:
            giver, receiver = account, other_side(unit, account, to)
        else:
            giver, receiver = other_side(unit, account, source or ""), account
        draft = posting.gift(said.id, giver, receiver, moved, happened=said.on, note=said.note)
        return _post(unit, catalogue, draft, said)


def found(book: Book, collector: str | None, copies: Sequence[Copies], said: Said) -> Receipt:
    """Log copies that turned up."""
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        moved = known_copies(catalogue, copies)
        elsewhere = unit.accounts.elsewhere
        draft = posting.found(said.id, elsewhere, account, moved, happened=said.on, note=said.note)
        return _post(unit, catalogue, draft, said)


def lost(book: Book, collector: str | None, copies: Sequence[Copies], said: Said) -> Receipt:
    """Log copies that are gone. Raises LedgerRefused, naming every card, when they were not there."""
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        moved = known_copies(catalogue, copies)
        elsewhere = unit.accounts.elsewhere
        draft = posting.lost(said.id, account, elsewhere, moved, happened=said.on, note=said.note)
        return _post(unit, catalogue, draft, said)


def void(book: Book, what: str, said: Said) -> Voided:
    """Take back an entry, a pack or a match, by its id or the start of it. A voided match leaves the statistics.

    Taken back already, nothing happens and `new` is false. Raises LedgerRefused when its cards have gone on, when it is
    a void itself, or when it is a match not yet over.
    """
    if said.corrects is not None:
        raise NotUnderstood("A void corrects nothing: log what is right, and say there what it corrects.")
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        legal = legal_hands(unit, catalogue)
        taken = take_back(unit, target(unit, what), said, void_id=said.id)
        broken = broken_since(unit, catalogue, legal)
        return Voided(taken.entry, taken.match, taken.new, broken, taken.given_back)


def entries(
    book: Book,
    collector: str | None = None,
    *,
    number: int | None = None,
    kind: str | None = None,
    rival: str | None = None,
    limit: int | None = None,
    before: str | None = None,
) -> tuple[Entry, ...]:
    """Give the collector's entries, newest first.

    `before` goes on after that entry. Raises NotUnderstood for a kind that is none, Refused for a rival nobody knows,
    and LedgerRefused for a `before` that is no entry.
    """
    wanted = None if kind is None else _kind(kind)
    with book.reading() as unit:
        account = current(unit, collector)
        other = None if rival is None else somebody(unit, rival)
        after = None if before is None else unit.ledger.entry(before).id
        return unit.ledger.entries(account, number=number, kind=wanted, other=other, limit=limit, before=after)


def _kind(text: str) -> EntryKind:
    try:
        return EntryKind(text.strip().lower())
    except ValueError:
        kinds = ", ".join(kind.value for kind in EntryKind)
        raise NotUnderstood(f"{quoted(text)} is no kind of entry. There are: {kinds}.") from None


def _post(unit: Unit, catalogue: Catalogue, draft: Draft, said: Said) -> Receipt:
    legal = legal_hands(unit, catalogue)

    def write() -> tuple[Entry, bool]:
        posted = unit.ledger.post(draft, said.now)
        return posted.entry, posted.new

    done = corrected(unit, said, draft, write)
    return Receipt(done.written, done.new, broken_since(unit, catalogue, legal), done.given_back)
