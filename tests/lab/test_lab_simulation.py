"""A hand tried out meets the same rivals and luck for one seed, on equal terms, and its cards are counted."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused, NotUnderstood
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Play
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import Choice, Limit
from collection.hands.dealing import draw_hand
from collection.lab.arena import play_out
from collection.lab.simulation import Simulation, Use, joined, simulate, simulate_each
from collection.ledger.intervals import wilson
from collection.players.greedy import GreedyPlayer


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


def test_a_field_is_met_game_by_game_and_in_parts_too(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    weak = of_level(catalogue, Level.V) + of_level(catalogue, Level.IV)[:6]
    assert simulate(catalogue, hand, 40, seed=1, field=[weak]).score > 0.8
    mixed = [simulate(catalogue, hand, 40, seed=1, field=field) for field in ([weak, hand], [hand, weak], [hand])]
    assert mixed[0] != mixed[1]
    assert mixed[2].score < min(mixed[0].score, mixed[1].score)
    field = [hand, weak, hand]
    parts = [simulate(catalogue, hand, games, 3, field=field, first=first) for first, games in ((0, 5), (5, 1), (6, 4))]
    assert joined(parts) == simulate(catalogue, hand, 10, seed=3, field=field)


def test_several_hands_are_tried_out_as_each_would_be_alone(catalogue: Catalogue, hand: tuple[CardNo, ...]) -> None:
    other = draw_hand(catalogue, {card.number: 1 for card in catalogue}, random.Random(2))
    for field in ([], [hand, other, hand]):
        alone = [simulate(catalogue, cards, 30, seed=4, field=field) for cards in (hand, other)]
        assert simulate_each(catalogue, [hand, other], 30, seed=4, field=field) == alone
    assert simulate_each(catalogue, [], 30, seed=4) == []


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


class Watched(GreedyPlayer):
    """The clear greedy player, its cards counted."""

    def __init__(self, game: Mudwater) -> None:
        super().__init__(game)
        self.counts: dict[str, Counter[CardNo]] = {"held": Counter(), "face_up": Counter(), "rock": Counter()}

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        mine = view.known.sides[view.seat]
        if mine.size == 13:
            self.counts["held"].update(mine.hand)
        choice = super().choose(view, rng, limit)
        if isinstance(choice.move, Play) and choice.move.card is not None:
            self.counts["rock" if choice.move.act is Act.ROCK else "face_up"][choice.move.card] += 1
        return choice


def by_the_clear_rules(catalogue: Catalogue, cards: tuple[CardNo, ...], games: int, mode: Mode) -> Simulation:
    """What `simulate` says, found out with the arena, the clear rules and the clear player."""
    game = Mudwater()
    faces, owned = Faces.of(catalogue), {card.number: 1 for card in catalogue}
    watched, wins, draws = Watched(game), 0, 0
    for number in range(games):
        rng = random.Random(number)
        seat, first, rival = number % 2, number // 2 % 2, draw_hand(catalogue, owned, rng)
        start = game.start(Setup(faces, mode, (rival, cards) if seat else (cards, rival), first))
        outcome = play_out(game, start, {seat: watched, 1 - seat: GreedyPlayer(game)}, {0: rng, 1: rng}, rng)
        wins += outcome.winners == {seat}
        draws += not outcome.winners
    counts = watched.counts
    uses = {card: Use(counts["held"][card], counts["face_up"][card], counts["rock"][card]) for card in cards}
    score = (wins + draws / 2) / games
    return Simulation(games, wins, draws, games - wins - draws, score, *wilson(score, games), uses)


@pytest.mark.parametrize(
    ("games", "mode"),
    [
        (60, Mode.STANDARD),
        pytest.param(2_000, Mode.STANDARD, marks=pytest.mark.slow),
        pytest.param(2_000, Mode.ADVANCED, marks=pytest.mark.slow),
    ],
)
def test_the_clear_rules_and_the_clear_player_say_the_same(catalogue: Catalogue, games: int, mode: Mode) -> None:
    # A hand that fares badly, so that a kernel that favours nobody is found out too.
    hand = tuple(sorted(of_level(catalogue, Level.I)[:9] + of_level(catalogue, Level.II)[:3] + (49, 9)))
    clear, ours = by_the_clear_rules(catalogue, hand, games, mode), simulate(catalogue, hand, 4 * games, 1, mode)
    assert abs(clear.score - ours.score) < 4 * math.sqrt(0.25 / games * 1.25)
    for card in hand:
        one, other = clear.uses[card], ours.uses[card]
        spread = 4 * math.sqrt(0.25 / one.held * 1.25)
        assert abs(one.share - other.share) < spread
        assert abs(one.rock / one.held - other.rock / other.held) < spread
        assert abs(one.held / games - other.held / (4 * games)) < spread


def test_a_card_never_in_hand_has_a_share_of_nothing() -> None:
    assert Use(held=0, face_up=0, rock=0).share == 0.0
