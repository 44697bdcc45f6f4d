"""Hand codes: a hand of fourteen different cards in fourteen characters that can be read out over a telephone.

    1 2345 6789 ABCD E      a version, twelve characters that say which hand, and a check; written 1234-5678-9ABC-DE

Which hand it is, is the rank of its cards in the combinatorial number system: of all the ways to choose 14 numbers of
120 each has a rank of its own, whatever the order in which the cards were listed, so that equal hands have equal codes.
The 669,413,654,240,461,560 ranks take 59.2 bits, which fit twelve characters of five bits.

Characters are Crockford's 32: the digits and letters but I, L, O and U. They are read in any case, O as 0, I and L as
1; spaces and hyphens mean nothing.

The check makes the characters, taken as elements of the field of 32 elements and weighted by falling powers of a
primitive element, add up to zero. No weight is zero, so one wrong character never passes; no two weights are the same
(14 are needed, the element has 31 powers), so two characters that changed places never do either, wherever they stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import Final

from collection.catalogue.card import FIRST_CARD, LAST_CARD, CardNo
from collection.errors import HandRefused, NotUnderstood
from collection.hands.hand import HAND_SIZE
from collection.text import plain, quoted

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 characters, by value."""

CODE_SIZE: Final = 14
"""Characters of a code without its hyphens."""

_VERSION = 1
_RANK_SIZE = 12
_GROUP = 4
_HANDS = comb(LAST_CARD - FIRST_CARD + 1, HAND_SIZE)
_VALUES = {sign: value for value, sign in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_REDUCED_BY = 0b100101
"""x^5 + x^2 + 1, under which x is a primitive element of the field of 32 elements."""
_FREE = re.compile(r"[\s\-‐‑‒–—−]+")
"""What may stand between characters: spaces, hyphens, and the dashes that telephones make of hyphens."""
_ABOUT_AS_LONG = range(CODE_SIZE - 3, CODE_SIZE + 4)


def write_code(cards: Sequence[CardNo]) -> str:
    """Give the code of a hand, in groups of four: `1234-5678-9ABC-DE`. The order of `cards` does not matter.

    Raises HandRefused, in one sentence with every reason, for anything but fourteen different numbers of cards: nothing
    else has a code.
    """
    if reasons := list(_why_no_code(cards)):
        raise HandRefused(f"This hand has no code, which only fourteen different cards have: {'; '.join(reasons)}.")
    rank = _rank(cards)
    values = [_VERSION, *((rank >> 5 * place) % 32 for place in reversed(range(_RANK_SIZE)))]
    # Read with this one behind them, they add up to zero.
    values.append(_sum([*values, 0]))
    signs = "".join(ALPHABET[value] for value in values)
    return "-".join(signs[start : start + _GROUP] for start in range(0, CODE_SIZE, _GROUP))


def read_code(text: str) -> tuple[CardNo, ...]:
    """Give the fourteen cards of a code, by number.

    Raises NotUnderstood, in one sentence, for a sign that no code has, a wrong length, a wrong check, another version,
    and a rank above the last hand's.
    """
    signs = _signs(text)
    strangers = [sign for sign in dict.fromkeys(signs) if sign not in _VALUES]
    if strangers:
        told = ", ".join(quoted(sign) for sign in strangers[:5])
        raise NotUnderstood(f"A hand's code is made of digits and of letters without U; {told} cannot be in one.")
    if len(signs) != CODE_SIZE:
        raise NotUnderstood(f"A hand's code has {CODE_SIZE} characters without its hyphens, and this one {len(signs)}.")
    values = [_VALUES[sign] for sign in signs]
    if _sum(values) != 0:
        raise NotUnderstood(
            f"{quoted(plain(text).strip())} is mistyped: its last character does not fit the others, "
            "so compare it with the one you were given."
        )
    version, *digits, _ = values
    if version != _VERSION:
        raise NotUnderstood(
            f"This code is of version {ALPHABET[version]}, and this program reads version {_VERSION}; "
            "a later program may read it."
        )
    rank = 0
    for digit in digits:
        rank = 32 * rank + digit
    if rank >= _HANDS:
        raise NotUnderstood("This code stands for no hand: its number is above that of the last one there is.")
    return _unranked(rank)


def looks_like_code(text: str) -> bool:
    """Say whether somebody most likely means a code: a right one in any groups, or a mistyped one as they are written.

    As they are written is in one word or in groups of four, about as long, with a digit. So a mistyped code is told
    from a mistyped card, and a row of cards' numbers from a code.
    """
    signs = _signs(text)
    if not (signs.isascii() and signs.isalnum() and len(signs) in _ABOUT_AS_LONG):
        return False
    *groups, last = (group for group in _FREE.split(plain(text)) if group)
    if not groups or (len(last) <= _GROUP and all(len(group) == _GROUP for group in groups)):
        return any(sign.isdigit() for sign in signs) or _is_code(text)
    # By chance the check also fits one row of numbers in 32, and one name behind a quantity.
    mixed = any(sign.isdigit() for sign in signs[1:]) and any(sign.isalpha() for sign in signs)
    return mixed and _is_code(text)


def _is_code(text: str) -> bool:
    try:
        read_code(text)
    except NotUnderstood:
        return False
    return True


def _signs(text: str) -> str:
    """Give the characters of a code as they count."""
    # Outside ASCII some small letters have capitals inside it: a dotless i would be read as 1.
    return "".join(sign.upper() if sign.isascii() else sign for sign in _FREE.sub("", plain(text)))


def _why_no_code(cards: Sequence[CardNo]) -> Iterator[str]:
    if len(cards) != HAND_SIZE:
        yield f"it has {len(cards)}"
    for number, times in Counter(cards).items():
        if not FIRST_CARD <= number <= LAST_CARD:
            yield f"{number} is not a card's number, {FIRST_CARD} to {LAST_CARD}"
        elif times > 1:
            yield f"{number} is in it {'twice' if times == 2 else f'{times} times'}"


def _rank(cards: Iterable[CardNo]) -> int:
    """Give the place of a choice of numbers among all choices, from 0: the sum of C(c1, 1) + C(c2, 2) + ..."""
    return sum(comb(number - FIRST_CARD, place) for place, number in enumerate(sorted(cards), start=1))


def _unranked(rank: int) -> tuple[CardNo, ...]:
    """Give the choice of numbers that has this rank: from above, each the largest whose C(c, place) still fits."""
    cards: list[CardNo] = []
    candidate = LAST_CARD - FIRST_CARD
    for place in range(HAND_SIZE, 0, -1):
        while comb(candidate, place) > rank:
            candidate -= 1
        rank -= comb(candidate, place)
        cards.append(candidate + FIRST_CARD)
    return tuple(reversed(cards))


def _sum(values: Iterable[int]) -> int:
    """Add elements of the field, each weighted by x to the number of elements behind it."""
    total = 0
    for value in values:
        total <<= 1
        if total >= 32:
            total ^= _REDUCED_BY
        total ^= value
    return total
