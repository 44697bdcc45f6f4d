"""The way into the screens and out of them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collection.tui.app import Opening

_PATIENCE = 0.001
"""Seconds that the screens wait for a thread of plain Python to let them answer a key."""


def run(
    book_path: Path,
    collector: str | None,
    *,
    start: str = "binder",
    table: object | None = None,
    opening: Opening | None = None,
) -> int:
    """Show the screens over the book at `book_path` until the person leaves; give the exit code.

    `start` is the place to begin in, `table` what the Table screen is asked to do at once, `opening` reads what is to
    be shown over the first place. A fault that nobody expected
    is raised once the terminal is as it was before: the door out of the command line keeps it in a log and says where.
    """
    # Until the first frame nothing becomes garbage, and looking for it costs a tenth of the wait; the app begins again.
    gc.disable()
    # What thinks or reads in a thread beside the screens hands over within a thousandth of a second, not within five.
    patience = sys.getswitchinterval()
    sys.setswitchinterval(_PATIENCE)
    try:
        from collection.tui.app import MudwaterApp

        app = MudwaterApp(book_path, collector, start=start, table=table, opening=opening)
        try:
            app.run()
        finally:
            app.close_book()
    finally:
        sys.setswitchinterval(patience)
        gc.enable()
    if app.fault is not None:
        raise app.fault
    return app.return_code or 0
