"""What several moves of MUD have in common: cards that are drawn, stolen, lost or taken, and the end."""

from __future__ import annotations

from typing import TypeVar

from collection.games.mud.cards import Card, Scandal, leaning_won
from collection.games.mud.rules import goal_of
from collection.games.mud.state import NOBODY, Phase
from collection.games.mud.table import Table
from collection.games.protocol import Seat

Part = TypeVar("Part")


def draw(table: Table) -> Phase | None:
    """Draw as far as the pile goes; once it is empty the discards are shuffled, and where there are none it ends."""
    task = table.due[0]
    if not table.pile and table.discard:
        return Phase.RESHUFFLE
    table.due.pop(0)
    if not table.pile:
        table.tell("no-cards", seat=task.seat)
        return None
    drawn, table.pile = table.pile[: task.number], table.pile[task.number :]
    cards = tuple(sorted(card for card in drawn if card is not None))
    table.tell("drew", seat=task.seat, count=len(drawn))
    table.tell("drew-cards", (task.seat,), seat=task.seat, cards=cards)
    table.gain(task.seat, cards, ())
    if len(drawn) < task.number:
        table.first(task._replace(number=task.number - len(drawn)))
    return None


def steal(table: Table, seat: Seat, target: Seat, voter: Card, by: str) -> None:
    """Take a Voter from a Map to the hand, before everybody's eyes."""
    table.unmap(target, (voter,))
    table.gain(seat, (voter,), range(table.seats))
    table.tell("stole", seat=seat, target=target, card=voter, how=by)


def drop_scandal(table: Table, seat: Seat, number: Scandal, by: str) -> None:
    """Discard a Scandal of one's own; a shared one goes for both (ruling 14)."""
    owner, held = table.remove_scandal(number)
    other = owner if owner != seat else held.partner
    table.spend(number)
    table.tell("dropped", seat=seat, number=number, how=by, partner=seat_fact(other))


def take_card(table: Table, seat: Seat, target: Seat, card: Card) -> None:
    """Take a card from a hand to another, seen by these two alone."""
    both = (seat, target)
    table.part(target, (card,), both)
    table.gain(seat, (card,), both)
    table.tell("took", seat=seat, target=target)
    table.tell("took-card", both, seat=seat, target=target, card=card)


def lose(table: Table, seat: Seat, cards: tuple[Card, ...], to: Seat) -> None:
    """Take Voters off a Map, to a hand before everybody's eyes, or to the discards."""
    table.unmap(seat, cards)
    if to == NOBODY:
        table.discarded(cards)
    else:
        table.gain(to, cards, range(table.seats))
    table.tell("lost", seat=seat, cards=cards, to=seat_fact(to))


def check_won(table: Table) -> None:
    """End the game where somebody has reached the goal: the active player first, then clockwise (ruling 9)."""
    goal = goal_of(table.setup, table.deck)
    for seat in table.after(table.active):
        leaning = leaning_won(table.maps[seat], goal)
        if leaning:
            table.tell("won", seat=seat, leaning=leaning)
            table.over(seat, leaning)
            return


def with_seat(parts: tuple[Part, ...], seat: Seat, part: Part) -> tuple[Part, ...]:
    """Give `parts` with another one for `seat`."""
    return (*parts[:seat], part, *parts[seat + 1 :])


def seat_fact(seat: Seat) -> Seat | None:
    """Give a seat as events hold it: None for nobody."""
    return None if seat == NOBODY else seat
