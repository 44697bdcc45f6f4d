"""Records of whole games: written, read, replayed, refused with their reasons."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Family, Level
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood, RecordError
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal, PlayerMove
from collection.games.mudwater.record import Record, read_record, replay, write_record
from collection.games.mudwater.state import Face, Faces, Mode, State
from collection.games.protocol import CHANCE, Outcome, Seats
from collection.games.registry import NAMES, game_named, replay_any

GAME = Mudwater()
FACES = Faces.of(load_catalogue())

EXAMPLE = """\
game: mudwater
mode: standard
first: black
hands: {black: [84, 6, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14],
  white: [43, 33, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14]}
ante: {black: 1, white: 2}
moves: [s=84, c=43 xs, sw=6 xs, c+33 xs]
"""
"""The rulebook's example: The Boathouse, Sea Dog, The Deckhand, Dead Calm."""


OTHER = {"black": "white", "white": "black"}


def random_game(seed: int, mode: Mode = Mode.STANDARD) -> tuple[Record, State, Outcome]:
    rng = random.Random(seed)
    hands = (tuple(rng.sample(sorted(FACES), 14)), tuple(rng.sample(sorted(FACES), 14)))
    state = GAME.start(Setup(FACES, mode, hands))
    turn = GAME.turn(state)
    assert not isinstance(turn, Seats)
    deal = turn.sample(rng)  # type: ignore[union-attr]
    assert isinstance(deal, Deal)
    state, _ = GAME.apply(state, {CHANCE: deal})
    moves: list[PlayerMove] = []
    while (outcome := GAME.outcome(state)) is None:
        moves.append(GAME.moves(state, state.to_move).sample(rng))
        state, _ = GAME.apply(state, {state.to_move: moves[-1]})
    return Record(mode, hands, deal, tuple(moves), FACES), state, outcome


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        replay(text, FACES)
    assert all(character.isprintable() for reason in error.value.reasons for character in reason)
    return error.value


@pytest.mark.parametrize("mode", Mode)
def test_what_was_written_replays_to_the_same_end_and_is_written_the_same(mode: Mode) -> None:
    for seed in range(150):
        record, state, outcome = random_game(seed, mode)
        text = write_record(record, outcome)
        replayed = replay(text, FACES)
        assert replayed.states[-1] == state
        assert replayed.outcome == outcome
        assert replayed.changed_cards == ()
        assert len(replayed.states) == len(replayed.events) + 1 == len(record.moves) + 1
        assert write_record(replayed.record, outcome) == text


def test_a_written_record_is_yaml_that_people_can_read() -> None:
    record, _, outcome = random_game(7)
    text = write_record(record, outcome)
    tree = yaml.load(text, yaml.CBaseLoader)
    assert list(tree) == ["game", "mode", "first", "hands", "ante", "moves", "result", "cards"]
    assert max(len(line) for line in text.splitlines()) <= 101
    assert text.isascii()
    assert {int(number) for number in tree["cards"]} == {card for hand in record.hands for card in hand}
    assert any(" x" in move for move in tree["moves"]), "captures stand behind the moves"


def test_a_replay_prints_exactly_the_promised_shape() -> None:
    assert replay(EXAMPLE, FACES).as_json() == {
        "game": "mudwater",
        "mode": "standard",
        "moves": [
            {"seat": "black", "move": "s=84", "captured": []},
            {"seat": "white", "move": "c=43", "captured": ["s"]},
            {"seat": "black", "move": "sw=6", "captured": ["s"]},
            {"seat": "white", "move": "c+33", "captured": ["s"]},
        ],
        "board": {
            "c": {"owner": "white", "up": True, "card": 33, "level": 2},
            "sw": {"owner": "black", "up": True, "card": 6, "level": 1},
            "s": {"owner": "white", "up": True, "card": 84, "level": 1},
        },
        "squares": {"black": 1, "white": 2},
        "termination": "unfinished",
        "winner": None,
        "ante_to": None,
    }


def test_a_rock_shows_its_card_and_its_true_level_in_a_replay() -> None:
    board = replay(EXAMPLE.replace("c+33 xs", "nw~8"), FACES).as_json()["board"]
    assert board["nw"] == {"owner": "white", "up": False, "card": 8, "level": 4}


def test_a_finished_game_names_its_winner_who_gets_the_ante() -> None:
    for seed in range(20):
        record, _, outcome = random_game(seed)
        printed = replay(write_record(record), FACES).as_json()
        winner = ("black", "white")[min(outcome.winners)]
        assert (printed["termination"], printed["winner"], printed["ante_to"]) == (outcome.termination, winner, winner)


