"""What the screens of decks ask: a name, one of several decks, and decks that go out and come in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.desk.decks_exchange import LARGEST, DeckForm, deck_file, export_deck, import_deck
from collection.desk.files import named_path, read_named
from collection.tui.forms import Faulty, Field, Form, Reader
from collection.tui.handing_on import HandOnForm, WrittenBox
from collection.tui.place import MudwaterScreen, Question
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.decks import CheckedDeck
    from collection.store.book import Book

_NO, _YES = "no", "yes"


class DeckNameForm(Form["CheckedDeck"]):
    """Asks for a deck's name and does something with it; closes with the deck as it is then."""

    def __init__(self, title: str, work: Callable[[str, Book], CheckedDeck], *, value: str = "") -> None:
        super().__init__()
        self.TITLE_WORDS = title  # type: ignore[misc]  # one form, several questions
        self._work = work
        self._value = value

    def fields(self) -> Sequence[Field]:
        """Ask for the name alone."""
        return (Field("name", "Name", "such as Tide Turner", self._value),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Do the work with the name; a refusal stays beside it."""
        reader = Reader(values)
        name = reader.need("name", "A deck needs a name.")
        reader.check()
        self.at_desk(partial(self._work, name), self.dismiss)


def renaming(collector: str | None, name: str) -> DeckNameForm:
    """Give the form that asks what a saved deck is to be called."""
    from collection.desk.decks import rename_deck

    return DeckNameForm("Call this deck", lambda to, book: rename_deck(book, collector, name, to), value=name)


def deal_with(screen: MudwaterScreen, name: str) -> None:
    """Sit down to Cardia with the deck called `name`, a saved or a printed one."""
    from collection.tui.round_setup import GatherScreen

    screen.app.push_screen(GatherScreen("cardia", {"deck": name}))


class ChooseDeck(Question[tuple[str, ...]]):
    """Legal decks to choose from, each by what it is made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
    ]

    def __init__(self, decks: Sequence[tuple[tuple[str, ...], str]]) -> None:
        super().__init__()
        self._decks = decks

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        with Vertical(classes="dialog sheet") as dialog:
            count = "1 legal deck" if len(self._decks) == 1 else f"{len(self._decks)} legal decks"
            dialog.border_title = Content(f"{count} with these cards")
            dialog.border_subtitle = Content("enter takes it, undo brings yours back, esc leaves")
            yield OptionList(*(Option(plain_content(f" {made}", cells=90)) for _, made in self._decks), markup=False)

    def on_mount(self) -> None:
        """Begin at the first."""
        lines = self.query_one(OptionList)
        lines.highlighted = 0
        lines.focus()

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._decks[event.option_index][0])

    def action_move(self, by: int) -> None:
        """Go to the next line, or the one before."""
        lines = self.query_one(OptionList)
        lines.action_cursor_down() if by > 0 else lines.action_cursor_up()


class DeckExportForm(HandOnForm):
    """A deck in the form that is picked."""

    DEFAULT_CSS = """
    DeckExportForm WrittenBox, DeckExportForm WrittenBox:focus { height: 9; }
    """

    def __init__(self, name: str, texts: Mapping[DeckForm, str]) -> None:
        super().__init__("deck", name, tuple(DeckForm), texts)


class DeckImportForm(Form["CheckedDeck"]):
    """A deck that is pasted, or a file that is named, saved as a deck; closes with the deck as it is then."""

    TITLE_WORDS: ClassVar[str] = "Take a deck in"
    NOTE: ClassVar[str] = "A card on a line (Void Mage, III-2), or a record of Cardia; tab leaves the box."
    FIRST: ClassVar[str] = "WrittenBox"
    DEFAULT_CSS = """
    DeckImportForm .dialog { height: 22; }
    DeckImportForm .dialog-body { height: 1fr; }
    """

    def fields(self) -> Iterable[Field]:
        """Give file, name, and whether a deck of that name is replaced."""
        return (
            Field("file", "or a file", "such as ~/deck.txt"),
            Field("name", "Name", "as its first line says: # Tide Turner"),
            Field("replace", "Replace", value=_NO, choices=(_NO, _YES)),
        )

    def on_mount(self) -> None:
        """Put the box before the fields."""
        box = WrittenBox(id="written", compact=True, placeholder="Paste or type the deck here,")
        self.query_one(".dialog-body").mount(box, before=0)

    def say_faults(self, faults: Mapping[str, str]) -> None:
        """Show what is wrong in the note's room, and bring it into sight."""
        super().say_faults(faults)
        self.query_one(".note").display = not faults
        if faults.get("verdict"):
            body = self.query_one(".dialog-body")
            self.call_after_refresh(body.scroll_to_widget, self.query_one("#verdict"), animate=False)

    def submit(self, values: Mapping[str, str]) -> None:
        """Save the deck, legal or not; with anything that cannot be read nothing is saved."""
        written, file = self.query_one("#written", WrittenBox).text, values["file"].strip()
        if bool(written.strip()) == bool(file):
            raise Faulty({"file": "Paste a deck above, or name a file: one of the two."})
        path = named_path(file) if file else None
        name, replace = values["name"].strip() or None, values["replace"] == _YES
        collector, now = self.mudwater.collector, self.mudwater.clock()

        def take(book: Book) -> CheckedDeck:
            text = written if path is None else deck_file(read_named(path, LARGEST))[0]
            return import_deck(book, collector, text, now, name=name, replace=replace)

        self.at_desk(take, self.dismiss)


def ask_export(screen: MudwaterScreen, name: str) -> None:
    """Show the deck called `name` in front of `screen`, to be copied or written to a file."""
    collector = screen.mudwater.collector

    def texts(book: Book) -> Mapping[DeckForm, str]:
        return {form: export_deck(book, collector, name, form)[1] for form in DeckForm}

    def done(words: str | None) -> None:
        if words is not None:
            screen.mudwater.say(words)

    screen.at_desk(texts, lambda found: screen.app.push_screen(DeckExportForm(name, found), done))
