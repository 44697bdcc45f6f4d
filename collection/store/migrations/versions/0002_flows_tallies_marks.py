"""The second schema: what flowed between accounts, what packs add up to, marks and saved searches.

Sums that would take longer with every pack are kept as they grow, by triggers, as balances are. Books of the first
schema get theirs from their movements and packs. Written by hand; once released, a migration is never edited.
"""

# ruff: noqa: S608 - triggers are put together from the names below, and from nothing that anybody says

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = (
    """
    CREATE TABLE flow (
        source INTEGER NOT NULL,
        target INTEGER NOT NULL,
        number INTEGER NOT NULL,
        finish TEXT NOT NULL,
        quantity INTEGER NOT NULL,
        PRIMARY KEY (source, target, number, finish),
        CONSTRAINT ck_flow_quantity CHECK (quantity >= 0),
        CONSTRAINT ck_flow_ends CHECK (source <> target),
        FOREIGN KEY(source) REFERENCES account (id),
        FOREIGN KEY(target) REFERENCES account (id),
        FOREIGN KEY(number) REFERENCES card (number)
    ) WITHOUT ROWID, STRICT
    """,
    "ALTER TABLE pack ADD COLUMN corrects INTEGER",
    "ALTER TABLE pack ADD COLUMN new_numbers INTEGER CONSTRAINT ck_pack_new_numbers CHECK (new_numbers >= 0)",
    "ALTER TABLE pack ADD COLUMN currency TEXT",
    """
    ALTER TABLE pack ADD COLUMN minor INTEGER
    CONSTRAINT ck_pack_minor CHECK (minor BETWEEN 0 AND 1000000000 AND (minor IS NULL) = (currency IS NULL))
    """,
    "ALTER TABLE pack ADD COLUMN nth INTEGER CONSTRAINT ck_pack_nth CHECK (nth >= 1)",
    "CREATE UNIQUE INDEX ux_pack_nth ON pack (collector, nth)",
    """
    CREATE TABLE pack_counted (
        seq INTEGER NOT NULL,
        pack INTEGER NOT NULL,
        sign INTEGER NOT NULL,
        PRIMARY KEY (seq),
        CONSTRAINT ck_pack_counted_sign CHECK (sign IN (-1, 1)),
        CONSTRAINT ux_pack_counted UNIQUE (pack, sign),
        FOREIGN KEY(pack) REFERENCES pack (seq)
    ) STRICT
    """,
    """
    CREATE TABLE tallying (
        id INTEGER NOT NULL,
        applied INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT ck_tallying_one CHECK (id = 1)
    ) STRICT
    """,
    """
    CREATE TABLE pack_tally (
        collector INTEGER NOT NULL,
        packs INTEGER NOT NULL,
        level_packs INTEGER NOT NULL,
        cards INTEGER NOT NULL,
        new_numbers INTEGER NOT NULL,
        level_1 INTEGER NOT NULL,
        level_2 INTEGER NOT NULL,
        level_3 INTEGER NOT NULL,
        level_4 INTEGER NOT NULL,
        level_5 INTEGER NOT NULL,
        PRIMARY KEY (collector),
        CONSTRAINT ck_pack_tally_none CHECK (min(packs, level_packs, cards, new_numbers) >= 0),
        CONSTRAINT ck_pack_tally_levels CHECK (min(level_1, level_2, level_3, level_4, level_5) >= 0),
        FOREIGN KEY(collector) REFERENCES account (id)
    ) STRICT
    """,
    """
    CREATE TABLE pack_tally_card (
        collector INTEGER NOT NULL,
        number INTEGER NOT NULL,
        copies INTEGER NOT NULL,
        PRIMARY KEY (collector, number),
        CONSTRAINT ck_pack_tally_card_copies CHECK (copies >= 0),
        FOREIGN KEY(collector) REFERENCES account (id),
        FOREIGN KEY(number) REFERENCES card (number)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE pack_tally_cost (
        collector INTEGER NOT NULL,
        currency TEXT NOT NULL,
        packs INTEGER NOT NULL,
        new_numbers INTEGER NOT NULL,
        minor INTEGER NOT NULL,
        PRIMARY KEY (collector, currency),
        CONSTRAINT ck_pack_tally_cost_none CHECK (min(packs, new_numbers, minor) >= 0),
        FOREIGN KEY(collector) REFERENCES account (id)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE mark (
        account INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        note TEXT NOT NULL,
        PRIMARY KEY (account, number, kind),
        CONSTRAINT ck_mark_kind CHECK (kind IN ('keepsake', 'wish', 'offer')),
        FOREIGN KEY(account) REFERENCES account (id),
        FOREIGN KEY(number) REFERENCES card (number)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE search (
        name_key TEXT NOT NULL,
        name TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (name_key),
        CONSTRAINT ck_search_name CHECK (length(name_key) >= 1)
    ) WITHOUT ROWID, STRICT
    """,
)

