"""`hand stake` and `hand ladder`: what a hand can cost, and which of its cards can get onto the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.hands import Name
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, listed, short, table, talk
from collection.cli.receipts import faults_json, interval_json, named
from collection.games.mudwater.state import Mode
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.worth import HandWorth, Worth
    from collection.hands.stake import CardAtStake
    from collection.lab.ladder import LadderReport
    from collection.ledger.intervals import Interval

_MOST_GAMES = 100_000


def stake(
    context: typer.Context,
    name: Name,
    within: Annotated[
        int, typer.Option("--within", metavar="N", min=1, max=_MOST_GAMES, help="Chances within N games for keeps.")
    ] = 10,
    as_json: Json = False,
) -> None:
    """Say what a hand puts at stake: last copies, keepsakes, values, hands it would break, and chances of losing.

    Values are your own and none is made up; chances rest on your own record.
    """
    from collection.desk.worth import hand_worth

    asked = Asked.of(context)
    with asked.reading() as book:
        found = hand_worth(book, asked.collector, name)
    if as_json:
        data_json(_stake_json(found, within))
        return
    _tell_stake(found, within)
    _tell_chances(found, within)
    _tell_not_legal(found)
    _tell_stand_ins(found)


def ladder(
    context: typer.Context,
    name: Name,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, max=_MOST_GAMES, help="Games to try it out in; 0: count only.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = 0,
    mode: Annotated[Mode, typer.Option("--mode", case_sensitive=False, help="Which rules.")] = Mode.STANDARD,
    as_json: Json = False,
) -> None:
    """Say which cards of a hand can get onto the board face up: ways up, counted, and how often they were played.

    Cards that are dead weight are named. A hand that no game can be played with is counted only.
    """
    from collection.desk.worth import hand_worth
    from collection.hands.legality import table_faults
    from collection.lab.ladder import LadderReport, tried_out

    asked = Asked.of(context)
    with asked.reading() as book:
        found = hand_worth(book, asked.collector, name)
    catalogue, cards = found.grounds.catalogue, found.hand.cards
    unplayable = table_faults(cards, catalogue)
    is_tried = games and not unplayable
    report = tried_out(catalogue, cards, games, seed, mode) if is_tried else LadderReport(found.worth.ladder)
    if as_json:
        data_json(_ladder_json(found, report, seed, mode))
    else:
        _tell_ladder(found, report)
        _tell_dead_weight(found, report)
        _tell_games(found, report)
        _tell_stand_ins(found)
    if unplayable:
        talk("No game can be played with it yet, so that its ways up were only counted:")
        for fault in unplayable:
            talk(f"  {plain(fault.message)}")


def _tell_stake(found: HandWorth, within: int) -> None:
    from collection.ledger.price import sums_written, written

    worth, catalogue = found.worth, found.grounds.catalogue
    ante = "one of 14 is the ante, each as often" if not worth.faults else "no game for keeps can be played with it yet"
    data(f"{short(found.hand.name)}, {counted(len(found.hand.cards), 'card')}: {ante}.")
    has_record = worth.record.interval is not None
    table(
        ("No", "Name", "Spares", "Marks", "Value", *(("Last copy goes",) if has_record else ())),
        [
            (
                str(one.card),
                face_name(catalogue[one.card]),
                str(one.spares) if one.owned else "not owned",
                ", ".join(_marks(one)),
                "-" if one.value is None else written(one.value.currency, one.value.minor),
                *((_ranged(_last_goes(worth, one, within)),) if has_record else ()),
            )
            for one in worth.stake.cards
        ],
        right=(0, 2, 4, 5),
    )
    for name in worth.stake.breaks:
        needed = [str(one.card) for one in worth.stake.cards if name in one.breaks]
        data(f"{short(name, 40)} would not be legal any more without {listed(needed, 'or')}.")
    data(f"Last copies: {len(worth.stake.last_copies)}. Keepsakes: {len(worth.stake.keepsakes)}.")
    sums = sums_written(worth.stake.worth) or "none"
    data(f"Your own values: {sums}; {counted(worth.stake.unvalued, 'card has', 'cards have')} no value.")


def _marks(one: CardAtStake) -> list[str]:
    return ["last"] * one.last + ["keepsake"] * one.keepsake


def _last_goes(worth: Worth, one: CardAtStake, within: int) -> Interval | None:
    """Give the chance that no copy is left of a card within so many games; None where none is owned."""
    return worth.chance_of_losing(within, one.owned) if one.owned > 0 else None


def _tell_chances(found: HandWorth, within: int) -> None:
    """Tell what follows from the collector's own record, and what that is."""
    from collection.desk.worth import ASSUMPTIONS, counted_games
    from collection.ledger.price import each_written

    record = found.worth.record
    lost, chance, expected = record.interval, found.worth.chance_of_losing(within), found.worth.expected_loss
    data()
    if lost is None or chance is None or expected is None:
        data("No games yet, so nothing is said of chances and expected loss: they rest on your own record.")
        data(counted_games(found.grounds.collector))
        return
    data(f"Your own record: {record.losses} of {counted(record.games, 'game')} lost, {_ranged(lost)}.")
    data(counted_games(found.grounds.collector))
    data(f"Within {counted(within, 'game')} for keeps each card is lost at least once: {_ranged(chance)}.")
    data("Last copy goes: the chance that no copy is left after as many games.")
    for currency, loss in each_written({currency: cost.estimate for currency, cost in expected.items()}).items():
        cost = expected[currency]
        data(f"Expected loss a game for keeps: {loss} ({cost.low / 100:.2f} to {cost.high / 100:.2f}).")
    if expected and found.worth.stake.unvalued:
        data(f"At least that: {counted(found.worth.stake.unvalued, 'card')} without a value counted as nothing.")
    data(f"In brackets 95 % ranges ({lost.method}; what follows from it, carried through).")
    for sentence in ASSUMPTIONS:
        data(sentence)


