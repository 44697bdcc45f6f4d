"""Two hands side by side: every number is told once, where it belongs."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.data import load_catalogue
from collection.hands.comparing import changes, compare

CATALOGUE = load_catalogue()
HANDS = st.lists(st.integers(0, 130), max_size=16).map(tuple)


@given(HANDS, HANDS)
def test_every_number_of_two_hands_stands_once_and_at_its_level(here: tuple[int, ...], there: tuple[int, ...]) -> None:
    groups = compare(here, there, CATALOGUE)
    for group in groups:
        for number in (*group.both, *group.here, *group.there):
            assert (CATALOGUE[number].level if number in CATALOGUE else None) is group.level
        assert set(group.both) <= set(here) & set(there)
        assert set(group.here) <= set(here) - set(there)
        assert set(group.there) <= set(there) - set(here)
    told = Counter(number for group in groups for number in (*group.both, *group.here, *group.there))
    assert told == Counter({*here, *there})


@given(HANDS, HANDS)
def test_what_came_in_and_went_out_leads_from_one_hand_to_the_other(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    came, went = changes(before, after)
    assert Counter(before) + Counter(came) - Counter(went) == Counter(after)
    assert not set(came) & set(went)
