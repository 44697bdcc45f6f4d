"""What happened in a game of Cardia, told in plain sentences, and what a seat may do, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from collection.games.cardia.cards import Card
from collection.games.cardia.moves import Choose, Move, Play
from collection.games.cardia.rules import Question
from collection.games.cardia.state import State
from collection.games.protocol import Event

_HOW: Final = {
    "signets": "wins: enough signets, and more than the other has",
    "cannot-play": "wins: no card can be played against it",
    "ability": "wins by an ability",
    "founders-day": "wins three encounters in a row",
    "haunted-catacombs": "wins: the Haunted Catacombs have caught the other",
}
_DRAWN: Final = {
    "cannot-play": "Nobody can play a card, and signets are equal: the game is a draw.",
    "haunted-catacombs": "The Haunted Catacombs have caught both: the game is a draw.",
}


def tell(event: Event, names: Sequence[str]) -> str:
    """Give what happened as one sentence; empty where there is nothing to say of it. `names` are the seats'."""
    facts = dict(event.facts)
    if event.kind == "ended" and facts["winner"] is None:
        return _DRAWN[facts["how"]]
    template = _template(event.kind, facts)
    words = {name: _worded(name, fact, names) for name, fact in facts.items()}
    if event.kind == "revealed":
        first, second = (
            card + (f" with {amount:+d}" if amount else "")
            for card, amount in zip(facts["cards"], facts["modifiers"], strict=True)
        )
        words |= {"first": f"{names[0]} reveals {first}", "second": f"{names[1]} {second}"}
    return template.format(**words)


def _template(kind: str, facts: dict[str, Any]) -> str:
    """Give the sentence of an event, of the two that some kinds have."""
    if kind == "compared" and facts["both"]:
        return "Both cards win."
    second = {
        "shuffled": facts.get("seat") is None,
        "compared": facts.get("winner") is not None,
        "stolen": not facts.get("card"),
        "sailed": facts.get("ships") == 1,
    }
    return _SENTENCES.get((kind, second.get(kind, False)), "")


_SENTENCES: Final[dict[tuple[str, bool], str]] = {
    ("shuffled", True): "Both decks are shuffled.",
    ("shuffled", False): "{seat} shuffles the deck.",
    ("drew", False): "{seat} draws {count}.",
    ("drew-cards", False): "{seat} draws {cards}.",
    ("opened", False): "{seat} places {card} face up.",
    ("placed", False): "{seat} places a card face down.",
    ("revealed", False): "{first}, {second}.",
    ("compared", False): "{influence}: a tie.",
    ("compared", True): "{influence}: {winner} wins the encounter.",
    ("activated", False): "{card} of {seat} is activated.",
    ("copied", False): "{seat}: {card} copies {copied}.",
    ("token", False): "{card} of {seat} gets an ongoing token.",
    ("nothing", False): "{card} of {seat} has nothing to do.",
    ("declined", False): "{seat} does no more.",
    ("modified", False): "{amount} on {card} of {seat}.",
    ("waits", False): "{amount} waits for the next card of {seat}.",
    ("prepared", False): "{card} waits for the next card of {seat}.",
    ("foreseen", False): "{seat} places the next card face up.",
    ("named", False): "{seat} names the {faction}.",
    ("cleared", False): "All {what} of {card} of {seat} are removed.",
    ("juggled", False): "{seat} doubles what lies on {card} and moves {amount} to {onto}.",
    ("carried", False): "{seat} moves all that lies on {card} to {onto}.",
    ("milled", False): "{seat} discards {cards} from the deck.",
    ("discarded", False): "{seat} discards {cards} from the hand.",
    ("destroyed", False): "{card} of {seat} is discarded.",
    ("replaced", False): "{card} of {seat} comes in its place.",
    ("taken-back", False): "{seat} takes {card} back to hand.",
    ("swapped", False): "{card} and {other} of {seat} change places.",
    ("scrapped", False): "{seat} puts a hand card under the deck.",
    ("scrapped-card", False): "{seat} puts {card} under the deck.",
    ("sailed", True): "{seat} moves a ship from {source} to {island}.",
    ("sailed", False): "{seat} moves {ships} ships from {source} to {island}.",
    ("island", False): "{seat} has the effect of {island}, with {ships} of the ships there.",
    ("phial", False): "{seat} has a phial on {card}.",
    ("phial-moved", False): "{seat} takes a phial off {card}.",
    ("stolen", False): "{seat} steals the phial of {card}.",
    ("stolen", True): "{seat} steals a phial from the supply.",
    ("round", False): "Round {round} ends with {signets} signets.",
    ("ended", False): "{winner} {how}.",
}


def _worded(name: str, fact: Any, names: Sequence[str]) -> str:
    """Give a fact of an event in words."""
    if name in ("seat", "winner"):
        return "" if fact is None else names[fact]
    return _WORDS.get(name, str)(fact)


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def island_words(key: str) -> str:
    """Give an island in words: `outer-a` is outer island A."""
    kind, _, which = key.partition("-")
    return {"home": f"home island {which.upper()}", "outer": f"outer island {which.upper()}"}.get(
        kind, f"centre island {which}"
    )


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "cards": _and,
    "count": lambda count: f"{count} card" if count == 1 else f"{count} cards",
    "amount": lambda amount: f"{amount:+d}",
    "influence": lambda both: f"{both[0]} against {both[1]}",
    "signets": lambda both: f"{both[0]} to {both[1]}",
    "faction": lambda faction: faction.capitalize(),
    "island": island_words,
    "source": island_words,
    "how": lambda how: _HOW.get(how, how),
}


# What may be done


def move_words(move: Move, state: State, names: Sequence[str]) -> str:
    """Give a move of a player in words, as buttons and lists show it; `state` may be what a view shows."""
    if isinstance(move, Play):
        return _card(state, move.card)
    if not isinstance(move, Choose):
        return ""
    word, _, rest = move.option.partition(" ")
    if word == "card":
        return f"{_card(state, int(rest[1:]))} of {names['AB'.index(rest[0])]}"
    if word in ("discard", "put", "under", "draw"):
        return _card(state, int(rest))
    return _of_the_table(word, rest) if rest else _PLAIN.get(word, word)


def _of_the_table(word: str, rest: str) -> str:
    """Give a faction, a ship's way, an island, or an encounter in words."""
    match word:
        case "ship":
            source, _, target = rest.partition(" to ")
            return f"{island_words(source)} to {island_words(target)}"
        case "island":
            return island_words(rest)
        case "faction":
            return rest.capitalize()
    return f"{word} {rest}"


_PLAIN: Final = {
    "next": "the next card",
    "supply": "the supply",
    "modifiers": "all its modifiers",
    "tokens": "all its ongoing tokens",
    "place": "place it",
    "no": "no",
    "done": "no more",
}


def question_words(question: Question, state: State) -> str:
    """Give what is asked as one sentence, with the card whose ability asks."""
    if not question.card:
        return f"Choose {question.what}."
    return f"{_card(state, question.card)}: choose {question.what}."


def card_words(card: Card) -> str:
    """Give what a card does, in a sentence or two."""
    kind = "Ongoing: " if card.ongoing else ""
    return f"{kind}{card.text}" + (f" Phial: {card.phial_text}" if card.phial else "")


def _card(state: State, value: int) -> str:
    return f"{state.setup.card(value).name} {value}"
