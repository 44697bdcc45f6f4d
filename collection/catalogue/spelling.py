"""How people write cards down: `45`, `#45`, `045`, `45*2`, `45:foil`, `45:foil*2`, `Dead Calm`, `dead calm*2`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from collection.catalogue.card import BASE_FINISH, FIRST_CARD, LAST_CARD, Card, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.words import read_integer
from collection.errors import NotUnderstood
from collection.text import plain, quoted

MOST_AT_ONCE = 999
"""The most copies that one word can mean; more is taken for a slip of the finger."""
LONGEST_FINISH = 20

_LONGEST_WORD = 200
"""Characters; no card's name with its finish and quantity is longer."""
_SEPARATORS = re.compile(r"[,;\r\n]")
_QUANTITY = re.compile(r"(?P<rest>.*\S) ?[*×] ?(?P<count>[^\s:*×]*)")
_NAME_TIMES = re.compile(r"(?P<rest>.*[^\W\d].*) [xX] ?(?P<count>[0-9]+)")
_NUMBER_TIMES = re.compile(r"(?P<rest>#[0-9]+ ?|[0-9]+ )[xX] ?(?P<count>[0-9]+)")
_TIMES_CARD = re.compile(
    r"(?P<count>[0-9]+) ?[xX*×] ?(?P<rest>#[0-9]+|[^\W\d].*)|(?P<times>[0-9]+)[xX] (?P<number>[0-9]+)"
)
_TWO_WAYS = re.compile(r"(?P<one>[0-9]+)(?:[xX]| [xX] )(?P<other>[0-9]+)")
_FINISH = re.compile(r"(?P<rest>.*\S) ?: ?(?P<finish>[^\s:*×]*)")
_MANY_DIGITS = re.compile(r"[0-9]+")
_NUMERIC = re.compile(r"[#+−-]?\d")
_WAY_OUT = f"write a number from {FIRST_CARD} to {LAST_CARD} or a card's name"


class _NoCard(Exception):
    """A text that names no card."""


def read_card(catalogue: Catalogue, text: str) -> CardNo:
    """Read one card by number or name. Raises NotUnderstood, naming the text and the closest names."""
    try:
        return _card(catalogue, " ".join(plain(text).split())).number
    except _NoCard:
        raise NotUnderstood(_why_not(catalogue, text)) from None


def read_finish(text: str) -> str:
    """Read a finish: a short word of letters, digits and hyphens in any case; give it in lower case.

    Raises NotUnderstood.
    """
    finish = unicodedata.normalize("NFC", plain(text).strip().lower())
    if not finish:
        raise NotUnderstood("A finish is missing; write one behind the colon, as in 45:foil, or leave the colon out.")
    spelled = all(sign.isalpha() or sign in "0123456789-" for sign in finish)
    if not spelled or finish.startswith("-") or len(finish) > LONGEST_FINISH:
        raise NotUnderstood(
            f"{quoted(text)} is not a finish; write one word of at most {LONGEST_FINISH} letters, digits and hyphens, "
            "such as foil."
        )
    return finish


def read_copies(catalogue: Catalogue, words: Sequence[str]) -> tuple[Copies, ...]:
    """Read copies of cards, equal ones added up, by number and finish.

    Each word is one card, or a line of them separated by commas or spaces; a name of several words may also come as
    several words, as an unquoted name does on a command line. No words are no copies. Raises NotUnderstood with every
    word that cannot be read.
    """
    piles: dict[tuple[CardNo, str], int] = {}
    faults: dict[str, None] = {}
    longest = max((len(card.name.split()) for card in catalogue), default=1) + 4
    lines = [line for line in _lines(catalogue, words) if line]
    if words and not lines:
        faults[f'"" names no card; {_WAY_OUT}.'] = None
    for line in lines:
        for found in _read_line(catalogue, line, longest):
            if isinstance(found, str):
                faults[found] = None
            else:
                pile = (found.number, found.finish)
                piles[pile] = piles.get(pile, 0) + found.quantity
    if faults:
        raise NotUnderstood(*faults)
    return tuple(Copies(number, finish, quantity) for (number, finish), quantity in sorted(piles.items()))


def write_copies(copies: Copies) -> str:
    """Write copies the shortest way that `read_copies` reads back: `45`, `45*2`, `45:foil*2`."""
    finish = "" if copies.finish == BASE_FINISH else f":{copies.finish}"
    quantity = "" if copies.quantity == 1 else f"*{copies.quantity}"
    return f"{copies.number}{finish}{quantity}"


def _lines(catalogue: Catalogue, words: Sequence[str]) -> Iterator[list[str]]:
    """Give runs of tokens: a comma ends a run, and so does the border of a word that was quoted with its spaces."""
    line: list[str] = []
    for word in words:
        if _SEPARATORS.search(word) and catalogue.named(word) is not None:
            yield line
            yield [" ".join(plain(word).split())]
            line = []
            continue
        for place, piece in enumerate(_SEPARATORS.split(word)):
            tokens = plain(piece).split()
            if place or len(tokens) > 1:
                yield line
                line = []
            line.extend(tokens)
            if len(tokens) > 1:
                yield line
                line = []
    yield line


