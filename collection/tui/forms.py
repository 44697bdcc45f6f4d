"""Forms in front of a screen: a few fields, faults beside them, the same keys everywhere.

A form does its own work at the desk, so that a refusal leaves everything typed where it is; it closes with what came of
it. `tab` and the arrows go from field to field, `ctrl+s` or the button saves, `esc` leaves without saving.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from collection.errors import CollectionError, NotUnderstood
from collection.store.book import Book
from collection.tui.place import Question
from collection.tui.text import paragraph, sentences

Told = TypeVar("Told")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form."""

    id: str
    label: str
    placeholder: str = ""
    value: str = ""
    choices: tuple[str, ...] = ()
    """With choices one of them is picked; without, something is typed."""
    suggestions: tuple[str, ...] = ()
    """What typing may be completed to."""
    mark: str = ""
    """What stands behind the line: whether its value is a fact."""


class Choice(Widget, can_focus=True):
    """One of a few words: left and right, the first letter, or a click picks it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Before", show=False),
        Binding("right,space", "step(1)", "After", show=False),
        Binding("enter", "done", "Next", show=False),
    ]
    DEFAULT_CSS = """
    Choice { height: 1; width: 1fr; }
    Choice:focus { background: $panel; }
    """
    picked: reactive[int] = reactive(0)

    class Picked(Message):
        """Another word was picked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """The field it was picked in."""
            return self.choice

    class Done(Message):
        """What is picked is meant: enter goes on, as it does in every other field."""

    def __init__(self, words: Sequence[str], value: str, *, id: str) -> None:
        super().__init__(id=id)
        self._words = tuple(words)
        self.set_reactive(Choice.picked, self._words.index(value) if value in self._words else 0)

    @property
    def value(self) -> str:
        """The word that is picked."""
        return self._words[self.picked]

    def render(self) -> Content:
        """Draw every word, the picked one marked."""
        parts: list[tuple[str, str]] = []
        for index, word in enumerate(self._words):
            here = index == self.picked
            parts += [(f"{'●' if here else '○'} {word}", "bold" if here else "dim"), ("  ", "")]
        return Content.assemble(*parts)

    def watch_picked(self) -> None:
        """Tell the form."""
        self.post_message(self.Picked(self))

    def action_step(self, by: int) -> None:
        """Pick the word beside."""
        self.picked = (self.picked + by) % len(self._words)

    def action_done(self) -> None:
        """Go on to the next field."""
        self.post_message(self.Done())

    def on_key(self, event: events.Key) -> None:
        """Pick by first letter."""
        for index, word in enumerate(self._words):
            if event.character and word.startswith(event.character.lower()):
                self.picked = index
                event.stop()
                return

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked."""
        end = 0
        for index, word in enumerate(self._words):
            end += len(word) + 4
            if event.x < end:
                self.picked = index
                return


class Form(Question[Told]):
    """Fields, and what is done with them. Subclasses give `fields` and `submit`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("escape", "give_up", "Leave", show=False),
        Binding("down", "app.focus_next", "Next", show=False),
        Binding("up", "app.focus_previous", "Before", show=False),
    ]
    DEFAULT_CSS = """
    Form .dialog { width: 74; }
    Form .dialog-body { max-height: 71vh; }  /* However much is wrong, the buttons stay in sight. */
    Form .line { height: auto; width: 1fr; }
    Form .label { width: 12; color: $text-muted; }
    Form .mark { width: 14; padding-left: 1; color: $text-muted; }
    Form Input { width: 1fr; background: $panel; }
    Form .fault { display: none; color: $text-error; padding-left: 12; height: auto; width: 1fr; }
    Form .fault.-said { display: block; }
    Form #verdict { padding-left: 0; margin-top: 1; }
    Form .note { color: $text-muted; height: auto; margin-top: 1; }
    """
    TITLE_WORDS: ClassVar[str] = ""
    SAVE_WORDS: ClassVar[str] = "Save"
    NOTE: ClassVar[str] = ""
    FIRST: ClassVar[str] = "Input, Choice"
    """The field to begin in."""

    def __init__(self) -> None:
        super().__init__()
        self.entry_id = uuid.uuid4().hex
        """Made when the form opens: saved twice, the cards move once."""
        self._busy = False

    def fields(self) -> Iterable[Field]:
        """Give the lines of the form."""
        return ()

    def submit(self, values: Mapping[str, str]) -> None:
        """Do what the form is for. Raises Faulty for fields that cannot be read."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Compose the fields, each with room for its fault, and the two buttons."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content(self.TITLE_WORDS)
            with VerticalScroll(classes="dialog-body", can_focus=False):
                yield from self.compose_fields()
                yield Static(id="verdict", classes="fault", markup=False)
                if self.NOTE:
                    yield Static(self.NOTE, classes="note", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content.assemble("esc ", "Leave"), id="leave", compact=True)
                yield Button(Content.assemble("^s ", self.SAVE_WORDS), id="save", variant="primary", compact=True)

    def compose_fields(self) -> ComposeResult:
        """Compose a line for each field; a form with several fields on a line composes its own."""
        for field in self.fields():
            yield from asking_line(field)

    def on_mount(self) -> None:
        """Begin at the first field."""
        self.query(self.FIRST).first().focus()

    @property
    def values(self) -> dict[str, str]:
        """What stands in the fields."""
        found = {box.id or "": box.value for box in self.query(Input)}
        return found | {choice.id or "": choice.value for choice in self.query(Choice)}

    def action_save(self) -> None:
        """Read the fields and do what the form is for; say every fault in its place."""
        if self._busy:
            return
        self.say_faults({})
        try:
            self.submit(self.values)
        except Faulty as faulty:
            self.say_faults(faulty.faults)
        except CollectionError as error:
            # What is wrong with all of it together, or with a field that nothing reads before the desk does.
            self._refused(error)

    def say_faults(self, faults: Mapping[str, str]) -> None:
        """Show what is wrong below each field (`verdict` is below all), and go to the first of them."""
        for line in self.query(".fault"):
            words = faults.get((line.id or "").removeprefix("fault-"), "")
            line.set_class(bool(words), "-said")
            if isinstance(line, Static):
                line.update(paragraph(words))
        first = next((name for name in faults if self.query(f"#{name}.field")), None)
        if first is not None:
            self.query_one(f"#{first}").focus()

    def at_desk(self, work: Callable[[Book], Answer], then: Callable[[Answer], object]) -> None:
        """Do `work` with the book; a refusal is shown in the form, which stays open."""
        self._busy = True

        def done(answer: Answer) -> None:
            self._busy = False
            then(answer)

        self.mudwater.at_desk(work, done, owner=self, refused=self._refused)

    def _refused(self, error: CollectionError) -> None:
        self._busy = False
        field = error.option if error.option and self.query(f"#{error.option}.field") else "verdict"
        self.say_faults({field: sentences(error.reasons)})

    @on(Input.Changed, ".field")
    @on(Choice.Picked, ".field")
    def _mend(self, event: Input.Changed | Choice.Picked) -> None:
        """Let go of the fault of a field that says something else now; where it is the only one, of the verdict too."""
        asking = event.control
        if asking is not None:
            self._unsay(asking.id or "")
            if len(self.query(".field")) == 1:
                self._unsay("verdict")

    def _unsay(self, name: str) -> None:
        for line in self.query(f"#{name}, #fault-{name}").results(Static):
            line.remove_class("-said")

    @on(Input.Submitted)
    @on(Choice.Done)
    def _next_field(self) -> None:
        fields = list(self.query(".field"))
        if len(fields) == 1:
            self.action_save()
        elif self.focused is fields[-1]:
            # Past `Leave`: enter twice on the last field must not let go of what was typed.
            self.query_one("#save", Button).focus()
        else:
            self.focus_next()

    @on(Button.Pressed, "#save")
    def _save(self) -> None:
        self.action_save()

    @on(Button.Pressed, "#leave")
    def _leave(self) -> None:
        self.action_give_up()


class Faulty(Exception):
    """Fields that cannot be read: field and sentence."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__()
        self.faults = dict(faults)


