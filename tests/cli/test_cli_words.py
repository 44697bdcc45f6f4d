"""Words of the shell: what a person typed reaches the search, the cards and the calendar as it was meant."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.cli.output import short, width
from collection.cli.words import day, hand_cards, joined_query
from collection.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize(
    ("words", "query"),
    [
        (["level:2", "family:club"], "level:2 family:club"),
        (["level:2 family:club"], "level:2 family:club"),
        (["dead calm"], '"dead calm"'),
        (["level:1", "dead calm"], 'level:1 "dead calm"'),
        (['"dead calm"'], '"dead calm"'),
        (["-name:dog"], "-name:dog"),
        (["dog or cat"], "dog or cat"),
        ([], ""),
    ],
)
def test_a_quoted_word_without_operators_is_a_phrase(words: Sequence[str], query: str) -> None:
    assert joined_query(words) == query


def test_an_unknown_option_among_search_words_is_not_searched_for() -> None:
    with pytest.raises(NotUnderstood, match="no option --jsom"):
        joined_query(["dog", "--jsom"])


def test_an_option_that_stands_before_the_verb_is_named_so() -> None:
    with pytest.raises(NotUnderstood, match="before the verb"):
        joined_query(["--as=Bo"])


def test_a_hand_keeps_order_doubles_and_numbers_that_are_no_cards() -> None:
    words = ["#45", "3,12", "007 9", "Bottle Rocket", "45", "137"]
    assert hand_cards(load_catalogue(), words) == (45, 3, 12, 7, 9, 3, 45, 137)


def test_every_word_of_a_hand_that_cannot_be_read_is_named_at_once() -> None:
    with pytest.raises(NotUnderstood) as caught:
        hand_cards(load_catalogue(), ["0", "-3", "1e3", "12"])
    assert len(caught.value.reasons) == 3


def test_a_day_is_read_as_iso_writes_it() -> None:
    assert day("2026-03-31") == dt.date(2026, 3, 31)
    assert day(None) is None


@pytest.mark.parametrize("text", ["31.3.2026", "2026-02-30", "20260331", "2026-3-1", "today", "", "٢٠٢٦-٠٣-٣١"])
def test_what_is_no_day_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotUnderstood, match="2026-03-31"):
        day(text)


def test_text_is_cut_by_terminal_cells() -> None:
    assert short("漢字漢字漢字", 7) == "漢字漢…"
    assert width("漢字漢…") == 7
    assert short("Bo\x1b[31m\u202e!", 20) == "Bo[31m!"
