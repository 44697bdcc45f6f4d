"""`mudwater` without a verb: the screens; where there is no terminal, where things stand and where to go on."""

from __future__ import annotations

import typer

from collection.cli.asked import Asked
from collection.cli.output import counted, data
from collection.cli.playing import on_a_terminal

_WAYS = (
    ("demo", "the whole story in text, on a sample that is thrown away"),
    ("pack add 12 45 118", "log a pack"),
    ("own", "what you own, and what is missing"),
    ("cards level:4", "search the catalogue"),
    ("hand suggest", "a legal hand from what you own"),
    ("play --auto", "a match between two players by themselves"),
    ("--help", "every verb"),
)


def welcome(asked: Asked) -> None:
    """Open the screens, or tell in text where things stand."""
    if on_a_terminal():
        from collection.tui.app import run

        code = run(asked.path, asked.collector)
        if code:
            raise typer.Exit(code)
        return
    path = asked.path
    catalogue, owned = asked.glance()
    data("Mudwater: binder, ledger, hand workshop and sparring partner.")
    data(f"Book: {asked.place}" + ("" if path.exists() else " (not begun yet)"))
    if owned:
        copies = counted(sum(owned.values()), "copy", "copies")
        data(f"Owned: {len(owned)} of {counted(len(catalogue), 'card')}, {copies}.")
    else:
        data(f"Owned: none of {counted(len(catalogue), 'card')} yet.")
    data("The screens open on a terminal. In text, go on with:")
    for words, what in _WAYS:
        data(f"  {asked.command(words)}: {what}")
