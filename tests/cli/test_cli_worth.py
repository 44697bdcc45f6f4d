"""`hand stake` and `hand ladder` say what a hand can cost and do, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk.collectors import current
from collection.ledger.price import Price
from collection.store.book import Book
from tests.cli.conftest import LEGAL

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

CATALOGUE = load_catalogue()
NUMBERS = [int(word) for word in LEGAL]


def test_stake_names_last_copies_keepsakes_and_the_hands_that_would_break(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Pier")
    stocked.ok("mark", "keepsake", "12")
    done = stocked.ok("hand", "stake", "dockside")
    (row,) = [line for line in done.out.splitlines() if line.split()[:1] == ["12"]]
    assert "last, keepsake" in row
    (spare,) = [line for line in done.out.splitlines() if line.split()[:1] == ["45"]]
    assert "last" not in spare
    (broken,) = [line for line in done.out.splitlines() if line.startswith("Pier ")]
    assert "12" in broken
    assert "45" not in broken, "a spare 45 is left for it"
    assert "Last copies: 13. Keepsakes: 1." in done.out
    assert "Your own values: none; 14 cards have no value." in done.out
    assert "No games yet" in done.out
    assert "%" not in done.out, "no chance without a game"
    assert "stand-in" in done.err
    assert max(len(line) for line in done.out.splitlines() if " ~ " in line) <= 80


def test_stake_gives_chances_at_ones_own_record_with_what_it_rests_on(stocked: Shell) -> None:
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--stakes", "friendly")
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "won", "--stakes", "friendly")
    done = stocked.ok("hand", "stake", "Dockside", "--within", "1")
    assert "Your own record: 1 of 2 games lost, 50.0 % (" in done.out
    assert "Within 1 game for keeps each card is lost at least once: 3.6 % (" in done.out
    assert "against other people, not programs, for keeps and friendly" in done.out
    assert "Wilson score" in done.out
    assert "the hand is played in every one of these games" in done.out


def test_stake_as_json_holds_every_figure(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Pier")
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--stakes", "friendly")
    found = stocked.json("hand", "stake", "Dockside", "--within", "3")
    assert [one["number"] for one in found["cards"]] == NUMBERS
    by_number = {one["number"]: one for one in found["cards"]}
    assert by_number[45] | {"chance_last": None} == {
        "number": 45,
        "owned": 2,
        "spares": 1,
        "last": False,
        "keepsake": False,
        "value": None,
        "breaks": [],
        "chance_last": None,
    }
    assert by_number[12]["breaks"] == found["breaks"] == ["Pier"]
    assert by_number[12]["chance_last"]["estimate"] == pytest.approx(1 - (13 / 14) ** 3)
    assert by_number[45]["chance_last"]["estimate"] == pytest.approx(3 * (1 / 14) ** 2 * 13 / 14 + (1 / 14) ** 3)
    assert (found["name"], found["legal"], found["unvalued"], found["worth"]) == ("Dockside", True, 14, {})
    assert (found["record"]["games"], found["record"]["losses"], found["within"]) == (1, 1, 3)
    assert found["chance"] == by_number[12]["chance_last"]
    assert found["expected_loss"] == {}
    assert "not programs" in found["record"]["counted"]


def test_stake_without_games_gives_null_and_no_figure(stocked: Shell) -> None:
    found = stocked.json("hand", "stake", "Dockside")
    assert found["chance"] is found["expected_loss"] is found["record"]["share"] is None
    assert {one["chance_last"] for one in found["cards"]} == {None}


def test_a_game_that_programs_played_is_no_game_of_ones_own(stocked: Shell) -> None:
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "7")
    assert stocked.json("hand", "stake", "Dockside")["record"]["games"] == 0


def test_ones_own_values_are_summed_by_currency_and_the_rest_is_counted(stocked: Shell) -> None:
    book = Book.open(stocked.db, load_catalogue)
    with book.writing() as unit:
        me = current(unit, None)
        unit.values.set(me, 3, Price("EUR", 250))
        unit.values.set(me, 6, Price("EUR", 100))
        unit.values.set(me, 12, Price("CHF", 90))
        unit.values.set(me, 118, Price("EUR", 99_900))
    book.close()
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--stakes", "friendly")
    done = stocked.ok("hand", "stake", "Dockside")
    assert "Your own values: 0.90 CHF and 3.50 EUR; 11 cards have no value." in done.out
    assert "Expected loss a game for keeps: 0.25 EUR (0.05 to 0.25)." in done.out
    assert "At least that: 11 cards without a value counted as nothing." in done.out
    (row,) = [line for line in done.out.splitlines() if line.split()[:1] == ["3"]]
    assert "2.50 EUR" in row
    found = stocked.json("hand", "stake", "Dockside")
    assert (found["worth"], found["unvalued"]) == ({"CHF": 90, "EUR": 350}, 11)
    assert found["expected_loss"]["EUR"]["estimate"] == pytest.approx(25)
    assert found["cards"][0]["value"] == {"currency": "EUR", "minor": 250}


def test_a_value_without_a_currency_is_told_from_those_that_have_one(stocked: Shell) -> None:
    stocked.ok("value", "set", "3", "2.00")
    assert "Your own values: 2.00; 13 cards" in stocked.ok("hand", "stake", "Dockside").out
    stocked.ok("value", "set", "6", "4.50 EUR")
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--stakes", "friendly")
    stocked.ok("hand", "copy", "Dockside", "Pier")
    sums = "4.50 EUR and 2.00 without a currency"
    done = stocked.ok("hand", "stake", "Dockside")
    assert f"Your own values: {sums}; 12 cards have no value." in done.out
    assert "Expected loss a game for keeps: 0.32 EUR (" in done.out
    assert "Expected loss a game for keeps: 0.14 without a currency (" in done.out
    compared = stocked.ok("hand", "compare", "Dockside", "Pier")
    assert "4.50 EUR and 2.00 withou" in compared.out
    assert "0.32 EUR and 0.14 withou" in compared.out
    assert f"Your own values: {sums};" in stocked.ok("hand", "suggest", "--must", "3", "6").err
    assert f"In all {sums} for 2 copies" in stocked.ok("value", "list").out


def test_stake_of_a_hand_that_is_not_legal_says_why(stocked: Shell) -> None:
    assert "Dockside, 14 cards: one of 14 is the ante, each as often." in stocked.ok("hand", "stake", "Dockside").out
    stocked.ok("hand", "new", "Odd", "3", "118")
    done = stocked.ok("hand", "stake", "Odd")
    assert "Odd, 2 cards: no game for keeps can be played with it yet." in done.out
    assert "one of 14" not in done.out
    assert "It is not legal" in done.err
    assert "#118" in done.err
    (row,) = [line for line in done.out.splitlines() if line.split()[:1] == ["118"]]
    assert "not owned" in row


@pytest.mark.parametrize("verb", ["stake", "ladder"])
def test_an_unknown_hand_is_refused_with_the_closest(stocked: Shell, verb: str) -> None:
    done = stocked("hand", verb, "Docksid")
    assert done.code == 1
    assert "Dockside" in done.err


@pytest.mark.parametrize("words", [("stake", "--within", "0"), ("stake", "--within", "x"), ("ladder", "--games", "-1")])
def test_odd_counts_are_not_understood(stocked: Shell, words: tuple[str, ...]) -> None:
    verb, *options = words
    assert stocked("hand", verb, "Dockside", *options).code == 2


def test_ladder_counts_ways_and_tries_them_out(stocked: Shell) -> None:
    done = stocked.ok("hand", "ladder", "Dockside", "--games", "12", "--seed", "3")
    assert done.out == stocked.ok("hand", "ladder", "Dockside", "--games", "12", "--seed", "3").out
    assert "12 games: " in done.out
    assert "Wilson score" in done.out
    assert "greedy player in both seats" in done.out
    assert "beginners' split" in done.out
    assert "stand-ins, in these games too" in done.out
    rows = [line for line in done.out.splitlines() if " ~ " in line]
    assert [int(row.split()[0]) for row in rows] == sorted(
        NUMBERS, key=lambda number: (CATALOGUE[number].level, number)
    )
    assert all("%" in row for row in rows)
    assert max(map(len, rows)) <= 80


def test_ladder_as_json_agrees_with_the_levels(stocked: Shell) -> None:
    found = stocked.json("hand", "ladder", "Dockside", "--games", "6")
    counts = [sum(CATALOGUE[number].level == level for number in NUMBERS) for level in range(1, 6)]
    assert {one["card"] for one in found["ways"]} == {n for n in NUMBERS if CATALOGUE[n].level >= 3}
    for one in found["ways"]:
        if one["level"] == 3:
            assert (one["face_up"], one["on_rock"]) == (counts[0] * counts[1], 12 * counts[1])
    assert (found["name"], found["cards"]) == ("Dockside", NUMBERS)
    assert found["standing"]["1"] == counts[0]
    tried = found["simulation"]
    assert tried["games"] == tried["wins"] + tried["draws"] + tried["losses"] == 6
    assert [one["card"] for one in tried["cards"]] == NUMBERS
    assert tried["assumes"]


def test_ladder_counts_alone_when_asked(stocked: Shell) -> None:
    done = stocked.ok("hand", "ladder", "Dockside", "--games", "0")
    assert "%" not in done.out
    assert "greedy" not in done.out
    assert "Every card has a way up." in done.out
    assert stocked.json("hand", "ladder", "Dockside", "--games", "0")["simulation"] is None


def test_dead_weight_is_named_though_the_hand_cannot_be_played_yet(stocked: Shell) -> None:
    stocked.ok("hand", "new", "Odd", "3", "6", "12", "9")
    done = stocked.ok("hand", "ladder", "Odd")
    assert "Dead weight: 9 " in done.out
    assert "no way up" in done.out
    assert "only counted" in done.err
    assert "add ten more" in done.err
    found = stocked.json("hand", "ladder", "Odd")
    assert found["dead_weight"] == [{"card": 9, "why": "no-way-up"}]
    assert found["simulation"] is None


def test_the_card_that_a_way_hangs_on_is_said(stocked: Shell) -> None:
    stocked.ok("hand", "new", "Thin", "3", "6", "12", "45", "9")
    done = stocked.ok("hand", "ladder", "Thin", "--games", "0")
    (row,) = [line for line in done.out.splitlines() if line.split()[:1] == ["9"]]
    assert row.rstrip().endswith("45")
    assert "Hangs on" in done.out
