"""The search in the kernel: worlds that agree with the view, the same tree compiled and as it stands, bounded."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from dataclasses import replace

import pytest

from collection.catalogue.card import Level
from collection.games.mudwater import kernel
from collection.games.mudwater.integers import face_cells, laid_out, move_head
from collection.games.mudwater.moves import Play
from collection.games.mudwater.searching import MudwaterSearch, pool_of
from collection.games.mudwater.state import Mode, State
from collection.games.protocol import Over
from tests.games.test_mudwater_kernel import AS_IT_STANDS, BOTH, GAME, played, start


def some_positions(count: int) -> list[State]:
    rng = random.Random(13)
    found: list[State] = []
    while len(found) < count:
        states = list(played(rng, start(rng, rng.choice(list(Mode)), rng.random() < 0.5)))
        found.append(rng.choice(states[:-1]))
    return found


def test_both_ways_of_running_it_grow_the_same_tree_to_the_last_bit() -> None:
    for number, state in enumerate(some_positions(10)):
        game, _ = laid_out(state)
        view = GAME.view(state, state.to_move)
        weights = array("q", [number % 3 + at % 4 for at in range(len(pool_of(view, None)) // 9)])
        plain = pool_of(view, None)
        for cards in (plain, kernel.pool(plain[: len(weights) * 8], weights)):
            trees = kernel.seedling(), AS_IT_STANDS.seedling()
            for core, tree in zip((kernel, AS_IT_STANDS), trees, strict=True):
                mind = core.mind(game, state.to_move, cards, number)
                core.search(mind, tree, cards, 20)
                core.search(mind, tree, cards, 60)
            assert trees[0] == trees[1]
            assert kernel.visits(trees[0]) == 80


def test_both_ways_of_running_it_weigh_and_solve_alike() -> None:
    for number, state in enumerate(some_positions(8)):
        game, _ = laid_out(state)
        cards = pool_of(GAME.view(state, state.to_move), None)
        found = []
        for core in (kernel, AS_IT_STANDS):
            mind, work = core.mind(game, state.to_move, cards, number), core.frames(3_000)
            found.append([core.look_ahead(mind, cards, work, depth) for depth in (1, 2)])
            found[-1].append(core.solve(game, 400, core.table()))
        assert found[0] == found[1]


def imagined(state: State, cards: array[int], worlds: int) -> list[array[int]]:
    """The games that a search by the mover imagines."""
    mind = AS_IT_STANDS.mind(laid_out(state)[0], state.to_move, cards, 3)
    found = []
    for _ in range(worlds):
        AS_IT_STANDS._imagine(mind, cards)
        found.append(array("q", mind))
    return found


def rivals_hand(world: array[int], rival: int) -> list[int]:
    slots = range(rival * 14, rival * 14 + 14)
    return [world[slot * 8] for slot in slots if AS_IT_STANDS.laid(world)[0][slot] == kernel.HAND]


def test_what_is_imagined_agrees_with_all_that_is_seen() -> None:
    for state in some_positions(25):
        rival = 1 - state.to_move
        view = GAME.view(state, state.to_move)
        shown = {p.card for square in state.board if square for p in square.pile if p.up and p.by == rival}
        for world in imagined(state, pool_of(view, None), 4):
            hand = rivals_hand(world, rival)
            assert len(set(hand)) == len(hand) == state.sides[rival].size
            assert not shown & set(hand)
            assert not {state.faces[card].level for card in hand} & state.sides[rival].lacks
            # Were it the rival's turn, it would have just the moves that the clear rules give somebody with that hand.
            sides = list(state.sides)
            sides[rival] = replace(sides[rival], hand=frozenset(hand))
            theirs = replace(state, sides=(sides[0], sides[1]), to_move=rival, passes=0)
            world[241] = rival
            if not isinstance(GAME.turn(theirs), Over):
                legal = [move for move in GAME.moves(theirs, rival) if isinstance(move, Play)]
                codes = [code for code in AS_IT_STANDS.moves(world) if code != kernel.PASS]
                assert {(move_head(move), move.card) for move in legal} == {
                    (code >> 5, world[(code & 31) * 8]) for code in codes
                }
                assert len(legal) == len(codes)


def test_a_level_that_a_pass_ruled_out_is_never_imagined() -> None:
    state = start(random.Random(3), Mode.STANDARD)
    rival = 1 - state.to_move
    sides = list(state.sides)
    sides[rival] = replace(sides[rival], lacks=frozenset({Level.I, Level.III}))
    view = GAME.view(replace(state, sides=(sides[0], sides[1])), state.to_move)
    levels = {
        state.faces[card].level
        for world in imagined(state, pool_of(view, None), 30)
        for card in rivals_hand(world, rival)
    }
    assert levels == {Level.II, Level.IV, Level.V}


class Suspicion:
    """A belief in some cards and no others."""

    def __init__(self, cards: set[int]) -> None:
        self.cards = cards

    def weight(self, card: int) -> float:
        return 0.3 if card in self.cards else 0.0


def test_without_a_belief_every_card_is_as_likely_as_any_other() -> None:
    state = start(random.Random(5), Mode.STANDARD)
    rival = 1 - state.to_move
    worlds = imagined(state, pool_of(GAME.view(state, state.to_move), None), 1_200)
    seen = Counter(card for world in worlds for card in rivals_hand(world, rival))
    assert len(seen) == 120
    # 13 of 120 cards in 1,200 worlds: 130 of each, five standard deviations to either side.
    assert 76 < min(seen.values()) <= max(seen.values()) < 184


def test_a_belief_is_followed_and_completed_where_it_falls_short() -> None:
    state = start(random.Random(5), Mode.STANDARD)
    rival = 1 - state.to_move
    view = GAME.view(state, state.to_move)
    many, few = set(range(1, 21)), {4, 8, 15}
    for world in imagined(state, pool_of(view, Suspicion(many)), 40):
        assert set(rivals_hand(world, rival)) <= many
    for world in imagined(state, pool_of(view, Suspicion(few)), 40):
        assert few <= set(rivals_hand(world, rival))


def test_a_tree_that_is_followed_holds_what_lay_below() -> None:
    state = start(random.Random(2), Mode.STANDARD)
    search = MudwaterSearch(GAME.view(state, state.to_move), random.Random(1))
    search.think(4_000)
    first = search.options()[0]
    root = search._tree
    below = kernel.followed(root, [key for key, visits in children(root, 0) if visits == first.visits][:1])
    assert kernel.visits(below) == first.visits
    assert below[0] == len(below) // kernel.NODE_CELLS
    # Of the visits to a node one made it; each other one went on to a node below, unless the game was over.
    assert sum(visits for _, visits in children(below, 0)) == first.visits - 1
    assert kernel.followed(root, [1]) == array("q")


def children(tree: array[int], node: int) -> list[tuple[int, int]]:
    found, child = [], tree[node + 4]
    while child:
        found.append((tree[child], tree[child + 1]))
        child = tree[child + 5]
    return found


def test_a_tree_that_is_full_is_searched_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AS_IT_STANDS, "MOST_NODES", 50)
    state = start(random.Random(2), Mode.STANDARD)
    cards = pool_of(GAME.view(state, state.to_move), None)
    mind, tree = AS_IT_STANDS.mind(laid_out(state)[0], state.to_move, cards, 1), AS_IT_STANDS.seedling()
    AS_IT_STANDS.search(mind, tree, cards, 120)
    assert tree[0] == 50
    assert len(tree) == 50 * kernel.NODE_CELLS
    assert kernel.visits(tree) == 120


def test_searching_in_parts_is_searching_at_once() -> None:
    state = start(random.Random(2), Mode.ADVANCED)
    whole, parts = (MudwaterSearch(GAME.view(state, state.to_move), random.Random(1)) for _ in range(2))
    whole.think(300)
    for part in (1, 99, 200):
        parts.think(part)
    assert whole.options() == parts.options()


@BOTH
def test_what_is_no_pool_is_refused(core: object) -> None:
    state = start(random.Random(2), Mode.STANDARD)
    faces = face_cells(state.faces, list(state.faces)[:5])
    refuse = AS_IT_STANDS if core is AS_IT_STANDS else kernel
    with pytest.raises(ValueError, match="weight"):
        refuse.pool(faces, array("q", [1, 2]))
    with pytest.raises(ValueError, match=r"2\*\*31"):
        refuse.pool(faces, array("q", [1 << 30] * 5))
    with pytest.raises(ValueError, match="up to"):
        refuse.pool(array("q", [2_000, *faces[1:]]), array("q"))
    with pytest.raises(ValueError, match="too small"):
        refuse.mind(laid_out(state)[0], 0, refuse.pool(faces, array("q")), 1)
    assert not isinstance(GAME.turn(state), Over)
