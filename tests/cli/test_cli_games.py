"""Every game from the command line: played, told, replayed, judged, listed, gone on with, corrected, kept for good."""

from __future__ import annotations

import datetime as dt
import json
import random
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.games.registry import NAMES, TITLES, WRITTEN, written_game
from collection.ledger.match import HUMAN
from collection.play.gathering import Gathering, Guest, gather
from collection.store.book import Book
from collection.tui.table_setup import TableRequest
from tests.cli.conftest import Shell

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)
MATSCHIG = ("play", "--game", "matschig", "--auto", "--seed", "1")
AUTO = (*MATSCHIG, "--option", "rounds=1")
SHORTEST = {"matschig": ("--option", "rounds=1"), "mud": ("--option", "short=yes")}


def sat_down(shell: Shell, *guests: Guest, moves: int, match: str = "mine") -> Gathering:
    """Begin a game of Matschig, and let everybody move at random so often."""
    book = Book.open(shell.db, load_catalogue)
    rng = random.Random(2)
    gathering = gather(book, "matschig", guests, rng=rng, now=NOW, match_id=match)
    for _ in range(moves):
        seat = min(gathering.waiting_for)
        gathering.choose(seat, gathering.game.moves(gathering.played.state, seat).sample(rng), NOW)
    book.close()
    return gathering


@pytest.mark.parametrize("game", WRITTEN)
def test_a_game_plays_itself_is_written_down_told_and_replayed(shell: Shell, game: str) -> None:
    played = shell.ok("play", game, "--auto", "--seed", "3", "--record", "game.yaml", "--json").json
    again = shell.json("replay", "game.yaml")
    assert played == again | {"file": "game.yaml"}
    assert (again["game"], again["seats"]) == (game, written_game(game).seats[0])
    assert set(again) == {"file", "game", "seats", "options", "moves", "sealed", "state", "outcome"}
    assert set(again["state"]) == {"public", "hidden"}
    assert again["outcome"]["winners"] is not None
    assert all(move["happened"] or move["moves"] for move in again["moves"])
    assert {one["seat"] for move in again["moves"] for one in move["moves"]} <= {"chance", *"ABCDEF"}
    told = shell.ok("replay", "game.yaml").out
    assert TITLES[game] in told
    assert "The game is over" in told
    assert max(map(len, told.splitlines())) <= 80
    assert shell.ok("audit").code == 0


@pytest.mark.parametrize("game", WRITTEN)
def test_as_many_as_can_sit_down_and_the_same_seed_plays_the_same_game(shell: Shell, game: str) -> None:
    most = written_game(game).seats[-1]
    seats = [word for seat in range(most) for word in ("--seat", ("random", "greedy")[seat % 2])]
    words = ("play", "--game", game, *seats, *SHORTEST.get(game, ()), "--auto", "--json", "--seed", "7")
    first, again, other = shell.ok(*words).json, shell.ok(*words).json, shell.ok(*words[:-1], "8").json
    assert first == again
    assert len(first["outcome"]["points"]) == most
    assert first["moves"] != other["moves"]


def test_a_search_of_so_many_games_is_repeatable_and_one_by_the_clock_is_said_not_to_be(shell: Shell) -> None:
    words = ("play", "cardia", "--seat", "search:4", "--seat", "random", "--auto", "--seed", "2", "--json")
    first = shell.ok(*words)
    assert shell.ok(*words).json == first.json
    assert "by the clock" not in first.err
    clocked = shell.ok(*(word.replace("search:4", "search:0.01s") for word in words))
    assert "search:0.01s thinks by the clock: the same seed need not play the same game." in clocked.err


def test_people_sit_down_by_name_and_programs_play_for_them(stocked: Shell) -> None:
    seats = ("--seat", "me", "--seat", "greedy", "--seat", "Aunt Mo")
    done = stocked.ok(*MATSCHIG, *seats, "--option", "rounds=2", "--option", "easier=yes", "--id", "mine")
    assert "Matschig, rounds 2, easier yes, 3 seats." in done.out
    assert done.out.count("Round ") >= 2
    (found,) = stocked.json("match", "list", "--all")
    assert [one["collector"] for one in found["seats"]] == ["Me", None, None]
    assert {one["player"] for one in found["seats"]} == {"greedy"}
    assert found["counts"] is False
    again = stocked.ok("play", "--rematch", "--auto", "--seed", "1", "--json").json
    assert again["options"] == {"rounds": "2", "easier": "yes"}


