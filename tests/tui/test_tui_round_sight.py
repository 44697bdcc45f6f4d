"""What one seat is shown of any game: every move can be put together, none that is refused, and nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from collection.games.protocol import Outcome, Seat, Seats
from collection.games.registry import WRITTEN, written_game
from collection.games.written import Played, begin
from collection.tui.round_sight import Looking, Pick, PlainSight, Step, listed_step, searched, sight_of, typed

GAMES = [
    ("matschig", 3, {"easier": "yes", "perfect": "yes", "rounds": "2"}),
    ("matschig", 6, {}),
    ("cardia", 2, {}),
    ("cardia", 2, {"deck": "IV"}),
    ("cardia", 2, {"deck": "I", "location": "foggy-swamp"}),
    ("mud", 2, {"scandals": "say"}),
    ("mud", 3, {}),
]
"""Games with what is agreed, such that every kind of question comes up in a few of them."""
DEALS = ("Offer a deal",)
"""Families that no list holds, because they are too large; they are put together card by card."""


def played(name: str, seats: int, options: dict[str, str], seed: int, most: int) -> Iterator[tuple[Played, Seats]]:
    """Play at random; give the game at each moment where somebody can act."""
    rng = random.Random(seed)
    game = begin(written_game(name), seats, options)
    for _ in range(most):
        game = game.drawn(rng)
        turn = game.game.turn(game.state)
        if not isinstance(turn, Seats):
            return
        yield game, turn
        game = game.then({seat: game.game.moves(game.state, seat).sample(rng) for seat in turn.must})


def sight(game: Played, seat: Seat, *, wide: bool = False) -> PlainSight:
    names = tuple(f"P{at}" for at in range(game.seats))
    return sight_of(Looking(game.game, game.state, seat, names, wide=wide))


def leaves(step: Step, depth: int = 0) -> Iterator[Pick]:
    """Give every line that can be come to, but for those of families that are too large."""
    for pick in step.picks:
        if pick.step is None or pick.why_not:
            yield pick
        elif pick.label not in DEALS:
            assert depth < 9, "a way to a move ends"
            yield from leaves(pick.step(), depth + 1)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_listed_move_can_be_put_together_and_none_that_the_rules_refuse(
    name: str, seats: int, options: dict[str, str]
) -> None:
    kinds: set[str] = set()
    moments = (moment for seed in range(4) for moment in played(name, seats, options, seed, most=60))
    for game, turn in moments:
        for seat in sorted(turn.must):
            found = list(leaves(sight(game, seat).asks()))
            moves = [pick.move for pick in found if not pick.why_not]
            assert set(game.game.moves(game.state, seat)) <= set(moves)
            assert [move for move in moves if game.game.fault(game.state, seat, move) is not None] == []
            kinds |= {game.game.write(move).split()[0] for move in moves}
    assert len(kinds) >= 2


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_nothing_is_shown_that_the_seat_may_not_know(name: str, seats: int, options: dict[str, str]) -> None:
    rng = random.Random(7)
    for game, turn in played(name, seats, options, seed=seats + 1, most=40):
        for seat in range(seats):
            view = game.game.view(game.state, seat)
            other = Looking(game.game, game.game.guess(view, rng), seat, tuple(f"P{at}" for at in range(seats)))
            assert told(sight(game, seat), seat in turn.must) == told(sight_of(other), seat in turn.must)


def told(shown: PlainSight, acts: bool) -> tuple[Any, ...]:
    """Give all the words of a sight."""
    step = shown.asks() if acts else None
    lines = [(pick.label, pick.note, pick.why_not) for pick in (leaves(step) if step is not None else ())]
    return shown.head(), shown.board(), shown.seats(), shown.mine(), step and step.title, lines


@pytest.mark.parametrize("name", WRITTEN)
def test_a_game_without_a_sight_of_its_own_is_shown_and_played_too_and_gives_nothing_away(name: str) -> None:
    rng = random.Random(2)
    seats = max(2, written_game(name).seats[0])
    names = tuple(f"P{at}" for at in range(seats))
    for game, turn in played(name, seats, {}, seed=3, most=25):
        for seat in sorted(turn.must):
            plain = PlainSight(Looking(game.game, game.state, seat, names))
            again = PlainSight(Looking(game.game, game.game.guess(game.game.view(game.state, seat), rng), seat, names))
            shown = plain.head(), plain.seats(), plain.mine()
            assert shown == (again.head(), again.seats(), again.mine())
            assert set(game.game.moves(game.state, seat)) == {pick.move for pick in leaves(plain.asks())}


@pytest.mark.parametrize(("name", "kind", "reason"), [
    ("matschig", "Fan", "There is no fan in that hand."),
    ("mud", "Working bloc: steal", "A bloc is 6 Voters of the working class on one's Map."),
])  # fmt: skip
def test_what_cannot_be_done_says_why_in_the_terms_of_the_rulebook(name: str, kind: str, reason: str) -> None:
    reasons = {
        pick.why_not
        for game, turn in played(name, 3, {}, seed=1, most=40)
        for seat in turn.must
        for pick in sight(game, seat).asks().picks
        if pick.label == kind
    }
    assert reason in reasons


def ended(name: str, seed: int) -> tuple[Played, Outcome]:
    """Play a game at random to its end."""
    rng = random.Random(seed)
    rules = written_game(name)
    game = begin(rules, max(2, rules.seats[0]), {}).drawn(rng)
    while (outcome := game.outcome) is None:
        turn = rules.turn(game.state)
        assert isinstance(turn, Seats)
        game = game.then({seat: rules.moves(game.state, seat).sample(rng) for seat in turn.must}).drawn(rng)
    return game, outcome


@pytest.mark.parametrize(("name", "means"), [("matschig", "fewest"), ("mud", "regions"), ("cardia", "signets")])
def test_the_end_is_told_with_the_points_and_what_they_mean(name: str, means: str) -> None:
    endings = [ended(name, seed) for seed in range(6)]
    assert any(means in " ".join(sight(game, 0).ending(outcome)) for game, outcome in endings)
    for game, outcome in endings:
        shown = sight(game, 0)
        assert sorted(shown.ranked(outcome)) == list(range(game.seats))
        assert str(outcome.points[0]) in shown.points_of(outcome, 0)
    if name == "matschig":
        assert all(sight(game, 0).ranked(outcome)[0] in outcome.winners for game, outcome in endings)


def test_a_long_list_is_grouped_by_how_its_moves_are_written_and_searched_whole() -> None:
    moves = [f"{verb} {number} at {seat}" for verb in ("sling", "add") for number in range(5) for seat in "BCD"]
    step = listed_step("What?", [*moves, "pass"], str)
    assert [pick.label for pick in step.picks] == ["sling …", "add …", "pass"]
    assert [pick.move for pick in leaves(step)] == [*moves, "pass"]
    assert [pick.move for pick in searched(step, "at c ADD")] == [f"add {number} at C" for number in range(5)]
    assert searched(step, "nothing of the kind") == ()
    assert searched(step, " ") == step.picks


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_a_move_is_typed_in_capitals_or_without_and_with_whatever_blanks(
    name: str, seats: int, options: dict[str, str]
) -> None:
    for game, turn in played(name, seats, options, seed=3, most=25):
        for seat in turn.must:
            move = game.game.moves(game.state, seat).sample(random.Random(1))
            text = game.game.write(move)
            for said in (text, text.upper(), text.lower(), text.capitalize(), f"  {text.replace(' ', '  ')} "):
                assert typed(game.game, game.state, said) == move
