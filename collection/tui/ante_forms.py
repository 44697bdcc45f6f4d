"""Forms of the Ante place: a game from a real table, and a card named later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from textual.content import Content
from textual.screen import Screen

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_card
from collection.desk.antes import AnteLine, AnteReceipt, add_ante, complete_ante
from collection.desk.said import said
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.tui.dialogs import Confirm
from collection.tui.face import Look, Printed, face_content
from collection.tui.forms import Field, Form, Reader, read_day
from collection.tui.marks import SIGNS
from collection.tui.place import STAND_IN_NOTE
from collection.tui.text import clipped, paragraph


class AnteForm(Form[AnteReceipt]):
    """A game from a real table."""

    TITLE_WORDS: ClassVar[str] = "A game at a real table"
    NOTE: ClassVar[str] = "The loser's ante goes to the winner. A card that is not known can be named later."

    def __init__(
        self, catalogue: Catalogue, rivals: Sequence[str], hands: Sequence[str], keepsakes: frozenset[CardNo]
    ) -> None:
        super().__init__()
        self._keepsakes = keepsakes
        self._catalogue = catalogue
        self._rivals = tuple(rivals)
        self._hands = tuple(hands)

    def fields(self) -> Iterable[Field]:
        """Give the lines of the form."""
        return (
            Field("rival", "Rival", "who sat opposite", suggestions=self._rivals),
            Field("result", "I", choices=tuple(Result)),
            Field("stakes", "Stakes", value=Stakes.KEEPS, choices=(Stakes.KEEPS, Stakes.FRIENDLY)),
            Field("mine", "My ante", "number or name; empty when it was not seen"),
            Field("theirs", "Their ante", "number or name; empty when it was not seen"),
            Field(
                "hand", "My hand", f"such as {self._hands[0]}" if self._hands else "none saved", suggestions=self._hands
            ),
            Field("mode", "Mode", choices=("standard", "advanced")),
            Field("day", "Date", "today"),
            Field("note", "Note"),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the game down; for keeps, ask once before."""
        reader = Reader(values)
        rival = reader.need("rival", "Who was it? Write the rival's name.")
        card = partial(read_card, self._catalogue)
        mine, theirs = reader.read("mine", card, empty=None), reader.read("theirs", card, empty=None)
        day = reader.read("day", read_day, empty=None)
        reader.check()
        word = said(self.mudwater.clock(), id=self.entry_id, on=day, note=values["note"])
        result, stakes = Result(values["result"]), Stakes(values["stakes"])
        hand = values["hand"].strip() or None
        collector = self.mudwater.collector

        def write() -> None:
            self.at_desk(
                lambda book: add_ante(
                    book,
                    collector,
                    rival,
                    result,
                    word,
                    mine=mine,
                    theirs=theirs,
                    hand=hand,
                    mode=values["mode"],
                    stakes=stakes,
                ),
                self.dismiss,
            )

        moving = mine if result is Result.LOST else theirs if result is Result.WON else None
        if stakes is Stakes.KEEPS and moving is not None:
            lost = result is Result.LOST
            ask_keeps(self, self._catalogue[moving], rival, lost=lost, keepsakes=self._keepsakes, then=write)
        else:
            write()


class CompleteForm(Form[AnteReceipt]):
    """The cards of a game that were not known when it was written down."""

    TITLE_WORDS: ClassVar[str] = "Name a card of this game"

    def __init__(self, catalogue: Catalogue, line: AnteLine, keepsakes: frozenset[CardNo]) -> None:
        super().__init__()
        self._keepsakes = keepsakes
        self._catalogue = catalogue
        self._line = line

    def fields(self) -> Iterable[Field]:
        """Give a line for each card that is not known."""
        if self._line.mine is None:
            yield Field("mine", "My ante", "number or name")
        if self._line.theirs is None:
            yield Field("theirs", "Their ante", "number or name")

    def submit(self, values: Mapping[str, str]) -> None:
        """Name them; when that moves a card, ask once before."""
        reader = Reader(values)
        card = partial(read_card, self._catalogue)
        mine, theirs = reader.read("mine", card, empty=None), reader.read("theirs", card, empty=None)
        if mine is None and theirs is None and not reader.faults:
            reader.faults["verdict"] = "Which card was it?"
        reader.check()
        word = said(self.mudwater.clock(), id=self.entry_id)
        line, collector = self._line, self.mudwater.collector

        def write() -> None:
            self.at_desk(
                lambda book: complete_ante(book, line.id, word, mine=mine, theirs=theirs, collector=collector),
                self.dismiss,
            )

        lost = line.result is Result.LOST
        moving = mine if lost else theirs if line.result is Result.WON else None
        if line.stakes is Stakes.KEEPS and moving is not None:
            ask_keeps(self, self._catalogue[moving], line.rival, lost=lost, keepsakes=self._keepsakes, then=write)
        else:
            write()


def ask_keeps(
    screen: Screen[Any],
    card: Card,
    rival: str,
    *,
    lost: bool,
    keepsakes: frozenset[CardNo],
    then: Callable[[], None],
) -> None:
    """Ask once, with the card shown, before it changes hands for good."""
    name = clipped(rival, 30)
    title = (
        f"{card.number} {clipped(card.name, 30)} goes to {name} for good."
        if lost
        else (f"{card.number} {clipped(card.name, 30)} comes from {name} for good.")
    )
    body = [face_content(Look(card=Printed.of(card)), 25, 9)]
    if lost and card.number in keepsakes:
        body.append(Content.styled(f"{SIGNS[MarkKind.KEEPSAKE]} It is a keepsake, marked never to be staked.", "bold"))
    if card.is_stand_in:
        body.append(Content.styled(STAND_IN_NOTE, "dim"))
    screen.app.push_screen(Confirm(title, body, yes="Write it down"), lambda yes: then() if yes else None)


def game_lines(line: AnteLine, catalogue: Catalogue) -> Sequence[Content]:
    """Give everything that is known of a game."""
    return [
        Content.assemble((f"{line.result.value.capitalize()} ", "bold"), "against ", (clipped(line.rival, 40), "bold")),
        Content(
            f"{line.date:%Y-%m-%d}, {line.stakes.value}, at {'a real table' if line.place == 'table' else 'this table'}"
        ),
        Content.assemble(("My ante     ", "dim"), card_words(catalogue, line.mine)),
        Content.assemble(("Their ante  ", "dim"), card_words(catalogue, line.theirs)),
        Content.assemble(("My hand     ", "dim"), clipped(line.hand_name or "not written down", 50)),
        Content.assemble(("Note        ", "dim"), paragraph(line.note or "none")),
    ]


def card_words(catalogue: Catalogue, number: CardNo | None) -> str:
    """Name a card, or say that it is not known."""
    if number is None:
        return "not known"
    return f"{number} {clipped(catalogue[number].name, 30)}" if number in catalogue else str(number)
