"""The end of a match for keeps moves one copy of the loser's ante, exactly once, whatever is pressed."""

from __future__ import annotations

import datetime as dt
import random
import threading
from collections import Counter
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused, LedgerRefused, Refused
from collection.games.mudwater.moves import Act, Pass, Play
from collection.hands.legality import hand_faults
from collection.ledger import posting
from collection.ledger.entry import EntryKind
from collection.ledger.match import Match, Result, Stakes, Status
from collection.play.sitting import Settlement, Sitter, Sitting, rematch, settle, sit_down
from collection.store.book import Book

Owned = Callable[[str], Counter[int]]
Finish = Callable[[Sitting, int], None]


@pytest.fixture
def keeps(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> Sitting:
    """A match for keeps that is about to be played."""
    return sit_down(book, anna, bo, rng=random.Random(5), now=now, stakes=Stakes.KEEPS)


def sides(match: Match) -> tuple[str, str, int]:
    """The loser's and the winner's name, and the card at stake."""
    by_result = {sitter.result: sitter for sitter in match.seats}
    loser, winner = by_result[Result.LOST], by_result[Result.WON]
    assert loser.account is not None
    assert winner.account is not None
    assert loser.ante is not None
    return loser.account.name, winner.account.name, loser.ante


def ante_entries(book: Book) -> list[str]:
    with book.reading() as unit:
        return [entry.id for entry in unit.ledger.entries(kind=EntryKind.ANTE)]


def give_away(book: Book, name: str, card: int, now: dt.datetime, copies: int = 2) -> None:
    with book.writing() as unit:
        account = unit.accounts.find(name)
        assert account is not None
        draft = posting.lost(f"gone-{card}", account, unit.accounts.elsewhere, [Copies(card, quantity=copies)])
        unit.ledger.post(draft, now)


def get_back(book: Book, name: str, copies: Copies, now: dt.datetime) -> None:
    with book.writing() as unit:
        account = unit.accounts.find(name)
        assert account is not None
        back = f"back-{copies.number}-{copies.finish}"
        unit.ledger.post(posting.found(back, unit.accounts.elsewhere, account, [copies]), now)


def likely_loser(sitting: Sitting, seed: int) -> tuple[str, int]:
    """Who will lose, and with which ante, when the programs play on with `seed`: found out on a copy without traces."""
    import copy

    from collection.play.programs import play_out

    ahead = copy.copy(sitting)
    ahead._book = None
    play_out(ahead, ahead.game, random.Random(seed), lambda: dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    loser, _, card = sides(ahead.match)
    return loser, card


def test_one_copy_of_the_losers_ante_goes_to_the_winner_and_nothing_else_moves(
    book: Book, keeps: Sitting, owned: Owned, finish: Finish
) -> None:
    before = {name: owned(name) for name in ("Anna", "Bo", "Solo", "house")}
    finish(keeps, 1)
    loser, winner, card = sides(keeps.match)
    expected = {name: Counter(cards) for name, cards in before.items()}
    expected[loser][card] -= 1
    expected[winner][card] += 1
    assert {name: owned(name) for name in before} == expected
    assert keeps.match.status is Status.DONE
    assert keeps.settlement is not None
    entry = keeps.settlement.entry
    assert entry is not None
    assert (entry.id, entry.kind, len(entry.movements)) == (keeps.match.id, EntryKind.ANTE, 1)
    assert ante_entries(book) == [keeps.match.id]


def test_a_solo_collector_and_the_house_settle_by_the_same_path(
    book: Book, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    total = None
    for seed in range(4):
        sitting = sit_down(
            book,
            Sitter("greedy", "Solo"),
            Sitter("greedy"),
            rng=random.Random(seed),
            now=now,
            stakes=Stakes.KEEPS,
        )
        total = total or owned("Solo") + owned("house")
        finish(sitting, seed)
        assert sitting.match.status is Status.DONE
        assert owned("Solo") + owned("house") == total
    assert len(ante_entries(book)) == 4
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def test_a_friendly_match_moves_nothing(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(5), now=now)
    finish(sitting, 1)
    assert ante_entries(book) == []
    assert settle(book, sitting.match.id, now) == Settlement(sitting.match, None)


def test_a_draw_returns_both_antes(book: Book, owned: Owned, now: dt.datetime) -> None:
    # Case 17: no Level I or II in either hand: rock, rock, pass, pass.
    with book.reading() as unit:
        high = [card.number for card in unit.cards.catalogue() if card.level >= 3][:14]
    for name in ("Anna", "Bo"):
        for number in high:
            get_back_some = Copies(number, "foil")
            with book.writing() as unit:
                account = unit.accounts.find(name)
                assert account is not None
                draft = posting.found(f"high-{name}-{number}", unit.accounts.elsewhere, account, [get_back_some])
                unit.ledger.post(draft, now)
    hands = [Sitter("human", name, hand=tuple(high)) for name in ("Anna", "Bo")]
    sitting = sit_down(book, *hands, rng=random.Random(5), now=now, stakes=Stakes.KEEPS)
    before = owned("Anna"), owned("Bo")
    for square in (0, 8):
        seat = sitting.to_move
        assert seat is not None
        sitting.play(Play(Act.ROCK, square, min(sitting.view(seat).known.sides[seat].hand)), now)
    sitting.play(Pass(), now)
    sitting.play(Pass(), now)
    assert sitting.match.status is Status.DONE
    assert [sitter.result for sitter in sitting.match.seats] == [Result.DRAW, Result.DRAW]
    assert (owned("Anna"), owned("Bo")) == before
    assert settle(book, sitting.match.id, now).entry is None
    assert ante_entries(book) == []


# Exactly once


def test_settling_again_and_again_gives_the_same_entry(
    book: Book, keeps: Sitting, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    finish(keeps, 1)
    after = owned("Anna"), owned("Bo")
    later = now + dt.timedelta(days=400)
    settled = [settle(book, name, later) for name in (keeps.match.id, keeps.match.id[:10], keeps.match.id)]
    assert settled == [keeps.settlement] * 3
    assert (owned("Anna"), owned("Bo")) == after


def test_threads_that_settle_together_move_the_card_once(
    book: Book, keeps: Sitting, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    loser, card = likely_loser(keeps, 1)
    give_away(book, loser, card, now)
    finish(keeps, 1)
    assert keeps.match.status is Status.UNSETTLED
    get_back(book, loser, Copies(card, quantity=2), now)
    gate, found = threading.Barrier(6), list[Settlement]()

    def press() -> None:
        own = Book.open(book.path, load_catalogue)
        gate.wait()
        found.append(settle(own, keeps.match.id, now))
        own.close()

    threads = [threading.Thread(target=press) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {one.entry.id for one in found if one.entry} == {keeps.match.id}
    assert len(found) == 6
    assert owned(loser)[card] == 1
    assert ante_entries(book) == [keeps.match.id]


# A card that cannot move


def test_a_card_traded_away_meanwhile_leaves_the_match_unsettled_until_it_is_back(
    book: Book, keeps: Sitting, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    loser, card = likely_loser(keeps, 1)
    give_away(book, loser, card, now)
    finish(keeps, 1)
    assert (*sides(keeps.match)[::2],) == (loser, card)
    assert keeps.match.status is Status.UNSETTLED
    assert keeps.settlement is not None
    assert keeps.settlement.entry is None
    for part in (loser, f"#{card} ", "does not hold it any more", "settle"):
        assert part in keeps.settlement.reason
    assert [sitter.result for sitter in keeps.match.seats].count(Result.WON) == 1, "the result stands"
    assert settle(book, keeps.match.id, now) == keeps.settlement
    assert ante_entries(book) == []

    get_back(book, loser, Copies(card), now)
    settled = settle(book, keeps.match.id, now + dt.timedelta(days=9))
    assert settled.entry is not None
    assert (settled.match.status, settled.reason) == (Status.DONE, "")
    assert settled.entry.happened == now.date() + dt.timedelta(days=9), "the card moved on that day"
    assert owned(loser)[card] == 0
    assert settle(book, keeps.match.id, now + dt.timedelta(days=10)) == settled
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


@pytest.mark.parametrize(
    ("held", "goes"),
    [([Copies(0, "foil"), Copies(0, "base")], "base"), ([Copies(0, "silver"), Copies(0, "foil")], "foil")],
)
def test_base_changes_hands_where_it_is_held_and_else_another_finish(
    book: Book, keeps: Sitting, now: dt.datetime, finish: Finish, held: list[Copies], goes: str
) -> None:
    loser, card = likely_loser(keeps, 1)
    give_away(book, loser, card, now)
    for copies in held:
        get_back(book, loser, Copies(card, copies.finish), now)
    finish(keeps, 1)
    assert keeps.settlement is not None
    entry = keeps.settlement.entry
    assert entry is not None
    assert entry.movements[0].copies == Copies(card, goes)


def test_a_match_that_is_not_over_or_gone_is_not_settled(
    book: Book, keeps: Sitting, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    with pytest.raises(Refused, match="not over yet"):
        settle(book, keeps.match.id, now)
    friendly = sit_down(book, anna, bo, rng=random.Random(5), now=now)
    friendly.give_up()
    with pytest.raises(Refused, match="given up"):
        settle(book, friendly.match.id, now)
    with pytest.raises(LedgerRefused):
        settle(book, "nothing-like-it", now)


def test_a_match_taken_back_is_not_settled_again(book: Book, keeps: Sitting, now: dt.datetime, finish: Finish) -> None:
    from dataclasses import replace

    finish(keeps, 1)
    with book.writing() as unit:
        unit.ledger.void(keeps.match.id, now)
        unit.matches.save(replace(keeps.match, status=Status.VOID), expected_moves=keeps.match.moves)
    with pytest.raises(Refused, match="taken back"):
        settle(book, keeps.match.id, now)
    assert len(ante_entries(book)) == 1


# Afterwards


def test_a_rematch_for_keeps_checks_the_hands_again(
    book: Book, keeps: Sitting, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    finish(keeps, 1)
    loser, _, card = sides(keeps.match)
    give_away(book, loser, card, now, copies=1)
    assert owned(loser)[card] == 0
    with pytest.raises(HandRefused, match=f"#{card} .* is not owned"):
        rematch(book, keeps.match.id, rng=random.Random(1), now=now)


def test_the_house_draws_another_hand_when_it_has_lost_cards_of_the_last_one(
    book: Book, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    sitting = sit_down(
        book, Sitter("greedy", "Solo"), Sitter("greedy"), rng=random.Random(2), now=now, stakes=Stakes.KEEPS
    )
    finish(sitting, 2)
    hand = sitting.match.seats[1].hand
    with book.writing() as unit:
        gone = Copies(hand[0], quantity=owned("house")[hand[0]])
        draft = posting.lost("gone", unit.accounts.house, unit.accounts.elsewhere, [gone])
        unit.ledger.post(draft, now)
    again = rematch(book, sitting.match.id, rng=random.Random(2), now=now)
    assert hand[0] not in again.match.seats[1].hand
    with book.reading() as unit:
        assert hand_faults(again.match.seats[1].hand, unit.cards.catalogue(), owned("house")) == ()
