"""Packs: opened, logged, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.breakage import BrokenHand, broken_since, legal_hands
from collection.desk.cards import known_copies
from collection.desk.collectors import current, current_for_writing
from collection.desk.losses import GivenBack
from collection.desk.said import Said
from collection.desk.taking_back import corrected, take_back, target
from collection.errors import LedgerRefused, NotUnderstood
from collection.ledger import posting
from collection.ledger.entry import Account, Entry, EntryId, EntryKind, Pack
from collection.store.book import Book, Unit
from collection.store.sayings import Act
from collection.text import clean_note


@dataclass(frozen=True, slots=True)
class PackLine:
    """One number of a pack: how many, and how many of it are owned now that the pack is in the binder."""

    card: Card
    copies: Copies
    owned: int
    """Copies of this number, all finishes together."""
    in_pack: int
    """Copies of this number in the whole pack: more than `copies` has when it came in several finishes."""

    @property
    def is_new(self) -> bool:
        """Whether none was owned before this pack."""
        return self.owned == self.in_pack


@dataclass(frozen=True, slots=True)
class PackReceipt:
    """A pack as it is in the books; `new` is false when its id had been said before."""

    pack: Pack
    lines: tuple[PackLine, ...]
    new: bool
    broken: tuple[BrokenHand, ...] = ()
    """Hands that lost a card to a correction: a pack alone breaks none."""
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after a match, where it was a match that was corrected."""


@dataclass(frozen=True, slots=True)
class TakenLine:
    """One line of a pack that was taken back: what left the binder, and how many of the number are left."""

    card: Card
    copies: Copies
    left: int
    """Copies of this number that are still owned, all finishes together."""


@dataclass(frozen=True, slots=True)
class UndonePack:
    """The pack that was taken back, and what that did; `new` is false when its id had been said before."""

    pack: Pack
    lines: tuple[TakenLine, ...]
    """Empty for a pack that is known per Level only: none of its cards had moved."""
    void: Entry | None
    """The entry that took the cards back; None where none had moved."""
    new: bool
    broken: tuple[BrokenHand, ...] = ()
    """Hands that were legal before."""


def log_pack(
    book: Book, collector: str | None, copies: Sequence[Copies], said: Said, *, price: str = "", shop: str = ""
) -> PackReceipt:
    """Put a pack into the books in one transaction.

    Raises LedgerRefused for numbers that are no cards, and for an id said before with other content; NotUnderstood for
    a pack without cards.
    """
    price, shop = clean_note(price, what="price"), clean_note(shop, what="shop's name")
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        pulled = known_copies(catalogue, copies)
        draft = posting.pull(said.id, unit.accounts.packs, account, pulled, happened=said.on, note=said.note)
        legal = legal_hands(unit, catalogue) if said.corrects else frozenset()
        corrects = _in_whose_place(unit, said)
        done = corrected(
            unit,
            said,
            draft,
            lambda: unit.packs.log(account, draft, said.now, price=price, shop=shop, corrects=corrects),
        )
        lines = _lines(unit, catalogue, account, done.written)
        return PackReceipt(done.written, lines, done.new, broken_since(unit, catalogue, legal), done.given_back)


def log_pack_levels(
    book: Book,
    collector: str | None,
    levels: tuple[int, int, int, int, int],
    said: Said,
    *,
    price: str = "",
    shop: str = "",
) -> PackReceipt:
    """Put a pack into the books of which only the counts per Level are known; no card moves.

    Raises LedgerRefused for counts that cannot be, and for an id said before with other content.
    """
    price, shop = clean_note(price, what="price"), clean_note(shop, what="shop's name")
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        legal = legal_hands(unit, catalogue) if said.corrects else frozenset()
        done = corrected(
            unit,
            said,
            None,
            lambda: unit.packs.log_levels(
                account, said.id, levels, said.on, said.now, price=price, shop=shop, note=said.note
            ),
        )
        return PackReceipt(done.written, (), done.new, broken_since(unit, catalogue, legal), done.given_back)


def undo_pack(book: Book, collector: str | None, said: Said) -> UndonePack:
    """Take back the pack that was logged last and not taken back yet, whatever day it is dated.

    Said twice with the same id, the same pack is meant. Raises LedgerRefused when there is none, or its cards have gone
    on; NotUnderstood for an envelope with a day of its own or a correction, which a void cannot have.
    """
    if said.corrects is not None:
        raise NotUnderstood("A void corrects nothing: log what is right, and say there what it corrects.")
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        pack = _undone_before(unit, said) or unit.packs.newest(account)
        if pack is None:
            raise LedgerRefused("There is no pack to take back. `mudwater pack list` shows them all.")
        legal = legal_hands(unit, catalogue)
        taken = take_back(unit, target(unit, pack.id), said, void_id=said.id)
        left = unit.ledger.owned(account)
        lines = tuple(TakenLine(catalogue[one.number], one, left.get(one.number, 0)) for one in pack.cards)
        undone = unit.packs.get(pack.id) or pack
        return UndonePack(undone, lines, taken.entry, taken.new, broken_since(unit, catalogue, legal))


def _undone_before(unit: Unit, said: Said) -> Pack | None:
    """Give the pack that was taken back under this very id, None when the id is fresh."""
    entry = unit.ledger.get(said.id)
    what = unit.sayings.words(said.id, Act.VOIDS) if entry is None else entry.reverses
    return None if what is None else unit.packs.get(what)


def _in_whose_place(unit: Unit, said: Said) -> EntryId | None:
    """Give the entry that a new pack corrects: what that brought was not owned before."""
    if said.corrects is None or unit.packs.get(said.id) is not None:
        return None
    entry = target(unit, said.corrects).entry
    return None if entry is None or entry.kind is EntryKind.VOID else entry.id


def packs(
    book: Book, collector: str | None = None, *, limit: int | None = None, before: EntryId | None = None
) -> tuple[Pack, ...]:
    """Give the collector's packs, newest first: at most `limit` of them, with `before` those older than that pack."""
    with book.reading() as unit:
        return unit.packs.all(current(unit, collector), limit=limit, before=before)


def _lines(unit: Unit, catalogue: Catalogue, collector: Account, pack: Pack) -> tuple[PackLine, ...]:
    owned = unit.ledger.owned(collector)
    in_pack: dict[CardNo, int] = {}
    for one in pack.cards:
        in_pack[one.number] = in_pack.get(one.number, 0) + one.quantity
    return tuple(
        PackLine(catalogue[one.number], one, owned.get(one.number, 0), in_pack[one.number]) for one in pack.cards
    )
