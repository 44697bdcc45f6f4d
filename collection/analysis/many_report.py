"""What many games of one player tell together, as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from collection.analysis.habits import Kind
from collection.analysis.summary import ManyGames, Phase, Tendency
from collection.analysis.words import Size, counted, plural, sign_of
from collection.ledger.intervals import Interval

WORDS: Final[Mapping[Kind, str]] = {
    Kind.ROCK: "rocks were played where a play face up was better",
    Kind.NO_ROCK: "plays were face up where a rock was better",
    Kind.CAPTURE: "costly moves passed up a move that captures more",
    Kind.HIGHEST_HELD: "cards of Levels IV and V were never played",
    Kind.WIN_LOST: "games with a certain win let it go",
}
"""What is counted, in words."""


HINDSIGHT: Final = (
    "In hindsight, all cards known. Intervals: 95 %, Wilson, as if games and moves were strangers to one another, "
    "which they are not quite."
)
"""How all of it is meant."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the report: what it is about, and its lines."""

    heading: str
    lines: tuple[str, ...]


def many_parts(found: ManyGames, cells: int = 80) -> Iterator[Part]:
    """Give the report part by part, no line wider than `cells`; every share with its 95 % interval (Wilson)."""
    heading = f"{plural(found.games, 'game')}, {plural(found.moves, 'move')} with a choice."
    yield Part(heading, tuple(_kept_lines(found, cells)))
    turned = tuple(_turned_lines(found, cells))
    if turned:
        yield Part("Games given out of hand by a mistake, by the part of the game", turned)
    if found.tendencies:
        habits = [line for one in found.tendencies for line in _tendency(one)]
        yield Part("Habits", tuple(habits))


def many_report(found: ManyGames, cells: int = 80) -> Iterator[str]:
    """Give the report line by line, none wider than `cells`."""
    for part in many_parts(found, cells):
        yield part.heading
        yield from part.lines
        yield ""
    yield from wrap(HINDSIGHT, cells)


def _kept_lines(found: ManyGames, cells: int) -> Iterator[str]:
    for words, interval in (
        ("Accuracy", found.accuracy),
        ("  when beginning", found.when_first),
        ("  when second", found.when_second),
    ):
        if interval is not None:
            yield f"{words:<17} {_ranged(interval, 1)}"
    yield from _wrapped("Moves", [f"{sign_of(size)} {counted(found.sizes.get(size, 0), size)}" for size in Size], cells)


def _turned_lines(found: ManyGames, cells: int) -> Iterator[str]:
    for phase in Phase:
        if phase in found.turned:
            share = found.turned[phase]
            yield f"  {phase:<15} {_ranged(share, 100):<20} {'█' * round(share.estimate * 20)}".rstrip()
    numbers = sorted(number for game in found.lost_at for number in game)
    if numbers:
        times = {number: numbers.count(number) for number in numbers}
        often = [f"{number} ({count} times)" if count > 1 else str(number) for number, count in times.items()]
        yield from _wrapped("  at move", often, cells)


def _tendency(one: Tendency) -> Iterator[str]:
    yield f"  {one.times} of {one.of} {WORDS[one.kind]}"
    cost = f", {one.loss * 100 / one.games:.0f} points a game given away" if one.loss else ""
    yield f"    {_ranged(one.share, 100)}{cost}"


def _ranged(found: Interval, times: float) -> str:
    return f"{found.estimate * times:.0f} % ({found.low * times:.0f} to {found.high * times:.0f})"


def _wrapped(head: str, words: list[str], cells: int) -> Iterator[str]:
    """Put `words` behind `head`, and under one another where there is no more room; no word is torn."""
    line = f"{head:<18}"
    for place, word in enumerate(words):
        piece = word + (", " if place + 1 < len(words) else "")
        if len(line) + len(piece.rstrip()) > cells:
            yield line.rstrip()
            line = " " * 18
        line += piece
    yield line
