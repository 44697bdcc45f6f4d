"""`backup`, `restore` and the backups that `audit` names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.output import counted, data, talk
from collection.cli.previews import can_ask, confirmed
from collection.errors import NotUnderstood, Refused
from collection.text import plain

KEEP = 10
"""As `desk.backups.KEEP`, said here for the help without opening that room."""
_SHOWN = 5


def backup(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Where the copy goes; beside the book when left out.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file that is there.")] = False,
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", min=1, help=f"Without FILE: how many stay beside the book ({KEEP})."),
    ] = None,
) -> None:
    """Copy the whole book into a file, even while it is in use.

    Without FILE the copy lies beside the book with the date in its name, and the oldest of many give way.
    """
    from collection.desk.backups import back_up

    if file is not None and keep is not None:
        raise NotUnderstood("--keep is for backups beside the book: leave FILE or --keep out.")
    made = back_up(Asked.of(context).path, file, replace=replace, keep=keep or KEEP)
    data(f"The book was copied to {plain(str(made.path))}")
    if made.gone:
        talk(f"{counted(len(made.gone), 'older backup')} gave way; --keep N keeps more.")


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, as `mudwater backup` makes them.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do it; else it is asked on a terminal.")] = False,
) -> None:
    """Put a backup in the book's place.

    What the book holds now is copied beside it first, and can be restored the same way.
    """
    from collection.desk.backups import put_back

    asked = Asked.of(context)
    book = asked.path
    if not file.exists():
        raise Refused(f"There is no file {plain(str(file))}. `mudwater audit` names the backups that there are.")
    if not yes:
        if not can_ask(str(file)):
            raise Refused(f"{asked.place} would become what {plain(str(file))} is. Say --yes to do it.")
        if not confirmed(f"{asked.place} becomes what {plain(str(file))} is; a copy is kept. Restore it?"):
            talk("Nothing was restored.")
            return
    kept = put_back(book, file)
    data(f"The book at {asked.place} is now what {plain(str(file))} is.")
    if kept is not None:
        data(f"What it was before: {plain(str(kept))}")


def tell_backups(asked: Asked) -> None:
    """Name the backups beside a book."""
    from collection.desk.backups import backups

    found = backups(asked.path)
    for one in found[:_SHOWN]:
        made = one.made.astimezone().strftime("%Y-%m-%d %H:%M")
        data(f"Backup: {plain(str(one.path))}, {made}, {max(1, one.size // 1024)} KB")
    if len(found) > _SHOWN:
        data(f"Backups: {len(found)} in all.")
    if not found:
        talk(f"There is no backup beside the book. `{asked.command('backup')}` makes one.")