def test_a_draw_gives_nobody_the_ante() -> None:
    rocks = [number for number, face in FACES.items() if face.level > Level.II][:14]
    hand = f"[{', '.join(map(str, rocks))}]"
    text = (
        f"game: mudwater\nmode: standard\nfirst: white\nhands: {{black: {hand}, white: {hand}}}\n"
        f"ante: {{black: {rocks[0]}, white: {rocks[1]}}}\nmoves: [nw~{rocks[2]}, s~{rocks[3]}, pass, pass]\n"
        "result: {squares: {black: 1, white: 1}, winner: draw}\n"
    )
    printed = replay(text, FACES).as_json()
    assert (printed["termination"], printed["winner"], printed["ante_to"]) == ("both-passed", "draw", None)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("mode: standard", "mode: casual", 'mode: "casual" is not one of standard, advanced.'),
        ("first: black", "first: 1", 'first: "1" is not one of black, white.'),
        ("first: black\n", "", 'record: "first" is missing.'),
        ("mode: standard", "mode: standard\nnotes: x", 'record: the key "notes" is not known; the keys are game, mode'),
        ("game: mudwater", "game: mud", 'game: "mud" is not one of mudwater.'),
        ("[84, 6, 1,", "[84, 84, 1,", "hands, black: 84 is listed more than once; a hand holds no card twice."),
        ("[84, 6, 1,", "[84, 6, 3, 1,", "hands, black: 15 cards, but a hand has 14."),
        ("[84, 6, 1,", "[84, 6, 121,", 'hands, black: "121" is not a card; numbers go from 1 to 120.'),
        ("[84, 6, 1,", "[84, 6, 1e1,", 'hands, black: "1e1" is not a card'),
        ("[84, 6, 1,", "[84, 6, 1_1,", 'hands, black: "1_1" is not a card'),
        ("[84, 6, 1,", "[84, 6, 1:30,", 'hands, black: "1:30" is not a card'),
        ("[84, 6, 1,", "[84, 6, ٣,", 'hands, black: "٣" is not a card'),
        ("[84, 6, 1,", "[84, 6, -3,", 'hands, black: "-3" is not a card'),
        ("[84, 6, 1,", "[84, 6, [1],", "hands, black: a list is not a card"),
        ("white: [43", "red: [43", 'hands: the key "red" is not known; the keys are black, white.'),
        ("hands: {", "hands: []\nx: {", "hands: a map with black, white is needed here."),
        ("black: 1, white: 2}", "black: 0, white: 2}", 'ante, black: "0" is neither a card\'s number nor unknown.'),
        ("black: 1, white: 2}", "black: 1}", 'ante: "white" is missing.'),
        ("black: 1, white: 2}", "black: 3, white: 2}", "ante: Card 3 cannot be Black's ante"),
        ("[s=84, c=43 xs, sw=6 xs, c+33 xs]", "s=84", "moves: a list in [ ] is needed here."),
        ("c+33 xs]\n", "c+33 xs]\nresult: {winner: red}\n", 'result, winner: "red" is not one of black, white, draw.'),
        ("c+33 xs]\n", "c+33 xs]\nresult: {squares: {black: 1, white: ten}}\n", 'result, squares, white: "ten" is not'),
        ("c+33 xs]\n", "c+33 xs]\nresult: {score: 1}\n", 'result: the key "score" is not known'),
        ("c+33 xs]\n", "c+33 xs]\nresigned: nobody\n", 'resigned: "nobody" is not one of black, white.'),
        ("c+33 xs]\n", "c+33 xs]\nresigned: draw\n", 'resigned: "draw" is not one of black, white.'),
        ("c+33 xs]\n", "c+33 xs]\ncards: {3: [1, club, 2, 4, 3]}\n", "cards, 3: [Level 1 to 5, club or mutant"),
        ("c+33 xs]\n", "c+33 xs]\ncards: {3: [6, club, 2, 4, 3, 2]}\n", "cards, 3: [Level 1 to 5"),
        ("c+33 xs]\n", "c+33 xs]\ncards: {3: [1, ape, 2, 4, 3, 2]}\n", "cards, 3: [Level 1 to 5"),
        ("c+33 xs]\n", "c+33 xs]\ncards: {3: [1, club, 2, 4, 3, 10]}\n", "cards, 3: [Level 1 to 5"),
        ("c+33 xs]\n", "c+33 xs]\ncards: {0: [1, club, 2, 4, 3, 2]}\n", 'cards: "0" is not a card'),
        (
            "c+33 xs]\n",
            "c+33 xs]\ncards: {3: [1, club, 2, 4, 3, 2], 03: [1, club, 2, 4, 3, 2]}\n",
            'cards: "03" is card 3, which is given twice.',
        ),
    ],
)
def test_a_record_that_cannot_be_read_names_the_place(old: str, new: str, reason: str) -> None:
    assert old in EXAMPLE
    error = refused(EXAMPLE.replace(old, new, 1))
    assert any(said.startswith(reason) for said in error.reasons), error.reasons
    assert error.move is None


