"""Pack night at the command line: logging, taking back, and what the packs taught."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from collection.desk.sample import open_sample

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

SAMPLE_STATS = """\
Sam: 8 packs, 72 cards.
Duplicates: 21 of 72 cards (29.2 %) repeat a number pulled before; 51 are different.
New when logged: 50 numbers, 6.2 a pack.
The Level of 67 of the 72 cards is a stand-in: nobody has confirmed it for their number.

Level          Cards  Of all cards           A pack
I   Common        40  55.6 % (44.1 to 66.5)  5.0 (3.6 to 6.8)     ##########---
II  Uncommon      18  25.0 % (16.4 to 36.1)  2.2 (1.3 to 3.6)     ####---
III Rare           9  12.5 % (6.7 to 22.1)   1.1 (0.51 to 2.1)    ##--
IV  Prestige       3  4.2 % (1.4 to 11.5)    0.38 (0.08 to 1.1)   #-
V   Legendary      2  2.8 % (0.8 to 9.6)     0.25 (0.03 to 0.90)  --
In brackets 95 % ranges. Of all cards: Wilson score. A pack: exact Poisson (Garwood).
Bars: # up to the estimate, - up to the upper end of its range.

To complete    Missing  More packs, on average  Enough 9 times in 10
Level I             28  43.7 (32.2 to 61.0)     62
Level II            17  46.4 (29.5 to 77.9)     68
Level III            6  28.8 (15.4 to 62.4)     47
Level IV            11  113 (39.1 to 547)       174
Level V              6  78.9 (22.2 to 648)      130
The whole set       68  124 (38.8 to 1632)      182
A copy of 45         1  13.8 (8.9 to 23.0)      31
45 Barrel Roller ~, Level II: pulled 1 time, 1 owned.
The next pack brings 4.6 (2.4 to 8.5) numbers that are not owned, on average.
Packs: exact Poisson (Garwood), carried through.

