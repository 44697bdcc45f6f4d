"""Looking begins nothing: before there is a book every reading verb shows the empty state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

EMPTY_LISTS = [
    "pack list",
    "own",
    "own level:1",
    "own --spares",
    "ledger",
    "ledger list 45",
    "hand list",
    "hand list --archived",
    "ante list",
    "ante stats",
    "mark list",
    "mark list wish",
    "value list",
    "rival list",
    "search list",
    "collector list",
    "audit",
    "card 45 --life",
    "cards is:owned",
    "cards is:wish",
]
FULL = ["cards", "card 45", "own --missing", "own --completion", "pack stats", "trade list"]
NOT_THERE = [
    "hand show Dockside",
    "hand check Dockside",
    "hand history Dockside",
    "hand compare Dockside Tide",
    "hand suggest",
    "rival show Bo",
    "trade list --with Bo",
]


def told(shell: Shell) -> str:
    return f"There is no book yet at {shell.db}."


@pytest.mark.parametrize("verb", EMPTY_LISTS)
def test_a_list_is_empty_and_no_book_is_begun(shell: Shell, verb: str) -> None:
    done = shell.ok(*verb.split(), "--json")
    assert done.json == []
    assert done.err.splitlines() == [told(shell)]
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize("verb", [*FULL, "own", "hand list"])
def test_in_words_it_is_told_once_that_there_is_no_book(shell: Shell, verb: str) -> None:
    done = shell.ok(*verb.split())
    assert done.err.count("no book yet") == 1
    assert "no book yet" not in done.out
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize("verb", NOT_THERE)
def test_what_cannot_be_there_is_refused_and_no_book_is_begun(shell: Shell, verb: str) -> None:
    done = shell(*verb.split())
    assert done.code == 1
    assert told(shell) in done.err.splitlines()
    assert list(shell.folder.iterdir()) == []


def test_completion_is_zero(shell: Shell) -> None:
    assert shell.json("own", "--completion")["whole"] == {"distinct": 0, "of": 120, "copies": 0}
    assert len(shell.json("own", "--missing")) == 120
    assert {card["owned"] for card in shell.json("cards")} == {0}
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize("verb", ["export -", "export - --what packs", "export - --what all", "cards export -"])
def test_nothing_is_written_out_as_nothing(shell: Shell, verb: str) -> None:
    done = shell.ok(*verb.split())
    assert told(shell) in done.err.splitlines()
    assert done.out
    assert list(shell.folder.iterdir()) == []


def test_a_folder_that_is_not_there_yet_is_not_made_either(shell: Shell) -> None:
    for verb in ("own", "audit", "ledger", "cards"):
        assert shell("--db", "nowhere/book.db", verb).code == 0
    assert list(shell.folder.iterdir()) == []


def test_a_backup_of_no_book_is_refused(shell: Shell) -> None:
    assert shell("backup", "copy.db").code == 1
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize(
    "verb",
    [
        "pack add 45",
        "mark wish 45",
        "search save few owned<2",
        "collector new Ada",
        "card set 45 n=3",
        "ledger add found 45",
        "ante add --rival Bo --result draw",
        "hand new Dockside 45",
    ],
)
def test_an_act_begins_the_book(shell: Shell, verb: str) -> None:
    done: Any = shell.ok(*verb.split())
    assert f"A new book was begun: {shell.db}" in done.err.splitlines()
    assert shell.db.exists()


LOOKED_AT = {
    "collection": "number,quantity\n45,2\n",
    "packs": "date,pack,number,quantity\n2026-01-02,p1,45,2\n",
}


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_a_file_is_looked_at_and_no_book_is_begun_before_it_is_taken_in(
    shell: Shell, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    file = tmp_path_factory.mktemp("files") / "some.csv"
    file.write_text(LOOKED_AT[kind], encoding="utf-8")
    done = shell.ok("import", str(file), collector="Ann")
    assert told(shell) in done.err.splitlines()
    assert "--yes" in done.err
    assert list(shell.folder.iterdir()) == []
    shell.ok("import", str(file), "--yes", collector="Ann")
    (held,) = shell.json("own")
    assert (held["number"], held["quantity"]) == (45, 2)


def test_a_count_is_compared_and_no_book_is_begun_before_a_reason_is_given(shell: Shell) -> None:
    done = shell.ok("recount", "45*2")
    assert told(shell) in done.err.splitlines()
    assert list(shell.folder.iterdir()) == []
    shell.ok("recount", "45*2", "--note", "counted the binder")
    assert shell.json("own")[0]["quantity"] == 2
