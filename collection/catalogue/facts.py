"""What is known of the set as a whole: `set.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import HIGHEST_EDGE, LOWEST_EDGE, Family, Level
from collection.catalogue.fields import Fields

_MOST_CARDS = 9999


@dataclass(frozen=True, slots=True)
class LevelFacts:
    """What holds for one Level: how many cards (a fact), and the bounds that stand-in sides keep to (made up)."""

    cards: int
    edges: tuple[int, int]
    """The lowest and the highest number on a side."""
    total: tuple[int, int]
    """The lowest and the highest sum of the four sides."""


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What is known of the set as a whole, and what its stand-ins keep to."""

    name: str
    cards: int
    hand: int
    """How many cards a hand has."""
    levels: Mapping[Level, LevelFacts]
    families: Mapping[Family, Mapping[Level, int]]
    """How many cards of each Level a family has: stand-ins, like most families."""
    longest_name: int
    """Cells that a made-up name or tribe may take."""


def read_facts(document: object, unread: Iterable[str]) -> tuple[SetFacts | None, tuple[str, ...]]:
    """Read the document of `set.yaml`; `unread` says why there is none.

    Gives the facts, None when there is any fault, and all faults, each naming the field.
    """
    faults = list(unread)
    if faults:
        return None, tuple(faults)
    page = Fields(document, "", faults)
    page.only(("name", "cards", "hand", "levels", "families", "longest_name"))
    name = page.word("name")
    cards = page.number("cards", 1, _MOST_CARDS)
    hand = page.number("hand", 1, _MOST_CARDS)
    longest = page.number("longest_name", 1, 80)
    level_pages = Fields(page.raw("levels"), "levels", faults)
    level_pages.only([str(level.value) for level in Level])
    levels = {level: _read_level(level, level_pages, faults) for level in Level}
    family_pages = Fields(page.raw("families"), "families", faults)
    family_pages.only([family.value for family in Family])
    families = {family: _read_family(family, family_pages, faults) for family in Family}
    if not faults:
        faults.extend(_total_faults(cards, levels, families))
    if faults:
        return None, tuple(faults)
    return SetFacts(name, cards, hand, levels, families, longest), ()


def _read_level(level: Level, pages: Fields, faults: list[str]) -> LevelFacts:
    source = pages.raw(str(level.value))
    if source is None:
        return LevelFacts(0, (LOWEST_EDGE, HIGHEST_EDGE), (0, 0))
    page = Fields(source, f"level {level.value}", faults)
    page.only(("rarity", "cards", "edges", "sum"))
    if page.word("rarity") not in {level.rarity, ""}:
        page.fault("rarity", f"Level {level.name} is called {level.rarity}.")
    return LevelFacts(
        page.number("cards", 0, _MOST_CARDS),
        page.span("edges", LOWEST_EDGE, HIGHEST_EDGE),
        page.span("sum", 4 * LOWEST_EDGE, 4 * HIGHEST_EDGE),
    )


def _read_family(family: Family, pages: Fields, faults: list[str]) -> Mapping[Level, int]:
    source = pages.raw(family.value)
    if source is None:
        return dict.fromkeys(Level, 0)
    page = Fields(source, f"family {family.value}", faults)
    page.only(("cards", "levels"))
    total = page.number("cards", 0, _MOST_CARDS)
    before = len(faults)
    counts = page.numbers("levels", len(Level), 0, _MOST_CARDS)
    if len(faults) == before and sum(counts) != total:
        page.fault("levels", f"they add up to {sum(counts)}, but cards says {total}.")
    return dict(zip(Level, counts, strict=True))


def _total_faults(
    cards: int, levels: Mapping[Level, LevelFacts], families: Mapping[Family, Mapping[Level, int]]
) -> Iterable[str]:
    total = sum(facts.cards for facts in levels.values())
    if total != cards:
        yield f"levels: their cards add up to {total}, but the set has {cards}."
    for level, facts in levels.items():
        shared = sum(counts[level] for counts in families.values())
        if shared != facts.cards:
            yield f"families: they hold {shared} cards of Level {level.name}, but there are {facts.cards}."
