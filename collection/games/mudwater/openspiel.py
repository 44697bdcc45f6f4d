"""Mudwater as a game of OpenSpiel, for researchers: importing this module registers it as `python_mudwater`.

    import pyspiel
    from collection.games.mudwater import openspiel

    game = pyspiel.load_game("python_mudwater(mode=advanced)")

Its parameters: `mode`, `standard` or `advanced`; `black` and `white`, 14 numbers of cards separated by spaces, or
nothing for a hand that chance draws; `first`, `black`, `white`, or nothing for a coin. `actions` tells how the deal and
the moves are numbered. A parameter is a rule of the game, so a hand given there is known to both seats; only the antes
and rocks are then hidden. Utilities are 1, 0 and -1.

Needs the extra `openspiel`. Of version 2.0 this is to be known: its bots in C++ cannot `step` in any game written in
Python (they let go of the interpreter and crash). `MCTSBot.mcts_search` plays this one, with open cards; to search with
hidden ones take the ISMCTSBot in Python, which asks for `resample_from_infostate`, as the one in C++ never does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from collection.catalogue.card import LAST_CARD, CardNo
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater import kernel
from collection.games.mudwater.actions import (
    ACTIONS,
    FACE_DOWN,
    LONGEST,
    PASS,
    TERMINAL,
    Table,
    deck_of,
    square_and_card,
)
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.rules import HAND_SIZE
from collection.games.mudwater.state import SEAT_NAMES, SQUARES, Faces, Mode, State
from collection.games.protocol import CHANCE
from collection.text import quoted

NAME = "python_mudwater"
"""As OpenSpiel knows it; games written in Python are called so there."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Mudwater: Swamp Origins",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"mode": "standard", "black": "", "white": "", "first": ""},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=ACTIONS,
    max_chance_outcomes=LAST_CARD,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=LONGEST,
)


