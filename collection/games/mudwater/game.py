"""The game of Mudwater behind the protocol that every game stands behind."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.errors import HandRefused
from collection.games.mudwater import events
from collection.games.mudwater.faults import Explainer
from collection.games.mudwater.hidden import guess_from, view_of
from collection.games.mudwater.legal import LegalMoves, legal_moves
from collection.games.mudwater.moves import Deal, Move, Pass, Play, PlayerMove
from collection.games.mudwater.notation import read_move, write_move
from collection.games.mudwater.rules import HAND_SIZE, ROCK, captures, is_full, is_over, open_levels, squares_held
from collection.games.mudwater.state import (
    BLACK,
    GAME,
    SEAT_NAMES,
    WHITE,
    Faces,
    Mode,
    Piece,
    Side,
    Square,
    State,
    View,
)
from collection.games.protocol import CHANCE, Belief, Event, Fault, Outcome, Over, Seats, Turn, Worth

if TYPE_CHECKING:
    from collection.games.mudwater.searching import MudwaterSearch
    from collection.games.mudwater.worth import Proofs

FULL_BOARD, BOTH_PASSED, RESIGNED = "full-board", "both-passed", "resigned"
"""The ways in which a game ends: two by its rules, and one by a player's word."""

_OVER = Over()
_TURNS = (Seats(frozenset({BLACK})), Seats(frozenset({WHITE})))


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game begins with. Black's cards come first in `hands`.

    `faces` holds the whole catalogue, not only the cards brought, so that a view betrays nothing. `first` is the seat
    that begins (in a rematch whoever went second), None where a coin decides. `at_table` marks the record of a game at
    a real table, whose hands may list fewer than 14 cards.
    """

    faces: Faces
    mode: Mode
    hands: tuple[tuple[CardNo, ...], tuple[CardNo, ...]]
    first: int | None = None
    at_table: bool = False


@dataclass(frozen=True, slots=True)
class DrawOfAntes:
    """The turn of chance: each ante one of the 14, each as likely as the other (ruling 13), and the coin."""

    state: State

    def sample(self, rng: random.Random) -> Deal:
        """Draw both antes and, where nobody was to begin, toss the coin; a card never listed is drawn as None."""
        black, white = (self._ante(side, rng) for side in self.state.sides)
        first = rng.randrange(2) if self.state.to_move == CHANCE else self.state.to_move
        return Deal((black, white), first)

    @staticmethod
    def _ante(side: Side, rng: random.Random) -> CardNo | None:
        index = rng.randrange(HAND_SIZE)
        return sorted(side.hand)[index] if index < len(side.hand) else None


class Mudwater:
    """The rules of Mudwater, standard and Advanced: implements `Game[State, Move, View]`.

    `names` are what the sentences of faults call the cards; without them a card is called by its number. Unless
    `learned`, a search plays all that it imagines to the end, and judges no position by what was learned.
    """

    name = GAME
    seats = range(2, 3)

    def __init__(self, names: Mapping[CardNo, str] | None = None, *, learned: bool = True) -> None:
        self._explainer = Explainer(names or {})
        self._learned = learned

    def start(self, setup: Setup) -> State:
        """Give the state before the antes are drawn.

        Raises HandRefused, with every reason, for hands that are not 14 different cards of the catalogue
        (Rules of Play, Building your hand; ruling 16); a hand of a real table may list fewer.
        """
        reasons = [
            reason
            for seat, hand in enumerate(setup.hands)
            for reason in _reasons_against(SEAT_NAMES[seat].capitalize(), hand, setup)
        ]
        if reasons:
            raise HandRefused(*reasons)
        black, white = (Side(frozenset(hand), HAND_SIZE, HAND_SIZE - len(hand), None) for hand in setup.hands)
        first = CHANCE if setup.first is None else setup.first
        board = (None,) * 9
        return State(setup.faces, setup.mode, (black, white), board, first, False, 0, setup.at_table)

    def turn(self, state: State) -> Turn[Move]:
        """Say who acts next: chance before the draw of antes, then Black or White in turns, nobody when it is over."""
        if not state.dealt:
            return DrawOfAntes(state)
        return _OVER if is_over(state) else _TURNS[state.to_move]

    def moves(self, state: State, seat: int) -> LegalMoves:
        """Give the legal moves of `seat`; none when it is not its turn. Chance's are drawn, not listed."""
        return legal_moves(state, seat)

    def fault(self, state: State, seat: int, move: Move) -> Fault | None:
        """Say why `move` is not legal for `seat`, and what would be; None when it is legal."""
        return self._explainer.fault(state, seat, move)

    def apply(self, state: State, moves: Mapping[int, Move]) -> tuple[State, tuple[Event, ...]]:
        """Give the state after the one move in `moves` and what happened. Nothing is checked here."""
        ((seat, move),) = moves.items()
        if isinstance(move, Play):
            return _after_play(state, seat, move)
        if isinstance(move, Pass):
            return _after_pass(state, seat)
        return _after_deal(state, move)

    def view(self, state: State, seat: int) -> View:
        """Give everything that `seat` may know, and nothing else."""
        return view_of(state, seat)

    def guess(self, view: View, rng: random.Random, belief: Belief | None = None) -> State:
        """Draw a state that is consistent with `view`; see `hidden.guess_from`."""
        return guess_from(view, rng, belief)

    def search(
        self, view: View, rng: random.Random, belief: Belief | None = None, before: MudwaterSearch | None = None
    ) -> MudwaterSearch:
        """Begin a search on the kernel; see `SearchedGame`.

        Raises ValueError for a view of a real table's record, and DataError when what was learned cannot be read.
        """
        from collection.games.mudwater.learned import learned_weights
        from collection.games.mudwater.searching import MudwaterSearch

        return MudwaterSearch(view, rng, learned_weights() if self._learned else None, belief, before)

    def memory(self) -> Proofs:
        """Give a solver, which remembers what it proved of one deal."""
        from collection.games.mudwater.worth import Proofs

        return Proofs()

    def worth(self, state: State, rng: random.Random, effort: int, memory: Proofs | None = None) -> Worth[PlayerMove]:
        """Tell what a position of known cards is worth to its mover; see `KnownGame` and `worth`."""
        from collection.games.mudwater.worth import worth_of

        return worth_of(state, rng, effort, memory or self.memory(), learned=self._learned)

    def outcome(self, state: State) -> Outcome | None:
        """Give how the game ended, None while it goes on.

        Most squares win, on a board that is not full too; equal squares are a draw, and both antes go home
        (Rules of Play, Winning the game; rulings 2, 3).
        """
        return outcome_of(state)

    def standing(self, state: State, seat: int) -> float:
        """Give the squares that `seat` holds beyond the rival's."""
        points = squares_held(state.board)
        return float(points[seat] - points[1 - seat])

    def write(self, move: Move) -> str:
        """Give `move` in the notation: `s=12`, `s~12`, `s+12`, `pass`, `deal black=11 white=40 first=black`."""
        return write_move(move)

    def read(self, state: State, text: str) -> Move:  # noqa: ARG002 - other games read by what is on the table
        """Read a move. Raises UnreadableMove when it is not in the notation; it may still be illegal."""
        return read_move(text.strip())


