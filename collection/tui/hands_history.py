"""How a hand came to be: every saved version with what it changed, and the way back to any of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.catalogue.card import CardNo
from collection.hands.comparing import changes
from collection.hands.hand import HandVersion
from collection.hands.legality import card_label
from collection.tui.commands import Command
from collection.tui.hands_cards import PointedList, cards_word
from collection.tui.hands_desk import History, read_history
from collection.tui.hands_rows import cards_by_level
from collection.tui.hands_told import Told
from collection.tui.place import Drill, bindings_of
from collection.tui.text import plain_content


class HistoryScreen(Drill):
    """The versions at the left, the newest first; the cards of the one under the cursor at the right."""

    WHERE = "versions"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("versions")]
    MAIN = "#versions"
    HELP_TEXT = """\
Each time a hand is saved with other cards it gets a new version; none is ever lost. + came in, - went out, against \
the version that it was made of. Bringing one back opens it in the builder: s saves it, as a new version.
On the Hands screen u and U go back and forth between saved versions at once."""
    DEFAULT_CSS = """
    HistoryScreen #panes { height: 1fr; }
    HistoryScreen #left { width: 38; padding: 0 1; }
    HistoryScreen.-wide #left { width: 60; }
    HistoryScreen #right { width: 1fr; padding-left: 1; border-left: vkey $panel; scrollbar-size-vertical: 1; }
    HistoryScreen .title { text-style: bold; color: $primary; height: 1; }
    HistoryScreen #versions { height: 1fr; }
    HistoryScreen #cards, HistoryScreen #change { height: auto; }
    HistoryScreen #change { margin-bottom: 1; }
    HistoryScreen #cards { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, told: Told, bring_back: Callable[[tuple[CardNo, ...]], None]) -> None:
        super().__init__()
        self._told = told
        self._bring_back = bring_back
        self._history = History((), {})

    def compose_place(self) -> ComposeResult:
        """Compose the versions and the cards of one."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(plain_content(f"Versions of {self._told.title}", cells=36), classes="title")
                yield PointedList(id="versions", twice=True)
            with VerticalScroll(id="right"):
                yield Static(id="change")
                yield Static(id="cards")

    def on_mount(self) -> None:
        """Begin at the list."""
        self.query_one("#versions").focus()
        self.status(self._told.note)

    def refresh_place(self) -> None:
        """Read the versions again."""
        if self._told.hand is not None:
            work = partial(read_history, self.mudwater.collector, self._told.hand.name)
            self.at_desk(work, self._take, slot="history")

    def _take(self, history: History) -> None:
        self._history = history
        current = self._told.hand.version if self._told.hand is not None else 0
        numbers = [version.number for version in self._versions]
        lines = [self._line(version, current) for version in self._versions]
        place = numbers.index(current) if current in numbers else 0
        self.query_one("#versions", PointedList).show_lines(lines, place if lines else None)
        self._show_pointed()

    @property
    def _versions(self) -> tuple[HandVersion, ...]:
        return tuple(reversed(self._history.versions))

    @property
    def _pointed(self) -> HandVersion | None:
        place = self.query_one("#versions", OptionList).highlighted
        return self._versions[place] if place is not None and place < len(self._versions) else None

    def _line(self, version: HandVersion, current: int) -> Content:
        here = "  as saved now" if version.number == current else ""
        made = local_minute(version.made, self.mudwater.clock())
        head = Content.assemble((f"{version.number:>3} ", "bold"), made, (here, "bold"))
        why = f"; {self._history.why[version.number]}" if version.number in self._history.why else ""
        return head + Content("\n      ") + plain_content(what_changed(version, self._history.versions) + why, cells=90)

    @on(OptionList.OptionHighlighted, "#versions")
    def _show_pointed(self) -> None:
        version = self._pointed
        if version is None:
            return
        self.query_one("#change", Static).update(self._change(version))
        self.query_one("#cards", Static).update(cards_by_level(version.cards, self._told.shelf))
        self.refresh_keys()

    def _change(self, version: HandVersion) -> Content:
        lines = [plain_content(f"Version {version.number}, {cards_word(len(version.cards))}", "bold")]
        parent = next((each for each in self._history.versions if each.number == version.parent), None)
        if parent is None:
            lines.append(plain_content("As it was first saved."))
        else:
            catalogue = self._told.shelf.catalogue
            came, went = changes(parent.cards, version.cards)
            lines.append(plain_content(f"Made of version {parent.number}."))
            lines += [plain_content(f"+ {card_label(number, catalogue)}") for number in came]
            lines += [plain_content(f"- {card_label(number, catalogue)}") for number in went]
        if version.number in self._history.why:
            lines.append(plain_content(f"Why: {self._history.why[version.number]}."))
        return Content("\n").join(lines)

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        version = self._pointed
        if version is None:
            return "The versions are still being read."
        if command.name == "open" and version.cards == self._told.cards:
            return "The hand has these cards already."
        return None

    @on(OptionList.OptionSelected, "#versions")
    def _take_it(self) -> None:
        self.action_do("versions.open")

    def action_open(self) -> None:
        """Bring the version under the cursor back, not saved yet."""
        version = self._pointed
        if version is not None:
            self.app.pop_screen()
            self._bring_back(version.cards)

    def action_compare(self) -> None:
        """Lay the version beside the others and the other hands."""
        version = self._pointed
        if version is not None:
            told = Told(
                self._told.shelf, f"{self._told.title}, version {version.number}", version.cards, self._told.hand
            )
            told.show_compare(self.mudwater, self._history.versions)


def local_minute(moment: dt.datetime, now: dt.datetime) -> str:
    """Give a moment by the clock of whoever looks."""
    return f"{moment.astimezone(now.tzinfo):%Y-%m-%d %H:%M}"


def what_changed(version: HandVersion, versions: Sequence[HandVersion]) -> str:
    """Give what a version changed: `+45 -12 (of 3)`; the version that it was made of where that is not the one before.

    The first version says so.
    """
    by_number: Mapping[int, HandVersion] = {each.number: each for each in versions}
    if version.parent is None or version.parent not in by_number:
        return "first saved"
    came, went = changes(by_number[version.parent].cards, version.cards)
    words = " ".join([*(f"+#{number}" for number in came), *(f"-#{number}" for number in went)])
    branch = "" if version.parent == version.number - 1 else f" (of version {version.parent})"
    return f"{words or 'the same cards, ordered anew'}{branch}"
