"""What MUD is played with: how many of each card, what Scandals do, the goals; and which of that is confirmed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from collection.errors import DataError
from collection.games.field import Field, corrected
from collection.games.mud.cards import INCOMES, LEANINGS, RATS, REGIONS, TRAITS, Card, Goal, Scandal
from collection.text import plain

FILE: Final = "deck.yaml"
_MOST = 40
"""Of one card, at most; beyond that it is a slip of the pen."""
_LAST_SCANDAL = 99
_SCANDALS: Final = {str(number): number for number in range(1, _LAST_SCANDAL + 1)}
_SEATS = 6


class Effect(NamedTuple):
    """What a Scandal does to the one punished."""

    kind: str
    """Such as `discard` or `skip draw`: the words that data files use."""
    number: int = 0
    trait: str = ""
    """Which Voters; any where it is empty."""

    @property
    def words(self) -> str:
        """What it says to the one punished, as a line to be read on its card."""
        number = "all" if self.number == ALL else str(self.number)
        which = f"{self.trait.capitalize()} " if self.trait else ""
        voters = f"{number} {which}Voter{'' if self.number == 1 else 's'}"
        return _WORDS[self.kind].format(voters=voters, number=number)


ALL: Final = 999
"""A count that means all of them."""
_WORDS: Final = {
    "nothing": "Nothing happens.",
    "discard each region": "Discard one Voter of each region from your Map.",
    "discard hand": "Discard your whole hand.",
    "digger takes voter": "Who dug this up takes a Voter of your Map, of their choice.",
    "digger takes card": "Who dug this up takes a card of your hand at random.",
    "neighbour takes voter": "Your left neighbour takes a Voter of your Map, of their choice.",
    "one voter next turn": "On your next turn you map one Voter in all.",
    "no rats next turn": "On your next turn you use no RATs and no shared ability.",
    "no blocs next turn": "On your next turn you have no bloc advantages.",
    "skip draw": "You skip your next draw at the end of a turn.",
    "discard": "Discard {voters} from your Map.",
    "return": "Take {voters} from your Map back to your hand.",
    "others draw": "Everybody else draws {number}.",
}
_COUNTING: Final = frozenset({"discard", "return", "others draw"})
"""Effects that are said with a number, or with which Voters."""
_COUNTED: Final = re.compile(rf"(discard|return) (\d|all)(?: ({'|'.join(TRAITS)}))?", re.ASCII)
_DRAW: Final = re.compile(r"others draw (\d)", re.ASCII)
_ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a game is played with."""

    counts: tuple[tuple[Card, int], ...]
    scandals: Mapping[Scandal, Effect]
    hand: int
    """Cards dealt, and drawn up to at the end of a turn."""
    claims: int
    """Voters that may be mapped in a turn."""
    extra: int
    """Voters more with a bloc of the middle class."""
    bloc: int
    """Voters of one income that make a bloc."""
    usual: Goal
    short: Goal
    short_seats: int
    """From how many seats on the short goal holds."""
    money: int
    """Cards that Dark Money draws."""
    stuffing: int
    """Voters that Ballot Stuffing adds to a turn's."""
    fields: tuple[Field, ...]
    """Every fact, with what is known of it."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every main card, equal ones as often as they come, in one fixed order."""
        return tuple(card for card, count in self.counts for _ in range(count))


def deck_of(tree: object, corrections: Mapping[str, str] | None = None) -> Deck:
    """Check MUD's data, an owner's `corrections` laid over it by field (`rat.dig`: `9`, `scandal.3`: `skip draw`).

    Raises DataError with every fault, each naming the field.
    """
    fields, faults = corrected(tree, corrections or {})
    known = {field.name: field.value for field in fields if field.name != "game"}
    scandals = _scandals(known, faults)
    numbers = _numbers(known, faults)
    counts = tuple((card, numbers.get(name, 0)) for name, card in _names().items())
    if not faults:
        _check_sizes(numbers, counts, scandals, faults)
    if faults:
        raise DataError(*faults)
    return Deck(
        counts=tuple(pair for pair in counts if pair[1]),
        scandals=scandals,
        hand=numbers["hand"],
        claims=numbers["claims"],
        extra=numbers["extra"],
        bloc=numbers["bloc"],
        usual=Goal(numbers["goal.usual.voters"], numbers["goal.usual.regions"]),
        short=Goal(numbers["goal.short.voters"], numbers["goal.short.regions"]),
        short_seats=numbers["goal.short.seats"],
        money=numbers["effect.money"],
        stuffing=numbers["effect.stuffing"],
        fields=tuple(fields),
    )


