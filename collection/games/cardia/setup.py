"""What is agreed before a game: the deck, read from a record's options, and the locations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from collection.errors import RecordError
from collection.games.cardia.cards import NEW_FACTIONS, Card, Faction
from collection.games.cardia.data import NEW_LOCATIONS, OLD_LOCATIONS, SOFT_BREEZE, CardiaData
from collection.games.cardia.decks import COMBINED, STANDARD, deck_faults, standard
from collection.games.cardia.state import Setup
from collection.games.options import agreed
from collection.games.written import Options, Variant

_YES: Final = "yes"
_BOTH: Final = "both-new"
CARDS: Final = "cards"
"""The option that names the sixteen cards of a deck, by key, instead of `deck`."""

VARIANTS: Final = (
    Variant("deck", STANDARD, f"The deck that both play with; {COMBINED} is the Archipelago with the Expedition."),
    Variant("soft-breeze", ("no", _YES), "The location Soft Breeze: it takes one signet more to win."),
    Variant(
        "location",
        ("none", *NEW_LOCATIONS, _BOTH, *OLD_LOCATIONS),
        "A location whose rule holds for the game; both-new is Uncharted Waters with the Flying Islands.",
    ),
)


def setup_of(data: CardiaData, options: Options) -> Setup:
    """Read what is agreed. Raises RecordError with every fault."""
    faults: list[str] = []
    chosen = agreed(VARIANTS, options, faults, free=(CARDS,))
    cards = _named(data, options, faults) if CARDS in options else _printed(data, chosen.get("deck", "III"), faults)
    used = {card.faction for card in cards}
    locations = _locations(chosen.get("location", "none"), cards, faults)
    if faults:
        raise RecordError(*faults)
    breeze = chosen["soft-breeze"] == _YES
    return Setup(
        cards=cards,
        hand=data.hand,
        signets=data.breeze if breeze else data.signets,
        phials=data.phials if Faction.EXPEDITION in used else 0,
        anchors=data.anchors if Faction.ARCHIPELAGO in used else (),
        islands=data.islands,
        locations=locations | ({SOFT_BREEZE} if breeze else frozenset()),
        after=_after(cards, locations),
    )


def _after(cards: Sequence[Card], locations: frozenset[str]) -> tuple[str, ...]:
    """Give what follows the abilities of every round (ruling 30), without what can never come up."""
    ships = any(card.faction is Faction.ARCHIPELAGO for card in cards)
    needed = {
        "islands": ships,
        "temple": "serpent-temple" in locations,
        "waters": "uncharted-waters" in locations,
        "flying": "flying-islands" in locations,
        "mechanical-djinn": any(card.ability == "mechanical-djinn" for card in cards),
    }
    again = ("islands",) if locations & frozenset(NEW_LOCATIONS) else ()
    steps = ("islands", "late", "temple", "waters", *again, "flying", *again, "mechanical-djinn", "end")
    return tuple(step for step in steps if needed.get(step, True))


def _printed(data: CardiaData, name: str, faults: list[str]) -> tuple[Card, ...]:
    """Give a deck that needs no building; an owner's corrections may have broken the combined one."""
    keys = standard(name, data) or ()
    return _checked(data, keys, "deck", faults)


def _named(data: CardiaData, options: Options, faults: list[str]) -> tuple[Card, ...]:
    """Read the sixteen cards that `cards` names, by their keys."""
    if "deck" in options:
        faults.append("options: deck and cards both say what is played with; one of them is enough.")
    written = options[CARDS]
    keys = written.split() if isinstance(written, str) else written
    if not isinstance(keys, list | tuple) or not all(isinstance(key, str) for key in keys):
        faults.append("options, cards: the keys of sixteen cards, such as ferryman.")
        return ()
    return _checked(data, [str(key) for key in keys], CARDS, faults)


def _checked(data: CardiaData, keys: Sequence[str], option: str, faults: list[str]) -> tuple[Card, ...]:
    """Give the cards of a deck by value; where it is not legal, say why (ruling 32)."""
    wrong = deck_faults(keys, data)
    faults += [f"options, {option}: {fault.message}" for fault in wrong]
    if wrong:
        return ()
    cards = (card for card in map(data.card, keys) if card is not None)
    return tuple(sorted(cards, key=lambda card: card.value))


def _locations(chosen: str, cards: Sequence[Card], faults: list[str]) -> frozenset[str]:
    used = {card.faction for card in cards}
    locations = frozenset({"none": (), _BOTH: NEW_LOCATIONS}.get(chosen, (chosen,)))
    for location, faction in zip(NEW_LOCATIONS, NEW_FACTIONS, strict=True):
        if cards and location in locations and faction not in used:
            faults.append(f"options, location: {location} goes with the {faction.value}, which this deck has not.")
    return locations