def _tell_ladder(found: HandWorth, report: LadderReport) -> None:
    catalogue = found.grounds.catalogue
    climbers = {one.card: one for one in report.ladder.ways}
    columns = ["Ways up", "On rock"]
    columns += ["Hangs on"] * any(one.hangs_on for one in report.ladder.ways)
    columns += ["Played"] * (report.simulation is not None)
    numbers = [number for number in dict.fromkeys(found.hand.cards) if number in catalogue]
    rows = []
    for number in sorted(numbers, key=lambda number: (catalogue[number].level, number)):
        ways = climbers.get(number)
        cells = {
            "Ways up": "-" if ways is None else str(ways.face_up),
            "On rock": "-" if ways is None else str(ways.on_rock),
            "Hangs on": "" if ways is None else " ".join(str(card) for card in ways.hangs_on),
            "Played": _ranged(report.played(number)),
        }
        rows.append(
            (
                str(number),
                face_name(catalogue[number]),
                catalogue[number].level.name,
                *(cells[column] for column in columns),
            )
        )
    data(f"{short(found.hand.name)}, {counted(len(found.hand.cards), 'card')}, by Level")
    table(("No", "Name", "Level", *columns), rows, right=(0, 3, 4))
    data("Ways up: a Level I face up, then one card of each Level between. On rock: the same from a rock.")
    if "Hangs on" in columns:
        data("Hangs on: with that card as the ante no way up is left.")
    stand = ", ".join(f"{level.name} {many}" for level, many in report.ladder.standing.items())
    data(f"Face up at most, the hand spent on one Level alone: {stand}.")


def _tell_dead_weight(found: HandWorth, report: LadderReport) -> None:
    from collection.lab.ladder import Why

    dead = report.dead_weight
    why = {
        Why.NO_WAY_UP: "has no way up from this hand, and waits for a square of the rival's",
        Why.SELDOM_PLAYED: "was played face up in less than 1 of 20 games where it was in hand",
    }
    for number, reason in dead.items():
        data(f"Dead weight: {named(found.grounds.catalogue, number)} {why[reason]}.")
    if not dead:
        data("Every card has a way up." if report.simulation is None else "No card is dead weight.")


