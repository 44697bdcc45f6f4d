"""The record of a game of Mudwater: written, read, replayed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from collection.catalogue.card import CardNo
from collection.errors import HandRefused, RecordError
from collection.games.mudwater.events import winner
from collection.games.mudwater.game import Mudwater, Setup, outcome_of, resign
from collection.games.mudwater.moves import PlayerMove
from collection.games.mudwater.notation import write_card, write_move
from collection.games.mudwater.rules import squares_held
from collection.games.mudwater.state import GAME, SEAT_NAMES, SQUARES, Faces, Square, State
from collection.games.mudwater.written import Reading, Record, cards_in, reading_of
from collection.games.protocol import CHANCE, Event, Outcome
from collection.games.record import Tree, read_tree

__all__ = ["Record", "Replay", "read_record", "replay", "replay_tree", "write_record"]

_GAME = Mudwater()
_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through: the states, one more than there are moves, and what each move did."""

    record: Record
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    outcome: Outcome | None
    changed_cards: tuple[CardNo, ...]
    """Cards whose face in the catalogue has come to differ from the record's."""
    ending: tuple[Event, ...] = ()
    """What happened after the last move, where a seat gave the game up; the last of `states` is the end then."""

    @property
    def game(self) -> Mudwater:
        """The rules that it was played by."""
        return _GAME

    @property
    def seat_names(self) -> tuple[str, str]:
        """What the seats are called."""
        return SEAT_NAMES

    @property
    def steps(self) -> tuple[Mapping[int, PlayerMove], ...]:
        """The move made at each state but the last, by its seat."""
        return tuple([{state.to_move: move} for state, move in zip(self.states, self.record.moves, strict=False)])

    def gaps(self) -> tuple[bool, ...]:
        """Say for each state whether cards that nobody saw may be in a hand; empty where all cards are known."""
        from collection.games.mudwater.completing import gaps

        return gaps(self.states) if self.record.at_table else ()

    def filled(self, rng: random.Random) -> Replay:
        """Draw the cards that nobody saw, and give the game with them. Raises RecordError where none can be drawn."""
        from collection.games.mudwater.completing import completed

        if not self.record.at_table:
            return self
        record = completed(self.record, self.states[-1], rng)
        states, events = _play_through(record, self.states[0].faces, [()] * len(record.moves))
        ending = _give_up(self.record, states)
        return Replay(record, tuple(states), tuple(events), self.outcome, self.changed_cards, ending)

    def as_json(self) -> dict[str, Any]:
        """Give what `replay --json` prints, without `file`."""
        end = self.states[-1]
        black, white = squares_held(end.board)
        won = None if self.outcome is None else winner(self.outcome)
        moves = [
            {"seat": SEAT_NAMES[state.to_move], "move": write_move(move), "captured": _captured(events)}
            for state, move, events in zip(self.states, self.record.moves, self.events, strict=False)
        ]
        board = {
            SQUARES[index]: _as_json(end.faces, square) for index, square in enumerate(end.board) if square is not None
        }
        return {
            "game": GAME,
            "mode": self.record.mode.value,
            "moves": moves,
            "board": board,
            "squares": {"black": black, "white": white},
            "termination": "unfinished" if self.outcome is None else self.outcome.termination,
            "winner": won,
            "ante_to": None if won == "draw" else won,
        }


def _as_json(faces: Faces, square: Square) -> dict[str, Any]:
    top = square.pile[-1]
    level = None if top.card is None else int(faces[top.card].level)
    return {"owner": SEAT_NAMES[square.owner], "up": top.up, "card": top.card, "level": level}


def _captured(events: Iterable[Event]) -> list[str]:
    return [str(event.facts[1][1]) for event in events if event.kind == "captured"]


def read_record(text: str) -> tuple[Record, Sequence[str], Mapping[str, Any] | None]:
    """Read a record: the game, the captures written behind each move (`xs xe`, empty where none are), and the result.

    Nothing is played yet, so moves may be illegal. Raises RecordError with every fault, each with its place.
    """
    reading = reading_of(read_tree(text))
    return reading.record, tuple(_written_captures(squares) for squares in reading.captures), reading.result


def replay(text: str, catalogue: Faces) -> Replay:
    """Play a written game through, checking every move, written captures and result.

    The record's own `cards` are preferred over the catalogue's. Raises RecordError: with every fault for a record that
    cannot be read, with the move's number for one that breaks the rules.
    """
    return replay_tree(read_tree(text), catalogue)


def replay_tree(tree: Mapping[str, Tree], catalogue: Faces) -> Replay:
    """Play a record that was read already through, as `replay` does. Raises RecordError."""
    reading = reading_of(tree)
    record = reading.record
    changed = tuple(sorted(number for number, face in record.faces.items() if catalogue.get(number) != face))
    faces = Faces({**catalogue, **record.faces}) if changed else catalogue
    states, events = _play_through(record, faces, reading.captures)
    ending = _give_up(record, states)
    outcome = outcome_of(states[-1])
    _check_result(reading, states[-1], outcome)
    return Replay(record, tuple(states), tuple(events), outcome, changed, ending)


