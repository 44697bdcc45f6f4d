"""RATs: playing one, alone or In Pari Delicto, the Scandal that it brings, and what it does."""

from __future__ import annotations

from collection.games.mud import punishing
from collection.games.mud.acts import check_won, drop_scandal, lose, seat_fact, steal, with_seat
from collection.games.mud.cards import DIG, SHREDDER
from collection.games.mud.moves import Play
from collection.games.mud.state import DIGGING, NOBODY, SHREDDING, Due, Held, Phase, Rat, Task, sees
from collection.games.mud.table import Table
from collection.games.protocol import Seat


def played(table: Table, seat: Seat, move: Play) -> None:
    """Play a RAT or use a shared ability; one that is offered In Pari Delicto waits for the answer."""
    rat = table.rat = Rat(
        move.rat,
        seat,
        move.shared,
        move.target,
        move.voter,
        move.own,
        move.region,
        move.scandal,
        bool(move.scandal),
        move.partner,
    )
    table.tell(
        "played",
        seat=seat,
        card=rat.card,
        shared=rat.shared,
        target=seat_fact(rat.target),
        voter=rat.voter,
        own=rat.own,
        region=rat.region,
        partner=seat_fact(rat.partner),
    )
    if rat.shared:
        abilities = list(table.abilities[seat])
        abilities.remove(rat.card)
        table.abilities = with_seat(table.abilities, seat, tuple(abilities))
        table.due = [Task(Due.EFFECT), Task(Due.DONE)]
        return
    table.part(seat, (rat.card,))
    table.due = [Task(Due.BRING), Task(Due.EFFECT), Task(Due.DONE)]


def agreed(table: Table, agrees: bool) -> None:
    """Note whether a RAT is shared; whoever agrees may use its ability on a turn of their own."""
    rat = table.rat
    assert rat is not None, "a RAT was offered to be shared"
    table.tell("pact", seat=rat.partner, by=rat.seat, card=rat.card, agreed=agrees)
    if agrees:
        abilities = tuple(sorted((*table.abilities[rat.partner], rat.card)))
        table.abilities = with_seat(table.abilities, rat.partner, abilities)
    else:
        table.rat = rat._replace(partner=NOBODY)
    table.due[0] = Task(Due.BRING, number=1)


def bring(table: Table) -> Phase | None:
    """Take the Scandal that a RAT brings, before it has its effect (rulings 2 and 3)."""
    rat = table.rat
    assert rat is not None, "a RAT is in play"
    if rat.partner != NOBODY and not table.due[0].number:
        return Phase.PACT
    if not table.scandals and table.spent:
        return Phase.RESHUFFLE_SCANDALS
    table.due.pop(0)
    if not table.scandals:
        table.tell("immune", seat=rat.seat)
        return None
    number, *rest = table.scandals
    table.scandals = tuple(rest)
    sharing = [one for one in (rat.seat, rat.partner) if one != NOBODY]
    barred = tuple(sorted(sharing)) if rat.card == SHREDDER else ()
    table.rows[rat.seat] = tuple(sorted((*table.rows[rat.seat], Held(rat.partner, barred, number))))
    hold = table.setup.hold
    seen_by = [one for one in range(table.seats) if sees(hold, one, rat.seat, rat.partner)]
    announced = len(seen_by) == table.seats
    partner = seat_fact(rat.partner)
    says = table.deck.scandals[number].words
    open_number, open_says = (number, says) if announced else (0, "")
    table.tell("scandal", seat=rat.seat, partner=partner, number=open_number, says=open_says)
    if seen_by and not announced:
        table.tell("scandal-seen", seen_by, seat=rat.seat, partner=partner, number=number, says=says)
    return None


def effect(table: Table) -> Phase | None:
    """Do what the RAT in play says."""
    rat = table.rat
    assert rat is not None, "a RAT is in play"
    table.due.pop(0)
    seat, target = rat.seat, rat.target
    # From here on it is no secret which Scandal was named, and it lies in no row any more.
    table.rat = rat._replace(scandal=0, named=False)
    match rat.card:
        case "dig" | "shredder" if not rat.named:
            whose, why = (target, DIGGING) if rat.card == DIG else (seat, SHREDDING)
            table.first(Task(Due.PICK, whose, int(rat.shared), why, by=seat))
        case "dig":
            punishing.reveal(table, seat, target, rat.scandal)
        case "poach":
            steal(table, seat, target, rat.voter, rat.card)
        case "smear":
            lose(table, target, (rat.voter,), NOBODY)
        case "redistrict":
            _redistricted(table, rat)
        case "money":
            table.first(Task(Due.DRAW, seat, table.deck.money))
        case "stuffing":
            table.stuffed += table.deck.stuffing
            table.tell("stuffed", seat=seat, voters=table.deck.stuffing)
        case "wiretap":
            _wiretapped(table, seat, target)
        case "shredder":
            drop_scandal(table, seat, rat.scandal, rat.card)
        case _:
            table.first(*(Task(Due.LOSE, one, 1, rat.region, by=one) for one in table.after(seat)[1:]))
    return None


def _redistricted(table: Table, rat: Rat) -> None:
    table.unmap(rat.seat, (rat.own,))
    table.unmap(rat.target, (rat.voter,))
    table.map(rat.seat, rat.voter)
    table.map(rat.target, rat.own)
    table.tell("swapped", seat=rat.seat, target=rat.target, own=rat.own, voter=rat.voter)
    check_won(table)


def _wiretapped(table: Table, seat: Seat, target: Seat) -> None:
    cards = tuple(card for card in table.hands[target] if card is not None)
    table.tell("looked", seat=seat, target=target)
    table.tell("looked-at", (seat,), seat=seat, target=target, cards=cards)
    table.show(seat, target, cards)
    table.first(Task(Due.LOOT, target, by=seat))


def done(table: Table) -> Phase | None:
    """Discard the RAT that was resolved (ruling 1); a shared ability has no card."""
    rat = table.rat
    assert rat is not None, "a RAT is in play"
    table.due.pop(0)
    if not rat.shared:
        table.discarded((rat.card,))
    if rat.card == SHREDDER:
        table.unbar(rat.seat, shared=rat.shared)
    table.rat = None
    return None
