"""`import`: a file taken into the book, shown before it counts."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.histories import take_history
from collection.cli.options import Date, Id, Json, Note
from collection.cli.output import data_json, listed, talk
from collection.cli.previews import (
    STANDARD_INPUT,
    can_ask,
    confirmed,
    preview_json,
    read_file,
    tell_imported,
    tell_preview,
    tell_reading,
)
from collection.errors import NotUnderstood
from collection.text import crop, plain

if TYPE_CHECKING:
    from collection.desk.importing import Mode, Preview


def import_file(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file; - reads standard input.")],
    mode: Annotated[
        str | None,
        typer.Option("--mode", metavar="add|set", help="add (if left out): so many more; set: so many in all, 0 too."),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="With --mode set: cards that the file does not name are not there.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Post it; else it is shown, and asked on a terminal.")] = False,
    skip_refused: Annotated[
        bool, typer.Option("--skip-refused", help="Post the rest where some lines cannot be read.")
    ] = False,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    as_json: Json = False,
) -> None:
    """Take in a file: a collection, packs, a ledger or a whole book.

    A collection is our own CSV, that of another program for collectors, or a plain list. Everything that would change
    is shown first. With a line that cannot be read nothing is posted.
    """
    from collection.desk.importing import commit, preview
    from collection.desk.whole import recognised

    asked = Asked.of(context)
    meant = _mode(mode)
    said = asked.said(id, date, _origin(file) if note is None else note)
    content = read_file(file)
    history = recognised(content)
    if history is not None:
        _for_collections_only(mode, id, date, note, whole=whole, skip_refused=skip_refused)
        take_history(asked, file, history, yes=yes, as_json=as_json)
        return
    with asked.posting() if yes or (can_ask(file) and not as_json) else asked.reading() as book:
        seen = preview(book, asked.collector, content, meant, whole=whole, on=said.on)
        stopped = bool(seen.refused) and not skip_refused
        if not stopped and (yes or _agreed(file, seen, as_json=as_json)):
            imported = commit(book, seen, said, skip_refused=skip_refused)
            tell_imported(asked, seen, imported, as_json=as_json)
            return
    if as_json:
        data_json(preview_json(seen))
    elif not _asks(file, seen, as_json=as_json) or stopped or yes:
        tell_preview(seen)
    tell_reading(seen)
    if stopped:
        talk("Nothing was posted. Mend these lines, or leave them out with --skip-refused.")
        raise typer.Exit(1)
    talk("Nothing was posted.")
    if seen.changed:
        words = ["import", shlex.quote(plain(file)), f"--mode {meant.value}"]
        words += ["--whole"] * whole + ["--skip-refused"] * skip_refused + [f"--date {date}"] * (date is not None)
        talk(f"To post it: {asked.command(' '.join([*words, '--yes']))}")


def _mode(text: str | None) -> Mode:
    from collection.desk.importing import Mode

    if text is None:
        return Mode.ADD
    try:
        return Mode(text.strip().lower())
    except ValueError:
        raise NotUnderstood(f"There is no mode {crop(text, 40)}; say --mode add or --mode set.") from None


def _for_collections_only(
    mode: str | None, id: str | None, date: str | None, note: str | None, *, whole: bool, skip_refused: bool
) -> None:
    """Refuse options that say nothing about a file whose entries have ids, days and notes of their own."""
    given = {
        "--mode": mode is not None,
        "--id": id is not None,
        "--date": date is not None,
        "--note": note is not None,
        "--whole": whole,
        "--skip-refused": skip_refused,
    }
    wrong = [option for option, there in given.items() if there]
    if wrong:
        raise NotUnderstood(
            f"This file holds entries with ids, days and notes of their own: leave out {listed(wrong)}."
        )


def _origin(file: str) -> str:
    return "From standard input" if file == STANDARD_INPUT else f"From {crop(Path(file).name, 80)}"


def _asks(file: str, seen: Preview, *, as_json: bool) -> bool:
    return bool(seen.changed) and not as_json and can_ask(file)


def _agreed(file: str, seen: Preview, *, as_json: bool) -> bool:
    """Show what would change and ask, where somebody can answer."""
    if not _asks(file, seen, as_json=as_json):
        return False
    tell_preview(seen)
    return confirmed("Post this?")
