"""Results of other games at a real table: written down once, told, added up, taken back, carried over."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from collection.desk import collectors
from collection.desk.antes import add_ante, antes
from collection.desk.exchange import void
from collection.desk.exporting import whole_json
from collection.desk.matches import games, record_of
from collection.desk.said import Said
from collection.desk.sheet_statistics import (
    CardiaFigures,
    MatschigFigures,
    MudFigures,
    TableTally,
    tally_tables,
    with_rival,
)
from collection.desk.sheets import Person, SheetReceipt, add_sheet, gist, known_people, table_game, table_games
from collection.desk.whole import recognised, take_at_once
from collection.errors import LedgerRefused, NotUnderstood, Refused
from collection.games.cardia import sheet as cardia
from collection.games.matschig import sheet as matschig
from collection.games.mud import sheet as mud
from collection.games.sheets import Sheet
from collection.ledger.entry import AccountKind
from collection.ledger.intervals import share
from collection.ledger.match import Place, Result, Stakes, Status
from collection.play.gathering import Guest, gather, let_programs_choose, players_of
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
BO, CLEO = Person("Bo"), Person("Cleo")


def matschig_of(*lines: str, options: tuple[str, ...] = ()) -> Sheet:
    return matschig.checked([[matschig.read_line(word) for word in line.split()] for line in lines], options)


def cardia_of(*games: str) -> Sheet:
    return cardia.checked([cardia.read_game(one) for one in games])


@pytest.fixture
def table(new_book: Callable[[], Book], say: Say) -> Book:
    """Ann's book: one game of Matschig, two of MUD, two of Cardia."""
    book = new_book()
    collectors.add(book, "Ann")
    four = [BO, CLEO, Person("Dan", guest=True)]
    both = ("easier", "perfect")
    add_sheet(
        book, "Ann", four, matschig_of("12 7e 9o 3", "10p 4 0 40", options=both), say("m1", on=dt.date(2026, 3, 1))
    )
    add_sheet(book, "Ann", [BO], mud.checked(2, 1, "liberal"), say("u1", on=dt.date(2026, 3, 3)))
    add_sheet(book, "Ann", [BO, CLEO], mud.checked(3, 0, "conservative"), say("u2", on=dt.date(2026, 3, 2)))
    add_sheet(book, "Ann", [BO], cardia_of("won III 5-3", "lost", "won III"), say("c1"))
    add_sheet(book, "Ann", [BO], cardia_of("won", "draw IV", "lost"), say("c2"))
    return book


def tally_of(book: Book, game: str, rival: str = "") -> TableTally:
    (found,) = [one for one in tally_tables(table_games(book, "Ann")) if (one.game, one.rival) == (game, rival)]
    return found


def test_a_result_is_a_friendly_match_of_a_real_table_with_a_result_for_every_seat(table: Book) -> None:
    match = table_game(table, "m1", "Ann").match
    assert (match.place, match.stakes, match.status, match.moves) == (Place.TABLE, Stakes.FRIENDLY, Status.DONE, 0)
    assert [seat.result for seat in match.seats] == [Result.LOST, Result.WON, Result.LOST, Result.LOST]
    accounts = [seat.account.kind if seat.account is not None else None for seat in match.seats]
    assert accounts == [AccountKind.COLLECTOR, AccountKind.RIVAL, AccountKind.RIVAL, None]
    assert match.seats[3].called == "Dan"
    assert match.mode == "easier, perfect"


def test_no_card_moves_and_the_antes_know_nothing_of_it(table: Book, say: Say) -> None:
    add_ante(table, "Ann", "Bo", Result.WON, say("a1"), theirs=9)
    assert [line.id for line in antes(table, "Ann")] == ["a1"]
    assert games(table, "Ann") == ()
    assert all(line.match.id != "a1" for line in table_games(table, "Ann"))
    with table.reading() as unit:
        assert unit.ledger.get("m1") is None


def test_nobody_takes_a_sheet_for_a_game_that_can_be_played_through(table: Book) -> None:
    with pytest.raises(Refused, match="only its result was written down"):
        record_of(table, "m1")


def test_the_history_is_newest_first_and_can_be_told_by_game_and_by_person(table: Book) -> None:
    assert [line.match.id for line in table_games(table, "Ann")] == ["c2", "c1", "u1", "u2", "m1"]
    assert [line.match.id for line in table_games(table, "Ann", game="mud")] == ["u1", "u2"]
    assert [line.match.id for line in table_games(table, "Ann", rival="cleo")] == ["u2", "m1"]
    assert [line.match.id for line in table_games(table, "Ann", rival="DAN")] == ["m1"]
    assert [line.match.id for line in table_games(table, "Ann", limit=1)] == ["c2"]
    assert [gist(line) for line in table_games(table, "Ann")] == [
        "1 : 1", "2 : 1", "Bo as Liberal", "as Conservative", "11 : 8, 9, 43",
    ]  # fmt: skip
    with pytest.raises(Refused, match="Nobody in this book"):
        table_games(table, "Ann", rival="Zed")
    assert known_people(table, "Ann", table_games(table, "Ann")) == ("Bo", "Cleo", "Dan")


