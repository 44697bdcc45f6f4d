"""The doors that text from people goes through."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.text import LONGEST, cell_width, clean_name, clean_note, crop, fit, plain, quoted, search_key

BIDI = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
JOINERS = "\u200c\u200d"
ANY = st.text(st.characters(), max_size=80)
HOSTILE = st.text(
    st.sampled_from("ab é👩👧\u0301\u0489\ufe0f\x1b\x07\x00\n\r\t\x85\u2028\u2029\ud800\ue000\u3164" + BIDI + JOINERS),
    max_size=40,
)


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07x", "]0;titlex"),
        ("a\nb\tc\rd", "a b c d"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        (f"a{BIDI}b", "ab"),
        ("\ud800x\udfff", "x"),
        ("\ufeffname", "name"),
        ("so\u00adft", "soft"),
        ("[/x] [bold]", "[/x] [bold]"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\u200db", "ab"),
        ("\u200d👩\u200d", "👩"),
        ("\u200d" * 100, ""),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
    ],
)
def test_what_a_terminal_would_obey_is_dropped(raw: str, safe: str) -> None:
    assert plain(raw) == safe


@given(ANY | HOSTILE)
def test_plain_text_is_one_line_without_control_format_or_bidi_characters(raw: str) -> None:
    safe = plain(raw)
    for place, character in enumerate(safe):
        category = unicodedata.category(character)
        if character in JOINERS:
            # Only where a script or an emoji needs it: between two visible characters outside ASCII.
            assert 0 < place < len(safe) - 1
            assert not safe[place - 1].isascii()
            assert not safe[place + 1].isascii()
            assert {safe[place - 1], safe[place + 1]}.isdisjoint(JOINERS)
        else:
            assert category not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
            assert character not in BIDI
            assert character == " " or not character.isspace()
    safe.encode("utf-8")


@given(ANY | HOSTILE)
def test_plain_text_stays_as_it_is(raw: str) -> None:
    assert plain(plain(raw)) == plain(raw)


@given(ANY | HOSTILE)
def test_no_letter_carries_more_marks_than_writing_needs(raw: str) -> None:
    run = 0
    for character in plain(raw):
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0 if character not in JOINERS else run
        assert run <= 4


@given(ANY | HOSTILE)
@example("e\u200b\u0301")
def test_a_note_is_composed_trimmed_and_stays_as_it_is(raw: str) -> None:
    note = clean_note(raw)
    assert note == note.strip()
    assert "  " not in note
    assert unicodedata.is_normalized("NFC", note)
    assert plain(note) == note
    assert clean_note(note) == note


def test_an_accent_written_apart_is_the_same_letter() -> None:
    assert clean_note("Se\u0301ance") == clean_note("Séance") == clean_note("Se\u200b\u0301ance") == "Séance"


def test_ten_thousand_characters_are_kept_and_one_more_is_refused() -> None:
    assert len(clean_note("x" * LONGEST)) == LONGEST == 10_000
    for text in ("x" * (LONGEST + 1), "\x1b" * (LONGEST + 1)):
        with pytest.raises(NotUnderstood, match="at most 10000"):
            clean_note(text)
    with pytest.raises(NotUnderstood, match="rival"):
        clean_name("x" * (LONGEST + 1), what="rival")
    # Composing can make text longer; what is kept is measured as well.
    with pytest.raises(NotUnderstood):
        clean_note("\U0001d15e" * LONGEST)


@pytest.mark.parametrize(
    "raw",
    [
        *("", "  ", "\x1b", "\u200d", "\u202e", "\u3164", "\u2800", "\u0301\u0301", "\ufe0f", "\ue000", "\n"),
        *("´", "¨¨", "\u00a8\u0301"),
    ],
)
def test_a_name_needs_something_to_see(raw: str) -> None:
    with pytest.raises(NotUnderstood, match="visible"):
        clean_name(raw)


@pytest.mark.parametrize("raw", ["Bo", "[/x]", "🐊", "👩\u200d👧", "名前", "שלום", "!", "0", "क्षि"])
def test_whatever_can_be_seen_is_a_name(raw: str) -> None:
    assert clean_name(f" {raw} ") == raw


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("DEAD  calm", "Dead Calm"),
        ("Séance", "seance"),
        ("Se\u0301ance", "SÉANCE"),
        ("Straße", "STRASSE"),
        ("İstanbul", "istanbul"),
        ("ℌex", "hex"),
        ("Ｂｏ", "bo"),
        ("ﬁn", "fin"),
        ("❤\ufe0f", "❤"),
        ("👩\u200d👧", "👩👧"),
        ("B\u202eo", "bo"),
        (" a\u00a0b\t", "A B"),
    ],
)
def test_texts_that_read_the_same_compare_the_same(one: str, other: str) -> None:
    assert search_key(one) == search_key(other)


def test_texts_that_differ_compare_differently() -> None:
    assert len({search_key(text) for text in ("कि", "की", "क", "Bo", "Bob", "")}) == 6


@given(ANY | HOSTILE)
def test_a_search_key_is_its_own_key(raw: str) -> None:
    key = search_key(raw)
    assert search_key(key) == key
    assert search_key(clean_note(raw)) == key


@given(st.text(st.characters(max_codepoint=0x24F, categories=["L", "N", "Z"]), max_size=40))
def test_case_makes_no_difference(raw: str) -> None:
    assert search_key(raw.upper()) == search_key(raw.upper().lower())


@given(ANY | HOSTILE, st.integers(-2, 60))
def test_cropped_text_fits_and_filled_text_fits_exactly(raw: str, cells: int) -> None:
    cropped = crop(raw, cells)
    assert cell_width(cropped) <= max(cells, 0)
    assert plain(cropped) == cropped
    assert cell_width(fit(raw, cells)) == max(cells, 0)
    if cell_width(plain(raw)) <= cells:
        assert cropped == plain(raw)
    elif cells > 0:
        assert cropped.endswith("…")


@pytest.mark.parametrize(
    ("raw", "cells", "cropped"),
    [
        ("Dead Calm", 9, "Dead Calm"),
        ("Dead Calm", 8, "Dead Ca…"),
        ("Dead Calm", 6, "Dead…"),
        ("Dead Calm", 1, "…"),
        ("Dead Calm", 0, ""),
        ("名前です", 8, "名前です"),
        ("名前です", 7, "名前で…"),
        ("名前です", 6, "名前…"),
        ("e\u0301a\u0301", 2, "e\u0301a\u0301"),
        ("e\u0301a\u0301x", 2, "e\u0301…"),
    ],
)
def test_wide_characters_take_two_cells_and_marks_none(raw: str, cells: int, cropped: str) -> None:
    assert crop(raw, cells) == cropped


def test_what_somebody_wrote_is_quoted_short_and_plain() -> None:
    assert quoted("Sea Dog") == '"Sea Dog"'
    assert quoted("\x1b[2Jboo\u202e\n") == '"[2Jboo "'
    assert quoted("x" * 41) == f'"{"x" * 39}…"'
    assert cell_width(quoted("日" * 100)) <= 42
    assert quoted("x" * 81, 80) == f'"{"x" * 79}…"'


def test_however_long_a_text_is_quoting_it_looks_at_its_start_alone() -> None:
    long = "\u200b" * 10_000_000 + "x"
    began = time.perf_counter()
    assert quoted(long) == '"…"'
    assert time.perf_counter() - began < 0.1
