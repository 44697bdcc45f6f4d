"""Lists of cards, one a line: number, Level, family, the four edges, name; and a mark that says what holds here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.catalogue.card import CardNo
from collection.tui.face import Printed, fit

CARD_HEADING = "   no Level F  N E S W  name"
"""What stands above the lines of `card_line`, the mark and the pointer included."""


OWNED_HEADING = "   no Level F  N E S W own  name"
"""The same where the lines say how many copies are owned."""


def copies_word(copies: int) -> str:
    """Give how many copies are owned, in four cells; one is the last one, and would be gone when lost."""
    return {0: "none", 1: "last"}.get(copies, f"×{copies}")


def card_line(card: Printed, copies: str | None = None) -> str:
    """Give a card on one line, with the word for its copies where that matters."""
    edges = " ".join(str(edge) for edge in card.edges)
    owned = "" if copies is None else f" {copies:<4}"
    return f"{card.number:>3} {card.level.diamonds:<5} {card.badge:<2} {edges}{owned}  {card.name}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: a card, or a heading that cannot be chosen."""

    number: CardNo | None
    text: str
    mark: str = " "
    """One cell before the text."""
    note: str = ""
    """Behind the text, quieter."""
    quiet: bool = False
    heading: bool = False


class CardList(OptionList):
    """Cards to choose from. The line under the cursor carries `›`, so that it is seen without colour."""

    DEFAULT_CSS = """
    CardList {
        border: none; padding: 0; height: auto; background: $background; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    CardList:focus { border: none; background-tint: $background 0%; }
    CardList > .option-list--option { padding: 0; }
    CardList > .option-list--option-disabled { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="cards.down"),
        Binding("k", "cursor_up", "Up", show=False, id="cards.up"),
        Binding("space", "select", "Choose", show=False, id="cards.choose"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._rows: tuple[Row, ...] = ()
        self._pointed: int | None = None

    def show(self, rows: Sequence[Row]) -> None:
        """Show these lines; the cursor stays on the same card, or near where it was."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        number, index = self.number, self.highlighted or 0
        self._rows, self._pointed = rows, None
        self.set_options(Option(self._prompt(row, pointed=False), disabled=row.heading) for row in rows)
        self.highlighted = self._place_of(number, index)

    def _place_of(self, number: CardNo | None, index: int) -> int | None:
        places = [place for place, row in enumerate(self._rows) if not row.heading]
        same = [place for place in places if number is not None and self._rows[place].number == number]
        if same:
            return same[0]
        return min(places, key=lambda place: abs(place - index)) if places else None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines that are shown."""
        return self._rows

    @property
    def number(self) -> CardNo | None:
        """The card under the cursor."""
        return self.number_at(self.highlighted)

    def number_at(self, index: int | None) -> CardNo | None:
        """Give the card of a line."""
        return self._rows[index].number if index is not None and index < len(self._rows) else None

    def point_to(self, number: CardNo) -> None:
        """Move the cursor to a card."""
        self.highlighted = self._place_of(number, self.highlighted or 0)

    @on(OptionList.OptionHighlighted)
    def _mark_line(self, event: OptionList.OptionHighlighted) -> None:
        for index, pointed in ((self._pointed, False), (event.option_index, True)):
            if index is not None and index < len(self._rows):
                self.replace_option_prompt_at_index(index, self._prompt(self._rows[index], pointed=pointed))
        self._pointed = event.option_index

    @staticmethod
    def _prompt(row: Row, *, pointed: bool) -> Content:
        if row.heading:
            return Content.styled(row.text, "bold")
        style = "dim" if row.quiet else ""
        note = (f"  {row.note}", "dim") if row.note else ""
        return Content.assemble("›" if pointed else " ", (fit(row.mark, 1), "bold"), (row.text, style), note)
