"""Matschig, case by case: the rules page's test vectors and rulings, then whole games against the protocol."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from collection.catalogue.data import load_document
from collection.errors import DataError, RecordError, UnreadableMove
from collection.games.matschig.cards import Card, Kind, points, read_card
from collection.games.matschig.deck import FILE, deck_of
from collection.games.matschig.game import Matschig
from collection.games.matschig.moves import Absorb, Shuffle, read_move, write_move
from collection.games.matschig.state import Due, Mud, Phase, Setup, State
from collection.games.matschig.telling import tell
from collection.games.protocol import CHANCE, Event, Limit, Over, Player, Seats
from collection.games.written import begin, replay, write_record
from collection.players.greedy import GreedyPlayer
from collection.players.random import RandomPlayer
from collection.players.search import SearchPlayer
from tests.games.written_contracts import check_contracts, random_step

DATA = load_document("matschig", FILE)
GAME = Matschig(deck_of(DATA))
A, B, C, D = range(4)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(read_card(word) for word in text.split()))


def table(
    *hands: str,
    pile: str = "",
    discard: str = "",
    pools: Mapping[int, str] | None = None,
    active: int = A,
    setup: Setup | None = None,
    **more: Any,
) -> State:
    """Give a position in which `active` is to throw; what is not named is nowhere."""
    seats = len(hands)
    return State(
        setup=setup or Setup(seats),
        phase=Phase.THROW,
        round=1,
        starter=A,
        active=active,
        hands=tuple(map(cards, hands)),
        pools=tuple(cards((pools or {}).get(seat, "")) for seat in range(seats)),
        pile=tuple(read_card(word) for word in pile.split()),
        discard=cards(discard),
        accounts=(0,) * seats,
        **more,
    )


def thrown(state: State, move: str) -> State:
    return play(state, {state.active: move})


def play(state: State, moves: Mapping[int, str]) -> State:
    return happened(state, moves)[0]


def happened(state: State, moves: Mapping[int, str]) -> tuple[State, list[Event]]:
    """Make legal moves; whoever may offer a third card and is not named leaves it."""
    if state.phase is Phase.WINDOW and CHANCE not in moves:
        turn = GAME.turn(state)
        assert isinstance(turn, Seats)
        moves = {seat: moves.get(seat, "leave") for seat in sorted(turn.must)}
    read = {seat: read_move(text) for seat, text in moves.items()}
    for seat, move in read.items():
        fault = GAME.fault(state, seat, move)
        assert fault is None, fault
    after, events = GAME.apply(state, read)
    return after, list(events)


def why_not(state: State, seat: int, move: str) -> str:
    fault = GAME.fault(state, seat, read_move(move))
    assert fault is not None, f"{move} is legal"
    assert read_move(move) not in GAME.moves(state, seat)
    return fault.code


def facing(defender: str, mud: str, *, others: tuple[str, ...] = ("", ""), pile: str = "", **more: Any) -> State:
    """Give a position in which B has to defend against mud slung by A, with no refills to come."""
    more.setdefault("last", True)
    state = table(others[0], defender, *others[1:], pile=pile, **more)
    thrown_cards = cards(mud)
    return _with(state, phase=Phase.DEFEND, mud=Mud(A, B, thrown_cards, finished=True))


def _with(state: State, **changes: Any) -> State:
    return state._replace(**changes)


def taken(state: State, move: str) -> tuple[str, int]:
    """Give what B's pool then holds, and its points."""
    after = play(state, {B: move})
    return " ".join(map(str, after.pools[B])), points(after.pools[B])


# E. The test vectors


def test_vector_1_umbrellas_block_both_cards_and_five_cards_are_discarded() -> None:
    after = play(facing("u1 u2 u3", "w4 s1"), {B: "block w4 with u2 u3, s1 with u1"})
    assert after.pools[B] == ()
    assert after.discard == cards("w4 s1 u1 u2 u3")


def test_vector_2_one_umbrella_blocks_one_card() -> None:
    assert taken(facing("u7", "w4 s1"), "block w4 with u7") == ("s1", 1)


