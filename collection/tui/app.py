"""The screens as one program: five places, one book, one clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual.binding import BindingType
from textual.command import Provider
from textual.content import Content
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from collection.errors import CollectionError, StoreError
from collection.tui.commands import EVERYWHERE, Command, bindings_of
from collection.tui.open_book import BookApp
from collection.tui.place import Commanded, Drill, MudwaterScreen, TopLine
from collection.tui.text import clipped, sentences
from collection.tui.themes import theme_after

if TYPE_CHECKING:
    from collection.store.book import Book

Severity = Literal["information", "warning", "error"]
Opening = Callable[["Book"], Callable[[], Screen[Any]]]
"""Reads what a screen is to show, and gives what makes the screen."""


def _binder() -> Screen[Any]:
    from collection.tui.binder import BinderScreen

    return BinderScreen()


def _packs() -> Screen[Any]:
    from collection.tui.packs import PacksScreen

    return PacksScreen()


def _hands() -> Screen[Any]:
    from collection.tui.hands import HandsScreen

    return HandsScreen()


def _table() -> Screen[Any]:
    from collection.tui.table import TableScreen

    return TableScreen()


def _ante() -> Screen[Any]:
    from collection.tui.ante import AnteScreen

    return AnteScreen()


def _welcome() -> Screen[Any]:
    from collection.tui.welcome import WelcomeScreen

    return WelcomeScreen()


def _palette() -> type[Provider]:
    from collection.tui.help import PaletteCommands

    return PaletteCommands


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that stood at the edge of the screen, kept to be read again."""

    at: dt.datetime
    text: str
    severity: Severity


def _local_now() -> dt.datetime:
    return dt.datetime.now().astimezone()


