"""Abilities that discard, replace, and exchange cards: of hands, decks, and those in play."""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import (
    Ask,
    Do,
    discards,
    faction_of,
    factions,
    hand_options,
    nothing,
    number_of,
    others,
    own,
)
from collection.games.cardia.cards import Faction
from collection.games.cardia.state import Lay, Task
from collection.games.cardia.table import Table, card_of, card_option


def _mill(table: Table, task: Task) -> None:
    table.mill(1 - task.seat, task.amount)


def _buccaneer(table: Table, task: Task) -> None:
    table.mill(1 - task.seat, 1)
    table.push(*discards(1 - task.seat, 1))


def _revolutionary(table: Table, task: Task) -> None:
    rival = 1 - task.seat
    table.push(*discards(rival, task.amount), Task("draw", rival, amount=task.amount))


def _successor(table: Table, task: Task) -> None:
    rival = 1 - task.seat
    table.discard_deck(rival, table.decks[rival])
    table.push(*discards(rival, max(0, len(table.hands[rival]) - task.amount)))


def _blackmailer(table: Table, task: Task, option: str) -> None:
    faction = faction_of(option).value
    waiting = table.waiting[1 - task.seat]
    table.waiting[1 - task.seat] = waiting._replace(blackmail=(*waiting.blackmail, (faction, task.amount)))
    table.tell("named", seat=task.seat, faction=faction)


def _of_faction(table: Table, values: tuple[int, ...], faction: Faction) -> list[int]:
    return [value for value in values if table.card(value).faction is faction]


def _ambusher(table: Table, task: Task, option: str) -> None:
    faction, rival = faction_of(option), 1 - task.seat
    table.tell("named", seat=task.seat, faction=faction.value)
    table.discard_hand(rival, _of_faction(table, table.hands[rival], faction))


def _witch_king(table: Table, task: Task, option: str) -> None:
    faction, rival = faction_of(option), 1 - task.seat
    table.tell("named", seat=task.seat, faction=faction.value)
    table.discard_hand(rival, _of_faction(table, table.hands[rival], faction))
    table.discard_deck(rival, _of_faction(table, table.decks[rival], faction))
    if len(table.decks[rival]) > 1:
        table.bottom[rival] = 0
        table.push(Task("shuffle", rival))


def _hired_blade(table: Table, task: Task) -> None:
    opposing = table.opposing(task.seat, task.here)
    facing = () if opposing is None else ((1 - task.seat, opposing.value),)
    table.discard_played((task.seat, task.here), *facing)


def _earlier(table: Table, task: Task) -> list[str]:
    at = table.find(task.seat, task.here)
    return [f"encounter {number}" for number in range(1, (at or 0) + 1)]


def _wrecker(table: Table, task: Task, option: str) -> None:
    del task
    lays = table.row[number_of(option) - 1].lays
    table.discard_played(*((seat, lay.value) for seat, lay in enumerate(lays) if lay is not None))


def _swamp_guardian(table: Table, task: Task, option: str) -> None:
    del task
    seat, value = card_of(option)
    opposing = table.opposing(seat, value)
    table.lift(seat, value)
    table.hands[seat] = tuple(sorted((*table.hands[seat], value)))
    table.shown[seat] = tuple(sorted((*table.shown[seat], value)))
    table.tell("taken-back", seat=seat, card=table.named(value))
    table.discard_played(*(() if opposing is None else ((1 - seat, opposing.value),)))


def _replacing(kind: str) -> Do:
    """Give what begins an ability that replaces the opposing card: with an empty hand it wins instead (ruling 26)."""

    def start(table: Table, task: Task) -> None:
        if table.opposing(task.seat, task.here) is None:
            nothing(table, task)
        elif not table.hands[1 - task.seat]:
            table.ends("ability", task.seat)
        else:
            table.push(task._replace(kind=kind))

    return start


def _drawn_from_rival(table: Table, task: Task) -> list[str]:
    return hand_options(table, 1 - task.seat, "draw")


def _put_by_rival(table: Table, task: Task) -> list[str]:
    return hand_options(table, 1 - task.seat, "put")


def _opposing_replaced(table: Table, task: Task, option: str) -> None:
    rival, at = 1 - task.seat, table.find(task.seat, task.here)
    opposing = table.opposing(task.seat, task.here)
    assert at is not None
    assert opposing is not None
    table.remove_played((rival, opposing.value))
    table.replace_card(rival, at, number_of(option))


def _own_hand(table: Table, task: Task) -> list[str]:
    at = table.find(task.seat, task.here)
    return [] if at is None else hand_options(table, task.seat, "put")


def _forger(table: Table, task: Task, option: str) -> None:
    at = table.find(task.seat, task.here)
    assert at is not None
    table.remove_played((task.seat, task.here))
    table.replace_card(task.seat, at, number_of(option), -task.amount)


