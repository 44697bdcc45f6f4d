"""What happened in a game of Matschig, told in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from collection.games.matschig.cards import Kind, read_card
from collection.games.protocol import Event

_KINDS: Final = {
    Kind.WATER: "Water",
    Kind.SAND: "Sand",
    Kind.UMBRELLA: "Umbrella",
    Kind.FAN: "the Fan",
    Kind.DRYER: "the Hair Dryer",
    Kind.THIRTEEN: "the 13",
    Kind.DIVERT: "Divert",
    Kind.SPREAD: "Spread",
}
_VARIANTS: Final = {"easier": "the points of the round", "perfect": "the mud account"}


def card_name(text: str) -> str:
    """Give a card in words: `w4` is Water 4, `dryer` the Hair Dryer."""
    card = read_card(text)
    return f"{_KINDS[card.kind]} {card.value}" if card.value else _KINDS[card.kind]


def tell(event: Event, names: Sequence[str]) -> str:
    """Give what happened as one sentence; empty where there is nothing to say of it. `names` are the seats'."""
    facts = dict(event.facts)
    if event.kind == "drew-cards" and not facts["cards"]:
        return ""
    template = _SENTENCES.get((event.kind, _turn(event.kind, facts)), "")
    return template.format(**{name: _worded(name, fact, names) for name, fact in facts.items()})


def _turn(kind: str, facts: Mapping[str, Any]) -> bool:
    """Say which of the two sentences that some kinds have is meant."""
    match kind:
        case "threw":
            return bool(facts["perfect"])
        case "special":
            return not facts["discarded"]
        case "spread-draw":
            return bool(facts["hit"])
        case "shuffled":
            return bool(facts["again"])
    return False


_SENTENCES: Final[dict[tuple[str, bool], str]] = {
    ("begins", False): "Round {round}: {seat} begins.",
    ("drew", False): "{seat} draws {count}.",
    ("drew-cards", False): "{seat} draws {cards}.",
    ("shuffled", True): "The discards are shuffled, for the one time in a round.",
    ("passed", False): "{seat} lacks Sand or Water and passes.",
    ("redrew", False): "Nobody can sling: {seat} discards the hand and draws anew.",
    ("threw", False): "{seat} slings {cards} at {target}.",
    ("threw", True): "{seat} slings {cards} at {target}: perfect mud.",
    ("perfected", False): "{seat} adds {card}: perfect mud, and it goes to {target}.",
    ("left", False): "Nobody adds a third card.",
    ("blocked", False): "{seat} blocks {groups}.",
    ("special", False): "{seat} plays {card}: {discarded} gone.",
    ("special", True): "{seat} plays {card}, and nothing of the mud goes.",
    ("diverted", False): "{seat} diverts all of it to {target}.",
    ("spread", False): "{seat} spreads: the mud is gone, and everybody else draws a card.",
    ("spread-draw", False): "{seat} draws {card} and is spared.",
    ("spread-draw", True): "{seat} draws {card} and takes it.",
    ("took", False): "{seat} takes {cards}: {points} more.",
    ("no-refills", False): "From now on no hand is filled any more.",
    ("counted", False): "The round is counted: {scores}.",
    ("halved", False): "{seat} halves {variant} to {points}.",
    ("kept", False): "{seat} leaves {variant} as it is.",
    ("ended", False): "The game is over, with mud accounts of {accounts}.",
}


def _worded(name: str, fact: Any, names: Sequence[str]) -> str:
    """Give a fact of an event in words."""
    if name in ("seat", "target"):
        called: str = names[fact]
        return called
    return _WORDS.get(name, str)(fact)


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _named(cards: Sequence[str]) -> str:
    return _and([card_name(card) for card in cards])


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "card": card_name,
    "cards": _named,
    "discarded": _named,
    "groups": lambda groups: _and([f"{card_name(card)} with {_named(by)}" for card, by in groups]),
    "count": lambda count: _many(count, "card"),
    "points": lambda points: _many(points, "point"),
    "variant": _VARIANTS.__getitem__,
    "scores": lambda scores: ", ".join(map(str, scores)),
    "accounts": lambda accounts: ", ".join(map(str, accounts)),
}
