"""The fifth schema: puzzles out of played matches, what was tried in them, and analyses that are kept.

All three tables are new. Written by hand; once released, a migration is never edited.
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = (
    """
    CREATE TABLE puzzle (
        number INTEGER NOT NULL,
        "match" INTEGER NOT NULL,
        at INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        move TEXT NOT NULL,
        legal INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        quiet INTEGER NOT NULL,
        missed INTEGER NOT NULL,
        found TEXT NOT NULL,
        PRIMARY KEY (number),
        CONSTRAINT ck_puzzle_place CHECK (min(at, seat) >= 0),
        CONSTRAINT ck_puzzle_move CHECK (length(move) >= 1),
        CONSTRAINT ck_puzzle_legal CHECK (legal >= 2),
        CONSTRAINT ck_puzzle_depth CHECK (depth >= 1),
        CONSTRAINT ck_puzzle_flags CHECK (quiet IN (0, 1) AND missed IN (0, 1)),
        CONSTRAINT ck_puzzle_found CHECK (found GLOB '????-??-??T??:??:??.??????+00:00'),
        CONSTRAINT ux_puzzle_position UNIQUE ("match", at, seat),
        FOREIGN KEY("match") REFERENCES "match" (seq)
    ) STRICT
    """,
    """
    CREATE TABLE puzzle_work (
        puzzle INTEGER NOT NULL,
        account INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        solved TEXT,
        shown INTEGER NOT NULL,
        last TEXT NOT NULL,
        PRIMARY KEY (puzzle, account),
        CONSTRAINT ck_puzzle_work_counts CHECK (min(tries, hints) >= 0),
        CONSTRAINT ck_puzzle_work_solved CHECK (solved IS NULL OR (tries >= 1 AND solved <= last)),
        CONSTRAINT ck_puzzle_work_shown CHECK (shown IN (0, 1)),
        CONSTRAINT ck_puzzle_work_last CHECK (last GLOB '????-??-??T??:??:??.??????+00:00'),
        FOREIGN KEY(puzzle) REFERENCES puzzle (number),
        FOREIGN KEY(account) REFERENCES account (id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE analysis (
        "match" INTEGER NOT NULL,
        what TEXT NOT NULL,
        moves INTEGER NOT NULL,
        version TEXT NOT NULL,
        said TEXT NOT NULL,
        PRIMARY KEY ("match", what),
        CONSTRAINT ck_analysis_moves CHECK (moves >= 0),
        FOREIGN KEY("match") REFERENCES "match" (seq)
    ) STRICT, WITHOUT ROWID
    """,
)

# A puzzle is what was proved of a position; what was done with it is history: counts only grow, and what was solved
# stays solved. Refused aloud, also inside INSERT OR IGNORE, and nothing is replaced by INSERT OR REPLACE.
GUARDS = (
    """
    CREATE TRIGGER puzzle_new BEFORE INSERT ON puzzle
    BEGIN
        SELECT RAISE(ABORT, 'this puzzle is in the book already')
        WHERE EXISTS (
            SELECT 1 FROM puzzle
            WHERE number = NEW.number OR ("match" = NEW."match" AND at = NEW.at AND seat = NEW.seat)
        );
        SELECT RAISE(ABORT, 'a puzzle is a position of a match before its last move')
        WHERE NOT EXISTS (SELECT 1 FROM "match" WHERE seq = NEW."match" AND moves > NEW.at);
    END
    """,
    """
    CREATE TRIGGER puzzle_unedited BEFORE UPDATE ON puzzle
    BEGIN SELECT RAISE(ABORT, 'a puzzle stays as it was found'); END
    """,
    """
    CREATE TRIGGER puzzle_stays BEFORE DELETE ON puzzle
    BEGIN SELECT RAISE(ABORT, 'puzzles are never deleted'); END
    """,
    """
    CREATE TRIGGER puzzle_work_new BEFORE INSERT ON puzzle_work
    BEGIN
        SELECT RAISE(ABORT, 'what was tried in this puzzle is in the book already')
        WHERE EXISTS (SELECT 1 FROM puzzle_work WHERE puzzle = NEW.puzzle AND account = NEW.account);
        SELECT RAISE(ABORT, 'a puzzle is tried by a collector')
        WHERE NEW.account NOT IN (SELECT id FROM account WHERE kind = 'collector');
    END
    """,
    """
    CREATE TRIGGER puzzle_work_grows BEFORE UPDATE ON puzzle_work
    WHEN NEW.puzzle IS NOT OLD.puzzle OR NEW.account IS NOT OLD.account OR NEW.tries < OLD.tries
        OR NEW.hints < OLD.hints OR NEW.shown < OLD.shown OR NEW.last < OLD.last
        OR OLD.solved IS NOT NULL AND (NEW.solved IS NULL OR NEW.solved > OLD.solved)
    BEGIN SELECT RAISE(ABORT, 'what was tried in a puzzle only grows'); END
    """,
    """
    CREATE TRIGGER puzzle_work_stays BEFORE DELETE ON puzzle_work
    BEGIN SELECT RAISE(ABORT, 'what was tried in a puzzle is never deleted'); END
    """,
)


def upgrade() -> None:
    """Make the three tables, and close those that are no cache."""
    connection = op.get_bind()
    for statement in (*TABLES, *GUARDS):
        connection.exec_driver_sql(statement)
