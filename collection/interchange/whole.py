"""Everything that a book holds, as values, and as one JSON document.

One item stands on a line, in the order in which it was written into the book, so that two documents can be compared
with any program. What follows from the rest is left out: holdings are the sum of movements, and a void moves back what
its entry moved.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from collection.analysis.puzzles import Puzzle, Work
from collection.catalogue.card import FIELDS, Card, CardNo, Level
from collection.hands.deck import Deck
from collection.hands.hand import HandVersion
from collection.ledger.entry import Account, Entry, EntryId, EntryKind, Pack
from collection.ledger.mark import Mark
from collection.ledger.match import Match
from collection.ledger.price import Price

FORMAT = "mudwater-book"
"""What a document of ours calls itself."""
VERSION = 5
"""The version of the document that is written; an older one is read too."""


@dataclass(frozen=True, slots=True)
class ConfirmedCard:
    """What somebody has confirmed of a card: its fields and their values, in the order of FIELDS."""

    number: CardNo
    fields: Mapping[str, str | int | None]


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack with whose it is and when it was written down."""

    pack: Pack
    collector: Account
    recorded: dt.datetime


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A saved hand with its times and all its versions, numbered from 1 without gaps."""

    owner: Account
    name: str
    versions: tuple[HandVersion, ...]
    version: int
    """The number of the current one."""
    created: dt.datetime
    changed: dt.datetime
    archived: dt.datetime | None
    sleeved: bool = False

    @property
    def cards(self) -> tuple[CardNo, ...]:
        """The cards of the current version."""
        return self.versions[self.version - 1].cards


@dataclass(frozen=True, slots=True)
class KeptValue:
    """What one copy of a card, or of any card of a Level, is worth to its owner: exactly one of the two is there."""

    account: Account
    number: CardNo | None
    level: Level | None
    price: Price


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle with the match that it is a position of, and what everybody has done with it."""

    match: EntryId
    puzzle: Puzzle
    found: dt.datetime
    works: tuple[tuple[Account, Work], ...] = ()
    """Only those who did anything."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What was said under an id and nothing else in the book tells."""

    id: EntryId
    act: str
    words: str


@dataclass(frozen=True, slots=True)
class WholeBook:
    """Everything that a book holds, each kind in the order in which it was written."""

    cards: tuple[ConfirmedCard, ...] = ()
    accounts: tuple[Account, ...] = ()
    entries: tuple[Entry, ...] = ()
    packs: tuple[KeptPack, ...] = ()
    hands: tuple[KeptHand, ...] = ()
    matches: tuple[Match, ...] = ()
    marks: tuple[Mark, ...] = ()
    values: tuple[KeptValue, ...] = ()
    searches: tuple[tuple[str, str], ...] = ()
    """Names and texts."""
    settings: tuple[tuple[str, str], ...] = ()
    sayings: tuple[Saying, ...] = ()
    puzzles: tuple[KeptPuzzle, ...] = ()
    decks: tuple[Deck, ...] = ()


def confirmed_cards(cards: Iterable[Card]) -> tuple[ConfirmedCard, ...]:
    """Give what is confirmed of `cards`; cards of which nothing is are left out."""
    return tuple(
        ConfirmedCard(card.number, {field: _plain(getattr(card, field)) for field in FIELDS if field in card.confirmed})
        for card in cards
        if card.confirmed
    )


def write_whole(whole: WholeBook) -> str:
    """Write the document. The same book always gives the same text."""
    parts: dict[str, list[dict[str, Any]]] = {
        "cards": [{"card": card.number, "confirmed": dict(card.fields)} for card in whole.cards],
        "accounts": [_account(account) for account in whole.accounts],
        "entries": [_entry(entry) for entry in whole.entries],
        "packs": [_pack(kept) for kept in whole.packs],
        "hands": [_hand(hand) for hand in whole.hands],
        "decks": [_deck(deck) for deck in whole.decks],
        "matches": [_match(match) for match in whole.matches],
        "puzzles": [_puzzle(kept) for kept in whole.puzzles],
        "marks": [
            {"account": mark.account.id, "number": mark.number, "kind": mark.kind.value, "note": mark.note}
            for mark in whole.marks
        ],
        "values": [_value(value) for value in whole.values],
        "searches": [{"name": name, "text": text} for name, text in whole.searches],
        "settings": [{"name": name, "value": value} for name, value in whole.settings],
        "sayings": [{"id": one.id, "act": one.act, "words": one.words} for one in whole.sayings],
    }
    lines = [f'{{"format": {_json(FORMAT)}, "version": {VERSION}']
    for name, items in parts.items():
        listed = ",\n  ".join(_json(item) for item in items)
        inside = f"\n  {listed}\n" if items else ""
        lines.append(f"{_json(name)}: [{inside}]")
    return ",\n".join(lines) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _plain(value: str | int | None) -> str | int | None:
    """Give the text or number that a Level or a family is."""
    if value is None:
        return None
    return int(value) if isinstance(value, int) else str(value)


