"""How a game of MUD goes on: what a move does, and everything that then follows by itself.

Whatever needs chance or a player stops there. What happened is told by these events:

| kind | seen by | facts |
|---|---|---|
| `begins` | all | seat |
| `turn` | all | seat, turn |
| `shuffled` | all | what (deck, scandals, discards or scandal-discards), count |
| `drew` | all | seat, count |
| `drew-cards` | who drew | seat, cards |
| `no-cards` | all | seat (who should have drawn) |
| `skipped` | all | seat (who may not draw) |
| `mapped` | all | seat, card |
| `played` | all | seat, card, shared, target, voter, own, region (empty where there is none), partner (who is asked) |
| `pact` | all | seat, by, card, agreed |
| `scandal` | all | seat, partner (or nobody), number, says (0 and empty unless it is announced) |
| `scandal-seen` | who may look | seat, partner, number, says |
| `immune` | all | seat |
| `stole` | all | seat, target, card, how (the RAT, or bloc) |
| `lost` | all | seat, cards, to (a seat's hand, or nobody's) |
| `swapped` | all | seat, target, own, voter |
| `stuffed` | all | seat, voters (how many more) |
| `looked` | all | seat, target |
| `looked-at` | who looked | seat, target, cards |
| `took` | all | seat, target |
| `took-card` | who took, who lost it | seat, target, card |
| `revealed` | all | seat (dug), by, number, partner, says |
| `punished` | all | seat, number, effect (in the words of the data) |
| `dropped` | all | seat, number, how (Shredder or bloc), partner (who held it too) |
| `dropped-hand` | all | seat, cards |
| `cursed` | all | seat, curse |
| `offered` | all | seat, to, gives, wants (how many) |
| `offer` | these two | seat, to, gives, wants (cards) |
| `traded`, `refused` | all | seat, to, gives, wants (how many) |
| `lapsed` | all | seat, cards (abilities not used) |
| `won` | all | seat, leaning |
| `stalled` | all | (nobody has a card, and none is left) |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from collection.games.mud import punishing, rats
from collection.games.mud.acts import check_won, draw, drop_scandal, steal, with_seat
from collection.games.mud.cards import INCOMES, SHREDDER, tally
from collection.games.mud.moves import (
    Accept,
    Choose,
    Claim,
    Clear,
    End,
    First,
    Move,
    Offer,
    Pick,
    Play,
    Pluck,
    Shuffle,
    ShuffleScandals,
    Steal,
)
from collection.games.mud.rules import SKIP_DRAW, UPPER, WORKING, pickable
from collection.games.mud.state import CLEARING, DIGGING, NOBODY, SHREDDING, Deal, Due, Phase, Task
from collection.games.mud.table import Table
from collection.games.protocol import CHANCE, Seat


def moved(table: Table, moves: Mapping[Seat, Move]) -> None:
    """Make a legal move, and all that follows by itself."""
    ((seat, move),) = moves.items()
    if seat == CHANCE:
        _chance_moved(table, move)
        return
    match table.phase:
        case Phase.ANSWER:
            _answered(table, isinstance(move, Accept))
        case Phase.PACT:
            rats.agreed(table, isinstance(move, Accept))
        case Phase.CHOOSE:
            assert isinstance(move, Choose), "a card is chosen"
            punishing.chosen(table, move.card)
        case _:
            _acted(table, seat, move)
    if table.phase is not Phase.OVER:
        settle(table)


def _acted(table: Table, seat: Seat, move: Move) -> None:
    match move:
        case Claim(card):
            table.part(seat, (card,))
            table.map(seat, card)
            table.mapped += 1
            table.tell("mapped", seat=seat, card=card)
            check_won(table)
        case Play():
            rats.played(table, seat, move)
        case Steal(target, voter):
            table.used = tuple(sorted((*table.used, WORKING)))
            steal(table, seat, target, voter, "bloc")
        case Clear(scandal):
            table.used = tuple(sorted((*table.used, UPPER)))
            if scandal:
                drop_scandal(table, seat, scandal, "bloc")
            else:
                table.first(Task(Due.PICK, seat, trait=CLEARING, by=seat))
        case Offer(to, gives, wants):
            _offered(table, Deal(seat, to, gives, wants))
        case End():
            _ended(table, seat)


# Chance


def _chance_moved(table: Table, move: Move) -> None:
    match move:
        case First(seat):
            table.active = seat
            table.phase = Phase.DECK
            return
        case Shuffle(cards):
            if table.phase is Phase.DECK:
                table.tell("shuffled", what="deck", count=len(cards))
                table.pile, table.phase = cards, Phase.SCANDALS
                return
            table.tell("shuffled", what="discards", count=len(cards))
            table.pile, table.discard = cards, ()
        case ShuffleScandals(numbers):
            begun = table.phase is Phase.SCANDALS
            table.tell("shuffled", what="scandals" if begun else "scandal-discards", count=len(numbers))
            table.scandals = numbers
            if begun:
                _dealt(table)
            else:
                table.spent = ()
        case Pick(scandal):
            _picked(table, table.due.pop(0), scandal)
        case Pluck(card):
            task = table.due.pop(0)
            punishing.plucked(table, task, card)
    settle(table)


def _dealt(table: Table) -> None:
    table.tell("begins", seat=table.active)
    table.due = [Task(Due.DRAW, seat, table.deck.hand) for seat in table.after(table.active)]
    table.turn = 1


# Turns


def _ended(table: Table, seat: Seat) -> None:
    """Draw up to a full hand, unless a Scandal forbids it, and pass the turn on."""
    lapsed = table.abilities[seat]
    if lapsed:
        table.tell("lapsed", seat=seat, cards=lapsed)
        table.abilities = with_seat(table.abilities, seat, ())
        table.unbar(seat, shared=True)
    missing = table.deck.hand - len(table.hands[seat])
    if SKIP_DRAW in table.curses[seat]:
        table.tell("skipped", seat=seat)
        table.curses = with_seat(table.curses, seat, tuple(one for one in table.curses[seat] if one != SKIP_DRAW))
    elif missing > 0:
        table.first(Task(Due.DRAW, seat, missing))
    table.due.append(Task(Due.NEXT))


def _next_turn(table: Table) -> Phase | None:
    table.due.pop(0)
    if not any(table.hands) and not table.pile and not table.discard and not _anybody_steals(table):
        table.tell("stalled")
        table.over(NOBODY, "")
        return None
    seat = table.active = table.after(table.active)[1]
    table.turn += 1
    table.mapped = table.stuffed = 0
    table.used = ()
    table.offers = (0,) * table.seats
    table.bound = tuple(one for one in table.curses[seat] if one != SKIP_DRAW)
    table.curses = with_seat(table.curses, seat, tuple(one for one in table.curses[seat] if one == SKIP_DRAW))
    table.tell("turn", seat=seat, turn=table.turn)
    return None


def _anybody_steals(table: Table) -> bool:
    place = INCOMES.index(WORKING)
    return any(tally(voters).incomes[place] >= table.deck.bloc for voters in table.maps)


# Deals


def _offered(table: Table, deal: Deal) -> None:
    seat, to, gives, wants = deal
    table.offers = tuple(count + (one == seat) for one, count in enumerate(table.offers))
    table.tell("offered", seat=seat, to=to, gives=len(gives), wants=len(wants))
    table.tell("offer", (seat, to), seat=seat, to=to, gives=gives, wants=wants)
    table.show(to, seat, (card for card in gives if card is not None))
    table.deal, table.phase = deal, Phase.ANSWER


def _answered(table: Table, accepted: bool) -> None:
    deal = table.deal
    assert deal is not None, "there is an offer"
    table.deal = None
    seat, to = deal.seat, deal.to
    gives = tuple(card for card in deal.gives if card is not None)
    wants = tuple(card for card in deal.wants if card is not None)
    kind = "traded" if accepted else "refused"
    table.tell(kind, seat=seat, to=to, gives=len(gives), wants=len(wants))
    if accepted:
        both = (seat, to)
        table.part(seat, gives, both)
        table.part(to, wants, both)
        table.gain(to, gives, both)
        table.gain(seat, wants, both)


# What follows by itself


def settle(table: Table) -> None:
    """Do what is due, until chance or somebody's choice is needed, or the active player acts on."""
    while table.due:
        waits = _STEPS[table.due[0].kind](table)
        if table.phase is Phase.OVER:
            return
        if waits is not None:
            table.phase = waits
            return
    table.phase = Phase.ANSWER if table.deal is not None else Phase.ACT


def _picked(table: Table, task: Task, scandal: int) -> None:
    if task.trait == DIGGING:
        punishing.reveal(table, task.by, task.seat, scandal)
    else:
        drop_scandal(table, task.seat, scandal, SHREDDER if task.trait == SHREDDING else "bloc")


def _pick(table: Table) -> Phase | None:
    """Let chance pick a Scandal; the only one there is needs no chance."""
    task = table.due[0]
    there = pickable(table.rows, table.setup.hold, task)
    if len(there) > 1:
        return Phase.PICK
    table.due.pop(0)
    if there:
        _picked(table, task, there[0][1].card)
    return None


_STEPS: Final[dict[Due, Callable[[Table], Phase | None]]] = {
    Due.DRAW: draw,
    Due.BRING: rats.bring,
    Due.EFFECT: rats.effect,
    Due.DONE: rats.done,
    Due.LOSE: punishing.lose,
    Due.LOOT: punishing.loot,
    Due.PICK: _pick,
    Due.PLUCK: punishing.pluck,
    Due.ENACT: punishing.enact,
    Due.CLOSE: punishing.close,
    Due.NEXT: _next_turn,
}
