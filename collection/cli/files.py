"""Files that people name for the program to write, as the command line calls for them."""

from __future__ import annotations

from collection.desk.files import written_whole

__all__ = ["written_whole"]
