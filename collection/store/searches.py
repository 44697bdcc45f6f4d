"""The shelf of saved searches."""

from __future__ import annotations

from sqlmodel import Session, select

from collection.store.accounts import name_key
from collection.store.tables import SearchRow
from collection.text import clean_name, clean_note


class Searches:
    """Searches by name. Names are compared as people's are; what a search says is not judged here."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> tuple[tuple[str, str], ...]:
        """Give name and text of every saved search, by name."""
        rows = sorted(self._session.exec(select(SearchRow)), key=lambda row: (row.name_key, row.name))
        return tuple((row.name, row.words) for row in rows)

    def find(self, name: str) -> str | None:
        """Give the text of the search called `name`, None when there is none."""
        row = self._session.get(SearchRow, name_key(name))
        return None if row is None else row.words

    def save(self, name: str, text: str) -> None:
        """Keep `text` under `name`, in the place of what was kept there.

        Raises NotUnderstood for a name without anything visible in it, and for words that are too long.
        """
        name, text = clean_name(name), clean_note(text, what="search")
        self._session.merge(SearchRow(name_key=name_key(name), name=name, words=text))
        self._session.flush()

    def drop(self, name: str) -> bool:
        """Forget the search called `name`; say whether there was one."""
        row = self._session.get(SearchRow, name_key(name))
        if row is None:
            return False
        self._session.delete(row)
        self._session.flush()
        return True
