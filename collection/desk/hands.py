"""Saved hands at the desk."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.desk.collectors import current, current_for_writing
from collection.desk.hand_drafts import NEW, HandDraft, move_hand_draft, put_hand_draft
from collection.desk.marks import keepsakes
from collection.desk.people import closest, listed
from collection.errors import HandRefused, NotUnderstood
from collection.hands.hand import Hand, HandFault
from collection.hands.history import HandHistory
from collection.hands.keepsakes import StakeWarning, stake_warnings
from collection.hands.legality import hand_faults
from collection.hands.tied import TiedCard, tied_cards
from collection.ledger.entry import Account
from collection.store.book import Book, Unit
from collection.text import clean_name, quoted

MOST_CARDS = 500
"""The most cards that a hand on paper may list: far above what is legal, far below what hurts."""

_HIGHEST = 999_999
_NAME = "hand's name"


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """A saved hand with every reason why it is not legal; none when it is."""

    hand: Hand
    faults: tuple[HandFault, ...]
    warnings: tuple[StakeWarning, ...] = ()
    """Keepsakes in it: they make no hand illegal."""
    tied: tuple[TiedCard, ...] = ()
    """Cards of which every copy lies in other hands that are sleeved: that makes no hand illegal either."""


@dataclass(frozen=True, slots=True)
class PutHand:
    """A hand that was saved, and whether one of its name was there and has these cards now."""

    checked: CheckedHand
    replaced: bool


def new_hand(book: Book, collector: str | None, name: str, cards: Sequence[CardNo], now: dt.datetime) -> CheckedHand:
    """Save a new hand, legal or not. Raises HandRefused when the name is in use."""
    kept, wanted = clean_name(name, what=_NAME), _writable(cards)
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        return _checked(unit, unit.hands.create(account, kept, wanted, now))


def put_hand(
    book: Book,
    collector: str | None,
    name: str,
    cards: Sequence[CardNo],
    now: dt.datetime,
    *,
    replace: bool = False,
) -> PutHand:
    """Save a hand under `name`, whether or not there is one: with `replace` that gets these cards.

    Raises HandRefused when the name is in use, without `replace`.
    """
    kept, wanted = clean_name(name, what=_NAME), _writable(cards)
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        there = unit.hands.find(account, kept)
        if there is None:
            saved = unit.hands.create(account, kept, wanted, now)
        elif replace:
            saved = unit.hands.change(there, wanted, now)
        else:
            raise HandRefused(
                f"There is a hand called {quoted(there.name)} already. Choose another name, or have it replaced.",
                option="replace",
            )
        return PutHand(_checked(unit, saved), there is not None)


def change_hand(book: Book, collector: str | None, name: str, cards: Sequence[CardNo], now: dt.datetime) -> CheckedHand:
    """Give a saved hand other cards. Raises HandRefused, naming the closest names, when there is none."""
    wanted = _writable(cards)
    with book.writing() as unit:
        saved = named_hand(unit, current(unit, collector), name)
        return _checked(unit, unit.hands.change(saved, wanted, now))


def save_draft(
    book: Book, collector: str | None, name: str, draft: HandDraft, now: dt.datetime, *, built_on: int | None
) -> CheckedHand:
    """Save what was begun of the hand called `name`; of the draft its locks stay.

    `built_on` is the version that it was begun on, None for a hand that is new. Raises HandRefused, and the draft stays
    whole, when a new hand's name is in use, no hand is called `name`, or it has other cards by now than that version:
    what somebody saved in another window is not saved over unseen.
    """
    kept, wanted = clean_name(name, what=_NAME), _writable(draft.cards)
    with book.writing() as unit:
        if built_on is None:
            account = current_for_writing(unit, collector)
            saved = unit.hands.create(account, kept, wanted, now)
            put_hand_draft(unit, account, NEW, None)
        else:
            there = named_hand(unit, current(unit, collector), kept)
            if there.version != built_on and there.cards != wanted:
                raise HandRefused(
                    f"{quoted(there.name)} was changed in another window: it is as in version {there.version} now. "
                    "Look at that (Versions); saved once more, what is here comes after it."
                )
            saved = unit.hands.change(there, wanted, now)
        put_hand_draft(unit, saved.owner, saved.name, draft if draft.locked else None)
        return _checked(unit, saved)


def hand(book: Book, collector: str | None, name: str) -> CheckedHand:
    """Give a hand in use. Raises HandRefused, naming the closest names, when there is none."""
    with book.reading() as unit:
        return _checked(unit, named_hand(unit, current(unit, collector), name))


def hands(book: Book, collector: str | None = None, *, archived: bool = False) -> tuple[CheckedHand, ...]:
    """Give the collector's hands, by name."""
    with book.reading() as unit:
        account = current(unit, collector)
        return _all_checked(unit, account, unit.hands.all(account, archived=archived))


def copy_hand(book: Book, collector: str | None, name: str, to: str, now: dt.datetime) -> CheckedHand:
    """Save a copy of a hand under another name. Raises HandRefused when there is none, or that name is in use."""
    kept = clean_name(to, what=_NAME)
    with book.writing() as unit:
        account = current(unit, collector)
        saved = named_hand(unit, account, name)
        return _checked(unit, unit.hands.create(account, kept, saved.cards, now))


