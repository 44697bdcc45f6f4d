"""A written game of any kind but Mudwater's own: how it was set up, and every move since, those of chance among them.

    game: matschig
    seats: 3
    options: {rounds: '2'}
    data: {hand: '7', ...}
    moves:
    - chance: shuffle s3 w4 ...
    - B: throw s3 w4 at A
    - {A: decline, C: decline}
    result: {winners: [B, C], points: [4, 9, 9]}

Seats are letters wherever something is written, A for seat 0, so that no reader has to ask where counting begins. A
step of several seats is one map: they moved at once. `options` holds what differs from the usual game, and `data` what
of the game's data may come to differ later, as it was when the game began: stand-ins and an owner's corrections, by
field; a replay goes by them. `result` is optional, and checked when it is there; so is `sealed`, what some seats have
chosen of a step that waits for others.
Nothing is drawn in a replay: what chance did is written down like any other move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Protocol

from collection.errors import IllegalMove, NotUnderstood, RecordError, UnreadableMove
from collection.games.field import Field
from collection.games.protocol import CHANCE, Event, Game, Outcome, Over, Seat, Seats
from collection.games.record import Tree, read_tree
from collection.text import plain, quoted

Options = Mapping[str, Tree]
"""What a game is played with, by name, where it is not the usual: text, or lists and maps of text."""

KEYS: Final = ("game", "seats", "options", "data", "moves", "sealed", "result")
LETTERS: Final = "ABCDEF"
"""The seats, as records, moves and `replay --json` write them."""
SEAT_FACTS: Final = frozenset({"seat", "by", "to", "from", "target", "partner", "winner"})
"""The facts of an event that hold a seat, by their names; the games keep to them."""
_CHANCE = "chance"


def letter(seat: Seat) -> str:
    """Give a seat as it is written."""
    return _CHANCE if seat == CHANCE else LETTERS[seat]


@dataclass(frozen=True, slots=True)
class Variant:
    """Something that can be chosen before a game begins: its name in records, and the values it may have."""

    name: str
    values: tuple[str, ...]
    """The usual one first."""
    about: str
    """What it changes, in a sentence."""


class WrittenGame(Game[Any, Any, Any], Protocol):
    """A game that can be written down: beside its rules it says how it is set up, and what lies there at any time."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """What can be chosen; a game may take further options that are no choice of a few, such as a deck."""
        ...

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every fact of the data that it is played with."""
        ...

    def setup(self, seats: int, options: Options) -> Any:
        """Give what `start` takes. Raises RecordError with every fault, each naming the option or the seats."""
        ...

    def start(self, setup: Any) -> Any:
        """Give the first state; what chance decides is still to be drawn."""
        ...

    def shown(self, state: Any) -> dict[str, Any]:
        """Give all that lies in `state`, as JSON: `public`, which all may see, and `hidden`, which not all may."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it has come: the states, one more than there are steps, and what each step did."""

    game: WrittenGame
    seats: int
    options: Options
    states: tuple[Any, ...]
    steps: tuple[Mapping[Seat, Any], ...]
    """Who moved what: a seat's move, several seats' moves at once, or one of CHANCE."""
    events: tuple[tuple[Event, ...], ...]
    sealed: Mapping[Seat, Any] = field(default_factory=dict)
    """What seats have chosen of a step that is made together, while others still choose: nobody else may know it."""

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in the record: their letters."""
        return tuple(LETTERS[: self.seats])

    @property
    def state(self) -> Any:
        """Where it stands."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on or where the record stops early."""
        return self.game.outcome(self.state)

    @property
    def data(self) -> Mapping[str, str]:
        """What the record says of the game's data: all that is not confirmed in the data files as they are now."""
        unsure = (one for one in self.game.fields if one.corrected or not one.confirmed)
        return {one.name: one.value for one in unsure if one.name != "game"}

    def then(self, moves: Mapping[Seat, Any]) -> Played:
        """Give the game one step on. Raises IllegalMove with every reason, in the rulebook's terms."""
        faults = self._faults(moves)
        if faults:
            raise IllegalMove(*faults)
        state, events = self.game.apply(self.state, moves)
        return Played(
            self.game,
            self.seats,
            self.options,
            (*self.states, state),
            (*self.steps, dict(moves)),
            (*self.events, tuple(events)),
        )

    def chosen(self, seat: Seat, move: Any) -> Played:
        """Give the game once `seat` has chosen `move`: a step on, or waiting for those who move together with it.

        Raises IllegalMove with every reason.
        """
        turn = self.game.turn(self.state)
        if not isinstance(turn, Seats) or seat not in turn.must or turn.must == {seat}:
            return self.then({seat: move})
        if seat in self.sealed:
            raise IllegalMove(f"Seat {letter(seat)} has chosen already, and waits for the others.")
        if (fault := self.game.fault(self.state, seat, move)) is not None:
            raise IllegalMove(fault.message)
        sealed = {**self.sealed, seat: move}
        return self.then(sealed) if set(sealed) == turn.must else replace(self, sealed=sealed)

    def back_to(self, steps: int) -> Played:
        """Give the game as it stood after so many steps."""
        return replace(
            self, states=self.states[: steps + 1], steps=self.steps[:steps], events=self.events[:steps], sealed={}
        )

    def drawn(self, rng: random.Random) -> Played:
        """Give the game as it stands once chance has drawn all that is its to draw now."""
        played = self
        while not isinstance(turn := played.game.turn(played.state), Seats | Over):
            played = played.then({CHANCE: turn.sample(rng)})
        return played

    def as_json(self) -> dict[str, Any]:
        """Give what `replay --json` prints, without `file`; seats are letters."""
        outcome = self.outcome
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": dict(self.options),
            "moves": [
                {
                    "moves": [{"seat": letter(seat), "move": self.game.write(move)} for seat, move in step.items()],
                    "happened": [_event_as_json(event) for event in events],
                }
                for step, events in zip(self.steps, self.events, strict=True)
            ],
            "sealed": {letter(seat): self.game.write(move) for seat, move in self.sealed.items()},
            "state": self.game.shown(self.state),
            "outcome": None
            if outcome is None
            else {
                "termination": outcome.termination,
                "winners": [letter(seat) for seat in sorted(outcome.winners)],
                "points": list(outcome.points),
            },
        }

    def _faults(self, moves: Mapping[Seat, Any]) -> list[str]:
        turn = self.game.turn(self.state)
        match turn:
            case Over():
                return ["The game is over: no more moves are made."]
            case Seats():
                acting = frozenset(moves)
                alone = len(acting) == 1 and acting <= turn.may
                if not alone and (not turn.must or acting != turn.must):
                    return [_who_acts(turn, acting)]
            case _:
                if set(moves) != {CHANCE}:
                    return ["Chance is to move: nobody else acts now."]
        faults = ((seat, self.game.fault(self.state, seat, move)) for seat, move in moves.items())
        # Where several move at once the reason alone does not say whose move it is about.
        return [
            fault.message if len(moves) == 1 else f"{letter(seat)}: {fault.message}"
            for seat, fault in faults
            if fault is not None
        ]


