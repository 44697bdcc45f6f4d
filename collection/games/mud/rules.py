"""What each seat may do in MUD, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from collection.games.mud.cards import (
    DIG,
    INCOMES,
    IS_RAT,
    IS_VOTER,
    POACH,
    REDISTRICT,
    REGIONS,
    SHREDDER,
    SMEAR,
    WIRETAP,
    Card,
    Goal,
    Scandal,
    has,
    holds,
    tally,
)
from collection.games.mud.deck import Deck
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
    Refuse,
    Shuffle,
    ShuffleScandals,
    Steal,
)
from collection.games.mud.state import (
    DIGGING,
    NOBODY,
    SHREDDING,
    Due,
    Held,
    Hold,
    Phase,
    Setup,
    State,
    Task,
    held_by,
    sees,
    shreddable,
)
from collection.games.protocol import CHANCE, Fault, Seat, Seats

OFFERS: Final = 3
"""Offers that a seat makes in a turn at most (ruling 13)."""
ONE_VOTER, NO_RATS, NO_BLOCS, SKIP_DRAW = "one voter next turn", "no rats next turn", "no blocs next turn", "skip draw"
"""What a Scandal may have in store for its victim's next turn, or next draw."""
WORKING, MIDDLE, UPPER = INCOMES
_NOT_NOW = Fault("not-your-turn", "It is not this player's turn: they may neither act nor answer now.")
_OFF_TURN = Fault(
    "off-turn", "Cards are put into play on one's own turn only; at any other time a deal may be offered."
)


def goal_of(setup: Setup, deck: Deck) -> Goal:
    """Give what wins a game."""
    return deck.short if setup.short or setup.seats >= deck.short_seats else deck.usual


def has_bloc(state: State, deck: Deck, income: str) -> bool:
    """Say whether the active player has the advantage of a bloc now (ruling 7)."""
    if NO_BLOCS in state.bound:
        return False
    return tally(state.maps[state.active]).incomes[INCOMES.index(income)] >= deck.bloc


def limit(state: State, deck: Deck) -> int:
    """Give how many Voters the active player may map in this turn, as things stand (rulings 6 and 19)."""
    if ONE_VOTER in state.bound:
        return 1
    return deck.claims + state.stuffed + (deck.extra if has_bloc(state, deck, MIDDLE) else 0)


def scandal_there(state: State) -> bool:
    """Say whether there is a Scandal to take; where there is none, RATs are free (ruling 3)."""
    return bool(state.scandals or state.spent)


def can_offer(state: State, seat: Seat) -> bool:
    """Say whether a seat may offer a deal: between two actions, three times a turn, where anybody has a card."""
    return (
        state.phase is Phase.ACT
        and state.offers[seat] < OFFERS
        and (bool(state.hands[seat]) or any(hand for other, hand in enumerate(state.hands) if other != seat))
    )


@lru_cache(maxsize=4096)
def _seats(must: Seat, may: tuple[Seat, ...]) -> Seats:
    return Seats(frozenset({must}), frozenset(may))


def acting(state: State) -> Seats:
    """Give who acts now; nobody where chance does, or the game is over."""
    match state.phase:
        case Phase.ACT:
            others = tuple(seat for seat in range(state.seats) if seat != state.active and can_offer(state, seat))
            return _seats(state.active, others)
        case Phase.ANSWER:
            assert state.deal is not None
            return _seats(state.deal.to, ())
        case Phase.PACT:
            assert state.rat is not None
            return _seats(state.rat.partner, ())
        case Phase.CHOOSE:
            return _seats(state.due[0].by, ())
    return _NOBODY_ACTS


_NOBODY_ACTS: Final = Seats(frozenset())


def choices(state: State) -> tuple[Card, ...]:
    """Give the different cards of which one is to be chosen; for Wiretap they are a hand that only its user knows."""
    task = state.due[0]
    if task.kind is Due.LOOT:
        return tuple(sorted({card for card in state.hands[task.seat] if card is not None}))
    return tuple(sorted({card for card in state.maps[task.seat] if has(card, task.trait)}))


