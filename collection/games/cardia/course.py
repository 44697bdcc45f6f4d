"""The course of a round: placing, revealing, comparing, what follows phase 2, and the end (rulings 1 to 5, 28, 30).

| kind | seen by | facts |
|---|---|---|
| `shuffled` | all | seat (None: both decks) |
| `drew`, `drew-cards` | all; who drew | seat, count or cards |
| `opened`, `placed` | all | seat, card (face up), or seat alone |
| `revealed` | all | cards (of A and B), modifiers |
| `compared` | all | influence (of A and B), winner (None: nobody, or both), both |
| `activated`, `copied`, `token`, `nothing` | all | seat, card, copied |
| `modified`, `waits`, `prepared`, `juggled`, `carried`, `cleared` | all | seat, card, amount, onto, what |
| `milled`, `discarded`, `destroyed`, `replaced`, `taken-back`, `swapped` | all | seat, card or cards, other |
| `scrapped`, `scrapped-card` | all; who put it | seat, card |
| `named`, `foreseen`, `declined` | all | seat, faction |
| `sailed`, `island` | all | seat, ships, source, island |
| `phial`, `phial-moved`, `stolen` | all | seat, card |
| `round` | all | round, signets |
| `ended` | all | winner, how, signets |
"""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import Do, discards
from collection.games.cardia.cards import Faction
from collection.games.cardia.copying import activate
from collection.games.cardia.state import Encounter, Lay, Phase, Placed, Task, Waiting
from collection.games.cardia.table import Table
from collection.games.protocol import Seat

SEATS: Final = (0, 1)
BAZAAR: Final = "bazaar"
FOUNDERS: Final = "founders-day"
_BAZAAR_DRAW: Final = 4
_IN_A_ROW: Final = 3
_COMPARE: Final = "compare"
_USURPING: Final = "usurper-draw"
"""The task of drawing the card that comes in a discarded one's place."""


def deal(table: Table, orders: tuple[tuple[int, ...], ...]) -> None:
    """Begin: both decks lie in these orders, and the hands are drawn."""
    table.tell("shuffled", seat=None)
    count = 2 if "grand-library" in table.setup.locations else table.setup.hand
    for seat in SEATS:
        table.decks[seat] = orders[seat]
        table.draw(seat, count)
    next_round(table)


def next_round(table: Table) -> None:
    """Begin a round, or end the game where somebody cannot play (ruling 2)."""
    empty = [not table.hands[seat] for seat in SEATS]
    if all(empty) and table.fog:
        table.round += 1
        pair, table.fog = table.fog, ()
        _resolve(table, pair)
    elif all(empty):
        mine, theirs = table.signets()
        table.ends("cannot-play", None if mine == theirs else 0 if mine > theirs else 1)
    elif any(empty):
        table.ends("cannot-play", 0 if empty[1] else 1)
    else:
        table.round += 1
        table.phase = Phase.PLACE


def placed(table: Table, cards: dict[Seat, int]) -> None:
    """Take the cards that were placed: one face up, before the other is chosen, or those that complete the pair."""
    for seat, value in cards.items():
        table.leave_hand(seat, value)
    if table.first is not None and table.opened is None:
        table.opened = cards[table.first]
        table.tell("opened", seat=table.first, card=table.named(table.opened))
        return
    whole = dict(cards)
    if table.first is not None and table.opened is not None:
        whole[table.first] = table.opened
    pair = tuple(Placed(whole[seat], table.waiting[seat], open=seat == table.first) for seat in SEATS)
    table.waiting = [Waiting(), Waiting()]
    table.first = table.opened = None
    if "foggy-swamp" not in table.setup.locations:
        _resolve(table, pair)
        return
    for seat in SEATS:
        table.tell("placed", seat=seat)
        if not pair[seat].open:
            # Which card lies there nobody else knows, so that no card is known to be in the hand still.
            table.shown[seat] = ()
    before, table.fog = table.fog, pair
    if before:
        _resolve(table, before)
    else:
        table.phase = Phase.RESOLVE
        table.push(Task("end"))


