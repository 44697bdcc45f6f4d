"""The audit: proof that the books are what their movements say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sqlmodel import Session

from collection.catalogue.data import count_notices
from collection.errors import DataError
from collection.ledger.entry import Finding, Severity
from collection.store.cards import Cards
from collection.store.proofs import PROOFS
from collection.store.schema import SCHEMA_SQL, expected_schema
from collection.text import plain

Run: TypeAlias = Callable[..., Any]
"""Runs one statement of SQL and gives its rows."""


def audit(session: Session) -> tuple[Finding, ...]:
    """Give every finding, errors first; none when the books are in order."""
    run: Run = session.connection().exec_driver_sql
    findings = [
        *_file(run),
        *_schema(run),
        *(
            Finding(Severity.ERROR, code, plain(message.format(*row)))
            for code, sql, message in PROOFS
            for row in run(sql)
        ),
        *_past(run),
        *_catalogue(session),
    ]
    return tuple(sorted(findings, key=lambda finding: finding.severity is Severity.NOTICE))


def _error(code: str, message: str) -> Finding:
    return Finding(Severity.ERROR, code, plain(message))


def _file(run: Run) -> Iterator[Finding]:
    for (word,) in run("PRAGMA integrity_check"):
        if word != "ok":
            yield _error("file", f"The file is damaged: {word}.")
    for table, row, parent, _ in run("PRAGMA foreign_key_check"):
        yield _error("reference", f"Row {row} of {table} points at a {parent} that is not there.")


def _schema(run: Run) -> Iterator[Finding]:
    """Compare every table, index and trigger with what this version makes: a guard that is gone guards nothing."""
    there = {(kind, name): sql for kind, name, sql in run(SCHEMA_SQL)}
    ours = {(kind, name): sql for kind, name, sql in expected_schema()}
    for kind, name in sorted(ours.keys() - there.keys()):
        yield _error("schema", f"The {kind} {name} is missing from the file.")
    for kind, name in sorted(there.keys() - ours.keys()):
        if kind == "trigger" or not name.startswith("sqlite_"):
            yield _error("schema", f"The {kind} {name} in the file is none of this program's.")
    for kind, name in sorted(ours.keys() & there.keys()):
        if ours[kind, name] != there[kind, name]:
            yield _error("schema", f"The {kind} {name} is not as this program made it.")


def _past(run: Run) -> Iterator[Finding]:
    """Fold each tracked balance by day, then by order of writing: entries dated back may leave a hole in the past."""
    rows = run("""
        WITH change AS (
            SELECT account.id AS account, account.name AS owner, number, finish, happened, seq,
                sum(CASE WHEN target = account.id THEN quantity ELSE -quantity END) AS quantity
            FROM account JOIN movement ON account.id IN (source, target) JOIN entry ON entry.seq = movement.entry
            WHERE account.kind IN ('collector', 'house')
            GROUP BY account.id, number, finish, seq
        ),
        folded AS (
            SELECT account, owner, number, finish, happened, sum(quantity) OVER (
                PARTITION BY account, number, finish ORDER BY happened, seq
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
            ) AS held
            FROM change
        )
        SELECT number, finish, owner, min(happened), min(held) FROM folded WHERE held < 0
        GROUP BY account, number, finish
    """)
    for number, finish, owner, happened, held in rows:
        yield Finding(
            Severity.NOTICE,
            "past-negative",
            plain(
                f"By their dates, entries leave {owner} with {held} of card {number} ({finish}) on {happened}: "
                "one of them happened on another day, or something is not written down."
            ),
        )


def _catalogue(session: Session) -> Iterator[Finding]:
    try:
        notices = count_notices(Cards(session).catalogue())
    except DataError as fault:
        notices = fault.reasons
    for notice in notices:
        yield Finding(Severity.NOTICE, "catalogue", plain(notice))
