"""Cardia's score sheet: the games of a best of three, with the deck and the signets of each where they are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from collection.errors import NotUnderstood, RecordError
from collection.games.cardia.cards import DECKS
from collection.games.protocol import Seat
from collection.games.record import Tree
from collection.games.sheets import seat_of, strange_keys, whole_number
from collection.games.written import letter
from collection.text import LONGEST, clean_note, quoted, search_key

GAME: Final = "cardia"
SEATS: Final = 2
BEST_OF: Final = 3
TO_WIN: Final = 2
MOST_GAMES: Final = 9
"""Drawn games decide nothing, so that a best of three may take more than three."""
MOST_SIGNETS: Final = 40
LONGEST_DECK: Final = 40
_DRAW: Final = "draw"
_SIGNETS: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_RESULTS: Final[Mapping[str, Seat | None]] = {"won": 0, "lost": 1, _DRAW: None}


@dataclass(frozen=True, slots=True)
class One:
    """One game of the three."""

    winner: Seat | None
    """None where it was drawn."""
    deck: str = ""
    """What both played, one of DECKS or a deck's own name; empty where nobody wrote it down."""
    signets: tuple[int, int] | None = None
    """Of both seats in the end, cards and ships together."""


@dataclass(frozen=True, slots=True)
class CardiaSheet:
    """The games in their order. Made by `checked` alone."""

    games: tuple[One, ...]

    @property
    def game(self) -> str:
        """The game's name."""
        return GAME

    @property
    def seats(self) -> int:
        """Two play it."""
        return SEATS

    @property
    def mode(self) -> str:
        """The decks."""
        decks = dict.fromkeys(one.deck for one in self.games if one.deck)
        return ", ".join(decks) or "usual"

    @property
    def won(self) -> tuple[int, int]:
        """How many games each seat won."""
        return sum(one.winner == 0 for one in self.games), sum(one.winner == 1 for one in self.games)

    @property
    def winners(self) -> frozenset[Seat]:
        """Who won more games; nobody where it is even."""
        first, second = self.won
        return frozenset() if first == second else frozenset({0 if first > second else 1})

    def document(self) -> dict[str, Any]:
        """Give what the sheet says."""
        return {"games": [_written(one) for one in self.games]}

    def as_json(self) -> dict[str, Any]:
        """Give it for programs, with the games counted."""
        return {
            "games": [
                {
                    "winner": None if one.winner is None else letter(one.winner),
                    "deck": one.deck or None,
                    "signets": None if one.signets is None else list(one.signets),
                }
                for one in self.games
            ],
            "games_won": list(self.won),
        }

    def told(self, names: Sequence[str]) -> tuple[str, ...]:
        """Give the score and each game."""
        first, second = self.won
        lines = [f"{names[0]} {first} : {second} {names[1]}"]
        for number, one in enumerate(self.games, start=1):
            who = "drawn" if one.winner is None else f"{names[one.winner]} won"
            deck = f", {deck_words(one.deck)}" if one.deck else ""
            signets = f", signets {one.signets[0]}-{one.signets[1]}" if one.signets is not None else ""
            lines.append(f"game {number}: {who}{deck}{signets}")
        return tuple(lines)


def deck_words(deck: str) -> str:
    """Give a deck in words."""
    return f"deck {deck}" if deck in DECKS else deck


def read_game(text: str) -> One:
    """Read one game as the first seat tells it: `won`, `lost III`, `draw IV 4-4`. Raises NotUnderstood."""
    words = text.replace(":", " ").split()
    if not words or words[0].lower() not in _RESULTS:
        raise NotUnderstood(
            f"{quoted(text)} is no game. Write how it ended, then the deck and the signets if you like: won III 5-3."
        )
    ended = words.pop(0)
    signets = words.pop() if words and _SIGNETS.fullmatch(words[-1]) else ""
    return read_parts(ended, " ".join(words), signets)