def _resolve(table: Table, pair: tuple[Placed, ...]) -> None:
    table.phase = Phase.RESOLVE
    table.push(Task("reveal", data=pair), Task(_COMPARE), *map(Task, table.setup.after))


def _reveal(table: Table, task: Task) -> None:
    pair: tuple[Placed, ...] = task.data
    lays = [Lay(placed.card, placed.waiting.modifier) for placed in pair if placed.card is not None]
    table.row.append(Encounter(table.round, (lays[0], lays[1])))
    modifiers = [lay.modifier for lay in lays]
    table.tell("revealed", cards=[table.named(lay.value) for lay in lays], modifiers=modifiers)
    _auction_house(table)
    if _catacombs(table):
        return
    tasks = [task for seat in SEATS for task in _waiting_tasks(table, seat, pair[seat], lays[seat].value)]
    table.push(Task("watch"), *tasks)


def _auction_house(table: Table) -> None:
    if "auction-house" not in table.setup.locations or len(table.row) < 2:
        return
    before, now = table.standings()[-2:]
    for seat in SEATS:
        if table.row[-2].lays[seat] is not None and now.influence[seat] < before.influence[seat]:
            table.mill(seat, 1)


def _catacombs(table: Table) -> bool:
    """End the game for who reveals the faction of the own previous card."""
    if "haunted-catacombs" not in table.setup.locations or len(table.row) < 2:
        return False

    def caught(seat: Seat) -> bool:
        before, now = table.row[-2].lays[seat], table.row[-1].lays[seat]
        return (
            before is not None
            and now is not None
            and (table.card(before.value).faction is table.card(now.value).faction)
        )

    losers = [seat for seat in SEATS if caught(seat)]
    if losers:
        table.ends("haunted-catacombs", None if len(losers) == 2 else 1 - losers[0])
    return bool(losers)


def _waiting_tasks(table: Table, seat: Seat, placed: Placed, value: int) -> list[Task]:
    """Give what waited for this card beside modifiers: Librarian and Blackmailer; the Engineer's comes later."""
    waiting = placed.waiting
    table.late = (*table.late, *((seat, value, amount) for amount in waiting.engineer))
    tasks = [Task("librarian-sign", seat, value, amount) for amount in waiting.librarian]
    for faction, count in waiting.blackmail:
        if table.card(value).faction.value != faction:
            tasks += [*discards(seat, count), Task("watch")]
    return tasks


def _compare(table: Table, task: Task) -> None:
    del task
    standing, encounter = table.standings()[-1], table.row[-1]
    both = standing.wins == (True, True)
    # A tie that a Judge turns is won, but it stays a tie: nobody activates, and no location looks at who won it.
    won = None if both or standing.level else 0 if standing.wins[0] else 1
    winner = None if both or standing.wins == (False, False) else 0 if standing.wins[0] else 1
    table.tell("compared", influence=list(standing.influence), winner=winner, both=both)
    if "serpent-temple" in table.setup.locations:
        past = zip(table.row[:-1], table.standings()[:-1], strict=True)
        table.before = tuple((one.round, *now.wins) for one, now in past)
    if won is None:
        return
    mine, theirs = encounter.lays[won], encounter.lays[1 - won]
    assert mine is not None
    assert theirs is not None
    table.won = (won, mine.value)
    # Three in a row win at once, before an ongoing ability of the loser could break them up.
    watch_successions(table)
    if table.phase is not Phase.OVER:
        activate(table, 1 - won, theirs.value, ())


# After the abilities of phase 2


def _late(table: Table, task: Task) -> None:
    del task
    for seat, value, amount in table.late:
        table.modify(seat, value, amount)