def pickable(rows: Sequence[tuple[Held, ...]], hold: Hold, task: Task) -> list[tuple[Seat, Held]]:
    """Give the Scandals from which chance picks for a task, each with whose row it lies in."""
    found = held_by(rows, task.seat)
    if task.trait == SHREDDING:
        return shreddable(rows, task.seat, shared=bool(task.number))
    if task.trait == DIGGING and hold is Hold.SAY:
        return [(owner, held) for owner, held in found if not sees(Hold.SAY, task.by, owner, held.partner)]
    return found


def visible_scandals(state: State, observer: Seat, seat: Seat) -> list[Held]:
    """Give the Scandals held by `seat` that `observer` may look at."""
    hold = state.setup.hold
    return [held for owner, held in held_by(state.rows, seat) if sees(hold, observer, owner, held.partner)]


# Why not


def fault_of(state: State, seat: Seat, move: Move, deck: Deck) -> Fault | None:
    """Say why `move` is not legal for `seat` now; None when it is."""
    return _fault_of_chance(state, move, deck) if seat == CHANCE else next(_faults(state, seat, move, deck), None)


def _faults(state: State, seat: Seat, move: Move, deck: Deck) -> Iterator[Fault]:
    if seat not in acting(state).must:
        if state.phase is not Phase.ACT:
            yield _NOT_NOW
        elif isinstance(move, Offer):
            yield from _offer_faults(state, seat, move)
        else:
            yield _OFF_TURN
    elif state.phase is Phase.ACT:
        yield from _act_faults(state, seat, move, deck)
    elif state.phase is not Phase.CHOOSE:
        yield from _answer_faults(state, seat, move)
    elif not isinstance(move, Choose):
        yield Fault("choose", "A card must be chosen before anything else happens.")
    elif move.card not in choices(state):
        yield Fault("not-there", f"{move.card} is not among what may be chosen.")


def _fault_of_chance(state: State, move: Move, deck: Deck) -> Fault | None:
    fine, what = True, ""
    match state.phase:
        case Phase.FIRST:
            fine = isinstance(move, First) and move.seat in range(state.seats)
            what = "Chance says who of those who play begins."
        case Phase.DECK | Phase.RESHUFFLE:
            cards = deck.cards if state.phase is Phase.DECK else state.discard
            fine = isinstance(move, Shuffle) and Counter(move.cards) == Counter(cards)
            which = "the whole deck" if state.phase is Phase.DECK else "the discards"
            what = f"What is shuffled is {which}, every card of it once."
        case Phase.SCANDALS | Phase.RESHUFFLE_SCANDALS:
            numbers = deck.scandals if state.phase is Phase.SCANDALS else state.spent
            fine = isinstance(move, ShuffleScandals) and sorted(move.cards) == sorted(numbers)
            what = "What is shuffled is every Scandal that is not in a row, each once."
        case Phase.PICK:
            there = {held.card for _, held in pickable(state.rows, state.setup.hold, state.due[0])}
            fine = isinstance(move, Pick) and move.scandal in there
            what = "Chance picks one of the Scandals that lie there."
        case Phase.PLUCK:
            fine = isinstance(move, Pluck) and move.card in state.hands[state.due[0].seat]
            what = "Chance picks a card of that hand."
        case _:
            return Fault("no-chance", "Nothing is left to chance now.")
    return None if fine else Fault("chance", what)


def _answer_faults(state: State, seat: Seat, move: Move) -> Iterator[Fault]:
    if not isinstance(move, Accept | Refuse):
        yield Fault("answer", "An offer is accepted or refused before anything else happens.")
    elif isinstance(move, Accept) and state.phase is Phase.ANSWER:
        assert state.deal is not None
        if not holds(state.hands[seat], [card for card in state.deal.wants if card is not None]):
            yield Fault("not-in-hand", "Not all that is wanted is in the hand: the offer can only be refused.")


