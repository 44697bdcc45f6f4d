"""`trade`: what a trade could be made of."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import Json, ListsByDefault
from collection.cli.output import STAND_IN_NOTE, data, data_json, face_name, short, table, talk
from collection.cli.receipts import named
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.trading import Getting, Giving, TradeList, Trading

trade = typer.Typer(cls=ListsByDefault, help="Trades to come: what you can give, and what you could get.")


@trade.command("list")
def list_trades(
    context: typer.Context,
    rival: Annotated[str | None, typer.Option("--with", metavar="NAME", help="Only with this person.")] = None,
    as_json: Json = False,
) -> None:
    """List what you can give that a rival looks for, and what they have that you miss or wish for.

    What a rival looks for and has is what you noted of them. `ledger add trade` logs a trade that was made.
    """
    from collection.desk.trading import trade_list, trading

    asked = Asked.of(context)
    with asked.reading() as book:
        catalogue = catalogue_of(book)
        one = None if rival is None else trade_list(book, rival, asked.collector)
        everything = trading(book, asked.collector) if one is None else None
    if one is not None:
        data_json(_list_json(one)) if as_json else _tell_list(asked, one, catalogue)
    elif everything is not None:
        data_json(_all_json(everything)) if as_json else _tell_all(asked, everything, catalogue)


def _tell_all(asked: Asked, everything: Trading, catalogue: Catalogue) -> None:
    data("You can give, to anybody (copies beyond one, and what you marked as an offer):")
    _tell_giving(everything.give)
    data("You look for:")
    _tell_getting(everything.wishes)
    for one in everything.rivals:
        data()
        _tell_list(asked, one, catalogue)
    if not everything.rivals:
        talk(f"Nothing is marked of any rival. Note what one looks for: {asked.command('rival wants Bo 45')}")
    cards = [one.card for one in everything.give] + [one.card for one in everything.wishes]
    if any(card.is_stand_in for card in cards):
        talk(STAND_IN_NOTE)


def _tell_list(asked: Asked, one: TradeList, catalogue: Catalogue) -> None:
    name, whose = short(one.rival.name, 40), shlex.quote(plain(one.rival.name))
    data(f"{name} looks for, and you can give:")
    _tell_giving(one.give)
    data(f"{name} has to trade, and you miss or wish for:")
    _tell_getting(one.get)
    if one.yours:
        cards = [named(catalogue, number) + (f" ({many})" if many > 1 else "") for number, many in one.yours]
        data(f"{name} still holds of yours: {', '.join(cards)}")
    if not one.wishes:
        wants = asked.command(f"rival wants {whose} CARD...")
        talk(f"What {name} looks for is not known until you note it: {wants}")
    if not one.offers:
        has = asked.command(f"rival has {whose} CARD...")
        talk(f"What {name} has to trade is not known until you note it: {has}")


def _tell_giving(cards: Iterable[Giving]) -> None:
    rows = [
        (
            str(one.card.number),
            face_name(one.card),
            one.card.level.name,
            str(one.copies),
            str(one.spare),
            _why_give(one),
            one.note,
        )
        for one in cards
    ]
    if rows:
        table(("No", "Name", "Level", "Copies", "Spare", "Mark", "Note"), rows, right=(0, 3, 4))
    else:
        data("  nothing")


def _why_give(one: Giving) -> str:
    words = ["offer"] * one.offered + ["keepsake"] * one.keepsake + ["last copy"] * (not one.spare)
    return ", ".join(words)


def _tell_getting(cards: Iterable[Getting]) -> None:
    rows = [
        (
            str(one.card.number),
            face_name(one.card),
            one.card.level.name,
            str(one.copies),
            ", ".join(["missing"] * one.missing + ["wish"] * one.wished),
            one.note,
        )
        for one in cards
    ]
    if rows:
        table(("No", "Name", "Level", "You own", "Why", "Note"), rows, right=(0, 3))
    else:
        data("  nothing")


def _all_json(everything: Trading) -> dict[str, Any]:
    return {
        "give": [_giving_json(one) for one in everything.give],
        "wishes": [_getting_json(one) for one in everything.wishes],
        "rivals": [_list_json(one) for one in everything.rivals],
    }


def _list_json(one: TradeList) -> dict[str, Any]:
    return {
        "rival": one.rival.name,
        "give": [_giving_json(card) for card in one.give],
        "get": [_getting_json(card) for card in one.get],
        "still_held": [{"number": number, "quantity": many} for number, many in one.yours],
        "known_wishes": one.wishes,
        "known_offers": one.offers,
    }


def _giving_json(one: Giving) -> dict[str, Any]:
    return {
        "number": one.card.number,
        "name": one.card.name,
        "quantity": one.copies,
        "spare": one.spare,
        "offer": one.offered,
        "keepsake": one.keepsake,
        "note": one.note,
    }


def _getting_json(one: Getting) -> dict[str, Any]:
    return {
        "number": one.card.number,
        "name": one.card.name,
        "owned": one.copies,
        "missing": one.missing,
        "wish": one.wished,
        "note": one.note,
    }