def test_every_fault_of_a_record_is_named_at_once() -> None:
    error = refused("game: mudwater\nmode: x\nfirst: y\nhands: {black: [1, 1]}\nante: 4\nmoves: [z]\n")
    assert len(error.reasons) == 6
    assert error.move == 1


@pytest.mark.parametrize(
    ("moves", "number", "reason"),
    [
        ("s=84, s=43", 2, "Move 2 (s=43): Square s is Black's: no card is ever played on an enemy square"),
        ("s=84, c=43, nw+33", 3, "Move 3 (nw+33): Card 33 is not in Black's hand."),
        ("s=84, c=43, nw=1", 3, "Move 3 (nw=1): Card 1 is Black's ante, set aside until the game ends."),
        ("s=84, pass", 2, "Move 2 (pass): White can still play and so must not pass; for example nw=1 is legal."),
        ("s=84, c=33", 2, "Move 2 (c=33): Card 33 is Level II; only Level I cards are placed face up on an empty"),
        ("s=84, c=43 xn", 2, "Move 2 (c=43): the record says xn, but it captures s."),
        ("s=84, c=43 xs xn", 2, "Move 2 (c=43): the record says xs xn, but it captures s."),
        ("s=84, c=43 xs xs", 2, "Move 2 (c=43): the record says xs xs, but it captures s."),
        ("s=84 xn", 1, "Move 1 (s=84): the record says xn, but it captures nothing."),
        ("s=84, c=43 n", 2, 'Move 2: "n" is no captured square; write x and the square, such as xs.'),
        ("s=84, c43", 2, 'Move 2: "c43" is not a move: write a square (nw n ne w c e sw s se)'),
        ("s=84, c=121", 2, 'Move 2: "c=121": there is no card 121; numbers go from 1 to 120.'),
        ("s=84, c+unknown", 2, 'Move 2: "c+unknown": only a rock may be unknown'),
        ("s=84, c=٤٣", 2, 'Move 2: "c=٤٣" is not a move'),
        ("s=84, [c=43]", 2, "Move 2: a move is a piece of text such as s=12."),
        ("s=84, ''", 2, "Move 2: a move is a piece of text such as s=12."),
    ],
)
def test_an_illegal_move_is_named_by_number_and_reason(moves: str, number: int, reason: str) -> None:
    error = refused(EXAMPLE.replace("s=84, c=43 xs, sw=6 xs, c+33 xs", moves))
    assert error.move == number
    assert len(error.reasons) == 1
    assert error.reasons[0].startswith(reason), error.reasons[0]


def test_nothing_is_played_after_the_end() -> None:
    record, _, _ = random_game(1)
    text = write_record(Record(record.mode, record.hands, record.deal, record.moves, {}))
    number = len(record.moves) + 1
    error = refused(text.rstrip().removesuffix("]") + ", pass]\n")
    assert error.move == number
    assert error.reasons[0].endswith("The game is over: the ninth square is filled.")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("{squares: {black: 2, white: 1}}", "result, squares: the record says black 2, white 1, but the moves give"),
        ("{winner: white}", "result, winner: the record says white, but the game is not over after the last move."),
    ],
)
def test_a_written_result_is_checked(result: str, reason: str) -> None:
    assert refused(f"{EXAMPLE}result: {result}\n").reasons[0].startswith(reason)
    assert replay(f"{EXAMPLE}result: {{squares: {{black: 1, white: 2}}}}\n", FACES).outcome is None


def test_a_wrong_winner_is_refused() -> None:
    record, _, outcome = random_game(3)
    other = Outcome(outcome.termination, frozenset({0, 1} - outcome.winners), outcome.points)
    assert "the moves give" in refused(write_record(record, other)).reasons[0]


def test_the_cards_as_they_were_are_preferred_and_the_changed_ones_told() -> None:
    weak = "cards: {43: [1, club, 3, 1, 1, 3], 84: [1, club, 2, 3, 2, 3], 6: [1, club, 4, 4, 2, 2]}\n"
    text = EXAMPLE.replace("c=43 xs, sw=6 xs, c+33 xs", "c=43") + weak
    replayed = replay(text, FACES)
    assert replayed.changed_cards == (43,)
    assert replayed.as_json()["squares"] == {"black": 1, "white": 1}, "with S 1 Sea Dog took nothing then"
    assert replay(text.replace(weak, ""), FACES).as_json()["squares"] == {"black": 0, "white": 2}


def test_a_record_that_carries_its_cards_needs_no_catalogue() -> None:
    record, state, outcome = random_game(11)
    assert replay(write_record(record, outcome), Faces({})).states[-1].board == state.board
    assert "is not a card of the catalogue" in " ".join(
        refused_without_catalogue(write_record(Record(record.mode, record.hands, record.deal, record.moves, {})))
    )


