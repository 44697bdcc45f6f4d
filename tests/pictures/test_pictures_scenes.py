"""Boards, hands, cards and games as pictures: what they say, and that it can be read."""

from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.errors import NotUnderstood, Refused
from collection.games.mudwater.state import Mode
from collection.pictures.cards import card_scene
from collection.pictures.drawing import drawn, kind_of
from collection.pictures.games import game_scene
from collection.pictures.hands import hand_scene
from collection.pictures.lettering import broken, cut, is_measured, width_of
from collection.pictures.png import figure_of
from collection.pictures.positions import position_scene
from collection.pictures.scene import Box, Outline, Scene, Text
from tests.pictures.scenes import (
    CARDS,
    EXAMPLE,
    HAND,
    UNKNOWN,
    all_scenes,
    bounds,
    contrast,
    few_scenes,
    random_replay,
    replay,
    under,
    with_names,
)

SVG = "{http://www.w3.org/2000/svg}"
ODD = st.text(max_size=60) | st.sampled_from(
    [
        "<b>&amp; ]]> --> <x",
        "\x00\x1b[31m\x9b",
        "שלום עולם",
        "名札" * 40,
        "🐸🐊" * 20,
        "W" * 500,
        "$\\frac{1$",
        "\ud800",
        "﷽" * 9,
    ]
)


def words(scene: Scene) -> str:
    return "\n".join(text.words for text in scene.texts)


def parsed(svg: bytes) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def test_the_rulebooks_example_is_drawn_square_for_square() -> None:
    scene = position_scene(replay(EXAMPLE), None, CARDS, ("Sam", "Bo"))
    said = words(scene)
    for part in (
        "After move 4 of 4 · Mudwater, standard",
        "White: upgrades c, 33 Dead Calm ~, takes s.",
        "Black: Sam",
        "White: Bo",
        "to move · 11 cards in hand · ante: 1 ",
        "new · 1 under",
        "taken",
        "~ marks a stand-in",
    ):
        assert part in said
    assert "c: White, 33 Dead Calm ~; sw: Black, 6 The Deckhand ~; s: White, 84 The Boathouse ~." in scene.description
    # White's marker: at its two squares and beside its name.
    assert [text.words for text in scene.texts].count("W") == 3
    assert [text.words for text in scene.texts].count("B") == 2


def test_a_game_shows_every_move_with_its_card_what_it_took_and_both_antes() -> None:
    game = replay(EXAMPLE)
    scene = game_scene(game, CARDS)
    said = words(scene)
    for part in (
        *("1. places at s", "2. places at c", "3. places at sw", "4. upgrades c"),
        *(
            "84 The Boathouse ~",
            "33 Dead Calm ~",
            "Black's ante",
            "The game is not finished.",
            "set aside until the end",
        ),
        *("· 1 square, begins", "· 2 squares"),
    ):
        assert part in said
    assert said.count("takes s") == 3
    assert "curve" not in said
    for number, sentence in ((1, "Black: places at s, 84"), (4, "White: upgrades c, 33 Dead Calm ~, takes s.")):
        assert f"{number}. {sentence}" in scene.description


@pytest.mark.parametrize("mode", Mode)
def test_the_end_of_a_game_says_who_won_and_where_the_antes_go(mode: Mode) -> None:
    seen = set()
    for seed in range(40):
        game = random_replay(seed, mode)
        assert game.outcome is not None
        black, white = game.outcome.points
        said = words(game_scene(game, CARDS))
        if not game.outcome.winners:
            assert f"A draw, {black} to {white}" in said
            fates = {"goes back to Black", "goes back to White"}
        else:
            winner, loser = ("Black", "White") if black > white else ("White", "Black")
            assert f"{winner} wins, {max(black, white)} to {min(black, white)}." in said
            fates = {f"goes back to {winner}", f"to {winner}, if for keeps"}
            assert f"to {loser}, if for keeps" not in said.splitlines()
        assert fates <= set(said.splitlines())
        seen.add(len(game.outcome.winners))
    assert seen <= {0, 1}


def test_a_game_given_up_says_by_whom() -> None:
    said = words(game_scene(replay(EXAMPLE + "resigned: white\n"), CARDS))
    assert "White resigned. Black wins" in said
    assert "goes back to Black" in said


