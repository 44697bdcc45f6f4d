"""Mudwater dealt card by card, acts as integers: the same game as the clear rules', and nothing given away."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.games.mudwater import kernel
from collection.games.mudwater.actions import ACTIONS, LONGEST, PASS, TERMINAL, Table, deck_of
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE, Over

GAME = Mudwater()
FACES = Faces.of(load_catalogue())
DECK = deck_of(FACES)
LEVEL_ONE = [card for card in FACES if FACES[card].level is Level.I]
HIGH = [card for card in FACES if FACES[card].level > Level.II]


def dealt(rng: random.Random, mode: Mode = Mode.STANDARD, hands: tuple[list[int], list[int]] = ([], [])) -> Table:
    table = Table(DECK, mode, hands)
    while table.turn == CHANCE:
        table.act(rng.choice(table.outcomes()))
    return table


def random_game(rng: random.Random, table: Table) -> Iterator[Table]:
    """The one table before every move of a random game, and when it is over."""
    yield table
    while table.turn != TERMINAL:
        table.act(rng.choice(sorted(table.legal)))
        yield table


def clear(table: Table) -> State:
    """The clear rules' game with the same deal."""
    state = GAME.start(Setup(FACES, Mode.ADVANCED if table.advanced else Mode.STANDARD, (tuple(table.hands[0]),
                             tuple(table.hands[1]))))  # fmt: skip
    return GAME.apply(state, {CHANCE: Deal((table.antes[0], table.antes[1]), table.mover)})[0]


def seen(table: Table, seat: int) -> tuple[object, ...]:
    """What a seat knows: its cards, its ante, its rocks, who began, and every move, the other's rocks without cards."""
    own = [(table.mover + len(table.plays) - at) % 2 == seat for at in range(len(table.plays))]
    moves = [table.written(play, openly=mine) for play, mine in zip(table.plays, own, strict=True)]
    legal = sorted(table.legal) if table.turn == seat else []
    return sorted(table.hands[seat]), table.antes[seat], table.rocks[seat], table.mover, moves, legal, table.board()


def imagined(table: Table, actions: list[int], seat: int, rng: random.Random) -> Table:
    """Another game that `seat` cannot tell from this one, played again from its beginning."""
    cards = table.imagined(seat, rng)
    other = table.begin.exchanged(1 - seat, cards)
    for action in actions:
        other.act(other.translated(1 - seat, action, cards))
    return other


@pytest.mark.parametrize("mode", list(Mode))
def test_it_is_the_game_of_the_clear_rules(mode: Mode) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        table = dealt(rng, mode)
        state = clear(table)
        for then in random_game(rng, table):
            if then.plays:
                move = GAME.read(state, then.written(then.plays[-1]))
                assert GAME.fault(state, state.to_move, move) is None
                state, _ = GAME.apply(state, {state.to_move: move})
            over = isinstance(GAME.turn(state), Over)
            assert then.turn == (TERMINAL if over else state.to_move)
            assert {then.written(action) for action in then.legal} == {
                GAME.write(move) for move in GAME.moves(state, state.to_move)
            }
            assert all(0 <= action < ACTIONS for action in then.legal)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert table.squares() == outcome.points


def test_chance_deals_14_cards_a_seat_then_the_antes_out_of_them_then_who_begins() -> None:
    rng = random.Random(3)
    table, drawn = Table(DECK, Mode.STANDARD), list[str]()
    while table.turn == CHANCE:
        outcomes = table.outcomes()
        assert outcomes == sorted(set(outcomes))
        action = rng.choice(outcomes)
        drawn.append(table.drawn(action).rsplit(" ", 1)[0])
        table.act(action)
    assert drawn[:-1] == ["black card"] * 14 + ["white card"] * 14 + ["black ante", "white ante"]
    assert drawn[-1] in {"black", "white"}
    assert all(len(set(hand)) == 14 for hand in table.hands)
    assert all(ante in hand for ante, hand in zip(table.antes, table.hands, strict=True))


def test_what_cannot_be_drawn_or_done_is_refused() -> None:
    table = Table(DECK, Mode.STANDARD)
    table.act(11)
    for action in (11, 120, -1):
        with pytest.raises(ValueError, match="cannot draw"):
            table.act(action)
    table = dealt(random.Random(1))
    for action in (PASS, ACTIONS, -1):
        with pytest.raises(ValueError, match="legal"):
            table.act(action)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("given", [False, True], ids=["dealt", "hands given"])
