"""Logs of packs and ledgers as tables: written for people and spreadsheets, read back strictly."""

from __future__ import annotations

import datetime as dt

import pytest

from collection.catalogue.card import Copies
from collection.interchange import ledger_csv, packs_csv
from collection.interchange.ledger_csv import LedgerSheet, Step, read_ledger, write_ledger
from collection.interchange.packs_csv import PackSheet, read_packs, write_packs
from collection.interchange.table import read_table
from collection.ledger.entry import Account, AccountKind, Entry, EntryKind, Movement, Pack

DAY = dt.date(2026, 3, 14)
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
ANN = Account(4, "Ann", AccountKind.COLLECTOR)
BO = Account(5, '=Bo, "x"', AccountKind.RIVAL)
PACKS = Account(1, "packs", AccountKind.WORLD)


def _packs(text: str) -> PackSheet:
    table = read_table(text, packs_csv.HEADS)
    assert table is not None
    assert packs_csv.is_packs(table.heads)
    assert not ledger_csv.is_ledger(table.heads)
    return read_packs(table)


def _ledger(text: str) -> LedgerSheet:
    table = read_table(text, ledger_csv.HEADS)
    assert table is not None
    assert ledger_csv.is_ledger(table.heads)
    return read_ledger(table)


def test_packs_are_written_a_row_a_card_or_a_level() -> None:
    packs = [
        Pack("p1", DAY, (Copies(12), Copies(45, "foil", 2)), None, "4,50 €", "Corner", "=note", voided=False),
        Pack("p2", DAY, (), (7, 2, 0, 0, 1), "", "", "", voided=True),
    ]
    text = write_packs(packs)
    assert text.splitlines() == [
        "date,pack,number,quantity,note,finish,level,price,shop,voided",
        '2026-03-14,p1,12,1,\'=note,,,"4,50 €",Corner,',
        '2026-03-14,p1,45,2,\'=note,foil,,"4,50 €",Corner,',
        "2026-03-14,p2,,7,,,1,,,yes",
        "2026-03-14,p2,,2,,,2,,,yes",
        "2026-03-14,p2,,1,,,5,,,yes",
    ]
    sheet = _packs(text)
    assert sheet.refused == ()
    assert [read.pack for read in sheet.packs] == packs
    assert [read.line for read in sheet.packs] == [2, 4]


def test_a_log_saved_by_a_spreadsheet_reads_the_same() -> None:
    text = "\ufeffsep=;\r\nDate;Pack;Number;Quantity\r\n2026-03-14;p1;12;1\r\n;;;\r\n2026-03-14;p1;12;2\r\n"
    (read,) = _packs(text.removeprefix("\ufeff")).packs
    assert read.pack.cards == (Copies(12, quantity=3),)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("14.3.2026,p1,12,1", "is not a day"),
        ("2026-03-14,,12,1", "is no id"),
        ("2026-03-14,p 1,12,1", "is no id"),
        ("2026-03-14,p1,Dead Calm,1", "is not a card's number"),
        ("2026-03-14,p1,12,0", "cannot be"),
        ("2026-03-14,p1,12,-1", "cannot be"),
        ("2026-03-14,p1,12,1_0", "cannot be"),
        ("2026-03-14,p1,12,1,,,VI", "level"),
        ("2026-03-14,p1,12,1,,,I", "names a card and a Level"),
        ("2026-03-14,p1,12,1,,,,,,perhaps", "neither yes nor no"),
        ("2026-03-14,p1,12,1,,,,,,,,,more", "cells under"),
    ],
)
def test_a_row_of_packs_that_cannot_be_is_refused_with_its_line(row: str, reason: str) -> None:
    head = ",".join(packs_csv.HEADS)
    sheet = _packs(f"{head}\n2026-03-14,p0,3,1\n{row}\n")
    assert {refusal.line for refusal in sheet.refused} == {3}
    assert any(reason in refusal.reason for refusal in sheet.refused), sheet.refused


def test_rows_of_one_pack_agree_and_name_the_line_that_they_do_not_agree_with() -> None:
    sheet = _packs("date,pack,number,quantity,shop\n2026-03-14,p,1,1,A\n2026-03-14,q,1,1,A\n2026-03-15,p,2,1,B\n")
    assert [str(refusal) for refusal in sheet.refused] == [
        "Line 4: Its date is not that of line 2, which is of the same pack.",
        "Line 4: Its shop is not that of line 2, which is of the same pack.",
    ]


def test_a_ledger_is_written_from_one_side_with_the_world_left_blank() -> None:
    trade = Entry(
        "t1",
        EntryKind.TRADE,
        (Movement(Copies(45), ANN, BO), Movement(Copies(12, "foil", 2), BO, ANN)),
        DAY,
        NOW,
        "a, b",
        None,
        "v1",
    )
    void = Entry("v1", EntryKind.VOID, (Movement(Copies(45), BO, ANN),), DAY, NOW, "", "t1", None)
    pull = Entry("g1", EntryKind.PULL, (Movement(Copies(3), PACKS, ANN),), DAY, NOW, "", None, None)
    text = write_ledger(ANN, [trade, void, pull], {"g1"})
    assert text.splitlines() == [
        "id,date,kind,number,quantity,counterparty,game,voids,note,finish,recorded",
        't1,2026-03-14,trade,45,-1,"\'=Bo, ""x""",,,"a, b",,2026-03-14T18:30:00.000000+00:00',
        't1,2026-03-14,trade,12,2,"\'=Bo, ""x""",,,"a, b",foil,2026-03-14T18:30:00.000000+00:00',
        'v1,2026-03-14,void,45,1,"\'=Bo, ""x""",,t1,,,2026-03-14T18:30:00.000000+00:00',
        "g1,2026-03-14,pull,3,1,,g1,,,,2026-03-14T18:30:00.000000+00:00",
    ]
    sheet = _ledger(text)
    assert sheet.refused == ()
    first, second, third = sheet.entries
    assert first.steps == (
        Step(Copies(45), came=False, other='=Bo, "x"'),
        Step(Copies(12, "foil", 2), came=True, other='=Bo, "x"'),
    )
    assert (first.recorded, first.note) == (NOW, "a, b")
    assert (second.kind, second.voids) == (EntryKind.VOID, "t1")
    assert third.steps == (Step(Copies(3), came=True, other=""),)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("a,2026-03-14,theft,3,1", "is none of pull"),
        ("a,2026-03-14,lost,3,0", "cannot be"),
        ("a,2026-03-14,lost,3,1.5", "cannot be"),
        ("a,2026-03-14,lost,3,--1", "cannot be"),
        ("a,2026-03-14,void,3,1", "names under voids"),
        ("a,2026-03-14,lost,3,-1,,,b", "nothing else, names under voids"),
        ("a,2026-03-14,lost,3,-1,,,,,,yesterday", "is not a moment"),
    ],
)
def test_a_row_of_a_ledger_that_cannot_be_is_refused_with_its_line(row: str, reason: str) -> None:
    sheet = _ledger(f"{','.join(ledger_csv.HEADS)}\n{row}\n")
    assert {refusal.line for refusal in sheet.refused} == {2}
    assert any(reason in refusal.reason for refusal in sheet.refused), sheet.refused
