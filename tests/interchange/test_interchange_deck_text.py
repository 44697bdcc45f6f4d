"""A deck of Cardia as text and as the options of a record: read back as the same cards, whoever wrote it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.data import load_document
from collection.errors import CollectionError, NotUnderstood
from collection.games.cardia.data import FILE, data_of
from collection.games.cardia.decks import in_order, standard
from collection.interchange.deck_text import DeckForm, read_deck, write_deck
from collection.interchange.items import KEY

DATA = data_of(load_document("cardia", FILE))
KEYS = [card.key for card in DATA.cards]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from([*KEYS, "dragon-of-old"]), min_size=1, max_size=20),
    st.sampled_from(DeckForm),
    st.sampled_from(["Tides", "Ann's 2nd: deck #1", "日本 deck"]),
)
def test_any_deck_is_read_back_as_it_was_written(keys: list[str], form: DeckForm, name: str) -> None:
    cards = in_order(keys, DATA)
    assert read_deck(write_deck(form, name, cards, DATA), DATA) == (name, cards)


@pytest.mark.parametrize("printed", ["III", "III+IV", "I"])
def test_a_printed_deck_in_a_record_is_its_name(printed: str) -> None:
    cards = standard(printed, DATA) or ()
    text = write_deck(DeckForm.RECORD, "X", cards, DATA)
    assert f"deck: {printed}" in text
    assert read_deck(text, DATA) == ("X", cards)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (
            "\ufeff# Mine\r\n\r\n2 void mage (I)\r\nIII-14\r\n# a comment\r\njuggler\r\n",
            ("void-mage", "juggler", "siren"),
        ),
        ("game: cardia\nseats: 2\nmoves: []\n", standard("III", DATA)),
        ("game: cardia\nseats: 2\noptions: {deck: IV, soft-breeze: 'yes'}\n", standard("IV", DATA)),
        ("cards: [siren, juggler]\n", ("juggler", "siren")),
        ("{game: cardia, options: {cards: siren juggler}}\n", ("juggler", "siren")),
    ],
)
def test_what_people_and_records_write_is_read(text: str, cards: tuple[str, ...]) -> None:
    assert read_deck(text, DATA)[1] == cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no deck in it"),
        ("# only a name\n\n", "no deck in it"),
        ("2 Juggler (IV)", "Juggler is of deck III, not of IV."),
        ("Dragon Of The Deep", "Line 1: "),
        ("game: matschig\nseats: 3\n", "decks are of cardia"),
        ("deck: V\n", "deck: one of III, IV, I, II, III+IV"),
        ("cards: {a: b}\n", "a list of keys"),
        ("cards: [Void Mage]\n", "a list of keys"),
        ("cards: [[a]]\n", "a list of keys"),
        pytest.param("\n".join(["siren"] * 65), "65 cards are no deck", id="too-many-cards"),
        pytest.param("x" * 1_000_001, "at most 1000000 are read", id="too-long"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, said: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_deck(text, DATA)
    assert said in " ".join(refused.value.reasons)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.text(alphabet="cards: [siren,]{}\n#-()IV12", max_size=60))
def test_no_text_does_any_harm(text: str) -> None:
    refused: CollectionError | None = None
    cards: tuple[str, ...] = ()
    try:
        _, cards = read_deck(text, DATA)
    except CollectionError as no:
        refused = no
    assert refused.reasons if refused is not None else all(KEY.fullmatch(card) for card in cards)
