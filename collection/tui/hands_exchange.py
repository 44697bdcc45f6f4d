"""Forms for hands that go out and come in: a text, a code or a record, shown to be copied, pasted, or as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll

from collection.desk.files import named_path, read_named
from collection.desk.hands_exchange import LARGEST, SEATS, HandForm, export_hand, hand_file, import_hand
from collection.errors import CollectionError
from collection.text import plain
from collection.tui.forms import Faulty, Field, Form
from collection.tui.handing_on import HandOnForm, WrittenBox
from collection.tui.hands_cards import cards_word
from collection.tui.place import MudwaterScreen
from collection.tui.text import clipped

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.desk.hands_exchange import ImportedHand
    from collection.store.book import Book

_ANY_SEAT = "either"
_NO, _YES = "no", "yes"
_FAULTS_IN_SIGHT = 2
"""Faults that can be read below the fields without going there."""
_MOST_NOTICES = 3
"""Notices that are said at the edge of the screen."""


@dataclass(frozen=True, slots=True)
class HandForms:
    """A hand in every form that can hold it; in place of the others, why they cannot."""

    name: str
    texts: Mapping[HandForm, str]
    refusals: Mapping[HandForm, tuple[str, ...]]


def forms_of(collector: str | None, name: str, book: Book) -> HandForms:
    """Write a hand in all forms. Raises HandRefused when there is none of that name."""
    # A text holds any hand: what is refused here is refused for all forms.
    texts = {HandForm.TEXT: export_hand(book, collector, name, HandForm.TEXT).text}
    refusals: dict[HandForm, tuple[str, ...]] = {}
    for form in (HandForm.CODE, HandForm.RECORD):
        try:
            texts[form] = export_hand(book, collector, name, form).text
        except CollectionError as no:
            refusals[form] = no.reasons
    return HandForms(name, texts, refusals)


class HandExportForm(HandOnForm):
    """A hand in the form that is picked."""

    DEFAULT_CSS = """
    HandExportForm WrittenBox, HandExportForm WrittenBox:focus { height: 8; }
    """

    def __init__(self, forms: HandForms) -> None:
        super().__init__("hand", forms.name, tuple(HandForm), forms.texts, forms.refusals)


class HandImportForm(Form["ImportedHand"]):
    """A hand that is pasted, or a file that is named, saved as a hand; closes with the hand as it is then."""

    TITLE_WORDS: ClassVar[str] = "Take a hand in"
    NOTE: ClassVar[str] = "A card on a line (45, #45, 1 Dead Calm), a code, or a record; tab leaves the box."
    FIRST: ClassVar[str] = "WrittenBox"
    DEFAULT_CSS = """
    HandImportForm .dialog { height: 22; }
    HandImportForm .dialog-body { height: 1fr; }
    """

    def fields(self) -> Iterable[Field]:
        """Give file, name, seat, and whether a hand of that name is replaced."""
        return (
            Field("file", "or a file", "such as ~/hand.txt"),
            Field("name", "Name", "as its first line says: # Dockside"),
            Field("seat", "Seat", value=_ANY_SEAT, choices=(_ANY_SEAT, *SEATS)),
            Field("replace", "Replace", value=_NO, choices=(_NO, _YES)),
        )

    def on_mount(self) -> None:
        """Put the box before the fields."""
        box = WrittenBox(id="written", compact=True, placeholder="Paste or type the hand here,")
        self.query_one(".dialog-body").mount(box, before=0)

    def say_faults(self, faults: Mapping[str, str]) -> None:
        """Show what is wrong and bring it into sight; where it is much, the arrows read on in it."""
        super().say_faults(faults)
        words = faults.get("verdict", "")
        body = self.query_one(".dialog-body", VerticalScroll)
        body.can_focus = words.count("\n") >= _FAULTS_IN_SIGHT
        # What is wrong stands in the note's room, so that the box above stays in sight with it.
        self.query_one(".note").display = not faults
        if body.can_focus:
            self.call_after_refresh(body.scroll_to_widget, self.query_one("#verdict"), animate=False, top=True)
            body.focus(scroll_visible=False)
        elif words:
            self.call_after_refresh(body.scroll_to_widget, self.query_one("#verdict"), animate=False)

    def submit(self, values: Mapping[str, str]) -> None:
        """Save the hand, legal or not; with anything that cannot be read nothing is saved."""
        written, file = self.query_one("#written", WrittenBox).text, values["file"].strip()
        if not written.strip() and not file:
            raise Faulty({"file": "Paste a hand above, or name a file."})
        if written.strip() and file:
            raise Faulty({"file": "Paste a hand or name a file: empty one of the two."})
        path = named_path(file) if file else None
        name, seat = values["name"].strip() or None, values["seat"]
        collector, now = self.mudwater.collector, self.mudwater.clock()

        def take(book: Book) -> ImportedHand:
            text, notices = (written, ()) if path is None else hand_file(read_named(path, LARGEST))
            taken = import_hand(
                book,
                collector,
                text,
                now,
                name=name,
                seat=None if seat == _ANY_SEAT else seat,
                replace=values["replace"] == _YES,
            )
            return replace(taken, notices=(*notices, *taken.notices))

        self.at_desk(take, self.dismiss)


def ask_export(screen: MudwaterScreen, name: str) -> None:
    """Show the hand called `name` in front of `screen`, to be copied or written to a file."""
    collector = screen.mudwater.collector

    def done(words: str | None) -> None:
        if words is not None:
            screen.mudwater.say(words)

    screen.at_desk(
        partial(forms_of, collector, name), lambda forms: screen.app.push_screen(HandExportForm(forms), done)
    )


def ask_import(screen: MudwaterScreen, then: Callable[[CheckedHand], None]) -> None:
    """Ask for a hand in front of `screen`, say how it was read, and hand what was saved to `then`."""

    def done(taken: ImportedHand | None) -> None:
        if taken is not None:
            screen.mudwater.say(_taken_words(taken))
            then(taken.checked)

    screen.app.push_screen(HandImportForm(), done)


def _taken_words(taken: ImportedHand) -> str:
    """Say what was saved, how it was read, and what is to be known of that."""
    saved = taken.checked.hand
    did = "has these cards now" if taken.replaced else "is saved"
    legal = "not legal yet" if taken.checked.faults else "legal"
    told = taken.notices[:_MOST_NOTICES]
    if len(told) < len(taken.notices):
        told = (*told, f"… and {len(taken.notices) - len(told)} more of the kind.")
    return "\n".join(
        (
            f"{clipped(saved.name, 40)} {did}: {cards_word(len(saved.cards))}, read as {taken.form}, {legal}.",
            *map(plain, told),
        )
    )
