"""Legality: every reason why a hand cannot be brought to the table, all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from collection.catalogue.card import FIRST_CARD, LAST_CARD, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.hand import HAND_SIZE, HandFault
from collection.text import plain

_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def hand_faults(cards: Sequence[CardNo], catalogue: Catalogue, owned: Mapping[CardNo, int]) -> tuple[HandFault, ...]:
    """Give every reason why `cards` is not a legal hand; none when it is.

    Fourteen different numbers (Rules of Play, Building your hand; rulings 14 and 16), each owned. Each message names
    the card and the way out.
    """
    return (*table_faults(cards, catalogue), *_not_owned(cards, catalogue, owned))


def table_faults(cards: Sequence[CardNo], catalogue: Catalogue) -> tuple[HandFault, ...]:
    """Give every reason why no game at all can be played with `cards`, whoever owns them (ruling 16).

    This is all that a friendly game asks of a hand; a game for keeps asks for `hand_faults`.
    """
    return (*_wrong_count(cards), *_impossible(cards, catalogue))


def card_label(number: CardNo, catalogue: Catalogue) -> str:
    """Name a card in a sentence: `#118 Dead Calm`, or the bare number where there is no such card."""
    return f"#{number} {plain(catalogue[number].name)}" if number in catalogue else f"#{number}"


def _wrong_count(cards: Sequence[CardNo]) -> Iterator[HandFault]:
    missing = HAND_SIZE - len(cards)
    if missing > 0:
        code, way_out = "too-few", f"add {_count(missing)} more"
    elif missing < 0:
        code, way_out = "too-many", f"take {_count(-missing)} out"
    else:
        return
    plural = "card" if len(cards) == 1 else "cards"
    yield HandFault(code, None, f"This hand has {len(cards)} {plural} and needs {HAND_SIZE}: {way_out}.")


def _impossible(cards: Sequence[CardNo], catalogue: Catalogue) -> Iterator[HandFault]:
    for number, times in Counter(cards).items():
        if number not in catalogue:
            message = (
                f"{number} is not a card: numbers run from {FIRST_CARD} to {LAST_CARD}. Take it out and choose another."
            )
            yield HandFault("not-a-card", number, message)
        elif times > 1:
            often = "twice" if times == 2 else f"{_count(times)} times"
            message = (
                f"{card_label(number, catalogue)} is in this hand {often}, and each number may be in it once: "
                "keep one and choose another."
            )
            yield HandFault("twice", number, message)


def _not_owned(cards: Sequence[CardNo], catalogue: Catalogue, owned: Mapping[CardNo, int]) -> Iterator[HandFault]:
    for number in dict.fromkeys(cards):
        if number in catalogue and owned.get(number, 0) < 1:
            message = f"{card_label(number, catalogue)} is not owned: pull, trade or win it, or choose another."
            yield HandFault("not-owned", number, message)


def _count(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)