def test_vector_3_a_seven_cannot_cover_four_and_three() -> None:
    state = facing("u7", "s4 w3")
    blocks = [write_move(move) for move in GAME.moves(state, B) if write_move(move).startswith("block")]
    assert blocks == ["block s4 with u7", "block w3 with u7"]
    assert why_not(state, B, "block s4 with u7, w3 with u7") == "not-in-hand"


def test_vector_4_too_small_an_umbrella_is_illegal_and_declining_is_not() -> None:
    state = facing("u3", "w4 s1")
    assert why_not(state, B, "block w4 with u3") == "too-low"
    assert taken(state, "take") == ("s1 w4", 5)


def test_vector_5_fan_and_dryer() -> None:
    assert taken(facing("fan", "s5 w2"), "fan") == ("w2", 2)
    assert taken(facing("dryer", "s5 w2"), "dryer") == ("s5", 5)


def test_vector_6_thirteen() -> None:
    assert taken(facing("13", "w7 s5"), "13 s5 w7")[1] == 0
    perfect = facing("13", "w7 s7")
    assert why_not(perfect, B, "13 s7 w7") == "too-much"
    assert taken(perfect, "13 s7")[1] == 7
    three = facing("13", "w7 s5 s2")
    assert min(taken(three, write_move(move))[1] for move in GAME.moves(three, B) if isinstance(move, Absorb)) == 2
    assert taken(three, "13 w7 s5")[1] == 2


def test_vector_7_special_and_umbrella_or_two_specials() -> None:
    state = facing("fan dryer u7 u7", "w4 s1")
    with pytest.raises(UnreadableMove):
        read_move("block w4 with fan u7")
    assert all(not isinstance(move, tuple) for move in GAME.moves(state, B)), "every defence plays one special at most"
    after = play(state, {B: "fan"})
    assert after.hands[B] == cards("dryer u7 u7"), "nothing else is played along"


def test_vector_8_divert_to_the_thrower_who_diverts_on() -> None:
    state = facing("divert", "w4 s4", others=("divert", ""))
    state = play(state, {B: "divert A"})
    assert state.mud == Mud(A, A, cards("w4 s4"), finished=True)
    state = play(state, {A: "divert C"})
    assert GAME.turn(state) == Seats(frozenset({C}))


def test_vector_9_a_third_card_makes_it_perfect_and_sends_it_elsewhere() -> None:
    arne, christian, sara, barbara = "s3 w4", "s1", "", ""
    state = thrown(table(arne, christian, sara, barbara), "throw w4 s3 at C")
    state = play(state, {B: "add s1 at D"})
    assert state.mud is not None
    assert (state.mud.target, points(state.mud.cards), len(state.mud.cards)) == (D, 8, 3)
    after = play(state, {D: "take"})
    assert (points(after.pools[C]), points(after.pools[D])) == (0, 8)


def test_vector_10_only_the_difference_of_the_lower_kind_and_never_the_thrower() -> None:
    state = thrown(table("s5 w3 w2", "w2 w1 s2 u2", ""), "throw w3 s5 at C")
    assert GAME.fault(state, B, read_move("add w2 at C")) is None
    assert why_not(state, B, "add w1 at C") == "not-perfect"
    assert why_not(state, B, "add s2 at C") == "not-perfect"
    assert why_not(state, B, "add u2 at C") == "not-perfect"
    assert why_not(state, A, "add w2 at C") == "not-your-turn"


def test_vector_11_nobody_adds_to_mud_that_is_perfect_as_thrown() -> None:
    state = thrown(table("w3 s3", "s1", ""), "throw w3 s3 at C")
    assert GAME.turn(state) == Seats(frozenset({C})), "the target defends at once"


def test_vector_12_there_is_no_fourth_card() -> None:
    state = thrown(table("w4 s3", "s1", "s1"), "throw w4 s3 at C")
    state = play(state, {B: "add s1 at C"})
    assert state.phase is Phase.DEFEND
    assert why_not(state, C, "add s1 at B") == "wrong-move"


