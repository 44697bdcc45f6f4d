"""Corrections from the card in hand."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import FIELDS, Family, Level
from collection.catalogue.correction import LONGEST_WORDS, read_changes
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.text import plain

CARD = load_catalogue()[45]


def refused(*assignments: str) -> tuple[str, ...]:
    with pytest.raises(NotUnderstood) as refusal:
        read_changes(CARD, assignments)
    return refusal.value.reasons


def test_fields_are_read_in_the_domains_terms() -> None:
    words = ["name= Real  Name ", "N=3", "e=09", "level=iii", "family=Mutant", "tribe=Real Tribe", "artist=A. Brush"]
    assert read_changes(CARD, words) == {
        "name": "Real Name",
        "n": 3,
        "e": 9,
        "level": Level.III,
        "family": Family.MUTANT,
        "tribe": "Real Tribe",
        "artist": "A. Brush",
    }


@pytest.mark.parametrize("written", ["2", "II", "ii", "Uncommon"])
def test_a_level_is_a_number_a_numeral_or_a_rarity(written: str) -> None:
    assert read_changes(CARD, [f"level={written}"]) == {"level": 2}


def test_a_field_alone_is_confirmed_as_it_stands() -> None:
    assert read_changes(CARD, ["name", "n", "number"]) == {"name": CARD.name, "n": CARD.n, "number": 45}


def test_a_card_keeps_its_number() -> None:
    assert read_changes(CARD, ["number=#045"]) == {"number": 45}
    assert "keeps its number" in refused("number=46")[0]


def test_an_empty_artist_is_unknown_and_an_unknown_one_cannot_be_confirmed() -> None:
    assert read_changes(CARD, ["artist="]) == {"artist": None}
    assert "artist=NAME" in refused("artist")[0]
    assert read_changes(dataclasses.replace(CARD, artist="A. Brush"), ["artist"]) == {"artist": "A. Brush"}


def test_a_value_may_hold_an_equals_sign() -> None:
    assert read_changes(CARD, ["name=1+1=2"]) == {"name": "1+1=2"}


@pytest.mark.parametrize("written", ["0", "10", "-3", "1_2", "1e0", "٣", "", " ", "3.5"])
def test_an_edge_is_plain_digits_from_1_to_9(written: str) -> None:
    (reason,) = refused(f"w={written}")
    assert "1 to 9" in reason


def test_every_fault_is_named_at_once() -> None:
    reasons = refused("nam=3", "n=10", "level=6", "family=x", "tribe=", "s=3", "s=4", "w=2")
    assert [
        next(word for word in ("nam", "n=", "level", "family", "tribe", "s is") if word in reason) for reason in reasons
    ] == [
        "nam",
        "n=",
        "level",
        "family",
        "tribe",
        "s is",
    ]


def test_no_change_is_a_fault() -> None:
    assert len(refused()) == 1


def test_words_are_kept_short_and_visible() -> None:
    assert read_changes(CARD, ["name=" + "x" * LONGEST_WORDS])
    for value in ("x" * (LONGEST_WORDS + 1), "x" * 10_001, "\u200d", "\x1b"):
        assert len(refused(f"name={value}")) == 1


def test_hostile_words_lose_what_could_drive_a_terminal() -> None:
    assert read_changes(CARD, ["name=\x1b[31m[/x]\u202eevil"]) == {"name": "[31m[/x]evil"}


@given(
    st.lists(st.text(max_size=20) | st.tuples(st.sampled_from(FIELDS), st.text(max_size=9)).map("=".join), max_size=4)
)
def test_any_words_are_read_or_refused_in_sentences(words: list[str]) -> None:
    changes: dict[str, str | int | None] = {}
    reasons: tuple[str, ...] = ()
    try:
        changes = read_changes(CARD, words)
    except NotUnderstood as refusal:
        reasons = refusal.reasons
    assert bool(changes) != bool(reasons)
    assert set(changes) <= set(FIELDS)
    assert all(plain(reason) == reason for reason in reasons)
