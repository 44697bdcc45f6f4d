"""Records of any game, and the data that they are played with."""

from __future__ import annotations

import random

import pytest

from collection.errors import NotUnderstood, RecordError
from collection.games.registry import NAMES, TITLES, WRITTEN, game_of_record, replay_any, told, written_game
from collection.games.written import WrittenGame, begin, write_record

SMALLER = {"hand": "6", "count.water.6": "5", "total": "115"}


def a_record(corrections: dict[str, str] | None = None) -> str:
    return write_record(begin(written_game("matschig", corrections), 3, {}).drawn(random.Random(1)))


def fact(game: WrittenGame, name: str) -> str:
    return next(field.value for field in game.fields if field.name == name)


def test_a_record_is_played_with_the_data_that_it_began_with_whatever_is_corrected_later() -> None:
    written = a_record(SMALLER)
    later = {"hand": "9"}
    played = replay_any(written, {"matschig": later})
    assert [len(hand) for hand in played.states[-1].hands] == [6, 6, 6]
    assert fact(game_of_record(written, later), "count.water.6") == "5"
    before = replay_any(a_record(), {"matschig": SMALLER})
    assert [len(hand) for hand in before.states[-1].hands] == [7, 7, 7]
    assert write_record(replay_any(written, {})) == written  # type: ignore[arg-type]


def test_a_record_by_hand_that_carries_no_data_is_played_with_the_owners() -> None:
    record = "game: matschig\nseats: 3\nmoves: []\n"
    assert fact(game_of_record(record, SMALLER), "hand") == "6"
    assert fact(game_of_record(record), "hand") == "7"


def test_data_that_does_not_hold_together_is_told_at_once() -> None:
    record = "game: matschig\nseats: 3\ndata: {count.water.4: 7, hand: many, moons: 2}\nmoves: []\n"
    with pytest.raises(RecordError) as refused:
        replay_any(record, {})
    assert [reason.partition(":")[0] for reason in refused.value.reasons] == ["data, hand", "data, moons"]
    with pytest.raises(RecordError, match="a kind of its own"):
        game_of_record("game: mudwater\n")


def test_every_game_has_a_title_and_every_written_one_tells_its_events() -> None:
    assert set(NAMES) <= set(TITLES)
    for name in WRITTEN:
        game = written_game(name)
        played = begin(game, game.seats[0], {}).drawn(random.Random(3))
        names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"][: game.seats[0]]
        sentences = [told(name)(event, names) for events in played.events for event in events]
        assert all(not said or said[-1] in ".!" for said in sentences)
    with pytest.raises(NotUnderstood):
        told("mudwater")
