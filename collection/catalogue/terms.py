"""The words of the search language: a search taken apart, and each of its terms understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from collection.catalogue.conditions import (
    Alike,
    Condition,
    Counted,
    Held,
    Known,
    Marked,
    Named,
    Not,
    OfFamily,
    StandIn,
    Worded,
)
from collection.catalogue.words import read_family, read_integer, read_level
from collection.errors import QueryError
from collection.text import quoted, search_key

_WORDED = ("name", "tribe", "artist")
_COUNTED = ("number", "level", "n", "e", "s", "w", "sum", "owned")
QUERY_FIELDS = (
    *("number", "name", "level", "family", "tribe", "artist", "n", "e", "s", "w", "sum"),
    *("owned", "held", "search", "is"),
)
"""What a search can ask for by name."""
SAVED = "search"
"""The field that names a saved search; `@NAME` is the same."""
ANYBODY = "anyone"
"""The name under which `held:` means whoever it is."""
MARKS = ("keepsake", "wish", "offer")
"""The marks that `is:` knows."""
ALIKE = ("twin", "outclassed")
"""What `is:` knows of cards beside other cards."""
_EXAMPLES = {
    "number": "number:45",
    "name": "name:dog",
    "level": "level:2",
    "family": "family:club",
    "tribe": "tribe:choir",
    "artist": "artist:smith",
    "sum": "sum>=16",
    "owned": "owned>1",
    "held": "held:Bo",
    "search": "search:wanted",
    "is": "is:missing",
}
_MOST = 10**9
"""More than anything that is counted."""
_IS: dict[str, Condition] = {
    "stand-in": StandIn(),
    "confirmed": Not(StandIn()),
    "owned": Counted("owned", ((1, _MOST),)),
    "missing": Not(Counted("owned", ((1, _MOST),))),
    "spare": Counted("owned", ((2, _MOST),)),
    **{mark: Marked(mark) for mark in MARKS},
    **{word: Alike(word) for word in ALIKE},
}
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_SIGN = re.compile(r"!=|<=|>=|[:=<>]")
_FIELD = re.compile(rf"(?P<field>[^\W\d_]+)(?P<sign>{_SIGN.pattern})")
_WORD = re.compile(r"[^\s()]+")
_RANGE = re.compile(r"(?P<low>[^\s.-]+)(?:-|\.\.)(?P<high>[^\s.-]+)")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a search: `kind` is `(`, `)`, `-`, `joiner`, `word`, `phrase`, `term` or `end`."""

    kind: str
    text: str
    column: int
    """Where it begins, from 1."""
    field: str = ""
    """Of a term: what it asks for, how, and where its value (in `text`) begins."""
    sign: str = ""
    value_column: int = 0


def tokens(text: str) -> Iterator[Token]:
    """Take a search apart. Raises QueryError."""
    place = 0
    while place < len(text):
        character = text[place]
        if character.isspace():
            place += 1
        elif character in "()":
            yield Token(character, character, place + 1)
            place += 1
        elif character == "-":
            if text[place + 1 : place + 2].strip() in {"", ")"}:
                raise QueryError("A - stands directly before what it leaves out, as in -name:dog.", place + 1)
            yield Token("-", "-", place + 1)
            place += 1
        elif character == "@":
            value, end = _value(text, place + 1)
            yield Token("term", value, place + 1, SAVED, ":", place + 2)
            place = end
        elif character in _QUOTES:
            phrase, end = _phrase(text, place)
            yield Token("phrase", phrase, place + 1)
            place = end
        elif found := _FIELD.match(text, place):
            value, end = _value(text, found.end())
            yield Token("term", value, place + 1, found["field"].lower(), found["sign"], found.end() + 1)
            place = end
        elif found := _SIGN.match(text, place):
            raise QueryError(
                f"A field stands directly before {found[0]}, as in n{found[0]}4; to look for the sign itself, put it "
                "in quotation marks.",
                place + 1,
            )
        else:
            word = _word(text, place)
            kind = "joiner" if word.lower() in {"or", "and"} else "word"
            yield Token(kind, word, place + 1)
            place += len(word)


