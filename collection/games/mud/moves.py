"""The moves of MUD, and how they are written.

| move | written |
|---|---|
| map a Voter | `map slw` |
| play a RAT | `play dig B`, `play poach B slw`, `play smear B slw`, `play redistrict slw for B nlw`, `play money`, \
`play stuffing`, `play wiretap B`, `play shredder 7`, `play purge south` |
| the same, In Pari Delicto | `play money shared with C` |
| use the ability from a pact | `use poach B slw` |
| the bloc of the working class, of the upper class | `steal B slw`, `clear 7` |
| end the turn | `end` |
| offer a deal; a gift; ask for one | `offer B slw dig for nlw`, `offer B slw`, `offer B for nlw` |
| answer an offer | `accept`, `refuse` |
| choose a card | `choose slw` |
| of chance | `first B`, `shuffle slw dig ...`, `scandals 3 1 ...`, `pick 7`, `pluck slw` |

Where the owner may not look, `play shredder` and `clear` name no Scandal; where a digger may read what lies there
(Say No Evil), `play dig B 7` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from collection.errors import UnreadableMove
from collection.games.mud.cards import (
    DIG,
    IS_RAT,
    IS_VOTER,
    MONEY,
    POACH,
    PURGE,
    RATS,
    REDISTRICT,
    REGIONS,
    SHREDDER,
    SMEAR,
    STUFFING,
    WIRETAP,
    Card,
    Scandal,
    read_card,
)
from collection.games.mud.state import NOBODY
from collection.games.protocol import Seat
from collection.games.written import LETTERS, letter
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Claim:
    """Map a Voter from the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """Play a RAT, or use the ability of one that is shared; what it does not need is empty."""

    rat: Card
    target: Seat = NOBODY
    voter: Card = ""
    """The target's Voter."""
    own: Card = ""
    """The player's own Voter that Redistrict swaps."""
    region: str = ""
    scandal: Scandal = 0
    """The Scandal to dig up or to shred; 0 leaves it to chance."""
    partner: Seat = NOBODY
    """Who is asked to share it, In Pari Delicto."""
    shared: bool = False
    """It is the ability from an earlier pact."""


@dataclass(frozen=True, slots=True)
class Steal:
    """Use a bloc of the working class."""

    target: Seat
    voter: Card