def moment(value: dt.datetime) -> str:
    """Write a moment in UTC, with microseconds."""
    return value.astimezone(dt.UTC).isoformat(timespec="microseconds")


def _account(account: Account) -> dict[str, Any]:
    return {"account": account.id, "name": account.name, "kind": account.kind.value, "solo": account.solo}


def _entry(entry: Entry) -> dict[str, Any]:
    item: dict[str, Any] = {
        "id": entry.id,
        "kind": entry.kind.value,
        "happened": entry.happened.isoformat(),
        "recorded": moment(entry.recorded),
        "note": entry.note,
    }
    if entry.kind is EntryKind.VOID:
        return item | {"reverses": entry.reverses}
    movements = [
        {
            "number": one.copies.number,
            "finish": one.copies.finish,
            "quantity": one.copies.quantity,
            "from": one.source.id,
            "to": one.target.id,
        }
        for one in entry.movements
    ]
    return item | {"movements": movements}


def _pack(kept: KeptPack) -> dict[str, Any]:
    pack = kept.pack
    item: dict[str, Any] = {"id": pack.id, "collector": kept.collector.id, "price": pack.price, "shop": pack.shop}
    if pack.levels is None:
        # The rest is told by its entry.
        return item | {"corrects": pack.corrects}
    return item | {
        "levels": list(pack.levels),
        "opened": pack.opened.isoformat(),
        "recorded": moment(kept.recorded),
        "note": pack.note,
        "voided": pack.voided,
    }


def _hand(hand: KeptHand) -> dict[str, Any]:
    return {
        "owner": hand.owner.id,
        "name": hand.name,
        "versions": [
            {"parent": one.parent, "made": moment(one.made), "cards": list(one.cards), "because": one.because}
            for one in hand.versions
        ],
        "version": hand.version,
        "created": moment(hand.created),
        "changed": moment(hand.changed),
        "archived": None if hand.archived is None else moment(hand.archived),
        "sleeved": hand.sleeved,
    }


def _deck(deck: Deck) -> dict[str, Any]:
    return {
        "owner": deck.owner.id,
        "name": deck.name,
        "cards": list(deck.cards),
        "before": None if deck.before is None else list(deck.before),
        "created": moment(deck.created),
        "changed": moment(deck.changed),
        "archived": None if deck.archived is None else moment(deck.archived),
    }


def _value(value: KeptValue) -> dict[str, Any]:
    of = {"number": value.number} if value.level is None else {"level": int(value.level)}
    return {"account": value.account.id, **of, "currency": value.price.currency, "minor": value.price.minor}


def _puzzle(kept: KeptPuzzle) -> dict[str, Any]:
    puzzle = kept.puzzle
    return {
        "match": kept.match,
        "at": puzzle.at,
        "seat": puzzle.seat,
        "move": puzzle.move,
        "legal": puzzle.legal,
        "depth": puzzle.depth,
        "quiet": puzzle.quiet,
        "missed": puzzle.missed,
        "found": moment(kept.found),
        "works": [
            {
                "account": account.id,
                "tries": work.tries,
                "hints": work.hints,
                "solved": None if work.solved is None else moment(work.solved),
                "shown": work.shown,
                "last": None if work.last is None else moment(work.last),
            }
            for account, work in kept.works
        ],
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "id": match.id,
        "game": match.game,
        "mode": match.mode,
        "place": match.place.value,
        "stakes": match.stakes.value,
        "status": match.status.value,
        "happened": match.happened.isoformat(),
        "recorded": moment(match.recorded),
        "note": match.note,
        "seats": [
            {
                "account": None if seat.account is None else seat.account.id,
                "player": seat.player,
                "hand_name": seat.hand_name,
                "hand": list(seat.hand),
                "ante": seat.ante,
                "result": None if seat.result is None else seat.result.value,
            }
            for seat in match.seats
        ],
        "moves": match.moves,
        "record": match.record,
        "branch_of": None if match.branch is None else match.branch.match or None,
        "branch_at": None if match.branch is None else match.branch.at,
        "takings": [{"seat": one.seat, "left": one.left, "moves": one.moves} for one in match.takings],
        "hints": match.hints,
    }
