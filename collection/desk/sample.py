"""A sample collection for a first look: Sam's cards, some weeks of packs, and Bo, who has one of them.

Nothing here is a fact about the set: packs of the sample have made-up contents and a made-up size, and say so in their
notes. The same book and moment always give the same sample.
"""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from collection.catalogue.card import CardNo, Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk import antes, collectors, exchange, packs
from collection.desk.hands import new_hand
from collection.desk.said import Said, said
from collection.errors import Refused
from collection.hands.dealing import draw_hand
from collection.ledger.entry import AccountKind
from collection.ledger.match import Result, Stakes
from collection.store.book import Book

SAM = "Sam"
BO = "Bo"
HATTIE = "Old Hattie"

FILLED = "sample filled"
BEGUN = "sample begun"
"""Settings of a sample book: the moment it was filled for, written before the first card and after the last."""

PACK_NOTE = "Sample: what is in this pack is made up."

_PACKS = 8
_LEVELS = (1, 1, 1, 1, 1, 2, 2, 3)
_LAST = (4, 2, 5, 4, 3, 4, 5, 2)
"""Made-up packs: eight cards of these Levels and a ninth that gets better now and then."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The whole story as numbers, thought out before anything is written, so that it can be taken up half-way."""

    pulls: tuple[tuple[CardNo, ...], ...]
    give: CardNo
    get: CardNo
    found: CardNo
    won: CardNo
    lost: CardNo
    """The only copy that Sam had: the first hand breaks by it."""
    spare: CardNo
    first_try: tuple[CardNo, ...]
    dockside: tuple[CardNo, ...]
    night_shift: tuple[CardNo, ...]


def fill_sample(book: Book, now: dt.datetime) -> None:
    """Fill a fresh book with the sample, its last day being that of `now`.

    A sample that was begun and not finished is finished. Raises Refused for a book that has collectors of its own.
    """
    begun = _begin(book, now)
    with book.reading() as unit:
        if unit.settings.get(FILLED) is not None:
            return
        plan = _plan(unit.cards.catalogue())
    _write(book, plan, begun)
    with book.writing() as unit:
        unit.settings.set(FILLED, begun.isoformat())


def open_sample(path: Path, now: dt.datetime, seed: Callable[[], Catalogue] = load_catalogue) -> Book:
    """Open the sample book at `path`, made and filled (up to the day of `now`) when there is none.

    Raises what `Book.open` raises, and Refused when the book there is somebody's own.
    """
    book = Book.open(path, seed)
    try:
        with book.reading() as unit:
            filled = unit.settings.get(FILLED) is not None
        if not filled:
            fill_sample(book, now)
    except BaseException:
        book.close()
        raise
    return book


def _begin(book: Book, now: dt.datetime) -> dt.datetime:
    with book.writing() as unit:
        begun = unit.settings.get(BEGUN)
        if begun is not None:
            return dt.datetime.fromisoformat(begun)
        if unit.accounts.all(AccountKind.COLLECTOR):
            raise Refused("This book has collectors of its own: the sample needs a fresh one.")
        unit.settings.set(BEGUN, now.isoformat())
        sam = unit.accounts.open(SAM, AccountKind.COLLECTOR, solo=True)
        unit.settings.set(collectors.IN_USE, sam.name)
        return now


def _plan(catalogue: Catalogue) -> _Plan:
    """Think the story out: what is pulled, and which cards change hands so that it holds together."""
    rng = random.Random("mudwater")
    pulls = tuple(_pack(catalogue, last, rng) for last in _LAST[:_PACKS])
    owned = Counter(number for pull in pulls[:-2] for number in pull)
    give = _one(rng, catalogue, (number for number in owned if owned[number] > 1))
    get = _one(rng, catalogue, _missing(catalogue, owned, Level.III))
    owned[give] -= 1
    owned[get] += 1
    first_try = draw_hand(catalogue, owned, rng)
    won = _one(rng, catalogue, _missing(catalogue, owned, Level.II))
    lost = _one(rng, catalogue, (number for number in first_try if owned[number] == 1 and number != get))
    spare = _one(rng, catalogue, (number for number in owned if owned[number] > 1))
    owned[won] += 1
    del owned[lost]
    owned[spare] -= 1
    # What turns up or is pulled later must not mend the broken hand.
    pulls = (*pulls[:-2], *(_without(catalogue, pull, lost) for pull in pulls[-2:]))
    owned.update(number for pull in pulls[-2:] for number in pull)
    found = _one(rng, catalogue, (number for number in _missing(catalogue, owned, Level.I) if number != lost))
    owned[found] += 1
    dockside = draw_hand(catalogue, owned, rng)
    return _Plan(
        pulls, give, get, found, won, lost, spare, first_try, dockside, _night_shift(catalogue, dockside, owned, rng)
    )


def _pack(catalogue: Catalogue, last: int, rng: random.Random) -> tuple[CardNo, ...]:
    return tuple(_one(rng, catalogue, _of(catalogue, Level(level))) for level in (*_LEVELS, last))


