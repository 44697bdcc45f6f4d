"""Packs: opened, logged, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.breakage import BrokenHand, broken_since, legal_hands
from collection.desk.cards import known_copies
from collection.desk.collectors import current, current_for_writing
from collection.desk.said import Said
from collection.desk.taking_back import corrected
from collection.ledger import posting
from collection.ledger.entry import Account, Pack
from collection.store.book import Book, Unit
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
        pack, new = corrected(
            unit, said, draft, lambda: unit.packs.log(account, draft, said.now, price=price, shop=shop)
        )
        return PackReceipt(pack, _lines(unit, catalogue, account, pack), new, broken_since(unit, catalogue, legal))


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
        pack, new = corrected(
            unit,
            said,
            None,
            lambda: unit.packs.log_levels(
                account, said.id, levels, said.on, said.now, price=price, shop=shop, note=said.note
            ),
        )
        return PackReceipt(pack, (), new, broken_since(unit, catalogue, legal))


def packs(book: Book, collector: str | None = None) -> tuple[Pack, ...]:
    """Give the collector's packs, newest first."""
    with book.reading() as unit:
        return unit.packs.all(current(unit, collector))


def _lines(unit: Unit, catalogue: Catalogue, collector: Account, pack: Pack) -> tuple[PackLine, ...]:
    owned = unit.ledger.owned(collector)
    in_pack: dict[CardNo, int] = {}
    for one in pack.cards:
        in_pack[one.number] = in_pack.get(one.number, 0) + one.quantity
    return tuple(
        PackLine(catalogue[one.number], one, owned.get(one.number, 0), in_pack[one.number]) for one in pack.cards
    )
