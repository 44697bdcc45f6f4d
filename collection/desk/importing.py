"""Collections from files: shown first, card by card, and then posted as one entry, all or nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import BASE_FINISH, Card, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.breakage import BrokenHand, broken_since, legal_hands
from collection.desk.cards import known_copies
from collection.desk.collectors import current, current_for_writing
from collection.desk.people import person_name
from collection.desk.said import Said
from collection.desk.taking_back import is_taken
from collection.errors import LedgerRefused, NotUnderstood, Refused
from collection.interchange.collection_csv import read_collection
from collection.interchange.sheet import Sheet
from collection.interchange.table import Refusal
from collection.ledger import posting
from collection.ledger.counting import when_added, when_counted
from collection.ledger.entry import Account, AccountKind, Draft, Entry
from collection.store.book import Book, Unit
from collection.store.sayings import Act
from collection.text import plain, quoted, search_key


class Mode(StrEnum):
    """What the quantities of a file mean."""

    ADD = "add"
    """So many more."""
    SET = "set"
    """So many in all; 0 counts."""


@dataclass(frozen=True, slots=True)
class Change:
    """One card and finish: copies before and after, and the lines of the file that say so; none where it is absent."""

    card: Card
    finish: str
    before: int
    after: int
    lines: tuple[int, ...] = ()

    @property
    def change(self) -> int:
        """How many copies come (above 0) or go (below 0)."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file would do, and the state that this was computed from; `commit` does it."""

    asked: str | None
    """The collector as named by the person."""
    collector: Account
    """With id 0 where it is not in the book yet."""
    mode: Mode
    whole: bool
    """Whether what is absent from the file is not there."""
    scope: frozenset[CardNo] | None
    """The numbers that were counted, None for all."""
    on: dt.date | None
    """The day of the count; None is today."""
    sheet: Sheet
    held: tuple[Copies, ...]
    """The holdings that `before` tells of."""
    changed: tuple[Change, ...]
    unchanged: tuple[Change, ...]
    refused: tuple[Refusal, ...]
    notices: tuple[str, ...]

    @property
    def came(self) -> int:
        """Copies that come."""
        return sum(max(0, one.change) for one in self.changed)

    @property
    def went(self) -> int:
        """Copies that go."""
        return sum(max(0, -one.change) for one in self.changed)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a commit: the entry (None where nothing differed), whether it is new, and the hands it broke."""

    entry: Entry | None
    new: bool
    broken: tuple[BrokenHand, ...]


def preview(
    book: Book,
    collector: str | None,
    data: bytes,
    mode: Mode,
    *,
    whole: bool = False,
    on: dt.date | None = None,
) -> Preview:
    """Say what the file with these bytes would do; nothing is written.

    Raises NotUnderstood for a file that as a whole says nothing, and for `whole` where copies are added; Refused for a
    collector who cannot be. Lines that cannot be read stand in the preview.
    """
    if whole and mode is Mode.ADD:
        raise NotUnderstood("Only a count can be whole: say --mode set, or leave --whole out.")
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        sheet = read_collection(data, catalogue)
        return previewed(unit, collector, catalogue, sheet, mode, whole=whole, on=on)


def previewed(
    unit: Unit,
    asked: str | None,
    catalogue: Catalogue,
    sheet: Sheet,
    mode: Mode,
    *,
    whole: bool = False,
    scope: Collection[CardNo] | None = None,
    on: dt.date | None = None,
) -> Preview:
    """Say what a sheet would do to the collector's holdings."""
    account = _collector(unit, asked)
    held = _held(unit, account, mode, on)
    piles = {pile: quantity for pile, quantity in sheet.piles.items() if scope is None or pile[0] in scope}
    differences = when_added(held, piles) if mode is Mode.ADD else when_counted(held, piles, whole=whole, scope=scope)
    lines = sheet.lines
    changes = [
        Change(catalogue[one.number], one.finish, one.before, one.after, lines.get((one.number, one.finish), ()))
        for one in differences
    ]
    return Preview(
        asked,
        account,
        mode,
        whole,
        None if scope is None else frozenset(scope),
        on,
        sheet,
        held,
        tuple(one for one in changes if one.change),
        tuple(one for one in changes if not one.change),
        (*sheet.refused, *_outside(sheet, scope)),
        (*sheet.notices, *_finish_notices(sheet, mode, held)),
    )


def commit(book: Book, preview: Preview, said: Said, *, skip_refused: bool = False) -> Imported:
    """Do what a preview showed, as one entry: `found` where copies are added, `recount` where they were counted.

    All or nothing: with a refused line nothing is posted, unless `skip_refused` leaves those lines out. The same id
    with the same content is done once. Raises Refused with every refused line, for a whole count of which lines would
    be left out, and when the collection has changed since the preview; NotUnderstood when no line is left;
    LedgerRefused for what the books cannot take, and for an id said before with other content.
    """
    _refuse_lines(preview, skip_refused=skip_refused)
    if said.on != preview.on:
        raise NotUnderstood("The day is another than that of the preview. Look at what would change on that day first.")
    with book.writing() as unit:
        account = current_for_writing(unit, preview.asked)
        before = _said_before(unit, account, preview, said)
        if before is not None:
            return before
        if unit.ledger.get(said.id) is None:
            _refuse_stale(unit, account, preview)
        catalogue = unit.cards.catalogue()
        legal = legal_hands(unit, catalogue)
        draft = _draft(unit, account, catalogue, preview, said)
        if draft is None:
            if preview.mode is Mode.SET and is_taken(unit, said.id):
                raise LedgerRefused(f"The id {said.id} is in the books already, for something else. Choose another id.")
            _keep_count(unit, account, preview, said)
            return Imported(None, False, ())
        posted = unit.ledger.post(draft, said.now)
        if posted.new:
            _keep_count(unit, account, preview, said)
        return Imported(posted.entry, posted.new, broken_since(unit, catalogue, legal))


