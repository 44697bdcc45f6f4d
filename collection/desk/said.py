"""What a person says with any act that posts: an id of their own, a day, a note; and the moment it was said."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from dataclasses import dataclass

from collection.errors import NotUnderstood
from collection.text import clean_note

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class Said:
    """The envelope of an act. Checked by `said`, which makes an id where none was given."""

    id: str
    now: dt.datetime
    """With the offset of wherever the person is: the day is theirs, not Greenwich's."""
    on: dt.date | None = None
    """None means today, and is then no part of what was said."""
    note: str = ""
    corrects: str | None = None
    """An entry, a pack or a match that this one replaces, by its id or the start of it, in one transaction."""

    @property
    def day(self) -> dt.date:
        """The day it happened."""
        return self.now.date() if self.on is None else self.on


def said(
    now: dt.datetime, *, id: str | None = None, on: dt.date | None = None, note: str = "", corrects: str | None = None
) -> Said:
    """Check and complete an envelope. Raises NotUnderstood for an id that is none, or a day in the future."""
    reasons: list[str] = []
    if id is not None and _ID.fullmatch(id) is None:
        reasons.append(
            "An id is 1 to 64 letters, digits, dots, hyphens or underscores. Choose another, or leave it out."
        )
    if corrects is not None and _ID.fullmatch(corrects) is None:
        reasons.append("What is corrected is named by its id, or the start of it, as `mudwater ledger` shows it.")
    if on is not None and on > now.date():
        reasons.append(f"{on.isoformat()} is in the future. Give the day it happened, today at the latest.")
    if reasons:
        raise NotUnderstood(*reasons)
    return Said(uuid.uuid4().hex if id is None else id, now, on, clean_note(note), corrects)