def test_what_nobody_saw_is_a_question_mark() -> None:
    game = replay(UNKNOWN)
    scene = game_scene(game, CARDS)
    said = [text.words for text in scene.texts]
    assert said.count("a card nobody saw") == 2
    # One rock on the first board, two on each of the three later ones, and both antes.
    assert said.count("?") == 9
    position = words(position_scene(game, None, CARDS))
    assert position.count("never turned over") == 2
    assert "ante: not known" in position
    assert "11 of these 13 cards in hand" in position
    assert "and 11 that the record does not list" in position


def test_a_rock_is_drawn_as_a_rock_with_its_card() -> None:
    game = replay(EXAMPLE.replace("s=84, c=43 xs, sw=6 xs, c+33 xs", "s~9, c=43"))
    said = words(position_scene(game, None, CARDS))
    assert "rock" in said.splitlines()
    assert "#9" in said
    # A rock has no edges: the only four that are drawn are Sea Dog's.
    discs = [text for text in position_scene(game, None, CARDS).texts if text.words.isdigit() and text.bold]
    edges = [text.words for text in discs if text.anchor == "middle"]
    assert edges == [str(edge) for edge in CARDS[43].edges]


def test_a_card_shows_every_field_and_marks_those_that_nobody_confirmed() -> None:
    known = replace(CARDS[45], name="Reed & Son", confirmed=frozenset({"number", "name", "n"}))
    said = words(card_scene(known)).splitlines()
    assert {"Reed & Son", "45", "II, Uncommon ~", "Club ~", "not known"} <= set(said)
    assert "N 4 · E 5 ~ · S 5 ~ · W 3 ~" in said
    all_known = replace(known, confirmed=frozenset({"number", "name", "level", "family", "tribe", "n", "e", "s", "w"}))
    assert "~" not in words(card_scene(all_known))


@pytest.mark.parametrize("level", Level)
def test_a_level_is_as_many_diamonds(level: Level) -> None:
    card = next(one for one in CARDS if one.level is level)
    diamonds = [shape for shape in card_scene(card).shapes if isinstance(shape, Outline) and len(shape.points) == 4]
    assert len(diamonds) == level


def test_a_hand_shows_its_cards_in_order_and_why_it_is_not_legal() -> None:
    said = [text.words for text in hand_scene("Dockside", HAND, CARDS, ["130 is no card."]).texts]
    assert [word for word in said if word.startswith("#")] == [f"#{number}" for number in HAND]
    assert "Not legal: 130 is no card." in said
    levels = [CARDS[number].level for number in HAND if number in CARDS]
    assert f"14 cards · by Level: {' · '.join(f'{level.name} {levels.count(level)}' for level in Level)}" in said
    assert len(hand_scene("Empty", (), CARDS).texts) == 2


def test_no_position_is_drawn_that_the_game_has_not() -> None:
    for at in (-1, 5):
        with pytest.raises(Refused, match="positions go from 0 to 4"):
            position_scene(replay(EXAMPLE), at, CARDS)


def test_all_words_stand_out_from_what_they_are_written_on() -> None:
    checked = 0
    for scene in all_scenes():
        for text in scene.texts:
            behind = under(scene, text).ink.fill
            assert behind is not None
            assert contrast(text.colour, behind) >= 4.5, (text, behind)
            checked += 1
    assert checked > 500


@settings(max_examples=12, deadline=None)
@given(ODD, ODD)
def test_no_words_leave_what_they_are_written_on_whatever_the_names(name: str, card: str) -> None:
    for scene in few_scenes(with_names(dict.fromkeys((45, 84, 43, 6, 33, 1, 2), card)), name):
        for text in scene.texts:
            left, _, right, bottom = bounds(text)
            low, _, high, floor = bounds(under(scene, text))
            assert low <= left, (text, scene.title)
            assert right <= high, (text, scene.title)
            assert bottom <= floor


def test_no_words_lie_over_others() -> None:
    for scene in all_scenes(with_names({84: "Wide " * 20, 33: "W" * 90}), "M" * 90):
        placed = [bounds(text) for text in scene.texts if text.words]
        for place, one in enumerate(placed):
            for other in placed[:place]:
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart, (scene.title, scene.texts[place], one, other)


@settings(max_examples=12, deadline=None)
@given(ODD, ODD)
def test_an_svg_is_well_formed_whatever_the_names_and_says_what_the_scene_says(name: str, card: str) -> None:
    for scene in few_scenes(with_names(dict.fromkeys((45, 84, 43, 33), card)), name):
        svg = drawn(scene, "svg")
        assert svg.isascii()
        root = parsed(svg)
        assert [node.text for node in root.iter(f"{SVG}text")] == [text.words for text in scene.texts if text.words]
        assert root.find(f"{SVG}title") is not None
        description = root.find(f"{SVG}desc")
        assert description is not None
        assert description.text
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
            *("svg", "title", "desc", "rect", "circle", "polygon", "polyline", "text")
        }


