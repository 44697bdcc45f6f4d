"""What every place looks like: the line of places on top, a body, a status line, and the keys at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from collection.catalogue.card import STAND_IN_MARK
from collection.errors import CollectionError
from collection.store.glance import Glance
from collection.tui.commands import EVERYWHERE, Command, bindings_of, commands_of, key_display, registry
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.store.book import Book
    from collection.tui.app import MudwaterApp

Answer = TypeVar("Answer")
Told = TypeVar("Told")

PLACES: tuple[tuple[str, str, str], ...] = (
    ("binder", "b", "Binder"),
    ("packs", "p", "Packs"),
    ("hands", "h", "Hands"),
    ("table", "t", "Table"),
    ("ante", "a", "Ante"),
)
"""The five places: mode, key, name."""

WIDTHS = [(0, "-narrow"), (100, "-wide")]
HEIGHTS = [(0, "-short"), (30, "-tall")]
"""From so many cells on, a screen has this class."""

STAND_IN_NOTE = f"{STAND_IN_MARK} stand-in: not confirmed from a real card"


class Commanded:
    """A screen (or the app) that does commands of the registry."""

    # Not a DOM node itself: Textual takes a screen's style from the first base class that is one.
    WHERE: ClassVar[str] = EVERYWHERE

    def action_do(self, command_id: str) -> None:
        """Do a command, or say why it cannot be done now."""
        self.do(registry()[command_id])

    def do(self, command: Command) -> None:
        """Do a command, or say why it cannot be done now."""
        reason = self.why_not(command)
        if reason is not None:
            cast("MudwaterScreen | MudwaterApp", self).tell(reason)
            return
        act = getattr(self, f"action_{command.name}")
        if iscoroutinefunction(act):
            # Textual's own actions, quitting among them, are coroutines: called alone they would do nothing.
            cast("MudwaterScreen | MudwaterApp", self).call_later(act)
        else:
            act()

    def why_not(self, command: Command) -> str | None:
        """Give the reason why `command` cannot be done now, None when it can."""
        del command
        return None

    def label_of(self, command: Command) -> str:
        """Give what `command` is called now, for a key that does one of two things by turns."""
        return command.label

    def pointless(self, command: Command) -> bool:
        """Say whether `command` can never be done here any more, so that its key need not be shown even greyed."""
        del command
        return False


class MudwaterScreen(Commanded, Screen[None]):
    """A full screen of this program. Subclasses set `WHERE`, `BINDINGS = bindings_of(WHERE)` and what is inside.

    Reading and writing goes through `at_desk`: the work runs in a thread with the open book, the answer comes back on
    the screen's own side. `refresh_place` is called when the book is first there and each time the screen is shown.
    """

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS: ClassVar[str | None] = ""
    HELP_TEXT: ClassVar[str] = ""
    MAIN: ClassVar[str] = ""
    """The selector of the widget that has the focus when no input has."""

    @property
    def mudwater(self) -> MudwaterApp:
        """The app, by its type."""
        return cast("MudwaterApp", self.app)

    def tell(self, reason: str) -> None:
        """Say why something cannot be done."""
        self.mudwater.say(reason, severity="warning")

    def compose(self) -> ComposeResult:
        """Compose the frame around `compose_place`."""
        yield TopLine(self.WHERE)
        yield from self.compose_place()
        yield Static(id="status", markup=False)
        yield KeyLine()

    def compose_place(self) -> ComposeResult:
        """Compose what is inside."""
        yield from ()

    def do(self, command: Command) -> None:
        """Do a command; nothing once the screens are being taken down."""
        if not self.mudwater.leaving:
            super().do(command)

    def leave_place(self) -> None:
        """Put away what nobody may see who comes back; another place is about to be shown."""

    def refresh_place(self) -> None:
        """Read again what is shown. Called once the book is open and whenever the screen comes back to the top."""

    @on(events.ScreenResume)
    def _read_again(self) -> None:
        if self.mudwater.book is not None:
            self.refresh_place()

    def at_desk(
        self,
        work: Callable[[Book], Answer],
        then: Callable[[Answer], object],
        *,
        refused: Callable[[CollectionError], None] | None = None,
        slot: str = "",
    ) -> None:
        """Run `work` with the book in a thread and hand its answer to `then`, here.

        A refusal goes to `refused`, else to the edge of the screen in words. Of several requests with one `slot` only
        the newest is answered.
        """
        self.mudwater.at_desk(work, then, owner=self, refused=refused, slot=slot and f"{self.WHERE}.{slot}")

    def status(self, text: Content | str = "") -> None:
        """Show one line above the keys until the next one."""
        self.query_one("#status", Static).update(text if isinstance(text, Content) else plain_content(text))

    def help_text(self) -> str:
        """Give more for the help screen, in plain text."""
        return self.HELP_TEXT

    def findable(self) -> Iterable[tuple[str, str, Callable[[], object]]]:
        """Give what the palette finds here besides commands: what it is called, more about it, and how to go there."""
        return ()

    def typing(self) -> bool:
        """Say whether letters go into an input now."""
        return isinstance(self.focused, Input)

    def go_back(self) -> None:
        """Leave the input; by itself a place has nothing behind it."""
        if self.typing() and self.MAIN:
            self.query_one(self.MAIN).focus()

    def can_go_back(self) -> bool:
        """Say whether `esc` would do anything now."""
        return self.typing() and bool(self.MAIN)

    def unfinished(self) -> str | None:
        """Name what is typed here and would be lost by leaving the program."""
        return None

    def refresh_keys(self) -> None:
        """Show anew which keys work."""
        self.query_one(KeyLine).show()


class Drill(MudwaterScreen):
    """A screen opened from a place; `esc` goes back to it."""

    def can_go_back(self) -> bool:
        """It always would."""
        return True

    def go_back(self) -> None:
        """Leave the input first, then the screen."""
        if self.typing() and self.MAIN and self.focused is not self.query_one(self.MAIN):
            self.query_one(self.MAIN).focus()
        else:
            self.app.pop_screen()


class Question(Commanded, ModalScreen[Told]):
    """A question in front of a screen, answered with a value or (escape) not at all."""

    WHERE: ClassVar[str] = "question"
    DEFAULT_CSS = """
    Question { align: center middle; background: $background 60%; }
    Question .dialog {
        width: 64; max-width: 96%; height: auto; max-height: 96%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    Question .dialog-title { text-style: bold; color: $primary; width: 1fr; height: auto; margin-bottom: 1; }
    Question .dialog-body { height: auto; max-height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    Question .muted { color: $text-muted; }
    Question .buttons { height: auto; margin-top: 1; align-horizontal: right; }
    Question .buttons Button { margin-left: 2; }
    Question .buttons Button:focus { text-style: bold underline; background: $primary; color: $background; }
    Question .buttons Button.-warning:focus { background: $warning; color: $background; }
    Question .sheet { width: 76; }
    Question .dialog { border-title-color: $primary; border-title-style: bold; border-subtitle-color: $text-muted; }
    Question OptionList, Question OptionList:focus {
        height: auto; max-height: 1fr; border: none; padding: 0; background: $surface; background-tint: $surface 0%;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Question .help-title { text-style: bold; margin-top: 1; }
    Question .help-title:first-of-type { margin-top: 0; }
    Question .help-row { height: auto; width: 1fr; padding-right: 1; }
    Question .help-keys { width: 14; padding-left: 2; color: $footer-key-foreground; text-style: bold; }
    Question .help-what { width: 1fr; }
    Question .help-more { margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f12", "give_up", "Back", show=False)]
    HORIZONTAL_BREAKPOINTS = WIDTHS

    @property
    def mudwater(self) -> MudwaterApp:
        """The app, by its type."""
        return cast("MudwaterApp", self.app)

    def tell(self, reason: str) -> None:
        """Say why something cannot be done."""
        self.mudwater.say(reason, severity="warning")

    def action_give_up(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class TopLine(Horizontal):
    """The five places with their keys, who is collecting, and whether this is the sample."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self._where = where

    def compose(self) -> ComposeResult:
        """Compose a tab for each place and the collector's name at the right."""
        # What was opened from a place is a part of that place, whichever it was.
        a_place = self._where in [mode for mode, _, _ in PLACES]
        here = self._where if a_place else self.app.current_mode
        for mode, key, name in PLACES:
            yield PlaceTab(mode, key, name, here=mode == here)
        yield Static(id="who", markup=False)

    def on_mount(self) -> None:
        """Show who is collecting."""
        self.show_collector()

    def show_collector(self) -> None:
        """Show the collector's name, and a mark when the sample is open."""
        app = cast("MudwaterApp", self.app)
        who = plain_content(app.collector_name or "", cells=24)
        mark = Content.styled(" SAMPLE ", "reverse") + Content(" ") if app.is_sample else Content("")
        self.query_one("#who", Static).update(mark + who)


class PlaceTab(Static):
    """One place's name in the top line; a click goes there."""

    ALLOW_SELECT = False

    def __init__(self, mode: str, key: str, name: str, *, here: bool) -> None:
        super().__init__(classes="-here" if here else "")
        self._mode, self._key, self._place, self._here = mode, key, name, here
        self.show_key(typing=False)
        self.tooltip = Content(f"{registry()[f'everywhere.{mode}'].description} ({key} or {key_display(self._f_key)})")

    @property
    def _f_key(self) -> str:
        return registry()[f"everywhere.{self._mode}"].keys[1]

    def show_key(self, *, typing: bool) -> None:
        """Show the key that goes there now: while something is typed, letters are only letters."""
        key = key_display(self._f_key) if typing else self._key
        self.update(
            Content.assemble(
                (f" {key} ", "$footer-key-foreground bold"), (self._place, "bold underline" if self._here else ""), " "
            )
        )

    def on_click(self) -> None:
        """Go to the place."""
        cast("MudwaterApp", self.app).go_to(self._mode)


class KeyLine(Horizontal):
    """The keys that matter here, at most five and the help key; what cannot be done now is greyed and says why."""

    def on_mount(self) -> None:
        """Follow the focus: inside an input letters are only letters, and other keys are shown."""
        self._caps: list[KeyCap] = []
        self._typing = False
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.show())
        # What can be done now depends on widgets that are mounted later than this line.
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the keys anew; nothing happens on the screen when they are the same as before."""
        screen = self.screen
        if not isinstance(screen, MudwaterScreen) or not screen.is_mounted:
            return
        typing = screen.typing()
        if typing is not self._typing:
            self._typing = typing
            for tab in screen.query(PlaceTab):
                tab.show_key(typing=typing)
        wanted: list[tuple[Command, str, Commanded]] = []
        for command in (*commands_of(screen.WHERE), *commands_of(EVERYWHERE)):
            key = command.key_in(typing=typing)
            idle = command.id == "everywhere.leave" and not screen.can_go_back()
            if command.footer and key is not None and not idle:
                owner: Commanded = screen if command.where == screen.WHERE else screen.mudwater
                if not owner.pointless(command):
                    wanted.append((command, key, owner))
        if [cap.what[:2] for cap in self._caps] == [(command.id, key) for command, key, _ in wanted]:
            # A key that is replaced between press and release takes no click, and some change with every move.
            for cap, (command, _, owner) in zip(self._caps, wanted, strict=True):
                cap.show(owner.why_not(command))
            return
        self._caps = [KeyCap(command, key, owner, owner.why_not(command)) for command, key, owner in wanted]
        self.query(KeyCap).remove()
        self.mount(*self._caps)


class KeyCap(Static):
    """One key and what it does; a click does it."""

    ALLOW_SELECT = False

    what: tuple[str, str, str | None, str]
    """The command's id, its key, why it cannot be done now, and what it is called now."""

    def __init__(self, command: Command, key: str, owner: Commanded, reason: str | None) -> None:
        super().__init__()
        self._command = command
        self._owner = owner
        self.what = (command.id, key, "", "")
        self.show(reason)

    def show(self, reason: str | None) -> None:
        """Show it as it is now; `reason` says why it cannot be done."""
        command, key = self._command, self.what[1]
        what = (command.id, key, reason, self._owner.label_of(command))
        if what == self.what:
            return
        self.what = what
        # Greyed is a colour: that a key cannot be pressed now is also seen by its not being bold.
        loud = "bold $footer-key-foreground" if reason is None else "$footer-key-foreground"
        shown = Content.assemble((key_display(key), loud), f" {what[3]}")
        self.update(shown if reason is None else shown.stylize("dim"))
        self.set_class(reason is not None, "-disabled")
        self.tooltip = plain_content(reason or command.description)

    def on_click(self) -> None:
        """Do it."""
        self._owner.do(self._command)


class GlanceTaker(Widget):
    """A widget or screen that can show a glance at the book before the book itself is open."""

    def take_glance(self, glance: Glance) -> None:
        """Show what a glance tells."""


__all__ = [
    "PLACES",
    "STAND_IN_MARK",
    "STAND_IN_NOTE",
    "Commanded",
    "Drill",
    "KeyLine",
    "MudwaterScreen",
    "Question",
    "TopLine",
    "bindings_of",
]
