"""What one seat sees of a game of any kind, in words: who holds what, what lies there, and what it may do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from collection.errors import CollectionError
from collection.games.protocol import Event, Outcome, Seat
from collection.games.registry import TITLES, told, written_game
from collection.games.written import LETTERS, letter
from collection.text import plain

if TYPE_CHECKING:
    from collection.games.written import WrittenGame

MOST_LISTED = 3_000
"""Moves that are looked through at most; of a larger family the rest can be typed."""
_OF_A_SEAT = re.compile(r"[a-f]\d*", re.ASCII)
"""A seat's letter, alone or before the number of a card of that seat: what moves are written with in capitals."""
AT_ONCE = 9
"""So many moves stand in one list; more of them are grouped by how they begin."""
GUESSES = 6
"""Guesses that have to agree on what is hidden before it is shown as known."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One line of what may be done: a whole move, or a way on to further lines."""

    label: str
    note: str = ""
    why_not: str = ""
    """Why it cannot be done, in the rulebook's terms; empty when it can."""
    move: Any = None
    step: Callable[[], Step] | None = None
    act: Callable[[], None] | None = None
    """What it does where it is no move: the screen's own affair."""


@dataclass(frozen=True, slots=True)
class Step:
    """A question to the seat that acts, and its answers."""

    title: str
    picks: tuple[Pick, ...]
    leaves: Callable[[], tuple[Pick, ...]] | None = None
    """Every whole move behind the answers, for the search; None where the answers are all there is."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat: a few words that always stand there, and more, line by line, where there is room."""

    facts: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Looking:
    """Who looks at what. Nothing is read of `state` but what the seat may do: that is the same in all it may be."""

    game: WrittenGame
    state: Any
    seat: Seat
    names: tuple[str, ...]
    wide: bool = False
    """Whether there is room for more than a few words."""
    rows: int = 24
    """Lines of the whole screen."""

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self.game.view(self.state, self.seat)


class PlainSight:
    """Any game, told from what it lays open: enough to play it, and what a game's own sight builds on."""

    def __init__(self, looking: Looking) -> None:
        self._at = looking
        self._game, self._names, self._seat = looking.game, looking.names, looking.seat

    @property
    def title(self) -> str:
        """What the game is called, in a word or two."""
        return TITLES.get(self._game.name, self._game.name).partition(":")[0]

    # What is shown

    def head(self) -> tuple[str, ...]:
        """Give how the game stands, in a line or two."""
        public = {name: value for name, value in self._shown["public"].items() if not self._by_seat(value)}
        words = ", ".join(f"{_named(name)} {_worded(value)}" for name, value in public.items() if _some(value))
        return (f"{self.title}: {words}",)

    def board(self) -> tuple[str, ...]:
        """Give what lies between the players, line by line."""
        return ()

    def seats(self) -> tuple[SeatLook, ...]:
        """Give every seat, in order."""
        return tuple(self._seat_look(seat) for seat in range(len(self._names)))

    def mine(self) -> tuple[str, ...]:
        """Give what only this seat knows, line by line."""
        own = self._known_hidden()
        return tuple(f"{_named(name)}: {_worded(value) or 'none'}" for name, value in own.items())

    def asks(self) -> Step:
        """Give what the seat may do."""
        return listed_step("What will you do?", self.moves(), self._game.write)

    def ending(self, outcome: Outcome) -> tuple[str, ...]:
        """Say what an end of the game means, beside who won."""
        return (f"Ended by: {_named(outcome.termination)}.",)

    def ranked(self, outcome: Outcome) -> list[Seat]:
        """Give the seats as they came in, as far as points tell."""
        return sorted(range(len(self._names)), key=lambda seat: -outcome.points[seat])

    def points_of(self, outcome: Outcome, seat: Seat) -> str:
        """Give what a seat ended with."""
        count = outcome.points[seat]
        return "1 point" if count == 1 else f"{count} points"

    # What a game's own sight uses

    def moves(self) -> list[Any]:
        """Give the moves that are listed for the seat, as far as anybody looks through them."""
        return list(islice(self._game.moves(self._at.state, self._seat), MOST_LISTED))

    def why_not(self, move: Any) -> str:
        """Say why a move is not allowed; empty when it is."""
        fault = self._game.fault(self._at.state, self._seat, move)
        return "" if fault is None else fault.message

    def pick(self, label: str, move: Any, note: str = "") -> Pick:
        """Give a whole move as a line, with the reason where it is not allowed."""
        return Pick(label, note, self.why_not(move), move)

    def name(self, seat: Seat) -> str:
        """Give what a seat is called."""
        return self._names[seat]

    # Any game, from what it lays open

    @cached_property
    def _shown(self) -> Mapping[str, Any]:
        # Of a guess: it is made from the view, so that nothing that the seat may not know can be in it.
        return self._game.shown(self._game.guess(self._at.view, random.Random(0)))

    def _by_seat(self, value: Any) -> bool:
        return isinstance(value, Mapping) and set(value) == set(LETTERS[: len(self._names)])

    def _seat_look(self, seat: Seat) -> SeatLook:
        short: list[str] = []
        long: list[str] = []
        for name, value in self._shown["public"].items():
            if self._by_seat(value):
                words = f"{_named(name)} {_worded(value[letter(seat)]) or 'none'}"
                (short if len(words) <= 14 else long).append(words)
        return SeatLook(", ".join(short), tuple(long))

    def _known_hidden(self) -> dict[str, Any]:
        """Give what is not open to all and still known here: all guesses agree on it."""
        view, me = self._at.view, letter(self._seat)
        guesses = [
            self._game.shown(self._game.guess(view, random.Random(at))).get("hidden", {}) for at in range(GUESSES)
        ]
        known = {}
        for name, value in guesses[0].items():
            if self._by_seat(value) and all(guess[name][me] == value[me] for guess in guesses):
                known[name] = value[me]
        return known


