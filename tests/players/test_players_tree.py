"""The search for any game: more than two seats, moves at once, reactions, and more moves than can be listed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pytest

from collection.games.protocol import AnyGame, Belief, Choice, Event, Fault, Limit, Outcome, Over, Seats, Turn
from collection.players import tree
from collection.players.search import SearchPlayer
from collection.players.tree import TreeSearch, reward, shares


@dataclass(frozen=True)
class Numbers:
    """All numbers below `end`, of which the first few are listed."""

    end: int
    listed: int

    def __contains__(self, move: object) -> bool:
        return isinstance(move, int) and 0 <= move < self.end

    def __iter__(self) -> Iterator[int]:
        return iter(range(min(self.end, self.listed)))

    def __bool__(self) -> bool:
        return self.end > 0

    def sample(self, rng: random.Random) -> int:
        return rng.randrange(self.end)


@dataclass(frozen=True)
class Bids:
    """What each seat has bid so far, and what it has secretly been given to bid better with."""

    bids: tuple[tuple[int, ...], ...]
    gifts: tuple[int, ...]
    seat: int = -1
    """Whose view this is; -1 for a state."""

    @property
    def seats(self) -> int:
        return len(self.bids)


class Bidding:
    """Every seat bids at once, `rounds` times; the largest sum of bids and gift wins, equal ones share.

    With `reacting`, seats may bid one after the other, once each, and the first to bid a number wins it alone.
    """

    name = "bidding"
    seats = range(2, 7)

    def __init__(self, players: int, rounds: int = 2, end: int = 3, listed: int = 9, *, reacting: bool = False) -> None:
        self.players, self.rounds, self.end, self.listed, self.reacting = players, rounds, end, listed, reacting

    def start(self, rng: random.Random) -> Bids:
        return Bids(((),) * self.players, tuple(rng.randrange(2) for _ in range(self.players)))

    def turn(self, state: Bids) -> Turn[int]:
        left = frozenset(seat for seat, bids in enumerate(state.bids) if len(bids) < self.rounds)
        if not left or (self.reacting and len(left) < self.players):
            return Over()
        return Seats(frozenset(), left) if self.reacting else Seats(left)

    def moves(self, state: Bids, seat: int) -> Numbers:
        return Numbers(0 if isinstance(self.turn(state), Over) else self.end, self.listed)

    def fault(self, state: Bids, seat: int, move: int) -> Fault | None:
        return None if move in self.moves(state, seat) else Fault("no-bid", "That is no bid.")

    def apply(self, state: Bids, moves: Mapping[int, int]) -> tuple[Bids, tuple[Event, ...]]:
        bids = tuple((*bids, moves[seat]) if seat in moves else bids for seat, bids in enumerate(state.bids))
        return replace(state, bids=bids), (Event("bid", None, tuple((str(seat), bid) for seat, bid in moves.items())),)

    def view(self, state: Bids, seat: int) -> Bids:
        gifts = tuple(gift if at == seat else -1 for at, gift in enumerate(state.gifts))
        return replace(state, gifts=gifts, seat=seat)

    def guess(self, view: Bids, rng: random.Random, belief: Belief | None = None) -> Bids:
        return replace(view, gifts=tuple(rng.randrange(2) if gift < 0 else gift for gift in view.gifts), seat=-1)

    def standing(self, state: Bids, seat: int) -> float:
        return 0.0

    def outcome(self, state: Bids) -> Outcome | None:
        if not isinstance(self.turn(state), Over):
            return None
        points = tuple(sum(bids) + gift for bids, gift in zip(state.bids, state.gifts, strict=True))
        return Outcome("bid", frozenset(seat for seat, had in enumerate(points) if had == max(points)), points)

    def write(self, move: int) -> str:
        return str(move)

    def read(self, state: Bids, text: str) -> int:
        return int(text)


@dataclass(frozen=True)
class Steps:
    """What was done so far."""

    done: tuple[str, ...] = ()
    seat: int = -1


class Snapping:
    """Seat 0 goes safe, which is a draw, or takes the risk, and wins by three steps that seat 1 may snap at."""

    name = "snapping"
    seats = range(2, 3)

    def turn(self, state: Steps) -> Turn[str]:
        if not state.done:
            return Seats(frozenset({0}))
        if state.done[-1] in {"safe", "snap"} or len(state.done) == 4:
            return Over()
        return Seats(frozenset({0}), frozenset({1}))

    def moves(self, state: Steps, seat: int) -> Few:
        if isinstance(self.turn(state), Over):
            return Few(())
        if seat == 1:
            return Few(("snap",) if state.done else ())
        return Few(("step",) if state.done else ("risk", "safe"))

    def fault(self, state: Steps, seat: int, move: str) -> Fault | None:
        return None if move in self.moves(state, seat) else Fault("no-move", "That is no move.")

    def apply(self, state: Steps, moves: Mapping[int, str]) -> tuple[Steps, tuple[Event, ...]]:
        (move,) = moves.values()
        return replace(state, done=(*state.done, move)), (Event(move),)

    def view(self, state: Steps, seat: int) -> Steps:
        return replace(state, seat=seat)

    def guess(self, view: Steps, rng: random.Random, belief: Belief | None = None) -> Steps:
        return replace(view, seat=-1)

    def standing(self, state: Steps, seat: int) -> float:
        return 0.0

    def outcome(self, state: Steps) -> Outcome | None:
        if not isinstance(self.turn(state), Over):
            return None
        winners = {"safe": frozenset[int](), "snap": frozenset({1}), "step": frozenset({0})}[state.done[-1]]
        return Outcome(state.done[-1], winners, (int(0 in winners), int(1 in winners)))

    def write(self, move: str) -> str:
        return move

    def read(self, state: Steps, text: str) -> str:
        return text


class Few(tuple[str, ...]):
    """Moves that are all listed."""

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: random.Random) -> str:
        return rng.choice(self)


def as_game(game: Bidding | Snapping) -> AnyGame:
    return game  # the type checker sees that it is one


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_of_seats_that_move_at_once_each_goes_for_its_own_reward(players: int) -> None:
    game = Bidding(players)
    state = game.start(random.Random(players))
    player = SearchPlayer("test", as_game(game), Limit(iterations=200))
    for seat in range(players):
        choice = player.choose(game.view(state, seat), random.Random(seat), Limit())
        assert choice.move == 2
        assert choice.thoughts is not None
        assert sum(option.visits for option in choice.thoughts.options) == 200


def test_a_seat_that_may_react_does() -> None:
    game = Bidding(3, rounds=1, end=4, reacting=True)
    state = game.start(random.Random(1))
    choice = SearchPlayer("test", as_game(game), Limit(iterations=200)).choose(
        game.view(state, 1), random.Random(1), Limit()
    )
    assert choice.move in {2, 3}, "with a gift, more than 1 wins for sure"
    assert choice.thoughts is not None
    assert choice.thoughts.chance > 0.9


def test_a_move_that_others_may_react_to_is_weighed_with_their_reactions() -> None:
    game = Snapping()
    view = game.view(Steps(), 0)
    choice = SearchPlayer("test", as_game(game), Limit(iterations=200)).choose(view, random.Random(1), Limit())
    assert choice.move == "safe"
    assert choice.thoughts is not None
    chances = {option.move: option.chance for option in choice.thoughts.options}
    assert chances["safe"] == 0.5
    assert chances["risk"] < 0.5
    in_danger = game.view(Steps(("risk", "step", "step")), 1)
    assert SearchPlayer("test", as_game(game), Limit(iterations=9)).choose(
        in_danger, random.Random(1), Limit()
    ) == Choice("snap", "The only legal move.")


def test_moves_too_many_to_list_are_drawn() -> None:
    game = Bidding(2, rounds=1, end=1_000_000, listed=0)
    search = TreeSearch(as_game(game), game.view(game.start(random.Random(1)), 0), random.Random(1))
    search.think(300)
    assert search.options()[0].move > 400_000
    assert len(search.options()) > 5


def test_a_tree_that_is_full_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_MOST_NODES", 20)
    game = Bidding(2, rounds=5)
    search = TreeSearch(as_game(game), game.view(game.start(random.Random(1)), 0), random.Random(1))
    search.think(400)
    assert search.visits == 400
    assert search.options()[0].move == 2
    assert grown(search._root) == 20


def grown(node: tree._Node) -> int:
    return 1 + sum(map(grown, node.below.values()))


def test_the_same_seed_and_iterations_search_the_same() -> None:
    game = Bidding(3)
    view = game.view(game.start(random.Random(1)), 0)
    one, other = (TreeSearch(as_game(game), view, random.Random(5)) for _ in range(2))
    one.think(120)
    for part in (20, 100):
        other.think(part)
    assert one.options() == other.options()


class Leading(Bidding):
    """Every seat sees who has bid most so far."""

    def standing(self, state: Bids, seat: int) -> float:
        return float(sum(state.bids[seat]))

    def outcome(self, state: Bids) -> Outcome | None:
        assert len(state.bids[0]) < self.rounds, "nobody imagines so long a game to its end"
        return None


def test_a_long_game_is_judged_by_how_the_seats_come_to_stand() -> None:
    game = Leading(3, rounds=10_000)
    search = TreeSearch(as_game(game), game.view(game.start(random.Random(1)), 0), random.Random(1))
    search.think(150)
    best = search.options()[0]
    assert best.move == 2
    assert 0 < best.chance < 1
    assert {option.move: option.chance for option in search.options()}[0] < best.chance


def test_whoever_stands_better_is_likelier_to_win_and_the_chances_add_up() -> None:
    assert shares([3.0, -1.0, 1.0, 3.0], 0) == [0.25] * 4
    found = shares([3.0, -1.0, 1.0, 3.0], 2.0)
    assert sum(found) == pytest.approx(1)
    assert found[0] == found[3] == pytest.approx(math.e * found[2])
    assert found[2] == pytest.approx(math.e * found[1])
    assert shares([1_000.0, -1_000.0], 0.5) == [1, 0]


def test_winners_share_and_so_do_all_in_a_draw() -> None:
    assert [reward(Outcome("", frozenset({1}), (0, 1, 0)), seat) for seat in range(3)] == [0, 1, 0]
    assert [reward(Outcome("", frozenset({0, 2}), (1, 0, 1)), seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert [reward(Outcome("", frozenset(), (1, 1)), seat) for seat in range(2)] == [0.5, 0.5]
