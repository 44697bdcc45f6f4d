"""A hand's code: equal for equal hands, read however it is typed, and no slip of one or two places gets through."""

from __future__ import annotations

import itertools
import random
from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from collection.errors import HandRefused, NotUnderstood
from collection.hands.codes import ALPHABET, looks_like_code, read_code, write_code

HANDS = st.lists(st.integers(1, 120), min_size=14, max_size=14, unique=True)
FIRST, LAST = tuple(range(1, 15)), tuple(range(107, 121))
SOME = (FIRST, LAST, *(tuple(random.Random(seed).sample(range(1, 121), 14)) for seed in range(6)))


def bare(code: str) -> str:
    return code.replace("-", "")


def caught(code: str) -> bool:
    try:
        read_code(code)
    except NotUnderstood:
        return True
    return False


def replaced(code: str, place: int, sign: str) -> str:
    return code[:place] + sign + code[place + 1 :]


def slow_times(one: int, other: int) -> int:
    """Multiply in the field of 32 elements, as at school."""
    product = 0
    for bit in range(5):
        if other >> bit & 1:
            product ^= one << bit
    for bit in (3, 2, 1, 0):
        if product >> 5 + bit & 1:
            product ^= 0b100101 << bit
    return product


def with_check(body: str) -> str:
    """Put a right check behind thirteen characters, by the definition in the module's text and slow arithmetic."""
    weights = [1]
    for _ in range(13):
        weights.append(slow_times(weights[-1], 2))
    assert len(set(weights)) == 14
    assert 0 not in weights
    total = 0
    for sign, weight in zip(body, reversed(weights[1:]), strict=True):
        total ^= slow_times(ALPHABET.index(sign), weight)
    return body + ALPHABET[total]


@given(HANDS)
def test_a_code_gives_back_the_hand(cards: list[int]) -> None:
    assert read_code(write_code(cards)) == tuple(sorted(cards))


@given(HANDS, st.randoms(use_true_random=False))
def test_equal_hands_have_equal_codes(cards: list[int], rng: random.Random) -> None:
    shuffled = list(cards)
    rng.shuffle(shuffled)
    assert write_code(shuffled) == write_code(cards)


@given(HANDS, HANDS)
def test_different_hands_have_different_codes(one: list[int], other: list[int]) -> None:
    assert (write_code(one) == write_code(other)) == (set(one) == set(other))


def test_the_first_and_the_last_hand_have_the_first_and_the_last_rank() -> None:
    assert bare(write_code(FIRST))[1:13] == "0" * 12
    rank = comb(120, 14) - 1
    digits = "".join(ALPHABET[rank >> 5 * place & 31] for place in reversed(range(12)))
    assert bare(write_code(LAST))[1:13] == digits


def test_a_code_is_fourteen_of_the_32_characters_in_groups_of_four_and_begins_with_its_version() -> None:
    for cards in SOME:
        code = write_code(cards)
        assert [len(group) for group in code.split("-")] == [4, 4, 4, 2]
        assert set(bare(code)) <= set(ALPHABET)
        assert code[0] == "1"
        assert bare(code) == with_check(bare(code)[:-1])


@given(HANDS, st.integers(0, 13))
@example([1, 37, 27, 2, 3, 4, 118, 70, 5, 101, 98, 6, 95, 65], 0)
@example([1, 37, 27, 2, 3, 4, 118, 70, 5, 101, 98, 6, 95, 65], 1)
def test_a_code_is_read_in_any_case_and_any_groups(cards: list[int], cut: int) -> None:
    code = write_code(cards)
    letters = bare(code).lower()
    mistaken = letters.replace("0", "o").replace("1", "l")
    for typed in (
        letters,
        f"  {letters[:cut]} - {letters[cut:]}\n",
        mistaken,
        mistaken.upper(),
        code.replace("1", "i"),
    ):
        assert read_code(typed) == tuple(sorted(cards))
        assert looks_like_code(typed) or _like_a_quantity_and_a_name(typed)


def _like_a_quantity_and_a_name(typed: str) -> bool:
    version, *rest = typed.replace("-", " ").split()
    return version == "1" and "".join(rest).isalpha()


def test_a_quantity_and_a_name_are_a_card_even_where_the_check_fits() -> None:
    hand = [1, 37, 27, 2, 3, 4, 118, 70, 5, 101, 98, 6, 95, 65]
    letters = bare(write_code(hand)).lower()
    assert letters[1:].isalpha()
    assert looks_like_code(letters)
    assert not looks_like_code(f"{letters[:1]} {letters[1:]}")


