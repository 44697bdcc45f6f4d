"""One card as a picture: its face, and beside it every field, the stand-ins marked."""

from __future__ import annotations

from collection.catalogue.card import STAND_IN_MARK, Card
from collection.pictures import palette
from collection.pictures.faces import SHAPE, STAND_IN_NOTE, card_face, printed
from collection.pictures.scene import Box, Ink, Scene, Shape, Text, words_in

_EDGE, _CARD, _FACTS = 28.0, 300.0, 350.0


def card_scene(card: Card) -> Scene:
    """Draw a card, with what is known of it and what nobody has confirmed."""
    width = _EDGE + _CARD + 28 + _FACTS + _EDGE
    height = 2 * _EDGE + SHAPE * _CARD
    left = _EDGE + _CARD + 28
    shapes: list[Shape] = [
        Box(0.75, 0.75, width - 1.5, height - 1.5, Ink(palette.PAGE, palette.RULE, 1.5), radius=14),
        *card_face(printed(card), _EDGE, _EDGE, _CARD),
        words_in(left, _EDGE + 34, card.name + _mark(card, "name"), 26, palette.INK, _FACTS, bold=True),
    ]
    facts = _facts(card)
    for line, (what, words) in enumerate(facts):
        base = _EDGE + 84 + line * 36
        shapes.append(Text(left, base, what, 15, palette.SOFT))
        shapes.append(words_in(left + 80, base, words, 16, palette.INK, _FACTS - 80))
    if card.is_stand_in:
        first, second = STAND_IN_NOTE.split(": ")
        shapes.append(Text(left, height - _EDGE - 22, f"{first}:", 12, palette.SOFT))
        shapes.append(Text(left, height - _EDGE - 6, second, 12, palette.SOFT))
    described = f"{card.name}{_mark(card, 'name')}. " + " ".join(f"{what}: {words}." for what, words in facts)
    return Scene(width, height, f"Mudwater: card {card.number}, {card.name}", described, tuple(shapes))


def _facts(card: Card) -> list[tuple[str, str]]:
    edges = " · ".join(f"{side.upper()} {getattr(card, side)}{_mark(card, side)}" for side in "nesw")
    return [
        ("Number", f"{card.number}{_mark(card, 'number')}"),
        ("Level", f"{card.level.name}, {card.level.rarity}{_mark(card, 'level')}"),
        ("Family", f"{card.family.value.capitalize()}{_mark(card, 'family')}"),
        ("Tribe", f"{card.tribe}{_mark(card, 'tribe')}"),
        ("Artist", f"{card.artist}{_mark(card, 'artist')}" if card.artist else "not known"),
        ("Edges", edges),
    ]


def _mark(card: Card, field: str) -> str:
    return "" if field in card.confirmed else f" {STAND_IN_MARK}"
