"""Scandals that are dug up: who is punished, and how; and the choices that RATs and punishments leave to somebody."""

from __future__ import annotations

from collection.games.mud.acts import lose as lose_voters
from collection.games.mud.acts import seat_fact, take_card, with_seat
from collection.games.mud.cards import REGIONS, Card, Scandal, has
from collection.games.mud.deck import ALL, Effect
from collection.games.mud.rules import NO_BLOCS, NO_RATS, ONE_VOTER, SKIP_DRAW
from collection.games.mud.state import Due, Phase, Task
from collection.games.mud.table import Table
from collection.games.protocol import Seat

_CURSES = frozenset({ONE_VOTER, NO_RATS, NO_BLOCS, SKIP_DRAW})


def reveal(table: Table, digger: Seat, seat: Seat, number: Scandal) -> None:
    """Open a Scandal; whoever shares it is punished too, the active player first (rulings 5 and 14)."""
    owner, held = table.remove_scandal(number)
    table.revealed = number
    other = owner if owner != seat else held.partner
    says = table.deck.scandals[number].words
    table.tell("revealed", seat=seat, by=digger, number=number, partner=seat_fact(other), says=says)
    guilty = [one for one in table.after(table.active) if one in (owner, held.partner)]
    table.first(*(Task(Due.ENACT, one, number, by=digger) for one in guilty), Task(Due.CLOSE))


def enact(table: Table) -> Phase | None:
    """Punish somebody, as far as they have what it takes (ruling 15)."""
    task = table.due.pop(0)
    effect = table.deck.scandals[task.number]
    table.tell("punished", seat=task.seat, number=task.number, effect=effect.kind)
    table.first(*_punishment(table, effect, task.seat, task.by))
    return None


def _punishment(table: Table, effect: Effect, seat: Seat, digger: Seat) -> list[Task]:
    """Give what is to be done, having done at once what nobody chooses."""
    left = table.after(seat)[1]
    tasks: list[Task] = []
    match effect.kind:
        case "discard":
            tasks = [Task(Due.LOSE, seat, effect.number, effect.trait, by=seat)]
        case "discard each region":
            tasks = [Task(Due.LOSE, seat, 1, region, by=seat) for region in REGIONS]
        case "return":
            tasks = [Task(Due.LOSE, seat, effect.number, effect.trait, by=seat, to=seat)]
        # What would go from the one punished to the same one stays where it is (ruling 14).
        case "digger takes voter" if digger != seat:
            tasks = [Task(Due.LOSE, seat, 1, by=digger, to=digger)]
        case "digger takes card" if digger != seat:
            tasks = [Task(Due.PLUCK, seat, by=digger, to=digger)]
        case "neighbour takes voter":
            tasks = [Task(Due.LOSE, seat, 1, by=left, to=left)]
        case "others draw":
            tasks = [Task(Due.DRAW, one, effect.number) for one in table.after(seat)[1:]]
        case "discard hand":
            cards = tuple(card for card in table.hands[seat] if card is not None)
            table.part(seat, cards)
            table.discarded(cards)
            table.tell("dropped-hand", seat=seat, cards=cards)
        case curse if curse in _CURSES:
            curses = tuple(sorted({*table.curses[seat], curse}))
            table.curses = with_seat(table.curses, seat, curses)
            table.tell("cursed", seat=seat, curse=curse)
    return tasks


def close(table: Table) -> Phase | None:
    """Discard the Scandal that was enacted, once, however many shared it."""
    table.due.pop(0)
    table.spend(table.revealed)
    table.revealed = 0
    return None


# Choices


def lose(table: Table) -> Phase | None:
    """Take Voters off a Map; where it makes a difference which, somebody chooses, one at a time."""
    task = table.due[0]
    there = tuple(card for card in table.maps[task.seat] if has(card, task.trait))
    if len(there) > task.number and len(set(there)) > 1:
        return Phase.CHOOSE
    table.due.pop(0)
    if there:
        lose_voters(table, task.seat, there[: task.number], task.to)
    return None


def loot(table: Table) -> Phase | None:
    """Take a card of a hand, of one's own choice."""
    task = table.due[0]
    hand = table.hands[task.seat]
    if len(set(hand)) > 1:
        return Phase.CHOOSE
    chosen(table, str(hand[0]))
    return None


def chosen(table: Table, card: Card) -> None:
    """Do with a card what it was chosen for."""
    task = table.due.pop(0)
    if task.kind is Due.LOOT:
        take_card(table, task.by, task.seat, card)
        return
    lose_voters(table, task.seat, (card,), task.to)
    if 1 < task.number < ALL:
        table.first(task._replace(number=task.number - 1))


def pluck(table: Table) -> Phase | None:
    """Let chance pick a card of a hand; equal cards need no chance."""
    task = table.due[0]
    hand = table.hands[task.seat]
    if len(set(hand)) > 1:
        return Phase.PLUCK
    table.due.pop(0)
    if hand:
        take_card(table, task.to, task.seat, str(hand[0]))
    return None


def plucked(table: Table, task: Task, card: Card) -> None:
    """Take the card that chance picked."""
    take_card(table, task.to, task.seat, card)
