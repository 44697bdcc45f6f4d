"""MUD as a whole: its data, whole games against the protocol, records, programs, and what is told."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import DataError, RecordError, UnreadableMove
from collection.games.mud.cards import IS_RAT, IS_VOTER, RATS, REGIONS, VOTERS
from collection.games.mud.deck import deck_of
from collection.games.mud.game import Mud
from collection.games.mud.moves import (
    Accept,
    Choose,
    Claim,
    Clear,
    End,
    First,
    Move,
    Offer,
    Pick,
    Play,
    Pluck,
    Refuse,
    Shuffle,
    ShuffleScandals,
    Steal,
    read_move,
    write_move,
)
from collection.games.mud.telling import _SENTENCES, effect_words, tell
from collection.games.protocol import CHANCE, Event, Limit, Over, Player, Seats
from collection.games.registry import replay_any
from collection.games.written import begin, letter, replay, write_record
from collection.players.greedy import GreedyPlayer
from collection.players.random import RandomPlayer
from collection.players.search import SearchPlayer
from tests.games.mud_tables import DATA, GAME, cards_of
from tests.games.written_contracts import check_contracts, random_step, visible

# Data


def test_there_are_100_voters_36_rats_and_24_scandals_and_it_says_what_is_a_stand_in() -> None:
    deck = GAME.deck
    assert sum(card in IS_VOTER for card in deck.cards) == 100
    assert sum(card in IS_RAT for card in deck.cards) == 36
    assert sorted(deck.scandals) == list(range(1, 25))
    by_region = {region: [card for card in deck.cards if card in IS_VOTER and card[0] == region] for region in "snmw"}
    assert {region: len(cards) for region, cards in by_region.items()} == dict.fromkeys("snmw", 25)
    leanings = {region: [sum(card[1] == one for card in cards) for one in "lcu"] for region, cards in by_region.items()}
    assert leanings == {"s": [8, 12, 5], "n": [12, 8, 5], "m": [9, 11, 5], "w": [11, 9, 5]}
    incomes = [sum(card in IS_VOTER and card[2] == one for card in deck.cards) for one in "wmu"]
    assert incomes == [40, 40, 20]
    fields = {field.name: field for field in GAME.fields}
    for name in ("hand", "claims", "bloc", "extra", "goal.usual.voters", "goal.short.seats"):
        assert fields[name].confirmed, name
    for name in ("rat.dig", "voter.south.liberal.working", "scandal.1", "effect.money"):
        assert not fields[name].confirmed, name
    assert all(effect_words(effect).endswith(".") for effect in deck.scandals.values())


def test_an_owner_corrects_counts_and_scandals_and_every_slip_is_named() -> None:
    deck = deck_of(DATA, {"rat.dig": "9", "scandal.24": "absent", "scandal.25": "discard 2 upper", "hand": "6"})
    assert deck.cards.count("dig") == 9
    assert sorted(deck.scandals) == [*range(1, 24), 25]
    assert deck.hand == 6
    there = {field.name: field for field in deck.fields}
    assert there["scandal.25"].confirmed
    assert there["rat.dig"].corrected
    with pytest.raises(DataError) as refused:
        deck_of(
            DATA,
            {
                "rat.mole": "1",
                "scandal.3": "dance",
                "scandal.200": "nothing",
                "scandal.07": "nothing",
                "hand": "many",
                "weather": "wet",
            },
        )
    for name in ("rat.mole", "scandal.3", "scandal.200", "scandal.07", "hand", "weather"):
        assert name in str(refused.value)
    for tree in ({}, {"game": "mud", "scandal": {}, "hand": "7"}):
        with pytest.raises(DataError, match="claims: missing"):
            deck_of(tree)
    with pytest.raises(DataError, match=r"goal\.usual\.regions"):
        deck_of(DATA, {"goal.usual.regions": "5"})
    with pytest.raises(DataError, match="map of names"):
        deck_of(["no"])


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {}, "played by 2 to 6"),
        (7, {}, "played by 2 to 6"),
        (3, {"scandals": "loud"}, "options, scandals"),
        (3, {"short": "perhaps"}, "options, short"),
        (3, {"pact": ["yes"]}, "options, pact"),
        (3, {"first": "D"}, "seat D is not among 3"),
        (3, {"weather": "wet"}, "no such option"),
    ],
)
def test_a_setup_that_cannot_be_says_why(seats: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        begin(GAME, seats, options)


# Whole games

GAMES = [(seats, seed) for seats in GAME.seats for seed in range(4)]


def options_by(seed: int) -> dict[str, str]:
    rng = random.Random(seed)
    return {
        "scandals": ("usual", "see", "hear", "say")[seed % 4],
        "short": rng.choice(("no", "yes", "yes")),
        "pact": rng.choice(("yes", "yes", "no")),
        "first": rng.choice(("drawn", "A", "B")),
    }


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_games_keep_every_promise_and_all_cards(seats: int, seed: int) -> None:
    played = check_contracts(GAME, seats, options_by(seed), seed, cards_of, often=0.05)
    assert sum(cards_of(played.state).values()) == 136 + 24
    assert played.outcome is not None
    assert len(played.outcome.winners) == 1


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_thousands_of_games_keep_every_promise() -> None:
    for seed in range(4, 404):
        for seats in GAME.seats:
            check_contracts(GAME, seats, options_by(seed), seed, cards_of, often=0.02)


# Records


def test_a_record_that_breaks_the_rules_names_the_move() -> None:
    begun = "game: mud\nseats: 3\noptions: {first: B}\nmoves:\n"
    deck = write_move(Shuffle(GAME.deck.cards))
    scandals = "scandals " + " ".join(map(str, range(1, 25)))
    with pytest.raises(RecordError, match="Move 3") as refused:
        replay(f"{begun}- chance: {deck}\n- chance: {scandals}\n- B: play dig A\n", GAME)
    assert refused.value.move == 3
    with pytest.raises(RecordError, match=r"Move 1.*every card of it once"):
        replay(f"{begun}- chance: shuffle slw dig\n", GAME)
    with pytest.raises(RecordError, match=r"Move 2.*no Scandal"):
        replay(f"{begun}- chance: {deck}\n- chance: scandals 1 two\n", GAME)


@pytest.mark.parametrize(
    "text",
    ["", "dance", "map", "map dig dig", "map xxx", "play", "play mole", "play dig", "play dig G", "play money B",
     "play redistrict slw B nlw", "play purge east", "play dig B shared with Z", "offer", "offer B slw for",
     "steal B", "clear 0", "clear 100", "pick x", "shuffle", "scandals", "first AB", "poach B slw", "use"],
)  # fmt: skip
def test_what_is_no_move_is_told_so(text: str) -> None:
    with pytest.raises(UnreadableMove):
        read_move(text)


def test_what_is_printed_of_a_game_shows_what_is_public_and_what_was_hidden() -> None:
    played = begin(GAME, 3, {"first": "B"}).drawn(random.Random(5))
    told = played.as_json()
    assert told["outcome"] is None
    public, hidden = told["state"]["public"], told["state"]["hidden"]
    assert (public["active"], public["goal"]) == ("B", {"voters": 4, "regions": 4})
    assert public["hands"] == {"A": 7, "B": 7, "C": 7}
    assert sum(map(len, hidden["hands"].values())) + len(hidden["pile"]) == 136
    assert len(hidden["scandal-deck"]) == public["scandal-deck"] == 24
    assert "pile" not in str(public["hands"])
    assert {"kind": "begins", "seats": None, "seat": "B"} in told["moves"][1]["happened"]
    assert replay(write_record(played), GAME).states == played.states


# Programs


@pytest.mark.parametrize("seats", GAME.seats)
def test_programs_play_it_on_views_alone(seats: int) -> None:
    rng = random.Random(seats)
    players: list[Player] = [
        GreedyPlayer(GAME),
        RandomPlayer(GAME),
        SearchPlayer("search:4", GAME, Limit(iterations=4)),
    ]
    played = begin(GAME, seats, {"first": "A"}).drawn(rng)
    for _ in range(12):
        turn = GAME.turn(played.state)
        if isinstance(turn, Over):
            break
        assert isinstance(turn, Seats)
        (seat,) = turn.must
        choice = players[seat % 3].choose(GAME.view(played.state, seat), rng, Limit())
        played = played.then({seat: choice.move}).drawn(rng)
    assert len(played.steps) >= 12


def test_a_choice_by_the_clock_ends_with_it() -> None:
    played = begin(GAME, 6, {"first": "A"}).drawn(random.Random(2))
    looks = itertools.count()
    player = SearchPlayer("search:1s", GAME, Limit(seconds=1.0))
    limit = Limit(clock=lambda: next(looks) / 16)
    choice = player.choose(GAME.view(played.state, 0), random.Random(1), limit)
    assert next(looks) <= 24, "a sixteenth of a second at each look"
    assert choice.move in GAME.moves(played.state, 0)
    assert choice.thoughts is not None
    assert sum(option.visits for option in choice.thoughts.options) >= 8


def test_the_greedy_player_maps_voters_and_beats_a_random_one() -> None:
    won = 0
    for seed in range(6):
        rng = random.Random(seed)
        players: list[Player] = [GreedyPlayer(GAME), RandomPlayer(GAME)]
        state = begin(GAME, 2, {"short": "yes"}).state
        while not isinstance(turn := GAME.turn(state), Over):
            if isinstance(turn, Seats):
                (seat,) = turn.must
                step = {seat: players[seat].choose(GAME.view(state, seat), rng, Limit()).move}
            else:
                step = {CHANCE: turn.sample(rng)}
            state, _ = GAME.apply(state, step)
        won += state.winner == 0
    assert won >= 5


# What is told


def test_everything_that_happens_is_told_in_a_sentence() -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    kinds = set()
    for seed in range(16):
        state = begin(GAME, 4, options_by(seed)).state
        rng = random.Random(seed)
        while (step := random_step(GAME, state, rng)) is not None:
            state, events = GAME.apply(state, step)
            for event in events:
                sentence = tell(event, names)
                kinds.add(event.kind)
                assert sentence.endswith("."), event
                assert "None" not in sentence, event
                assert "  " not in sentence, event
    rare = {"immune", "no-cards", "stalled", "skipped", "lapsed"}
    assert kinds | rare == {kind for kind, _ in _SENTENCES} | {"played"}


def test_chance_moves_are_sampled_from_what_is_there() -> None:
    rng = random.Random(3)
    played = begin(GAME, 2, {}).drawn(rng)
    assert [GAME.write(step[CHANCE]).split()[0] for step in played.steps] == ["first", "shuffle", "scandals"]


# Golden records: whole games, and every sentence that they are told in

GOLDEN = Path(__file__).parent / "golden"


def story(text: str) -> str:
    """Give every move of a written game, and under it what it did."""
    played = replay(text, GAME)
    lines = []
    for step, events in zip(played.steps, played.events, strict=True):
        lines += [f"{letter(seat)}: {GAME.write(move)}" for seat, move in step.items()]
        lines += [f"    {tell(event, played.seat_names)}" for event in events]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["mud-usual-2", "mud-say-3", "mud-hear-2", "mud-see-6"])
def test_a_golden_record_is_played_and_told_as_ever(name: str) -> None:
    text = (GOLDEN / f"{name}.yaml").read_text("utf-8")
    assert story(text) == (GOLDEN / f"{name}.txt").read_text("utf-8")


# What is hidden stays hidden

OPEN = frozenset({"drew-cards", "scandal", "scandal-seen"})
"""What comes up out of piles, and so differs between worlds that a seat cannot tell apart."""


@pytest.mark.parametrize("seed", range(8))
def test_worlds_that_a_seat_cannot_tell_apart_look_alike_whatever_happens(seed: int) -> None:
    rng = random.Random(seed)
    seats = 2 + seed % 5
    state = begin(GAME, seats, options_by(seed)).drawn(rng).state
    for _ in range(120):
        step = random_step(GAME, state, rng)
        if step is None:
            break
        ((mover, move),) = step.items()
        seat = rng.randrange(seats)
        imagined = GAME.guess(GAME.view(state, seat), rng)
        after, events = GAME.apply(state, step)
        if seat != mover and GAME.fault(imagined, mover, move) is None:
            other, others = GAME.apply(imagined, step)
            seen, imagined_seen = visible(events, seat), visible(others, seat)
            if isinstance(move, Claim | Offer | Accept | Refuse | End | Steal):
                assert _closed(seen) == _closed(imagined_seen), GAME.write(move)
            if seen == imagined_seen:
                assert GAME.view(after, seat) == GAME.view(other, seat), GAME.write(move)
        state = after


def _closed(events: list[Event]) -> list[Event]:
    return [event for event in events if event.kind not in OPEN]


CARDS = st.sampled_from([*VOTERS, *RATS])
SEATS = st.integers(0, 5)
SOME = st.lists(CARDS, max_size=4).map(lambda some: tuple(sorted(some)))
MOVES = st.one_of(
    st.builds(Claim, CARDS),
    st.builds(Choose, CARDS),
    st.builds(Pluck, CARDS),
    st.builds(Steal, SEATS, st.sampled_from(VOTERS)),
    st.builds(Clear, st.integers(0, 99)),
    st.builds(Offer, SEATS, SOME, SOME),
    st.builds(Pick, st.integers(1, 99)),
    st.builds(First, SEATS),
    st.builds(Shuffle, st.lists(CARDS, min_size=1, max_size=9).map(tuple)),
    st.builds(ShuffleScandals, st.lists(st.integers(1, 99), min_size=1, max_size=9).map(tuple)),
    st.sampled_from([Accept(), Refuse(), End()]),
    st.builds(
        lambda aim, partner, shared: replace(aim, partner=partner, shared=shared),
        st.one_of(
            st.builds(lambda seat, number: Play("dig", seat, scandal=number), SEATS, st.integers(0, 99)),
            st.builds(
                Play,
                st.sampled_from(["poach", "smear"]),
                SEATS,
                st.sampled_from(VOTERS),
            ),
            st.builds(
                lambda seat, card, own: Play("redistrict", seat, card, own),
                SEATS,
                st.sampled_from(VOTERS),
                st.sampled_from(VOTERS),
            ),
            st.builds(lambda number: Play("shredder", scandal=number), st.integers(0, 99)),
            st.builds(lambda region: Play("purge", region=region), st.sampled_from(REGIONS)),
            st.builds(lambda seat: Play("wiretap", seat), SEATS),
            st.sampled_from([Play("money"), Play("stuffing")]),
        ),
        st.integers(-1, 5),
        st.booleans(),
    ),
)


@given(MOVES)
def test_every_move_is_read_as_it_is_written(move: Move) -> None:
    assert read_move(write_move(move)) == move


@given(st.text(max_size=40))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        move = read_move(text)
    except UnreadableMove:
        return
    assert read_move(write_move(move)) == move


def test_a_record_of_a_corrected_deck_carries_it_and_is_played_by_it() -> None:
    game = Mud(deck_of(DATA, {"rat.dig": "9", "scandal.24": "absent", "hand": "6"}))
    rng = random.Random(4)
    played = begin(game, 2, {"short": "yes"})
    while (step := random_step(game, played.state, rng)) is not None:
        played = played.then(step)
    again = replay_any(write_record(played), {})
    assert again.states == played.states
    assert len(played.states[3].hands[0]) == 6
