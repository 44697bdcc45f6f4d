"""The shelf of settings: what the program remembers between runs."""

from __future__ import annotations

from sqlmodel import Session

from collection.store.tables import SettingRow

SEEDED = "catalogue-digest"
"""The setting with the digest of the data files that the book's stand-ins were last taken from."""


class Settings:
    """Names and values, both text."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, name: str) -> str | None:
        """Give the value of `name`, None when it was never set."""
        row = self._session.get(SettingRow, name)
        return None if row is None else row.value

    def set(self, name: str, value: str) -> None:
        """Remember `value`."""
        self._session.merge(SettingRow(name=name, value=value))
        self._session.flush()
