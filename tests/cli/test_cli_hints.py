"""Every command that is named to a person works as it stands there: on the same book, for the same collector."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import collection
from collection.cli import main
from collection.cli.asked import Asked
from collection.cli.verbs import command

if TYPE_CHECKING:
    from tests.cli.conftest import Done, Shell

WALK = (
    "own",
    "own --missing",
    "unmark wish 45",
    "recount 45 --yes",
    "recount 45",
    "void",
    "void nothing",
    "play",
    "play --auto --record game.yaml",
    "play --resume nothing",
    "play --hand Nowhere --auto",
    "play --stakes keeps --against Bo --hand Dockside --auto",
    "replay nothing.yaml",
    "import nothing.csv",
    "import list.csv",
    "import packs.csv",
    "export",
    "export book.json",
    "audit",
    "backup",
    "restore nothing.db",
    "cards search is:nothing",
    "cards owned>0",
    "cards export export",
    "cards import nothing.yaml",
    "cards import corrections.yaml",
    "card show 45",
    "card show 45 --life",
    "card 999",
    "card set 45 n=3",
    "search save wanted is:wish",
    "search list",
    "search drop nothing",
    "pack stats",
    "pack stats --plot lessons.svg",
    "pack add 3 45",
    "pack add 3 --corrects nothing",
    "pack undo",
    "pack list",
    "mark keepsake 45",
    "mark wish 45 --for Bo",
    "mark offer 45",
    "mark list",
    "mark list wish --for Bo",
    "value set 45 2.50EUR",
    "value clear 45",
    "value list",
    "trade list",
    "trade list --with Bo",
    "trade list --with Cy",
    "rival rehearse Bo",
    "rival list",
    "rival show Bo",
    "rival show Cy",
    "rival wants Bo 45",
    "rival has Bo 45",
    "ledger list",
    "ledger list --limit 1",
    "ledger add trade Bo --give 45 --get 3",
    "ledger add gift 45 --to Bo",
    "ledger add found 45",
    "ledger add lost 45",
    "hand new Quay 3 45",
    "hand set Dockside 3 45",
    "hand list",
    "hand show Dockside",
    "hand show Docksid",
    "hand check Dockside",
    "hand copy Dockside Quay",
    "hand rename Dockside Quay",
    "hand archive Dockside",
    "hand suggest",
    "hand suggest --by stake --save Best",
    "hand stake Dockside",
    "hand ladder Dockside --games 2",
    "hand compare Dockside Nowhere",
    "hand export Dockside",
    "hand import nothing.txt",
    "hand history Dockside",
    "hand undo Dockside",
    "hand redo Dockside",
    "hand restore Dockside 7",
    "hand sleeve Dockside",
    "ante add --rival Bo --result lost --mine 39",
    "ante add --rival Bo --result won",
    "ante add --rival Bo --result lost",
    "ante complete lost",
    "ante complete nothing",
    "ante mend lost",
    "ante mend won",
    "ante list",
    "ante stats",
    "match list",
    "match list --all",
    "match show won",
    "match record won",
    "match resign nothing",
    "match take-back nothing",
    "match branch",
    "match branch nothing --at 1",
    "match abandon nothing",
    "match analyse nothing",
    "match habits",
    "game list",
    "game show matschig",
    "game data matschig",
    "game set matschig hand",
    "game unset matschig hand",
    "play --game cardia --auto --seed 1",
    "deck new Tides archipelago academy:I dynasty:I swamp:II guild:III",
    "deck set Tides archipelago",
    "deck undo Tides",
    "deck list",
    "deck show Tides",
    "deck show III",
    "deck check III",
    "deck suggest",
    "deck suggest --with juggler",
    "deck copy III Tides",
    "deck rename Tides Quay",
    "deck archive Tides",
    "deck export III",
    "deck import nothing.txt",
    "table list",
    "table show nothing",
    "table stats",
    "table add matschig",
    "table add mud",
    "table add cardia",
    "analyse nothing.yaml",
    "puzzle find",
    "puzzle list",
    "puzzle show nothing",
    "puzzle solve nothing s=1",
    "lab arena random greedy --games 2",
    "lab learn --games 20",
    "collector new Cy",
    "collector list",
    "collector use Cy",
    "collector rename Cy Di",
)
HELP = re.compile(r"mudwater(?: [a-z]+)* --help`")
"""Where a verb's help is needs no book."""
NAMED = re.compile(r"(?<![\w/.-])mudwater (?=\S)")


