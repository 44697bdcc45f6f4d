"""The third schema: versions of saved hands, sleeves, and what cards are worth to their owner.

Every hand gets its first version: its cards, made when it was changed last. Written by hand; once released, a
migration is never edited.
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = (
    """
    ALTER TABLE hand ADD COLUMN version INTEGER DEFAULT 1 NOT NULL CONSTRAINT ck_hand_version CHECK (version >= 1)
    """,
    """
    ALTER TABLE hand ADD COLUMN sleeved INTEGER DEFAULT 0 NOT NULL
    CONSTRAINT ck_hand_sleeved CHECK (sleeved = 0 OR (sleeved = 1 AND archived IS NULL))
    """,
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
        CONSTRAINT ck_hand_version_cards CHECK (json_type(cards) = 'array'),
        CONSTRAINT ck_hand_version_because CHECK (
            because = '' OR length(because) BETWEEN 1 AND 64 AND length(because) = length(CAST(because AS BLOB)) AND
            because NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        FOREIGN KEY(hand, parent) REFERENCES hand_version (hand, number),
        FOREIGN KEY(hand) REFERENCES hand (id)
    ) WITHOUT ROWID, STRICT
    """,
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

FILLED = (
    """
    INSERT INTO hand_version (hand, number, parent, made, cards, because)
    SELECT id, 1, NULL, changed, (
        SELECT json_group_array(number) FROM (SELECT number FROM hand_card WHERE hand = hand.id ORDER BY slot)
    ), ''
    FROM hand
    """,
)

# What holds the versions together is refused aloud, also inside INSERT OR IGNORE, where a CHECK is silent, and what
# REPLACE would delete is not replaced.
GUARDS = (
    """
    CREATE TRIGGER hand_version_new BEFORE INSERT ON hand_version
    BEGIN
        SELECT RAISE(ABORT, 'a version is of a hand of this book') WHERE NEW.hand NOT IN (SELECT id FROM hand);
        SELECT RAISE(ABORT, 'versions of a hand are numbered without gaps')
        WHERE NEW.number IS NOT 1 + coalesce((SELECT max(number) FROM hand_version WHERE hand = NEW.hand), 0);
        SELECT RAISE(ABORT, 'the first version of a hand has no parent, and every other a version of the same hand')
        WHERE (NEW.number = 1) IS NOT (NEW.parent IS NULL) OR NEW.parent IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM hand_version WHERE hand = NEW.hand AND number = NEW.parent
        );
        SELECT RAISE(ABORT, 'the cards of a version are a list of numbers')
        WHERE NOT json_valid(NEW.cards) OR json_type(NEW.cards) IS NOT 'array'
            OR EXISTS (SELECT 1 FROM json_each(NEW.cards) WHERE type <> 'integer');
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
    CREATE TRIGGER hand_version_first BEFORE INSERT ON hand WHEN NEW.version IS NOT 1
    BEGIN SELECT RAISE(ABORT, 'a new hand is its first version'); END
    """,
    """
    CREATE TRIGGER hand_version_known BEFORE UPDATE ON hand
    WHEN NEW.version IS NOT OLD.version
        AND NOT EXISTS (SELECT 1 FROM hand_version WHERE hand = NEW.id AND number = NEW.version)
    BEGIN SELECT RAISE(ABORT, 'a hand is one of its versions'); END
    """,
)


def upgrade() -> None:
    """Make the new tables, give every hand its first version, and close them."""
    connection = op.get_bind()
    for statement in (*TABLES, *FILLED, *GUARDS):
        connection.exec_driver_sql(statement)
