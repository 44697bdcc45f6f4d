"""`cards` and `card`: the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from collection.catalogue.card import FIELDS, STAND_IN_MARK, Card
from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Json, ShowsByDefault, Sort
from collection.cli.output import (
    STAND_IN_NOTE,
    card_name,
    counted,
    data,
    data_json,
    face_name,
    listed,
    table,
    talk,
)
from collection.cli.pictures import Picture, Svg, check_wish, give_picture
from collection.cli.receipts import card_json
from collection.cli.words import joined_query, no_options, one_card, searched
from collection.errors import NotUnderstood, Refused
from collection.text import plain

card = typer.Typer(cls=ShowsByDefault, help="One card: show it, or correct it from the card in hand.")

CardWords = Annotated[list[str], typer.Argument(metavar="N", help="A number or a name.")]


def cards(
    context: typer.Context,
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help="A search; every card when left out.")
    ] = None,
    sort: Sort = None,
    syntax: Annotated[bool, typer.Option("--syntax", help="Explain what a search can say, and nothing else.")] = False,
    as_json: Json = False,
) -> None:
    """Search the catalogue; --syntax explains all that it knows.

    As in `cards level:2 n>=4` or, with a saved search, `cards @wanted`.
    """
    if syntax:
        from collection.catalogue.query import SYNTAX_HELP

        data(SYNTAX_HELP.rstrip())
        return
    words = query or []
    catalogue, known = Asked.of(context).searchable(joined_query(words))
    owned = known.owned
    found = searched(catalogue, words, known, sort)
    if as_json:
        data_json([card_json(one, owned.get(one.number, 0)) for one in found])
        return
    if found:
        table(
            ("No", "Name", "Level", "Family", "N", "E", "S", "W", "Owned", "Tribe"),
            [
                (
                    str(one.number),
                    face_name(one),
                    one.level.name,
                    one.family.value,
                    *(str(edge) for edge in one.edges),
                    str(owned.get(one.number, 0)),
                    one.tribe,
                )
                for one in found
            ],
            right=(0, 4, 5, 6, 7, 8),
        )
    talk(f"{counted(len(found), 'card')} of {len(catalogue)}.")
    if any(one.is_stand_in for one in found):
        talk(STAND_IN_NOTE)


@card.command(context_settings=DASHES)
def show(
    context: typer.Context,
    words: CardWords,
    life: Annotated[bool, typer.Option("--life", help="What became of your copies, from the ledger.")] = False,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write its life down in a file, as text.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file that is there.")] = False,
    svg: Svg = False,
    picture: Picture = None,
    as_json: Json = False,
) -> None:
    """Show one card: `mudwater card 45`; `card 45 --life` tells what became of your copies."""
    check_wish(picture, svg=svg, as_json=as_json)
    asked = Asked.of(context)
    if life or to is not None:
        if svg or picture is not None:
            raise NotUnderstood("A picture shows the card's face, not its life. Ask for one of them.")
        _tell_life(asked, words, to, replace=replace, as_json=as_json)
        return
    catalogue, owned = asked.glance()
    one = catalogue[one_card(catalogue, words)]
    copies = owned.get(one.number, 0)
    if svg or picture is not None:
        _draw(one, picture, svg=svg)
    if svg:
        return
    if as_json:
        data_json(card_json(one, copies))
        return
    tell_card(one)
    data(f"Owned   {copies}")
    if one.is_stand_in:
        talk(STAND_IN_NOTE)
    talk(f"What became of your copies: {asked.command(f'card {one.number} --life')}")


def _draw(one: Card, picture: Path | None, *, svg: bool) -> None:
    from collection.pictures.cards import card_scene

    give_picture(picture, lambda: card_scene(one), svg=svg)


def _tell_life(asked: Asked, words: list[str], to: Path | None, *, replace: bool, as_json: bool) -> None:
    """Tell a card's life on standard output, or write it down in a file."""
    from collection.desk.binder import life, life_log
    from collection.desk.files import written_whole

    if to is not None and to.is_file() and not replace:
        raise Refused(f"{plain(str(to))} is there already. Name another file, or add --replace.")
    if to is not None and as_json:
        raise NotUnderstood("--to writes text; --json goes to standard output. Ask for one of them.")
    with written_whole(to, what="card's life") as write, asked.reading() as book:
        number = one_card(catalogue_of(book), words)
        one, events = life(book, number, asked.collector)
        write(life_log(one, events))
    if as_json:
        data_json(
            [
                {
                    "entry": event.entry,
                    "date": event.happened.isoformat(),
                    "kind": event.kind.value,
                    "change": event.change,
                    "held": event.held,
                    "sentence": event.sentence,
                    "voided": event.voided,
                    "note": event.note,
                }
                for event in events
            ]
        )
    elif to is None:
        data(life_log(one, events).rstrip())
    else:
        data(f"The life of {card_name(one)} was written to {plain(str(to))}")


@card.command("set", context_settings=DASHES)
def set_fields(
    context: typer.Context,
    number: Annotated[str, typer.Argument(metavar="N", help="A number or a name.")],
    fields: Annotated[
        list[str],
        typer.Argument(
            metavar="FIELD=VALUE...", help=f"Of {', '.join(FIELDS)}; without =VALUE: confirmed as it stands."
        ),
    ],
    as_json: Json = False,
) -> None:
    """Correct a card from the card in hand.

    As in `mudwater card set 45 n=3 "name=Sea Dog" level=I`. What you set counts as confirmed, and no newer data
    file changes it.
    """
    from collection.desk.binder import open_binder
    from collection.desk.cards import correct_card

    no_options([number, *fields])
    asked = Asked.of(context)
    with asked.book() as book:
        binder = open_binder(book, asked.collector)
        owned = binder.owned
        corrected = correct_card(book, one_card(binder.catalogue, [number]), fields)
    if as_json:
        data_json(card_json(corrected, owned.get(corrected.number, 0)))
        return
    tell_card(corrected)
    confirmed = [field for field in FIELDS if field in corrected.confirmed]
    talk(f"Confirmed: {listed(confirmed)}.")


def tell_card(one: Card) -> None:
    """Write a card's face, a mark behind each field that is a stand-in."""
    edges = "  ".join(f"{side.upper()} {getattr(one, side)}{_mark(one, side)}" for side in "nesw")
    data(f"Number  {one.number}{_mark(one, 'number')}")
    data(f"Name    {plain(one.name)}{_mark(one, 'name')}")
    data(f"Level   {one.level.name}, {one.level.rarity}{_mark(one, 'level')}")
    data(f"Family  {one.family.value}{_mark(one, 'family')}")
    data(f"Tribe   {plain(one.tribe)}{_mark(one, 'tribe')}")
    data(f"Artist  {plain(one.artist) + _mark(one, 'artist') if one.artist else 'not known'}")
    data(f"Edges   {edges}")


def _mark(one: Card, field: str) -> str:
    return "" if field in one.confirmed else f" {STAND_IN_MARK}"
