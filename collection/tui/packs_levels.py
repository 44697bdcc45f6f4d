"""An old pack of which only the counts per Level are known: five numbers, and when it was opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from collection.catalogue.card import Level
from collection.desk.packs import PackReceipt, log_pack_levels
from collection.desk.said import said
from collection.errors import NotUnderstood
from collection.tui.forms import Field, Form, Reader, read_day


class LevelsForm(Form[PackReceipt]):
    """Five numbers; no card moves, and the pack counts in the rates per Level."""

    TITLE_WORDS: ClassVar[str] = "A pack of which only the Levels are known"
    SAVE_WORDS: ClassVar[str] = "Log"
    NOTE: ClassVar[str] = "No card moves into the binder. The pack counts in the rates per Level, and in nothing else."

    def fields(self) -> Iterable[Field]:
        """Give a line for each Level, and what is known besides."""
        return (
            *(Field(f"level{level}", f"{level.name:<4}{level.diamonds}", "how many; empty is none") for level in Level),
            Field("day", "Date", "today; an old pack as 2024-12-03"),
            Field("price", "Price", "as paid: 4.50 EUR"),
            Field("shop", "Shop"),
            Field("note", "Note"),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Log the pack."""
        reader = Reader(values)
        first, second, third, fourth, fifth = (reader.read(f"level{level}", _count, empty=0) for level in Level)
        levels = first, second, third, fourth, fifth
        day = reader.read("day", read_day, empty=None)
        if not any(levels) and not reader.faults:
            reader.faults["level1"] = "How many cards were in it? At least one of the five is needed."
        reader.check()
        word = said(self.mudwater.clock(), id=self.entry_id, on=day, note=values["note"])
        collector = self.mudwater.collector
        self.at_desk(
            lambda book: log_pack_levels(book, collector, levels, word, price=values["price"], shop=values["shop"]),
            self.dismiss,
        )


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text)
    raise NotUnderstood("Write how many cards of this Level were in the pack, as a number.")
