"""The JSON document of a whole book, read back: strictly, with every fault at once."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from collection.catalogue.card import FIELDS, Copies
from collection.errors import NotUnderstood
from collection.interchange.items import NEVER, Faults, Item
from collection.interchange.whole import FORMAT, VERSION, ConfirmedCard, KeptPack, KeptValue, Saying, WholeBook
from collection.interchange.whole_decks import read_decks
from collection.interchange.whole_hands import WITH_VERSIONS, read_hand, read_value
from collection.interchange.whole_matches import read_matches
from collection.interchange.whole_puzzles import read_puzzles
from collection.ledger.entry import MOST_COPIES, Account, AccountKind, Entry, EntryKind, Movement, Pack
from collection.ledger.mark import Mark, MarkKind
from collection.ledger.posting import added_up
from collection.text import crop

LARGEST = 256 * 1024 * 1024
"""Characters of a document, at most: some million movements."""
_HIGHEST = 999_999
"""No card has a higher number."""
_NOBODY = Account(0, "", AccountKind.WORLD)


class _Unreadable(ValueError):
    """What JSON allows in itself, or its reader, and no document of ours holds."""


def read_whole(text: str) -> WholeBook:
    """Read a document that `write_whole` wrote.

    Accounts keep the numbers that they have in the document. What only a book can know (whether the copies were
    there, whether a card is one of the set) is not checked. Raises NotUnderstood with every fault, each with its place.
    """
    root = _document(text)
    faults = Faults()
    top = Item(root, "the document", faults)
    version = _version(top)
    top = Item({name: value for name, value in root.items() if name not in ("format", "version")}, "", faults)
    cards = tuple(_card(item) for item in top.items("cards", "card"))
    accounts = _accounts(top)
    entries = _entries(top, accounts)
    whole = WholeBook(
        cards,
        tuple(accounts.values()),
        tuple(entries.values()),
        _packs(top, accounts, entries),
        tuple(read_hand(item, _account(item, "owner", accounts), version) for item in top.items("hands", "hand")),
        read_matches(top, lambda item, name: _account(item, name, accounts), version),
        tuple(_mark(item, accounts) for item in top.items("marks", "mark")),
        _values(top, accounts) if version >= WITH_VERSIONS else (),
        tuple(_pair(item, "name", "text") for item in top.items("searches", "search")),
        tuple(_pair(item, "name", "value") for item in top.items("settings", "setting")),
        tuple(_saying(item) for item in top.items("sayings", "saying")),
        read_puzzles(top, lambda item, name: _account(item, name, accounts), version),
        read_decks(top, lambda item, name: _account(item, name, accounts), version),
    )
    top.close()
    if faults:
        raise NotUnderstood(*faults.sentences())
    return whole


def _document(text: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise NotUnderstood(f"The document has {len(text)} characters; at most {LARGEST} are read.")
    try:
        root = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise NotUnderstood(f"Line {fault.lineno}, column {fault.colno}: this is not JSON ({fault.msg}).") from None
    except RecursionError:
        raise NotUnderstood("The document nests deeper than any book does.") from None
    except _Unreadable as fault:
        raise NotUnderstood(f"The document cannot be read: {fault}.") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits, and tells how a programmer would change that.
        raise NotUnderstood("The document cannot be read: it holds a number of thousands of digits.") from None
    if not isinstance(root, dict):
        raise NotUnderstood(f'This is not a book of ours: it does not begin with {{"format": "{FORMAT}".')
    return root


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise _Unreadable(f"{crop(twice, 40)} is given twice in one object")
    return fields


def _no_constant(word: str) -> NoReturn:
    raise _Unreadable(f"{word} is no number")


def _version(top: Item) -> int:
    if top.raw("format") != FORMAT:
        raise NotUnderstood(f'This is not a book of ours: its "format" is not "{FORMAT}".')
    version = top.raw("version")
    if type(version) is not int or version < 1:
        raise NotUnderstood('The document does not say its "version".')
    if version > VERSION:
        raise NotUnderstood(
            f"The document was written by a newer version of this program (version {version}, this one reads "
            f"{VERSION}). Update the program."
        )
    return version


def _card(item: Item) -> ConfirmedCard:
    number = item.number("card", 1, _HIGHEST)
    item.place = f"card {number}"
    fields = item.raw("confirmed")
    item.close()
    if not isinstance(fields, dict) or not fields:
        item.fault("confirmed is to be an object of fields and their values.")
        return ConfirmedCard(number, {})
    for name, value in fields.items():
        if name not in FIELDS:
            item.fault(f"{crop(name, 40)} is not a field of a card; the fields are {', '.join(FIELDS)}.")
        elif not (value is None or type(value) in (str, int)):
            item.fault(f"{name} is to be a text or a number.")
    return ConfirmedCard(number, {name: fields[name] for name in FIELDS if name in fields})


def _accounts(top: Item) -> dict[int, Account]:
    accounts: dict[int, Account] = {}
    for item in top.items("accounts", "account"):
        number = item.number("account", 1)
        if number in accounts:
            item.fault(f"the number {number} is an account already.")
        kind = item.word("kind", AccountKind)
        accounts[number] = Account(number, item.line("name", empty=False), kind, item.flag("solo"))
        item.close()
    return accounts


def _account(item: Item, name: str, accounts: Mapping[int, Account]) -> Account:
    number = item.number(name, 1)
    found = accounts.get(number)
    if found is None and item.has(name):
        item.fault(f"{name} names the account {number}, which is not in the document.")
    return found or _NOBODY


def _entries(top: Item, accounts: Mapping[int, Account]) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for item in top.items("entries", "entry"):
        entry = _entry(item, accounts)
        if entry.id in entries:
            item.fault("this id is an entry already.")
        if entry.kind is EntryKind.VOID:
            entry = _void(item, entry, entries)
        entries[entry.id] = entry
        item.close()
    return entries


def _entry(item: Item, accounts: Mapping[int, Account]) -> Entry:
    key = item.id()
    item.place = f"{item.place} ({crop(key, 64)})"
    kind = item.word("kind", EntryKind)
    movements: tuple[Movement, ...] = ()
    if kind is not EntryKind.VOID:
        movements = tuple(_movement(one, accounts) for one in item.items("movements", "movement"))
        if not movements and item.has("movements"):
            item.fault("an entry moves at least one card.")
    return Entry(key, kind, movements, item.day("happened"), item.moment("recorded"), item.line("note"), None, None)


def _movement(item: Item, accounts: Mapping[int, Account]) -> Movement:
    copies = Copies(
        item.number("number", 1, _HIGHEST), item.line("finish", empty=False), item.number("quantity", 1, MOST_COPIES)
    )
    movement = Movement(copies, _account(item, "from", accounts), _account(item, "to", accounts))
    item.close()
    return movement


def _void(item: Item, void: Entry, entries: dict[str, Entry]) -> Entry:
    """Fill in what a void moves, and mark the entry that it takes back."""
    reverses = item.id("reverses")
    there = entries.get(reverses)
    if there is None or there.kind is EntryKind.VOID or there.voided_by is not None:
        item.fault("reverses is to name an entry that stands before it, is no void, and is taken back by no other.")
        return void
    if there.happened != void.happened:
        item.fault(f"a void counts as of the day of what it takes back, {there.happened}.")
    entries[reverses] = replace(there, voided_by=void.id)
    back = tuple(Movement(one.copies, one.target, one.source) for one in reversed(there.movements))
    return replace(void, movements=back, reverses=reverses)


def _packs(top: Item, accounts: Mapping[int, Account], entries: Mapping[str, Entry]) -> tuple[KeptPack, ...]:
    packs: dict[str, KeptPack] = {}
    for item in top.items("packs", "pack"):
        key = item.id()
        item.place = f"{item.place} ({crop(key, 64)})"
        if key in packs:
            item.fault("this id is a pack already.")
        collector = _account(item, "collector", accounts)
        if collector.kind is not AccountKind.COLLECTOR and collector is not _NOBODY:
            item.fault("a pack is a collector's.")
        price, shop = item.line("price"), item.line("shop")
        if item.has("levels"):
            packs[key] = _pack_of_levels(item, key, collector, price, shop)
            if key in entries:
                item.fault("this id is an entry, and a pack of counts per Level has none.")
        else:
            packs[key] = _pack_of_entry(item, entries, collector, price, shop)
        item.close()
    return tuple(packs.values())


def _pack_of_levels(item: Item, id: str, collector: Account, price: str, shop: str) -> KeptPack:
    levels = item.numbers("levels")
    if len(levels) != 5:
        item.fault("levels is to be five counts, one a Level.")
    first, second, third, fourth, fifth = (*levels, 0, 0, 0, 0, 0)[:5]
    pack = Pack(
        id=id,
        opened=item.day("opened"),
        cards=(),
        levels=(first, second, third, fourth, fifth),
        price=price,
        shop=shop,
        note=item.line("note"),
        voided=item.flag("voided"),
    )
    return KeptPack(pack, collector, item.moment("recorded"))


def _pack_of_entry(item: Item, entries: Mapping[str, Entry], collector: Account, price: str, shop: str) -> KeptPack:
    key = item.id()
    entry = entries.get(key)
    if entry is None or entry.kind is not EntryKind.PULL:
        item.fault("a pack has a pull of the same id among the entries, or levels.")
        entry = Entry(key, EntryKind.PULL, (), dt.date.min, NEVER, "", None, None)
    corrects: str | None = item.maybe("corrects", item.id)
    if corrects is not None and corrects not in entries:
        item.fault("corrects names no entry of the document.")
    pack = Pack(
        id=key,
        opened=entry.happened,
        cards=added_up(movement.copies for movement in entry.movements),
        levels=None,
        price=price,
        shop=shop,
        note=entry.note,
        voided=entry.voided_by is not None,
        corrects=corrects,
    )
    return KeptPack(pack, collector, entry.recorded)


def _values(top: Item, accounts: Mapping[int, Account]) -> tuple[KeptValue, ...]:
    items = top.items("values", "value")
    return tuple(read_value(item, _account(item, "account", accounts), _HIGHEST) for item in items)


def _mark(item: Item, accounts: Mapping[int, Account]) -> Mark:
    mark = Mark(
        _account(item, "account", accounts),
        item.number("number", 1, _HIGHEST),
        item.word("kind", MarkKind),
        item.line("note"),
    )
    item.close()
    return mark


def _pair(item: Item, name: str, value: str) -> tuple[str, str]:
    pair = item.text(name), item.text(value)
    if not pair[0] and item.has(name):
        item.fault(f"{name} is empty.")
    item.close()
    return pair


def _saying(item: Item) -> Saying:
    saying = Saying(item.id(), item.text("act"), item.text("words"))
    item.close()
    return saying
