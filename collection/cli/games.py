"""`game`: the games that can be played here, and what of their data is confirmed, a stand-in or corrected."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json, ListsByDefault
from collection.cli.output import counted, data, data_json, table, talk
from collection.errors import NotUnderstood
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.games.field import Field
    from collection.games.protocol import AnyGame

MUDWATER = "mudwater"


class ShowsAGame(ListsByDefault):
    """`game` is `game list`, and `game matschig` is `game show matschig`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front that is meant."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["show", *args]
        return super().parse_args(ctx, args)


game = typer.Typer(cls=ShowsAGame, help="The games there are, and what of their data is confirmed.")

Name: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="As `game list` names it.")]


@game.command("list")
def list_games(context: typer.Context, as_json: Json = False) -> None:
    """List the games: who can play them, and how much of their data is still a stand-in."""
    from collection.games.written import how_many

    asked = Asked.of(context)
    rows = [_game_json(name, asked) for name in _names()]
    if as_json:
        data_json([{key: row[key] for key in ("game", "title", "seats", "stand_ins", "corrected")} for row in rows])
        return
    table(
        ("Game", "Title", "Players", "Stand-ins", "Corrected"),
        [
            (row["game"], row["title"], how_many(row["seats"]), str(row["stand_ins"]), str(row["corrected"]))
            for row in rows
        ],
        right=(3, 4),
    )
    talk(f"More of one: {asked.command('game show matschig')}")


@game.command()
def show(context: typer.Context, named: Name, as_json: Json = False) -> None:
    """Show a game: its seats, what can be agreed on before it begins, and what of its data is a stand-in."""
    from collection.games.written import how_many

    asked = Asked.of(context)
    shown = _game_json(_known(named), asked)
    if as_json:
        data_json(shown)
        return
    data(f"{shown['title']}, {how_many(shown['seats'])} players.")
    for option in shown["options"]:
        values = ", ".join(option["values"])
        for line in textwrap.wrap(
            f"{option['name']}: {option['about']} {values}; {option['values'][0]} unless said.",
            80,
            initial_indent="  ",
            subsequent_indent="    ",
        ):
            data(line)
    stand_ins, corrected = shown["stand_ins"], shown["corrected"]
    facts = counted(shown["fields"], "fact")
    data(f"{facts} of its data: {counted(stand_ins, 'stand-in')}, {corrected} corrected by you.")
    if named == MUDWATER:
        talk(f"Its cards: {asked.command('cards')}, and {asked.command('card set')} corrects them.")
        talk(f"Play it: {asked.command('play')}")
        return
    talk(f"Which they are: {asked.command(f'game data {named}')}")
    talk(f"Play it: {asked.command(f'play --game {named}')}")


@game.command("data")
def show_data(
    context: typer.Context,
    named: Name,
    begins: Annotated[
        str | None, typer.Argument(metavar="[FIELD]", help="Only the fields that begin so: count.water.")
    ] = None,
    stand_ins: Annotated[bool, typer.Option("--stand-ins", help="Only what nobody has confirmed.")] = False,
    as_json: Json = False,
) -> None:
    """List every fact that a game is played with, and what is known of it: confirmed, a stand-in, corrected by you."""
    from collection.desk.games_data import facts_of

    asked = Asked.of(context)
    with asked.reading() as book:
        there = facts_of(book, _known(named))
    found = [field for field in there if begins is None or field.name.startswith(begins.strip().lower())]
    if not found:
        raise NotUnderstood(f"{named} has no field that begins with {quoted(begins or '')}.")
    _tell_fields([field for field in found if not (stand_ins and field.confirmed)], as_json=as_json)
    if not as_json:
        talk(f"To correct one from the game in hand: {asked.command(f'game set {named} {found[0].name}=VALUE')}")


@game.command("set")
def set_facts(
    context: typer.Context,
    named: Name,
    fields: Annotated[
        list[str],
        typer.Argument(metavar="FIELD=VALUE...", help="Without =VALUE: confirmed as it stands."),
    ],
    as_json: Json = False,
) -> None:
    """Correct facts from the game in hand: `game set matschig count.water.4=7 count.water.5=5`.

    They count for games that begin from now on; every game that has begun keeps the data that it began with.
    """
    from collection.desk.games_data import correct_facts

    asked = Asked.of(context)
    with asked.book() as book:
        found = correct_facts(book, _known(named), fields)
    _tell_fields(found, as_json=as_json)
    names = " ".join(field.name for field in found[:1])
    talk(
        f"It counts for games that begin from now on. To take one back: {asked.command(f'game unset {named} {names}')}"
    )


@game.command()
def unset(
    context: typer.Context,
    named: Name,
    fields: Annotated[list[str], typer.Argument(metavar="FIELD...", help="Fields that you have corrected.")],
    as_json: Json = False,
) -> None:
    """Take corrections back: what the program's own data say holds again, for games that begin from now on."""
    from collection.desk.games_data import leave_facts

    with Asked.of(context).book() as book:
        found = leave_facts(book, _known(named), fields)
    _tell_fields(found, as_json=as_json)


def _names() -> Sequence[str]:
    from collection.games.registry import NAMES

    return NAMES


def _known(name: str) -> str:
    if name not in _names():
        raise NotUnderstood(f"There is no game called {quoted(name)}; there is {', '.join(_names())}.")
    return name


def _game_json(name: str, asked: Asked) -> dict[str, Any]:
    from collection.games.registry import TITLES, game_named, written_game

    fields: tuple[Field, ...] = ()
    options: list[dict[str, Any]] = []
    rules: AnyGame
    if name == MUDWATER:
        from collection.catalogue.card import FIELDS

        rules = game_named(name)
        cards = asked.catalogue()
        facts = len(cards) * len(FIELDS)
        stand_ins = sum(field not in card.confirmed for card in cards for field in FIELDS)
    else:
        written = written_game(name, asked.corrections().get(name))
        rules = written
        fields = tuple(field for field in written.fields if field.name != "game")
        facts = len(fields)
        stand_ins = sum(not field.confirmed for field in fields)
        options = [{"name": one.name, "values": list(one.values), "about": one.about} for one in written.variants]
    return {
        "game": name,
        "title": TITLES[name],
        "seats": list(rules.seats),
        "options": options,
        "fields": facts,
        "stand_ins": stand_ins,
        "corrected": sum(field.corrected for field in fields),
    }


def _tell_fields(fields: Sequence[Field], *, as_json: bool) -> None:
    if as_json:
        data_json(
            [
                {"field": one.name, "value": one.value, "confirmed": one.confirmed, "corrected": one.corrected}
                for one in fields
            ]
        )
        return
    rows = [(one.name, plain(one.value), _known_as(one)) for one in fields]
    table(("Field", "Value", "Known"), rows)


def _known_as(field: Field) -> str:
    return "corrected" if field.corrected else "confirmed" if field.confirmed else "stand-in"
