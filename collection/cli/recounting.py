"""`recount`: the binder counted for real."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.options import Date, Id, Json
from collection.cli.output import data, data_json, talk
from collection.cli.previews import (
    can_ask,
    confirmed,
    names_a_file,
    preview_json,
    read_file,
    tell_imported,
    tell_preview,
    tell_reading,
)
from collection.cli.words import no_options, searched
from collection.errors import NotUnderstood

if TYPE_CHECKING:
    from collection.catalogue.card import CardNo
    from collection.desk.importing import Preview
    from collection.desk.said import Said
    from collection.store.book import Book


def recount(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(metavar="FILE|-|CARD...", help="A file, standard input, or what is there: 12 45*2 46*0."),
    ],
    whole: Annotated[bool, typer.Option("--whole", help="All was counted: what is not named is not there.")] = False,
    level: Annotated[str | None, typer.Option("--level", metavar="L", help="Only this Level was counted.")] = None,
    family: Annotated[str | None, typer.Option("--family", metavar="F", help="Only this family was counted.")] = None,
    only: Annotated[str | None, typer.Option("--only", metavar="QUERY", help="Only what this search finds.")] = None,
    note: Annotated[
        str | None, typer.Option("--note", metavar="TEXT", help="Why they differ; with it the difference is posted.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask on a terminal; a --note is needed.")] = False,
    id: Id = None,
    date: Date = None,
    as_json: Json = False,
) -> None:
    """Count the binder: post how it differs from the books.

    One dated entry, card by card, with a reason: without --note the differences are only shown. A count of an
    earlier day (--date) is compared with the books of that day.
    """
    from collection.desk.recount import post_recount, preview_recount

    no_options(words)
    asked = Asked.of(context)
    said = asked.said(id, date, note)
    file = words[0] if len(words) == 1 and names_a_file(words[0]) else None
    content = words if file is None else read_file(file)
    if yes and not said.note:
        raise NotUnderstood('Say why the books and the binder differ: --note "counted the binder".')
    answers = not as_json and not yes and can_ask(file or "")
    with asked.posting() if said.note or answers else asked.reading() as book:
        scope = _scope(book, asked, level, family, only)
        seen = preview_recount(book, asked.collector, content, whole=whole, scope=scope, on=said.on)
        if seen.changed and not seen.refused:
            if answers:
                tell_preview(seen)
                said = _reason(asked, said, date)
            if said.note and (not answers or confirmed("Post this?")):
                tell_imported(asked, seen, post_recount(book, seen, said), as_json=as_json)
                return
    _tell_unposted(seen, shown=answers, as_json=as_json)


def _scope(
    book: Book, asked: Asked, level: str | None, family: str | None, only: str | None
) -> frozenset[CardNo] | None:
    """Give the numbers that were counted, None for all."""
    from collection.desk.binder import open_binder

    query = [f"{field}:{word}" for field, word in (("level", level), ("family", family)) if word is not None]
    query += [] if only is None else [f"({only})"]
    if not query:
        return None
    binder = open_binder(book, asked.collector)
    return frozenset(card.number for card in searched(binder.catalogue, query, binder.owned))


def _reason(asked: Asked, said: Said, date: str | None) -> Said:
    """Ask for the reason where none was given; none given again means that nothing is posted."""
    if said.note:
        return said
    reason = typer.prompt("Why do they differ? (nothing: post nothing)", default="", show_default=False, err=True)
    return asked.said(said.id, date, str(reason))


def _tell_unposted(seen: Preview, *, shown: bool, as_json: bool) -> None:
    if as_json:
        data_json(preview_json(seen))
    elif not seen.changed and not seen.refused:
        data("The books and the binder agree.")
    elif not (shown and seen.changed and not seen.refused):
        tell_preview(seen)
    tell_reading(seen)
    if seen.refused:
        talk("Nothing was posted. Mend these lines first.")
        raise typer.Exit(1)
    if seen.changed:
        talk('Nothing was posted. To post the difference, say why: --note "counted the binder".')
