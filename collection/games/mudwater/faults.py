"""Why a move is not legal, said in the rulebook's terms, with what would be allowed instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from collection.catalogue.card import CardNo, Level
from collection.games.mudwater.legal import legal_moves
from collection.games.mudwater.moves import Act, Deal, Move, Pass, Play
from collection.games.mudwater.notation import write_move
from collection.games.mudwater.rules import Broken, broken_by, counted_level, has_uncovered_rock
from collection.games.mudwater.state import SEAT_NAMES, SQUARES, State
from collection.games.protocol import Fault


class Explainer:
    """Puts faults into sentences; `names` gives cards the names by which the sentences call them."""

    def __init__(self, names: Mapping[CardNo, str]) -> None:
        self._names = names

    def fault(self, state: State, seat: int, move: object) -> Fault | None:
        """Say why `move` is not legal for `seat`, None when it is."""
        broken = broken_by(state, seat, move)
        if broken is None:
            return None
        if isinstance(move, Play):
            sentence = _PLAY_SENTENCES.get(broken)
            message = sentence(self, state, seat, move) if sentence else _general(state, broken)
        elif isinstance(move, Deal):
            message = _deal_sentence(state, broken, move)
        elif isinstance(move, Pass) and broken is Broken.MUST_PLAY:
            message = self.must_play(state, seat)
        else:
            message = _general(state, broken)
        return Fault(broken.value, message)

    def call(self, card: CardNo | None) -> str:
        """Give what a sentence calls `card`."""
        if card is None:
            return "an unknown card"
        name = self._names.get(card)
        return f"{name} ({card})" if name else f"card {card}"

    def levelled(self, state: State, card: CardNo | None) -> str:
        """Give `card` with its Level, to begin a sentence."""
        return _begun(self.call(card)) + ("" if card is None else f" is Level {state.faces[card].level.name}")

    def instead(self, state: State, seat: int, card: CardNo | None) -> str:
        """Say where `card` could go now."""
        ways = _ways(state, seat, card)
        return f"It can be {', or '.join(ways)}." if ways else "It cannot be played anywhere now."

    def must_play(self, state: State, seat: int) -> str:
        """Refuse a pass, with a play that is legal."""
        example = self.play(next(iter(legal_moves(state, seat))))
        return (
            f"{_name(seat)} can still play and so must not pass; for example {example} is legal. "
            "Pass only when nothing else is."
        )

    def play(self, move: Move) -> str:
        """Give what a sentence calls `move`: in words where its card has a name, else as it is written down."""
        if not isinstance(move, Play) or move.card not in self._names:
            return write_move(move)
        how = {Act.PLACE: "", Act.ROCK: " as a rock", Act.UPGRADE: " as an upgrade"}[move.act]
        return f"{self.call(move.card)}{how} at {SQUARES[move.square]}"


def _ways(state: State, seat: int, card: CardNo | None) -> list[str]:
    level = None if card is None else state.faces[card].level
    ways = ["placed face up"] if level is Level.I else []
    if not has_uncovered_rock(state.board, seat):
        ways.append("played as a rock")
    if ways:
        ways = [f"{' or '.join(ways)} on an empty square"]
    tops = [
        SQUARES[square]
        for square, there in enumerate(state.board)
        if there is not None
        and there.owner == seat
        and level is not None
        and counted_level(state.faces, there.pile[-1]) + 1 == level
    ]
    if tops:
        ways.append(f"played as an upgrade of {', '.join(tops)}")
    return ways


def _begun(words: str) -> str:
    """Give `words` as the beginning of a sentence."""
    return words[0].upper() + words[1:]


def _name(seat: int) -> str:
    return SEAT_NAMES[seat].capitalize()


def _general(state: State, broken: Broken) -> str:
    if broken is Broken.NOT_DEALT:
        return "The antes have not been drawn yet; they are drawn before the first turn."
    if broken is Broken.OVER:
        how = "both players passed in a row" if state.passes >= 2 else "the ninth square is filled"
        if state.resigned is not None:
            how = f"{_name(state.resigned)} resigned"
        return f"The game is over: {how}."
    if broken is Broken.NOT_YOUR_TURN:
        return f"It is {_name(state.to_move)}'s turn."
    return "That is not a move of this game: place, rock, upgrade or pass."


def _deal_sentence(state: State, broken: Broken, deal: Deal) -> str:
    if broken is Broken.BAD_FIRST:
        if deal.first not in (0, 1):
            return "The first turn is Black's or White's."
        return f"{_name(state.to_move)} begins this game, not {_name(deal.first)}."
    if broken is Broken.BAD_ANTE:
        for seat, (side, ante) in enumerate(zip(state.sides, deal.antes, strict=True)):
            if ante is None and not state.at_table:
                return f"{_name(seat)}'s ante must be named: it is one of the 14 cards."
            if ante is not None and ante not in side.hand:
                return f"Card {ante} cannot be {_name(seat)}'s ante: the ante is one of the 14 cards brought."
    if broken is Broken.DEALT:
        return "The antes are drawn once, before the first turn, and they have been."
    return "Drawing the antes is no move of a player."


def _no_square(_: Explainer, _state: State, _seat: int, _play: Play) -> str:
    return f"The squares are {' '.join(SQUARES)}; there is no other."


def _unseen(_: Explainer, _state: State, _seat: int, _play: Play) -> str:
    return "Say which card is played; only a rock in a real table's record, never turned over, may stay unknown."


def _empty_hand(_: Explainer, _state: State, seat: int, _play: Play) -> str:
    return f"{_name(seat)}'s hand is empty: the only move is to pass."


def _not_in_hand(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    called = _begun(explainer.call(play.card))
    if play.card == state.sides[seat].ante:
        return f"{called} is {_name(seat)}'s ante, set aside until the game ends."
    for square, there in enumerate(state.board):
        for piece in there.pile if there is not None else ():
            if piece.card == play.card and piece.by == seat:
                return f"{called} was played already and lies on {SQUARES[square]}; a hand holds no card twice."
    return f"{called} is not in {_name(seat)}'s hand."


def _passed_before(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    return (
        f"{_name(seat)} passed before, which told that no card of this Level was in hand: "
        f"{explainer.levelled(state, play.card)}, and cannot have come since."
    )


def _enemy_square(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    there = state.board[play.square]
    owner = _name(1 - seat if there is None else there.owner)
    return (
        f"Square {SQUARES[play.square]} is {owner}'s: no card is ever played on an enemy square, it is captured from "
        f"beside. {explainer.levelled(state, play.card)}. {explainer.instead(state, seat, play.card)}"
    )


def _own_square(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    there = state.board[play.square]
    counted = 1 if there is None else counted_level(state.faces, there.pile[-1])
    upgrade = (
        f"only an upgrade with a Level {Level(counted + 1).name} card goes there"
        if counted < Level.V
        else "a Level V card is never upgraded"
    )
    what = "placed face up" if play.act.value == "=" else "played as a rock"
    return (
        f"Square {SQUARES[play.square]} is {_name(seat)}'s own and not empty: a card is {what} on an empty square "
        f"only, and {upgrade}. {explainer.levelled(state, play.card)}. {explainer.instead(state, seat, play.card)}"
    )


def _not_level_one(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    return (
        f"{explainer.levelled(state, play.card)}; only Level I cards are placed face up on an empty square such as "
        f"{SQUARES[play.square]}. {explainer.instead(state, seat, play.card)}"
    )


def _second_rock(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    rock = next(
        SQUARES[square]
        for square, there in enumerate(state.board)
        if there is not None and there.owner == seat and not there.pile[-1].up
    )
    return (
        f"{_name(seat)} has a rock on {rock}: one uncovered rock at a time, so {explainer.call(play.card)} cannot be a "
        f"rock on {SQUARES[play.square]} before a Level II card covers that one. "
        f"{explainer.instead(state, seat, play.card)}"
    )


def _nothing_there(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    return (
        f"Square {SQUARES[play.square]} is empty: an upgrade goes on top of a square that {_name(seat)} controls. "
        f"{explainer.levelled(state, play.card)}. {explainer.instead(state, seat, play.card)}"
    )


def _wrong_level(explainer: Explainer, state: State, seat: int, play: Play) -> str:
    there = state.board[play.square]
    assert there is not None
    square, top = SQUARES[play.square], there.pile[-1]
    counted = counted_level(state.faces, top)
    what = (
        f"the top of {square} is Level {Level(counted).name}" if top.up else f"{square} is a rock and counts as Level I"
    )
    rule = (
        f"{what}, so only a Level {Level(counted + 1).name} card upgrades it"
        if counted < Level.V
        else f"{what}, which nothing upgrades"
    )
    return f"{explainer.levelled(state, play.card)}; {rule}. {explainer.instead(state, seat, play.card)}"


_PLAY_SENTENCES: Final[dict[Broken, Callable[[Explainer, State, int, Play], str]]] = {
    Broken.NO_SQUARE: _no_square,
    Broken.UNSEEN: _unseen,
    Broken.EMPTY_HAND: _empty_hand,
    Broken.NOT_IN_HAND: _not_in_hand,
    Broken.PASSED_BEFORE: _passed_before,
    Broken.ENEMY_SQUARE: _enemy_square,
    Broken.OWN_SQUARE: _own_square,
    Broken.NOT_LEVEL_ONE: _not_level_one,
    Broken.SECOND_ROCK: _second_rock,
    Broken.NOTHING_THERE: _nothing_there,
    Broken.WRONG_LEVEL: _wrong_level,
}
