"""Lists of the Binder: the ones that every collector keeps, trades with rivals, and searches saved under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from collection.tui.forms import Field, Form, Reader
from collection.tui.place import MudwaterScreen, Question
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.searches import SavedSearch
    from collection.store.book import Book

LISTS: tuple[tuple[str, str], ...] = (
    ("Missing", "is:missing"),
    ("Spares", "is:spare"),
    ("Keepsakes", "is:keepsake"),
    ("Wishes", "is:wish"),
    ("On offer", "is:offer"),
    ("With rivals", "held:anyone"),
    ("Twins", "is:twin"),
    ("Outclassed", "is:outclassed"),
)
"""What every collector asks for, as a search."""

EMPTY: Mapping[str, str] = {
    "is:missing": "Nothing is missing: every number of the set is owned.",
    "is:spare": "No spares yet: no number is owned twice.",
    "is:keepsake": "No keepsakes yet. m marks the card under the cursor.",
    "is:wish": "No wishes yet. m marks the card under the cursor.",
    "is:offer": "Nothing is on offer yet. m marks the card under the cursor.",
    "held:anyone": "No rival holds a card of yours.",
    "is:twin": "No two cards have the same Level and edges.",
    "is:outclassed": "No card of yours is matched or beaten on all four sides by another of yours.",
}
"""What one of these says when no card is on it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A list that was picked: a search, or a rival to trade with."""

    search: str = ""
    rival: str = ""


@dataclass(frozen=True, slots=True)
class Offered:
    """What there is to pick besides the lists that every collector keeps."""

    saved: tuple[SavedSearch, ...]
    rivals: tuple[str, ...]


def read_offered(collector: str | None, book: Book) -> Offered:
    """Read the saved searches and the rivals."""
    from collection.desk.rivals import rivals
    from collection.desk.searches import searches

    return Offered(searches(book, collector), tuple(line.account.name for line in rivals(book, collector)))


class ListsMenu(Question[Picked]):
    """Lists to pick from; a saved search can be dropped."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
        Binding("delete,minus", "drop", "Forget", show=False),
    ]

    def __init__(self, offered: Offered, count: Callable[[str], int | None]) -> None:
        super().__init__()
        self._count = count
        self._picks: list[Picked] = []
        self._saved: dict[int, str] = {}
        self._offered = offered

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content("Lists")
            dialog.border_subtitle = Content("enter shows it, - forgets a saved search, esc leaves")
            yield OptionList(markup=False)

    def on_mount(self) -> None:
        """Show the lines."""
        self._show(self._offered)
        self.query_one(OptionList).focus()

    def _show(self, offered: Offered) -> None:
        self._picks, self._saved = [], {}
        options: list[Option | None] = []
        for name, text in LISTS:
            options.append(self._option(Picked(text), name, text, self._count(text)))
        for place, saved in enumerate(offered.saved):
            if not place:
                options.append(None)
            self._saved[len(self._picks)] = saved.name
            what = saved.text if saved.found is not None else f"not understood any more: {saved.fault}"
            options.append(self._option(Picked(saved.spelled), saved.spelled, what, saved.found))
        for place, rival in enumerate(offered.rivals):
            if not place:
                options.append(None)
            options.append(self._option(Picked(rival=rival), f"Trade with {clipped(rival, 24)}", "", None))
        lines = self.query_one(OptionList)
        lines.set_options(options)
        lines.highlighted = 0

    def _option(self, picked: Picked, name: str, more: str, count: int | None) -> Option:
        self._picks.append(picked)
        cards = "" if count is None else "1 card" if count == 1 else f"{count} cards"
        label = clipped(name, 32)
        return Option(
            Content.assemble(f" {label:<18} ", (f"{cards:>9}  ", "bold"), plain_content(more, "dim", cells=60)),
        )

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._picks[event.option_index])

    def action_move(self, by: int) -> None:
        """Go to the next line, or the one before."""
        lines = self.query_one(OptionList)
        lines.action_cursor_down() if by > 0 else lines.action_cursor_up()

    def action_drop(self) -> None:
        """Forget the saved search under the cursor."""
        name = self._saved.get(self.query_one(OptionList).highlighted or 0)
        if name is None:
            self.tell("Only a saved search can be forgotten.")
            return
        work = partial(_drop, self.mudwater.collector, name)
        self.mudwater.at_desk(work, self._show, owner=self)


def _drop(collector: str | None, name: str, book: Book) -> Offered:
    from collection.desk.searches import drop_search

    drop_search(book, name)
    return read_offered(collector, book)


def ask_lists(screen: MudwaterScreen, count: Callable[[str], int | None], then: Callable[[Picked], None]) -> None:
    """Show the menu in front of `screen`; what is picked goes to `then`."""

    def shown(offered: Offered) -> None:
        screen.app.push_screen(ListsMenu(offered, count), lambda picked: then(picked) if picked is not None else None)

    screen.at_desk(partial(read_offered, screen.mudwater.collector), shown, slot="lists")


class SaveSearchForm(Form["SavedSearch"]):
    """A name for the search that is typed."""

    TITLE_WORDS: ClassVar[str] = "Save this search"

    def __init__(self, text: str, names: Sequence[str]) -> None:
        super().__init__()
        self._text = text
        self._names = tuple(names)
        self.NOTE = f"{clipped(text, 200)}\n@name asks for it again, alone or inside another search."  # type: ignore[misc]

    def fields(self) -> Iterable[Field]:
        """Ask for the name alone."""
        return (Field("name", "Name", "such as wanted", suggestions=self._names),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Save it; a refusal stays beside the name."""
        reader = Reader(values)
        name = reader.need("name", "A saved search needs a name.").removeprefix("@")
        reader.check()
        self.at_desk(partial(_save, self.mudwater.collector, name, self._text), self.dismiss)


def _save(collector: str | None, name: str, text: str, book: Book) -> SavedSearch:
    from collection.desk.searches import save_search

    return save_search(book, collector, name, text)
