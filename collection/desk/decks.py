"""Saved decks of Cardia at the desk."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.data import load_document
from collection.desk.collectors import current, current_for_writing
from collection.desk.deck_drafts import NEW, deck_drafts, move_deck_draft, put_deck_draft
from collection.desk.people import closest, listed
from collection.errors import HandRefused, NotUnderstood
from collection.games.cardia.cards import Card
from collection.games.cardia.data import FILE, CardiaData, data_of
from collection.games.cardia.deck_words import read_words
from collection.games.cardia.decks import (
    STANDARD,
    DeckFault,
    completions,
    deck_faults,
    in_order,
    made_of,
    played_with,
    standard,
)
from collection.hands.deck import Deck
from collection.ledger.entry import Account, AccountKind
from collection.play.gathering import corrections_of
from collection.store.book import Book, Unit
from collection.text import clean_name, quoted, search_key

GAME = "cardia"
MOST_CARDS = 64
"""The most cards that a deck on paper may list: every card of the game."""
_NAME = "deck's name"


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A saved deck with every reason why it is not legal; none when it is."""

    deck: Deck
    faults: tuple[DeckFault, ...]
    made_of: str
    """What it is made of, in a few words."""
    beside: tuple[str, ...]
    """What lies on the table beside it: ships and islands, phials."""


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck that a game can be played with."""

    name: str
    about: str
    options: Mapping[str, str | list[str]]
    """What a game of Cardia takes for it."""
    why_not: tuple[str, ...] = ()
    """Every reason why it cannot be played with."""
    saved: bool = False


def cardia(book: Book) -> CardiaData:
    """Give what Cardia is played with in this book: the data files, and what its owner has corrected."""
    with book.reading() as unit:
        return data_in(unit)


def data_in(unit: Unit) -> CardiaData:
    """Give what Cardia is played with, within the unit of work of the caller."""
    return data_of(load_document(GAME, FILE), corrections_of(unit, GAME))


def read_cards(book: Book, words: Sequence[str]) -> tuple[str, ...]:
    """Give the cards that words mean, as `read_words` does."""
    return read_words(words, cardia(book))


@dataclass(frozen=True, slots=True)
class DeckShelf:
    """What the screens of decks show: the collector's decks, the printed ones, what was begun, and all cards."""

    data: CardiaData
    saved: tuple[CheckedDeck, ...]
    printed: tuple[CheckedDeck, ...]
    drafts: Mapping[str, tuple[str, ...]]
    """What was begun and is not saved, by the deck's name, or NEW."""

    def checked(self, cards: Sequence[str]) -> tuple[DeckFault, ...]:
        """Give every reason why these cards are no legal deck."""
        return deck_faults(cards, self.data)


def deck_shelf(book: Book, collector: str | None) -> DeckShelf:
    """Read everything that the screens of decks show."""
    with book.reading() as unit:
        data, account = data_in(unit), current(unit, collector)
        saved = tuple(_checked(one, data) for one in unit.decks.all(account))
        drafts = deck_drafts(unit, account)
    return DeckShelf(data, saved, tuple(_idea(standard(name, data) or (), data) for name in STANDARD), drafts)


def save_draft(
    book: Book, collector: str | None, name: str, cards: Sequence[str], now: dt.datetime, *, built_on: Deck | None
) -> CheckedDeck:
    """Save what was begun of the deck called `name`; the draft goes. `built_on` is None for a deck that is new.

    Raises HandRefused, and the draft stays, when a new deck's name is in use or a printed deck's, or when the saved one
    has other cards by now than `built_on`.
    """
    wanted = _writable(cards)
    kept = _free_of_print(name) if built_on is None else name
    with book.writing() as unit:
        data = data_in(unit)
        if built_on is None:
            account = current_for_writing(unit, collector)
            saved = unit.decks.create(account, kept, in_order(wanted, data), now)
            put_deck_draft(unit, account, NEW, None)
        else:
            there = named_deck(unit, current(unit, collector), kept)
            if there.cards != built_on.cards:
                raise HandRefused(
                    f"{quoted(there.name)} was changed in another window. One step of undo shows its cards there; "
                    "saving again puts these in their place."
                )
            saved = unit.decks.change(there, in_order(wanted, data), now)
            put_deck_draft(unit, saved.owner, saved.name, None)
        return _checked(saved, data)


def new_deck(book: Book, collector: str | None, name: str, cards: Sequence[str], now: dt.datetime) -> CheckedDeck:
    """Save a new deck, legal or not. Raises HandRefused when the name is in use, or is a printed deck's."""
    kept, wanted = _free_of_print(name), _writable(cards)
    with book.writing() as unit:
        account, data = current_for_writing(unit, collector), data_in(unit)
        return _checked(unit.decks.create(account, kept, in_order(wanted, data), now), data)


