from __future__ import annotations

import datetime as dt
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk.exchange import found, lost, void
from collection.desk.lessons import FEWEST_PACKS, Goal, Lessons, Verdict, card_lesson, learn, lessons
from collection.desk.packs import log_pack, log_pack_levels
from collection.desk.said import Said
from collection.errors import Refused
from collection.ledger.collecting import Wanted, average_packs
from collection.ledger.intervals import Interval, Method, rate, share
from collection.ledger.pulls import NO_PULLS, Cost, PullTally
from collection.store.book import Book

Say = Callable[..., Said]

CARDS = load_catalogue()
OF = {level: [card.number for card in CARDS if card.level is level] for level in Level}


def tally(packs: int, per_level: tuple[int, ...], *, level_packs: int = 0, costs: tuple[Cost, ...] = ()) -> PullTally:
    """Make a tally of so many packs that brought so many cards of each Level, spread evenly over its numbers."""
    by_card: Counter[int] = Counter()
    for level, pulled in zip(Level, per_level, strict=True):
        by_card.update(OF[level][place % len(OF[level])] for place in range(pulled))
    return PullTally(packs, level_packs, sum(per_level), by_card, (0, 0, 0, 0, 0), len(by_card), costs)


def known(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def goals(learned: Lessons) -> list[Goal]:
    return [*(one.to_finish for one in learned.levels), learned.to_finish]


def test_nothing_is_said_of_no_packs() -> None:
    learned = lessons(NO_PULLS, CARDS, {})
    assert (learned.all_packs, learned.enough, learned.repeats, learned.next_new) == (0, False, 0, None)
    assert {goal.verdict for goal in goals(learned)} == {Verdict.TOO_FEW}
    assert all(one.share is None and one.a_pack is None for one in learned.levels)


def test_below_five_packs_nothing_is_estimated_and_from_five_on_it_is() -> None:
    few = lessons(tally(FEWEST_PACKS - 1, (20, 8, 4, 2, 2)), CARDS, {})
    assert not few.enough
    assert few.levels[0].pulled == 20
    assert {goal.verdict.value for goal in goals(few)} == {"too few packs to say"}
    assert {goal.packs for goal in goals(few)} == {None}
    assert card_lesson(tally(4, (20, 8, 4, 2, 2)), CARDS, {}, 45).to_reach.packs is None
    enough = lessons(tally(FEWEST_PACKS, (20, 8, 4, 2, 2)), CARDS, {})
    assert enough.enough
    assert {goal.verdict for goal in goals(enough)} == {Verdict.ESTIMATED}


def test_rates_and_shares_are_those_of_the_counts_and_name_their_methods() -> None:
    learned = lessons(tally(10, (50, 20, 10, 4, 1)), CARDS, {})
    for one, pulled in zip(learned.levels, (50, 20, 10, 4, 1), strict=True):
        assert one.pulled == pulled
        assert one.share == share(pulled, 85)
        assert one.a_pack == rate(pulled, 10)
    assert known(learned.levels[0].share).method is Method.WILSON
    assert known(learned.levels[0].a_pack).method is Method.GARWOOD
    assert [one.numbers for one in learned.levels] == [55, 30, 13, 14, 8]


def test_duplicates_are_cards_whose_number_had_come_before() -> None:
    learned = lessons(PullTally(5, 0, 9, {1: 4, 2: 1, 3: 4}, (0, 0, 0, 0, 0), 2), CARDS, {1: 4})
    assert (learned.cards, learned.different, learned.repeats, learned.new_numbers) == (9, 3, 6, 2)


def test_packs_known_per_level_only_count_in_the_rates_and_are_told_apart() -> None:
    mixed = PullTally(3, 4, 6, {OF[Level.I][0]: 6}, (20, 8, 3, 1, 0), 1)
    learned = lessons(mixed, CARDS, {})
    assert (learned.packs, learned.level_packs, learned.all_packs) == (3, 4, 7)
    assert (learned.cards, learned.counted_cards, learned.different) == (6, 32, 1)
    first = learned.levels[0]
    assert (first.pulled, first.counted, first.different) == (26, 20, 1)
    assert first.a_pack == rate(26, 7)
    assert first.share == share(26, 38)


def test_of_a_level_never_pulled_only_a_least_number_of_packs_is_said() -> None:
    learned = lessons(tally(20, (100, 40, 20, 8, 0)), CARDS, {})
    fifth = learned.levels[4]
    assert (known(fifth.a_pack).estimate, known(fifth.a_pack).low) == (0, 0)
    # At most 3.69 in 20 packs, spread over eight numbers.
    least = average_packs([Wanted(8, 3.6888794 / 20 / 8)])
    goal = fifth.to_finish
    assert goal.verdict is Verdict.NEVER_PULLED
    assert goal.nine_in_ten is None
    packs = known(goal.packs)
    assert (packs.estimate, packs.high) == (math.inf, math.inf)
    assert packs.low == pytest.approx(least, rel=1e-4)
    assert learned.to_finish.verdict is Verdict.NEVER_PULLED
    assert learned.levels[3].to_finish.verdict is Verdict.ESTIMATED


def test_a_level_never_pulled_holds_up_nothing_once_it_is_complete() -> None:
    learned = lessons(tally(20, (100, 40, 20, 8, 0)), CARDS, dict.fromkeys(OF[Level.V], 1))
    assert learned.levels[4].to_finish == Goal(0, Verdict.REACHED, None, 0)
    assert learned.to_finish.verdict is Verdict.ESTIMATED


def test_a_complete_set_needs_no_pack_and_brings_nothing_new() -> None:
    learned = lessons(tally(20, (100, 40, 20, 8, 4)), CARDS, {card.number: 1 for card in CARDS})
    assert {goal.verdict for goal in goals(learned)} == {Verdict.REACHED}
    assert known(learned.next_new).high == 0
    assert [one.owned for one in learned.levels] == [55, 30, 13, 14, 8]


def test_the_last_number_of_a_level_takes_what_is_worked_out_by_hand() -> None:
    owned = dict.fromkeys(OF[Level.V][1:], 1)
    goal = lessons(tally(40, (200, 80, 40, 20, 16)), CARDS, owned).levels[4].to_finish
    # 16 in 40 packs over eight numbers: 0.05 a pack. A pack brings it with chance 1 - exp(-0.05) = 0.04877.
    assert goal.missing == 1
    assert known(goal.packs).estimate == pytest.approx(1 / 0.0487706, rel=1e-4)
    # By then 1 - exp(-0.05 n) is at least 0.9: n = 46.05, rounded up.
    assert goal.nine_in_ten == 47
    limits = rate(16, 40)
    assert known(goal.packs).low == pytest.approx(1 / -math.expm1(-limits.high / 8), rel=1e-4)
    assert known(goal.packs).high == pytest.approx(1 / -math.expm1(-limits.low / 8), rel=1e-4)


def test_a_named_card_takes_what_any_number_of_its_level_takes_owned_or_not() -> None:
    drawn = tally(40, (200, 80, 40, 20, 16))
    number = OF[Level.V][0]
    lesson = card_lesson(drawn, CARDS, {number: 3}, number)
    assert (lesson.card.number, lesson.owned, lesson.pulled) == (number, 3, 2)
    assert lesson.to_reach == lessons(drawn, CARDS, dict.fromkeys(OF[Level.V][1:], 1)).levels[4].to_finish


def test_costs_are_told_for_each_currency_and_for_what_was_new() -> None:
    paid = (Cost("", 400, 1, 0), Cost("EUR", 4500, 10, 30), Cost("JPY", 0, 0, 0))
    learned = lessons(tally(11, (50, 20, 10, 4, 1), costs=paid), CARDS, {})
    nameless, euros = learned.costs
    assert (nameless.currency, nameless.a_pack, nameless.per_new) == ("", 400, None)
    assert (euros.spent, euros.packs, euros.a_pack, euros.per_new) == (4500, 10, 450, 150)
    new, cost = known(learned.next_new), known(euros.next_new)
    assert cost.estimate == pytest.approx(450 / new.estimate)
    assert [cost.low, cost.high] == pytest.approx([450 / new.high, 450 / new.low])


def test_the_next_pack_brings_what_is_missing_as_often_as_it_comes() -> None:
    owned = dict.fromkeys([*OF[Level.I], *OF[Level.II], *OF[Level.III], *OF[Level.IV]], 1)
    learned = lessons(tally(40, (200, 80, 40, 20, 16)), CARDS, owned)
    assert known(learned.next_new).estimate == pytest.approx(8 * 0.0487706, rel=1e-4)


def test_cards_counted_under_a_level_that_nobody_confirmed_are_counted_out_loud() -> None:
    fact = next(card.number for card in CARDS if {"number", "level"} <= card.confirmed)
    guess = next(card.number for card in CARDS if not {"number", "level"} <= card.confirmed)
    assert lessons(PullTally(5, 0, 7, {fact: 4, guess: 3}, (0, 0, 0, 0, 0), 2), CARDS, {}).stand_ins == 3


PULLED = st.tuples(*(st.integers(0, most) for most in (300, 120, 60, 30, 15)))


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 400), PULLED, st.sets(st.integers(1, 120)))
def test_every_range_holds_its_estimate_and_a_part_takes_no_longer_than_the_whole(
    packs: int, pulled: tuple[int, ...], owned: set[int]
) -> None:
    learned = lessons(tally(packs, pulled), CARDS, dict.fromkeys(owned, 1))
    for goal in goals(learned):
        if goal.packs is not None:
            assert goal.packs.low <= goal.packs.estimate <= goal.packs.high
            assert goal.packs.low >= 1 - 1e-9
    assert all(known(one.a_pack).low <= known(one.a_pack).estimate <= known(one.a_pack).high for one in learned.levels)
    assert sum(known(one.share).estimate for one in learned.levels) == pytest.approx(1) if sum(pulled) else True
    if learned.to_finish.packs is not None:
        whole = learned.to_finish.packs.estimate
        assert all(one.to_finish.packs is None or one.to_finish.packs.estimate <= whole for one in learned.levels)


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 100), PULLED, st.sets(st.integers(1, 119)))
def test_one_number_more_never_puts_a_goal_farther_away(packs: int, pulled: tuple[int, ...], owned: set[int]) -> None:
    drawn = tally(packs, pulled)
    before = lessons(drawn, CARDS, dict.fromkeys(owned, 1))
    after = lessons(drawn, CARDS, dict.fromkeys({*owned, 120}, 1))
    for old, new in zip(goals(before), goals(after), strict=True):
        assert new.missing <= old.missing
        if old.packs is not None and new.packs is not None and not math.isinf(old.packs.estimate):
            assert new.packs.estimate <= old.packs.estimate * (1 + 1e-9)


