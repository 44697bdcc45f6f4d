"""The catalogue: all cards of the set, by number and by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from collection.catalogue.card import Card, CardNo
from collection.text import search_key

_LONGEST_GUESS = 60
"""Characters of a mistyped name that are compared: comparing takes time that grows with the square."""
_LIKENESS = 0.6
"""How alike two names must be, 0 to 1, for one to be offered for the other."""


class Catalogue:
    """All cards, in the order of their numbers. Immutable."""

    __slots__ = ("_by_key", "_by_number")

    def __init__(self, cards: Iterable[Card]) -> None:
        """Take the cards in any order. Raises ValueError when a number comes twice.

        Two cards may share a name while a book is being corrected (a stand-in was given the name of a real card);
        `named` then gives the one whose name is confirmed, else the lower number.
        """
        ordered = sorted(cards, key=lambda card: card.number)
        self._by_number: dict[CardNo, Card] = {card.number: card for card in ordered}
        if len(self._by_number) != len(ordered):
            raise ValueError("a number comes twice in a catalogue")
        self._by_key: dict[str, Card] = {}
        for card in sorted(ordered, key=lambda card: "name" not in card.confirmed):
            self._by_key.setdefault(search_key(card.name), card)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._by_number.values())

    def __len__(self) -> int:
        return len(self._by_number)

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def __getitem__(self, number: CardNo) -> Card:
        """Give a card. Raises KeyError for a number that is not in the set."""
        return self._by_number[number]

    def __eq__(self, other: object) -> bool:
        return self._by_number == other._by_number if isinstance(other, Catalogue) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._by_number.values()))

    def __repr__(self) -> str:
        return f"<Catalogue of {len(self)} cards>"

    def named(self, name: str) -> Card | None:
        """Give the card whose name has the same search key."""
        return self._by_key.get(search_key(name))

    def closest(self, name: str, count: int = 3) -> tuple[Card, ...]:
        """Give the cards whose names are closest to a mistyped `name`, best first; may be empty."""
        # Comparing is for people who mistyped; the many who did not need not wait for the import.
        from difflib import SequenceMatcher

        key = search_key(name)[:_LONGEST_GUESS]
        if not key or count < 1:
            return ()
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(key)
        ranked: list[tuple[float, CardNo]] = []
        for other, card in self._by_key.items():
            matcher.set_seq1(other[:_LONGEST_GUESS])
            if matcher.real_quick_ratio() >= _LIKENESS and matcher.quick_ratio() >= _LIKENESS:
                likeness = matcher.ratio()
            else:
                likeness = 0.0
            # Half of a name, typed right, is a better guess than a likeness of letters.
            if len(key) >= 3 and key in other:
                likeness += 1.0
            if likeness >= _LIKENESS:
                ranked.append((-likeness, card.number))
        return tuple(self[number] for _, number in sorted(ranked)[:count])
