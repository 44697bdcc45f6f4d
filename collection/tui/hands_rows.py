"""The lines of the builder's two lists, and a sentence about the card under the cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from collection.catalogue.card import STAND_IN_MARK, Card, CardNo, Level
from collection.hands.hand import Hand
from collection.hands.ladder import WaysUp
from collection.hands.tied import free_copies
from collection.tui.face import Printed
from collection.tui.hands_cards import Row, card_line, copies_word
from collection.tui.hands_desk import Shelf
from collection.tui.hands_figures import KEEPSAKE, Figures, ways_word
from collection.tui.text import clipped, plain_content

IN_HAND, LOCKED, WRONG = "+", "■", "✗"
ROOMY = 100
"""Columns from which on Levels are drawn as diamonds, and the hand's edges have room too."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What the lines of one builder say, as wide as the screen allows."""

    shelf: Shelf
    saved: Hand | None
    """The saved hand that is being built on; its own copies are free for it."""
    roomy: bool

    def owned_heading(self) -> str:
        """Give what stands above the owned cards."""
        return f"    no {self._level_heading} F  N E S W own  name"

    def hand_heading(self) -> str:
        """Give what stands above the hand; `ways` is how many ways lead up to a card of Level III to V."""
        edges = "N E S W " if self.roomy else ""
        return f"    no {self._level_heading} F  {edges}own  ways name"

    @property
    def _level_heading(self) -> str:
        return "Level" if self.roomy else "Lv "

    def owned(self, cards: Collection[Card], inside: Collection[CardNo], locked: Collection[CardNo]) -> list[Row]:
        """Give the lines of owned cards; those in the hand are marked and quiet."""
        free = self._free()
        rows = []
        for card in cards:
            there = card.number in inside
            mark = self._mark(card.number, IN_HAND if there else " ", locked if there else ())
            text = self._text(Printed.of(card), self._copies(card.number, free), edges=True)
            rows.append(Row(card.number, text, mark, quiet=there))
        return rows

    def hand(self, now: Figures, locked: Collection[CardNo]) -> list[Row]:
        """Give the lines of the hand, Level by Level; what is no card comes last."""
        catalogue, free = self.shelf.catalogue, self._free()
        wrong = {fault.card for fault in now.faults}
        rows = []
        for number in sorted(now.cards, key=self._by_level):
            mark = self._mark(number, WRONG if number in wrong else " ", locked)
            if number in catalogue:
                ways = ways_word(now.way_of(number))
                text = self._text(
                    Printed.of(catalogue[number]), self._copies(number, free), edges=self.roomy, ways=ways
                )
            else:
                text = f"{number:>3} is not a card"
            rows.append(Row(number, text, mark))
        return rows

    def _by_level(self, number: CardNo) -> tuple[int, CardNo]:
        catalogue = self.shelf.catalogue
        return (catalogue[number].level if number in catalogue else len(Level) + 1, number)

    def _free(self) -> Mapping[CardNo, int]:
        return free_copies(self.shelf.owned, self.shelf.others(self.saved))

    def _copies(self, number: CardNo, free: Mapping[CardNo, int]) -> str:
        copies = self.shelf.owned.get(number, 0)
        return "tied" if copies and number not in free else copies_word(copies)

    def _mark(self, number: CardNo, first: str, locked: Collection[CardNo]) -> str:
        """Give two signs: a reason against it, else that it is locked, else that it is in; and whether a keepsake."""
        kept = KEEPSAKE if number in self.shelf.keepsakes else " "
        return (LOCKED if number in locked and first != WRONG else first) + kept

    def _text(self, card: Printed, copies: str, *, edges: bool, ways: str | None = None) -> str:
        level = f"{card.level.diamonds:<5}" if self.roomy else f"{card.level.name:<3}"
        parts = [f"{card.number:>3} {level} {card.badge:<2}"]
        if edges:
            parts.append(" ".join(str(edge) for edge in card.edges))
        parts.append(f"{copies:<4}")
        if ways is not None:
            parts.append(f"{ways:<4}")
        return " ".join([*parts, card.name])


def card_sentence(number: CardNo, now: Figures, shelf: Shelf) -> str:
    """Tell of one card what its line has no room for."""
    if number not in shelf.catalogue:
        return f"{number} is not a card."
    card = shelf.catalogue[number]
    edges = " ".join(str(edge) for edge in card.edges)
    stand_in = f" {STAND_IN_MARK} stand-in" if card.is_stand_in else ""
    parts = [f"#{number} {clipped(card.name, 24)}, {card.level.name} {edges}{stand_in}"]
    if shelf.owned.get(number, 0) < 1:
        parts.append("not owned")
    if number in shelf.keepsakes:
        parts.append(f"{KEEPSAKE} keepsake")
    way = now.way_of(number)
    if way is not None:
        parts.append(_ways_sentence(way))
        if way.hangs_on:
            parts.append("hangs on " + ", ".join(f"#{other}" for other in way.hangs_on))
    tied = next((one for one in now.tied if one.card == number), None)
    if tied is not None:
        parts.append("tied up in " + " and ".join(clipped(name, 20) for name in tied.hands))
    return "; ".join(parts)


def _ways_sentence(way: WaysUp) -> str:
    if way.dead:
        return "no way up"
    return f"{way.in_all} {'way' if way.in_all == 1 else 'ways'} up ({way.on_rock} on a rock)"


def cards_by_level(cards: Sequence[CardNo], shelf: Shelf) -> Content:
    """Give a hand's cards under headings, Level by Level; what is no card comes last."""
    known = [Printed.of(shelf.catalogue[number]) for number in cards if number in shelf.catalogue]
    counts = Counter(card.level for card in known)
    lines: list[Content] = []
    for level in Level:
        if counts[level]:
            lines.append(Content.styled(f"Level {level.name} {level.rarity}: {counts[level]}", "bold"))
            here = sorted((card for card in known if card.level is level), key=lambda card: card.number)
            lines += [Content(card_line(card, copies_word(shelf.owned.get(card.number, 0)))) for card in here]
    lines += [plain_content(f"{number:>3} is not a card") for number in cards if number not in shelf.catalogue]
    return Content("\n").join(lines)
