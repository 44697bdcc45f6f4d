"""Score sheets: what is kept of a game at a real table where nobody wrote down the moves.

    sheet: matschig                      sheet: mud              sheet: cardia
    options: [easier, perfect]           seats: 4                games:
    rounds:                              winner: B               - {winner: A, deck: III, signets: [5, 3]}
    - [12, 7e, 0]                        leaning: liberal        - {winner: draw}

Seats are letters, as in records. A sheet begins with the key `sheet` where a record begins with `game`: it cannot be
replayed, and nothing takes it for a record. Each game has its own in `games/<game>/sheet.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, Protocol

from collection.errors import RecordError
from collection.games.protocol import Seat
from collection.games.record import Tree, read_tree
from collection.games.written import LETTERS
from collection.text import quoted

GAMES: Final = ("matschig", "mud", "cardia")
"""The games that a sheet can be kept of."""
_KEY: Final = "sheet"


class Sheet(Protocol):
    """What is known of a game that was played elsewhere; it is legal, since only what is checked becomes one."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def seats(self) -> int:
        """How many played."""
        ...

    @property
    def mode(self) -> str:
        """What it was played with, in a few words."""
        ...

    @property
    def winners(self) -> frozenset[Seat]:
        """Who won, several where they share it; empty for a draw."""
        ...

    def document(self) -> dict[str, Any]:
        """Give what the sheet says, as it is written behind `sheet`."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Give it for programs, with what follows from it; seats are letters."""
        ...

    def told(self, names: Sequence[str]) -> tuple[str, ...]:
        """Give it in lines for people; `names` are the seats'."""
        ...


def is_sheet(text: str) -> bool:
    """Say whether what stands in a match's record is a sheet."""
    return text.startswith(f"{_KEY}:")


def write_sheet(sheet: Sheet) -> str:
    """Give the sheet as YAML text."""
    import yaml

    document = {_KEY: sheet.game, **sheet.document()}
    # A map of words alone would be written on one line, and no reader would know it by how it begins.
    flow = None if any(isinstance(value, list) for value in document.values()) else False
    text: str = yaml.safe_dump(document, sort_keys=False, default_flow_style=flow, allow_unicode=True, width=100)
    return text


@lru_cache(maxsize=2_000)
def read_sheet(text: str) -> Sheet:
    """Read a sheet without guesses. Raises RecordError with every fault.

    What was read lately is remembered: a history shows the same sheets again and again.
    """
    tree = read_tree(text)
    name = tree.get(_KEY)
    if not isinstance(name, str) or name not in GAMES:
        said = f"not {quoted(name)}" if isinstance(name, str) else "and it is missing or no plain word"
        raise RecordError(f"{_KEY}: a sheet names its game, {said}; there is {', '.join(GAMES)}.")
    read: Callable[[Mapping[str, Tree]], Sheet] = import_module(f"collection.games.{name}.sheet").read
    return read({key: value for key, value in tree.items() if key != _KEY})


def strange_keys(tree: Mapping[str, Tree], known: Sequence[str], game: str) -> list[str]:
    """Name the keys that a sheet of `game` does not have."""
    return [f"{quoted(key)}: a sheet of {game} has no such key." for key in tree if key not in known]


def seat_of(written: Tree | None, seats: int) -> Seat | None:
    """Read a seat's letter; None where it is none of the first `seats`."""
    if isinstance(written, str) and len(written) == 1 and written in LETTERS[:seats]:
        return LETTERS.index(written)
    return None


def whole_number(written: Tree | None, most: int) -> int | None:
    """Read a number from 0 to `most`; None where it is none."""
    if not isinstance(written, str) or not (written.isascii() and written.isdigit()) or len(written) > 4:
        return None
    return int(written) if int(written) <= most else None


def listed(names: Sequence[str]) -> str:
    """Give names as a sentence lists them: `Ann`, `Ann and Bo`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