def test_vector_13_spread_in_a_game_of_four() -> None:
    state = facing("spread", "w4 s1", others=("", "", ""), pile="s5 u3 w2 fan")
    after, events = happened(state, {B: "spread"})
    draws = [dict(event.facts) for event in events if event.kind == "spread-draw"]
    assert [(draw["seat"], draw["card"]) for draw in draws] == [(C, "s5"), (D, "u3"), (A, "w2")], "from the left"
    assert [points(pool) for pool in after.pools] == [2, 0, 5, 0]
    assert after.discard == cards("w4 s1 spread u3")


def test_vector_14_who_cannot_throw_passes_and_if_nobody_can_the_active_player_redraws() -> None:
    passing = play(facing("", "w1 s1", others=("", "w2 s2")), {B: "take"})
    assert passing.active == C, "B lacks Sand and Water: the next clockwise throws"
    stuck = facing("u1 u2", "w1 s1", others=("u3", "u4"), pile="w1 w2 u5 u6 u7 fan s4 u1", last=False)
    stuck = _with(stuck, hands=(cards("u3 u3 u3 u3 u3 u3 u3"), cards("u1 " * 7), cards("u4 " * 7)))
    after, events = happened(stuck, {B: "take"})
    redrew = [dict(event.facts) for event in events if event.kind == "redrew"]
    assert redrew == [{"seat": B, "cards": ("u1",) * 7}]
    assert after.hands[B] == cards("w1 w2 u5 u6 u7 fan s4")
    assert after.active == B, "who can throw now does"


def test_vector_15_everybody_draws_up_to_seven_the_slinger_first() -> None:
    state = facing("w1 s1", "w2 s2", others=("w1 s1", "w1 s1"), pile="u1 " * 20, last=False)
    after, events = happened(state, {B: "take"})
    assert [dict(event.facts)["seat"] for event in events if event.kind == "drew"] == [A, B, C]
    assert [len(hand) for hand in after.hands] == [7, 7, 7]


def test_vector_16_one_reshuffle_then_no_refill_then_the_end() -> None:
    state = facing("w1 s1", "w2 s2", others=("w1 s1", "w1 s1"), pile="u1 u1", discard="u2 " * 20, last=False)
    state = play(state, {B: "take"})
    assert state.phase is Phase.SHUFFLE
    assert why_not(state, CHANCE, "shuffle u2 u2") == "shuffle"
    state, events = happened(state, {CHANCE: write_move(Shuffle(state.discard))})
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert "no-refills" in [event.kind for event in events]
    state = play(thrown(state, "throw w1 s1 at C"), {C: "take"})
    assert [len(hand) for hand in state.hands] == [7, 5, 7], "no hand is filled any more"
    for target in ("A", "B"):
        state = play(thrown(state, f"throw w1 s1 at {target}"), {"AB".index(target): "take"})
    assert isinstance(GAME.turn(state), Over)


def test_vector_17_equal_accounts_share_the_victory() -> None:
    end = _with(table("", "", "", pools={}, last=True), accounts=(12, 9, 9), phase=Phase.OVER)
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (outcome.winners, outcome.points) == (frozenset({B, C}), (12, 9, 9))


def test_vector_18_easier_to_clean_halves_and_rounds_up() -> None:
    setup = Setup(3, easier=True)
    state = facing("", "w4 s4", setup=setup, pools={A: "w3 w4", C: "w3 s4"})
    state = play(state, {B: "take"})
    assert GAME.turn(state) == Seats(frozenset({A})), (
        "only Water: A alone may halve; an empty pool has nothing to halve"
    )
    outcome = GAME.outcome(play(state, {A: "halve"}))
    assert outcome is not None
    assert outcome.points == (4, 8, 7)


def test_vector_19_perfect_mud_halves_44_and_not_45() -> None:
    setup = Setup(3, perfect=True)
    state = _with(facing("", "w1 s1", setup=setup, pools={A: "w4", C: "w4"}), accounts=(40, 0, 41))
    state = play(state, {B: "take"})
    assert GAME.turn(state) == Seats(frozenset({A}))
    outcome = GAME.outcome(play(state, {A: "halve"}))
    assert outcome is not None
    assert outcome.points == (22, 2, 45)
    kept = GAME.outcome(play(state, {A: "keep"}))
    assert kept is not None
    assert kept.points[A] == 44, "it may be halved, and need not"


