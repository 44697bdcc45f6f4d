"""The whole story by commands: packs, binder, hand, match, record, ante, books."""

from __future__ import annotations

import datetime as dt
import random
from typing import TYPE_CHECKING, Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

PACK = ["12", "45", "45", "118", "3", "7", "9", "21", "22", "23", "24", "31", "32", "33", "41", "51"]
DOCKSIDE = ["3", "7", "9", "12", "21", "22", "23", "24", "31", "32", "33", "41", "45", "118"]


def test_the_whole_story_by_commands(shell: Shell) -> None:
    logged = shell.ok("pack", "add", *PACK)
    assert "16 cards, 15 numbers new" in logged.out
    assert "mudwater --db" in logged.err, "the way back works on the same book"

    single = shell.json("own", "owned:1")
    assert [one["number"] for one in single] == sorted({int(word) for word in PACK} - {45})
    assert {tuple(one) for one in single} == {("number", "name", "finish", "quantity")}

    assert "It is legal." in shell.ok("hand", "new", "Dockside", *DOCKSIDE).err
    assert shell.ok("hand", "check", "Dockside").out == "Dockside is legal.\n"

    match = ["play", "--hand", "Dockside", "--against", "greedy", "--auto", "--seed", "7", "--record", "g.yaml"]
    played = shell.ok(*match)
    assert "Friendly" in played.out

    replayed = shell.ok("replay", "g.yaml", "--json")
    (line,) = replayed.out.splitlines()
    game: dict[str, Any] = shell.ok("replay", "g.yaml", "--json").json
    assert line.startswith("{")
    assert game["file"] == "g.yaml"
    assert game["game"] == "mudwater"
    assert game["termination"] in {"full-board", "both-passed"}
    assert {"seat", "move", "captured"} == set(game["moves"][0])

    lost = shell.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "45")
    assert "45" in lost.out
    assert "Bo" in lost.out
    (tally,) = [one for one in shell.json("ante", "stats") if one["rival"] == "Bo"]
    assert (tally["games"], tally["lost"], tally["cards_lost"]) == (1, 1, 1)
    assert tally["still_held"] == [{"number": 45, "quantity": 1}]
    assert [one["quantity"] for one in shell.json("own") if one["number"] == 45] == [1]

    assert shell.ok("audit").out.endswith("The books are right.\n")
    assert shell.json("audit") == []


def test_the_same_seed_plays_the_same_game(stocked: Shell) -> None:
    match = ["play", "--hand", "Dockside", "--auto", "--seed", "7", "--json"]
    assert stocked.ok(*match).json == stocked.ok(*match).json


def test_a_match_prints_the_record_as_replay_prints_it(stocked: Shell) -> None:
    played = stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "3", "--record", "g.yaml", "--json").json
    assert played == stocked.ok("replay", "g.yaml", "--json").json


def test_a_lost_card_breaks_the_hand_by_name_and_a_void_mends_it(stocked: Shell) -> None:
    lost = stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "39", "--id", "saturday")
    assert "hand Dockside is not legal any more" in lost.err
    assert "39" in lost.err
    assert "void saturday" in lost.err
    assert stocked("hand", "check", "Dockside").code == 1
    stocked.ok("void", "saturday")
    assert stocked("hand", "check", "Dockside").code == 0
    assert stocked.json("ante", "stats") == []


def test_a_card_is_named_later(stocked: Shell) -> None:
    won = stocked.ok("ante", "add", "--rival", "Bo", "--result", "won", "--id", "friday")
    assert "still to be named" in won.err
    assert 99 not in {one["number"] for one in stocked.json("own")}
    stocked.ok("ante", "complete", "friday", "--theirs", "99")
    assert 99 in {one["number"] for one in stocked.json("own")}
    (line,) = stocked.json("ante", "list")
    assert (line["result"], line["theirs"], line["stakes"]) == ("won", 99, "keeps")


def test_a_trade_takes_lists_and_has_two_sides(stocked: Shell) -> None:
    done = stocked.ok("ledger", "add", "trade", "--with", "Bo", "--give", "45", "3", "--get", "120", "--give", "6")
    assert "Me traded 3 Bottle Rocket" in done.out
    assert "to Bo for 120" in done.out
    owned = {one["number"]: one["quantity"] for one in stocked.json("own")}
    assert (owned.get(3), owned.get(6), owned[45], owned[120]) == (None, None, 1, 1)
    (entry, *_) = stocked.json("ledger")
    assert entry["kind"] == "trade"
    assert len(entry["movements"]) == 4


