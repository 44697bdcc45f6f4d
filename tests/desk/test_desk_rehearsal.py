"""Rehearsals: what counts as evidence about a rival, what does not, and that rehearsing leaves no trace in it."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import add_ante, antes, tallies
from collection.desk.collectors import add
from collection.desk.exchange import gift, trade, void
from collection.desk.hands import new_hand
from collection.desk.marks import mark
from collection.desk.matches import games
from collection.desk.packs import log_pack
from collection.desk.rehearsal import Rehearsed, believed, rehearse, seen_cards
from collection.desk.rivals import rival, rivals
from collection.desk.said import Said
from collection.errors import Refused
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import Faces
from collection.hands.rehearsal import Draw, Sighting, Source
from collection.ledger.mark import MarkKind
from collection.ledger.match import Match, Result, Stakes
from collection.play.programs import play_out
from collection.play.sitting import Sitter, Sitting, sit_down
from collection.players.beliefs import SeenCards
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]


def rehearsed(book: Book, name: str = "Bo", seed: int = 1, collector: str | None = None) -> Rehearsed:
    return rehearse(book, name, random.Random(seed), collector)


def seen(found: Rehearsed) -> dict[int, Sighting]:
    return {pick.card: pick.why for pick in found.hand.picks if isinstance(pick.why, Sighting)}


def sources(found: Rehearsed) -> dict[int, Source]:
    return {pick.card: pick.why.source for pick in found.hand.picks if isinstance(pick.why, Draw)}


def day(number: int) -> dt.date:
    return dt.date(2026, 2, number)


@pytest.fixture
def stocked(book: Book, say: Say) -> Book:
    log_pack(book, None, [Copies(number, quantity=2) for number in range(1, 15)], say("p", on=dt.date(2026, 1, 1)))
    return book


@pytest.fixture
def hot_seat(stocked: Book, say: Say, now: dt.datetime) -> Callable[[int], Sitting]:
    """A maker of finished friendly games between Me and Bo, who is a collector of the same book."""
    add(stocked, "Bo")
    log_pack(stocked, "Bo", [Copies(number) for number in range(40, 54)], say("q"))
    new_hand(stocked, "Me", "Mine", range(1, 15), now)
    new_hand(stocked, "Bo", "Theirs", range(40, 54), now)

    def play(seed: int) -> Sitting:
        rng = random.Random(seed)
        sitting = sit_down(stocked, Sitter("human", "Me", "Mine"), Sitter("human", "Bo", "Theirs"), rng=rng, now=now)
        while sitting.to_move is not None:
            sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), now)
        return sitting

    return play


def test_a_rehearsal_sees_the_book_of_one_moment_while_others_write(stocked: Book, say: Say) -> None:
    def go_and_come(nth: int) -> None:
        gift(stocked, None, [Copies(3)], say(f"g{nth}", on=day(2)), to="Bo")
        void(stocked, f"g{nth}", say(f"v{nth}"))

    def go_and_come_again() -> None:
        for nth in range(1, 9):
            go_and_come(nth)

    go_and_come(0)
    with ThreadPoolExecutor(1) as other:
        writing = other.submit(go_and_come_again)
        while not writing.done():
            assert len(set(rehearsed(stocked).hand.cards)) == 14
        writing.result()


def test_antes_turned_over_are_evidence_with_how_often_and_when_last(stocked: Book, say: Say) -> None:
    for number in (3, 9):
        add_ante(stocked, None, "Bo", Result.LOST, say(f"m{number}", on=day(number)), mine=number, theirs=77)
    found = rehearsed(stocked)
    assert seen(found) == {77: Sighting(77, 2, day(9), 2)}
    assert found.games == 2


def test_an_ante_that_was_won_from_them_is_theirs_no_more(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.WON, say("m1", on=day(1)), theirs=77)
    for seed in range(30):
        found = rehearsed(stocked, seed=seed)
        assert 77 not in found.hand.cards
        assert found.hand.came == (77,)
    gift(stocked, None, [Copies(77)], say("g", on=day(2)), to="Bo")
    assert 77 in seen(rehearsed(stocked)), "it went back"


def test_a_second_copy_that_was_seen_later_is_theirs(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.WON, say("m1", on=day(1)), theirs=77)
    add_ante(stocked, None, "Bo", Result.LOST, say("m2", on=day(5)), mine=3, theirs=77)
    assert seen(rehearsed(stocked))[77].games == 2


def test_a_game_taken_back_is_no_evidence(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("m1"), mine=3, theirs=77)
    void(stocked, "m1", say("v"))
    found = rehearsed(stocked)
    assert seen(found) == {}
    assert Source.HELD not in sources(found).values(), "the card that was lost came back"


def test_cards_that_they_won_and_hold_and_those_on_offer_are_known_as_theirs(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("m1", on=day(1)), mine=8)
    trade(stocked, None, "Bo", [Copies(9)], [Copies(60)], say("t", on=day(2)))
    mark(stocked, None, MarkKind.OFFER, [90, 49], whose="Bo")
    found = rehearsed(stocked)
    known = {card: source for card, source in sources(found).items() if source is not Source.ANY}
    assert known == {8: Source.HELD, 9: Source.HELD, 90: Source.OFFERED, 49: Source.OFFERED}
    (pick,) = [pick for pick in found.hand.picks if pick.card == 9]
    assert isinstance(pick.why, Draw)
    assert pick.why.since == day(2)
    assert 60 not in found.hand.cards, "it came in the trade"


def test_what_they_look_for_is_not_drawn(stocked: Book) -> None:
    wished = [number for number in range(1, 121) if number % 3]
    mark(stocked, None, MarkKind.WISH, wished, whose="Bo")
    for seed in range(10):
        assert not set(rehearsed(stocked, seed=seed).hand.cards) & set(wished)


def test_nothing_known_gives_a_hand_that_is_drawn_whole(stocked: Book) -> None:
    mark(stocked, None, MarkKind.WISH, [90], whose="Bo")
    found = rehearsed(stocked)
    assert (found.games, found.hand.seen, len(found.hand.cards)) == (0, 0, 14)


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_of_a_finished_hot_seat_game_are_no_evidence(
    hot_seat: Callable[[int], Sitting], stocked: Book, catalogue: Catalogue, seed: int
) -> None:
    sitting = hot_seat(seed)
    end = replay(sitting.match.record, Faces.of(catalogue)).states[-1]
    on_the_board = {piece.card for square in end.board if square for piece in square.pile if piece.by == 1}
    found = seen(rehearsed(stocked, collector="Me"))
    assert set(found) == on_the_board | {sitting.match.seats[1].ante}
    assert not set(found) & set(end.sides[1].hand)


def test_rehearsing_reads_alone_and_the_same_seed_gives_the_same_hand(
    stocked: Book, say: Say, contents: Contents
) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("m1"), mine=8, theirs=77)
    before = contents(stocked)
    assert rehearsed(stocked, seed=5) == rehearsed(stocked, name=" bo ", seed=5)
    assert rehearsed(stocked, seed=5) != rehearsed(stocked, seed=6)
    assert contents(stocked) == before


def test_a_rehearsal_that_was_played_is_no_game_against_them_and_no_evidence(
    stocked: Book, say: Say, now: dt.datetime
) -> None:
    new_hand(stocked, "Me", "Mine", range(1, 15), now)
    add_ante(stocked, None, "Bo", Result.LOST, say("m1", on=day(1)), mine=8, theirs=77)
    before = rehearsed(stocked), rival(stocked, "Bo"), rivals(stocked), tallies(stocked)
    rng = random.Random(1)
    white = Sitter("greedy", hand=before[0].hand.cards, rehearses="Bo")
    sitting = sit_down(stocked, Sitter("greedy", "Me", "Mine"), white, rng=rng, now=now)
    play_out(sitting, sitting.game, rng, lambda: now)
    assert (rehearsed(stocked), rival(stocked, "Bo"), rivals(stocked), tallies(stocked)) == before
    played = next(match for match in games(stocked) if match.id == sitting.match.id)
    assert (played.seats[1].called, played.stakes, played.counts) == ("greedy as Bo", Stakes.FRIENDLY, False)
    assert [line.id for line in antes(stocked)] == [line.id for line in antes(stocked, rival="Bo")] == ["m1"]


@pytest.mark.parametrize(
    ("name", "why"), [("Bob", 'Close to it: "Bo"'), ("me", "is you"), ("House", "draws a new hand")]
)
def test_nobody_oneself_and_the_house_are_refused(stocked: Book, name: str, why: str) -> None:
    mark(stocked, None, MarkKind.WISH, [90], whose="Bo")
    with pytest.raises(Refused, match=why):
        rehearsed(stocked, name=name)


def test_cards_seen_are_those_that_the_rival_may_bring_again(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("a", on=day(1)), mine=3, theirs=70)
    add_ante(stocked, None, "Bo", Result.WON, say("b", on=day(2)), theirs=71)
    assert seen_cards(stocked, "Bo") == {70}, "71 came to the collector"
    assert seen_cards(stocked, "Bo", "Me") == seen_cards(stocked, "bo")
    with pytest.raises(Refused, match="is you"):
        seen_cards(stocked, "Me")


def test_a_program_that_plays_for_a_collector_knows_what_they_have_seen_and_no_other_does(
    stocked: Book, say: Say, now: dt.datetime
) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("a", on=day(1)), mine=3, theirs=70)
    new_hand(stocked, "Me", "Mine", range(1, 15), now)

    def sits(against: Sitter) -> Match:
        return sit_down(stocked, Sitter("human", "Me", "Mine"), against, rng=random.Random(1), now=now).match

    hand = rehearsed(stocked).hand.cards
    rehearsal = sits(Sitter("greedy", hand=hand, rehearses="Bo"))
    assert believed(stocked, rehearsal, 0) == SeenCards(frozenset({70}))
    assert believed(stocked, rehearsal, 1) is None
    watched = replace(rehearsal, seats=(replace(rehearsal.seats[0], player="greedy"), rehearsal.seats[1]))
    assert believed(stocked, watched, 0) == SeenCards(frozenset({70})), "a program plays for them as they would"
    assert believed(stocked, sits(Sitter("greedy", hand=hand, rehearses="Cleo")), 0) is None, "nobody is called so"
    assert believed(stocked, sits(Sitter("greedy")), 0) is None, "the house draws another hand each time"
