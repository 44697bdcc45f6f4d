"""Analyses as pictures: the curve, every move judged, where the game turned."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from collection.analysis.judged import Analysis, Judged
from collection.analysis.report import points
from collection.analysis.words import sign_of, size_of
from collection.pictures.analysis import analysis_scene, draw_analysis
from collection.pictures.curve import curve, signs
from collection.pictures.games import game_scene
from collection.pictures.palette import PAPER
from collection.pictures.scene import Box, Disc, Outline, Text
from tests.pictures.scenes import CARDS, EXAMPLE, UNKNOWN, bounds, contrast, replay, under, with_names

GAME = replay(EXAMPLE)
ANALYSIS = Analysis(
    (
        Judged(1, 0, "s=84", 0.6, 0.55, "s=84", 0.05, False),
        Judged(2, 1, "c=43", 0.45, 0.45, "c=43", 0.0, False),
        Judged(3, 0, "sw=6", 0.55, 0.1, "n~9", 0.45, False),
        Judged(4, 1, "c+33", 1.0, 1.0, "c+33", 0.0, True),
    ),
    (0.6, 0.55, 0.55, 0.1, 0.0),
    complete=True,
)


def said(texts: tuple[Text, ...]) -> list[str]:
    return [text.words for text in texts]


def test_every_move_is_told_with_its_chances_its_size_and_the_better_one() -> None:
    words = said(analysis_scene(ANALYSIS, GAME, CARDS, ("Sam", "Bo")).texts)
    for part in (
        *("Black: Sam", "White: Bo", "Mudwater, standard game, judged move by move"),
        *(
            "places at s, 84 The Boathouse ~",
            "60 → 55",
            "- slip",
            "places at sw, 6 The Deckhand ~",
            "55 → 10",
            "✗ blunder",
        ),
        *(f"rock at n, 9 {CARDS[9].name} ~", "✓ best", "Black's chance of winning, after so many moves"),
        *("Where the game turned: the board before the move", "Move 3: 55 → 10"),
        "Proved from move 4 on: the rest was searched out to its end.",
    ):
        assert part in words
    assert words.count("proved") == 1
    # The slip at move 1 and the blunder at move 3 stand on the curve too.
    assert [sign.at for sign in signs(ANALYSIS.judged)] == [1, 3]


def test_the_parts_of_a_seat_are_those_of_the_summary() -> None:
    words = said(analysis_scene(ANALYSIS, GAME, CARDS).texts)
    assert f"accuracy {100 * 0.65 / 1.15:.0f} %" in words
    assert "accuracy 100 %" in words
    assert "Moves with a choice: 1 slip, 1 blunder." in words
    worse = replace(ANALYSIS, judged=tuple(replace(one, loss=0.45) for one in ANALYSIS.judged))
    assert "Moves with a choice: 2 blunders." in said(analysis_scene(worse, GAME, CARDS).texts)


def test_the_curve_goes_through_every_chance_from_left_to_right() -> None:
    drawn = list(curve((0.0, 0.25, 1.0), (), 0, 0, 300, 200))
    (line,) = [shape for shape in drawn if isinstance(shape, Outline) and len(shape.points) == 3]
    across, down = zip(*line.points, strict=True)
    assert list(across) == sorted(across)
    assert down[0] - down[1] == pytest.approx((down[0] - down[2]) / 4)
    assert len([shape for shape in drawn if isinstance(shape, Disc)]) == 3


def test_what_was_not_judged_is_left_out_of_the_curve() -> None:
    half = Analysis(ANALYSIS.judged[2:], (math.nan, math.nan, 0.55, 0.1, 0.0), complete=False)
    scene = analysis_scene(half, GAME, CARDS)
    assert "It was stopped before all moves were judged." in said(scene.texts)
    assert "nan" not in draw_analysis(half, GAME, CARDS, "svg").decode().lower().replace("dominant", "")
    assert analysis_scene(Analysis((), (math.nan,) * 5, complete=False), GAME, CARDS).texts


def test_what_nobody_saw_is_said_to_have_been_drawn() -> None:
    game = replay(UNKNOWN)
    judged = tuple(
        Judged(
            number, game.states[number - 1].to_move, game.game.write(move), 0.5, 0.5, game.game.write(move), 0, False
        )
        for number, move in enumerate(game.record.moves, start=1)
    )
    words = said(analysis_scene(Analysis(judged, (0.5,) * 5, complete=True, fillings=16), game, CARDS).texts)
    assert "Cards that nobody saw were drawn 16 times; chances are the average." in words
    assert "rock at c, a card nobody saw" in words


def test_a_whole_game_is_marked_with_what_its_analysis_found() -> None:
    plain, marked = (said(game_scene(GAME, CARDS, analysis=one).texts) for one in (None, ANALYSIS))
    assert set(marked) - set(plain) >= {"- slip", "✗ blunder", "Black's chance of winning, after so many moves"}
    assert "✓ best" not in marked


@pytest.mark.parametrize("moves", range(5))
def test_the_curve_is_drawn_over_nothing_however_long_the_game(moves: int) -> None:
    game = replay(
        EXAMPLE.replace("s=84, c=43 xs, sw=6 xs, c+33 xs", ", ".join(("s=84", "c=43", "sw=6", "c+33")[:moves]))
    )
    scene = game_scene(
        game, CARDS, analysis=Analysis(ANALYSIS.judged[:moves], ANALYSIS.curve[: moves + 1], complete=True)
    )
    panels = [shape for shape in scene.shapes if isinstance(shape, Box) and shape.ink.fill == PAPER]
    assert len(panels) == 3, "the curve's and the two antes'"
    for place, one in enumerate(map(bounds, panels)):
        assert one[2] <= scene.width
        assert one[3] <= scene.height
        for other in map(bounds, panels[:place]):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("name", ["Sam", "M" * 90, "名札🐸" * 20])
def test_an_analysis_can_be_read_whatever_the_names(name: str) -> None:
    cards = with_names(dict.fromkeys((84, 43, 6, 33, 9), name))
    for scene in (analysis_scene(ANALYSIS, GAME, cards, (name, name)), game_scene(GAME, cards, (name, name), ANALYSIS)):
        for text in scene.texts:
            behind = under(scene, text)
            assert behind.ink.fill is not None
            assert contrast(text.colour, behind.ink.fill) >= 4.5
            assert bounds(behind)[0] <= bounds(text)[0]
            assert bounds(text)[2] <= bounds(behind)[2], text
        placed = [bounds(text) for text in scene.texts if text.words]
        for place, one in enumerate(placed):
            for other in placed[:place]:
                assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_the_same_analysis_is_the_same_file_and_says_all_to_who_cannot_see_it() -> None:
    svg = draw_analysis(ANALYSIS, GAME, CARDS, "svg")
    assert svg == draw_analysis(ANALYSIS, GAME, CARDS, "svg")
    description = ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}desc") or ""
    for one in ANALYSIS.judged:
        assert f"{points(one.before)} to {points(one.after)}, {size_of(one.loss)}" in description
    assert sign_of(size_of(0.45)) in svg.decode().replace("&#10007;", "✗")
    assert draw_analysis(ANALYSIS, GAME, CARDS, "png").startswith(b"\x89PNG")
