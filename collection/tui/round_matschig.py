"""Matschig as one seat sees it: pools and accounts, the mud in the air, and how to sling it or to stay clean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import cast

from collection.games.matschig.cards import Card, Kind, points
from collection.games.matschig.moves import (
    SPECIAL_OF,
    Absorb,
    Add,
    Block,
    Divert,
    Dryer,
    Fan,
    Halve,
    Keep,
    Leave,
    Spread,
    Take,
    Throw,
)
from collection.games.matschig.rules import missing
from collection.games.matschig.state import Mud, Phase, State
from collection.games.matschig.telling import card_name
from collection.games.protocol import Outcome, Seat
from collection.tui.round_sight import Pick, PlainSight, SeatLook, Step

_NAMES = {Kind.WATER: "Water", Kind.SAND: "Sand", Kind.UMBRELLA: "Umbrella"}


def cards_line(cards: Iterable[Card | None]) -> str:
    """Give cards by kind, each kind once: `Water 2 5 5, Sand 1, Hair Dryer`."""
    known = [card for card in cards if card is not None]
    parts = []
    for kind, name in _NAMES.items():
        values = sorted(card.value for card in known if card.kind is kind)
        if values:
            parts.append(f"{name} {' '.join(map(str, values))}")
    specials = Counter(card for card in known if card.kind not in _NAMES)
    parts += [f"{_special(card)}{f' ×{count}' if count > 1 else ''}" for card, count in sorted(specials.items())]
    return ", ".join(parts)


def _special(card: Card) -> str:
    return card_name(str(card)).removeprefix("the ")


def _word(card: Card) -> str:
    return card_name(str(card))


class MatschigSight(PlainSight):
    """One seat's sight of Matschig."""

    @property
    def _known(self) -> State:
        return cast("State", self._at.view.known)

    # What is shown

    def head(self) -> tuple[str, ...]:
        """Give the round, the piles and the mud in the air."""
        known = self._known
        rounds = f" of {known.setup.rounds}" if known.setup.rounds > 1 else ""
        last = ", no hand is filled any more" if known.last else ""
        piles = (
            f"{self.title}, round {known.round}{rounds}: pile {len(known.pile)}, discards {len(known.discard)}{last}."
        )
        return (piles, self._mud_line(known.mud)) if known.mud is not None else (piles,)

    def _mud_line(self, mud: Mud) -> str:
        perfect = ", perfect" if _is_perfect(mud.cards) else ""
        flies = f"{cards_line(mud.cards)}, {points(mud.cards)} points{perfect}"
        return f"In the air: {flies}, at {self.name(mud.target)}."

    def seats(self) -> tuple[SeatLook, ...]:
        """Give each seat's hand count, the points of its pool and its account; the pool's cards where there is room."""
        known = self._known
        looks = []
        for seat in range(known.seats):
            pool, hand = known.pools[seat], len(known.hands[seat])
            account = f" total {known.accounts[seat]:>3}" if known.round > 1 or known.phase is Phase.OVER else ""
            stuck = " lacks Sand or Water" if seat in known.stuck and self._at.wide else ""
            facts = f"hand {hand} pool {points(pool):>2}{account}{stuck}"
            looks.append(SeatLook(facts, (cards_line(pool) or "clean",)))
        return tuple(looks)

    def mine(self) -> tuple[str, ...]:
        """Give the hand."""
        return (cards_line(self._known.hands[self._seat]) or "No cards.",)

    def ending(self, outcome: Outcome) -> tuple[str, ...]:
        """Say what the points are."""
        del outcome
        rounds = self._known.setup.rounds
        over = "The points are those of one round" if rounds == 1 else f"The points of {rounds} rounds are added up"
        return (f"{over}: the mud in front of each. Whoever has the fewest is cleanest, and wins.",)

    def ranked(self, outcome: Outcome) -> list[Seat]:
        """Give the seats, the cleanest first."""
        return sorted(range(len(outcome.points)), key=outcome.points.__getitem__)

    # What may be done

    def asks(self) -> Step:
        """Give what the seat may do in this phase."""
        match self._known.phase:
            case Phase.THROW:
                return self._sling()
            case Phase.WINDOW:
                return self._third()
            case Phase.DEFEND:
                return self._defend()
            case Phase.EASIER:
                return self._halve("Easier to Clean: only one kind of mud lies in front of you. Halve its points?")
            case Phase.PERFECT:
                return self._halve("Perfect Mud: your account may be halved.")
        return super().asks()

    def _hand(self, *kinds: Kind) -> list[Card]:
        hand = {card for card in self._known.hands[self._seat] if card is not None}
        return sorted(card for card in hand if card.kind in kinds)

    def _others(self) -> tuple[Seat, ...]:
        return self._known.after(self._seat)[1:]

    def _sling(self) -> Step:
        waters = tuple(
            Pick(f"{_word(water)} and …", step=partial(self._sling_sand, water)) for water in self._hand(Kind.WATER)
        )
        return Step("You sling one Water and one Sand: which Water?", waters)

    def _sling_sand(self, water: Card) -> Step:
        picks = []
        for sand in self._hand(Kind.SAND):
            total = points((water, sand))
            third = missing(Mud(self._seat, self._seat, (water, sand), finished=False))
            note = "perfect" if water.value == sand.value else f"{_word(third)} would perfect it" if third else ""
            both = f"{_word(water)}, {_word(sand)}"
            picks.append(Pick(f"{both}: {total} points", note, step=partial(self._sling_at, water, sand)))
        return Step(f"{_word(water)} and which Sand?", tuple(picks))

    def _sling_at(self, water: Card, sand: Card) -> Step:
        both = f"{_word(water)} and {_word(sand)}"
        picks = [self.pick(f"at {self.name(at)}", Throw(water, sand, at), self._dirt(at)) for at in self._others()]
        return Step(f"Sling {both} at whom?", tuple(picks))

    def _dirt(self, seat: Seat) -> str:
        known = self._known
        account = f", account {known.accounts[seat]}" if known.round > 1 else ""
        return f"pool {points(known.pools[seat])}{account}, {len(known.hands[seat])} in hand"

    def _third(self) -> Step:
        mud = self._known.mud
        assert mud is not None
        third = missing(mud)
        leave = self.pick("Leave it as it is", Leave(), f"{points(mud.cards)} points at {self.name(mud.target)}")
        if third is None:
            return Step("Add a third card?", (leave,))
        # Whoever it is sent to, the card has to be in the hand.
        why_not = self.why_not(Add(third, self._others()[0]))
        add = Pick(f"Add {_word(third)}: perfect mud", "to whom you like", why_not, step=partial(self._third_at, third))
        return Step("A third card that makes Sand and Water equal?", (leave, add))

    def _third_at(self, third: Card) -> Step:
        picks = [self.pick(f"at {self.name(at)}", Add(third, at), self._dirt(at)) for at in self._others()]
        return Step(f"Add {_word(third)} and send all of it at whom?", tuple(picks))

    def _defend(self) -> Step:
        mud = self._known.mud
        assert mud is not None
        sand, water = (sum(card.value for card in mud.cards if card.kind is kind) for kind in (Kind.SAND, Kind.WATER))
        divert = SPECIAL_OF[Divert]
        picks = (
            self.pick("Take the mud", Take(), f"{points(mud.cards)} points more"),
            self._umbrellas(mud),
            self.pick("Fan", Fan(), f"Sand gone, Water {water} stays"),
            self.pick("Hair Dryer", Dryer(), f"Water gone, Sand {sand} stays"),
            self._thirteen(),
            Pick("Divert", "all of it to another", self._lacking(divert), step=self._divert_to),
            self.pick("Spread", Spread(), "all gone; the others draw a card each"),
        )
        return Step(f"{cards_line(mud.cards)} at you: what do you do?", picks)

    def _lacking(self, card: Card) -> str:
        return "" if card in self._known.hands[self._seat] else self.why_not(Divert(self._others()[0]))

    def _thirteen(self) -> Pick:
        why_not = self.why_not(Absorb(()))
        return Pick("The 13", "13 points of it gone at most", why_not, step=self._absorb)

    def _absorb(self) -> Step:
        parts = [move for move in self.moves() if isinstance(move, Absorb)]
        parts.sort(key=lambda move: -points(move.cards))
        mud = self._known.mud
        assert mud is not None
        total = points(mud.cards)
        picks = [
            self.pick(cards_line(move.cards) or "Nothing", move, f"{total - points(move.cards)} points stay")
            for move in parts
        ]
        return Step("The 13: what does it take away?", tuple(picks))

    def _divert_to(self) -> Step:
        picks = [self.pick(f"to {self.name(to)}", Divert(to), self._dirt(to)) for to in self._others()]
        return Step("Divert all of it to whom?", tuple(picks))

    def _umbrellas(self, mud: Mud) -> Pick:
        blocks = [move for move in self.moves() if isinstance(move, Block)]
        why_not = "" if blocks else self._why_no_block(mud)
        return Pick("Umbrellas", "each group against one card", why_not, step=partial(self._hold, blocks, ()))

    def _why_no_block(self, mud: Mud) -> str:
        umbrellas = tuple(self._hand(Kind.UMBRELLA))
        if not umbrellas:
            return "There is no umbrella in that hand."
        least = min(mud.cards, key=lambda card: card.value)
        hand = tuple(sorted(card for card in self._known.hands[self._seat] if card is not None and card in umbrellas))
        return self.why_not(Block(((least, hand),)))

    def _hold(self, blocks: Sequence[Block], chosen: tuple[tuple[Card, tuple[Card, ...] | None], ...]) -> Step:
        """Ask for each card of the mud in turn what is held against it; `chosen` has what was said of those before."""
        mud = self._known.mud
        assert mud is not None
        card = sorted(mud.cards)[len(chosen)]
        rest: dict[tuple[Card, ...] | None, list[Block]] = {}
        for block in blocks:
            rest.setdefault(_against(block, mud, len(chosen)), []).append(block)
        picks = [self._held(mud, card, group, found, chosen) for group, found in rest.items()]
        picks.sort(key=lambda pick: (pick.label == "Nothing", len(pick.label), pick.label))
        return Step(f"Umbrellas against {_word(card)}?", tuple(picks))

    def _held(
        self,
        mud: Mud,
        card: Card,
        group: tuple[Card, ...] | None,
        blocks: Sequence[Block],
        chosen: tuple[tuple[Card, tuple[Card, ...] | None], ...],
    ) -> Pick:
        label = "Nothing" if group is None else cards_line(group)
        note = f"{card.value} more points" if group is None else ""
        now = (*chosen, (card, group))
        if len(now) == len(mud.cards):
            stays = points(mud.cards) - sum(one.value for one, by in now if by is not None)
            return self.pick(label, blocks[0], f"{stays} points come through")
        return Pick(label, note, step=partial(self._hold, blocks, now))

    def _halve(self, title: str) -> Step:
        known = self._known
        count = known.scores[self._seat] if known.phase is Phase.EASIER else known.accounts[self._seat]
        return Step(title, (self.pick("Halve it", Halve(), f"{count} now"), self.pick("Keep it", Keep())))


def _is_perfect(cards: Sequence[Card]) -> bool:
    water, sand = (sum(card.value for card in cards if card.kind is kind) for kind in (Kind.WATER, Kind.SAND))
    return water == sand


def _against(block: Block, mud: Mud, place: int) -> tuple[Card, ...] | None:
    """Give the umbrellas that `block` holds against the card at a place of the sorted mud; None for none.

    Of equal cards, those that are blocked come first.
    """
    cards = sorted(mud.cards)
    card = cards[place]
    groups = [by for one, by in block.groups if one == card]
    at = place - cards.index(card)
    return groups[at] if at < len(groups) else None
