"""The legal moves of one seat, as a collection that is not listed until asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from collection.catalogue.card import CardNo, Level
from collection.games.mudwater.moves import Act, Pass, Play, PlayerMove
from collection.games.mudwater.rules import (
    PLACE,
    ROCK,
    UPGRADE,
    broken_by,
    counted_level,
    has_uncovered_rock,
    is_over,
    may_pass,
)
from collection.games.mudwater.state import State

Family: TypeAlias = "tuple[Act, tuple[int, ...], tuple[CardNo | None, ...]]"
"""Every one of these cards may go onto every one of these squares."""


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """What `seat` may do now. Two are equal when the same moves are legal.

    Of a real table's game only listed cards and the unknown rock are iterated; `in` also knows the cards that may be
    among those never listed.
    """

    state: State = field(compare=False, repr=False)
    seat: int = field(compare=False)
    plays: tuple[Family, ...]
    pass_is_legal: bool

    def __contains__(self, move: object) -> bool:
        return isinstance(move, (Play, Pass)) and broken_by(self.state, self.seat, move) is None

    def __bool__(self) -> bool:
        return bool(self.plays) or self.pass_is_legal

    def __len__(self) -> int:
        return sum(len(squares) * len(cards) for _, squares, cards in self.plays) + self.pass_is_legal

    def __iter__(self) -> Iterator[PlayerMove]:
        for act, squares, cards in self.plays:
            for square in squares:
                for card in cards:
                    yield Play(act, square, card)
        if self.pass_is_legal:
            yield Pass()

    def sample(self, rng: random.Random) -> PlayerMove:
        """Draw one legal move, each as likely as any other. Raises IndexError when there is none."""
        count = len(self)
        if not count:
            raise IndexError("There is no legal move to draw from.")
        index = rng.randrange(count)
        for act, squares, cards in self.plays:
            family = len(squares) * len(cards)
            if index < family:
                return Play(act, squares[index // len(cards)], cards[index % len(cards)])
            index -= family
        return Pass()


def legal_moves(state: State, seat: int) -> LegalMoves:
    """Give the legal moves of `seat`; none when it is not its turn."""
    if not state.dealt or seat != state.to_move or is_over(state):
        return LegalMoves(state, seat, (), pass_is_legal=False)
    return LegalMoves(state, seat, tuple(_plays(state, seat)), may_pass(state, seat))


def _plays(state: State, seat: int) -> Iterator[Family]:
    side = state.sides[seat]
    if side.size == 0:
        return
    faces, by_level = state.faces, dict[int, list[CardNo]]()
    for card in sorted(side.hand):
        level = faces[card].level
        if level not in side.lacks:
            by_level.setdefault(level, []).append(card)
    empty = tuple(square for square, there in enumerate(state.board) if there is None)
    if Level.I in by_level:
        yield PLACE, empty, tuple(by_level[Level.I])
    if not has_uncovered_rock(state.board, seat):
        unknown = (None,) if state.at_table else ()
        yield ROCK, empty, (*sorted(side.hand), *unknown)
    for square, there in enumerate(state.board):
        if there is not None and there.owner == seat:
            cards = by_level.get(counted_level(faces, there.pile[-1]) + 1)
            if cards:
                yield UPGRADE, (square,), tuple(cards)
