"""`hand export` and `hand import`, by themselves and piped into each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

LEGAL = [3, 6, 12, 14, 16, 21, 7, 13, 45, 9, 27, 8, 19, 39]


@pytest.mark.parametrize("form", ["text", "code", "record"])
def test_what_is_exported_is_imported_as_the_same_hand(stocked: Shell, form: str) -> None:
    out = stocked.ok("hand", "export", "dockside", "--as", form).out
    done = stocked.piped("hand", "import", "-", "--name", "Again", "--json", stdin=out.encode())
    assert done.code == 0, done.said
    assert done.json["cards"] == (sorted(LEGAL) if form == "code" else LEGAL)
    assert (done.json["form"], done.json["legal"], done.json["replaced"]) == (form, True, False)
    assert stocked.json("hand", "export", "dockside", "--as", form) == {"name": "Dockside", "form": form, "text": out}
    again = stocked.ok("hand", "export", "Again", "--as", form).out
    assert again.replace("# Again\n", "# Dockside\n") == out


def test_one_process_pipes_a_hand_into_another_book(stocked: Shell) -> None:
    text = stocked.process("hand", "export", "Dockside").out
    other = str(stocked.folder / "other.db")
    done = stocked.process("--db", other, "hand", "import", "-", "--json", stdin=text)
    assert done.code == 0
    assert (done.json["name"], done.json["cards"], done.json["legal"]) == ("Dockside", LEGAL, False)


def test_a_code_may_stand_on_the_command_line(stocked: Shell) -> None:
    code = stocked.ok("hand", "export", "Dockside", "--as", "code").out.strip()
    typed = code.lower().replace("-", " ").replace("0", "o")
    assert stocked.json("hand", "import", typed, "--name", "Told")["cards"] == sorted(LEGAL)
    wrong = code[:-1] + ("2" if code[-1] != "2" else "3")
    refused = stocked("hand", "import", wrong, "--name", "Wrong")
    assert refused.code == 2
    assert "mistyped" in refused.err
    assert "--name" in stocked("hand", "import", code).err


def test_a_file_is_written_whole_and_no_other_is_lost(stocked: Shell) -> None:
    file = stocked.folder / "dock.txt"
    assert "dock.txt" in stocked.ok("hand", "export", "Dockside", "--to", str(file)).out
    assert file.read_text().startswith("# Dockside\n")
    file.write_text("mine")
    assert stocked("hand", "export", "Dockside", "--to", str(file)).code == 1
    assert file.read_text() == "mine"
    stocked.ok("hand", "export", "Dockside", "--to", str(file), "--replace", "--as", "record")
    assert "hands: {black: [3, 6," in file.read_text()
    assert stocked("hand", "export", "Nobody", "--to", str(file), "--replace").code == 1
    assert "hands:" in file.read_text()


def test_every_fault_of_a_text_is_told_and_nothing_is_saved(stocked: Shell) -> None:
    file = Path(stocked.folder / "bog.txt")
    file.write_text("# Bog\n45 Dead Calm\n1 Dead Calm (SO) 2\nxx\n")
    before = stocked.dump()
    refused = stocked("hand", "import", str(file))
    assert refused.code == 2
    assert [line.partition(":")[0] for line in refused.err.splitlines()] == ["Line 2", "Line 3", "Line 4"]
    assert stocked.dump() == before


def test_notices_and_reasons_are_told_beside_the_saved_hand(stocked: Shell) -> None:
    text = b"\xef\xbb\xbf# Bog\r\n45\r\n2 Dead Calm\r\n#500\r\n"
    done = stocked.piped("hand", "import", "-", stdin=text)
    assert done.code == 0
    assert done.out == "Saved Bog, 4 cards, read as text.\n"
    for words in ("Line 3: 2 copies", "Line 4: 500", "add ten more", "not legal yet"):
        assert words in done.err


def test_a_name_in_use_needs_replace(stocked: Shell) -> None:
    refused = stocked.piped("hand", "import", "-", "--name", "dockside", stdin=b"45\n")
    assert refused.code == 1
    assert "--replace" in refused.err
    done = stocked.piped("hand", "import", "-", "--name", "dockside", "--replace", stdin=b"45\n")
    assert done.out == "Changed Dockside, 1 card, read as text.\n"
    assert stocked.json("hand", "show", "Dockside")["cards"] == [45]


def test_a_played_game_gives_the_hand_of_a_seat(stocked: Shell) -> None:
    stocked.ok("play", "--auto", "--hand", "Dockside", "--seed", "1", "--record", "game.yaml")
    refused = stocked("hand", "import", "game.yaml", "--name", "Mine")
    assert refused.code == 2
    assert "--seat" in refused.err
    assert sorted(stocked.json("hand", "import", "game.yaml", "--name", "Mine", "--seat", "BLACK")["cards"]) == sorted(
        LEGAL
    )
    assert len(stocked.json("hand", "import", "game.yaml", "--name", "Theirs", "--seat", "white")["cards"]) == 14


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("export", "Dockside", "--as", "pdf"), 2, "text, code, record"),
        (("export", "Dockside", "--as", "record", "--seat", "red"), 2, "black or white"),
        (("export", "Dockside", "--seat", "black"), 2, "Only a record"),
        (("export", "Dockside", "--to", "x.txt", "--json"), 2, "one of them"),
        (("export", "Nobody"), 1, "no hand called"),
        (("import", "nofile", "--name", "x"), 1, "cannot be read"),
        (("import", ".", "--name", "x"), 1, "is a directory"),
        (("import", "book.db", "--name", "x"), 2, "no text"),
    ],
)
def test_what_cannot_be_is_said(stocked: Shell, words: tuple[str, ...], code: int, told: str) -> None:
    done = stocked("hand", *words)
    assert done.code == code
    assert told in done.err
    assert done.out == ""