@dataclass(frozen=True, slots=True)
class Clear:
    """Use a bloc of the upper class: discard a Scandal; 0 leaves it to chance."""

    scandal: Scandal = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer hand cards for hand cards."""

    to: Seat
    gives: tuple[Card, ...]
    wants: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree to an offer, or to a pact."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Decline it."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a card, where one must."""

    card: Card


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class First:
    """Chance says who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance puts main cards in this order, the first to be drawn first."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShuffleScandals:
    """Chance puts Scandals in this order."""

    cards: tuple[Scandal, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """Chance picks a Scandal that lies face down."""

    scandal: Scandal


@dataclass(frozen=True, slots=True)
class Pluck:
    """Chance picks a card of a hand."""

    card: Card


Act: TypeAlias = Claim | Play | Steal | Clear | Offer | End
Move: TypeAlias = Act | Accept | Refuse | Choose | First | Shuffle | ShuffleScandals | Pick | Pluck

_WORDS: Final[dict[str, Move]] = {"accept": Accept(), "refuse": Refuse(), "end": End(), "clear": Clear()}
_WRITTEN: Final = {type(move): word for word, move in _WORDS.items()}
_SHARED: Final = " shared with "
_NUMBER: Final = re.compile(r"[1-9]\d?", re.ASCII)
_SEAT: Final = re.compile("[A-F]", re.ASCII)


def write_move(move: Move) -> str:
    """Give a move as it is written."""
    words: list[str]
    match move:
        case Claim(card):
            words = ["map", card]
        case Play():
            words = [_play_written(move)]
        case Steal(target, voter):
            words = ["steal", letter(target), voter]
        case Clear(scandal) if scandal:
            words = ["clear", str(scandal)]
        case Offer(to, gives, wants):
            words = ["offer", letter(to), *gives, *(["for", *wants] if wants else [])]
        case Choose(card):
            words = ["choose", card]
        case First(seat):
            words = ["first", letter(seat)]
        case Shuffle(cards):
            words = ["shuffle", *cards]
        case ShuffleScandals(numbers):
            words = ["scandals", *map(str, numbers)]
        case Pick(scandal):
            words = ["pick", str(scandal)]
        case Pluck(card):
            words = ["pluck", card]
        case _:
            words = [_WRITTEN[type(move)]]
    return " ".join(words)


def _play_written(move: Play) -> str:
    words = ["use" if move.shared else "play", move.rat]
    words += [move.own, "for"] if move.own else []
    words += [letter(move.target)] if move.target != NOBODY else []
    words += [move.voter] if move.voter else []
    words += [move.region] if move.region else []
    words += [str(move.scandal)] if move.scandal else []
    return " ".join(words) + (_SHARED + letter(move.partner) if move.partner != NOBODY else "")


def read_move(text: str) -> Move:
    """Read a move. Raises UnreadableMove."""
    text = " ".join(text.split())
    if text in _WORDS:
        return _WORDS[text]
    word, *rest = text.split(" ")
    if word in ("play", "use") and rest:
        return _play(word, text.removeprefix(f"{word} "))
    if word in _LISTS and rest:
        return _LISTS[word](rest)
    if word in _ONE and len(rest) == 1:
        return _ONE[word](rest[0])
    if word == "steal" and len(rest) == 2:
        return Steal(_seat(rest[0]), _voter(rest[1]))
    raise UnreadableMove(f"{quoted(text)} is no move of MUD, such as: map slw; play dig B; offer B slw for nlw; end.")


def _offer(words: list[str]) -> Offer:
    to, words = _seat(words[0]), words[1:]
    if "for" in words:
        at = words.index("for")
        gives, wants = words[:at], words[at + 1 :]
        if not wants:
            raise UnreadableMove("After 'for' stands what is wanted; a gift is written without it.")
    else:
        gives, wants = words, []
    return Offer(to, tuple(sorted(map(read_card, gives))), tuple(sorted(map(read_card, wants))))


def _play(word: str, text: str) -> Play:
    said, _, partner = text.partition(_SHARED)
    rat, *words = said.split(" ")
    if rat not in IS_RAT:
        raise UnreadableMove(f"{quoted(rat)} is no RAT; there is {', '.join(RATS)}.")
    play = Play(rat, partner=_seat(partner) if partner else NOBODY, shared=word == "use")
    match rat, words:
        case (("dig" | "wiretap"), [target, *number]) if len(number) <= (rat == DIG):
            return replace(play, target=_seat(target), scandal=_scandal(number[0]) if number else 0)
        case (("poach" | "smear"), [target, voter]):
            return replace(play, target=_seat(target), voter=_voter(voter))
        case ("redistrict", [own, "for", target, voter]):
            return replace(play, target=_seat(target), voter=_voter(voter), own=_voter(own))
        case ("shredder", [number]):
            return replace(play, scandal=_scandal(number))
        case ("purge", [region]) if region in REGIONS:
            return replace(play, region=region)
    if words or rat not in (MONEY, STUFFING, SHREDDER):
        raise UnreadableMove(f"{quoted(f'{word} {said}')}: it is written {word} {_FORMS[rat]}.")
    return play


_FORMS: Final = {
    DIG: "dig B",
    POACH: "poach B slw",
    SMEAR: "smear B slw",
    REDISTRICT: "redistrict slw for B nlw",
    WIRETAP: "wiretap B",
    SHREDDER: "shredder 7, or without a number where nobody may look",
    PURGE: f"purge and one of {', '.join(REGIONS)}",
} | {rat: f"{rat} alone" for rat in (MONEY, STUFFING)}


def _seat(text: str) -> Seat:
    if _SEAT.fullmatch(text) is None:
        raise UnreadableMove(f"{quoted(text)} is no seat; seats are letters, A to F.")
    return LETTERS.index(text)


def _scandal(text: str) -> Scandal:
    if _NUMBER.fullmatch(text) is None:
        raise UnreadableMove(f"{quoted(text)} is no Scandal: they have numbers.")
    return int(text)


def _voter(text: str) -> Card:
    if text not in IS_VOTER:
        raise UnreadableMove(f"{quoted(text)} is no Voter: region, leaning and income, such as slw.")
    return text


_ONE: Final[dict[str, Callable[[str], Move]]] = {
    "map": lambda word: Claim(read_card(word)),
    "choose": lambda word: Choose(read_card(word)),
    "pluck": lambda word: Pluck(read_card(word)),
    "clear": lambda word: Clear(_scandal(word)),
    "pick": lambda word: Pick(_scandal(word)),
    "first": lambda word: First(_seat(word)),
}
_LISTS: Final[dict[str, Callable[[list[str]], Move]]] = {
    "shuffle": lambda words: Shuffle(tuple(map(read_card, words))),
    "scandals": lambda words: ShuffleScandals(tuple(map(_scandal, words))),
    "offer": _offer,
}