def _cutpurse(table: Table, task: Task, option: str) -> None:
    table.discard_hand(1 - task.seat, [number_of(option)])


def _usurped(table: Table, task: Task) -> list[str]:
    rival = 1 - task.seat
    there = [card_option(rival, lay.value) for lay in table.side(rival)]
    return ["done", *(option for option in there if option not in task.data)]


def _usurper(table: Table, task: Task, option: str) -> None:
    chosen = task.data if option == "done" else (*task.data, option)
    if option != "done" and len(chosen) < min(task.amount, len(table.side(1 - task.seat))):
        table.push(task._replace(data=chosen))
        return
    rival = 1 - task.seat
    if len(chosen) > len(table.hands[rival]):
        table.ends("ability", task.seat)
        return
    rounds = []
    for one in chosen:
        at = table.find(*card_of(one))
        assert at is not None
        rounds.append(table.row[at].round)
    table.remove_played(*map(card_of, chosen))
    table.push(*(task._replace(kind="usurper-draw", data=(number,)) for number in sorted(rounds)))


def _usurper_draw(table: Table, task: Task, option: str) -> None:
    at = next(at for at, encounter in enumerate(table.row) if encounter.round == task.data[0])
    table.replace_card(1 - task.seat, at, number_of(option))


def _first_to_swap(table: Table, task: Task) -> list[str]:
    mine = own(table, task)
    return mine if len(mine) > 1 else []


def _mesmerizer(table: Table, task: Task, option: str) -> None:
    table.push(task._replace(kind="mesmerizer-with", data=(option,)))


def _second_to_swap(table: Table, task: Task) -> list[str]:
    return [option for option in own(table, task) if option != task.data[0]]


def _swapped(table: Table, task: Task, option: str) -> None:
    seat = task.seat
    one, other = card_of(task.data[0])[1], card_of(option)[1]
    places = table.find(seat, one), table.find(seat, other)
    lays: tuple[Lay | None, Lay | None] = table.lay(seat, one), table.lay(seat, other)
    assert places[0] is not None
    assert places[1] is not None
    table.put(seat, places[0], lays[1])
    table.put(seat, places[1], lays[0])
    table.tell("swapped", seat=seat, card=table.named(one), other=table.named(other))


def _any_hand_card(table: Table, task: Task) -> list[str]:
    return hand_options(table, task.seat, "discard")


def _discarded(table: Table, task: Task, option: str) -> None:
    table.discard_hand(task.seat, [number_of(option)])


def _under_deck(table: Table, task: Task) -> list[str]:
    return hand_options(table, task.seat, "under")


def _scrapped(table: Table, task: Task, option: str) -> None:
    seat, value = task.seat, number_of(option)
    table.leave_hand(seat, value)
    table.decks[seat] = (*table.decks[seat], value)
    table.bottom[seat] += 1
    # Nobody else saw which card it was: what was known to be in the hand need not be there any more.
    table.shown[seat] = ()
    table.tell("scrapped", seat=seat)
    table.tell("scrapped-card", to=seat, seat=seat, card=table.named(value))


STARTS: Final[dict[str, Do]] = {
    "saboteur": _mill,
    "mill": _mill,
    "buccaneer": _buccaneer,
    "revolutionary": _revolutionary,
    "successor": _successor,
    "hired-blade": _hired_blade,
    "puppeteer": _replacing("puppeteer-draw"),
    "scoundrel": _replacing("scoundrel-put"),
}
ASKS: Final[dict[str, Ask]] = {
    "discard": Ask(_any_hand_card, _discarded, "a hand card to discard"),
    "scrapyard": Ask(_under_deck, _scrapped, "a hand card to put under your deck"),
    "blackmailer": Ask(factions, _blackmailer, "a faction"),
    "ambusher": Ask(factions, _ambusher, "a faction"),
    "witch-king": Ask(factions, _witch_king, "a faction"),
    "wrecker": Ask(_earlier, _wrecker, "the encounter that is discarded"),
    "swamp-guardian": Ask(others, _swamp_guardian, "the card that you take back"),
    "puppeteer-draw": Ask(_drawn_from_rival, _opposing_replaced, "the card that replaces it", chance=True),
    "scoundrel-put": Ask(_put_by_rival, _opposing_replaced, "the hand card that replaces yours", rival=True),
    "forger": Ask(_own_hand, _forger, "the hand card that takes its place"),
    "cutpurse": Ask(_drawn_from_rival, _cutpurse, "the card that is discarded", chance=True),
    "usurper": Ask(_usurped, _usurper, "an opposing card to replace, or no more"),
    "usurper-draw": Ask(_drawn_from_rival, _usurper_draw, "the card that comes in its place", chance=True),
    "mesmerizer": Ask(_first_to_swap, _mesmerizer, "a card that changes its place"),
    "mesmerizer-with": Ask(_second_to_swap, _swapped, "the card that it changes places with"),
}
