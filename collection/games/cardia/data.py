"""What Cardia is played with: its cards, islands and locations, and which of their facts somebody has confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from collection.errors import DataError
from collection.games.cardia.cards import ABILITIES, DECKS, PHIAL_ABILITIES, VALUES, Card, Faction
from collection.games.field import Field, corrected
from collection.text import plain

FILE: Final = "game.yaml"
ISLANDS: Final = ("home-a", "outer-a", "centre-1", "centre-2", "outer-b", "home-b")
"""The islands, by number."""
SHIPS: Final = 3
NEW_LOCATIONS: Final = ("uncharted-waters", "flying-islands")
OLD_LOCATIONS: Final = (
    "serpent-temple", "bazaar", "founders-day", "grand-library", "scrapyard", "auction-house", "haunted-catacombs",
    "foggy-swamp",
)  # fmt: skip
SOFT_BREEZE: Final = "soft-breeze"
_RULES: Final = {"uncharted-waters": "pull-after-winning", "flying-islands": "phial-after-winning"}
_EFFECTS: Final = ("influence", "draw", "none")
_CARD_FACTS: Final = ("name", "deck", "value", "faction", "ability")
_CARD_MORE: Final = ("amount", "phial", "phial-amount")


@dataclass(frozen=True, slots=True)
class Island:
    """What an island does for who moved a ship there."""

    effect: str
    """`influence` on any one card, `draw` cards, or `none`."""
    amount: int
    """Per ship that lies there."""


@dataclass(frozen=True, slots=True)
class CardiaData:
    """Everything a game is played with."""

    cards: tuple[Card, ...]
    """All 64, by deck and value."""
    hand: int
    """Cards dealt at the beginning."""
    signets: int
    """Signets that win, without Soft Breeze."""
    breeze: int
    """Signets that win with it."""
    phials: int
    """Of each player."""
    anchors: tuple[int, ...]
    """The islands where ships lie at the beginning, by number."""
    islands: tuple[Island, ...]
    """By number."""
    locations: tuple[tuple[str, str], ...]
    """Key and name of each."""
    fields: tuple[Field, ...]
    """Every fact, with what is known of it."""

    def card(self, key: str) -> Card | None:
        """Give the card with this key; None where there is none."""
        return next((card for card in self.cards if card.key == key), None)

    def deck(self, name: str) -> tuple[Card, ...]:
        """Give the 16 cards that were printed for a deck, by value."""
        return tuple(card for card in self.cards if card.deck == name)

    def confirmed(self, key: str) -> dict[str, bool]:
        """Give for each fact of a card (`value`, `faction`, ...) whether somebody has confirmed it."""
        start = f"card.{key}."
        return {field.name[len(start) :]: field.confirmed for field in self.fields if field.name.startswith(start)}


def data_of(tree: object, corrections: Mapping[str, str] | None = None) -> CardiaData:
    """Check the game's data, an owner's `corrections` laid over it by field (`card.mentor.value`: `13`).

    Raises DataError with every fault, each naming the field.
    """
    fields, faults = corrected(tree, corrections or {})
    facts = {field.name: field.value for field in fields}
    reading = _Reading(facts, faults)
    cards = _cards(reading)
    data = CardiaData(
        cards=cards,
        hand=reading.number("hand", 1, 16),
        signets=reading.number("signets", 1, 20),
        breeze=reading.number("location.soft-breeze.signets", 1, 20),
        phials=reading.number("phials", 0, 20),
        anchors=_anchors(reading),
        islands=_islands(reading),
        locations=_locations(reading),
        fields=tuple(fields),
    )
    reading.word("game", ("cardia",))
    faults += [f"{plain(name)[:60]}: Cardia has no such field." for name in facts if name not in reading.read]
    faults += _wrong_values(cards) if not faults else []
    if faults:
        raise DataError(*faults)
    return data


class _Reading:
    """Facts being read: what is wrong with them, and which of them were wanted."""

    def __init__(self, facts: Mapping[str, str], faults: list[str]) -> None:
        self.facts = facts
        self.faults = faults
        self.read: set[str] = set()

    def text(self, name: str) -> str:
        self.read.add(name)
        value = self.facts.get(name, "")
        if not value or len(value) > 60:
            self.faults.append(f"{name}: {'missing' if not value else 'at most 60 characters'}.")
        return value

    def word(self, name: str, allowed: tuple[str, ...]) -> str:
        self.read.add(name)
        value = self.facts.get(name)
        if value in allowed:
            return value
        said = "missing; it is" if value is None else f"{plain(value)[:30]} is not known; it is"
        self.faults.append(f"{name}: {said} one of {', '.join(allowed)}.")
        return allowed[0]

    def number(self, name: str, least: int, most: int) -> int:
        self.read.add(name)
        value = self.facts.get(name, "")
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 3 and least <= int(value) <= most:
            return int(value)
        self.faults.append(f"{name}: a number from {least} to {most}{f', not {plain(value)[:20]}' if value else ''}.")
        return least


def _cards(reading: _Reading) -> tuple[Card, ...]:
    keys = dict.fromkeys(name.split(".")[1] for name in reading.facts if name.startswith("card.") and "." in name[5:])
    cards = [_card(key, reading) for key in keys]
    return tuple(sorted(cards, key=lambda card: (DECKS.index(card.deck), card.value)))


def _card(key: str, reading: _Reading) -> Card:
    at = f"card.{key}"
    there = {name for name in _CARD_MORE if f"{at}.{name}" in reading.facts}
    card = Card(
        key=key,
        name=reading.text(f"{at}.name"),
        deck=reading.word(f"{at}.deck", DECKS),
        value=reading.number(f"{at}.value", VALUES[0], VALUES[-1]),
        faction=Faction(reading.word(f"{at}.faction", tuple(Faction))),
        ability=reading.word(f"{at}.ability", tuple(ABILITIES)),
        amount=reading.number(f"{at}.amount", 0, 30) if "amount" in there else 0,
        phial=reading.word(f"{at}.phial", tuple(PHIAL_ABILITIES)) if "phial" in there else "",
        phial_amount=reading.number(f"{at}.phial-amount", 0, 30) if "phial-amount" in there else 0,
    )
    if "{amount}" in ABILITIES[card.ability] and "amount" not in there:
        reading.faults.append(f"{at}.amount: missing; the ability {card.ability} has a number.")
    if card.phial and "{amount}" in PHIAL_ABILITIES[card.phial] and "phial-amount" not in there:
        reading.faults.append(f"{at}.phial-amount: missing; the phial ability {card.phial} has a number.")
    return card


def _wrong_values(cards: tuple[Card, ...]) -> list[str]:
    """Say which decks do not have one card of each value."""
    faults = []
    for deck in DECKS:
        values = [card.value for card in cards if card.deck == deck]
        for value in VALUES:
            names = [card.name for card in cards if card.deck == deck and card.value == value]
            if values.count(value) > 1:
                faults.append(f"deck {deck}: {' and '.join(names)} cannot both have the value {value}.")
            elif not names:
                faults.append(f"deck {deck}: no card has the value {value}.")
    return faults


def _anchors(reading: _Reading) -> tuple[int, ...]:
    name = "anchors"
    reading.read.add(name)
    islands = reading.facts.get(name, "").replace(" ", "").split(",")
    if len(islands) == SHIPS and set(islands) <= set(ISLANDS):
        return tuple(sorted(ISLANDS.index(island) for island in islands))
    reading.faults.append(f"{name}: {SHIPS} islands, of {', '.join(ISLANDS)}, with commas between.")
    return ()


def _islands(reading: _Reading) -> tuple[Island, ...]:
    def island(key: str) -> Island:
        effect = reading.word(f"island.{key}.effect", _EFFECTS)
        return Island(effect, reading.number(f"island.{key}.amount", -20, 20))

    home, outer = Island("none", 0), island("outer")
    return (home, outer, island("centre-1"), island("centre-2"), outer, home)


def _locations(reading: _Reading) -> tuple[tuple[str, str], ...]:
    locations = []
    for key in (SOFT_BREEZE, *NEW_LOCATIONS, *OLD_LOCATIONS):
        locations.append((key, reading.text(f"location.{key}.name")))
        if key in _RULES:
            reading.word(f"location.{key}.rule", (_RULES[key],))
        elif key != SOFT_BREEZE:
            reading.number(f"location.{key}.skulls", 0, 5)
    return tuple(locations)