def test_a_collector_who_is_a_rival_at_a_table_sees_the_game_from_their_own_side(
    new_book: Callable[[], Book], say: Say
) -> None:
    book = new_book()
    collectors.add(book, "Ann")
    collectors.add(book, "Bo")
    add_sheet(book, "Ann", [BO], mud.checked(2, 1, "liberal"), say("u1"))
    (line,) = table_games(book, "Bo")
    assert (line.result, line.others, gist(line)) == (Result.WON, ("Ann",), "as Liberal")


def test_figures_of_matschig_tell_the_accounts_and_how_often_a_halving_was_used(table: Book, say: Say) -> None:
    # Ann: 12, then 10 to 22, halved to 11. In the second game she could halve 7 and 44, and halved only the 44.
    sheet = matschig_of("7o 1 1", "37p 1 1", options=("easier", "perfect"))
    add_sheet(table, "Ann", [BO, CLEO], sheet, say("m2"))
    assert tally_of(table, "matschig").figures == MatschigFigures(
        games=2, mean=16.5, best=11, rounds=4, easier=(0, 1), perfect=(2, 2)
    )
    with_dan = tally_of(table, "matschig", "Dan")
    assert (with_dan.games, with_dan.won, with_dan.lost, with_dan.theirs) == (1, 0, 1, 0)
    assert (tally_of(table, "matschig", "Bo").theirs, tally_of(table, "matschig", "Bo").games) == (2, 2)


def test_a_shared_victory_is_one_for_each_who_shares_it(table: Book, say: Say) -> None:
    add_sheet(table, "Ann", [BO, CLEO], matschig_of("4 4 9"), say("m2"))
    bo, cleo, every = (tally_of(table, "matschig", name) for name in ("Bo", "Cleo", ""))
    assert (bo.won, bo.shared, bo.theirs, bo.lost) == (1, 1, 2, 1)
    assert (cleo.won, cleo.shared, cleo.theirs) == (1, 0, 0)
    assert (every.games, every.won, every.shared, every.share) == (2, 1, 1, share(1, 2))


def test_figures_of_mud_tell_leanings_and_numbers_of_players(table: Book) -> None:
    assert tally_of(table, "mud").figures == MudFigures(
        won_as={"liberal": 0, "conservative": 1},
        lost_to={"liberal": 1, "conservative": 0},
        by_players={2: (1, 0), 3: (1, 1)},
    )
    assert (tally_of(table, "mud", "Bo").games, tally_of(table, "mud", "Cleo").games) == (2, 1)


def test_figures_of_cardia_count_the_single_games_also_by_deck(table: Book) -> None:
    tally = tally_of(table, "cardia", "Bo")
    assert (tally.games, tally.won, tally.lost, tally.drawn) == (2, 1, 0, 1)
    assert tally.figures == CardiaFigures(games=(3, 2, 1), by_deck={"": (1, 2, 0), "III": (2, 0, 0), "IV": (0, 0, 1)})


def test_what_is_taken_back_stays_in_the_history_and_leaves_the_figures(table: Book, say: Say) -> None:
    void(table, "c1", say("v"))
    assert [line.match.id for line in table_games(table, "Ann", game="cardia")] == ["c2"]
    every = table_games(table, "Ann", game="cardia", void=True)
    assert [(line.match.id, line.void) for line in every] == [("c2", False), ("c1", True)]
    assert [tally.games for tally in tally_tables(every)] == [1, 1]
    assert with_rival(table, "bo", "Ann")[0].drawn == 1


def test_the_same_id_with_the_same_words_is_done_once_and_with_others_refused(
    table: Book, say: Say, contents: Contents
) -> None:
    before = contents(table)
    again = add_sheet(table, "Ann", [BO], cardia_of("won III 5-3", "lost", "won III"), say("c1"))
    assert not again.new
    others: tuple[Callable[[], SheetReceipt], ...] = (
        lambda: add_sheet(table, "Ann", [BO], cardia_of("won III 5-3", "lost", "won"), say("c1")),
        lambda: add_sheet(table, "Ann", [CLEO], cardia_of("won III 5-3", "lost", "won III"), say("c1")),
        lambda: add_sheet(table, "Ann", [BO], cardia_of("won III 5-3", "lost", "won III"), say("c1", note="no")),
        lambda: add_sheet(
            table, "Ann", [BO], cardia_of("won III 5-3", "lost", "won III"), say("c1", on=dt.date(2026, 1, 1))
        ),
    )
    for other in others:
        with pytest.raises(LedgerRefused, match="said before"):
            other()
    assert contents(table) == before


