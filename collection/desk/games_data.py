"""What the games but Mudwater are played with, and what an owner has corrected of it with the game in hand.

A correction counts for games that begin after it: the record of every game carries what it began with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from collection.errors import DataError, LedgerRefused, NotUnderstood, Refused
from collection.games.field import CORRECTIONS, Field, read_corrections
from collection.games.registry import written_game
from collection.play.gathering import corrections_of
from collection.store.book import Book, Unit
from collection.text import clean_note, quoted


def facts_of(book: Book, game: str) -> tuple[Field, ...]:
    """Give every fact that `game` is played with from now on. Raises as `correct_facts` does for the game."""
    with book.reading() as unit:
        return _facts(_playable(game), corrections_of(unit, game))


def correct_facts(book: Book, game: str, assignments: Sequence[str]) -> tuple[Field, ...]:
    """Correct facts, each `FIELD=VALUE`, or a field alone, which is confirmed as it stands; give them as they are then.

    Raises Refused for Mudwater, whose cards are corrected one by one, NotUnderstood for an unknown game and for fields
    that do not exist, and DataError for values that do not hold together: with every fault, and nothing is changed.
    """
    _playable(game)
    with book.writing() as unit:
        corrections = corrections_of(unit, game)
        said, faults = _read(assignments, {field.name: field.value for field in _facts(game, corrections)})
        after = {**corrections, **said}
        try:
            facts = _facts(game, after)
        except DataError as no:
            if not faults:
                raise
            faults += no.reasons
        if faults:
            raise NotUnderstood(*faults)
        _keep(unit, game, after)
    return tuple(field for field in facts if field.name in said)


def leave_facts(book: Book, game: str, names: Sequence[str]) -> tuple[Field, ...]:
    """Take corrections back; give what holds then of the fields named. Raises as `correct_facts` does."""
    _playable(game)
    with book.writing() as unit:
        corrections = corrections_of(unit, game)
        strangers = [name for name in names if name not in corrections]
        if strangers:
            raise NotUnderstood(
                *(f"{quoted(name)} is no field of {game} that you have corrected." for name in strangers)
            )
        after = {name: value for name, value in corrections.items() if name not in names}
        facts = _facts(game, after)
        _keep(unit, game, after)
    return tuple(field for field in facts if field.name in names)


def merge_corrections(unit: Unit, setting: str, text: str) -> bool | None:
    """Take the corrections of another book in; say whether any was new, None where `setting` holds no corrections.

    Raises NotUnderstood for a game that does not exist, LedgerRefused, naming every field that this book has corrected
    otherwise, and DataError for what cannot be read or does not hold together.
    """
    game = setting.removeprefix(CORRECTIONS.format(""))
    if game == setting:
        return None
    theirs = read_corrections(game, text)
    mine = corrections_of(unit, game)
    conflicts = [name for name, value in theirs.items() if mine.get(name, value) != value]
    if conflicts:
        raise LedgerRefused(
            *(
                f"{name} is corrected here as {quoted(mine[name])}, and in the file as {quoted(theirs[name])}. "
                f"`mudwater game set {game}` corrects it; then import again."
                for name in conflicts
            )
        )
    after = {**mine, **theirs}
    _facts(_playable(game), after)
    if after == mine:
        return False
    _keep(unit, game, after)
    return True


def _playable(game: str) -> str:
    if game == "mudwater":
        raise Refused("Mudwater's cards are corrected one by one: `mudwater card set`.")
    written_game(game)
    return game


def _facts(game: str, corrections: Mapping[str, str]) -> tuple[Field, ...]:
    """Give every fact, but which game it is. Raises DataError."""
    return tuple(field for field in written_game(game, corrections).fields if field.name != "game")


def _keep(unit: Unit, game: str, corrections: Mapping[str, str]) -> None:
    unit.settings.set(CORRECTIONS.format(game), json.dumps(dict(sorted(corrections.items())), ensure_ascii=False))


def _read(assignments: Sequence[str], there: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Read what was said, and say what cannot be read.

    A field that the data does not have is only known to be one by those beside it.
    """
    said: dict[str, str] = {}
    faults = []
    places = {name.rpartition(".")[0] for name in there}
    for assignment in assignments:
        name, sign, value = (part.strip() for part in assignment.partition("="))
        name = name.lower()
        value = clean_note(value, what="value") if sign else there.get(name, "")
        if name not in there and not (sign and name.rpartition(".")[0] in places - {""}):
            close = get_close_matches(name, there, n=1)
            hint = f" Do you mean {close[0]}?" if close else ""
            faults.append(f"There is no field {quoted(name)}.{hint}")
        elif not value:
            faults.append(f"{name}: say its value, as in {name}={there.get(name) or '1'}.")
        elif said.setdefault(name, value) != value:
            faults.append(f"{name} is given twice.")
    return said, faults
