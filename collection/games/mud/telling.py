"""What happened in a game of MUD, told in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from collection.games.mud.cards import INCOMES, IS_RAT, LEANINGS, REGIONS
from collection.games.mud.deck import Effect
from collection.games.protocol import Event

RAT_NAMES: Final = {
    "dig": "Dig",
    "poach": "Poach",
    "smear": "Smear",
    "redistrict": "Redistrict",
    "money": "Dark Money",
    "stuffing": "Ballot Stuffing",
    "wiretap": "Wiretap",
    "shredder": "Shredder",
    "purge": "Purge",
}
_SHORT: Final = {name[0]: name.capitalize() for name in REGIONS}
_LEANS: Final = {name[0]: name.capitalize() for name in LEANINGS}
_EARNS: Final = {name[0]: name for name in INCOMES}
_CURSES: Final = {
    "one voter next turn": "may map a single Voter on the next turn",
    "no rats next turn": "may use no RATs on the next turn",
    "no blocs next turn": "has no bloc advantages on the next turn",
    "skip draw": "skips the next draw at the end of a turn",
}


def card_name(text: str) -> str:
    """Give a card in words: `slw` is South Liberal, working class; `money` Dark Money."""
    if text in IS_RAT:
        return RAT_NAMES[text]
    return f"{_SHORT[text[0]]} {_LEANS[text[1]]} ({_EARNS[text[2]]})"


def effect_words(effect: Effect) -> str:
    """Give what a Scandal does to the one punished, as a line to be read on its card."""
    return effect.words


def tell(event: Event, names: Sequence[str]) -> str:
    """Give what happened as one sentence; empty where there is nothing to say of it. `names` are the seats'."""
    facts = dict(event.facts)
    if event.kind == "played":
        return _played(facts, names)
    turn = _TURNS.get(event.kind)
    template = _SENTENCES[event.kind, turn(facts) if turn is not None else ""]
    return template.format(**{name: _worded(name, fact, names) for name, fact in facts.items()})


def _played(facts: Mapping[str, Any], names: Sequence[str]) -> str:
    verb = "uses the shared" if facts["shared"] else "plays"
    said = f"{names[facts['seat']]} {verb} {card_name(facts['card'])}"
    said += f" on {names[facts['target']]}" if facts["target"] is not None else ""
    said += f" for {card_name(facts['voter'])}" if facts["voter"] else ""
    said += f" with {card_name(facts['own'])}" if facts["own"] else ""
    said += f" in the {facts['region'].capitalize()}" if facts["region"] else ""
    said += f", and offers {names[facts['partner']]} a share" if facts["partner"] is not None else ""
    return f"{said}."


def _both(facts: Mapping[str, Any]) -> str:
    return "" if facts["partner"] is None else "both"


_TURNS: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "shuffled": lambda facts: str(facts["what"]),
    "pact": lambda facts: "agreed" if facts["agreed"] else "",
    "scandal": lambda facts: f"{_both(facts)} {'open' if facts['number'] else 'down'}".lstrip(),
    "scandal-seen": _both,
    "revealed": _both,
    "dropped": _both,
    "lost": lambda facts: "" if facts["to"] is None else "back" if facts["to"] == facts["seat"] else "to",
    "punished": lambda facts: "nothing" if facts["effect"] == "nothing" else "",
    "dropped-hand": lambda facts: "" if facts["cards"] else "nothing",
}
"""Which of the sentences that some kinds have is meant."""