@pytest.mark.parametrize(
    ("words", "code", "reasons"),
    [
        (("--game", "chess"), 2, ['no game called "chess"; there is mudwater, matschig']),
        (("matschig", "--game", "cardia"), 2, ["Name it once"]),
        (
            ("matschig", "--seat", "me", "--option", "rounds", "--option", "moons=2"),
            2,
            ["is NAME=VALUE", "moons", "1 seats"],
        ),
        (("matschig", "--hand", "Dockside", "--first", "me"), 2, ["--hand, --first"]),
        (("matschig", "--against", "search:much"), 2, ["how long to search"]),
        (("matschig", "--seat", "Bo", "--seat", "Bo", "--seat", "greedy", "--rematch", "x"), 1, ["x"]),
        (("matschig", "--me", "human"), 2, ["nobody is there to play"]),
        (("--seat", "me"), 2, ["for the other games"]),
        (("--option", "rounds=2"), 2, ["for the other games"]),
        (("matschig", "--rematch"), 1, ["no match to play again"]),
        (("cardia", "--option", "deck=Nope"), 1, ["Nope"]),
    ],
)
def test_what_cannot_be_played_is_refused_with_every_reason(
    stocked: Shell, words: tuple[str, ...], code: int, reasons: list[str]
) -> None:
    done = stocked("play", *words, "--auto")
    assert (done.code, done.out) == (code, "")
    assert all(reason in done.err for reason in reasons), done.err
    assert stocked.json("match", "list", "--all") == []


def test_without_a_terminal_no_screen_opens_and_nobody_sits_down(stocked: Shell) -> None:
    done = stocked("play", "matschig")
    assert done.code == 1
    assert "--auto" in done.err
    assert stocked.json("match", "list") == []


def test_on_a_terminal_everybody_sits_down_and_the_screen_takes_the_match_up(
    stocked: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[TableRequest] = []

    def run(path: Path, collector: str | None, *, start: str, table: TableRequest) -> int:
        assert (path, collector, start) == (stocked.db, None, "table")
        opened.append(table)
        return 0

    for place in ("playing", "playing_games"):
        monkeypatch.setattr(f"collection.cli.{place}.on_a_terminal", lambda: True)
    monkeypatch.setattr("collection.tui.running.run", run)
    stocked.ok("play", "matschig", "--seat", "me", "--seat", "greedy", "--seat", "Aunt Mo", "--id", "mine")
    stocked.ok("play", "--resume")
    assert [request.match for request in opened] == ["mine", "mine"]
    (found,) = stocked.json("match", "list")
    assert [(one["name"], one["player"]) for one in found["seats"]] == [
        ("Me", "human"),
        ("greedy", "greedy"),
        ("Aunt Mo", "human"),
    ]
    assert stocked("play", "matschig", "--json").code == 2


def test_records_of_all_games_are_replayed_together_and_a_bad_one_is_named(stocked: Shell) -> None:
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "1", "--record", "a.yaml")
    stocked.ok(*AUTO, "--record", "b.yaml")
    whole = (stocked.folder / "b.yaml").read_text()
    (stocked.folder / "c.yaml").write_text(whole.partition("result:")[0] + "result: {points: [1, 1, 1]}\n")
    (stocked.folder / "d.yaml").write_text(
        f"{whole.partition('moves:')[0]}moves:\n- chance: first A\n- A: throw w1 at B\n"
    )
    done = stocked("replay", "a.yaml", "c.yaml", "d.yaml", "b.yaml", "--json")
    assert done.code == 1
    assert [json.loads(line)["game"] for line in done.out.splitlines()] == ["mudwater", "matschig"]
    assert "c.yaml: result, points: the record says 1 1 1, but the moves give " in done.err
    assert "d.yaml: move 2 (throw w1 at B): " in done.err


def test_a_game_is_judged_seat_by_seat_without_what_chance_did(shell: Shell) -> None:
    gathering = sat_down(shell, *[Guest("random")] * 3, moves=12)
    (shell.folder / "g.yaml").write_text(gathering.match.record)
    judged = shell.ok("analyse", "g.yaml", "--effort", "1", "--json").json
    steps = [one for one in gathering.played.steps if -1 not in one]
    said = [("ABC"[seat], number) for number, step in enumerate(steps, start=1) for seat in sorted(step)]
    assert [(one["seat"], one["number"]) for one in judged] == said
    assert all(set(one) == {"number", "seat", "move", "before", "after", "best", "loss", "exact"} for one in judged)
    assert all(0 <= one["after"] <= one["before"] <= 1 for one in judged)
    report = shell.ok("analyse", "g.yaml", "--effort", "1").out
    assert "better:" in report or "best" in report
    assert shell("replay", "g.yaml", "--svg").err == "Only games of Mudwater can be drawn.\n"


