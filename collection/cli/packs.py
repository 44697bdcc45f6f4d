"""`pack`: packs opened and logged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.catalogue.card import BASE_FINISH
from collection.cli.asked import Asked, catalogue_of
from collection.cli.lessons import stats
from collection.cli.options import DASHES, Corrects, Date, Id, Json, ListsByDefault, Note
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, short, table, talk
from collection.cli.receipts import (
    broken_json,
    copies_json,
    given_back_json,
    pack_json,
    short_id,
    spelled,
    tell_broken,
    tell_given_back,
    tell_said_before,
    tell_way_back,
)
from collection.cli.words import card_words, no_options
from collection.errors import NotUnderstood
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.catalogue.card import Card, Copies
    from collection.desk.packs import PackReceipt, UndonePack
    from collection.ledger.entry import Pack

pack = typer.Typer(cls=ListsByDefault, help="Packs: log one, take it back, list them, learn from them.")
pack.command("stats")(stats)


@pack.command(context_settings=DASHES)
def add(
    context: typer.Context,
    cards: Annotated[
        list[str] | None,
        typer.Argument(metavar="CARD...", help="Numbers or names: 12 45 45 118, 45*2, 45:foil, #45, 'Sea Dog'."),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="I/II/III/IV/V", help="Only counts per Level are known: --levels 5/3/1/1/0."),
    ] = None,
    price: Annotated[str, typer.Option("--price", metavar="TEXT", help="What it cost, with its currency.")] = "",
    shop: Annotated[str, typer.Option("--shop", metavar="TEXT", help="Where it came from.")] = "",
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Log a pack: it is in the book at once, and says what is new and what is spare."""
    from collection.desk.packs import log_pack, log_pack_levels

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    if bool(cards) == (levels is not None):
        raise NotUnderstood("Name the cards of the pack, or count them per Level with --levels: one of the two.")
    no_options(cards or [])
    counts = None if levels is None else _levels(levels)
    with asked.posting() as book:
        if counts is not None:
            receipt = log_pack_levels(book, asked.collector, counts, said, price=price, shop=shop)
        else:
            copies = card_words(catalogue_of(book), cards or [])
            receipt = log_pack(book, asked.collector, copies, said, price=price, shop=shop)
    if as_json:
        data_json(_receipt_json(receipt))
    else:
        _tell_pack(receipt)
    _tell_price(receipt.pack)
    tell_said_before(receipt.new)
    tell_given_back(receipt.given_back)
    tell_broken(receipt.broken)
    tell_way_back(asked, receipt.pack.id)


def _tell_price(logged: Pack) -> None:
    """Say so when a price is kept as it was written and counts in no sum."""
    from collection.ledger.price import read_price

    if logged.price and read_price(logged.price) is None:
        talk(
            f"The price {short(logged.price, 40)} is kept as written, but cannot be read and counts in no cost. "
            "Write it like 4.50 EUR, with at most two digits behind the point."
        )


@pack.command()
def undo(context: typer.Context, id: Id = None, note: Note = None, as_json: Json = False) -> None:
    """Take back the pack that was logged last.

    Whatever day it is dated; what leaves the binder is shown.
    """
    from collection.desk.packs import undo_pack

    asked = Asked.of(context)
    said = asked.said(id, None, note)
    with asked.book() as book:
        undone = undo_pack(book, asked.collector, said)
    if as_json:
        lines = [copies_json(line.copies) | {"name": line.card.name, "owned": line.left} for line in undone.lines]
        void = None if undone.void is None else undone.void.id
        data_json(
            pack_json(undone.pack)
            | {"void": void, "new": undone.new, "lines": lines, "broken": broken_json(undone.broken)}
        )
    else:
        _tell_undone(undone)
    tell_said_before(undone.new)
    tell_broken(undone.broken)


def _tell_undone(undone: UndonePack) -> None:
    opened = undone.pack.opened.isoformat() + _paid(undone.pack)
    which = f"pack {undone.pack.number} of {opened} ({short_id(undone.pack.id)})"
    if not undone.lines:
        many = counted(sum(undone.pack.levels or ()), "card")
        data(f"Taken back: {which}, {many} counted per Level. No card moved.")
        return
    many = counted(sum(line.copies.quantity for line in undone.lines), "card")
    data(f"Taken back: {which}, {many}.")
    table(
        ("No", "Name", "Level", "Copies", "Owned now"),
        [
            (
                str(line.card.number),
                _finished(line.card, line.copies),
                line.card.level.name,
                str(line.copies.quantity),
                str(line.left),
            )
            for line in undone.lines
        ],
        right=(0, 3, 4),
    )
    if any(line.card.is_stand_in for line in undone.lines):
        talk(STAND_IN_NOTE)


