"""A draft kept in the book from the first change on: one write at a time, the newest state last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from collection.desk.hand_drafts import HandDraft, keep_hand_draft
from collection.errors import CollectionError

if TYPE_CHECKING:
    from collection.tui.app import MudwaterApp


class DraftKeeper:
    """Writes the draft of one hand; a key never waits for it, and what could not be written is known."""

    def __init__(self, app: MudwaterApp, drafts: Mapping[str, HandDraft]) -> None:
        """Begin with what the book holds already, by the hands' names."""
        self._app = app
        self._kept: dict[str, HandDraft | None] = dict(drafts)
        self._wanted: dict[str, HandDraft | None] = {}
        self._writing = False
        self.unkept = False
        """Whether the last state could not be written."""

    @property
    def busy(self) -> bool:
        """Whether something is still on its way into the book."""
        return self._writing

    def keep(self, name: str, draft: HandDraft | None) -> None:
        """Keep `draft` for the hand called `name`; None is no draft."""
        self._wanted[name] = draft
        self._write()

    def renamed(self, name: str, to: str) -> None:
        """Take note that a hand is called otherwise, and its draft with it."""
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
            lambda book: keep_hand_draft(book, collector, name, draft),
            lambda _: self._done(name, draft),
            owner=self._app,
            refused=self._refused,
        )

    def _done(self, name: str, draft: HandDraft | None) -> None:
        self._kept[name], self._writing, self.unkept = draft, False, False
        self._write()

    def _refused(self, error: CollectionError) -> None:
        """Say it, and try again with the next change: what stands on the screen is nowhere else."""
        self._writing, self.unkept = False, True
        self._app.say_refused(error)
