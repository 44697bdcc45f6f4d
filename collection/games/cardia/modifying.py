"""Abilities that change the influence of cards, now or when the next card comes, and move or remove what lies there."""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import (
    Ask,
    Do,
    every,
    faction_of,
    factions,
    hand_options,
    nothing,
    number_of,
    others,
    own,
)
from collection.games.cardia.state import Task
from collection.games.cardia.table import Table, card_of, card_option
from collection.games.protocol import Seat

_LOW: Final = 8
"""The influence that the Prodigy reaches up to."""


def next_card(table: Table, seat: Seat, amount: int) -> None:
    """Let a modifier wait for a player's next card (rulings 12 and 28)."""
    waiting = table.waiting[seat]
    table.waiting[seat] = waiting._replace(modifier=waiting.modifier + amount)
    table.tell("waits", seat=seat, amount=amount)


def _here(table: Table, task: Task) -> None:
    table.modify(task.seat, task.here, task.amount)


def _surgeon(table: Table, task: Task) -> None:
    next_card(table, task.seat, -task.amount)


def _clockmaker(table: Table, task: Task) -> None:
    before = table.beside(task.seat, task.here, -1)
    if before is not None:
        table.modify(task.seat, before.value, task.amount)
    next_card(table, task.seat, task.amount)


def _poisoner(table: Table, task: Task) -> None:
    opposing, at = table.opposing(task.seat, task.here), table.find(task.seat, task.here)
    if opposing is None or at is None:
        nothing(table, task)
        return
    influence = table.standings()[at].influence
    more = influence[1 - task.seat] - influence[task.seat]
    if more > 0:
        table.modify(1 - task.seat, opposing.value, -more)
    else:
        nothing(table, task)


def _librarian(table: Table, task: Task) -> None:
    waiting = table.waiting[task.seat]
    table.waiting[task.seat] = waiting._replace(librarian=(*waiting.librarian, task.amount))
    table.tell("prepared", seat=task.seat, card=table.named(task.here))


def _engineer(table: Table, task: Task) -> None:
    waiting = table.waiting[task.seat]
    table.waiting[task.seat] = waiting._replace(engineer=(*waiting.engineer, task.amount))
    table.tell("prepared", seat=task.seat, card=table.named(task.here))


def _shipwright(table: Table, task: Task) -> None:
    table.push(
        task._replace(kind="shipwright", data=(task.seat,)), task._replace(kind="shipwright", data=(1 - task.seat,))
    )


def _either_sign(table: Table, task: Task) -> list[str]:
    del table
    return [f"+{task.amount}", f"-{task.amount}"]


def _shipwright_chosen(table: Table, task: Task, option: str) -> None:
    next_card(table, task.data[0], int(option))


def _librarian_chosen(table: Table, task: Task, option: str) -> None:
    table.modify(task.seat, task.here, int(option))


def _add(table: Table, task: Task, option: str) -> None:
    table.modify(*card_of(option), task.amount)


def _take(table: Table, task: Task, option: str) -> None:
    table.modify(*card_of(option), -task.amount)


def _any_or_next(table: Table, task: Task) -> list[str]:
    return [*every(table, task), "next"]


def _envoy(table: Table, task: Task, option: str) -> None:
    if option == "next":
        next_card(table, task.seat, -task.amount)
    else:
        _take(table, task, option)


def _low_cards(table: Table, task: Task) -> list[str]:
    lays = (
        (encounter.lays[task.seat], standing) for encounter, standing in zip(table.row, table.standings(), strict=True)
    )
    return [
        card_option(task.seat, lay.value)
        for lay, standing in lays
        if lay is not None and standing.influence[task.seat] <= _LOW
    ]


def _inventor(table: Table, task: Task, option: str) -> None:
    _add(table, task, option)
    table.push(task._replace(kind="inventor-less", data=(option,)))


def _any_but(table: Table, task: Task) -> list[str]:
    return [option for option in every(table, task) if option != task.data[0]]


def _palace_guard(table: Table, task: Task, option: str) -> None:
    table.tell("named", seat=task.seat, faction=faction_of(option).value)
    if table.hands[1 - task.seat]:
        table.push(task._replace(kind="palace-guard-discard", data=(faction_of(option).value,)))
    else:
        _here(table, task)


def _palace_guard_options(table: Table, task: Task) -> list[str]:
    of_it = [
        option
        for option in hand_options(table, 1 - task.seat, "discard")
        if table.card(number_of(option)).faction.value == task.data[0]
    ]
    return ["no", *of_it]