def put_deck(
    book: Book, collector: str | None, name: str, cards: Sequence[str], now: dt.datetime, *, replace: bool = False
) -> CheckedDeck:
    """Save a deck under `name`, whether or not there is one: with `replace` that gets these cards.

    Raises HandRefused when the name is in use, without `replace`, or is a printed deck's.
    """
    kept, wanted = _free_of_print(name), _writable(cards)
    with book.writing() as unit:
        account, data = current_for_writing(unit, collector), data_in(unit)
        there = unit.decks.find(account, kept)
        if there is None:
            return _checked(unit.decks.create(account, kept, in_order(wanted, data), now), data)
        if not replace:
            raise HandRefused(
                f"There is a deck called {quoted(there.name)} already. Choose another name, or have it replaced.",
                option="replace",
            )
        return _checked(unit.decks.change(there, in_order(wanted, data), now), data)


def change_deck(book: Book, collector: str | None, name: str, cards: Sequence[str], now: dt.datetime) -> CheckedDeck:
    """Give a saved deck other cards; those that it had are kept, for `undo_deck`.

    Raises HandRefused, naming the closest names, when there is none.
    """
    wanted = _writable(cards)
    with book.writing() as unit:
        saved, data = named_deck(unit, current(unit, collector), name), data_in(unit)
        return _checked(unit.decks.change(saved, in_order(wanted, data), now), data)


def undo_deck(book: Book, collector: str | None, name: str, now: dt.datetime) -> CheckedDeck:
    """Give a deck the cards that it had before it was changed last; once more brings those back.

    Raises HandRefused when there is no such deck, or it was never changed.
    """
    with book.writing() as unit:
        saved = named_deck(unit, current(unit, collector), name)
        if saved.before is None:
            raise HandRefused(f"{quoted(saved.name)} is as it was saved first: there is nothing to undo.")
        return _checked(unit.decks.change(saved, saved.before, now), data_in(unit))


def deck(book: Book, collector: str | None, name: str) -> CheckedDeck:
    """Give a deck in use. Raises HandRefused, naming the closest names, when there is none."""
    with book.reading() as unit:
        return _checked(named_deck(unit, current(unit, collector), name), data_in(unit))


def decks(book: Book, collector: str | None = None, *, archived: bool = False) -> tuple[CheckedDeck, ...]:
    """Give the collector's decks, by name."""
    with book.reading() as unit:
        data = data_in(unit)
        return tuple(_checked(one, data) for one in unit.decks.all(current(unit, collector), archived=archived))


def copy_deck(book: Book, collector: str | None, name: str, to: str, now: dt.datetime) -> CheckedDeck:
    """Save a copy of a deck, also of a printed one, under another name.

    Raises HandRefused when there is none, or that name is in use.
    """
    kept = _free_of_print(to)
    with book.writing() as unit:
        data = data_in(unit)
        printed = _printed(name, data)
        account = current(unit, collector) if printed is None else current_for_writing(unit, collector)
        cards = named_deck(unit, account, name).cards if printed is None else printed
        return _checked(unit.decks.create(account, kept, cards, now), data)


def rename_deck(book: Book, collector: str | None, name: str, to: str) -> CheckedDeck:
    """Call a deck otherwise. Raises HandRefused when there is none, or that name is in use."""
    kept = _free_of_print(to)
    with book.writing() as unit:
        saved = named_deck(unit, current(unit, collector), name)
        renamed = unit.decks.rename(saved, kept)
        move_deck_draft(unit, renamed.owner, saved.name, renamed.name)
        return _checked(renamed, data_in(unit))


def archive_deck(book: Book, collector: str | None, name: str, now: dt.datetime) -> Deck:
    """Put a deck away; `bring_back` takes it into use again. Raises HandRefused when there is none."""
    with book.writing() as unit:
        saved = named_deck(unit, current(unit, collector), name)
        put_deck_draft(unit, saved.owner, saved.name, None)
        return unit.decks.archive(saved, now)


def bring_back(book: Book, collector: str | None, name: str) -> CheckedDeck:
    """Take the deck that was put away last under `name` into use again.

    Raises HandRefused when there is none, or the name is in use.
    """
    with book.writing() as unit:
        account = current(unit, collector)
        put_away = unit.decks.all(account, archived=True)
        key = search_key(clean_name(name, what=_NAME))
        found = [one for one in put_away if search_key(one.name) == key]
        if not found:
            hint = f" There is: {listed(one.name for one in put_away[:5])}." if put_away else ""
            raise HandRefused(f"{quoted(account.name)} has put away no deck called {quoted(name)}.{hint}")
        return _brought_back(unit, found)


def bring_back_last(book: Book, collector: str | None) -> CheckedDeck:
    """Take the deck that was put away last into use again.

    Raises HandRefused when there is none, or its name is in use.
    """
    with book.writing() as unit:
        put_away = unit.decks.all(current(unit, collector), archived=True)
        if not put_away:
            raise HandRefused("No deck was put away.")
        return _brought_back(unit, put_away)