def test_ranges_of_packs_hold_the_truth_at_least_as_often_as_they_say() -> None:
    rng = random.Random(3)
    truth = dict(zip(Level, (5.0, 2.0, 1.2, 0.5, 0.3), strict=True))
    average = average_packs([Wanted(len(OF[level]), often / len(OF[level])) for level, often in truth.items()])
    tries, held = 120, 0
    for _ in range(tries):
        pulled = tuple(_poisson(rng, often * 30) for often in truth.values())
        packs = known(lessons(tally(30, pulled), CARDS, {}).to_finish.packs)
        held += packs.low <= average <= packs.high
    assert held / tries >= 0.95


def _poisson(rng: random.Random, mean: float) -> int:
    times, passed = 0, rng.expovariate(1)
    while passed < mean:
        times += 1
        passed += rng.expovariate(1)
    return times


def test_a_book_teaches_what_its_packs_hold_and_nothing_of_what_was_taken_back(book: Book, say: Say) -> None:
    for place in range(6):
        log_pack(book, None, [Copies(1), Copies(2 + place), Copies(3)], say(f"p{place}"), price="4,50 €")
    log_pack_levels(book, None, (5, 2, 1, 0, 0), say("levels", on=dt.date(2025, 1, 2)), price="3 EUR")
    found(book, None, [Copies(100)], say("f"))
    lost(book, None, [Copies(1)], say("l"))
    before = learn(book)
    assert (before.lessons.packs, before.lessons.level_packs, before.lessons.cards) == (6, 1, 18)
    assert (before.lessons.new_numbers, before.lessons.different) == (7, 7)
    (cost,) = before.lessons.costs
    assert (cost.currency, cost.spent, cost.packs, cost.new_numbers) == ("EUR", 2700, 6, 7)
    log_pack(book, None, [Copies(1), Copies(118)], say("slip"), price="9 EUR")
    assert learn(book).lessons != before.lessons
    void(book, "slip", say("v"))
    assert learn(book).lessons == before.lessons