# What a book of the first schema already has. A correction's words are the id of what it corrects.
FILLED = (
    "DROP TRIGGER pack_unedited",
    """
    UPDATE pack SET nth = counted.nth
    FROM (SELECT seq, row_number() OVER (PARTITION BY collector ORDER BY seq) AS nth FROM pack) AS counted
    WHERE counted.seq = pack.seq
    """,
    """
    INSERT INTO flow (source, target, number, finish, quantity)
    SELECT source, target, number, finish, sum(quantity) FROM movement GROUP BY source, target, number, finish
    """,
    """
    UPDATE pack SET corrects = (
        SELECT entry.seq FROM saying JOIN entry ON entry.id = saying.words
        WHERE saying.id = pack.id AND saying.act = 'corrects' AND entry.kind <> 'void' AND entry.seq < pack.entry
    )
    WHERE entry IS NOT NULL
    """,
    # In the order of recording: what each collector held of a number before each entry that touched it.
    """
    CREATE TEMP TABLE held_before AS
    SELECT account, number, entry,
        sum(change) OVER (PARTITION BY account, number ORDER BY entry) - change AS held
    FROM (
        SELECT account, number, entry, sum(change) AS change
        FROM (
            SELECT target AS account, number, entry, quantity AS change FROM movement
            UNION ALL SELECT source, number, entry, -quantity FROM movement
        )
        WHERE account IN (SELECT collector FROM pack)
        GROUP BY account, number, entry
    )
    """,
    "CREATE INDEX temp.ix_held_before ON held_before (entry, account)",
    """
    UPDATE pack SET new_numbers = (
        SELECT count(*) FROM held_before
        WHERE held_before.entry = pack.entry AND held_before.account = pack.collector
            AND held_before.number IN (SELECT number FROM movement WHERE movement.entry = pack.entry)
            AND held <= coalesce((
                SELECT sum(CASE WHEN target = pack.collector THEN quantity ELSE -quantity END) FROM movement
                WHERE movement.entry = pack.corrects AND +movement.number = held_before.number
                    AND pack.collector IN (source, target)
                    AND NOT EXISTS (SELECT 1 FROM entry WHERE reverses = pack.corrects AND seq < pack.entry)
            ), 0)
    )
    WHERE entry IS NOT NULL
    """,
    "DROP TABLE temp.held_before",
    """
    INSERT INTO pack_counted (seq, pack, sign)
    SELECT row_number() OVER (ORDER BY turn, pack), pack, sign
    FROM (
        SELECT 1 AS turn, seq AS pack, 1 AS sign FROM pack
        UNION ALL
        SELECT 2, seq, -1 FROM pack WHERE voided = 1 OR entry IN (SELECT reverses FROM entry)
    )
    """,
    "INSERT INTO tallying (id, applied) SELECT 1, count(*) FROM pack_counted",
    """
    INSERT INTO pack_tally
    SELECT collector, sum(entry IS NOT NULL), sum(entry IS NULL),
        coalesce(sum((SELECT sum(quantity) FROM movement WHERE movement.entry = pack.entry)), 0),
        coalesce(sum(new_numbers), 0),
        coalesce(sum(json_extract(levels, '$[0]')), 0), coalesce(sum(json_extract(levels, '$[1]')), 0),
        coalesce(sum(json_extract(levels, '$[2]')), 0), coalesce(sum(json_extract(levels, '$[3]')), 0),
        coalesce(sum(json_extract(levels, '$[4]')), 0)
    FROM pack WHERE seq NOT IN (SELECT pack FROM pack_counted WHERE sign = -1) GROUP BY collector
    """,
    """
    INSERT INTO pack_tally_card
    SELECT collector, number, sum(quantity) FROM pack JOIN movement ON movement.entry = pack.entry
    WHERE pack.seq NOT IN (SELECT pack FROM pack_counted WHERE sign = -1) GROUP BY collector, number
    """,
    """
    INSERT INTO pack_tally_cost
    SELECT collector, currency, count(*), sum(new_numbers), sum(minor) FROM pack
    WHERE entry IS NOT NULL AND currency IS NOT NULL
        AND seq NOT IN (SELECT pack FROM pack_counted WHERE sign = -1)
    GROUP BY collector, currency
    """,
)

