"""Whole games of Cardia: held to the protocol, told in sentences, played by programs, written down and read back."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from collection.catalogue.data import load_document
from collection.errors import DataError, RecordError
from collection.games.cardia.cards import ABILITIES, DECKS, ONGOING, PHIAL_ABILITIES, PHIAL_ONGOING, VALUES, Faction
from collection.games.cardia.data import FILE, data_of
from collection.games.cardia.decks import COMBINED
from collection.games.cardia.game import Cardia
from collection.games.cardia.resolving import ASKS, STARTS
from collection.games.cardia.rules import question
from collection.games.cardia.setup import VARIANTS
from collection.games.cardia.state import Phase, State
from collection.games.cardia.telling import card_words, move_words, question_words, tell
from collection.games.protocol import Limit, Over, Player, Seats
from collection.games.written import begin, choose_options, replay, write_record
from collection.players.greedy import GreedyPlayer
from collection.players.random import RandomPlayer
from collection.players.search import SearchPlayer
from tests.games.written_contracts import check_contracts, random_step

DATA = load_document("cardia", FILE)
GAME = Cardia(data_of(DATA))
NAMES = ("Ann", "Bo")
MIXED = (
    "ferryman void-mage navigator mediator revolutionary smuggler shipwright tide-shifter shanty-singer puppeteer "
    "harbourmaster treasurer witch-king siren colossus goddess"
)
"""The Archipelago with pairs of decks I, II and III."""
LOCATIONS = dict(next((one.name, one.values) for one in VARIANTS if one.name == name) for name in ("location",))[
    "location"
]


def options_by(seed: int) -> dict[str, Any]:
    """Draw a deck and locations that go with it; every deck and location comes up."""
    rng = random.Random(seed)
    deck: dict[str, Any] = rng.choice([*({"deck": name} for name in (*DECKS, COMBINED)), {"cards": MIXED.split()}])
    fitting = [*LOCATIONS[4:]]
    archipelago, expedition = deck.get("deck") in ("III", COMBINED, None), deck.get("deck") in ("IV", COMBINED)
    fitting += 3 * ["uncharted-waters"] if archipelago else []
    fitting += 3 * ["flying-islands"] if expedition else []
    fitting += 3 * ["both-new"] if archipelago and expedition else []
    options = {"location": rng.choice(["none", "none", *fitting]), "soft-breeze": rng.choice(("no", "yes"))}
    return deck | choose_options(GAME, options)


def things_of(state: State) -> Counter[Any]:
    """Count every card of either player, the phials, and the ships."""
    there: Counter[Any] = Counter(ships=len(state.ships))
    for seat in (0, 1):
        there.update((seat, card) for card in (*state.hands[seat], *state.decks[seat], *state.discards[seat]))
        there.update((seat, placed.card) for placed in state.fog[seat : seat + 1])
        if state.first == seat and state.opened is not None:
            there[seat, state.opened] += 1
        lays = [lay for encounter in state.row if (lay := encounter.lays[seat]) is not None]
        there.update((seat, lay.value) for lay in lays)
        there["phials"] += state.supply[seat] + sum(lay.phials for lay in lays)
    return there


def all_there(state: State) -> None:
    there = things_of(state)
    cards = {thing: count for thing, count in there.items() if isinstance(thing, tuple)}
    assert cards == {(seat, value): 1 for seat in (0, 1) for value in VALUES}
    assert there["phials"] == 2 * state.setup.phials
    assert there["ships"] == len(state.setup.anchors)


@pytest.mark.parametrize("seed", range(24))
def test_games_keep_every_promise_and_every_card_phial_and_ship(seed: int) -> None:
    played = check_contracts(GAME, 2, options_by(seed), seed, things_of)
    all_there(played.state)


@pytest.mark.slow
def test_thousands_of_games_keep_every_promise() -> None:
    for seed in range(24, 3_000):
        all_there(check_contracts(GAME, 2, options_by(seed), seed, things_of, often=0.05).state)
