"""Decks of Cardia: which cards may be shuffled together, every reason why others may not, and all decks that may.

A deck is written as the keys of its cards. It is legal (ruling 32) with one card of each value, with all cards of a new
faction or none, and with all cards of an old faction from one deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from collection.catalogue.card import STAND_IN_MARK
from collection.games.cardia.cards import DECKS, NEW_FACTIONS, OLD_FACTIONS, VALUES, Card, Faction
from collection.games.cardia.data import CardiaData
from collection.text import quoted

DECK_SIZE: Final = len(VALUES)
COMBINED: Final = "III+IV"
"""The deck of both new factions, and nobody else."""
STANDARD: Final = ("III", "IV", "I", "II", COMBINED)
"""The decks that need no building, by name."""
_TOLD_ONE_BY_ONE: Final = 4
"""Up to so many missing values are told with the cards that have them."""

Keys = Sequence[str]
"""The cards of a deck, as records spell them."""


@dataclass(frozen=True, slots=True)
class DeckFault:
    """One reason why a deck is not legal, with the way out in its message.

    `code` is one of `not-a-card`, `twice`, `same-value`, `no-value`, `part-of-a-faction`, `two-decks`; `cards` are the
    keys that it is about.
    """

    code: str
    cards: tuple[str, ...]
    message: str
    values: tuple[int, ...] = ()
    """The values that it is about, where it is about values."""
    brief: str = ""
    """The same in a few words, for a line of a list."""


def deck_faults(keys: Keys, data: CardiaData) -> tuple[DeckFault, ...]:
    """Give every reason why a deck is not legal (ruling 32); none when it is.

    Each names the cards and the way out. `~` stands behind what is a stand-in.
    """
    cards = _known(keys, data)
    return (
        *_strangers(keys, data),
        *_same_values(cards, data),
        *_missing_values(cards, data),
        *_parts_of_factions(cards, data),
        *_two_decks(cards, data),
    )


def in_order(keys: Keys, data: CardiaData) -> tuple[str, ...]:
    """Give the cards of a deck by value, and by deck within one; what is no card comes last."""
    places = {card.key: (card.value, DECKS.index(card.deck)) for card in data.cards}
    return tuple(sorted(keys, key=lambda key: (places.get(key, (DECK_SIZE + 1, 0)), key)))


def standard(name: str, data: CardiaData) -> tuple[str, ...] | None:
    """Give one of the STANDARD decks; None where there is no such deck."""
    if name == COMBINED:
        return in_order([card.key for card in data.cards if card.faction in NEW_FACTIONS], data)
    return tuple(card.key for card in data.deck(name)) if name in STANDARD else None


@lru_cache(maxsize=8)
def legal_decks(data: CardiaData) -> tuple[tuple[str, ...], ...]:
    """Give every legal deck, those of the fewest printed decks first."""
    found = {}
    for news in product((False, True), repeat=len(NEW_FACTIONS)):
        used = [faction for faction, into in zip(NEW_FACTIONS, news, strict=True) if into]
        whole = [card for card in data.cards if card.faction in used]
        taken = {card.value for card in whole}
        if len(taken) < len(whole):
            continue
        for decks in product(DECKS, repeat=len(OLD_FACTIONS)):
            of = dict(zip(OLD_FACTIONS, decks, strict=True))
            loose = [card for card in data.cards if of.get(card.faction) == card.deck]
            choices = [[card for card in loose if card.value == value] for value in VALUES if value not in taken]
            for chosen in product(*choices):
                cards = sorted((*whole, *chosen), key=lambda card: card.value)
                found[tuple(card.key for card in cards)] = len({card.deck for card in cards})
    return tuple(sorted(found, key=lambda keys: found[keys]))


def completions(keys: Keys, data: CardiaData) -> tuple[tuple[str, ...], ...]:
    """Give every legal deck that holds all of these cards; none where nothing legal can come of them."""
    wanted = set(keys)
    return tuple(deck for deck in legal_decks(data) if wanted.issubset(deck))


def fitting(keys: Keys, data: CardiaData) -> frozenset[str]:
    """Give the cards that legal decks hold together with all cards of other values that are in `keys`.

    Such a card may be put in, in the place of what has its value, and a legal deck can still come of it.
    """
    found: set[str] = set()
    values = {card.key: card.value for card in data.cards}
    for value in VALUES:
        others = [key for key in keys if values.get(key) != value]
        found.update(key for deck in completions(others, data) for key in deck if values[key] == value)
    return frozenset(found)


def made_of(keys: Keys, data: CardiaData) -> str:
    """Say in a few words what a deck is made of: `Archipelago, Academy I, Dynasty II, ...`, or `Deck III`."""
    cards = _known(keys, data)
    printed = next((name for name in STANDARD if standard(name, data) == in_order(keys, data)), None)
    if printed is not None and printed != COMBINED:
        return f"Deck {printed}"
    parts = []
    for faction in (*NEW_FACTIONS, *OLD_FACTIONS):
        decks = dict.fromkeys(card.deck for card in cards if card.faction is faction)
        if decks:
            from_decks = "" if faction in NEW_FACTIONS else f" {'+'.join(sorted(decks, key=DECKS.index))}"
            parts.append(f"{faction.value.capitalize()}{from_decks}")
    return ", ".join(parts) or "nothing yet"


def played_with(keys: Keys, data: CardiaData) -> tuple[str, ...]:
    """Give what lies on the table beside this deck: `ships and islands`, `phials`, both or neither."""
    factions = {card.faction for card in _known(keys, data)}
    beside = {Faction.ARCHIPELAGO: "ships and islands", Faction.EXPEDITION: "phials"}
    return tuple(words for faction, words in beside.items() if faction in factions)


def card_label(card: Card, data: CardiaData) -> str:
    """Name a card in a sentence, with its deck and value, and `~` behind what is a stand-in: `Siren (III, 14~)`."""
    name = card.name + _mark(card, "name", data)
    return f"{name} ({card.deck}, {card.value}{_mark(card, 'value', data)})"


def faction_label(faction: Faction, cards: Sequence[Card], data: CardiaData) -> str:
    """Name a faction, with `~` where it is a stand-in that one of `cards` is of it."""
    marks = {_mark(card, "faction", data) for card in cards}
    return faction.value.capitalize() + (STAND_IN_MARK if STAND_IN_MARK in marks else "")


def stand_ins(card: Card, data: CardiaData) -> tuple[str, ...]:
    """Give the facts of a card that nobody has confirmed: `name`, `value`, `faction`, ..."""
    return tuple(sorted(fact for fact, confirmed in data.confirmed(card.key).items() if not confirmed))


def _mark(card: Card, fact: str, data: CardiaData) -> str:
    return "" if data.confirmed(card.key).get(fact, False) else STAND_IN_MARK


def _known(keys: Keys, data: CardiaData) -> tuple[Card, ...]:
    """Give the different cards among `keys`, by deck and value."""
    wanted = set(keys)
    return tuple(card for card in data.cards if card.key in wanted)


def _labels(cards: Sequence[Card], data: CardiaData, last: str = "and") -> str:
    words = [card_label(card, data) for card in sorted(cards, key=lambda card: card.value)]
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def _strangers(keys: Keys, data: CardiaData) -> Iterator[DeckFault]:
    for key, times in Counter(keys).items():
        card = data.card(key)
        if card is None:
            message = f"{quoted(key)} is no card of Cardia: take it out."
            yield DeckFault("not-a-card", (key,), message, brief=f"{quoted(key)} is no card")
        elif times > 1:
            often = "twice" if times == 2 else f"{times} times"
            message = f"{card_label(card, data)} is in this deck {often}, and there is one of it: take the others out."
            yield DeckFault("twice", (key,), message, brief=f"{card.name} is in {often}")


def _same_values(cards: Sequence[Card], data: CardiaData) -> Iterator[DeckFault]:
    for value in VALUES:
        alike = [card for card in cards if card.value == value]
        if len(alike) > 1:
            message = f"{_labels(alike, data)} have the same value: keep one of them."
            brief = f"{value}: {', '.join(card.name for card in alike)}; keep one"
            yield DeckFault("same-value", tuple(card.key for card in alike), message, (value,), brief)


def _missing_values(cards: Sequence[Card], data: CardiaData) -> Iterator[DeckFault]:
    there = {card.value for card in cards}
    missing = tuple(value for value in VALUES if value not in there)
    if len(missing) > _TOLD_ONE_BY_ONE:
        listed = "any value" if not there else f"the values {', '.join(map(str, missing))}"
        message = f"No card has {listed}: add one card for each, of {DECK_SIZE} in all."
        yield DeckFault("no-value", (), message, missing, f"no card yet for {_ranges(missing)}")
        return
    if not missing:
        return
    fitting = {key for deck in completions([card.key for card in cards], data) for key in deck}
    for value in missing:
        having = [card for card in data.cards if card.value == value]
        best = [card for card in having if card.key in fitting] or having
        message = f"No card has the value {value}: add {_labels(best, data, 'or')}."
        brief = f"{value} is missing: {' or '.join(card.name for card in best)}"
        yield DeckFault("no-value", tuple(card.key for card in best), message, (value,), brief)


def _ranges(values: Sequence[int]) -> str:
    """Give `1, 3-5, 7`."""
    spans: list[list[int]] = []
    for value in values:
        if spans and spans[-1][1] == value - 1:
            spans[-1][1] = value
        else:
            spans.append([value, value])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def _parts_of_factions(cards: Sequence[Card], data: CardiaData) -> Iterator[DeckFault]:
    for faction in NEW_FACTIONS:
        whole = [card for card in data.cards if card.faction is faction]
        there = [card for card in whole if card in cards]
        if not there or len(there) == len(whole):
            continue
        lacking = [card for card in whole if card not in there]
        name = faction_label(faction, whole, data)
        message = (
            f"{name}: {len(there)} of its {len(whole)} cards are in, and all or none of them are played with: "
            f"add {_labels(lacking, data)}, or take out {_labels(there, data)}."
        )
        brief = f"{name}: {len(there)} of {len(whole)}; all or none"
        yield DeckFault("part-of-a-faction", tuple(card.key for card in (*there, *lacking)), message, brief=brief)


def _two_decks(cards: Sequence[Card], data: CardiaData) -> Iterator[DeckFault]:
    for faction in OLD_FACTIONS:
        there = [card for card in cards if card.faction is faction]
        decks = dict.fromkeys(card.deck for card in there)
        if len(decks) < 2:
            continue
        parts = [_labels([card for card in there if card.deck == deck], data) for deck in decks]
        message = (
            f"{faction_label(faction, there, data)} comes from decks {' and '.join(decks)}: {'; '.join(parts)}. "
            "Take all cards of a faction from one deck."
        )
        brief = f"{faction_label(faction, there, data)} from {', '.join(decks)}; one deck only"
        yield DeckFault("two-decks", tuple(card.key for card in there), message, brief=brief)
