"""A whole book taken into another: by ids, in the order of writing, through the shelves that every act goes through.

What is here already with the same content is left as it is; what is here with other content is a fault. Nothing is
compared by its time or its likeness: two packs of the same cards are two packs.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from collection.catalogue.card import Card
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.correction import read_changes
from collection.catalogue.data import load_catalogue
from collection.desk.continuing import goes_on
from collection.desk.games_data import merge_corrections
from collection.desk.merging_decks import merge_deck
from collection.desk.merging_hands import Taken, merge_hand
from collection.desk.merging_puzzles import merge_puzzle
from collection.desk.taking_back import is_taken
from collection.errors import CollectionError, HandRefused, LedgerRefused, NotUnderstood, Refused
from collection.interchange.items import Faults
from collection.interchange.whole import ConfirmedCard, KeptPack, Saying, WholeBook
from collection.ledger.entry import Account, AccountKind, Draft, Entry, EntryId, EntryKind, Movement
from collection.ledger.match import Match
from collection.ledger.price import written
from collection.store.book import Unit
from collection.store.sayings import Act
from collection.text import clean_name, quoted


@dataclass(frozen=True, slots=True)
class Tally:
    """Of one kind of thing in a file: how many are new here, are changed by it, and are here already as they are."""

    what: str
    new: int
    changed: int
    same: int


class _Count:
    """Counts the things of one kind."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.new = self.changed = self.same = 0

    def add(self, new: bool) -> None:
        """Count one more."""
        if new:
            self.new += 1
        else:
            self.same += 1

    def take(self, taken: Taken) -> None:
        """Count one as it was taken in."""
        self.new += taken is Taken.NEW
        self.changed += taken is Taken.CHANGED
        self.same += taken is Taken.SAME


def refuse_future(day: dt.date, now: dt.datetime) -> None:
    """Raise LedgerRefused for a day of a file that nobody has seen yet."""
    if day > now.date() + dt.timedelta(days=1):
        # A day more, for files that come from where it is tomorrow already.
        raise LedgerRefused(f"{day.isoformat()} is in the future.")