def test_matches_of_every_game_stand_in_one_list(stocked: Shell) -> None:
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "5", "--id", "done")
    stocked.ok(*AUTO, "--id", "mud")
    sat_down(stocked, Guest(HUMAN, "Me"), Guest("greedy"), Guest(HUMAN, "Aunt Mo"), moves=3)
    found = stocked.json("match", "list", "--all")
    assert {(one["id"], one["game"]) for one in found} == {
        ("done", "mudwater"),
        ("mud", "matschig"),
        ("mine", "matschig"),
    }
    assert [one["id"] for one in stocked.json("match", "list")] == ["mine"]
    told = stocked.ok("match", "list", "--all").out
    assert "Me, greedy B, Aunt Mo" in told
    assert max(map(len, told.splitlines())) <= 80
    assert stocked.ok("match", "record", "mud").out.startswith("game: matschig\n")
    assert "The game is over" in stocked.ok("match", "show", "mud").out
    assert stocked.json("ante", "list") == []


def test_a_match_that_is_played_tells_nobody_what_others_hold(stocked: Shell) -> None:
    gathering = sat_down(stocked, Guest(HUMAN, "Me"), Guest("greedy"), Guest("greedy"), moves=6)
    told = stocked.ok("match", "mine")
    assert "Hidden:" not in told.out
    assert "The game is not finished." in told.out
    drawn: list[Any] = [
        event for events in gathering.played.events for event in events if event.seats not in (None, {0})
    ]
    assert drawn
    from collection.games.registry import told as telling

    secrets = [telling("matschig")(event, gathering.names) for event in drawn if not event.visible_to(0)]
    flat = " ".join(told.out.split())
    assert not [secret for secret in secrets if secret and len(secret) > 40 and secret in flat]
    refused = stocked("match", "record", "mine")
    assert refused.code == 1
    assert stocked("match", "mine", collector="Bo").code == 1


def test_a_match_is_taken_back_given_up_and_played_again(stocked: Shell) -> None:
    sat_down(stocked, Guest(HUMAN, "Me"), Guest("greedy"), Guest("greedy"), moves=9)
    before = stocked.json("match", "list")[0]["moves"]
    done = stocked.ok("match", "take-back", "mine")
    assert "Me took back" in done.out
    (after,) = stocked.json("match", "list")
    assert after["moves"] < before
    assert after["taken_back"] > 0
    assert "takes back" in stocked.ok("match", "mine").out
    for verb, why in (("resign", "match abandon mine"), ("branch", "Only matches of Mudwater")):
        refused = stocked("match", verb, "mine")
        assert refused.code == 1
        assert why in refused.err
    assert stocked("play", "--rematch", "mine", "--auto").code == 1
    stocked.ok("match", "abandon", "mine")
    assert stocked("play", "--resume", "mine", "--auto").code == 1
    assert stocked.ok("play", "--rematch", "mine", "--auto", "--id", "again").code == 0
    assert stocked.json("match", "list", "--all")[0]["status"] in ("done", "abandoned")


def test_an_unfinished_game_is_played_to_its_end_by_programs(stocked: Shell) -> None:
    sat_down(stocked, Guest(HUMAN, "Me"), Guest("greedy"), Guest("greedy"), moves=5)
    resumed = stocked.ok("play", "--resume", "--auto", "--seed", "1", "--json").json
    assert resumed["outcome"] is not None
    assert stocked.json("match", "list") == []
    assert stocked.ok("void", "mine").code == 0
    assert stocked.json("match", "list", "--all") == []


def test_the_games_are_listed_and_shown(shell: Shell) -> None:
    assert [one["game"] for one in shell.json("game", "list")] == list(NAMES)
    for name in NAMES:
        shown = shell.json("game", "show", name)
        assert shown["title"] == TITLES[name]
        assert shown["stand_ins"] <= shown["fields"]
        told = shell.ok("game", name)
        assert TITLES[name] in told.out
        assert max(map(len, told.out.splitlines())) <= 80
    options = {one["name"]: one["values"] for one in shell.json("game", "show", "matschig")["options"]}
    assert options["rounds"][0] == "1"
    assert shell("game", "show", "chess").code == 2
    assert not shell.db.exists()


