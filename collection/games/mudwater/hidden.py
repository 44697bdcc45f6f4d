"""What a seat may know, and what it may imagine of the rest."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from collection.catalogue.card import CardNo
from collection.games.mudwater.rules import is_over
from collection.games.mudwater.state import Piece, Side, Square, State, View
from collection.games.protocol import Belief

_NO_CARDS: frozenset[CardNo] = frozenset()


def view_of(state: State, seat: int) -> View:
    """Give everything that `seat` may know.

    Hidden are the rival's hand, always; its ante (ruling 13) and its rocks, covered ones too (ruling 9), until the
    game ends. One's own ante shows, as the card missing from the hand.
    """
    over = is_over(state)
    rival = 1 - seat
    theirs = state.sides[rival]
    sides = list(state.sides)
    sides[rival] = Side(_NO_CARDS, theirs.size, 0, theirs.ante if over else None, theirs.lacks)
    board = state.board if over else tuple(_with_hidden_rocks(square, rival) for square in state.board)
    return View(seat, replace(state, sides=(sides[0], sides[1]), board=board))


def _with_hidden_rocks(square: Square | None, rival: int) -> Square | None:
    if square is None or all(piece.up or piece.by != rival or piece.card is None for piece in square.pile):
        return square
    pile = tuple(
        Piece(None, up=False, by=rival) if not piece.up and piece.by == rival else piece for piece in square.pile
    )
    return Square(square.owner, pile)


def guess_from(view: View, rng: random.Random, belief: Belief | None = None) -> State:
    """Draw a state that agrees with all that `view` shows, the passes included.

    The rival's hand is drawn first, from the cards that no pass rules out, then its ante and rocks from what is left:
    without a belief every consistent choice is equally likely. A belief's weights draw without replacement; a card of
    weight 0 comes only when the others run out.

    Raises ValueError when the catalogue in `view` has too few cards for the rival's.
    """
    state, rival = view.known, 1 - view.seat
    side = state.sides[rival]
    over = is_over(state)
    seen = {piece.card for piece in _pieces(state) if piece.by == rival} | {side.ante}
    unseen = [card for card in state.faces if card not in seen]
    in_hand = [card for card in unseen if state.faces[card].level not in side.lacks] if side.lacks else unseen
    hand = frozenset(_draw(in_hand, side.size, rng, belief))

    hidden: Iterator[CardNo] = iter(())
    if state.dealt and not over:
        rocks = sum(not piece.up and piece.card is None and piece.by == rival for piece in _pieces(state))
        rest = [card for card in unseen if card not in hand]
        hidden = iter(_draw(rest, rocks + 1, rng, belief))
        side = replace(side, ante=next(hidden))
    sides = list(state.sides)
    sides[rival] = replace(side, hand=hand)
    board = tuple(_with_guessed_rocks(square, rival, hidden) for square in state.board)
    return replace(state, sides=(sides[0], sides[1]), board=board)


def _pieces(state: State) -> Iterator[Piece]:
    for square in state.board:
        if square is not None:
            yield from square.pile


def _with_guessed_rocks(square: Square | None, rival: int, cards: Iterator[CardNo]) -> Square | None:
    if square is None or all(piece.card is not None or piece.by != rival for piece in square.pile):
        return square
    pile = tuple(
        replace(piece, card=next(cards, None)) if piece.card is None and piece.by == rival else piece
        for piece in square.pile
    )
    return Square(square.owner, pile)


def _draw(cards: Sequence[CardNo], count: int, rng: random.Random, belief: Belief | None) -> list[CardNo]:
    """Draw `count` of `cards` without replacement, by weight where there is a belief."""
    if count > len(cards):
        raise ValueError(f"{count} hidden cards cannot be guessed: the catalogue has only {len(cards)} left for them.")
    if belief is None:
        return rng.sample(cards, count)
    # The largest of log(u) / weight come first: the same law as drawing one after the other by weight.
    keyed = []
    for card in cards:
        weight, chance = belief.weight(card), math.log(1.0 - rng.random())
        keyed.append((weight > 0, chance / weight if weight > 0 else chance, card))
    keyed.sort(reverse=True)
    drawn = [card for _, _, card in keyed[:count]]
    rng.shuffle(drawn)
    return drawn