def begin(game: WrittenGame, seats: int, options: Options) -> Played:
    """Lay out a game; chance has not drawn yet (see `Played.drawn`).

    Raises RecordError with every fault of the setup.
    """
    if seats not in game.seats:
        raise RecordError(f"seats: {game.name} is played by {how_many(game.seats)}, not by {seats}.")
    return Played(game, seats, options, (game.start(game.setup(seats, options)),), (), ())


def how_many(seats: Sequence[int]) -> str:
    """Give a range of seats in words: `3 to 6`, or `2`."""
    return str(seats[0]) if seats[0] == seats[-1] else f"{seats[0]} to {seats[-1]}"


def data_in(tree: Mapping[str, Tree]) -> Mapping[str, str] | None:
    """Give what a record says of the game's data, None where it says nothing. Raises RecordError."""
    written = tree.get("data")
    if written is None:
        return None
    if not isinstance(written, Mapping) or not all(isinstance(value, str) for value in written.values()):
        raise RecordError("data: a map of fields and values, such as 'hand: 7'.")
    return {name: str(value) for name, value in written.items()}


def replay(text: str, game: WrittenGame) -> Played:
    """Play a written game through, as `replay_tree` does."""
    return replay_tree(read_tree(text), game)


def replay_tree(tree: Mapping[str, Tree], game: WrittenGame) -> Played:
    """Play a record that was read already through, checking every move and the result.

    `game` is played with the data that the record carries, if any (`data_in`).
    Raises RecordError: with every fault of what is written, else for the first move that breaks the rules, by number.
    """
    faults = [f"{quoted(str(key))}: a record of {game.name} has no such key." for key in tree if key not in KEYS]
    seats, options, steps = _seats(tree, faults), _options(tree, faults), _steps(tree, faults)
    faults += _other_data(tree, game)
    if faults:
        raise RecordError(*faults)
    played = begin(game, seats, options)
    for number, step in enumerate(steps, start=1):
        played = _one_step(played, number, step)
    _check_result(tree, played)
    return _sealed(tree, played)


