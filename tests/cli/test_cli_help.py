"""Every verb explains itself, and looking things up is light."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from collection.catalogue.card import FIELDS
from collection.cli import main
from collection.cli.verbs import command

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Shell


def verbs(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, verb in group.commands.items():
        yield (*words, name), verb
        if hasattr(verb, "commands"):
            yield from verbs(verb, (*words, name))


VERBS = dict(verbs(command()))

PROMISED = """
demo; cards; card; card set; pack add; pack list; own; ledger; ledger add trade; ledger add gift; ledger add found;
ledger add lost; void; hand new; hand set; hand list; hand show; hand check; hand suggest; hand copy; hand rename;
hand archive; hand export; hand import;
ante add; ante complete; ante list; ante stats; play; replay; lab arena; audit; collector new;
collector list; collector use
"""


@pytest.mark.parametrize("verb", [verb.strip() for verb in PROMISED.split(";")])
def test_every_promised_verb_is_there(verb: str) -> None:
    assert tuple(verb.split()) in VERBS


@pytest.mark.parametrize("words", list(VERBS), ids=" ".join)
def test_every_verb_and_each_of_its_options_is_explained(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: mudwater {' '.join(words)}")
    assert max(len(line) for line in text.splitlines()) <= 80
    assert not re.search(r"[{}]|\[\[|<(str|int|float|path|list)\b", text), "words are named as people read them"
    assert VERBS[words].help
    for parameter in VERBS[words].params:
        assert parameter.help, f"{parameter.name} of {words}"


GROUPS = ["", *(" ".join(words) for words, verb in VERBS.items() if hasattr(verb, "commands"))]


@pytest.mark.parametrize("group", GROUPS)
def test_no_list_of_verbs_is_cut(
    group: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    main([*group.split(), "--help"])
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert listed.strip()
    assert not [line for line in listed.splitlines() if line.endswith("...") or len(line) > 80]


READING = ["cards", "card 45", "own", "pack list", "ledger", "hand list", "ante list", "ante stats", "audit"]


@pytest.mark.parametrize(
    "verb", [*READING, "hand suggest", "hand show Dockside", "hand check Dockside", "collector list"]
)
def test_every_reading_verb_speaks_json_on_standard_output_alone(stocked: Shell, verb: str) -> None:
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "draw")
    assert stocked.json(*verb.split()) is not None


@pytest.mark.parametrize("verb", READING)
def test_tables_fit_a_terminal_of_80_columns(stocked: Shell, verb: str) -> None:
    stocked.ok("ante", "add", "--rival", "B" * 200, "--result", "lost", "--mine", "45", "--note", "n" * 500)
    lines = stocked.ok(*verb.split()).out.splitlines()
    assert lines
    assert max(len(line) for line in lines) <= 80 or verb in {"ante stats", "audit"}


def test_a_card_has_the_fields_that_programs_were_promised(stocked: Shell) -> None:
    promised = ["number", "name", "level", "family", "tribe", "artist", "n", "e", "s", "w", "confirmed", "owned"]
    assert list(stocked.json("card", "45")) == promised
    cards = stocked.json("cards")
    assert len(cards) == 120
    assert list(cards[0]) == promised


def test_every_stand_in_of_a_card_is_marked_and_no_fact_is(stocked: Shell) -> None:
    for number in ("3", "45"):
        card, shown = stocked.json("card", number), stocked.ok("card", number).out
        fields = {line.split()[0].lower(): "~" in line for line in shown.splitlines()[:5]}
        assert fields == {field: field not in card["confirmed"] for field in FIELDS[:5]}
        edges = shown.partition("Edges   ")[2].splitlines()[0].split("  ")
        assert ["~" in edge for edge in edges] == [side not in card["confirmed"] for side in "nesw"]
        assert "~" not in shown.partition("Artist  ")[2].splitlines()[0], "an unknown artist is nothing made up"


def test_stand_ins_are_marked_and_the_mark_is_explained(stocked: Shell) -> None:
    for verb in ("cards 45", "card 45", "own 45", "hand show Dockside"):
        done = stocked.ok(*verb.split())
        assert "~" in done.out, verb
        assert "stand-in" in done.err, verb


def test_a_search_may_begin_with_a_dash(stocked: Shell) -> None:
    everything, without = stocked.json("cards"), stocked.json("cards", "-level:1")
    assert 0 < len(without) < len(everything)
    assert {card["level"] for card in without} == {2, 3, 4, 5}


def test_without_a_terminal_the_bare_command_tells_where_things_stand(stocked: Shell) -> None:
    told = stocked.ok().out
    assert "18 of 120 cards, 19 copies" in told
    assert str(stocked.db) in told
    assert "pack add" in told


LIGHT = ["--version", "--help", "cards level:5", "cards level:5 --json", "card 45", "replay g.yaml --json", ""]


@pytest.mark.parametrize("verb", LIGHT)
def test_looking_things_up_imports_neither_screens_nor_database_library(stocked: Shell, verb: str) -> None:
    if "g.yaml" in verb:
        stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "4", "--record", "g.yaml")
    program = (
        "import sys, json\n"
        "from collection.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "print(json.dumps([code, sorted({name.partition('.')[0] for name in sys.modules})]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--db", str(stocked.db), *verb.split()],
        cwd=stocked.folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    assert set(modules) & {"textual", "rich", "sqlmodel", "sqlalchemy", "alembic"} == set()


def test_the_catalogue_can_be_searched_before_there_is_a_book(shell: Shell) -> None:
    assert len(shell.json("cards", "level:5")) == 8
    assert not shell.db.exists()


def test_the_version_is_the_packages_and_says_how_the_kernel_runs(shell: Shell) -> None:
    from collection import __version__
    from collection.games.mudwater import kernel

    way = "interpreted" if str(kernel.__file__).endswith(".py") else "compiled"
    assert shell.process("--version").out == f"mudwater {__version__}\nkernel: {way}\n"


def test_the_demonstration_tells_the_same_story_each_time_and_leaves_nothing(shell: Shell) -> None:
    first, second = shell.process("demo"), shell.ok("demo")
    assert first.code == 0, first.said
    # The last line sends the person to their own book, which was named in two ways.
    assert first.out.splitlines()[:-1] == second.out.splitlines()[:-1]
    assert first.out.endswith("Begin it: mudwater pack add NUMBER NUMBER ..., or `mudwater` for the screens.\n")
    assert first.err == ""
    assert "The story stops here" not in first.out
    assert not shell.db.exists()
    for word in ("not legal", "Dockside is legal", "wins", "Bo", "The books are right"):
        assert word in first.out, word
    assert not re.search(r"[\u2500-\u257f]", first.out), "box drawing is noise to a screen reader"


def test_a_record_is_written_whole_or_not_at_all(stocked: Shell, tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text("older", encoding="utf-8")
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "4", "--record", "g.yaml")
    assert "older" not in (tmp_path / "g.yaml").read_text(encoding="utf-8")
    assert stocked("play", "--hand", "Nothing", "--auto", "--record", "h.yaml").code == 1
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.suffix not in {".db", ".db-wal", ".db-shm"}) == [
        ".yaml"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("words", [[], ["play", "--hand", "Dockside"]])
def test_on_a_terminal_the_screens_open_and_ctrl_q_leaves(stocked: Shell, words: list[str]) -> None:
    code, painted = on_a_terminal(stocked, words, leave_when=b"Binder", keys=b"\x11")
    assert code == 0
    assert b"\x1b[?1049h" in painted, "the alternate screen was used"
    assert b"Traceback" not in painted


def on_a_terminal(shell: Shell, words: list[str], *, leave_when: bytes, keys: bytes) -> tuple[int, bytes]:
    """Run a command on a pseudo-terminal of 80 x 24, type `keys` once `leave_when` is painted, and wait for its end."""
    import fcntl
    import os
    import pty
    import select
    import struct
    import termios
    import time

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "collection", "--db", str(shell.db), *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    painted, typed, end = b"", False, time.monotonic() + 30
    try:
        while time.monotonic() < end and process.poll() is None:
            ready, _, _ = select.select([ours], [], [], 0.1)
            if ready:
                try:
                    painted += os.read(ours, 65_536)
                except OSError:
                    break
            if not typed and leave_when in painted:
                os.write(ours, keys)
                typed = True
        return process.wait(max(0.1, end - time.monotonic())), painted
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
