"""The sixth schema: saved decks of Cardia.

The table is new. Written by hand; once released, a migration is never edited.
"""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TABLES = (
    """
    CREATE TABLE deck (
        id INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        cards TEXT NOT NULL,
        earlier TEXT,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        archived TEXT,
        PRIMARY KEY (id),
        CONSTRAINT ck_deck_name CHECK (length(name_key) >= 1),
        CONSTRAINT ck_deck_cards CHECK (
            json_valid(cards) AND json_type(cards) = 'array' AND
            substr(cards, 2, length(cards) - 2) NOT GLOB '*[^a-z0-9",-]*'
        ),
        CONSTRAINT ck_deck_earlier CHECK (
            earlier IS NULL OR json_valid(earlier) AND json_type(earlier) = 'array' AND
            substr(earlier, 2, length(earlier) - 2) NOT GLOB '*[^a-z0-9",-]*'
        ),
        CONSTRAINT ck_deck_created CHECK (created GLOB '????-??-??T??:??:??.??????+00:00'),
        CONSTRAINT ck_deck_changed CHECK (changed GLOB '????-??-??T??:??:??.??????+00:00'),
        CONSTRAINT ck_deck_archived CHECK (archived IS NULL OR archived GLOB '????-??-??T??:??:??.??????+00:00'),
        FOREIGN KEY(owner) REFERENCES account (id)
    ) STRICT
    """,
    """
    CREATE UNIQUE INDEX ux_deck_name ON deck (owner, name_key) WHERE archived IS NULL
    """,
)

# Refused aloud, also inside INSERT OR IGNORE where a CHECK is silent, and nothing is replaced by INSERT OR REPLACE.
GUARDS = (
    """
    CREATE TRIGGER deck_new BEFORE INSERT ON deck
    BEGIN
        SELECT RAISE(ABORT, 'this deck is in the book already')
        WHERE EXISTS (
            SELECT 1 FROM deck
            WHERE id = NEW.id
                OR (owner = NEW.owner AND name_key = NEW.name_key AND archived IS NULL AND NEW.archived IS NULL)
        );
        SELECT RAISE(ABORT, 'a deck is a collector''s')
        WHERE NEW.owner NOT IN (SELECT id FROM account WHERE kind = 'collector');
        SELECT RAISE(ABORT, 'the cards of a deck are a list of words')
        WHERE NOT json_valid(NEW.cards) OR json_type(NEW.cards) IS NOT 'array'
            OR EXISTS (SELECT 1 FROM json_each(NEW.cards) WHERE type <> 'text');
    END
    """,
    """
    CREATE TRIGGER deck_keeps BEFORE UPDATE ON deck
    BEGIN
        SELECT RAISE(ABORT, 'a deck keeps to itself, and has a name of its own')
        WHERE NEW.id IS NOT OLD.id OR NEW.owner IS NOT OLD.owner OR NEW.created IS NOT OLD.created OR EXISTS (
            SELECT 1 FROM deck
            WHERE id <> OLD.id AND owner = NEW.owner AND name_key = NEW.name_key
                AND archived IS NULL AND NEW.archived IS NULL
        );
        SELECT RAISE(ABORT, 'the cards of a deck are a list of words')
        WHERE NOT json_valid(NEW.cards) OR json_type(NEW.cards) IS NOT 'array'
            OR EXISTS (SELECT 1 FROM json_each(NEW.cards) WHERE type <> 'text');
        SELECT RAISE(ABORT, 'the cards that a deck had before are kept when it is changed')
        WHERE NEW.cards IS NOT OLD.cards AND NEW.earlier IS NOT OLD.cards;
    END
    """,
    """
    CREATE TRIGGER deck_stays BEFORE DELETE ON deck
    BEGIN SELECT RAISE(ABORT, 'decks are put away, never deleted'); END
    """,
)


def upgrade() -> None:
    """Make the table, and close it."""
    connection = op.get_bind()
    for statement in (*TABLES, *GUARDS):
        connection.exec_driver_sql(statement)