def rename_hand(book: Book, collector: str | None, name: str, to: str) -> CheckedHand:
    """Call a hand otherwise; its draft goes with it. Raises HandRefused when there is none, or that name is in use."""
    kept = clean_name(to, what=_NAME)
    with book.writing() as unit:
        saved = named_hand(unit, current(unit, collector), name)
        renamed = unit.hands.rename(saved, kept)
        move_hand_draft(unit, renamed.owner, saved.name, renamed.name)
        return _checked(unit, renamed)


def archive_hand(book: Book, collector: str | None, name: str, now: dt.datetime) -> Hand:
    """Put a hand away; no history is lost, only what was never saved. Raises HandRefused when there is none."""
    with book.writing() as unit:
        saved = named_hand(unit, current(unit, collector), name)
        put_hand_draft(unit, saved.owner, saved.name, None)
        return unit.hands.archive(saved, now)


def hand_history(book: Book, collector: str | None, name: str) -> HandHistory:
    """Give a hand in use with every version that it had. Raises HandRefused when there is none."""
    with book.reading() as unit:
        return history_of(unit, named_hand(unit, current(unit, collector), name))


def undo_hand(book: Book, collector: str | None, name: str, now: dt.datetime) -> CheckedHand:
    """Give a hand the cards that it had before its current version; that stays, for redo.

    Raises HandRefused when there is no such hand, or nothing to undo.
    """
    with book.writing() as unit:
        history = history_of(unit, named_hand(unit, current(unit, collector), name))
        if history.undone is None:
            raise HandRefused(f"{quoted(history.hand.name)} is as it was saved first: there is nothing to undo.")
        return _checked(unit, unit.hands.go_to(history.hand, history.undone.number, now))


def redo_hand(book: Book, collector: str | None, name: str, now: dt.datetime) -> CheckedHand:
    """Go on to the newest version that was made of the current one.

    Raises HandRefused when there is no such hand, or nothing to redo.
    """
    with book.writing() as unit:
        history = history_of(unit, named_hand(unit, current(unit, collector), name))
        if history.redone is None:
            raise HandRefused(
                f"Nothing was made of version {history.hand.version} of {quoted(history.hand.name)} yet: "
                "there is nothing to redo."
            )
        return _checked(unit, unit.hands.go_to(history.hand, history.redone.number, now))


def restore_hand(book: Book, collector: str | None, name: str, version: int, now: dt.datetime) -> CheckedHand:
    """Give a hand the cards of any of its versions; all the others stay.

    Raises HandRefused when there is no such hand, or no such version of it.
    """
    with book.writing() as unit:
        saved = named_hand(unit, current(unit, collector), name)
        return _checked(unit, unit.hands.go_to(saved, version, now))


def sleeve_hand(book: Book, collector: str | None, name: str, *, sleeved: bool = True) -> CheckedHand:
    """Tie up the copies of a hand, so that other hands are not offered them, or let them go.

    Raises HandRefused when there is none.
    """
    with book.writing() as unit:
        saved = named_hand(unit, current(unit, collector), name)
        return _checked(unit, unit.hands.sleeve(saved, sleeved))


def named_hand(unit: Unit, owner: Account, name: str) -> Hand:
    """Give the owner's hand in use that is called `name`. Raises HandRefused, naming the closest names."""
    found = unit.hands.find(owner, clean_name(name, what=_NAME))
    if found is not None:
        return found
    there = [saved.name for saved in unit.hands.all(owner)]
    if not there:
        raise HandRefused(
            f"{quoted(owner.name)} has no hand called {quoted(name)}, and no other in use. "
            "`mudwater hand new NAME CARDS` saves one."
        )
    near = closest(name, there) or tuple(there[:5])
    raise HandRefused(f"{quoted(owner.name)} has no hand called {quoted(name)}. There is: {listed(near)}.")


def _writable(cards: Sequence[CardNo]) -> tuple[CardNo, ...]:
    """Give the cards of a hand on paper; it may be illegal, but not a flood."""
    if len(cards) > MOST_CARDS:
        raise NotUnderstood(f"{len(cards)} cards are no hand: at most {MOST_CARDS} can be written down, 14 are legal.")
    wild = [f"{number} is not a card's number." for number in dict.fromkeys(cards) if not 0 <= number <= _HIGHEST]
    if wild:
        raise NotUnderstood(*wild)
    return tuple(cards)


def history_of(unit: Unit, saved: Hand) -> HandHistory:
    """Give a saved hand with every version that it had, within the unit of work of the caller."""
    return HandHistory(saved, unit.hands.versions(saved))


def _checked(unit: Unit, saved: Hand) -> CheckedHand:
    return _all_checked(unit, saved.owner, [saved])[0]


def _all_checked(unit: Unit, owner: Account, saved: Iterable[Hand]) -> tuple[CheckedHand, ...]:
    catalogue, owned = unit.cards.catalogue(), unit.ledger.owned(owner)
    kept = keepsakes(unit, owner)
    sleeved = [one for one in unit.hands.all(owner) if one.sleeved]
    return tuple(
        CheckedHand(
            one,
            hand_faults(one.cards, catalogue, owned),
            stake_warnings(one.cards, catalogue, owned, kept),
            tied_cards(one.cards, catalogue, owned, [other for other in sleeved if other.id != one.id]),
        )
        for one in saved
    )