def needs(found: Iterable[Token]) -> frozenset[str]:
    """Say what a search asks for beside faces and copies: `marked`, `held`, `saved`, `alike`."""
    wanted: set[str] = set()
    for token in found:
        if token.field == SAVED:
            wanted.add("saved")
        elif token.field == "held":
            wanted.add("held")
        elif token.field == "is":
            key = _is_key(token.text)
            wanted.update({"marked"} if key in MARKS else {"alike"} if key in ALIKE else ())
    return frozenset(wanted)


def condition(token: Token, known: Known | None, saved: Callable[[Token], Condition]) -> Condition:
    """Say what a word, a phrase or a term asks of a card; `saved` says it of the name of a saved search.

    `known` None checks the form alone. Raises QueryError, also for what is asked for and not known.
    """
    if token.kind != "term":
        number = read_integer(token.text.removeprefix("#")) if token.kind == "word" else None
        return Named(visible(token.text, token.column), number)
    reader = saved if token.field == SAVED else _READERS.get(token.field)
    if reader is None:
        raise QueryError(
            f"{quoted(token.field)} is no field{_likely(token.field)} The fields are {', '.join(QUERY_FIELDS)}; to "
            "look for the words themselves, put them in quotation marks.",
            token.column,
        )
    if not token.text:
        example = _EXAMPLES.get(token.field, f"{token.field}>=4")
        behind = "@" if token.value_column == token.column + 1 else token.sign
        example = "@wanted" if behind == "@" else example
        raise QueryError(f"Something to look for is missing behind {behind}, as in {example}.", token.value_column)
    read = reader(token)
    if known is not None:
        _check_known(token, read, known)
    return read


def _check_known(token: Token, read: Condition, known: Known) -> None:
    """Refuse what is asked for and not known here, instead of finding nothing."""
    part = read.part if isinstance(read, Not) else read
    if isinstance(part, Marked) and known.marked is None:
        raise QueryError(f"Marks are not known here, so is:{part.mark} cannot be asked for.", token.value_column)
    if isinstance(part, Held):
        if known.held is None:
            raise QueryError("What others hold is not known here, so held: cannot be asked for.", token.column)
        if part.key is not None and part.key not in known.held:
            raise QueryError(
                f"Nobody in this book is called {quoted(token.text)}; held:{ANYBODY} asks for whoever it is.",
                token.value_column,
            )


def _phrase(text: str, place: int) -> tuple[str, int]:
    end = text.find(_QUOTES[text[place]], place + 1)
    if end < 0:
        raise QueryError(f"This quotation mark is never closed; add a {_QUOTES[text[place]]}.", place + 1)
    return text[place + 1 : end], end + 1


def _value(text: str, place: int) -> tuple[str, int]:
    if text[place : place + 1] and text[place] in _QUOTES:
        return _phrase(text, place)
    word = _word(text, place)
    return word, place + len(word)


def _word(text: str, place: int) -> str:
    found = _WORD.match(text, place)
    return found[0] if found else ""


def _worded(token: Token) -> Condition:
    allow(token, ":", "=", "!=")
    read = Worded(token.field, visible(token.text, token.value_column), whole=token.sign != ":")
    return Not(read) if token.sign == "!=" else read


def _family(token: Token) -> Condition:
    allow(token, ":", "=", "!=")
    families = []
    for column, word in _listed(token):
        family = read_family(word)
        if family is None:
            raise QueryError(f"{quoted(word)} is not a family; write club, mutant, cosmic or arcana in full.", column)
        families.append(family)
    read = OfFamily(frozenset(families))
    return Not(read) if token.sign == "!=" else read


