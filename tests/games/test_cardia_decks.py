"""Decks of Cardia, held to ruling 32 and to what the rulebook says of combining decks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.data import load_document
from collection.games.cardia.cards import NEW_FACTIONS, OLD_FACTIONS, Faction
from collection.games.cardia.data import FILE, CardiaData, data_of
from collection.games.cardia.decks import (
    COMBINED,
    DECK_SIZE,
    STANDARD,
    completions,
    deck_faults,
    fitting,
    in_order,
    legal_decks,
    made_of,
    played_with,
    standard,
)

DATA = data_of(load_document("cardia", FILE))
KEYS = tuple(card.key for card in DATA.cards)
ARCHIPELAGO = tuple(card.key for card in DATA.cards if card.faction is Faction.ARCHIPELAGO)


def of(deck: str, *values: int) -> tuple[str, ...]:
    """Give the cards of a printed deck with these values."""
    return tuple(card.key for card in DATA.deck(deck) if card.value in values)


def codes(keys: tuple[str, ...], data: CardiaData = DATA) -> list[str]:
    """Give the codes of what is wrong, each once."""
    return list(dict.fromkeys(fault.code for fault in deck_faults(keys, data)))


MIXED = (*ARCHIPELAGO, *of("I", 2, 10), *of("I", 4, 12), *of("II", 5, 13), *of("III", 7, 15))


def test_the_mixed_deck_of_case_29_is_legal() -> None:
    assert deck_faults(MIXED, DATA) == ()
    assert made_of(MIXED, DATA) == "Archipelago, Swamp II, Academy I, Guild III, Dynasty I"
    assert played_with(MIXED, DATA) == ("ships and islands",)


def test_a_faction_from_two_decks_is_not_legal_as_in_case_29() -> None:
    mixed = tuple(key for key in MIXED if key != of("I", 10)[0]) + of("II", 10)
    (fault,) = deck_faults(mixed, DATA)
    assert (fault.code, set(fault.cards)) == ("two-decks", {*of("I", 2), *of("II", 10)})
    assert "Academy comes from decks I and II" in fault.message
    for words in ("Void Mage (I, 2)", "Illusionist (II, 10)", "from one deck"):
        assert words in fault.message


@pytest.mark.parametrize("name", STANDARD)
def test_the_decks_that_need_no_building_are_legal(name: str) -> None:
    keys = standard(name, DATA)
    assert keys is not None
    assert len(keys) == DECK_SIZE
    assert deck_faults(keys, DATA) == ()


def test_the_two_new_factions_together_have_one_card_of_each_value() -> None:
    keys = standard(COMBINED, DATA)
    assert keys is not None
    assert [card.value for key in keys if (card := DATA.card(key))] == list(range(1, 17))
    assert {card.faction for key in keys if (card := DATA.card(key))} == set(NEW_FACTIONS)
    assert played_with(keys, DATA) == ("ships and islands", "phials")
    assert played_with(standard("I", DATA) or (), DATA) == ()
    assert standard("V", DATA) is None


@pytest.mark.parametrize("news", [(), (Faction.ARCHIPELAGO,), (Faction.EXPEDITION,), NEW_FACTIONS])
def test_every_deck_that_can_be_built(news: tuple[Faction, ...]) -> None:
    """Whole sets of four of I and II: 16 decks; pairs of three decks beside a new faction: 81 each; both: one."""

    def factions(keys: tuple[str, ...]) -> set[Faction]:
        return {card.faction for key in keys if (card := DATA.card(key)) and card.faction in NEW_FACTIONS}

    found = [keys for keys in legal_decks(DATA) if factions(keys) == set(news)]
    assert len(found) == len(set(found)) == {0: 16, 1: 81, 2: 1}[len(news)]
    for keys in found:
        assert deck_faults(keys, DATA) == ()
        cards = [card for key in keys if (card := DATA.card(key))]
        for faction in OLD_FACTIONS:
            size = sum(card.faction is faction for card in cards)
            assert size == {0: 4, 1: 2, 2: 0}[len(news)]


def test_one_card_changed_makes_any_legal_deck_illegal_or_another_one() -> None:
    rng = random.Random(7)
    decks = set(legal_decks(DATA))
    for keys in rng.sample(sorted(decks), 60):
        changed = in_order((*rng.sample(keys, DECK_SIZE - 1), rng.choice(KEYS)), DATA)
        assert (deck_faults(changed, DATA) == ()) == (changed in decks), changed


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from((*KEYS, "dragon")), max_size=20), st.randoms(use_true_random=False))
def test_a_deck_has_no_faults_exactly_when_it_is_one_of_those_that_can_be_built(
    keys: list[str], rng: random.Random
) -> None:
    rng.shuffle(keys)
    assert (deck_faults(keys, DATA) == ()) == (in_order(keys, DATA) in legal_decks(DATA))
    # Whatever order: the same is wrong with it.
    assert sorted(codes(tuple(keys))) == sorted(codes(in_order(keys, DATA)))


def test_every_reason_at_once_each_with_its_cards_and_the_way_out() -> None:
    keys = ("juggler", "juggler", "void-mage", "illusionist", "ferryman", "dragon", *of("IV", *range(3, 17)))
    faults = deck_faults(keys, DATA)
    assert {fault.code for fault in faults} == {
        "not-a-card", "twice", "same-value", "part-of-a-faction", "two-decks",
    }  # fmt: skip
    said = " ".join(fault.message for fault in faults)
    for words in (
        '"dragon" is no card of Cardia: take it out.',
        "Juggler (III, 2) is in this deck twice",
        "Void Mage (I, 2) and Juggler (III, 2) have the same value: keep one of them.",
        "Archipelago~: 1 of its 8 cards are in",
        "Expedition~: 7 of its 8 cards are in",
        "add Scout (IV, 2~), or take out",
    ):
        assert words in said


def test_a_missing_value_is_offered_what_a_legal_deck_can_be_made_with() -> None:
    without = tuple(key for key in MIXED if key not in of("I", 10))
    (fault,) = deck_faults(without, DATA)
    # The Academy is deck I's here, and deck IV's Aeronaut would want all of the Expedition.
    assert fault.message == "No card has the value 10: add Puppeteer (I, 10)."
    (nothing,) = deck_faults((), DATA)
    assert (nothing.code, nothing.values) == ("no-value", tuple(range(1, 17)))


def test_what_may_still_become_of_a_deck() -> None:
    assert len(completions((), DATA)) == 16 + 81 + 81 + 1
    assert completions(("ferryman", "scout"), DATA) == (standard(COMBINED, DATA),)
    assert len(completions(("juggler",), DATA)) == 27
    assert completions(("juggler", "void-mage"), DATA) == ()
    assert completions(("dragon",), DATA) == ()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(legal_decks(DATA)), st.lists(st.sampled_from(KEYS), max_size=3), st.integers(0, 16))
def test_a_card_fits_when_a_legal_deck_can_come_of_it_in_the_place_of_what_has_its_value(
    legal: tuple[str, ...], more: list[str], stay: int
) -> None:
    keys = (*legal[:stay], *more)
    fit = fitting(keys, DATA)
    value = {card.key: card.value for card in DATA.cards}
    for card in DATA.cards:
        swapped = (*(key for key in keys if value[key] != card.value), card.key)
        assert bool(completions(swapped, DATA)) is (card.key in fit)


def test_stand_ins_are_marked_and_corrections_count() -> None:
    (fault,) = deck_faults(tuple(key for key in standard("III", DATA) or () if key != "wrecker"), DATA)
    assert "Wrecker~ (III, 13~)" in fault.message
    owner = {"card.wrecker.value": "12", "card.mentor.value": "13", "card.wrecker.name": "Reef Breaker"}
    corrected = data_of(load_document("cardia", FILE), owner)
    (fault,) = deck_faults(tuple(key for key in standard("III", corrected) or () if key != "wrecker"), corrected)
    assert fault.message == "No card has the value 12: add Reef Breaker (III, 12)."
    # A card that is of another faction than was thought makes another deck legal.
    scout = data_of(load_document("cardia", FILE), {"card.scout.faction": "academy"})
    assert "part-of-a-faction" not in codes(of("IV", 4, 5, 7, 10, 12, 13, 15), scout)
    assert "part-of-a-faction" in codes(of("IV", 4, 5, 7, 10, 12, 13, 15))
