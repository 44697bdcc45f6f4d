"""What one game tells, and what many tell together, in lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content

from collection.analysis.habits import Kind
from collection.analysis.report import habit_sentence
from collection.analysis.summary import ManyGames, Phase, SeatSummary, Tendency
from collection.analysis.words import Size, scale, sign_of
from collection.ledger.intervals import Interval
from collection.tui.face import OWNER_MARKS
from collection.tui.review_findings import Findings
from collection.tui.text import plain_content

_LONG = 400

WORDS: Final[Mapping[Kind, str]] = {
    Kind.ROCK: "rocks played where a play face up was better",
    Kind.NO_ROCK: "plays face up where a rock was better",
    Kind.CAPTURE: "costly moves whose better move captures more",
    Kind.HIGHEST_HELD: "cards of Levels IV and V never played",
    Kind.WIN_LOST: "games with a certain win that was let go",
}
"""What is counted, in words."""

_METHOD = (
    "Accuracy is the part of the chances that a seat could have kept which it did keep, over its moves with a choice: "
    "the chances after them added up, by those before them."
)
_HINDSIGHT = "All of it is in hindsight, with every card known, which nobody at the table knew."


def summary_lines(findings: Findings, names: tuple[str, str]) -> list[Content]:
    """Give what one game tells, seat by seat, and the scale at the end."""
    summary = findings.summary
    lines = [Content.styled(_far(findings), "bold")] if not findings.complete else []
    for seat in summary.seats:
        lines += [*_seat_lines(seat, names[seat.seat]), Content("")]
    lines.append(_turned(findings, names))
    if summary.costliest is not None:
        one = findings.judged[summary.costliest]
        lost = f"{one.loss * 100:.0f} points of 100"
        lines.append(plain_content(f"Costliest: move {one.number}, {one.move}, which gave away {lost}.", cells=_LONG))
    if summary.exact_from is not None:
        lines.append(plain_content(f"From move {summary.exact_from} on everything is proven to the end of the game."))
    if findings.analysis.fillings:
        times = findings.analysis.fillings
        drawn = f"What nobody saw was drawn {times} times in agreement with the record; these are the averages."
        lines.append(plain_content(drawn, cells=_LONG))
    lines += [Content(""), *scale_lines(), Content(""), plain_content(f"{_METHOD} {_HINDSIGHT}", "dim", cells=_LONG)]
    return lines


def _far(findings: Findings) -> str:
    return f"As far as it was judged: {len(findings.judged)} of {len(findings.analysis.curve) - 1} moves."


def _seat_lines(seat: SeatSummary, name: str) -> list[Content]:
    accuracy = "no accuracy: it had nothing to keep" if seat.accuracy is None else f"accuracy {seat.accuracy:.0f} %"
    head = f"{OWNER_MARKS[seat.seat]} {name}: {accuracy}, over {_counted(seat.moves, 'move')} with a choice"
    return [
        plain_content(head, "bold", cells=_LONG),
        plain_content("  " + sizes_line(seat.sizes)),
        *(plain_content(f"  {habit_sentence(habit)}", cells=_LONG) for habit in seat.habits if habit.times),
    ]


def sizes_line(sizes: Mapping[Size, int]) -> str:
    """Give how many moves were of each size."""
    return "  ".join(f"{sign_of(size)} {sizes.get(size, 0)} {size.value}" for size in Size)


def _turned(findings: Findings, names: tuple[str, str]) -> Content:
    points = findings.summary.turned
    if not points:
        return Content("The game did not change hands by a mistake.")
    told = "; ".join(
        f"move {point.number}, {OWNER_MARKS[point.seat]} {names[point.seat]} ({point.phase.value})" for point in points
    )
    return plain_content(f"It changed hands at {told}.", cells=_LONG)


def scale_lines() -> list[Content]:
    """Give the scale of sizes."""
    return [plain_content(line) for line in scale()]


def many_lines(found: ManyGames) -> list[Content]:
    """Give what many games tell of one player, with the range that so few or so many leave open."""
    lines = [Content.styled(f"{_counted(found.games, 'game')}, {_counted(found.moves, 'move')} with a choice", "bold")]
    for words, interval in (
        ("Accuracy", found.accuracy),
        ("  when beginning", found.when_first),
        ("  when second", found.when_second),
    ):
        if interval is not None:
            lines.append(plain_content(f"{words:<17} {_interval(interval, 1)}"))
    lines += [plain_content(sizes_line(found.sizes)), Content(""), Content.styled("Games given out of hand", "bold")]
    lines += [_phase_line(phase, found.turned[phase]) for phase in Phase if phase in found.turned]
    lines += _where(found)
    if found.tendencies:
        lines += [Content(""), Content.styled("Habits", "bold")]
        lines += [_tendency_line(one) for one in found.tendencies]
    ranges = (
        "Ranges hold at 95 % (Wilson), as if games and moves were strangers to one another, which they are not quite."
    )
    lines += [Content(""), *scale_lines(), Content("")]
    return [*lines, plain_content(f"{_METHOD} {ranges} {_HINDSIGHT}", "dim", cells=600)]


def _phase_line(phase: Phase, found: Interval) -> Content:
    bar = "█" * round(found.estimate * 20)
    return plain_content(f"  {phase.value:<8} {_interval(found, 100):<24} {bar}")


def _where(found: ManyGames) -> Sequence[Content]:
    numbers = sorted(number for game in found.lost_at for number in game)
    if not numbers:
        return ()
    counts = {number: numbers.count(number) for number in numbers}
    listed = ", ".join(f"{number} ({count} times)" if count > 1 else str(number) for number, count in counts.items())
    return (plain_content(f"  at move {listed}", cells=_LONG),)


def _tendency_line(one: Tendency) -> Content:
    cost = f", {one.loss * 100 / one.games:.0f} points a game" if one.loss else ""
    words = f"{one.times} of {one.of} {WORDS[one.kind]}: {_interval(one.share, 100)}{cost}"
    return plain_content(words, cells=_LONG)


def _interval(found: Interval, times: float) -> str:
    return f"{found.estimate * times:.0f} % ({found.low * times:.0f} to {found.high * times:.0f})"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
