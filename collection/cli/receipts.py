"""What an act has done, in words and as JSON: entries, packs, hands, and how to take it back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from collection.catalogue.card import BASE_FINISH, FIELDS, Card, CardNo, Copies
from collection.cli.asked import Asked
from collection.cli.output import card_name, data, data_json, listed, short, talk
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.exchange import BrokenHand, Receipt
    from collection.desk.hands import CheckedHand
    from collection.desk.losses import GivenBack
    from collection.hands.hand import HandFault
    from collection.hands.keepsakes import StakeWarning
    from collection.hands.tied import TiedCard
    from collection.ledger.entry import Account, Entry, Pack
    from collection.ledger.intervals import Interval
    from collection.store.book import Book

ID_SHOWN = 8
"""Characters of a made id that are enough to find it again."""


def short_id(id: str) -> str:
    """Give enough of an id to name it; what a person made up stays whole while it is short."""
    return id if len(id) <= 2 * ID_SHOWN else id[:ID_SHOWN]


def interval_json(interval: Interval | None, *, scale: int = 1) -> dict[str, Any] | None:
    """Give a figure with the interval around it, and how sure that is; an end without bound is null."""
    if interval is None:
        return None
    ends = {"estimate": interval.estimate, "low": interval.low, "high": interval.high}
    return {name: None if math.isinf(end) else end / scale for name, end in ends.items()} | {
        "confidence": interval.confidence,
        "method": interval.method.value,
    }


def whose(book: Book, asked: Asked) -> Account:
    """Give the collector whose book work this is."""
    from collection.desk.collectors import current

    with book.reading() as unit:
        return current(unit, asked.collector)


def named(catalogue: Catalogue, number: CardNo) -> str:
    """Give number and name of a card; a number that is no card stays alone."""
    return card_name(catalogue[number]) if number in catalogue else str(number)


def spelled(copies: Copies) -> str:
    """Give copies as they are typed: `45`, `45:foil*2`."""
    finish = "" if copies.finish == BASE_FINISH else f":{plain(copies.finish)}"
    return f"{copies.number}{finish}" + (f"*{copies.quantity}" if copies.quantity > 1 else "")


def copies_named(catalogue: Catalogue, copies: Copies) -> str:
    """Give copies in words: `2 copies of 45 Sea Dog ~ (foil)`."""
    many = f"{copies.quantity} copies of " if copies.quantity > 1 else ""
    finish = "" if copies.finish == BASE_FINISH else f" ({plain(copies.finish)})"
    return f"{many}{named(catalogue, copies.number)}{finish}"


def changes(entry: Entry, collector: Account) -> tuple[list[Copies], list[Copies]]:
    """Give what an entry brought to `collector`, and what it took away."""
    came = [movement.copies for movement in entry.movements if movement.target.id == collector.id]
    went = [movement.copies for movement in entry.movements if movement.source.id == collector.id]
    return came, went


def partners(entry: Entry, collector: Account) -> list[str]:
    """Give the people on the other side of an entry."""
    from collection.ledger.entry import AccountKind

    ends = [end for movement in entry.movements for end in (movement.source, movement.target)]
    return list(dict.fromkeys(end.name for end in ends if end.id != collector.id and end.kind is not AccountKind.WORLD))


def card_json(card: Card, owned: int) -> dict[str, Any]:
    """Give a card as `cards --json` prints it."""
    return {
        "number": card.number,
        "name": card.name,
        "level": int(card.level),
        "family": card.family.value,
        "tribe": card.tribe,
        "artist": card.artist,
        "n": card.n,
        "e": card.e,
        "s": card.s,
        "w": card.w,
        "confirmed": [field for field in FIELDS if field in card.confirmed],
        "owned": owned,
    }


def copies_json(copies: Copies) -> dict[str, Any]:
    """Give copies as JSON prints them."""
    return {"number": copies.number, "finish": copies.finish, "quantity": copies.quantity}


def entry_json(entry: Entry) -> dict[str, Any]:
    """Give an entry as `ledger --json` prints it."""
    return {
        "id": entry.id,
        "date": entry.happened.isoformat(),
        "kind": entry.kind.value,
        "movements": [
            copies_json(movement.copies) | {"from": movement.source.name, "to": movement.target.name}
            for movement in entry.movements
        ],
        "note": entry.note,
        "recorded": entry.recorded.isoformat(),
        "reverses": entry.reverses,
        "voided_by": entry.voided_by,
    }


def pack_json(pack: Pack) -> dict[str, Any]:
    """Give a pack as `pack list --json` prints it; `cards` has each number as often as it was pulled."""
    return {
        "id": pack.id,
        "number": pack.number,
        "date": pack.opened.isoformat(),
        "cards": [copies.number for copies in pack.cards for _ in range(copies.quantity)],
        "note": pack.note,
        "copies": [copies_json(copies) for copies in pack.cards],
        "levels": None if pack.levels is None else list(pack.levels),
        "price": pack.price,
        "shop": pack.shop,
        "voided": pack.voided,
    }


def faults_json(faults: Iterable[HandFault]) -> list[dict[str, Any]]:
    """Give reasons why a hand is not legal."""
    return [{"code": fault.code, "card": fault.card, "message": fault.message} for fault in faults]


def hand_json(checked: CheckedHand) -> dict[str, Any]:
    """Give a hand as `hand check --json` prints it."""
    return {
        "name": checked.hand.name,
        "cards": list(checked.hand.cards),
        "legal": not checked.faults,
        "faults": faults_json(checked.faults),
        "warnings": warnings_json((*checked.warnings, *checked.tied)),
        "sleeved": checked.hand.sleeved,
    }


def warnings_json(warnings: Iterable[StakeWarning | TiedCard]) -> list[dict[str, Any]]:
    """Give the keepsakes that are at stake, and the cards that are tied up."""
    return [{"card": one.card, "message": one.message} for one in warnings]


def tell_warnings(warnings: Iterable[StakeWarning]) -> None:
    """Say which keepsakes are at stake: a warning, never a refusal."""
    for one in warnings:
        talk(f"Careful: {plain(one.message)}")


def tell_tied(tied: Sequence[TiedCard]) -> None:
    """Say which cards are tied up in sleeved hands, those of the same hands in one line: a warning, never a refusal."""
    for hands in dict.fromkeys(one.hands for one in tied):
        there = [one for one in tied if one.hands == hands]
        if len(there) == 1:
            talk(f"Careful: {plain(there[0].message)}")
            continue
        numbers, sleeved = listed([f"#{one.card}" for one in there]), listed([quoted(name) for name in hands])
        are = "is" if len(hands) == 1 else "are"
        talk(f"Careful: every copy of {numbers} is in {sleeved}, which {are} sleeved: take them out, or choose others.")


def broken_json(broken: Iterable[BrokenHand]) -> list[dict[str, Any]]:
    """Give the hands that an act broke."""
    return [
        {"hand": one.hand.name, "collector": one.hand.owner.name, "faults": faults_json(one.faults)} for one in broken
    ]


def tell_broken(broken: Iterable[BrokenHand]) -> None:
    """Name the hands that were legal before an act and are not any more, with the reasons."""
    for one in broken:
        talk(f"{short(one.hand.owner.name)}'s hand {short(one.hand.name)} is not legal any more:")
        for fault in one.faults:
            talk(f"  {plain(fault.message)}")


def tell_mend(asked: Asked, match: str, broken: Sequence[BrokenHand]) -> None:
    """Say how the hands that the loss of a match broke are mended."""
    if broken:
        # For the loser, who may be another collector than the one who asked.
        anybody = replace(asked, collector=None)
        talk(f"The best free card for each: {anybody.command(f'ante mend {short_id(match)}')}")


def given_back_json(given: Iterable[GivenBack]) -> list[dict[str, Any]]:
    """Give what became of the hands that had been mended after a match that was taken back."""
    return [
        {"hand": one.hand.name, "collector": one.hand.owner.name, "done": one.done, "message": one.message}
        for one in given
    ]


def tell_given_back(given: Iterable[GivenBack]) -> None:
    """Name the hands that have their cards of before again, and those that are left as they are, and why."""
    for one in given:
        talk(f"{short(one.hand.owner.name)}'s hand {plain(one.message)}")


def legal_hands(book: Book) -> frozenset[int]:
    """Give the hands that are legal now: what `broken_since` compares with, after something was played."""
    from collection.desk.breakage import legal_hands as legal

    with book.reading() as unit:
        return legal(unit, unit.cards.catalogue())


def broken_since(book: Book, legal: frozenset[int]) -> tuple[BrokenHand, ...]:
    """Give the hands among `legal` that are not legal any more."""
    from collection.desk.breakage import broken_since as broken

    with book.reading() as unit:
        return broken(unit, unit.cards.catalogue(), legal)


def tell_way_back(asked: Asked, id: str) -> None:
    """Say how an act is taken back."""
    talk(f"To take it back: {asked.command(f'void {short_id(id)}')}")


def tell_said_before(new: bool) -> None:
    """Say that an id was said before."""
    if not new:
        talk("This was in the book already under the same id: nothing moved again.")


def sentence(entry: Entry, collector: Account, catalogue: Catalogue) -> str:
    """Say what an entry did to the collector's cards."""
    from collection.ledger.entry import EntryKind

    came, went = (listed([copies_named(catalogue, one) for one in side]) for side in changes(entry, collector))
    who = short(collector.name, 40)
    others = listed([short(name, 40) for name in partners(entry, collector)])
    if not came and not went:
        told = f"other people's cards moved ({entry.kind.value})"
    elif entry.kind is EntryKind.TRADE:
        told = f"{who} traded {went or 'nothing'} to {others} for {came or 'nothing'}"
    elif entry.kind is EntryKind.VOID:
        ways = [f"{went} left {who}'s binder"] * bool(went) + [f"{came} came back to {who}"] * bool(came)
        told = f"taken back {short_id(entry.reverses or '')}: {listed(ways)}"
    else:
        lost, won = _WORDS[entry.kind.value]
        ways = [f"{lost} {went}" + f" to {others}" * bool(others)] * bool(went)
        ways += [f"{won} {came}" + f" from {others}" * bool(others)] * bool(came)
        told = f"{who} {listed(ways)}"
    return f"{entry.happened.isoformat()}: {told}."


_WORDS = {
    "pull": ("gave back", "pulled"),
    "gift": ("gave", "got"),
    "ante": ("lost", "won"),
    "found": ("gave back", "found"),
    "lost": ("lost", "got back"),
    "recount": ("counted away", "counted in"),
}
"""What an entry of a kind is called where cards went, and where they came."""


def tell_receipt(asked: Asked, book: Book, receipt: Receipt, *, as_json: bool) -> None:
    """Say what came of posting an entry, which hands it broke, and how to take it back."""
    from collection.cli.asked import catalogue_of

    if as_json:
        data_json(
            entry_json(receipt.entry)
            | {
                "new": receipt.new,
                "broken": broken_json(receipt.broken),
                "given_back": given_back_json(receipt.given_back),
            }
        )
    else:
        data(sentence(receipt.entry, whose(book, asked), catalogue_of(book)))
    tell_said_before(receipt.new)
    tell_given_back(receipt.given_back)
    tell_broken(receipt.broken)
    tell_way_back(asked, receipt.entry.id)
