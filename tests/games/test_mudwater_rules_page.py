"""Every ruling (B) and every case (C) of the rules page, as far as it is the game's own."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import CardNo, Family, Level
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused
from collection.games.mudwater.game import DrawOfAntes, Mudwater, Setup
from collection.games.mudwater.moves import Deal, Pass, Play
from collection.games.mudwater.rules import NEIGHBOURS
from collection.games.mudwater.state import BLACK, SQUARES, WHITE, Face, Faces, Mode, State
from collection.games.protocol import CHANCE, Event, Over, Seats

GAME = Mudwater()
CLUB, MUTANT, COSMIC, ARCANA = Family

BLACK_ANTE, WHITE_ANTE = 119, 120
FILLERS = range(91, 121)
"""Weak cards of Level V that fill hands up: nothing but rocks can be made of them."""


def card(level: int = 1, n: int = 1, e: int = 1, s: int = 1, w: int = 1, family: Family = CLUB) -> Face:
    return Face(Level(level), family, (n, e, s, w))


def full_hand(cards: tuple[CardNo, ...], ante: CardNo) -> tuple[CardNo, ...]:
    fillers = [number for number in FILLERS if number not in (*cards, ante)]
    return (*cards, *fillers[: 13 - len(cards)], ante)


def begun(
    cards: dict[CardNo, Face],
    *,
    black: tuple[CardNo, ...] = (),
    white: tuple[CardNo, ...] = (),
    mode: Mode = Mode.STANDARD,
    first: int = BLACK,
) -> State:
    """A game whose antes are drawn: hands of `black` and `white`, filled up with cards that can only be rocks."""
    faces = Faces({**{number: card(5) for number in FILLERS}, **cards})
    state = GAME.start(Setup(faces, mode, (full_hand(black, BLACK_ANTE), full_hand(white, WHITE_ANTE)), first))
    return GAME.apply(state, {CHANCE: Deal((BLACK_ANTE, WHITE_ANTE), first)})[0]


def played(state: State, *moves: str) -> State:
    """The state after legal `moves` in turn."""
    for text in moves:
        move = GAME.read(state, text)
        assert GAME.fault(state, state.to_move, move) is None, text
        state, _ = GAME.apply(state, {state.to_move: move})
    return state


def events_of(state: State, move: str) -> list[Event]:
    return list(GAME.apply(state, {state.to_move: GAME.read(state, move)})[1])


def code(state: State, move: str) -> str | None:
    fault = GAME.fault(state, state.to_move, GAME.read(state, move))
    assert (fault is None) == (GAME.read(state, move) in GAME.moves(state, state.to_move))
    return None if fault is None else fault.code


def held(state: State) -> tuple[int, int]:
    owners = [square.owner for square in state.board if square is not None]
    return owners.count(BLACK), owners.count(WHITE)


def owner(state: State, square: str) -> int | None:
    there = state.board[SQUARES.index(square)]
    return None if there is None else there.owner


def legal(state: State) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state, state.to_move)}


BOARD_FILLING = ("nw", "n", "ne", "w", "c", "e", "sw", "s")


def eight_squares(*, last: dict[CardNo, Face], ninth_to: tuple[CardNo, ...]) -> State:
    """A board with eight squares filled alternately by equal cards, `se` empty, Black to move."""
    cards = {number: card(1, 1, 1, 1, 1) for number in range(1, 9)}
    state = begun({**cards, **last}, black=(1, 3, 5, 7, *ninth_to), white=(2, 4, 6, 8))
    return played(state, *(f"{square}={number}" for number, square in enumerate(BOARD_FILLING, start=1)))


# --- Rulings -----------------------------------------------------------------------------------------------------


def test_b1_the_ninth_play_captures_before_the_game_ends() -> None:
    state = eight_squares(last={9: card(1, 5, 5, 5, 5)}, ninth_to=(9,))
    assert held(state) == (4, 4)
    end = played(state, "se=9")
    assert held(end) == (7, 2), "both neighbours, e and s, were White's"
    assert GAME.turn(end) == Over()


def test_b1_a_rock_may_fill_the_ninth_square() -> None:
    end = played(eight_squares(last={}, ninth_to=()), "se~91")
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (outcome.termination, outcome.points, outcome.winners) == ("full-board", (5, 4), frozenset({BLACK}))


def test_b2_equal_squares_after_two_passes_are_a_draw() -> None:
    end = played(begun({}), "nw~91", "se~91", "pass", "pass")
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (outcome.termination, outcome.points, outcome.winners) == ("both-passed", (1, 1), frozenset())


def test_b3_most_squares_win_on_a_board_that_is_not_full() -> None:
    cards = {1: card(1)}
    end = played(begun(cards, black=(1,)), "nw=1", "se~91", "sw~91", "pass", "pass")
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((2, 1), frozenset({BLACK}))


def test_b4_a_legal_rock_forbids_the_pass() -> None:
    assert code(begun({}), "pass") == "must-play"


def test_b5_a_covered_rock_stops_counting_and_never_counts_again() -> None:
    cards = {1: card(2, 1, 1, 1, 1), 2: card(1, 1, 1, 1, 9), 3: card(1), 4: card(1)}
    state = played(begun(cards, black=(1,), white=(2, 3, 4)), "nw~91", "se=3", "nw+1", "n=2")
    assert owner(state, "nw") == WHITE, "the card over the rock was captured, and the rock with it"
    state = played(state, "sw~92", "s=4")
    assert code(state, "w~93") == "second-rock"


def test_b6_only_the_top_card_matters() -> None:
    cards = {1: card(2, e=1), 2: card(1, w=2), 3: card(2), 4: card(3)}
    state = played(begun(cards, black=(1, 3, 4), white=(2,)), "w~91", "se~91", "w+1")
    assert owner(played(state, "c=2"), "w") == WHITE, "a rock under an upgrade protects nothing"
    upgradable = played(state, "sw=2")
    assert code(upgradable, "w+3") == "wrong-level", "the top is Level II, whatever lies under it"
    assert code(upgradable, "w+4") is None


def test_b7_a_captured_square_is_upgraded_by_the_captor_from_its_top() -> None:
    cards = {1: card(1), 2: card(1, w=5), 3: card(2), 4: card(2)}
    state = played(begun(cards, black=(1, 4), white=(2, 3)), "w=1", "c=2", "se~91")
    assert code(state, "w+3") is None
    black_again = played(state, "ne~91")
    assert code(black_again, "w+4") == "enemy-square"


def test_b7_level_five_is_never_upgraded() -> None:
    cards = {1: card(1), 2: card(2), 3: card(3), 4: card(4), 5: card(5), 6: card(5), 11: card(1), 12: card(1)}
    climb = ("nw=1", "se=11", "nw+2", "s=12", "nw+3", "e~91", "nw+4")
    state = played(begun(cards, black=(1, 2, 3, 4, 5, 6), white=(11, 12)), *climb, "pass", "nw+5", "pass")
    assert code(state, "nw+6") == "wrong-level"


def test_b8_enemy_squares_are_never_played_on_rocks_included() -> None:
    cards = {1: card(1), 2: card(2), 3: card(1)}
    state = played(begun(cards, black=(1,), white=(2, 3)), "nw~91")
    assert {code(state, move) for move in ("nw=3", "nw~2", "nw+2")} == {"enemy-square"}


def test_b9_a_face_down_legendary_counts_as_level_one() -> None:
    cards = {1: card(2), 2: card(5)}
    state = played(begun(cards, black=(1, 2)), "nw~2", "se~91")
    assert code(state, "nw+1") is None


def test_b9_a_rock_stays_hidden_from_the_rival_until_the_end_and_its_owner_may_look() -> None:
    state = played(begun({1: card(2)}, black=(1,)), "nw~91", "se~92", "nw+1")
    theirs, mine = GAME.view(state, WHITE).known.board[0], GAME.view(state, BLACK).known.board[0]
    assert theirs is not None
    assert mine is not None
    assert [piece.card for piece in theirs.pile] == [None, 1]
    assert [piece.card for piece in mine.pile] == [91, 1]
    end = played(state, "pass", "sw~93", "pass", "pass")
    shown = GAME.view(end, WHITE).known.board[0]
    assert shown is not None
    assert [piece.card for piece in shown.pile] == [91, 1]


def test_b10_all_neighbours_are_compared_at_once_and_the_attacker_keeps_its_square() -> None:
    cards = {1: card(1, s=3), 2: card(1, e=9), 3: card(1, n=4, w=1)}
    state = played(begun(cards, black=(1, 2), white=(3,)), "n=1", "se~91", "w=2", "c=3")
    assert (owner(state, "c"), owner(state, "n"), owner(state, "w")) == (WHITE, WHITE, BLACK)


def test_b11_passing_is_absorbing() -> None:
    state = played(begun({1: card(1), 2: card(1)}, black=(1, 2)), "nw~91", "se~91", "n=1", "pass", "ne=2", "pass")
    assert state.sides[WHITE].lacks == {Level.I, Level.II}
    assert list(GAME.moves(played(state, "pass"), WHITE)) == []


def test_b12_an_empty_hand_passes() -> None:
    state = begun({1: card(1)}, black=(1,))
    black, white = state.sides
    empty = replace(state, sides=(replace(black, hand=frozenset(), size=0), white))
    assert legal(empty) == {"pass"}
    assert code(empty, "nw=1") == "empty-hand"


def test_b13_the_ante_is_drawn_evenly_from_all_fourteen() -> None:
    state = GAME.start(Setup(Faces({n: card(1) for n in range(1, 29)}), Mode.STANDARD, _two_hands()))
    turn = GAME.turn(state)
    assert isinstance(turn, DrawOfAntes)
    rng = random.Random(13)
    deals = [turn.sample(rng) for _ in range(7_000)]
    for seat, hand in enumerate(_two_hands()):
        counts = [sum(deal.antes[seat] == number for deal in deals) for number in hand]
        assert all(400 < count < 600 for count in counts), counts
    assert 3_300 < sum(deal.first for deal in deals) < 3_700


def test_b13_only_its_owner_can_tell_the_ante_before_the_end() -> None:
    state = begun({})
    assert GAME.view(state, BLACK).known.sides[BLACK].ante == BLACK_ANTE
    assert GAME.view(state, WHITE).known.sides[BLACK].ante is None
    end = played(state, "nw~91", "se~91", "pass", "pass")
    assert GAME.view(end, WHITE).known.sides[BLACK].ante == BLACK_ANTE


def test_b14_b16_fourteen_different_numbers_are_needed() -> None:
    faces = Faces({n: card(1) for n in range(1, 121)})
    good = tuple(range(1, 15))
    for bad in (good[:13], (*good, 15), (*good[:13], 1), (*good[:13], 121)):
        with pytest.raises(HandRefused):
            GAME.start(Setup(faces, Mode.STANDARD, (good, bad)))
    with pytest.raises(HandRefused) as refused:
        GAME.start(Setup(faces, Mode.STANDARD, ((1, 1), (2, 2, 500))))
    assert len(refused.value.reasons) == 5, "every reason at once"


@pytest.mark.parametrize(
    ("attacker", "defender", "takes"),
    [(CLUB, MUTANT, True), (MUTANT, COSMIC, True), (COSMIC, ARCANA, True), (ARCANA, CLUB, True)]
    + [(family, family, False) for family in Family]
    + [(CLUB, COSMIC, False), (COSMIC, CLUB, False), (MUTANT, ARCANA, False), (ARCANA, MUTANT, False)]
    + [(MUTANT, CLUB, False), (COSMIC, MUTANT, False), (ARCANA, COSMIC, False), (CLUB, ARCANA, False)],
)
def test_b15_only_the_attackers_family_breaks_a_tie(attacker: Family, defender: Family, takes: bool) -> None:
    cards = {1: card(1, e=2, family=defender), 2: card(1, w=2, family=attacker)}
    for mode in Mode:
        state = played(begun(cards, black=(1,), white=(2,), mode=mode), "w=1", "c=2")
        assert (owner(state, "w") == WHITE) == (takes and mode is Mode.ADVANCED)


def test_b17_the_beginners_split_binds_nobody() -> None:
    faces = Faces({n: card(5) for n in range(1, 121)})
    GAME.start(Setup(faces, Mode.STANDARD, (tuple(range(1, 15)), tuple(range(1, 15)))))


# --- Cases -------------------------------------------------------------------------------------------------------


def _two_hands() -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(range(1, 15)), tuple(range(15, 29))


def test_c1_a_number_twice_is_refused_but_both_may_hold_the_same() -> None:
    faces = Faces({n: card(1) for n in range(1, 121)})
    hand = tuple(range(1, 15))
    GAME.start(Setup(faces, Mode.STANDARD, (hand, hand)))
    with pytest.raises(HandRefused, match="Black's hand holds card 1 2 times"):
        GAME.start(Setup(faces, Mode.STANDARD, ((*hand[:13], 1), hand)))


def test_c2_to_c5_the_rulebooks_own_example_replays_square_for_square() -> None:
    catalogue = load_catalogue()
    number = {card.name: card.number for card in catalogue}
    boathouse, deckhand = number["The Boathouse"], number["The Deckhand"]
    sea_dog, dead_calm = number["Sea Dog"], number["Dead Calm"]
    others = [card.number for card in catalogue if card.number not in (boathouse, deckhand, sea_dog, dead_calm)]
    hands = ((boathouse, deckhand, *others[:12]), (sea_dog, dead_calm, *others[:12]))
    state = GAME.start(Setup(Faces.of(catalogue), Mode.STANDARD, hands, BLACK))
    state, _ = GAME.apply(state, {CHANCE: Deal((others[0], others[1]), BLACK)})

    assert not [event for event in events_of(state, f"s={boathouse}") if event.kind == "captured"]
    state = played(state, f"s={boathouse}")
    assert held(state) == (1, 0)

    captured = dict(events_of(state, f"c={sea_dog}")[1].facts)
    assert (captured["square"], captured["attack"], captured["defence"]) == ("s", 3, 2)
    state = played(state, f"c={sea_dog}")
    assert held(state) == (0, 2)

    captured = dict(events_of(state, f"sw={deckhand}")[1].facts)
    assert (captured["square"], captured["attack"], captured["defence"]) == ("s", 4, 3)
    state = played(state, f"sw={deckhand}")
    assert held(state) == (2, 1)
    assert owner(state, "c") == WHITE, "diagonal, untouched"

    captured = dict(events_of(state, f"c+{dead_calm}")[1].facts)
    assert (captured["square"], captured["attack"], captured["defence"]) == ("s", 6, 2)
    state = played(state, f"c+{dead_calm}")
    assert held(state) == (1, 2)


def test_c6_two_against_two_changes_nothing_in_the_standard_game() -> None:
    cards = {1: card(1, n=2), 2: card(1, s=2)}
    state = played(begun(cards, black=(2,), white=(1,), first=WHITE), "s=1", "c=2")
    assert (owner(state, "s"), owner(state, "c")) == (WHITE, BLACK)


def test_c7_two_attacking_three_changes_nothing() -> None:
    cards = {1: card(1, n=3), 2: card(1, s=2)}
    state = played(begun(cards, black=(2,), white=(1,), first=WHITE), "s=1", "c=2")
    assert held(state) == (1, 1)


def test_c8_a_captured_card_captures_nothing() -> None:
    cards = {2: card(1, e=9), 3: card(1, w=1), 4: card(1, n=5)}
    state = played(begun(cards, black=(4,), white=(2, 3), first=WHITE), "c=2", "nw~91", "e=3", "s=4")
    assert owner(state, "c") == BLACK, "A took B"
    assert owner(state, "e") == WHITE, "B's 9 would beat C's 1, but a captured card does not look"


def test_c9_what_the_ladder_forbids() -> None:
    cards = {1: card(1), 2: card(2), 3: card(2), 4: card(3), 5: card(1), 6: card(1)}
    state = begun(cards, black=(1, 2, 3, 4, 5), white=(6,))
    assert code(state, "nw=2") == "not-level-one"
    state = played(state, "nw=1", "se=6")
    assert code(state, "nw+4") == "wrong-level", "III on I"
    assert {code(state, move) for move in ("se=5", "se~5", "se+2")} == {"enemy-square"}
    upgraded = played(state, "nw+2", "ne~91")
    assert code(upgraded, "nw+3") == "wrong-level", "II on II"
    rocked = played(state, "sw~91", "ne~91")
    assert code(rocked, "sw=5") == "own-square", "Level I on one's own rock"
    assert code(rocked, "sw+5") == "wrong-level"


def test_c10_one_uncovered_rock_at_a_time() -> None:
    cards = {1: card(2, e=5), 2: card(1), 3: card(1)}
    state = played(begun(cards, black=(1,), white=(2, 3)), "w~91", "c=2")
    assert code(state, "sw~92") == "second-rock"
    state = played(state, "w+1")
    assert owner(state, "c") == BLACK, "the card over a rock captures"
    assert code(played(state, "ne=3"), "sw~92") is None


@pytest.mark.parametrize("mode", Mode)
def test_c11_a_rock_is_never_captured(mode: Mode) -> None:
    cards = {1: card(1, 1, 1, 1, 1, MUTANT), 2: card(1, w=6, family=CLUB)}
    state = played(begun(cards, black=(1,), white=(2,), mode=mode), "w~1", "c=2")
    assert owner(state, "w") == BLACK


def test_c12_a_rock_takes_a_level_two_whatever_it_hides() -> None:
    cards = {1: card(4), 2: card(2), 3: card(3), 5: card(5), 6: card(1)}
    state = played(begun(cards, black=(1, 2, 3, 5, 6)), "nw~1", "se~91")
    assert [code(state, f"nw+{number}") for number in (2, 3, 5, 6)] == [None, *["wrong-level"] * 3]


def test_c13_a_captured_level_two_takes_the_captors_level_three() -> None:
    cards = {1: card(1), 2: card(2, w=1), 3: card(1, e=5), 4: card(3), 5: card(3)}
    state = played(begun(cards, black=(3, 4), white=(1, 2, 5), first=WHITE), "c=1", "nw~91", "c+2", "w=3")
    assert owner(state, "c") == BLACK
    assert code(state, "c+5") == "enemy-square"
    assert code(played(state, "se~91"), "c+4") is None


def test_c14_pass_is_the_only_move_with_a_rock_out_and_nothing_to_climb() -> None:
    cards = {1: card(3), 2: card(5)}
    without = begun(cards, black=(1, 2))
    assert code(without, "pass") == "must-play"
    assert legal(played(without, "nw~1", "se~91")) == {"pass"}


def test_c15_a_centre_play_takes_all_four() -> None:
    cards = {n: card(1) for n in range(1, 8)} | {9: card(1, 5, 5, 5, 5)}
    state = begun(cards, black=(1, 2, 3, 4), white=(9, 5, 6, 7))
    state = played(state, "n=1", "nw=5", "e=2", "ne=6", "s=3", "sw=7", "w=4")
    assert held(state) == (4, 3)
    captured = [event for event in events_of(state, "c=9") if event.kind == "captured"]
    assert {dict(event.facts)["square"] for event in captured} == {"n", "e", "s", "w"}
    assert held(played(state, "c=9")) == (0, 8)


def test_c16_the_ninth_square_is_counted_after_its_capture_and_nobody_replies() -> None:
    state = eight_squares(last={9: card(1, n=2)}, ninth_to=(9,))
    assert held(state) == (4, 4)
    end = played(state, "se=9")
    assert held(end) == (6, 3)
    assert code(end, "pass") == "over"
    assert list(GAME.moves(end, WHITE)) == []


def test_c17_rock_rock_pass_pass_is_a_draw_at_one_to_one() -> None:
    state = played(begun({}), "nw~91", "se~92")
    assert legal(state) == {"pass"}
    state = played(state, "pass")
    assert legal(state) == {"pass"}
    end = played(state, "pass")
    assert GAME.turn(end) == Over()
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((1, 1), frozenset())


@pytest.mark.parametrize(
    ("attack", "attacker", "defence", "defender", "takes"),
    [
        (2, CLUB, 2, MUTANT, True),
        (2, CLUB, 2, CLUB, False),
        (2, CLUB, 2, COSMIC, False),
        (2, MUTANT, 2, CLUB, False),
        (1, CLUB, 2, MUTANT, False),
    ],
)
def test_c18_advanced_mode(attack: int, attacker: Family, defence: int, defender: Family, takes: bool) -> None:
    cards = {1: card(1, e=defence, family=defender), 2: card(1, w=attack, family=attacker)}
    state = begun(cards, black=(1,), white=(2,), mode=Mode.ADVANCED)
    state = played(state, "w=1")
    captured = [dict(event.facts) for event in events_of(state, "c=2") if event.kind == "captured"]
    assert bool(captured) == takes
    assert all(facts["family"] for facts in captured)


def test_c19_the_end_turns_over_both_antes() -> None:
    last = events_of(eight_squares(last={}, ninth_to=()), "se~91")
    told = {event.kind: dict(event.facts) for event in last}
    assert told["ended"] == {"termination": "full-board", "black": 5, "white": 4, "winner": "black"}
    assert told["antes-turned-over"] == {"black": BLACK_ANTE, "white": WHITE_ANTE}
    assert told["rock-turned-over"] == {"seat": BLACK, "square": "se", "card": 91}
    assert all(event.seats is None for event in last if event.kind.endswith("turned-over"))


def quarter_turn(square: int) -> int:
    row, column = divmod(square, 3)
    return column * 3 + (2 - row)


def turned(face: Face) -> Face:
    n, e, s, w = face.edges
    return Face(face.level, face.family, (w, n, e, s))


@given(seed=st.integers(0, 2**32), mode=st.sampled_from(Mode))
def test_c20_turning_squares_and_compasses_changes_no_outcome(seed: int, mode: Mode) -> None:
    rng = random.Random(seed)
    faces = Faces(
        {n: card(rng.choice((1, 1, 1, 2, 2, 3, 4, 5)), *_edges(rng), rng.choice(list(Family))) for n in range(1, 41)}
    )
    hands = (tuple(rng.sample(range(1, 41), 14)), tuple(rng.sample(range(1, 41), 14)))
    state = GAME.start(Setup(faces, mode, hands, BLACK))
    other = GAME.start(Setup(Faces({n: turned(face) for n, face in faces.items()}), mode, hands, BLACK))
    deal = Deal((hands[0][0], hands[1][0]), BLACK)
    (state, _), (other, _) = GAME.apply(state, {CHANCE: deal}), GAME.apply(other, {CHANCE: deal})
    while isinstance(turn := GAME.turn(state), Seats):
        (seat,) = turn.must
        move = GAME.moves(state, seat).sample(rng)
        twin = move if isinstance(move, Pass) else Play(move.act, quarter_turn(move.square), move.card)
        assert GAME.fault(other, seat, twin) is None
        assert len(GAME.moves(other, seat)) == len(GAME.moves(state, seat))
        (state, _), (other, _) = GAME.apply(state, {seat: move}), GAME.apply(other, {seat: twin})
        assert all(other.board[quarter_turn(square)] == there for square, there in enumerate(state.board))
    assert GAME.outcome(state) == GAME.outcome(other)


def _edges(rng: random.Random) -> tuple[int, int, int, int]:
    return rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)


def test_neighbours_touch_at_opposite_edges_and_never_diagonally() -> None:
    beside = {SQUARES[square]: {SQUARES[there] for there, _, _ in NEIGHBOURS[square]} for square in range(9)}
    assert beside["c"] == {"n", "e", "s", "w"}
    assert beside["nw"] == {"n", "w"}
    assert beside["s"] == {"sw", "c", "se"}
    for square in range(9):
        for there, mine, theirs in NEIGHBOURS[square]:
            assert (square, theirs, mine) in NEIGHBOURS[there]
            assert (mine + 2) % 4 == theirs