def resign(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Let `seat` give up a game that goes on, whose turn it may be: the rival wins, and all cards are turned over."""
    after = replace(state, resigned=seat)
    return after, (events.resigned(seat), *_ending(after))


def outcome_of(state: State) -> Outcome | None:
    """Give how a game ended, None while it goes on; whoever resigned lost, whatever the squares say."""
    if state.resigned is not None:
        return Outcome(RESIGNED, frozenset({1 - state.resigned}), squares_held(state.board))
    if state.passes < 2 and not is_full(state.board):
        return None
    points = squares_held(state.board)
    winners = frozenset(seat for seat in (BLACK, WHITE) if points[seat] > points[1 - seat])
    return Outcome(FULL_BOARD if is_full(state.board) else BOTH_PASSED, winners, points)


def _reasons_against(owner: str, hand: tuple[CardNo, ...], setup: Setup) -> list[str]:
    reasons = []
    if len(hand) > HAND_SIZE or (len(hand) < HAND_SIZE and not setup.at_table):
        reasons.append(f"{owner}'s hand has {len(hand)} cards; a hand has {HAND_SIZE}.")
    for card in dict.fromkeys(hand):
        if hand.count(card) > 1:
            reasons.append(f"{owner}'s hand holds card {card} {hand.count(card)} times; a hand holds no card twice.")
        if card not in setup.faces:
            reasons.append(f"{owner}'s hand holds {card}, which is not a card of the catalogue.")
    return reasons


def _after_deal(state: State, deal: Deal) -> tuple[State, tuple[Event, ...]]:
    black, white = (_without_ante(side, ante) for side, ante in zip(state.sides, deal.antes, strict=True))
    after = State(
        state.faces, state.mode, (black, white), state.board, deal.first, dealt=True, passes=0, at_table=state.at_table
    )
    return after, events.dealt(deal)


def _without_ante(side: Side, ante: CardNo | None) -> Side:
    hand, unlisted = _without(side, ante)
    return Side(hand, side.size - 1, unlisted, ante)


def _without(side: Side, card: CardNo | None) -> tuple[frozenset[CardNo], int]:
    """Take a card that left the hand out of what is listed, or, listed nowhere, from the count of such cards."""
    if card is None:
        return side.hand, side.unlisted
    if card in side.hand:
        return side.hand - {card}, side.unlisted
    return side.hand, side.unlisted - 1


def _after_play(state: State, seat: int, play: Play) -> tuple[State, tuple[Event, ...]]:
    """Lay the card, capture, hand over the turn (Rules of Play, Your turn; Capturing)."""
    board = list(state.board)
    there = board[play.square]
    piece = Piece(play.card, play.act is not ROCK, seat)
    board[play.square] = Square(seat, (piece,) if there is None else (*there.pile, piece))
    if play.act is ROCK or play.card is None:
        taken = []
    else:
        taken = captures(state.faces, state.mode, board, seat, play.square, play.card)
        for capture in taken:
            captured = board[capture.square]
            assert captured is not None
            board[capture.square] = Square(seat, captured.pile)

    side = state.sides[seat]
    hand, unlisted = _without(side, play.card)
    mine = Side(hand, side.size - 1, unlisted, side.ante, side.lacks)
    sides = (mine, state.sides[WHITE]) if seat == BLACK else (state.sides[BLACK], mine)
    after = State(state.faces, state.mode, sides, tuple(board), 1 - seat, True, 0, state.at_table)
    return after, (*events.played(seat, play, taken), *_ending(after))


def _after_pass(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Hand over the turn; a pass is forced, so it tells which Levels the hand lacks."""
    side = state.sides[seat]
    mine = Side(side.hand, side.size, side.unlisted, side.ante, side.lacks | open_levels(state, seat))
    sides = (mine, state.sides[WHITE]) if seat == BLACK else (state.sides[BLACK], mine)
    after = State(
        state.faces,
        state.mode,
        sides,
        state.board,
        1 - seat,
        dealt=True,
        passes=state.passes + 1,
        at_table=state.at_table,
    )
    return after, (events.passed(seat), *_ending(after))


def _ending(state: State) -> tuple[Event, ...]:
    outcome = outcome_of(state)
    return () if outcome is None else tuple(events.ended(state, outcome))
