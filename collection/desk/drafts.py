"""What was begun and not yet put into the books: packs half typed, a count of the binder half done.

Drafts move no cards. They are kept in the book, so that leaving the program, or losing it, loses none of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from collection.catalogue.card import CardNo, Copies
from collection.desk.collectors import current
from collection.store.book import Book, Unit

MOST_DRAFTS = 50
"""Packs that one collector can have begun; of more, the oldest are let go."""

_PACKS = "packs begun by {}"
_COUNT = "count begun by {}"


@dataclass(frozen=True, slots=True)
class PackDraft:
    """A pack that was begun: its cards in the order in which they were typed, and what is known of it besides."""

    id: str
    """The id that the pack will have in the books: logged twice, its cards move once."""
    cards: tuple[Copies, ...] = ()
    line: str = ""
    """What was typed and not yet kept."""
    day: str = ""
    """As it was typed; so are price, shop and note."""
    price: str = ""
    shop: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CountDraft:
    """A count of the binder that was begun: what was counted so far, and which cards are to be counted."""

    id: str
    query: str = ""
    """The search whose cards are counted, as it was typed; empty for the whole set."""
    scope: tuple[CardNo, ...] = ()
    """The numbers that it had found when the count began; empty for the whole set."""
    counted: tuple[tuple[CardNo, str, int], ...] = ()
    """Number, finish and copies that are really there, 0 too, in the order in which they were counted."""
    reason: str = ""


def pack_drafts(book: Book, collector: str | None = None) -> tuple[PackDraft, ...]:
    """Give the packs that were begun and are not in the book, the one that was touched last first."""
    with book.reading() as unit:
        drafts = _packs(unit, current(unit, collector).name)
        # Whoever typed on while a pack was logged may have kept it once more.
        return tuple(draft for draft in drafts if unit.packs.get(draft.id) is None)


def keep_pack_draft(book: Book, collector: str | None, draft: PackDraft) -> None:
    """Keep a pack as far as it goes, in the place of what was kept of it before."""
    with book.writing() as unit:
        name = current(unit, collector).name
        others = [each for each in _packs(unit, name) if each.id != draft.id]
        _keep_packs(unit, name, [draft, *others])


def drop_pack_draft(book: Book, collector: str | None, id: str) -> None:
    """Let go of a draft; nothing happens when there is none of that id."""
    with book.writing() as unit:
        name = current(unit, collector).name
        drafts = _packs(unit, name)
        others = [each for each in drafts if each.id != id]
        if len(others) < len(drafts):
            _keep_packs(unit, name, others)


def count_draft(book: Book, collector: str | None = None) -> CountDraft | None:
    """Give the count that was begun, None when there is none."""
    with book.reading() as unit:
        text = unit.settings.get(_COUNT.format(current(unit, collector).name))
    tree = _tree(text)
    return _count(tree) if isinstance(tree, dict) else None


def keep_count_draft(book: Book, collector: str | None, draft: CountDraft | None) -> None:
    """Keep a count as far as it goes; None lets go of it."""
    with book.writing() as unit:
        name = _COUNT.format(current(unit, collector).name)
        tree = draft and {
            **_fields(draft),
            "scope": list(draft.scope),
            "counted": [list(each) for each in draft.counted],
        }
        unit.settings.set(name, json.dumps(tree, ensure_ascii=False))


def move_drafts(unit: Unit, old: str, new: str) -> None:
    """Keep what a collector has begun under their new name."""
    for kept in (_PACKS, _COUNT):
        begun = unit.settings.get(kept.format(old))
        if begun is not None and old != new:
            unit.settings.set(kept.format(new), begun)
            unit.settings.set(kept.format(old), "null")


def _packs(unit: Unit, name: str) -> tuple[PackDraft, ...]:
    trees = _tree(unit.settings.get(_PACKS.format(name)))
    return tuple(draft for tree in trees if (draft := _pack(tree))) if isinstance(trees, list) else ()


def _keep_packs(unit: Unit, name: str, drafts: Iterable[PackDraft]) -> None:
    kept = list(drafts)[:MOST_DRAFTS]
    trees = [_fields(each) | {"cards": [[one.number, one.finish, one.quantity] for one in each.cards]} for each in kept]
    unit.settings.set(_PACKS.format(name), json.dumps(trees, ensure_ascii=False))


def _tree(text: str | None) -> Any:
    """Read what was kept; what cannot be read was never begun: a draft is worth less than getting on."""
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError):
        return None


def _fields(draft: PackDraft | CountDraft) -> dict[str, Any]:
    return {name: value for name in draft.__slots__ if isinstance(value := getattr(draft, name), str)}


def _pack(tree: Any) -> PackDraft | None:
    words = _words(tree, PackDraft)
    if words is None:
        return None
    cards = [each for each in _piles(tree, "cards") if each[2]]
    return replace(PackDraft(**words), cards=tuple(Copies(*each) for each in cards))


def _count(tree: Any) -> CountDraft | None:
    words = _words(tree, CountDraft)
    if words is None:
        return None
    scope = tree.get("scope")
    numbers = tuple(each for each in scope if type(each) is int) if isinstance(scope, list) else ()
    return replace(CountDraft(**words), scope=numbers, counted=_piles(tree, "counted"))


def _words(tree: Any, kind: type[PackDraft] | type[CountDraft]) -> dict[str, Any] | None:
    """Give the texts of a draft; None where it has no id."""
    if not isinstance(tree, Mapping) or not isinstance(tree.get("id"), str):
        return None
    return {name: tree[name] for name in kind.__slots__ if isinstance(tree.get(name), str)}


def _piles(tree: Mapping[str, Any], field: str) -> tuple[tuple[CardNo, str, int], ...]:
    found = tree.get(field)
    if not isinstance(found, list):
        return ()
    return tuple(
        (each[0], each[1], each[2])
        for each in found
        if isinstance(each, list) and [type(part) for part in each] == [int, str, int] and each[2] >= 0
    )