def test_gifts_finds_and_losses_are_entries(stocked: Shell) -> None:
    stocked.ok("ledger", "add", "gift", "45", "--to", "Bo")
    stocked.ok("ledger", "add", "gift", "120", "--from", "Bo")
    stocked.ok("ledger", "add", "found", "88", "88", "--note", "under the couch", "--date", "2026-01-02")
    stocked.ok("ledger", "add", "lost", "Bottle Rocket")
    owned = {one["number"]: one["quantity"] for one in stocked.json("own")}
    assert (owned[45], owned[120], owned[88], owned.get(3)) == (1, 1, 2, None)
    kinds = [entry["kind"] for entry in stocked.json("ledger")]
    assert sorted(kinds) == ["found", "gift", "gift", "lost", "pull", "pull"]
    assert "under the couch" in stocked.ok("ledger", "88").out
    assert [entry["kind"] for entry in stocked.json("ledger", "--kind", "found")] == ["found"]
    assert len(stocked.json("ledger", "--rival", "Bo")) == 2
    assert len(stocked.json("ledger", "--limit", "1")) == 1


def test_an_entry_that_corrects_another_takes_its_place(shell: Shell) -> None:
    shell.ok("pack", "add", "3", "6", "--id", "first")
    shell.ok("pack", "add", "3", "7", "--corrects", "first")
    assert [one["number"] for one in shell.json("own")] == [3, 7]


def test_the_same_id_moves_the_cards_once_and_with_other_content_not_at_all(shell: Shell) -> None:
    shell.ok("pack", "add", "3", "6", "--id", "monday")
    before = shell.dump()
    again = shell.ok("pack", "add", "3", "6", "--id", "monday")
    assert "nothing moved again" in again.err
    assert shell.dump() == before
    assert shell("pack", "add", "3", "7", "--id", "monday").code == 1
    assert shell.dump() == before


def test_a_pack_known_by_its_levels_moves_no_card(shell: Shell) -> None:
    shell.ok("pack", "add", "--levels", "5/3/1/1/0", "--price", "4.50 EUR", "--shop", "Corner")
    (pack,) = shell.json("pack", "list")
    assert (pack["cards"], pack["levels"], pack["price"], pack["shop"]) == ([], [5, 3, 1, 1, 0], "4.50 EUR", "Corner")
    assert shell.json("own") == []


def test_packs_are_listed_with_each_number_as_often_as_it_was_pulled(shell: Shell) -> None:
    shell.ok("pack", "add", "45*2", "12", "--note", "[/x] birthday", "--date", "2026-02-01")
    (pack,) = shell.json("pack", "list")
    assert sorted(pack["cards"]) == [12, 45, 45]
    assert (pack["date"], pack["note"]) == ("2026-02-01", "[/x] birthday")
    assert "[/x] birthday" in shell.ok("pack", "list").out


def test_a_card_is_corrected_from_the_card_in_hand(stocked: Shell) -> None:
    stocked.ok("card", "set", "45", "name=Sea Witch", "n=4", "level=II")
    card = stocked.json("card", "45")
    assert (card["name"], card["n"], card["level"], card["owned"]) == ("Sea Witch", 4, 2, 2)
    assert {"name", "n", "level"} <= set(card["confirmed"])
    assert stocked.json("cards", "sea witch")[0]["number"] == 45
    assert "Name    Sea Witch\n" in stocked.ok("card", "sea", "witch").out, "a confirmed field has no mark"


