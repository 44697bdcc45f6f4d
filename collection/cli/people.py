"""`collector`: who keeps cards in this book."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json, ListsByDefault
from collection.cli.output import data, data_json, short, table, talk
from collection.errors import Refused

collector = typer.Typer(cls=ListsByDefault, help="Collectors: one book can keep the cards of several.")

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The collector's name.")]


@collector.command()
def new(
    context: typer.Context,
    name: Name,
    solo: Annotated[
        bool, typer.Option("--solo", help="Cards that are not cardboard: may play programs for keeps.")
    ] = False,
) -> None:
    """Add a collector."""
    from collection.desk.collectors import add

    with Asked.of(context).book() as book:
        added = add(book, name, solo=solo)
    data(f"{short(added.name)} keeps cards in this book{', solo' if added.solo else ''}.")


@collector.command("list")
def list_collectors(context: typer.Context, as_json: Json = False) -> None:
    """List the collectors, and who is in use."""
    from collection.desk.collectors import current
    from collection.ledger.entry import AccountKind

    with Asked.of(context).reading() as book, book.reading() as unit:
        found = unit.accounts.all(AccountKind.COLLECTOR)
        try:
            in_use = current(unit, None).id
        except Refused:
            in_use = 0
    if as_json:
        data_json([{"name": one.name, "solo": one.solo, "in_use": one.id == in_use} for one in found])
        return
    if not found:
        talk("No collector yet; the first pack makes one.")
        return
    table(
        ("Name", "Cards", "In use"),
        [(short(one.name), "solo" if one.solo else "cardboard", "yes" if one.id == in_use else "") for one in found],
    )


@collector.command()
def use(context: typer.Context, name: Name) -> None:
    """Make a collector the one in use when `--as` names nobody."""
    from collection.desk.collectors import use as choose

    with Asked.of(context).book() as book:
        chosen = choose(book, name)
    data(f"{short(chosen.name)} is in use.")


@collector.command()
def rename(
    context: typer.Context,
    name: Name,
    to: Annotated[str, typer.Argument(metavar="NEW", help="The other name.")],
) -> None:
    """Call a collector otherwise: cards, hands and history stay theirs."""
    from collection.desk.renaming import rename_collector

    with Asked.of(context).book() as book:
        renamed = rename_collector(book, name, to)
    data(f"{short(name)} is called {short(renamed.name)} now.")
