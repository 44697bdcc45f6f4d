"""`value`: what cards are worth to their owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.catalogue.card import Level
from collection.catalogue.words import read_level
from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Json, ListsByDefault
from collection.cli.output import STAND_IN_NOTE, card_name, counted, data, data_json, face_name, table, talk
from collection.cli.words import no_options
from collection.errors import CollectionError, NotUnderstood
from collection.ledger.price import sums_written, written
from collection.text import quoted

if TYPE_CHECKING:
    from collection.catalogue.card import Card, CardNo
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.values import Valued, ValueLine
    from collection.ledger.price import Price

value = typer.Typer(cls=ListsByDefault, help="Values of your own: what a card, or a Level, is worth to you.")

Of: TypeAlias = Annotated[str, typer.Argument(metavar="CARD", help="A number, a name, or level:3 for a whole Level.")]
_LEVEL = "level:"


@value.command("set", context_settings=DASHES)
def set_one(
    context: typer.Context,
    of: Of,
    price: Annotated[list[str], typer.Argument(metavar="PRICE", help="Such as 2.50EUR, 2.50 EUR or 2.50.")],
    as_json: Json = False,
) -> None:
    """Say what one copy is worth to you: `value set 45 2.50EUR`; `value set level:3 1.00` for all without their own."""
    from collection.desk.values import set_value

    asked = Asked.of(context)
    no_options([of, *price])
    with asked.posting() as book:
        cards, levels = _read(catalogue_of(book), [of])
        lines = set_value(book, asked.collector, " ".join(price), cards=cards, levels=levels)
    if as_json:
        data_json([_line_json(line) | {"before": _money_json(line.before)} for line in lines])
        return
    for line in lines:
        before = "" if line.before is None else f", {_written(line.before)} before"
        data(f"{_named(line)} is worth {_written(line.price)} to you{before}.")


@value.command(context_settings=DASHES)
def clear(
    context: typer.Context,
    of: Annotated[list[str], typer.Argument(metavar="CARD...", help="Numbers, names, or level:3.")],
    as_json: Json = False,
) -> None:
    """Take values away: `value clear 45 level:3`."""
    from collection.desk.values import clear_value

    asked = Asked.of(context)
    no_options(of)
    with asked.book() as book:
        cards, levels = _read(catalogue_of(book), of)
        lines = clear_value(book, asked.collector, cards=cards, levels=levels)
    if as_json:
        data_json([_line_json(line) | {"before": _money_json(line.before)} for line in lines])
        return
    for line in lines:
        data(f"{_named(line)} {'had no value' if line.before is None else 'has no value any more'}.")


@value.command("list")
def list_values(context: typer.Context, as_json: Json = False) -> None:
    """List your values, and what your copies come to by them."""
    from collection.desk.values import values

    asked = Asked.of(context)
    with asked.reading() as book:
        found = values(book, asked.collector)
    if as_json:
        data_json([_line_json(line) for line in found.lines])
        return
    if not found.lines:
        talk(f"No values yet, and none is made up. Say one: {asked.command('value set 45 2.50EUR')}")
        return
    table(
        ("No", "Name", "Level", "Value", "Copies"),
        [(*_place(line.of), _written(line.price), str(line.copies)) for line in found.lines],
        right=(0, 3, 4),
    )
    data(_in_all(found))
    if any(not isinstance(line.of, Level) and line.of.is_stand_in for line in found.lines):
        talk(STAND_IN_NOTE)


def _read(catalogue: Catalogue, words: Sequence[str]) -> tuple[list[CardNo], list[Level]]:
    """Read cards and Levels. Raises NotUnderstood with every word that is neither."""
    from collection.catalogue.spelling import read_card

    cards: list[CardNo] = []
    levels: list[Level] = []
    faults: list[str] = []
    for word in words:
        if word.strip().lower().startswith(_LEVEL):
            level = read_level(word.strip()[len(_LEVEL) :])
            if level is None:
                faults.append(f"{quoted(word)} is no Level: level:1 to level:5, or level:I to level:V.")
            else:
                levels.append(level)
            continue
        try:
            cards.append(read_card(catalogue, word))
        except CollectionError as no:
            faults += no.reasons
    if faults:
        raise NotUnderstood(*faults)
    return cards, levels


def _named(line: ValueLine) -> str:
    if isinstance(line.of, Level):
        return f"A card of Level {line.of.name} without a value of its own"
    return card_name(line.of)


def _place(of: Card | Level) -> tuple[str, str, str]:
    if isinstance(of, Level):
        return "", "every other", of.name
    return str(of.number), face_name(of), of.level.name


def _written(price: Price | None) -> str:
    return "" if price is None else written(price.currency, price.minor)


def _in_all(found: Valued) -> str:
    """Write what the copies come to, and how many of them that leaves out."""
    valued = found.copies - found.unvalued
    if not valued:
        return f"None of your {counted(found.copies, 'copy', 'copies')} has a value."
    rest = "" if not found.unvalued else f"; {found.unvalued} more have no value"
    return f"In all {sums_written(found.worth)} for {counted(valued, 'copy', 'copies')}{rest}."


def _line_json(line: ValueLine) -> dict[str, Any]:
    return {
        "number": None if isinstance(line.of, Level) else line.of.number,
        "level": int(line.of) if isinstance(line.of, Level) else None,
        "value": _money_json(line.price),
        "copies": line.copies,
    }


def _money_json(price: Price | None) -> dict[str, Any] | None:
    """Give an amount; `minor` are hundredths, and the currency is empty where none was named."""
    return None if price is None else {"currency": price.currency, "minor": price.minor}
