"""Cards of a deck as people write them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.data import load_document
from collection.errors import NotUnderstood
from collection.games.cardia.data import FILE, data_of
from collection.games.cardia.deck_words import card_of, matching, read_words
from collection.games.cardia.decks import STANDARD, legal_decks, standard

DATA = data_of(load_document("cardia", FILE))


@pytest.mark.parametrize(
    "word", ["void-mage", "Void Mage", "VOID  mage", "I-2", "i:2", "Goddess of the Sea", "goddess", "iii-16"]
)
def test_a_card_is_known_by_name_key_or_deck_and_value(word: str) -> None:
    card = card_of(word, DATA)
    assert card is not None
    assert card.key in ("void-mage", "goddess")


def test_every_card_is_known_by_each_of_its_words_and_no_two_by_one() -> None:
    for card in DATA.cards:
        for word in (card.key, card.name, f"{card.deck}-{card.value}"):
            assert card_of(word, DATA) == card


@pytest.mark.parametrize("name", STANDARD)
def test_a_printed_deck_is_one_word(name: str) -> None:
    assert read_words([name.lower()], DATA) == standard(name, DATA)


def test_an_old_faction_brings_the_cards_whose_values_no_new_faction_has() -> None:
    whole = read_words(["academy:II"], DATA)
    assert [card.value for key in whole if (card := DATA.card(key))] == [2, 6, 10, 14]
    beside = read_words(["academy:II", "Archipelago"], DATA)
    taken = [key for key in beside if (card := DATA.card(key)) and card.deck == "II"]
    assert taken == ["kinesis-mage", "illusionist"]


def test_doubles_are_kept_so_that_they_can_be_told_of() -> None:
    assert read_words(["juggler", "III-2", "siren"], DATA) == ("juggler", "juggler", "siren")


def test_every_word_that_is_none_is_told_with_the_closest() -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_words(["jugler", "guild", "V", "academy:V", "2"], DATA)
    assert [reason.split(".")[0] for reason in refused.value.reasons] == [
        'There is no card or deck "jugler" in Cardia',
        "Which deck's guild? Write guild:I or guild:II or guild:III or guild:IV",
        'There is no card or deck "V" in Cardia',
        'There is no card or deck "academy:V" in Cardia',
        'There is no card or deck "2" in Cardia',
    ]
    assert "Do you mean juggler?" in refused.value.reasons[0]


def test_a_search_box_finds_by_name_value_deck_faction_and_text() -> None:
    def found(text: str) -> set[str]:
        return {card.key for card in matching(text, DATA)}

    assert found("12 iv") == {"wind-whisperer"}
    assert found("archipelago SIREN") == {"siren"}
    assert found("i 4") == {"mediator"}
    assert {"navigator", "tide-shifter"} <= found("pull")
    assert len(found("")) == 64
    assert found("dragon") == set()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(legal_decks(DATA)), st.randoms(use_true_random=False))
def test_a_deck_written_as_names_in_any_order_is_read_back(keys: tuple[str, ...], rng: random.Random) -> None:
    words = [card.name for key in keys if (card := DATA.card(key))]
    rng.shuffle(words)
    assert read_words(words, DATA) == keys