class Reader:
    """Reads fields one by one and keeps every fault, so that all are said at once."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.faults: dict[str, str] = {}

    def read(self, field: str, how: Callable[[str], Answer], *, empty: Answer) -> Answer:
        """Read `field` by `how`; an empty one gives `empty`."""
        text = self.values.get(field, "").strip()
        if not text:
            return empty
        try:
            return how(text)
        except NotUnderstood as error:
            self.faults[field] = sentences(error.reasons)
            return empty

    def need(self, field: str, sentence: str) -> str:
        """Give a field that may not be empty."""
        text = self.values.get(field, "").strip()
        if not text:
            self.faults[field] = sentence
        return text

    def check(self) -> None:
        """Raise Faulty when anything could not be read."""
        if self.faults:
            raise Faulty(self.faults)


def read_day(text: str) -> dt.date:
    """Read a day written as 2026-03-01. Raises NotUnderstood."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise NotUnderstood("Write the day as 2026-03-01, or leave it empty for today.") from None


def asking_line(field: Field) -> ComposeResult:
    """Compose a field with its label, its mark and room for its fault."""
    with Horizontal(classes="line"):
        yield Static(field.label, classes="label", markup=False)
        yield asking(field)
        if field.mark:
            yield Static(field.mark, id=f"mark-{field.id}", classes="mark", markup=False)
    yield Static(id=f"fault-{field.id}", classes="fault", markup=False)


def asking(field: Field) -> Any:
    """Give the widget that asks for a field."""
    if field.choices:
        choice = Choice(field.choices, field.value, id=field.id)
        choice.add_class("field")
        return choice
    suggester = SuggestFromList(field.suggestions, case_sensitive=False) if field.suggestions else None
    return Input(
        field.value, placeholder=field.placeholder, id=field.id, classes="field", compact=True, suggester=suggester
    )
