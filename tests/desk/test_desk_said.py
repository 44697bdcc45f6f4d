from __future__ import annotations

import datetime as dt

import pytest

from collection.desk.said import said
from collection.errors import NotUnderstood

NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


def test_an_id_is_made_where_none_was_given_and_never_twice_the_same() -> None:
    made = {said(NOW).id for _ in range(50)}
    assert len(made) == 50
    assert all(len(one) == 32 for one in made)


@pytest.mark.parametrize("id", ["", "a b", "x" * 65, "ä", "a/b", "a\n", "\x1b[31m", "١٢"])
def test_an_id_that_is_none_is_not_understood(id: str) -> None:
    with pytest.raises(NotUnderstood):
        said(NOW, id=id)
    with pytest.raises(NotUnderstood):
        said(NOW, corrects=id)


def test_all_faults_of_an_envelope_are_named_at_once() -> None:
    with pytest.raises(NotUnderstood) as caught:
        said(NOW, id="a b", on=dt.date(2027, 1, 1), corrects="/")
    assert len(caught.value.reasons) == 3


def test_the_day_is_today_unless_said_otherwise() -> None:
    assert said(NOW).day == dt.date(2026, 3, 14)
    assert said(NOW).on is None
    assert said(NOW, on=dt.date(2020, 2, 29)).day == dt.date(2020, 2, 29)


def test_a_day_in_the_future_is_refused_and_today_is_not() -> None:
    assert said(NOW, on=NOW.date()).day == NOW.date()
    with pytest.raises(NotUnderstood, match="future"):
        said(NOW, on=NOW.date() + dt.timedelta(days=2))


@pytest.mark.parametrize(("hours", "day"), [(-11, 14), (0, 15), (14, 15)])
def test_today_is_counted_where_the_person_is(hours: int, day: int) -> None:
    now = dt.datetime(2026, 3, 15, 0, 30, tzinfo=dt.UTC).astimezone(dt.timezone(dt.timedelta(hours=hours)))
    assert said(now).day == dt.date(2026, 3, day)
    assert said(now, on=dt.date(2026, 3, day)).day == dt.date(2026, 3, day)
    with pytest.raises(NotUnderstood, match="future"):
        said(now, on=dt.date(2026, 3, day + 1))


def test_a_note_is_kept_without_anything_a_terminal_would_obey() -> None:
    assert said(NOW, note="  a\x1b[31m red\u202e \n note ").note == "a[31m red note"
    with pytest.raises(NotUnderstood):
        said(NOW, note="x" * 10_001)
