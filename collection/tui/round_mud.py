"""MUD as one seat sees it: every Map by region and leaning, Scandals and blocs, and what may be done about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar, cast

from collection.games.mud.cards import HIDDEN, INCOMES, IS_RAT, REGIONS, Card, progress, tally
from collection.games.mud.listing import aims
from collection.games.mud.moves import Accept, Choose, Claim, Clear, End, Play, Refuse, Steal
from collection.games.mud.rules import UPPER, WORKING, acting, goal_of, limit, visible_scandals
from collection.games.mud.state import Due, Phase, held_by
from collection.games.mud.telling import RAT_NAMES, card_name, effect_words
from collection.games.protocol import Outcome, Seat
from collection.tui.round_mud_deals import DealsOfMud, cards_words
from collection.tui.round_sight import Pick, SeatLook, Step
from collection.tui.text import clipped

if TYPE_CHECKING:
    from collection.games.mud.game import Mud

Key = TypeVar("Key")

_LETTERS = {"l": "L", "c": "C", "u": "U"}
_SHORT_REGIONS = ("S", "N", "M", "W")
_NAME = 12
"""Cells for whose turn it is, where there is little room: every line of the head is one fewer for the Maps."""


class MudSight(DealsOfMud):
    """One seat's sight of MUD."""

    @cached_property
    def _deck(self) -> Mud:
        return cast("Mud", self._game)

    # What is shown

    def head(self) -> tuple[str, ...]:
        """Give whose turn it is, the goal, the piles, and what lies open."""
        known = self._known
        goal = goal_of(known.setup, self._deck.deck)
        name = self.name(known.active) if self._at.wide else clipped(self.name(known.active), _NAME)
        turn = f"{self.title}, {name}'s turn: {known.mapped} of {limit(known, self._deck.deck)} mapped."
        piles = f"Pile {len(known.pile)}, Scandals {len(known.scandals)}."
        what = (
            f"{goal.voters} Voters in {goal.regions} regions" if self._at.wide else f"{goal.voters} in {goal.regions}"
        )
        aim = f"Goal: {what}. {piles}"
        lines = [turn, aim]
        if known.revealed:
            lines.append(f"Scandal {known.revealed} is open: {self._scandal(known.revealed)}")
        if known.bound:
            lines.append(f"In this turn: {', '.join(known.bound)}.")
        return tuple(lines)

    def seats(self) -> tuple[SeatLook, ...]:
        """Give each seat's hand, Scandals, blocs, and its Map by region and leaning."""
        return tuple(self._seat_look_of(seat) for seat in range(self._known.seats))

    def _seat_look_of(self, seat: Seat) -> SeatLook:
        known = self._known
        goal = goal_of(known.setup, self._deck.deck)
        incomes = tally(known.maps[seat]).incomes
        blocs = [INCOMES[at] for at, count in enumerate(incomes) if count >= self._deck.deck.bloc]
        held = len(held_by(known.rows, seat))
        reached = f"{progress(known.maps[seat], goal)}/{goal.voters * goal.regions}"
        if not self._at.wide:
            bloc = f" {''.join(name[0].upper() for name in blocs)}" if blocs else ""
            facts = f"{reached:>5} hand {len(known.hands[seat])} scand {held}{bloc}"
        else:
            bloc = f", bloc: {' and '.join(blocs)}" if blocs else ""
            facts = f"{reached:>5} of the goal, hand {len(known.hands[seat])}, Scandals {held}{bloc}"
        return SeatLook(facts, (self._map(seat), *self._notes(seat, incomes)))

    def _map(self, seat: Seat) -> str:
        voters = self._known.maps[seat]
        parts = []
        for region, short in zip(REGIONS, _SHORT_REGIONS, strict=True):
            counts = Counter(card[1] for card in voters if card[0] == region[0])
            words = " ".join(f"{counts[one]}{letter}" for one, letter in _LETTERS.items() if counts[one])
            name = f"{region.capitalize()}:" if self._at.wide else short
            parts.append(f"{name} {words if self._at.wide else words.replace(' ', '')}" if words else f"{name} -")
        return ("   " if self._at.wide else "  ").join(parts)

    def _notes(self, seat: Seat, incomes: Sequence[int]) -> tuple[str, ...]:
        known = self._known
        bloc = self._deck.deck.bloc
        earners = zip(INCOMES, incomes, strict=True)
        notes = [", ".join(f"{count} {name}{' (bloc)' * (count >= bloc)}" for name, count in earners if count)]
        seen = [held.card for held in visible_scandals(known, self._seat, seat) if held.card != HIDDEN]
        notes += [f"Scandals {', '.join(map(str, sorted(seen)))}"] if seen and seat != self._seat else []
        notes += [f"may use {cards_words(known.abilities[seat])}"] if known.abilities[seat] else []
        notes += [", ".join(known.curses[seat])] if known.curses[seat] else []
        cards = [one.card for one in known.known if one.owner == seat]
        notes += [f"holds {cards_words(cards)}"] if cards else []
        return tuple(note for note in ("; ".join(note for note in notes if note),) if note)

    def mine(self) -> tuple[str, ...]:
        """Give the hand by region, the RATs, and one's own Scandals as far as one may look at them."""
        known = self._known
        hand = [card for card in known.hands[self._seat] if card is not None]
        lines = []
        for region in REGIONS:
            cards = [card for card in hand if card not in IS_RAT and card[0] == region[0]]
            if cards:
                lines.append(f"{region.capitalize()}: {', '.join(_traits(cards))}")
        rats = [card for card in hand if card in IS_RAT]
        if rats:
            lines.append(f"RATs: {cards_words(rats)}")
        lines += [] if hand else ["No cards."]
        return (*lines, *self._own_scandals())

    def _own_scandals(self) -> list[str]:
        seen = sorted(held.card for held in visible_scandals(self._known, self._seat, self._seat))
        if self._at.wide or len(seen) == 1:
            return [f"Scandal {number}: {self._scandal(number)}" for number in seen[:4]]
        return [f"Scandals {', '.join(map(str, seen))} lie before you."] if seen else []

    def _scandal(self, number: int) -> str:
        return effect_words(self._deck.deck.scandals[number]) if number else "hidden from you"

    def points_of(self, outcome: Outcome, seat: Seat) -> str:
        """Give how many Voters of those that the goal needs lie on a Map."""
        goal = goal_of(self._known.setup, self._deck.deck)
        return f"{outcome.points[seat]} of {goal.voters * goal.regions} Voters"

    def ending(self, outcome: Outcome) -> tuple[str, ...]:
        """Say which leaning won."""
        goal = goal_of(self._known.setup, self._deck.deck)
        if outcome.termination == "stalled":
            return ("Nobody has a card any more, and none is left to draw.",)
        lean = outcome.termination.capitalize()
        return (f"A win for the {lean}s: {goal.voters} {lean} or Undecided Voters in {goal.regions} regions.",)

    # What may be done

    def asks(self) -> Step:
        """Give what may be done in this phase."""
        known = self._known
        if self._seat not in acting(known).must:
            return Step("It is not your turn: only a deal can be offered.", (self.deal(),))
        match known.phase:
            case Phase.ACT:
                return self._act()
            case Phase.ANSWER:
                return self._answer()
            case Phase.PACT:
                return self._pact_answer()
            case Phase.CHOOSE:
                return self._choose()
        return super().asks()

    def _act(self) -> Step:
        known = self._known
        hand = [card for card in known.hands[self._seat] if card is not None]
        rats = sorted({card for card in hand if card in IS_RAT})
        picks = [self._map_one(hand), *(self._rat(card) for card in rats)]
        picks += [self._rat(card, shared=True) for card in sorted(set(known.abilities[self._seat]))]
        picks += [self._working(), self._upper()]
        if known.setup.pact:
            picks.append(self._pact(rats))
        picks += [self.deal(), self.pick("End the turn", End(), f"then draw up to {self._deck.deck.hand}")]
        return Step("Your turn: what will you do?", tuple(picks))

    def _map_one(self, hand: Sequence[Card]) -> Pick:
        voters = sorted({card for card in hand if card not in IS_RAT})
        why_not = self.why_not(Claim(voters[0])) if voters else "There is no Voter in that hand."
        known = self._known
        left = max(limit(known, self._deck.deck) - known.mapped, 0)
        picks = tuple(self.pick(card_name(card), Claim(card), self._in_region(card)) for card in voters)
        return Pick("Map a Voter", f"{left} more this turn", why_not, step=lambda: Step("Map which Voter?", picks))

    def _in_region(self, card: Card) -> str:
        counts = Counter(one[1] for one in self._known.maps[self._seat] if one[0] == card[0])
        there = " ".join(f"{counts[one]}{letter}" for one, letter in _LETTERS.items() if counts[one])
        return f"{there or 'nobody'} there already"

    def _rat(self, card: Card, *, shared: bool = False) -> Pick:
        verb = "Use the shared" if shared else "Play"
        label = f"{verb} {RAT_NAMES[card]}"
        plays = list(aims(self._known, self._seat, card, shared=shared))
        why_not = self.why_not(plays[0]) if plays else self._why_no_aim(card, shared=shared)
        if len(plays) == 1 and not self._aimed(plays[0]):
            return Pick(label, _RATS[card], why_not, plays[0])
        return Pick(label, _RATS[card], why_not, step=partial(self._aim, plays, label, self._played))

    @staticmethod
    def _aimed(play: Play) -> bool:
        return play.target >= 0 or bool(play.region) or bool(play.scandal)

    def _played(self, play: Play, label: str) -> Pick:
        return self.pick(label, play)

    def _why_no_aim(self, card: Card, *, shared: bool) -> str:
        """Say why a RAT has no target: what every way of aiming it lacks."""
        other = self._known.after(self._seat)[1]
        tried = {
            "dig": Play(card, other, shared=shared),
            "wiretap": Play(card, other, shared=shared),
            "shredder": Play(card, shared=shared),
        }
        if card in tried:
            return self.why_not(tried[card]) or "There is nobody to aim it at."
        if card == "redistrict" and not self._known.maps[self._seat]:
            return "There is no Voter on your own Map to swap (ruling 4)."
        return "There is no Voter on any other Map (ruling 4)."

    def _aim(self, plays: Sequence[Play], title: str, last: Callable[[Play, str], Pick]) -> Step:
        """Ask step by step what a RAT is aimed at: one's own Voter, whom, their Voter, a region, a Scandal."""
        if plays[0].own:
            found = _by(plays, lambda play: play.own)
            ask = [
                Pick(
                    card_name(own), "of your Map", step=partial(self._at_whom, some, f"{title}: {card_name(own)}", last)
                )
                for own, some in found.items()
            ]
            return Step(f"{title}: which Voter of yours?", tuple(ask))
        if plays[0].target >= 0:
            return self._at_whom(plays, title, last)
        if plays[0].region:
            return Step(f"{title}: which region?", tuple(last(play, play.region.capitalize()) for play in plays))
        return Step(f"{title}: which Scandal?", tuple(last(play, self._scandal_words(play.scandal)) for play in plays))

    def _at_whom(self, plays: Sequence[Play], title: str, last: Callable[[Play, str], Pick]) -> Step:
        picks = []
        for target, some in _by(plays, lambda play: play.target).items():
            name = self.name(target)
            if len(some) == 1 and not some[0].voter:
                picks.append(last(some[0], name))
            else:
                picks.append(Pick(name, self._map(target), step=partial(self._of_them, some, f"{title}, {name}", last)))
        return Step(f"{title}: whom?", tuple(picks))

    def _of_them(self, plays: Sequence[Play], title: str, last: Callable[[Play, str], Pick]) -> Step:
        if plays[0].voter:
            return Step(f"{title}: which Voter?", tuple(last(play, card_name(play.voter)) for play in plays))
        return Step(f"{title}: which Scandal?", tuple(last(play, self._scandal_words(play.scandal)) for play in plays))

    def _scandal_words(self, number: int) -> str:
        return f"Scandal {number}: {self._scandal(number)}" if number else "One of them, blind"

    def _pact(self, rats: Sequence[Card]) -> Pick:
        partner = self._known.after(self._seat)[1]
        why_not = "There is no RAT in that hand."
        picks = []
        for card in rats:
            plays = list(aims(self._known, self._seat, card))
            if plays:
                why_not = self.why_not(_with(plays[0], partner))
                step = partial(self._aim_pact, plays, f"Share {RAT_NAMES[card]}")
                picks.append(Pick(RAT_NAMES[card], _RATS[card], why_not, step=step))
        label = "A RAT In Pari Delicto"
        return Pick(label, "shared with another", why_not, step=lambda: Step("Share which RAT?", tuple(picks)))

    def _aim_pact(self, plays: Sequence[Play], title: str) -> Step:
        if len(plays) == 1 and not self._aimed(plays[0]):
            return self._with_whom(plays[0], title)
        return self._aim(plays, title, self._shared_later)

    def _shared_later(self, play: Play, label: str) -> Pick:
        return Pick(label, step=partial(self._with_whom, play, label))

    def _with_whom(self, play: Play, title: str) -> Step:
        others = self._known.after(self._seat)[1:]
        picks = [self.pick(f"with {self.name(one)}", _with(play, one)) for one in others]
        return Step(f"{title}: shared with whom?", tuple(picks))

    def _working(self) -> Pick:
        steals = [
            Steal(target, card)
            for target in self._known.after(self._seat)[1:]
            for card in sorted(set(self._known.maps[target]))
            if card[2] == WORKING[0]
        ]
        tried = steals[0] if steals else Steal(self._known.after(self._seat)[1], "slw")
        picks = tuple(self.pick(f"{card_name(one.voter)} of {self.name(one.target)}", one) for one in steals)
        return Pick(
            "Working bloc: steal",
            "a working-class Voter, to your hand",
            self.why_not(tried),
            step=lambda: Step("Steal which Voter?", picks),
        )

    def _upper(self) -> Pick:
        mine = sorted({held.card for held in visible_scandals(self._known, self._seat, self._seat)}) or [0]
        label, note = "Upper bloc: discard", "a Scandal of yours"
        if len(mine) == 1:
            return self.pick(label, Clear(mine[0]), note)
        picks = tuple(self.pick(self._scandal_words(number), Clear(number)) for number in mine)
        why_not = self.why_not(Clear(mine[0]))
        return Pick(label, note, why_not, step=lambda: Step(f"{UPPER.capitalize()} bloc: which Scandal?", picks))

    def _answer(self) -> Step:
        deal = self._known.deal
        assert deal is not None
        gives, wants = (cards_words(cards) or "nothing" for cards in (deal.gives, deal.wants))
        picks = (self.pick("Refuse", Refuse()), self.pick("Accept", Accept(), f"you give {wants}"))
        return Step(f"{self.name(deal.seat)} offers you {gives} for {wants}.", picks)

    def _pact_answer(self) -> Step:
        rat = self._known.rat
        assert rat is not None
        name = RAT_NAMES[rat.card]
        title = f"{self.name(rat.seat)} offers you a share of {name}: its ability once, and half of its Scandal."
        return Step(title, (self.pick("Refuse", Refuse()), self.pick("Accept", Accept(), _RATS[rat.card])))

    def _choose(self) -> Step:
        task = self._known.due[0]
        whose = "your" if task.seat == self._seat else f"{self.name(task.seat)}'s"
        what = f"a card of {whose} hand" if task.kind is Due.LOOT else f"a Voter of {whose} Map"
        picks = tuple(self.pick(card_name(move.card), move) for move in self.moves() if isinstance(move, Choose))
        return Step(f"Choose {what}.", picks)


_RATS = {
    "dig": "reveal and enact a Scandal of another",
    "poach": "a Voter of another Map, to your hand",
    "smear": "discard a Voter of another Map",
    "redistrict": "swap a Voter of yours for one of theirs",
    "money": "draw cards",
    "stuffing": "map more Voters this turn",
    "wiretap": "look at a hand, take a card of it",
    "shredder": "discard an earlier Scandal of yours",
    "purge": "all others discard a Voter of a region",
}


def _traits(cards: Iterable[Card]) -> list[str]:
    """Give Voters of one region by leaning and income, equal ones once."""
    leans = {"l": "Lib", "c": "Con", "u": "Und"}
    earns = {name[0]: name for name in INCOMES}
    counts = Counter(f"{leans[card[1]]} {earns[card[2]]}" for card in cards)
    return [f"{words}{f' ×{count}' if count > 1 else ''}" for words, count in counts.items()]


def _with(play: Play, partner: Seat) -> Play:
    return replace(play, partner=partner)


def _by(plays: Sequence[Play], key: Callable[[Play], Key]) -> dict[Key, list[Play]]:
    found: dict[Key, list[Play]] = {}
    for play in plays:
        found.setdefault(key(play), []).append(play)
    return found
