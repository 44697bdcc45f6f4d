"""What one seat sees of a match, made ready to draw: squares, cards in hand, and what a play would do.

Everything here comes out of a view, so nothing can show what the seat must not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.moves import Act, Move, Pass, Play
from collection.games.mudwater.state import SQUARES, Square, State, View
from collection.games.protocol import AnyGame
from collection.tui.face import OWNER_MARKS, Look, Printed


@dataclass(frozen=True, slots=True)
class Captured:
    """A square that a play takes, and how: by which number over which, or by family on equal ones."""

    square: int
    how: str

    def __str__(self) -> str:
        """Give both, for a sentence."""
        return f"{SQUARES[self.square]} ({self.how})"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A play that is being thought about: what it would be, why not, and what it would take."""

    play: Play
    faults: tuple[str, ...] = ()
    captures: tuple[Captured, ...] = ()

    @property
    def taken(self) -> frozenset[int]:
        """The squares that it would take."""
        return frozenset(capture.square for capture in self.captures)

    @property
    def legal(self) -> bool:
        """Whether the rulebook allows it."""
        return not self.faults


class Sight:
    """A view with the names of its cards."""

    def __init__(self, game: AnyGame, view: View, catalogue: Catalogue) -> None:
        self._game = game
        self._view = view
        self._catalogue = catalogue

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self._view.seat

    @property
    def known(self) -> State:
        """What the seat knows of the match."""
        return self._view.known

    def printed(self, number: CardNo) -> Printed:
        """Give a card as it is played with in this match."""
        return Printed.at_table(number, self.known.faces.get(number), self._catalogue)

    def hand(self) -> tuple[Printed, ...]:
        """Give the seat's cards in hand, by Level and number."""
        cards = (self.printed(number) for number in self.known.sides[self.seat].hand)
        return tuple(sorted(cards, key=lambda card: (card.level, card.number)))

    def may_play(self, card: CardNo) -> bool:
        """Say whether there is any square for `card` now."""
        return any(self.attempt(card, square).legal for square in range(len(SQUARES)))

    def must_pass(self) -> bool:
        """Say whether nothing but a pass is legal."""
        return self._game.fault(self.known, self.seat, Pass()) is None

    def why_no_pass(self) -> str:
        """Say why a pass is not allowed; empty when it is."""
        fault = self._game.fault(self.known, self.seat, Pass())
        return "" if fault is None else fault.message

    def attempt(self, card: CardNo, square: int, *, rock: bool = False) -> Attempt:
        """Give the play that putting `card` on `square` means: as wished, else what the square leaves open.

        Face up comes before face down; an empty square takes no upgrade and another takes nothing else.
        """
        acts = _acts(self.known.board[square], rock=rock)
        faults: list[str] = []
        for act in acts:
            play = Play(act, square, card)
            fault = self._game.fault(self.known, self.seat, play)
            if fault is None:
                return Attempt(play, captures=self.captures(play))
            if fault.message not in faults:
                faults.append(fault.message)
        return Attempt(Play(acts[0], square, card), tuple(faults))

    def captures(self, play: Play) -> tuple[Captured, ...]:
        """Give what a legal play takes, square by square."""
        _, events = self._game.apply(self.known, {self.seat: play})
        taken = [captured(dict(event.facts)) for event in events if event.kind == "captured"]
        return tuple(sorted(taken, key=lambda capture: capture.square))

    def squares(self, *, fresh: frozenset[int] = frozenset(), hint: int | None = None) -> tuple[Look, ...]:
        """Give the board as it lies; `hint` is the square that a hint names."""
        looks = (self._look(square, lying, fresh=square in fresh) for square, lying in enumerate(self.known.board))
        return tuple(replace(look, hint=True) if square == hint else look for square, look in enumerate(looks))

    def squares_for(
        self,
        card: CardNo,
        cursor: int,
        *,
        rock: bool = False,
        fresh: frozenset[int] = frozenset(),
        hint: int | None = None,
    ) -> tuple[Look, ...]:
        """Give the board while `card` is held: where it may go, and what it would take at `cursor`."""
        attempts = [self.attempt(card, square, rock=rock) for square in range(len(SQUARES))]
        taken = attempts[cursor].taken
        return tuple(
            replace(
                look,
                target=attempts[square].legal,
                upgrade=attempts[square].legal and look.owner is not None,
                taken=square in taken,
            )
            for square, look in enumerate(self.squares(fresh=fresh, hint=hint))
        )

    def _look(self, square: int, lying: Square | None, *, fresh: bool) -> Look:
        if lying is None:
            return Look(place=SQUARES[square])
        top = lying.top
        return Look(
            place=SQUARES[square],
            owner=lying.owner,
            card=None if top.card is None else self.printed(top.card),
            rock=not top.up,
            buried=len(lying.pile) - 1,
            fresh=fresh,
        )

    def held(self) -> tuple[int, int]:
        """Give the squares that black and white hold."""
        owners = [lying.owner for lying in self.known.board if lying is not None]
        return owners.count(0), owners.count(1)

    def describe(self, attempt: Attempt) -> str:
        """Say in one sentence what a legal attempt does."""
        card = self.printed(attempt.play.card) if attempt.play.card is not None else None
        name = "a card" if card is None else card.name
        place = SQUARES[attempt.play.square]
        if attempt.play.act is Act.ROCK:
            return f"{name} face down at {place}, as your rock."
        act = "face up at" if attempt.play.act is Act.PLACE else "on top at"
        return f"{name} {act} {place} {takes([str(capture) for capture in attempt.captures])}."

    def describe_move(self, move: Move) -> str:
        """Say in one sentence what a legal move does."""
        if not isinstance(move, Play):
            return "A pass: nothing else is legal."
        return self.describe(Attempt(move, captures=self.captures(move)))

    def lying_at(self, square: int) -> str:
        """Say what lies on a square, as far as the seat may know."""
        lying = self.known.board[square]
        place = SQUARES[square]
        if lying is None:
            return f"{place}: empty."
        owner = "yours" if lying.owner == self.seat else "theirs"
        words = [self._piece(piece.card, up=piece.up) for piece in reversed(lying.pile)]
        under = f", over {', '.join(words[1:])}" if len(words) > 1 else ""
        return f"{place}, {owner} {OWNER_MARKS[lying.owner]}: {words[0]}{under}."

    def _piece(self, number: CardNo | None, *, up: bool) -> str:
        if number is None:
            return "a rock"
        card = self.printed(number)
        edges = " ".join(f"{side}{value}" for side, value in zip("NESW", card.edges, strict=True))
        text = f"{card.name} ({number}, Level {card.level.name}, {card.family.value}, {edges})"
        return text if up else f"a rock, {text}"


def _acts(lying: Square | None, *, rock: bool) -> tuple[Act, ...]:
    if rock:
        return (Act.ROCK,)
    return (Act.PLACE, Act.ROCK) if lying is None else (Act.UPGRADE,)


def captured(facts: Mapping[str, Any]) -> Captured:
    """Read what an event of a capture tells."""
    how = "by family" if facts["family"] else f"{facts['attack']} over {facts['defence']}"
    return Captured(SQUARES.index(facts["square"]), how)


def takes(places: list[str]) -> str:
    """Say which squares a play takes."""
    if not places:
        return "takes nothing"
    return f"takes {places[0]}" if len(places) == 1 else f"takes {', '.join(places[:-1])} and {places[-1]}"


def changed(before: State, after: State) -> frozenset[int]:
    """Give the squares that differ between two positions."""
    pairs = zip(before.board, after.board, strict=True)
    return frozenset(square for square, (was, now) in enumerate(pairs) if was != now)
