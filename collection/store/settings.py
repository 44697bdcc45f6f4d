"""The shelf of settings: what the program remembers between runs."""

from __future__ import annotations


class Settings:
    """Names and values, both text."""

    def get(self, name: str) -> str | None:
        """Give the value of `name`, None when it was never set."""
        raise NotImplementedError

    def set(self, name: str, value: str) -> None:
        """Remember `value`."""
        raise NotImplementedError
