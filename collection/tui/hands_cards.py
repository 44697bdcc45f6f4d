"""Lists of cards, one a line: number, Level, family, the four edges, name; and a mark that says what holds here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.catalogue.card import CardNo
from collection.tui.face import Printed

CARD_HEADING = "   no Level F  N E S W name"
"""What stands above the lines of `card_line`, the mark and the pointer included."""


def copies_word(copies: int) -> str:
    """Give how many copies are owned, in four cells; one is the last one, and would be gone when lost."""
    return {0: "none", 1: "last"}.get(copies, f"×{copies}")


def cards_word(count: int) -> str:
    """Give a count of cards in words."""
    return "1 card" if count == 1 else f"{count} cards"


def card_line(card: Printed, copies: str | None = None, *, edges: bool = True) -> str:
    """Give a card on one line, with the word for its copies where that matters."""
    parts = [f"{card.number:>3} {card.level.diamonds:<5} {card.badge:<2}"]
    if edges:
        parts.append(" ".join(str(edge) for edge in card.edges))
    if copies is not None:
        parts.append(f"{copies:<4}")
    return " ".join([*parts, card.name])


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: a card."""

    number: CardNo
    text: str
    mark: str = " "
    """What stands before the text: one cell, or as many in every line of a list."""
    quiet: bool = False


class PointedList(OptionList):
    """Lines to choose from. The one under the cursor carries `›`, so that it is seen without colour."""

    DEFAULT_CSS = """
    PointedList {
        border: none; padding: 0; height: auto; background: $background; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    PointedList:focus { border: none; background-tint: $background 0%; }
    PointedList > .option-list--option { padding: 0; }
    PointedList > .option-list--option-disabled { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="pointed.down"),
        Binding("k", "cursor_up", "Up", show=False, id="pointed.up"),
        Binding("space", "select", "Choose", show=False, id="pointed.choose"),
    ]

    def __init__(self, *, id: str | None = None, twice: bool = False) -> None:
        """Make a list; with `twice` a click goes to a line, and only a second one there chooses it."""
        super().__init__(id=id, markup=False)
        self._twice = twice
        self._prompts: tuple[Content, ...] = ()
        self._pointed: int | None = None

    def show_lines(self, prompts: Sequence[Content], pointed: int | None) -> None:
        """Show these lines, the cursor on `pointed`."""
        self._prompts, self._pointed = tuple(prompts), None
        self.set_options(Option(self._drawn(index)) for index in range(len(prompts)))
        self.highlighted = pointed

    @property
    def lines(self) -> tuple[Content, ...]:
        """The lines that are shown."""
        return self._prompts

    def show_line(self, index: int, prompt: Content) -> None:
        """Show another line in the place of one."""
        self._prompts = (*self._prompts[:index], prompt, *self._prompts[index + 1 :])
        self.replace_option_prompt_at_index(index, self._drawn(index))

    @on(OptionList.OptionHighlighted)
    def _mark_line(self, event: OptionList.OptionHighlighted) -> None:
        before, self._pointed = self._pointed, event.option_index
        for index in (before, self._pointed):
            if index is not None and index < len(self._prompts):
                self.replace_option_prompt_at_index(index, self._drawn(index))

    async def _on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if self._twice and isinstance(clicked, int) and clicked != self.highlighted:
            self.highlighted = clicked
            # Not the list's own way, which would choose it at once: it may be meant to be looked at.
            event.prevent_default()

    def _drawn(self, index: int) -> Content:
        return Content("›" if index == self._pointed else " ") + self._prompts[index]


class CardList(PointedList):
    """Cards to choose from, one a line."""

    def __init__(self, *, id: str | None = None, twice: bool = False) -> None:
        super().__init__(id=id, twice=twice)
        self._rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these lines; the cursor stays on the same card, or near where it was."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        number, index, before = self.number, self.highlighted or 0, self._rows
        self._rows = rows
        if [row.number for row in rows] == [row.number for row in before]:
            # The same cards: only the lines that say something else are drawn anew.
            for place, (row, was) in enumerate(zip(rows, before, strict=True)):
                if row != was:
                    self.show_line(place, _prompt(row))
        else:
            self.show_lines([_prompt(row) for row in rows], self._place_of(number, index))

    def _place_of(self, number: CardNo | None, index: int) -> int | None:
        same = [place for place, row in enumerate(self._rows) if row.number == number]
        if same:
            return same[0]
        return min(index, len(self._rows) - 1) if self._rows else None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines that are shown."""
        return self._rows

    @property
    def number(self) -> CardNo | None:
        """The card under the cursor."""
        return self.number_at(self.highlighted)

    def point_at(self, number: CardNo | None) -> None:
        """Put the cursor on a card, where it is there."""
        place = self._place_of(number, self.highlighted or 0)
        if place is not None:
            self.highlighted = place

    def number_at(self, index: int | None) -> CardNo | None:
        """Give the card of a line."""
        return self._rows[index].number if index is not None and index < len(self._rows) else None


def _prompt(row: Row) -> Content:
    return Content.assemble((row.mark, "bold"), (row.text, "dim" if row.quiet else ""))
