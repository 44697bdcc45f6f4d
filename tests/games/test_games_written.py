"""Written games of any kind, by a game small enough to know every move of: two to four seats bid, chance deals once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import IllegalMove, NotUnderstood, RecordError, UnreadableMove
from collection.games.field import Field
from collection.games.protocol import CHANCE, Event, Fault, Outcome, Over, Seats
from collection.games.registry import written_game
from collection.games.written import Options, Variant, begin, choose_options, how_many, replay, write_record


@dataclass(frozen=True)
class Table:
    seats: int
    prize: int | None = None
    bids: tuple[int, ...] = ()
    protested: bool = False
    protests_allowed: bool = False


class Prize:
    """What chance draws: 1 to 3."""

    def sample(self, rng: random.Random) -> int:
        return rng.randint(1, 3)


class Auction:
    """All bid 1 to 3 at once; the greatest bid wins, unless somebody protests first (a `may`)."""

    name = "auction"
    seats = range(2, 5)
    variants = (Variant("protests", ("no", "yes"), "Whether anybody may protest, once."),)
    fields = (Field("prizes", "3", confirmed=True), Field("bids", "3", confirmed=False))

    def setup(self, seats: int, options: Options) -> Table:
        if options.get("protests", "no") not in ("no", "yes"):
            raise RecordError("options, protests: no or yes.")
        return Table(seats, protests_allowed=options.get("protests") == "yes")

    def start(self, setup: Table) -> Table:
        return setup

    def turn(self, state: Table) -> Any:
        if state.prize is None:
            return Prize()
        if state.bids:
            return Over()
        everybody = frozenset(range(state.seats))
        may = everybody if state.protests_allowed and not state.protested else frozenset[int]()
        return Seats(everybody, may)

    def fault(self, state: Table, seat: int, move: int) -> Fault | None:
        if move == 0:
            return None if state.protests_allowed and not state.protested else Fault("no-protest", "No protests here.")
        return None if 1 <= move <= 3 else Fault("bid", "A bid is 1 to 3.")

    def apply(self, state: Table, moves: Mapping[int, int]) -> tuple[Table, tuple[Event, ...]]:
        if CHANCE in moves:
            event = Event("prize", frozenset({0}), (("worth", moves[CHANCE]),))
            return Table(state.seats, moves[CHANCE], (), state.protested, state.protests_allowed), (event,)
        if 0 in moves.values():
            (seat,) = moves
            return Table(state.seats, state.prize, (), True, True), (Event("protest", None, (("by", seat),)),)
        bids = tuple(moves[seat] for seat in range(state.seats))
        return Table(state.seats, state.prize, bids, state.protested, state.protests_allowed), (Event("sold"),)

    def outcome(self, state: Table) -> Outcome | None:
        if not state.bids:
            return None
        best = max(state.bids)
        return Outcome("sold", frozenset(s for s, bid in enumerate(state.bids) if bid == best), state.bids)

    def write(self, move: int) -> str:
        return str(move) if move else "protest: I"

    def read(self, state: Table, text: str) -> int:
        if text == "protest: I":
            return 0
        if not text.isdigit():
            raise UnreadableMove(f"{text} is no bid.")
        return int(text)

    def shown(self, state: Table) -> dict[str, Any]:
        return {"public": {"bids": list(state.bids)}, "hidden": {"prize": state.prize}}


GAME: Any = Auction()


@given(seats=st.integers(2, 4), seed=st.integers(0, 99), protest=st.booleans(), data=st.data())
def test_what_was_played_is_written_and_replays_to_the_same_states(
    seats: int, seed: int, protest: bool, data: st.DataObject
) -> None:
    played = begin(GAME, seats, {"protests": "yes"} if protest else {}).drawn(random.Random(seed))
    if protest:
        played = played.then({data.draw(st.integers(0, seats - 1)): 0})
    played = played.then({seat: data.draw(st.integers(1, 3)) for seat in range(seats)})
    text = write_record(played)
    again = replay(text, GAME)
    assert (again.states, again.steps, again.events) == (played.states, played.steps, played.events)
    assert write_record(again) == text
    assert laid_out(yaml.safe_load(text)) == text, "put together of parts, and a document like any other"
    told = again.as_json()
    assert told["moves"][0] == {
        "moves": [{"seat": "chance", "move": str(played.steps[0][CHANCE])}],
        "happened": [{"kind": "prize", "seats": ["A"], "worth": played.steps[0][CHANCE]}],
    }
    if protest:
        assert told["moves"][1]["happened"] == [
            {"kind": "protest", "seats": None, "by": told["moves"][1]["moves"][0]["seat"]}
        ]
    assert [one["seat"] for one in told["moves"][-1]["moves"]] == [*"ABCD"[:seats]]
    assert told["outcome"]["points"] == list(played.state.bids)


def laid_out(document: Any) -> Any:
    return yaml.safe_dump(document, sort_keys=False, default_flow_style=None, allow_unicode=True, width=100)


def test_a_record_that_stops_early_has_no_outcome() -> None:
    played = replay("game: auction\nseats: 2\nmoves: [chance: 2]\n", GAME)
    assert played.outcome is None
    assert played.as_json()["outcome"] is None
    assert "result" not in write_record(played)


@pytest.mark.parametrize(
    ("record", "reasons"),
    [
        ("game: auction\nmoves: []\n", ["seats: the number of players is missing."]),
        ("game: auction\nseats: 5\nmoves: []\n", ["seats: auction is played by 2 to 4, not by 5."]),
        ("game: auction\nseats: many\nmoves: 3\n", ["seats: a number", "moves: a list"]),
        ("game: auction\nseats: 2\nfirst: me\nmoves: []\n", ["no such key"]),
        ("game: auction\nseats: 2\noptions: {protests: maybe}\nmoves: []\n", ["options, protests: no or yes."]),
        ("game: auction\nseats: 2\nmoves: [chance: 2, {A: 2}]\n", ["Move 2 (2): It is for seat A, B to act"]),
        ("game: auction\nseats: 2\nmoves: [{A: 2, B: 2}]\n", ["Move 1 (2, 2): Chance is to move"]),
        ("game: auction\nseats: 2\nmoves: [chance: 2, {A: 2, B: x}]\n", ["Move 2 (2, x): x is no bid."]),
        ("game: auction\nseats: 2\nmoves: [chance: 2, {A: 2, B: 9}]\n", ["Move 2 (2, 9): B: A bid is 1 to 3."]),
        (
            "game: auction\nseats: 2\nmoves: [chance: 2, {A: 9, B: 9}]\n",
            ["Move 2 (9, 9): A: A bid is 1 to 3. B: A bid is 1 to 3."],
        ),
        ('game: auction\nseats: 2\nmoves: [chance: "2\\n\\u202e!"]\n', ["Move 1 (2 !): "]),
        ("game: auction\nseats: 2\nmoves: [chance: 2, {A: 2, 1: 1}]\n", ["is no seat"]),
        ("game: auction\nseats: 2\nmoves: [chance: 2, {A: 2, B: 1}, {A: 1, B: 1}]\n", ["The game is over"]),
        ("game: auction\nseats: 2\nmoves: [chance: 2]\nresult: {winners: [A]}\n", ["not over after the last move"]),
        (
            "game: auction\nseats: 2\nmoves: [chance: 2, {A: 2, B: 1}]\nresult: {winners: [B], points: [2, 1]}\n",
            ["result, winners: the record says B, but the moves give A."],
        ),
    ],
)
def test_a_record_that_is_not_right_says_what_and_where(record: str, reasons: list[str]) -> None:
    with pytest.raises(RecordError) as refused:
        replay(record, GAME)
    for reason in reasons:
        assert any(reason in one for one in refused.value.reasons), refused.value.reasons


def test_how_many_play_is_told_as_a_range_only_where_it_is_one() -> None:
    assert (how_many(range(2, 3)), how_many([3, 4, 5, 6])) == ("2", "3 to 6")
    with pytest.raises(RecordError, match="cardia is played by 2, not by 3"):
        begin(written_game("cardia"), 3, {})


def test_one_of_those_who_may_moves_alone_and_only_while_they_may() -> None:
    played = begin(GAME, 3, {"protests": "yes"}).drawn(random.Random(1)).then({2: 0})
    with pytest.raises(IllegalMove, match="It is for seat A, B, C to act, not for C"):
        played.then({2: 0})


def test_options_are_chosen_by_name_and_the_usual_ones_are_not_written() -> None:
    assert choose_options(GAME, {"protests": "no"}) == {}
    assert choose_options(GAME, {"protests": "yes"}) == {"protests": "yes"}
    with pytest.raises(NotUnderstood) as refused:
        choose_options(GAME, {"protests": "perhaps", "colour": "red"})
    assert len(refused.value.reasons) == 2


@given(seats=st.integers(2, 4), seed=st.integers(0, 99), data=st.data())
def test_what_is_chosen_together_waits_sealed_and_survives_being_written(
    seats: int, seed: int, data: st.DataObject
) -> None:
    played = begin(GAME, seats, {}).drawn(random.Random(seed))
    order = data.draw(st.permutations(range(seats)))
    bids = {seat: data.draw(st.integers(1, 3)) for seat in order}
    for count, seat in enumerate(order[:-1], start=1):
        played = replay(write_record(played.chosen(seat, bids[seat])), GAME)
        assert len(played.steps) == 1
        assert played.sealed == {one: bids[one] for one in order[:count]}
        with pytest.raises(IllegalMove, match="has chosen already"):
            played.chosen(seat, 1)
    done = played.chosen(order[-1], bids[order[-1]])
    assert (done.sealed, done.steps[-1]) == ({}, bids)
    back = done.back_to(1)
    assert (back.state, back.steps, back.outcome) == (played.state, played.steps, None)


@pytest.mark.parametrize(
    ("sealed", "reason"),
    [
        ("{A: 2, B: 2}", "everybody has chosen"),
        ("{A: 9}", "A bid is 1 to 3"),
        ("{Z: 1}", "a seat and its move"),
        ("{chance: 1}", "a seat and its move"),
        ("x", "a map of seats"),
    ],
)
def test_a_sealed_choice_that_is_not_right_says_so(sealed: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        replay(f"game: auction\nseats: 2\nmoves: [chance: 2]\nsealed: {sealed}\n", GAME)


def test_a_record_carries_what_is_not_confirmed_and_is_held_to_it() -> None:
    written = write_record(begin(GAME, 2, {}))
    assert "data: {bids: '3'}" in written
    assert replay(written, GAME).data == {"bids": "3"}
    with pytest.raises(RecordError) as refused:
        replay("game: auction\nseats: 2\ndata: {bids: 4, tables: 1, prizes: 3}\nmoves: []\n", GAME)
    assert [reason.partition(":")[0] for reason in refused.value.reasons] == ["data, bids", "data, tables"]
    with pytest.raises(RecordError, match="data: a map"):
        replay("game: auction\nseats: 2\ndata: [bids]\nmoves: []\n", GAME)
