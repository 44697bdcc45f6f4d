"""What could be traded with whom: from one's own holdings and marks, and from what was marked of a rival.

Nothing is made up of what a rival holds: they have what was marked as theirs to offer, and nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo
from collection.desk.binder import spares
from collection.desk.collectors import current
from collection.desk.people import somebody
from collection.ledger.entry import Account, AccountKind
from collection.ledger.mark import Mark, MarkKind
from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Giving:
    """A card of the collector's that could go."""

    card: Card
    copies: int
    spare: int
    """Copies beyond one."""
    offered: bool
    """Whether the collector marked it as an offer; without a spare it would be the last copy that goes."""
    keepsake: bool
    note: str
    """What was noted when it was marked, by the collector or of the rival's wish."""


@dataclass(frozen=True, slots=True)
class Getting:
    """A card that a rival was marked to have for a trade, and why the collector could want it."""

    card: Card
    copies: int
    """Copies that the collector owns already."""
    wished: bool
    note: str

    @property
    def missing(self) -> bool:
        """Whether the collector owns none."""
        return self.copies == 0


@dataclass(frozen=True, slots=True)
class TradeList:
    """What a trade with one rival could be made of."""

    rival: Account
    give: tuple[Giving, ...]
    """Spares and offers of the collector's that the rival looks for."""
    get: tuple[Getting, ...]
    """Offers of the rival's that the collector misses or wishes for."""
    yours: tuple[tuple[CardNo, int], ...]
    """Cards of the collector's that the rival still holds, from the ledger."""
    wishes: int
    """How many cards were marked as looked for by the rival, and as theirs to offer: with none, nothing is known."""
    offers: int


@dataclass(frozen=True, slots=True)
class Trading:
    """All that the collector could trade: with each rival of whom something is marked, and what is up for anybody."""

    collector: Account
    give: tuple[Giving, ...]
    """Every spare and every offer."""
    wishes: tuple[Getting, ...]
    """Every wish of the collector's own."""
    rivals: tuple[TradeList, ...]


def trading(book: Book, collector: str | None = None) -> Trading:
    """Give what could be traded, and with whom of those whose wishes or offers were marked."""
    with book.reading() as unit:
        account = current(unit, collector)
        mine = _Mine.of(unit, account)
        people = unit.accounts.all(AccountKind.RIVAL, AccountKind.COLLECTOR)
        lists = tuple(_with(unit, mine, other) for other in people if other.id != account.id)
    wishes = tuple(
        Getting(mine.cards[number], mine.owned.get(number, 0), wished=True, note=note)
        for number, note in sorted(mine.wishes.items())
    )
    return Trading(account, _giving(mine), wishes, tuple(one for one in lists if one.wishes or one.offers))


def trade_list(book: Book, rival: str, collector: str | None = None) -> TradeList:
    """Give what a trade with `rival` could be made of. Raises Refused, naming the closest, for nobody known."""
    with book.reading() as unit:
        account = current(unit, collector)
        return _with(unit, _Mine.of(unit, account), somebody(unit, rival))


@dataclass(frozen=True, slots=True)
class _Mine:
    """The collector's side."""

    account: Account
    cards: dict[CardNo, Card]
    owned: dict[CardNo, int]
    offers: dict[CardNo, str]
    wishes: dict[CardNo, str]
    keepsakes: frozenset[CardNo]

    @classmethod
    def of(cls, unit: Unit, account: Account) -> _Mine:
        marks = unit.marks.all(account)
        return cls(
            account,
            {card.number: card for card in unit.cards.catalogue()},
            dict(unit.ledger.owned(account)),
            _notes(marks, MarkKind.OFFER),
            _notes(marks, MarkKind.WISH),
            frozenset(_notes(marks, MarkKind.KEEPSAKE)),
        )


def _with(unit: Unit, mine: _Mine, rival: Account) -> TradeList:
    marks = unit.marks.all(rival)
    wishes, offers = _notes(marks, MarkKind.WISH), _notes(marks, MarkKind.OFFER)
    get = tuple(
        Getting(mine.cards[number], mine.owned.get(number, 0), number in mine.wishes, note)
        for number, note in sorted(offers.items())
        if number in mine.wishes or not mine.owned.get(number, 0)
    )
    give = _giving(mine, wishes)
    return TradeList(rival, give, get, unit.ledger.exchanged(mine.account, rival), len(wishes), len(offers))


def _giving(mine: _Mine, wanted: dict[CardNo, str] | None = None) -> tuple[Giving, ...]:
    """Give the spares and offers that are there, those that are wanted where it is known what is."""
    spare = spares(mine.owned)
    numbers = {number for number in {*spare, *mine.offers} if mine.owned.get(number, 0) > 0}
    return tuple(
        Giving(
            mine.cards[number],
            mine.owned[number],
            spare.get(number, 0),
            number in mine.offers,
            number in mine.keepsakes,
            (wanted or {}).get(number, "") or mine.offers.get(number, ""),
        )
        for number in sorted(numbers if wanted is None else numbers & wanted.keys())
    )


def _notes(marks: tuple[Mark, ...], kind: MarkKind) -> dict[CardNo, str]:
    return {mark.number: mark.note for mark in marks if mark.kind is kind}
