"""What each seat may do, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from collection.games.cardia.asking import Ask
from collection.games.cardia.cards import VALUES
from collection.games.cardia.moves import Choose, Move, Play, Shuffle
from collection.games.cardia.resolving import ASKS, SHUFFLE
from collection.games.cardia.state import Phase, State, Task
from collection.games.cardia.table import Table
from collection.games.protocol import CHANCE, Fault, Seat

BOTH: Final = frozenset({0, 1})
NOBODY: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now: of whom, about which card, and what may be answered."""

    seat: Seat
    """Who answers; CHANCE where it is drawn."""
    what: str
    """What is to be chosen, in words."""
    owner: Seat
    """For whom it is asked."""
    card: int
    """The card whose ability asks; 0 where none does."""
    options: tuple[str, ...]


def pending(state: State) -> tuple[Task, Ask] | None:
    """Give the question that waits for its answer; None where there is none."""
    if state.phase is not Phase.RESOLVE or not state.tasks or state.tasks[-1].kind == SHUFFLE:
        return None
    return state.tasks[-1], ASKS[state.tasks[-1].kind]


def question(state: State) -> Question | None:
    """Give what is asked now; None where nothing is. In a view, what only the other player knows is left out."""
    found = pending(state)
    if found is None:
        return None
    task, ask = found
    return Question(ask.asked(task), ask.what, task.seat, task.here, tuple(ask.options(Table.of(state), task)))


def acting(state: State) -> frozenset[Seat]:
    """Give the seats that must move now; none where chance does, or nobody."""
    if state.phase is Phase.PLACE:
        if state.first is None:
            return BOTH
        return frozenset({state.first if state.opened is None else 1 - state.first})
    found = pending(state)
    if found is None or found[1].chance:
        return NOBODY
    return frozenset({found[1].asked(found[0])})


def shuffled_now(state: State) -> tuple[tuple[int, ...], ...] | None:
    """Give the cards that chance is to shuffle, deck by deck; None where it is not."""
    if state.phase is Phase.SHUFFLE:
        return (tuple(VALUES), tuple(VALUES))
    if state.phase is Phase.RESOLVE and state.tasks and state.tasks[-1].kind == SHUFFLE:
        return (tuple(card for card in state.decks[state.tasks[-1].seat] if card is not None),)
    return None


def fault_of(state: State, seat: Seat, move: Move) -> Fault | None:
    """Say why `move` is not legal for `seat` now; None when it is."""
    if seat == CHANCE:
        return _fault_of_chance(state, move)
    if seat not in acting(state):
        return Fault("not-your-turn", "It is not this player's turn.")
    if state.phase is Phase.PLACE:
        if not isinstance(move, Play):
            return Fault("place-a-card", "A round begins with each player placing one card from the hand.")
        if move.card not in state.hands[seat]:
            return Fault("not-in-hand", f"There is no {move.card} in that hand.")
        return None
    return _fault_of_choice(state, move)


def _fault_of_choice(state: State, move: Move) -> Fault | None:
    asked = question(state)
    assert asked is not None
    if not isinstance(move, Choose):
        return Fault("choose-first", f"What is to be chosen first is {asked.what}.")
    if move.option in asked.options:
        return None
    name = f" for {state.setup.card(asked.card).name}" if asked.card else ""
    return Fault("not-offered", f"What is to be chosen{name} is {asked.what}: {_listed(asked.options)}.")


def _listed(options: tuple[str, ...]) -> str:
    return ", ".join(options) if len(options) <= 12 else f"{', '.join(options[:12])} and others"


def _fault_of_chance(state: State, move: Move) -> Fault | None:
    cards = shuffled_now(state)
    if cards is not None:
        if isinstance(move, Shuffle) and [sorted(order) for order in move.orders] == [sorted(deck) for deck in cards]:
            return None
        what = "both decks are" if len(cards) == 2 else "the rest of the deck is"
        return Fault("shuffle", f"Now {what} shuffled, every card once.")
    asked = question(state)
    if asked is None or asked.seat != CHANCE:
        return Fault("no-chance", "Nothing is left to chance now.")
    if isinstance(move, Choose) and move.option in asked.options:
        return None
    return Fault("not-in-hand", "What is drawn at random is a card of that hand.")


def listed(state: State, seat: Seat) -> Iterator[Move]:
    """List the legal moves in a fixed order."""
    if seat not in acting(state):
        return
    if state.phase is Phase.PLACE:
        yield from (Play(card) for card in state.hands[seat] if card is not None)
        return
    asked = question(state)
    assert asked is not None
    yield from map(Choose, asked.options)
