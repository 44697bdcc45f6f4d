"""Every list in one order to its end, and every count the same count."""

from __future__ import annotations

import csv
import io
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from collection.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Shell

ALIKE = ["100", "38", "4", "9", "112", "21"]
"""Owned twice each, wished for and on offer, in no order: only the number tells them apart."""


WANTED = ["101", "37", "5", "8", "113", "20"]


@pytest.fixture(scope="module")
def book_of_alike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book in which cards are alike, made once and copied."""
    book = tmp_path_factory.mktemp("alike") / "book.db"
    for words in (
        ["collector", "new", "Ada"],
        ["pack", "add", *[f"{number}*2" for number in ALIKE]],
        ["mark", "offer", *ALIKE],
        ["mark", "keepsake", *ALIKE],
        ["mark", "wish", *WANTED],
        ["mark", "wish", *ALIKE, "--for", "Bo"],
        ["mark", "offer", *WANTED, "--for", "Bo"],
        ["ledger", "add", "gift", *ALIKE, "--to", "Bo"],
    ):
        assert main(["--db", str(book), *words]) == 0
    return book


@pytest.fixture
def alike(shell: Shell, book_of_alike: Path) -> Shell:
    shutil.copyfile(book_of_alike, shell.db)
    return shell


def numbers(rows: list[dict[str, Any]]) -> list[int]:
    return [row["number"] for row in rows]


def test_every_list_of_cards_ends_by_the_number_as_a_number(alike: Shell) -> None:
    trade, rival = alike.json("trade", "list", "--with", "Bo"), alike.json("rival", "Bo")
    lists = {
        "own": numbers(alike.json("own")),
        "own missing": numbers(alike.json("own", "--missing")),
        "cards": numbers(alike.json("cards")),
        "keepsakes": numbers(alike.json("mark", "list", "keepsake")),
        "wishes": numbers(alike.json("mark", "list", "wish")),
        "offers": numbers(alike.json("mark", "list", "offer")),
        "rival's wishes": numbers(alike.json("mark", "list", "wish", "--for", "Bo")),
        "trade, to get": numbers(trade["get"]),
        "trade, still held": numbers(trade["still_held"]),
        "rival, marks": [row["number"] for row in rival["marks"] if row["kind"] == "wish"],
        "collection file": [int(row["number"]) for row in csv.DictReader(io.StringIO(alike.ok("export", "-").out))],
        "an entry": [row["number"] for row in alike.json("ledger", "--kind", "gift")[0]["movements"]],
    }
    assert {name: found for name, found in lists.items() if found != sorted(found)} == {}
    assert all(lists.values())


@pytest.mark.parametrize("field", ["level", "-level", "family", "-family", "owned", "-owned", "sum", "-sum", "tribe"])
def test_whatever_a_list_is_sorted_by_cards_that_are_alike_in_it_go_by_number(alike: Shell, field: str) -> None:
    keys: dict[str, Callable[[dict[str, Any]], Any]] = {
        "level": lambda card: card["level"],
        "family": lambda card: card["family"],
        "owned": lambda card: card["owned"],
        "sum": lambda card: sum(card[edge] for edge in "nesw"),
        "tribe": lambda card: card["tribe"],
    }
    key = keys[field.lstrip("-")]
    rows = alike.json("cards", f"--sort={field}")
    groups: dict[Any, list[int]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row["number"])
    assert max(map(len, groups.values())) > 1
    assert all(group == sorted(group) for group in groups.values())


def test_one_total_everywhere(alike: Shell) -> None:
    """Binder, search, file, whole book, ledger: distinct numbers and copies are counted in one way."""
    alike.ok("pack", "add", "88", "89*2")
    alike.ok("void", alike.json("pack", "list")[0]["id"], "--id", "v")
    alike.ok("pack", "add", "45:foil", "45", "7*3")
    alike.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "7")
    own = alike.json("own")
    distinct, copies = len({row["number"] for row in own}), sum(row["quantity"] for row in own)
    assert (distinct, copies) == (8, 6 + 2 + 2)
    whole = alike.json("own", "--completion")["whole"]
    assert (whole["distinct"], whole["copies"]) == (distinct, copies)
    assert f"owns {distinct} of 120 cards, {copies} copies." in alike.ok("own").out
    cards = [row["owned"] for row in alike.json("cards")]
    assert (sum(map(bool, cards)), sum(cards)) == (distinct, copies)
    assert f"{distinct} of 120 cards, {copies} copies" in alike.ok().out
    table = list(csv.DictReader(io.StringIO(alike.ok("export", "-").out)))
    assert sum(int(row["quantity"]) for row in table) == copies
    assert len({row["number"] for row in table}) == distinct
    book = alike.ok("export", "-", "--what", "all").json
    (me,) = [account["account"] for account in book["accounts"] if account["name"] == "Ada"]
    held: Counter[int] = Counter()
    entries = {entry["id"]: entry for entry in book["entries"]}
    for entry in entries.values():
        # A void moves back what its entry moved.
        sign, moved = (-1, entries[entry["reverses"]]) if entry["kind"] == "void" else (1, entry)
        for one in moved["movements"]:
            held[one["number"]] += sign * one["quantity"] * ((one["to"] == me) - (one["from"] == me))
    assert (sum(map(bool, held.values())), sum(held.values())) == (distinct, copies)
    ledger: Counter[int] = Counter()
    for row in csv.DictReader(io.StringIO(alike.ok("export", "-", "--what", "ledger").out)):
        ledger[int(row["number"])] += int(row["quantity"])
    assert +ledger == +held
    assert alike.json("audit") == []
