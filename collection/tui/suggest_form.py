"""The form for what a collector asks of a suggested hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_copies
from collection.catalogue.words import read_integer
from collection.desk.suggestions import Suggestion, Wishes, suggest
from collection.errors import NotUnderstood
from collection.hands.advice import By
from collection.lab.strength import GAMES
from collection.text import quoted, search_key
from collection.tui.forms import Field, Form, Reader
from collection.tui.hands_desk import Shelf

MOST_GAMES = 10_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a suggestion, and how many games the search for the strongest may take."""

    wishes: Wishes = field(default_factory=Wishes)
    games: int = GAMES


class WishesForm(Form[Asked]):
    """Asks for cards to be held, cards never to be staked, hands to be left whole, and games; closes with them."""

    TITLE_WORDS: ClassVar[str] = "What the hand is to be like"
    SAVE_WORDS: ClassVar[str] = "Suggest"
    NOTE: ClassVar[str] = (
        "Cards by number or name, with commas between: 45, Dead Calm. Hands by name. Keepsakes and the cards of "
        "sleeved hands are left alone in any case. More games find more, and take longer."
    )

    def __init__(self, shelf: Shelf, asked: Asked) -> None:
        super().__init__()
        self._shelf = shelf
        self._asked = asked

    def fields(self) -> Iterable[Field]:
        """Give the three wishes, and the games."""
        wishes = self._asked.wishes
        names = tuple(checked.hand.name for checked in self._shelf.hands)
        example = f"such as {names[0]}" if names else ""
        return (
            Field("must", "Must hold", "such as 45, Dead Calm", _spelled(wishes.must)),
            Field("never", "Never stake", "such as 118", _spelled(wishes.never)),
            Field("whole", "Leave whole", example, ", ".join(wishes.leave), suggestions=names),
            Field("games", "Games", f"such as {GAMES}", str(self._asked.games)),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """See whether there is such a hand at all; a refusal stays in the form."""
        reader, catalogue = Reader(values), self._shelf.catalogue
        wishes = Wishes(
            must=reader.read("must", lambda text: _cards(catalogue, text), empty=()),
            never=reader.read("never", lambda text: _cards(catalogue, text), empty=()),
            leave=reader.read("whole", lambda text: _hands(self._shelf, text), empty=()),
            editing=self._asked.wishes.editing,
        )
        asked = Asked(wishes, reader.read("games", _games, empty=GAMES))
        reader.check()
        collector = self.mudwater.collector

        def fits(_: Suggestion) -> None:
            self.dismiss(asked)

        self.at_desk(lambda book: suggest(book, collector, By.SPLIT, wishes), fits)


def _spelled(cards: Sequence[CardNo]) -> str:
    return ", ".join(str(number) for number in cards)


def _cards(catalogue: Catalogue, text: str) -> tuple[CardNo, ...]:
    return tuple(dict.fromkeys(one.number for one in read_copies(catalogue, [text])))


def _hands(shelf: Shelf, text: str) -> tuple[str, ...]:
    """Read names of hands with commas between; a name may hold commas itself."""
    names = {search_key(checked.hand.name): checked.hand.name for checked in shelf.hands}
    if search_key(text) in names:
        return (names[search_key(text)],)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [quoted(part) for part in parts if search_key(part) not in names]
    if unknown:
        raise NotUnderstood(f"There is no hand called {', '.join(unknown)}.")
    return tuple(dict.fromkeys(names[search_key(part)] for part in parts))


def _games(text: str) -> int:
    number = read_integer(text)
    if number is None or not 1 <= number <= MOST_GAMES:
        raise NotUnderstood(f"Write how many games as a number, at most {MOST_GAMES}.")
    return number
