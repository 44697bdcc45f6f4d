"""MUD's Scandals, one by one, and what seats come to know of each other's hands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from collection.games.mud.state import Known, Phase, State
from collection.games.protocol import Seats
from tests.games.mud_tables import GAME, A, B, C, cards, facts, happened, play, table, why_not

MAP = "slw scm nlu ncw muw mlw wcu wlw"


def punished(number: int, *moves: str, hand: str = "", row: tuple[int, ...] = (), **more: object) -> State:
    """Let A dig up a Scandal of B, who has Voters of all kinds; C is B's left neighbour."""
    maps = {A: "slw", B: MAP, C: "slw"}
    state = table("dig", hand, "", maps=maps, rows={B: [number]}, scandals=row or (24,), **more)  # type: ignore[arg-type]
    return play(state, "play dig B", *moves)


def lost(number: int, *moves: str) -> set[str]:
    after = punished(number, *moves)
    assert after.phase is Phase.ACT
    assert after.spent == (number,)
    gone = set(MAP.split()) - set(after.maps[B])
    assert set(after.discard) == gone | {"dig"}
    return gone


def test_scandal_1_two_voters_of_ones_own_choice() -> None:
    state = punished(1)
    assert GAME.turn(state) == Seats(frozenset({B})), "who is punished chooses"
    assert {GAME.write(move) for move in GAME.moves(state, B)} == {f"choose {card}" for card in MAP.split()}
    assert why_not(state, "end", A) == "not-your-turn"
    assert why_not(state, "end", B) == "choose"
    assert lost(1, "choose slw", "choose wcu") == {"slw", "wcu"}


def test_scandal_2_one_of_each_region() -> None:
    moves = ("choose slw", "choose nlu", "choose muw", "choose wlw")
    assert lost(2, *moves) == {"slw", "nlu", "muw", "wlw"}


def test_scandal_3_the_whole_hand() -> None:
    state = punished(3, hand="slw money")
    assert (state.hands[B], state.discard) == ((), cards("dig slw money"))


def test_scandal_4_the_digger_picks_a_voter() -> None:
    state = punished(4)
    assert GAME.turn(state) == Seats(frozenset({A}))
    state = play(state, "choose ncw")
    assert "ncw" in state.hands[A]
    assert "ncw" not in state.maps[B]


def test_scandal_5_the_digger_takes_a_random_card() -> None:
    state = punished(5, hand="slw money")
    assert state.phase is Phase.PLUCK
    assert play(state, "pluck money").hands[:2] == (("money",), ("slw",))
    assert punished(5).hands[:2] == ((), ()), "an empty hand has nothing to take"


@pytest.mark.parametrize(
    ("number", "moves", "gone"),
    [
        (6, (), {"nlu", "wcu"}),
        (7, ("choose slw", "choose ncw", "choose wlw"), {"slw", "ncw", "wlw"}),
        (8, (), {"scm"}),
        (9, (), {"muw"}),
        (10, ("choose slw", "choose mlw"), {"slw", "mlw"}),
        (11, ("choose scm", "choose wcu"), {"scm", "wcu"}),
        (12, (), {"slw", "scm"}),
        (13, (), {"nlu", "ncw"}),
        (14, (), {"muw", "mlw"}),
        (15, (), {"wcu", "wlw"}),
        (23, (), set()),
        (24, (), set()),
    ],
)
def test_scandals_that_cost_voters_and_ruling_15_as_far_as_there_are_any(
    number: int, moves: tuple[str, ...], gone: set[str]
) -> None:
    if number == 24:
        assert punished(24, row=(23,)).maps[B] == cards(MAP)
        return
    assert lost(number, *moves) == gone


def next_turn(state: State) -> State:
    return play(state, "end")


def test_scandal_16_one_voter_on_the_next_turn() -> None:
    state = next_turn(punished(16, hand="slw slw stuffing", pile="mcw " * 30, row=(24, 23)))
    assert (state.active, state.bound) == (B, ("one voter next turn",))
    state = play(state, "play stuffing", "map slw")
    assert why_not(state, "map slw") == "limit"
    state = play(state, "end", "end", "end")
    assert (state.active, state.bound) == (B, ()), "the turn after is free"


