from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from collection.catalogue.card import Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk.lessons import Learned, card_lesson, lessons
from collection.errors import Refused
from collection.ledger.entry import Account, AccountKind
from collection.ledger.pulls import PullTally
from collection.pictures.packs import KINDS, draw

CARDS = load_catalogue()
SAM = Account(1, "Sam", AccountKind.COLLECTOR)
ALL = {card.number: 1 for card in CARDS}


def learned(
    packs: int,
    per_level: tuple[int, ...] = (40, 16, 8, 3, 2),
    *,
    level_packs: int = 0,
    owned: dict[int, int] | None = None,
    card: int | None = None,
    cards: Catalogue = CARDS,
) -> Learned:
    by_card = {}
    for level, pulled in zip(Level, per_level, strict=True):
        by_card[next(one.number for one in cards if one.level is level)] = pulled
    tally = PullTally(packs, level_packs, sum(per_level), by_card, (4 * level_packs, 0, 0, 0, 0), 5)
    owned = owned or {}
    return Learned(SAM, lessons(tally, cards, owned), None if card is None else card_lesson(tally, cards, owned, card))


def words(svg: bytes) -> str:
    """Give the comments that name each text of an SVG, and prove on the way that it is well-formed."""
    ET.fromstring(svg)
    return svg.decode()


def test_a_png_is_one_and_large_enough_to_read() -> None:
    picture = draw(learned(8), "png")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width >= 1200
    assert height >= 600


def test_an_svg_names_what_it_draws_the_ranges_their_method_and_what_it_rests_on() -> None:
    svg = words(draw(learned(8, level_packs=2, card=45), "svg"))
    for said in (
        "What the packs taught: 10 packs, 77 cards (2 of the packs known per Level only)",
        "Cards of each Level in a pack",
        "cards a pack",
        "exact Poisson (Garwood)",
        "carried through",
        "Packs still to open, on average",
        "95 % ranges",
        "Nobody has confirmed that it is so",
        "a stand-in that nobody has confirmed",
        "I  Common",
        "V  Legendary",
        "Whole set",
        "45 Barrel Roller ~",
        "the next copy",
    ):
        assert said in svg, said


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_lessons_are_the_same_picture_byte_by_byte(kind: str) -> None:
    picture = draw(learned(8, card=45), kind)
    assert draw(learned(8, card=45), kind) == picture
    assert draw(learned(9, card=45), kind) != picture
    assert b"Date" not in picture
    assert b"dc:date" not in picture


def test_what_cannot_be_said_is_said_so_and_what_is_there_is_complete() -> None:
    svg = words(draw(learned(8, (40, 16, 8, 0, 2), owned={n: 1 for n in ALL if CARDS[n].level is Level.I}), "svg"))
    assert "never pulled" in svg
    assert "at least" in svg
    assert "complete" in svg


@pytest.mark.parametrize(
    "one",
    [
        learned(8, owned=ALL),
        learned(8, (0, 0, 0, 0, 0)),
        learned(8, (0, 0, 0, 0, 1), card=1),
        learned(20_000, (100_000, 40_000, 20_000, 8_000, 1), card=1),
    ],
    ids=["complete", "no cards", "one card", "years"],
)
def test_a_picture_can_be_made_of_anything_that_packs_can_come_to(one: Learned) -> None:
    words(draw(one, "svg"))


@pytest.mark.parametrize("name", ["$\\frac{1$ $$", "<b>&amp; ]]> --> <x", "名札 🐸", "x" * 500])
def test_any_name_of_a_card_can_be_drawn(name: str) -> None:
    cards = Catalogue([replace(card, name=name) if card.number == 45 else card for card in CARDS])
    words(draw(learned(8, card=45, cards=cards), "svg"))


def test_too_few_packs_make_no_picture() -> None:
    with pytest.raises(Refused, match="Too few packs"):
        draw(learned(4), "png")


def test_without_matplotlib_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Refused) as caught:
        draw(learned(8), "png")
    assert caught.value.reasons == ("Pictures need matplotlib: pip install 'mudwater-collection[plot]'",)