def _act_faults(state: State, seat: Seat, move: Move, deck: Deck) -> Iterator[Fault]:
    match move:
        case Claim():
            yield from _claim_faults(state, seat, move, deck)
        case Play():
            yield from _play_faults(state, seat, move)
        case Steal():
            yield from _steal_faults(state, seat, move, deck)
        case Clear():
            yield from _clear_faults(state, seat, move, deck)
        case Offer():
            yield from _offer_faults(state, seat, move)
        case End():
            return
        case _:
            yield Fault("wrong-move", "On one's turn one maps Voters, plays RATs, uses blocs, deals, or ends it.")


def _claim_faults(state: State, seat: Seat, move: Claim, deck: Deck) -> Iterator[Fault]:
    if move.card not in IS_VOTER:
        yield Fault("no-voter", "Only Voters go onto the Map.")
    if move.card not in state.hands[seat]:
        yield Fault("not-in-hand", f"There is no {move.card} in that hand.")
    most = limit(state, deck)
    if state.mapped >= most:
        yield Fault("limit", f"{state.mapped} Voters were mapped this turn: the limit is {most}.")


def _play_faults(state: State, seat: Seat, move: Play) -> Iterator[Fault]:
    if NO_RATS in state.bound:
        yield Fault("no-rats", "A Scandal forbids RATs and shared abilities this turn.")
    if move.rat not in IS_RAT:
        yield Fault("no-rat", f"{move.rat} is no RAT.")
        return
    if move.shared and move.rat not in state.abilities[seat]:
        yield Fault("no-ability", f"There is no pact from which this player may use {move.rat}.")
    if not move.shared and move.rat not in state.hands[seat]:
        yield Fault("not-in-hand", f"There is no {move.rat} in that hand.")
    yield from _target_faults(state, seat, move)
    if move.partner != NOBODY:
        yield from _pact_faults(state, seat, move)


def _pact_faults(state: State, seat: Seat, move: Play) -> Iterator[Fault]:
    if not state.setup.pact:
        yield Fault("no-pacts", "This game is played without In Pari Delicto.")
    if move.shared:
        yield Fault("no-scandal", "A shared ability brings no Scandal that could be shared again.")
    elif not scandal_there(state):
        yield Fault("no-scandal", "There is no Scandal to take, so that there is none to share (ruling 14).")
    if move.partner == seat or move.partner not in range(state.seats):
        yield Fault("partner", "A RAT is shared with another player.")


def _target_faults(state: State, seat: Seat, move: Play) -> Iterator[Fault]:
    """Say what is wrong with whom and what a RAT is aimed at (ruling 4)."""
    aimed = move.rat in (DIG, POACH, SMEAR, REDISTRICT, WIRETAP)
    if aimed and (move.target == seat or move.target not in range(state.seats)):
        yield Fault("target", f"{move.rat} is aimed at another player.")
        return
    fits = (
        (move.target != NOBODY) == aimed
        and bool(move.voter) == (move.rat in (POACH, SMEAR, REDISTRICT))
        and bool(move.own) == (move.rat == REDISTRICT)
        and bool(move.region) == (move.rat == "purge")
        and (not move.scandal or move.rat in (DIG, SHREDDER))
    )
    if not fits or (move.region and move.region not in REGIONS):
        yield Fault("target", f"{move.rat} is not aimed like that.")
    elif move.rat == DIG:
        yield from _dig_faults(state, seat, move)
    elif move.rat == SHREDDER:
        found = shreddable(state.rows, seat, shared=move.shared)
        yield from _own_scandal_faults(state, seat, move.scandal, found)
    elif move.rat == WIRETAP and not state.hands[move.target]:
        yield Fault("empty-hand", "There is no card in that hand.")
    elif move.voter and move.voter not in state.maps[move.target]:
        yield Fault("not-there", f"There is no {move.voter} on that Map.")
    elif move.own and move.own not in state.maps[seat]:
        yield Fault("not-there", f"There is no {move.own} on the player's own Map.")


