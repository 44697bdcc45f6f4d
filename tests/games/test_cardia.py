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
LOCATIONS = next(one.values for one in VARIANTS if one.name == "location")


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
    return {**deck, **choose_options(GAME, options)}


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
@pytest.mark.parametrize("first", range(24, 3_024, 500))
def test_thousands_of_games_keep_every_promise(first: int) -> None:
    for seed in range(first, first + 500):
        all_there(check_contracts(GAME, 2, options_by(seed), seed, things_of, often=0.05).state)


@pytest.mark.parametrize("deck", ["III", "IV", COMBINED, "I", "II"])
def test_programs_play_it_to_the_end_on_views_alone(deck: str) -> None:
    rng = random.Random(7)
    players: list[Player] = [SearchPlayer("search:6", GAME, Limit(iterations=6)), GreedyPlayer(GAME)]
    played = begin(GAME, 2, choose_options(GAME, {"deck": deck})).drawn(rng)
    for _ in range(400):
        turn = GAME.turn(played.state)
        if isinstance(turn, Over):
            break
        assert isinstance(turn, Seats)
        moves = {
            seat: players[seat].choose(GAME.view(played.state, seat), rng, Limit()).move for seat in sorted(turn.must)
        }
        played = played.then(moves).drawn(rng)
    assert played.outcome is not None
    all_there(played.state)


def test_a_searching_player_stops_at_its_second() -> None:
    clock = iter(range(10_000))
    played = begin(GAME, 2, {}).drawn(random.Random(3))
    limit = Limit(seconds=1.0, clock=lambda: next(clock) / 20)
    choice = SearchPlayer("search:1s", GAME, limit).choose(GAME.view(played.state, 0), random.Random(1), limit)
    assert GAME.fault(played.state, 0, choice.move) is None


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(24):
        rng = random.Random(seed)
        played = begin(GAME, 2, {}).drawn(rng)
        greedy = seed % 2
        players: dict[int, Player] = {greedy: GreedyPlayer(GAME), 1 - greedy: RandomPlayer(GAME)}
        while isinstance(turn := GAME.turn(played.state), Seats):
            views = {seat: GAME.view(played.state, seat) for seat in sorted(turn.must)}
            moves = {seat: players[seat].choose(view, rng, Limit()).move for seat, view in views.items()}
            played = played.then(moves).drawn(rng)
        assert played.outcome is not None
        wins += greedy in played.outcome.winners
    assert wins >= 17


# Telling


def test_everything_that_happens_is_told_in_a_sentence() -> None:
    kinds = set()
    for seed in range(60):
        rng = random.Random(seed)
        played = begin(GAME, 2, options_by(seed))
        while (step := random_step(GAME, played.state, rng)) is not None:
            played = played.then(step)
        for event in (event for events in played.events for event in events):
            sentence = tell(event, NAMES)
            kinds.add(event.kind)
            assert sentence.endswith("."), event
            assert sentence[0].isupper() or sentence[0] in "+-0123456789", sentence
            assert "{" not in sentence
    assert len(kinds) >= 34, sorted(kinds)


def test_what_is_asked_and_what_may_be_answered_is_said_in_words() -> None:
    said = set()
    for seed in range(40):
        rng = random.Random(seed)
        state = GAME.start(GAME.setup(2, options_by(seed)))
        while (step := random_step(GAME, state, rng)) is not None:
            asked = question(state)
            if asked is not None:
                assert question_words(asked, state).endswith(".")
            for move in step.values():
                said.add(move_words(move, state, NAMES))
            state, _ = GAME.apply(state, step)
    assert {"Guild", "no more", "the supply", "centre island 1", "the next card"} <= said
    assert any(words.endswith(" of Ann") for words in said)
    assert "outer island B to centre island 1" in said


# Data


def test_every_ability_is_one_that_the_rules_know() -> None:
    for ability in ABILITIES:
        assert (ability in ONGOING) != (ability in STARTS or ability in ASKS), ability
    for ability in PHIAL_ABILITIES:
        assert (ability in PHIAL_ONGOING) != (ability in STARTS or ability in ASKS), ability
    used = {card.ability for card in GAME.data.cards} | {card.phial for card in GAME.data.cards} - {""}
    assert set(ABILITIES) | set(PHIAL_ABILITIES) <= used | {""}
    assert all(card_words(card).endswith(".") and "{" not in card_words(card) for card in GAME.data.cards)


def test_the_data_holds_64_cards_and_says_what_is_a_stand_in() -> None:
    data = GAME.data
    assert len(data.cards) == 64
    assert [[card.value for card in data.deck(deck)] for deck in DECKS] == 4 * [[*VALUES]]
    for faction in (Faction.ARCHIPELAGO, Faction.EXPEDITION):
        assert sum(card.faction is faction for card in data.cards) == 8
    assert data.confirmed("navigator")["ability"]
    assert not data.confirmed("navigator")["faction"]
    assert not any(data.confirmed("harbourmaster").values()), "wholly made up"
    assert all(data.confirmed("judge").values())
    unsure = {field.name for field in data.fields if not field.confirmed}
    assert {"anchors", "island.centre-2.effect", "card.mentor.value", "location.uncharted-waters.rule"} <= unsure


