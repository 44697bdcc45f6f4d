"""Cells of a collection's table, read strictly: a fault is a sentence, and nothing is guessed."""

from __future__ import annotations

import re

from collection.catalogue.card import BASE_FINISH, Card
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_finish
from collection.catalogue.words import read_integer
from collection.errors import NotUnderstood
from collection.interchange.dialects import FLAGS
from collection.interchange.table import heading, unguarded
from collection.ledger.entry import MOST_COPIES
from collection.text import clean_name, plain, quoted, search_key

_NUMBER = re.compile(r"#?\s*(?P<number>[0-9]{1,9})(?:\s*/\s*(?P<of>[0-9]{1,9}))?")
_WITH_SET = re.compile(r"[A-Za-z][A-Za-z0-9]{0,9}-(?P<number>[0-9]{1,9})")
_QUANTITY = re.compile(r"(?:[xX×] ?)?(?P<before>[0-9]+)|(?P<behind>[0-9]+) ?[xX×]")
_BELOW_ZERO = re.compile(r"[-−–][0-9]+")
_BASE_WORDS = frozenset({"", "base", "normal", "nonfoil", "regular", "standard"})
NO_QUANTITY = "It does not say how many copies."
_YES, _NO = frozenset({"yes", "true", "1"}), frozenset({"no", "false", "0"})


_MOST_OFFERS = 200
"""Unknown names in one file that are offered others: looking for likenesses takes time, and the wrong file has many."""


class Names:
    """The cards of a catalogue by what their names look like when compared; two may share a name while it is mended."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._offers_left = _MOST_OFFERS
        self._by_key: dict[str, tuple[Card, ...]] = {}
        for card in catalogue:
            key = search_key(card.name)
            self._by_key[key] = (*self._by_key.get(key, ()), card)

    def called(self, name: str) -> tuple[Card, ...]:
        """Give every card called so."""
        return self._by_key.get(search_key(name)) or self._by_key.get(search_key(unguarded(name)), ())

    def closest(self, name: str) -> tuple[Card, ...]:
        """Give the cards whose names are closest to an unknown one; after very many unknown ones, none."""
        self._offers_left -= 1
        return self.catalogue.closest(name) if self._offers_left >= 0 else ()


def read_number(names: Names, text: str) -> Card | str:
    """Read a number: `45`, `045`, `#45`, `45/120`, `SO-045`; a sentence for anything else."""
    found = _NUMBER.fullmatch(text) or _WITH_SET.fullmatch(text)
    if found is None:
        return f"{quoted(text)} is not a card's number; write plain digits, as in 45."
    number, of = int(found["number"]), found.groupdict().get("of")
    catalogue = names.catalogue
    if of is not None and int(of) != len(catalogue):
        return f"{quoted(text)} is a card of another set: this one has {len(catalogue)} cards."
    if number not in catalogue:
        return f"{quoted(text)} is not the number of a card of this set."
    return catalogue[number]


def read_name(names: Names, text: str) -> Card | str:
    """Read a name; a sentence where no card is called so, or several are."""
    called = names.called(text)
    if len(called) == 1:
        return called[0]
    if called:
        numbers = ", ".join(str(card.number) for card in called)
        return f"Several cards are called {quoted(text)}: {numbers}. Give the number."
    offers = [f"{plain(card.name)} ({card.number})" for card in names.closest(text)]
    return f"No card is called {quoted(text)}." + (f" Close to it: {', '.join(offers)}." if offers else "")


def read_named(names: Names, number: str, name: str) -> Card | str:
    """Read a card from its number, with its name as a check, or from its name alone."""
    if not number:
        return read_name(names, name) if name else "It names no card."
    card = read_number(names, number)
    if isinstance(card, str) or not name or card in names.called(name):
        return card
    others = names.called(name)
    other = f", which is number {others[0].number}" if len(others) == 1 else ""
    return (
        f"Card {card.number} is {plain(card.name)}, but the row says {quoted(name)}{other}. "
        "Correct one of them, or leave the name out."
    )


def read_quantity(text: str) -> int | str:
    """Read a quantity: `4`, `4x`, `x4`, `4 x`, 0 too; a sentence for anything else, never a rounded number."""
    if not text:
        return NO_QUANTITY
    found = _QUANTITY.fullmatch(text)
    if found is None:
        if _BELOW_ZERO.fullmatch(text):
            return f"{quoted(text)} copies cannot be there; say how many there are, 0 for none."
        return f"{quoted(text)} is not a number of copies; write plain digits, as in 4."
    quantity = read_integer(found["before"] or found["behind"])
    if quantity is None or quantity > MOST_COPIES:
        return f"{quoted(text)} is more than the {MOST_COPIES} copies that one line can mean."
    return quantity


def read_finish_cell(head: str, text: str) -> str:
    """Read what a column says of the finish; words that mean no special finish give the base one.

    A word that nobody has told us of is kept as a finish where it can be one, else NotUnderstood is raised.
    """
    word = heading(text)
    if head in FLAGS and word in _YES | _NO:
        return "foil" if word in _YES else BASE_FINISH
    if word in _BASE_WORDS and all(sign.isalnum() or sign in " -_" for sign in text):
        return BASE_FINISH
    return read_finish("-".join(text.replace("_", " ").split()))


def read_own_finish(text: str) -> str:
    """Read a finish from a file of ours, where it stands as it is kept. Raises NotUnderstood where nothing can be."""
    word = unguarded(text)
    if not word:
        return BASE_FINISH
    try:
        return read_finish(word)
    except NotUnderstood:
        return clean_name(word, what="finish")
