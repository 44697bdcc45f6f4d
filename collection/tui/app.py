"""The screens as one program: five places, one book, one clock."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.command import Provider
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.worker import Worker, WorkerState

from collection.errors import CollectionError, StoreError
from collection.tui.commands import EVERYWHERE, bindings_of
from collection.tui.place import Commanded, Drill, MudwaterScreen, TopLine
from collection.tui.text import clipped, sentences
from collection.tui.themes import THEMES, theme_after

if TYPE_CHECKING:
    from collection.store.book import Book
    from collection.store.glance import Glance

Result = TypeVar("Result")
Severity = Literal["information", "warning", "error"]


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


class MudwaterApp(Commanded, App[int]):
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

    @dataclass
    class BookOpened(Message):
        """The book is open and can be worked with."""

        book: Book

    @dataclass
    class BookClosed(Message):
        """The book could not be opened."""

        error: CollectionError

    @dataclass
    class Answered(Message):
        """Work at the desk has ended; `deliver` hands the answer over on the screens' own side."""

        deliver: Callable[[], None]

    def __init__(
        self,
        book_path: Path,
        collector: str | None = None,
        *,
        start: str = "binder",
        table: object | None = None,
        clock: Callable[[], dt.datetime] = _local_now,
    ) -> None:
        # The first place is the app's own first screen: going there from an empty one would cost a second first frame.
        self.DEFAULT_MODE = start if book_path.exists() else "welcome"  # type: ignore[misc]
        super().__init__()
        for mode, place in self.PLACES.items():
            if mode != self.DEFAULT_MODE:
                self.add_mode(mode, place)
        self.own_path = book_path
        self.book_path = book_path
        self.collector = collector
        """Whose cards are shown; None means the collector in use."""
        self.collector_name: str | None = collector
        self.is_sample = False
        self.start = start
        self.table_request = table
        """What the command line asks of the Table screen."""
        self.clock = clock
        """The time now, with its zone."""
        self.book: Book | None = None
        self.glance: Glance | None = None
        self._trouble: CollectionError | None = None
        self.said: list[Said] = []
        self._waiting: list[Callable[[Book], None]] = []
        self._asked: Counter[str] = Counter()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    # Opening the book

    def get_default_screen(self) -> Screen[Any]:
        """Give the first place, with a glance at the book to show at once; the welcome when there is no book."""
        self._take_glance()
        return self.PLACES[self.DEFAULT_MODE]()

    def on_mount(self) -> None:
        """Open the book itself, behind the first frame."""
        self.add_mode(self.DEFAULT_MODE, self.PLACES[self.DEFAULT_MODE])
        if self.DEFAULT_MODE != "welcome":
            self._open_behind()

    def show_book(self, path: Path, *, anew: bool = False) -> None:
        """Show the book at `path`, or, when there is none and none is to be made (`anew`), the welcome."""
        self.book_path = path
        if not path.exists() and not anew:
            self.switch_mode("welcome")
            return
        self._take_glance()
        self.switch_mode(self.start)
        self._open_behind()

    def _take_glance(self) -> None:
        try:
            self.glance = self._glance(self.book_path)
        except CollectionError as error:
            self._trouble = error
        if self.glance is not None:
            self.collector_name = self.glance.collector or self.collector

    def _open_behind(self) -> None:
        if self._trouble is not None:
            self.call_after_refresh(self._cannot_open, self._trouble)
        else:
            # The database library takes longer to import than the first frame takes to paint.
            self.call_after_refresh(self.run_worker, self._open, thread=True, exit_on_error=False, group="open")

    def _glance(self, path: Path) -> Glance | None:
        from collection.store.glance import glance

        return glance(path, self.collector) if path.exists() else None

    def _open(self) -> None:
        try:
            book = self._opened_book()
        except CollectionError as error:
            self.post_message(self.BookClosed(error))
        else:
            self.post_message(self.BookOpened(book))

    def _opened_book(self) -> Book:
        from collection.catalogue.data import load_catalogue

        if self.is_sample:
            from collection.desk.sample import open_sample

            return open_sample(self.book_path, seed=load_catalogue, now=self.clock())
        from collection.store.book import Book

        return Book.open(self.book_path, load_catalogue)

    @on(BookOpened)
    def _book_is_open(self, message: BookOpened) -> None:
        self.book = message.book
        waiting, self._waiting = self._waiting, []
        for ask in waiting:
            ask(message.book)
        self.at_desk(_settings_and_collector(self.collector), self._take_settings, owner=self)
        if isinstance(self.screen, MudwaterScreen):
            self.screen.refresh_place()

    def _take_settings(self, found: _Kept) -> None:
        self.collector_name, self.is_sample = found.collector, found.is_sample
        if found.theme in {each.name for each in THEMES}:
            self.theme = found.theme or self.theme
        self.show_collector()

    def show_collector(self) -> None:
        """Show in every top line who is collecting."""
        for screen in self._all_screens():
            for line in screen.query(TopLine):
                line.show_collector()

    @on(BookClosed)
    def _book_stays_closed(self, message: BookClosed) -> None:
        self._cannot_open(message.error)

    def _cannot_open(self, error: CollectionError) -> None:
        from collection.tui.dialogs import Trouble

        self.push_screen(
            Trouble(error, self.book_path), lambda _: self.exit(error.exit_code, return_code=error.exit_code)
        )

    def close_book(self) -> None:
        """Let go of the book."""
        if self.book is not None:
            self.book.close()
            self.book = None

    # Work at the desk

    def at_desk(
        self,
        work: Callable[[Book], Result],
        then: Callable[[Result], object],
        *,
        owner: Screen[Any] | App[int],
        refused: Callable[[CollectionError], None] | None = None,
        slot: str = "",
    ) -> None:
        """Run `work` with the book in a thread, once the book is open; hand its answer to `then` on this side.

        A refusal goes to `refused`, else it is said at the edge of the screen. Of several requests with one `slot` only
        the newest is answered; nothing is delivered to a screen that is gone.
        """
        self._asked[slot] += 1
        number = self._asked[slot]

        def deliver(hand_over: Callable[[], object]) -> None:
            stale = slot != "" and number != self._asked[slot]
            if owner.is_attached and not stale:
                hand_over()

        def job(book: Book) -> None:
            try:
                answer = work(book)
            except CollectionError as error:
                self.post_message(self.Answered(partial(deliver, partial(refused or self.say_refused, error))))
            else:
                self.post_message(self.Answered(partial(deliver, partial(then, answer))))

        def ask(book: Book) -> None:
            self.run_worker(partial(job, book), thread=True, exit_on_error=False, group="desk")

        if self.book is None:
            self._waiting.append(ask)
        else:
            ask(self.book)

    @on(Answered)
    def _hand_over(self, message: Answered) -> None:
        message.deliver()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say it in words when work failed in a way nobody expected: nothing was written then."""
        if event.state is WorkerState.ERROR:
            event.stop()
            what = type(event.worker.error).__name__
            self.say(f"That did not work, and nothing was changed ({what}: {event.worker.error}).", severity="error")

    # Talk

    def say(self, text: str, *, severity: Severity = "information", title: str = "") -> None:
        """Say something at the edge of the screen, and keep it to be read again."""
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

    def go_to(self, mode: str) -> None:
        """Go to one of the five places; within it, from what was opened there back to the place itself."""
        if self.current_mode == mode:
            if isinstance(self.screen, Drill):
                self.screen.go_back()
        elif self.current_mode != "welcome":
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

    def action_help(self) -> None:
        """Show the keys that work here."""
        from collection.tui.help import HelpScreen

        self.push_screen(HelpScreen(self.screen))

    def action_palette(self) -> None:
        """Find a command by its name."""
        self.action_command_palette()

    def action_leave(self) -> None:
        """Go back on the screen that is shown."""
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

    def change_book(self, path: Path, *, sample: bool, anew: bool = False) -> None:
        """Close this book and show another one."""
        self.switch_mode("between")
        for mode in self.PLACES:
            self._forget(mode)
        self.close_book()
        self.glance = self.collector_name = self.collector = None
        self.is_sample = sample
        self.show_book(path, anew=anew or sample)

    def _forget(self, mode: str) -> None:
        """Drop a place's screens, so that it begins anew with the next book."""
        self.remove_mode(mode)
        self.add_mode(mode, self.PLACES[mode])

    async def action_quit(self) -> None:
        """Leave; what is typed and not yet in the book is mentioned first."""
        unfinished = [words for screen in self._all_screens() if (words := screen.unfinished())]
        if not unfinished or isinstance(self.screen, ModalScreen):
            self.exit(0)
            return
        from collection.tui.dialogs import Confirm

        question = Confirm("Leave now?", [Content(words) for words in unfinished], yes="Leave without it")
        self.push_screen(question, lambda yes: self.exit(0) if yes else None)

    def _all_screens(self) -> list[MudwaterScreen]:
        return [
            screen for stack in self._screen_stacks.values() for screen in stack if isinstance(screen, MudwaterScreen)
        ]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the book says about how it is to be shown."""

    collector: str
    theme: str | None
    is_sample: bool


def _settings_and_collector(collector: str | None) -> Callable[[Book], _Kept]:
    def read(book: Book) -> _Kept:
        from collection.desk.collectors import current
        from collection.desk.sample import BEGUN, FILLED

        with book.reading() as unit:
            sample = any(unit.settings.get(name) is not None for name in (BEGUN, FILLED))
            return _Kept(current(unit, collector).name, unit.settings.get("theme"), sample)

    return read


def _remember(name: str, value: str, book: Book) -> None:
    with book.writing() as unit:
        unit.settings.set(name, value)


def run(book_path: Path, collector: str | None, *, start: str = "binder", table: object | None = None) -> int:
    """Show the screens over the book at `book_path` until the person leaves; give the exit code.

    `start` is the place to begin in, `table` what the Table screen is asked to do at once.
    """
    app = MudwaterApp(book_path, collector, start=start, table=table)
    app.run()
    app.close_book()
    return app.return_code or 0