def _palace_guard_discard(table: Table, task: Task, option: str) -> None:
    if option == "no":
        _here(table, task)
    else:
        table.discard_hand(1 - task.seat, [number_of(option)])


def _void_mage(table: Table, task: Task, option: str) -> None:
    table.push(task._replace(kind="void-mage-what", data=card_of(option)))


def _void_mage_options(table: Table, task: Task) -> list[str]:
    del table, task
    return ["modifiers", "tokens"]


def _void_mage_what(table: Table, task: Task, option: str) -> None:
    seat, value = task.data
    if option == "modifiers":
        table.change(seat, value, modifier=0)
    else:
        table.change(seat, value, tokens=0)
    table.tell("cleared", seat=seat, card=table.named(value), what=option)


def _two_cards(table: Table, task: Task) -> list[str]:
    mine = own(table, task)
    return mine if len(mine) > 1 else []


def _from_juggler(table: Table, task: Task, option: str) -> None:
    table.push(task._replace(kind="juggler-to", data=(option,)))


def _from_kinesis(table: Table, task: Task, option: str) -> None:
    table.push(task._replace(kind="kinesis-to", data=(option,)))


def _own_but(table: Table, task: Task) -> list[str]:
    return [option for option in own(table, task) if option != task.data[0]]


def _juggled(table: Table, task: Task, option: str) -> None:
    source, target = card_of(task.data[0])[1], card_of(option)[1]
    lay = table.lay(task.seat, source)
    amount = 0 if lay is None else lay.modifier
    table.change(task.seat, source, modifier=0)
    table.tell("juggled", seat=task.seat, card=table.named(source), onto=table.named(target), amount=2 * amount)
    table.modify(task.seat, target, 2 * amount)


def _kinesis(table: Table, task: Task, option: str) -> None:
    source, target = card_of(task.data[0])[1], card_of(option)[1]
    lay, onto = table.lay(task.seat, source), table.lay(task.seat, target)
    assert lay is not None
    assert onto is not None
    table.change(task.seat, source, modifier=0, tokens=0)
    table.change(task.seat, target, modifier=onto.modifier + lay.modifier, tokens=onto.tokens + lay.tokens)
    table.tell("carried", seat=task.seat, card=table.named(source), onto=table.named(target))


def _wins(table: Table, task: Task) -> None:
    table.ends("ability", task.seat)


def _fortune_teller(table: Table, task: Task) -> None:
    table.first = 1 - task.seat
    table.tell("foreseen", seat=1 - task.seat)


STARTS: Final[dict[str, Do]] = {
    "add-here": _here,
    "tax-collector": _here,
    "surgeon": _surgeon,
    "clockmaker": _clockmaker,
    "poisoner": _poisoner,
    "librarian": _librarian,
    "engineer": _engineer,
    "shipwright": _shipwright,
    "djinn": _wins,
    "fortune-teller": _fortune_teller,
}
ASKS: Final[dict[str, Ask]] = {
    "shipwright": Ask(_either_sign, _shipwright_chosen, "the modifier for the next card"),
    "librarian-sign": Ask(_either_sign, _librarian_chosen, "the modifier for the card just revealed"),
    "envoy": Ask(_any_or_next, _envoy, "a card, or your next card"),
    "prodigy": Ask(_low_cards, _add, "a card of yours"),
    "colossus": Ask(others, _add, "another card of yours"),
    "inventor": Ask(every, _inventor, "the card to be raised"),
    "inventor-less": Ask(_any_but, _take, "the card to be lowered"),
    "take-any": Ask(every, _take, "the card to be lowered"),
    "palace-guard": Ask(factions, _palace_guard, "a faction"),
    "palace-guard-discard": Ask(
        _palace_guard_options, _palace_guard_discard, "a hand card of that faction to discard, or none",
        rival=True, always=True,
    ),
    "void-mage": Ask(every, _void_mage, "a card"),
    "void-mage-what": Ask(_void_mage_options, _void_mage_what, "what is removed from it"),
    "juggler": Ask(_two_cards, _from_juggler, "the card whose modifiers move"),
    "juggler-to": Ask(_own_but, _juggled, "the card that they move to"),
    "kinesis-mage": Ask(_two_cards, _from_kinesis, "the card that all is moved from"),
    "kinesis-to": Ask(_own_but, _kinesis, "the card that all is moved to"),
}  # fmt: skip