class Merging:
    """One whole book being taken into the unit of work of another."""

    def __init__(self, unit: Unit, whole: WholeBook, now: dt.datetime) -> None:
        self._unit = unit
        self._whole = whole
        self._now = now
        self._faults = Faults()
        self._accounts: dict[int, Account] = {}
        self._is_empty = is_empty(unit)
        self._counts: list[_Count] = []
        self._data: Catalogue | None = None

    def merge(self) -> tuple[Tally, ...]:
        """Take everything in. Raises Refused with every fault; the unit of work is then to be given up."""
        for what, take in self._steps():
            count = _Count(what)
            self._counts.append(count)
            take(count)
            if what == "accounts":
                # Without whom it moves to, nothing can be said of a movement.
                self._refuse()
        self._refuse()
        return tuple(Tally(one.what, one.new, one.changed, one.same) for one in self._counts)

    def _steps(self) -> Iterator[tuple[str, Callable[[_Count], None]]]:
        yield "accounts", self._people
        yield "corrections", self._cards
        yield "entries", self._history
        yield "packs", self._level_packs
        yield "hands", self._hands
        yield "decks", self._decks
        yield "matches", self._matches
        yield "puzzles", self._puzzles
        yield "marks", self._marks
        yield "values", self._values
        yield "searches", self._searches
        yield "settings", self._settings
        yield "ids", self._sayings

    def _refuse(self) -> None:
        if self._faults:
            raise Refused(*self._faults.sentences())

    def _note(self, place: str, fault: CollectionError) -> None:
        for reason in fault.reasons:
            self._faults.at(place, reason)

    def _cards(self, count: _Count) -> None:
        catalogue = self._unit.cards.catalogue()
        for one in self._whole.cards:
            place = f"Card {one.number}"
            if one.number not in catalogue:
                self._faults.at(place, "this is not the number of a card.")
                continue
            card = catalogue[one.number]
            try:
                changes = read_changes(card, assignments(one))
            except NotUnderstood as fault:
                self._note(place, fault)
                continue
            for field, value in changes.items():
                if field in card.confirmed and getattr(card, field) == value:
                    count.same += 1
                elif field not in card.confirmed or self._is_of_the_data_files(card, field):
                    self._unit.cards.correct(card.number, {field: value})
                    count.new += 1
                else:
                    mine = quoted(str(getattr(card, field)))
                    self._faults.at(
                        place,
                        f"its {field} is confirmed here as {mine}, and in the file as {quoted(str(value))}. "
                        "`mudwater card set` corrects it; then import again.",
                    )

    def _is_of_the_data_files(self, card: Card, field: str) -> bool:
        """Say whether a field is confirmed here as the program's own data files have it, and not by the owner."""
        if self._data is None:
            self._data = load_catalogue()
        if card.number not in self._data:
            return False
        seed = self._data[card.number]
        return field in seed.confirmed and getattr(seed, field) == getattr(card, field)

    def _people(self, count: _Count) -> None:
        for account in self._whole.accounts:
            place = f"Account {quoted(account.name)}"
            try:
                self._accounts[account.id], new = self._account(account)
            except CollectionError as fault:
                self._note(place, fault)
            else:
                if account.kind in (AccountKind.COLLECTOR, AccountKind.RIVAL):
                    count.add(new)

    def _account(self, account: Account) -> tuple[Account, bool]:
        accounts = self._unit.accounts
        if account.kind is AccountKind.WORLD:
            for there in (accounts.packs, accounts.elsewhere):
                if there.name == account.name:
                    return there, False
            raise Refused("the world has packs and elsewhere, and no third place.")
        if account.kind is AccountKind.HOUSE:
            return accounts.house, False
        found = accounts.find(clean_name(account.name))
        opened = accounts.open(account.name, account.kind, solo=account.solo)
        if account.kind is AccountKind.COLLECTOR and opened.solo is not account.solo:
            raise Refused(f"{quoted(opened.name)} is marked solo in one of the two books alone.")
        return opened, found is None

    def _history(self, count: _Count) -> None:
        """Post entries, each pull with its pack, and packs without entries between them, as they were written."""
        packs = iter(self._whole.packs)
        of_entries = {kept.pack.id: kept for kept in self._whole.packs if kept.pack.levels is None}
        self._levels = _Count("")
        for entry in self._whole.entries:
            kept = of_entries.get(entry.id)
            if kept is not None:
                for before in packs:
                    if before.pack.id == entry.id:
                        break
                    self._log_levels(before)
            try:
                count.add(self._entry(entry, kept))
            except (LedgerRefused, NotUnderstood) as fault:
                self._note(f"Entry {entry.id}", fault)
        for before in packs:
            self._log_levels(before)

    def _level_packs(self, count: _Count) -> None:
        """Count the packs; they were logged between the entries."""
        count.new, count.changed, count.same = self._levels.new, self._levels.changed, self._levels.same

    def _entry(self, entry: Entry, kept: KeptPack | None) -> bool:
        if entry.kind is EntryKind.VOID:
            return self._void(entry)
        movements = tuple(
            Movement(one.copies, self._accounts[one.source.id], self._accounts[one.target.id])
            for one in entry.movements
        )
        refuse_future(entry.happened, self._now)
        draft = Draft(entry.id, entry.kind, movements, entry.happened, entry.note)
        if kept is None:
            return self._unit.ledger.post(draft, entry.recorded).new
        _, new = self._unit.packs.log(
            self._accounts[kept.collector.id],
            draft,
            entry.recorded,
            price=kept.pack.price,
            shop=kept.pack.shop,
            corrects=kept.pack.corrects,
        )
        self._levels.add(new)
        return new

    def _void(self, void: Entry) -> bool:
        assert void.reverses is not None
        there = self._unit.ledger.get(void.id)
        if there is not None and (there.reverses, there.note) != (void.reverses, void.note):
            raise LedgerRefused("this id is in the books already, with other content.")
        posted = self._unit.ledger.void(
            void.reverses, void.recorded, note=void.note, void_id=None if there is not None else void.id
        )
        return posted.new

    def _log_levels(self, kept: KeptPack) -> None:
        pack = kept.pack
        if pack.levels is None:
            # Its entry stands before another's that was logged sooner: it is logged with that entry.
            return
        try:
            refuse_future(pack.opened, self._now)
            there, new = self._unit.packs.log_levels(
                self._accounts[kept.collector.id],
                pack.id,
                pack.levels,
                pack.opened,
                kept.recorded,
                price=pack.price,
                shop=pack.shop,
                note=pack.note,
            )
        except (LedgerRefused, NotUnderstood) as fault:
            self._note(f"Pack {pack.id}", fault)
            return
        if pack.voided and not there.voided:
            self._unit.packs.void(pack.id, kept.recorded)
            self._levels.changed += not new
            self._levels.same -= not new
        self._levels.add(new)

    def _hands(self, count: _Count) -> None:
        there = list(self._unit.whole.hands())
        for read in self._whole.hands:
            hand = replace(read, owner=self._accounts[read.owner.id])
            try:
                taken = merge_hand(self._unit, hand, there)
            except (HandRefused, NotUnderstood):
                self._faults.at(
                    f"Hand {quoted(hand.name)}",
                    f"{quoted(hand.owner.name)} has a hand of this name here, of other cards or with another history. "
                    "Rename or archive it, and import again.",
                )
                continue
            count.take(taken)

    def _decks(self, count: _Count) -> None:
        for deck in self._whole.decks:
            try:
                count.take(merge_deck(self._unit, deck, self._accounts))
            except (HandRefused, NotUnderstood) as fault:
                self._note(f"Deck {quoted(deck.name)}", fault)

    def _matches(self, count: _Count) -> None:
        for read in self._whole.matches:
            seats = tuple(
                replace(seat, account=None if seat.account is None else self._accounts[seat.account.id])
                for seat in read.seats
            )
            match = replace(read, seats=seats)
            try:
                self._match(match, count)
            except (LedgerRefused, NotUnderstood) as fault:
                self._note(f"Match {match.id}", fault)

    def _match(self, match: Match, count: _Count) -> None:
        refuse_future(match.happened, self._now)
        there = self._unit.matches.get(match.id)
        if there is None:
            self._unit.matches.add(match)
            count.new += 1
        elif goes_on(match, there):
            # Here it has come as far, or further.
            count.same += 1
        elif goes_on(there, match):
            takings = len(there.takings)
            self._unit.matches.save(match, expected_moves=there.moves, expected_takings=takings)
            count.changed += 1
        else:
            raise LedgerRefused("it is in this book already with other content.")

    def _puzzles(self, count: _Count) -> None:
        for kept in self._whole.puzzles:
            try:
                count.take(merge_puzzle(self._unit, kept, self._accounts))
            except (LedgerRefused, NotUnderstood) as fault:
                self._note(f"Puzzle of match {kept.match} after {kept.puzzle.at} moves", fault)

    def _marks(self, count: _Count) -> None:
        for mark in self._whole.marks:
            account = self._accounts[mark.account.id]
            there = {one.number: one for one in self._unit.marks.all(account, mark.kind)}
            kept = there.get(mark.number)
            place = f"Mark {mark.kind} on card {mark.number} of {quoted(account.name)}"
            if kept is not None and kept.note != mark.note:
                self._faults.at(place, "it has another note here. Clear it, and import again.")
                continue
            try:
                count.add(kept is None and self._unit.marks.set(account, mark.number, mark.kind, mark.note))
            except CollectionError as fault:
                self._note(place, fault)

    def _values(self, count: _Count) -> None:
        for value in self._whole.values:
            account = self._accounts[value.account.id]
            here = self._unit.values.all(account)
            if value.level is None:
                assert value.number is not None
                of, named, kept = value.number, f"card {value.number}", here.by_card.get(value.number)
            else:
                of, named, kept = value.level, f"Level {value.level.name}", here.by_level.get(value.level)
            place = f"Value of {named} to {quoted(account.name)}"
            if kept is not None and kept != value.price:
                self._faults.at(place, f"it is {written(kept.currency, kept.minor)} here. Clear it, and import again.")
                continue
            try:
                count.add(kept is None and self._unit.values.set(account, of, value.price))
            except CollectionError as fault:
                self._note(place, fault)

    def _searches(self, count: _Count) -> None:
        for name, text in self._whole.searches:
            place = f"Search {quoted(name)}"
            try:
                there = self._unit.searches.find(name)
                if there is None:
                    self._unit.searches.save(name, text)
                elif there != text:
                    self._faults.at(place, "this book keeps another under that name. Drop it, and import again.")
                count.add(there is None)
            except CollectionError as fault:
                self._note(place, fault)

    def _settings(self, count: _Count) -> None:
        """Take corrections of the games in, and other settings into an empty book alone: looks are no history."""
        for name, value in self._whole.settings:
            try:
                corrected = merge_corrections(self._unit, name, value)
            except CollectionError as fault:
                self._note(f"Setting {name}", fault)
                continue
            if corrected is not None:
                count.add(corrected)
                continue
            new = self._is_empty and self._unit.settings.get(name) != value
            if new:
                self._unit.settings.set(name, value)
            count.add(new)

    def _sayings(self, count: _Count) -> None:
        for said in self._whole.sayings:
            try:
                count.add(self._saying(said))
            except (LedgerRefused, NotUnderstood) as fault:
                self._note(f"Id {said.id}", fault)

    def _saying(self, said: Saying) -> bool:
        try:
            act = Act(said.act)
        except ValueError:
            raise NotUnderstood(f"{quoted(said.act)} is nothing that an id can be said for.") from None
        words = with_accounts(said.words, self._accounts) if act is Act.PLAYS else said.words
        there = self._unit.sayings.words(said.id, act)
        alone = act in (Act.COMPLETES, Act.VOIDS) or (act is Act.COUNTS and not self._is_recount(said.id))
        if there is None and alone and is_taken(self._unit, said.id):
            raise LedgerRefused("this id is in the books already, for something else.")
        self._unit.sayings.keep(said.id, act, words)
        return there is None

    def _is_recount(self, id: EntryId) -> bool:
        entry = self._unit.ledger.get(id)
        return entry is not None and entry.kind is EntryKind.RECOUNT


def is_empty(unit: Unit) -> bool:
    """Say whether a book has no history yet: nobody collects in it, and nothing has moved."""
    people = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.RIVAL)
    return not people and not unit.ledger.entries(limit=1)


def assignments(card: ConfirmedCard) -> list[str]:
    """Write confirmed fields as `card set` takes them."""
    return [f"{field}={'' if value is None else value}" for field, value in card.fields.items()]


def with_accounts(words: str, accounts: Mapping[int, Account]) -> str:
    """Give what was said of a game with the accounts of another book in the place of its own.

    What does not look like the words of a game is given as it is.
    """
    try:
        *what, seats = json.loads(words)
        moved = [[None if whose is None else accounts[whose].id, *rest] for whose, *rest in seats]
    except (ValueError, TypeError, KeyError, RecursionError):
        return words
    return json.dumps([*what, moved], ensure_ascii=False)
