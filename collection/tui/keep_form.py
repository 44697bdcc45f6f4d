"""A card's life written down in a text file of the collector's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from collection.catalogue.card import Card, CardNo
from collection.desk.files import named_path
from collection.errors import Refused
from collection.text import plain
from collection.tui.forms import Field, Form, Reader

if TYPE_CHECKING:
    from collection.store.book import Book


class KeepForm(Form[Path]):
    """Asks where; a file that is there already is left alone."""

    TITLE_WORDS: ClassVar[str] = "Write this card's life down"
    NOTE: ClassVar[str] = "A text file: a line for each time a copy came or went."

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card

    def fields(self) -> Iterable[Field]:
        """Ask for the file alone."""
        return (Field("file", "File", value=str(Path.cwd() / f"card-{self._card.number}.txt")),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the file."""
        reader = Reader(values)
        name = reader.need("file", "Where to? Write the file's name.")
        reader.check()
        file = named_path(name)
        self.at_desk(partial(_keep, self._card.number, self.mudwater.collector, file), self.dismiss)


def _keep(number: CardNo, collector: str | None, file: Path, book: Book) -> Path:
    from collection.desk.binder import life, life_log
    from collection.desk.files import written_whole

    if file.exists():
        raise Refused(f"{plain(str(file))} is there already, and is left as it is. Choose another name.")
    try:
        with written_whole(file, what="card's life") as write:
            write(life_log(*life(book, number, collector)))
    except (OSError, ValueError) as fault:
        raise Refused(f"{plain(str(file))} cannot be written: {getattr(fault, 'strerror', None) or fault}.") from fault
    return file
