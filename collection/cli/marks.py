"""`mark` and `unmark`: keepsakes, wishes, offers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Json, ListsByDefault, Note
from collection.cli.output import STAND_IN_NOTE, card_name, counted, data, data_json, face_name, short, table, talk
from collection.cli.words import hand_cards
from collection.errors import NotUnderstood
from collection.ledger.mark import MarkKind
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.desk.marks import MarkLine

mark = typer.Typer(cls=ListsByDefault, help="Marks on cards: never stake it, look for it, would trade it.")

Marked: TypeAlias = Annotated[list[str], typer.Argument(metavar="CARD...", help="Numbers or names.")]
For: TypeAlias = Annotated[
    str | None, typer.Option("--for", metavar="RIVAL", help="A rival's: what they look for, or have to trade.")
]

_HELP = {
    MarkKind.KEEPSAKE: "Never stake these: a hand or an ante with one is warned about, and never refused.",
    MarkKind.WISH: "Look for these, or (--for) note that a rival does.",
    MarkKind.OFFER: "These may go in a trade, or (--for) a rival has them for one.",
}
_WORDS = {
    MarkKind.KEEPSAKE: ("is a keepsake", "is no keepsake any more"),
    MarkKind.WISH: ("is looked for", "is not looked for any more"),
    MarkKind.OFFER: ("is on offer", "is not on offer any more"),
}


def _marking(kind: MarkKind) -> Callable[..., None]:
    """Make the verb that puts on marks of one kind."""

    def put(context: typer.Context, cards: Marked, whose: For = None, note: Note = None, as_json: Json = False) -> None:
        put_mark(context, kind, cards, whose, note, as_json=as_json)

    return put


for _kind in MarkKind:
    mark.command(_kind.value, context_settings=DASHES, help=_HELP[_kind])(_marking(_kind))


def put_mark(
    context: typer.Context, kind: MarkKind, cards: Sequence[str], whose: str | None, note: str | None, *, as_json: bool
) -> None:
    """Put a mark on cards, and say so."""
    from collection.desk.marks import mark as put

    asked = Asked.of(context)
    with asked.posting() as book:
        numbers = hand_cards(catalogue_of(book), cards)
        lines = put(book, asked.collector, kind, numbers, whose=whose, note=note)
    if as_json:
        data_json([_mark_json(line, whose) | {"new": line.new} for line in lines])
        return
    for line in lines:
        data(f"{card_name(line.card)} {_WORDS[kind][0]}{_by(line, whose)}{'' if line.new else ', as it was before'}.")
    if whose is None:
        _tell_not_owned(kind, lines)


def unmark(
    context: typer.Context,
    kind: Annotated[MarkKind, typer.Argument(metavar="KIND", case_sensitive=False, help="keepsake, wish or offer.")],
    cards: Marked,
    whose: For = None,
    as_json: Json = False,
) -> None:
    """Take a mark off cards: `unmark keepsake 45`."""
    from collection.desk.marks import unmark as take

    asked = Asked.of(context)
    with asked.book() as book:
        numbers = hand_cards(catalogue_of(book), cards)
        lines = take(book, asked.collector, kind, numbers, whose=whose)
    if as_json:
        data_json([_mark_json(line, whose) | {"new": line.new} for line in lines])
        return
    for line in lines:
        told = _WORDS[kind][1] if line.new else "had no such mark"
        data(f"{card_name(line.card)} {told}{_by(line, whose)}.")


@mark.command("list")
def list_marks(
    context: typer.Context,
    kind: Annotated[str | None, typer.Argument(metavar="[KIND]", help="Only keepsake, wish or offer.")] = None,
    whose: For = None,
    as_json: Json = False,
) -> None:
    """List marks: `mark list`, `mark list wish --for Bo`."""
    from collection.desk.marks import marks

    asked = Asked.of(context)
    wanted = None if kind is None else _kind_of(kind)
    with asked.reading() as book:
        found = marks(book, asked.collector, kind=wanted, whose=whose)
    if as_json:
        data_json([_mark_json(line, whose) for line in found])
        return
    if not found:
        of, to = ("", "") if whose is None else (f" for {short(whose, 40)}", f" --for {shlex.quote(plain(whose))}")
        talk(f"No marks{of}. Put one on: {asked.command(f'mark wish 45{to}')}")
        return
    table(
        ("Mark", "No", "Name", "Level", "You own", "Note"),
        [
            (
                line.mark.kind.value,
                str(line.card.number),
                face_name(line.card),
                line.card.level.name,
                str(line.owned),
                line.mark.note,
            )
            for line in found
        ],
        right=(1, 4),
    )
    if any(line.card.is_stand_in for line in found):
        talk(STAND_IN_NOTE)


def _kind_of(text: str) -> MarkKind:
    try:
        return MarkKind(text.strip().lower())
    except ValueError:
        kinds = ", ".join(MarkKind)
        raise NotUnderstood(f"{quoted(text)} is no kind of mark. There are: {kinds}.") from None


def _by(line: MarkLine, whose: str | None) -> str:
    if whose is None:
        return ""
    name = short(line.mark.account.name, 40)
    return f" by {name}" if line.mark.kind is MarkKind.WISH else f" with {name}"


def _tell_not_owned(kind: MarkKind, lines: Sequence[MarkLine]) -> None:
    """Say what a mark cannot mean yet: a keepsake or an offer of which there is no copy."""
    lacking = [line for line in lines if not line.owned]
    if lacking and kind is not MarkKind.WISH:
        talk(f"You own no copy of {counted(len(lacking), 'of these cards', 'of these cards')}: the mark waits for one.")


def _mark_json(line: MarkLine, whose: str | None) -> dict[str, Any]:
    return {
        "number": line.card.number,
        "name": line.card.name,
        "kind": line.mark.kind.value,
        "for": None if whose is None else line.mark.account.name,
        "note": line.mark.note,
        "owned": line.owned,
    }
