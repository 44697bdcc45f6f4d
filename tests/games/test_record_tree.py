"""The loader of written games: it makes no guesses and swallows no bombs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.reading import DEEPEST
from collection.errors import RecordError
from collection.games.record import LARGEST, read_tree


def reason(text: str) -> str:
    with pytest.raises(RecordError) as error:
        read_tree(text)
    (only,) = error.value.reasons
    assert all(character.isprintable() for character in only)
    return only


def test_every_scalar_stays_the_text_it_is() -> None:
    tree = read_tree("a: 045\nb: 1:30\nc: [1_2, yes, ~, 1e3, 0x1F, 2024-01-01, '7', n, s=12, s~12, e+12]\nd: {3: x}\n")
    assert tree == {
        "a": "045",
        "b": "1:30",
        "c": ["1_2", "yes", "~", "1e3", "0x1F", "2024-01-01", "7", "n", "s=12", "s~12", "e+12"],
        "d": {"3": "x"},
    }


def test_a_byte_order_mark_and_other_line_ends_are_read() -> None:
    assert read_tree("\ufeffa: 1\r\nb: [2,\r\n 3]\r\n") == {"a": "1", "b": ["2", "3"]}


def test_comments_may_say_anything_printable() -> None:
    assert read_tree("# *not &an !alias “Bo’s” 日本 🐸\na: b\n") == {"a": "b"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", 'Line 3, column 1: the key "a" is given twice.'),
        ("a: {b: 1, c: 2, b: 3}\n", 'Line 1, column 17: the key "b" is given twice.'),
        ("a: &x [1]\nb: *x\n", "Line 1, column 4: anchors and tags are not read; write the value alone."),
        ("a: &x 1\n", "Line 1, column 4: anchors and tags are not read; write the value alone."),
        ("b: *x\n", "Line 1, column 4: the alias *x; write the value out."),
        ("a: !!python/object:os.system x\n", "Line 1, column 4: anchors and tags are not read; write the value alone."),
        ("a: ! x\n", "Line 1, column 4: anchors and tags are not read; write the value alone."),
        ("!x {a: b}\n", "Line 1, column 1: anchors and tags are not read; write the value alone."),
        ("a: b\nc: \x00\n", "Line 2, column 4: a control character."),
        ("a: \x1b[31m\n", "Line 1, column 4: a control character."),
        ("a: \x9b31m\n", "Line 1, column 4: a control character."),
        ("a: \ud800\n", "Line 1, column 4: a control character."),
        ('a: "\\x1b[31m"\n', "Line 1, column 4: a control character, written as an escape."),
        ('"a\\0": 1\n', "Line 1, column 1: a control character, written as an escape."),
        ("? [1, 2]\n: 3\n", "Line 1, column 3: a key must be a plain word."),
        ("a: 1\n---\nb: 2\n", "Line 2, column 1: a file holds one document, but a second begins here."),
    ],
)
def test_what_is_refused_is_named_with_line_and_column(text: str, place: str) -> None:
    assert reason(text) == place


@pytest.mark.parametrize(
    "text", ["a: [1, 2\n", "a: b: c\n", "a:\n\tb: 1\n", "a: 'x\n", "{a: 1\n", "- x\na: 1\n", "a: @x\n", "%"]
)
def test_what_is_not_yaml_is_refused_with_its_place(text: str) -> None:
    assert reason(text).startswith("Line ")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_record_says_so(text: str) -> None:
    assert reason(text) == "The record is empty."


@pytest.mark.parametrize("text", ["just words", "[1, 2]", "- a\n- b\n", "7"])
def test_a_record_is_a_map(text: str) -> None:
    assert reason(text).startswith("A record is a map of keys")


def nested(opening: str, closing: str, depth: int) -> str:
    return "a: " + opening * depth + "1" + closing * depth


def test_nesting_is_bounded() -> None:
    assert read_tree(nested("[", "]", DEEPEST - 1))
    assert reason(nested("[", "]", DEEPEST)).endswith(f"lists and maps more than {DEEPEST} deep.")
    assert reason(nested("{b: ", "}", DEEPEST)).endswith(f"lists and maps more than {DEEPEST} deep.")


@pytest.mark.parametrize(
    "text",
    [
        nested("[", "]", 400_000),
        "[" * 900_000,
        "a: " + "{b: " * 200_000,
        "a:\n" + "- " * 400_000,
        "".join(" " * depth + "a:\n" for depth in range(1_300)),
        "? " * 400_000,
        "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n" for n in range(1_000)),
    ],
    ids=["lists", "unclosed", "maps", "dashes", "indents", "questions", "aliases"],
)
def test_bombs_are_refused_quickly(text: str) -> None:
    begun = time.perf_counter()
    reason(text)
    assert time.perf_counter() - begun < 2


def test_ten_megabytes_are_refused_unread() -> None:
    begun = time.perf_counter()
    assert (
        reason("a: [" + "1, " * 3_500_000 + "]") == f"The record has 10500005 characters; at most {LARGEST} are read."
    )
    assert time.perf_counter() - begun < 1


def reasons_against(text: str) -> tuple[str, ...] | None:
    """None for a tree."""
    try:
        assert isinstance(read_tree(text), dict)
    except RecordError as error:
        return error.reasons
    return None


@given(st.text(max_size=200) | st.text("abc:[]{},- \n\t?&*!|>'\"#%@`~=\\x0", max_size=60))
def test_any_text_is_a_tree_or_one_clear_refusal(text: str) -> None:
    reasons = reasons_against(text)
    if reasons is not None:
        (reason,) = reasons
        assert reason
        assert all(character.isprintable() for character in reason)