Within one Level every number is taken to be as likely as any other. Nobody has confirmed that it is so.
Packs to come are taken to be like the packs logged, and their cards not to depend on each other.
Ranges of packs follow from those of the rates, widened where several Levels play a part (Bonferroni).
They are ranges of the average: luck comes on top.
"""


@pytest.fixture(scope="session")
def sample_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sample") / "book.db"
    open_sample(path, dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)).close()
    return path


@pytest.fixture
def sample(shell: Shell, sample_book: Path) -> Shell:
    for part in sample_book.parent.iterdir():
        shutil.copyfile(part, shell.folder / part.name)
    return shell


def test_what_the_packs_of_the_sample_taught_reads_so(sample: Shell) -> None:
    assert sample.ok("pack", "stats", "--card", "45").out == SAMPLE_STATS


def test_stats_for_programs_hold_every_number_with_its_range_and_method(sample: Shell) -> None:
    told = sample.json("pack", "stats", "--card", "Barrel Roller")
    assert (told["collector"], told["packs"], told["level_packs"], told["cards"]) == ("Sam", 8, 0, 72)
    assert (told["enough"], told["fewest_packs"], told["costs"]) == (True, 5, [])
    assert told["repeats"] + told["different"] == told["cards"]
    assert [one["level"] for one in told["levels"]] == [1, 2, 3, 4, 5]
    assert sum(one["pulled"] for one in told["levels"]) == 72
    for one in told["levels"]:
        assert one["share"]["method"] == "Wilson score"
        assert one["a_pack"]["method"] == "exact Poisson (Garwood)"
    everything = [one["share"] for one in told["levels"]] + [one["a_pack"] for one in told["levels"]]
    everything += [told["to_finish"]["packs"], told["next_new"], told["card"]["to_reach"]["packs"]]
    for interval in everything:
        assert set(interval) == {"estimate", "low", "high", "confidence", "method"}
        assert interval["low"] <= interval["estimate"] <= interval["high"]
        assert interval["confidence"] == 0.95
    assert told["card"]["number"] == 45
    assert any("Nobody has confirmed" in sentence for sentence in told["assumptions"])


def test_too_few_packs_are_said_to_be_too_few(shell: Shell) -> None:
    for _ in range(4):
        shell.ok("pack", "add", "12", "45")
    done = shell.ok("pack", "stats", "--card", "12")
    assert "Too few packs to say more: estimates begin with 5 packs." in done.out
    assert done.out.count("too few packs to say") == 7
    assert " %)" in done.out, "what was counted is told all the same"
    assert "95 %" not in done.out
    assert shell.json("pack", "stats")["to_finish"] == {
        "missing": 118,
        "verdict": "too few packs to say",
        "packs": None,
        "nine_in_ten": None,
    }
    shell.ok("pack", "add", "12", "45")
    assert "too few" not in shell.ok("pack", "stats").out.lower()


def test_no_packs_at_all_teach_how_to_log_one(shell: Shell) -> None:
    done = shell.ok("pack", "stats")
    assert "No packs yet." in done.err
    assert "Too few packs to say" in done.out


def test_a_level_never_pulled_is_told_as_at_least(shell: Shell) -> None:
    for _ in range(5):
        shell.ok("pack", "add", "12", "45")
    shell.ok("pack", "add", "--levels", "5/3/1/0/0", "--date", "2025-01-02")
    done = shell.ok("pack", "stats")
    assert "Never pulled: Level IV and V." in done.out
    assert "at least" in done.out
    assert "Per Level only: 1 pack, 9 cards, in the rates alone." in done.out
    whole = shell.json("pack", "stats")["to_finish"]
    assert whole["packs"]["estimate"] is whole["packs"]["high"] is None
    assert whole["packs"]["low"] > 0


def test_costs_are_told_for_each_currency(shell: Shell) -> None:
    for price in ("4.50 EUR", "€4,50", "CHF 5.-", "4.5", "1,000 EUR"):
        shell.ok("pack", "add", "12", "45", "--price", price)
    costs = {one["currency"]: one for one in shell.json("pack", "stats")["costs"]}
    assert {name: (one["spent"], one["packs"], one["new_numbers"]) for name, one in costs.items()} == {
        "EUR": (9.0, 2, 2),
        "CHF": (5.0, 1, 0),
        None: (4.5, 1, 0),
    }
    assert (costs["EUR"]["per_new"], costs["CHF"]["per_new"]) == (4.5, None)
    out = shell.ok("pack", "stats").out
    assert "9.00 EUR" in out
    assert "5.00 CHF" in out


def test_a_price_that_cannot_be_read_is_kept_and_the_person_is_told(shell: Shell) -> None:
    done = shell.ok("pack", "add", "12", "--price", "1,000 EUR", "--shop", "Corner")
    assert "The price 1,000 EUR is kept as written, but cannot be read" in done.err
    assert "1,000 EUR, from Corner" in done.out
    (logged,) = shell.json("pack", "list")
    assert (logged["price"], logged["shop"]) == ("1,000 EUR", "Corner")
    assert "kept as written" not in shell.ok("pack", "add", "12", "--price", "4,50 €").err


def test_price_shop_day_and_note_stand_in_the_list(shell: Shell) -> None:
    shell.ok("pack", "add", "12", "--price", "€4,50", "--shop", "Corner", "--date", "2025-01-02", "--note", "late")
    out = shell.ok("pack", "list").out
    assert "2025-01-02" in out
    assert "€4,50, from Corner, late" in out


def test_every_typo_is_offered_the_closest_names_at_once_and_nothing_is_logged(shell: Shell) -> None:
    shell.ok("collector", "new", "Ada")
    before = shell.dump()
    done = shell("pack", "add", "Barel Roler", "45", "Plank Walkr", "121", "7:f!oil", "12*0")
    assert done.code == 2
    assert "did you mean Barrel Roller (45)" in done.err
    assert "Plank Walker (1)" in done.err
    assert "121" in done.err
    assert len(done.err.strip().splitlines()) == 5
    assert shell.dump() == before


def test_quantities_and_finishes_are_logged_as_typed(shell: Shell) -> None:
    logged = shell.json("pack", "add", "45*2", "45:foil", "#12", "Plank Walker")
    assert logged["copies"] == [
        {"number": 1, "finish": "base", "quantity": 1},
        {"number": 12, "finish": "base", "quantity": 1},
        {"number": 45, "finish": "base", "quantity": 2},
        {"number": 45, "finish": "foil", "quantity": 1},
    ]


def test_undo_takes_back_the_last_pack_and_shows_what_leaves(shell: Shell) -> None:
    shell.ok("pack", "add", "12", "45", "--id", "first")
    shell.ok("pack", "add", "45*2", "118:foil", "--id", "second", "--date", "2025-01-02", "--price", "4 EUR")
    done = shell.ok("pack", "undo")
    assert "Taken back: pack 2 of 2025-01-02, 4 EUR (second), 3 cards." in done.out
    rows = [line.split() for line in done.out.splitlines()[2:]]
    assert [(row[0], row[-2:]) for row in rows] == [("45", ["2", "1"]), ("118", ["1", "0"])]
    told = shell.json("pack", "undo", "--id", "u")
    assert (told["id"], told["voided"], told["void"], told["new"]) == ("first", True, "u", True)
    assert shell.json("pack", "undo", "--id", "u")["new"] is False
    assert shell.json("own") == []
    none_left = shell("pack", "undo")
    assert none_left.code == 1
    assert "no pack to take back" in none_left.err


def test_undo_of_cards_that_have_gone_on_is_refused(shell: Shell) -> None:
    shell.ok("pack", "add", "12", "45")
    shell.ok("ledger", "add", "lost", "45")
    before = shell.dump()
    assert shell("pack", "undo").code == 1
    assert shell.dump() == before


@pytest.mark.parametrize("ending", ["png", "svg", "SVG"])
def test_a_picture_is_written_whole_beside_the_text(sample: Shell, ending: str) -> None:
    place = sample.folder / f"stats.{ending}"
    done = sample.ok("pack", "stats", "--plot", str(place))
    assert "Level" in done.out
    assert "The picture is in" in done.err
    assert place.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml")
    assert [one.name for one in sample.folder.iterdir() if one.name.startswith(".stats")] == []


def test_a_picture_of_an_unknown_kind_or_in_no_place_is_refused(sample: Shell) -> None:
    done = sample("pack", "stats", "--plot", "stats.gif")
    assert done.code == 2
    assert ".png" in done.err
    (sample.folder / "folder.png").mkdir()
    assert sample("pack", "stats", "--plot", "folder.png").code == 1
    assert sample("pack", "stats", "--plot", "nowhere/stats.png").code == 1
    assert not (sample.folder / "stats.gif").exists()


def test_too_few_packs_draw_nothing_and_leave_the_file_alone(shell: Shell) -> None:
    shell.ok("pack", "add", "12")
    place = shell.folder / "stats.png"
    place.write_bytes(b"mine")
    done = shell("pack", "stats", "--plot", "stats.png")
    assert done.code == 1
    assert "Too few packs to say" in done.err
    assert place.read_bytes() == b"mine"


def test_without_matplotlib_the_text_is_there_and_a_picture_is_one_sentence(
    sample: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert sample.ok("pack", "stats").out
    done = sample("pack", "stats", "--plot", "stats.svg")
    assert (done.code, done.out) == (1, "")
    assert done.err == "Pictures need matplotlib: pip install 'mudwater-collection[plot]'\n"
    assert not (sample.folder / "stats.svg").exists()


def test_stats_without_a_picture_do_not_load_matplotlib(sample: Shell) -> None:
    looked = (
        "import sys; from collection.cli import main; code = main(['pack', 'stats']); "
        "sys.exit(code or 'matplotlib' in sys.modules)"
    )
    environment: dict[str, Any] = {**os.environ, "MUDWATER_DB": str(sample.db)}
    done = subprocess.run([sys.executable, "-c", looked], env=environment, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_a_card_that_is_none_is_refused(sample: Shell) -> None:
    for word in ("121", "Barel Roler"):
        done = sample("pack", "stats", "--card", word)
        assert done.code == 2
        assert done.out == ""


def test_a_pack_has_a_number_that_is_told_wherever_it_is(shell: Shell) -> None:
    assert "Pack 1 of 2025-01-02: 1 card" in shell.ok("pack", "add", "45", "--date", "2025-01-02").out
    assert (
        "Pack 2 of 2024-01-02: 8 cards" in shell.ok("pack", "add", "--levels", "5/2/1/0/0", "--date", "2024-01-02").out
    )
    assert shell.json("pack", "add", "45")["number"] == 3
    shell.ok("pack", "undo")
    assert shell.json("pack", "add", "12")["number"] == 4
    listed = shell.ok("pack", "list").out.splitlines()
    assert [line.split()[0] for line in listed[1:]] == ["4", "3", "1", "2"]
    assert [pack["number"] for pack in shell.json("pack", "list")] == [4, 3, 1, 2]
    assert "Pulled in pack 1" in shell.ok("card", "45", "--life").out
