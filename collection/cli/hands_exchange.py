"""`hand export` and `hand import`: a hand as text, as a code to read out, as the `hands` of a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.hands import Name, tell_legality
from collection.cli.options import Json
from collection.cli.output import counted, data, data_json, short, talk
from collection.cli.previews import STANDARD_INPUT
from collection.cli.receipts import hand_json
from collection.errors import NotUnderstood, Refused
from collection.text import crop, plain

if TYPE_CHECKING:
    from collection.desk.hands_exchange import HandForm, ImportedHand

Seat: TypeAlias = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="The seat in the record: black or white.")
]


def export_hand(
    context: typer.Context,
    name: Name,
    form: Annotated[str, typer.Option("--as", metavar="FORM", help="text, code or record.")] = "text",
    seat: Seat = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write it to a file, not to standard output.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write a hand: as text for any program, as a code to read out, or as the hands of a record.

    `mudwater hand import` reads each of them back.
    """
    from collection.desk.files import written_whole
    from collection.desk.hands_exchange import SEATS, HandForm
    from collection.desk.hands_exchange import export_hand as export

    meant = _form(form)
    if seat is not None and meant is not HandForm.RECORD:
        raise NotUnderstood("Only a record has seats: leave --seat out, or say --as record.")
    if to is not None and as_json:
        raise NotUnderstood("--to writes the hand alone; --json goes to standard output. Ask for one of them.")
    if to is not None and to.is_file() and not replace:
        raise Refused(f"{plain(str(to))} is there already. Name another file, or add --replace.")
    asked = Asked.of(context)
    with written_whole(to, what="hand") as write, asked.reading() as book:
        exported = export(book, asked.collector, name, meant, seat=_seat(seat) or SEATS[0])
        write(exported.text)
    if as_json:
        data_json({"name": exported.name, "form": meant.value, "text": exported.text})
    elif to is None:
        sys.stdout.write(exported.text)
    else:
        data(f"{plain(str(to))}: {short(exported.name)} as {meant}.")


def import_hand(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The file; - reads standard input; or a code itself, in one word.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call it; else as its line `# name` says.")
    ] = None,
    seat: Seat = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Give the hand of that name these cards, where there is one.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Save a hand from a text, a code or a record: `hand import 1234-5678-9ABC-DE --name Dockside`.

    Which of the three it is shows by itself. A text has one card on a line: `45`, `#45`, `1 Dead Calm`. It is saved
    legal or not; with a line that cannot be read nothing is.
    """
    from collection.desk.hands_exchange import hand_file
    from collection.desk.hands_exchange import import_hand as take

    asked = Asked.of(context)
    text, notices = hand_file(_content(file))
    with asked.posting() as book:
        imported = take(book, asked.collector, text, asked.clock(), name=name, seat=_seat(seat), replace=replace)
    _tell(imported, (*notices, *imported.notices), as_json=as_json)


def _tell(imported: ImportedHand, notices: tuple[str, ...], *, as_json: bool) -> None:
    checked = imported.checked
    if as_json:
        more = {"form": imported.form.value, "replaced": imported.replaced, "notices": list(notices)}
        data_json(hand_json(checked) | more)
    else:
        did = "Changed" if imported.replaced else "Saved"
        cards = counted(len(checked.hand.cards), "card")
        data(f"{did} {short(checked.hand.name)}, {cards}, read as {imported.form}.")
    for notice in notices:
        talk(short(notice, 500))
    tell_legality(checked)


def _content(file: str) -> bytes:
    """Read what a person named; a word that is a code and no file is what is read."""
    from collection.desk.files import read_named
    from collection.desk.hands_exchange import LARGEST, looks_like_code

    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(LARGEST + 1)
    if looks_like_code(file) and not Path(file).exists():
        return file.encode()
    return read_named(Path(file), LARGEST)


def _form(text: str) -> HandForm:
    from collection.desk.hands_exchange import HandForm

    try:
        return HandForm(text.strip().lower())
    except ValueError:
        raise NotUnderstood(f"There is no form {crop(text, 40)}; say --as {', '.join(HandForm)}.") from None


def _seat(text: str | None) -> str | None:
    from collection.desk.hands_exchange import SEATS

    if text is None or text.strip().lower() in SEATS:
        return None if text is None else text.strip().lower()
    raise NotUnderstood(f"There is no seat {crop(text, 40)}; say --seat {' or '.join(SEATS)}.")
