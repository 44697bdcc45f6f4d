"""Tables as people and spreadsheets leave them: every encoding, separator and line ending, by the lines of the file."""

from __future__ import annotations

import codecs
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.interchange.table import (
    Table,
    decoded,
    guarded,
    heading,
    read_table,
    unguarded,
    write_table,
)

KNOWN = frozenset({"number", "name", "quantity"})


def read(text: str) -> Table:
    table = read_table(text, KNOWN)
    assert table is not None
    return table


def cells(text: str) -> list[tuple[str, ...]]:
    table = read(text)
    assert not table.refused
    return [row.cells for row in table.rows]


TEXT = "number,name,quantity\n37,Bayou Séance,4\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"),
    ],
    ids=["plain", "mark", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"],
)
def test_unicode_is_read_with_and_without_its_mark(data: bytes) -> None:
    text, notices = decoded(data)
    assert text == TEXT
    assert notices == ()


def test_what_is_not_unicode_is_read_as_windows_wrote_it_and_told() -> None:
    text, notices = decoded(TEXT.encode("cp1252"))
    assert text == TEXT
    assert "Windows-1252" in notices[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0",
        "number,quantity".encode("utf-16-le"),
        b"na\x81me",
        codecs.BOM_UTF8 + b"na\xefme",
        codecs.BOM_UTF16_LE + b"a",
    ],
    ids=["picture", "utf-16 without its mark", "no encoding", "broken mark", "half a sign"],
)
def test_what_is_no_text_is_not_understood(data: bytes) -> None:
    with pytest.raises(NotUnderstood):
        decoded(data)


def test_a_file_beyond_all_reason_is_not_understood() -> None:
    assert decoded(b"x" * 10, most=10)[0] == "x" * 10
    with pytest.raises(NotUnderstood, match="10 bytes"):
        decoded(b"x" * 11, most=10)


@pytest.mark.parametrize(("separator", "end"), list(itertools.product(",;\t", ["\n", "\r\n", "\r"])))
def test_every_separator_and_line_ending_is_found(separator: str, end: str) -> None:
    text = end.join(separator.join(row) for row in (["Number", "Name", "Quantity"], ["45", "a,b;c", "4"]))
    text = text.replace("a,b;c", '"a,b;c"')
    table = read(text)
    assert table.heads == ("number", "name", "quantity")
    assert [(row.line, row.cells) for row in table.rows] == [(2, ("45", "a,b;c", "4"))]


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;", "sep=;,,,", " sep=; "])
def test_a_line_that_says_the_separator_is_obeyed_and_is_no_row(line: str) -> None:
    table = read(f"{line}\r\nname,x;quantity\r\nSea Dog;2\r\n")
    assert table.titles == ("name,x", "quantity")
    assert [(row.line, row.cells) for row in table.rows] == [(3, ("Sea Dog", "2"))]


def test_any_sign_may_be_said_to_separate() -> None:
    assert cells("sep=|\nnumber|quantity\n45|2") == [("45", "2")]
    assert cells("sep=\t\nnumber\tquantity\n45\t2") == [("45", "2")]


def test_heads_are_known_whatever_their_case_spaces_signs_and_accents() -> None:
    assert {heading(title) for title in ("Card Number", "card_number", " CARD  number ", "Card #", "Cárd-Number")} == {
        "cardnumber"
    }


def test_quotation_marks_keep_separators_line_ends_and_marks() -> None:
    assert cells('number,name,quantity\n45,"a, ""b""\nc",2\n46, "d" ,3\n') == [
        ("45", 'a, "b" c', "2"),
        ("46", "d", "3"),
    ]


def test_a_mark_inside_an_unquoted_cell_is_part_of_it() -> None:
    assert cells('number,name,quantity\n45,7" Barrel,2') == [("45", '7" Barrel', "2")]


def test_lines_are_counted_as_in_the_file_over_blank_ones_and_quoted_ends() -> None:
    text = '\n\nnumber,name,quantity\n \n1,"a\nb",1\n\u200b\u00a0\t \n,,\n2,c,1\n\n'
    assert [(row.line, row.cells[0]) for row in read(text).rows] == [(5, "1"), (9, "2")]


def test_cells_that_are_missing_at_the_end_are_empty_and_more_empty_ones_are_none() -> None:
    assert cells("number,name,quantity\n45\n46,,3,,,\n") == [("45", "", ""), ("46", "", "3")]


def test_a_lost_quotation_mark_costs_its_own_line_alone() -> None:
    table = read('number,name,quantity\n1,a,1\n2,"b,1\n3,c,1\n4,"d"x,1\n5,e,1,6\n6,f,1\n')
    assert [row.cells[0] for row in table.rows] == ["1", "3", "6"]
    assert [refusal.line for refusal in table.refused] == [3, 5, 6]


def test_what_begins_with_no_head_is_no_table() -> None:
    for text in ("", "\n \n", "45\n46", "45,2\n46,1", "4 x Dead Calm", "sep=,\n"):
        assert read_table(text, KNOWN) is None


def test_many_quotation_marks_are_read_in_no_time() -> None:
    text = "number,name,quantity\n" + '1,"a,1\n' * 20_001
    assert len(read(text).refused) > 10_000


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs", "Mn", "Me")))


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS).filter(any)))
def test_whatever_is_written_is_read_back(rows: list[tuple[str, str, str]]) -> None:
    assert cells(write_table(("number", "name", "quantity"), rows)) == rows


@given(st.text())
def test_no_written_cell_is_a_formula_and_each_is_given_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in {"=", "+", "-", "@"}


@given(st.text(st.sampled_from('",;\t\n\r 45ax=')))
def test_no_text_breaks_the_reading(text: str) -> None:
    table = read_table("number,name,quantity\n" + text, KNOWN)
    assert table is not None
    assert all(len(row.cells) == 3 and 2 <= row.line <= text.count("\n") + text.count("\r") + 2 for row in table.rows)
