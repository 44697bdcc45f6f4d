"""A hand tried out meets the same rivals and luck for one seed, on equal terms, and its cards are counted."""

from __future__ import annotations

import random

import pytest

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused, NotUnderstood
from collection.games.mudwater.state import Mode
from collection.hands.dealing import draw_hand
from collection.lab.simulation import Use, joined, simulate


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def hand(catalogue: Catalogue) -> tuple[CardNo, ...]:
    return draw_hand(catalogue, {card.number: 1 for card in catalogue}, random.Random(1))


def of_level(catalogue: Catalogue, level: Level) -> tuple[CardNo, ...]:
    return tuple(card.number for card in catalogue if card.level is level)[:14]


def test_a_report_adds_up(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    report = simulate(catalogue, hand, 14, seed=1)
    assert report.games == report.wins + report.draws + report.losses == 14
    assert report.score == (report.wins + report.draws / 2) / 14
    assert 0 <= report.low <= report.score <= report.high <= 1
    assert set(report.uses) == set(hand)
    # One card of the hand is the ante in each game, thirteen are in hand.
    assert sum(use.held for use in report.uses.values()) == 13 * 14
    for use in report.uses.values():
        assert use.face_up + use.rock <= use.held
        assert 0 <= use.share <= 1


def test_a_seed_repeats_a_report_and_another_does_not(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    first, again, other = (simulate(catalogue, hand, 12, seed) for seed in (5, 5, 6))
    assert first == again
    assert first.uses != other.uses


def test_the_order_of_the_cards_says_nothing(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    assert simulate(catalogue, hand, 6, seed=3) == simulate(catalogue, hand[::-1], 6, seed=3)


def test_more_games_go_on_where_fewer_stopped(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    few, more = simulate(catalogue, hand, 6, seed=3), simulate(catalogue, hand, 12, seed=3)
    assert 0 <= more.wins - few.wins <= 6
    assert all(0 <= more.uses[card].held - few.uses[card].held <= 6 for card in hand)


def test_a_run_in_parts_is_the_run_at_once(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    parts = [simulate(catalogue, hand, games, seed=3, first=first) for first, games in ((0, 5), (5, 1), (6, 4))]
    assert joined(parts) == simulate(catalogue, hand, 10, seed=3)


def test_a_hand_without_level_one_plays_only_rocks_and_what_stands_on_them(catalogue: Catalogue) -> None:
    fives = of_level(catalogue, Level.V) + of_level(catalogue, Level.IV)[:6]
    report = simulate(catalogue, fives, 12, seed=2)
    assert all(use.face_up == 0 for card, use in report.uses.items() if catalogue[card].level is Level.V)
    assert report.score < 0.2


def test_a_rival_of_the_field_is_met_in_every_seat_and_order(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    # Against itself, over whole rounds, nobody is favoured; here it is only asked that a field is played at all.
    weak = of_level(catalogue, Level.V) + of_level(catalogue, Level.IV)[:6]
    assert simulate(catalogue, hand, 8, seed=1, field=[weak]).score > 0.8
    assert simulate(catalogue, weak, 8, seed=1, field=[hand, hand]).score < 0.2


def test_families_break_ties_in_advanced_mode_only(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    assert simulate(catalogue, hand, 12, 5, Mode.ADVANCED) != simulate(catalogue, hand, 12, 5)


def test_what_cannot_be_tried_out_is_said(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    with pytest.raises(NotUnderstood):
        simulate(catalogue, hand, 0, seed=1)
    with pytest.raises(HandRefused):
        simulate(catalogue, hand[:13], 1, seed=1)
    with pytest.raises(HandRefused):
        simulate(catalogue, (*hand[:13], hand[0]), 1, seed=1)
    with pytest.raises(HandRefused):
        simulate(catalogue, (*hand[:13], 999), 1, seed=1)


def test_a_card_never_in_hand_has_a_share_of_nothing() -> None:
    assert Use(held=0, face_up=0, rock=0).share == 0.0
