"""Records of real tables told in full: cards that nobody saw, drawn in agreement with all that is written."""

from __future__ import annotations

import random
from collections.abc import Sequence

from collection.catalogue.card import CardNo
from collection.errors import RecordError
from collection.games.mudwater.moves import Deal, Play, PlayerMove
from collection.games.mudwater.rules import HAND_SIZE
from collection.games.mudwater.state import BLACK, SEAT_NAMES, WHITE, Side, State
from collection.games.mudwater.written import Record


def gaps(states: Sequence[State]) -> tuple[bool, ...]:
    """Say for each state whether a card that is in a hand is unknown.

    Rocks and antes that nobody turned over bear on nothing that can still happen (rulings 6, 8, 9), unless a card may
    be either there or in the hand.
    """
    return tuple([any(_is_gapped(side) for side in state.sides) for state in states])


def _is_gapped(side: Side) -> bool:
    return side.size > 0 and (side.unlisted > 0 or len(side.hand) > side.size)


def completed(record: Record, end: State, rng: random.Random) -> Record:
    """Draw what a record leaves out, given the state at its end. Raises RecordError where no cards agree with it."""
    sides = [_Drawn.of(end, seat, rng) for seat in (BLACK, WHITE)]
    antes = tuple(drawn.ante for drawn in sides)
    moves: list[PlayerMove] = []
    seat = record.deal.first
    for move in record.moves:
        if isinstance(move, Play) and move.card is None:
            moves.append(Play(move.act, move.square, sides[seat].rocks.pop()))
        else:
            moves.append(move)
        seat = 1 - seat
    deal = Deal((antes[BLACK], antes[WHITE]), record.deal.first)
    return Record(record.mode, (sides[BLACK].hand, sides[WHITE].hand), deal, tuple(moves), record.faces)


class _Drawn:
    """What one seat may have brought: its 14 cards, the ante among them, and its unknown rocks."""

    def __init__(self, hand: tuple[CardNo, ...], ante: CardNo, rocks: list[CardNo]) -> None:
        self.hand = hand
        self.ante = ante
        self.rocks = rocks

    @classmethod
    def of(cls, end: State, seat: int, rng: random.Random) -> _Drawn:
        """Draw the hand at the end first, from what no pass rules out, then ante and rocks from what is left over."""
        side = end.sides[seat]
        laid = [piece.card for square in end.board if square for piece in square.pile if piece.by == seat]
        shown = {card for card in (*laid, side.ante) if card is not None}
        listed = sorted(side.hand)
        others = [card for card in end.faces if card not in shown and card not in side.hand]
        if side.unlisted > len(others):
            raise RecordError(f"The catalogue has too few cards for what {SEAT_NAMES[seat]}'s hand leaves out.")
        rng.shuffle(others)
        drawn = listed + _preferred(others, end, side, side.unlisted, side.size - _allowed(listed, end, side))
        rng.shuffle(drawn)
        in_hand = [card for card in drawn if end.faces[card].level not in side.lacks][: side.size]
        if len(in_hand) < side.size:
            raise RecordError(f"No cards of {SEAT_NAMES[seat]} agree with its having to pass.")
        kept = set(in_hand)
        rest = [card for card in drawn if card not in kept]
        ante = rest.pop() if side.ante is None else side.ante
        brought = sorted({*drawn, *shown, ante})
        assert len(brought) == HAND_SIZE, "all 14 cards are told of"
        assert len(rest) == laid.count(None), "what is left over was played as rocks"
        return cls(tuple(brought), ante, rest)


def _allowed(cards: Sequence[CardNo], end: State, side: Side) -> int:
    return sum(end.faces[card].level not in side.lacks for card in cards)


def _preferred(others: Sequence[CardNo], end: State, side: Side, count: int, needed: int) -> list[CardNo]:
    """Give the first `count` of `others`, those that no pass rules out before them where so many are `needed`."""
    chosen = list(others[:count])
    if _allowed(chosen, end, side) >= needed:
        return chosen
    allowed = [card for card in others if end.faces[card].level not in side.lacks][:needed]
    return allowed + [card for card in others if card not in allowed][: count - len(allowed)]
