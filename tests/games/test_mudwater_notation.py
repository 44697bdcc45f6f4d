"""The notation, and the sentences in which faults speak."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Family, Level
from collection.errors import UnreadableMove
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Deal, Move, Pass, Play
from collection.games.mudwater.notation import read_move, write_move
from collection.games.mudwater.state import BLACK, SQUARES, WHITE, Face, Faces, Mode, State
from collection.games.protocol import CHANCE

CARDS = st.integers(1, 120)
MOVES = st.one_of(
    st.builds(Play, st.sampled_from(Act), st.integers(0, 8), CARDS),
    st.builds(Play, st.just(Act.ROCK), st.integers(0, 8), st.none()),
    st.just(Pass()),
    st.builds(Deal, st.tuples(CARDS | st.none(), CARDS | st.none()), st.integers(0, 1)),
)


@given(MOVES)
def test_every_move_is_read_as_it_was_written(move: Move) -> None:
    assert read_move(write_move(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("s=12", Play(Act.PLACE, 7, 12)),
        ("s~12", Play(Act.ROCK, 7, 12)),
        ("s+12", Play(Act.UPGRADE, 7, 12)),
        ("nw~unknown", Play(Act.ROCK, 0, None)),
        ("c=045", Play(Act.PLACE, 4, 45)),
        ("pass", Pass()),
        ("deal black=11 white=40 first=black", Deal((11, 40), BLACK)),
        ("deal black=unknown white=120 first=white", Deal((None, 120), WHITE)),
    ],
)
def test_the_notation_as_it_is_printed_in_the_design(text: str, move: Move) -> None:
    assert read_move(text) == move


def test_squares_are_named_by_the_compass() -> None:
    assert [write_move(Play(Act.PLACE, square, 1)) for square in range(9)] == [f"{name}=1" for name in SQUARES]


@pytest.mark.parametrize(
    "text",
    [
        *("", "s", "s=", "=12", "s12", "x=12", "ns=1", "s=0", "s=121", "s=-3", "s=1e3", "s=1_2", "s=0012", "s= 12"),
        *("s=١٢", "s=１２", "s=²", "S=12", "PASS", "passe", "s=12\n", "s=12 xs", "s=unknown", "s+unknown", "s~UNKNOWN"),
        *("deal", "deal black=1 white=2", "deal black=1 white=121 first=black", "deal black=1 white=2 first=red"),
        *("s=12\x1b[31m", "s" * 10_000, "\ud800"),
    ],
)
def test_what_is_no_move_is_refused_in_one_clear_sentence(text: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        read_move(text)
    (reason,) = error.value.reasons
    assert len(reason) < 300
    assert reason.endswith(".")
    assert all(character.isprintable() for character in reason)


def test_spaces_around_a_move_do_not_matter() -> None:
    assert Mudwater().read(table(), " s=1 ") == Play(Act.PLACE, 7, 1)


def table(*moves: str) -> State:
    """Numbers 1 to 14 in both hands, Levels I I I II II III III IV IV IV V V V V; the antes are 13 and 14."""
    game = Mudwater()
    levels = (1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5)
    faces = Faces({n: Face(Level(level), Family.CLUB, (1, 1, 1, 1)) for n, level in enumerate(levels, start=1)})
    state = game.start(Setup(faces, Mode.STANDARD, (tuple(range(1, 15)), tuple(range(1, 15))), BLACK))
    state, _ = game.apply(state, {CHANCE: Deal((13, 14), BLACK)})
    for text in moves:
        state, _ = game.apply(state, {state.to_move: game.read(state, text)})
    return state


NAMED = Mudwater({6: "Sea Dog", 4: "Dead Calm"})


@pytest.mark.parametrize(
    ("before", "move", "sentence"),
    [
        (
            (),
            "nw=6",
            "Sea Dog (6) is Level III; only Level I cards are placed face up on an empty square such as nw. "
            "It can be played as a rock on an empty square.",
        ),
        (
            ("s=1", "n=1"),
            "s+6",
            "Sea Dog (6) is Level III; the top of s is Level I, so only a Level II card upgrades it. "
            "It can be played as a rock on an empty square.",
        ),
        (
            ("s~1", "n=1"),
            "s+6",
            "Sea Dog (6) is Level III; s is a rock and counts as Level I, so only a Level II card upgrades it. "
            "It cannot be played anywhere now.",
        ),
        (
            ("s=1", "n=1"),
            "n+4",
            "Square n is White's: no card is ever played on an enemy square, it is captured from beside. "
            "Dead Calm (4) is Level II. It can be played as a rock on an empty square, or played as an upgrade of s.",
        ),
        (
            ("s~1", "n=1"),
            "e~2",
            "Black has a rock on s: one uncovered rock at a time, so card 2 cannot be a rock on e before a Level II "
            "card covers that one. It can be placed face up on an empty square.",
        ),
        (
            (),
            "c+4",
            "Square c is empty: an upgrade goes on top of a square that Black controls. Dead Calm (4) is Level II. "
            "It can be played as a rock on an empty square.",
        ),
        (
            ("s=1", "n=1"),
            "s=2",
            "Square s is Black's own and not empty: a card is placed face up on an empty square only, and only an "
            "upgrade with a Level II card goes there. Card 2 is Level I. It can be placed face up or played as a rock "
            "on an empty square.",
        ),
        ((), "c=13", "Card 13 is Black's ante, set aside until the game ends."),
        (("s=1", "n=1"), "c=1", "Card 1 was played already and lies on s; a hand holds no card twice."),
        ((), "c=99", "Card 99 is not in Black's hand."),
        (
            (),
            "pass",
            "Black can still play and so must not pass; for example nw=1 is legal. Pass only when nothing else is.",
        ),
        (
            (),
            "c~unknown",
            "Say which card is played; only a rock in a real table's record, never turned over, may stay unknown.",
        ),
    ],
)
def test_faults_name_card_and_square_and_what_would_be_allowed(
    before: tuple[str, ...], move: str, sentence: str
) -> None:
    state = table(*before)
    fault = NAMED.fault(state, state.to_move, NAMED.read(state, move))
    assert fault is not None
    assert fault.message == sentence


def test_a_play_out_of_turn_says_whose_turn_it_is() -> None:
    fault = NAMED.fault(table(), WHITE, Play(Act.PLACE, 4, 1))
    assert fault is not None
    assert (fault.code, fault.message) == ("not-your-turn", "It is Black's turn.")


def test_a_square_off_the_board_is_a_fault_too() -> None:
    for square in (-1, 9):
        fault = NAMED.fault(table(), BLACK, Play(Act.PLACE, square, 1))
        assert fault is not None
        assert fault.code == "no-square"