def test_scandal_17_no_rats_and_no_shared_ability_on_the_next_turn() -> None:
    state = next_turn(punished(17, hand="stuffing", pile="mcw " * 30, row=(24, 23)))
    state = state._replace(abilities=((), ("money",), ()))
    assert why_not(state, "play stuffing") == "no-rats"
    assert why_not(state, "use money") == "no-rats"
    assert not [move for move in GAME.moves(state, B) if GAME.write(move).startswith(("play", "use"))]


def test_scandal_18_the_next_draw_at_the_end_of_a_turn_is_skipped() -> None:
    state = next_turn(punished(18, hand="slw", pile="mcw " * 30))
    state, events = happened(state, "end")
    assert (state.hands[B], facts(events, "skipped")) == (("slw",), [{"seat": B}])
    assert len(play(state, "end", "end", "end").hands[B]) == 7
    own = table("dig slw", "", rows={A: [(18, B)]}, scandals=(24,), pile="mcw " * 9)
    assert play(own, "play dig B", "end").hands[A] == ("slw",), "the one under way, for a digger who shares it"


def test_scandal_19_the_left_neighbour_picks_a_voter() -> None:
    state = punished(19)
    assert GAME.turn(state) == Seats(frozenset({C}))
    assert play(state, "choose wcu").hands[C] == ("wcu",)


def test_scandal_20_everybody_else_draws_clockwise() -> None:
    state = punished(20, pile="slw nlw mlw")
    assert state.hands == (("nlw",), (), ("slw",))


def test_scandal_21_no_bloc_advantages_on_the_next_turn() -> None:
    maps = {A: "slw", B: "6*slw 6*nlu 6*mcm", C: "slw"}
    state = table("dig", "5*wcw", "", maps=maps, rows={B: [21, 3]}, scandals=(24,), pile="mcw " * 30)
    state = play(state, "play dig B", "pick 21", "end")
    assert why_not(state, "steal A slw") == "no-blocs"
    assert why_not(state, "clear 3") == "no-blocs"
    state = play(state, *["map wcw"] * 3)
    assert why_not(state, "map wcw") == "limit"


def test_scandal_22_two_voters_back_to_the_hand() -> None:
    state = punished(22, "choose slw", "choose muw")
    assert state.hands[B] == cards("slw muw")
    assert state.discard == ("dig",)


def test_ruling_5_a_scandal_is_discarded_once_it_is_enacted() -> None:
    state = punished(1)
    assert (state.revealed, state.spent) == (1, ())
    assert play(state, "choose slw", "choose scm").spent == (1,)


# What seats know of hands


def knows(state: State, observer: int) -> list[tuple[int, str]]:
    return [(known.owner, known.card) for known in GAME.view(state, observer).known.known]


def test_everybody_knows_a_stolen_voter_in_its_thiefs_hand_until_it_is_mapped() -> None:
    state = play(table("poach", "", "", maps={B: "slw"}, scandals=(24,)), "play poach B slw")
    assert knows(state, B) == knows(state, C) == [(A, "slw")]
    assert knows(state, A) == []
    assert knows(play(state, "map slw"), B) == []


def test_who_looked_at_a_hand_knows_it_and_each_side_of_a_deal_what_it_saw() -> None:
    state = play(table("wiretap", "mlw nlw", "", scandals=(24,)), "play wiretap B", "choose nlw")
    assert (knows(state, A), knows(state, B), knows(state, C)) == ([(B, "mlw")], [(A, "nlw")], [])
    dealt = play(state, "C: offer B for mlw", "accept")
    assert knows(dealt, A) == [], "a card left that hand unseen"
    assert knows(dealt, B) == [(A, "nlw"), (C, "mlw")]
    offered = play(state, "offer C nlw", "refuse")
    assert knows(offered, C) == [(A, "nlw")], "what is offered was shown"


def test_imagined_hands_hold_what_is_known() -> None:
    hands = ("slw", "nlw nlw nlw mlw", "mlw mlw money dig")
    pile = Counter(GAME.deck.cards)
    for hand in hands:
        pile.subtract(cards(hand))
    known = tuple(sorted([Known(A, B, "nlw"), Known(A, B, "nlw"), Known(C, B, "nlw")]))
    state = table(*hands, pile=" ".join(pile.elements()), scandals=range(1, 25), known=known)
    for seed in range(20):
        imagined = GAME.guess(GAME.view(state, A), random.Random(seed))
        assert imagined.hands[B].count("nlw") >= 2
        assert Counter(imagined.pile) != pile
        assert GAME.view(imagined, A) == GAME.view(state, A)
