"""Help: every key that works on a screen; the palette's list of commands; and what was said before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from collection.tui.commands import EVERYWHERE, Command, commands_of, key_display
from collection.tui.place import Commanded, MudwaterScreen, Question
from collection.tui.text import paragraph, plain_content

if TYPE_CHECKING:
    from collection.tui.app import Said

LIST_KEYS = (
    ("↑ ↓ k j", "Move"),
    ("PgUp PgDn", "Move by a screenful; Home and End go to the ends"),
    ("tab", "Go to the next part of the screen"),
    ("mouse", "Click a row to pick it, click it again to open it; keys can be clicked, in the bottom line and here"),
)


def keys_of(command: Command) -> str:
    """Give a command's keys as they are printed."""
    return " ".join(key_display(key) for key in command.keys)


class Sheet(Question[None]):
    """A page of text in front of a screen; any of esc, enter, q, ? closes it, and so does a click."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark,f1", "give_up", "Close", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Compose the title, the page and how to close it."""
        with Vertical(classes="dialog sheet") as dialog:
            dialog.border_title = plain_content(self._title)
            dialog.border_subtitle = Content("esc closes")
            with VerticalScroll(classes="dialog-body"):
                yield from self.page()

    def page(self) -> ComposeResult:
        """Compose the page."""
        yield from ()

    def on_click(self) -> None:
        """Close it."""
        self.dismiss(None)


class Page(Sheet):
    """Paragraphs that are ready."""

    def __init__(self, title: str, parts: Sequence[Content]) -> None:
        super().__init__(title)
        self._parts = parts

    def page(self) -> ComposeResult:
        """Compose the paragraphs."""
        yield from (Static(part, markup=False) for part in self._parts)


class HelpScreen(Sheet):
    """What can be done on the screen beneath; a click on a line does it."""

    def __init__(self, beneath: Screen[object]) -> None:
        where = beneath.WHERE if isinstance(beneath, Commanded) else EVERYWHERE
        super().__init__(f"Help: {where.capitalize()}")
        self._where = where
        self._beneath = beneath
        self._more = beneath.help_text() if isinstance(beneath, MudwaterScreen) else ""

    def page(self) -> ComposeResult:
        """Compose this screen's keys, how lists work, the keys that work everywhere, and the screen's own help."""
        yield from self._commands("Here", self._where)
        yield from _keys("In lists", LIST_KEYS)
        if self._more:
            yield Static(paragraph(self._more, characters=4_000), classes="help-more", markup=False)
        yield from self._commands("Everywhere", EVERYWHERE)

    def _commands(self, title: str, where: str) -> ComposeResult:
        commands = commands_of(where)
        if not commands:
            return
        owner = self.app if where == EVERYWHERE else self._beneath
        yield Static(title, classes="help-title", markup=False)
        for command in commands:
            yield CommandRow(command, owner if isinstance(owner, Commanded) else None)


class CommandRow(Horizontal):
    """A command with its keys; a click closes the page and does it, so that every command is there for the mouse."""

    DEFAULT_CSS = "CommandRow:hover { background: $boost; }"

    def __init__(self, command: Command, owner: Commanded | None) -> None:
        super().__init__(classes="help-row")
        self._command = command
        self._owner = owner

    def compose(self) -> ComposeResult:
        """Compose the keys and what they do."""
        yield Static(keys_of(self._command), classes="help-keys", markup=False)
        yield Static(self._command.description, classes="help-what", markup=False)

    def on_click(self, event: events.Click) -> None:
        """Do it, once the page is closed."""
        event.stop()
        self.screen.dismiss(None)
        if self._owner is not None:
            self.app.call_later(self._owner.do, self._command)


def _keys(title: str, rows: Sequence[tuple[str, str]]) -> ComposeResult:
    if not rows:
        return
    yield Static(title, classes="help-title", markup=False)
    for keys, what in rows:
        with Horizontal(classes="help-row"):
            yield Static(keys, classes="help-keys", markup=False)
            yield Static(what, classes="help-what", markup=False)


class MessagesScreen(Sheet):
    """What was said at the edge of the screen, newest first."""

    def __init__(self, said: Sequence[Said]) -> None:
        super().__init__("What was said")
        self._said = list(said)

    def page(self) -> ComposeResult:
        """Compose each message with its time."""
        if not self._said:
            yield Static("Nothing yet.", markup=False)
        for each in reversed(self._said[-200:]):
            yield Static(Content.assemble((f"{each.at:%H:%M}  ", "dim"), paragraph(each.text)), markup=False)


class PaletteCommands(Provider):
    """Every command that applies on the screen beneath the palette, and what can be found there by name."""

    def _all(self) -> list[tuple[Command, Commanded]]:
        screen = self.screen
        found: list[tuple[Command, Commanded]] = []
        if isinstance(screen, Commanded):
            found += [(command, screen) for command in commands_of(screen.WHERE)]
        if isinstance(self.app, Commanded):
            found += [(command, self.app) for command in commands_of(EVERYWHERE)]
        return found

    async def discover(self) -> Hits:
        """Give all of them."""
        for command, owner in self._all():
            yield DiscoveryHit(_line(command, owner), lambda c=command, o=owner: o.do(c), help=_why(command, owner))

    async def search(self, query: str) -> Hits:
        """Give those whose name or description resembles `query`."""
        matcher = self.matcher(query)
        for command, owner in self._all():
            labels = {command.label, owner.label_of(command)}
            score = max(*map(matcher.match, labels), matcher.match(command.description))
            if score > 0:
                yield Hit(score, _line(command, owner), lambda c=command, o=owner: o.do(c), help=_why(command, owner))
        if isinstance(self.screen, MudwaterScreen):
            for name, more, go in self.screen.findable():
                score = matcher.match(name)
                if score > 0:
                    yield Hit(score, plain_content(name, cells=60), go, help=str(plain_content(more)))


def _line(command: Command, owner: Commanded) -> Content:
    return Content.assemble((f"{keys_of(command):<9} ", "bold $footer-key-foreground"), owner.label_of(command))


def _why(command: Command, owner: Commanded) -> str:
    return str(plain_content(owner.why_not(command) or command.description))
