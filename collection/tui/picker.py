"""Lists of a few choices, of which one holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.tui.table_setup import Choice


class Picker(OptionList):
    """One of several choices: the line under the cursor is what is chosen, marked (•) as well as by colour."""

    DEFAULT_CSS = """
    Picker {
        border: none; padding: 0; height: auto; max-height: 12; background: $background; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Picker:focus { border: none; background-tint: $background 0%; }
    Picker > .option-list--option { padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="picker.down"),
        Binding("k", "cursor_up", "Up", show=False, id="picker.up"),
        Binding("space", "select", "Choose", show=False, id="picker.choose"),
        Binding("left", "app.focus_previous", "Before", show=False, id="picker.before"),
        Binding("right", "app.focus_next", "Next", show=False, id="picker.next"),
    ]

    class Picked(Message):
        """Another line is chosen."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._choices: tuple[Choice, ...] = ()
        self._chosen: int | None = None

    @property
    def chosen(self) -> int | None:
        """The place of what is chosen, None when nothing can be."""
        return self._chosen

    def offer(self, choices: Sequence[Choice], wanted: int | None = None) -> None:
        """Show these choices; what was chosen stays chosen by its name, unless `wanted` says otherwise."""
        before = self._choices[self._chosen].label if self._chosen is not None else None
        choices = tuple(choices)
        if choices == self._choices and wanted in (None, self._chosen):
            return
        self._choices = choices
        possible = [place for place, choice in enumerate(choices) if not choice.why_not]
        same = [place for place in possible if choices[place].label == before]
        self._chosen = wanted if wanted in possible else next(iter(same or possible), None)
        prompts = (self._prompt(place) for place in range(len(choices)))
        self.set_options(Option(prompt, disabled=bool(choices[place].why_not)) for place, prompt in enumerate(prompts))
        self.highlighted = self._chosen

    def _prompt(self, place: int) -> Content:
        choice = self._choices[place]
        mark = "(•)" if place == self._chosen else " - " if choice.why_not else "( )"
        note = (f"  {choice.note}", "dim") if choice.note else ""
        return Content.assemble(mark, " ", (choice.label, "bold" if place == self._chosen else ""), note)

    @on(OptionList.OptionHighlighted)
    def _choose(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index == self._chosen or event.option_index >= len(self._choices):
            return
        before, self._chosen = self._chosen, event.option_index
        for place in (before, self._chosen):
            if place is not None:
                self.replace_option_prompt_at_index(place, self._prompt(place))
        self.post_message(self.Picked())