def test_hands_are_copied_renamed_changed_and_put_away(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Pier")
    stocked.ok("hand", "rename", "Pier", "Old Pier")
    stocked.ok("hand", "set", "Old Pier", "3", "6")
    assert [one["name"] for one in stocked.json("hand", "list")] == ["Dockside", "Old Pier"]
    put_away = stocked.json("hand", "archive", "Old Pier")
    assert (put_away["name"], put_away["archived"]) == ("Old Pier", True)
    assert [one["name"] for one in stocked.json("hand", "list")] == ["Dockside"]
    assert [one["name"] for one in stocked.json("hand", "list", "--archived")] == ["Old Pier"]
    shown = stocked.ok("hand", "show", "Dockside").out
    assert "By Level: I 6, II 3, III 2, IV 2, V 1" in shown


def test_a_suggested_hand_is_legal(stocked: Shell) -> None:
    assert len(stocked.json("hand", "suggest", "--seed", "5")["cards"]) == 14
    stocked.ok("hand", "suggest", "--save", "Drawn", "--seed", "5")
    assert stocked.json("hand", "check", "Drawn")["legal"] is True


def test_an_illegal_hand_is_saved_and_every_reason_is_named(stocked: Shell) -> None:
    cards = ["3", "6", "12", "14", "16", "7", "45", "45", "9", "118", "8", "19", "137"]
    saved = stocked.ok("hand", "new", "Wild", *cards)
    assert "not legal yet" in saved.err
    checked = stocked("hand", "check", "Wild", "--json")
    assert checked.code == 1
    assert checked.json["legal"] is False
    assert checked.json["cards"] == [int(card) for card in cards]
    assert {fault["code"] for fault in checked.json["faults"]} == {"too-few", "twice", "not-owned", "not-a-card"}
    assert len(checked.err.splitlines()) == len(checked.json["faults"])


def test_two_collectors_share_a_book_and_play_for_keeps(stocked: Shell) -> None:
    first_of_bo = stocked.ok("pack", "add", *(str(number) for number in range(20, 35)), collector="Bo")
    assert "Bo is a new collector" in first_of_bo.err
    stocked.ok("hand", "suggest", "--save", "Pier", "--seed", "1", collector="Bo")
    match = ["play", "--hand", "Dockside", "--against", "Bo", "--against-hand", "Pier", "--auto", "--stakes", "keeps"]
    before = sum(one["quantity"] for name in ("Me", "Bo") for one in stocked.json("own", collector=name))
    for seed in range(3):
        stocked("hand", "suggest", "--save", f"Pier {seed}", collector="Bo")
        done = stocked(*match, "--seed", str(seed))
        assert done.code in (0, 1), done.err
        if "went from" in done.out:
            break
    else:
        pytest.fail("no match was won")
    after = sum(one["quantity"] for name in ("Me", "Bo") for one in stocked.json("own", collector=name))
    assert before == after, "cards are conserved"
    assert stocked.json("audit") == []


def test_a_collector_is_made_listed_and_put_in_use(shell: Shell) -> None:
    shell.ok("collector", "new", "Ann")
    shell.ok("collector", "new", "Sol", "--solo")
    shell.ok("collector", "use", "Sol")
    assert shell.json("collector", "list") == [
        {"name": "Ann", "solo": False, "in_use": False},
        {"name": "Sol", "solo": True, "in_use": True},
    ]
    refused = shell("own", collector="Bo")
    assert refused.code == 1
    assert "Ann" in refused.err
    assert "Sol" in refused.err


def test_a_match_is_played_again_with_the_other_seat_beginning(stocked: Shell) -> None:
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "1")
    again = stocked.ok("play", "--rematch", "--auto", "--seed", "1", "--json").json
    assert again["termination"] is not None
    assert len(stocked.json("match", "list", "--all")) == 2
    assert "no unfinished match" in stocked("play", "--resume", "--auto").err


def test_a_match_that_was_left_is_played_to_its_end(stocked: Shell) -> None:
    book = Book.open(stocked.db, load_catalogue)
    now = dt.datetime.now(dt.UTC)
    left = sit_down(book, Sitter("human", "Me", "Dockside"), Sitter("greedy"), rng=random.Random(1), now=now)
    book.close()
    game = stocked.ok("play", "--resume", "--auto", "--seed", "1", "--json").json
    assert game["termination"] in {"full-board", "both-passed"}
    assert [one["id"] for one in stocked.json("ante", "list")] == [left.match.id]
    assert stocked("play", "--resume", left.match.id, "--auto").code == 1, "it is over"


def test_the_arena_measures_two_players(shell: Shell) -> None:
    report = shell.json("lab", "arena", "--players", "greedy,random", "--games", "20", "--seed", "1")
    assert report["players"] == ["greedy", "random"]
    assert report["games"] == 20 == report["wins"] + report["draws"] + report["losses"]
    assert report["score"] == (report["wins"] + report["draws"] / 2) / 20
    assert report["low"] <= report["score"] <= report["high"]
    assert report["games_per_second"] > 0
    assert not shell.db.exists(), "measuring needs no book"