def test_an_owner_corrects_what_the_cards_say() -> None:
    swapped = data_of(DATA, {"card.mentor.value": "13", "card.wrecker.value": "12", "card.colossus.amount": "5"})
    assert [card.name for card in swapped.deck("III")[11:13]] == ["Wrecker", "Mentor"]
    colossus = swapped.card("colossus")
    assert colossus is not None
    assert colossus.text == "+5 on another card of yours."
    assert swapped.confirmed("mentor")["value"]
    assert Cardia(swapped).setup(2, {}).card(13).name == "Mentor"


@pytest.mark.parametrize(
    ("corrections", "reason"),
    [
        ({"card.mentor.value": "13"}, "Mentor and Wrecker cannot both have the value 13"),
        ({"card.mentor.value": "13"}, "no card has the value 12"),
        ({"card.siren.faction": "pirates"}, "card.siren.faction: pirates is not known"),
        ({"card.siren.ability": "sing"}, "card.siren.ability"),
        ({"card.scout.phial": "colossus"}, "amount|phial"),
        ({"card.siren.ability": "colossus"}, "card.siren.amount: missing"),
        ({"anchors": "outer-a"}, "anchors: 3 islands"),
        ({"hand": "many"}, "hand: a number from 1 to 16, not many"),
        ({"weather": "wet"}, "weather"),
    ],
)
def test_data_that_cannot_be_says_why(corrections: dict[str, str], reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        data_of(DATA, corrections)


def test_every_fault_of_the_data_is_told_at_once() -> None:
    with pytest.raises(DataError) as refused:
        data_of(DATA, {"hand": "0", "card.siren.faction": "x", "anchors": "moon"})
    assert all(name in str(refused.value) for name in ("hand", "card.siren.faction", "anchors"))
    with pytest.raises(DataError, match="map of names"):
        data_of(["no"])


def test_a_setup_that_cannot_be_says_every_reason() -> None:
    with pytest.raises(RecordError) as refused:
        begin(GAME, 2, {"deck": "V", "location": "moon", "weather": "wet"})
    assert all(word in str(refused.value) for word in ("deck", "location", "weather"))
    with pytest.raises(RecordError, match="played by 2, not by 3"):
        begin(GAME, 3, {})


# Records

GOLDEN = """\
game: cardia
seats: 2
options: {deck: II, soft-breeze: 'yes'}
moves:
- chance: shuffle 4 9 6 1 2 3 5 7 8 10 11 12 13 14 15 16 / 7 10 11 5 2 1 3 4 6 8 9 12 13 14 15 16
- {A: play 4, B: play 7}
- {A: play 9, B: play 10}
- A: faction guild
- {A: play 6, B: play 5}
- B: discard 1
- B: discard 2
- A: discard 1
- A: discard 2
"""


def test_a_golden_record_is_played_as_it_was() -> None:
    played = replay(GOLDEN, GAME)
    told = played.as_json()
    assert told["state"]["public"]["signets"] == {"A": 2, "B": 1}
    assert [one["wins"] for one in told["state"]["public"]["row"]] == [["A"], ["B"], ["A"]]
    assert told["state"]["hidden"]["hands"] == {"A": [3, 5, 7, 8, 10], "B": [3, 4, 11]}
    assert told["outcome"] is None
    kinds = [event["kind"] for event in told["moves"][1]["happened"]]
    assert kinds[:4] == ["revealed", "compared", "activated", "modified"]
    again = replay(write_record(played), GAME)
    assert again.states == played.states


def test_a_record_that_breaks_the_rules_names_the_move() -> None:
    with pytest.raises(RecordError, match=r"Move 10 .*one card from the hand") as refused:
        replay(f"{GOLDEN}- {{A: discard 3, B: play 3}}\n", GAME)
    assert refused.value.move == 10
    with pytest.raises(RecordError, match="Move 10"):
        replay(f"{GOLDEN}- {{A: play 99, B: play 3}}\n", GAME)
    with pytest.raises(RecordError, match=r"Move 10 .*seat A, B to act"):
        replay(f"{GOLDEN}- A: play 3\n", GAME)


def test_a_sealed_choice_waits_in_the_record() -> None:
    played = replay(f"{GOLDEN}sealed: {{A: play 3}}\n", GAME)
    assert GAME.write(played.sealed[0]) == "play 3"
    assert 3 in played.state.hands[0], "nothing has happened yet"
    after = played.chosen(1, GAME.read(played.state, "play 4"))
    assert after.state.phase is not Phase.SHUFFLE
    assert len(after.steps) == len(played.steps) + 1
