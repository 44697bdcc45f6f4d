"""What many games of one player tell together, as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from collection.analysis.habits import Kind
from collection.analysis.summary import ManyGames, Phase, Tendency
from collection.analysis.words import Size, sign_of
from collection.ledger.intervals import Interval

WORDS: Final[Mapping[Kind, str]] = {
    Kind.ROCK: "rocks were played where a play face up was better",
    Kind.NO_ROCK: "plays were face up where a rock was better",
    Kind.CAPTURE: "costly moves passed up a move that captures more",
    Kind.HIGHEST_HELD: "cards of Levels IV and V were never played",
    Kind.WIN_LOST: "games with a certain win let it go",
}
"""What is counted, in words."""


def many_report(found: ManyGames) -> Iterator[str]:
    """Give the report line by line, none wider than 80 cells; every share with its 95 % interval (Wilson)."""
    yield f"{_counted(found.games, 'game')}, {_counted(found.moves, 'move')} with a choice."
    for words, interval in (
        ("Accuracy", found.accuracy),
        ("  when beginning", found.when_first),
        ("  when second", found.when_second),
    ):
        if interval is not None:
            yield f"{words:<17} {_ranged(interval, 1)}"
    yield "Moves             " + ", ".join(f"{sign_of(size)} {found.sizes.get(size, 0)} {size}" for size in Size)
    yield ""
    yield "Games given out of hand by a mistake, by the part of the game"
    for phase in Phase:
        if phase in found.turned:
            yield f"  {phase:<15} {_ranged(found.turned[phase], 100)}"
    numbers = sorted(number for game in found.lost_at for number in game)
    if numbers:
        times = {number: numbers.count(number) for number in numbers}
        often = [f"{number} ({count} times)" if count > 1 else str(number) for number, count in times.items()]
        yield from _wrapped("  at move         ", often)
    if found.tendencies:
        yield ""
        yield "Habits"
        for one in found.tendencies:
            yield from _tendency(one)
    yield ""
    yield "In hindsight, all cards known. Intervals: 95 %, Wilson, as if games and moves"
    yield "were strangers to one another, which they are not quite."


def _tendency(one: Tendency) -> Iterator[str]:
    yield f"  {one.times} of {one.of} {WORDS[one.kind]}"
    cost = f", {one.loss * 100 / one.games:.0f} points a game given away" if one.loss else ""
    yield f"    {_ranged(one.share, 100)}{cost}"


def _ranged(found: Interval, times: float) -> str:
    return f"{found.estimate * times:.0f} % ({found.low * times:.0f} to {found.high * times:.0f})"


def _wrapped(head: str, words: list[str]) -> Iterator[str]:
    line = head
    for place, word in enumerate(words):
        piece = word + (", " if place + 1 < len(words) else "")
        if len(line) + len(piece) > 80:
            yield line.rstrip()
            line = " " * len(head)
        line += piece
    yield line


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
