"""Mudwater as libraries for research want games: dealt card by card by chance, and every act one integer.

Chance draws Black's 14 cards, White's 14, Black's ante, White's ante, and the seat that begins; what the rules of a
game give (hands, who begins) is not drawn. Cards fall as they come, each of those left as likely as the others: of the
set's 120 that makes hands close to the beginners' split, and what a seat may believe of a hidden card is then plain.

An action says what is done and with which card, never where the card is held, so that it means the same to both seats
and in every imagined game: a card face up on a square is `square * 120 + card - 1`, face down FACE_DOWN more, then
PASS. Whether face up places or upgrades follows from the card: only Level I is placed, and only others upgrade.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache

from collection.catalogue.card import LAST_CARD, CardNo
from collection.games.mudwater import kernel
from collection.games.mudwater.integers import hand_cells, laid_out
from collection.games.mudwater.rules import HAND_SIZE
from collection.games.mudwater.state import SEAT_NAMES, SQUARES, Faces, Mode, State
from collection.games.protocol import CHANCE

FACE_DOWN = 9 * LAST_CARD
PASS = 2 * FACE_DOWN
ACTIONS = PASS + 1
"""How many different actions there are."""
LONGEST = 28
"""Moves in the longest game: whoever passes never plays again (ruling 11), so 13 plays each and a pass each end it."""
TERMINAL = -4
"""Whose turn it is when the game is over, in OpenSpiel's numbers; its chance is our CHANCE."""

