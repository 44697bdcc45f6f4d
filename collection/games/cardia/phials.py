"""Phials: placing, moving and stealing them, and the phial abilities that this activates at once."""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import Ask, Do, nothing, own
from collection.games.cardia.cards import PHIAL_ONGOING
from collection.games.cardia.state import Task
from collection.games.cardia.table import Table, card_of, card_option
from collection.games.protocol import Seat


def placeable(table: Table, seat: Seat, value: int) -> bool:
    """Say whether the player has a phial that can come onto this card (ruling 22)."""
    return table.supply[seat] > 0 or any(lay.phials and lay.value != value for lay in table.side(seat))


def place(table: Table, task: Task, value: int) -> None:
    """Place a phial on a card of the player's: from the supply, else from another card."""
    if table.lay(task.seat, value) is None:
        nothing(table, task)
    elif table.supply[task.seat]:
        table.supply[task.seat] -= 1
        _land(table, task.seat, value)
        trigger(table, task.seat, value)
    else:
        table.push(task._replace(kind="phial-from", data=(value,)))


def _land(table: Table, seat: Seat, value: int) -> None:
    lay = table.lay(seat, value)
    assert lay is not None
    table.change(seat, value, phials=lay.phials + 1)
    table.tell("phial", seat=seat, card=table.named(value))


def trigger(table: Table, seat: Seat, value: int) -> None:
    """Activate the phial instant ability of a card; it begins a new chain (ruling 14)."""
    card = table.card(value)
    if card.phial and card.phial not in PHIAL_ONGOING:
        table.push(Task("do", seat, value, card.phial_amount, (card.phial,), ((seat, value),)))


def _sources(table: Table, task: Task) -> list[str]:
    lays = (lay for lay in table.side(task.seat) if lay.phials and lay.value != task.data[0])
    return [card_option(task.seat, lay.value) for lay in lays]


def _moved(table: Table, task: Task, option: str) -> None:
    source = card_of(option)[1]
    lay = table.lay(task.seat, source)
    assert lay is not None
    table.change(task.seat, source, phials=lay.phials - 1)
    table.tell("phial-moved", seat=task.seat, card=table.named(source))
    _land(table, task.seat, task.data[0])
    trigger(table, task.seat, task.data[0])


def _on_here(table: Table, task: Task) -> None:
    if table.lay(task.seat, task.here) is not None and placeable(table, task.seat, task.here):
        place(table, task, task.here)
    else:
        nothing(table, task)


def _placed(table: Table, task: Task, option: str) -> None:
    place(table, task, card_of(option)[1])


def _of_these(table: Table, task: Task, wanted: list[int]) -> list[str]:
    return [card_option(task.seat, value) for value in wanted if placeable(table, task.seat, value)]


def _losing(table: Table, task: Task) -> list[str]:
    return _of_these(table, task, losing(table, task.seat))


def losing(table: Table, seat: Seat) -> list[int]:
    """Give a player's cards that are losing now."""
    pairs = zip(table.row, table.standings(), strict=True)
    return [lay.value for encounter, now in pairs if (lay := encounter.lays[seat]) is not None and now.loses(seat)]


def _winning(table: Table, task: Task) -> list[str]:
    pairs = zip(table.row, table.standings(), strict=True)
    seat = task.seat
    wins = [lay.value for encounter, now in pairs if (lay := encounter.lays[seat]) is not None and now.wins[seat]]
    return _of_these(table, task, wins)


def _near(table: Table, task: Task) -> list[str]:
    before = table.beside(task.seat, task.here, -1)
    here = [task.here] if table.lay(task.seat, task.here) is not None else []
    return _of_these(table, task, [*here, *([before.value] if before is not None else [])])


def lower(table: Table, task: Task) -> list[int]:
    """Give the player's cards with less influence than this one."""
    at = table.find(task.seat, task.here)
    if at is None:
        return []
    now = [standing.influence[task.seat] for standing in table.standings()]
    pairs = zip(table.row, now, strict=True)
    return [lay.value for one, mine in pairs if (lay := one.lays[task.seat]) is not None and mine < now[at]]