def _collector(unit: Unit, asked: str | None) -> Account:
    """Give the collector for whom a file is previewed: one who is not in the book yet holds nothing."""
    if asked is None:
        return current(unit, None)
    name = person_name(unit, asked, "collector's name")
    found = unit.accounts.find(name)
    if found is None:
        return Account(0, name, AccountKind.COLLECTOR)
    if found.kind is not AccountKind.COLLECTOR:
        raise LedgerRefused(f"{quoted(found.name)} is in this book already, as a {found.kind.value}.")
    return found


def _held(unit: Unit, account: Account, mode: Mode, on: dt.date | None) -> tuple[Copies, ...]:
    """Give what the books say is there: for a count, on the day when it was counted."""
    if not account.id:
        return ()
    if on is None or mode is Mode.ADD:
        return unit.ledger.holdings(account)
    return tuple(copies for copies in unit.ledger.holdings_on(account, on) if copies.quantity > 0)


def _outside(sheet: Sheet, scope: Collection[CardNo] | None) -> tuple[Refusal, ...]:
    if scope is None:
        return ()
    return tuple(
        Refusal(one.line, f"Card {one.number} is not among the cards that were counted.")
        for one in sheet.counted
        if one.number not in scope
    )


def _finish_notices(sheet: Sheet, mode: Mode, held: tuple[Copies, ...]) -> tuple[str, ...]:
    """Say of counted numbers that are held in other finishes too that the file had no word for those."""
    if mode is Mode.ADD or sheet.tells_finishes:
        return ()
    named = {one.number for one in sheet.counted}
    others = sorted({f"{one.number}:{plain(one.finish)}" for one in held if one.number in named} - _base(named))
    if not others:
        return ()
    more = f" and {len(others) - 8} more" if len(others) > 8 else ""
    return (f"The file tells no finishes: its counts are of base cards, and {', '.join(others[:8])}{more} stay.",)


def _base(numbers: Collection[CardNo]) -> set[str]:
    return {f"{number}:{BASE_FINISH}" for number in numbers}


def _refuse_lines(preview: Preview, *, skip_refused: bool) -> None:
    if preview.refused and not skip_refused:
        raise Refused(*(str(refusal) for refusal in preview.refused))
    if preview.refused and preview.whole:
        raise Refused(
            "A count that is whole cannot leave lines out: their cards would be taken for gone. Mend the lines first.",
            *(str(refusal) for refusal in preview.refused),
        )
    if not preview.sheet.counted and not preview.whole:
        raise NotUnderstood("No line of this names a card that could be counted.")


def _said_before(unit: Unit, account: Account, preview: Preview, said: Said) -> Imported | None:
    """Give what came of saying this count before. Raises LedgerRefused when something else was said under the id."""
    if preview.mode is Mode.ADD:
        # Its entry holds all that was said, and the ledger compares that.
        return None
    words, entry = unit.sayings.words(said.id, Act.COUNTS), unit.ledger.get(said.id)
    if words is None:
        return None
    same_day = entry is None or said.on in (None, entry.happened)
    if words != _digest(account, preview, said) or not same_day:
        raise LedgerRefused(f"The id {said.id} was said before, for another count. Choose another id.")
    return Imported(entry, False, ())


def _keep_count(unit: Unit, account: Account, preview: Preview, said: Said) -> None:
    """Remember what was counted under an id, which is used up by it also where nothing differed."""
    if preview.mode is Mode.SET:
        unit.sayings.keep(said.id, Act.COUNTS, _digest(account, preview, said))


def _digest(account: Account, preview: Preview, said: Said) -> str:
    """Give a short form of all that was said: two counts that say the same have the same."""
    piles = sorted([*pile, quantity] for pile, quantity in preview.sheet.piles.items())
    scope = None if preview.scope is None else sorted(preview.scope)
    words = json.dumps([search_key(account.name), preview.mode.value, preview.whole, scope, piles, said.note])
    return hashlib.sha256(words.encode()).hexdigest()


def _refuse_stale(unit: Unit, account: Account, preview: Preview) -> None:
    same = account.id == preview.collector.id or not preview.collector.id
    if not same or _held(unit, account, preview.mode, preview.on) != preview.held:
        raise Refused("The collection has changed since this was looked at: nothing was posted. Look at it again.")


def _draft(unit: Unit, account: Account, catalogue: Catalogue, preview: Preview, said: Said) -> Draft | None:
    """Write the entry; None where nothing differs. Surplus comes from elsewhere, and what is missing goes there."""
    came = known_copies(catalogue, [_copies(one) for one in preview.changed if one.change > 0])
    went = known_copies(catalogue, [_copies(one) for one in preview.changed if one.change < 0])
    elsewhere = unit.accounts.elsewhere
    if not came and not went:
        return None
    if preview.mode is Mode.ADD:
        return posting.found(said.id, elsewhere, account, came, happened=said.on, note=said.note)
    return posting.recount(said.id, elsewhere, account, came, went, happened=said.on, note=said.note)


def _copies(one: Change) -> Copies:
    return Copies(one.card.number, one.finish, abs(one.change))
