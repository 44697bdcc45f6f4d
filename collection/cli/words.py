"""Words of the shell read as queries, cards, days."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from collection.cli.output import width
from collection.errors import CollectionError, NotUnderstood, QueryError
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from collection.catalogue.card import Card, CardNo, Copies
    from collection.catalogue.catalogue import Catalogue
    from collection.catalogue.query import Known

_OPERATORS = re.compile(r"""[:=<>()"]|^-|\bor\b""", re.IGNORECASE)
_HAND_NUMBER = re.compile(r"#?0{0,3}([1-9][0-9]{0,3})", re.ASCII)
_BEFORE_CARET, _BEHIND_CARET = 40, 30
"""Characters of a search that are shown around the one that is pointed at."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def no_options(words: Sequence[str]) -> None:
    """Refuse a word such as `--jsom` among words that may begin with a dash.

    Verbs whose words may look negative (`-3`, `-name:dog`) let every unknown option through, so that it gets here.
    """
    wrong = [word for word in words if word.startswith("--") and len(word) > 2]
    if wrong:
        raise NotUnderstood(*(misplaced(word) for word in wrong))


def misplaced(word: str) -> str:
    """Say that there is no such option here, and where it belongs when it is one that stands before the verb."""
    option = plain(word).partition("=")[0]
    if option in ("--db", "--as"):
        return f"{option} stands before the verb: mudwater {option} VALUE VERB ..."
    return f"There is no option {option} here."


def joined_query(words: Sequence[str]) -> str:
    """Give the words of the shell as one search, quoting as the person did.

    A word that holds spaces and nothing that means something in a search was quoted as a phrase: `cards "dead calm"`;
    with an @ before it, it is the name of a saved search: `cards "@rares of mine"`.
    """
    no_options(words)
    return " ".join(_as_typed(word) for word in words)


def _as_typed(word: str) -> str:
    if " " not in word.strip() or _OPERATORS.search(word):
        return word
    return f'@"{word[1:]}"' if word.startswith("@") else f'"{word}"'


def searched(
    catalogue: Catalogue, words: Sequence[str], known: Known | Mapping[CardNo, int], sort: str | None = None
) -> list[Card]:
    """Give the cards that the words of the shell ask for, in the order of `sort`.

    Raises NotUnderstood, pointing at what cannot be read.
    """
    from collection.catalogue.query import Known, search

    everything = known if isinstance(known, Known) else Known(known)
    query = joined_query(words)
    with pointing(query):
        found = search(catalogue, query, everything)
    if sort is None:
        return found
    from collection.catalogue.order import read_order, sorted_cards

    with pointing(sort):
        return sorted_cards(found, read_order(sort), everything.owned)


@contextmanager
def pointing(text: str) -> Iterator[None]:
    """Point at the column of `text` that cannot be read, in lines of their own below the reason."""
    try:
        yield
    except QueryError as no:
        raise NotUnderstood(*no.reasons, *_pointed(text, no.column)) from no


def _pointed(query: str, column: int) -> tuple[str, str]:
    """Give the search, or what of it stands around `column`, and a line with a caret under that column."""
    begin = max(0, column - 1 - _BEFORE_CARET)
    before, behind = plain(query[begin : column - 1]), plain(query[column - 1 : column - 1 + _BEHIND_CARET])
    return f"  {before}{behind}", f"  {' ' * width(before)}^"


def card_words(catalogue: Catalogue, words: Sequence[str]) -> tuple[Copies, ...]:
    """Read copies of cards from words of the shell. Raises NotUnderstood with every word that cannot be read."""
    from collection.catalogue.spelling import read_copies

    no_options(words)
    return read_copies(catalogue, words)


def one_card(catalogue: Catalogue, words: Sequence[str]) -> CardNo:
    """Read one card, its name perhaps in several words."""
    from collection.catalogue.spelling import read_card

    no_options(words)
    return read_card(catalogue, " ".join(words))


def maybe_card(catalogue: Catalogue, word: str | None) -> CardNo | None:
    """Read one card where one was named."""
    return None if word is None else one_card(catalogue, [word])


def hand_cards(catalogue: Catalogue, words: Sequence[str]) -> tuple[CardNo, ...]:
    """Read the cards of a hand, in order, doubles kept; separated by commas too.

    A number that is no card of the set is kept: legality says so, with all other reasons at once.
    """
    from collection.catalogue.spelling import read_card

    no_options(words)
    numbers: list[CardNo] = []
    faults: list[str] = []
    for word in (part for typed in words for part in _parts(typed)):
        number = _HAND_NUMBER.fullmatch(word)
        if number:
            numbers.append(int(number[1]))
            continue
        try:
            numbers.append(read_card(catalogue, word))
        except CollectionError as no:
            faults += no.reasons
    if faults:
        raise NotUnderstood(*faults)
    return tuple(numbers)


def _parts(word: str) -> list[str]:
    """Split `3, 12 45` into its numbers; a name with spaces stays whole."""
    parts = [part.strip() for part in word.split(",") if part.strip()] or [word]
    return [
        piece
        for part in parts
        for piece in (part.split() if all(_HAND_NUMBER.fullmatch(bit) for bit in part.split()) else [part])
    ]


def day(text: str | None) -> dt.date | None:
    """Read a day as ISO 8601 writes it. Raises NotUnderstood."""
    if text is None:
        return None
    if _DAY.fullmatch(text):
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            pass
    raise NotUnderstood(f"{quoted(text)} is not a day. Write it as year-month-day, such as 2026-03-31.")