def _without(catalogue: Catalogue, pull: tuple[CardNo, ...], card: CardNo) -> tuple[CardNo, ...]:
    """Put the next number of the same Level where `card` would be."""
    same = [number for number in _of(catalogue, catalogue[card].level) if number != card]
    instead = min(same, key=lambda number: ((number - card) % len(catalogue), number))
    return tuple(instead if number == card else number for number in pull)


def _night_shift(
    catalogue: Catalogue, hand: tuple[CardNo, ...], owned: Counter[CardNo], rng: random.Random
) -> tuple[CardNo, ...]:
    """Give another hand like `hand`, with a card that Sam would have to find first in place of its strongest."""
    strongest = max(hand, key=lambda number: (catalogue[number].level, number))
    wish = _one(rng, catalogue, _missing(catalogue, owned, catalogue[strongest].level))
    return tuple(wish if number == strongest else number for number in hand)


def _of(catalogue: Catalogue, level: Level) -> list[CardNo]:
    return [card.number for card in catalogue if card.level is level]


def _missing(catalogue: Catalogue, owned: Counter[CardNo], level: Level) -> list[CardNo]:
    return [number for number in _of(catalogue, level) if not owned[number]]


def _one(rng: random.Random, catalogue: Catalogue, numbers: Iterable[CardNo]) -> CardNo:
    """Choose one; from the whole catalogue should there be none, which no catalogue of the set's shape comes to."""
    there = sorted(numbers)
    return rng.choice(there or [card.number for card in catalogue])


def _write(book: Book, plan: _Plan, now: dt.datetime) -> None:
    """Write the story down, each step under an id of its own: what a killed run wrote already moves nothing again."""
    for number, pull in enumerate(plan.pulls[:-2]):
        _log(book, number, pull, _at(now, 40 - 4 * number, f"pack-{number + 1}", PACK_NOTE))
    exchange.trade(
        book,
        SAM,
        BO,
        [Copies(plan.give)],
        [Copies(plan.get)],
        _at(now, 19, "trade", "On the pier. Bo wanted it for the picture."),
    )
    _save(book, "First Try", plan.first_try, now - dt.timedelta(days=18))
    _first_games(book, plan, now)
    for number, pull in enumerate(plan.pulls[-2:], start=_PACKS - 2):
        _log(book, number, pull, _at(now, 9 - 4 * (number - _PACKS + 2), f"pack-{number + 1}", PACK_NOTE))
    exchange.found(book, SAM, [Copies(plan.found)], _at(now, 4, "found", "Between two pages of the rulebook."))
    _save(book, "Dockside", plan.dockside, now - dt.timedelta(days=3))
    _save(book, "Night Shift", plan.night_shift, now - dt.timedelta(days=3))
    _late_games(book, plan, now)


def _log(book: Book, number: int, pull: tuple[CardNo, ...], envelope: Said) -> None:
    copies = [Copies(card, quantity=quantity) for card, quantity in sorted(Counter(pull).items())]
    packs.log_pack(book, SAM, copies, envelope, shop="Harbour Books" if number % 3 else "The Corner Shop")


def _first_games(book: Book, plan: _Plan, now: dt.datetime) -> None:
    antes.add_ante(
        book,
        SAM,
        BO,
        Result.WON,
        _at(now, 16, "game-1", "Took the middle early and kept it."),
        mine=plan.first_try[0],
        theirs=plan.won,
        hand="First Try",
    )
    antes.add_ante(
        book, SAM, BO, Result.DRAW, _at(now, 14, "game-2", "A rainy evening."), hand="First Try", stakes=Stakes.FRIENDLY
    )
    antes.add_ante(
        book,
        SAM,
        BO,
        Result.LOST,
        _at(now, 12, "game-3", "One rock too many. I want it back."),
        mine=plan.lost,
        hand="First Try",
    )
    antes.add_ante(
        book, SAM, HATTIE, Result.LOST, _at(now, 11, "game-4", "Luckily I had two."), mine=plan.spare, mode="advanced"
    )


def _late_games(book: Book, plan: _Plan, now: dt.datetime) -> None:
    antes.add_ante(
        book,
        SAM,
        HATTIE,
        Result.DRAW,
        _at(now, 2, "game-5", "Four squares each and nobody could move."),
        mine=plan.dockside[1],
        hand="Dockside",
    )
    antes.add_ante(
        book,
        SAM,
        BO,
        Result.WON,
        _at(now, 1, "game-6", "Bo brings the card next week: name it then."),
        mine=plan.dockside[0],
        hand="Dockside",
    )


def _at(now: dt.datetime, days_ago: int, id: str, note: str) -> Said:
    moment = now - dt.timedelta(days=days_ago)
    return said(moment, id=f"sample-{id}", on=moment.date(), note=note)


def _save(book: Book, name: str, cards: tuple[CardNo, ...], now: dt.datetime) -> None:
    with book.reading() as unit:
        sam = collectors.current(unit, SAM)
        there = unit.hands.find(sam, name)
    if there is None:
        new_hand(book, SAM, name, cards, now)
