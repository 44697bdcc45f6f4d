"""The whole book at once, each kind of thing in the order of its writing: for files that hold everything."""

from __future__ import annotations

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from collection.errors import HandRefused
from collection.hands.hand import HandVersion
from collection.interchange.whole import KeptHand, KeptPack, KeptPuzzle, KeptValue, Saying, WholeBook, confirmed_cards
from collection.ledger.mark import Mark
from collection.ledger.match import Match
from collection.store.accounts import Accounts, name_key
from collection.store.cards import Cards
from collection.store.decks import Decks
from collection.store.hand_tables import HandRow, HandVersionRow
from collection.store.hands import next_hand, write_version
from collection.store.ledger import Ledger
from collection.store.marks import Marks
from collection.store.matches import Matches
from collection.store.packs import Packs
from collection.store.puzzles import Puzzles
from collection.store.searches import Searches
from collection.store.settings import SEEDED
from collection.store.tables import (
    EntryRow,
    MatchRow,
    PackRow,
    SayingRow,
    SettingRow,
)
from collection.store.values import CardValues
from collection.text import quoted


class Whole:
    """Everything of the book. What is written goes through the shelves of its kind; hands alone have their times."""

    def __init__(self, session: Session, accounts: Accounts, ledger: Ledger, packs: Packs, matches: Matches) -> None:
        self._session = session
        self._accounts = accounts
        self._ledger = ledger
        self._packs = packs
        self._matches = matches

    def read(self) -> WholeBook:
        """Give everything."""
        accounts = tuple(sorted(self._accounts.all(), key=lambda account: account.id))
        marks = Marks(self._session)
        values = CardValues(self._session)
        marked: list[Mark] = []
        valued: list[KeptValue] = []
        for account in accounts:
            marked.extend(marks.all(account))
            theirs = values.all(account)
            valued.extend(KeptValue(account, number, None, price) for number, price in theirs.by_card.items())
            valued.extend(KeptValue(account, None, level, price) for level, price in theirs.by_level.items())
        last = self._session.exec(select(EntryRow.seq).order_by(col(EntryRow.seq).desc()).limit(1)).first() or 0
        # Entries are numbered without gaps.
        entries = self._ledger.by_seq(range(1, last + 1))
        return WholeBook(
            cards=confirmed_cards(Cards(self._session).catalogue()),
            accounts=accounts,
            entries=tuple(entries[seq] for seq in sorted(entries)),
            packs=self._all_packs(),
            hands=self.hands(),
            matches=self._all_matches(),
            marks=tuple(marked),
            values=tuple(valued),
            searches=Searches(self._session).all(),
            settings=tuple((row.name, row.value) for row in self._settings()),
            sayings=tuple(Saying(row.id, row.act, row.words) for row in self._sayings()),
            puzzles=self._puzzles(),
            decks=Decks(self._session).everybodys(),
        )

    def hands(self) -> tuple[KeptHand, ...]:
        """Give every hand of everybody, those put away too, with their times and versions."""
        versions = self._versions(select(HandVersionRow))
        return tuple(
            KeptHand(
                owner=self._accounts.by_id(row.owner),
                name=row.name,
                versions=tuple(versions[row.id or 0]),
                version=row.version,
                created=row.created,
                changed=row.changed,
                archived=row.archived,
                sleeved=row.sleeved,
            )
            for row in self._session.exec(select(HandRow).order_by(col(HandRow.id)))
        )

    def keep_hand(self, hand: KeptHand) -> None:
        """Save a hand with its times and versions, put away or not. Raises HandRefused when its name is in use."""
        key = name_key(hand.name)
        taken = select(HandRow.id).where(
            HandRow.owner == hand.owner.id, HandRow.name_key == key, col(HandRow.archived).is_(None)
        )
        if hand.archived is None and self._session.exec(taken).first() is not None:
            raise HandRefused(f"There is a hand called {quoted(hand.name)} already.")
        number = next_hand(self._session)
        for version in hand.versions:
            write_version(self._session, number, version)
        row = HandRow(
            id=number,
            owner=hand.owner.id,
            name=hand.name,
            name_key=key,
            created=hand.created,
            changed=hand.changed,
            archived=hand.archived,
            version=hand.version,
            sleeved=hand.sleeved,
        )
        self._session.add(row)
        self._session.flush()

    def continue_hand(self, here: KeptHand, hand: KeptHand) -> None:
        """Add to a hand that is here the versions that `hand` has beyond it, and make its current one the current."""
        alike = self._session.exec(
            select(HandRow).where(
                HandRow.owner == here.owner.id,
                HandRow.name == here.name,
                HandRow.created == here.created,
                HandRow.changed == here.changed,
                HandRow.version == here.version,
                col(HandRow.archived).is_not_distinct_from(here.archived),
            )
        ).all()
        versions = self._versions(select(HandVersionRow).where(col(HandVersionRow.hand).in_([row.id for row in alike])))
        # A hand that went apart in two books has the same name and moments in both, and may be here in both states.
        row = next(row for row in alike if tuple(versions[row.id or 0]) == here.versions)
        assert row.id is not None
        for version in hand.versions[len(here.versions) :]:
            write_version(self._session, row.id, version)
        row.version, row.changed = hand.version, hand.changed
        self._session.add(row)
        self._session.flush()

    def _versions(self, wanted: SelectOfScalar[HandVersionRow]) -> dict[int, list[HandVersion]]:
        """Give versions by the hand that they are of, in the order of writing."""
        versions: dict[int, list[HandVersion]] = {}
        for row in self._session.exec(wanted.order_by(col(HandVersionRow.hand), col(HandVersionRow.number))):
            version = HandVersion(row.number, row.parent, row.made, row.cards, row.because)
            versions.setdefault(row.hand, []).append(version)
        return versions

    def _all_packs(self) -> tuple[KeptPack, ...]:
        rows = self._session.exec(
            select(PackRow.id, PackRow.collector, PackRow.recorded).order_by(col(PackRow.seq))
        ).all()
        packs = {
            pack.id: pack
            for account in {collector for _, collector, _ in rows}
            for pack in self._packs.all(self._accounts.by_id(account))
        }
        return tuple(KeptPack(packs[pack], self._accounts.by_id(owner), recorded) for pack, owner, recorded in rows)

    def _all_matches(self) -> tuple[Match, ...]:
        ids = self._session.exec(select(MatchRow.id).order_by(col(MatchRow.seq))).all()
        found = (self._matches.get(match) for match in ids)
        return tuple(match for match in found if match is not None)

    def _puzzles(self) -> tuple[KeptPuzzle, ...]:
        shelf = Puzzles(self._session)
        works = shelf.works()
        return tuple(
            KeptPuzzle(
                one.match,
                one.puzzle,
                one.found,
                tuple((self._accounts.by_id(account), work) for account, work in works.get(one.number, ())),
            )
            for one in shelf.all()
        )

    def _settings(self) -> list[SettingRow]:
        rows = self._session.exec(select(SettingRow).order_by(col(SettingRow.name)))
        # Which data files the stand-ins came from is no word of the owner's.
        return [row for row in rows if row.name != SEEDED]

    def _sayings(self) -> list[SayingRow]:
        return list(self._session.exec(select(SayingRow).order_by(col(SayingRow.id), col(SayingRow.act))))