def _tell_games(found: HandWorth, report: LadderReport) -> None:
    from collection.lab.ladder import assumptions

    tried = report.simulation
    if tried is None:
        return
    data()
    data(f"{counted(tried.games, 'game')}: {tried.wins} won, {tried.draws} drawn, {tried.losses} lost.")
    data(f"Score {tried.score:.3f}, between {tried.low:.3f} and {tried.high:.3f} with 95 % confidence (Wilson score).")
    data("Played: face up, in the games where it was in hand and not the ante; in brackets 95 % ranges (Wilson score).")
    for sentence in assumptions(found.grounds.catalogue):
        data(sentence)


def _tell_not_legal(found: HandWorth) -> None:
    if found.worth.faults:
        talk("It is not legal, and cannot be brought to a game for keeps yet:")
    for fault in found.worth.faults:
        talk(f"  {plain(fault.message)}")


def _tell_stand_ins(found: HandWorth) -> None:
    catalogue = found.grounds.catalogue
    if any(catalogue[number].is_stand_in for number in found.hand.cards if number in catalogue):
        talk(STAND_IN_NOTE)


def _percent(chance: Interval | None) -> str:
    return "-" if chance is None else f"{chance.estimate * 100:.1f} %"


def _ranged(chance: Interval | None) -> str:
    """Write a chance with its range: `17.0 % (6.1 to 32.9)`."""
    if chance is None:
        return "-"
    return f"{_percent(chance)} ({chance.low * 100:.1f} to {chance.high * 100:.1f})"


def _stake_json(found: HandWorth, within: int) -> dict[str, Any]:
    from collection.desk.worth import ASSUMPTIONS, counted_games

    worth = found.worth
    expected = worth.expected_loss
    return {
        "name": found.hand.name,
        "cards": [
            {
                "number": one.card,
                "owned": one.owned,
                "spares": one.spares,
                "last": one.last,
                "keepsake": one.keepsake,
                "value": None if one.value is None else {"currency": one.value.currency, "minor": one.value.minor},
                "breaks": list(one.breaks),
                "chance_last": interval_json(_last_goes(worth, one, within)),
            }
            for one in worth.stake.cards
        ],
        "legal": not worth.faults,
        "faults": faults_json(worth.faults),
        "worth": dict(worth.stake.worth),
        "unvalued": worth.stake.unvalued,
        "breaks": list(worth.stake.breaks),
        "record": {
            "games": worth.record.games,
            "losses": worth.record.losses,
            "share": interval_json(worth.record.interval),
            "counted": counted_games(found.grounds.collector),
        },
        "within": within,
        "chance": interval_json(worth.chance_of_losing(within)),
        "expected_loss": None
        if expected is None
        else {currency: interval_json(cost) for currency, cost in expected.items()},
        "assumes": list(ASSUMPTIONS),
    }


def _ladder_json(found: HandWorth, report: LadderReport, seed: int, mode: Mode) -> dict[str, Any]:
    return {
        "name": found.hand.name,
        "cards": list(found.hand.cards),
        "ways": [
            {
                "card": one.card,
                "level": int(one.level),
                "face_up": one.face_up,
                "on_rock": one.on_rock,
                "hangs_on": list(one.hangs_on),
            }
            for one in report.ladder.ways
        ],
        "standing": {str(int(level)): many for level, many in report.ladder.standing.items()},
        "dead_weight": [{"card": card, "why": why.value} for card, why in report.dead_weight.items()],
        "simulation": _simulation_json(found, report, seed, mode),
    }


def _simulation_json(found: HandWorth, report: LadderReport, seed: int, mode: Mode) -> dict[str, Any] | None:
    from collection.lab.ladder import assumptions

    tried = report.simulation
    if tried is None:
        return None
    return {
        "games": tried.games,
        "seed": seed,
        "mode": mode.value,
        "wins": tried.wins,
        "draws": tried.draws,
        "losses": tried.losses,
        "score": tried.score,
        "low": tried.low,
        "high": tried.high,
        "cards": [
            {
                "card": card,
                "held": use.held,
                "face_up": use.face_up,
                "rock": use.rock,
                "played": interval_json(report.played(card)),
            }
            for card, use in tried.uses.items()
        ],
        "assumes": list(assumptions(found.grounds.catalogue)),
    }
