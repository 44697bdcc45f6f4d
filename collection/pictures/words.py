"""What a game's pictures say: each move, what it took, how the game ended, in whose favour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.game import BOTH_PASSED, FULL_BOARD
from collection.games.mudwater.moves import Act, Move, Play
from collection.games.mudwater.record import Replay
from collection.games.mudwater.state import SQUARES, Faces
from collection.games.protocol import Event, Outcome
from collection.pictures.faces import played

SEATS = ("Black", "White")


@dataclass(frozen=True, slots=True)
class Told:
    """One move in words: who did what, with which card (empty for a pass), and the squares it took."""

    number: int
    """Counted from 1."""
    seat: int
    act: str
    """What was done, short: `places at s`, `rock at s`, `upgrades s`, `passes`."""
    card: str
    square: int | None
    taken: tuple[int, ...]

    @property
    def takes(self) -> str:
        """What it took, as `takes n, e`; empty where it took nothing."""
        return f"takes {', '.join(SQUARES[square] for square in self.taken)}" if self.taken else ""

    @property
    def sentence(self) -> str:
        """The whole move as a sentence."""
        parts = (f"{SEATS[self.seat]}: {self.act}", self.card, self.takes)
        return f"{', '.join(part for part in parts if part)}."


def told(replay: Replay, catalogue: Catalogue) -> tuple[Told, ...]:
    """Tell every move of a written game."""
    steps = zip(replay.states, replay.record.moves, replay.events, strict=False)
    faces = replay.states[0].faces
    lines = []
    for number, (state, move, events) in enumerate(steps, start=1):
        act, card = act_of(move, faces, catalogue)
        square = move.square if isinstance(move, Play) else None
        lines.append(Told(number, state.to_move, act, card, square, _taken(events)))
    return tuple(lines)


def act_of(move: Move, faces: Faces, catalogue: Catalogue) -> tuple[str, str]:
    """Tell a move as what is done, and the card that it is done with: empty for a pass."""
    if not isinstance(move, Play):
        return "passes", ""
    verb = {Act.PLACE: "places at", Act.ROCK: "rock at", Act.UPGRADE: "upgrades"}[move.act]
    return f"{verb} {SQUARES[move.square]}", name_of(move.card, faces, catalogue)


def _taken(events: Iterable[Event]) -> tuple[int, ...]:
    return tuple(SQUARES.index(str(dict(event.facts)["square"])) for event in events if event.kind == "captured")


def name_of(number: CardNo | None, faces: Faces, catalogue: Catalogue) -> str:
    """Give a card's number and name, marked where it is a stand-in; `a card nobody saw` for none."""
    if number is None:
        return "a card nobody saw"
    card = played(number, faces[number], catalogue)
    return f"{number} {card.marked_name}" if number in catalogue else card.name


def ended(outcome: Outcome | None) -> str:
    """Say how a game ended, and who won."""
    if outcome is None:
        return "The game is not finished."
    black, white = outcome.points
    score = f"{max(black, white)} to {min(black, white)}"
    if not outcome.winners:
        return f"{_why(outcome)}. A draw, {black} to {white}: each ante goes home."
    winner = min(outcome.winners)
    if outcome.termination in (FULL_BOARD, BOTH_PASSED):
        return f"{_why(outcome)}. {SEATS[winner]} wins, {score}."
    return f"{_why(outcome)}. {SEATS[winner]} wins; the board stood {black} to {white}."


def _why(outcome: Outcome) -> str:
    if outcome.termination == FULL_BOARD:
        return "The board is full"
    if outcome.termination == BOTH_PASSED:
        return "Both passed"
    if outcome.termination == "resigned" and len(outcome.winners) == 1:
        return f"{SEATS[1 - min(outcome.winners)]} resigned"
    return outcome.termination.replace("-", " ").capitalize()


def ante_fate(outcome: Outcome | None, seat: int) -> str:
    """Say what becomes of a seat's ante by the rules (Rules of Play, Claim the ante).

    A record does not say whether the game was for keeps.
    """
    if outcome is None:
        return "set aside until the end"
    if not outcome.winners or seat in outcome.winners:
        return f"goes back to {SEATS[seat]}"
    return f"to {SEATS[1 - seat]}, if for keeps"
