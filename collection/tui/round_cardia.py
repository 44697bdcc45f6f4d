"""Cardia as one seat sees it: the row of encounters, ships and phials, and what is asked now."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from collection.catalogue.card import STAND_IN_MARK
from collection.games.cardia.data import ISLANDS, SOFT_BREEZE
from collection.games.cardia.moves import Choose, Play
from collection.games.cardia.reckoning import Standing, reckon, signets
from collection.games.cardia.rules import Question, question
from collection.games.cardia.state import Encounter, Lay, Phase, State
from collection.games.cardia.telling import card_words, move_words, question_words
from collection.games.protocol import Outcome, Seat
from collection.tui.round_sight import Pick, PlainSight, SeatLook, Step, stand_ins
from collection.tui.text import clipped

_AROUND = 17
"""Lines of the screen that the row of encounters leaves to everything else."""
_ENDINGS = {
    "signets": "Whoever has enough signets at the end of a round wins, with more of them than the other.",
    "cannot-play": "Whoever cannot place a card loses; where neither can, signets decide.",
    "ability": "An ability decided it, whatever the signets.",
    "founders-day": "Three encounters in a row win on Founder's Day, whatever the signets.",
    "haunted-catacombs": "The faction of one's own previous card loses in the Haunted Catacombs.",
}


class CardiaSight(PlainSight):
    """One seat's sight of Cardia."""

    @cached_property
    def _known(self) -> State:
        return cast("State", self._at.view.known)

    @cached_property
    def _signets(self) -> tuple[int, int]:
        known = self._known
        return signets(known.row, known.ships, known.setup)

    # What is shown

    def head(self) -> tuple[str, ...]:
        """Give the round, what wins, the locations and the ships."""
        known = self._known
        first = f"{self.title}, round {max(known.round, 1)}: {known.setup.signets} signets win."
        places = [_place_word(name) for name in sorted(known.setup.locations) if name != SOFT_BREEZE]
        more = f"At {', '.join(places)}." if places else ""
        return (first, more) if more else (first,)

    def board(self) -> tuple[str, ...]:
        """Give the row, an encounter a line, the newest last; earlier ones fall out where there is no room."""
        known = self._known
        lines = []
        if known.ships:
            lines.append(f"Ships: {', '.join(_island(ship) for ship in known.ships)}.")
        standings = reckon(known.row, known.setup)
        pairs = [
            self._encounter(number, one, standing)
            for number, (one, standing) in enumerate(zip(known.row, standings, strict=True), start=1)
        ]
        room = max(self._at.rows - _AROUND, 4)
        if len(pairs) > room:
            left_out = len(pairs) - room + 1
            pairs = [f" ({left_out} earlier encounters)", *pairs[left_out:]]
        if known.opened is not None and known.first is not None:
            pairs.append(f"    {self.name(known.first)} has placed {self._card(known.opened)} face up.")
        pairs += [f"    {len(known.fog)} cards lie face down in the fog."] if known.fog else []
        return (*lines, *([self._heading(), *pairs] if pairs else [" No encounter yet."]))

    def _heading(self) -> str:
        cells = 30 if self._at.wide else 16
        one, other = (clipped(self.name(seat), cells) for seat in (0, 1))
        return f"    {one:<{cells}}  {other}"

    def _encounter(self, number: int, one: Encounter, standing: Standing) -> str:
        cells = 30 if self._at.wide else 16
        sides = []
        for seat in (0, 1):
            words = "–" if one.lays[seat] is None else self._lay(cast("Lay", one.lays[seat]), standing, seat)
            sides.append(f"{'★' if standing.wins[seat] else ' '}{clipped(words, cells):<{cells}}")
        return f"{number:>2} {sides[0]} {sides[1]}".rstrip()

    def _lay(self, lay: Lay, standing: Standing, seat: Seat) -> str:
        """Give a card in play: its name, its influence, `*` for ongoing tokens, `°` for phials."""
        name = self._known.setup.card(lay.value).name
        influence = standing.influence[seat]
        if not self._at.wide:
            marks = ("*" if lay.tokens else "") + ("°" * lay.phials if lay.phials < 3 else f"°{lay.phials}")
            return f"{clipped(name, 15 - len(f'{influence}{marks}'))} {influence}{marks}"
        change = f" {lay.value}{lay.modifier:+d}={influence}" if lay.modifier else f" {influence}"
        tokens = " ongoing" if lay.tokens else ""
        phials = f" {lay.phials} phial{'s' if lay.phials > 1 else ''}" if lay.phials else ""
        return f"{name}{change}{tokens}{phials}"

    def seats(self) -> tuple[SeatLook, ...]:
        """Give each player's cards, signets, and what waits for their next card."""
        known = self._known
        looks = []
        for seat in (0, 1):
            facts = f"hand {len(known.hands[seat])} deck {len(known.decks[seat]):>2} signets {self._signets[seat]}"
            more = []
            if known.setup.phials:
                more.append(f"phials {known.supply[seat]}")
            waiting = known.waiting[seat]
            if waiting.modifier:
                more.append(f"{waiting.modifier:+d} waits for the next card")
            cards = ", ".join(map(self._card, known.discards[seat]))
            more.append(f"discards: {cards}" if cards else "no discards")
            looks.append(SeatLook(facts, ("; ".join(more),)))
        return tuple(looks)

    def mine(self) -> tuple[str, ...]:
        """Give the hand."""
        hand = [self._card(card) for card in self._known.hands[self._seat] if card is not None]
        return (", ".join(hand) or "No cards.",)

    def points_of(self, outcome: Outcome, seat: Seat) -> str:
        """Give the signets."""
        count = outcome.points[seat]
        return "1 signet" if count == 1 else f"{count} signets"

    def ending(self, outcome: Outcome) -> tuple[str, ...]:
        """Say how it came to its end."""
        words = _ENDINGS.get(outcome.termination)
        return (words,) if words else (f"Ended by: {outcome.termination.replace('-', ' ')}.",)

    # What may be done

    def asks(self) -> Step:
        """Give the cards that may be placed, or what may be answered."""
        known = self._known
        if known.phase is Phase.PLACE:
            picks = tuple(self._place(card) for card in known.hands[self._seat] if card is not None)
            if known.first is not None and known.opened is None:
                return Step("You place a card face up, before the other chooses. Which?", picks)
            return Step("Both place a card face down. Which is yours?", picks)
        asked = question(known)
        if asked is None or asked.seat != self._seat:
            return super().asks()
        return Step(question_words(asked, known), tuple(self._option(asked, option) for option in asked.options))

    def _place(self, card: int) -> Pick:
        return self.pick(self._card(card), Play(card), self._does(card))

    def _does(self, value: int) -> str:
        """Give what a card does, marked where nobody has confirmed all of it."""
        card = self._known.setup.card(value)
        made_up = any(name.startswith(f"card.{card.key}.") for name in stand_ins(self._game))
        return f"{f'{STAND_IN_MARK} ' if made_up else ''}{card_words(card)}"

    def _option(self, asked: Question, option: str) -> Pick:
        del asked
        move = Choose(option)
        return self.pick(_first_upper(move_words(move, self._known, self._names)), move, self._more(option))

    def _more(self, option: str) -> str:
        """Give more of the card that an answer means: how it stands, or what it does."""
        word, _, rest = option.partition(" ")
        known = self._known
        if word in ("discard", "put", "under"):
            return self._does(int(rest))
        if word != "card":
            return ""
        seat, value = "AB".index(rest[0]), int(rest[1:])
        for one, standing in zip(known.row, reckon(known.row, known.setup), strict=True):
            lay = one.lays[seat]
            if lay is not None and lay.value == value:
                how = "wins" if standing.wins[seat] else "loses" if standing.loses(seat) else "is level"
                return f"influence {standing.influence[seat]}, {how}"
        return ""

    def _card(self, value: int) -> str:
        return f"{self._known.setup.card(value).name} {value}"


def _island(number: int) -> str:
    kind, _, which = ISLANDS[number].partition("-")
    return f"{kind} {which.upper()}"


def _place_word(name: str) -> str:
    return name.replace("-", " ").title()


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
