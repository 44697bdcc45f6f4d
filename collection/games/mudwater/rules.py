"""The rules of Mudwater as questions about a state: what a play breaks, what it captures, when a pass is forced.

Rule numbers in brackets are the rulings that settle what the rulebook leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from collection.catalogue.card import CardNo, Level
from collection.games.mudwater.moves import Act, Deal, Pass, Play
from collection.games.mudwater.state import Faces, Mode, Piece, Side, Square, State
from collection.games.protocol import CHANCE

HAND_SIZE = 14
"""Cards a player brings, the ante among them (Rules of Play, Building your hand)."""

PLACE, ROCK, UPGRADE = Act.PLACE, Act.ROCK, Act.UPGRADE
_NORTH, _EAST, _SOUTH, _WEST = range(4)


def _neighbours(square: int) -> tuple[tuple[int, int, int], ...]:
    row, column = divmod(square, 3)
    beside = []
    if row > 0:
        beside.append((square - 3, _NORTH, _SOUTH))
    if column < 2:
        beside.append((square + 1, _EAST, _WEST))
    if row < 2:
        beside.append((square + 3, _SOUTH, _NORTH))
    if column > 0:
        beside.append((square - 1, _WEST, _EAST))
    return tuple(beside)


NEIGHBOURS: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(_neighbours(square) for square in range(9))
"""For each square the squares beside it, not diagonally, with the two edges that touch: one's own, the other's.

All tops point the same way, whoever played the card (Rules of Play, Setting up).
"""


class Broken(StrEnum):
    """The rule that a move breaks."""

    NOT_A_MOVE = "not-a-move"
    NOT_DEALT = "not-dealt"
    DEALT = "dealt"
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    BAD_ANTE = "bad-ante"
    BAD_FIRST = "bad-first"
    MUST_PLAY = "must-play"
    NO_SQUARE = "no-square"
    UNSEEN = "unseen"
    EMPTY_HAND = "empty-hand"
    NOT_IN_HAND = "not-in-hand"
    PASSED_BEFORE = "passed-before"
    ENEMY_SQUARE = "enemy-square"
    OWN_SQUARE = "own-square"
    NOT_LEVEL_ONE = "not-level-one"
    SECOND_ROCK = "second-rock"
    NOTHING_THERE = "nothing-there"
    WRONG_LEVEL = "wrong-level"


class Capture(NamedTuple):
    """One square taken: the touching numbers, and whether it was the family that broke a tie."""

    square: int
    attack: int
    defence: int
    by_family: bool


def counted_level(faces: Faces, top: Piece) -> int:
    """Give the Level that the top card of a square counts as; a rock is Level I whatever it hides (ruling 9)."""
    if not top.up or top.card is None:
        return 1
    return faces[top.card].level


def captures(
    faces: Faces, mode: Mode, board: Sequence[Square | None], seat: int, square: int, card: CardNo
) -> list[Capture]:
    """Give the squares that `card`, played face up on `square` by `seat`, takes.

    Every enemy face-up card beside it whose touching number is lower, all compared at once, no chains, rocks never
    (Rules of Play, Capturing; rulings 8, 10). Equal numbers hold; in Advanced Mode the attacker takes when its family
    beats the other (Advanced Mode; ruling 15).
    """
    attacker = faces[card]
    taken = []
    for neighbour, mine, theirs in NEIGHBOURS[square]:
        there = board[neighbour]
        if there is None or there.owner == seat:
            continue
        top = there.pile[-1]
        if not top.up or top.card is None:
            continue
        defender = faces[top.card]
        attack, defence = attacker.edges[mine], defender.edges[theirs]
        if attack > defence:
            taken.append(Capture(neighbour, attack, defence, by_family=False))
        elif attack == defence and mode is Mode.ADVANCED and attacker.family.beats(defender.family):
            taken.append(Capture(neighbour, attack, defence, by_family=True))
    return taken


def is_full(board: Sequence[Square | None]) -> bool:
    """Say whether the ninth square is filled (ruling 1)."""
    return all(square is not None for square in board)


def is_over(state: State) -> bool:
    """Say whether the game has ended: two passes, a full board (Rules of Play, Winning the game), or one resigned."""
    return state.passes >= 2 or state.resigned is not None or is_full(state.board)


def squares_held(board: Sequence[Square | None]) -> tuple[int, int]:
    """Count the squares with each seat's marker on them."""
    owners = [square.owner for square in board if square is not None]
    white = sum(owners)
    return len(owners) - white, white


def has_uncovered_rock(board: Sequence[Square | None], seat: int) -> bool:
    """Say whether `seat` has a rock that still counts against the limit of one (ruling 5)."""
    return any(square is not None and square.owner == seat and not square.pile[-1].up for square in board)


