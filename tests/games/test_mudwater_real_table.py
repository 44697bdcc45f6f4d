"""Records of games at a real table, where nobody saw everything."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from collection.catalogue.card import CardNo, Family, Level
from collection.errors import RecordError
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Deal, Pass, Play, PlayerMove
from collection.games.mudwater.record import Record, Replay, replay, write_record
from collection.games.mudwater.state import BLACK, WHITE, Face, Faces, Mode
from collection.games.protocol import CHANCE, Seats

GAME = Mudwater()

FACES = Faces({n: Face(Level((n - 1) // 8 + 1), Family.CLUB, (1, 1, 1, 1)) for n in range(1, 41)})
"""Numbers 1 to 8 are Level I, 9 to 16 Level II, and so on; all edges alike, so that nothing is captured."""

STEEP = Faces(
    {
        n: Face(Level(level), Family.CLUB, (n % 7 + 1, n % 5 + 1, n % 3 + 1, n % 8 + 1))
        for n, level in enumerate([1] * 6 + [2] * 4 + [3] * 10 + [4] * 10 + [5] * 10, start=1)
    }
)
"""Few cards of Levels I and II, so that passes are common."""


def replayed(
    moves: str, *, black: str = "", white: str = "", ante: str = "black: unknown, white: unknown", first: str = "black"
) -> Replay:
    text = (
        f"game: mudwater\nmode: standard\nfirst: {first}\nhands: {{black: [{black}], white: [{white}]}}\n"
        f"ante: {{{ante}}}\nmoves: [{moves}]\n"
    )
    return replay(text, FACES)


def why_not(moves: str, **setup: str) -> str:
    with pytest.raises(RecordError) as error:
        replayed(moves, **setup)
    (reason,) = error.value.reasons
    return reason


LEGENDARY = "33, 34, 35, 36, 37, 38, 39, 40"
FOURTEEN = f"25, 26, 27, 28, 29, 30, {LEGENDARY}"


def test_what_nobody_saw_is_null() -> None:
    printed = replayed("s~unknown, c=3").as_json()
    assert printed["moves"][0] == {"seat": "black", "move": "s~unknown", "captured": []}
    assert printed["board"]["s"] == {"owner": "black", "up": False, "card": None, "level": None}
    assert printed["board"]["c"] == {"owner": "white", "up": True, "card": 3, "level": 1}


def test_an_unknown_rock_counts_as_level_one_and_against_the_limit() -> None:
    assert "one uncovered rock at a time" in why_not("s~unknown, c=3, n~unknown")
    assert replayed("s~unknown, c=3, s+9, e=4, n~unknown").as_json()["board"]["s"]["card"] == 9
    assert "counts as Level I" in why_not("s~unknown, c=3, s+17")
    assert "no card is ever played on an enemy square" in why_not("s~unknown, s+9")


def test_a_covered_unknown_rock_is_inert() -> None:
    state = replayed("s~unknown, c=3, s+9, e=4, s+17").states[-1]
    pile = state.board[7]
    assert pile is not None
    assert [piece.card for piece in pile.pile] == [None, 9, 17]


def test_cards_that_were_never_listed_may_be_played_but_none_twice() -> None:
    assert replayed("s=1, c=1, n=2").record.hands == ((), ())
    assert "was played already and lies on s" in why_not("s=1, c=1, n=1")


def test_a_card_never_listed_needs_room_among_the_fourteen() -> None:
    thirteen = FOURTEEN.removeprefix("25, ")
    assert replayed("s=1", black=thirteen).outcome is None
    assert "Card 2 is not in Black's hand." in why_not("s=1, c=1, n=2", black=thirteen)
    assert "Card 1 is not in Black's hand." in why_not("s=1", black=FOURTEEN)


def test_a_known_ante_is_not_in_the_hand() -> None:
    assert "Card 1 is Black's ante" in why_not("s=1", ante="black: 1, white: unknown")
    assert replayed("s=2", ante="black: 1, white: unknown").states[0].sides[BLACK].ante == 1


def test_a_known_ante_takes_one_of_the_places_never_listed() -> None:
    thirteen = FOURTEEN.removeprefix("25, ")
    assert "Card 2 is not in Black's hand." in why_not("s=2", black=thirteen, ante="black: 1, white: unknown")


def test_an_unknown_ante_may_be_any_listed_card_and_so_excuses_one_from_being_played() -> None:
    with_one = f"1, {FOURTEEN.removeprefix('25, ')}"
    with_two = f"1, 2, {FOURTEEN.removeprefix('25, 26, ')}"
    # With a rock out and no II, only a Level I could be played: the one there is may be the ante, two are too many.
    assert replayed("s~33, c~unknown, pass", black=with_one).states[-1].passes == 1
    assert "must not pass" in why_not("s~33, c~unknown, pass", black=with_two)
    assert "must not pass" in why_not("s~33, c~unknown, pass", black=with_one, ante="black: 34, white: unknown")


def test_an_unknown_rock_may_be_any_listed_card_too() -> None:
    with_two = f"1, 2, {FOURTEEN.removeprefix('25, 26, ')}"
    with_three = f"1, 2, 3, {FOURTEEN.removeprefix('25, 26, 27, ')}"
    assert replayed("s~unknown, c~unknown, pass", black=with_two).states[-1].passes == 1
    assert "must not pass" in why_not("s~unknown, c~unknown, pass", black=with_three)


def test_a_pass_binds_what_comes_later() -> None:
    with_one = f"1, {FOURTEEN.removeprefix('25, ')}"
    reason = why_not("s~33, c=1, pass, n=2, e=1", black=with_one)
    assert reason.startswith("Move 5 (e=1): Black passed before, which told that no card of this Level was in hand")


def test_a_pass_with_cards_never_listed_is_believed_only_when_a_rock_is_out() -> None:
    assert "must not pass" in why_not("pass")
    assert replayed("s~unknown, c~unknown, pass, pass").as_json()["termination"] == "both-passed"


def test_where_everything_is_known_nothing_may_stay_unsaid() -> None:
    hands = (tuple(range(1, 15)), tuple(range(1, 15)))
    state = GAME.start(Setup(FACES, Mode.STANDARD, hands, BLACK))
    state, _ = GAME.apply(state, {CHANCE: Deal((1, 1), BLACK)})
    fault = GAME.fault(state, BLACK, Play(Act.ROCK, 4, None))
    assert fault is not None
    assert fault.code == "unseen"
    assert all(move.card is not None for move in GAME.moves(state, BLACK) if isinstance(move, Play))


def test_an_unknown_rock_is_allowed_where_all_else_is_known() -> None:
    printed = replayed("s~unknown, c~33", black=FOURTEEN, white=FOURTEEN, ante="black: 40, white: 40").as_json()
    assert printed["board"]["s"]["card"] is None
    assert printed["board"]["c"]["level"] == 5


def true_game(seed: int) -> Record:
    rng = random.Random(seed)
    hands = (tuple(rng.sample(sorted(STEEP), 14)), tuple(rng.sample(sorted(STEEP), 14)))
    deal = Deal((rng.choice(hands[0]), rng.choice(hands[1])), rng.randrange(2))
    state = GAME.start(Setup(STEEP, rng.choice(list(Mode)), hands))
    state, _ = GAME.apply(state, {CHANCE: deal})
    moves: list[PlayerMove] = []
    while GAME.outcome(state) is None:
        moves.append(GAME.moves(state, state.to_move).sample(rng))
        state, _ = GAME.apply(state, {state.to_move: moves[-1]})
    return Record(state.mode, hands, deal, tuple(moves), STEEP)


def half_forgotten(record: Record, rng: random.Random) -> Record:
    """The same game as people may write it down: some cards, rocks and antes are not known."""

    def listed(hand: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
        return tuple(card for card in hand if rng.random() < chance)

    chance = rng.choice((0.0, 0.5, 0.9, 1.0))
    black, white = (ante if rng.random() < 0.5 else None for ante in record.deal.antes)
    moves = tuple(
        replace(move, card=None) if isinstance(move, Play) and move.act is Act.ROCK and rng.random() < 0.5 else move
        for move in record.moves
    )
    hands = (listed(record.hands[0]), listed(record.hands[1]))
    return replace(record, hands=hands, deal=replace(record.deal, antes=(black, white)), moves=moves)


@pytest.mark.parametrize("seeds", [range(120), pytest.param(range(120, 1_200), marks=pytest.mark.slow)])
def test_a_true_record_stays_playable_however_much_is_forgotten(seeds: range) -> None:
    passes = 0
    for seed in seeds:
        rng = random.Random(seed)
        record = true_game(seed)
        passes += sum(isinstance(move, Pass) for move in record.moves)
        truth = replay(write_record(record), STEEP)
        vague = replay(write_record(half_forgotten(record, rng)), STEEP)
        owners = [square and square.owner for square in truth.states[-1].board]
        assert [square and square.owner for square in vague.states[-1].board] == owners
        assert vague.outcome == truth.outcome
    assert passes > len(seeds) / 2


def test_views_and_guesses_keep_their_contracts_where_cards_are_unknown() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        for state in replay(write_record(half_forgotten(true_game(seed), rng)), STEEP).states:
            for seat in (BLACK, WHITE):
                view = GAME.view(state, seat)
                guessed = GAME.guess(view, rng)
                assert GAME.view(guessed, seat) == view
                assert GAME.moves(guessed, seat) == GAME.moves(state, seat)
            listed = list(GAME.moves(state, state.to_move))
            assert all(GAME.fault(state, state.to_move, move) is None for move in listed)
            assert bool(listed) == isinstance(GAME.turn(state), Seats)


def test_chance_draws_cards_never_listed_as_unknown() -> None:
    state = GAME.start(Setup(FACES, Mode.STANDARD, ((1, 2), ()), None, at_table=True))
    turn = GAME.turn(state)
    assert not isinstance(turn, Seats)
    deals = [turn.sample(random.Random(seed)) for seed in range(200)]  # type: ignore[union-attr]
    assert {deal.antes[0] for deal in deals if isinstance(deal, Deal)} == {1, 2, None}
    assert {deal.antes[1] for deal in deals if isinstance(deal, Deal)} == {None}
    assert all(GAME.fault(state, CHANCE, deal) is None for deal in deals)
