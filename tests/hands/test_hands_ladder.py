"""The ways up are all that can be found by trying, and what stands is all that can be played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.hands.ladder import WaysUp, ladder

CATALOGUE = load_catalogue()
BY_LEVEL = {level: tuple(card.number for card in CATALOGUE if card.level is level) for level in Level}
hands = st.lists(st.sampled_from([card.number for card in CATALOGUE]), max_size=14, unique=True)
spreads = st.tuples(*(st.integers(0, 3) for _ in Level))
"""How many cards of each Level, I to V."""


def of_levels(*counts: int) -> tuple[int, ...]:
    return tuple(number for level, count in zip(Level, counts, strict=True) for number in BY_LEVEL[level][:count])


def level_of(number: int) -> int:
    return int(CATALOGUE[number].level)


def tried(card: int, hand: tuple[int, ...]) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """Find every way up to `card` by trying all rows of cards: those on a Level I face up, and those on a rock."""
    rest = [number for number in hand if number != card]
    face_up, on_rock = set(), set()
    rungs = [[number for number in rest if level_of(number) == level] for level in range(2, level_of(card))]
    for foot, *way in product(rest, *rungs):
        if foot in way:
            continue
        on_rock.add((foot, *way))
        if level_of(foot) == 1:
            face_up.add((foot, *way))
    return face_up, on_rock


def found(hand: tuple[int, ...]) -> dict[int, WaysUp]:
    return {one.card: one for one in ladder(hand, CATALOGUE).ways}


@settings(deadline=None)
@given(hands | spreads.map(lambda spread: list(of_levels(*spread))))
def test_ways_up_are_those_that_trying_finds(drawn: list[int]) -> None:
    hand = tuple(drawn)
    ways = found(hand)
    assert set(ways) == {number for number in hand if level_of(number) >= 3}
    for card, one in ways.items():
        face_up, on_rock = tried(card, hand)
        assert (one.face_up, one.on_rock) == (len(face_up), len(on_rock))
        assert one.dead == (not face_up | on_rock)
        assert one.in_all == len(face_up) + len(on_rock)
        assert one.level is CATALOGUE[card].level


@settings(deadline=None)
@given(spreads.map(lambda spread: of_levels(*spread)))
def test_a_card_hangs_on_those_without_which_no_way_is_left(hand: tuple[int, ...]) -> None:
    for card, one in found(hand).items():
        alive = any(tried(card, hand))
        missed = {
            lost
            for lost in hand
            if lost != card and alive and not any(tried(card, tuple(number for number in hand if number != lost)))
        }
        assert set(one.hangs_on) == missed
        assert list(one.hangs_on) == sorted(missed)


@cache
def most_played(level: int, left: tuple[int, ...], tops: tuple[int, ...], rock: bool) -> int:
    """Play a hand out alone by the rules, in every way, and give the most cards of `level` that were played face up.

    `left` cards of each Level are in hand, `tops` squares show each Level, and `rock` says whether one is uncovered.
    """
    most = 0
    for index, count in enumerate(left):
        if not count:
            continue
        after = (*left[:index], count - 1, *left[index + 1 :])
        free = sum(tops) + rock < 9
        played = int(index + 1 == level)
        if free and index == 0:
            most = max(most, played + most_played(level, after, (tops[0] + 1, *tops[1:]), rock))
        if free and not rock:
            most = max(most, most_played(level, after, tops, True))
        if rock and index == 1:
            most = max(most, played + most_played(level, after, (tops[0], tops[1] + 1, *tops[2:]), False))
        if index and tops[index - 1]:
            moved = (*tops[: index - 1], tops[index - 1] - 1, tops[index] + 1, *tops[index + 1 :])
            most = max(most, played + most_played(level, after, moved, rock))
    return most


@settings(deadline=None, max_examples=40)
@given(st.tuples(*(st.integers(0, 2) for _ in Level)))
def test_what_stands_is_the_most_that_can_be_played(spread: tuple[int, ...]) -> None:
    standing = ladder(of_levels(*spread), CATALOGUE).standing
    assert standing == {level: most_played(int(level), spread, (0,) * 5, False) for level in Level}


def test_nine_squares_bound_what_stands() -> None:
    standing = ladder(of_levels(13, 1, 0, 0, 0), CATALOGUE).standing
    assert (standing[Level.I], standing[Level.II]) == (9, 1)


def test_rocks_are_feet_for_a_hand_without_level_one() -> None:
    assert ladder(of_levels(0, 10, 4, 0, 0), CATALOGUE).standing[Level.II] == 7


def test_the_beginners_split_is_alive_throughout() -> None:
    hand = of_levels(6, 3, 2, 2, 1)
    report = ladder(hand, CATALOGUE)
    assert report.dead_weight == ()
    counted = {one.level: (one.face_up, one.on_rock) for one in report.ways}
    assert counted == {
        Level.III: (6 * 3, 12 * 3),
        Level.IV: (6 * 3 * 2, 11 * 3 * 2),
        Level.V: (6 * 3 * 2 * 2, 10 * 3 * 2 * 2),
    }
    assert not any(one.hangs_on for one in report.ways)


def test_a_level_without_the_one_below_is_dead_weight() -> None:
    hand = of_levels(9, 3, 0, 1, 1)
    report = ladder(hand, CATALOGUE)
    assert report.dead_weight == hand[-2:]
    assert all(one.hangs_on == () for one in report.ways), "what is shut hangs on nothing"


def test_the_only_rung_is_what_a_card_hangs_on() -> None:
    hand = of_levels(10, 1, 3, 0, 0)
    (rung,) = (number for number in hand if level_of(number) == 2)
    assert {one.hangs_on for one in ladder(hand, CATALOGUE).ways} == {(rung,)}


def test_strangers_and_doubles_are_left_out() -> None:
    hand = of_levels(6, 3, 2, 2, 1)
    assert ladder((*hand, 0, 777, hand[3], hand[-1]), CATALOGUE) == ladder(hand, CATALOGUE)


def test_ways_come_by_level_then_number_whatever_the_hands_order() -> None:
    hand = of_levels(4, 3, 3, 2, 2)
    order = [(one.level, one.card) for one in ladder(tuple(reversed(hand)), CATALOGUE).ways]
    assert order == sorted(order)
    assert Counter(level for level, _ in order) == {Level.III: 3, Level.IV: 2, Level.V: 2}


def test_an_empty_hand_has_no_ladder() -> None:
    report = ladder((), CATALOGUE)
    assert report.ways == ()
    assert set(report.standing.values()) == {0}
