"""Cards as people write them."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.catalogue.spelling import read_card, read_copies, read_finish, write_copies
from collection.errors import NotUnderstood
from collection.text import plain

CATALOGUE = load_catalogue()


def number(name: str) -> int:
    card = CATALOGUE.named(name)
    assert card is not None
    return card.number


CALM = number("Dead Calm")
DOG = number("Sea Dog")


def refused(*words: str) -> tuple[str, ...]:
    with pytest.raises(NotUnderstood) as refusal:
        read_copies(CATALOGUE, words)
    return refusal.value.reasons


@pytest.mark.parametrize("written", ["45", "#45", "045", " 45 ", "00045"])
def test_a_number_is_a_card(written: str) -> None:
    assert read_card(CATALOGUE, written) == 45
    assert read_copies(CATALOGUE, [written]) == (Copies(45),)


@pytest.mark.parametrize("written", ["Dead Calm", "dead  calm", "DEAD CALM", "déad calm", "\u202edead calm"])
def test_a_name_is_a_card(written: str) -> None:
    assert read_card(CATALOGUE, written) == CALM
    assert read_copies(CATALOGUE, [written]) == (Copies(CALM),)


@pytest.mark.parametrize(
    ("written", "copies"),
    [
        ("45*2", Copies(45, "base", 2)),
        ("45 * 2", Copies(45, "base", 2)),
        ("45×2", Copies(45, "base", 2)),
        ("#45x2", Copies(45, "base", 2)),
        ("45 x2", Copies(45, "base", 2)),
        ("2x 45", Copies(45, "base", 2)),
        ("45*002", Copies(45, "base", 2)),
        ("45:foil", Copies(45, "foil")),
        ("45:Foil", Copies(45, "foil")),
        ("45:base", Copies(45)),
        ("45:foil*2", Copies(45, "foil", 2)),
        ("45*2:foil", Copies(45, "foil", 2)),
        ("dead calm*2", Copies(CALM, "base", 2)),
        ("Dead Calm x2", Copies(CALM, "base", 2)),
        ("2x Dead Calm", Copies(CALM, "base", 2)),
        ("2 x Dead Calm", Copies(CALM, "base", 2)),
        ("Dead Calm:holo-1*3", Copies(CALM, "holo-1", 3)),
        ("45*999", Copies(45, "base", 999)),
    ],
)
def test_quantity_and_finish_stand_behind_a_card(written: str, copies: Copies) -> None:
    assert read_copies(CATALOGUE, [written]) == (copies,)
    assert read_copies(CATALOGUE, written.split()) == (copies,)


def test_equal_copies_add_up_by_number_and_finish() -> None:
    assert read_copies(CATALOGUE, ["118", "45", "12", "45*2", "45:foil", "#045:FOIL"]) == (
        Copies(12),
        Copies(45, "base", 3),
        Copies(45, "foil", 2),
        Copies(118),
    )


def test_a_line_of_cards_is_separated_by_commas_or_spaces() -> None:
    expected = (Copies(12), Copies(CALM, "base", 2), Copies(45))
    for words in (
        ["12, dead calm*2, 45"],
        ["12 dead calm*2 45"],
        ["12,", "dead", "calm*2,", "45,"],
        ["12,dead calm*2;45"],
    ):
        assert read_copies(CATALOGUE, words) == expected


def test_a_name_may_come_as_several_words() -> None:
    words = ["12", "Dead", "Calm", "Sea", "Dog*2", "The", "Long", "Silence", "3", "Sink", "or", "Swim:foil"]
    assert {copies.number: copies.quantity for copies in read_copies(CATALOGUE, words)} == {
        3: 1,
        12: 1,
        CALM: 1,
        DOG: 2,
        number("The Long Silence"): 1,
        number("Sink or Swim"): 1,
    }


def test_of_two_readings_the_longer_name_is_meant() -> None:
    cards = list(CATALOGUE)
    cards[0] = dataclasses.replace(cards[0], name="Dead")
    assert read_copies(Catalogue(cards), ["Dead", "Calm", "Dead"]) == (Copies(1), Copies(CALM))


@pytest.mark.parametrize("name", ["Dog, the Sea", "Reel 2:1", "Twice*2", "Dead x2"])
def test_a_corrected_name_that_looks_like_notation_is_still_a_name(name: str) -> None:
    corrected = Catalogue(dataclasses.replace(card, name=name) if card.number == 7 else card for card in CATALOGUE)
    assert read_card(corrected, name) == 7
    assert read_copies(corrected, [name]) == (Copies(7),)


def test_no_words_are_no_copies_and_blank_ones_are_a_fault() -> None:
    assert read_copies(CATALOGUE, []) == ()
    for words in ([""], ["  "], [",", ","]):
        assert len(refused(*words)) == 1


@pytest.mark.parametrize(
    "written",
    [
        "0",
        "121",
        "-3",
        "+3",
        "1e3",
        "٣",
        "1_2",
        "4.5",
        "0x2d",
        "137",
        "99999999999999999999",
        "１２",
        "#",
        "#0",
        "--",
        "*2",
    ],
)
def test_what_is_no_card_is_named_with_the_way_out(written: str) -> None:
    (reason,) = refused(written)
    assert "1 to 120" in reason
    with pytest.raises(NotUnderstood, match="1 to 120"):
        read_card(CATALOGUE, written)


def test_an_empty_card_is_a_fault() -> None:
    with pytest.raises(NotUnderstood, match="1 to 120"):
        read_card(CATALOGUE, "")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("45*0", "no copies"),
        ("45*1000", "more than 999"),
        ("45*99999999999999999999", "more than 999"),
        ("45*", "plain digits"),
        ("45*-1", "plain digits"),
        ("45*1.5", "plain digits"),
        ("45*٣", "plain digits"),
        ("45:", "finish is missing"),
        ("45:f!", "not a finish"),
        ("45:-foil", "not a finish"),
        ("45:" + "f" * 21, "not a finish"),
        ("45x2", "two ways"),
        ("Dead Calm*0", "no copies"),
    ],
)
def test_a_wrong_quantity_or_finish_is_named_with_the_way_out(written: str, says: str) -> None:
    (reason,) = refused(written)
    assert says in reason
    assert written[:20] in reason


def test_every_word_that_cannot_be_read_is_named() -> None:
    reasons = refused("12", "0", "45*0", "Dead", "Clam", "121", "45:foil")
    assert [reason.split('"')[1] for reason in reasons] == ["0", "45*0", "Dead Clam", "121"]


def test_the_same_slip_is_named_once() -> None:
    assert len(refused("0", "0", "0")) == 1


def test_a_mistyped_name_offers_the_closest() -> None:
    assert f"Dead Calm ({CALM})" in refused("Dead", "Clam")[0]
    assert f"Sea Dog ({DOG})" in refused("sea dgo*2")[0]
    with pytest.raises(NotUnderstood, match=r"Bottle Rocket \(3\)"):
        read_card(CATALOGUE, "bottel rocket")


def test_a_quoted_name_is_a_fault_of_its_own() -> None:
    assert len(refused("Dead Clam", "Sea Dgo")) == 2


@pytest.mark.parametrize(
    "written", ["\x1b[31mred", "a\u202eb", "x" * 10_000, "[/x]", "👩\u200d👩\u200d👧" * 300, "\ud800"]
)
def test_hostile_words_come_back_harmless_and_short(written: str) -> None:
    (reason,) = refused(written)
    assert plain(reason) == reason
    assert len(reason) < 300


def test_a_finish_is_one_short_word() -> None:
    assert read_finish(" Foil ") == "foil"
    assert read_finish("glänzend-2") == "glänzend-2"
    for written in ("", " ", "a b", "a_b", "a:b", "a*b", "x" * 21, "-", "\x1b"):
        with pytest.raises(NotUnderstood):
            read_finish(written)


copies_lists = st.lists(
    st.builds(
        Copies, st.integers(1, 120), st.from_regex(r"[a-z0-9][a-z0-9-]{0,19}", fullmatch=True), st.integers(1, 999)
    ),
    unique_by=lambda copies: (copies.number, copies.finish),
)


@given(copies_lists)
def test_what_is_written_reads_back(copies: list[Copies]) -> None:
    words = [write_copies(pile) for pile in copies]
    assert list(read_copies(CATALOGUE, words)) == sorted(copies)
    assert list(read_copies(CATALOGUE, [", ".join(words)] if words else [])) == sorted(copies)


@given(st.lists(st.sampled_from([card.name for card in CATALOGUE]), min_size=1, max_size=6))
def test_names_in_a_row_are_told_apart(names: list[str]) -> None:
    found = read_copies(CATALOGUE, " ".join(names).split())
    assert sum(copies.quantity for copies in found) == len(names)
    assert {copies.number for copies in found} == {number(name) for name in names}


@given(st.lists(st.text(max_size=12) | st.text("0123456789x*:#, foil", max_size=12), max_size=5))
def test_any_words_are_read_or_refused_in_sentences(words: list[str]) -> None:
    found: tuple[Copies, ...] = ()
    reasons: tuple[str, ...] = ()
    try:
        found = read_copies(CATALOGUE, words)
    except NotUnderstood as refusal:
        reasons = refusal.reasons
    assert not words or bool(found) != bool(reasons)
    assert all(copies.number in CATALOGUE and copies.quantity >= 1 for copies in found)
    assert all(plain(reason) == reason for reason in reasons)
