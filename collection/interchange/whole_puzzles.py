"""Puzzles of the JSON document of a whole book, read back."""

from __future__ import annotations

from collections.abc import Callable

from collection.analysis.puzzles import Puzzle, Work
from collection.interchange.items import Item
from collection.interchange.whole import KeptPuzzle
from collection.ledger.entry import Account, AccountKind, EntryId

WITH_PUZZLES = 4
"""The first version of the document that tells puzzles."""

ReadAccount = Callable[[Item, str], Account]
"""Reads a field that names an account of the document."""


def read_puzzles(top: Item, account: ReadAccount, version: int) -> tuple[KeptPuzzle, ...]:
    """Read the puzzles of a document of `version`, none of an older one.

    Whether their matches are there, and have so many moves, the book knows that takes them in.
    """
    if version < WITH_PUZZLES:
        return ()
    puzzles: dict[tuple[EntryId, int, int], KeptPuzzle] = {}
    for item in top.items("puzzles", "puzzle"):
        kept = _puzzle(item, account)
        place = (kept.match, kept.puzzle.at, kept.puzzle.seat)
        if place in puzzles:
            item.fault("this position is a puzzle already.")
        puzzles[place] = kept
        item.close()
    return tuple(puzzles.values())


def _puzzle(item: Item, account: ReadAccount) -> KeptPuzzle:
    match, at = item.id("match"), item.number("at")
    item.place = f"{item.place} ({match}, {at})"
    move = item.line("move", empty=False)
    puzzle = Puzzle(
        at=at,
        seat=item.number("seat", 0, 5),
        move=move,
        legal=item.number("legal", 2),
        depth=item.number("depth", 1),
        quiet=item.flag("quiet"),
        missed=item.flag("missed"),
    )
    works = tuple(_work(one, account) for one in item.items("works", "work"))
    if len({who.id for who, _ in works}) < len(works):
        item.fault("works tells of one account twice.")
    return KeptPuzzle(match, puzzle, item.moment("found"), works)


def _work(item: Item, account: ReadAccount) -> tuple[Account, Work]:
    who = account(item, "account")
    # An account that the document does not hold was told already; it has no name.
    if who.name and who.kind is not AccountKind.COLLECTOR:
        item.fault("a puzzle is tried by a collector.")
    work = Work(
        tries=item.number("tries"),
        hints=item.number("hints"),
        solved=item.maybe("solved", item.moment),
        shown=item.flag("shown"),
        last=item.moment("last"),
    )
    if work.solved is not None and (not work.tries or (work.last is not None and work.solved > work.last)):
        item.fault("what was solved was tried, and done last no sooner.")
    item.close()
    return who, work