def write_record(played: Played) -> str:
    """Give the record as YAML text, with the result of a game that is over."""
    head = f"game: {played.game.name}\nseats: {played.seats}\n"
    if played.options:
        head += _yaml({"options": dict(played.options)})
    if played.data:
        head += _written_data(tuple(played.data.items()))
    tail: dict[str, Any] = {}
    if played.sealed:
        tail["sealed"] = {letter(seat): played.game.write(move) for seat, move in sorted(played.sealed.items())}
    if (outcome := played.outcome) is not None:
        winners = [letter(seat) for seat in sorted(outcome.winners)]
        tail["result"] = {"winners": winners, "points": list(outcome.points)}
    steps = [
        _written_step(tuple((letter(seat), played.game.write(move)) for seat, move in step.items()))
        for step in played.steps
    ]
    moves = f"moves:\n{''.join(steps)}" if steps else "moves: []\n"
    return head + moves + (_yaml(tail) if tail else "")


# A match is written down anew after each choice: what it shares with how it stood before is not laid out again.


@lru_cache(maxsize=4_096)
def _written_step(moves: tuple[tuple[str, str], ...]) -> str:
    return _yaml([dict(moves)])


@lru_cache(maxsize=16)
def _written_data(data: tuple[tuple[str, str], ...]) -> str:
    return _yaml({"data": dict(data)})


def _yaml(part: Mapping[str, Any] | Sequence[Any]) -> str:
    import yaml

    text: str = yaml.safe_dump(part, sort_keys=False, default_flow_style=None, allow_unicode=True, width=100)
    return text


def _one_step(played: Played, number: int, step: Mapping[Seat, str]) -> Played:
    written = ", ".join(step.values())
    try:
        moves = {seat: played.game.read(played.state, text) for seat, text in step.items()}
        return played.then(moves)
    except (UnreadableMove, IllegalMove) as fault:
        why = " ".join(fault.reasons)
        raise RecordError(f"Move {number} ({_short(written)}): {why}", move=number) from None


def _sealed(tree: Mapping[str, Tree], played: Played) -> Played:
    """Put what was chosen already of the step that is under way where it belongs."""
    written = tree.get("sealed", {})
    if not isinstance(written, Mapping):
        raise RecordError("sealed: a map of seats and moves.")
    steps = len(played.steps)
    for text, move in written.items():
        seat = _seat_read(text)
        if seat is None or seat == CHANCE or not isinstance(move, str):
            raise RecordError(f"sealed, {quoted(str(text))}: a seat and its move, such as 'A: pass'.")
        try:
            played = played.chosen(seat, played.game.read(played.state, move))
        except (UnreadableMove, IllegalMove) as fault:
            raise RecordError(f"sealed, {text} ({_short(move)}): {' '.join(fault.reasons)}") from None
        if len(played.steps) > steps:
            raise RecordError("sealed: everybody has chosen, so that this is a move like any other.")
    return played


def _other_data(tree: Mapping[str, Tree], game: WrittenGame) -> list[str]:
    """Say where a record carries other data than the game is played with."""
    there = {field.name: field.value for field in game.fields}
    return [
        f"data, {plain(name)[:60]}: {quoted(value)} in the record, and {quoted(there.get(name, 'nothing'))} here."
        for name, value in (data_in(tree) or {}).items()
        if there.get(name) != value
    ]


