"""Books, packs and ledgers taken in from files of ours: looked into first, taken in when said."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import typer

from collection.cli.asked import Asked
from collection.cli.output import data, data_json, short, table, talk
from collection.cli.previews import can_ask, confirmed
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.whole import Taking
    from collection.interchange.ledger_csv import LedgerSheet
    from collection.interchange.packs_csv import PackSheet
    from collection.interchange.whole import WholeBook

_KINDS = {"WholeBook": "book", "PackSheet": "packs", "LedgerSheet": "ledger"}


def take_history(
    asked: Asked, file: str, source: WholeBook | PackSheet | LedgerSheet, *, yes: bool, as_json: bool
) -> None:
    """Show what taking a file in would do, and do it where that is said, or agreed on a terminal."""
    from collection.desk.whole import look_into, take, take_at_once

    now = asked.clock()
    with asked.posting() if yes or (can_ask(file) and not as_json) else asked.reading() as book:
        # A look takes as long as the doing: where it is said beforehand, it is left out.
        seen = (take_at_once if yes else look_into)(book, source, now, collector=asked.collector)
        asks = seen.changes and not seen.refused and not yes and not as_json and can_ask(file)
        if not as_json:
            _tell(seen)
        agreed = asks and confirmed("Take this in?")
        if agreed:
            take(book, seen, now)
        taken = seen.changes and not seen.refused and (yes or agreed)
    if as_json:
        data_json(_json(seen, taken=taken))
    for refusal in seen.refused:
        talk(short(asked.carried(str(refusal)), 500))
    if seen.refused:
        talk("Nothing was taken in. Mend this first.")
        raise typer.Exit(1)
    if taken:
        talk("It was taken in.")
    elif not seen.changes:
        talk("All of it is in the book already: nothing was taken in.")
    else:
        talk("Nothing was taken in.")
        talk(f"To take it in: {asked.command(f'import {shlex.quote(plain(file))} --yes')}")


def _tell(seen: Taking) -> None:
    """Say of every kind of thing how many are new, changed, and here already."""
    there = [tally for tally in seen.tallies if tally.new or tally.changed or tally.same]
    if there:
        table(
            ("What", "New", "Changed", "Here already"),
            [(tally.what, str(tally.new), str(tally.changed), str(tally.same)) for tally in there],
            right=(1, 2, 3),
        )
    elif not seen.refused:
        data("The file holds nothing.")


def _json(seen: Taking, *, taken: bool) -> dict[str, Any]:
    return {
        "read_as": _KINDS[type(seen.source).__name__],
        "tallies": [
            {"what": tally.what, "new": tally.new, "changed": tally.changed, "same": tally.same}
            for tally in seen.tallies
        ],
        "refused": [{"line": refusal.line, "reason": refusal.reason} for refusal in seen.refused],
        "taken": taken,
    }