_NEEDED: Final = (
    "hand",
    "claims",
    "extra",
    "bloc",
    "goal.usual.voters",
    "goal.usual.regions",
    "goal.short.voters",
    "goal.short.regions",
    "goal.short.seats",
    "effect.money",
    "effect.stuffing",
)


def _names() -> dict[str, Card]:
    """Give the field that counts each card."""
    voters = {
        f"voter.{region}.{leaning}.{income}": f"{region[0]}{leaning[0]}{income[0]}"
        for region in REGIONS
        for leaning in LEANINGS
        for income in INCOMES
    }
    return voters | {f"rat.{name}": name for name in RATS}


def _numbers(known: Mapping[str, str], faults: list[str]) -> dict[str, int]:
    wanted = {*_NEEDED, *_names()}
    numbers = {}
    for name, value in known.items():
        if name.startswith("scandal."):
            continue
        if name not in wanted:
            faults.append(f"{plain(name)[:60]}: MUD has no such field.")
        elif not (value.isascii() and value.isdigit() and len(value) <= 3):
            faults.append(f"{name}: a number from 0 to 999, not {plain(value)[:20]}.")
        else:
            numbers[name] = int(value)
    faults += [f"{name}: missing." for name in _NEEDED if name not in known]
    return numbers


def _scandals(known: Mapping[str, str], faults: list[str]) -> dict[Scandal, Effect]:
    scandals = {}
    for name, value in known.items():
        if not name.startswith("scandal."):
            continue
        number = name.removeprefix("scandal.")
        if number not in _SCANDALS:
            faults.append(f"{plain(name)[:60]}: Scandals are numbered from 1 to {_LAST_SCANDAL}.")
            continue
        effect = _effect(value)
        if effect is not None:
            scandals[_SCANDALS[number]] = effect
        elif value != _ABSENT:
            faults.append(
                f"{name}: {plain(value)[:40]} is nothing that a Scandal does; such as: discard 2 south, skip draw."
            )
    return dict(sorted(scandals.items()))


def _effect(text: str) -> Effect | None:
    if text in _WORDS and text not in _COUNTING:
        return Effect(text)
    if (found := _COUNTED.fullmatch(text)) is not None:
        return Effect(found[1], ALL if found[2] == "all" else int(found[2]), found[3] or "")
    if (found := _DRAW.fullmatch(text)) is not None:
        return Effect("others draw", int(found[1]))
    return None


def _check_sizes(
    numbers: Mapping[str, int],
    counts: tuple[tuple[Card, int], ...],
    scandals: Mapping[Scandal, Effect],
    faults: list[str],
) -> None:
    faults += [f"count of {card}: at most {_MOST}." for card, count in counts if count > _MOST]
    total = sum(count for _, count in counts)
    if not 1 <= numbers["hand"] * _SEATS <= total:
        faults.append(f"hand: {numbers['hand']} cards for each of six players are more than there are, or none.")
    for name in ("goal.usual", "goal.short"):
        if not 1 <= numbers[f"{name}.regions"] <= len(REGIONS):
            faults.append(f"{name}.regions: there are {len(REGIONS)} regions.")
        if not 1 <= numbers[f"{name}.voters"] <= total:
            faults.append(f"{name}.voters: from 1 to as many cards as there are.")
    faults += [f"{name}: at least 1." for name in ("claims", "bloc") if numbers[name] < 1]
    if not scandals:
        faults.append("scandal: there is none.")