def _brought_back(unit: Unit, put_away: Sequence[Deck]) -> CheckedDeck:
    last = max(put_away, key=lambda one: (one.archived or one.changed, one.id))
    return _checked(unit.decks.bring_back(last, last.name), data_in(unit))


def ideas(book: Book, cards: Sequence[str] = ()) -> tuple[CheckedDeck, ...]:
    """Give every legal deck that holds all of `cards`, and without any the decks that need no building.

    They are nobody's, and are called as their cards are: `III`, or by what they are made of.
    """
    data = cardia(book)
    found = completions(cards, data) if cards else tuple(standard(name, data) or () for name in STANDARD)
    return tuple(_idea(keys, data) for keys in found)


def deck_options(book: Book, collector: str | None, name: str) -> dict[str, str | list[str]]:
    """Give what a game of Cardia takes for a deck: a printed one's name, or the cards of a saved one.

    Raises HandRefused with every reason why the deck is not legal, or when there is none of this name.
    """
    with book.reading() as unit:
        data = data_in(unit)
        if _printed(name, data) is None:
            keys = named_deck(unit, current(unit, collector), name).cards
        else:
            keys = _printed(name, data) or ()
    faults = deck_faults(keys, data)
    if faults:
        raise HandRefused(*(fault.message for fault in faults))
    return _options(keys, data)


def deck_choices(book: Book, collector: str | None = None) -> tuple[DeckChoice, ...]:
    """Give every deck that a game can be begun with, the printed ones first; those that are not legal say why."""
    with book.reading() as unit:
        data = data_in(unit)
        saved = unit.decks.all(current(unit, collector))
    printed = (_idea(standard(name, data) or (), data) for name in STANDARD)
    choices = [DeckChoice(one.deck.name, _about(one), _options(one.deck.cards, data)) for one in printed]
    for checked in (_checked(one, data) for one in saved):
        why_not = tuple(fault.message for fault in checked.faults)
        options: dict[str, str | list[str]] = {} if why_not else _options(checked.deck.cards, data)
        choices.append(DeckChoice(checked.deck.name, _about(checked), options, why_not, saved=True))
    return tuple(choices)


def named_deck(unit: Unit, owner: Account, name: str) -> Deck:
    """Give the owner's deck in use that is called `name`. Raises HandRefused, naming the closest names."""
    found = unit.decks.find(owner, clean_name(name, what=_NAME))
    if found is not None:
        return found
    there = [saved.name for saved in unit.decks.all(owner)]
    if not there:
        raise HandRefused(
            f"{quoted(owner.name)} has no deck called {quoted(name)}, and no other in use. "
            "`mudwater deck new NAME CARDS` saves one."
        )
    near = closest(name, there) or tuple(there[:5])
    raise HandRefused(f"{quoted(owner.name)} has no deck called {quoted(name)}. There is: {listed(near)}.")


def cards_of(keys: Iterable[str], data: CardiaData) -> tuple[Card, ...]:
    """Give the cards of a deck that there are."""
    return tuple(card for key in keys if (card := data.card(key)) is not None)


def _printed(name: str, data: CardiaData) -> tuple[str, ...] | None:
    wanted = search_key(name)
    return next((standard(one, data) for one in STANDARD if search_key(one) == wanted), None)


def _free_of_print(name: str) -> str:
    kept = clean_name(name, what=_NAME)
    if search_key(kept) in map(search_key, STANDARD):
        raise HandRefused(f"{kept} is a deck as it is printed. Choose another name.")
    return kept


def _writable(cards: Sequence[str]) -> tuple[str, ...]:
    if len(cards) > MOST_CARDS:
        raise NotUnderstood(f"{len(cards)} cards are no deck: at most {MOST_CARDS} can be written down, 16 are legal.")
    return tuple(cards)


def _idea(keys: tuple[str, ...], data: CardiaData) -> CheckedDeck:
    name = next((one for one in STANDARD if standard(one, data) == keys), made_of(keys, data))
    nobody, never = Account(0, "", AccountKind.COLLECTOR), dt.datetime.min.replace(tzinfo=dt.UTC)
    return _checked(Deck(0, nobody, name, keys, never, never), data)


def _options(keys: Sequence[str], data: CardiaData) -> dict[str, str | list[str]]:
    printed = next((one for one in STANDARD if standard(one, data) == in_order(keys, data)), None)
    return {"cards": list(keys)} if printed is None else {"deck": printed}


def _about(checked: CheckedDeck) -> str:
    beside = f"; with {' and '.join(checked.beside)}" if checked.beside else ""
    return f"{checked.made_of}{beside}"


def _checked(saved: Deck, data: CardiaData) -> CheckedDeck:
    keys = saved.cards
    return CheckedDeck(saved, deck_faults(keys, data), made_of(keys, data), played_with(keys, data))