def leaves(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    below = getattr(node, "commands", None)
    if not below:
        yield path
        return
    for name, child in below.items():
        yield from leaves(child, (*path, name))


def hints(done: Done) -> list[str]:
    """Give the rest of the line from each place on where a command is named."""
    return [
        line[one.start() :]
        for line in done.said.splitlines()
        for one in NAMED.finditer(line)
        if not HELP.match(line, one.start())
    ]


def test_the_walk_takes_every_verb() -> None:
    walked = {tuple(words.split()) for words in WALK}
    missed = [path for path in leaves(command()) if not any(words[: len(path)] == path for words in walked)]
    assert missed == [("demo",)], "which has a test of its own"


def files(shell: Shell) -> None:
    (shell.folder / "list.csv").write_text("number,quantity\n45,2\n")
    (shell.folder / "packs.csv").write_text("id,opened,cards\np,2026-01-01,45 3\n")
    (shell.folder / "corrections.yaml").write_text("45: {n: 3}\n")


@pytest.mark.parametrize("verb", WALK)
def test_whatever_a_verb_says_carries_what_stood_before_it(shell: Shell, verb: str) -> None:
    files(shell)
    before = f"mudwater --db {shell.db} --as 'Ann Lee' "
    others = f"mudwater --db {shell.db} collector new "
    said = hints(shell(*verb.split(), collector="Ann Lee"))
    assert [one for one in said if not one.startswith((before, others))] == []


@pytest.fixture(scope="module")
def told_book(stocked_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stocked book after a match that was won and one that was lost, to be copied."""
    book = Path(shutil.copyfile(stocked_book, tmp_path_factory.mktemp("told") / "book.db"))
    for result in ("won", "lost"):
        assert main(["--db", str(book), "ante", "add", "--rival", "Bo", "--result", result, "--id", result]) == 0
    return book


@pytest.mark.parametrize("verb", WALK)
def test_so_it_does_on_a_book_with_a_history(shell: Shell, told_book: Path, verb: str) -> None:
    files(shell)
    shutil.copyfile(told_book, shell.db)
    before = f"mudwater --db {shell.db} "
    for one in hints(shell(*verb.split(), collector="Me")):
        # A match is mended for whoever lost the card, and a new collector is not in the book yet.
        assert one.startswith((f"{before}--as Me ", f"{before}ante mend ", f"{before}collector new "))


def test_the_demo_sends_nobody_to_its_own_book_and_ends_at_the_persons(shell: Shell) -> None:
    told = shell.ok("demo", collector="Ann Lee").out
    before = f"mudwater --db {shell.db} --as 'Ann Lee'"
    assert told.endswith(f"Begin it: {before} pack add NUMBER NUMBER ..., or `{before}` for the screens.\n")
    assert told.count("--db") == 2


def test_hints_name_who_and_what_was_meant(stocked: Shell) -> None:
    before = f"mudwater --db {stocked.db} --as Me"
    assert f"{before} search save wanted is:wish" in stocked.ok("search", collector="Me").err
    stocked.ok("mark", "offer", "45", "--for", "Old Bo")
    assert (
        f"{before} rival wants 'Old Bo' CARD..." in stocked.ok("trade", "list", "--with", "old bo", collector="Me").err
    )
    played = stocked.ok("play", "--hand", "Dockside", "--auto", "--record", "a game.yaml", collector="Me")
    assert f"{before} replay 'a game.yaml'" in played.err
    saved = stocked.ok("search", "save", "two", "dead calm or is:wish", collector="Me")
    (line,) = [line for line in saved.err.splitlines() if line.startswith("To look: ")]
    assert stocked.ok(*shlex.split(line.removeprefix(f"To look: mudwater --db {stocked.db}"))).code == 0


def test_commands_in_refusals_are_carried_too(stocked: Shell) -> None:
    before = f"mudwater --db {stocked.db} --as Me"
    stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--id", "lost")
    assert f"`{before} ante complete lost`" in stocked("ante", "mend", "lost", collector="Me").err
    stocked.ok("card", "set", "45", "n=3")
    stocked.ok("export", "book.json")
    stocked.ok("card", "set", "45", "n=4")
    assert f"`{before} card set` corrects it" in stocked("import", "book.json", collector="Me").err


def test_a_sentence_of_the_desk_is_carried_as_a_command_is_spelled() -> None:
    asked = Asked(Path("my book.db"), "Ann Lee")
    sentence = "Say `--as NAME`, or `mudwater collector use NAME`. `mudwater ledger` and `pack list` show ids."
    assert asked.carried(sentence) == (
        f"Say `--as NAME`, or `mudwater --db 'my book.db' collector use NAME`. "
        f"`{asked.command('ledger')}` and `pack list` show ids."
    )
    assert Asked().carried(sentence) == sentence
    assert Asked(Path(r"a\1b.db")).carried("`mudwater own`") == r"`mudwater --db 'a\1b.db' own`"


def test_no_command_is_written_out_where_it_could_not_be_carried() -> None:
    # A comment in a file is for whoever gets that file, with a book of their own.
    bare = re.compile(r"^(?!#).*(?<!`)\bmudwater [a-z]+ ", re.MULTILINE)
    package = Path(collection.__file__).parent
    found = [
        f"{module.relative_to(package)}: {text}"
        for module in package.rglob("*.py")
        for text in said_in(ast.parse(module.read_text("utf-8")))
        if bare.search(text)
    ]
    assert found == []


def said_in(tree: ast.AST) -> Iterator[str]:
    """Give every text of a module that is no docstring."""
    lone: set[int] = set()
    for node in ast.walk(tree):  # what holds a text comes before it
        if isinstance(node, ast.Expr):
            lone.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in lone:
            yield node.value
