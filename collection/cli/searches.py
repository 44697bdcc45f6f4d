"""`search`: searches under a name."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.options import DASHES, Json, ListsByDefault
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.words import joined_query, pointing
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.searches import SavedSearch

search = typer.Typer(cls=ListsByDefault, help="Saved searches: save one, then look with `cards @NAME`.")

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The search's name.")]


@search.command(context_settings=DASHES)
def save(
    context: typer.Context,
    name: Name,
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="What it looks for, as for `cards`.")],
    as_json: Json = False,
) -> None:
    """Save a search, in the place of one that has this name: `search save wanted is:wish or held:Bo`."""
    from collection.desk.searches import save_search

    asked = Asked.of(context)
    text = joined_query(query)
    with asked.book() as book, pointing(text):
        saved = save_search(book, asked.collector, name, text)
    if as_json:
        data_json(_search_json(saved))
        return
    data(f"Saved {short(saved.name)}: {short(saved.text)}. It finds {counted(saved.found or 0, 'card')} now.")
    talk(f"To look: {asked.command(f'cards {shlex.quote(plain(saved.spelled))}')}")


@search.command("list")
def list_searches(context: typer.Context, as_json: Json = False) -> None:
    """List the saved searches, and how many cards each finds."""
    from collection.desk.searches import searches

    asked = Asked.of(context)
    with asked.reading() as book:
        found = searches(book, asked.collector)
    if as_json:
        data_json([_search_json(one) for one in found])
        return
    if not found:
        talk(f"No search is saved. Save one: {asked.command('search save wanted is:wish')}")
        return
    table(
        ("Name", "Finds", "Search"),
        [(plain(one.spelled), "?" if one.found is None else str(one.found), one.text) for one in found],
        right=(1,),
    )
    for one in found:
        if one.fault:
            talk(f"{short(one.name)}: {plain(one.fault)}")


@search.command()
def drop(context: typer.Context, name: Name) -> None:
    """Forget a saved search."""
    from collection.desk.searches import drop_search

    with Asked.of(context).book() as book:
        dropped = drop_search(book, name)
    data(f"{short(dropped.name)} is forgotten; it was: {plain(dropped.text)}")


def _search_json(one: SavedSearch) -> dict[str, Any]:
    return {"name": one.name, "query": one.text, "found": one.found, "fault": one.fault}