def open_levels(state: State, seat: int) -> frozenset[Level]:
    """Give the Levels that `seat` could play face up: I on an empty square, one more than each top of its own."""
    levels = set() if is_full(state.board) else {Level.I}
    for square in state.board:
        if square is not None and square.owner == seat:
            level = counted_level(state.faces, square.pile[-1]) + 1
            if level <= Level.V:
                levels.add(Level(level))
    return frozenset(levels)


def may_pass(state: State, seat: int) -> bool:
    """Say whether `seat`, whose turn it is, has no legal move and so must pass (Rules of Play, Your turn; ruling 4).

    Of a real table's game not every card may be known. A pass then stands unless more listed cards were playable than
    can have been elsewhere (the unknown ante, unknown rocks).
    """
    side = state.sides[seat]
    if side.size == 0:
        return True
    if not has_uncovered_rock(state.board, seat):
        return False
    levels = open_levels(state, seat)
    playable = sum(state.faces[card].level in levels for card in side.hand)
    return playable <= len(side.hand) + side.unlisted - side.size


def _may_hold(state: State, seat: int, card: CardNo) -> bool:
    """Say whether `card` is in the hand of `seat`, which is not empty; or may be, where a record does not list all."""
    side = state.sides[seat]
    if card in side.hand:
        return True
    if not side.unlisted or card not in state.faces or card == side.ante:
        return False
    return all(
        piece.card != card or piece.by != seat for square in state.board if square is not None for piece in square.pile
    )


def broken_by(state: State, seat: int, move: object) -> Broken | None:
    """Give the first rule that `move` breaks when `seat` makes it now, None when it is legal."""
    if isinstance(move, Deal):
        return _broken_by_deal(state, seat, move)
    if not state.dealt or seat != state.to_move or is_over(state):
        return _out_of_turn(state)
    if isinstance(move, Play):
        return _broken_by_card(state, seat, move) or _broken_on_square(state, seat, move)
    if isinstance(move, Pass):
        return None if may_pass(state, seat) else Broken.MUST_PLAY
    return Broken.NOT_A_MOVE


def _out_of_turn(state: State) -> Broken:
    if not state.dealt:
        return Broken.NOT_DEALT
    return Broken.OVER if is_over(state) else Broken.NOT_YOUR_TURN


def _broken_by_deal(state: State, seat: int, deal: Deal) -> Broken | None:
    if seat != CHANCE:
        return Broken.NOT_A_MOVE
    if state.dealt:
        return Broken.DEALT
    for side, ante in zip(state.sides, deal.antes, strict=True):
        if not _may_be_ante(state, side, ante):
            return Broken.BAD_ANTE
    if deal.first not in (0, 1) or state.to_move not in (CHANCE, deal.first):
        return Broken.BAD_FIRST
    return None


def _may_be_ante(state: State, side: Side, ante: CardNo | None) -> bool:
    if ante is None:
        return state.at_table
    return ante in side.hand or (side.unlisted > 0 and ante in state.faces)


def _broken_by_card(state: State, seat: int, play: Play) -> Broken | None:
    """Cards are played from the hand, and a hand that had to pass has nothing to play (ruling 11)."""
    side = state.sides[seat]
    if side.size == 0:
        return Broken.EMPTY_HAND
    if play.card is None:
        return None if play.act is ROCK and state.at_table else Broken.UNSEEN
    if not _may_hold(state, seat, play.card):
        return Broken.NOT_IN_HAND
    return Broken.PASSED_BEFORE if state.faces[play.card].level in side.lacks else None


def _broken_on_square(state: State, seat: int, play: Play) -> Broken | None:
    """Where a card can be played (Rules of Play, Your turn; rulings 5, 8)."""
    if not 0 <= play.square < 9:
        return Broken.NO_SQUARE
    there = state.board[play.square]
    if there is not None and there.owner != seat:
        return Broken.ENEMY_SQUARE
    if play.act is UPGRADE:
        return _broken_by_upgrade(state.faces, there, play.card)
    if there is not None:
        return Broken.OWN_SQUARE
    if play.act is ROCK:
        return Broken.SECOND_ROCK if has_uncovered_rock(state.board, seat) else None
    return None if play.card is not None and state.faces[play.card].level == 1 else Broken.NOT_LEVEL_ONE


def _broken_by_upgrade(faces: Faces, there: Square | None, card: CardNo | None) -> Broken | None:
    """By exactly one Level, from the top card of one's own square (Rules of Play, Upgrade; rulings 6, 7)."""
    if there is None:
        return Broken.NOTHING_THERE
    if card is None or faces[card].level != counted_level(faces, there.pile[-1]) + 1:
        return Broken.WRONG_LEVEL
    return None
