"""Mudwater's own search: what a view tells, laid out for the kernel, and what the kernel found, as moves."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator

from collection.catalogue.card import CardNo
from collection.games.mudwater import kernel
from collection.games.mudwater.hidden import guess_from
from collection.games.mudwater.integers import face_cells, laid_out, move_head
from collection.games.mudwater.moves import Act, Pass, Play, PlayerMove
from collection.games.mudwater.state import Piece, State, View
from collection.games.protocol import Belief, Option

_PARTS = 1 << 20
"""What the greatest weight of a belief becomes on integers; one above 0 becomes 1 at least."""


class MudwaterSearch:
    """A search from one view on; its tree may have grown out of an earlier one."""

    def __init__(
        self,
        view: View,
        rng: random.Random,
        learned: array[int] | None = None,
        belief: Belief | None = None,
        before: MudwaterSearch | None = None,
    ) -> None:
        """Lay out the search; with `learned` it judges positions by these weights, else it plays to the end.

        Raises ValueError for a view of a real table's record, where cards are unknown.
        """
        self._view = view
        # The guess fills places that the kernel has for the rival's cards; which ones they are is drawn anew each time.
        game, self._slots = laid_out(guess_from(view, rng))
        self._pool = pool_of(view, belief)
        self._mind = kernel.mind(game, view.seat, self._pool, rng.getrandbits(32), learned)
        self._tree = (before and before._below(view)) or kernel.seedling()

    @property
    def visits(self) -> int:
        """How many games it has imagined, those of the tree that it grew out of among them."""
        return kernel.visits(self._tree)

    def think(self, iterations: int) -> None:
        """Imagine so many games more."""
        kernel.search(self._mind, self._tree, self._pool, iterations)

    def options(self) -> tuple[Option[PlayerMove], ...]:
        """Give the moves that were looked into, the one most visited first; a rock stands for all rocks there."""
        found = [
            Option(self._slots.move(code), visits, chance)
            for code, (visits, chance) in kernel.options(self._mind, self._tree).items()
        ]
        return tuple(sorted(found, key=lambda option: (option.visits, option.chance), reverse=True))

    def _below(self, view: View) -> array[int] | None:
        """Give what the tree holds of the game from `view` on, None where `view` does not come two turns later."""
        moves = _moves_between(self._view, view)
        if moves is None:
            return None
        keys = [_key(move) for move in moves if isinstance(move, Play)]
        return kernel.followed(self._tree, keys) or None


def pool_of(view: View, belief: Belief | None) -> array[int]:
    """Lay out what the rival may have in hand: no cards that it has shown, nor of Levels that a pass ruled out."""
    state, rival = view.known, 1 - view.seat
    lacks = state.sides[rival].lacks
    shown = {piece.card for piece in _pieces(state) if piece.by == rival}
    cards = [card for card, face in state.faces.items() if card not in shown and face.level not in lacks]
    return kernel.pool(face_cells(state.faces, cards), _weights(cards, belief))


def _weights(cards: list[CardNo], belief: Belief | None) -> array[int]:
    if belief is None:
        return array("q")
    weights = [belief.weight(card) for card in cards]
    most = max(weights, default=0.0) or 1.0
    return array("q", [max(1, int(weight / most * _PARTS)) if weight > 0 else 0 for weight in weights])


def _key(play: Play) -> int:
    hidden = play.act is Act.ROCK or play.card is None
    return kernel.key(move_head(play), 0 if hidden or play.card is None else play.card)


def _moves_between(before: View, after: View) -> tuple[PlayerMove, PlayerMove] | None:
    """Give the searcher's move and its rival's answer that lead from one view to the other, None where none do.

    Cards lie where they were laid, so that the piles tell: one new card of one's own and one of the rival's, or a pass.
    """
    old, new = before.known, after.known
    same_game = (before.seat, old.faces, old.mode) == (after.seat, new.faces, new.mode)
    if not same_game or len(old.board) != len(new.board):
        return None
    laid: dict[int, Play] = {}
    for number, (then, now) in enumerate(zip(old.board, new.board, strict=True)):
        under, pile = then.pile if then else (), now.pile if now else ()
        if pile[: len(under)] != under or len(pile) > len(under) + 1:
            return None
        if len(pile) > len(under):
            piece = pile[-1]
            if piece.by in laid:
                return None
            laid[piece.by] = Play(_act(piece, new_square=then is None), number, piece.card)
    mine, theirs = laid.get(before.seat, Pass()), laid.get(1 - before.seat, Pass())
    left = old.sides[before.seat].hand - {mine.card if isinstance(mine, Play) else None}
    sizes = (old.sides[1 - before.seat].size - isinstance(theirs, Play), new.sides[1 - before.seat].size)
    follows = left == new.sides[before.seat].hand and sizes[0] == sizes[1] and laid
    return (mine, theirs) if follows else None


def _act(piece: Piece, *, new_square: bool) -> Act:
    if not piece.up:
        return Act.ROCK
    return Act.PLACE if new_square else Act.UPGRADE


def _pieces(state: State) -> Iterator[Piece]:
    for square in state.board:
        if square is not None:
            yield from square.pile
