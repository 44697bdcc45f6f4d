"""A card's face in text."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import FIELDS, Card
from collection.catalogue.data import load_catalogue
from collection.catalogue.face import NARROWEST_FACE, face_lines, mark, unconfirmed, value
from collection.text import cell_width, plain

CATALOGUE = load_catalogue()
ROCKET = CATALOGUE[3]


def test_the_face_of_bottle_rocket() -> None:
    assert face_lines(ROCKET) == (
        "┌──────────2───────────┐",
        "│ Bottle Rocket        │",
        "│ ◆ I~          C club │",
        "2         #3~          4",
        "│ Jetty Crew~          │",
        "│ stand-in             │",
        "└──────────3───────────┘",
    )


def test_a_confirmed_card_bears_no_mark() -> None:
    real = dataclasses.replace(ROCKET, confirmed=frozenset(FIELDS) - {"artist"})
    text = "\n".join(face_lines(real))
    assert "~" not in text
    assert "stand-in" not in text
    assert unconfirmed(real) == ()


def test_every_stand_in_is_marked_and_no_fact_is() -> None:
    for card in CATALOGUE:
        for field in FIELDS:
            if field != "artist":
                assert mark(card, field) == value(card, field) + ("" if field in card.confirmed else "~")
        assert unconfirmed(card) == tuple(f for f in FIELDS if f not in card.confirmed and f != "artist")


def test_an_unknown_artist_is_nothing_made_up() -> None:
    assert mark(ROCKET, "artist") == "unknown"
    assert mark(dataclasses.replace(ROCKET, artist="A. Brush"), "artist") == "A. Brush~"


def test_fields_read_as_people_say_them() -> None:
    assert [value(ROCKET, field) for field in FIELDS[:4]] == ["3", "Bottle Rocket", "I", "club"]
    with pytest.raises(KeyError):
        value(ROCKET, "edges")


def test_a_long_value_is_cropped_and_its_mark_is_not() -> None:
    card = dataclasses.replace(CATALOGUE[120], name="The Longest of All Silences")
    assert mark(card, "name", 10) == "The Long…~"


@given(st.text(min_size=1, max_size=80), st.integers(NARROWEST_FACE, 60), st.sampled_from(list(CATALOGUE)))
def test_whatever_the_name_every_line_has_the_same_width(name: str, width: int, card: Card) -> None:
    face = face_lines(dataclasses.replace(card, name=name, tribe=name[::-1]), width)
    assert {cell_width(line) for line in face} == {width}
    assert len(face) == 7
    assert all(plain(line) == line for line in face)


def test_every_card_of_the_set_shows_all_of_its_face() -> None:
    for card in CATALOGUE:
        text = "\n".join(face_lines(card))
        assert "…" not in text
        assert card.name in text
        assert card.tribe in text
        assert f"#{card.number}" in text
        assert card.level.diamonds in text
