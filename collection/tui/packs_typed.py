"""The pack that is being typed: its cards in the order in which they came, and what a half-typed line means."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from textual.content import Content

from collection.catalogue.card import CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_copies
from collection.errors import NotUnderstood
from collection.tui.packs_words import counted_cards, receipt_line
from collection.tui.text import clipped, paragraph, sentences


@dataclass(slots=True)
class TypedPack:
    """Cards that were typed and kept, one piece of cardboard each."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    """Made when the typing begins, so that confirming twice moves the cards once."""
    kept: list[Copies] = field(default_factory=list)

    def keep(self, catalogue: Catalogue, line: str) -> None:
        """Put a line of numbers and names into the pack. Raises NotUnderstood."""
        copies = read_copies(catalogue, [line])
        self.kept += [Copies(one.number, one.finish) for one in copies for _ in range(one.quantity)]

    @property
    def copies(self) -> tuple[Copies, ...]:
        """The pack as it would be logged: equal cards together, in the order in which they came."""
        counts: dict[tuple[CardNo, str], int] = {}
        for one in self.kept:
            counts[(one.number, one.finish)] = counts.get((one.number, one.finish), 0) + 1
        return tuple(Copies(number, finish, quantity) for (number, finish), quantity in counts.items())

    def receipt(self, catalogue: Catalogue, owned: Mapping[CardNo, int], line: str) -> Sequence[Content]:
        """Give a line for each number so far, and what the line being typed means."""
        lines = [receipt_line(catalogue, owned, one, kept=True) for one in self.copies]
        echo, faults = self._echo(catalogue, owned, line)
        lines += echo
        if faults:
            lines.append(paragraph(faults, "$text-warning"))
        return lines or (
            Content("Type the numbers of an opened pack, or the names on its cards."),
            Content.assemble(
                ("enter", "bold"), " keeps a line, ", ("enter", "bold"), " again puts the pack into the book."
            ),
        )

    def verdict(self, owned: Mapping[CardNo, int], day: str) -> Content:
        """Give the sum of what was kept: how many, how many new, and the day when it is not today."""
        if not self.kept:
            return Content("")
        new = len({one.number for one in self.kept if not owned.get(one.number)})
        when = f", opened {clipped(day, 12)}" if day else ""
        return Content.assemble(
            (f"{counted_cards(len(self.kept))}, {new} new", "bold"),
            (when, "bold $text-warning"),
            ("   enter puts the pack into the book", "dim"),
        )

    def _echo(self, catalogue: Catalogue, owned: Mapping[CardNo, int], line: str) -> tuple[list[Content], str]:
        """Give what the line being typed means, and what in it cannot be read."""
        if not line.strip():
            return [], ""
        try:
            copies, faults = read_copies(catalogue, [line]), ""
        except NotUnderstood as error:
            copies, faults = _all_but_last(catalogue, line), sentences(error.reasons)
        counted = dict(owned)
        for one in self.kept:
            counted[one.number] = counted.get(one.number, 0) + 1
        return [receipt_line(catalogue, counted, one, kept=False) for one in copies], faults


def _all_but_last(catalogue: Catalogue, line: str) -> tuple[Copies, ...]:
    """Read a line without its last word, which is perhaps half typed."""
    head, _, _ = line.rstrip().rpartition(" ")
    if not head:
        return ()
    try:
        return read_copies(catalogue, [head])
    except NotUnderstood:
        return ()
