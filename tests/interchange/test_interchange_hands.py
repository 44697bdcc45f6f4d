"""Hands as text, code and record: every line form that people write, every fault at once, and the way back."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import CollectionError, HandRefused, NotUnderstood, RecordError
from collection.hands.codes import write_code
from collection.interchange.cells import Names
from collection.interchange.hand_forms import LARGEST, HandForm, WrittenHand, read_hand, write_hand
from collection.text import clean_name

CATALOGUE = load_catalogue()
NAMES = Names(CATALOGUE)
CALM = next(card.number for card in CATALOGUE if card.name == "Dead Calm")
DOG = next(card.number for card in CATALOGUE if card.name == "Sea Dog")
OTHER = CALM % 120 + 1
LEGAL = (3, 6, 12, 14, 16, 21, 7, 13, 45, 9, 27, 8, 19, 39)

ANY_CARDS = st.lists(st.integers(0, 999_999) | st.integers(1, 120), max_size=20).map(tuple)
DISTINCT = st.lists(st.integers(1, 120), max_size=14, unique=True).map(tuple)
FOURTEEN = st.lists(st.integers(1, 120), min_size=14, max_size=14, unique=True).map(tuple)


def is_name(text: str) -> bool:
    try:
        return clean_name(text) == text
    except NotUnderstood:
        return False


HAND_NAMES = st.text(max_size=30).filter(is_name) | st.sampled_from(
    ["# x", "hands: {", "game: y", "// x", "{", "Deck", "45", "# # #", "1 Dead Calm", "'", '"', "[/x]", "🐊 é", ": - a"]
)


def read(text: str, seat: str | None = None) -> WrittenHand:
    return read_hand(text, NAMES, most=500, seat=seat)


def reasons(text: str, seat: str | None = None) -> tuple[str, ...]:
    with pytest.raises(CollectionError) as refused:
        read(text, seat)
    return refused.value.reasons


@pytest.mark.parametrize(
    "line",
    [
        "{n}",
        "#{n}",
        "0{n}",
        "  {n}\t",
        "1 Dead Calm",
        "1x Dead Calm",
        "1 x Dead Calm",
        "1X dead  calm",
        "x1 Dead Calm",
        "Dead Calm x1",
        "Dead Calm",
        "1 Dead Calm (SO)",
        "1 Dead Calm (SO) {n}",
        "1 Dead Calm [SO] #{n}",
        "1\tDead Calm\tSO",
        "#{n} Dead Calm",
        "#{n} x1",
        "1 #{n}",
    ],
)
def test_every_way_to_write_one_card_is_read(line: str) -> None:
    text = line.format(n=CALM)
    for written in (text, f"{DOG}\n{text}", f"\ufeff// mine\r\n\r\n{text}\r\n"):
        found = read(written)
        assert found.form is HandForm.TEXT
        assert found.cards[-1] == CALM
        assert found.notices == ()


def test_a_number_alone_is_a_number_and_one_before_a_name_is_how_many() -> None:
    assert read("12").cards == (12,)
    assert read("1 Dead Calm").cards == (CALM,)
    assert read(f"1\n1 Dead Calm\n{DOG}").cards == (1, CALM, DOG)


def test_the_name_is_the_first_hash_line_and_comments_and_blank_lines_say_nothing() -> None:
    found = read("// from Bo\n\n#  Bog  Night \n# a comment\n#\n45\n  \n// 46\n#47\n# 48\n")
    assert found == WrittenHand(HandForm.TEXT, "Bog Night", (45, 47))


def test_a_first_comment_that_cannot_be_a_name_is_a_comment() -> None:
    assert read("# \u0301\n# Bog\n45\n").name == "Bog"
    assert read("\ufeff# Bog\n45\n").name == "Bog"
    assert read("45\n").name is None


def test_a_foil_is_the_same_card_and_a_notice_says_that_the_finish_is_not_kept() -> None:
    found = read(f"1 Dead Calm (SO) {CALM} *F*\n45:foil\n7\n")
    assert found.cards == (CALM, 45, 7)
    (notice,) = found.notices
    assert notice.startswith("Lines 1 and 2: ")
    assert "finish" in notice


def test_a_second_copy_is_told_and_not_merged() -> None:
    found = read(f"2 Dead Calm\n7\n{CALM}\n")
    assert found.cards == (CALM, CALM, 7, CALM)
    (notice,) = found.notices
    assert notice.startswith(f"Lines 1 and 3: 3 copies of #{CALM} Dead Calm")


def test_an_unknown_number_is_told_and_kept() -> None:
    found = read("#500\n7\n0\n")
    assert found.cards == (500, 7, 0)
    assert [notice.partition(",")[0] for notice in found.notices] == [
        "Line 1: 500 is no card of this set",
        "Line 3: 0 is no card of this set",
    ]


def test_sections_and_sideboards_are_a_warning_and_their_cards_count() -> None:
    found = read("Deck\n1 Dead Calm\nSideboard:\n1 Sea Dog\nSB: 1 The Deckhand\n")
    assert len(found.cards) == 3
    (notice,) = found.notices
    assert notice.startswith("Lines 1, 3 and 5: ")
    assert "no sideboard" in notice


def test_every_fault_is_said_at_once_with_its_line() -> None:
    text = (
        f"# Bog\n45\n1 Dead Calm (SO) {OTHER}\nDed Calm\n#{OTHER} Dead Calm\n0 Sea Dog\n1234567\n45 Dead Calm\n3 7 9\n"
    )
    told = reasons(text)
    assert [sentence.partition(":")[0] for sentence in told] == [f"Line {line}" for line in range(3, 10)]
    assert f"is number {CALM}" in told[0]
    assert "did you mean Dead Calm" in told[1]
    assert f"is number {CALM}" in told[2]
    assert "leave the line out" in told[3]
    assert "not a card's number" in told[4]
    assert "#45" in told[5]


def test_fifteen_copies_on_a_line_are_a_slip_and_fourteen_are_kept() -> None:
    assert read("14 Sea Dog").cards == (DOG,) * 14
    assert "15 copies" in reasons("15 Sea Dog")[0]


def test_too_much_is_refused_and_no_text_takes_long() -> None:
    assert read("7\n" * 500).cards == (7,) * 500
    assert "More than 500 cards" in reasons("7\n" * 501)[0]
    assert "Is it the right" in reasons("lorem ipsum dolor\n" * 10_000)[0]
    assert "at most" in reasons("x" * (LARGEST + 1))[0]
    told = reasons("7\n" + "lorem\n" * 200)
    assert len(told) == 51
    assert told[-1] == "… and 150 more."


@pytest.mark.parametrize("text", ["", "\n\n", "// nothing\n", "#\n"])
def test_nothing_is_no_hand(text: str) -> None:
    assert "no hand in it" in reasons(text)[0]


def test_what_is_written_by_hands_of_others_is_told_without_control_characters() -> None:
    for sentence in reasons("\x1b]0;title\x07 Sea Dgo\n\u202eabc\n"):
        assert sentence.isprintable()


@given(HAND_NAMES, ANY_CARDS)
def test_any_hand_comes_back_from_its_text(name: str, cards: tuple[int, ...]) -> None:
    found = read(write_hand(HandForm.TEXT, name, cards, NAMES))
    assert (found.form, found.name, found.cards) == (HandForm.TEXT, name, cards)


@given(HAND_NAMES, DISTINCT, st.sampled_from(["black", "white"]))
def test_fourteen_or_fewer_different_cards_come_back_from_a_record(
    name: str, cards: tuple[int, ...], seat: str
) -> None:
    text = write_hand(HandForm.RECORD, name, cards, NAMES, seat=seat)
    assert read(text) == read(text, seat) == WrittenHand(HandForm.RECORD, name, cards)


@given(FOURTEEN)
def test_fourteen_different_cards_come_back_from_their_code(cards: tuple[int, ...]) -> None:
    found = read(write_hand(HandForm.CODE, "Bog", cards, NAMES))
    assert found == WrittenHand(HandForm.CODE, None, tuple(sorted(cards)))


@pytest.mark.parametrize("form", [HandForm.CODE, HandForm.RECORD])
def test_a_form_that_cannot_hold_a_hand_says_every_reason(form: HandForm) -> None:
    with pytest.raises(HandRefused) as refused:
        write_hand(form, "Bog", (45, 45, 500), NAMES)
    told = " ".join(refused.value.reasons)
    assert "500" in told
    assert "45" in told


def test_odd_names_of_cards_stand_as_numbers_where_they_would_not_be_read_back() -> None:
    cards = [*CATALOGUE]
    odd = ("Twin", "Twin", "a (SO) 9", "*F*", "45", "w" * 400, "x, y", "# z")
    renamed = [dataclasses.replace(card, name=name) for card, name in zip(cards, odd, strict=False)]
    names = Names(Catalogue([*renamed, *cards[len(odd) :]]))
    every = tuple(card.number for card in cards)
    text = write_hand(HandForm.TEXT, "Odd", every, names)
    assert text.splitlines()[1:3] == ["1 Twin (SO) 1", "1 Twin (SO) 2"]
    assert text.splitlines()[6] == "#6"
    assert read_hand(text, names, most=500).cards == every


def test_a_code_is_found_out_with_and_without_a_name_and_its_slips_are_told() -> None:
    code = write_code(LEGAL)
    assert read(f"// hello\n# Bog\n  {code.lower()}\n") == WrittenHand(HandForm.CODE, "Bog", tuple(sorted(LEGAL)))
    assert "mistyped" in reasons(code[:-1] + ("2" if code[-1] != "2" else "3"))[0]
    assert "14 characters" in reasons(code[:-1])[0]


RECORD = """\
game: mudwater
mode: standard
first: black
hands:
  black: [{black}]
  white: [{white}]
