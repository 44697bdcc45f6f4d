"""Sorting by anything, the number last."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.data import load_catalogue
from collection.catalogue.order import BY_NUMBER, ORDERS, Order, read_order, sorted_cards
from collection.errors import QueryError

CATALOGUE = load_catalogue()
OWNED = {4: 1, 38: 1, 120: 2, 9: 7}


def test_numbers_are_sorted_as_numbers() -> None:
    few = [CATALOGUE[number] for number in (38, 4, 120, 9)]
    assert [card.number for card in sorted_cards(few, read_order(""), OWNED)] == [4, 9, 38, 120]
    assert [card.number for card in sorted_cards(few, read_order("-number"), OWNED)] == [120, 38, 9, 4]


def test_the_number_breaks_every_tie_also_of_a_descending_order() -> None:
    for text in ("level", "-level", "family", "-owned"):
        cards = sorted_cards(CATALOGUE, read_order(text), OWNED)
        field = text.removeprefix("-")
        for one, other in itertools.pairwise(cards):
            same = (
                OWNED.get(one.number, 0) == OWNED.get(other.number, 0)
                if field == "owned"
                else (getattr(one, field) == getattr(other, field))
            )
            assert not same or one.number < other.number


def test_a_second_field_decides_where_the_first_is_equal() -> None:
    cards = sorted_cards(CATALOGUE, read_order("-level, sum"), OWNED)
    keys = [(-card.level, sum(card.edges), card.number) for card in cards]
    assert keys == sorted(keys)


def test_families_are_sorted_in_the_order_of_the_rules() -> None:
    cards = sorted_cards(CATALOGUE, read_order("family"), {})
    assert list(dict.fromkeys(card.family.value for card in cards)) == ["club", "mutant", "cosmic", "arcana"]


def test_an_unknown_artist_comes_last_either_way() -> None:
    painted = dataclasses.replace(CATALOGUE[7], artist="Ada Brush")
    cards = [painted, CATALOGUE[3], CATALOGUE[9]]
    for text in ("artist", "-artist"):
        assert [card.number for card in sorted_cards(cards, read_order(text), {})] == [7, 3, 9]


def test_names_are_sorted_without_case_and_accents() -> None:
    cards = [
        dataclasses.replace(CATALOGUE[number], name=name) for number, name in ((1, "éclair"), (2, "Eel"), (3, "ECHO"))
    ]
    assert [card.name for card in sorted_cards(cards, read_order("name"), {})] == ["ECHO", "éclair", "Eel"]


@pytest.mark.parametrize(
    ("text", "column"), [("nope", 1), ("level,nope", 7), ("level,,name", 7), ("level, -", 8), ("sum,-sum", 5), (",", 1)]
)
def test_a_fault_points_at_its_column(text: str, column: int) -> None:
    with pytest.raises(QueryError) as fault:
        read_order(text)
    assert fault.value.column == column


def test_orders_are_read() -> None:
    assert read_order(" ") == BY_NUMBER
    assert read_order("-Level, copies") == (Order("level", descending=True), Order("owned"))


@given(st.lists(st.tuples(st.sampled_from(ORDERS), st.booleans()), max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_what_is_sorted_makes_no_difference(orders: list[tuple[str, bool]], rng: random.Random) -> None:
    wanted = [Order(field, descending) for field, descending in orders]
    shuffled = list(CATALOGUE)
    rng.shuffle(shuffled)
    once = sorted_cards(shuffled, wanted, OWNED)
    assert once == sorted_cards(CATALOGUE, wanted, OWNED) == sorted_cards(once, wanted, OWNED)
    assert {card.number for card in once} == set(range(1, 121))
