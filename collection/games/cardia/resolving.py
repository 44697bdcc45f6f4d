"""Doing what is still to be done, one task after the other, until somebody has to choose or nothing is left."""

from __future__ import annotations

from typing import Final

from collection.games.cardia import copying, course, hands, modifying, phials, sailing
from collection.games.cardia.asking import REFUSALS, Ask, Do, nothing
from collection.games.cardia.state import Phase, Task
from collection.games.cardia.table import Table

ASKS: Final[dict[str, Ask]] = {**modifying.ASKS, **hands.ASKS, **sailing.ASKS, **phials.ASKS, **copying.ASKS}
STARTS: Final[dict[str, Do]] = {
    **modifying.STARTS,
    **hands.STARTS,
    **phials.STARTS,
    **copying.STARTS,
}
"""How abilities begin; one that is not here begins with its question, of the same name."""
STEPS: Final[dict[str, Do]] = {**sailing.STEPS, **course.STEPS}
SHUFFLE: Final = "shuffle"
"""The task of chance to shuffle a deck."""


def settle(table: Table) -> None:
    """Go on as far as the game goes by itself."""
    while table.phase is Phase.RESOLVE and table.tasks:
        task = table.tasks[-1]
        if task.kind == SHUFFLE:
            return
        ask = ASKS.get(task.kind)
        if ask is None:
            table.tasks.pop()
            _do(table, task)
        else:
            options = ask.options(table, task)
            if len(options) > 1 or (options and ask.always):
                return
            table.tasks.pop()
            if options:
                answer(table, task, ask, options[0])
            else:
                nothing(table, task)
        if course.FOUNDERS in table.setup.locations:
            course.watch_successions(table)


def answer(table: Table, task: Task, ask: Ask, option: str) -> None:
    """Do what was chosen; the task itself has been taken away."""
    if option in REFUSALS and not ask.always:
        table.tell("declined", seat=task.seat)
    ask.answer(table, task, option)


def _do(table: Table, task: Task) -> None:
    if task.kind != "do":
        STEPS[task.kind](table, task)
        return
    ability = task.data[0]
    if course.BAZAAR in table.setup.locations:
        table.push(Task("watch"))
    start = STARTS.get(ability)
    if start is not None:
        start(table, task)
    else:
        table.push(task._replace(kind=ability, data=()))
