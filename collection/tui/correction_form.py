"""A card corrected from the card in hand: every field, and whether it is a fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from collection.catalogue.card import FIELDS, STAND_IN_MARK, Card, Family, Level
from collection.catalogue.correction import read_changes
from collection.errors import NotUnderstood
from collection.tui.forms import Choice, Faulty, Field, Form
from collection.tui.text import sentences

CONFIRMED, STAND_IN, WILL_BE = "✓ confirmed", f"{STAND_IN_MARK} stand-in", "✓ will be"
_LABELS = {"n": "North", "e": "East", "s": "South", "w": "West"}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "level": tuple(level.name for level in Level),
    "family": tuple(Family),
}


class CorrectionForm(Form[Card]):
    """The fields of a card as they are now; what is changed or ticked counts as confirmed from then on."""

    TITLE_WORDS: ClassVar[str] = "Correct a card from the card in hand"
    SAVE_WORDS: ClassVar[str] = "Confirm"
    NOTE: ClassVar[str] = (
        "What you change counts as confirmed. ^t (or a click on the mark) confirms a field as it stands, "
        "^g all of them. No newer data file changes what is confirmed."
    )
    FIRST: ClassVar[str] = "#name"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "tick", "Confirm field", show=False),
        Binding("ctrl+g", "tick_all", "Confirm all", show=False),
    ]
    DEFAULT_CSS = "CorrectionForm .mark:hover { background: $boost; }"

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card
        self._before = {field: _written(card, field) for field in FIELDS}
        self._ticked: set[str] = set()

    def fields(self) -> Iterable[Field]:
        """Give a line for each field of a card."""
        for field in FIELDS:
            label = _LABELS.get(field, field.capitalize())
            mark = CONFIRMED if field in self._card.confirmed else STAND_IN
            hint = "not known" if field == "artist" else ""
            yield Field(field, label, hint, self._before[field], _CHOICES.get(field, ()), mark=mark)

    def on_input_changed(self) -> None:
        """Show what saving would confirm."""
        self._show_marks()

    def on_choice_picked(self) -> None:
        """Show what saving would confirm."""
        self._show_marks()

    def on_click(self, event: events.Click) -> None:
        """Tick the field whose mark is clicked."""
        name = (event.widget.id or "") if event.widget is not None else ""
        if name.startswith("mark-"):
            self._turn(name.removeprefix("mark-"))

    def action_tick(self) -> None:
        """Confirm the field with the focus as it stands, or leave it a stand-in after all."""
        if isinstance(self.focused, Input | Choice) and self.focused.id:
            self._turn(self.focused.id)

    def action_tick_all(self) -> None:
        """Confirm every field as it stands; an artist that is not known stays so."""
        self._ticked = {field for field in FIELDS if self._before[field]}
        self._show_marks()

    def _turn(self, field: str) -> None:
        self._ticked ^= {field}
        self._show_marks()

    def _will_be(self) -> dict[str, str]:
        """Give the values of the fields that saving would confirm, a confirmed one only where it is changed."""
        values = self.values
        return {
            field: values[field]
            for field in FIELDS
            if values[field].strip() != self._before[field]
            or (field in self._ticked and field not in self._card.confirmed)
        }

    def _show_marks(self) -> None:
        will_be = self._will_be()
        for field in FIELDS:
            mark = WILL_BE if field in will_be else CONFIRMED if field in self._card.confirmed else STAND_IN
            self.query_one(f"#mark-{field}", Static).update(mark)

    def submit(self, values: Mapping[str, str]) -> None:
        """Read every field that is to be confirmed, and confirm them all at once."""
        del values
        assignments, faults = [], {}
        for field, value in self._will_be().items():
            # What is written is what was seen: the book may have been changed elsewhere meanwhile.
            assignment = f"{field}={value}" if value.strip() or self._before[field] else field
            assignments.append(assignment)
            try:
                read_changes(self._card, [assignment])
            except NotUnderstood as fault:
                faults[field] = sentences(fault.reasons)
        if faults:
            raise Faulty(faults)
        if not assignments:
            raise Faulty({"verdict": "Nothing is changed or ticked, so there is nothing to confirm."})
        number = self._card.number

        def correct(book: object) -> Card:
            from collection.desk.cards import correct_card

            return correct_card(book, number, assignments)  # type: ignore[arg-type]

        self.at_desk(correct, self.dismiss)


def _written(card: Card, field: str) -> str:
    value = getattr(card, field)
    if field == "level":
        return Level(value).name
    return "" if value is None else str(value)