_BASES = [
    (FACE_DOWN if code >> 4 == 1 else 0) + ((code % 16 - 5) // 4 * 3 + (code % 16 - 5) % 4) * LAST_CARD - 1
    for code in range(kernel.PASS >> 5)
]
"""By act and square of a kernel's move: the action, but for the card."""


def square_and_card(action: int) -> tuple[int, CardNo]:
    """Take an action that is no pass apart."""
    square, card = divmod(action % FACE_DOWN, LAST_CARD)
    return square, card + 1


class Deck:
    """The cards of a game as the kernel wants them: one object for all tables of a game, never changed."""

    def __init__(self, faces: Faces) -> None:
        self.numbers = tuple(faces)
        self.levels = {card: int(faces[card].level) for card in faces}
        self._cells = {card: hand_cells(faces, [card]) for card in faces}

    def __deepcopy__(self, _: object) -> Deck:
        return self

    def sorted(self, cards: Sequence[CardNo]) -> list[CardNo]:
        """Give cards in the kernel's order: by Level, then by number."""
        return sorted(cards, key=lambda card: (self.levels[card], card))

    def faces(self, cards: Sequence[CardNo]) -> array[int]:
        """Give the faces of cards, in their order, in the kernel's form."""
        return array("q", b"".join(self._cells[card].tobytes() for card in cards))


@lru_cache(maxsize=8)
def deck_of(faces: Faces) -> Deck:
    """Give the deck of these faces; it takes a millisecond to make and is asked for at every move of a match."""
    return Deck(faces)


class Table:
    """A game of Mudwater from its deal on, changed by every action. Nothing here is hidden from anybody."""

    __slots__ = ("advanced", "antes", "begin", "cards", "deck", "game", "hands", "known", "lacks", "legal", "mover",
                 "plays", "rocks", "turn")  # fmt: skip

    def __init__(
        self, deck: Deck, mode: Mode, hands: tuple[Sequence[CardNo], Sequence[CardNo]] = ((), ()), first: int = CHANCE
    ) -> None:
        self.deck = deck
        self.advanced = mode is Mode.ADVANCED
        self.hands = [list(hand) for hand in hands]
        """By seat the cards brought, as far as they are drawn."""
        self.known = (bool(hands[0]), bool(hands[1]))
        """By seat whether its hand is a rule of the game, which both seats know, and not drawn."""
        self.antes: list[CardNo | None] = [None, None]
        self.mover = first
        self.turn = CHANCE
        """Who acts: CHANCE, a seat, or TERMINAL."""
        self.plays: list[int] = []
        """The seats' actions since the game began."""
        self.rocks: list[dict[int, CardNo]] = [{}, {}]
        """By seat the rocks played, by square; covered ones too."""
        self.lacks: list[frozenset[int]] = [frozenset(), frozenset()]
        """By seat the Levels that a pass has shown it not to hold."""
        self.game: array[int] | None = None
        """The kernel's game, once the deal is done."""
        self.cards: list[CardNo] = []
        """The cards in the kernel's slots."""
        self.legal: Mapping[int, int] = {}
        """The legal actions and the kernel's move for each."""
        self.begin = self.copy()
        """The table as the game began: what no action has made."""

    @classmethod
    def at(cls, state: State) -> Table:
        """Give a game that begins in the middle, in a state whose cards are all known.

        Raises ValueError where a card is unknown, or before the antes are drawn.
        """
        table = cls(deck_of(state.faces), state.mode, first=state.to_move)
        table.game, slots = laid_out(state)
        table.cards = list(slots.cards)
        table.hands = [table.cards[:HAND_SIZE], table.cards[HAND_SIZE:]]
        table.antes = [side.ante for side in state.sides]
        table.lacks = [frozenset(int(level) for level in side.lacks) for side in state.sides]
        for square, there in enumerate(state.board):
            for piece in there.pile if there is not None else ():
                if not piece.up and piece.card is not None:
                    table.rocks[piece.by][square] = piece.card
        table._list()
        table.begin = table.copy()
        return table

    def copy(self) -> Table:
        """Give a table that goes its own way from here."""
        other = object.__new__(Table)
        for name in Table.__slots__:
            setattr(other, name, getattr(self, name, other))  # a beginning, made first, is its own beginning
        other.hands = [[*hand] for hand in self.hands]
        other.antes = [*self.antes]
        other.plays = [*self.plays]
        other.rocks = [{**rocks} for rocks in self.rocks]
        other.lacks = [*self.lacks]
        other.game = None if self.game is None else self.game[:]
        return other

    def __deepcopy__(self, _: object) -> Table:
        return self.copy()

    def drawer(self) -> int | None:
        """Say for which seat chance draws a card next, None where it tosses the coin. Only while `turn` is CHANCE."""
        for seat in (0, 1):
            if len(self.hands[seat]) < HAND_SIZE:
                return seat
        return next((seat for seat in (0, 1) if self.antes[seat] is None), None)

    def outcomes(self) -> list[int]:
        """Give what chance may draw next, all as likely: a card's number less 1, or the seat that begins."""
        seat = self.drawer()
        if seat is None:
            return [0, 1]
        hand = self.hands[seat]
        if len(hand) == HAND_SIZE:
            return sorted(card - 1 for card in hand)
        return [card - 1 for card in self.deck.numbers if card not in hand]

    def act(self, action: int) -> None:
        """Do what an action says, chance's or a seat's. Raises ValueError where it is not legal."""
        if self.game is None:
            self._draw(action)
        else:
            self._play(action)

    def _draw(self, action: int) -> None:
        seat, card = self.drawer(), action + 1
        if seat is None and action in {0, 1}:
            self.mover = action
        elif seat is not None and card in self.deck.levels and self._is_drawn_next(seat, card):
            if len(self.hands[seat]) < HAND_SIZE:
                self.hands[seat].append(card)
            else:
                self.antes[seat] = card
        else:
            raise ValueError(f"Chance cannot draw {action} here.")
        if self.drawer() is None and self.mover != CHANCE:
            places = [
                {card: kernel.ANTE if card == self.antes[seat] else kernel.HAND for card in self.hands[seat]}
                for seat in (0, 1)
            ]
            self._lay(places, [kernel.NOBODY] * 9, [None] * 9, 0)

    def _is_drawn_next(self, seat: int, card: CardNo) -> bool:
        """Say whether `card` may come next: one more into the hand, then the ante out of it."""
        return (card in self.hands[seat]) == (len(self.hands[seat]) == HAND_SIZE)

    def _play(self, action: int) -> None:
        assert self.game is not None
        code = self.legal.get(action)
        if code is None:
            raise ValueError(f"{action} is not a legal action here.")
        if action == PASS:
            self.lacks[self.mover] |= self._open_levels()
        elif action >= FACE_DOWN:
            square, card = square_and_card(action)
            self.rocks[self.mover][square] = card
        kernel.apply(self.game, code)
        self.plays.append(action)
        self.mover = 1 - self.mover
        self._list()

    def _open_levels(self) -> set[int]:
        """Give the Levels that the mover could play face up, which a pass shows its hand not to hold."""
        owners, tops = self.board()
        mine = [top for owner, top in zip(owners, tops, strict=True) if owner == self.mover]
        levels = {1 if top is None else self.deck.levels[top] for top in mine}
        return {level + 1 for level in levels} | ({1} if kernel.NOBODY in owners else set())

    def _lay(
        self,
        places: Sequence[Mapping[CardNo, int]],
        owners: list[int],
        tops: Sequence[tuple[int, CardNo] | None],
        passes: int,
    ) -> None:
        """Lay the game out: by seat where each card is, each square's owner, and which seat's which card tops it."""
        black, white = (self.deck.sorted(list(cards)) for cards in places)
        self.cards = [*black, *white]
        slots = [{card: at for at, card in enumerate(black)}, {card: at + HAND_SIZE for at, card in enumerate(white)}]
        where = array("q", [places[at // HAND_SIZE][card] for at, card in enumerate(self.cards)])
        top = array("q", [kernel.NO_CARD if there is None else slots[there[0]][there[1]] for there in tops])
        faces = self.deck.faces(self.cards)
        self.game = kernel.position(faces, where, array("q", owners), top, self.mover, passes, self.advanced)
        self._list()

    def _list(self) -> None:
        """List the legal actions, and say whose turn it is."""
        assert self.game is not None
        codes = kernel.moves(self.game)
        if kernel.PASS in codes:
            self.legal = {PASS: kernel.PASS}
        else:
            cards = self.cards
            self.legal = {_BASES[code >> 5] + cards[code & 31]: code for code in codes}
        self.turn = self.mover if codes else TERMINAL

    def board(self) -> tuple[list[int], list[CardNo | None]]:
        """Give each square's owner (NOBODY's too), and the face-up card on top: None on a rock or an empty square."""
        if self.game is None:
            return [kernel.NOBODY] * 9, [None] * 9
        _, owners, tops, _, _ = kernel.laid(self.game)
        return owners, [None if top == kernel.NO_CARD else self.cards[top] for top in tops]

    def squares(self) -> tuple[int, int]:
        """Give the squares that Black holds, and White."""
        owners, _ = self.board()
        return owners.count(0), owners.count(1)

    def places(self, seat: int) -> dict[CardNo, int]:
        """Say where each card is that `seat` brought: the kernel's ANTE, HAND, UP or ROCK."""
        if self.game is None:
            return {card: kernel.ANTE if card == self.antes[seat] else kernel.HAND for card in self.hands[seat]}
        where = kernel.laid(self.game)[0]
        return {self.cards[at]: where[at] for at in range(seat * HAND_SIZE, seat * HAND_SIZE + HAND_SIZE)}

    # --- What a seat cannot see -----------------------------------------------------------------------------------

    def imagined(self, seat: int, rng: random.Random) -> dict[CardNo, CardNo]:
        """Draw, for each of the other's cards that `seat` has not seen, one that may as well be in its place.

        Every choice that agrees with what was seen, the passes included, is as likely as any other. Where the other's
        hand is a rule of the game, its cards only change places.
        """
        rival = 1 - seat
        places = self.places(rival)
        shown = {card for card, place in places.items() if place == kernel.UP}
        pool = [card for card in (self.hands[rival] if self.known[rival] else self.deck.numbers) if card not in shown]
        in_hand = [card for card, place in places.items() if place == kernel.HAND]
        aside = [card for card, place in places.items() if place in {kernel.ANTE, kernel.ROCK}]
        lacks, levels = self.lacks[rival], self.deck.levels
        hand = rng.sample([card for card in pool if levels[card] not in lacks] if lacks else pool, len(in_hand))
        taken = set(hand)
        rest = rng.sample([card for card in pool if card not in taken], len(aside))
        return dict(zip((*in_hand, *aside), (*hand, *rest), strict=True))

    def exchanged(self, seat: int, cards: Mapping[CardNo, CardNo]) -> Table:
        """Give a game that begins here with other cards of `seat`, none of them seen by anybody else."""
        other = self.copy()
        if self.game is None:
            return other  # nothing has been drawn that is not a rule of the game
        places = [self.places(0), self.places(1)]
        places[seat] = {cards.get(card, card): place for card, place in places[seat].items()}
        ante = self.antes[seat]
        other.antes[seat] = None if ante is None else cards.get(ante, ante)
        other.hands[seat] = list(places[seat])
        other.rocks[seat] = {square: cards.get(card, card) for square, card in self.rocks[seat].items()}
        _, owners, tops, _, passes = kernel.laid(self.game)
        seen = [None if top == kernel.NO_CARD else (top // HAND_SIZE, self.cards[top]) for top in tops]
        other._lay(places, owners, seen, passes)
        other.begin = other.copy()
        return other

    def translated(self, seat: int, action: int, cards: Mapping[CardNo, CardNo]) -> int:
        """Give the action that is to be done here, where `seat` holds other cards, in place of `action`."""
        if self.game is None:
            return cards.get(action + 1, action + 1) - 1 if self.drawer() == seat else action
        if self.mover != seat or not FACE_DOWN <= action < PASS:
            return action
        square, card = square_and_card(action)
        return FACE_DOWN + square * LAST_CARD + cards.get(card, card) - 1

    # --- In words -------------------------------------------------------------------------------------------------

    def drawn(self, action: int) -> str:
        """Say what chance draws by an action here."""
        seat = self.drawer()
        if seat is None:
            return f"{SEAT_NAMES[action]} begins"
        what = "ante" if len(self.hands[seat]) == HAND_SIZE else "card"
        return f"{SEAT_NAMES[seat]} {what} {action + 1}"

    def written(self, action: int, *, openly: bool = True) -> str:
        """Write an action of a seat in Mudwater's notation; unless `openly`, a rock keeps its card to itself."""
        if action == PASS:
            return "pass"
        square, card = square_and_card(action)
        if action >= FACE_DOWN:
            return f"{SQUARES[square]}~{card if openly else '?'}"
        return f"{SQUARES[square]}{'=' if self.deck.levels[card] == 1 else '+'}{card}"
