"""A deck of Cardia as text: its name, then one card on a line; or as the `cards` of a written game.

# Tide Turner           the deck's name: the first line that begins so; later ones are comments
1 Ferryman (III)        a card as this program writes it: value, name, deck; the name alone will do
III-2   juggler         a card by deck and value, or by its key
game: cardia            a record, or its options alone: `options: {cards: [ferryman, ...]}`, `deck: III`
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from collection.errors import NotUnderstood
from collection.games.cardia.data import CardiaData
from collection.games.cardia.deck_words import card_of
from collection.games.cardia.decks import STANDARD, in_order, standard
from collection.games.record import Tree, read_tree
from collection.interchange.items import KEY, Faults
from collection.text import clean_name, plain, quoted

LARGEST: Final = 1_000_000
"""The most characters of a file with a deck: a whole record fits."""
_MOST_CARDS: Final = 64
_NAME = re.compile(r"\s*#\s+(?P<name>.*\S)\s*")
_LINE = re.compile(r"(?:[0-9]{1,2}\s+)?(?P<name>[^()]*[^()\s])\s*(?:\((?P<deck>I|II|III|IV)\))?")
_RECORD = re.compile(r"\s*(?:game|options|cards|deck) ?:|\s*\{", re.MULTILINE)


class DeckForm(StrEnum):
    """How a deck is written."""

    TEXT = "text"
    """Name and cards, one on a line."""
    RECORD = "record"
    """The options of a written game."""


def write_deck(form: DeckForm, name: str, keys: Sequence[str], data: CardiaData) -> str:
    """Write a deck, legal or not, with a line feed at the end; a record takes any deck too, and plays a legal one."""
    lines = [f"# {plain(name)}"]
    if form is DeckForm.RECORD:
        printed = next((one for one in STANDARD if standard(one, data) == in_order(keys, data)), None)
        lines += ["game: cardia", "options:"]
        lines += [f"  cards: [{', '.join(keys)}]"] if printed is None else [f"  deck: {printed}"]
        return "\n".join(lines) + "\n"
    for key in keys:
        card = data.card(key)
        lines.append(key if card is None else f"{card.value} {plain(card.name)} ({card.deck})")
    return "\n".join(lines) + "\n"


def read_deck(text: str, data: CardiaData) -> tuple[str | None, tuple[str, ...]]:
    """Read a deck in whichever form it is: the name that it brings, if any, and the keys of its cards in order.

    Raises NotUnderstood with every line that is no card, and RecordError for what is no YAML.
    """
    if len(text) > LARGEST:
        raise NotUnderstood(f"This text has {len(text)} characters; at most {LARGEST} are read. Is it the right one?")
    text = text.removeprefix("\ufeff")
    lines = text.splitlines()
    named = next((found["name"] for line in lines if (found := _NAME.fullmatch(line))), None)
    name = None if named is None else clean_name(named, what="deck's name")
    told = [(place, line.strip()) for place, line in enumerate(lines, start=1) if line.strip()]
    cards = [(place, line) for place, line in told if not line.startswith("#")]
    if not cards:
        raise NotUnderstood("There is no deck in it: nothing but blank lines and comments.")
    if _RECORD.match(cards[0][1]):
        return name, in_order(_of_record(read_tree(text), data), data)
    return name, in_order(_of_lines(cards, data), data)


def _of_lines(lines: Sequence[tuple[int, str]], data: CardiaData) -> list[str]:
    faults = Faults()
    keys = []
    for place, line in lines:
        found = _LINE.fullmatch(line)
        card = card_of(line, data) or (card_of(found["name"], data) if found else None)
        if card is None and KEY.fullmatch(line):
            # A deck may hold what is no card any more, and goes out and comes in with it.
            keys.append(line)
        elif card is None:
            faults.at(f"Line {place}", f"{quoted(line)} is no card of Cardia.")
        elif found is not None and found["deck"] and found["deck"] != card.deck:
            faults.at(f"Line {place}", f"{plain(card.name)} is of deck {card.deck}, not of {found['deck']}.")
        else:
            keys.append(card.key)
    if len(keys) > _MOST_CARDS:
        faults.add(f"{len(keys)} cards are no deck: at most {_MOST_CARDS} can be written down, 16 are legal.")
    if faults:
        raise NotUnderstood(*faults.sentences())
    return keys


def _of_record(tree: Mapping[str, Tree], data: CardiaData) -> list[str]:
    if tree.get("game", "cardia") != "cardia":
        raise NotUnderstood(f"This is a record of {quoted(str(tree['game']))}; decks are of cardia.")
    within = tree.get("options")
    options: Mapping[str, Tree] = within if isinstance(within, Mapping) else tree
    named, printed = options.get("cards"), options.get("deck", "III")
    if isinstance(named, str):
        named = named.split()
    if isinstance(named, Mapping):
        raise NotUnderstood("cards: a list of keys, such as ferryman.")
    if named is None:
        keys = standard(str(printed), data)
        if keys is None:
            raise NotUnderstood(f"deck: one of {', '.join(STANDARD)}, not {quoted(str(printed))}.")
        return list(keys)
    wrong = [key for key in named if not (isinstance(key, str) and KEY.fullmatch(key))]
    if wrong or len(named) > _MOST_CARDS:
        raise NotUnderstood("cards: a list of keys, such as ferryman, at most 64.")
    return [str(key) for key in named]