@pytest.mark.parametrize("cards", SOME)
def test_every_wrong_character_and_every_swap_of_two_is_caught(cards: tuple[int, ...]) -> None:
    code = bare(write_code(cards))
    wrong = [replaced(code, place, sign) for place in range(14) for sign in ALPHABET if sign != code[place]]
    swapped = [
        replaced(replaced(code, one, code[other]), other, code[one])
        for one, other in itertools.combinations(range(14), 2)
        if code[one] != code[other]
    ]
    assert len(wrong) == 14 * 31
    assert swapped
    assert sum(map(caught, wrong)) / len(wrong) == 1.0
    assert sum(map(caught, swapped)) / len(swapped) == 1.0


@pytest.mark.parametrize("cards", SOME)
def test_every_lost_and_every_doubled_character_is_caught(cards: tuple[int, ...]) -> None:
    code = bare(write_code(cards))
    for place in range(14):
        assert caught(code[:place] + code[place + 1 :])
        assert caught(code[:place] + code[place] + code[place:])


def test_of_all_faults_in_two_characters_more_than_97_in_a_hundred_are_caught() -> None:
    code = bare(write_code(SOME[3]))
    faults = [
        replaced(replaced(code, one, first), other, second)
        for one, other in itertools.combinations(range(14), 2)
        for first in ALPHABET
        for second in ALPHABET
        if first != code[one] and second != code[other]
    ]
    assert len(faults) == comb(14, 2) * 31 * 31
    assert sum(map(caught, faults)) / len(faults) > 0.97


def test_what_is_no_legal_choice_has_no_code_and_one_sentence_says_every_reason() -> None:
    with pytest.raises(HandRefused) as refused:
        write_code([45, 45, 0, 121, 7])
    (sentence,) = refused.value.reasons
    for piece in ("it has 5", "45 is in it twice", "0 is not a card's number", "121 is not a card's number"):
        assert piece in sentence
    assert sentence.count(".") == 1


def reason(code: str) -> str:
    with pytest.raises(NotUnderstood) as no:
        read_code(code)
    (sentence,) = no.value.reasons
    return sentence


def test_a_rank_above_the_last_hand_is_said() -> None:
    assert "above that of the last" in reason(with_check("1" + "Z" * 12))
    rank = comb(120, 14)
    above = "".join(ALPHABET[rank >> 5 * place & 31] for place in reversed(range(12)))
    assert "above that of the last" in reason(with_check("1" + above))


def test_another_version_is_said() -> None:
    assert "version 2" in reason(with_check("2" + "0" * 12))
    assert "version Z" in reason(with_check("Z" + "0" * 12))


def test_a_wrong_check_a_wrong_length_and_strange_signs_are_said() -> None:
    code = write_code(FIRST)
    assert "mistyped" in reason(code[:-1] + ("0" if code[-1] != "0" else "2"))
    assert "14 characters" in reason(code[:-1])
    assert "this one 0" in reason("")
    assert '"U", "!"' in reason("U" + code[1:-1] + "!")
    assert "\x1b" not in reason("\x1b[31m" + code)
    assert '"ı"' in reason("ı" + code[1:])


def test_a_row_of_numbers_and_a_mistyped_card_are_no_code_though_the_check_may_fit() -> None:
    rows = [f"12 14 16 21 45 39 {last}" for last in range(10, 100)]
    names = [f"1 {a}ead {b}alm toa{c}s" for a in "bdhlmnrtw" for b in "bchptw" for c in "dr"]
    assert not all(map(caught, rows))
    assert not all(map(caught, names))
    assert not any(map(looks_like_code, (*rows, *names)))


@pytest.mark.parametrize(
    "text", ["1 Dead Calm", "45", "#45", "1 Bottle Rocket", "Bottle Rocket", "1 Botle Roket", "", "1 Half-Moon Toad"]
)
def test_cards_do_not_look_like_codes(text: str) -> None:
    assert not looks_like_code(text)


def test_a_mistyped_code_still_looks_like_one() -> None:
    code = write_code(SOME[2])
    for typed in (code[:-1], code + "0", bare(code)[1:], code[:5] + "U" + code[6:], code[:-1].replace("-", " ")):
        assert caught(typed)
        assert looks_like_code(typed)
