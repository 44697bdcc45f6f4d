"""The third schema: versions of saved hands, sleeves, and what cards are worth to their owner.

Every hand gets its first version: its cards, made when it was changed last. From then on a hand has no other cards
than those of its current version. Written by hand; once released, a migration is never edited.
"""

# ruff: noqa: S608 - triggers are put together from the names below, and from nothing that anybody says

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# A column cannot be added as part of a foreign key, so hands are made anew; foreign keys are off meanwhile.
HANDS = (
    """
    CREATE TABLE hand_version (
        hand INTEGER NOT NULL,
        number INTEGER NOT NULL,
        parent INTEGER,
        made TEXT NOT NULL,
        cards TEXT NOT NULL,
        because TEXT NOT NULL,
        PRIMARY KEY (hand, number),
        CONSTRAINT ck_hand_version_number CHECK (number >= 1),
        CONSTRAINT ck_hand_version_parent CHECK (
            (number = 1) = (parent IS NULL) AND (parent IS NULL OR parent < number)
        ),
        CONSTRAINT ck_hand_version_made CHECK (made GLOB '????-??-??T??:??:??.??????+00:00'),
        CONSTRAINT ck_hand_version_cards CHECK (
            json_valid(cards) AND json_type(cards) = 'array' AND
            substr(cards, 2, length(cards) - 2) NOT GLOB '*[^0-9,-]*'
        ),
        CONSTRAINT ck_hand_version_because CHECK (
            because = '' OR length(because) BETWEEN 1 AND 64 AND length(because) = length(CAST(because AS BLOB)) AND
            because NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        FOREIGN KEY(hand, parent) REFERENCES hand_version (hand, number),
        FOREIGN KEY(hand) REFERENCES hand (id) DEFERRABLE INITIALLY DEFERRED
    ) WITHOUT ROWID, STRICT
    """,
    """
    INSERT INTO hand_version (hand, number, parent, made, cards, because)
    SELECT id, 1, NULL, changed, (
        SELECT json_group_array(number) FROM (SELECT number FROM hand_card WHERE hand = hand.id ORDER BY slot)
    ), ''
    FROM hand
    """,
    "CREATE TEMP TABLE hand_before AS SELECT * FROM hand",
    "DROP TABLE hand_card",
    "DROP TABLE hand",
    """
    CREATE TABLE hand (
        id INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        archived TEXT,
        version INTEGER NOT NULL,
        sleeved INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT ck_hand_sleeved CHECK (sleeved = 0 OR (sleeved = 1 AND archived IS NULL)),
        FOREIGN KEY(id, version) REFERENCES hand_version (hand, number),
        FOREIGN KEY(owner) REFERENCES account (id)
    ) STRICT
    """,
    """
    CREATE UNIQUE INDEX ux_hand_name ON hand (owner, name_key) WHERE archived IS NULL
    """,
    """
    INSERT INTO hand (id, owner, name, name_key, created, changed, archived, version, sleeved)
    SELECT id, owner, name, name_key, created, changed, archived, 1, 0 FROM hand_before
    """,
    "DROP TABLE temp.hand_before",
)

VALUES = (
    """
    CREATE TABLE card_value (
        account INTEGER NOT NULL,
        number INTEGER NOT NULL,
        currency TEXT NOT NULL,
        minor INTEGER NOT NULL,
        PRIMARY KEY (account, number),
        CONSTRAINT ck_card_value_currency CHECK (length(currency) <= 3),
        CONSTRAINT ck_card_value_minor CHECK (minor BETWEEN 0 AND 1000000000),
        FOREIGN KEY(account) REFERENCES account (id),
        FOREIGN KEY(number) REFERENCES card (number)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE level_value (
        account INTEGER NOT NULL,
        level INTEGER NOT NULL,
        currency TEXT NOT NULL,
        minor INTEGER NOT NULL,
        PRIMARY KEY (account, level),
        CONSTRAINT ck_level_value_level CHECK (level BETWEEN 1 AND 5),
        CONSTRAINT ck_level_value_currency CHECK (length(currency) <= 3),
        CONSTRAINT ck_level_value_minor CHECK (minor BETWEEN 0 AND 1000000000),
        FOREIGN KEY(account) REFERENCES account (id)
    ) WITHOUT ROWID, STRICT
    """,
)

