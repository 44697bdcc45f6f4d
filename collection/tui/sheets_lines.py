"""Games but Mudwater in lines: one game whole, and what the games of one kind come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from collection.games.registry import TITLES
from collection.ledger.match import Place
from collection.tui.text import clipped, paragraph, plain_content

if TYPE_CHECKING:
    from collection.desk.sheet_statistics import TableTally
    from collection.desk.sheets import TableLine


def game_lines(line: TableLine) -> Sequence[Content]:
    """Give everything that is known of a game."""
    match = line.match
    where = "a real table" if match.place is Place.TABLE else "this table"
    names = [clipped(name, 30) for name in line.names]
    lines = [
        Content.styled(f"{TITLES[match.game]}, {match.happened:%Y-%m-%d}, at {where}", "bold"),
        plain_content(f"With {', '.join(clipped(name, 24) for name in line.others)}"),
        Content.assemble(("Result  ", "dim"), _result(line)),
    ]
    if line.sheet is not None:
        lines += [Content(), *map(paragraph, line.sheet.told(names))]
    elif line.points:
        lines += [Content(), *(Content(f"{name}: {points}") for name, points in zip(names, line.points, strict=True))]
    if line.void:
        lines.append(Content("It was taken back."))
    return [*lines, Content(), Content.assemble(("Note    ", "dim"), paragraph(match.note or "none"))]


def tally_lines(tally: TableTally) -> Sequence[Content]:
    """Give what games come to, with what sheets tell more."""
    from collection.desk.sheet_statistics import figure_words

    share = tally.share
    against = f"with {clipped(tally.rival, 40)}" if tally.rival else "whoever played"
    lines = [
        Content.styled(f"{TITLES[tally.game]}, {against}", "bold"),
        Content(
            f"{_counted(tally.games)}: ▲ {tally.won} won"
            + (f" ({tally.shared} shared)" if tally.shared else "")
            + f", ▼ {tally.lost} lost, = {tally.drawn} drawn"
        ),
        Content(f"won {share.estimate:.0%} of them; 95 % interval {share.low:.0%} to {share.high:.0%} (Wilson)"),
    ]
    if tally.rival:
        lines.append(Content(f"{clipped(tally.rival, 40)} won {tally.theirs} of them"))
    if tally.figures is not None:
        lines += [Content(), *map(paragraph, figure_words(tally.figures))]
    return lines


def _result(line: TableLine) -> str:
    winners = [clipped(name, 30) for name in line.winners]
    if not winners:
        return "a draw"
    return f"{', '.join(winners)} {'share the victory' if len(winners) > 1 else 'won'}"


def _counted(games: int) -> str:
    return f"{games} {'game' if games == 1 else 'games'}"
