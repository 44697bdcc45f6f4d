"""What `cards.yaml` must say: each field of each card, and all cards together.

Every check gives sentences, all at once, that begin with the card and the field they are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from collection.catalogue.card import EDGES, FIELDS, HIGHEST_EDGE, LOWEST_EDGE, Card, Family, Level
from collection.catalogue.facts import SetFacts
from collection.catalogue.fields import UNKNOWN, Fields
from collection.catalogue.words import read_family, read_level
from collection.text import cell_width, quoted, search_key


def read_cards(
    document: object, unread: Iterable[str], facts: SetFacts | None
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Read the document of `cards.yaml`; `unread` says why there is none.

    `facts` None leaves out what depends on them. Gives the cards that could be read, and all faults.
    """
    faults = list(unread)
    if faults:
        return (), tuple(faults)
    page = Fields(document, "", faults)
    page.only(("cards",))
    entries = page.raw("cards")
    if not isinstance(entries, list):
        page.fault("cards", "a list of cards is expected.")
        return (), tuple(faults)
    cards = [_read_card(entry, place, facts, faults) for place, entry in enumerate(entries, start=1)]
    faults.extend(_shared(cards))
    return tuple(cards), tuple(faults)


def count_faults(cards: Sequence[Card], facts: SetFacts) -> tuple[str, ...]:
    """Compare the cards with the counts of the set: in all, per Level, and per family and Level."""
    faults: list[str] = []
    if len(cards) != facts.cards:
        have = {card.number for card in cards}
        missing = [str(number) for number in range(1, facts.cards + 1) if number not in have]
        which = f" Missing: {', '.join(missing)}." if missing else ""
        faults.append(f"cards: there are {len(cards)}, but the set has {facts.cards}.{which}")
    levels = Counter(card.level for card in cards)
    families = Counter((card.family, card.level) for card in cards)
    for level in Level:
        expected = facts.levels[level].cards
        if levels[level] != expected:
            faults.append(f"level: {levels[level]} cards are of Level {level.name}, but the set has {expected}.")
    for family in Family:
        for level in Level:
            have_now, expected = families[family, level], facts.families[family][level]
            if have_now != expected:
                faults.append(
                    f"family: {have_now} {family.value} cards are of Level {level.name}, but set.yaml says {expected}."
                )
    return tuple(faults)


def _read_card(entry: object, place: int, facts: SetFacts | None, faults: list[str]) -> Card:
    number = entry.get("number") if isinstance(entry, dict) else None
    where = f"card {number}" if isinstance(number, str) and number.strip() else f"card in place {place}"
    fields = Fields(entry, where, faults)
    before = len(faults)
    fields.only((*FIELDS, "confirmed"))
    card = Card(
        number=fields.number("number", 1, facts.cards if facts is not None else 9999),
        name=fields.word("name"),
        level=_level(fields),
        family=_family(fields),
        tribe=fields.word("tribe"),
        artist=_artist(fields),
        n=fields.number("n", LOWEST_EDGE, HIGHEST_EDGE),
        e=fields.number("e", LOWEST_EDGE, HIGHEST_EDGE),
        s=fields.number("s", LOWEST_EDGE, HIGHEST_EDGE),
        w=fields.number("w", LOWEST_EDGE, HIGHEST_EDGE),
        confirmed=_confirmed(fields),
    )
    if facts is not None and len(faults) == before:
        _check_stand_ins(card, facts, fields)
    return card


def _level(fields: Fields) -> Level:
    value = fields.raw("level")
    level = read_level(value) if isinstance(value, str) else None
    if level is None and value is not None:
        fields.fault("level", f"{_shown(value)} is not a Level from 1 to 5.")
    return level or Level.I


def _family(fields: Fields) -> Family:
    value = fields.raw("family")
    family = read_family(value) if isinstance(value, str) else None
    if family is None and value is not None:
        fields.fault("family", f"{_shown(value)} is not a family; there are {', '.join(Family)}.")
    return family or Family.CLUB


def _artist(fields: Fields) -> str | None:
    value = fields.source.get("artist")
    if value is None or (isinstance(value, str) and value in UNKNOWN):
        return None
    return fields.word("artist")


def _confirmed(fields: Fields) -> frozenset[str]:
    value = fields.raw("confirmed")
    if value is None:
        return frozenset()
    if not isinstance(value, list):
        fields.fault("confirmed", "a list of fields is expected, [] when none is.")
        return frozenset()
    names = [name if isinstance(name, str) else "?" for name in value]
    for name, times in Counter(names).items():
        if name not in FIELDS:
            fields.fault("confirmed", f"{quoted(name)} is not a field; the fields are {', '.join(FIELDS)}.")
        elif times > 1:
            fields.fault("confirmed", f"{name} is listed twice; keep one.")
        elif name == "artist" and _artist(fields) is None:
            fields.fault("confirmed", "artist is listed, but no artist is given.")
    return frozenset(names) & frozenset(FIELDS)


def _check_stand_ins(card: Card, facts: SetFacts, fields: Fields) -> None:
    level = facts.levels[card.level]
    low, high = level.edges
    made_up = [edge for edge in EDGES if edge not in card.confirmed]
    for edge, number in zip(EDGES, card.edges, strict=True):
        if edge in made_up and not low <= number <= high:
            fields.fault(edge, f"a stand-in of Level {card.level.name} has {low} to {high} here, not {number}.")
    # One confirmed side can put the sum out of reach of the others, so it binds only where all four are made up.
    least, most = level.total
    if len(made_up) == len(EDGES) and not least <= sum(card.edges) <= most:
        fields.fault(
            "n, e, s, w", f"stand-ins of Level {card.level.name} add up to {least} to {most}, not {sum(card.edges)}."
        )
    for field, text in (("name", card.name), ("tribe", card.tribe)):
        if field not in card.confirmed and cell_width(text) > facts.longest_name:
            fields.fault(field, f"a stand-in takes at most {facts.longest_name} cells; this takes {cell_width(text)}.")


def _shared(cards: Sequence[Card]) -> Iterable[str]:
    """Say which numbers and names more than one card claims; what could not be read claims nothing."""
    numbers = Counter(card.number for card in cards)
    for number, times in numbers.items():
        if times > 1:
            yield f"card {number}, number: {times} cards have it; each card has its own."
    first: dict[str, Card] = {}
    for card in cards:
        key = search_key(card.name)
        other = first.setdefault(key, card)
        if key and other is not card:
            yield f"card {card.number}, name: card {other.number} is called {quoted(card.name)} as well."


def _shown(value: object) -> str:
    return quoted(value) if isinstance(value, str) else "this"
