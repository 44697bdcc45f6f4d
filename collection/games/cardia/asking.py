"""What an ability asks somebody, and the cards that it may be about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from collection.games.cardia.cards import Faction
from collection.games.cardia.state import Task
from collection.games.cardia.table import Table, card_option
from collection.games.protocol import CHANCE, Seat

Do = Callable[[Table, Task], None]
Options = Callable[[Table, Task], list[str]]
Answer = Callable[[Table, Task, str], None]

REFUSALS: Final = frozenset({"no", "done"})
"""Options of whoever need not do something."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: what may be answered, and what an answer does. Where there is one answer it is not asked."""

    options: Options
    answer: Answer
    what: str
    """What is to be chosen, in words."""
    rival: bool = False
    """Whether the opponent of the one whom the task is for answers."""
    chance: bool = False
    """Whether it is drawn."""
    always: bool = False
    """Whether it is asked even where there is one answer, since that there is no other is nobody's business."""

    def asked(self, task: Task) -> Seat:
        """Give who answers."""
        return CHANCE if self.chance else 1 - task.seat if self.rival else task.seat


def nothing(table: Table, task: Task) -> None:
    """Say that an ability has nothing to do."""
    if task.here:
        table.tell("nothing", seat=task.seat, card=table.named(task.here))


def factions(table: Table, task: Task) -> list[str]:
    """Give the factions that may be named: any of the six."""
    del table, task
    return [f"faction {faction.value}" for faction in Faction]


def faction_of(option: str) -> Faction:
    """Give the faction that was named."""
    return Faction(option.removeprefix("faction "))


def own(table: Table, task: Task) -> list[str]:
    """Give the player's cards in play."""
    return [card_option(task.seat, lay.value) for lay in table.side(task.seat)]


def others(table: Table, task: Task) -> list[str]:
    """Give the player's cards in play but this one."""
    return [card_option(task.seat, lay.value) for lay in table.side(task.seat) if lay.value != task.here]


def every(table: Table, task: Task) -> list[str]:
    """Give all cards in play, the player's own first."""
    return [card_option(seat, lay.value) for seat in (task.seat, 1 - task.seat) for lay in table.side(seat)]


def hand_options(table: Table, seat: Seat, word: str) -> list[str]:
    """Give the cards of a hand, with what is done with one: `discard 7`."""
    return [f"{word} {value}" for value in table.hands[seat] if value is not None]


def number_of(option: str) -> int:
    """Give the card of `discard 7`."""
    return int(option.rpartition(" ")[2])


def discards(seat: Seat, count: int) -> Iterable[Task]:
    """Give the tasks of a player who has to discard so many hand cards of their own choice."""
    return (Task("discard", seat) for _ in range(count))
