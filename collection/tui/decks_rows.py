"""The lines of decks of Cardia: all cards, the sixteen places of a deck, and what is against it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from collection.catalogue.card import STAND_IN_MARK
from collection.games.cardia.cards import VALUES, Card
from collection.games.cardia.data import CardiaData
from collection.games.cardia.decks import DECK_SIZE, stand_ins
from collection.text import crop
from collection.tui.hands_cards import Row
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.decks import CheckedDeck
    from collection.games.cardia.decks import DeckFault

IN_DECK, UNFIT, WRONG = "+", "-", "✗"
STAND_IN_NOTE = f"{STAND_IN_MARK} stand-in: nobody has confirmed it from the real game yet"
ALL_HEADING = "   val name                deck faction"
"""What stands above the lines of all cards."""
_STRANGERS = -100
"""By this number, and those below, lists know what is no card of the game."""
_BETWEEN = "   "
"""What stands between two reasons of one line."""
_NAME = 19
"""Cells of a card's name: the longest that there is, and its mark."""


class DeckLines:
    """The lines of one edition of the cards."""

    def __init__(self, data: CardiaData) -> None:
        self.data = data
        self._places = {card.key: place for place, card in enumerate(data.cards)}
        self._unsure = frozenset(field.name for field in data.fields if not field.confirmed)

    def all(self, cards: Sequence[Card], inside: Collection[str], fitting: Collection[str]) -> list[Row]:
        """Give the lines of cards to choose from: `+` are in, `-` are not `fitting`; where nothing fits, none is."""
        rows = []
        for card in cards:
            there = card.key in inside
            unfit = fitting and not there and card.key not in fitting
            mark = IN_DECK if there else UNFIT if unfit else " "
            faction = f"{card.faction.value}{self._mark(card, 'faction')}"
            rows.append(Row(self.number(card), f" {self._named(card)} {card.deck:<4} {faction}", mark, quiet=there))
        return rows

    def deck(self, keys: Sequence[str], faults: Sequence[DeckFault], *, roomy: bool = False) -> list[Row]:
        """Give the lines of a deck by value, with a place for each value that no card has; no cards come last.

        Where there is room, with faction and ability.
        """
        wrong = {key for fault in faults if fault.code != "no-value" for key in fault.cards}
        rows = []
        for value in VALUES:
            there = [card for key in keys if (card := self.data.card(key)) is not None and card.value == value]
            for card in there:
                mark = WRONG if card.key in wrong else " "
                more = f" {card.faction.value + self._mark(card, 'faction'):<12} {card.text}" if roomy else ""
                rows.append(Row(self.number(card), f" {self._named(card)} {card.deck:<3}{more}", mark))
            if not there:
                rows.append(Row(-value, f" {value:>2}  …", quiet=True))
        for place, key in enumerate(self._strangers(keys)):
            rows.append(Row(_STRANGERS - place, f"     {crop(key, _NAME)} ?", WRONG))
        return rows

    def number(self, card: Card) -> int:
        """Give the number by which lists know a card."""
        return self._places[card.key]

    def key(self, number: int | None, keys: Sequence[str]) -> str | None:
        """Give the card that a line is about: also one that is no card; None for an empty place."""
        if number is None or _STRANGERS < number < 0:
            return None
        if number >= 0:
            return self.data.cards[number].key
        strangers = self._strangers(keys)
        place = _STRANGERS - number
        return strangers[place] if place < len(strangers) else None

    def _strangers(self, keys: Sequence[str]) -> list[str]:
        return [key for key in keys if key not in self._places]

    def _named(self, card: Card) -> str:
        value = f"{card.value:>2}{self._mark(card, 'value') or ' '}"
        name = crop(card.name + self._mark(card, "name"), _NAME)
        return f"{value} {name:<{_NAME}}"

    def _mark(self, card: Card, fact: str) -> str:
        return STAND_IN_MARK if f"card.{card.key}.{fact}" in self._unsure else ""


def about(card: Card, data: CardiaData) -> Content:
    """Tell what a card does and, behind the mark of stand-ins, which of its facts nobody has confirmed."""
    unsure = [fact.replace("-", " ") for fact in stand_ins(card, data)]
    words = Content.assemble((f"{card.value} {clipped(card.name, 40)}", "bold"), f"  {card.text}")
    if unsure:
        listed = unsure[0] if len(unsure) == 1 else f"{', '.join(unsure[:-1])} and {unsure[-1]}"
        words += Content.styled(f"  {STAND_IN_MARK} {listed}", "dim")
    if card.phial_text:
        words += Content.assemble(("\nPhial: ", "bold"), card.phial_text)
    return words


def state_line(faults: Sequence[DeckFault], made: str, legal_decks: int) -> Content:
    """Say whether a deck is legal, what it is made of, and how many legal decks may still come of it."""
    if not faults:
        return Content.assemble(("✓ legal", "bold"), f": {clipped(made, 100)}")
    reasons = "1 reason" if len(faults) == 1 else f"{len(faults)} reasons"
    hope = {0: "no legal deck holds all of these", 1: "1 legal deck holds these"}
    after = hope.get(legal_decks, f"{legal_decks} legal decks hold these")
    return Content.assemble((f"✗ not legal, {reasons} against", "bold"), f"; {after}")


def reason_lines(faults: Sequence[DeckFault], *, whole: bool) -> list[Content]:
    """Give every reason against a deck: in a sentence with the way out, or in a few words."""
    if whole:
        return [plain_content(f"✗ {fault.message}", cells=600) for fault in faults]
    return [plain_content(f"✗ {fault.brief}", cells=100) for fault in faults]


def packed_reasons(faults: Sequence[DeckFault], cells: int) -> list[Content]:
    """Give every reason against a deck in a few words, as many on a line of `cells` as there is room for."""
    lines: list[str] = []
    for reason in (clipped(f"✗ {fault.brief}", 100) for fault in faults):
        if lines and len(lines[-1]) + len(_BETWEEN) + len(reason) <= cells:
            lines[-1] += _BETWEEN + reason
        else:
            lines.append(reason)
    return [plain_content(line, cells=max(cells, 100)) for line in lines]


def shelf_line(checked: CheckedDeck, *, draft: bool, cells: int) -> Content:
    """Give a deck on two lines: its name, and whether it is legal."""
    name = plain_content(checked.deck.name, "bold", cells=cells)
    count = len(checked.faults)
    words = "✓ legal" if not count else "✗ 1 reason against" if count == 1 else f"✗ {count} reasons against"
    if len(checked.deck.cards) != DECK_SIZE:
        words += f", {len(checked.deck.cards)} of {DECK_SIZE}"
    return Content.assemble(name, "\n   ", words, ("  draft" if draft else "", "bold"))