def test_data_are_shown_corrected_and_left_again_and_old_games_stay_as_they_were(shell: Shell) -> None:
    shell.ok(*AUTO, "--record", "old.yaml")
    old = shell.json("replay", "old.yaml")
    fields = {one["field"]: one for one in shell.json("game", "data", "matschig")}
    assert fields["hand"] == {"field": "hand", "value": "7", "confirmed": True, "corrected": False}
    assert fields["count.water.4"]["confirmed"] is False
    assert "game" not in fields
    refused = shell("game", "set", "matschig", "hand=x", "count.watr.4=7")
    assert refused.code == 2
    assert "Do you mean count.water.4?" in refused.err
    assert "hand: a number" in refused.err
    assert shell("game", "set", "matschig", "count.water.4=7").code == 1
    shell.ok("game", "set", "matschig", "hand=5", "count.special.fan=3", "count.special.dryer=1")
    assert [one["value"] for one in shell.json("game", "data", "matschig", "count.special.fan")] == ["3"]
    new = shell.ok(*AUTO, "--json").json
    assert len(new["moves"][1]["moves"][0]["move"].split()) == 111
    assert new != old
    again = shell("replay", "old.yaml", "--json")
    assert again.json == old
    assert "old.yaml: the data have come to differ in hand, count.special.fan" in shell("replay", "old.yaml").err
    assert "corrected" in shell.ok("game", "data", "matschig", "hand").out
    shell.ok("game", "unset", "matschig", "hand", "count.special.fan", "count.special.dryer")
    assert shell("game", "unset", "matschig", "hand").code == 2
    assert shell("game", "set", "mudwater", "n=3").code == 1
    assert shell.ok(*AUTO, "--json").json == old | {"file": None}


def test_a_whole_book_goes_to_another_place_with_its_games_and_corrections(shell: Shell) -> None:
    shell.ok("game", "set", "matschig", "hand=6")
    shell.ok(*AUTO, "--id", "mine")
    told = shell.ok("match", "mine").out
    shell.ok("export", "whole.json", "--what", "all")
    shell.ok("backup", "copy.db")
    other = Shell(shell.folder / "there", shell._capsys)
    other.folder.mkdir()
    other.ok("import", str(shell.folder / "whole.json"), "--yes")
    assert other.ok("match", "mine").out == told
    assert other.json("game", "data", "matschig", "hand")[0]["value"] == "6"
    assert other.ok("audit").code == 0
    shell.ok("game", "unset", "matschig", "hand")
    shell.ok("restore", "copy.db", "--yes")
    assert shell.ok("match", "mine").out == told
    assert shell.json("game", "data", "matschig", "hand")[0]["value"] == "6"


def test_a_game_of_guests_is_told_as_far_as_all_may_see_it_and_not_judged_before_its_end(shell: Shell) -> None:
    gathering = sat_down(shell, Guest(HUMAN, "Ann"), Guest(HUMAN, "Bo"), Guest("random"), moves=2)
    told = shell.ok("match", "show", "mine")
    assert "Ann draws 7 cards." in told.out
    assert "Hidden:" not in told.out
    dealt = [dict(event.facts)["cards"] for events in gathering.played.events for event in events if event.seats]
    assert len(dealt) >= 3
    assert "draws the" not in told.out
    assert "draws Sand" not in told.out
    assert "play --resume mine" in told.err
    assert shell("--as", "Zed", "match", "show", "mine").code == 1
    judged = shell("match", "analyse", "mine")
    assert (judged.code, judged.out) == (1, "")
    assert judged.err == (
        "The match mine is not over, and its record tells every hand. Play it to its end, or give it up.\n"
    )


def test_whoever_sits_down_first_of_all_comes_into_the_book(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collection.cli.playing_games.on_a_terminal", lambda: True)
    monkeypatch.setattr("collection.tui.running.run", lambda *_args, **_words: 0)
    shell.ok("play", "matschig", "--seat", "me", "--seat", "Bo", "--seat", "random")
    shell.ok("play", "mud")
    mud, matschig = shell.json("match", "list")
    assert [one["collector"] for one in matschig["seats"]] == ["Me", None, None]
    assert [one["collector"] for one in mud["seats"]] == ["Me", None]