ante: {{black: 3, white: unknown}}
moves: [s=12, pass]
"""


def test_a_whole_record_gives_the_hand_of_the_seat_that_is_asked_for() -> None:
    text = RECORD.format(black=", ".join(map(str, LEGAL)), white="40, 41")
    assert read(text, "black").cards == LEGAL
    assert read(text, "white").cards == (40, 41)
    assert "black or white" in reasons(text)[0]
    assert "no hand of" in reasons("hands: {black: [1]}", "white")[0]
    assert read(RECORD.format(black="1, 2", white="")).cards == (1, 2)


def test_a_record_may_be_json() -> None:
    assert read(json.dumps({"hands": {"white": list(LEGAL)}})).cards == LEGAL


def test_a_record_is_read_without_guesses_and_all_its_faults_are_said() -> None:
    told = reasons("hands: {black: [1, 1, 121], white: 7, red: [3]}\nlevel: 3\n")
    assert len(told) == 5
    with pytest.raises(RecordError):
        read("hands: {black: [1], black: [2]}")
    with pytest.raises(RecordError):
        read("game: chess\nhands: {black: [1]}")
    with pytest.raises(RecordError):
        read("game: mudwater\nmode: standard\n")
    assert "neither black nor white" in reasons("hands: {}")[0]


def test_only_a_record_has_seats() -> None:
    assert "leave the seat out" in reasons("45\n", "black")[0]
    assert "leave the seat out" in reasons(write_code(LEGAL), "white")[0]