class MudwaterGame(pyspiel.Game):
    """The rules of one game: its mode, the cards as the data files have them, and what its parameters fix."""

    def __init__(self, params: Mapping[str, Any] | None = None, begin: Table | None = None) -> None:
        """Take OpenSpiel's parameters, and where the game begins if not with what they say.

        Raises NotUnderstood for what is no mode, seat or number, HandRefused for hands that no game can be played with.
        """
        given = dict(params or {})
        super().__init__(_TYPE, _INFO, given)
        self._begin = _table(given) if begin is None else begin

    @classmethod
    def at(cls, state: State) -> MudwaterGame:
        """Give a game that begins in the middle, in `state`, whose cards are all known; it cannot be loaded by name.

        Neither seat knows the other's hand. Raises ValueError where a card is unknown or the antes are not drawn.
        """
        return cls({"mode": state.mode.value}, Table.at(state))

    def new_initial_state(self) -> MudwaterState:
        """Give a state in which nothing has been done yet."""
        return MudwaterState(self, self._begin)

    def max_chance_nodes_in_history(self) -> int:
        """Give how many draws of chance a game begins with: cards that are not given, antes, the coin."""
        if self._begin.turn != CHANCE:
            return 0
        cards = sum(HAND_SIZE - len(hand) for hand in self._begin.hands)
        return cards + 2 + (self._begin.mover == CHANCE)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MudwaterObserver:
        """Give what writes observations as strings and tensors."""
        return MudwaterObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class MudwaterState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: MudwaterGame, begin: Table) -> None:
        super().__init__(game)
        self._table = begin.copy()

    @property
    def table(self) -> Table:
        """The game, nothing hidden; to be read, not changed."""
        return self._table

    def current_player(self) -> int:
        """Give the seat whose turn it is, or OpenSpiel's number for chance or the end."""
        return self._table.turn

    def is_terminal(self) -> bool:
        """Say whether the board is full or both have passed."""
        return self._table.turn == TERMINAL

    def returns(self) -> list[float]:
        """Give 1 to the winner and -1 to the loser, by squares; 0 each for a draw, and while the game goes on."""
        if self._table.turn != TERMINAL:
            return [0.0, 0.0]
        black, white = self._table.squares()
        lead = float((black > white) - (black < white))
        return [lead, -lead]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give what may be drawn next, each with its chance."""
        outcomes = self._table.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._table.legal) if player == self._table.turn else []

    def _apply_action(self, action: int) -> None:
        self._table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._table.drawn(action) if player == CHANCE else self._table.written(action)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> MudwaterState:
        """Give a state that `player_id` cannot tell from this one, drawn evenly from all those (`Table.imagined`).

        `sampler` gives a number from 0 to 1, as OpenSpiel's bots pass it.
        """
        return self.resampled(player_id, random.Random(int(sampler() * 2**53)))

    def resampled(self, player: int, rng: random.Random) -> MudwaterState:
        """Do as `resample_from_infostate` with a generator: its history, too, is that of the other cards."""
        table = self._table
        cards, rival = table.imagined(player, rng), 1 - player
        other: MudwaterState = self.get_game().new_initial_state()
        other._table = table.begin.exchanged(rival, cards)
        for action in self.history():
            other.apply_action(other.table.translated(rival, action, cards))
        return other

    def __str__(self) -> str:
        table = self._table
        lines = [_brought(table, seat) for seat in (0, 1)]
        if table.mover != CHANCE:
            lines.append(_public_history(table, openly=True))
        return "\n".join((*lines, *_drawn_board(table)))


class MudwaterObserver:
    """Writes what may be seen of a state as a string, and as a tensor of named pieces (OpenSpiel's PyObserver).

    Private are the cards brought, the ante, and one's rocks by square; without perfect recall also the cards still in
    hand. Public are the moves since the beginning, a rock without its card, or, without perfect recall, the board.
    What the end turns over (antes, rocks) is not told: it decides nothing any more.
    """

    def __init__(self, kind: Any, params: Any) -> None:
        """Raises NotUnderstood for parameters: there are none."""
        if params:
            raise NotUnderstood("Observations of Mudwater have no parameters.")
        self._public: bool = kind.public_info
        self._recall: bool = kind.perfect_recall
        private = kind.private_info
        self._one_seat: bool = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._both_seats: bool = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        shapes: dict[str, tuple[int, ...]] = {"player": (2,)} if self._one_seat else {}
        if self._one_seat or self._both_seats:
            seats = (1,) if self._one_seat else (2,)
            shapes |= {"brought": (*seats, LAST_CARD), "ante": (*seats, LAST_CARD), "rocks": (*seats, 9, LAST_CARD)}
            if not self._recall:
                shapes["hand"] = (*seats, LAST_CARD)
        if self._public and self._recall:
            # A move: its square, face down, a pass, and its card where it lies face up.
            shapes |= {"first": (2,), "moves": (LONGEST, 9 + 2 + LAST_CARD)}
        elif self._public:
            shapes |= {"mover": (2,), "owner": (9, 2), "rock": (9,), "top": (9, LAST_CARD), "held": (2, HAND_SIZE)}
        self.tensor: NDArray[np.float32] = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: MudwaterState, player: int) -> None:
        """Fill `tensor`, and with it `dict`, with what `player` may see of `state`."""
        self.tensor.fill(0)
        table = state.table
        if self._one_seat:
            self.dict["player"][player] = 1
        for row, seat in enumerate(self._private_seats(player)):
            self._set_private(table, row, seat)
        if self._public and self._recall:
            self._set_moves(table)
        elif self._public:
            self._set_board(table)

    def string_from(self, state: MudwaterState, player: int) -> str:
        """Give what `player` may see of `state` as a string."""
        table, pieces = state.table, list[str]()
        for seat in self._private_seats(player):
            pieces.append(_brought(table, seat))
            pieces += [f"{SQUARES[square]}~{card}" for square, card in sorted(table.rocks[seat].items())]
            if not self._recall:
                pieces.append(f"hand {_numbers(_in_hand(table, seat))}")
        if self._public and table.mover != CHANCE:
            if self._recall:
                pieces.append(_public_history(table, openly=False))
            else:
                sizes = [len(_in_hand(table, seat)) for seat in (0, 1)]
                pieces += [*_drawn_board(table), f"{SEAT_NAMES[table.mover]} to move", f"hands {sizes[0]} {sizes[1]}"]
        return "; ".join(pieces)

    def _private_seats(self, player: int) -> tuple[int, ...]:
        if self._both_seats:
            return (0, 1)
        return (player,) if self._one_seat else ()

    def _set_private(self, table: Table, row: int, seat: int) -> None:
        for card in table.hands[seat]:
            self.dict["brought"][row, card - 1] = 1
        ante = table.antes[seat]
        if ante is not None:
            self.dict["ante"][row, ante - 1] = 1
        for square, card in table.rocks[seat].items():
            self.dict["rocks"][row, square, card - 1] = 1
        if not self._recall:
            for card in _in_hand(table, seat):
                self.dict["hand"][row, card - 1] = 1

    def _set_moves(self, table: Table) -> None:
        if table.mover == CHANCE:
            return
        self.dict["first"][_first(table)] = 1
        for row, action in enumerate(table.plays):
            move = self.dict["moves"][row]
            if action == PASS:
                move[10] = 1
                continue
            square, card = square_and_card(action)
            move[square] = 1
            move[9 if action >= FACE_DOWN else 10 + card] = 1

    def _set_board(self, table: Table) -> None:
        if table.mover != CHANCE:
            self.dict["mover"][table.mover] = 1
        for square, (owner, top) in enumerate(zip(*table.board(), strict=True)):
            if owner == kernel.NOBODY:
                continue
            self.dict["owner"][square, owner] = 1
            if top is None:
                self.dict["rock"][square] = 1
            else:
                self.dict["top"][square, top - 1] = 1
        for seat in (0, 1):
            self.dict["held"][seat, : len(_in_hand(table, seat))] = 1


def _table(params: Mapping[str, Any]) -> Table:
    """Give the table that parameters ask for, before anything is drawn."""
    faces = Faces.of(load_catalogue())
    mode, first = params.get("mode") or Mode.STANDARD.value, params.get("first") or ""
    if mode not in list(Mode):
        raise NotUnderstood(f"mode is standard or advanced, not {quoted(str(mode))}.")
    if first not in {"", *SEAT_NAMES}:
        raise NotUnderstood(f"first is black, white or nothing, not {quoted(str(first))}.")
    hands = [_hand(name, str(params.get(name) or "")) for name in SEAT_NAMES]
    checked = [hand or tuple(faces)[:HAND_SIZE] for hand in hands]  # any legal hand stands for one still to be drawn
    Mudwater().start(Setup(faces, Mode(mode), (checked[0], checked[1])))
    seat = SEAT_NAMES.index(first) if first else CHANCE
    return Table(deck_of(faces), Mode(mode), (hands[0], hands[1]), seat)


def _hand(name: str, text: str) -> tuple[CardNo, ...]:
    words = text.split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise NotUnderstood(f"{name} is 14 numbers of cards separated by spaces, not {quoted(text)}.")
    return tuple(int(word) for word in words)


def _first(table: Table) -> int:
    """Give the seat that moved first: turns alternate."""
    return table.mover ^ (len(table.plays) & 1)


def _in_hand(table: Table, seat: int) -> list[CardNo]:
    return [card for card, place in table.places(seat).items() if place == kernel.HAND]


def _numbers(cards: list[CardNo]) -> str:
    return " ".join(map(str, sorted(cards)))


def _brought(table: Table, seat: int) -> str:
    ante = table.antes[seat]
    return f"{SEAT_NAMES[seat]} {_numbers(table.hands[seat])}{'' if ante is None else f' ante {ante}'}"


def _public_history(table: Table, *, openly: bool) -> str:
    moves = (table.written(action, openly=openly) for action in table.plays)
    return " ".join((f"{SEAT_NAMES[_first(table)]} begins", *moves))


def _drawn_board(table: Table) -> list[str]:
    """Draw the board in three rows: owner and card, `~` for a rock."""
    owners, tops = table.board()
    cells = [
        "." if owner == kernel.NOBODY else f"{SEAT_NAMES[owner][0]}{'~' if top is None else top}"
        for owner, top in zip(owners, tops, strict=True)
    ]
    return [" ".join(f"{cell:>4}" for cell in cells[row : row + 3]) for row in (0, 3, 6)]


pyspiel.register_game(_TYPE, MudwaterGame)
