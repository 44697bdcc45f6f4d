"""The heads under which programs for collectors write numbers, names, finishes and quantities.

Facts of other programs' files: a file is known by the heads that it has, whatever their order, and is read by what each
head means. Heads are compared as `table.heading` gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.errors import NotUnderstood
from collection.interchange.table import Table
from collection.text import quoted

OURS = ("number", "name", "quantity", "finish", "level", "family", "tribe")
"""The heads of our own collection file, in order."""

QUANTITY = ("quantity", "count", "amount", "qty", "numberowned", "copies", "owned")
NAME = ("name", "cardname", "card", "simplename")
NUMBER = ("number", "cardnumber", "collectornumber", "no", "code")
FINISH = ("finish", "foil", "isfoil", "variant", "printing")
FLAGS = frozenset({"foil", "isfoil"})
"""Heads under which a yes means a foil."""
SET = ("setcode", "editioncode", "set", "edition", "expansion", "setname", "editionname", "setnumber", "setid")
GAME = ("game",)
WIDE = ("normal", "foil")
"""Heads under which the wide shape counts copies of that finish."""
_ID = "id"
"""The number's head in the shape that counts under NumberOwned; elsewhere an id means nothing here."""
_UNNAMED = "idproduct"

KNOWN = frozenset({*QUANTITY, *NAME, *NUMBER, *FINISH, *SET, *GAME, *WIDE, *OURS, _UNNAMED})
"""Every head that says something here."""

_SHAPES: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (shape, frozenset(heads.split()))
    for shape, heads in (
        ("Moxfield", "count tradelistcount name edition foil collectornumber proxy"),
        ("ManaBox", "name setcode collectornumber foil quantity manaboxid"),
        ("Deckbox", "count tradelistcount name edition cardnumber foil artistproof"),
        ("Dragon Shield", "quantity tradequantity cardname cardnumber printing"),
        ("Archidekt", "quantity name finish editioncode collectornumber"),
        ("Deckstats", "amount cardname isfoil collectornumber"),
        ("TCGplayer", "quantity name simplename cardnumber printing"),
        ("Dreamborn", "setnumber cardnumber variant count"),
        ("Dreamborn (wide)", "normal foil name cardnumber"),
        ("TCG Pocket tracker", "id cardname numberowned"),
        ("arkham.build", "code quantity"),
        ("PokéCollector", "setcode number quantity variant"),
        ("Zukan", "game setcode collectornumber finish quantity"),
    )
)
_OWN_SHAPE = "collection"
_OTHER_SHAPE = "table"


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a table keeps what: places of columns, None where it has no such column."""

    shape: str
    number: int | None
    name: int | None
    quantity: int | None
    finishes: tuple[tuple[str, int], ...]
    """Columns that tell the finish of a row, with their heads."""
    counts: tuple[tuple[str, int], ...]
    """Columns that count copies of one finish, with its word: the wide shape."""
    set: int | None
    game: int | None
    id_only: bool
    """Whether the number stands in a column of ids, which need not be numbers."""
    left_out: tuple[str, ...]
    """Titles of columns that say nothing here."""

    @property
    def is_ours(self) -> bool:
        """Whether we wrote the table, and finishes in it are spelled as they are kept."""
        return self.shape == _OWN_SHAPE

    @property
    def tells_finishes(self) -> bool:
        """Whether a row can say of which finish its copies are."""
        return bool(self.finishes or self.counts)


def columns_of(table: Table) -> Columns:
    """Find the columns of a table. Raises NotUnderstood, naming all that is missing, where it cannot be a collection's.

    Raised too for a head that comes twice: which of them is meant would be a guess.
    """
    heads = table.heads
    shape = _shape(heads)
    quantity = _first(heads, QUANTITY)
    counts = tuple((head, heads.index(head)) for head in WIDE if head in heads) if quantity is None else ()
    if "normal" not in heads:
        counts = ()
    number = _first(heads, NUMBER)
    id_only = number is None and _ID in heads and "numberowned" in heads
    if id_only:
        number = heads.index(_ID)
    name = _first(heads, NAME)
    finishes = () if counts else tuple((head, heads.index(head)) for head in FINISH if head in heads)
    set_place, game = _first(heads, SET), _first(heads, GAME)
    _refuse_missing(table, number, name, quantity if not counts else 0)
    used = {number, name, quantity, set_place, game, *(place for _, place in (*finishes, *counts))}
    _refuse_twice(table, used)
    if shape == _OWN_SHAPE:
        left_out: tuple[str, ...] = ()
    else:
        left_out = tuple(
            title
            for place, title in enumerate(table.titles)
            if title and place not in used and heads[place] not in (*NAME, *SET, *OURS)
        )
    return Columns(shape, number, name, quantity, finishes, counts, set_place, game, id_only, left_out)


def _shape(heads: Sequence[str]) -> str:
    if tuple(heads) == OURS:
        return _OWN_SHAPE
    there = set(heads)
    return next((shape for shape, needed in _SHAPES if needed <= there), _OTHER_SHAPE)


def _first(heads: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((heads.index(head) for head in wanted if head in heads), None)


def _refuse_missing(table: Table, number: int | None, name: int | None, quantity: int | None) -> None:
    reasons: list[str] = []
    if number is None and name is None:
        if _UNNAMED in table.heads:
            reasons.append(
                "This table names cards only by idProduct, numbers that one shop made up for itself. "
                "Add a column Number with the cards' printed numbers, or Name."
            )
        else:
            reasons.append(f"No column names the cards: call one of them Number or Name. There are: {_titles(table)}.")
    if quantity is None:
        reasons.append(f"No column counts copies: call one of them Quantity. There are: {_titles(table)}.")
    if reasons:
        raise NotUnderstood(*reasons)


def _refuse_twice(table: Table, used: set[int | None]) -> None:
    places = sorted(place for place in used if place is not None)
    twice = [table.titles[place] for place in places if table.heads.count(table.heads[place]) > 1]
    if twice:
        raise NotUnderstood(
            *(f"The head {quoted(title)} comes more than once; take out all but the right one." for title in twice)
        )


def _titles(table: Table) -> str:
    return ", ".join(quoted(title) for title in table.titles[:12] if title)
