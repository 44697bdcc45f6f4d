"""What a person says with any act that posts: an id of their own, a day, a note; and the moment it was said."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """The envelope of an act. Checked by `said`, which makes an id where none was given."""

    id: str
    now: dt.datetime
    on: dt.date | None = None
    """None means today, and is then no part of what was said."""
    note: str = ""
    corrects: str | None = None
    """An entry that this one replaces: posted first, then the old one voided, in one transaction."""

    @property
    def day(self) -> dt.date:
        """The day it happened."""
        raise NotImplementedError


def said(
    now: dt.datetime, *, id: str | None = None, on: dt.date | None = None, note: str = "", corrects: str | None = None
) -> Said:
    """Check and complete an envelope. Raises NotUnderstood for an id that is none, or a day in the future."""
    raise NotImplementedError
