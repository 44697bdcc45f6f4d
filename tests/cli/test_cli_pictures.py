"""Pictures by command: boards, games, cards, hands and analyses, in files and on standard output."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

SVG = "{http://www.w3.org/2000/svg}"
GAME = """\
game: mudwater
mode: standard
first: black
hands: {black: [84, 6], white: [43, 33]}
ante: {black: unknown, white: unknown}
moves: [s=84, c=43 xs, sw=6 xs, c+33 xs]
"""
"""The rulebook's example, as somebody at the table may have written it down."""


@pytest.fixture
def record(shell: Shell) -> str:
    place = shell.folder / "game.yaml"
    place.write_text(GAME)
    return str(place)


def words(svg: str) -> str:
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return "\n".join(node.text or "" for node in root.iter(f"{SVG}text"))


def test_a_game_goes_to_standard_output_as_svg_and_nothing_else(shell: Shell, record: str) -> None:
    said = words(shell.ok("replay", record, "--svg", "--black", "Sam <&>", "--white", "Bo 🐸").out)
    assert "Black: Sam <&>" in said
    assert "White: Bo 🐸" in said
    assert "4. upgrades c" in said


def test_a_process_of_its_own_writes_svg_whatever_the_terminal_speaks(shell: Shell, record: str) -> None:
    done = shell.process("replay", record, "--svg", "--black", "Łukasz 🐸", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.code == 0, done.err
    assert "Łukasz 🐸" in words(done.out)


def test_one_position_is_drawn_large(shell: Shell, record: str) -> None:
    said = words(shell.ok("replay", record, "--svg", "--at", "2").out)
    assert "After move 2 of 4 · Mudwater, standard" in said
    assert "Sea Dog ~" in said
    assert "33 Dead Calm" not in said
    assert "The beginning" in words(shell.ok("replay", record, "--svg", "--at", "0").out)


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("SVG", b"<?xml")])
def test_the_ending_of_the_file_says_the_kind_and_the_text_is_told_as_ever(
    shell: Shell, record: str, ending: str, start: bytes
) -> None:
    place = shell.folder / f"game [x].{ending}"
    place.write_bytes(b"an older picture")
    done = shell.ok("replay", record, "--picture", str(place))
    assert "Mudwater, standard game.\n" in done.out, "nobody is known to have played it"
    assert place.read_bytes().startswith(start)
    assert f"The picture is in {place}" in done.err
    assert done.out == shell.ok("replay", record).out
    assert [one.name for one in shell.folder.glob(".*")] == []


def test_json_and_a_picture_in_one_run(shell: Shell, record: str) -> None:
    place = shell.folder / "game.svg"
    done = shell.ok("replay", record, "--json", "--picture", str(place))
    assert done.json == shell.ok("replay", record, "--json").json
    assert words(place.read_text())


def test_a_card_is_drawn_as_it_was_corrected(shell: Shell) -> None:
    shell.ok("card", "set", "45", "name=Reed & Son", "n=9")
    said = words(shell.ok("card", "45", "--svg").out)
    assert "Reed & Son" in said.splitlines()
    assert "N 9 · E 5 ~" in said
    place = shell.folder / "card.svg"
    assert shell.ok("card", "45", "--picture", str(place)).out.startswith("Number  45")
    assert words(place.read_text()) == said


def test_a_hand_is_drawn_with_its_reasons(stocked: Shell) -> None:
    stocked.ok("hand", "set", "Dockside", "3", "7", "1")
    said = words(stocked.ok("hand", "show", "Dockside", "--svg").out).splitlines()
    assert said[0] == "Dockside"
    assert {"#3", "#7", "#1"} <= set(said)
    assert [line for line in said if line.startswith("Not legal: ")]
    place = stocked.folder / "hand.png"
    stocked.ok("hand", "show", "Dockside", "--picture", str(place))
    assert place.read_bytes().startswith(b"\x89PNG")


def test_an_analysis_is_drawn_as_a_table_or_as_boards(shell: Shell, record: str) -> None:
    place, quick = shell.folder / "a.svg", ("--effort", "20")
    told = shell.ok("analyse", record, *quick, "--picture", str(place))
    assert told.out == shell.ok("analyse", record, *quick).out
    table = words(place.read_text())
    assert "Mudwater, standard game, judged move by move" in table
    assert "places at s, 84 The Boathouse ~" in table
    boards = words(shell.ok("analyse", record, *quick, "--boards", "--svg").out)
    assert "4. upgrades c" in boards
    assert "Black's chance of winning, after so many moves" in boards


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["replay", "g", "g", "--svg"], "A picture shows one game, and 2 files are named."),
        (["replay", "g", "--svg", "--json"], "--svg and --json both go to standard output."),
        (["replay", "g", "--svg", "--picture", "x.svg"], "Ask for one of them."),
        (["replay", "g", "--picture", "x.gif"], "x.gif ends neither in .png nor in .svg"),
        (["replay", "g", "--at", "1"], "add --svg"),
        (["replay", "g", "--at=-1", "--svg"], "--at"),
        (["replay", "g", "--at=-1", "--screen"], "Input should be greater than or equal to 0"),
        (["replay", "g", "--black", "Sam"], "add --svg"),
        (["card", "45", "--svg", "--life"], "not its life"),
        (["card", "45", "--svg", "--json"], "--svg and --json both go to standard output."),
        (["analyse", "g", "g", "--svg"], "A picture shows one game, and 2 files are named."),
        (["analyse", "g", "--boards"], "add --svg or --picture FILE"),
    ],
)
def test_what_cannot_go_together_is_not_understood(shell: Shell, record: str, asked: list[str], why: str) -> None:
    done = shell(*(record if word == "g" else word for word in asked))
    assert done.code == 2
    assert why in done.err
    assert done.out == ""


def test_what_cannot_be_drawn_or_written_is_refused_and_leaves_no_file(shell: Shell, record: str) -> None:
    late = shell("replay", record, "--svg", "--at", "5")
    assert (late.code, late.out) == (1, "")
    assert "positions go from 0 to 4" in late.err
    place = shell.folder / "no" / "a.svg"
    assert shell("analyse", record, "--picture", str(place)).code == 1
    (shell.folder / "d.svg").mkdir()
    assert "is a directory" in shell("card", "45", "--picture", str(shell.folder / "d.svg")).err
    bad = shell.folder / "bad.yaml"
    bad.write_text(GAME.replace("sw=6 xs", "sw=33"))
    picture = shell.folder / "bad.svg"
    done = shell("replay", str(bad), "--picture", str(picture))
    assert done.code == 1
    assert "move 3" in done.err
    assert not picture.exists()


def test_a_book_is_never_drawn_over(stocked: Shell, record: str) -> None:
    book = stocked.folder / "book.svg"
    book.write_bytes(Path(stocked.db).read_bytes())
    done = stocked("replay", record, "--picture", str(book))
    assert done.code == 1
    assert "no picture is written over it" in done.err
