"""The first schema: cards, accounts, the ledger with its balances, packs, hands, matches, sayings, settings.

Written by hand, for autogeneration sees neither triggers nor CHECKs. Once released, a migration is never edited.
"""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STATEMENTS = (
    """
    CREATE TABLE card (
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        level INTEGER NOT NULL,
        family TEXT NOT NULL,
        tribe TEXT NOT NULL,
        artist TEXT,
        n INTEGER NOT NULL,
        e INTEGER NOT NULL,
        s INTEGER NOT NULL,
        w INTEGER NOT NULL,
        confirmed TEXT NOT NULL,
        PRIMARY KEY (number),
        CONSTRAINT ck_card_number CHECK (number >= 1),
        CONSTRAINT ck_card_level CHECK (level BETWEEN 1 AND 5),
        CONSTRAINT ck_card_family CHECK (family IN ('club', 'mutant', 'cosmic', 'arcana')),
        CONSTRAINT ck_card_edges CHECK (min(n, e, s, w) >= 1 AND max(n, e, s, w) <= 9)
    ) STRICT
    """,
    """
    CREATE TABLE account (
        id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        solo INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT ck_account_kind CHECK (kind IN ('collector', 'house', 'rival', 'world')),
        CONSTRAINT ck_account_solo CHECK (solo = 0 OR (solo = 1 AND kind = 'collector'))
    ) STRICT
    """,
    """
    CREATE UNIQUE INDEX ux_account_person ON account (name_key) WHERE kind <> 'world'
    """,
    """
    CREATE TABLE entry (
        seq INTEGER NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        happened TEXT NOT NULL,
        recorded TEXT NOT NULL,
        note TEXT NOT NULL,
        reverses INTEGER,
        lines INTEGER NOT NULL,
        said TEXT NOT NULL,
        PRIMARY KEY (seq),
        CONSTRAINT ck_entry_seq CHECK (seq >= 1),
        CONSTRAINT ck_entry_id CHECK (
            length(id) BETWEEN 1 AND 64 AND length(id) = length(CAST(id AS BLOB)) AND
            id NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        CONSTRAINT ck_entry_kind CHECK (
            kind IN ('pull', 'trade', 'gift', 'ante', 'found', 'lost', 'recount', 'void')
        ),
        CONSTRAINT ck_entry_void CHECK ((kind = 'void') = (reverses IS NOT NULL)),
        CONSTRAINT ck_entry_happened CHECK (happened IS date(happened, '+0 days')),
        CONSTRAINT ck_entry_recorded CHECK (recorded GLOB '????-??-??T??:??:??.??????+00:00'),
        CONSTRAINT ck_entry_lines CHECK (lines >= 1 AND lines = json_array_length(said)),
        CONSTRAINT ux_entry_id UNIQUE (id),
        CONSTRAINT ux_entry_reverses UNIQUE (reverses),
        FOREIGN KEY(reverses) REFERENCES entry (seq)
    ) STRICT
    """,
    """
    CREATE INDEX ix_entry_happened ON entry (happened, seq)
    """,
    """
    CREATE INDEX ix_entry_kind ON entry (kind, happened, seq)
    """,
    """
    CREATE TABLE movement (
        id INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        line INTEGER NOT NULL,
        number INTEGER NOT NULL,
        finish TEXT NOT NULL,
        quantity INTEGER NOT NULL,
        source INTEGER NOT NULL,
        target INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT ck_movement_quantity CHECK (quantity BETWEEN 1 AND 1000000),
        CONSTRAINT ck_movement_ends CHECK (source <> target),
        CONSTRAINT ck_movement_finish CHECK (length(finish) >= 1),
        CONSTRAINT ux_movement_line UNIQUE (entry, line),
        FOREIGN KEY(entry) REFERENCES entry (seq),
        FOREIGN KEY(number) REFERENCES card (number),
        FOREIGN KEY(source) REFERENCES account (id),
        FOREIGN KEY(target) REFERENCES account (id)
    ) STRICT
    """,
    """
    CREATE INDEX ix_movement_number ON movement (number)
    """,
    """
    CREATE INDEX ix_movement_source ON movement (source, target, number, quantity)
    """,
    """
    CREATE INDEX ix_movement_target ON movement (target)
    """,
    """
    CREATE TABLE balance (
        account INTEGER NOT NULL,
        number INTEGER NOT NULL,
        finish TEXT NOT NULL,
        tracked INTEGER NOT NULL,
        quantity INTEGER NOT NULL,
        PRIMARY KEY (account, number, finish),
        CONSTRAINT ck_balance_tracked CHECK (tracked = 0 OR (tracked = 1 AND quantity >= 0)),
        FOREIGN KEY(account) REFERENCES account (id),
        FOREIGN KEY(number) REFERENCES card (number)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE posting (
        id INTEGER NOT NULL,
        applied INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT ck_posting_one CHECK (id = 1)
    ) STRICT
    """,
    """
    CREATE TABLE pack (
        seq INTEGER NOT NULL,
        id TEXT NOT NULL,
        collector INTEGER NOT NULL,
        entry INTEGER,
        opened TEXT NOT NULL,
        recorded TEXT NOT NULL,
        levels TEXT,
        price TEXT NOT NULL,
        shop TEXT NOT NULL,
        note TEXT NOT NULL,
        voided INTEGER NOT NULL,
        PRIMARY KEY (seq),
        CONSTRAINT ck_pack_id CHECK (
            length(id) BETWEEN 1 AND 64 AND length(id) = length(CAST(id AS BLOB)) AND
            id NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        CONSTRAINT ck_pack_opened CHECK (opened IS date(opened, '+0 days')),
        CONSTRAINT ck_pack_cards CHECK ((entry IS NULL) = (levels IS NOT NULL)),
        CONSTRAINT ck_pack_levels CHECK (levels IS NULL OR json_array_length(levels) = 5),
        CONSTRAINT ck_pack_voided CHECK (voided IN (0, 1)),
        CONSTRAINT ux_pack_id UNIQUE (id),
        CONSTRAINT ux_pack_entry UNIQUE (entry),
        FOREIGN KEY(collector) REFERENCES account (id),
        FOREIGN KEY(entry) REFERENCES entry (seq)
    ) STRICT
    """,
    """
    CREATE INDEX ix_pack_collector ON pack (collector, opened, seq)
    """,
    """
    CREATE TABLE hand (
        id INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        archived TEXT,
        PRIMARY KEY (id),
        FOREIGN KEY(owner) REFERENCES account (id)
    ) STRICT
    """,
    """
    CREATE UNIQUE INDEX ux_hand_name ON hand (owner, name_key) WHERE archived IS NULL
    """,
    """
    CREATE TABLE hand_card (
        hand INTEGER NOT NULL,
        slot INTEGER NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (hand, slot),
        CONSTRAINT ck_hand_card_slot CHECK (slot >= 1),
        FOREIGN KEY(hand) REFERENCES hand (id)
    ) WITHOUT ROWID, STRICT
    """,
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
        PRIMARY KEY (seq),
        CONSTRAINT ck_match_id CHECK (
            length(id) BETWEEN 1 AND 64 AND length(id) = length(CAST(id AS BLOB)) AND
            id NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        CONSTRAINT ck_match_place CHECK (place IN ('here', 'table')),
        CONSTRAINT ck_match_stakes CHECK (stakes IN ('friendly', 'keeps')),
        CONSTRAINT ck_match_status CHECK (status IN ('playing', 'unsettled', 'done', 'abandoned', 'void')),
        CONSTRAINT ck_match_happened CHECK (happened IS date(happened, '+0 days')),
        CONSTRAINT ck_match_moves CHECK (moves >= 0),
        CONSTRAINT ux_match_id UNIQUE (id)
    ) STRICT
    """,
    """
    CREATE INDEX ix_match_happened ON "match" (happened, seq)
    """,
    """
    CREATE TABLE match_seat (
        "match" INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        account INTEGER,
        player TEXT NOT NULL,
        hand_name TEXT NOT NULL,
        hand TEXT NOT NULL,
        ante INTEGER,
        result TEXT,
        PRIMARY KEY ("match", seat),
        CONSTRAINT ck_match_seat_result CHECK (result IS NULL OR result IN ('won', 'lost', 'draw')),
        FOREIGN KEY("match") REFERENCES "match" (seq),
        FOREIGN KEY(account) REFERENCES account (id)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE INDEX ix_match_seat_account ON match_seat (account, "match")
    """,
    """
    CREATE TABLE saying (
        id TEXT NOT NULL,
        act TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (id, act),
        CONSTRAINT ck_saying_id CHECK (
            length(id) BETWEEN 1 AND 64 AND length(id) = length(CAST(id AS BLOB)) AND
            id NOT GLOB '*[^A-Za-z0-9._-]*'
        ),
        CONSTRAINT ck_saying_act CHECK (act IN ('plays', 'completes', 'corrects', 'voids'))
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE setting (
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (name)
    ) WITHOUT ROWID, STRICT
    """,
    # Cards and accounts: never deleted or renumbered, and an account never changes its kind, for "never below zero"
    # hangs on it. The BEFORE INSERT triggers stop REPLACE, which deletes without asking the delete triggers.
    """
    CREATE TRIGGER card_new BEFORE INSERT ON card
    WHEN EXISTS (SELECT 1 FROM card WHERE number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'this card is in the book already'); END
    """,
    """
    CREATE TRIGGER card_number_stays BEFORE UPDATE OF number ON card WHEN NEW.number IS NOT OLD.number
    BEGIN SELECT RAISE(ABORT, 'a card keeps its number'); END
    """,
    """
    CREATE TRIGGER card_stays BEFORE DELETE ON card
    BEGIN SELECT RAISE(ABORT, 'cards are never deleted'); END
    """,
    """
    CREATE TRIGGER account_new BEFORE INSERT ON account
    WHEN EXISTS (
        SELECT 1 FROM account
        WHERE id = NEW.id OR (name_key = NEW.name_key AND kind <> 'world' AND NEW.kind <> 'world')
    )
    BEGIN SELECT RAISE(ABORT, 'this account is in the book already'); END
    """,
    """
    CREATE TRIGGER account_kind_stays BEFORE UPDATE ON account
    WHEN NEW.id IS NOT OLD.id OR NEW.kind IS NOT OLD.kind OR EXISTS (
        SELECT 1 FROM account
        WHERE id <> OLD.id AND name_key = NEW.name_key AND kind <> 'world' AND NEW.kind <> 'world'
    )
    BEGIN SELECT RAISE(ABORT, 'an account keeps its kind, and has a name of its own'); END
    """,
    """
    CREATE TRIGGER account_stays BEFORE DELETE ON account
    BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END
    """,
    # Entries: one INSERT is one entry, whole. Its trigger writes the movements out of what was said, so that no writer,
    # foreign keys on or off, can leave a movement without an entry, or an entry with too few or too many of them.
    # A void takes the last line back first, so that every step on its way was a balance that there has been.
    # All that a CHECK would refuse is refused aloud before: under OR FAIL or OR IGNORE a CHECK met inside a trigger
    # leaves behind what the statement has done so far.
    """
    CREATE TRIGGER entry_new BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'this entry is in the books already')
        WHERE EXISTS (SELECT 1 FROM entry WHERE id = NEW.id OR seq = NEW.seq);
        SELECT RAISE(ABORT, 'what an entry says is a list of movements')
        WHERE NOT json_valid(NEW.said) OR json_type(NEW.said) <> 'array';
        SELECT RAISE(ABORT, 'a movement is a card, a finish, a quantity, a source and another target, all of this book')
        WHERE EXISTS (
            SELECT 1 FROM json_each(NEW.said)
            WHERE type <> 'array' OR json_array_length(value) <> 5
                OR json_type(value, '$[0]') <> 'integer' OR json_type(value, '$[1]') <> 'text'
                OR json_type(value, '$[2]') <> 'integer' OR json_type(value, '$[3]') <> 'integer'
                OR json_type(value, '$[4]') <> 'integer' OR json_extract(value, '$[1]') = ''
                OR json_extract(value, '$[2]') NOT BETWEEN 1 AND 1000000
                OR json_extract(value, '$[3]') = json_extract(value, '$[4]')
                OR json_extract(value, '$[0]') NOT IN (SELECT number FROM card)
                OR json_extract(value, '$[3]') NOT IN (SELECT id FROM account)
                OR json_extract(value, '$[4]') NOT IN (SELECT id FROM account)
        );
        SELECT RAISE(ABORT, 'a void takes back an entry of the books, on its own day, once, and never a void')
        WHERE NEW.reverses IS NOT NULL AND (
            NOT EXISTS (SELECT 1 FROM entry WHERE seq = NEW.reverses AND kind <> 'void' AND happened = NEW.happened)
            OR EXISTS (SELECT 1 FROM entry WHERE reverses = NEW.reverses)
        );
        SELECT RAISE(ABORT, 'a void moves back exactly what its entry moved')
        WHERE NEW.reverses IS NOT NULL AND NEW.said IS NOT (
            SELECT json_group_array(json_array(number, finish, quantity, target, source))
            FROM (SELECT * FROM movement WHERE entry = NEW.reverses ORDER BY line DESC)
        );
    END
    """,
    """
    CREATE TRIGGER entry_moves AFTER INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'entries are numbered without gaps')
        WHERE NEW.seq > 1 AND NOT EXISTS (SELECT 1 FROM entry WHERE seq = NEW.seq - 1);
        INSERT INTO movement (entry, line, number, finish, quantity, source, target)
        SELECT NEW.seq, key + 1, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
            json_extract(value, '$[3]'), json_extract(value, '$[4]')
        FROM json_each(NEW.said);
        SELECT RAISE(ABORT, 'an entry has exactly the movements that it says')
        WHERE NEW.lines IS NOT (SELECT count(*) FROM movement WHERE entry = NEW.seq);
    END
    """,
    """
    CREATE TRIGGER entry_unedited BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: take an entry back with a void'); END
    """,
    """
    CREATE TRIGGER entry_stays BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: take an entry back with a void'); END
    """,
    # Movements: an entry that has all its lines is sealed.
    """
    CREATE TRIGGER movement_due BEFORE INSERT ON movement
    BEGIN
        SELECT RAISE(ABORT, 'a movement comes with its entry; an entry in the books is sealed')
        WHERE NOT EXISTS (
            SELECT 1 FROM entry
            WHERE seq = NEW.entry AND NEW.line <= lines
                AND NEW.line = 1 + (SELECT coalesce(max(line), 0) FROM movement WHERE entry = NEW.entry)
        );
        SELECT RAISE(ABORT, 'more copies than there are')
        WHERE (SELECT kind FROM account WHERE id = NEW.source) IN ('collector', 'house')
            AND NEW.quantity > coalesce((
                SELECT quantity FROM balance
                WHERE account = NEW.source AND number = NEW.number AND finish = NEW.finish
            ), 0);
    END
    """,
    # Plain UPDATEs: an UPSERT would let the CHECK see the difference alone and refuse every rightful loss.
    """
    CREATE TRIGGER movement_counts AFTER INSERT ON movement
    BEGIN
        SELECT RAISE(ABORT, 'movements are numbered without gaps')
        WHERE NEW.id IS NOT (SELECT applied + 1 FROM posting);
        INSERT INTO balance (account, number, finish, tracked, quantity)
        SELECT id, NEW.number, NEW.finish, kind IN ('collector', 'house'), 0
        FROM account
        WHERE id IN (NEW.source, NEW.target) AND NOT EXISTS (
            SELECT 1 FROM balance
            WHERE balance.account = account.id AND number = NEW.number AND finish = NEW.finish
        );
        UPDATE balance SET quantity = quantity - NEW.quantity
        WHERE account = NEW.source AND number = NEW.number AND finish = NEW.finish;
        UPDATE balance SET quantity = quantity + NEW.quantity
        WHERE account = NEW.target AND number = NEW.number AND finish = NEW.finish;
        UPDATE posting SET applied = NEW.id;
    END
    """,
    """
    CREATE TRIGGER movement_unedited BEFORE UPDATE ON movement
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: take an entry back with a void'); END
    """,
    """
    CREATE TRIGGER movement_stays BEFORE DELETE ON movement
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: take an entry back with a void'); END
    """,
    # Balances: written only while a movement is not counted yet, which is only ever so inside its own trigger.
    """
    CREATE TRIGGER balance_new BEFORE INSERT ON balance
    WHEN NEW.quantity IS NOT 0
        OR (SELECT applied FROM posting) IS (SELECT coalesce(max(id), 0) FROM movement)
        OR EXISTS (
            SELECT 1 FROM balance WHERE account = NEW.account AND number = NEW.number AND finish = NEW.finish
        )
    BEGIN SELECT RAISE(ABORT, 'balances follow the movements; nothing else writes them'); END
    """,
    """
    CREATE TRIGGER balance_follows BEFORE UPDATE ON balance
    WHEN NEW.account IS NOT OLD.account OR NEW.number IS NOT OLD.number OR NEW.finish IS NOT OLD.finish
        OR NEW.tracked IS NOT OLD.tracked
        OR (SELECT applied FROM posting) IS (SELECT coalesce(max(id), 0) FROM movement)
    BEGIN SELECT RAISE(ABORT, 'balances follow the movements; nothing else writes them'); END
    """,
    """
    CREATE TRIGGER balance_stays BEFORE DELETE ON balance
    BEGIN SELECT RAISE(ABORT, 'balances follow the movements; nothing else writes them'); END
    """,
    "INSERT INTO posting (id, applied) VALUES (1, 0)",
    """
    CREATE TRIGGER posting_one BEFORE INSERT ON posting
    BEGIN SELECT RAISE(ABORT, 'only a movement is counted'); END
    """,
    """
    CREATE TRIGGER posting_counts BEFORE UPDATE ON posting
    WHEN NEW.id IS NOT OLD.id OR NEW.applied IS NOT OLD.applied + 1
        OR NEW.applied IS NOT (SELECT max(id) FROM movement)
    BEGIN SELECT RAISE(ABORT, 'only a movement is counted'); END
    """,
    """
    CREATE TRIGGER posting_stays BEFORE DELETE ON posting
    BEGIN SELECT RAISE(ABORT, 'only a movement is counted'); END
    """,
    # Packs, hands and matches are history too: put away or voided, never deleted.
    """
    CREATE TRIGGER pack_new BEFORE INSERT ON pack
    WHEN EXISTS (SELECT 1 FROM pack WHERE id = NEW.id OR seq = NEW.seq OR entry = NEW.entry)
    BEGIN SELECT RAISE(ABORT, 'this pack is in the book already'); END
    """,
    """
    CREATE TRIGGER pack_unedited BEFORE UPDATE OF seq, id, collector, entry, opened, recorded, levels ON pack
    BEGIN SELECT RAISE(ABORT, 'a pack stays as it was opened'); END
    """,
    """
    CREATE TRIGGER pack_stays BEFORE DELETE ON pack
    BEGIN SELECT RAISE(ABORT, 'packs are never deleted'); END
    """,
    """
    CREATE TRIGGER hand_new BEFORE INSERT ON hand
    WHEN EXISTS (
        SELECT 1 FROM hand
        WHERE id = NEW.id
            OR (owner = NEW.owner AND name_key = NEW.name_key AND archived IS NULL AND NEW.archived IS NULL)
    )
    BEGIN SELECT RAISE(ABORT, 'this hand is in the book already'); END
    """,
    """
    CREATE TRIGGER hand_name_free BEFORE UPDATE ON hand
    WHEN NEW.id IS NOT OLD.id OR EXISTS (
        SELECT 1 FROM hand
        WHERE id <> OLD.id AND owner = NEW.owner AND name_key = NEW.name_key
            AND archived IS NULL AND NEW.archived IS NULL
    )
    BEGIN SELECT RAISE(ABORT, 'a hand keeps to itself, and has a name of its own'); END
    """,
    """
    CREATE TRIGGER hand_stays BEFORE DELETE ON hand
    BEGIN SELECT RAISE(ABORT, 'hands are put away, never deleted'); END
    """,
    """
    CREATE TRIGGER match_new BEFORE INSERT ON "match"
    WHEN EXISTS (SELECT 1 FROM "match" WHERE id = NEW.id OR seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'this match is in the book already'); END
    """,
    """
    CREATE TRIGGER match_over BEFORE UPDATE ON "match"
    WHEN NEW.id IS NOT OLD.id OR NEW.seq IS NOT OLD.seq
        OR (OLD.status = 'void' AND NEW.status <> 'void')
        OR (OLD.status <> 'playing' AND (NEW.status = 'playing' OR NEW.moves IS NOT OLD.moves))
    BEGIN SELECT RAISE(ABORT, 'a match that is over takes no more moves'); END
    """,
    """
    CREATE TRIGGER match_stays BEFORE DELETE ON "match"
    BEGIN SELECT RAISE(ABORT, 'matches are voided, never deleted'); END
    """,
    """
    CREATE TRIGGER match_seat_new BEFORE INSERT ON match_seat
    WHEN EXISTS (SELECT 1 FROM match_seat WHERE "match" = NEW."match" AND seat = NEW.seat)
    BEGIN SELECT RAISE(ABORT, 'this seat is taken'); END
    """,
    """
    CREATE TRIGGER match_seat_frozen BEFORE UPDATE OF "match", seat, account, player, hand_name, hand ON match_seat
    BEGIN SELECT RAISE(ABORT, 'a hand that was played stays as it was'); END
    """,
    """
    CREATE TRIGGER match_seat_stays BEFORE DELETE ON match_seat
    BEGIN SELECT RAISE(ABORT, 'matches are voided, never deleted'); END
    """,
    # What was said stays said.
    """
    CREATE TRIGGER saying_new BEFORE INSERT ON saying
    WHEN EXISTS (SELECT 1 FROM saying WHERE id = NEW.id AND act = NEW.act)
    BEGIN SELECT RAISE(ABORT, 'this was said already'); END
    """,
    """
    CREATE TRIGGER saying_unedited BEFORE UPDATE ON saying
    BEGIN SELECT RAISE(ABORT, 'what was said stays as it was'); END
    """,
    """
    CREATE TRIGGER saying_stays BEFORE DELETE ON saying
    BEGIN SELECT RAISE(ABORT, 'what was said is never deleted'); END
    """,
    # The world, and the programs' own collection.
    """
    INSERT INTO account (id, kind, name, name_key, solo) VALUES
        (1, 'world', 'packs', 'packs', 0), (2, 'world', 'elsewhere', 'elsewhere', 0), (3, 'house', 'House', 'house', 0)
    """,
)


def upgrade() -> None:
    """Lay out an empty book."""
    connection = op.get_bind()
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