def test_an_imagined_game_is_one_that_the_seat_cannot_tell_from_its_own(mode: Mode, given: bool) -> None:
    changed = Counter[int]()
    for seed in range(12):
        rng = random.Random(seed)
        # Few low cards in hand, so that seats pass and what a pass tells is put to the test.
        hands = (rng.sample(HIGH, 11) + rng.sample(LEVEL_ONE, 3), rng.sample(HIGH, 12) + rng.sample(LEVEL_ONE, 2))
        table = Table(DECK, mode, hands if given else ([], []))
        actions = list[int]()
        while table.turn != TERMINAL:
            for seat in (0, 1):
                other = imagined(table, actions, seat, rng)
                assert seen(other, seat) == seen(table, seat)
                assert other.turn == table.turn
                changed[seat] += other.hands[1 - seat] != table.hands[1 - seat] or other.antes != table.antes
                if given:
                    assert [sorted(hand) for hand in other.hands] == [sorted(hand) for hand in hands]
            chance = table.turn == CHANCE
            actions.append(rng.choice(table.outcomes() if chance else sorted(table.legal)))
            table.act(actions[-1])
    assert min(changed.values()) > 100


def test_a_pass_tells_what_the_hand_lacks_and_nothing_imagined_denies_it() -> None:
    told = 0
    for seed in range(40):
        rng = random.Random(seed)
        begun = dealt(rng, hands=(HIGH[:14], HIGH[14:28]))
        begun.known = (seed % 2 == 0, seed % 2 == 0)
        for table in random_game(rng, begun):
            for seat in (0, 1):
                lacks = table.lacks[1 - seat]
                told += bool(lacks)
                assert not lacks & {
                    DECK.levels[card] for card, place in table.places(1 - seat).items() if place == kernel.HAND
                }
                other = table.exchanged(1 - seat, table.imagined(seat, rng))
                assert not lacks & {
                    DECK.levels[card] for card, place in other.places(1 - seat).items() if place == kernel.HAND
                }
    assert told > 20


def test_every_hidden_card_is_as_likely_as_any_other() -> None:
    rng = random.Random(8)
    table = dealt(rng, hands=(LEVEL_ONE[:14], LEVEL_ONE[14:28]))
    antes = Counter(table.imagined(0, rng)[table.antes[1] or 0] for _ in range(2_800))
    assert antes.keys() == set(LEVEL_ONE[14:28])
    # 200 expected of each: five standard deviations to either side.
    assert 130 < min(antes.values()) <= max(antes.values()) < 270
    free = dealt(rng)
    antes = Counter(free.imagined(0, rng)[free.antes[1] or 0] for _ in range(12_000))
    assert antes.keys() == set(FACES)
    assert 50 < min(antes.values()) <= max(antes.values()) < 150


@pytest.mark.parametrize("mode", list(Mode))
def test_a_game_may_begin_in_the_middle(mode: Mode) -> None:
    for seed in range(10):
        rng = random.Random(seed)
        table = dealt(rng, mode)
        state = clear(table)
        for _ in range(rng.randrange(9)):
            table.act(rng.choice(sorted(table.legal)))
            state, _ = GAME.apply(state, {state.to_move: GAME.read(state, table.written(table.plays[-1]))})
        middle = Table.at(state)
        assert middle.legal.keys() == table.legal.keys()
        assert (middle.turn, middle.board(), middle.rocks, middle.antes) == (
            table.turn, table.board(), table.rocks, table.antes)  # fmt: skip
        actions = list[int]()
        for then in random_game(rng, middle):
            actions = [*then.plays]
            other = imagined(then, actions, 0, rng)
            assert seen(other, 0) == seen(then, 0)
            rocks = {card for card, place in other.places(1).items() if place == kernel.ROCK}
            assert rocks == set(other.rocks[1].values())
            # What was imagined is a game like any other, of which the other seat may imagine again.
            again = imagined(other, [*other.plays], 1, rng)
            assert seen(again, 1) == seen(other, 1)


def test_no_game_is_longer_than_it_is_said_to_be() -> None:
    longest = 0
    for seed in range(200):
        rng = random.Random(seed)
        table = dealt(rng, hands=(rng.sample(HIGH, 14), rng.sample(range(1, 121), 14)))
        while table.turn != TERMINAL:
            # Squares left empty make long games: what is played goes on top of what lies there, where it can.
            legal = sorted(table.legal)
            empty = {square for square, owner in enumerate(table.board()[0]) if owner == 2}
            upgrades = [action for action in legal if action == PASS or action % 1080 // 120 not in empty]
            table.act(rng.choice(upgrades or legal))
        longest = max(longest, len(table.plays))
    assert 18 < longest <= LONGEST


def test_a_copy_goes_its_own_way_and_a_pickle_is_the_same_game() -> None:
    rng = random.Random(4)
    table = dealt(rng)
    table.act(next(iter(table.legal)))
    before = seen(table, 0), seen(table, 1)
    for other in (table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert (seen(other, 0), seen(other, 1)) == before
        while other.turn != TERMINAL:
            other.act(rng.choice(sorted(other.legal)))
        assert (seen(table, 0), seen(table, 1)) == before
