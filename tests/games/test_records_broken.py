"""Records of every game that somebody broke: each is replayed, or refused in sentences that stand on a plain line."""

from __future__ import annotations

import json
import random
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from collection.errors import CollectionError
from collection.games.protocol import Seats
from collection.games.registry import WRITTEN, replay_any, written_game
from collection.games.written import begin, write_record

PIECES = [
    "",
    "\n",
    "-",
    ": ",
    "{",
    "}",
    "[",
    "'",
    '"',
    "A",
    "B",
    "chance",
    "7",
    "-1",
    "w4",
    "slw",
    "é",
    "\\n",
    "\u202e",
]
MOVES = 12


@cache
def record(name: str) -> str:
    """Give the record of the beginning of a game."""
    rng, game = random.Random(5), written_game(name)
    played = begin(game, game.seats[-1], {}).drawn(rng)
    for _ in range(MOVES):
        turn = game.turn(played.state)
        assert isinstance(turn, Seats)
        played = played.then({seat: game.moves(played.state, seat).sample(rng) for seat in turn.must}).drawn(rng)
    return write_record(played)


@given(
    name=st.sampled_from(WRITTEN),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.sampled_from(PIECES)), min_size=1, max_size=4),
    swapped=st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_a_broken_record_is_replayed_or_refused_on_one_plain_line(
    name: str, cuts: list[tuple[float, int, str]], swapped: tuple[int, int]
) -> None:
    lines = record(name).split("\n")
    one, other = (place % len(lines) for place in swapped)
    lines[one], lines[other] = lines[other], lines[one]
    text = "\n".join(lines)
    for place, gone, piece in cuts:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + gone :]
    for reason in reasons(text):
        assert reason
        assert "\n" not in reason
        assert "\u202e" not in reason
        assert len(reason) < 1_000


def reasons(text: str) -> tuple[str, ...]:
    """Give why a record is refused; nothing where it is replayed, and told as JSON."""
    try:
        replayed = replay_any(text, {})
    except CollectionError as no:
        return tuple(no.reasons) or ("",)
    assert json.loads(json.dumps(replayed.as_json()))["game"] in WRITTEN
    return ()
