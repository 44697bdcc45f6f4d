"""The file defends itself: whoever goes around the program, with plain sqlite3 and its own pragmas, gets nowhere."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from collection.catalogue.card import Copies, Level
from collection.catalogue.data import load_catalogue
from collection.ledger.entry import AccountKind, Draft, EntryKind, Movement
from collection.ledger.match import Branch, Match, MatchSeat, Place, Result, Stakes, Status, Taking
from collection.ledger.price import Price
from collection.store.book import Book
from collection.store.sayings import Act

POLICIES = ("", "OR ROLLBACK", "OR ABORT", "OR FAIL", "OR IGNORE", "OR REPLACE")
AT = "'2026-05-09', '2026-05-09T00:00:00.000000+00:00'"
ENTRY = "INTO entry (seq, id, kind, happened, recorded, note, reverses, lines, said) VALUES"
MOVEMENT = "INTO movement (entry, line, number, finish, quantity, source, target) VALUES"

PACK = (
    "INTO pack (seq, id, collector, entry, opened, recorded, levels, price, shop, note, voided, corrects, new_numbers, "
    "currency, minor) VALUES"
)

HAND = "INTO hand (id, owner, name, name_key, created, changed, archived, version, sleeved) VALUES"
VERSION = "INTO hand_version (hand, number, parent, made, cards, because) VALUES"
MATCH = (
    'INTO "match" (seq, id, game, mode, happened, recorded, status, record, note, '
    "place, stakes, moves, branch_of, branch_at, taken_back, hints) "
    f"VALUES (9, 'new', 'mudwater', 'standard', {AT}, 'playing', '', ''"
)
MADE = "'2026-05-09T00:00:00.000000+00:00'"

NEW = f"{PACK} (9, 'new', 4, NULL, {AT}"
BARE = "'', '', '', 0, NULL, NULL, NULL, NULL)"
"""A pack without price, shop or note, not taken back, that corrects nothing and has no new numbers."""

# Ada (4) holds 45*2, 3 and 9, which Bo (5), a rival, lost to her; entries: 1 pull, 2 ante (9), 3 gift (7), 4 void of 3.
INSERTS = {
    "an entry again": f"{ENTRY} (1, 'pull', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]')",
    "an entry under a used id": f"{ENTRY} (5, 'pull', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]')",
    "an entry under a used number": f"{ENTRY} (2, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]')",
    "an entry that leaves a gap": f"{ENTRY} (7, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]')",
    "an entry that overdraws": f"{ENTRY} (5, 'new', 'lost', {AT}, '', NULL, 1, '[[45,\"base\",3,4,2]]')",
    "an entry that overdraws bit by bit": f"{ENTRY} (5, 'new', 'lost', {AT}, '', NULL, 2, "
    '\'[[45,"base",2,4,2],[45,"base",1,4,2]]\')',
    "an entry that overdraws the house": f"{ENTRY} (5, 'new', 'ante', {AT}, '', NULL, 1, '[[45,\"base\",1,3,4]]')",
    "an entry with no lines": f"{ENTRY} (5, 'new', 'lost', {AT}, '', NULL, 0, '[]')",
    "an entry with fewer lines than it says": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 2, '[[45,\"base\",1,1,4]]')",
    "an entry of another kind": f"{ENTRY} (5, 'new', 'theft', {AT}, '', NULL, 1, '[[45,\"base\",1,4,2]]')",
    "an entry on no day": f"{ENTRY} (5, 'new', 'pull', '2026-02-31', '2026-05-09T00:00:00.000000+00:00', '', NULL, 1, "
    "'[[45,\"base\",1,1,4]]')",
    "an entry with a bad id": f"{ENTRY} (5, 'a b', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]')",
    "a negative quantity": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",-1,1,4]]')",
    "a quantity of none": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",0,1,4]]')",
    "a quantity in part": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1.5,1,4]]')",
    "a quantity in words": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",\"two\",1,4]]')",
    "a movement that lacks its target": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1]]')",
    "a movement to nobody": f"{ENTRY} (5, 'new', 'gift', {AT}, '', NULL, 1, '[[45,\"base\",1,4,99]]')",
    "a movement from nobody": f"{ENTRY} (5, 'new', 'gift', {AT}, '', NULL, 1, '[[45,\"base\",1,null,4]]')",
    "a movement in a circle": f"{ENTRY} (5, 'new', 'gift', {AT}, '', NULL, 1, '[[45,\"base\",1,4,4]]')",
    "a card that is none": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, '[[121,\"base\",1,1,4]]')",
    "no JSON": f"{ENTRY} (5, 'new', 'pull', {AT}, '', NULL, 1, 'two Dead Calms')",
    "a void of a void": f"{ENTRY} (5, 'new', 'void', {AT}, '', 4, 1, '[[7,\"base\",1,2,4]]')",
    "a second void": f"{ENTRY} (5, 'new', 'void', {AT}, '', 3, 1, '[[7,\"base\",1,4,2]]')",
    "a void of nothing": f"{ENTRY} (5, 'new', 'void', {AT}, '', 99, 1, '[[45,\"base\",1,4,1]]')",
    "a void of itself": f"{ENTRY} (5, 'new', 'void', {AT}, '', 5, 1, '[[45,\"base\",1,4,1]]')",
    "a void without what it voids": f"{ENTRY} (5, 'new', 'void', {AT}, '', NULL, 1, '[[45,\"base\",1,4,1]]')",
    "a void of another day": f"{ENTRY} (5, 'new', 'void', '2026-05-10', '2026-05-09T00:00:00.000000+00:00', '', 2, 1, "
    "'[[9,\"base\",1,4,5]]')",
    "a void that takes back more": f"{ENTRY} (5, 'new', 'void', {AT}, '', 2, 1, '[[9,\"base\",2,4,5]]')",
    "a void that takes back less": f"{ENTRY} (5, 'new', 'void', {AT}, '', 1, 1, '[[45,\"base\",2,4,1]]')",
    "a line more in a sealed entry": f"{MOVEMENT} (1, 3, 45, 'base', 1, 1, 4)",
    "a line again": f"{MOVEMENT} (1, 1, 45, 'base', 1, 1, 4)",
    "a line before the first": f"{MOVEMENT} (1, 0, 45, 'base', 1, 1, 4)",
    "a movement without an entry": f"{MOVEMENT} (5, 1, 45, 'base', 1, 1, 4)",
    "a movement of no entry": f"{MOVEMENT} (NULL, 1, 45, 'base', 1, 1, 4)",
    "a movement in the place of one": "INTO movement (id, entry, line, number, finish, quantity, source, target) "
    "VALUES (1, 1, 1, 45, 'base', 99, 1, 4)",
    "a balance": "INTO balance (account, number, finish, tracked, quantity) VALUES (4, 100, 'base', 1, 5)",
    "an empty balance": "INTO balance (account, number, finish, tracked, quantity) VALUES (4, 100, 'base', 0, 0)",
    "a balance in the place of one": "INTO balance (account, number, finish, tracked, quantity) "
    "VALUES (4, 45, 'base', 1, 99)",
    "a count": "INTO posting (id, applied) VALUES (1, 0)",
    "another count": "INTO posting (id, applied) VALUES (2, 0)",
    "a collector as a rival": "INTO account (id, kind, name, name_key, solo) VALUES (4, 'rival', 'Ada', 'ada', 0)",
    "a second Ada": "INTO account (kind, name, name_key, solo) VALUES ('rival', 'ADA', 'ada', 0)",
    "a card in the place of one": "INTO card SELECT 45, name, level, family, tribe, artist, n, e, s, w, '' FROM card "
    "WHERE number = 1",
    "a flow": "INTO flow (source, target, number, finish, quantity) VALUES (1, 4, 100, 'base', 5)",
    "an empty flow": "INTO flow (source, target, number, finish, quantity) VALUES (1, 4, 100, 'base', 0)",
    "a flow in the place of one": "INTO flow (source, target, number, finish, quantity) VALUES (1, 4, 45, 'base', 9)",
    "a pack of another's pull": f"{PACK} (9, 'new', 4, 1, {AT}, NULL, '', '', '', 0, NULL, 2, NULL, NULL)",
    "a pack of a gift": f"{PACK} (9, 'new', 4, 3, {AT}, NULL, '', '', '', 0, NULL, 1, NULL, NULL)",
    "a pack of nothing": f"{NEW}, NULL, {BARE}",
    "a pack that a rival opens": f"{PACK} (9, 'new', 5, NULL, {AT}, '[1,0,0,0,0]', {BARE}",
    "a pack that is void from its start": f"{NEW}, '[1,0,0,0,0]', '', '', '', 1, NULL, NULL, NULL, NULL)",
    "a pack of four Levels": f"{NEW}, '[1,0,0,0]', {BARE}",
    "a pack of words": f"{NEW}, '[\"x\",1,0,0,0]', {BARE}",
    "a pack of less than none": f"{NEW}, '[-1,2,0,0,0]', {BARE}",
    "a pack of no cards": f"{NEW}, '[0,0,0,0,0]', {BARE}",
    "a pack that numbers itself": (
        "INTO pack (id, collector, opened, recorded, levels, price, shop, note, voided, nth) "
        f"VALUES ('new', 4, {AT}, '[1,0,0,0,0]', '', '', '', 0, 9)"
    ),
    "a pack with new numbers that nobody knows": f"{NEW}, '[1,0,0,0,0]', '', '', '', 0, NULL, 1, NULL, NULL)",
    "a pack in the place of a gift, counted per Level": f"{NEW}, '[1,0,0,0,0]', '', '', '', 0, 3, NULL, NULL, NULL)",
    "a price without its currency": f"{NEW}, '[1,0,0,0,0]', '4', '', '', 0, NULL, NULL, NULL, 4)",
    "a price below nothing": f"{NEW}, '[1,0,0,0,0]', '4', '', '', 0, NULL, NULL, 'EUR', -4)",
    "a pack counted again": "INTO pack_counted (seq, pack, sign) VALUES (5, 1, 1)",
    "a pack counted in the place of one": "INTO pack_counted (seq, pack, sign) VALUES (1, 1, 1)",
    "a pack counted as taken back": "INTO pack_counted (seq, pack, sign) VALUES (5, 1, -1)",
    "a pack counted as taken back twice": "INTO pack_counted (seq, pack, sign) VALUES (5, 3, -1)",
    "a pack counted that is none": "INTO pack_counted (seq, pack, sign) VALUES (5, 9, 1)",
    "a pack counted twice over": "INTO pack_counted (seq, pack, sign) VALUES (5, 1, 2)",
    "a tally": "INTO pack_tally VALUES (5, 9, 0, 9, 9, 0, 0, 0, 0, 0)",
    "an empty tally": "INTO pack_tally VALUES (5, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
    "a tally in the place of one": "INTO pack_tally VALUES (4, 9, 0, 9, 9, 0, 0, 0, 0, 0)",
    "a tally of a card": "INTO pack_tally_card VALUES (4, 100, 5)",
    "an empty tally of a card": "INTO pack_tally_card VALUES (4, 100, 0)",
    "a tally of a card in the place of one": "INTO pack_tally_card VALUES (4, 45, 0)",
    "a cost": "INTO pack_tally_cost VALUES (4, 'USD', 1, 1, 100)",
    "an empty cost": "INTO pack_tally_cost VALUES (4, 'USD', 0, 0, 0)",
    "a cost in the place of one": "INTO pack_tally_cost VALUES (4, 'EUR', 0, 0, 0)",
    "a count of packs": "INTO tallying (id, applied) VALUES (1, 0)",
    "another count of packs": "INTO tallying (id, applied) VALUES (2, 0)",
    "a mark of another kind": "INTO mark (account, number, kind, note) VALUES (4, 45, 'loathed', '')",
    "a search without a name": "INTO search (name_key, name, words) VALUES ('', '', 'owned:1')",
    "a pack in the place of one": "INTO pack (seq, id, collector, entry, opened, recorded, levels, price, shop, note, "
    f"voided) VALUES (1, 'other', 4, NULL, {AT}, '[1,0,0,0,0]', '', '', '', 0)",
    "a match in the place of one": f"{MATCH}, 'here', 'friendly', 0, NULL, NULL, '[]', 0)".replace("(9,", "(1,"),
    "a match under a used id": f"{MATCH}, 'here', 'friendly', 0, NULL, NULL, '[]', 0)".replace("'new'", "'open'"),
    "a match played nowhere": f"{MATCH}, 'moon', 'friendly', 0, NULL, NULL, '[]', 0)",
    "a branch for keeps": f"{MATCH}, 'branch', 'keeps', 0, 'open', 0, '[]', 0)",
    "a branch of no match": f"{MATCH}, 'branch', 'friendly', 0, 'nothing', 0, '[]', 0)",
    "a branch of itself": f"{MATCH}, 'branch', 'friendly', 0, 'new', 0, '[]', 0)",
    "a branch that left nowhere": f"{MATCH}, 'branch', 'friendly', 0, 'open', NULL, '[]', 0)",
    "a branch beyond its moves": f"{MATCH}, 'branch', 'friendly', 0, 'open', 1, '[]', 0)",
    "a match that left another": f"{MATCH}, 'here', 'friendly', 0, 'open', 0, '[]', 0)",
    "a taking for keeps": f"{MATCH}, 'here', 'keeps', 0, NULL, NULL, '[[0,0,1]]', 0)",
    "a taking in words": f"{MATCH}, 'here', 'friendly', 0, NULL, NULL, 'all', 0)",
    "fewer hints than none": f"{MATCH}, 'here', 'friendly', 0, NULL, NULL, '[]', -1)",
    "a seat in the place of one": 'INTO match_seat ("match", seat, account, player, hand_name, hand) '
    "VALUES (1, 0, 5, 'human', '', '[]')",
    "a saying in the place of one": "INTO saying (id, act, words) VALUES ('naming', 'completes', '[]')",
    "a saying for no act": "INTO saying (id, act, words) VALUES ('other', 'sings', '')",
    "a saying under a bad id": "INTO saying (id, act, words) VALUES ('a b', 'completes', '')",
    "a hand under a name in use": f"{HAND} (NULL, 4, 'DOCK', 'dock', {MADE}, {MADE}, NULL, 1, 0)",
    "a hand in the place of one": f"{HAND} (1, 4, 'Bay', 'bay', {MADE}, {MADE}, NULL, 1, 0)",
    "a hand without cards": f"{HAND} (3, 4, 'Bay', 'bay', {MADE}, {MADE}, NULL, 1, 0)",
    "a hand without cards that is put away": f"{HAND} (NULL, 4, 'Bay', 'bay', {MADE}, {MADE}, {MADE}, 2, 0)",
    "a hand without a version": f"{HAND} (3, 4, 'Bay', 'bay', {MADE}, {MADE}, NULL, NULL, 0)",
    "a version again": f"{VERSION} (1, 2, 1, {MADE}, '[45,3,9]', '')",
    "a version that leaves a gap": f"{VERSION} (1, 4, 1, {MADE}, '[45]', '')",
    "a version of no hand": f"{VERSION} (9, 1, NULL, {MADE}, '[45]', '')",
    "a version of a hand that was forgotten": f"{VERSION} (0, 1, NULL, {MADE}, '[45]', '')",
    "a later version of no hand": f"{VERSION} (3, 2, 1, {MADE}, '[45]', '')",
    "a version of no version": f"{VERSION} (1, 3, NULL, {MADE}, '[45]', '')",
    "a version of one to come": f"{VERSION} (1, 3, 4, {MADE}, '[45]', '')",
    "a version of itself": f"{VERSION} (1, 3, 3, {MADE}, '[45]', '')",
    "a version of cards in words": f"{VERSION} (1, 3, 1, {MADE}, '[\"Dead Calm\"]', '')",
    "a version of half a card": f"{VERSION} (1, 3, 1, {MADE}, '[45,1.5]', '')",
    "a version of cards in cards": f"{VERSION} (1, 3, 1, {MADE}, '[[45]]', '')",
    "a version of cards beyond 64 bits": f"{VERSION} (1, 3, 1, {MADE}, '[9223372036854775808]', '')",
    "a version of a card and its name": f"{VERSION} (1, 3, 1, {MADE}, '{{\"45\":45}}', '')",
    "a version without cards": f"{VERSION} (1, 3, 1, {MADE}, '', '')",
    "a version made at no moment": f"{VERSION} (1, 3, 1, 'today', '[45]', '')",
    "a version for a bad id": f"{VERSION} (1, 3, 1, {MADE}, '[45]', 'a b')",
    "a card worth less than nothing": "INTO card_value VALUES (4, 45, 'EUR', -1)",
    "a rival's value": "INTO card_value VALUES (5, 45, 'EUR', 1)",
    "the house's value": "INTO card_value VALUES (3, 45, 'EUR', 1)",
    "a value to nobody": "INTO card_value VALUES (9, 45, 'EUR', 1)",
    "a rival's value of a Level": "INTO level_value VALUES (5, 1, 'EUR', 1)",
    "a rival's hand": f"{HAND} (NULL, 5, 'Bay', 'bay', {MADE}, {MADE}, NULL, 1, 0)",
    "a value of no Level": "INTO level_value VALUES (4, 6, 'EUR', 1)",
}

UPDATES = {
    "an entry's note": "entry SET note = 'never mind'",
    "an entry's seal": "entry SET lines = lines + 1",
    "an entry's day": "entry SET happened = '2020-01-01' WHERE seq = 1",
    "an entry's number": "entry SET seq = 2 WHERE seq = 1",
    "a movement's quantity": "movement SET quantity = 99",
    "a movement's number": "movement SET number = 44 WHERE number = 45",
    "a movement's place": "movement SET id = 2 WHERE id = 1",
    "a balance": "balance SET quantity = 99 WHERE account = 4",
    "a balance's mark": "balance SET tracked = 0",
    "a balance's owner": "balance SET account = 5 WHERE account = 4",
    "the count": "posting SET applied = applied - 1",
    "the count, forward": "posting SET applied = applied + 1",
    "the count's place": "posting SET id = 1, applied = 0",
    "a collector into a rival": "account SET kind = 'rival' WHERE id = 4",
    "an account's number": "account SET id = 5 WHERE id = 4",
    "an account's name to another's": "account SET name_key = 'bo' WHERE id = 4",
    "a card's number": "card SET number = 45 WHERE number = 3",
    "a card's number by another name": "card SET rowid = 900 WHERE number = 3",
    "a flow": "flow SET quantity = 99",
    "a flow's end": "flow SET target = 2 WHERE target = 4",
    "a pack's number by another name": "pack SET rowid = 99 WHERE seq = 1",
    "a pack's price": "pack SET price = '1 EUR'",
    "what a pack's price says": "pack SET minor = 1 WHERE minor IS NOT NULL",
    "a pack's running number": "pack SET nth = nth + 10",
    "a pack without its running number": "pack SET nth = NULL",
    "a pack's new numbers": "pack SET new_numbers = new_numbers + 1",
    "what a pack corrects": "pack SET corrects = 1",
    "a pack with an entry, taken back without it": "pack SET voided = 1 WHERE seq = 1",
    "a pack that was taken back": "pack SET voided = 0 WHERE seq = 3",
    "a pack that was counted": "pack_counted SET sign = -1 WHERE seq = 1",
    "a pack that was counted, by another name": "pack_counted SET rowid = 9 WHERE seq = 3",
    "a tally": "pack_tally SET packs = packs + 1",
    "a tally's owner": "pack_tally SET collector = 3",
    "a tally of a card": "pack_tally_card SET copies = 0",
    "a cost": "pack_tally_cost SET minor = minor + 1",
    "a cost's currency": "pack_tally_cost SET currency = 'USD'",
    "the count of packs": "tallying SET applied = applied - 1",
    "the count of packs, forward": "tallying SET applied = applied + 1",
    "a pack's entry": "pack SET entry = NULL, levels = '[1,0,0,0,0]'",
    "a played hand": "match_seat SET hand = '[1]'",
    "a match that is over": "\"match\" SET moves = moves + 1, record = 'else'",
    "a match that is over, on": "\"match\" SET status = 'playing'",
    "moves that go without a word": '"match" SET moves = 1 WHERE seq = 2',
    "what was taken back": "\"match\" SET taken_back = '[]' WHERE seq = 2",
    "what was taken back, otherwise": "\"match\" SET taken_back = '[[1,2,2],[0,1,1]]', moves = 1 WHERE seq = 2",
    "hints": '"match" SET hints = 1 WHERE seq = 2',
    "what a match is for": "\"match\" SET stakes = 'keeps' WHERE seq = 2",
    "a match to a branch": "\"match\" SET place = 'branch', branch_at = 0 WHERE seq = 2",
    "a branch to a match": "\"match\" SET place = 'here', branch_of = NULL, branch_at = NULL WHERE seq = 3",
    "what a branch left": '"match" SET branch_of = NULL WHERE seq = 3',
    "where a branch left": '"match" SET branch_at = 0 WHERE seq = 3',
    "a branch to before it began": "\"match\" SET moves = 0, taken_back = '[[0,0,2]]' WHERE seq = 3",
    "what was said": "saying SET words = '[]'",
    "a hand's name to another's": "hand SET name_key = 'dock'",
    "a hand to a version that is not there": "hand SET version = 3",
    "a value to a rival": "card_value SET account = 5",
    "a value of a Level to a rival": "level_value SET account = 5",
    "a hand to no version": "hand SET version = NULL",
    "a hand's owner": "hand SET owner = 5",
    "a hand's number": "hand SET id = 9 WHERE id = 1",
    "a sleeve on a hand put away": "hand SET archived = changed, sleeved = 1",
    "a version's cards": "hand_version SET cards = '[1]'",
    "a version's place": "hand_version SET number = 9 WHERE number = 2",
    "a version's parent": "hand_version SET parent = NULL",
}

DELETES = (
    "saying",
    "entry",
    "movement",
    "balance",
    "posting",
    "account",
    "card",
    "pack",
    "hand",
    "hand_version",
    '"match"',
    "match_seat",
    "flow",
    "pack_counted",
    "pack_tally",
    "pack_tally_card",
    "pack_tally_cost",
    "tallying",
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, pristine: Path) -> Path:
    """A book with some history, closed."""
    path = tmp_path_factory.mktemp("walls") / "book.db"
    path.write_bytes(pristine.read_bytes())
    book = Book.open(path, load_catalogue)
    now = dt.datetime(2026, 5, 9, 12, tzinfo=dt.UTC)
    with book.writing() as unit:
        ada = unit.accounts.open("Ada", AccountKind.COLLECTOR)
        bo = unit.accounts.open("Bo", AccountKind.RIVAL)
        packs, elsewhere = unit.accounts.packs, unit.accounts.elsewhere
        movements = (Movement(Copies(45, "base", 2), packs, ada), Movement(Copies(3), packs, ada))
        unit.packs.log(ada, Draft("pull", EntryKind.PULL, movements), now, price="4.50 EUR")
        unit.ledger.post(Draft("ante", EntryKind.ANTE, (Movement(Copies(9), bo, ada),)), now)
        unit.ledger.post(Draft("gift", EntryKind.GIFT, (Movement(Copies(7), elsewhere, ada),)), now)
        unit.ledger.void("gift", now)
        for name in ("old", "older"):
            unit.packs.log_levels(ada, name, (3, 2, 1, 0, 0), None, now, price="1 EUR")
        unit.packs.void("older", now)
        unit.hands.change(unit.hands.create(ada, "Dock", [45, 3], now), [45, 3, 9], now)
        unit.hands.create(ada, "Quay", [45, 3], now)
        unit.values.set(ada, 45, Price("EUR", 250))
        unit.values.set(ada, Level.II, Price("EUR", 50))
        seats = (
            MatchSeat(ada, "human", "Dock", (45, 3), 45, Result.WON),
            MatchSeat(bo, "human", "", (), 9, Result.LOST),
        )
        match = Match(
            "ante", "mudwater", "standard", Place.TABLE, Stakes.KEEPS, Status.DONE, now.date(), now, seats, "", 0
        )
        unit.matches.add(match)
        friendly = replace(
            match, stakes=Stakes.FRIENDLY, status=Status.PLAYING, seats=(seats[0], MatchSeat(None, "greedy"))
        )
        played = replace(friendly, id="open", place=Place.HERE, moves=3, takings=(Taking(0, 2, 2),), hints=2)
        unit.matches.add(played)
        unit.matches.add(replace(friendly, id="branch", place=Place.BRANCH, moves=2, branch=Branch("open", 1)))
        unit.sayings.keep("naming", Act.COMPLETES, '["ante", 0, 45, 9]')
        assert unit.ledger.audit() == ()
    book.close()
    return path


TABLES = (
    *("card", "account", "entry", "movement", "balance", "posting"),
    *("pack", "hand", "match", "match_seat", "saying", "setting"),
    *("flow", "pack_counted", "tallying", "pack_tally", "pack_tally_card", "pack_tally_cost", "mark", "search"),
    *("hand_version", "card_value", "level_value"),
)


def rows(connection: sqlite3.Connection) -> dict[str, list[object]]:
    return {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in TABLES}


@pytest.fixture
def intruders(kept: Path) -> Iterator[tuple[sqlite3.Connection, ...]]:
    """Plain sqlite3 on the book: with its own pragmas (no foreign keys, no recursive triggers), and with the latter."""
    with closing(sqlite3.connect(kept)) as plain, closing(sqlite3.connect(kept)) as recursive:
        assert plain.execute("PRAGMA foreign_keys").fetchone() == (0,)
        assert plain.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        recursive.execute("PRAGMA recursive_triggers = ON")
        yield plain, recursive


def nothing_comes_of(connection: sqlite3.Connection, statement: str) -> None:
    before = rows(connection)
    # OR IGNORE may pass over a row that a CHECK refuses without a word; all else is refused aloud.
    with suppress(sqlite3.Error) if " OR IGNORE " in statement else pytest.raises(sqlite3.Error):
        connection.execute(statement)
    connection.commit()
    assert rows(connection) == before


@pytest.mark.parametrize("attempt", INSERTS)
def test_nothing_can_be_slipped_in(intruders: tuple[sqlite3.Connection, ...], attempt: str) -> None:
    for connection in intruders:
        for policy in POLICIES:
            nothing_comes_of(connection, f"INSERT {policy} {INSERTS[attempt]}")


@pytest.mark.parametrize("attempt", UPDATES)
def test_nothing_can_be_edited(intruders: tuple[sqlite3.Connection, ...], attempt: str) -> None:
    for connection in intruders:
        for policy in POLICIES:
            nothing_comes_of(connection, f"UPDATE {policy} {UPDATES[attempt]}")


@pytest.mark.parametrize("table", DELETES)
def test_nothing_can_be_deleted(intruders: tuple[sqlite3.Connection, ...], table: str) -> None:
    for connection in intruders:
        nothing_comes_of(connection, f"DELETE FROM {table}")


@pytest.mark.parametrize(
    "upsert",
    [
        f"INSERT {ENTRY} (1, 'pull', 'pull', {AT}, '', NULL, 1, '[[45,\"base\",1,1,4]]') "
        "ON CONFLICT (id) DO UPDATE SET note = 'changed'",
        f"INSERT {MOVEMENT} (1, 1, 45, 'base', 9, 1, 4) ON CONFLICT (entry, line) DO UPDATE SET quantity = 9",
        "INSERT INTO balance VALUES (4, 45, 'base', 1, 9) ON CONFLICT DO UPDATE SET quantity = 9",
        "INSERT INTO posting VALUES (1, 9) ON CONFLICT DO UPDATE SET applied = 9",
        "INSERT INTO flow VALUES (1, 4, 45, 'base', 9) ON CONFLICT DO UPDATE SET quantity = 9",
        "INSERT INTO pack_tally_card VALUES (4, 45, 9) ON CONFLICT DO UPDATE SET copies = 9",
        "INSERT INTO pack_counted VALUES (1, 1, 1) ON CONFLICT DO UPDATE SET sign = -1",
        "INSERT INTO tallying VALUES (1, 9) ON CONFLICT DO UPDATE SET applied = 9",
    ],
)
def test_nothing_can_be_upserted(intruders: tuple[sqlite3.Connection, ...], upsert: str) -> None:
    for connection in intruders:
        nothing_comes_of(connection, upsert)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_rightful_entry_is_counted_under_every_policy(kept: Path, tmp_path: Path, policy: str) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        said = '[[45,"base",1,1,4],[45,"base",2,4,5]]'
        connection.execute(f"INSERT {policy} {ENTRY} (5, 'new', 'trade', {AT}, '', NULL, 2, '{said}')")
        connection.commit()
        held = connection.execute("SELECT account, quantity FROM balance WHERE number = 45 ORDER BY account")
        assert held.fetchall() == [(1, -3), (4, 1), (5, 2)]
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
    book.close()


@pytest.mark.parametrize("policy", POLICIES)
def test_a_hand_and_its_first_version_come_in_together_under_every_policy(
    kept: Path, tmp_path: Path, policy: str
) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        for keys in ("OFF", "ON"):
            connection.execute(f"PRAGMA foreign_keys = {keys}")
            hand, name = (3, "bay") if keys == "OFF" else (4, "cove")
            # A moment that is none: the version does not go astray without a word while the hand comes in.
            with pytest.raises(sqlite3.IntegrityError, match="a version is made at a moment"):
                connection.execute(f"INSERT {policy} {VERSION} ({hand}, 1, NULL, 'today', '[45,7]', '')")
            with pytest.raises(sqlite3.IntegrityError, match="a hand is one of its versions"):
                connection.execute(
                    f"INSERT {policy} {HAND} ({hand}, 4, '{name}', '{name}', {MADE}, {MADE}, NULL, 1, 0)"
                )
            connection.execute(f"INSERT {policy} {VERSION} ({hand}, 1, NULL, {MADE}, '[45,7]', '')")
            connection.execute(f"INSERT {policy} {HAND} ({hand}, 4, '{name}', '{name}', {MADE}, {MADE}, NULL, 1, 0)")
            connection.commit()
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        hands = {hand.name: hand.cards for hand in unit.hands.all(unit.accounts.by_id(4))}
        assert hands == {"Dock": (45, 3, 9), "Quay": (45, 3), "bay": (45, 7), "cove": (45, 7)}
    book.close()


def test_a_hand_that_has_its_cards_is_a_collectors_all_the_same(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"INSERT {VERSION} (3, 1, NULL, {MADE}, '[45]', '')")
        for owner in (1, 3, 5, 9):
            with pytest.raises(sqlite3.IntegrityError, match="a hand is a collector's"):
                connection.execute(f"INSERT {HAND} (3, {owner}, 'Bay', 'bay', {MADE}, {MADE}, NULL, 1, 0)")


def test_a_version_that_no_hand_comes_for_is_refused_at_the_end_and_found_where_nobody_asked(
    kept: Path, tmp_path: Path
) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(kept.read_bytes())
    orphan = f"INSERT {VERSION} (3, 1, NULL, {MADE}, '[45]', '')"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(orphan)
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.commit()
        connection.rollback()
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(orphan)
        connection.commit()
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        assert {finding.code for finding in unit.ledger.audit()} == {"reference", "hand-version"}
        # It stands in nobody's way, and nobody's hand takes its cards.
        hand = unit.hands.create(unit.accounts.by_id(4), "Bay", [7], dt.datetime.now(dt.UTC))
        assert (hand.id, hand.cards) == (4, (7,))
        assert len(unit.whole.hands()) == 3
    book.close()


@pytest.mark.parametrize("policy", POLICIES)
def test_a_rightful_pack_is_counted_under_every_policy(kept: Path, tmp_path: Path, policy: str) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        for seq, said in ((5, '[[45,"base",1,1,4],[8,"foil",2,1,4]]'), (6, '[[8,"base",1,1,4]]')):
            name = f"new-{seq}"
            lines, new = (2, 1) if seq == 5 else (1, 0)
            connection.execute(f"INSERT {policy} {ENTRY} ({seq}, '{name}', 'pull', {AT}, '', NULL, {lines}, '{said}')")
            paid = f"'2 EUR', '', '', 0, NULL, {new}, 'EUR', 200"
            for wrong in (new + 1, "NULL"):
                told = paid.replace(f"NULL, {new}", f"NULL, {wrong}")
                with pytest.raises(sqlite3.Error):
                    connection.execute(f"INSERT {policy} {PACK} ({seq}, '{name}', 4, {seq}, {AT}, NULL, {told})")
            connection.execute(f"INSERT {policy} {PACK} ({seq}, '{name}', 4, {seq}, {AT}, NULL, {paid})")
            connection.commit()
        assert connection.execute("SELECT * FROM pack_tally_cost").fetchall() == [(4, "EUR", 3, 3, 850)]
        mirrored = '[[8,"foil",2,4,1],[45,"base",1,4,1]]'
        connection.execute(f"INSERT {policy} {ENTRY} (7, 'void', 'void', {AT}, '', 5, 2, '{mirrored}')")
        connection.execute(f"UPDATE {policy} pack SET voided = 1 WHERE id = 'old'")
        connection.commit()
        assert connection.execute("SELECT * FROM pack_tally").fetchall() == [(4, 2, 0, 4, 2, 0, 0, 0, 0, 0)]
        assert connection.execute("SELECT * FROM pack_tally_card").fetchall() == [(4, 3, 1), (4, 8, 1), (4, 45, 2)]
        assert connection.execute("SELECT * FROM pack_tally_cost").fetchall() == [(4, "EUR", 2, 2, 650)]
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
    book.close()


def test_the_book_is_sound_after_all_that(kept: Path) -> None:
    book = Book.open(kept, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
    book.close()