def _play_through(
    record: Record, faces: Faces, captures: Sequence[tuple[str, ...]]
) -> tuple[list[State], list[tuple[Event, ...]]]:
    state = _dealt(record, faces)
    states, all_events = [state], []
    for number, (move, written) in enumerate(zip(record.moves, captures, strict=True), start=1):
        seat = state.to_move
        if (fault := _GAME.fault(state, seat, move)) is not None:
            raise RecordError(f"Move {number} ({write_move(move)}): {fault.message}", move=number)
        state, events = _GAME.apply(state, {seat: move})
        if written and sorted(written) != sorted(taken := _captured(events)):
            did = f"captures {' '.join(taken)}" if taken else "captures nothing"
            raise RecordError(
                f"Move {number} ({write_move(move)}): the record says {_written_captures(written)}, but it {did}.",
                move=number,
            )
        states.append(state)
        all_events.append(events)
    return states, all_events


def _give_up(record: Record, states: list[State]) -> tuple[Event, ...]:
    """End the last of `states` where a seat resigned, and give what that tells. Raises RecordError after the end."""
    if record.resigned is None:
        return ()
    if outcome_of(states[-1]) is not None:
        who = SEAT_NAMES[record.resigned]
        raise RecordError(f"resigned: the game was over after its last move, so {who} could not resign any more.")
    states[-1], ending = resign(states[-1], record.resigned)
    return ending


def _dealt(record: Record, faces: Faces) -> State:
    try:
        state = _GAME.start(Setup(faces, record.mode, record.hands, record.deal.first, record.at_table))
    except HandRefused as refused:
        raise RecordError(*refused.reasons) from None
    if (fault := _GAME.fault(state, CHANCE, record.deal)) is not None:
        raise RecordError(f"ante: {fault.message}")
    return _GAME.apply(state, {CHANCE: record.deal})[0]


def _check_result(reading: Reading, end: State, outcome: Outcome | None) -> None:
    written = reading.result
    if written is None:
        return
    held = dict(zip(SEAT_NAMES, squares_held(end.board), strict=True))
    faults = []
    if written.get("squares", held) != held:
        faults.append(
            f"result, squares: the record says black {written['squares']['black']}, white "
            f"{written['squares']['white']}, but the moves give black {held['black']}, white {held['white']}."
        )
    if "winner" in written and (outcome is None or written["winner"] != winner(outcome)):
        truth = "the game is not over after the last move" if outcome is None else f"the moves give {winner(outcome)}"
        faults.append(f"result, winner: the record says {written['winner']}, but {truth}.")
    if faults:
        raise RecordError(*faults)


def write_record(record: Record, outcome: Outcome | None = None) -> str:
    """Give a record as YAML text, its captures written behind the moves, for people to read.

    `cards` are written for those that the game names, as far as `record.faces` has them; without them captures are
    left out. `result` is written when there is an `outcome`. Raises RecordError for moves that break the rules.
    """
    named = cards_in(record)
    faces = {number: record.faces[number] for number in named if number in record.faces}
    moves = [write_move(move) for move in record.moves]
    if len(faces) == len(named):
        _, events = _play_through(record, Faces(record.faces), [()] * len(moves))
        moves = [
            " ".join((move, *(f"x{square}" for square in _captured(happened))))
            for move, happened in zip(moves, events, strict=True)
        ]
    lines = [f"game: {GAME}", f"mode: {record.mode.value}", f"first: {SEAT_NAMES[record.deal.first]}", "hands:"]
    lines += [f"  {seat}: {_flow(hand)}" for seat, hand in zip(SEAT_NAMES, record.hands, strict=True)]
    black, white = (write_card(ante) for ante in record.deal.antes)
    lines.append(f"ante: {{black: {black}, white: {white}}}")
    lines += _wrapped("moves: [", moves)
    if record.resigned is not None:
        lines.append(f"resigned: {SEAT_NAMES[record.resigned]}")
    if outcome is not None:
        squares = f"{{black: {outcome.points[0]}, white: {outcome.points[1]}}}"
        lines.append(f"result: {{squares: {squares}, winner: {winner(outcome)}}}")
    if faces:
        lines.append("cards:")
        lines += [
            f"  {number}: {_flow((int(face.level), face.family.value, *face.edges))}" for number, face in faces.items()
        ]
    return "\n".join(lines) + "\n"


def _written_captures(squares: Iterable[str]) -> str:
    return " ".join(f"x{square}" for square in squares)


def _flow(items: Iterable[object]) -> str:
    return f"[{', '.join(str(item) for item in items)}]"


def _wrapped(start: str, words: Sequence[str]) -> list[str]:
    """Give a flow list on as many lines as it needs."""
    lines, line = [], start
    for index, word in enumerate(words):
        piece = word + ("," if index + 1 < len(words) else "")
        if len(line) + len(piece) > _WIDTH:
            lines.append(line.rstrip())
            line = "  "
        line += piece + " "
    lines.append(line.rstrip() + "]")
    return lines
