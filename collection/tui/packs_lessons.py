"""What the packs teach: pulls per Level with their ranges, duplicates, costs, and how many packs are still to open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from collection.catalogue.card import CardNo
from collection.catalogue.spelling import read_card
from collection.desk.files import named_path, written_whole
from collection.desk.lessons import FEWEST_PACKS, Learned, learn
from collection.errors import CollectionError, NotUnderstood
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.forms import Faulty, Field, Form
from collection.tui.lesson_lines import lesson_lines
from collection.tui.place import Drill
from collection.tui.text import clipped, plain_content

ENDINGS = {".png": "png", ".svg": "svg"}
"""The kinds of pictures by the endings of their files."""


class LessonsScreen(Drill):
    """The lessons as text with bars; one card can be asked for."""

    WHERE: ClassVar[str] = "lessons"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("lessons"))
    MAIN: ClassVar[str] = "#lessons"
    HELP_TEXT: ClassVar[str] = (
        "Counts are facts. Every estimate carries the range that so few or so many packs leave open, at 95 %, and the "
        "name of the method that found it. Nobody has published odds, and none are made up here."
    )
    DEFAULT_CSS = """
    LessonsScreen #ask { height: 1; padding: 0 1; }
    LessonsScreen #ask Static { width: auto; color: $text-muted; padding-right: 1; }
    LessonsScreen #filter { width: 1fr; background: $background; }
    LessonsScreen #filter:focus { background: $surface; }
    LessonsScreen #lessons { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    LessonsScreen.-tall #lessons { padding: 1 1 0 1; }
    LessonsScreen #lessons Static { width: 1fr; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._card: CardNo | None = None
        self._learned: Learned | None = None

    def compose_place(self) -> ComposeResult:
        """Compose where a card is asked for, and the lessons."""
        with Horizontal(id="ask"):
            yield Static("What the packs teach.  A card:", markup=False)
            yield Input(placeholder="45 or dead calm, then enter", id="filter", compact=True)
        with VerticalScroll(id="lessons", can_focus=True):
            yield Static(id="text", markup=False)

    def on_mount(self) -> None:
        """Begin with the text."""
        self.query_one("#lessons").focus()

    def refresh_place(self) -> None:
        """Draw the lessons again."""
        collector, card = self.mudwater.collector, self._card
        self.at_desk(lambda book: learn(book, collector, card=card), self._take, slot="lessons")

    def _take(self, learned: Learned) -> None:
        self._learned = learned
        lines = lesson_lines(learned, wide=self.size.width >= 100)
        self.query_one("#text", Static).update(Content("\n").join(lines))
        self.status(Content.styled("↑ ↓ move the text.", "dim"))
        self.refresh_keys()

    @on(Input.Submitted, "#filter")
    def _asked(self, event: Input.Submitted) -> None:
        collector, words = self.mudwater.collector, event.value.strip()

        def find(book: Book) -> Learned:
            with book.reading() as unit:
                catalogue = unit.cards.catalogue()
            return learn(book, collector, card=read_card(catalogue, words) if words else None)

        def found(learned: Learned) -> None:
            self._card = None if learned.card is None else learned.card.card.number
            self.query_one("#lessons").focus()
            self._take(learned)

        self.at_desk(find, found, refused=self._no_such_card, slot="lessons")

    def _no_such_card(self, error: CollectionError) -> None:
        self.status(plain_content(" ".join(error.reasons), "$text-error"))

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id == "lessons.save":
            if self._learned is None:
                return "The lessons are not read yet."
            if not self._learned.lessons.enough:
                return f"Too few packs for a picture: it takes {FEWEST_PACKS}."
        return None

    def action_filter(self) -> None:
        """Ask about one card."""
        self.query_one("#filter", Input).focus()

    def action_save(self) -> None:
        """Save a picture."""
        if self._learned is None:
            return

        def done(path: Path | None) -> None:
            if path is not None:
                self.mudwater.say(f"The picture is in {clipped(str(path), 200)}")

        self.app.push_screen(PictureForm(self._learned), done)


class PictureForm(Form[Path]):
    """Where a picture of the lessons goes."""

    TITLE_WORDS: ClassVar[str] = "Save a picture"
    NOTE: ClassVar[str] = "By its ending: .png for a picture to send, .svg for one that can be made any size."

    def __init__(self, learned: Learned) -> None:
        super().__init__()
        self._learned = learned

    def fields(self) -> Iterable[Field]:
        """Give the file's line."""
        return (Field("file", "File", "packs.png", "packs.png"),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Draw it and write it, whole or not at all."""
        path = named_path(values["file"])
        kind = ENDINGS.get(path.suffix.lower())
        if kind is None:
            raise Faulty({"file": "Name a file that ends in .png or .svg."})
        learned = self._learned

        def draw_it(_: Book) -> Path:
            from collection.pictures.packs import draw

            try:
                with written_whole(path, what="picture") as write:
                    write(draw(learned, kind))
            except OSError as error:
                raise NotUnderstood(f"{clipped(str(path), 120)} cannot be written: {error.strerror}.") from None
            return path.resolve()

        self.at_desk(draw_it, self.dismiss)
