"""What of the book is written to a file, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from collection.desk import exporting
from collection.desk.exporting import Written
from collection.desk.files import named_path, refuse_other_file, written_whole
from collection.errors import Refused
from collection.store.book import Book
from collection.tui.forms import Faulty, Field, Form
from collection.tui.text import clipped

KINDS: Mapping[str, tuple[str, Callable[[Book, str | None], Written]]] = {
    "collection": (".csv", exporting.collection_csv),
    "packs": (".csv", exporting.packs_csv),
    "ledger": (".csv", exporting.ledger_csv),
    "all": (".json", lambda book, _: exporting.whole_json(book)),
    "journal": (".journal", lambda book, _: exporting.journal(book)),
}
"""What can be written: the ending of its file, and what writes it."""


class ExportForm(Form[str]):
    """One of a few kinds, and a file; an older export of the kind is written anew, any other file is left alone."""

    TITLE_WORDS: ClassVar[str] = "Write a file"
    SAVE_WORDS: ClassVar[str] = "Write"
    NOTE: ClassVar[str] = (
        "collection, packs and ledger end in .csv, all of the book in .json: all of them can be taken in again. "
        "journal ends in .journal and is the ledger for hledger."
    )

    def fields(self) -> Iterable[Field]:
        """Give kind and file."""
        return (
            Field("what", "What", choices=tuple(KINDS)),
            Field("path", "File", "such as ~/cards.csv"),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the file, whole or not at all."""
        ending, write = KINDS[values["what"]]
        name = values["path"].strip()
        path = named_path(name, option="path")
        if not name or path.suffix.lower() != ending:
            raise Faulty({"path": f"Name a file that ends in {ending}."})
        collector = self.mudwater.collector

        def export(book: Book) -> str:
            try:
                with written_whole(path, what="export") as put:
                    written = write(book, collector)
                    refuse_other_file(path, written.text, way_out="Name another file.")
                    put(written.text)
            except OSError as error:
                raise Refused(f"{clipped(str(path), 120)} cannot be written: {error.strerror}.") from None
            counts = ", ".join(f"{count} {words[count != 1]}" for words, count in written.counts)
            return f"Written to {clipped(str(path.resolve()), 160)}: {counts}."

        self.at_desk(export, self.dismiss)