def _temple(table: Table, task: Task) -> None:
    del task
    if "serpent-temple" not in table.setup.locations:
        return
    before = {number: wins for number, *wins in table.before}
    now = {one.round: standing.wins for one, standing in zip(table.row, table.standings(), strict=True)}
    tasks: list[Task] = []
    for seat in SEATS:
        turned = sum(number in now and now[number][seat] and not wins[seat] for number, wins in before.items())
        tasks += turned * [Task("draw", seat, amount=1), *discards(1 - seat, 1)]
    table.push(*tasks)


def _waters(table: Table, task: Task) -> None:
    del task
    if "uncharted-waters" in table.setup.locations and table.won is not None:
        seat, value = table.won
        if table.card(value).faction is Faction.ARCHIPELAGO:
            table.push(Task("uncharted-waters", seat))


def _flying(table: Table, task: Task) -> None:
    del task
    if "flying-islands" in table.setup.locations and table.won is not None:
        seat, value = table.won
        there = table.lay(seat, value) is not None and table.supply[seat] > 0
        if there and table.card(value).faction is Faction.EXPEDITION:
            table.push(Task("flying-islands", seat, value), Task("watch"))


def _mechanical_djinn(table: Table, task: Task) -> None:
    del task
    standings = table.standings()
    winners = {
        seat
        for seat in SEATS
        for at, encounter in enumerate(table.row[:-1])
        if (lay := encounter.lays[seat]) is not None
        and lay.tokens
        and table.card(lay.value).ability == "mechanical-djinn"
        and standings[at + 1].wins[seat]
    }
    if len(winners) == 1:
        table.ends("ability", winners.pop())


def _end(table: Table, task: Task) -> None:
    """Phase 3: whoever has enough signets, and more than the other, wins; else cards are drawn (rulings 1 and 3)."""
    del task
    mine, theirs = table.signets()
    table.tell("round", round=table.round, signets=[mine, theirs])
    if max(mine, theirs) >= table.setup.signets and mine != theirs:
        table.ends("signets", 0 if mine > theirs else 1)
        return
    locations = table.setup.locations
    count = 0 if BAZAAR in locations else 2 if locations & {"grand-library", "scrapyard"} else 1
    for seat in SEATS:
        table.draw(seat, count)
    table.moved, table.queue, table.won, table.before, table.late = [False, False], (), None, (), ()
    scrapping = [Task("scrapyard", seat) for seat in SEATS] if "scrapyard" in locations else []
    table.push(*scrapping, Task("next"))


def _next(table: Table, task: Task) -> None:
    del task
    next_round(table)


def _draw(table: Table, task: Task) -> None:
    table.draw(task.seat, task.amount)


def _watch(table: Table, task: Task) -> None:
    """The Bazaar: after the reveal and after every ability or effect, who has too few cards draws."""
    del task
    if BAZAAR in table.setup.locations:
        for seat in SEATS:
            if len(table.hands[seat]) <= 1:
                table.draw(seat, _BAZAAR_DRAW)


def watch_successions(table: Table) -> None:
    """Founder's Day: end the game for who wins three encounters in a row, at whatever moment (ruling 30)."""
    if FOUNDERS not in table.setup.locations or table.phase is Phase.OVER:
        return
    if any(task.kind == _USURPING for task in table.tasks):
        # Cards are being replaced: who wins what is told once all of them lie there (ruling 25).
        return
    standings = table.standings()
    if any(task.kind == _COMPARE for task in table.tasks) and standings and table.tasks[-1].kind != "reveal":
        standings = standings[:-1]
    wins = [standing.wins for standing in standings]
    triples = list(zip(wins, wins[1:], wins[2:], strict=False))
    winners = [seat for seat in SEATS if any(all(one[seat] for one in triple) for triple in triples)]
    if len(winners) == 1:
        table.ends("founders-day", winners[0])


STEPS: Final[dict[str, Do]] = {
    "reveal": _reveal,
    _COMPARE: _compare,
    "late": _late,
    "temple": _temple,
    "waters": _waters,
    "flying": _flying,
    "mechanical-djinn": _mechanical_djinn,
    "end": _end,
    "next": _next,
    "draw": _draw,
    "watch": _watch,
}