class MudwaterApp(Commanded, BookApp):
    """The collector's screens over one book."""

    TITLE = "Mudwater"
    WHERE = EVERYWHERE
    CSS_PATH = "mudwater.tcss"
    COMMANDS: ClassVar[set[Any]] = {_palette}
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of(EVERYWHERE))
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {"between": Screen}
    PLACES: ClassVar[dict[str, Callable[[], Screen[Any]]]] = {
        "binder": _binder,
        "packs": _packs,
        "hands": _hands,
        "table": _table,
        "ante": _ante,
        "welcome": _welcome,
    }

    def __init__(
        self,
        book_path: Path,
        collector: str | None = None,
        *,
        start: str = "binder",
        table: object | None = None,
        opening: Opening | None = None,
        clock: Callable[[], dt.datetime] = _local_now,
    ) -> None:
        super().__init__(book_path, collector, start=start, clock=clock)
        self.table_request = table
        """What the command line asks of the Table screen."""
        self._opening = opening
        """What the command line asks to be shown over the first place."""
        self.said: list[Said] = []
        self._spoke: Screen[Any] | None = None
        """The screen that was shown when something was last said."""

    # The book

    def book_is_there(self) -> None:
        """Let the place that is shown read the book."""
        if isinstance(self.screen, MudwaterScreen):
            self.screen.refresh_place()
        if self._opening is not None:
            opening, self._opening = self._opening, None
            self.at_desk(opening, lambda make: self.push_screen(make()), owner=self)

    def show_collector(self) -> None:
        """Show in every top line who is collecting."""
        for screen in self._all_screens():
            for line in screen.query(TopLine):
                line.show_collector()

    def cannot_open(self, error: CollectionError) -> None:
        """Say that the book cannot be opened, and leave."""
        from collection.tui.dialogs import Trouble

        self.push_screen(
            Trouble(error, self.book_path), lambda _: self.exit(error.exit_code, return_code=error.exit_code)
        )

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say it in words when work failed in a way nobody expected: nothing was written then."""
        if event.state is WorkerState.ERROR:
            event.stop()
            what = type(event.worker.error).__name__
            self.say(f"That did not work, and nothing was changed ({what}: {event.worker.error}).", severity="error")

    # Talk

    def remind(self, waiting: str) -> None:
        """Say what waits to be gone on with, but at the Table, where it is listed, or where a match is asked for."""
        if self.current_mode != "table" and self.table_request is None:
            self.say(waiting)

    def say(self, text: str, *, severity: Severity = "information", title: str = "") -> None:
        """Say something at the edge of the screen in place of what this screen said before; keep it to be read again.

        A refusal changes nothing, so it leaves news standing and takes the place of an earlier refusal only. What is
        said in one breath stands together: until this side has come to rest nothing of it is shown yet.
        """
        spoke, self._spoke = self._spoke, self.screen
        last = self.said[-1] if self.said else None
        outdated = spoke is self._spoke and (severity == "information" or (last and last.severity != "information"))
        # A key pressed again and again must not pile up the same sentence over the screen.
        if outdated or (last and last.text == text):
            self.clear_notifications()
        self.said.append(Said(self.clock(), text, severity))
        shown = "\n".join(clipped(line, 300) for line in text.splitlines()[:6])
        self.notify(shown, title=title, severity=severity, markup=False)

    def tell(self, reason: str) -> None:
        """Say why something cannot be done."""
        self.say(reason, severity="warning")

    def say_refused(self, error: CollectionError) -> None:
        """Say why something was refused."""
        self.say(sentences(error.reasons), severity="error" if isinstance(error, StoreError) else "warning")

    # Commands that work everywhere

    def do(self, command: Command) -> None:
        """Do a command; nothing once the screens are being taken down."""
        if not self.leaving:
            super().do(command)

    def go_to(self, mode: str) -> None:
        """Go to one of the five places; within it, from what was opened there back to the place itself."""
        if self.current_mode == mode:
            if isinstance(self.screen, Drill):
                self.screen.go_back()
        elif self.current_mode != "welcome":
            if isinstance(self.screen, MudwaterScreen):
                self.screen.leave_place()
            self.clear_notifications()
            self.switch_mode(mode)

    def action_binder(self) -> None:
        """Go to the Binder."""
        self.go_to("binder")

    def action_packs(self) -> None:
        """Go to Packs."""
        self.go_to("packs")

    def action_hands(self) -> None:
        """Go to Hands."""
        self.go_to("hands")

    def action_table(self) -> None:
        """Go to the Table."""
        self.go_to("table")

    def action_ante(self) -> None:
        """Go to Ante."""
        self.go_to("ante")

    def action_files(self) -> None:
        """Take a file in, write one, or back the book up."""
        from collection.tui.importing import FilesScreen

        if self.current_mode == "welcome":
            self.tell("Choose a book first: the sample, or your own.")
        elif not isinstance(self.screen, FilesScreen):
            self.push_screen(FilesScreen())

    def action_help(self) -> None:
        """Show the keys that work here."""
        from collection.tui.help import HelpScreen

        self.push_screen(HelpScreen(self.screen))

    def action_palette(self) -> None:
        """Find a command by its name."""
        self.action_command_palette()

    def action_leave(self) -> None:
        """Go back on the screen that is shown, and from what was said there."""
        self.clear_notifications()
        if isinstance(self.screen, MudwaterScreen):
            self.screen.go_back()

    def action_theme(self) -> None:
        """Change the colours and remember them."""
        chosen = theme_after(self.theme)
        self.theme = chosen
        self.say(f"Colours: {chosen.removeprefix('mudwater-')}")
        if self.book is not None:
            self.at_desk(partial(_remember, "theme", chosen), lambda _: None, owner=self)

    def action_messages(self) -> None:
        """Read again what was said."""
        from collection.tui.help import MessagesScreen

        self.push_screen(MessagesScreen(self.said))

    def action_sample(self) -> None:
        """Change between the sample and the own book."""
        from collection.store.location import sample_path

        self.change_book(self.own_path if self.is_sample else sample_path(self.own_path), sample=not self.is_sample)

    async def action_quit(self) -> None:
        """Leave; what is typed and not yet in the book is mentioned first."""
        unfinished = [words for screen in self._all_screens() if (words := screen.unfinished())]
        from collection.tui.dialogs import Confirm

        if not unfinished or isinstance(self.screen, Confirm):
            self.exit(0)
            return
        question = Confirm("Leave now?", [Content(words) for words in unfinished], yes="Leave without it")
        self.push_screen(question, lambda yes: self.exit(0) if yes else None)

    def _all_screens(self) -> list[MudwaterScreen]:
        return [
            screen for stack in self._screen_stacks.values() for screen in stack if isinstance(screen, MudwaterScreen)
        ]


def _remember(name: str, value: str, book: Book) -> None:
    with book.writing() as unit:
        unit.settings.set(name, value)


def run(book_path: Path, collector: str | None, *, start: str = "binder", table: object | None = None) -> int:
    """Show the screens over the book at `book_path` until the person leaves; give the exit code.

    `start` is the place to begin in, `table` what the Table screen is asked to do at once. A fault that nobody expected
    is raised once the terminal is as it was before: the door out of the command line keeps it in a log and says where.
    """
    from collection.tui import running

    return running.run(book_path, collector, start=start, table=table)
