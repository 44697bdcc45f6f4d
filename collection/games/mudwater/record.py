"""The record of a game of Mudwater: written, read, replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from collection.catalogue.card import CardNo
from collection.games.mudwater.moves import Deal, PlayerMove
from collection.games.mudwater.state import Face, Faces, Mode, State
from collection.games.protocol import Event, Outcome
from collection.games.record import Tree


@dataclass(frozen=True, slots=True)
class Record:
    """A written game. A real table's may list fewer cards, rocks nobody turned over, antes nobody knows."""

    mode: Mode
    hands: tuple[tuple[CardNo, ...], tuple[CardNo, ...]]
    deal: Deal
    moves: tuple[PlayerMove, ...]
    faces: Mapping[CardNo, Face]
    """The cards as they were when played; empty when the record does not say."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through: the states, one more than there are moves, and what each move did."""

    record: Record
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    outcome: Outcome | None
    changed_cards: tuple[CardNo, ...]
    """Cards whose face in the catalogue has come to differ from the record's."""

    def as_json(self) -> dict[str, Any]:
        """Give what `replay --json` prints, without `file`."""
        raise NotImplementedError


def write_record(record: Record, outcome: Outcome | None = None) -> str:
    """Give a record as YAML text, its captures written behind the moves, for people to read."""
    raise NotImplementedError


def read_record(text: str) -> tuple[Record, Sequence[str], Mapping[str, Any] | None]:
    """Read a record. Raises RecordError."""
    raise NotImplementedError


def replay_tree(tree: Mapping[str, Tree], catalogue: Faces) -> Replay:
    """Play a record that was read already through, as `replay` does. Raises RecordError."""
    raise NotImplementedError


def replay(text: str, catalogue: Faces) -> Replay:
    """Play a written game through, checking every move, written captures and result. Raises RecordError."""
    raise NotImplementedError
