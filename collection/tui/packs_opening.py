"""Where a pack is typed: its line, date, price, shop and note, and the receipt that grows below."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from collection.catalogue.card import CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.drafts import PackDraft
from collection.errors import NotUnderstood
from collection.tui.forms import read_day
from collection.tui.packs_typed import TypedPack

DETAILS = (
    ("day", "Date", "today", 12),
    ("price", "Price", "4.50 EUR", 12),
    ("shop", "Shop", "", 0),
    ("note", "Note", "", 0),
)
"""Field, label, placeholder, cells (0: what is left of the line)."""

FIELDS = tuple(field for field, *_ in DETAILS)


class PackInput(Input):
    """Where numbers are typed; on an empty line backspace takes the last card back."""

    class TakeBack(Message):
        """There is nothing to delete here: the last card is meant."""

    def on_key(self, event: events.Key) -> None:
        """Take the last card back where there is nothing to delete."""
        if event.key == "backspace" and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.TakeBack())


class Opening(Vertical):
    """The pack being typed."""

    DEFAULT_CSS = """
    Opening { width: 1fr; height: 1fr; }
    Opening .line { height: 1; padding: 0 1; }
    Opening Input { background: $surface; }
    Opening Input:focus { background: $panel; }
    Opening .label { width: 6; color: $text-muted; }
    Opening #numbers { width: 1fr; }
    Opening .details Input { margin-right: 1; }
    Opening #receipt { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    .-tall Opening #receipt { padding-top: 1; }
    Opening #receipt Static { width: 1fr; height: auto; }
    Opening #sum { height: 1; padding: 0 1; }
    """

    @dataclass
    class Changed(Message):
        """Something was typed; `kept` says that cards came into the pack or its details were said."""

        kept: bool

    class Confirmed(Message):
        """An empty line was entered: the pack is whole."""

    def __init__(self) -> None:
        super().__init__(id="opening")
        self.pack = TypedPack()
        self._catalogue: Catalogue | None = None
        self._owned: Mapping[CardNo, int] = {}

    def compose(self) -> ComposeResult:
        """Compose the inputs, the receipt and its sum."""
        with Horizontal(classes="line"):
            yield Static("Pack", classes="label", markup=False)
            yield PackInput(placeholder="12 45 45 dead calm, then enter", id="numbers", compact=True)
        for details in (DETAILS[:-1], DETAILS[-1:]):
            with Horizontal(classes="line details"):
                for field, label, placeholder, cells in details:
                    yield Static(label, classes="label", markup=False)
                    box = Input(placeholder=placeholder, id=field, compact=True)
                    box.styles.width = cells or "1fr"
                    yield box
        with VerticalScroll(id="receipt", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Static(id="sum", markup=False)

    # What is typed

    @property
    def numbers(self) -> Input:
        """The input for numbers and names."""
        return self.query_one("#numbers", Input)

    @property
    def line(self) -> str:
        """What was typed and not yet kept."""
        return self.numbers.value.strip()

    @property
    def anything(self) -> bool:
        """Whether any card is typed."""
        return bool(self.pack.kept or self.line)

    @property
    def details(self) -> dict[str, str]:
        """Date, price, shop and note, as they were typed."""
        return {field: self.query_one(f"#{field}", Input).value for field in FIELDS}

    @property
    def draft(self) -> PackDraft:
        """The pack as it would be kept for later."""
        return PackDraft(self.pack.id, tuple(self.pack.kept), self.line, **self.details)

    def day(self) -> dt.date | None:
        """Give the day, None for today. Raises NotUnderstood."""
        text = self.details["day"].strip()
        return read_day(text) if text else None

    # Acts

    def know(self, catalogue: Catalogue, owned: Mapping[CardNo, int]) -> None:
        """Read names and tell new from spare by these from here on."""
        self._catalogue, self._owned = catalogue, owned
        self.show()

    def begin(self, pack: TypedPack, texts: Mapping[str, str]) -> None:
        """Type `pack` from here on, with these words in the inputs."""
        self.pack = pack
        for field, text in texts.items():
            self.query_one(f"#{field}", Input).value = text
        self.numbers.focus()
        self.show()

    def keep_line(self) -> bool:
        """Put the line into the pack; False when it cannot be read, for the reason that is shown."""
        if self._catalogue is None:
            return False
        try:
            self.pack.keep(self._catalogue, self.numbers.value)
        except NotUnderstood:
            self.show()
            return False
        self.numbers.value = ""
        return True

    def drop(self) -> Copies | None:
        """Take the line back, else the last card, and give that."""
        if self.line:
            self.numbers.value = ""
            return None
        dropped = self.pack.kept.pop() if self.pack.kept else None
        self.show()
        return dropped

    def show(self) -> None:
        """Show the receipt so far, what the line being typed means, and the sum."""
        catalogue = self._catalogue
        receipt = () if catalogue is None else self.pack.receipt(catalogue, self._owned, self.line)
        self.query_one("#lines", Static).update(Content("\n").join(receipt))
        self.query_one("#sum", Static).update(self.pack.verdict(self._owned, self.details["day"].strip()))
        self.query_one("#receipt", VerticalScroll).scroll_end(animate=False)

    def to_details(self) -> None:
        """Go to the date, or from date, price, shop and note back to the numbers."""
        focused = self.screen.focused.id if self.screen.focused is not None else ""
        self.query_one("#numbers" if focused in FIELDS else "#day").focus()

    @on(Input.Changed)
    def _changed(self) -> None:
        self.show()
        self.post_message(self.Changed(kept=False))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if event.input.id != "numbers":
            self.numbers.focus()
            self.post_message(self.Changed(kept=True))
        elif not self.line:
            self.post_message(self.Confirmed())
        elif self.keep_line():
            self.show()
            self.post_message(self.Changed(kept=True))
