"""The journal is held to hledger's documented grammar by a reader of its own, and by hledger where it is installed."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.interchange.journal import write_journal
from collection.ledger.entry import Account, AccountKind, Entry, EntryKind, Movement

NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
TODAY = NOW.date()
PACKS = Account(1, "packs", AccountKind.WORLD)
HOSTILE = (
    *("Bo", "a:b", "a-b", "two  spaces", "; comment", "(virtual)", "[balanced]", "* cleared", "!", "= 5 EUR", "~"),
    *(
        'say "hi"',
        "date:2020-01-01",
        "[2020-01-01]",
        "per|cent",
        "@ 5",
        "{5}",
        "\u05d1\u05d5",
        "\U0001f99e",
        "packs",
        ":",
    ),
)

_SYMBOL = r'"[^;"\n]*"'
_ACCOUNT = r"(?P<account>[^\s;()\[\]*!](?: ?[^\s;])*)"
_TRANSACTION = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)(?: [*!])?(?: \([^()\n]*\))?(?: (?P<words>[^;\n]*))?(?:;.*)?")
_POSTING = re.compile(rf"[ \t]+{_ACCOUNT}(?:  |\t)[ \t]*(?P<quantity>-?\d+) (?P<symbol>{_SYMBOL})[ \t]*(?:;.*)?")
_DIRECTIVE = re.compile(rf"account {_ACCOUNT}(?:  +;.*)?|commodity (?P<symbol>{_SYMBOL})(?:  +;.*)?")
_COMMENT = re.compile(r"[ \t]*;.*")


class Journal:
    """What the grammar makes of a journal. Raises ValueError with the line that it does not take."""

    def __init__(self, text: str) -> None:
        self.transactions: list[tuple[dt.date, str, list[tuple[str, int, str]]]] = []
        self.declared: set[str] = set()
        for line in text.split("\n"):
            self._read(line)
        for _, _, postings in self.transactions:
            sums: Counter[str] = Counter()
            for account, quantity, symbol in postings:
                if not {account, symbol} <= self.declared:
                    raise ValueError(f"{account} or {symbol} is not declared")
                sums[symbol] += quantity
            if len(postings) < 2 or any(sums.values()):
                raise ValueError(f"not balanced: {postings}")

    def _read(self, line: str) -> None:
        if not line.strip() or _COMMENT.fullmatch(line):
            return
        if found := _DIRECTIVE.fullmatch(line):
            self.declared.add(found["symbol"] or found["account"])
        elif found := _TRANSACTION.fullmatch(line):
            self.transactions.append((dt.date.fromisoformat(found["day"]), found["words"] or "", []))
        elif (found := _POSTING.fullmatch(line)) and self.transactions:
            self.transactions[-1][2].append((found["account"], int(found["quantity"]), found["symbol"]))
        else:
            raise ValueError(f"not a line of a journal: {line!r}")


def _entry(number: int, *movements: Movement, note: str = "", day: dt.date = TODAY) -> Entry:
    return Entry(f"e{number}", EntryKind.TRADE, movements, day, NOW, note, None, None)


def _hostile_entries() -> list[Entry]:
    return [
        _entry(
            number,
            Movement(Copies(1 + number, name, 2), PACKS, Account(10 + number, name, AccountKind.RIVAL)),
            Movement(Copies(1, "base", 1), Account(10 + number, name, AccountKind.RIVAL), PACKS),
            note=name,
        )
        for number, name in enumerate(HOSTILE)
    ]


def test_names_notes_and_finishes_of_any_kind_stay_within_the_grammar(catalogue: Catalogue) -> None:
    journal = Journal(write_journal(_hostile_entries(), catalogue))
    assert len(journal.transactions) == len(HOSTILE)
    accounts = {account for _, _, postings in journal.transactions for account, _, _ in postings}
    assert len(accounts) == len(HOSTILE) + 1, "names that are cleaned alike stay apart"


@given(
    st.lists(
        st.tuples(st.text(max_size=12), st.text(min_size=1, max_size=8), st.text(max_size=12), st.integers(1, 10**6)),
        max_size=5,
    )
)
def test_any_text_at_all_stays_within_the_grammar(catalogue: Catalogue, said: list[tuple[str, str, str, int]]) -> None:
    entries = [
        _entry(
            number,
            Movement(Copies(3, finish, quantity), PACKS, Account(10 + number, name, AccountKind.COLLECTOR)),
            note=note,
        )
        for number, (name, finish, note, quantity) in enumerate(said)
    ]
    journal = Journal(write_journal(entries, catalogue))
    assert [postings[0][1] for _, _, postings in journal.transactions] == [quantity for *_, quantity in said]


def test_transactions_stand_in_the_order_of_their_days_and_a_void_names_what_it_takes_back(
    catalogue: Catalogue,
) -> None:
    ann = Account(4, "Ann", AccountKind.COLLECTOR)
    late = _entry(1, Movement(Copies(3), PACKS, ann))
    early = _entry(2, Movement(Copies(4), PACKS, ann), day=dt.date(2026, 1, 2))
    void = Entry("v", EntryKind.VOID, (Movement(Copies(3), ann, PACKS),), late.happened, NOW, "", "e1", None)
    text = write_journal([late, early, void], catalogue)
    assert [words for _, words, _ in Journal(text).transactions] == ["trade", "trade", "void"]
    assert text.index("(e2)") < text.index("(e1)") < text.index("; voids: e1")


def test_an_empty_ledger_is_an_empty_journal(catalogue: Catalogue) -> None:
    assert Journal(write_journal([], catalogue)).transactions == []


@pytest.mark.parametrize(
    "line",
    [
        '2026-03-14 trade\n    people:Bo 1 "card 3"',
        '2026-03-14 trade\n    people:Bo  1 "card 3"\n    packs  -2 "card 3"',
        '    people:Bo  1 "card 3"',
        "2026-03-14 trade\n    people:Bo  1 card 3\n    packs  -1 card 3",
    ],
)
def test_the_grammar_of_these_tests_refuses_what_hledger_refuses(line: str) -> None:
    with pytest.raises(ValueError, match="not"):
        Journal(line)


@pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed")
def test_hledger_itself_takes_the_journal_with_every_check_that_it_has(tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / "hostile.journal"
    path.write_text(write_journal(_hostile_entries(), catalogue), encoding="utf-8")
    done = subprocess.run(
        ["hledger", "-f", str(path), "check", "--strict", "ordereddates"],
        capture_output=True,
        check=False,
        env={"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin:/usr/local/bin"},
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
