"""Games but Mudwater told in text, from their records: what every move did, what lies there, and how it ended."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from collection.cli.output import counted, data, listed, talk
from collection.games.protocol import CHANCE
from collection.games.registry import TITLES, told
from collection.games.written import letter
from collection.text import plain

if TYPE_CHECKING:
    from collection.cli.asked import Asked
    from collection.games.protocol import Event
    from collection.games.written import Played
    from collection.ledger.match import Taking

_WIDE = 80
_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})
_INDENT = " " * 5


def tell_written(
    asked: Asked,
    played: Played,
    names: Sequence[str] | None = None,
    *,
    eyes: int | None = None,
    takings: Sequence[Taking] = (),
) -> None:
    """Write the story of a game as data. `names` are what the seats are called: their letters where nobody is known.

    `eyes` is the seat that reads it while the game goes on, which is told what it may know and nothing else, or a
    number that is no seat's for what all may see; None sees all. `takings` are what was taken back in it.
    """
    title = TITLES[played.game.name]
    called = [plain(name) for name in names or played.seat_names]
    agreed = "".join(f", {name} {value}" for name, value in played.options.items() if isinstance(value, str))
    _line(f"{title}{plain(agreed)}, {len(called)} seats.")
    if names is not None:
        _line(" ".join(f"{seat}: {name}." for seat, name in zip(played.seat_names, called, strict=True)))
    _tell_takings(takings, 0, called)
    for number, sentences in enumerate(_steps(played, called, eyes), start=1):
        if sentences:
            _line(f"{number:>3}. {' '.join(sentences)}")
        _tell_takings(takings, number, called)
    if eyes is None and played.sealed:
        _line(f"Chosen already, while others still choose: {_moves(played, played.sealed, called)}.")
    tell_state(played, whole=eyes is None)
    tell_outcome(played, called)
    if any(not field.confirmed for field in played.game.fields):
        which = asked.command(f"game data {played.game.name} --stand-ins")
        talk(f"Some of this game's data are stand-ins, which nobody has confirmed: {which}")


def tell_state(played: Played, *, whole: bool = True) -> None:
    """Write what lies there: what all may see, and what is hidden too where the reader may see the `whole` of it."""
    shown = played.game.shown(played.state)
    data()
    for line in _shown(shown["public"]):
        _line(line, "    ")
    if whole and any(shown["hidden"].values()):
        data("Hidden:")
        for line in _shown(shown["hidden"]):
            _line(f"  {line}", "    ")
    data()


def tell_outcome(played: Played, names: Sequence[str]) -> None:
    """Write how the game ended."""
    end = played.outcome
    if end is None:
        data("The game is not finished.")
        return
    points = ", ".join(f"{name} {points}" for name, points in zip(names, end.points, strict=True))
    winners = [names[seat] for seat in sorted(end.winners)]
    if not winners:
        won = "A draw."
    elif len(winners) == 1:
        won = f"{winners[0]} wins."
    else:
        won = f"{listed(winners)} share the win."
    _line(f"The game is over ({end.termination}). Points: {points}. {won}")


def _steps(played: Played, names: Sequence[str], eyes: int | None) -> Iterator[list[str]]:
    """Give what each step did, in sentences; where nothing is said of it, the moves themselves if all may see them."""
    tell = told(played.game.name)
    for step, events in zip(played.steps, played.events, strict=True):
        seen = [event for event in events if eyes is None or event.visible_to(eyes)]
        sentences = [sentence for sentence in (_told(tell(event, names)) for event in _once(seen)) if sentence]
        if not sentences and eyes is None and CHANCE not in step:
            sentences = [f"{_moves(played, step, names)}."]
        yield sentences


def _once(events: Sequence[Event]) -> list[Event]:
    """Leave out what a more telling event of the same seat says again: `drew` beside `drew-cards`."""
    said = {(event.kind.rpartition("-")[0], dict(event.facts).get("seat")) for event in events if event.seats}
    return [event for event in events if (event.kind, dict(event.facts).get("seat")) not in said]


def _told(sentence: str | None) -> str:
    return plain(sentence or "")


def _moves(played: Played, step: Mapping[int, Any], names: Sequence[str]) -> str:
    who = [(letter(seat) if seat == CHANCE else names[seat], move) for seat, move in sorted(step.items())]
    return "; ".join(f"{name}: {played.game.write(move)}" for name, move in who)


def _tell_takings(takings: Sequence[Taking], after: int, names: Sequence[str]) -> None:
    """Write what was taken back when so many of the moves that stand now stood."""
    for index, taking in enumerate(takings):
        if min(later.left for later in takings[index:]) == after:
            _line(f"{_INDENT}{names[taking.seat]} takes back {counted(taking.moves, 'move')}.")


def _shown(there: Mapping[str, Any]) -> Iterator[str]:
    """Give what lies there line by line, a line for each thing and seat; what is nowhere is left out."""
    for name, value in there.items():
        label = plain(str(name)).replace("_", " ").replace("-", " ")
        if isinstance(value, Mapping) and all(one in _NOTHING for one in value.values()):
            continue
        if isinstance(value, Mapping) and any(isinstance(one, Mapping | list) for one in value.values()):
            yield f"{label}:"
            yield from (f"  {plain(str(key))}: {_flat(one)}" for key, one in value.items())
        elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
            yield f"{label}:"
            yield from (f"  {number}: {_flat(one)}" for number, one in enumerate(value, start=1))
        elif value not in _NOTHING:
            yield f"{label}: {_flat(value)}"


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(str(key))} {_flat(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        nested = any(isinstance(one, Mapping | list) for one in value)
        return ("; " if nested else ", ").join(_flat(one) for one in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else plain(str(value))


def _line(text: str, indent: str = _INDENT) -> None:
    """Write text as data in lines of at most 80 cells."""
    for line in textwrap.wrap(text, _WIDE, subsequent_indent=indent, break_long_words=False) or [""]:
        data(line)
