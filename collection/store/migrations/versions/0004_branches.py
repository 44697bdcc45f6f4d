"""The fourth schema: branches of matches, moves taken back, and hints.

A branch counts for nobody and stakes nothing; so says the file itself. What was taken back stays told. Written by hand;
once released, a migration is never edited.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# A CHECK cannot be changed, so matches are made anew; foreign keys are off meanwhile.
MATCHES = (
    'CREATE TEMP TABLE match_before AS SELECT * FROM "match"',
    'DROP TABLE "match"',
    """
    CREATE TABLE "match" (
        seq INTEGER NOT NULL,
        id TEXT NOT NULL,
        game TEXT NOT NULL,
        mode TEXT NOT NULL,
        place TEXT NOT NULL,
        stakes TEXT NOT NULL,
        status TEXT NOT NULL,
        happened TEXT NOT NULL,
        recorded TEXT NOT NULL,
        record TEXT NOT NULL,
        moves INTEGER NOT NULL,
        note TEXT NOT NULL,
        branch_of TEXT,
        branch_at INTEGER,
        taken_back TEXT NOT NULL,
        hints INTEGER NOT NULL,
        PRIMARY KEY (seq),
        CONSTRAINT ck_match_id CHECK (
            length(id) BETWEEN 1 AND 64 AND length(id) = length(CAST(id AS BLOB)) AND
            id NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        CONSTRAINT ck_match_place CHECK (place IN ('here', 'table', 'branch')),
        CONSTRAINT ck_match_stakes CHECK (stakes IN ('friendly', 'keeps')),
        CONSTRAINT ck_match_status CHECK (status IN ('playing', 'unsettled', 'done', 'abandoned', 'void')),
        CONSTRAINT ck_match_happened CHECK (happened IS date(happened, '+0 days')),
        CONSTRAINT ck_match_moves CHECK (moves >= 0),
        CONSTRAINT ck_match_branch CHECK ((place = 'branch') = (branch_at IS NOT NULL)),
        CONSTRAINT ck_match_branch_stakes CHECK (place <> 'branch' OR stakes = 'friendly'),
        CONSTRAINT ck_match_branch_at CHECK (branch_at IS NULL OR branch_at BETWEEN 0 AND moves),
        CONSTRAINT ck_match_branch_of CHECK (branch_of IS NULL OR place = 'branch' AND branch_of <> id),
        CONSTRAINT ck_match_taken_back CHECK (
            json_valid(taken_back) AND json_type(taken_back) = 'array' AND (taken_back = '[]' OR stakes = 'friendly')
        ),
        CONSTRAINT ck_match_hints CHECK (hints >= 0),
        CONSTRAINT ux_match_id UNIQUE (id),
        FOREIGN KEY(branch_of) REFERENCES "match" (id)
    ) STRICT
    """,
    """
    INSERT INTO "match"
    SELECT seq, id, game, mode, place, stakes, status, happened, recorded, record, moves, note, NULL, NULL, '[]', 0
    FROM match_before ORDER BY seq
    """,
    "DROP TABLE temp.match_before",
    """
    CREATE INDEX ix_match_happened ON "match" (happened, seq)
    """,
)

# As everywhere, what REPLACE would delete is not replaced, and what a CHECK refuses is refused aloud inside IGNORE too.
GUARDS = (
    """
    CREATE TRIGGER match_new BEFORE INSERT ON "match"
    BEGIN
        SELECT RAISE(ABORT, 'this match is in the book already')
        WHERE EXISTS (SELECT 1 FROM "match" WHERE id = NEW.id OR seq = NEW.seq);
        SELECT RAISE(ABORT, 'a branch is friendly, and leaves a match of this book or none')
        WHERE NEW.place = 'branch' AND (
            NEW.stakes <> 'friendly'
            OR NEW.branch_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "match" WHERE id = NEW.branch_of)
        );
    END
    """,
    """
    CREATE TRIGGER match_over BEFORE UPDATE ON "match"
    WHEN NEW.id IS NOT OLD.id OR NEW.seq IS NOT OLD.seq
        OR (OLD.status = 'void' AND NEW.status <> 'void')
        OR (OLD.status <> 'playing' AND (NEW.status = 'playing' OR NEW.moves IS NOT OLD.moves))
    BEGIN SELECT RAISE(ABORT, 'a match that is over takes no more moves'); END
    """,
    """
    CREATE TRIGGER match_frozen BEFORE UPDATE OF place, stakes, branch_of, branch_at ON "match"
    WHEN NEW.place IS NOT OLD.place OR NEW.stakes IS NOT OLD.stakes
        OR NEW.branch_of IS NOT OLD.branch_of OR NEW.branch_at IS NOT OLD.branch_at
    BEGIN SELECT RAISE(ABORT, 'where a match is played and for what stays as it was'); END
    """,
    """
    CREATE TRIGGER match_taken_back BEFORE UPDATE OF moves, taken_back, hints ON "match"
    BEGIN
        SELECT RAISE(ABORT, 'what was taken back and asked for stays told')
        WHERE NEW.hints < OLD.hints
            OR substr(NEW.taken_back, 1, length(OLD.taken_back) - 1)
                IS NOT substr(OLD.taken_back, 1, length(OLD.taken_back) - 1);
        SELECT RAISE(ABORT, 'moves are taken back in friendly matches alone, and that is told')
        WHERE NEW.moves < OLD.moves AND (
            NEW.stakes <> 'friendly' OR json_array_length(NEW.taken_back) <= json_array_length(OLD.taken_back)
        );
    END
    """,
    """
    CREATE TRIGGER match_stays BEFORE DELETE ON "match"
    BEGIN SELECT RAISE(ABORT, 'matches are voided, never deleted'); END
    """,
)


def upgrade() -> None:
    """Make matches anew, with what they have now, and close them again."""
    connection = op.get_bind()
    for statement in (*MATCHES, *GUARDS):
        connection.exec_driver_sql(statement)