def test_png_and_svg_draw_the_same_words_and_shapes_at_the_same_places() -> None:
    for scene in list(all_scenes())[:5]:
        figure = figure_of(scene)
        (axes,) = figure.axes
        assert [text.get_text() for text in axes.texts] == [text.words for text in scene.texts]
        assert len(axes.patches) + len(axes.lines) == len(scene.shapes) - len(scene.texts)
        assert [text.get_position() for text in axes.texts] == [(text.x, text.y) for text in scene.texts]


def test_words_are_as_wide_as_was_reckoned() -> None:
    scene = card_scene(replace(CARDS[45], name="Wavy Äffchen 49 (final)", tribe="jigsaw ~ [fish] · 1/2"))
    (axes,) = figure_of(scene).axes
    for text, artist in zip(scene.texts, axes.texts, strict=True):
        width = artist.get_window_extent().width / 2
        assert width <= text.width * 1.03 + 1
        assert width >= text.width * 0.8 - 2


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("name", ["名札🐸" * 30, "﷽ " * 9, "שלום" * 30], ids=["Han", "Arabic", "Hebrew"])
def test_letters_that_nobody_measured_stay_in_their_box_in_a_png_too(name: str) -> None:
    scene = card_scene(replace(CARDS[45], name=name))
    (axes,) = figure_of(scene).axes
    for text, artist in zip(scene.texts, axes.texts, strict=True):
        assert artist.get_window_extent().width / 2 <= text.width * 1.03 + 1


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_picture_is_the_same_bytes(kind: str) -> None:
    picture = drawn(hand_scene("Dockside", HAND, CARDS), kind)
    assert drawn(hand_scene("Dockside", HAND, CARDS), kind) == picture
    assert drawn(hand_scene("Dockside", HAND[1:], CARDS), kind) != picture


def test_a_png_is_twice_as_large_as_the_svg_and_no_larger_than_can_be_drawn() -> None:
    scene = card_scene(CARDS[45])
    assert _size(drawn(scene, "png")) == (2 * scene.width, 2 * scene.height)
    tall = Scene(10, 40_000, "tall", "tall", (Box(0, 0, 10, 40_000, under(scene, scene.texts[0]).ink),))
    assert _size(drawn(tall, "png"))[1] <= 20_000


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_an_svg_needs_no_matplotlib_and_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    parsed(drawn(card_scene(CARDS[45]), "svg"))
    with pytest.raises(Refused) as caught:
        drawn(card_scene(CARDS[45]), "png")
    assert caught.value.reasons == (
        "Pictures as PNG need matplotlib: pip install 'mudwater-collection[plot]'. An .svg needs nothing.",
    )


def test_the_ending_of_a_file_says_the_kind_of_picture() -> None:
    assert kind_of(Path("a.SVG")) == "svg"
    assert kind_of(Path("a.b.png")) == "png"
    for name in ("a.gif", "svg", "a.svg.txt"):
        with pytest.raises(NotUnderstood, match=r"\.svg"):
            kind_of(Path(name))


@given(ODD, st.floats(0, 300), st.floats(5, 40), st.booleans())
def test_what_was_cut_fits_and_what_fits_is_not_cut(words: str, room: float, size: float, bold: bool) -> None:
    kept = cut(words, size, room, bold=bold)
    assert width_of(kept, size, bold=bold) <= room or not kept
    text = Text(0, 0, words, size, "#000000", bold=bold)
    if text.width <= room:
        assert kept == text.words
    for line in broken(words, size, room, 2, bold=bold):
        assert width_of(line, size, bold=bold) <= room


def test_the_measures_are_those_of_the_font() -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    for bold in (False, True):
        font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=100)
        for character in map(chr, range(33, 127)):
            # Two letters side by side are as far apart as the first is wide; a bar has no overhang.
            alone = TextPath((0, 0), "|", prop=font).get_extents()
            both = TextPath((0, 0), f"{character}|", prop=font).get_extents()
            assert width_of(character, 100, bold=bold) == pytest.approx(both.x1 - alone.x1, abs=6)
        assert is_measured("…·→✓✗ÄÉñ~")
    assert not is_measured("名")