def _finished(card: Card, copies: Copies) -> str:
    """Give a card's name, with the finish of its copies where it is not the usual one."""
    return face_name(card) + ("" if copies.finish == BASE_FINISH else f" ({plain(copies.finish)})")


def _receipt_json(receipt: PackReceipt) -> dict[str, Any]:
    lines = [
        copies_json(line.copies) | {"name": line.card.name, "owned": line.owned, "is_new": line.is_new}
        for line in receipt.lines
    ]
    given_back = given_back_json(receipt.given_back)
    did = {"new": receipt.new, "lines": lines, "broken": broken_json(receipt.broken), "given_back": given_back}
    return pack_json(receipt.pack) | did


def _tell_pack(receipt: PackReceipt) -> None:
    """Say what the pack held, what of it is new, and what is spare."""
    day = receipt.pack.opened.isoformat() + _paid(receipt.pack)
    if not receipt.lines:
        many = counted(sum(receipt.pack.levels or ()), "card")
        data(f"Pack {receipt.pack.number} of {day}: {many}, counted per Level. Without their numbers no card moved.")
        return
    table(
        ("No", "Name", "Level", "Copies", "New", "Owned now"),
        [
            (
                str(line.card.number),
                _finished(line.card, line.copies),
                line.card.level.name,
                str(line.copies.quantity),
                "new" if line.is_new else "spare",
                str(line.owned),
            )
            for line in receipt.lines
        ],
        right=(0, 3, 5),
    )
    many = counted(sum(line.copies.quantity for line in receipt.lines), "card")
    fresh = len({line.card.number for line in receipt.lines if line.is_new})
    data(f"Pack {receipt.pack.number} of {day}: {many}, {counted(fresh, 'number')} new.")
    if any(line.card.is_stand_in for line in receipt.lines):
        talk(STAND_IN_NOTE)


def _paid(logged: Pack) -> str:
    """Give price and shop as they stand behind a pack's day."""
    paid = f", {short(logged.price, 30)}" if logged.price else ""
    return paid + (f", from {short(logged.shop, 30)}" if logged.shop else "")


def _levels(text: str) -> tuple[int, int, int, int, int]:
    counts = re.fullmatch(r"(\d{1,3})[/,](\d{1,3})[/,](\d{1,3})[/,](\d{1,3})[/,](\d{1,3})", text, re.ASCII)
    if counts is None:
        raise NotUnderstood(f"{quoted(text)} does not count five Levels. Write it as 5/3/1/1/0, Level I first.")
    one, two, three, four, five = (int(count) for count in counts.groups())
    return one, two, three, four, five


@pack.command("list")
def list_packs(context: typer.Context, as_json: Json = False) -> None:
    """List the packs opened, newest first."""
    from collection.desk.packs import packs

    asked = Asked.of(context)
    with asked.reading() as book:
        found = packs(book, asked.collector)
    if as_json:
        data_json([pack_json(one) for one in found])
        return
    if not found:
        talk(f"No packs yet. Log one: {asked.command('pack add 12 45 118')}")
        return
    table(
        ("Pack", "Date", "Id", "Cards", "Numbers", "Price, shop, note"),
        [
            (
                str(one.number),
                one.opened.isoformat(),
                short_id(one.id),
                str(sum(one.levels) if one.levels else sum(copies.quantity for copies in one.cards)),
                _numbers(one.levels, " ".join(spelled(copies) for copies in one.cards)),
                ("voided. " if one.voided else "") + _details(one),
            )
            for one in found
        ],
        right=(0, 3),
    )
    talk(f"{counted(len(found), 'pack')}.")


def _details(one: Pack) -> str:
    """Give price, shop and note, as far as they were said."""
    said = [short(one.price, 20), f"from {short(one.shop, 30)}" if one.shop else "", short(one.note)]
    return ", ".join(part for part in said if part)


def _numbers(levels: tuple[int, ...] | None, numbers: str) -> str:
    return numbers or (f"per Level {'/'.join(str(count) for count in levels)}" if levels else "")
