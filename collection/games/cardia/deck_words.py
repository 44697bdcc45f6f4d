"""Cards of a deck as people write them: by name, by deck and value, by faction, or a whole deck at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from collection.errors import NotUnderstood
from collection.games.cardia.cards import DECKS, NEW_FACTIONS, Card, Faction
from collection.games.cardia.data import CardiaData
from collection.games.cardia.decks import DECK_SIZE, STANDARD, in_order, standard
from collection.text import quoted, search_key

MOST_WORDS = 100
"""The most words that a deck may be written in."""


def read_words(words: Sequence[str], data: CardiaData) -> tuple[str, ...]:
    """Give the cards that these words mean, in order, doubles kept.

    A word is a card (`juggler`, `Void Mage`, `III-2`), a whole deck (`III`, `III+IV`), a new faction (`archipelago`),
    or an old one and its deck (`academy:I`): of that its cards whose values no new faction among the words has.
    Raises NotUnderstood with every word that is none of these.
    """
    if len(words) > MOST_WORDS:
        raise NotUnderstood(f"{len(words)} words are no deck: {DECK_SIZE} cards are one.")
    found: list[str] = []
    faults = []
    groups: list[Card] = []
    for word in words:
        keys = _deck(word, data) or _faction(word, data)
        group = None if keys else _old_faction(word, data)
        card = None if keys or group else card_of(word, data)
        if keys:
            found.extend(keys)
        elif group:
            groups.extend(group)
        elif card is not None:
            found.append(card.key)
        else:
            faults.append(_unknown(word, data))
    if faults:
        raise NotUnderstood(*faults)
    taken = {card.value for key in found if (card := data.card(key)) is not None and card.faction in NEW_FACTIONS}
    found += [card.key for card in groups if card.value not in taken]
    return in_order(found, data)


def card_of(word: str, data: CardiaData) -> Card | None:
    """Give the card that is called so: by its name or key, or by deck and value, `III-2`."""
    wanted = _plain_key(word)
    for card in data.cards:
        if wanted in (card.key, _plain_key(card.name), f"{card.deck.lower()}-{card.value}"):
            return card
    return None


def matching(text: str, data: CardiaData) -> tuple[Card, ...]:
    """Give the cards in whose name, deck, value, faction or text every word of a search box stands."""
    words = search_key(text).split()
    return tuple(card for card in data.cards if all(_has(card, word) for word in words))


def _has(card: Card, word: str) -> bool:
    if word in (str(card.value), card.deck.lower()):
        return True
    if word.isdigit() or word in (deck.lower() for deck in DECKS):
        return False
    facts = (card.name, card.faction.value, card.text, card.phial_text, card.key)
    return any(word in search_key(fact) for fact in facts)


def _plain_key(word: str) -> str:
    return "-".join(search_key(word).replace(":", "-").split())


def _deck(word: str, data: CardiaData) -> tuple[str, ...] | None:
    name = next((name for name in STANDARD if search_key(name) == search_key(word)), None)
    return None if name is None else standard(name, data)


def _faction(word: str, data: CardiaData) -> tuple[str, ...]:
    wanted = search_key(word)
    return tuple(card.key for card in data.cards if card.faction in NEW_FACTIONS and card.faction.value == wanted)


def _old_faction(word: str, data: CardiaData) -> tuple[Card, ...]:
    faction, _, deck = search_key(word).partition(":")
    return tuple(
        card
        for card in data.cards
        if card.faction not in NEW_FACTIONS and card.faction.value == faction.strip() and card.deck.lower() == deck
    )


def _unknown(word: str, data: CardiaData) -> str:
    if search_key(word) in set(Faction) - set(NEW_FACTIONS):
        decks = " or ".join(f"{search_key(word)}:{deck}" for deck in _decks_of(search_key(word), data))
        return f"Which deck's {search_key(word)}? Write {decks}."
    close = get_close_matches(_plain_key(word)[:60], [card.key for card in data.cards], n=1)
    hint = f" Do you mean {close[0]}?" if close else " A card is written juggler, 'Void Mage' or III-2."
    return f"There is no card or deck {quoted(word)} in Cardia.{hint}"


def _decks_of(faction: str, data: CardiaData) -> Iterator[str]:
    there: Iterable[str] = {card.deck for card in data.cards if card.faction.value == faction}
    return (deck for deck in DECKS if deck in there)