def refused_without_catalogue(text: str) -> tuple[str, ...]:
    with pytest.raises(RecordError) as error:
        replay(text, Faces({}))
    return error.value.reasons


def test_leading_zeros_are_decimal() -> None:
    assert replay(EXAMPLE.replace("s=84", "s=084").replace("[84, 6", "[084, 06"), FACES).record.hands[0][:2] == (84, 6)


def test_reading_gives_what_was_written_beside_the_game() -> None:
    record, captures, result = read_record(EXAMPLE + "result: {squares: {black: 1, white: 2}}\n")
    assert record.deal.antes == (1, 2)
    assert list(captures) == ["", "xs", "xs", "xs"]
    assert result == {"squares": {"black": 1, "white": 2}}


def test_a_record_names_its_game() -> None:
    assert replay_any(EXAMPLE, {"mudwater": FACES}).as_json() == replay(EXAMPLE, FACES).as_json()
    for text in (EXAMPLE.replace("game: mudwater", "game: go"), EXAMPLE.replace("game: mudwater\n", "")):
        with pytest.raises(RecordError, match=r"game: .*there is mudwater"):
            replay_any(text, {"mudwater": FACES})


def test_games_are_found_by_name() -> None:
    assert [game_named(name).name for name in NAMES] == list(NAMES)
    with pytest.raises(NotUnderstood, match="there is mudwater"):
        game_named("chess\x1b[31m")


SCALARS = st.sampled_from(
    ["mudwater", "standard", "black", "unknown", "1", "45", "045", "s=84", "pass", "x", "", "1:30"]
)
TREES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SCALARS, inner, max_size=4), max_leaves=12
)
KEYS = st.sampled_from(["game", "mode", "first", "hands", "ante", "moves", "resigned", "result", "cards"])


@given(st.dictionaries(KEYS, TREES))
def test_any_tree_is_a_replay_or_a_refusal_with_reasons(changes: dict[str, Any]) -> None:
    text = yaml.dump({**yaml.load(EXAMPLE, yaml.CBaseLoader), **changes})
    try:
        said = [str(replay(text, FACES).as_json())]
    except RecordError as error:
        said = list(error.reasons)
    assert said
    assert all(said)


def test_faces_are_equal_by_content_and_hash_alike() -> None:
    face = Face(Level.I, Family.CLUB, (1, 2, 3, 4))
    assert Faces({2: face, 1: face}) == Faces({1: face, 2: face})
    assert hash(Faces({2: face, 1: face})) == hash(Faces({1: face, 2: face}))
    assert Faces({1: face}) != Faces({2: face})
    assert 1 in Faces({1: face})
    assert len(Faces({1: face})) == 1


@pytest.mark.parametrize("seat", ["black", "white"])
def test_who_resigned_lost_whatever_the_squares_say(seat: str) -> None:
    played = replay(
        f"{EXAMPLE}resigned: {seat}\nresult: {{squares: {{black: 1, white: 2}}, winner: {OTHER[seat]}}}\n", FACES
    )
    printed = played.as_json()
    assert (printed["termination"], printed["winner"], printed["ante_to"]) == ("resigned", OTHER[seat], OTHER[seat])
    assert len(played.states) == len(played.record.moves) + 1 == len(played.events) + 1
    assert [event.kind for event in played.ending] == ["resigned", "ended", "antes-turned-over"]
    end = played.states[-1]
    assert list(GAME.moves(end, end.to_move)) == []
    fault = GAME.fault(end, end.to_move, played.record.moves[0])
    assert fault is not None
    assert fault.message == f"The game is over: {seat.capitalize()} resigned."
    assert GAME.view(end, 0).known.sides[1].ante == 2
    assert replay(write_record(played.record, played.outcome), FACES).states == played.states


def test_the_winner_of_a_game_given_up_is_checked_too() -> None:
    assert refused(f"{EXAMPLE}resigned: black\nresult: {{winner: black}}\n").reasons == (
        "result, winner: the record says black, but the moves give white.",
    )


@given(seed=st.integers(0, 200))
def test_nobody_resigns_a_game_that_is_over_and_anybody_may_before(seed: int) -> None:
    record, _, outcome = random_game(seed)
    whole = write_record(replace(record, resigned=0))
    with pytest.raises(RecordError, match="the game was over after its last move, so black could not resign"):
        replay(whole, FACES)
    rng = random.Random(seed)
    short = replace(record, moves=record.moves[: rng.randrange(len(record.moves))], resigned=rng.randrange(2))
    played = replay(write_record(short), FACES)
    assert played.outcome is not None
    assert short.resigned is not None
    assert played.outcome.winners == {1 - short.resigned}
    assert outcome.termination != "resigned"