def _short(text: str) -> str:
    text = plain(text[:200])
    return text if len(text) <= 60 else text[:59] + "…"


def _who_acts(turn: Seats, acting: Iterable[Seat]) -> str:
    def named(seats: Iterable[Seat]) -> str:
        return ", ".join(letter(seat) for seat in sorted(seats)) or "nobody"

    may = f" (or one of {named(turn.may)} alone)" if turn.may else ""
    return f"It is for seat {named(turn.must)} to act{may}, not for {named(acting)}."


def _seats(tree: Mapping[str, Tree], faults: list[str]) -> int:
    written = tree.get("seats")
    if isinstance(written, str) and written.isascii() and written.isdigit() and len(written) <= 2:
        return int(written)
    faults.append("seats: the number of players is missing." if written is None else "seats: a number of players.")
    return 0


def _options(tree: Mapping[str, Tree], faults: list[str]) -> Options:
    written = tree.get("options", {})
    if isinstance(written, Mapping):
        return written
    faults.append("options: a map of names and values.")
    return {}


def _steps(tree: Mapping[str, Tree], faults: list[str]) -> list[dict[Seat, str]]:
    written = tree.get("moves")
    if isinstance(written, str) or not isinstance(written, list | tuple):
        faults.append("moves: a list is missing; it may be empty.")
        return []
    steps = []
    for number, step in enumerate(written, start=1):
        if not isinstance(step, Mapping) or not step:
            faults.append(f"moves, {number}: a seat and its move, such as 'A: pass'.")
            continue
        moves: dict[Seat, str] = {}
        for seat, move in step.items():
            which = _seat_read(seat)
            if which is None:
                faults.append(f"moves, {number}: {quoted(str(seat))} is no seat; seats are A, B ... and {_CHANCE}.")
            elif not isinstance(move, str):
                faults.append(f"moves, {number}: a move is written on one line of text.")
            else:
                moves[which] = move
        steps.append(moves)
    return steps


def _seat_read(text: str) -> Seat | None:
    if text == _CHANCE:
        return CHANCE
    return LETTERS.index(text) if len(text) == 1 and text in LETTERS else None


def _check_result(tree: Mapping[str, Tree], played: Played) -> None:
    written = tree.get("result")
    if written is None:
        return
    outcome = played.outcome
    if outcome is None:
        raise RecordError("result: the game is not over after the last move.")
    said: dict[str, list[str]] = {
        "winners": [letter(seat) for seat in sorted(outcome.winners)],
        "points": [str(points) for points in outcome.points],
    }
    if not isinstance(written, Mapping) or not set(written) <= set(said):
        raise RecordError("result: winners and points, each a list.")
    wrong = [
        f"result, {key}: the record says {_listed(written[key])}, but the moves give {_listed(truth)}."
        for key, truth in said.items()
        if key in written and _listed(written[key]) != _listed(truth)
    ]
    if wrong:
        raise RecordError(*wrong)


def _listed(values: Any) -> str:
    return " ".join(map(str, values)) if isinstance(values, list | tuple) else str(values)


def _event_as_json(event: Event) -> dict[str, Any]:
    facts = {name: letter(fact) if name in SEAT_FACTS and fact is not None else fact for name, fact in event.facts}
    return {"kind": event.kind, "seats": None if event.seats is None else [*map(letter, sorted(event.seats))], **facts}


def choose_options(game: WrittenGame, said: Mapping[str, str]) -> Options:
    """Give the options that somebody chose by name, checked against the game's variants; the usual ones fall out.

    Raises NotUnderstood with every fault.
    """
    there = {variant.name: variant for variant in game.variants}
    faults = []
    for name, value in said.items():
        variant = there.get(name)
        if variant is None:
            faults.append(f"{game.name} has no option {quoted(name)}; there is {', '.join(there) or 'none'}.")
        elif value not in variant.values:
            faults.append(f"{name} is one of {', '.join(variant.values)}, not {quoted(value)}.")
    if faults:
        raise NotUnderstood(*faults)
    return {name: value for name, value in said.items() if value != there[name].values[0]}
