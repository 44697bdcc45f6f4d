"""Score sheets of games at a real table: what they compute, what they refuse, and that they read back as written."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import NotUnderstood, RecordError
from collection.games import sheets
from collection.games.cardia import sheet as cardia
from collection.games.matschig import sheet as matschig
from collection.games.mud import sheet as mud
from collection.games.registry import replay_any
from collection.games.sheets import Sheet, is_sheet, read_sheet, write_sheet


def rounds(*lines: str) -> list[list[matschig.Line]]:
    return [[matschig.read_line(word) for word in line.split()] for line in lines]


def reasons(text: str) -> tuple[str, ...]:
    with pytest.raises(RecordError) as refused:
        read_sheet(text)
    return refused.value.reasons


# Matschig


def test_two_who_tie_for_the_fewest_points_share_the_victory() -> None:
    sheet = matschig.checked(rounds("12 9 9"))
    assert sheet.accounts == (12, 9, 9)
    assert sheet.winners == {1, 2}


@pytest.mark.parametrize(("written", "counted"), [("7e", 4), ("8e", 4), ("1e", 1), ("7o", 7), ("7", 7), ("0", 0)])
def test_easier_to_clean_halves_a_rounds_points_and_rounds_up(written: str, counted: int) -> None:
    assert matschig.read_line(written).counted == counted


@pytest.mark.parametrize("account", [22, 44, 66, 88])
def test_perfect_mud_halves_an_account_after_a_round(account: int) -> None:
    sheet = matschig.checked(rounds("10 1 1", f"{account - 10}p 1 1", "3 1 1"), ["perfect"])
    assert sheet.accounts[0] == account // 2 + 3


def test_an_account_is_halved_once_a_round_even_where_it_comes_to_a_number_that_may_be_halved_again() -> None:
    assert matschig.account_after(rounds("44p 0 0")[0][:1]) == 22
    with pytest.raises(NotUnderstood):
        matschig.read_line("44pp")


def test_points_are_halved_before_they_go_into_the_account_and_the_account_after() -> None:
    # 43 of one kind count 22 by the one variant, which the other then halves (ruling 19).
    assert matschig.checked(rounds("43ep 0 0"), ["easier", "perfect"]).accounts[0] == 11


@pytest.mark.parametrize(
    ("lines", "options", "said"),
    [
        (("45p 1 1",), ("perfect",), ["Round 1, A: the account stands at 45, and only 22, 44, 66, 88 may be halved."]),
        (("22p 1e 1",), (), ["Round 1, A: an account", "Round 1, B: points"]),
        (("0e 1 0e",), ("easier",), ["Round 1, A: there is nothing", "Round 1, C: there is nothing"]),
        (("1 2 3", "1 2"), (), ["Round 2 has points for 2, and round 1 for 3."]),
        (("1 2",), (), ["rounds: Matschig is played by 3 to 6"]),
        (("1 2 3 4 5 6 7",), (), ["rounds: Matschig is played by 3 to 6"]),
        ((), (), ["rounds: a game has 1 to 20 rounds, not 0."]),
    ],
)
def test_what_may_not_be_halved_and_what_does_not_fit_is_said_all_at_once(
    lines: Sequence[str], options: Sequence[str], said: Sequence[str]
) -> None:
    with pytest.raises(RecordError) as refused:
        matschig.checked(rounds(*lines), options)
    assert len(refused.value.reasons) == len(said)
    assert all(reason.startswith(start) for reason, start in zip(refused.value.reasons, said, strict=True))


@pytest.mark.parametrize("text", ["", "e", "7x", "-1", "1234", "7ee", "٧", "7 e", "1_0"])
def test_what_is_no_players_round_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        matschig.read_line(text)


@st.composite
def matschig_sheets(draw: st.DrawFn) -> Sheet:
    seats, many = draw(st.integers(3, 6)), draw(st.integers(1, 6))
    players = []
    for _ in range(seats):
        account, lines = 0, []
        for _ in range(many):
            points = draw(st.integers(0, 60))
            kind = draw(st.sampled_from(["", "o", "e"])) if points else ""
            line = matschig.read_line(f"{points}{kind}")
            account += line.counted
            if account in (22, 44, 66, 88) and draw(st.booleans()):
                line, account = matschig.read_line(f"{points}{kind}p"), account // 2
            lines.append(line)
        assert matschig.account_after(lines) == account
        players.append(lines)
    return matschig.checked(list(zip(*players, strict=True)), ["easier", "perfect"])


@st.composite
def cardia_sheets(draw: st.DrawFn) -> Sheet:
    results = draw(st.permutations([None, 0, 1, draw(st.integers(0, 1))]))
    wins, games = [0, 0], []
    for winner in results[: draw(st.integers(1, 4))]:
        if 2 in wins:
            break
        if winner is not None:
            wins[winner] += 1
        deck = draw(st.sampled_from(["", "I", "IV", "Bo's own: 3", "yes", "045"]))
        signets = draw(st.none() | st.tuples(st.integers(0, 14), st.integers(0, 14)))
        games.append(cardia.One(winner, deck, signets))
    return cardia.checked(games)


@st.composite
def mud_sheets(draw: st.DrawFn) -> Sheet:
    seats = draw(st.integers(2, 6))
    leaning = draw(st.sampled_from(mud.LEANINGS))
    return mud.checked(seats, draw(st.integers(0, seats - 1)), leaning, short=draw(st.booleans()))


@given(matschig_sheets() | cardia_sheets() | mud_sheets())
def test_a_sheet_reads_back_as_it_was_written_and_is_no_record(sheet: Sheet) -> None:
    text = write_sheet(sheet)
    assert is_sheet(text)
    assert read_sheet(text) == sheet
    assert write_sheet(read_sheet(text)) == text
    with pytest.raises(RecordError):
        replay_any(text, {"mudwater": None})


# MUD


@pytest.mark.parametrize(
    ("seats", "short", "goal"), [(2, False, (4, 4)), (5, False, (4, 4)), (5, True, (3, 3)), (6, False, (3, 3))]
)
def test_six_players_and_the_short_game_need_three_voters_in_three_regions(
    seats: int, short: bool, goal: tuple[int, int]
) -> None:
    assert mud.checked(seats, 0, "liberal", short=short).goal == goal


def test_nobody_wins_mud_as_undecided_nor_from_outside() -> None:
    with pytest.raises(RecordError) as refused:
        mud.checked(7, 7, "undecided")
    assert [reason.partition(":")[0] for reason in refused.value.reasons] == ["seats", "winner", "leaning"]


# Cardia


def test_whoever_wins_two_games_has_won_and_drawn_ones_decide_nothing() -> None:
    sheet = cardia.checked([cardia.read_game(text) for text in ("lost", "draw IV 4-4", "won:iii:5-3", "won deck II")])
    assert sheet.won == (2, 1)
    assert sheet.winners == {0}
    assert [one.deck for one in sheet.games] == ["", "IV", "III", "II"]
    assert sheet.games[2].signets == (5, 3)
    assert cardia.checked([cardia.One(0), cardia.One(1)]).winners == frozenset()


def test_a_best_of_three_ends_with_the_second_victory() -> None:
    with pytest.raises(RecordError, match="Game 3: somebody had won 2 games"):
        cardia.checked([cardia.One(0), cardia.One(0), cardia.One(1)])


# Files


def test_every_fault_of_a_sheet_is_said_at_once() -> None:
    said = reasons("sheet: matschig\nfoo: 1\noptions: easier\nrounds:\n- [1, x, 2]\n- [1, 1:30, 3]\n")
    assert len(said) == 4
    assert reasons("sheet: mud\nseats: 9\nwinner: Z\nleaning: green\nshort: maybe\n") == (
        "short: yes or no.",
        "seats: MUD is played by 2 to 6, not by 9.",
        'winner: "Z" is nobody of those who played.',
        'leaning: one wins as liberal or conservative, not as "green".',
    )
    assert len(reasons("sheet: cardia\ngames:\n- {winner: C, deck: [1]}\n- won\n- {winner: A, signets: [1]}\n")) == 4


@pytest.mark.parametrize("text", ["sheet: chess\n", "sheet: [1]\n", "game: matschig\n", "rounds: []\n", "- 1\n", ""])
def test_what_names_no_game_is_refused_with_those_there_are(text: str) -> None:
    assert reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "sheet: matschig\nrounds: {a: 1}\n",
        "sheet: matschig\nrounds: [1, 2]\n",
        "sheet: matschig\nrounds: [[[1]], {}]\n",
        "sheet: matschig\noptions: {easier: yes}\nrounds: [[1, 2, 3]]\n",
        "sheet: mud\n",
        "sheet: cardia\ngames: {}\n",
        "sheet: cardia\ngames: []\n",
        "sheet: cardia\ngames: [[]]\n",
    ],
)
def test_any_other_shape_is_refused_and_crashes_nothing(text: str) -> None:
    assert reasons(text)


def test_a_sheet_can_be_kept_of_every_game_that_it_names() -> None:
    assert set(sheets.GAMES) == {"matschig", "mud", "cardia"}