def test_vector_20_a_diverted_mud_may_still_be_perfected_unless_it_is_perfect() -> None:
    state = thrown(table("w4 s3", "divert", "s1", ""), "throw w4 s3 at B")
    state = play(play(state, {}), {B: "divert D"})
    assert state.phase is Phase.WINDOW
    assert GAME.fault(state, C, read_move("add s1 at D")) is None
    equal = thrown(table("w3 s3", "divert", "s1", ""), "throw w3 s3 at B")
    assert play(equal, {B: "divert D"}).phase is Phase.DEFEND


def test_vector_21_the_target_named_again_defends_against_three() -> None:
    state = thrown(table("w4 s3", "u4", "s1", ""), "throw w4 s3 at B")
    state = play(state, {C: "add s1 at B"})
    assert GAME.turn(state) == Seats(frozenset({B}))
    assert taken(_with(state, last=True), "block w4 with u4") == ("s1 s3", 4)


def test_vector_22_a_reshuffle_by_spread_makes_this_refill_the_last() -> None:
    state = facing("spread w1 s1", "w4 s1", others=("w1 s1", "w1 s1"), pile="", discard="u1 " * 24, last=False)
    state = play(state, {B: "spread"})
    assert (state.phase, state.due[0]) == (Phase.SHUFFLE, (Due.SPREAD, C))
    state = play(state, {CHANCE: write_move(Shuffle(state.discard))})
    assert state.last
    assert [len(hand) for hand in state.hands] == [7, 7, 7]


# D. Rulings that no vector holds


def test_ruling_1_throwing_is_compulsory() -> None:
    state = table("w4 s3 u1", "", "")
    assert {write_move(move) for move in GAME.moves(state, A)} == {"throw w4 s3 at B", "throw w4 s3 at C"}
    assert why_not(state, A, "take") == "must-throw"
    assert why_not(state, A, "throw w4 s3 at A") == "target"
    assert why_not(state, A, "throw w5 s3 at B") == "not-in-hand"
    assert why_not(state, B, "throw w4 s3 at C") == "not-your-turn"


def test_ruling_2_next_slings_the_neighbour_of_who_slung_last() -> None:
    after = play(facing("w1 s1", "w2 s2", others=("w1 s1", "w1 s1")), {B: "take"})
    assert after.active == B


def test_ruling_3_the_target_comes_first_then_clockwise_from_the_thrower_and_the_rest_stay_secret() -> None:
    state = thrown(table("w4 s3", "s1", "s1", "s1"), "throw w4 s3 at D")
    after, events = happened(state, {B: "add s1 at C", C: "add s1 at B", D: "add s1 at A"})
    assert after.mud is not None
    assert after.mud.target == A, "the target's own offer comes first"
    assert (len(after.hands[B]), len(after.hands[C]), len(after.hands[D])) == (1, 1, 0)
    assert [event.kind for event in events] == ["perfected"]
    after = play(state, {B: "add s1 at C", C: "add s1 at B"})
    assert after.mud is not None
    assert after.mud.target == C, "else the next clockwise from the thrower"


def test_ruling_3_also_the_target_may_add_but_must_send_it_away() -> None:
    state = thrown(table("w4 s3", "s1", ""), "throw w4 s3 at B")
    assert why_not(state, B, "add s1 at B") == "target"
    assert GAME.fault(state, B, read_move("add s1 at A")) is None


def test_ruling_9_overkill_is_allowed_and_bluff_discards_are_not() -> None:
    state = facing("u7 u6 u1", "w4 s7")
    assert GAME.fault(state, B, read_move("block w4 with u6 u7")) is None
    assert why_not(state, B, "block s7 with u6, w4 with u7") == "too-low"


def test_ruling_10_fan_and_dryer_take_every_card_of_the_kind() -> None:
    assert taken(facing("fan", "w4 s3 s1"), "fan") == ("w4", 4)
    assert taken(facing("dryer", "w3 w1 s4"), "dryer") == ("s4", 4)


def test_ruling_11_cards_are_not_split_and_fewer_may_be_absorbed() -> None:
    state = facing("13", "w7 s7")
    assert why_not(state, B, "13 w7 w7") == "not-mud"
    assert taken(state, "13")[1] == 14


