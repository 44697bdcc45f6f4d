"""The catalogue by number and by name."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Card, Family
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue

CATALOGUE = load_catalogue()


def test_cards_come_by_number_whatever_the_order_they_were_given_in(catalogue: Catalogue) -> None:
    assert list(Catalogue(reversed(list(catalogue)))) == list(catalogue)
    assert len(catalogue) == 120


def test_a_number_outside_the_set_is_not_in_it(catalogue: Catalogue) -> None:
    for number in (0, 121, -1, "3", None):
        assert number not in catalogue
    assert 120 in catalogue
    with pytest.raises(KeyError):
        catalogue[121]


def test_a_number_twice_is_a_mistake_of_the_caller(catalogue: Catalogue) -> None:
    with pytest.raises(ValueError, match="twice"):
        Catalogue([catalogue[3], catalogue[3]])


@pytest.mark.parametrize("written", ["Dead Calm", "dead calm", "DEAD  CALM", " Déad Calm ", "Ｄead calm"])
def test_a_name_is_found_whatever_its_case_accents_and_spaces(catalogue: Catalogue, written: str) -> None:
    card = catalogue.named(written)
    assert card is not None
    assert card.name == "Dead Calm"


def test_every_card_is_found_by_its_own_name(catalogue: Catalogue) -> None:
    assert all(catalogue.named(card.name) is card for card in catalogue)


def test_a_name_that_two_cards_have_means_the_confirmed_one(catalogue: Catalogue) -> None:
    real = dataclasses.replace(catalogue[50], name="Plank Walker", confirmed=frozenset({"name"}))
    found = Catalogue([catalogue[1], real]).named("plank walker")
    assert found == real


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [("ded clam", "Dead Calm"), ("boathouse", "The Boathouse"), ("Sea Dgo", "Sea Dog"), ("rocket", "Bottle Rocket")],
)
def test_a_mistyped_name_is_close_to_the_one_that_was_meant(catalogue: Catalogue, mistyped: str, meant: str) -> None:
    assert catalogue.closest(mistyped)[0].name == meant


def test_nothing_is_close_to_nonsense(catalogue: Catalogue) -> None:
    assert catalogue.closest("zzzzqqqq") == ()
    assert catalogue.closest("") == ()
    assert catalogue.closest("dead calm", 0) == ()


@given(st.text(max_size=200), st.integers(0, 5))
def test_no_text_is_too_odd_to_look_for_what_is_close(text: str, count: int) -> None:
    assert len(CATALOGUE.closest(text, count)) <= count


@given(st.sampled_from(list(CATALOGUE)), st.data())
def test_one_slip_of_the_finger_still_offers_the_card(card: Card, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(card.name) - 1))
    slipped = card.name[:place] + card.name[place + 1 :]
    assert card in CATALOGUE.closest(slipped)


def test_each_family_beats_exactly_the_next_around_the_circle() -> None:
    beaten = {(a.value, b.value) for a in Family for b in Family if a.beats(b)}
    assert beaten == {("club", "mutant"), ("mutant", "cosmic"), ("cosmic", "arcana"), ("arcana", "club")}
