"""The lessons of packs as a picture: how many cards of each Level come, and how many packs are still to open."""

from __future__ import annotations

import io
import logging
import math
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from collection.catalogue.card import STAND_IN_MARK
from collection.desk.lessons import ALIKE_PACKS, EQUAL_NUMBERS, FEWEST_PACKS, Goal, Learned, Verdict
from collection.errors import Refused
from collection.ledger.intervals import Interval, Method
from collection.text import crop

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = ("png", "svg")

_INK, _SOFT, _GRID = "#22302b", "#5c6b64", "#d8dfdb"
_RATE, _PACKS = "#4f8a74", "#c07a2c"
_STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "axes.edgecolor": _SOFT,
    "axes.labelcolor": _INK,
    "text.color": _INK,
    "xtick.color": _SOFT,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    # Names of cards are free text: a $ in one of them begins no formula.
    "text.parse_math": False,
    # Ids inside an SVG are made from this instead of at random: the same lessons give the same file.
    "svg.hashsalt": "mudwater",
}


def draw(learned: Learned, kind: str) -> bytes:
    """Draw the lessons as a picture of `kind`, one of KINDS; the same lessons give the same bytes.

    Raises Refused where matplotlib is not installed, and where too few packs are logged to estimate anything.
    """
    if not learned.lessons.enough:
        raise Refused(
            f"Too few packs to say: {learned.lessons.all_packs} logged, and a picture takes {FEWEST_PACKS}. "
            "Log more: `mudwater pack add 12 45 118`."
        )
    try:
        import matplotlib as mpl
    except ImportError:
        raise Refused("Pictures need matplotlib: pip install 'mudwater-collection[plot]'") from None
    # What it has to say about fonts and caches is of no use to anybody here.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(11, 5.6), dpi=150, layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.12))
        _compose(figure, learned)
        file = io.BytesIO()
        figure.savefig(file, format=kind, metadata=_metadata(kind))
    return file.getvalue()


def _metadata(kind: str) -> dict[str, str | None]:
    """Leave out the date and the version of whatever drew it."""
    return {"Date": None, "Creator": "mudwater"} if kind == "svg" else {"Software": "mudwater"}


def _compose(figure: Figure, learned: Learned) -> None:
    lessons = learned.lessons
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.15))
    packs = f"{lessons.all_packs} packs, {lessons.cards + lessons.counted_cards} cards"
    if lessons.level_packs:
        packs += f" ({lessons.level_packs} of the packs known per Level only)"
    figure.suptitle(f"What the packs taught: {packs}", fontsize=14, fontweight="bold")
    _draw_rates(left, learned)
    _draw_goals(right, learned)
    figure.supxlabel("\n".join(_notes(learned)), fontsize=8.5, color=_SOFT)


def _notes(learned: Learned) -> Iterator[str]:
    """Give what the picture rests on."""
    yield f"Lines are 95 % ranges. {ALIKE_PACKS}"
    yield EQUAL_NUMBERS
    if learned.lessons.stand_ins:
        yield (
            f"Of {learned.lessons.stand_ins} of the {learned.lessons.cards} cards with a number, "
            "the Level is a stand-in that nobody has confirmed."
        )


def _draw_rates(axes: Axes, learned: Learned) -> None:
    """Draw cards of each Level in a pack, with the range of each rate."""
    levels = learned.lessons.levels
    rates = [one.a_pack for one in levels if one.a_pack is not None]
    places = range(len(rates))
    axes.barh(places, [one.estimate for one in rates], height=0.6, color=_RATE, zorder=2)
    for place, one in zip(places, rates, strict=True):
        _draw_range(axes, place, one)
        axes.annotate(
            f"{one.estimate:.2f}" if one.estimate else "never pulled",
            (one.high, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_yticks(places, [f"{one.level.name}  {one.level.rarity}" for one in levels])
    _finish(axes, "Cards of each Level in a pack", f"cards a pack\n{Method.GARWOOD.value}")
    axes.set_xlim(0, max(one.high for one in rates) * 1.25)


def _draw_goals(axes: Axes, learned: Learned) -> None:
    """Draw how many packs each goal still takes on average, with the range of that average."""
    goals = _goals(learned)
    known = [goal.packs for _, goal in goals if goal.packs is not None]
    ends = [end for one in known for end in (one.low, one.high) if not math.isinf(end)] or [1.0, 10.0]
    first, last = min(ends) / 1.4, max(ends)
    axes.set_xscale("log")
    axes.set_yticks(range(len(goals)), [name for name, _ in goals])
    axes.set_ylim(-0.6, len(goals) - 0.4)
    _finish(axes, "Packs still to open, on average", f"packs, each step tenfold\n{Method.CARRIED.value}")
    # A third of the width is left for the words behind the ranges.
    axes.set_xlim(first, last * (last / first) ** 0.55)
    axes.xaxis.set_major_formatter(lambda packs, _: f"{packs:g}")
    for place, (_, goal) in enumerate(goals):
        card = learned.card is not None and goal is learned.card.to_reach
        _draw_goal(axes, place, goal, "the next copy" if card else f"{goal.missing} missing", last)


def _goals(learned: Learned) -> list[tuple[str, Goal]]:
    lessons = learned.lessons
    goals = [(f"Level {one.level.name}", one.to_finish) for one in lessons.levels]
    goals.append(("Whole set", lessons.to_finish))
    if learned.card is not None:
        card = learned.card.card
        mark = f" {STAND_IN_MARK}" if card.is_stand_in else ""
        goals.append((crop(f"{card.number} {card.name}", 20) + mark, learned.card.to_reach))
    return goals


def _draw_goal(axes: Axes, place: int, goal: Goal, what: str, last: float) -> None:
    if goal.packs is None:
        words = "complete" if goal.verdict is Verdict.REACHED else goal.verdict.value
        axes.text(0.02, place, words, va="center", transform=axes.get_yaxis_transform())
        return
    if goal.verdict is Verdict.NEVER_PULLED:
        # Open to the right: nobody can say where it ends.
        end = max(last, goal.packs.low * 1.5)
        axes.annotate("", (end, place), (goal.packs.low, place), arrowprops={"arrowstyle": "->", "color": _INK})
        axes.plot([goal.packs.low], [place], "|", color=_INK, markersize=8)
        words = f"at least {goal.packs.low:.0f}"
    else:
        end = goal.packs.high
        _draw_range(axes, place, goal.packs)
        axes.plot([goal.packs.estimate], [place], "o", color=_PACKS, markersize=9, zorder=4)
        words = f"{goal.packs.estimate:.0f}  ({what})"
    axes.annotate(words, (end, place), xytext=(7, 0), textcoords="offset points", va="center")


def _draw_range(axes: Axes, place: int, interval: Interval) -> None:
    axes.plot([interval.low, interval.high], [place, place], color=_INK, linewidth=1.4, zorder=3)
    axes.plot([interval.low, interval.high], [place, place], "|", color=_INK, markersize=8, zorder=3)


def _finish(axes: Axes, title: str, label: str) -> None:
    axes.set_title(title, loc="left", fontsize=11, pad=10)
    axes.set_xlabel(label)
    axes.invert_yaxis()
    axes.grid(axis="x", color=_GRID, zorder=0)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)
