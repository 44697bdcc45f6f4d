"""After a loss: hands that are short of the card take the best free one, and one taking back undoes all of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import add_ante, complete_ante
from collection.desk.exchange import found, gift, trade, void
from collection.desk.hands import archive_hand, change_hand, hand, hands, new_hand
from collection.desk.losses import Loss, loss, mend
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.errors import HandRefused, LedgerRefused, Refused
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]

DOCK = (3, 6, 12, 14, 16, 21, 7, 13, 45, 9, 27, 8, 19, 39)
SPARE = (11, 18, 22, 15)
"""Cards that Ann owns beside her hand: three of Level I or II, and one of a higher Level."""


@pytest.fixture(scope="module")
def dealt_file(fresh_file: Path, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory, say: Say) -> Path:
    path = tmp_path_factory.mktemp("losses") / "book.db"
    shutil.copy(fresh_file, path)
    book = Book.open(path, lambda: catalogue)
    log_pack(book, "Ann", [Copies(number) for number in (*DOCK, *SPARE)], say("pack-ann"))
    log_pack(book, "Ben", [Copies(number) for number in DOCK], say("pack-ben"))
    new_hand(book, "Ann", "Dock", DOCK, say("now").now)
    book.close()
    return path


@pytest.fixture
def dealt(dealt_file: Path, catalogue: Catalogue, tmp_path: Path) -> Iterator[Book]:
    """Ann owns the hand Dock and four cards beside it, each once; Ben owns the cards of Dock, and has no hand."""
    path = tmp_path / "dealt.db"
    shutil.copy(dealt_file, path)
    book = Book.open(path, lambda: catalogue)
    yield book
    book.close()


def lose(book: Book, say: Say, card: int = 45, id: str = "m", **more: object) -> None:
    add_ante(book, "Ann", "Bo", Result.LOST, say(id), mine=card, **more)  # type: ignore[arg-type]


def cards(book: Book, name: str = "Dock") -> tuple[int, ...]:
    return hand(book, "Ann", name).hand.cards


def free_numbers(found: Loss) -> list[int | None]:
    return [offer.by for offer in found.offers]


def sleeve(book: Book, name: str) -> None:
    with book.writing() as unit:
        owner = next(one for one in unit.accounts.all() if one.name == "Ann")
        there = unit.hands.find(owner, name)
        assert there is not None
        unit.hands.sleeve(there, True)


def best_free(catalogue: Catalogue, lost: int, free: tuple[int, ...]) -> int:
    """Say by the rule which of `free` comes in: the same Level, else the nearest (lower) one; the strongest there."""
    wanted = catalogue[lost].level
    return min(
        free,
        key=lambda number: (
            abs(catalogue[number].level - wanted),
            catalogue[number].level,
            -sum(catalogue[number].edges),
            number,
        ),
    )


# What is offered


@pytest.mark.parametrize("lost", [45, 8, 3])
def test_a_loss_offers_the_best_free_card_for_each_hand_and_says_why(
    dealt: Book, say: Say, catalogue: Catalogue, lost: int
) -> None:
    lose(dealt, say, lost)
    told = loss(dealt, "m")
    (offer,) = told.offers
    best = best_free(catalogue, lost, SPARE)
    assert (told.loser.name, told.card, offer.hand.name, offer.lost, offer.by) == ("Ann", lost, "Dock", lost, best)
    assert offer.cards == tuple(best if card == lost else card for card in DOCK)
    assert offer.faults == ()
    assert f"#{best} " in offer.why
    assert str(sum(catalogue[best].edges)) in offer.why
    assert cards(dealt) == DOCK, "an offer changes nothing"


def test_a_spare_copy_leaves_no_hand_short(dealt: Book, say: Say) -> None:
    found(dealt, "Ann", [Copies(45)], say("spare"))
    lose(dealt, say)
    assert loss(dealt, "m").offers == ()


def test_a_card_that_was_won_back_leaves_no_hand_short(dealt: Book, say: Say) -> None:
    lose(dealt, say)
    gift(dealt, "Ann", [Copies(45)], say("back"), source="Bo")
    assert loss(dealt, "m").offers == ()


def test_keepsakes_and_copies_in_sleeved_hands_are_not_offered(dealt: Book, say: Say, catalogue: Catalogue) -> None:
    kept, tied, *left = sorted(SPARE)
    mark(dealt, "Ann", MarkKind.KEEPSAKE, [kept])
    new_hand(dealt, "Ann", "Sleeved", [tied], say("s").now)
    sleeve(dealt, "Sleeved")
    lose(dealt, say)
    assert free_numbers(loss(dealt, "m")) == [best_free(catalogue, 45, tuple(left))]


def test_where_nothing_is_free_it_says_so_and_the_hand_is_left(dealt: Book, say: Say) -> None:
    mark(dealt, "Ann", MarkKind.KEEPSAKE, SPARE)
    lose(dealt, say)
    (offer,) = loss(dealt, "m").offers
    assert (offer.by, offer.cards) == (None, DOCK)
    assert "No card is free for the place of #45" in offer.why
    assert [fault.code for fault in offer.faults] == ["not-owned"]
    mending = mend(dealt, "m", say("x").now)
    assert (mending.mended, mending.left) == ((), (offer,))
    assert cards(dealt) == DOCK


def test_two_hands_may_share_a_copy_unless_one_of_them_is_sleeved(dealt: Book, say: Say, catalogue: Catalogue) -> None:
    new_hand(dealt, "Ann", "Another", DOCK, say("s").now)
    lose(dealt, say)
    best = best_free(catalogue, 45, SPARE)
    assert free_numbers(loss(dealt, "m")) == [best, best]
    sleeve(dealt, "Dock")
    second = best_free(catalogue, 45, tuple(number for number in SPARE if number != best))
    offers = {offer.hand.name: offer.by for offer in loss(dealt, "m").offers}
    # Another's own cards are all in the sleeved hand too: no fault, but no reason to take one more of them.
    assert offers == {"Dock": best, "Another": second}


def test_a_hand_with_other_faults_is_offered_a_card_and_its_other_faults_are_told(dealt: Book, say: Say) -> None:
    new_hand(dealt, "Ann", "Half", DOCK[6:], say("s").now)
    lose(dealt, say)
    half = next(offer for offer in loss(dealt, "m").offers if offer.hand.name == "Half")
    assert half.by is not None
    assert [fault.code for fault in half.faults] == ["too-few"]


@pytest.mark.parametrize(
    ("result", "stakes", "card", "why"),
    [
        (Result.DRAW, Stakes.KEEPS, 45, "was a draw"),
        (Result.LOST, Stakes.FRIENDLY, 45, "was friendly"),
        (Result.LOST, Stakes.KEEPS, None, "ante complete m"),
    ],
)
def test_a_match_that_took_no_card_is_refused_with_the_reason(
    dealt: Book, say: Say, result: Result, stakes: Stakes, card: int | None, why: str
) -> None:
    add_ante(dealt, "Ann", "Bo", result, say("m"), mine=card, stakes=stakes)
    with pytest.raises(Refused, match=why):
        loss(dealt, "m")


def test_only_the_loser_has_hands_to_mend(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.WON, say("won"), theirs=99)
    with pytest.raises(Refused, match=r'"Bo" lost the match won'):
        loss(dealt, "won")
    lose(dealt, say)
    assert loss(dealt, "m", "Ann").offers
    with pytest.raises(Refused, match=r'"Ben" did not lose'):
        loss(dealt, "m", "Ben")
    void(dealt, "m", say("v"))
    with pytest.raises(LedgerRefused, match="was taken back"):
        loss(dealt, "m")


# Mending


def test_mending_changes_every_hand_once_and_makes_it_legal(dealt: Book, say: Say) -> None:
    new_hand(dealt, "Ann", "Another", DOCK[::-1], say("s").now)
    lose(dealt, say)
    assert [bool(checked.faults) for checked in hands(dealt, "Ann")] == [True, True]
    mending = mend(dealt, "m", say("x").now)
    assert {offer.hand.name for offer in mending.mended} == {"Dock", "Another"}
    assert [bool(checked.faults) for checked in hands(dealt, "Ann")] == [False, False]
    for checked in hands(dealt, "Ann"):
        with dealt.reading() as unit:
            newest = unit.hands.versions(checked.hand)[-1]
        assert (newest.number, newest.parent, newest.because) == (2, 1, "m")
    assert mend(dealt, "m", say("y").now).mended == ()


def test_only_the_chosen_hands_are_changed(dealt: Book, say: Say) -> None:
    new_hand(dealt, "Ann", "Another", DOCK, say("s").now)
    lose(dealt, say)
    chosen = [offer for offer in loss(dealt, "m").offers if offer.hand.name == "Dock"]
    mending = mend(dealt, "m", say("x").now, chosen=chosen)
    assert [offer.hand.name for offer in mending.mended] == ["Dock"]
    assert [offer.hand.name for offer in mending.left] == ["Another"]
    assert cards(dealt, "Another") == DOCK
    assert cards(dealt) == chosen[0].cards


def test_what_has_changed_since_it_was_shown_is_refused_and_nothing_changes(
    dealt: Book, say: Say, contents: Contents
) -> None:
    new_hand(dealt, "Ann", "Another", DOCK, say("s").now)
    lose(dealt, say)
    shown = loss(dealt, "m").offers
    best = shown[0].by
    assert best is not None
    trade(dealt, "Ann", "Cy", [Copies(best)], [], say("gone"))
    before = contents(dealt)
    with pytest.raises(HandRefused) as refused:
        mend(dealt, "m", say("x").now, chosen=shown)
    assert len(refused.value.reasons) == 2
    assert contents(dealt) == before


def test_a_game_is_written_down_and_its_hands_are_mended_in_one_act(dealt: Book, say: Say) -> None:
    receipt = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=45, mend=True)
    assert receipt.mending is not None
    assert [offer.hand.name for offer in receipt.mending.mended] == ["Dock"]
    assert receipt.broken == ()
    assert 45 not in cards(dealt)
    again = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=45, mend=True)
    assert (again.new, again.mending) == (False, None)


@pytest.mark.parametrize(("result", "card"), [(Result.DRAW, 45), (Result.LOST, None)])
def test_a_game_that_moved_no_card_yet_is_written_down_and_mends_nothing(
    dealt: Book, say: Say, result: Result, card: int | None
) -> None:
    assert add_ante(dealt, "Ann", "Bo", result, say("m"), mine=card, mend=True).mending is None
    assert cards(dealt) == DOCK


def test_the_hands_of_the_other_collector_are_mended_when_that_one_lost(dealt: Book, say: Say) -> None:
    receipt = add_ante(dealt, "Ben", "Ann", Result.WON, say("m"), theirs=45, mend=True)
    assert receipt.mending is not None
    assert receipt.mending.loss.loser.name == "Ann"
    assert 45 not in cards(dealt)


def test_a_card_named_later_is_mended_then(dealt: Book, say: Say) -> None:
    lose(dealt, say, None)  # type: ignore[arg-type]
    complete_ante(dealt, "m", say("named"), mine=45, collector="Ann")
    assert [offer.hand.name for offer in mend(dealt, "m", say("x").now).mended] == ["Dock"]


# Taking back


def test_taking_the_match_back_gives_the_hands_and_the_card_back_in_one_act(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    taken = void(dealt, "m", say("v"))
    (given,) = taken.given_back
    assert given.done
    assert given.hand.cards == cards(dealt) == DOCK
    assert given.message.startswith('"Dock" has #45 ')
    assert taken.broken == ()
    assert hand(dealt, "Ann", "Dock").faults == ()
    again = void(dealt, "m", say("v"))
    assert (again.new, again.given_back) == (False, ())


def test_a_match_that_cannot_be_taken_back_leaves_its_hands_mended(dealt: Book, say: Say, contents: Contents) -> None:
    add_ante(dealt, "Ann", "Ben", Result.LOST, say("m"), mine=45, mend=True)
    gift(dealt, "Ben", [Copies(45, quantity=2)], say("gone"), to="Cy")
    before = contents(dealt)
    with pytest.raises(LedgerRefused):
        void(dealt, "m", say("v"))
    assert contents(dealt) == before


def test_a_hand_changed_since_is_left_as_it_is_and_told(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    mine = (*cards(dealt)[1:], SPARE[0])
    change_hand(dealt, "Ann", "Dock", mine, say("x").now)
    (given,) = void(dealt, "m", say("v")).given_back
    assert not given.done
    assert "has been changed since" in given.message
    assert "version 1" in given.message
    assert cards(dealt) == mine


def test_a_hand_changed_and_changed_back_by_its_owner_is_still_the_mended_one(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    change_hand(dealt, "Ann", "Dock", DOCK[:5], say("x").now)
    with dealt.writing() as unit:
        changed = hand(dealt, "Ann", "Dock").hand
        unit.hands.go_to(changed, 2, say("y").now)
    (given,) = void(dealt, "m", say("v")).given_back
    assert given.done
    assert cards(dealt) == DOCK


def test_a_mending_taken_back_by_hand_has_nothing_more_to_give_back(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    with dealt.writing() as unit:
        unit.hands.go_to(hand(dealt, "Ann", "Dock").hand, 1, say("y").now)
    assert void(dealt, "m", say("v")).given_back == ()
    assert cards(dealt) == DOCK


def test_a_hand_put_away_since_is_told_and_stays_away(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    archive_hand(dealt, "Ann", "Dock", say("x").now)
    (given,) = void(dealt, "m", say("v")).given_back
    assert not given.done
    assert "put away" in given.message


def test_two_losses_are_taken_back_newest_first_and_otherwise_told(dealt: Book, say: Say) -> None:
    lose(dealt, say, 45, "m1", mend=True)
    lose(dealt, say, 9, "m2", mend=True)
    (older,) = void(dealt, "m1", say("v1")).given_back
    assert not older.done
    (newer,) = void(dealt, "m2", say("v2")).given_back
    assert newer.done
    assert 9 in cards(dealt)
    assert 45 not in cards(dealt)


def test_a_correction_gives_the_hands_back_and_mends_them_for_the_right_card(
    dealt: Book, say: Say, catalogue: Catalogue
) -> None:
    lose(dealt, say, mend=True)
    receipt = add_ante(dealt, "Ann", "Bo", Result.LOST, say("right", corrects="m"), mine=9, mend=True)
    assert [given.done for given in receipt.given_back] == [True]
    best = best_free(catalogue, 9, SPARE)
    assert cards(dealt) == tuple(best if card == 9 else card for card in DOCK)
    void(dealt, "right", say("v"))
    assert cards(dealt) == DOCK, "the corrected match stays taken back, and so does this one"


def test_any_correction_tells_the_hands_that_it_gave_back(dealt: Book, say: Say) -> None:
    lose(dealt, say, mend=True)
    receipt = gift(dealt, "Ann", [Copies(45)], say("gift", corrects="m"), to="Bo")
    assert [given.hand.name for given in receipt.given_back] == ["Dock"]
    assert [one.hand.name for one in receipt.broken] == ["Dock"], "its card went as a gift instead"


def test_a_won_match_taken_back_touches_no_hand(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.WON, say("m"), theirs=99)
    assert void(dealt, "m", say("v")).given_back == ()


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lost=st.permutations(DOCK).map(lambda some: some[:3]))
def test_losses_taken_back_in_the_reverse_order_leave_every_hand_as_it_was(
    dealt_file: Path, catalogue: Catalogue, tmp_path: Path, say: Say, lost: list[int]
) -> None:
    path = tmp_path / "again.db"
    shutil.copy(dealt_file, path)
    book = Book.open(path, lambda: catalogue)
    try:
        for card in lost:
            lose(book, say, card, f"m{card}", mend=True)
            kept = cards(book)
            assert len(set(kept)) == 14
            assert not set(lost[: lost.index(card) + 1]) & set(kept)
        for card in reversed(lost):
            assert [given.done for given in void(book, f"m{card}", say(f"v{card}")).given_back] == [True]
        assert cards(book) == DOCK
        assert hand(book, "Ann", "Dock").faults == ()
    finally:
        book.close()
