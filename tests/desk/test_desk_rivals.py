"""Rivals: games, cards that went and came, what can be won back, and what was seen of theirs."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import add_ante
from collection.desk.collectors import add
from collection.desk.exchange import gift, trade, void
from collection.desk.hands import new_hand
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.rivals import rival, rivals
from collection.desk.said import Said
from collection.errors import Refused
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import Faces
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book

Say = Callable[..., Said]


@pytest.fixture
def stocked(book: Book, say: Say) -> Book:
    log_pack(book, None, [Copies(number, quantity=2) for number in range(1, 15)], say("p", on=dt.date(2026, 1, 1)))
    return book


def test_games_and_cards_are_counted_and_voided_games_are_not(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("m1", on=dt.date(2026, 1, 5)), mine=1)
    add_ante(stocked, None, "Bo", Result.WON, say("m2", on=dt.date(2026, 1, 6)), theirs=77)
    add_ante(stocked, None, "Bo", Result.DRAW, say("m3", on=dt.date(2026, 1, 7)), stakes=Stakes.FRIENDLY)
    add_ante(stocked, None, "Bo", Result.LOST, say("m4", on=dt.date(2026, 1, 8)), mine=2)
    void(stocked, "m4", say("v"))
    (line,) = rivals(stocked)
    tally = line.tally
    assert (tally.games, tally.won, tally.lost, tally.drawn, tally.friendly) == (3, 1, 1, 1, 1)
    assert (tally.cards_won, tally.cards_lost, tally.still_held) == (1, 1, ((1, 1),))
    assert line.last_played == dt.date(2026, 1, 7)


def test_all_losses_are_shown_as_such(stocked: Book, say: Say) -> None:
    for number in range(3):
        add_ante(stocked, None, "Bo", Result.LOST, say(f"m{number}"), mine=number + 1)
    (line,) = rivals(stocked)
    assert (line.tally.games, line.tally.won, line.tally.lost) == (3, 0, 3)


def test_cards_to_win_back_are_those_lost_as_antes_and_still_with_them(stocked: Book, say: Say) -> None:
    for number, mine in enumerate((1, 1, 2, 3, 8)):
        add_ante(stocked, None, "Bo", Result.LOST, say(f"lost-{number}", on=dt.date(2026, 1, 2 + number)), mine=mine)
    add_ante(stocked, None, "Bo", Result.WON, say("won-2"), theirs=2)
    trade(stocked, None, "Bo", [Copies(4)], [Copies(3)], say("t"))
    gift(stocked, None, [Copies(5)], say("g"), to="Bo")
    page = rival(stocked, "bo")
    assert [(card.number, copies) for card, copies in page.held] == [(1, 2), (4, 1), (5, 1), (8, 1)]
    assert [(one.card.number, one.copies, one.owned) for one in page.win_back] == [(1, 2, 0), (8, 1, 1)]
    assert page.win_back[0].lost_on == dt.date(2026, 1, 3)
    assert page.win_back[0].entry == "lost-1"
    assert page.theirs == ()


def test_cards_of_theirs_that_came_are_told_and_their_own_holdings_are_not_made_up(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.WON, say("m"), theirs=77)
    mark(stocked, None, MarkKind.OFFER, [90], whose="Bo", note="said so")
    page = rival(stocked, "Bo")
    assert [(card.number, copies) for card, copies in page.theirs] == [(77, 1)]
    assert page.held == ()
    assert [(one.number, one.note) for one in page.marks] == [(90, "said so")]
    assert [(one.card.number, one.games, one.as_ante) for one in page.seen] == [(77, 1, 1)]


def test_a_rival_of_whom_only_a_mark_is_known_is_there_without_games(book: Book) -> None:
    mark(book, None, MarkKind.WISH, [90], whose="Bo")
    (line,) = rivals(book)
    assert (line.account.name, line.tally.games, line.last_played, line.wishes, line.offers) == ("Bo", 0, None, 1, 0)
    page = rival(book, "Bo")
    assert (page.held, page.win_back, page.seen) == ((), (), ())


def test_somebody_nobody_knows_is_refused(book: Book) -> None:
    with pytest.raises(Refused, match="Nobody in this book"):
        rival(book, "Bo")
    assert rivals(book) == ()


@pytest.mark.parametrize("seed", range(6))
def test_seen_is_what_lay_face_up_or_was_turned_over_and_nothing_from_the_hand(
    stocked: Book, say: Say, now: dt.datetime, catalogue: Catalogue, seed: int
) -> None:
    add(stocked, "Bo")
    log_pack(stocked, "Bo", [Copies(number) for number in range(40, 54)], say("q"))
    new_hand(stocked, "Me", "Mine", range(1, 15), now)
    new_hand(stocked, "Bo", "Theirs", range(40, 54), now)
    rng = random.Random(seed)
    sitters = [Sitter("human", "Me", "Mine"), Sitter("human", "Bo", "Theirs")]
    theirs = 1
    if seed % 2:
        sitters.reverse()
        theirs = 0
    sitting = sit_down(stocked, *sitters, rng=rng, now=now)
    assert rival(stocked, "Bo", "Me").seen == (), "a game that is not over shows nothing yet"
    while sitting.to_move is not None:
        sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), now)
    end = replay(sitting.match.record, Faces.of(catalogue)).states[-1]
    on_the_board = {
        piece.card for square in end.board if square is not None for piece in square.pile if piece.by == theirs
    }
    ante = sitting.match.seats[theirs].ante
    page = rival(stocked, "Bo", "Me")
    assert {one.card.number for one in page.seen} == on_the_board | {ante}
    assert not {one.card.number for one in page.seen} & set(end.sides[theirs].hand)
    assert [one.card.number for one in page.seen if one.as_ante] == [ante]
    assert (page.seen_games, page.unread) == (1, 0)