def stand_ins(game: WrittenGame) -> frozenset[str]:
    """Name the facts of a game's data that are still the stand-ins of its data files, as far as anybody knows.

    A game that was taken up carries its data in its record, whoever's word that was: only the files tell.
    """
    made_up = _made_up(game.name)
    return frozenset(field.name for field in game.fields if made_up.get(field.name) == field.value) - {"game"}


@cache
def _made_up(game: str) -> Mapping[str, str]:
    return {field.name: field.value for field in written_game(game).fields if not field.confirmed}


def sight_of(looking: Looking) -> PlainSight:
    """Give a game's own sight where it has one, else what any game shows."""
    name = looking.game.name
    makers: dict[str, tuple[str, str]] = SIGHTS
    if name not in makers:
        return PlainSight(looking)
    module, kind = makers[name]
    sight: PlainSight = getattr(import_module(module), kind)(looking)
    return sight


SIGHTS: dict[str, tuple[str, str]] = {
    "matschig": ("collection.tui.round_matschig", "MatschigSight"),
    "cardia": ("collection.tui.round_cardia", "CardiaSight"),
    "mud": ("collection.tui.round_mud", "MudSight"),
}
"""The games with a sight of their own: where it is, and what it is called there."""


def sentences_of(game: str, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Give what happened in sentences; events of which there is nothing to say fall out."""
    tell = told(game)
    return [words for event in events if (words := tell(event, names))]


def listed_step(title: str, moves: Sequence[Any], write: Callable[[Any], str]) -> Step:
    """Give moves as lines, grouped by how they are written where they are too many for one list."""
    written = [(tuple(write(move).split()), move) for move in moves]

    def leaves() -> tuple[Pick, ...]:
        return tuple(Pick(" ".join(words), move=move) for words, move in written)

    return Step(title, _grouped(written, 0, title), leaves)


def _grouped(written: Sequence[tuple[tuple[str, ...], Any]], depth: int, title: str) -> tuple[Pick, ...]:
    if len(written) <= AT_ONCE:
        return tuple(Pick(" ".join(words), move=move) for words, move in written)
    groups: dict[tuple[str, ...], list[tuple[tuple[str, ...], Any]]] = {}
    for words, move in written:
        groups.setdefault(words[: depth + 1], []).append((words, move))
    if len(groups) == 1 and any(len(words) > depth + 1 for words, _ in written):
        return _grouped(written, depth + 1, title)
    return tuple(_group(start, found, depth, title) for start, found in groups.items())


def _group(start: tuple[str, ...], found: Sequence[tuple[tuple[str, ...], Any]], depth: int, title: str) -> Pick:
    if len(found) == 1 or all(len(words) <= depth + 1 for words, _ in found):
        words, move = found[0]
        return Pick(" ".join(words), move=move)
    label = f"{' '.join(start)} …"
    return Pick(label, f"{len(found)} ways", step=lambda: Step(label, _grouped(found, depth + 1, title)))


def typed(game: WrittenGame, state: Any, text: str) -> Any:
    """Read a move that somebody typed, in capitals or without. Raises CollectionError, in words."""
    try:
        return game.read(state, text)
    except CollectionError:
        words = text.lower().split()
        return game.read(state, " ".join(word.upper() if _OF_A_SEAT.fullmatch(word) else word for word in words))


def searched(step: Step, text: str) -> tuple[Pick, ...]:
    """Give the lines of a step that hold every word of `text`; those behind its groups too."""
    words = text.casefold().split()
    if not words:
        return step.picks
    among = step.picks if step.leaves is None else (*(pick for pick in step.picks if pick.why_not), *step.leaves())
    return tuple(pick for pick in among if all(word in f"{pick.label} {pick.note}".casefold() for word in words))


def _named(name: str) -> str:
    return plain(name).replace("_", " ").replace("-", " ")


def _some(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [], {}, ())


def _worded(value: Any) -> str:
    """Give a JSON value in words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_named(str(name))} {_worded(each)}" for name, each in value.items() if _some(each))
    if isinstance(value, list | tuple):
        return " ".join(_counted(value))
    return "yes" if value is True else plain(str(value))


def _counted(values: Sequence[Any]) -> Iterator[str]:
    """Give each of several values once, with how often it comes."""
    words = [_worded(value) for value in values]
    for word in dict.fromkeys(words):
        count = words.count(word)
        yield word if count == 1 else f"{word}×{count}"