def _read_line(catalogue: Catalogue, tokens: list[str], longest: int) -> Iterator[Copies | str]:
    """Read tokens from the left, each time the longest run that means something; a fault is a sentence."""
    unread: list[str] = []
    place = 0
    while place < len(tokens):
        found, taken = _longest_run(catalogue, tokens[place : place + longest])
        if (taken or _NUMERIC.match(tokens[place])) and unread:
            yield _why_not(catalogue, " ".join(unread))
            unread = []
        yield from found
        if taken:
            place += taken
            continue
        if _NUMERIC.match(tokens[place]):
            yield _why_not(catalogue, tokens[place])
        else:
            # Neighbouring words that mean nothing are most likely one mistyped name.
            unread.append(tokens[place])
        place += 1
    if unread:
        yield _why_not(catalogue, " ".join(unread))


def _longest_run(catalogue: Catalogue, tokens: list[str]) -> tuple[tuple[Copies | str, ...], int]:
    for taken in range(len(tokens), 0, -1):
        text = " ".join(tokens[:taken])
        try:
            return (_copies(catalogue, text),), taken
        except _NoCard:
            continue
        except NotUnderstood as fault:
            return fault.reasons, taken
    return (), 0


def _copies(catalogue: Catalogue, text: str) -> Copies:
    """Read one card with finish and quantity; `_NoCard` when no card is named, NotUnderstood when the rest is wrong."""
    if len(text) > _LONGEST_WORD:
        raise _NoCard
    named = catalogue.named(text)
    # A name that happens to end like a quantity or a finish is still a name.
    if named is not None:
        return Copies(named.number)
    if two_ways := _TWO_WAYS.fullmatch(text):
        one, other = two_ways["one"], two_ways["other"]
        raise NotUnderstood(
            f"{quoted(text)} can be read two ways; write {one}*{other} for {other} copies of card {one}, "
            f"or {other}*{one} for {one} copies of card {other}."
        )
    rest, finish, count = _split(text)
    card = _card(catalogue, rest)
    faults: list[str] = []
    if finish is not None:
        try:
            finish = read_finish(finish)
        except NotUnderstood as fault:
            faults.extend(f"In {quoted(text)}: {reason}" for reason in fault.reasons)
    quantity = 1 if count is None else _quantity(count)
    if quantity is None or not 1 <= quantity <= MOST_AT_ONCE:
        faults.append(_why_not_so_many(text, rest, quantity))
    if faults:
        raise NotUnderstood(*faults)
    return Copies(card.number, finish or BASE_FINISH, quantity or 1)


def _split(text: str) -> tuple[str, str | None, str | None]:
    """Take a finish and a quantity, in either order, off the end of a card."""
    rest, finish, count = text, None, None
    for _ in range(2):
        if count is None and (found := _times_behind(rest)):
            rest, count = found["rest"].rstrip(), found["count"]
        elif finish is None and (found := _FINISH.fullmatch(rest)):
            rest, finish = found["rest"], found["finish"]
    if count is None and (found := _TIMES_CARD.fullmatch(rest)):
        rest, count = found["rest"] or found["number"], found["count"] or found["times"]
    return rest, finish, count


def _times_behind(text: str) -> re.Match[str] | None:
    return _NUMBER_TIMES.fullmatch(text) or _QUANTITY.fullmatch(text) or _NAME_TIMES.fullmatch(text)


def _card(catalogue: Catalogue, text: str) -> Card:
    number = read_integer(text.removeprefix("#"))
    if number is not None and number in catalogue:
        return catalogue[number]
    named = catalogue.named(text)
    if named is None:
        raise _NoCard
    return named


def _quantity(count: str) -> int | None:
    """Read how many; anything too long to be read is too many."""
    quantity = read_integer(count)
    return MOST_AT_ONCE + 1 if quantity is None and _MANY_DIGITS.fullmatch(count) else quantity


def _why_not_so_many(text: str, card: str, quantity: int | None) -> str:
    if quantity is None:
        return f"{quoted(text)} does not say how many copies; write plain digits behind the *, as in 45*2."
    if quantity == 0:
        return f"{quoted(text)} asks for no copies; leave it out, or write {quoted(card)} for one."
    return f"{quoted(text)} asks for more than {MOST_AT_ONCE} copies; if that is meant, say it in several words."


def _why_not(catalogue: Catalogue, text: str) -> str:
    """Say why a text names no card, and the way out."""
    shown = " ".join(plain(text).split())
    rest = _split(shown)[0] if len(shown) <= _LONGEST_WORD else shown
    if _MANY_DIGITS.fullmatch(rest.removeprefix("#")):
        return f"{quoted(rest)} is not a card; the cards are numbered {FIRST_CARD} to {LAST_CARD}."
    if _NUMERIC.match(rest):
        return f"{quoted(rest)} is not a card; write plain digits from {FIRST_CARD} to {LAST_CARD}, or a card's name."
    offers = [f"{plain(card.name)} ({card.number})" for card in catalogue.closest(rest)]
    if not offers:
        return f"{quoted(rest)} names no card; {_WAY_OUT}."
    *before, last = offers
    return f"{quoted(rest)} is not a card; did you mean {', '.join(before) + ' or ' if before else ''}{last}?"
