"""`ledger add`: cards that change hands away from the game."""

from __future__ import annotations

from typing import Annotated

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Cards, Corrects, Date, Group, Id, Json, ListOptions, Note
from collection.cli.receipts import tell_receipt
from collection.cli.words import card_words

add = typer.Typer(cls=Group, help="Add an entry: trade, gift, found, lost.")


@add.command(cls=ListOptions)
def trade(
    context: typer.Context,
    partner: Annotated[str, typer.Option("--with", metavar="NAME", help="Who you traded with.")],
    give: Annotated[list[str] | None, typer.Option("--give", metavar="CARD...", help="Cards that went.")] = None,
    get: Annotated[list[str] | None, typer.Option("--get", metavar="CARD...", help="Cards that came.")] = None,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Log a trade, both sides in one entry: `ledger add trade --with Bo --give 45 118 --get 12`."""
    from collection.desk.exchange import trade as log_trade

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    with asked.posting() as book:
        catalogue = catalogue_of(book)
        gave, got = card_words(catalogue, give or []), card_words(catalogue, get or [])
        receipt = log_trade(book, asked.collector, partner, gave, got, said)
        tell_receipt(asked, book, receipt, as_json=as_json)


@add.command(context_settings=DASHES)
def gift(
    context: typer.Context,
    cards: Cards,
    to: Annotated[str | None, typer.Option("--to", metavar="NAME", help="Who got them.")] = None,
    source: Annotated[str | None, typer.Option("--from", metavar="NAME", help="Who gave them.")] = None,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Log a gift, made or got: `ledger add gift 45 --to Bo`."""
    from collection.desk.exchange import gift as log_gift

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    with asked.posting() as book:
        copies = card_words(catalogue_of(book), cards)
        receipt = log_gift(book, asked.collector, copies, said, to=to, source=source)
        tell_receipt(asked, book, receipt, as_json=as_json)


@add.command(context_settings=DASHES)
def found(
    context: typer.Context,
    cards: Cards,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Log copies that turned up: `ledger add found 12 45*2`."""
    from collection.desk.exchange import found as log_found

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    with asked.posting() as book:
        receipt = log_found(book, asked.collector, card_words(catalogue_of(book), cards), said)
        tell_receipt(asked, book, receipt, as_json=as_json)


@add.command(context_settings=DASHES)
def lost(
    context: typer.Context,
    cards: Cards,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Log copies that are gone: `ledger add lost 45`."""
    from collection.desk.exchange import lost as log_lost

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    with asked.posting() as book:
        receipt = log_lost(book, asked.collector, card_words(catalogue_of(book), cards), said)
        tell_receipt(asked, book, receipt, as_json=as_json)
