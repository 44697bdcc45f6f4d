"""`export`: the collection, the packs, the ledger or everything, as a file for other programs or for this one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.output import counted, data, talk
from collection.desk.files import refuse_other_file, written_whole
from collection.errors import NotUnderstood
from collection.text import crop, plain

if TYPE_CHECKING:
    from collection.desk.exporting import Written
    from collection.store.book import Book

STANDARD_OUTPUT = "-"
_FORMS = ("csv", "json", "journal")
_KINDS = ("collection", "packs", "ledger", "all")
_USUAL = {"csv": "collection", "json": "all", "journal": "ledger"}
"""What a file holds when nothing else is said."""


def export(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Ends in .csv, .json or .journal; - for standard output.")
    ],
    what: Annotated[
        str | None,
        typer.Option("--what", metavar="WHAT", help="collection, packs or ledger (.csv); all (.json)."),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--form", metavar="FORM", help="csv, json or journal, whatever the file's ending.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file of another kind.")] = False,
) -> None:
    """Write a file: the collection, the packs, the ledger or all.

    A .csv holds the collection, or what `--what` says, a .json everything of the book, and both are read back by
    `mudwater import`; a .journal is the ledger for hledger.
    """
    meant = _form(file, form, what)
    write = _writer(meant, _kind(meant, what))
    asked = Asked.of(context)
    if file == STANDARD_OUTPUT:
        with asked.reading() as book:
            written = write(book, asked.collector)
        sys.stdout.write(written.text)
        talk(_told(written))
        return
    path = Path(file)
    with asked.reading() as book, written_whole(path, what="export") as put:
        written = write(book, asked.collector)
        if not replace:
            refuse_other_file(path, written.text, way_out="Name another, or add --replace.")
        put(written.text)
    data(f"{plain(file)}: {_told(written)}")


def _form(file: str, form: str | None, what: str | None) -> str:
    """Find the form: as said, else by the file's ending, else (for standard output) by what is asked for."""
    if form is not None:
        if form.lower() not in _FORMS:
            raise NotUnderstood(f"There is no form {crop(form, 40)}; say --form csv, json or journal.")
        return form.lower()
    if file == STANDARD_OUTPUT:
        return "json" if what is not None and what.lower() == "all" else "csv"
    ending = Path(file).suffix.lower().removeprefix(".")
    if ending not in _FORMS:
        raise NotUnderstood(
            f"{plain(crop(file, 80))}: end the name in .csv, .json or .journal, or say --form csv, json or journal."
        )
    return ending


def _kind(form: str, what: str | None) -> str:
    """Find what is to be written. Raises NotUnderstood where the form cannot hold it."""
    kind = _USUAL[form] if what is None else what.strip().lower()
    if kind not in _KINDS:
        raise NotUnderstood(f"There is no {crop(kind, 40)} to export; say --what {', '.join(_KINDS)}.")
    if form == "csv" and kind == "all":
        raise NotUnderstood("One table cannot hold all of a book: name a .json, or say --what for a .csv.")
    if form != "csv" and kind != _USUAL[form]:
        holds = "everything of the book" if form == "json" else "the ledger"
        raise NotUnderstood(f"A {form} file holds {holds}: leave --what out, or name a .csv.")
    return kind


def _writer(form: str, kind: str) -> Callable[[Book, str | None], Written]:
    from collection.desk import exporting

    if form == "json":
        return lambda book, _: exporting.whole_json(book)
    if form == "journal":
        return lambda book, _: exporting.journal(book)
    return {
        "collection": exporting.collection_csv,
        "packs": exporting.packs_csv,
        "ledger": exporting.ledger_csv,
    }[kind]


def _told(written: Written) -> str:
    return ", ".join(counted(number, *words) for words, number in written.counts) + "."