def _lower(table: Table, task: Task) -> list[str]:
    return _of_these(table, task, lower(table, task))


# Stealing


def _loot(table: Table, seat: Seat) -> list[str]:
    """Give where the player may steal a phial: from the opponent's supply or any of their cards."""
    rival = 1 - seat
    supply = ["supply"] if table.supply[rival] else []
    return [*supply, *(card_option(rival, lay.value) for lay in table.side(rival) if lay.phials)]


def _steal(table: Table, seat: Seat, option: str, value: int) -> None:
    rival = 1 - seat
    if option == "supply":
        table.supply[rival] -= 1
        table.tell("stolen", seat=seat, card="")
    else:
        taken = card_of(option)[1]
        lay = table.lay(rival, taken)
        assert lay is not None
        table.change(rival, taken, phials=lay.phials - 1)
        table.tell("stolen", seat=seat, card=table.named(taken))
    _land(table, seat, value)


def _aeronaut_loot(table: Table, task: Task) -> list[str]:
    return _loot(table, task.seat) if table.lay(task.seat, task.here) is not None else []


def _aeronaut(table: Table, task: Task, option: str) -> None:
    _steal(table, task.seat, option, task.here)
    trigger(table, task.seat, task.here)


def _matriarch(table: Table, task: Task) -> None:
    rival = 1 - task.seat
    if table.supply[rival] + sum(lay.phials for lay in table.side(rival)) < 2 or not table.side(task.seat):
        nothing(table, task)
    else:
        table.push(task._replace(kind="matriarch", data=()))


def _other_targets(table: Table, task: Task) -> list[str]:
    return [option for option in own(table, task) if option not in task.data]


def _matriarch_target(table: Table, task: Task, option: str) -> None:
    targets = (*task.data, option)
    if len(targets) < min(2, len(table.side(task.seat))):
        table.push(task._replace(data=targets))
    else:
        table.push(
            *(task._replace(kind="matriarch-steal", data=(card_of(target)[1],)) for target in targets),
            Task("matriarch-order", task.seat, data=targets),
        )


def _any_loot(table: Table, task: Task) -> list[str]:
    return _loot(table, task.seat)


def _matriarch_steal(table: Table, task: Task, option: str) -> None:
    _steal(table, task.seat, option, task.data[0])


def _to_resolve(table: Table, task: Task) -> list[str]:
    def waits(option: str) -> bool:
        card = table.card(card_of(option)[1])
        return bool(card.phial) and card.phial not in PHIAL_ONGOING and table.lay(*card_of(option)) is not None

    return [option for option in task.data if waits(option)]


def _matriarch_order(table: Table, task: Task, option: str) -> None:
    left = tuple(one for one in task.data if one != option)
    if left:
        table.push(task._replace(data=left))
    trigger(table, *card_of(option))


# Flying Islands


def _may_place(table: Table, task: Task) -> list[str]:
    del table, task
    return ["no", "place"]


def _flying_islands(table: Table, task: Task, option: str) -> None:
    if option == "place":
        place(table, task, task.here)


STARTS: Final[dict[str, Do]] = {"phial-here": _on_here, "matriarch": _matriarch}
ASKS: Final[dict[str, Ask]] = {
    "phial-from": Ask(_sources, _moved, "the card whose phial is moved"),
    "phial-losing": Ask(_losing, _placed, "a losing card of yours for the phial"),
    "phial-near": Ask(_near, _placed, "this card or the previous one for the phial"),
    "phial-winning": Ask(_winning, _placed, "a winning card of yours for the phial"),
    "phial-lower": Ask(_lower, _placed, "a card with less influence for the phial"),
    "steal-here": Ask(_aeronaut_loot, _aeronaut, "where to steal a phial"),
    "matriarch": Ask(_other_targets, _matriarch_target, "a card of yours for a stolen phial"),
    "matriarch-steal": Ask(_any_loot, _matriarch_steal, "where to steal a phial"),
    "matriarch-order": Ask(_to_resolve, _matriarch_order, "which phial ability comes first"),
    "flying-islands": Ask(_may_place, _flying_islands, "whether to place a phial on the card that won"),
}
