"""What goes out of the screens as text: in one of several forms, to be copied from a box or written to a new file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from collection.desk.files import named_path, written_whole
from collection.errors import Refused
from collection.text import plain
from collection.tui.forms import Choice, Faulty, Field, Form
from collection.tui.text import clipped, sentences

if TYPE_CHECKING:
    from collection.store.book import Book


class WrittenBox(TextArea):
    """A box for a hand as it is written; what is pasted into it brings no characters that a terminal would obey."""

    DEFAULT_CSS = """
    WrittenBox, WrittenBox:focus { height: 7; padding: 0; margin: 0 0 1 0; background: $panel; }
    """

    async def _on_paste(self, event: events.Paste) -> None:
        # Runs before Textual's own handler of the same name, which takes the text from here.
        lines = event.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        event.text = "\n".join("\t".join(plain(cell) for cell in line.split("\t")) for line in lines)


class HandOnForm(Form[str]):
    """Something written in the form that is picked, to be copied or put into a file; closes with what was done."""

    SAVE_WORDS: ClassVar[str] = "Write"
    NOTE: ClassVar[str] = "In the box all is marked, and ^c copies it. ^s writes it to the file that is named."
    DEFAULT_CSS = """
    HandOnForm .dialog { height: 22; }
    HandOnForm .dialog-body { height: 1fr; }
    """

    def __init__(
        self,
        what: str,
        name: str,
        forms: Sequence[str],
        texts: Mapping[Any, str],
        refusals: Mapping[Any, tuple[str, ...]] | None = None,
    ) -> None:
        """Offer `texts` by form, each under its word; in place of a form that cannot hold it stand the `refusals`.

        `what` names its kind in a word: hand, deck.
        """
        super().__init__()
        self.TITLE_WORDS = f"Hand on: {clipped(name, 40)}"  # type: ignore[misc]  # each has its own
        self._what = what
        self._forms = tuple(forms)
        self._texts = texts
        self._refusals = refusals or {}

    def fields(self) -> Iterable[Field]:
        """Give form and file."""
        return (
            Field("form", "As", choices=tuple(str(form) for form in self._forms)),
            Field("file", "File", f"such as ~/{self._what}.txt; empty: only copied"),
        )

    def on_mount(self) -> None:
        """Put the box between form and file."""
        box = WrittenBox(read_only=True, id="written", compact=True)
        self.query_one(".dialog-body").mount(box, after=self.query_one("#fault-form"))
        self._show()

    @on(Choice.Picked)
    def _show(self) -> None:
        """Show it in the form that is picked, or why it cannot be."""
        form = self._picked
        text = self._texts.get(form)
        box = self.query_one("#written", WrittenBox)
        box.load_text(sentences(self._refusals[form]) if text is None else text)
        # From the end to the start, so that the start stays in sight.
        box.selection = Selection(box.document.end, (0, 0))

    @property
    def _picked(self) -> str:
        return self.query_one("#form", Choice).value

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the file, whole or not at all; one that is there is left alone."""
        form = self._picked
        text = self._texts.get(form)
        if text is None:
            raise Faulty({"file": f"It cannot be written as a {form}: the box says why."})
        name = values["file"].strip()
        if not name:
            raise Faulty({"file": "Name a file to write to. The box can be copied without one."})
        path = named_path(name)
        work = partial(_write, path, self._what, text)
        self.at_desk(work, lambda _: self.dismiss(f"Written to {clipped(str(path), 160)}."))


def _write(path: Path, what: str, text: str, _: Book) -> None:
    try:
        if path.exists():
            raise Refused(f"{clipped(str(path), 160)} is there already, and is left as it is. Choose another name.")
        with written_whole(path, what=what) as put:
            put(text)
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise Refused(f"{clipped(str(path), 160)} cannot be written: {plain(str(why))}.") from fault