_SENTENCES: Final[dict[tuple[str, str], str]] = {
    ("begins", ""): "{seat} begins.",
    ("turn", ""): "It is {seat}'s turn.",
    ("shuffled", "deck"): "The deck is shuffled.",
    ("shuffled", "scandals"): "The Scandals are shuffled.",
    ("shuffled", "discards"): "The discards are shuffled into a new pile.",
    ("shuffled", "scandal-discards"): "The discarded Scandals are shuffled into a new deck.",
    ("drew", ""): "{seat} draws {count}.",
    ("drew-cards", ""): "{seat} draws {cards}.",
    ("no-cards", ""): "There is no card left for {seat} to draw.",
    ("skipped", ""): "{seat} may not draw at the end of this turn.",
    ("mapped", ""): "{seat} maps {card}.",
    ("pact", ""): "{seat} will not share {card} with {by}.",
    ("pact", "agreed"): "{seat} shares {card} with {by}, and its Scandal.",
    ("scandal", "down"): "{seat} takes a Scandal, face down.",
    ("scandal", "open"): "{seat} takes Scandal {number}, and says so: {says}",
    ("scandal", "both down"): "{seat} takes a Scandal, face down, shared with {partner}.",
    ("scandal", "both open"): "{seat} takes Scandal {number}, shared with {partner}, and says so: {says}",
    ("scandal-seen", ""): "It is Scandal {number} that {seat} takes: {says}",
    ("scandal-seen", "both"): "It is Scandal {number} that {seat} and {partner} share: {says}",
    ("immune", ""): "Absolute Immunity: there is no Scandal for {seat} to take.",
    ("stole", ""): "{seat} takes {card} from {target}'s Map, to the hand.",
    ("lost", ""): "{seat} loses {cards} from the Map.",
    ("lost", "to"): "{to} takes {cards} from {seat}'s Map, to the hand.",
    ("lost", "back"): "{seat} takes {cards} back to the hand.",
    ("swapped", ""): "{seat} and {target} swap {own} for {voter}.",
    ("stuffed", ""): "{seat} may map {voters} this turn.",
    ("looked", ""): "{seat} looks at {target}'s hand.",
    ("looked-at", ""): "{target} holds {cards}.",
    ("took", ""): "{seat} takes a card of {target}'s hand.",
    ("took-card", ""): "It is {card} that {seat} takes from {target}.",
    ("revealed", ""): "{by} digs up Scandal {number} of {seat}: {says}",
    ("revealed", "both"): "{by} digs up Scandal {number} of {seat}, shared with {partner}: {says}",
    ("punished", ""): "Scandal {number} strikes {seat}.",
    ("punished", "nothing"): "Scandal {number} does {seat} no harm.",
    ("dropped", ""): "{seat} is rid of Scandal {number}.",
    ("dropped", "both"): "{seat} and {partner} are rid of Scandal {number}.",
    ("dropped-hand", ""): "{seat} discards the whole hand: {cards}.",
    ("dropped-hand", "nothing"): "{seat} has no hand to discard.",
    ("cursed", ""): "{seat} {curse}.",
    ("offered", ""): "{seat} offers {to} a deal: {gives} for {wants}.",
    ("offer", ""): "{seat} offers {to} {gives} for {wants}.",
    ("traded", ""): "{to} agrees: {gives} for {wants}.",
    ("refused", ""): "{to} declines what {seat} offered.",
    ("lapsed", ""): "{seat} has not used {cards}, and the shared ability lapses.",
    ("won", ""): "{seat} wins for the {leaning}s.",
    ("stalled", ""): "Nobody has a card, and none is left: nobody wins.",
}

_SEATS: Final = frozenset({"seat", "target", "by", "to", "partner"})


def _worded(name: str, fact: Any, names: Sequence[str]) -> str:
    """Give a fact of an event in words."""
    if name in _SEATS:
        return "" if fact is None else str(names[fact])
    return _WORDS.get(name, str)(fact)


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _many(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _named(cards: Sequence[str]) -> str:
    return _and([card_name(card) for card in cards])


def _side(part: Any) -> str:
    """Give one side of a deal: so many cards, or which."""
    if isinstance(part, int):
        return _many(part) if part else "nothing"
    return _named(part) or "nothing"


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "card": card_name,
    "own": card_name,
    "voter": card_name,
    "cards": _named,
    "count": _many,
    "voters": lambda count: f"{count} more Voter{'' if count == 1 else 's'}",
    "gives": _side,
    "wants": _side,
    "curse": _CURSES.__getitem__,
    "leaning": str.capitalize,
}
