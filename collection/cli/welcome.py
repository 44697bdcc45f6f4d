"""`mudwater` without a verb: the screens; where there is no terminal, where things stand and where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from collection.cli.asked import Asked
from collection.cli.output import counted, data, on_a_terminal

_WAYS = (
    ("demo", "the whole story in text, on a sample that is thrown away"),
    ("pack add 12 45 118", "log a pack"),
    ("own", "what you own, and what is missing"),
    ("cards level:4", "search the catalogue"),
    ("hand suggest", "a legal hand from what you own"),
    ("play --auto", "a match between two players by themselves"),
    ("--help", "every verb"),
)


def only_the_screens(argv: Sequence[str]) -> Asked | None:
    """Give what `mudwater [--db PATH] [--as NAME]` asks; None when `argv` says anything else, or anything unusual.

    The command that is said most needs no command line library: the first frame comes the sooner.
    """
    said: dict[str, str] = {}
    if len(argv) % 2:
        return None
    for option, value in zip(argv[::2], argv[1::2], strict=True):
        if option not in ("--db", "--as") or option in said or not value or value.startswith("-"):
            return None
        said[option] = value
    return Asked(Path(said["--db"]) if "--db" in said else None, said.get("--as"))


def welcome(asked: Asked) -> int:
    """Open the screens, or tell in text where things stand; give the exit code."""
    if on_a_terminal():
        from collection.tui.running import run

        return run(asked.path, asked.collector)
    path = asked.path
    catalogue, owned = asked.glance(quietly=True)
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
    return 0
