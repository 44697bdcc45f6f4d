"""A written game as its reader sees it, with nothing hidden: squares, both hands, and the story move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import UnreadableMove
from collection.games.mudwater.moves import Pass, Play
from collection.games.mudwater.notation import write_move
from collection.games.mudwater.record import Replay
from collection.games.mudwater.state import SQUARES, State, View
from collection.tui.face import OWNER_MARKS, Look, Printed
from collection.tui.table_sight import Sight, changed
from collection.tui.table_story import tell

UNKNOWN_CARD = "a card nobody knows"


class Where(Enum):
    """Where a card of a hand is at some position, by the sign that stands before it."""

    HAND = " "
    NOW = "▸"
    """Played by the move that led here."""
    PLAYED = "-"
    ANTE = "A"


@dataclass(frozen=True, slots=True)
class Held:
    """One of the cards that a seat brought, and where it is."""

    card: Printed
    where: Where


@dataclass(frozen=True, slots=True)
class OpenHand:
    """All that is known of the cards one seat brought, by Level and number."""

    cards: tuple[Held, ...]
    size: int
    """How many cards are in hand."""
    unlisted: int
    """How many of those brought the record never names."""
    ante: bool
    """Whether the ante is known."""


@dataclass(frozen=True, slots=True)
class Instead:
    """Another move in the place of one: the board after it, and what it does in words."""

    looks: tuple[Look, ...]
    squares_held: tuple[int, int]
    says: str


class Told:
    """A replayed game with the names of its players and cards. A position is the number of moves made before it."""

    def __init__(self, replayed: Replay, names: tuple[str, str], catalogue: Catalogue) -> None:
        self.replayed = replayed
        self.names = names
        self.catalogue = catalogue

    @property
    def moves(self) -> int:
        """How many moves there are; there is one position more."""
        return len(self.replayed.record.moves)

    @property
    def finished(self) -> bool:
        """Whether it was played to an end."""
        return self.replayed.outcome is not None

    def state(self, at: int) -> State:
        """Give the position after `at` moves."""
        return self.replayed.states[at]

    def mover(self, number: int) -> int:
        """Give the seat that made a move, counted from 1."""
        return self.state(number - 1).to_move

    def _sight(self, at: int, seat: int | None = None) -> Sight:
        state = self.state(at)
        viewer = state.to_move if seat is None else seat
        return Sight(self.replayed.game, View(max(viewer, 0), state), self.catalogue)

    def squares_held(self, at: int) -> tuple[int, int]:
        """Give the squares that black and white hold."""
        return self._sight(at).held()

    def looks(self, at: int) -> tuple[Look, ...]:
        """Give the board, rocks open to the reader, what the last move did marked."""
        fresh = changed(self.state(at - 1), self.state(at)) if at else frozenset[int]()
        return self._sight(at).squares(fresh=fresh)

    def lying_at(self, at: int, square: int) -> str:
        """Say what lies on a square, from the top down."""
        lying = self.state(at).board[square]
        if lying is None:
            return f"{SQUARES[square]}: empty."
        words = [self._piece(piece.card, at, up=piece.up) for piece in reversed(lying.pile)]
        under = f", over {', '.join(words[1:])}" if len(words) > 1 else ""
        return f"{SQUARES[square]}, {OWNER_MARKS[lying.owner]} {self.names[lying.owner]}: {words[0]}{under}."

    def _piece(self, number: CardNo | None, at: int, *, up: bool) -> str:
        if number is None:
            return "a rock that nobody turned over"
        card = self.printed(number, at)
        edges = " ".join(f"{side}{value}" for side, value in zip("NESW", card.edges, strict=True))
        mark = f" {STAND_IN_MARK}" if card.stand_in else ""
        text = f"{card.name}{mark} ({number}, Level {card.level.name}, {card.family.value}, {edges})"
        return text if up else f"a rock, {text}"

    def printed(self, number: CardNo, at: int = 0) -> Printed:
        """Give a card as it was played with."""
        return self._sight(at).printed(number)

    # Moves

    def notation(self, number: int) -> str:
        """Give a move as records write it, with its captures."""
        taken = [str(event.facts[1][1]) for event in self.replayed.events[number - 1] if event.kind == "captured"]
        return " ".join([write_move(self.replayed.record.moves[number - 1]), *(f"x{square}" for square in taken)])

    def card_of(self, number: int) -> str:
        """Name the card that a move played; empty for a pass."""
        move = self.replayed.record.moves[number - 1]
        if isinstance(move, Pass):
            return ""
        return "?" if move.card is None else self.printed(move.card).name

    def spelled(self, written: str) -> str:
        """Give a written move with its card's name behind it."""
        digits = "".join(sign for sign in written if sign.isdigit())
        return f"{written} {self.printed(int(digits)).name}" if digits else written

    def story(self, number: int) -> list[str]:
        """Tell a move and, where it ended the game, the end; nothing is hidden from a reader."""
        seat = self.mover(number)
        return tell(self.replayed.events[number - 1], self._sight(number, seat), self.names)

    def beginning(self) -> list[str]:
        """Tell who begins, and what is known of the antes."""
        first = self.replayed.record.deal.first
        return [f"{OWNER_MARKS[first]} {self.names[first]} begins.", self.antes()]

    def antes(self) -> str:
        """Tell both antes, as far as anybody knows them."""
        black, white = self.replayed.record.deal.antes
        return f"Antes: ● {self.card_name(black)}, ○ {self.card_name(white)}."

    def card_name(self, number: CardNo | None) -> str:
        """Name a card, with the mark of a stand-in."""
        if number is None:
            return UNKNOWN_CARD
        card = self.printed(number)
        return f"{number} {card.name}{f' {STAND_IN_MARK}' if card.stand_in else ''}"

    def ending(self) -> list[str]:
        """Tell how it stopped, where no move tells it: a seat gave it up, or the record goes no further."""
        if self.replayed.outcome is None:
            return ["The record stops here: the game is not over."]
        return tell(self.replayed.ending, self._sight(self.moves, 0), self.names)

    def result(self) -> list[str]:
        """Tell in a sentence or two how it ended, and what the antes were; nothing of a game that is not over."""
        last = self.replayed.events[-1] if self.replayed.events else ()
        kinds = ("ended", "resigned", "antes-turned-over")
        told = [event for event in (*last, *self.replayed.ending) if event.kind in kinds]
        return tell(told, self._sight(self.moves, 0), self.names)

    def whole_story(self) -> list[str]:
        """Tell all of it."""
        lines = self.beginning()
        for number in range(1, self.moves + 1):
            first, *more = self.story(number)
            lines += [f"{number}. {first}", *more]
        return lines + self.ending()

    def instead(self, number: int, text: str) -> Instead | None:
        """Give what another move in the place of the move `number` would have done; None where it was not possible."""
        game, before = self.replayed.game, self.state(number - 1)
        try:
            move = game.read(before, text)
        except UnreadableMove:
            return None
        seat = before.to_move
        if game.fault(before, seat, move) is not None or not isinstance(move, (Play, Pass)):
            return None
        after, events = game.apply(before, {seat: move})
        sight = Sight(game, View(seat, after), self.catalogue)
        told = tell(events, sight, self.names)
        return Instead(sight.squares(fresh=changed(before, after)), sight.held(), told[0] if told else text)

    # Hands

    def hands(self, at: int) -> tuple[OpenHand, OpenHand]:
        """Give both hands as they were at a position, with what had left them."""
        black, white = (self._hand(seat, at) for seat in (0, 1))
        return black, white

    def _hand(self, seat: int, at: int) -> OpenHand:
        record, side = self.replayed.record, self.state(at).sides[seat]
        played = self._played_by(seat, at)
        last = self._played_by(seat, at)[-1:] if at and self.mover(at) == seat else []
        ante = record.deal.antes[seat]
        numbers = {*record.hands[seat], *played, *self._played_by(seat, self.moves)}
        numbers |= {ante} if ante is not None else set()
        cards = sorted((self.printed(number) for number in numbers), key=lambda card: (card.level, card.number))
        held = tuple(Held(card, _where(card.number, ante, played, last)) for card in cards)
        return OpenHand(held, side.size, max(14 - len(numbers), 0), ante is not None)

    def _played_by(self, seat: int, at: int) -> list[CardNo]:
        moves = enumerate(self.replayed.record.moves[:at], start=1)
        return [
            move.card
            for number, move in moves
            if isinstance(move, Play) and move.card is not None and self.mover(number) == seat
        ]

    @property
    def any_stand_in(self) -> bool:
        """Whether a card in it is not confirmed from a real one."""
        named: Sequence[Held] = [held for hand in self.hands(self.moves) for held in hand.cards]
        return any(held.card.stand_in for held in named)


def _where(number: CardNo, ante: CardNo | None, played: Sequence[CardNo], last: Sequence[CardNo]) -> Where:
    if number == ante:
        return Where.ANTE
    if number in last:
        return Where.NOW
    return Where.PLAYED if number in played else Where.HAND
