"""Ships: pushing, pulling, and moving them, and what the islands then do."""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import Ask, Do, every
from collection.games.cardia.data import ISLANDS
from collection.games.cardia.reckoning import HOMES
from collection.games.cardia.state import Task
from collection.games.cardia.table import Table, card_of, island_name
from collection.games.protocol import Seat

_ADJACENT: Final = ((1,), (0, 2, 3), (1, 4), (1, 4), (2, 3, 5), (4,))
_RANK: Final = (0, 1, 2, 2, 3, 4)
"""How far each island is from seat A."""
_CENTRES: Final = (2, 3)
_OUTER: Final = (1, 4)


def ship_option(source: int, target: int) -> str:
    """Give a ship's way as moves name it: `ship outer-b to centre-1`."""
    return f"ship {island_name(source)} to {island_name(target)}"


def way_of(option: str) -> tuple[int, int]:
    """Give the islands that a ship moves from and to."""
    _, source, _, target = option.split()
    return ISLANDS.index(source), ISLANDS.index(target)


def _steps(ships: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(source, target) for source in sorted(set(ships)) for target in _ADJACENT[source]]


def pulls(ships: tuple[int, ...], seat: Seat) -> list[str]:
    """Give every way to pull a ship one step towards a player."""
    towards = 1 if seat == 0 else -1
    return [
        ship_option(source, target) for source, target in _steps(ships) if (_RANK[source] - _RANK[target]) == towards
    ]


def _pulls(table: Table, task: Task) -> list[str]:
    return pulls(table.ships, task.seat)


def _pushes_and_pulls(table: Table, task: Task) -> list[str]:
    del task
    return [ship_option(*way) for way in _steps(table.ships)]


def sail(table: Table, seat: Seat, source: int, target: int, count: int = 1) -> None:
    """Let ships sail; the movement may not be over yet."""
    ships = list(table.ships)
    for _ in range(count):
        ships.remove(source)
    table.ships = tuple(sorted((*ships, *(target,) * count)))
    table.tell("sailed", seat=seat, ships=count, source=island_name(source), island=island_name(target))


def movement_over(table: Table, seat: Seat, target: int) -> None:
    """End a movement: the Shanty Singer sings at the first of a round, and the island comes into the queue."""
    if not table.moved[seat]:
        table.moved[seat] = True
        for lay in table.side(seat):
            card = table.card(lay.value)
            if lay.tokens and card.ability == "shanty-singer":
                table.modify(seat, lay.value, card.amount)
    if target not in HOMES:
        table.queue = (*table.queue, (seat, target))


def moved(table: Table, task: Task, option: str) -> None:
    """Move one ship, as one movement."""
    source, target = way_of(option)
    sail(table, task.seat, source, target)
    movement_over(table, task.seat, target)


def _to_centre(table: Table, task: Task) -> list[str]:
    del task
    return [
        ship_option(source, target) for source in sorted(set(table.ships)) for target in _CENTRES if source != target
    ]


def _smuggled(table: Table, task: Task) -> list[str]:
    rival = 1 - task.seat
    there = [island for island in (_OUTER[rival], HOMES[rival]) if island in table.ships]
    return [ship_option(island, _OUTER[task.seat]) for island in there]


def _groups(table: Table, task: Task) -> list[str]:
    del task
    islands = range(len(ISLANDS))
    return [
        ship_option(source, target) for source in sorted(set(table.ships)) for target in islands if source != target
    ]


def _siren(table: Table, task: Task, option: str) -> None:
    source, target = way_of(option)
    sail(table, task.seat, source, target, table.ships.count(source))
    movement_over(table, task.seat, target)


def _tide_shifter(table: Table, task: Task, option: str) -> None:
    source, target = way_of(option)
    sail(table, task.seat, source, target)
    table.push(task._replace(kind="tide-shifter-more", data=(target,)))


def _pull_again(table: Table, task: Task) -> list[str]:
    del table
    return ["done", *pulls((task.data[0],), task.seat)]


def _tide_shifter_more(table: Table, task: Task, option: str) -> None:
    target = task.data[0]
    if option != "done":
        source, target = way_of(option)
        sail(table, task.seat, source, target)
    movement_over(table, task.seat, target)


def _harbourmaster(table: Table, task: Task, option: str) -> None:
    moved(table, task, option)
    table.push(task._replace(kind="harbourmaster-more", data=(way_of(option)[1],)))


def _another_ship(table: Table, task: Task) -> list[str]:
    ships = list(table.ships)
    ships.remove(task.data[0])
    return ["done", *(ship_option(*way) for way in _steps(tuple(ships)))]


def _may_move(table: Table, task: Task, option: str) -> None:
    if option not in ("done", "no"):
        moved(table, task, option)


def _may_pull(table: Table, task: Task) -> list[str]:
    return ["no", *pulls(table.ships, task.seat)]


# Islands


def _queued(table: Table, task: Task) -> list[str]:
    return [
        f"island {island_name(island)}" for island in dict.fromkeys(i for seat, i in table.queue if seat == task.seat)
    ]


def _island_chosen(table: Table, task: Task, option: str) -> None:
    island = ISLANDS.index(option.removeprefix("island "))
    queue = list(table.queue)
    queue.remove((task.seat, island))
    table.queue = tuple(queue)
    table.push(Task("island-effect", task.seat, data=(island,)), Task("watch"))


def islands(table: Table, task: Task) -> None:
    """Let the next island of the queue have its effect, until none is left (ruling 16)."""
    if table.queue:
        table.push(Task("island-order", table.queue[0][0]), task)


def _island_effect(table: Table, task: Task) -> None:
    island = task.data[0]
    effect, ships = table.setup.islands[island], table.ships.count(island)
    amount = effect.amount * ships
    table.tell("island", seat=task.seat, island=island_name(island), ships=ships)
    if effect.effect == "influence" and amount:
        table.push(Task("island-influence", task.seat, amount=amount))
    elif effect.effect == "draw" and amount > 0:
        table.draw(task.seat, amount)


def _island_influence(table: Table, task: Task, option: str) -> None:
    table.modify(*card_of(option), task.amount)


STEPS: Final[dict[str, Do]] = {"islands": islands, "island-effect": _island_effect}
ASKS: Final[dict[str, Ask]] = {
    "ferryman": Ask(_to_centre, moved, "a ship and a centre island"),
    "navigator": Ask(_pushes_and_pulls, moved, "a ship to push or pull"),
    "smuggler": Ask(_smuggled, moved, "a ship from the opponent's side"),
    "tide-shifter": Ask(_pulls, _tide_shifter, "a ship to pull"),
    "tide-shifter-more": Ask(_pull_again, _tide_shifter_more, "whether to pull it once more"),
    "harbourmaster": Ask(_pushes_and_pulls, _harbourmaster, "a ship to push or pull"),
    "harbourmaster-more": Ask(_another_ship, _may_move, "a different ship to push or pull, or none"),
    "siren": Ask(_groups, _siren, "an island whose ships move, and where to"),
    "uncharted-waters": Ask(_may_pull, _may_move, "a ship to pull, or none"),
    "island-order": Ask(_queued, _island_chosen, "the island whose effect comes next"),
    "island-influence": Ask(every, _island_influence, "the card that the island changes"),
}
