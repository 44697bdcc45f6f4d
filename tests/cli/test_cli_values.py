"""Values of one's own, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


def test_values_are_set_listed_and_cleared(stocked: Shell) -> None:
    assert stocked.ok("value", "list").out == ""
    assert "is worth 2.50 EUR to you.\n" in stocked.ok("value", "set", "45", "2.50EUR").out
    assert "3.00 EUR to you, 2.50 EUR before." in stocked.ok("value", "set", "45", "3", "EUR").out
    assert "Level III" in stocked.ok("value", "set", "level:3", "1.00").out
    assert "Level I " in stocked.ok("value", "set", "LEVEL:i", "€ 0,05").out
    level = {card["number"]: card["level"] for card in stocked.json("cards", "owned>0")}
    copies = [level[one["number"]] for one in stocked.json("own") for _ in range(one["quantity"])]
    first, third = copies.count(1), copies.count(3)
    listed = stocked.ok("value").out.splitlines()
    assert [line.split()[-2:] for line in listed[1:4]] == [["EUR", str(first)], ["1.00", str(third)], ["EUR", "2"]]
    in_all = f"In all {6 + first * 0.05:.2f} EUR and {third}.00 without a currency for {first + third + 2} copies"
    assert listed[4] == f"{in_all}; {len(copies) - first - third - 2} more have no value."
    assert stocked.json("value", "list")[-1] == {
        "number": 45,
        "level": None,
        "value": {"currency": "EUR", "minor": 300},
        "copies": 2,
    }
    (cleared,) = stocked.json("value", "clear", "45")
    assert (cleared["value"], cleared["before"]) == (None, {"currency": "EUR", "minor": 300})
    assert "had no value" in stocked.ok("value", "clear", "45").out


def test_what_is_not_understood_is_said_with_exit_code_2_and_nothing_is_kept(stocked: Shell) -> None:
    before = stocked.dump()
    for words in (
        ("set", "45", "1,000"),
        ("set", "45"),
        ("set", "level:6", "1"),
        ("set", "no such card", "1"),
        ("set", "45", "--jsom", "1"),
        ("clear", "level:", "nothing at all"),
    ):
        done = stocked("value", *words)
        assert (done.code, done.out) == (2, ""), words
    assert len(stocked("value", "clear", "level:9", "no such card").err.splitlines()) >= 2
    assert stocked("value", "set", "137", "1").code in (1, 2)
    assert stocked.dump() == before
