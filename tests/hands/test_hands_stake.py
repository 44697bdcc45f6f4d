"""A hand's stake says what each card's loss would mean, and chances are those of a binomial at one in fourteen."""

from __future__ import annotations

import datetime as dt
import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.games.mudwater.state import GAME
from collection.hands.hand import Hand
from collection.hands.legality import hand_faults
from collection.hands.stake import LossRecord, carried, chance_at, chance_of_losing, expected_loss, own_record, stake
from collection.hands.values import Values
from collection.ledger.entry import Account, AccountKind
from collection.ledger.intervals import Method
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.ledger.price import Price

CATALOGUE = load_catalogue()
FOURTEEN = tuple(range(1, 15))
ADA = Account(1, "Ada", AccountKind.COLLECTOR)
EVERYTHING = dict.fromkeys(range(1, 121), 1)
shares = st.floats(0, 1)


def saved(name: str, cards: tuple[int, ...]) -> Hand:
    return Hand(len(name), ADA, name, cards)


def euros(minor: int) -> Price:
    return Price("EUR", minor)


@settings(deadline=None)
@given(st.data())
def test_breaks_are_the_hands_that_were_legal_and_are_not_after_the_loss(data: st.DataObject) -> None:
    owned = data.draw(st.dictionaries(st.integers(1, 20), st.integers(0, 2), min_size=12))
    numbers = st.lists(st.integers(1, 20), min_size=13, max_size=14, unique=True)
    others = [saved("x" * (1 + index), tuple(data.draw(numbers))) for index in range(4)]
    cards = tuple(data.draw(numbers))
    for one in stake(cards, CATALOGUE, owned, (), Values(), others).cards:
        after = {**owned, one.card: max(0, owned.get(one.card, 0) - 1)}
        assert one.breaks == tuple(
            other.name
            for other in others
            if not hand_faults(other.cards, CATALOGUE, owned) and hand_faults(other.cards, CATALOGUE, after)
        )


def test_a_spare_copy_breaks_no_hand() -> None:
    other = saved("Dockside", FOURTEEN)
    report = stake(FOURTEEN, CATALOGUE, EVERYTHING | {3: 2}, (), Values(), [other])
    assert {one.card for one in report.cards if one.breaks} == set(FOURTEEN) - {3}
    assert report.breaks == ("Dockside",)
    third = report.cards[2]
    assert (third.spares, third.last) == (1, False)


def test_a_hand_that_was_illegal_before_is_not_broken() -> None:
    report = stake(FOURTEEN, CATALOGUE, EVERYTHING, (), Values(), [saved("Short", FOURTEEN[:13])])
    assert report.breaks == ()


def test_copies_keepsakes_and_values_stand_by_each_card() -> None:
    owned = {1: 1, 2: 3}
    values = Values({2: euros(250)}, {CATALOGUE[1].level: Price("CHF", 40)})
    one, two, three = stake((1, 2, 9), CATALOGUE, owned, {2}, values, ()).cards
    assert (one.owned, one.last, one.spares, one.keepsake, one.value) == (1, True, 0, False, Price("CHF", 40))
    assert (two.owned, two.last, two.spares, two.keepsake, two.value) == (3, False, 2, True, euros(250))
    assert (three.owned, three.last, three.spares, three.value) == (0, False, 0, None)


def test_worth_is_summed_by_currency_and_what_has_no_value_is_counted() -> None:
    values = Values({1: euros(100), 2: Price("CHF", 50), 3: euros(25), 99: euros(9999)})
    report = stake(FOURTEEN, CATALOGUE, EVERYTHING, {5, 99}, values, ())
    assert dict(report.worth) == {"CHF": 50, "EUR": 125}
    assert report.unvalued == 11
    assert report.keepsakes == (5,)
    assert report.last_copies == FOURTEEN


def test_a_value_of_nothing_is_a_value() -> None:
    report = stake((1,), CATALOGUE, EVERYTHING, (), Values({1: euros(0)}), ())
    assert (dict(report.worth), report.unvalued) == ({"EUR": 0}, 0)


def test_a_cards_own_value_goes_before_its_levels() -> None:
    values = Values({1: euros(0)}, {Level.I: euros(70)})
    assert stake((1,), CATALOGUE, EVERYTHING, (), values, ()).cards[0].value == euros(0)


def test_strangers_and_doubles_are_left_out_and_the_order_is_kept() -> None:
    report = stake((7, 3, 7, 0, 777, 1), CATALOGUE, EVERYTHING, (), Values(), ())
    assert [one.card for one in report.cards] == [7, 3, 1]


def test_a_lost_game_costs_a_fourteenth_of_what_all_cards_are_worth() -> None:
    report = stake(FOURTEEN, CATALOGUE, EVERYTHING, (), Values(by_card=dict.fromkeys(FOURTEEN, euros(100))), ())
    assert expected_loss(report, 1.0) == {"EUR": pytest.approx(100)}
    assert expected_loss(report, 0.25) == {"EUR": pytest.approx(25)}
    assert expected_loss(report, 0.0) == {"EUR": 0}


def test_without_games_there_is_no_chance_to_give() -> None:
    assert LossRecord(0, 0).share is None
    assert chance_of_losing(LossRecord(0, 0), 10) is None