# What holds the versions together is refused aloud, also inside INSERT OR IGNORE, where a CHECK is silent, and what
# REPLACE would delete is not replaced. The first version of a hand is written before the hand: so no writer, foreign
# keys on or off, can leave a hand without its cards. What they keep out is a version that no hand comes for.
GUARDS = (
    """
    CREATE TRIGGER hand_version_new BEFORE INSERT ON hand_version
    BEGIN
        SELECT RAISE(ABORT, 'versions of a hand are numbered without gaps')
        WHERE NEW.number IS NOT 1 + coalesce((SELECT max(number) FROM hand_version WHERE hand = NEW.hand), 0);
        SELECT RAISE(ABORT, 'a version is of a hand of this book, or the first one of the next hand')
        WHERE NEW.number = 1 AND NEW.hand IS NOT 1 + max(
            coalesce((SELECT max(id) FROM hand), 0), coalesce((SELECT max(hand) FROM hand_version), 0)
        );
        SELECT RAISE(ABORT, 'the first version of a hand has no parent, and every other a version of the same hand')
        WHERE (NEW.number = 1) IS NOT (NEW.parent IS NULL) OR NEW.parent IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM hand_version WHERE hand = NEW.hand AND number = NEW.parent
        );
        SELECT RAISE(ABORT, 'a version is made at a moment, written in UTC with microseconds')
        WHERE NEW.made NOT GLOB '????-??-??T??:??:??.??????+00:00';
        SELECT RAISE(ABORT, 'the cards of a version are a list of whole numbers, none beyond 64 bits')
        WHERE NOT json_valid(NEW.cards) OR json_type(NEW.cards) IS NOT 'array'
            OR EXISTS (SELECT 1 FROM json_each(NEW.cards) WHERE type <> 'integer' OR typeof(value) <> 'integer');
        SELECT RAISE(ABORT, 'a version is made for an id, or for nothing in particular')
        WHERE NEW.because <> '' AND (
            length(NEW.because) > 64 OR length(NEW.because) <> length(CAST(NEW.because AS BLOB))
            OR NEW.because GLOB '*[^A-Za-z0-9._-]*'
        );
    END
    """,
    """
    CREATE TRIGGER hand_version_unedited BEFORE UPDATE ON hand_version
    BEGIN SELECT RAISE(ABORT, 'a version of a hand stays as it was'); END
    """,
    """
    CREATE TRIGGER hand_version_stays BEFORE DELETE ON hand_version
    BEGIN SELECT RAISE(ABORT, 'versions of a hand are never deleted'); END
    """,
    """
    CREATE TRIGGER hand_new BEFORE INSERT ON hand
    BEGIN
        SELECT RAISE(ABORT, 'this hand is in the book already')
        WHERE EXISTS (
            SELECT 1 FROM hand
            WHERE id = NEW.id
                OR (owner = NEW.owner AND name_key = NEW.name_key AND archived IS NULL AND NEW.archived IS NULL)
        );
        SELECT RAISE(ABORT, 'a hand is a collector''s')
        WHERE NEW.owner NOT IN (SELECT id FROM account WHERE kind = 'collector');
    END
    """,
    # Before it is in, a hand that does not name its id has none.
    """
    CREATE TRIGGER hand_has_cards AFTER INSERT ON hand
    WHEN NOT EXISTS (SELECT 1 FROM hand_version WHERE hand = NEW.id AND number = NEW.version)
    BEGIN SELECT RAISE(ABORT, 'a hand is one of its versions'); END
    """,
    """
    CREATE TRIGGER hand_keeps BEFORE UPDATE ON hand
    BEGIN
        SELECT RAISE(ABORT, 'a hand keeps to itself, and has a name of its own')
        WHERE NEW.id IS NOT OLD.id OR NEW.owner IS NOT OLD.owner OR EXISTS (
            SELECT 1 FROM hand
            WHERE id <> OLD.id AND owner = NEW.owner AND name_key = NEW.name_key
                AND archived IS NULL AND NEW.archived IS NULL
        );
        SELECT RAISE(ABORT, 'a hand is one of its versions')
        WHERE NOT EXISTS (SELECT 1 FROM hand_version WHERE hand = NEW.id AND number = NEW.version);
    END
    """,
    """
    CREATE TRIGGER hand_stays BEFORE DELETE ON hand
    BEGIN SELECT RAISE(ABORT, 'hands are put away, never deleted'); END
    """,
)


def _owner_guards(table: str) -> tuple[str, str]:
    """Write the triggers that let `table` hold values of collectors alone: nobody else's cards are known."""
    refused = "BEGIN SELECT RAISE(ABORT, 'a value is a collector''s'); END"
    return (
        f"""
    CREATE TRIGGER {table}_new BEFORE INSERT ON {table}
    WHEN NEW.account NOT IN (SELECT id FROM account WHERE kind = 'collector')
    {refused}
    """,
        f"""
    CREATE TRIGGER {table}_keeps BEFORE UPDATE ON {table}
    WHEN NEW.account NOT IN (SELECT id FROM account WHERE kind = 'collector')
    {refused}
    """,
    )


OWNERS = (*_owner_guards("card_value"), *_owner_guards("level_value"))


def upgrade() -> None:
    """Make hands anew, each with its first version, make the tables of values, and close them all."""
    connection = op.get_bind()
    for statement in (*HANDS, *VALUES, *GUARDS, *OWNERS):
        connection.exec_driver_sql(statement)
