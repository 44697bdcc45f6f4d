"""An app over one book: a glance at it at once, the book itself behind the first frame, and work with it in threads."""

from __future__ import annotations

import datetime as dt
import gc
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events, on
from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from collection.errors import CollectionError
from collection.tui.themes import THEMES

if TYPE_CHECKING:
    from collection.store.book import Book
    from collection.store.glance import Glance

Result = TypeVar("Result")


class BookApp(App[int]):
    """Opens a book, changes it for another, and does the screens' work with it. Says nothing by itself."""

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

    PLACES: ClassVar[dict[str, Callable[[], Screen[Any]]]] = {}
    """What can be shown, by name; `welcome` is what is shown while there is no book."""

    def __init__(self, book_path: Path, collector: str | None, *, start: str, clock: Callable[[], dt.datetime]) -> None:
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
        self.clock = clock
        """The time now, with its zone."""
        self.book: Book | None = None
        self.glance: Glance | None = None
        self.leaving = False
        """Whether the screens are being taken down: whatever still arrives finds nobody to act on it."""
        self.fault: Exception | None = None
        """What nobody expected and ended the screens."""
        self._trouble: CollectionError | None = None
        self._waiting: list[Callable[[Book], None]] = []
        self._asked: Counter[str] = Counter()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    # What the screens make of it

    def book_is_there(self) -> None:
        """Show what the book holds: it has been opened, and whose cards are shown is known."""

    def cannot_open(self, error: CollectionError) -> None:
        """Say that the book cannot be opened."""

    def remind(self, waiting: str) -> None:
        """Say what waits to be gone on with."""

    def say_refused(self, error: CollectionError) -> None:
        """Say why something was refused."""

    @on(events.DescendantFocus)
    def _hold_still(self, event: events.DescendantFocus) -> None:
        # A cursor that blinks draws its line four times in two seconds for nobody, a hundredth of a processor.
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = False

    # Opening the book

    def get_default_screen(self) -> Screen[Any]:
        """Give the first place, with a glance at the book to show at once; the welcome when there is no book."""
        self._take_glance()
        return self.PLACES[self.DEFAULT_MODE]()

    def on_mount(self) -> None:
        """Open the book itself, behind the first frame."""
        self.call_after_refresh(gc.enable)
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
            # Before the first frame: nobody wants to see the other colours flash.
            self._take_theme(self.glance.theme)

    def _open_behind(self) -> None:
        if self._trouble is not None:
            self.call_after_refresh(self.cannot_open, self._trouble)
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
        if self.leaving:
            message.book.close()
            return
        self.book = message.book
        waiting, self._waiting = self._waiting, []
        for ask in waiting:
            ask(message.book)
        self.at_desk(_settings_and_collector(self.collector), self._take_settings, owner=self)
        self.book_is_there()

    def _take_settings(self, found: _Kept) -> None:
        self.collector_name, self.is_sample = found.collector, found.is_sample
        self._take_theme(found.theme)
        self.show_collector()
        if found.waiting:
            self.remind(found.waiting)

    def _take_theme(self, name: str | None) -> None:
        if name in {each.name for each in THEMES}:
            self.theme = name or self.theme

    def show_collector(self) -> None:
        """Show who is collecting, and whether this is the sample."""

    @on(BookClosed)
    def _book_stays_closed(self, message: BookClosed) -> None:
        self.cannot_open(message.error)

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
        if not self.leaving:
            message.deliver()

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

    # Leaving

    def exit(self, result: int | None = None, return_code: int = 0, message: Any = None) -> None:
        """Take the screens down."""
        self.leaving = True
        super().exit(result, return_code, message)

    def _handle_exception(self, error: Exception) -> None:
        """Take the screens down because of a fault; Textual would print pages of its own onto the terminal.

        A fault of what still arrives while they are taken down is nobody's concern: everything is in the book.
        """
        if self.leaving:
            return
        self.leaving = True
        self.fault = error
        # What Textual does too, but for rendering the traceback with every local variable.
        self._return_code = 1
        self._exception = error
        self._close_messages_no_wait()
        self._exception_event.set()


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the book says about how it is to be shown."""

    collector: str
    theme: str | None
    is_sample: bool
    waiting: str
    """What is to be gone on with, in a sentence; empty when nothing is."""


def _settings_and_collector(collector: str | None) -> Callable[[Book], _Kept]:
    def read(book: Book) -> _Kept:
        from collection.desk.collectors import current
        from collection.desk.sample import BEGUN, FILLED
        from collection.tui.waiting import waiting

        with book.reading() as unit:
            sample = any(unit.settings.get(name) is not None for name in (BEGUN, FILLED))
            account = current(unit, collector)
            return _Kept(account.name, unit.settings.get("theme"), sample, waiting(unit, account))

    return read
