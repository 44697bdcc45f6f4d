"""Every way this program says no.

    CollectionError            expected: one sentence that names the thing, and the way out
    ├── NotUnderstood          words that cannot be read (exit 2)
    │   ├── QueryError         a search, pointing at its column
    │   └── UnreadableMove     a move's notation
    ├── Refused                understood, but a rule says no (exit 1); carries every reason at once
    │   ├── DataError          data files that do not hold together
    │   ├── HandRefused        a hand that cannot be brought to the table
    │   ├── IllegalMove        a move the rulebook forbids
    │   ├── LedgerRefused      an entry the books cannot take
    │   └── RecordError        a written game that cannot be replayed
    └── StoreError             the database cannot be used (exit 1)
        ├── NotABook           the file is not a database, or not one of ours
        ├── NewerBook          written by a later version of this program
        ├── ReadOnlyBook       the file or its folder forbids writing
        ├── DiskFull           no room left
        └── BookBusy           another process is writing

Faults that are expected while people work (an illegal hand, findings of an audit) are returned as values, all at once;
these exceptions are for acts that cannot go on.
"""

from __future__ import annotations

from collections.abc import Iterable


class CollectionError(Exception):
    """Something expected went wrong.

    `reasons` are complete sentences, one a fault, without control characters; `exit_code` is what a command ends with.
    `option` names what was left unsaid and leads out: a command knows it as an option, a form as a field, and each
    speaks of its own.
    """

    exit_code = 1

    def __init__(self, *reasons: str, option: str = "") -> None:
        super().__init__(*reasons)
        self.reasons: tuple[str, ...] = reasons
        self.option = option

    @classmethod
    def of(cls, reasons: Iterable[str]) -> CollectionError:
        """One error that carries all of `reasons`."""
        return cls(*reasons)

    def __str__(self) -> str:
        return "\n".join(self.reasons)


class NotUnderstood(CollectionError):
    """Words that cannot be read."""

    exit_code = 2


class QueryError(NotUnderstood):
    """A search that cannot be read; `column` counts from 1."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(reason)
        self.column = column


class UnreadableMove(NotUnderstood):
    """A move's notation that cannot be read."""


class Refused(CollectionError):
    """Understood, but a rule says no."""


class DataError(Refused):
    """Data files that do not hold together; each reason names file, card and field."""


class HandRefused(Refused):
    """A hand that cannot be brought to the table."""


class IllegalMove(Refused):
    """A move that the rulebook forbids."""


class LedgerRefused(Refused):
    """An entry that the books cannot take."""


class RecordError(Refused):
    """A written game that cannot be replayed; `move` counts from 1, None when the fault is not in a move."""

    def __init__(self, *reasons: str, move: int | None = None) -> None:
        super().__init__(*reasons)
        self.move = move


class StoreError(CollectionError):
    """The database cannot be used as asked; nothing was changed."""


class NotABook(StoreError):
    """The file is not a database, or not one of ours."""


class NewerBook(StoreError):
    """Written by a later version of this program."""


class ReadOnlyBook(StoreError):
    """The file or its folder forbids writing."""


class DiskFull(StoreError):
    """No room left on the disk."""


class BookBusy(StoreError):
    """Another process has been writing for longer than we wait."""