def test_ruling_13_an_empty_pile_that_was_reshuffled_skips_the_draws() -> None:
    state = facing("spread", "w4 s1", pile="w2", discard="u1", reshuffled=True, last=False)
    after = play(state, {B: "spread"})
    assert [points(pool) for pool in after.pools] == [0, 0, 2], "C drew the only card"


def test_ruling_15_in_the_last_phase_there_is_no_redraw() -> None:
    state = facing("u1", "w1 s1", others=("u1", "u1"), pile="w3 s3")
    assert isinstance(GAME.turn(play(state, {B: "take"})), Over)


def test_ruling_16_redraws_go_clockwise_until_somebody_can_throw() -> None:
    hands = (cards("u3 " * 7), cards("u1 " * 7), cards("u4 " * 7))
    state = facing("", "w1 s1", pile="u2 " * 7 + "w1 s1 u5 u5 u5 u5 u5", last=False)
    after, events = happened(_with(state, hands=hands), {B: "take"})
    assert [dict(event.facts)["seat"] for event in events if event.kind == "redrew"] == [B, C]
    assert after.active == C


def test_ruling_17_pools_are_never_shuffled_in() -> None:
    state = facing("w1 s1", "w2 s2", pile="", discard="u2", pools={C: "w7"}, last=False)
    after = play(state, {B: "take"})
    assert after.discard == cards("u2")
    assert after.pools[C] == cards("w7")


def test_ruling_19_easier_comes_before_the_account_and_perfect_after() -> None:
    setup = Setup(3, easier=True, perfect=True)
    state = _with(facing("", "w1 s1", setup=setup, pools={A: "w4 w4"}), accounts=(40, 0, 0))
    state = play(play(state, {B: "take"}), {A: "halve"})
    assert (state.phase, state.accounts[A]) == (Phase.PERFECT, 44)
    outcome = GAME.outcome(play(state, {A: "halve"}))
    assert outcome is not None
    assert outcome.points[A] == 22


def test_ruling_22_a_hand_may_be_empty_and_is_hit_all_the_same() -> None:
    state = thrown(table("w4 s4", "", "", last=True), "throw w4 s4 at B")
    assert taken(state, "take") == ("s4 w4", 8)


def test_ruling_23_the_next_round_begins_one_seat_on_with_all_cards() -> None:
    state = _with(facing("", "w1 s1", setup=Setup(3, rounds=2)), accounts=(1, 2, 3))
    after = play(state, {B: "take"})
    assert (after.phase, after.round, after.starter, after.accounts) == (Phase.SHUFFLE, 2, B, (1, 4, 3))
    assert why_not(after, CHANCE, "shuffle w1") == "shuffle"
    after = play(after, {CHANCE: write_move(Shuffle(GAME.deck.cards))})
    assert [len(hand) for hand in after.hands] == [7, 7, 7]


# Data, records, whole games