def _held(token: Token) -> Condition:
    allow(token, ":", "=", "!=")
    key = visible(token.text, token.value_column)
    read = Held(None if key == ANYBODY else key)
    return Not(read) if token.sign == "!=" else read


def _is_key(text: str) -> str:
    return search_key(text).replace(" ", "-").replace("standin", "stand-in")


def _is(token: Token) -> Condition:
    allow(token, ":", "=", "!=")
    key = _is_key(token.text)
    level, family = read_level(key), read_family(key)
    read: Condition
    if key in _IS:
        read = _IS[key]
    elif level is not None:
        read = Counted("level", ((level, level),))
    elif family is not None:
        read = OfFamily(frozenset({family}))
    else:
        raise QueryError(
            f"is: does not know {quoted(token.text)}; it knows {', '.join(_IS)}, the Levels' words such as rare, and "
            "the families.",
            token.value_column,
        )
    return Not(read) if token.sign == "!=" else read


def _counted(token: Token) -> Condition:
    read = _read_level if token.field == "level" else _read_count
    if token.sign in {":", "=", "!="}:
        spans = tuple(_span(token, column, word, read) for column, word in _listed(token))
        return Not(Counted(token.field, spans)) if token.sign == "!=" else Counted(token.field, spans)
    number = read(token, token.value_column, token.text)
    span = {
        "<": (0, number - 1),
        "<=": (0, number),
        ">": (number + 1, _MOST),
        ">=": (number, _MOST),
    }[token.sign]
    return Counted(token.field, (span,))


def _span(token: Token, column: int, word: str, read: Callable[[Token, int, str], int]) -> tuple[int, int]:
    ends = _RANGE.fullmatch(word)
    if ends is None:
        number = read(token, column, word)
        return number, number
    low = read(token, column, ends["low"])
    high = read(token, column + ends.start("high"), ends["high"])
    if low > high:
        raise QueryError(f"{quoted(word)} runs backwards; write the lower end first.", column)
    return low, high


def _read_count(token: Token, column: int, word: str) -> int:
    number = read_integer(word.removeprefix("#") if token.field == "number" else word)
    if number is None:
        raise QueryError(
            f"{quoted(word)} is not a number; {token.field} takes plain digits, as in "
            f"{token.field}{token.sign}4" + (f" or {token.field}:3-9." if token.sign in ":=" else "."),
            column,
        )
    return number


def _read_level(_token: Token, column: int, word: str) -> int:
    level = read_level(word)
    if level is None:
        raise QueryError(
            f"{quoted(word)} is not a Level; write 1 to 5, I to V, or common, uncommon, rare, prestige or legendary.",
            column,
        )
    return level


def _listed(token: Token) -> Iterator[tuple[int, str]]:
    """Give the values between commas, each with its column."""
    column = token.value_column
    for word in token.text.split(","):
        if not word.strip():
            raise QueryError("A value is missing beside this comma; add it or leave the comma out.", column)
        yield column, word.strip()
        column += len(word) + 1


def allow(token: Token, *signs: str) -> None:
    """Raise QueryError for a term whose sign is none of these."""
    if token.sign not in signs:
        raise QueryError(
            f"{token.field} is asked for with {', '.join(signs[:-1])} or {signs[-1]}, not with {token.sign}.",
            token.column + len(token.field),
        )


def visible(text: str, column: int) -> str:
    """Give the search key of a word. Raises QueryError where nothing is left of it."""
    key = search_key(text)
    if not key:
        raise QueryError("There is nothing visible to look for here; write a word.", column)
    return key


def _likely(field: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(field[:40], QUERY_FIELDS, n=1)
    return f"; did you mean {close[0]}?" if close else "."


_READERS: dict[str, Callable[[Token], Condition]] = {
    **dict.fromkeys(_WORDED, _worded),
    **dict.fromkeys(_COUNTED, _counted),
    "family": _family,
    "held": _held,
    "is": _is,
}
