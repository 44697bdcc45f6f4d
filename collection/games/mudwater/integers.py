"""Games of Mudwater as the kernel holds them, and back: states, hands and moves as integers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from collection.catalogue.card import CardNo, Family
from collection.games.mudwater import kernel
from collection.games.mudwater.moves import Act, Pass, Play, PlayerMove
from collection.games.mudwater.rules import HAND_SIZE
from collection.games.mudwater.state import BLACK, WHITE, Faces, Mode, Square, State

_FAMILIES = list(Family)
_ACTS = (Act.PLACE, Act.ROCK, Act.UPGRADE)
_PASS = Pass()


def sorted_hand(faces: Faces, cards: Iterable[CardNo]) -> list[CardNo]:
    """Give the cards of a hand in the kernel's order: by Level, then by number."""
    return sorted(cards, key=lambda card: (faces[card].level, card))


def hand_cells(faces: Faces, cards: Iterable[CardNo]) -> array[int]:
    """Give the faces of a hand in the kernel's order and form."""
    return face_cells(faces, sorted_hand(faces, cards))


def face_cells(faces: Faces, cards: Iterable[CardNo]) -> array[int]:
    """Give the faces of `cards` in the kernel's form, `kernel.FACE_CELLS` integers each."""
    cells = array("q")
    for card in cards:
        face = faces[card]
        family = _FAMILIES.index(face.family)
        beaten = (family + 1) % len(_FAMILIES)
        cells.extend((card, face.level, family, beaten, *face.edges))
    return cells


def move_head(play: Play) -> int:
    """Give what the kernel calls act and square of a play together, whichever the card."""
    return _ACTS.index(play.act) * 16 + 5 + play.square // 3 * 4 + play.square % 3


@dataclass(frozen=True, slots=True)
class Slots:
    """Which card each of the kernel's 28 slots holds: Black's 14, then White's."""

    cards: tuple[CardNo, ...]

    def move(self, code: int) -> PlayerMove:
        """Give the move that an integer of the kernel stands for."""
        if code == kernel.PASS:
            return _PASS
        act, square, slot = code >> 9, code >> 5 & 15, code & 31
        return Play(_ACTS[act], (square - 5) // 4 * 3 + (square - 5) % 4, self.cards[slot])

    def code(self, seat: int, move: PlayerMove) -> int:
        """Give the kernel's integer for a move of `seat`. Raises ValueError for a card that it did not bring."""
        if isinstance(move, Pass):
            return kernel.PASS
        if move.card is None:
            raise ValueError("The kernel plays no unknown cards.")
        return move_head(move) * 32 + self.slot(seat, move.card)

    def slot(self, seat: int, card: CardNo) -> int:
        """Give the slot of a card that `seat` brought. Raises ValueError for another."""
        return self.cards.index(card, seat * HAND_SIZE, seat * HAND_SIZE + HAND_SIZE)


def laid_out(state: State) -> tuple[array[int], Slots]:
    """Give a game whose antes are drawn as the kernel holds it, and which card is in which slot.

    Raises ValueError where a card is unknown: in a view, or in the record of a real table.
    """
    hands = tuple(_places(state, seat) for seat in (BLACK, WHITE))
    cards = [sorted_hand(state.faces, places) for places in hands]
    slots = Slots((*cards[BLACK], *cards[WHITE]))
    faces = hand_cells(state.faces, cards[BLACK]) + hand_cells(state.faces, cards[WHITE])
    where = array("q", [hands[seat][card] for seat in (BLACK, WHITE) for card in cards[seat]])
    owners = array("q", [kernel.NOBODY if square is None else square.owner for square in state.board])
    tops = array("q", [_top(slots, square) for square in state.board])
    advanced = state.mode is Mode.ADVANCED
    return kernel.position(faces, where, owners, tops, state.to_move, state.passes, advanced), slots


def _places(state: State, seat: int) -> dict[CardNo, int]:
    """Say where each of the 14 cards of `seat` is."""
    side = state.sides[seat]
    places: dict[CardNo | None, int] = dict.fromkeys(side.hand, kernel.HAND)
    places[side.ante] = kernel.ANTE
    for square in state.board:
        for piece in square.pile if square is not None else ():
            if piece.by == seat:
                places[piece.card] = kernel.UP if piece.up else kernel.ROCK
    known = {card: place for card, place in places.items() if card is not None}
    if len(known) != HAND_SIZE:
        raise ValueError(f"The kernel needs all {HAND_SIZE} cards of a hand, and {len(known)} are known.")
    return known


def _top(slots: Slots, square: Square | None) -> int:
    """Give the slot of the face-up card on top of `square`; it may have been played by the other seat."""
    if square is None or square.top.card is None or not square.top.up:
        return kernel.NO_CARD
    return slots.slot(square.top.by, square.top.card)