def read_parts(ended: str, deck: str, signets: str) -> One:
    """Read how a game ended (`won`, `lost`, `draw`), its deck, and its signets as `5-3`; the last two may be empty.

    Raises NotUnderstood.
    """
    found = _SIGNETS.fullmatch(signets)
    if signets and found is None:
        raise NotUnderstood(f"{quoted(signets)} are no signets: write your own and theirs, such as 5-3.")
    return One(_RESULTS[ended.lower()], _deck(deck), None if found is None else (int(found[1]), int(found[2])))


def checked(games: Sequence[One]) -> CardiaSheet:
    """Make a sheet. Raises RecordError with every fault."""
    faults: list[str] = []
    if not 1 <= len(games) <= MOST_GAMES:
        faults.append(f"games: a best of three has 1 to {MOST_GAMES} games, drawn ones among them, not {len(games)}.")
    wins = [0, 0]
    kept = []
    for number, one in enumerate(games[:MOST_GAMES], start=1):
        if TO_WIN in wins:
            faults.append(f"Game {number}: somebody had won {TO_WIN} games before it, which ends a best of {BEST_OF}.")
        if one.winner is not None:
            wins[one.winner] += 1
        try:
            kept.append(replace(one, deck=_deck(one.deck)))
        except NotUnderstood as fault:
            faults += [f"Game {number}: {reason}" for reason in fault.reasons]
        if one.signets is not None and max(one.signets) > MOST_SIGNETS:
            faults.append(f"Game {number}: nobody has more than {MOST_SIGNETS} signets.")
    if faults:
        raise RecordError(*faults)
    return CardiaSheet(tuple(kept))


def read(tree: Mapping[str, Tree]) -> CardiaSheet:
    """Read what stands behind `sheet: cardia`. Raises RecordError with every fault."""
    faults = strange_keys(tree, ("games",), GAME)
    written = tree.get("games")
    if written is None or isinstance(written, str | Mapping):
        raise RecordError(*faults, "games: a list of games, such as {winner: A, deck: III}.")
    games = [_one(number, one, faults) for number, one in enumerate(written, start=1)]
    if faults:
        raise RecordError(*faults)
    return checked(games)


def _one(number: int, written: Tree, faults: list[str]) -> One:
    where = f"games, {number}"
    if not isinstance(written, Mapping):
        faults.append(f"{where}: a map, such as {{winner: A, deck: III}}.")
        return One(None)
    faults += [f"{where}, {fault}" for fault in strange_keys(written, ("winner", "deck", "signets"), GAME)]
    winner, deck = written.get("winner"), written.get("deck", "")
    if winner != _DRAW and seat_of(winner, SEATS) is None:
        faults.append(f"{where}, winner: A, B or {_DRAW}.")
    if not isinstance(deck, str):
        faults.append(f"{where}, deck: its name on one line.")
        deck = ""
    signets = _signets(written["signets"]) if "signets" in written else None
    if signets is None and "signets" in written:
        faults.append(f"{where}, signets: those of A and of B, such as [5, 3].")
    return One(seat_of(winner, SEATS), deck, signets)


def _signets(written: Tree) -> tuple[int, int] | None:
    if isinstance(written, str | Mapping) or len(written) != SEATS:
        return None
    first, second = (whole_number(one, MOST_SIGNETS) for one in written)
    return None if first is None or second is None else (first, second)


def _written(one: One) -> dict[str, Any]:
    signets = {} if one.signets is None else {"signets": list(one.signets)}
    deck = {"deck": one.deck} if one.deck else {}
    return {"winner": _DRAW if one.winner is None else letter(one.winner), **deck, **signets}


def _deck(text: str) -> str:
    """Give a deck as it is kept: a numbered one in capitals. Raises NotUnderstood for a name that is too long."""
    if len(text) > min(LONGEST, LONGEST_DECK):
        raise NotUnderstood(f"The deck {quoted(text)} has too long a name: at most {LONGEST_DECK} characters are kept.")
    name = clean_note(text, what="deck's name")
    number = search_key(name).removeprefix("deck ").upper()
    return number if number in DECKS else name
