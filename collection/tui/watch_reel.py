"""What was played in a match that is watched: every position, how it came about, and what its mover thought."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.events import dealt
from collection.games.mudwater.moves import Act, Move, Play
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import SQUARES, State, View
from collection.games.protocol import AnyGame, Choice, Event, Thoughts
from collection.tui.face import OWNER_MARKS, Look, Printed
from collection.tui.table_sight import Sight, changed
from collection.tui.table_story import tell

if TYPE_CHECKING:
    from collection.play.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was made."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    after: State
    choice: Choice[Move] | None = None
    """What its player had to say; None of a move that was not made before this watcher's eyes."""


class OpenSight(Sight):
    """Sees every card of a position, as nobody who plays may; it shows the hand of the seat that it is made for."""

    def __init__(self, game: AnyGame, state: State, catalogue: Catalogue, seat: int = 0) -> None:
        super().__init__(game, View(seat, state), catalogue)

    def lies(self, square: int, names: tuple[str, str], *, rocks: bool = True) -> str:
        """Say what lies on a square and whose it is, without what rocks are where `rocks` is false."""
        lying = self.known.board[square]
        if lying is None:
            return f"{SQUARES[square]}: empty."
        words = [self._piece(piece.card if piece.up or rocks else None, up=piece.up) for piece in reversed(lying.pile)]
        under = f", over {', '.join(words[1:])}" if len(words) > 1 else ""
        return f"{SQUARES[square]}, {OWNER_MARKS[lying.owner]} {names[lying.owner]}: {words[0]}{under}."


class Reel:
    """A match as far as it has come: it grows at its end, and every position in it can be looked at."""

    def __init__(self, sitting: Sitting, catalogue: Catalogue) -> None:
        """Lay out what was played so far. Raises RecordError when the record cannot be replayed."""
        played = replay(sitting.match.record, sitting.state.faces)
        self._game: AnyGame = sitting.game
        self._catalogue = catalogue
        black, white = (seat.called for seat in sitting.match.seats)
        self.names = (black, white)
        self._first = played.states[0]
        self._dealt = dealt(played.record.deal)
        made = zip(played.states, played.record.moves, played.events, played.states[1:], strict=False)
        self._steps = [Step(state.to_move, move, events, after) for state, move, events, after in made]

    def __len__(self) -> int:
        """Give how many moves were made."""
        return len(self._steps)

    def add(self, step: Step) -> None:
        """Take one move more."""
        self._steps.append(step)

    def step(self, at: int) -> Step | None:
        """Give the move that led to the position after `at` moves; None of the deal."""
        return self._steps[at - 1] if at else None

    def state(self, at: int) -> State:
        """Give the position after `at` moves."""
        return self._steps[at - 1].after if at else self._first

    def sight(self, at: int, seat: int = 0) -> OpenSight:
        """Give the position after `at` moves with every card known."""
        return OpenSight(self._game, self.state(at), self._catalogue, seat)

    def looks(self, at: int, *, rocks: bool) -> tuple[Look, ...]:
        """Give the board after `at` moves, with what the last one did; `rocks` says whether they are looked under."""
        fresh = changed(self.state(at - 1), self.state(at)) if at else frozenset()
        looks = self.sight(at).squares(fresh=fresh)
        return looks if rocks else tuple(replace(look, card=None) if look.rock else look for look in looks)

    def hand(self, at: int, seat: int) -> tuple[Printed, ...]:
        """Give the cards that a seat holds after `at` moves."""
        return self.sight(at, seat).hand()

    def story(self, at: int, *, rocks: bool) -> list[str]:
        """Tell what happened in the first `at` moves; the antes stay face down until the end."""
        events = (*self._dealt, *(event for step in self._steps[:at] for event in step.events))
        public = [
            replace(event, seats=None) for event in events if event.seats is None or (rocks and event.kind != "ante")
        ]
        return tell(public, self.sight(at), self.names)


def thought_lines(thoughts: Thoughts[Move], sight: Sight, most: int = 4) -> list[str]:
    """Give a line for each of the moves that were looked into most: its chance, the move, and in how many games."""
    return [
        f"{option.chance:>4.0%} {_named(option.move, sight)}, {option.visits:,} game{'' if option.visits == 1 else 's'}"
        for option in thoughts.options[:most]
    ]


def _named(move: Move, sight: Sight) -> str:
    if not isinstance(move, Play) or move.card is None:
        return "a pass"
    how = {Act.PLACE: "at", Act.ROCK: "as a rock at", Act.UPGRADE: "on top at"}[move.act]
    return f"{sight.printed(move.card).name} {how} {SQUARES[move.square]}"
