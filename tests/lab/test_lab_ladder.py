"""A hand's ladder, tried out, names the cards that no game or hardly any got onto the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from collection.catalogue.card import EDGES, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused, NotUnderstood
from collection.hands.ladder import ladder
from collection.lab.ladder import FEWEST_GAMES, LadderReport, Why, assumptions, tried_out
from collection.lab.simulation import Simulation, Use

CATALOGUE = load_catalogue()
BY_LEVEL = {level: tuple(card.number for card in CATALOGUE if card.level is level) for level in Level}


def of_levels(*counts: int) -> tuple[int, ...]:
    return tuple(number for level, count in zip(Level, counts, strict=True) for number in BY_LEVEL[level][:count])


SHUT = of_levels(11, 2, 0, 0, 1)
"""A hand whose Legendary has no way up."""
ONES = of_levels(14, 0, 0, 0, 0)


def report(uses: dict[int, Use], cards: tuple[int, ...] = ONES) -> LadderReport:
    return LadderReport(ladder(cards, CATALOGUE), Simulation(100, 50, 0, 50, 0.5, 0.4, 0.6, uses))


def test_a_card_with_no_way_up_is_never_played_without_the_rival_and_is_named() -> None:
    tried = tried_out(CATALOGUE, SHUT, 30, 5)
    assert tried.dead_weight[SHUT[-1]] is Why.NO_WAY_UP
    assert tried.simulation is not None
    assert tried.simulation.games == 30
    assert set(tried.simulation.uses) == set(SHUT)


@pytest.mark.parametrize(
    ("held", "face_up", "is_dead"),
    [(100, 4, True), (100, 5, False), (FEWEST_GAMES, 0, True), (FEWEST_GAMES, 1, False), (FEWEST_GAMES - 1, 0, False)],
)
def test_less_than_one_game_of_twenty_is_dead_weight_once_there_are_games_enough(
    held: int, face_up: int, is_dead: bool
) -> None:
    card = ONES[0]
    assert report({card: Use(held, face_up, 3)}).dead_weight == ({card: Why.SELDOM_PLAYED} if is_dead else {})


def test_no_way_up_is_the_reason_that_is_given_where_both_hold() -> None:
    dead = report({SHUT[-1]: Use(90, 0, 0), SHUT[0]: Use(90, 0, 0)}, SHUT).dead_weight
    assert dead == {SHUT[0]: Why.SELDOM_PLAYED, SHUT[-1]: Why.NO_WAY_UP}
    assert list(dead) == sorted(dead)


def test_the_share_is_of_the_games_in_hand_and_has_a_range() -> None:
    played = report({ONES[0]: Use(80, 20, 5), ONES[1]: Use(0, 0, 0)}).played(ONES[0])
    assert played is not None
    assert played.low < played.estimate == 0.25 < played.high
    assert report({ONES[1]: Use(0, 0, 0)}).played(ONES[1]) is None
    assert report({}).played(ONES[0]) is None


def test_counted_alone_only_ways_are_judged() -> None:
    counted = LadderReport(ladder(SHUT, CATALOGUE))
    assert counted.dead_weight == {SHUT[-1]: Why.NO_WAY_UP}
    assert counted.played(SHUT[0]) is None


def test_one_seed_tells_the_same_twice() -> None:
    assert tried_out(CATALOGUE, SHUT, 8, 3) == tried_out(CATALOGUE, SHUT, 8, 3)


def test_hands_that_cannot_be_played_and_no_games_are_refused() -> None:
    with pytest.raises(HandRefused):
        tried_out(CATALOGUE, SHUT[:13], 1, 0)
    with pytest.raises(NotUnderstood):
        tried_out(CATALOGUE, SHUT, 0, 0)


def test_stand_ins_are_counted_among_the_assumptions_until_all_are_confirmed() -> None:
    def confirmed(count: int) -> Catalogue:
        sure = frozenset({"number", "level", *EDGES})
        return Catalogue(
            replace(card, confirmed=sure if card.number <= count else frozenset()) for card in load_catalogue()
        )

    assert "all 120 cards are stand-ins" in assumptions(confirmed(0))[-1]
    assert "20 of the 120 cards are stand-ins" in assumptions(confirmed(100))[-1]
    assert not any("stand-in" in sentence for sentence in assumptions(confirmed(120)))
