"""Marks on cards: their signs and words, and the menu that puts them on and takes them off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.catalogue.card import Card, CardNo
from collection.ledger.mark import Mark, MarkKind
from collection.tui.place import MudwaterScreen, Question
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.store.book import Book

SIGNS: Mapping[MarkKind, str] = {MarkKind.KEEPSAKE: "♥", MarkKind.WISH: "☆", MarkKind.OFFER: "↔"}
MEANINGS: Mapping[MarkKind, str] = {
    MarkKind.KEEPSAKE: "never to be staked: a hand or an ante with it is warned about",
    MarkKind.WISH: "looked for",
    MarkKind.OFFER: "would be traded away",
}
LEGEND = "  ".join(f"{sign} {kind.value}" for kind, sign in SIGNS.items())


def signs(kinds: Iterable[MarkKind]) -> str:
    """Give the signs of marks, always in the same order."""
    there = set(kinds)
    return "".join(sign for kind, sign in SIGNS.items() if kind in there)


def marked(marks: Iterable[Mark]) -> dict[CardNo, dict[MarkKind, str]]:
    """Give each number's marks with their notes."""
    found: dict[CardNo, dict[MarkKind, str]] = {}
    for mark in marks:
        found.setdefault(mark.number, {})[mark.kind] = mark.note
    return found


class MarkMenu(Question[MarkKind]):
    """Three marks; the one that is picked is put on the card, or taken off."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "pick('keepsake')", "Keepsake", show=False),
        Binding("w", "pick('wish')", "Wish", show=False),
        Binding("o", "pick('offer')", "Offer", show=False),
    ]

    def __init__(self, card: Card, there: Iterable[MarkKind]) -> None:
        super().__init__()
        self._card = card
        self._there = frozenset(there)

    def compose(self) -> ComposeResult:
        """Compose the three lines."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = plain_content(f"Marks of {self._card.number} {self._card.name}", cells=50)
            dialog.border_subtitle = Content("the letter or enter changes it, esc leaves")
            yield OptionList(*(Option(self._line(kind), id=kind.value) for kind in MarkKind), markup=False)

    def _line(self, kind: MarkKind) -> Content:
        box = "[x]" if kind in self._there else "[ ]"
        return Content.assemble(
            (kind.value[0], "bold $footer-key-foreground"),
            f"  {box} {SIGNS[kind]} {kind.value:<9} ",
            (MEANINGS[kind].partition(":")[0], "dim"),
        )

    def action_pick(self, kind: str) -> None:
        """Change one of the three."""
        self.dismiss(MarkKind(kind))

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self.action_pick(event.option_id)


def ask_marks(screen: MudwaterScreen, card: Card, there: Iterable[MarkKind]) -> None:
    """Show the menu for a card that has these marks; put on or take off what is picked, and say so."""
    there = frozenset(there)
    collector, number = screen.mudwater.collector, card.number

    def picked(kind: MarkKind | None) -> None:
        if kind is not None:
            screen.at_desk(partial(_turn, collector, kind, number, kind in there), partial(_said, screen, card, kind))

    screen.app.push_screen(MarkMenu(card, there), picked)


def _turn(collector: str | None, kind: MarkKind, number: CardNo, off: bool, book: Book) -> bool:
    from collection.desk.marks import mark, unmark

    (unmark if off else mark)(book, collector, kind, [number])
    return not off


def _said(screen: MudwaterScreen, card: Card, kind: MarkKind, there: bool) -> None:
    name = f"{card.number} {clipped(card.name, 40)}"
    verb = (
        f"{name} is marked {SIGNS[kind]} {kind.value}: {MEANINGS[kind]}."
        if there
        else f"{name}: no {kind.value} any more."
    )
    screen.mudwater.say(verb)
    screen.refresh_place()