def test_who_always_loses_loses_a_card_one_time_in_fourteen() -> None:
    assert chance_of_losing(LossRecord(3, 3), 1) == pytest.approx(1 / 14)
    assert chance_of_losing(LossRecord(5, 0), 100) == 0


def exact(share: Fraction, games: int, copies: int) -> Fraction:
    goes = share / 14
    return sum(
        (math.comb(games, lost) * goes**lost * (1 - goes) ** (games - lost) for lost in range(copies, games + 1)),
        Fraction(0),
    )


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 60), st.integers(0, 6))
def test_the_chance_is_the_binomials(games: int, losses: int, within: int, copies: int) -> None:
    record = LossRecord(games, min(games, losses))
    wanted = exact(Fraction(record.losses, record.games), within, copies)
    assert chance_of_losing(record, within, copies) == pytest.approx(float(wanted), abs=1e-12)


@given(shares, shares, st.integers(0, 2000), st.integers(1, 5))
def test_the_chance_rises_with_the_share_and_the_games_and_falls_with_the_copies(
    one: float, other: float, games: int, copies: int
) -> None:
    low, high = sorted((one, other))
    slack = 1e-12
    assert 0 <= chance_at(low, games, copies) <= chance_at(high, games, copies) + slack <= 1 + slack
    assert chance_at(low, games, copies) <= chance_at(low, games + 1, copies) + slack
    assert chance_at(low, games, copies + 1) <= chance_at(low, games, copies) + slack


def test_drawing_antes_by_lot_comes_to_the_same_chance() -> None:
    rng = random.Random(14)
    lost = [sum(rng.random() < 0.5 and rng.randrange(14) == 0 for _ in range(20)) for _ in range(4000)]
    for copies in (1, 2):
        seen = sum(times >= copies for times in lost) / len(lost)
        assert chance_at(0.5, 20, copies) == pytest.approx(seen, abs=0.03)


BO = Account(2, "Bo", AccountKind.RIVAL)
HOUSE = Account(3, "the house", AccountKind.HOUSE)
ADA_HERSELF, BO_HIMSELF = MatchSeat(ADA, HUMAN), MatchSeat(BO, HUMAN)


def game(
    result: Result | None,
    *,
    mine: MatchSeat = ADA_HERSELF,
    theirs: MatchSeat = BO_HIMSELF,
    status: Status = Status.DONE,
    stakes: Stakes = Stakes.KEEPS,
    name: str = GAME,
) -> Match:
    mirrored = None if result is None else result.mirrored
    seats = (replace(mine, result=result), replace(theirs, result=mirrored))
    day = dt.datetime(2026, 3, 14, tzinfo=dt.UTC)
    return Match("m", name, "standard", Place.TABLE, stakes, status, day.date(), day, seats, "", 0)


def test_own_games_are_counted_for_keeps_and_friendly_with_draws_among_them() -> None:
    matches = [
        game(Result.LOST),
        game(Result.LOST, stakes=Stakes.FRIENDLY),
        game(Result.WON),
        game(Result.DRAW),
        game(Result.LOST, status=Status.UNSETTLED),
    ]
    assert own_record(ADA, matches) == LossRecord(5, 3)
    assert own_record(BO, matches) == LossRecord(5, 1)


@pytest.mark.parametrize("status", [Status.VOID, Status.ABANDONED, Status.PLAYING])
def test_games_without_a_valid_end_do_not_count(status: Status) -> None:
    assert own_record(ADA, [game(Result.LOST, status=status), game(None)]) == LossRecord(0, 0)


@pytest.mark.parametrize(
    "other",
    [
        game(Result.LOST, mine=MatchSeat(ADA, "greedy")),
        game(Result.LOST, theirs=MatchSeat(ADA, HUMAN)),
        game(Result.LOST, theirs=MatchSeat(None, "greedy")),
        game(Result.LOST, name="cardia"),
        game(Result.LOST, mine=MatchSeat(BO, HUMAN), theirs=MatchSeat(HOUSE, HUMAN)),
    ],
    ids=["a program played for her", "herself", "a rehearsal", "another game", "others"],
)
def test_games_that_say_nothing_of_how_she_plays_others_do_not_count(other: Match) -> None:
    for ada in (ADA, replace(ADA, solo=True)):
        assert own_record(ada, [other, game(Result.WON)]) == LossRecord(1, 0)


def test_games_against_programs_count_for_a_solo_collector_alone() -> None:
    against_house = game(Result.LOST, theirs=MatchSeat(HOUSE, "greedy"))
    assert own_record(ADA, [against_house]) == LossRecord(0, 0)
    assert own_record(replace(ADA, solo=True), [against_house]) == LossRecord(1, 1)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 50), st.integers(1, 3))
def test_what_follows_from_the_record_carries_its_range(games: int, losses: int, within: int, copies: int) -> None:
    record = LossRecord(games, min(games, losses))
    found = carried(record, lambda lost: chance_at(lost, within, copies))
    assert (found is None) == (games == 0)
    if found is not None:
        assert found.low <= found.estimate <= found.high
        assert found.estimate == chance_of_losing(record, within, copies)
        assert found.method is Method.WILSON_CARRIED
