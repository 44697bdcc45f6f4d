"""The audit: proof that the books are what their movements say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sqlmodel import Session

from collection.catalogue.data import count_notices
from collection.errors import DataError
from collection.ledger.entry import Finding, Severity
from collection.store.cards import Cards
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
            for code, sql, message in _PROOFS
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


_PROOFS = (
    (
        "balance",
        """
        WITH moved AS (
            SELECT account, number, finish, sum(change) AS quantity
            FROM (
                SELECT target AS account, number, finish, quantity AS change FROM movement
                UNION ALL SELECT source, number, finish, -quantity FROM movement
            )
            GROUP BY account, number, finish
        ),
        counted AS (
            SELECT account, number, finish, quantity FROM balance
            UNION ALL SELECT account, number, finish, -quantity FROM moved
        )
        SELECT number, finish, coalesce(name, account), sum(quantity)
        FROM counted LEFT JOIN account ON account.id = counted.account
        GROUP BY account, number, finish HAVING sum(quantity) <> 0
        """,
        "The balance of card {0} ({1}) of {2} is {3:+} from the sum of its movements.",
    ),
    (
        "negative",
        """
        SELECT balance.number, balance.finish, account.name, balance.quantity
        FROM balance JOIN account ON account.id = balance.account
        WHERE balance.quantity < 0 AND account.kind IN ('collector', 'house')
        """,
        "Card {0} ({1}) of {2} is below zero: {3}.",
    ),
    (
        "tracked",
        """
        SELECT DISTINCT account.name FROM balance JOIN account ON account.id = balance.account
        WHERE balance.tracked <> (account.kind IN ('collector', 'house'))
        """,
        "Balances of {0} are not marked as its kind of account demands.",
    ),
    (
        "conservation",
        "SELECT number, finish, sum(quantity) FROM balance GROUP BY number, finish HAVING sum(quantity) <> 0",
        "All accounts together hold {2:+} of card {0} ({1}), not 0.",
    ),
    (
        "seal",
        """
        SELECT id, lines, (SELECT count(*) FROM movement WHERE movement.entry = entry.seq) AS there FROM entry
        WHERE lines <> there
        """,
        "Entry {0} says {1} movements and has {2}.",
    ),
    (
        "said",
        """
        SELECT id FROM entry WHERE json(said) IS NOT (
            SELECT json_group_array(json_array(number, finish, quantity, source, target))
            FROM (SELECT * FROM movement WHERE movement.entry = entry.seq ORDER BY line)
        )
        """,
        "The movements of entry {0} are not what it says.",
    ),
    (
        "orphan",
        "SELECT id, entry FROM movement WHERE entry NOT IN (SELECT seq FROM entry)",
        "Movement {0} has no entry {1}.",
    ),
    (
        "gap",
        """
        SELECT 'entries', count(*), max(seq) FROM entry HAVING count(*) <> coalesce(max(seq), 0)
        UNION ALL SELECT 'movements', count(*), (SELECT applied FROM posting) FROM movement
        HAVING count(*) <> coalesce(max(id), 0) OR (SELECT applied FROM posting) IS NOT coalesce(max(id), 0)
        """,
        "There are {1} {0}, but {2} have been written.",
    ),
    (
        "void",
        """
        SELECT void.id, entry.id FROM entry AS void JOIN entry ON entry.seq = void.reverses
        WHERE entry.kind = 'void' OR entry.happened <> void.happened OR json(void.said) IS NOT (
            SELECT json_group_array(json_array(number, finish, quantity, target, source))
            FROM (SELECT * FROM movement WHERE movement.entry = entry.seq ORDER BY line DESC)
        )
        """,
        "{0} does not take back what {1} moved.",
    ),
    (
        "unsettled",
        """
        SELECT "match".id FROM "match"
        JOIN match_seat AS loser ON loser."match" = "match".seq AND loser.result = 'lost' AND loser.ante IS NOT NULL
        WHERE "match".stakes = 'keeps' AND "match".status = 'done' AND NOT EXISTS (
            SELECT 1 FROM entry JOIN movement ON movement.entry = entry.seq
            WHERE entry.id = "match".id AND entry.kind = 'ante' AND entry.lines = 1
                AND movement.number = loser.ante AND movement.quantity = 1
                AND movement.source IS coalesce(loser.account, movement.source)
                AND NOT EXISTS (SELECT 1 FROM entry AS void WHERE void.reverses = entry.seq)
        )
        """,
        "Match {0} was for keeps and is done, but the ante is not in the ledger.",
    ),
    (
        "settled",
        """
        SELECT "match".id, "match".status, "match".stakes
        FROM "match" JOIN entry ON entry.id = "match".id
        WHERE NOT EXISTS (SELECT 1 FROM entry AS void WHERE void.reverses = entry.seq) AND NOT (
            "match".stakes = 'keeps' AND "match".status = 'done'
            AND EXISTS (SELECT 1 FROM match_seat WHERE match_seat."match" = "match".seq AND result = 'lost')
        )
        """,
        "Match {0} ({1}, {2}) moved a card that it should not have moved.",
    ),
)
"""Code, a query that gives what is wrong, and the sentence for each row."""


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
