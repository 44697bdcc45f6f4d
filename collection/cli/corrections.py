"""`cards`: a search, unless its first word is export or import, which share what has been confirmed of cards."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.cards import cards
from collection.cli.options import DASHES, Json, SearchesByDefault
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.previews import STANDARD_INPUT, can_ask, confirmed, read_file
from collection.desk.files import written_whole
from collection.errors import NotUnderstood
from collection.text import crop, plain

if TYPE_CHECKING:
    from collection.desk.corrections import Comparison, Corrected, Difference

cards_and_corrections = typer.Typer(
    cls=SearchesByDefault, help="Search the catalogue; export, import what is confirmed."
)
cards_and_corrections.command("search", context_settings=DASHES)(cards)

_THE_WORD = "cards '\"export\"'"
_ENDINGS = {".yaml": False, ".yml": False, ".csv": True}
"""Endings of files, and whether each is a table."""


@cards_and_corrections.command("export")
def export_corrections(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Ends in .yaml or .csv; - for YAML on standard output.")],
) -> None:
    """Write what has been confirmed of cards, for another owner to take over."""
    from collection.desk import corrections

    asked = Asked.of(context)
    if file == STANDARD_INPUT:
        with asked.reading() as book:
            sys.stdout.write(corrections.export_corrections(book, as_csv=False))
        return
    ending = Path(file).suffix.lower()
    if ending not in _ENDINGS:
        raise NotUnderstood(
            f"{plain(crop(file, 80))}: end the name in .yaml or .csv. "
            f"To search for the word export, write {asked.command(_THE_WORD)}."
        )
    with asked.reading() as book, written_whole(Path(file), what="corrections") as put:
        text = corrections.export_corrections(book, as_csv=_ENDINGS[ending])
        put(text)
    data(f"{plain(file)}: what has been confirmed of the cards.")


@cards_and_corrections.command("import")
def import_corrections(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of corrections; - reads standard input.")],
    yes: Annotated[
        bool, typer.Option("--yes", help="Take it over; else it is shown, and asked on a terminal.")
    ] = False,
    take_theirs: Annotated[
        bool, typer.Option("--take-theirs", help="Also where you have confirmed something else.")
    ] = False,
    take: Annotated[
        list[int] | None, typer.Option("--take", metavar="N", help="Also for this card; may be said several times.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Take over what another owner has confirmed of cards.

    What you have confirmed yourself stays as it is: where the file says otherwise, both are shown.
    """
    from collection.desk.corrections import compare_corrections, take_corrections

    asked = Asked.of(context)
    text = _text(file)
    with asked.book() as book:
        try:
            seen = compare_corrections(book, text)
        except NotUnderstood as no:
            raise NotUnderstood(*(f"{plain(crop(file, 80))}: {reason}" for reason in no.reasons)) from None
        wanted = bool(seen.new) or (bool(seen.conflicts) and (take_theirs or bool(take)))
        asks = wanted and not yes and not as_json and can_ask(file)
        if asks:
            _tell(seen)
        done: Corrected | None = None
        if (yes and (wanted or take)) or (asks and confirmed("Take this over?")):
            done = take_corrections(book, seen, take_theirs=take_theirs, take=take or ())
    if as_json:
        data_json(_json(seen, done))
        return
    if not asks:
        _tell(seen)
    _tell_end(asked, file, seen, done, wanted=wanted)


def _text(file: str) -> str:
    from collection.interchange.table import decoded

    return decoded(read_file(file))[0]


def _tell(seen: Comparison) -> None:
    if seen.new:
        table(
            ("No", "Name", "Field", "Stand-in here", "Confirmed there"),
            [_row(one) for one in seen.new],
            right=(0,),
        )
    if seen.conflicts:
        data("Confirmed here and there, otherwise:")
        table(("No", "Name", "Field", "Here", "There"), [_row(one) for one in seen.conflicts], right=(0,))
    data(
        f"{counted(len(seen.new), 'field')} new, {counted(len(seen.conflicts), 'conflict')}, "
        f"{seen.same} confirmed here already."
    )


def _tell_end(asked: Asked, file: str, seen: Comparison, done: Corrected | None, *, wanted: bool) -> None:
    command = asked.command(f"cards import {shlex.quote(plain(file))} --yes")
    if done is not None:
        talk(f"{counted(len(done.taken), 'field')} taken over.")
        if done.kept:
            numbers = sorted({one.card.number for one in done.kept})
            talk(f"Yours stayed for {short(', '.join(map(str, numbers)))}.")
            talk(f"To take theirs: {command} --take {numbers[0]}, or --take-theirs for all.")
    elif wanted:
        talk("Nothing was taken over.")
        talk(f"To take it over: {command}")
    elif seen.conflicts:
        talk(f"Yours stay as they are. To take theirs: {command} --take-theirs, or --take N for one card.")
    else:
        talk("All of it was confirmed here already: nothing was to be done.")


def _row(one: Difference) -> tuple[str, ...]:
    return (str(one.card.number), one.card.name, one.field, _shown(one.mine), _shown(one.theirs))


def _shown(value: str | int | None) -> str:
    return "not known" if value is None else str(value)


def _json(seen: Comparison, done: Corrected | None) -> dict[str, Any]:
    taken = () if done is None else done.taken
    return {
        "new": [_difference(one) for one in seen.new],
        "conflicts": [_difference(one) for one in seen.conflicts],
        "same": seen.same,
        "taken": [_difference(one) for one in taken],
        "done": done is not None,
    }


def _difference(one: Difference) -> dict[str, Any]:
    mine = int(one.mine) if isinstance(one.mine, int) else one.mine
    return {"number": one.card.number, "name": one.card.name, "field": one.field, "mine": mine, "theirs": one.theirs}
