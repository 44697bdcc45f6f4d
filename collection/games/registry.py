"""The games there are, by the name that records and commands spell."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from collection.catalogue.data import load_document
from collection.errors import DataError, NotUnderstood, RecordError
from collection.games.protocol import AnyGame, Event, Outcome, Seat
from collection.games.record import Tree, read_tree
from collection.text import quoted

if TYPE_CHECKING:
    from collection.games.written import Played, WrittenGame


class Replayed(Protocol):
    """A written game played through."""

    @property
    def game(self) -> AnyGame:
        """The rules that it was played by."""
        ...

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in the record and in `as_json`."""
        ...

    @property
    def states(self) -> tuple[Any, ...]:
        """The states, one more than there are steps."""
        ...

    @property
    def steps(self) -> tuple[Mapping[Seat, Any], ...]:
        """What was done at each state: the moves by seat, those of chance under CHANCE."""
        ...

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """What each step did."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None when the record stops early."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Give what `replay --json` prints, without `file`."""
        ...


@runtime_checkable
class Gapped(Protocol):
    """A written game that may leave out what nobody saw, and can be told in full with what it may have been."""

    def gaps(self) -> tuple[bool, ...]:
        """Say for each state whether what is unknown may still bear on how the game goes on.

        Empty where nothing at all is unknown.
        """
        ...

    def filled(self, rng: random.Random) -> Replayed:
        """Draw what is unknown, in agreement with all of the record, and give the game with as many steps in full.

        Raises RecordError where nothing agrees with it.
        """
        ...


def _mudwater() -> AnyGame:
    from collection.games.mudwater.game import Mudwater

    return Mudwater()


def _replay_mudwater(tree: Mapping[str, Tree], cards: Any) -> Replayed:
    from collection.games.mudwater.record import replay_tree

    return replay_tree(tree, cards)


def _matschig(corrections: Mapping[str, str]) -> WrittenGame:
    from collection.games.matschig.deck import FILE, deck_of
    from collection.games.matschig.game import Matschig

    return Matschig(deck_of(load_document("matschig", FILE), corrections))


def _cardia(corrections: Mapping[str, str]) -> WrittenGame:
    from collection.games.cardia.data import FILE, data_of
    from collection.games.cardia.game import Cardia

    return Cardia(data_of(load_document("cardia", FILE), corrections))


def _mud(corrections: Mapping[str, str]) -> WrittenGame:
    from collection.games.mud.deck import FILE, deck_of
    from collection.games.mud.game import Mud

    return Mud(deck_of(load_document("mud", FILE), corrections))


_WRITTEN: Final[dict[str, Callable[[Mapping[str, str]], WrittenGame]]] = {
    "matschig": _matschig,
    "cardia": _cardia,
    "mud": _mud,
}
"""The games with records of the one common kind, each made from its data and an owner's corrections of it."""

WRITTEN: Final = tuple(_WRITTEN)
NAMES: Final = ("mudwater", *WRITTEN)
"""Every game, by name."""
TITLES: Final = {
    "mudwater": "Mudwater: Swamp Origins",
    "matschig": "Matschig",
    "cardia": "Cardia: Tide & Storm",
    "mud": "MUD",
}
"""What the games are called on their boxes."""


def game_named(name: str, corrections: Mapping[str, str] | None = None) -> AnyGame:
    """Give the rules of the game called `name`, an owner's `corrections` laid over its data.

    Raises NotUnderstood, naming the games there are, and DataError for corrections that do not fit.
    """
    return _mudwater() if name == "mudwater" else written_game(name, corrections)


def written_game(name: str, corrections: Mapping[str, str] | None = None) -> WrittenGame:
    """Give the rules of any game but Mudwater, as `game_named` does."""
    make = _WRITTEN.get(name)
    if make is None:
        raise NotUnderstood(f"There is no game called {quoted(name)}; there is {', '.join(NAMES)}.")
    return make(corrections or {})


def replay_any(text: str, cards: Mapping[str, Any]) -> Replayed:
    """Play a written game through, whichever it is: the record's `game` says.

    `cards` holds, by the game's name, what its replay needs: for `mudwater` its Faces, for any other an owner's
    corrections of its data, where there are some; they count where the record carries no data. Raises RecordError.
    """
    tree = read_tree(text)
    name = _name_in(tree)
    if name == "mudwater":
        return _replay_mudwater(tree, cards[name])
    from collection.games.written import replay_tree

    return replay_tree(tree, _game_in(tree, name, cards.get(name)))


def name_in(text: str) -> str:
    """Name the game that the written game `text` is of; nothing else of it is looked at. Raises RecordError."""
    return _name_in(read_tree(text))


def game_of_record(text: str, corrections: Mapping[str, str] | None = None) -> WrittenGame:
    """Give the rules of the written game `text` with the data that it carries, or else with an owner's `corrections`.

    Raises RecordError, also for one of Mudwater.
    """
    tree = read_tree(text)
    name = _name_in(tree)
    if name == "mudwater":
        raise RecordError("game: a record of Mudwater is of a kind of its own.")
    return _game_in(tree, name, corrections)


def changed_fields(played: Played, corrections: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Name the facts that a game begun now, with an owner's `corrections`, would be played with otherwise."""
    now = {field.name: field.value for field in written_game(played.game.name, corrections).fields}
    return tuple(field.name for field in played.game.fields if now.get(field.name) != field.value)


def told(name: str) -> Callable[[Event, Sequence[str]], str]:
    """Give what tells the events of a game, but for Mudwater's, in sentences: an event and the seats' names.

    What it gives is empty where there is nothing to say. Raises NotUnderstood for an unknown game.
    """
    if name not in WRITTEN:
        raise NotUnderstood(f"There is no game called {quoted(name)}; there is {', '.join(WRITTEN)}.")
    tell: Callable[[Event, Sequence[str]], str] = import_module(f"collection.games.{name}.telling").tell
    return tell


def _name_in(tree: Mapping[str, Tree]) -> str:
    name = tree.get("game")
    if not isinstance(name, str) or name not in NAMES:
        said = f"not {quoted(name)}" if isinstance(name, str) else "and it is missing or no plain word"
        raise RecordError(f"game: a record names its game, {said}; there is {', '.join(NAMES)}.")
    return name


def _game_in(tree: Mapping[str, Tree], name: str, corrections: Mapping[str, str] | None) -> WrittenGame:
    from collection.games.written import data_in

    data = data_in(tree)
    try:
        return written_game(name, corrections if data is None else data)
    except DataError as no:
        raise RecordError(*(f"data, {reason}" for reason in no.reasons)) from None