def test_the_deck_has_110_cards_and_says_what_is_a_stand_in() -> None:
    deck = GAME.deck
    assert len(deck.cards) == 110
    fields = {field.name: field for field in deck.fields}
    assert fields["total"].confirmed
    assert not fields["count.water.4"].confirmed
    with pytest.raises(DataError) as refused:
        deck_of(DATA, {"count.water.4": "7", "count.fog.1": "2"})
    assert "count.fog.1" in str(refused.value)
    with pytest.raises(DataError, match="add up to 111"):
        deck_of(DATA, {"count.water.4": "7"})
    corrected = deck_of(DATA, {"count.water.4": "7", "count.sand.4": "5", "count.water.6": "0"})
    there = {field.name: field for field in corrected.fields}
    assert there["count.water.4"].confirmed
    assert Counter(corrected.cards)[Card(Kind.WATER, 4)] == 7


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (2, {}, "played by 3 to 6"),
        (7, {}, "played by 3 to 6"),
        (3, {"rounds": "0"}, "options, rounds"),
        (3, {"easier": "perhaps"}, "options, easier"),
        (3, {"first": "D"}, "seat D is not among 3"),
        (3, {"weather": "wet"}, "no such option"),
    ],
)
def test_a_setup_that_cannot_be_says_why(seats: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        begin(GAME, seats, options)


def cards_of(state: State) -> Counter[Card | None]:
    there: Counter[Card | None] = Counter(state.discard)
    there.update(state.pile)
    for some in (*state.hands, *state.pools):
        there.update(some)
    there.update(state.mud.cards if state.mud is not None else ())
    return there


GAMES = [(seats, seed) for seats in GAME.seats for seed in range(3)]
LONG = [(seats, seed) for seats in GAME.seats for seed in range(4, 600)]


def options_by(seed: int) -> dict[str, str]:
    rng = random.Random(seed)
    return {
        "easier": rng.choice(("no", "yes")),
        "perfect": rng.choice(("no", "yes")),
        "rounds": rng.choice(("1", "1", "2")),
        "first": rng.choice(("drawn", "A", "C")),
    }


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_vector_23_games_keep_every_promise_and_all_110_cards(seats: int, seed: int) -> None:
    played = check_contracts(GAME, seats, options_by(seed), seed, cards_of)
    assert sum(cards_of(played.state).values()) == 110


@pytest.mark.slow
def test_thousands_of_games_keep_every_promise() -> None:
    for seats, seed in LONG:
        check_contracts(GAME, seats, options_by(seed), seed, cards_of, often=0.05)


@pytest.mark.parametrize("seats", GAME.seats)
def test_programs_play_it_to_the_end_on_views_alone(seats: int) -> None:
    rng = random.Random(seats)
    players: list[Player] = [
        RandomPlayer(GAME),
        GreedyPlayer(GAME),
        SearchPlayer("search:8", GAME, Limit(iterations=8)),
    ]
    played = begin(GAME, seats, {}).drawn(rng)
    for _ in range(24):
        turn = GAME.turn(played.state)
        if isinstance(turn, Over):
            break
        assert isinstance(turn, Seats)
        chosen = {
            seat: players[seat % 3].choose(GAME.view(played.state, seat), rng, Limit()).move
            for seat in sorted(turn.must)
        }
        played = played.then(chosen).drawn(rng)
    assert len(played.steps) > 10


GOLDEN = """\
game: matschig
seats: 3
options: {first: B}
moves:
"""


def test_a_record_that_breaks_the_rules_names_the_move() -> None:
    shuffled = write_move(Shuffle(GAME.deck.cards))
    with pytest.raises(RecordError, match="Move 2") as refused:
        replay(f"{GOLDEN}- chance: {shuffled}\n- B: throw w9 s1 at A\n", GAME)
    assert refused.value.move == 2
    with pytest.raises(RecordError, match=r"Move 1.*every card of it once"):
        replay(f"{GOLDEN}- chance: shuffle w1 w2\n", GAME)


def test_what_is_printed_of_a_game_shows_what_is_public_and_what_was_hidden() -> None:
    rng = random.Random(5)
    played = begin(GAME, 3, {"first": "B"}).drawn(rng)
    told = played.as_json()
    assert told["outcome"] is None
    assert told["state"]["public"]["hands"] == {"A": 7, "B": 7, "C": 7}
    assert sum(map(len, told["state"]["hidden"]["hands"].values())) + len(told["state"]["hidden"]["pile"]) == 110
    assert told["moves"][0]["happened"][1] == {"kind": "begins", "seats": None, "seat": "B", "round": 1}
    assert replay(write_record(played), GAME).states == played.states


def test_everything_that_happens_is_told_in_a_sentence() -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    kinds = set()
    for seed in range(12):
        played = begin(GAME, 4, {"easier": "yes", "perfect": "yes"})
        rng = random.Random(seed)
        while (step := random_step(GAME, played.state, rng)) is not None:
            played = played.then(step)
        for event in (event for events in played.events for event in events):
            sentence = tell(event, names)
            kinds.add(event.kind)
            assert sentence.endswith(".") or (event.kind, sentence) == ("shuffled", ""), event
    assert len(kinds) >= 17
    state = thrown(table("w4 s3", "s1", ""), "throw w4 s3 at C")
    (event,) = happened(state, {B: "add s1 at A"})[1]
    assert tell(event, names) == "Bo adds Sand 1: perfect mud, and it goes to Ann."
