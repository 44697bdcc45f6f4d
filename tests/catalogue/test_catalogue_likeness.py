"""Twins and outclassed cards, told from faces alone."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Card, Family, Level
from collection.catalogue.likeness import PLAYED, outclassed, twins
from collection.catalogue.query import search


def card(
    number: int,
    edges: tuple[int, int, int, int],
    level: Level = Level.I,
    family: Family = Family.CLUB,
    confirmed: Iterable[str] = PLAYED,
) -> Card:
    return Card(number, f"Card {number}", level, family, "", None, *edges, frozenset(confirmed))


FACES = st.lists(
    st.tuples(
        st.tuples(*(st.integers(1, 3) for _ in range(4))),
        st.sampled_from([Level.I, Level.II]),
        st.sampled_from(Family),
        st.booleans(),
    ),
    max_size=14,
)


def dealt(faces: list[tuple[tuple[int, int, int, int], Level, Family, bool]]) -> tuple[list[Card], dict[int, int]]:
    cards = [card(number, edges, level, family) for number, (edges, level, family, _) in enumerate(faces, start=1)]
    return cards, {number: int(mine) for number, (*_, mine) in enumerate(faces, start=1)}


def test_twins_share_level_and_every_side() -> None:
    cards = [card(9, (1, 2, 3, 4)), card(4, (1, 2, 3, 4)), card(5, (1, 2, 3, 4), Level.II), card(6, (2, 1, 3, 4))]
    (group,) = twins(cards)
    assert [twin.number for twin in group.cards] == [4, 9]
    assert group.one_family
    assert not group.rests_on_stand_ins


def test_twins_of_two_families_are_not_the_same_in_advanced_mode() -> None:
    (group,) = twins([card(1, (1, 2, 3, 4)), card(2, (1, 2, 3, 4), family=Family.COSMIC)])
    assert not group.one_family


def test_what_rests_on_a_made_up_side_says_so_and_a_made_up_name_does_not_matter() -> None:
    (group,) = twins([card(1, (1, 2, 3, 4)), card(2, (1, 2, 3, 4), confirmed=PLAYED - {"w"})])
    assert group.rests_on_stand_ins
    (only,) = outclassed([card(1, (1, 1, 1, 1), confirmed=()), card(2, (1, 1, 1, 2))], {1: 1, 2: 1})
    assert only.rests_on_stand_ins
    assert not twins([card(1, (1, 2, 3, 4)), card(2, (1, 2, 3, 4))])[0].rests_on_stand_ins


def test_a_card_is_outclassed_by_owned_cards_of_its_level_alone() -> None:
    cards = [card(1, (1, 1, 1, 1)), card(2, (2, 1, 1, 1)), card(3, (9, 9, 9, 9), Level.II), card(4, (9, 9, 9, 1))]
    (only,) = outclassed(cards, {1: 1, 2: 3, 3: 1})
    assert (only.card.number, [other.number for other in only.by]) == (1, [2])
    assert outclassed(cards, {1: 1, 3: 1}) == ()
    assert outclassed(cards, {2: 1, 3: 1}) == ()


def test_a_twin_matches_on_all_four_sides_and_is_told_apart_from_a_better_card() -> None:
    cards = [card(1, (1, 1, 1, 1)), card(2, (1, 1, 1, 1)), card(3, (1, 1, 1, 2))]
    first, second = outclassed(cards, {1: 1, 2: 1, 3: 1})
    assert [other.number for other in first.twins] == [2]
    assert [other.number for other in first.better] == [3]
    assert second.card.number == 2


@given(FACES)
def test_twins_are_exactly_the_pairs_of_one_level_and_one_face(
    faces: list[tuple[tuple[int, int, int, int], Level, Family, bool]],
) -> None:
    cards, owned = dealt(faces)
    grouped = {frozenset((a.number, b.number)) for group in twins(cards) for a in group.cards for b in group.cards}
    pairs = {
        frozenset((a.number, b.number))
        for a in cards
        for b in cards
        if a.number < b.number and (a.level, a.edges) == (b.level, b.edges)
    }
    assert {pair for pair in grouped if len(pair) == 2} == pairs
    assert {one.number for one in search(cards, "is:twin", owned)} == {number for pair in pairs for number in pair}


@given(FACES)
def test_outclassed_are_exactly_the_owned_cards_that_another_owned_one_covers(
    faces: list[tuple[tuple[int, int, int, int], Level, Family, bool]],
) -> None:
    cards, owned = dealt(faces)
    mine = [one for one in cards if owned[one.number]]
    expected = {
        (low.number, high.number)
        for low in mine
        for high in mine
        if low is not high
        and low.level == high.level
        and min(h - its for h, its in zip(high.edges, low.edges, strict=True)) >= 0
    }
    told = {(one.card.number, other.number) for one in outclassed(cards, owned) for other in one.by}
    assert told == expected
    assert {one.number for one in search(cards, "is:outclassed", owned)} == {low for low, _ in expected}