def _dig_faults(state: State, seat: Seat, move: Play) -> Iterator[Fault]:
    found = held_by(state.rows, move.target)
    if not found:
        yield Fault("no-scandal", "That player has no Scandal to dig up.")
        return
    seen = [held.card for held in visible_scandals(state, seat, move.target)]
    if state.setup.hold is not Hold.SAY:
        if move.scandal:
            yield Fault("blind", "The row is shuffled: chance says which Scandal is dug up (ruling 18).")
    elif move.scandal and move.scandal not in seen:
        yield Fault("not-there", f"Scandal {move.scandal} is not among those that this player can read there.")
    elif not move.scandal and len(seen) == len(found):
        yield Fault("choose", "In Say No Evil the digger reads the row and names a Scandal.")


def _own_scandal_faults(
    state: State, seat: Seat, scandal: Scandal, found: Sequence[tuple[Seat, Held]]
) -> Iterator[Fault]:
    """Say what is wrong with discarding a Scandal of one's own; `found` are those that may go."""
    seen = {held.card for owner, held in found if sees(state.setup.hold, seat, owner, held.partner)}
    if not found:
        yield Fault("no-scandal", "There is no earlier Scandal in front of this player to discard.")
    elif scandal and scandal not in seen:
        yield Fault("not-there", f"Scandal {scandal} is not one that this player holds and may look at.")
    elif not scandal and len(seen) == len(found):
        yield Fault("choose", "Who may look at their Scandals names the one to discard.")


def _steal_faults(state: State, seat: Seat, move: Steal, deck: Deck) -> Iterator[Fault]:
    yield from _bloc_faults(state, deck, WORKING)
    if move.target == seat or move.target not in range(state.seats):
        yield Fault("target", "A bloc of the working class steals from another player.")
    elif move.voter not in state.maps[move.target]:
        yield Fault("not-there", f"There is no {move.voter} on that Map.")
    elif move.voter[2] != "w":
        yield Fault("not-working", "A bloc of the working class steals a working-class Voter.")


def _clear_faults(state: State, seat: Seat, move: Clear, deck: Deck) -> Iterator[Fault]:
    yield from _bloc_faults(state, deck, UPPER)
    yield from _own_scandal_faults(state, seat, move.scandal, held_by(state.rows, seat))


def _bloc_faults(state: State, deck: Deck, income: str) -> Iterator[Fault]:
    if NO_BLOCS in state.bound:
        yield Fault("no-blocs", "A Scandal takes the advantages of blocs away this turn.")
    elif not has_bloc(state, deck, income):
        yield Fault("no-bloc", f"A bloc is {deck.bloc} Voters of the {income} class on one's Map.")
    if income in state.used:
        yield Fault("used", f"The bloc of the {income} class was used this turn (ruling 7).")


def _offer_faults(state: State, seat: Seat, move: Offer) -> Iterator[Fault]:
    if state.offers[seat] >= OFFERS:
        yield Fault("offers", f"{OFFERS} offers were made this turn: that is all of them (ruling 13).")
    if move.to == seat or move.to not in range(state.seats):
        yield Fault("target", "A deal is offered to another player.")
        return
    if not move.gives and not move.wants:
        yield Fault("empty", "An offer names cards.")
    if not holds(state.hands[seat], move.gives):
        yield Fault("not-in-hand", "What is offered must be in the hand: Map cards and Scandals are not traded.")
    if len(move.wants) > len(state.hands[move.to]):
        yield Fault("too-many", "That player has fewer cards than are wanted.")
    if any(card not in IS_VOTER and card not in IS_RAT for card in move.wants):
        yield Fault("no-card", "Only Voters and RATs are traded.")
    if move.gives != tuple(sorted(move.gives)) or move.wants != tuple(sorted(move.wants)):
        yield Fault("order", "The cards of an offer are named in order.")
