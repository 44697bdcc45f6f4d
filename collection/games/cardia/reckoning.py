"""Who wins which encounter, and how many signets each player has: worked out anew from what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from collection.games.cardia.cards import Faction
from collection.games.cardia.state import Encounter, Lay, Setup
from collection.games.protocol import Seat

HOMES: Final = (0, 5)
"""The two players' own islands."""
_NEITHER: Final = (False, False)


class Standing(NamedTuple):
    """How an encounter stands."""

    influence: tuple[int, int]
    """Of each card, with all that modifies it; 0 where a card is missing."""
    wins: tuple[bool, bool]
    level: bool
    """Whether it is a tie, whoever may win ties."""

    def loses(self, seat: Seat) -> bool:
        """Say whether the seat's card loses: in a tie, and where both win, none does."""
        return self.wins[1 - seat] and not self.wins[seat]


class _Reign(NamedTuple):
    """What holds for all cards of one player."""

    goddess: bool
    judge: bool
    per_phial: int


def reckon(row: Sequence[Encounter], setup: Setup) -> list[Standing]:
    """Give how every encounter stands (ruling 7)."""
    marked = [_marked(encounter.lays[0]) or _marked(encounter.lays[1]) for encounter in row]
    if True not in marked:
        return [_plain(encounter) for encounter in row]
    reigns = (_reign(row, setup, 0), _reign(row, setup, 1))
    far = reigns != (_NO_REIGN, _NO_REIGN)
    # Beside what holds everywhere, an encounter is touched only by what lies in it and in the one after it.
    return [
        _standing(one, following, setup, reigns) if far or here or after else _plain(one)
        for one, following, here, after in zip_longest(row, row[1:], marked, marked[1:])
    ]


def _marked(lay: Lay | None) -> bool:
    """Say whether a token or a phial lies on a card."""
    return lay is not None and (lay.tokens > 0 or lay.phials > 0)


def signets(row: Sequence[Encounter], ships: Sequence[int], setup: Setup) -> tuple[int, int]:
    """Give each player's signets, on cards and for ships on the own island (rulings 6 and 10)."""
    counts = [ships.count(home) for home in HOMES]
    before: Standing | None = None
    for encounter, standing in zip(row, reckon(row, setup), strict=True):
        for seat in (0, 1):
            counts[seat] += standing.wins[seat]
            lay = encounter.lays[seat]
            if lay is not None and (lay.tokens or lay.phials):
                _count_more(counts, seat, lay, standing, before, setup)
        before = standing
    return counts[0], counts[1]


def _count_more(
    counts: list[int], seat: Seat, lay: Lay, standing: Standing, before: Standing | None, setup: Setup
) -> None:
    card = setup.card(lay.value)
    if lay.phials and card.phial == "worth-more" and standing.wins[seat]:
        counts[seat] += card.phial_amount
    if not lay.tokens:
        return
    match card.ability:
        case "occultist" if standing.influence[seat] <= 0:
            counts[seat] += card.amount
        case "aristocrat" if standing.wins[seat]:
            counts[seat] += card.amount
        case "chancellor" if before is not None and before.wins[seat]:
            counts[seat] += card.amount
        case "treasurer" if before is not None:
            for either in (0, 1):
                counts[either] += card.amount * before.wins[either]


_NO_REIGN: Final = _Reign(goddess=False, judge=False, per_phial=0)


def _reign(row: Sequence[Encounter], setup: Setup, seat: Seat) -> _Reign:
    goddess = judge = False
    per_phial = 0
    for encounter in row:
        lay = encounter.lays[seat]
        if lay is None:
            continue
        if lay.tokens:
            ability = setup.card(lay.value).ability
            goddess = goddess or ability == "goddess"
            judge = judge or ability == "judge"
        if lay.phials and setup.card(lay.value).phial == "raise-phials":
            per_phial = setup.card(lay.value).phial_amount
    return _Reign(goddess, judge, per_phial)


def _plain(encounter: Encounter) -> Standing:
    """Give how an encounter stands where no ongoing ability is in effect anywhere: influence alone decides."""
    one, other = encounter.lays
    mine = 0 if one is None else one.value + one.modifier
    theirs = 0 if other is None else other.value + other.modifier
    if one is None or other is None or mine == theirs:
        return Standing((mine, theirs), _NEITHER, level=True)
    return Standing((mine, theirs), (mine > theirs, theirs > mine), level=False)


def _standing(
    encounter: Encounter, following: Encounter | None, setup: Setup, reigns: tuple[_Reign, _Reign]
) -> Standing:
    influence = [0, 0]
    goddess, forced = [False, False], [False, False]
    level = lone = False
    for seat in (0, 1):
        lay = encounter.lays[seat]
        if lay is None:
            lone = True
            continue
        card = setup.cards[lay.value - 1]
        mine = lay.value + lay.modifier + reigns[seat].per_phial * lay.phials
        level = level or (lay.tokens > 0 and card.ability == "mediator")
        goddess[seat] = forced[seat] = reigns[seat].goddess and card.faction is Faction.ARCHIPELAGO
        mine_after = following.lays[seat] if following is not None else None
        if mine_after is not None and (mine_after.phials or mine_after.tokens):
            next_card = setup.cards[mine_after.value - 1]
            if mine_after.tokens and next_card.ability == "counselor":
                forced[seat] = True
            if mine_after.phials:
                level = level or next_card.phial == "tie-before"
                mine += next_card.phial_amount if next_card.phial == "raise-before" else 0
        influence[seat] = mine
    mine, theirs = influence
    if lone:
        # A card without an opposing one wins nothing (ruling 20).
        return Standing((mine, theirs), (False, False), level=True)
    if forced[0] != forced[1]:
        return Standing((mine, theirs), (forced[0], forced[1]), level=False)
    if goddess[0] and goddess[1]:
        return Standing((mine, theirs), (True, True), level=False)
    if level or mine == theirs:
        return Standing((mine, theirs), (reigns[0].judge, reigns[1].judge), level=True)
    return Standing((mine, theirs), (mine > theirs, theirs > mine), level=False)
