"""What an audit proves by queries: each gives a row for whatever is not as it must be."""

from __future__ import annotations

PROOFS = (
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
    (
        "flow",
        """
        WITH moved AS (
            SELECT source, target, number, finish, sum(quantity) AS quantity FROM movement
            GROUP BY source, target, number, finish
        ),
        counted AS (
            SELECT source, target, number, finish, quantity FROM flow
            UNION ALL SELECT source, target, number, finish, -quantity FROM moved
        )
        SELECT number, finish, coalesce(giver.name, source), coalesce(taker.name, target), sum(quantity)
        FROM counted
        LEFT JOIN account AS giver ON giver.id = source LEFT JOIN account AS taker ON taker.id = target
        GROUP BY source, target, number, finish HAVING sum(quantity) <> 0
        """,
        "What flowed of card {0} ({1}) from {2} to {3} is {4:+} from the sum of its movements.",
    ),
    (
        "counted",
        """
        SELECT id, 'opened' FROM pack WHERE seq NOT IN (SELECT pack FROM pack_counted WHERE sign = 1)
        UNION ALL
        SELECT id, 'taken back' FROM pack
        WHERE (voided = 1 OR coalesce(entry, 0) IN (SELECT reverses FROM entry WHERE reverses IS NOT NULL))
            <> (seq IN (SELECT pack FROM pack_counted WHERE sign = -1))
        UNION ALL
        SELECT pack, 'opened' FROM pack_counted WHERE pack NOT IN (SELECT seq FROM pack)
        """,
        "Pack {0} is not counted as the pack {1} that it is.",
    ),
    (
        "gap",
        """
        SELECT count(*), max(seq) FROM pack_counted
        HAVING count(*) <> coalesce(max(seq), 0) OR (SELECT applied FROM tallying) IS NOT coalesce(max(seq), 0)
        """,
        "There are {0} counts of packs, but {1} have been written.",
    ),
    (
        "tally",
        """
        WITH standing AS (
            SELECT * FROM pack
            WHERE voided = 0 AND (entry IS NULL OR entry NOT IN (SELECT reverses FROM entry WHERE reverses IS NOT NULL))
        ),
        counted AS (
            SELECT collector, 'packs' AS what, packs AS quantity FROM pack_tally
            UNION ALL SELECT collector, 'packs', -count(*) FROM standing WHERE entry IS NOT NULL GROUP BY collector
            UNION ALL SELECT collector, 'packs counted per Level', level_packs FROM pack_tally
            UNION ALL SELECT collector, 'packs counted per Level', -count(*) FROM standing
                WHERE entry IS NULL GROUP BY collector
            UNION ALL SELECT collector, 'cards', cards FROM pack_tally
            UNION ALL SELECT collector, 'cards', -quantity FROM standing JOIN movement USING (entry)
            UNION ALL SELECT collector, 'new numbers', new_numbers FROM pack_tally
            UNION ALL SELECT collector, 'new numbers', -new_numbers FROM standing WHERE entry IS NOT NULL
            UNION ALL SELECT collector, 'cards of Level 1', level_1 FROM pack_tally
            UNION ALL SELECT collector, 'cards of Level 2', level_2 FROM pack_tally
            UNION ALL SELECT collector, 'cards of Level 3', level_3 FROM pack_tally
            UNION ALL SELECT collector, 'cards of Level 4', level_4 FROM pack_tally
            UNION ALL SELECT collector, 'cards of Level 5', level_5 FROM pack_tally
            UNION ALL SELECT collector, 'cards of Level ' || (key + 1), -value
                FROM standing, json_each(levels) WHERE levels IS NOT NULL
            UNION ALL SELECT collector, 'copies of card ' || number, copies FROM pack_tally_card
            UNION ALL SELECT collector, 'copies of card ' || movement.number, -quantity
                FROM standing JOIN movement USING (entry)
            UNION ALL SELECT collector, 'packs with a price in ' || currency, packs FROM pack_tally_cost
            UNION ALL SELECT collector, 'packs with a price in ' || currency, -1
                FROM standing WHERE entry IS NOT NULL AND currency IS NOT NULL
            UNION ALL SELECT collector, 'new numbers paid in ' || currency, new_numbers FROM pack_tally_cost
            UNION ALL SELECT collector, 'new numbers paid in ' || currency, -new_numbers
                FROM standing WHERE entry IS NOT NULL AND currency IS NOT NULL
            UNION ALL SELECT collector, 'hundredths paid in ' || currency, minor FROM pack_tally_cost
            UNION ALL SELECT collector, 'hundredths paid in ' || currency, -minor
                FROM standing WHERE entry IS NOT NULL AND currency IS NOT NULL
        )
        SELECT coalesce(name, collector), what, sum(quantity)
        FROM counted LEFT JOIN account ON account.id = collector
        GROUP BY collector, what HAVING sum(quantity) <> 0
        """,
        "The tally of {0} is {2:+} {1} from what the packs say.",
    ),
    (
        "new-numbers",
        """
        WITH change AS (
            SELECT account, number, entry, sum(quantity) AS quantity
            FROM (
                SELECT target AS account, number, entry, quantity FROM movement
                UNION ALL SELECT source, number, entry, -quantity FROM movement
            )
            WHERE account IN (SELECT collector FROM pack)
            GROUP BY account, number, entry
        ),
        held AS (
            SELECT account, number, entry, sum(quantity) OVER (
                PARTITION BY account, number ORDER BY entry ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
            ) - quantity AS before
            FROM change
        ),
        corrected AS (
            SELECT pack.seq AS pack, movement.number,
                sum(CASE WHEN target = pack.collector THEN quantity ELSE -quantity END) AS quantity
            FROM pack JOIN movement ON movement.entry = pack.corrects AND pack.collector IN (source, target)
            WHERE NOT EXISTS (SELECT 1 FROM entry WHERE reverses = pack.corrects AND seq < pack.entry)
            GROUP BY pack.seq, movement.number
        )
        SELECT pack.id, pack.new_numbers, count(*) FILTER (WHERE before <= coalesce(corrected.quantity, 0)) AS found
        FROM pack JOIN held ON held.entry = pack.entry AND held.account = pack.collector
        LEFT JOIN corrected ON corrected.pack = pack.seq AND corrected.number = held.number
        GROUP BY pack.seq HAVING pack.new_numbers IS NOT found
        """,
        "Pack {0} says {1} new numbers, and the entries before it leave {2} that were not owned.",
    ),
    (
        "numbers",
        """
        SELECT id, nth, place
        FROM (SELECT id, nth, row_number() OVER (PARTITION BY collector ORDER BY seq) AS place FROM pack)
        WHERE nth IS NOT place
        """,
        "Pack {0} is number {1} of its collector's packs, and was logged as number {2}.",
    ),
    (
        "hand",
        """
        SELECT hand.name, coalesce(account.name, hand.owner), hand.version
        FROM hand LEFT JOIN account ON account.id = hand.owner
        WHERE NOT EXISTS (SELECT 1 FROM hand_version WHERE hand = hand.id AND number = hand.version)
        """,
        "Hand {0} of {1} has no version {2}, and so no cards.",
    ),
    (
        "hand-cards",
        """
        SELECT DISTINCT coalesce(hand.name, hand_version.hand), number
        FROM hand_version LEFT JOIN hand ON hand.id = hand_version.hand
        JOIN json_each(iif(json_valid(cards), cards, '[null]'))
        WHERE json_each.type <> 'integer' OR typeof(json_each.value) <> 'integer'
        """,
        "The cards of version {1} of hand {0} are not all whole numbers.",
    ),
    (
        "owner",
        """
        WITH owned AS (
            SELECT 'hand ' || name AS what, owner FROM hand
            UNION ALL SELECT 'deck ' || name, owner FROM deck
            UNION ALL SELECT 'value of card ' || number, account FROM card_value
            UNION ALL SELECT 'value of Level ' || level, account FROM level_value
        )
        SELECT what, coalesce(account.name, owner) FROM owned LEFT JOIN account ON account.id = owner
        WHERE account.kind IS NOT 'collector'
        """,
        "The {0} is said to be of {1}, who is no collector of this book.",
    ),
    (
        "deck",
        """
        SELECT deck.name, 'of a list of words' FROM deck
        WHERE NOT json_valid(cards) OR json_type(cards) IS NOT 'array'
            OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(cards), cards, '[null]')) WHERE type <> 'text')
        UNION ALL SELECT name, 'of a name of its own' FROM deck WHERE archived IS NULL
        GROUP BY owner, name_key HAVING count(*) > 1
        """,
        "Deck {0} is not made {1}.",
    ),
    (
        "hand-version",
        """
        SELECT coalesce(hand.name, hand_version.hand), hand_version.number
        FROM hand_version LEFT JOIN hand ON hand.id = hand_version.hand
        WHERE hand.id IS NULL OR number > 1 AND NOT EXISTS (
            SELECT 1 FROM hand_version AS parent
            WHERE parent.hand = hand_version.hand AND parent.number = hand_version.parent
                AND parent.number < hand_version.number
        )
        """,
        "Version {1} of hand {0} is of no hand, or was changed from a version that is not there.",
    ),
    (
        "gap",
        """
        SELECT hand.name, count(*), max(number) FROM hand_version JOIN hand ON hand.id = hand_version.hand
        GROUP BY hand.id HAVING count(*) <> max(number)
        """,
        "There are {1} versions of hand {0}, but {2} have been written.",
    ),
    (
        "puzzle",
        """
        SELECT number, coalesce("match".id, puzzle."match") FROM puzzle LEFT JOIN "match" ON seq = puzzle."match"
        WHERE seq IS NULL OR at >= moves
            OR NOT EXISTS (SELECT 1 FROM match_seat WHERE "match" = puzzle."match" AND match_seat.seat = puzzle.seat)
        """,
        "Puzzle {0} is no position of match {1}.",
    ),
    (
        "puzzle-work",
        """
        SELECT puzzle, coalesce(account.name, puzzle_work.account)
        FROM puzzle_work LEFT JOIN account ON account.id = puzzle_work.account
        WHERE account.kind IS NOT 'collector'
        """,
        "Puzzle {0} is said to be tried by {1}, who is no collector of this book.",
    ),
    (
        "other-game",
        """
        SELECT id, game FROM "match" WHERE game <> 'mudwater' AND (
            stakes <> 'friendly' OR place = 'branch'
            OR EXISTS (SELECT 1 FROM match_seat WHERE match_seat."match" = "match".seq AND ante IS NOT NULL)
        )
        """,
        "Match {0} is one of {1}, where no card changes hands and nothing branches off, and says otherwise.",
    ),
    (
        "unfinished",
        """
        SELECT id FROM "match" WHERE status = 'done'
            AND EXISTS (SELECT 1 FROM match_seat WHERE match_seat."match" = "match".seq AND result IS NULL)
        """,
        "Match {0} is over, and not every seat of it has a result.",
    ),
    (
        "corrections",
        """
        SELECT substr(name, 11) FROM setting WHERE name LIKE 'game-data-%'
            AND CASE WHEN json_valid(value) THEN json_type(value) ELSE '' END <> 'object'
        """,
        "What is corrected in the data of {0} is no map of fields and values.",
    ),
)
"""Code, a query that gives what is wrong, and the sentence for each row."""
