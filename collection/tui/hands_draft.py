"""A draft kept in the book from the first change on: one write at a time, the newest state last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from collection.errors import CollectionError
from collection.store.book import Book

if TYPE_CHECKING:
    from collection.tui.app import MudwaterApp

D = TypeVar("D")


class DraftKeeper(Generic[D]):
    """Writes the draft of one hand or deck; a key never waits for it, and what could not be written is known."""

    def __init__(
        self, app: MudwaterApp, drafts: Mapping[str, D], put: Callable[[Book, str | None, str, D | None], object]
    ) -> None:
        """Begin with what the book holds already, by the names of hands or decks; `put` writes one."""
        self._app = app
        self._put = put
        self._kept: dict[str, D | None] = dict(drafts)
        self._wanted: dict[str, D | None] = {}
        self._writing = False
        self.unkept = False
        """Whether the last state could not be written."""

    @property
    def busy(self) -> bool:
        """Whether something is still on its way into the book."""
        return self._writing

    def keep(self, name: str, draft: D | None) -> None:
        """Keep `draft` for the hand or deck called `name`; None is no draft."""
        self._wanted[name] = draft
        self._write()

    def renamed(self, name: str, to: str) -> None:
        """Take note that it is called otherwise, and its draft with it."""
        for drafts in (self._kept, self._wanted):
            if name in drafts:
                drafts[to] = drafts.pop(name)

    def _write(self) -> None:
        if self._writing:
            return
        waiting = [name for name, draft in self._wanted.items() if draft != self._kept.get(name)]
        if not waiting:
            self._wanted.clear()
            return
        name = waiting[0]
        draft = self._wanted.pop(name)
        self._writing = True
        collector = self._app.collector
        # The app owns the work, not the screen: what was changed is kept when the screen is left at once.
        self._app.at_desk(
            lambda book: self._put(book, collector, name, draft),
            lambda _: self._done(name, draft),
            owner=self._app,
            refused=self._refused,
        )

    def _done(self, name: str, draft: D | None) -> None:
        self._kept[name], self._writing, self.unkept = draft, False, False
        self._write()

    def _refused(self, error: CollectionError) -> None:
        """Say it, and try again with the next change: what stands on the screen is nowhere else."""
        self._writing, self.unkept = False, True
        self._app.say_refused(error)