def test_a_correction_takes_the_place_of_what_it_corrects_in_one_act(table: Book, say: Say) -> None:
    add_sheet(table, "Ann", [BO], mud.checked(2, 0, "liberal"), say("u3", corrects="u1"))
    assert table_game(table, "u1", "Ann").void
    assert (tally_of(table, "mud", "Bo").won, tally_of(table, "mud", "Bo").lost) == (2, 0)


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ([BO, Person(" bo "), Person("Ann")], ['" bo " would sit', '"Ann" is you']),
        ([BO, Person("Dan", guest=True), Person("DAN", guest=True)], ['"DAN" would sit']),
        ([BO], ["The sheet is of 4 players, and 2 are named"]),
        ([BO, CLEO, Person("ann", guest=True)], ['"ann" would sit']),
        ([BO, CLEO, Person("\x1b", guest=True)], ["This guest's name is empty"]),
    ],
)
def test_names_that_do_not_fit_are_refused_all_at_once_and_nothing_is_kept(
    table: Book, say: Say, contents: Contents, people: list[Person], said: list[str]
) -> None:
    before = contents(table)
    with pytest.raises((Refused, NotUnderstood)) as refused:
        add_sheet(table, "Ann", people, matschig_of("1 2 3 4"), say("no"))
    assert len(refused.value.reasons) == len(said)
    assert all(reason.startswith(start) for reason, start in zip(refused.value.reasons, said, strict=True))
    assert contents(table) == before


def test_a_guest_of_a_name_that_is_in_the_book_is_that_person(table: Book, say: Say) -> None:
    add_sheet(table, "Ann", [Person("BO", guest=True)], mud.checked(2, 0, "liberal"), say("u3"))
    assert table_game(table, "u3", "Ann").others == ("Bo",)


def test_a_game_played_here_stands_in_the_history_with_its_points(table: Book, now: dt.datetime) -> None:
    rng = random.Random(3)
    guests = [Guest("random"), Guest("human", "Ann"), Guest("random")]
    gathering = gather(table, "matschig", guests, rng=rng, now=now, match_id="here")
    players = players_of(gathering)
    while not gathering.over:
        let_programs_choose(gathering, players, rng, now)
        for seat in sorted(gathering.waiting_for):
            gathering.choose(seat, gathering.game.moves(gathering.played.state, seat).sample(rng), now)
    (line,) = [line for line in table_games(table, "Ann") if line.match.id == "here"]
    outcome = gathering.outcome
    assert outcome is not None
    assert line.points == outcome.points
    assert (line.result is Result.WON) == (1 in outcome.winners)
    assert gist(line).startswith(f"{outcome.points[1]} : ")
    tally = tally_of(table, "matschig", "random")
    assert (tally.games, tally.theirs) == (1, int(bool(outcome.winners - {1})))
    with pytest.raises(Refused, match="no result of this kind"):
        table_game(table, "here", "Ann")


def test_a_sheet_that_cannot_be_read_leaves_the_result_and_crashes_nothing(table: Book) -> None:
    with table.writing() as unit:
        match = table_game(table, "c1", "Ann").match
        for number, record in enumerate(
            ("sheet: chess", "sheet: [", "sheet: mud\nseats: 3\nwinner: A\nleaning: liberal")
        ):
            unit.matches.add(replace(match, id=f"bad{number}", record=record))
    lines = [line for line in table_games(table, "Ann") if line.match.id.startswith("bad")]
    assert [line.sheet for line in lines] == [None, None, None]
    assert tally_of(table, "cardia").won == 1 + 3


def test_results_go_with_the_whole_book_into_another(
    table: Book, new_book: Callable[[], Book], say: Say, now: dt.datetime
) -> None:
    void(table, "c2", say("v"))
    source = recognised(whole_json(table).text.encode())
    assert source is not None
    other = new_book()
    for _ in range(2):
        taking = take_at_once(other, source, now)
        assert taking.refused == ()
    here, there = (
        [(line.match.id, line.names, line.sheet, line.void) for line in table_games(one, "Ann", void=True)]
        for one in (table, other)
    )
    assert here == there
    assert tally_tables(table_games(other, "Ann")) == tally_tables(table_games(table, "Ann"))