_POSTING = "(SELECT applied FROM posting) IS (SELECT coalesce(max(id), 0) FROM movement)"
_TALLYING = "(SELECT applied FROM tallying) IS (SELECT coalesce(max(seq), 0) FROM pack_counted)"

# Flows: beside the balances, in the same trigger, and as closed to everybody else.
FLOWS = (
    "DROP TRIGGER movement_counts",
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
        INSERT INTO flow (source, target, number, finish, quantity)
        SELECT NEW.source, NEW.target, NEW.number, NEW.finish, 0
        WHERE NOT EXISTS (
            SELECT 1 FROM flow
            WHERE source = NEW.source AND target = NEW.target AND number = NEW.number AND finish = NEW.finish
        );
        UPDATE flow SET quantity = quantity + NEW.quantity
        WHERE source = NEW.source AND target = NEW.target AND number = NEW.number AND finish = NEW.finish;
        UPDATE posting SET applied = NEW.id;
    END
    """,
    f"""
    CREATE TRIGGER flow_new BEFORE INSERT ON flow
    WHEN NEW.quantity IS NOT 0 OR {_POSTING} OR EXISTS (
        SELECT 1 FROM flow
        WHERE source = NEW.source AND target = NEW.target AND number = NEW.number AND finish = NEW.finish
    )
    BEGIN SELECT RAISE(ABORT, 'flows follow the movements; nothing else writes them'); END
    """,
    f"""
    CREATE TRIGGER flow_follows BEFORE UPDATE ON flow
    WHEN NEW.source IS NOT OLD.source OR NEW.target IS NOT OLD.target OR NEW.number IS NOT OLD.number
        OR NEW.finish IS NOT OLD.finish OR {_POSTING}
    BEGIN SELECT RAISE(ABORT, 'flows follow the movements; nothing else writes them'); END
    """,
    """
    CREATE TRIGGER flow_stays BEFORE DELETE ON flow
    BEGIN SELECT RAISE(ABORT, 'flows follow the movements; nothing else writes them'); END
    """,
)

# Packs: what the tallies are drawn from is proved when a pack is written, and stays as it was.
# The plus keeps SQLite from looking through all movements of a number for the few of an entry.
PACKS = (
    "DROP TRIGGER pack_new",
    """
    CREATE TRIGGER pack_new BEFORE INSERT ON pack
    BEGIN
        SELECT RAISE(ABORT, 'this pack is in the book already')
        WHERE EXISTS (SELECT 1 FROM pack WHERE id = NEW.id OR seq = NEW.seq OR entry = NEW.entry);
        SELECT RAISE(ABORT, 'a pack is opened by a collector, and not taken back before it is opened')
        WHERE NEW.voided IS NOT 0
            OR NEW.collector NOT IN (SELECT id FROM account WHERE kind IN ('collector', 'house'));
        SELECT RAISE(ABORT, 'a pack gets its running number from the book') WHERE NEW.nth IS NOT NULL;
        SELECT RAISE(ABORT, 'a pack is kept with its pull, at once, or with its counts per Level')
        WHERE (NEW.entry IS NULL) IS (NEW.levels IS NULL) OR (NEW.entry IS NULL) IS NOT (NEW.new_numbers IS NULL)
            OR NEW.entry IS NOT NULL AND (
                NEW.entry IS NOT (SELECT max(seq) FROM entry)
                OR (SELECT kind FROM entry WHERE seq = NEW.entry) IS NOT 'pull'
                OR EXISTS (SELECT 1 FROM movement WHERE entry = NEW.entry AND target <> NEW.collector)
            );
        SELECT RAISE(ABORT, 'a pack is counted in whole cards of five Levels, 1 to 1000 of them')
        WHERE NEW.levels IS NOT NULL AND (
            NOT json_valid(NEW.levels) OR json_type(NEW.levels) IS NOT 'array' OR json_array_length(NEW.levels) <> 5
            OR EXISTS (SELECT 1 FROM json_each(NEW.levels) WHERE type <> 'integer' OR value NOT BETWEEN 0 AND 1000)
            OR (SELECT sum(value) FROM json_each(NEW.levels)) NOT BETWEEN 1 AND 1000
        );
        SELECT RAISE(ABORT, 'a pack takes the place of an earlier entry, and both have their numbers')
        WHERE NEW.corrects IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM entry WHERE seq = NEW.corrects AND kind <> 'void' AND seq < NEW.entry
        );
        SELECT RAISE(ABORT, 'the new numbers of a pack are those that its collector did not own before it')
        WHERE NEW.entry IS NOT NULL AND NEW.new_numbers IS NOT (
            SELECT count(*)
            FROM (
                SELECT number, sum(quantity) AS copies FROM movement WHERE entry = NEW.entry GROUP BY number
            ) AS pulled
            WHERE pulled.copies >= (
                SELECT sum(quantity) FROM balance WHERE account = NEW.collector AND balance.number = pulled.number
            ) - coalesce((
                SELECT sum(CASE WHEN target = NEW.collector THEN quantity ELSE -quantity END) FROM movement
                WHERE entry = NEW.corrects AND +movement.number = pulled.number
                    AND NEW.collector IN (source, target)
                    AND NOT EXISTS (SELECT 1 FROM entry WHERE reverses = NEW.corrects)
            ), 0)
        );
    END
    """,
    """
    CREATE TRIGGER pack_unedited BEFORE UPDATE ON pack
    WHEN NEW.seq IS NOT OLD.seq OR NEW.id IS NOT OLD.id OR NEW.collector IS NOT OLD.collector
        OR NEW.entry IS NOT OLD.entry OR NEW.opened IS NOT OLD.opened OR NEW.recorded IS NOT OLD.recorded
        OR NEW.levels IS NOT OLD.levels OR NEW.price IS NOT OLD.price OR NEW.corrects IS NOT OLD.corrects
        OR NEW.nth IS NOT OLD.nth AND (
            OLD.nth IS NOT NULL
            OR NEW.nth IS NOT 1 + coalesce((SELECT max(nth) FROM pack WHERE collector = NEW.collector), 0)
        )
        OR NEW.new_numbers IS NOT OLD.new_numbers OR NEW.currency IS NOT OLD.currency OR NEW.minor IS NOT OLD.minor
    BEGIN SELECT RAISE(ABORT, 'a pack stays as it was opened'); END
    """,
    """
    CREATE TRIGGER pack_void_once BEFORE UPDATE ON pack
    WHEN NEW.voided IS NOT OLD.voided AND (OLD.voided IS NOT 0 OR NEW.voided IS NOT 1 OR OLD.entry IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'a pack is taken back once, and one with an entry by taking that back'); END
    """,
    """
    CREATE TRIGGER pack_opened AFTER INSERT ON pack
    BEGIN
        UPDATE pack
        SET nth = 1 + coalesce((SELECT max(there.nth) FROM pack AS there WHERE there.collector = NEW.collector), 0)
        WHERE seq = NEW.seq;
        INSERT INTO pack_counted (seq, pack, sign)
        SELECT 1 + coalesce(max(seq), 0), NEW.seq, 1 FROM pack_counted;
    END
    """,
    """
    CREATE TRIGGER pack_taken_back AFTER UPDATE ON pack WHEN NEW.voided IS NOT OLD.voided
    BEGIN
        INSERT INTO pack_counted (seq, pack, sign)
        SELECT 1 + coalesce(max(seq), 0), NEW.seq, -1 FROM pack_counted;
    END
    """,
    """
    CREATE TRIGGER entry_takes_pack_back AFTER INSERT ON entry
    WHEN EXISTS (SELECT 1 FROM pack WHERE entry = NEW.reverses)
    BEGIN
        INSERT INTO pack_counted (seq, pack, sign)
        SELECT 1 + coalesce((SELECT max(seq) FROM pack_counted), 0), seq, -1 FROM pack WHERE entry = NEW.reverses;
    END
    """,
)

COUNTS = (
    """
    CREATE TRIGGER pack_counted_due BEFORE INSERT ON pack_counted
    BEGIN
        SELECT RAISE(ABORT, 'packs are counted without gaps')
        WHERE NEW.seq IS NOT (SELECT 1 + coalesce(max(seq), 0) FROM pack_counted);
        SELECT RAISE(ABORT, 'a pack is counted once when it is opened, and once when it is taken back')
        WHERE NEW.sign NOT IN (-1, 1) OR NEW.pack NOT IN (SELECT seq FROM pack)
            OR EXISTS (SELECT 1 FROM pack_counted WHERE pack = NEW.pack AND sign = NEW.sign)
            OR NEW.sign = -1 AND NOT (
                EXISTS (SELECT 1 FROM pack_counted WHERE pack = NEW.pack AND sign = 1) AND EXISTS (
                    SELECT 1 FROM pack
                    WHERE seq = NEW.pack AND (voided = 1 OR EXISTS (SELECT 1 FROM entry WHERE reverses = pack.entry))
                )
            );
    END
    """,
    """
    CREATE TRIGGER pack_counted_tallies AFTER INSERT ON pack_counted
    BEGIN
        SELECT RAISE(ABORT, 'packs are counted without gaps')
        WHERE NEW.seq IS NOT (SELECT applied + 1 FROM tallying);
        INSERT INTO pack_tally
        SELECT collector, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM pack
        WHERE seq = NEW.pack AND collector NOT IN (SELECT collector FROM pack_tally);
        UPDATE pack_tally SET
            packs = pack_tally.packs + NEW.sign * (pack.entry IS NOT NULL),
            level_packs = pack_tally.level_packs + NEW.sign * (pack.entry IS NULL),
            cards = pack_tally.cards
                + NEW.sign * coalesce((SELECT sum(quantity) FROM movement WHERE movement.entry = pack.entry), 0),
            new_numbers = pack_tally.new_numbers + NEW.sign * coalesce(pack.new_numbers, 0),
            level_1 = pack_tally.level_1 + NEW.sign * coalesce(json_extract(pack.levels, '$[0]'), 0),
            level_2 = pack_tally.level_2 + NEW.sign * coalesce(json_extract(pack.levels, '$[1]'), 0),
            level_3 = pack_tally.level_3 + NEW.sign * coalesce(json_extract(pack.levels, '$[2]'), 0),
            level_4 = pack_tally.level_4 + NEW.sign * coalesce(json_extract(pack.levels, '$[3]'), 0),
            level_5 = pack_tally.level_5 + NEW.sign * coalesce(json_extract(pack.levels, '$[4]'), 0)
        FROM pack WHERE pack.seq = NEW.pack AND pack_tally.collector = pack.collector;
        INSERT INTO pack_tally_card (collector, number, copies)
        SELECT DISTINCT pack.collector, movement.number, 0
        FROM pack JOIN movement ON movement.entry = pack.entry
        WHERE pack.seq = NEW.pack AND NOT EXISTS (
            SELECT 1 FROM pack_tally_card AS there
            WHERE there.collector = pack.collector AND there.number = movement.number
        );
        UPDATE pack_tally_card SET copies = pack_tally_card.copies + NEW.sign * pulled.copies
        FROM (
            SELECT pack.collector, movement.number, sum(movement.quantity) AS copies
            FROM pack JOIN movement ON movement.entry = pack.entry
            WHERE pack.seq = NEW.pack GROUP BY movement.number
        ) AS pulled
        WHERE pack_tally_card.collector = pulled.collector AND pack_tally_card.number = pulled.number;
        INSERT INTO pack_tally_cost (collector, currency, packs, new_numbers, minor)
        SELECT collector, currency, 0, 0, 0 FROM pack
        WHERE seq = NEW.pack AND entry IS NOT NULL AND currency IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM pack_tally_cost AS there
            WHERE there.collector = pack.collector AND there.currency = pack.currency
        );
        UPDATE pack_tally_cost SET
            packs = pack_tally_cost.packs + NEW.sign,
            new_numbers = pack_tally_cost.new_numbers + NEW.sign * pack.new_numbers,
            minor = pack_tally_cost.minor + NEW.sign * pack.minor
        FROM pack WHERE pack.seq = NEW.pack AND pack.entry IS NOT NULL
            AND pack_tally_cost.collector = pack.collector AND pack_tally_cost.currency = pack.currency;
        UPDATE tallying SET applied = NEW.seq;
    END
    """,
    """
    CREATE TRIGGER pack_counted_unedited BEFORE UPDATE ON pack_counted
    BEGIN SELECT RAISE(ABORT, 'a pack stays counted'); END
    """,
    """
    CREATE TRIGGER pack_counted_stays BEFORE DELETE ON pack_counted
    BEGIN SELECT RAISE(ABORT, 'a pack stays counted'); END
    """,
    """
    CREATE TRIGGER tallying_one BEFORE INSERT ON tallying
    BEGIN SELECT RAISE(ABORT, 'only a pack is counted'); END
    """,
    """
    CREATE TRIGGER tallying_counts BEFORE UPDATE ON tallying
    WHEN NEW.id IS NOT OLD.id OR NEW.applied IS NOT OLD.applied + 1
        OR NEW.applied IS NOT (SELECT max(seq) FROM pack_counted)
    BEGIN SELECT RAISE(ABORT, 'only a pack is counted'); END
    """,
    """
    CREATE TRIGGER tallying_stays BEFORE DELETE ON tallying
    BEGIN SELECT RAISE(ABORT, 'only a pack is counted'); END
    """,
)


def tally_guards(table: str, key: tuple[str, ...], empty: tuple[str, ...]) -> tuple[str, str, str]:
    """Write the triggers that let nothing but the counting of a pack write to `table`."""
    no_more = "SELECT RAISE(ABORT, 'tallies follow the packs; nothing else writes them')"
    same = " AND ".join(f"{column} = NEW.{column}" for column in key)
    moved = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in key)
    filled = " OR ".join(f"NEW.{column} IS NOT 0" for column in empty)
    return (
        f"""
    CREATE TRIGGER {table}_new BEFORE INSERT ON {table}
    WHEN {filled} OR {_TALLYING} OR EXISTS (SELECT 1 FROM {table} WHERE {same})
    BEGIN {no_more}; END
    """,
        f"""
    CREATE TRIGGER {table}_follows BEFORE UPDATE ON {table} WHEN {moved} OR {_TALLYING}
    BEGIN {no_more}; END
    """,
        f"""
    CREATE TRIGGER {table}_stays BEFORE DELETE ON {table}
    BEGIN {no_more}; END
    """,
    )


TALLIES = (
    *tally_guards(
        "pack_tally",
        ("collector",),
        ("packs", "level_packs", "cards", "new_numbers", "level_1", "level_2", "level_3", "level_4", "level_5"),
    ),
    *tally_guards("pack_tally_card", ("collector", "number"), ("copies",)),
    *tally_guards("pack_tally_cost", ("collector", "currency"), ("packs", "new_numbers", "minor")),
)

# What flowed is summed up now: all that is left to find by both ends is movements, and they are written in one place.
INDEXES = (
    "DROP INDEX ix_movement_source",
    """
    CREATE INDEX ix_movement_source ON movement (source, target)
    """,
)

# A saying may be a count of what is there. A CHECK cannot be changed, so the table is made anew; nothing points at it.
SAYINGS = (
    "CREATE TEMP TABLE said_before AS SELECT * FROM saying",
    "DROP TABLE saying",
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
        CONSTRAINT ck_saying_act CHECK (act IN ('plays', 'completes', 'corrects', 'voids', 'counts'))
    ) WITHOUT ROWID, STRICT
    """,
    "INSERT INTO saying (id, act, words) SELECT id, act, words FROM said_before",
    "DROP TABLE temp.said_before",
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
)

# The first schema named the column, and a write to `rowid` went past it.
NUMBERS = (
    "DROP TRIGGER card_number_stays",
    """
    CREATE TRIGGER card_number_stays BEFORE UPDATE ON card WHEN NEW.number IS NOT OLD.number
    BEGIN SELECT RAISE(ABORT, 'a card keeps its number'); END
    """,
)


def upgrade() -> None:
    """Make the new tables, fill them from what there is, and close them."""
    # Imported by whoever upgrades: what a price says is the ledger's to read, when the pack is written.
    from collection.ledger.price import read_price

    connection = op.get_bind()
    for statement in (*TABLES, *FILLED[:1]):
        connection.exec_driver_sql(statement)
    for (written,) in connection.exec_driver_sql("SELECT DISTINCT price FROM pack WHERE price <> ''").all():
        price = read_price(written)
        if price is not None and price.minor <= 1_000_000_000:
            connection.exec_driver_sql(
                "UPDATE pack SET currency = ?, minor = ? WHERE price = ?", (price.currency, price.minor, written)
            )
    for statement in (*FILLED[1:], *FLOWS, *PACKS, *COUNTS, *TALLIES, *INDEXES, *SAYINGS, *NUMBERS):
        connection.exec_driver_sql(statement)