def test_a_price_that_cannot_be_read_is_kept_and_counts_in_no_cost(book: Book, say: Say) -> None:
    assert log_pack(book, None, [Copies(1)], say("p"), price="1,000 EUR").pack.price == "1,000 EUR"
    assert learn(book).lessons.costs == ()


def test_each_collector_learns_from_packs_of_their_own(book: Book, say: Say) -> None:
    for place in range(5):
        log_pack(book, "Ann", [Copies(1)], say(f"a{place}"))
    log_pack(book, "Bo", [Copies(2)], say("b"))
    assert learn(book, "Ann").lessons.enough
    assert not learn(book, "Bo").lessons.enough


def test_a_named_card_must_be_one(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(1)], say("p"))
    lesson = learn(book, card=1).card
    assert lesson is not None
    assert (lesson.pulled, lesson.to_reach.verdict) == (1, Verdict.TOO_FEW)
    with pytest.raises(Refused, match="121"):
        learn(book, card=121)


def test_a_corrected_level_moves_what_was_pulled_of_it() -> None:
    one = CARDS[1]
    raised = Catalogue([replace(one, level=Level.V), *(card for card in CARDS if card.number != 1)])
    drawn = PullTally(5, 0, 5, {1: 5}, (0, 0, 0, 0, 0), 1)
    assert lessons(drawn, CARDS, {}).levels[one.level - 1].pulled == 5
    assert lessons(drawn, raised, {}).levels[4].pulled == 5
