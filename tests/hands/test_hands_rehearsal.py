"""A rehearsal hand: what was seen comes first, chance fills the rest evenly, and fourteen different cards come out."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.hands.dealing import BEGINNERS_SPLIT
from collection.hands.legality import table_faults
from collection.hands.rehearsal import Draw, Evidence, Sighting, Source, rehearsal

CATALOGUE = load_catalogue()
MARCH = dt.date(2026, 3, 1)
numbers = st.integers(1, 120)
days = st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31))
sightings = st.builds(Sighting, numbers, st.integers(1, 9), days, st.integers(0, 1))


@st.composite
def knowledge(draw: st.DrawFn) -> Evidence:
    """Whatever a book can hold of a rival; the net of a pair has one direction, so no card is held and came as well."""
    held = draw(st.dictionaries(numbers, days, max_size=8))
    came = draw(st.dictionaries(numbers.filter(lambda number: number not in held), days, max_size=8))
    return Evidence(
        tuple(draw(st.lists(sightings, max_size=30, unique_by=lambda one: one.card))),
        held,
        draw(st.frozensets(numbers, max_size=8)),
        came,
        draw(st.frozensets(numbers, max_size=120)),
    )


def of_level(level: Level) -> list[int]:
    return [card.number for card in CATALOGUE if card.level is level]


@given(knowledge(), st.integers(0, 2**32))
def test_every_rehearsal_hand_can_be_played_and_the_same_seed_gives_it_again(evidence: Evidence, seed: int) -> None:
    made = rehearsal(evidence, CATALOGUE, random.Random(seed))
    assert table_faults(made.cards, CATALOGUE) == ()
    assert {pick.card for pick in made.picks} == set(made.cards)
    assert rehearsal(evidence, CATALOGUE, random.Random(seed)) == made


@given(knowledge(), st.integers(0, 2**32))
def test_what_was_seen_comes_first_and_leaves_only_for_what_was_seen_later(evidence: Evidence, seed: int) -> None:
    made = rehearsal(evidence, CATALOGUE, random.Random(seed))
    last = {one.card: one.last for one in evidence.seen}
    theirs = {card for card, day in last.items() if card not in evidence.came or day > evidence.came[card]}
    shown = {pick.card for pick in made.picks if isinstance(pick.why, Sighting)}
    assert shown | set(made.no_room) == theirs
    assert len(shown) == min(14, len(theirs))
    assert all(last[out] <= last[kept] for out in made.no_room for kept in shown)
    assert set(made.came) == set(last) - theirs


@given(knowledge(), st.integers(0, 2**32))
def test_levels_follow_the_split_as_far_as_what_was_seen_leaves_it(evidence: Evidence, seed: int) -> None:
    made = rehearsal(evidence, CATALOGUE, random.Random(seed))
    seen = Counter(CATALOGUE[pick.card].level for pick in made.picks if isinstance(pick.why, Sighting))
    # The Levels that were asked for, before a Level that has run out is made up from its neighbour.
    drawn = Counter(pick.why.level for pick in made.picks if isinstance(pick.why, Draw))
    if any(len([n for n in of_level(level) if n not in evidence.wanted | set(evidence.came)]) < 6 for level in Level):
        return
    for level, wanted in BEGINNERS_SPLIT.items():
        assert drawn[level] <= max(0, wanted - seen[level])
    assert drawn[None] <= 1


@given(knowledge(), st.integers(0, 2**32))
def test_cards_that_came_or_are_looked_for_are_drawn_only_where_there_are_no_others(
    evidence: Evidence, seed: int
) -> None:
    made = rehearsal(evidence, CATALOGUE, random.Random(seed))
    drawn = {pick.card for pick in made.picks if isinstance(pick.why, Draw)}
    known = set(evidence.held) | evidence.offered
    out = set(evidence.came) | (evidence.wanted - known)
    if len(set(range(1, 121)) - out) >= 28:
        assert not drawn & out


def test_with_nothing_known_the_hand_is_the_split_and_one_more() -> None:
    made = rehearsal(Evidence(), CATALOGUE, random.Random(1))
    assert made.seen == 0
    levels = Counter(CATALOGUE[card].level for card in made.cards)
    levels.subtract(BEGINNERS_SPLIT)
    assert sorted(levels.values()) == [0, 0, 0, 0, 1]
    assert [pick.why.level for pick in made.picks if isinstance(pick.why, Draw)].count(None) == 1


def test_within_a_level_every_card_is_drawn_as_often_as_any_other() -> None:
    rng = random.Random(20)
    games = 1000
    times = Counter(card for _ in range(games) for card in rehearsal(Evidence(), CATALOGUE, rng).cards)
    for level, wanted in BEGINNERS_SPLIT.items():
        cards = of_level(level)
        # The free card adds its share of 1 in 107 to each that is left.
        expected = games * (wanted / len(cards) + (1 - wanted / len(cards)) / 107)
        deviation = (expected * (1 - expected / games)) ** 0.5
        assert all(abs(times[card] - expected) < 4.5 * deviation for card in cards), level


def test_seen_too_often_of_one_level_costs_places_of_the_others_by_chance() -> None:
    ones = of_level(Level.I)[:10]
    evidence = Evidence(tuple(Sighting(card, 1, MARCH) for card in ones))
    rests = set()
    for seed in range(40):
        made = rehearsal(evidence, CATALOGUE, random.Random(seed))
        assert set(ones) <= set(made.cards)
        rest = [CATALOGUE[card].level for card in made.cards if card not in ones]
        assert len(rest) == 4
        assert Level.I not in rest
        rests.add(tuple(sorted(rest)))
    assert len(rests) > 3


def test_a_card_that_came_is_theirs_no_more_unless_they_were_seen_with_another_one_later() -> None:
    came = {7: MARCH}
    before = Evidence((Sighting(7, 3, MARCH),), came=came)
    later = Evidence((Sighting(7, 4, MARCH + dt.timedelta(1)),), came=came)
    for seed in range(50):
        gone = rehearsal(before, CATALOGUE, random.Random(seed))
        assert 7 not in gone.cards
        assert gone.came == (7,)
    assert 7 in rehearsal(later, CATALOGUE, random.Random(1)).cards


def test_cards_known_as_theirs_are_drawn_before_any_other_of_their_level_and_say_so() -> None:
    held, offered = of_level(Level.V)[0], of_level(Level.IV)[:2]
    evidence = Evidence(held={held: MARCH}, offered=frozenset(offered))
    made = rehearsal(evidence, CATALOGUE, random.Random(3))
    why = {pick.card: pick.why for pick in made.picks}
    assert why[held] == Draw(1, Level.V, Source.HELD, MARCH)
    assert str(why[held]) == "known: from you 2026-03-01"
    for card in offered:
        reason = why[card]
        assert isinstance(reason, Draw)
        assert reason.source is Source.OFFERED


def test_the_latest_seen_come_before_those_seen_more_often() -> None:
    old = [Sighting(card, 9, MARCH) for card in range(1, 15)]
    new = [Sighting(card, 1, MARCH + dt.timedelta(1)) for card in range(20, 24)]
    made = rehearsal(Evidence((*old, *new)), CATALOGUE, random.Random(1))
    assert [pick.card for pick in made.picks[:4]] == [20, 21, 22, 23]
    assert made.no_room == (11, 12, 13, 14)


def test_a_rival_who_looks_for_everything_still_gets_a_hand() -> None:
    everything = frozenset(range(1, 121))
    made = rehearsal(Evidence(wanted=everything), CATALOGUE, random.Random(1))
    assert table_faults(made.cards, CATALOGUE) == ()


def test_fourteen_cards_must_be_there_to_draw_from() -> None:
    few = Catalogue(list(CATALOGUE)[:13])
    with pytest.raises(ValueError, match="has 13"):
        rehearsal(Evidence(), few, random.Random(1))


def test_each_reason_is_said_in_words() -> None:
    assert str(Sighting(1, 1, MARCH)) == "seen in 1 game, last 2026-03-01"
    assert str(Sighting(1, 3, MARCH, 1)) == "seen in 3 games (1 as ante), last 2026-03-01"
    assert str(Draw(26, Level.II)) == "drawn: 1 of 26 of Level II"
    assert str(Draw(90, None)) == "drawn: 1 of 90 of any Level, for the free place"
    assert str(Draw(4, Level.I, Source.OFFERED)) == "drawn: 1 of 4 known, they offer it"
