"""The binder on the command line: what is owned in any order and on any day, marks, trades, rivals, saved searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.catalogue.query import SYNTAX_HELP

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

CATALOGUE = load_catalogue()
OWNED = {3, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 27, 39, 45}
"""What the stocked book holds, 45 twice."""


def numbers(rows: list[dict[str, int]]) -> list[int]:
    return [row["number"] for row in rows]


def test_every_total_is_the_same_total(stocked: Shell) -> None:
    told = stocked.json("own", "--completion")
    rows = stocked.json("own")
    assert told["whole"] == {"distinct": 18, "of": 120, "copies": 19}
    assert (len({row["number"] for row in rows}), sum(row["quantity"] for row in rows)) == (18, 19)
    assert sum(row["owned"] for row in stocked.json("cards")) == 19
    for part in ("by_level", "by_family", "by_tribe"):
        for count, whole in told["whole"].items():
            assert sum(one[count] for one in told[part].values()) == whole
    assert "owns 18 of 120 cards, 19 copies." in stocked.ok("own").out


def test_tribes_are_said_to_be_stand_ins(stocked: Shell) -> None:
    done = stocked.ok("own", "--completion")
    assert "Tribe Jetty Crew ~" in done.out
    assert "stand-in" in done.err
    assert "Jetty Crew" in stocked.json("own", "--completion")["stand_in_tribes"]


def test_missing_and_owned_make_up_the_set(stocked: Shell) -> None:
    missing = numbers(stocked.json("own", "--missing"))
    assert set(missing) == set(range(1, 121)) - OWNED
    assert missing == sorted(missing)
    assert numbers(stocked.json("cards", "is:missing")) == missing
    assert "misses 102 cards of 120." in stocked.ok("own", "--missing").out


def test_spares_are_copies_beyond_one(stocked: Shell) -> None:
    stocked.ok("pack", "add", "45:foil", "7*2")
    assert [(row["number"], row["quantity"], row["spare"]) for row in stocked.json("own", "--spares")] == [
        (7, 3, 2),
        (45, 3, 2),
    ]
    assert stocked.json("own", "--spares", "level:5") == []
    assert "can spare 4 copies of 2 cards." in stocked.ok("own", "--spares").out


@pytest.mark.parametrize("verb", ["own", "cards"])
def test_sorting_ends_with_the_number_as_a_number(stocked: Shell, verb: str) -> None:
    found = numbers(stocked.json(verb, "owned>0", "--sort", "-level"))
    assert found == sorted(OWNED, key=lambda number: (-CATALOGUE[number].level, number))
    found = numbers(stocked.json(verb, "owned>0", "--sort=-owned,-sum"))
    assert found[0] == 45
    assert found[1:] == sorted(OWNED - {45}, key=lambda number: (-sum(CATALOGUE[number].edges), number))
    assert numbers(stocked.json(verb, "is:owned"))[:5] == [3, 6, 7, 8, 9]


def test_a_fault_in_an_order_is_pointed_at(stocked: Shell) -> None:
    for verb in ("own", "cards"):
        done = stocked(verb, "--sort", "level,nme")
        assert done.code == 2
        assert done.err.splitlines()[-2:] == ["  level,nme", "        ^"]


def test_the_collection_as_of_a_day(shell: Shell) -> None:
    shell.ok("pack", "add", "1", "2", "--date", "2026-01-01")
    shell.ok("ledger", "add", "lost", "1", "--date", "2026-01-03")
    shell.ok("pack", "add", "3", "--date", "2026-01-02")
    assert numbers(shell.json("own", "--on", "2026-01-02")) == [1, 2, 3]
    assert numbers(shell.json("own", "--on", "2026-01-03")) == numbers(shell.json("own")) == [2, 3]
    assert numbers(shell.json("own", "owned:0 number<4", "--on", "2026-01-01", "--missing")) == [3]
    assert "owned 3 of 120 cards, 3 copies on 2026-01-02." in shell.ok("own", "--on", "2026-01-02").out
    assert shell.json("own", "--on", "2025-12-31") == []
    future = shell("own", "--on", "2999-01-01")
    assert (future.code, "future" in future.err) == (2, True)
    assert shell("own", "--on", "yesterday").code == 2


def test_two_views_at_once_are_not_understood(stocked: Shell) -> None:
    done = stocked("own", "--missing", "--spares")
    assert done.code == 2
    assert "--missing and --spares" in done.err


def test_a_retry_adds_nothing_and_an_equal_pack_of_the_same_minute_counts(shell: Shell) -> None:
    for _ in range(3):
        shell.ok("pack", "add", "1", "2", "--id", "pack-one")
    assert sum(row["quantity"] for row in shell.json("own")) == 2
    shell.ok("pack", "add", "1", "2", "--id", "pack-two")
    shell.ok("pack", "add", "1", "2")
    assert sum(row["quantity"] for row in shell.json("own")) == 6


@pytest.mark.parametrize("words", [["seance"], ["SÉANCE"], ["name:séance"], ["Bayou", "seance"]])
def test_every_search_box_reads_case_and_accents_alike(stocked: Shell, words: list[str]) -> None:
    found = numbers(stocked.json("cards", *words))
    assert len(found) == 1
    assert numbers(stocked.json("own", "--missing", *words)) == found
    stocked.ok("search", "save", "it", *words)
    assert numbers(stocked.json("cards", "@it")) == found


@pytest.mark.parametrize("words", [['"sink or swim"'], ["sink or swim"], ['"SINK OR SWIM"'], ['name:"Sink OR Swim"']])
def test_a_name_with_an_operator_word_is_found_in_any_case(stocked: Shell, words: list[str]) -> None:
    assert numbers(stocked.json("cards", *words)) == [46]


def test_the_language_explains_itself(shell: Shell) -> None:
    done = shell.ok("cards", "--syntax")
    assert done.out == SYNTAX_HELP
    for word in ("is:keepsake", "held:", "is:twin", "@wanted"):
        assert word in done.out
    assert not shell.db.exists()


def test_marks_are_put_on_listed_searched_and_taken_off(stocked: Shell) -> None:
    stocked.ok("mark", "keepsake", "45", "Pond Scum", "--note", "first pull")
    stocked.ok("mark", "wish", "50,51")
    assert "as it was before" in stocked.ok("mark", "wish", "50").out
    assert [(row["kind"], row["number"], row["note"]) for row in stocked.json("mark", "list")] == [
        ("keepsake", 11, "first pull"),
        ("keepsake", 45, "first pull"),
        ("wish", 50, ""),
        ("wish", 51, ""),
    ]
    assert numbers(stocked.json("mark", "list", "wish")) == [50, 51]
    assert numbers(stocked.json("cards", "is:keepsake or is:wish")) == [11, 45, 50, 51]
    assert numbers(stocked.json("own", "is:keepsake")) == [11, 45]
    assert stocked.json("unmark", "wish", "50", "51", "52")[2]["new"] is False
    assert stocked.json("mark", "list", "wish") == []
    assert stocked("mark", "list", "nope").code == 2
    assert stocked("mark", "wish", "121").code == 1
    assert stocked("unmark", "nope", "1").code == 2


def test_a_keepsake_is_warned_about_wherever_it_is_at_stake_and_never_refused(stocked: Shell) -> None:
    stocked.ok("mark", "keepsake", "45")
    warning = "Careful: #45"
    for words in (["hand", "check", "Dockside"], ["hand", "copy", "Dockside", "Second"], ["hand", "show", "Dockside"]):
        assert warning in stocked.ok(*words).err
    checked = stocked.json("hand", "check", "Dockside")
    assert (checked["legal"], [one["card"] for one in checked["warnings"]]) == (True, [45])
    assert "45" not in stocked.ok("hand", "suggest", "--seed", "3").out.split()
    assert stocked.json("hand", "suggest", "--seed", "3")["warnings"] == []
    lost = stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "45")
    assert warning in lost.err
    assert "lost 45" in lost.out
    again = stocked.json("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "45")
    assert "no copy is left" in again["warnings"][0]["message"]


def test_a_match_for_keeps_warns_before_it_is_played(stocked: Shell) -> None:
    stocked.ok("collector", "new", "Solo", "--solo")
    stocked.ok("pack", "add", *map(str, range(1, 15)), collector="Solo")
    stocked.ok("hand", "new", "H", *map(str, range(1, 15)), collector="Solo")
    stocked.ok("mark", "keepsake", "5", collector="Solo")
    played = ["play", "--hand", "H", "--auto", "--seed", "1"]
    assert "Careful: #5 " in stocked.ok(*played, "--stakes", "keeps", collector="Solo").err
    assert "Careful" not in stocked.ok(*played, collector="Solo").err


def test_a_trade_is_found_from_marks_and_spares(stocked: Shell) -> None:
    stocked.ok("mark", "offer", "3")
    stocked.ok("rival", "wants", "Bo", "3", "9", "45", "--note", "asked at the pier")
    stocked.ok("mark", "offer", "50", "7", "--for", "Bo")
    listed = stocked.json("trade", "list", "--with", "Bo")
    assert [(one["number"], one["spare"], one["offer"]) for one in listed["give"]] == [(3, 0, True), (45, 1, False)]
    assert [(one["number"], one["missing"]) for one in listed["get"]] == [(50, True)]
    assert (listed["known_wishes"], listed["known_offers"]) == (3, 2)
    shown = stocked.ok("trade")
    assert "last copy" in shown.out
    assert "asked at the pier" in shown.out
    assert stocked.json("trade")["rivals"] == [listed]
    stocked.ok("rival", "has", "Cy", "1")
    assert "What Cy looks for is not known" in stocked.ok("trade", "list", "--with", "cy").err
    nobody = stocked("trade", "list", "--with", "Zed")
    assert (nobody.code, "Nobody in this book" in nobody.err) == (1, True)


def test_a_rival_is_shown_with_what_they_hold_and_what_can_be_won_back(stocked: Shell) -> None:
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "12", "--date", "2026-02-10")
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "won", "--theirs", "77", "--date", "2026-02-11")
    stocked.ok("ledger", "add", "gift", "18", "--to", "Bo")
    page = stocked.json("rival", "Bo")
    assert [row["number"] for row in page["still_held"]] == [12, 18]
    assert [(row["number"], row["lost_on"]) for row in page["win_back"]] == [(12, "2026-02-10")]
    assert page["you_hold"] == [{"number": 77, "quantity": 1}]
    assert [(row["number"], row["as_ante"]) for row in page["seen"]] == [(77, 1)]
    shown = stocked.ok("rival", "show", "bo").out
    assert "Bo still holds of yours: 12" in shown
    assert "To win back:" in shown
    (line,) = stocked.json("rival")
    assert (line["games"], line["won"], line["lost"], line["last_played"]) == (2, 1, 1, "2026-02-11")
    assert numbers(stocked.json("cards", "held:bo")) == numbers(stocked.json("cards", "held:anyone")) == [12, 18]
    assert stocked("rival", "Zed").code == 1


def test_searches_are_saved_asked_and_dropped(stocked: Shell) -> None:
    stocked.ok("search", "save", "rares of mine", "level:3", "owned>0")
    stocked.ok("search", "save", "both", "@rares of mine", "or", "is:wish")
    assert numbers(stocked.json("cards", "@rares of mine")) == [9, 15, 27]
    assert numbers(stocked.json("own", "@both", "--sort", "-number")) == [27, 15, 9]
    assert [(row["name"], row["found"]) for row in stocked.json("search")] == [("both", 3), ("rares of mine", 3)]
    refused = stocked("search", "save", "bad", "level:3", "level:9")
    assert refused.code == 2
    assert refused.err.splitlines()[-2:] == ["  level:3 level:9", "                ^"]
    stocked.ok("search", "drop", "Rares of mine")
    broken = stocked("cards", "level:1", "@both")
    assert broken.code == 2
    assert broken.err.splitlines()[-1].index("^") == len("  level:1 ")
    assert "rares of mine" in stocked.ok("search", "list").err
    assert stocked("search", "drop", "nothing").code == 1


@pytest.mark.parametrize("words", [["@nope"], ["held:Zed"], ["level:2", "@"], ["is:keepsak"]])
def test_a_fault_in_a_search_is_pointed_at(stocked: Shell, words: list[str]) -> None:
    done = stocked("cards", *words)
    assert done.code == 2
    assert done.err.splitlines()[-1].strip() == "^"


def test_advice_says_that_it_is_advice_and_rests_on_stand_ins(stocked: Shell) -> None:
    done = stocked.ok("own", "--outclassed")
    assert "outclassed by" in done.out
    assert "(rests on stand-ins)" in done.out
    assert "advice, not a rule" in done.err
    found = stocked.json("own", "--outclassed")
    assert numbers(found) == numbers(stocked.json("cards", "is:outclassed"))
    assert all(row["rests_on_stand_ins"] for row in found)
    assert "has a twin" in stocked.ok("own", "--twins").out
    edges = [f"{side}={getattr(CATALOGUE[45], side)}" for side in "nesw"]
    stocked.ok("card", "set", "2", *edges, "level=II")
    stocked.ok("card", "set", "45", *edges, "level=II")
    (group,) = stocked.json("own", "--twins")
    assert [(card["number"], card["owned"]) for card in group["cards"]] == [(2, 0), (45, 2)]
    assert not group["rests_on_stand_ins"]
    assert numbers(stocked.json("cards", "is:twin")) == [2, 45]


def test_a_card_s_life_is_told_and_written_to_a_file(stocked: Shell) -> None:
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "12")
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "won", "--theirs", "12")
    told = stocked.ok("card", "12", "--life").out
    assert [line[10:].strip() for line in told.splitlines()[2:5]] == [
        "+1  Pulled in pack 1",
        "-1  Lost to Bo as an ante",
        "+1  Won back from Bo as an ante",
    ]
    assert [row["held"] for row in stocked.json("card", "12", "--life")] == [1, 0, 1]
    stocked.ok("card", "12", "--to", "life.txt")
    assert (stocked.folder / "life.txt").read_text(encoding="utf-8") == told
    again = stocked("card", "12", "--to", "life.txt")
    assert (again.code, "--replace" in again.err) == (1, True)
    stocked.ok("card", "12", "--to", "life.txt", "--replace")


def test_hostile_names_of_rivals_and_searches_reach_no_terminal(stocked: Shell) -> None:
    stocked.ok("rival", "wants", "B\x1b[31mo\u202e [/x]", "3", "--note", "n\x1b]0;x\x07")
    stocked.ok("search", "save", "a\x1b[2Jb", "level:1")
    for words in (["rival"], ["trade"], ["mark", "list", "--for", "B[31mo [/x]"], ["search"]):
        said = stocked.ok(*words).said
        assert "\x1b" not in said
        assert "\u202e" not in said
