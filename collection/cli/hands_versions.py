"""`hand history`, `undo`, `redo`, `restore`, `sleeve`: what a hand was before, and whether its copies are tied up."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.hands import Name, tell_legality
from collection.cli.options import Json
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.receipts import hand_json, short_id, tell_tied
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.hands.hand import HandVersion
    from collection.hands.history import HandHistory


def history(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """List every version of a hand: when it was made, out of which, and what changed.

    None is ever lost: a change after an undo is one more child of the version that was gone back to.
    """
    from collection.desk.hands import hand_history

    asked = Asked.of(context)
    with asked.reading() as book:
        found = hand_history(book, asked.collector, name)
    if as_json:
        data_json([_version_json(found, version) for version in found.versions])
        return
    table(
        ("Version", "", "Made", "Out of", "Cards", "Changed", "Because of"),
        [
            (
                str(one.number),
                "now" if one.number == found.hand.version else "",
                f"{one.made.astimezone():%Y-%m-%d %H:%M}",
                "" if one.parent is None else str(one.parent),
                str(len(one.cards)),
                "" if one.parent is None else _changed(found, one),
                one.because and f"match {short_id(one.because)}",
            )
            for one in found.versions
        ],
        right=(0, 3, 4),
    )
    words = shlex.quote(plain(found.hand.name))
    talk(f"To bring one back: {asked.command(f'hand restore {words} VERSION')}")


def undo(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Give a hand the cards that it had before; `hand redo` brings these back."""
    from collection.desk.hands import undo_hand

    asked = Asked.of(context)
    with asked.book() as book:
        _tell_gone_to(undo_hand(book, asked.collector, name, asked.clock()), as_json=as_json)


def redo(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Go on to the newest version that was made of the current one."""
    from collection.desk.hands import redo_hand

    asked = Asked.of(context)
    with asked.book() as book:
        _tell_gone_to(redo_hand(book, asked.collector, name, asked.clock()), as_json=as_json)


def restore(
    context: typer.Context,
    name: Name,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="Its number in `hand history`.")],
    as_json: Json = False,
) -> None:
    """Give a hand the cards of any of its versions; all the others stay."""
    from collection.desk.hands import restore_hand

    asked = Asked.of(context)
    with asked.book() as book:
        _tell_gone_to(restore_hand(book, asked.collector, name, version, asked.clock()), as_json=as_json)


def sleeve(
    context: typer.Context,
    name: Name,
    off: Annotated[bool, typer.Option("--off", help="Take it out of its sleeves again.")] = False,
    as_json: Json = False,
) -> None:
    """Tie up the copies of a hand: other hands are not offered them, and are warned where they need one."""
    from collection.desk.hands import sleeve_hand

    asked = Asked.of(context)
    with asked.book() as book:
        checked = sleeve_hand(book, asked.collector, name, sleeved=not off)
    if as_json:
        data_json(hand_json(checked))
    elif off:
        data(f"{short(checked.hand.name)} is not sleeved: its copies are free.")
    else:
        data(f"{short(checked.hand.name)} is sleeved: its copies are tied up.")
    tell_tied(checked.tied)


def _tell_gone_to(checked: CheckedHand, *, as_json: bool) -> None:
    if as_json:
        data_json(hand_json(checked) | {"version": checked.hand.version})
    else:
        cards = counted(len(checked.hand.cards), "card")
        data(f"{short(checked.hand.name)} is version {checked.hand.version} now, {cards}.")
    tell_legality(checked)


def _changed(found: HandHistory, version: HandVersion) -> str:
    """Write what a version changed: `+45 +12 -3`, or that it is another order of the same cards."""
    change = found.change(version)
    put_in = [f"+{number}" for number in change.put_in]
    return " ".join([*put_in, *(f"-{number}" for number in change.taken_out)]) or "order alone"


def _version_json(found: HandHistory, version: HandVersion) -> dict[str, Any]:
    change = found.change(version)
    return {
        "version": version.number,
        "current": version.number == found.hand.version,
        "parent": version.parent,
        "made": version.made.isoformat(),
        "cards": list(version.cards),
        "put_in": list(change.put_in),
        "taken_out": list(change.taken_out),
        "because": version.because or None,
    }
