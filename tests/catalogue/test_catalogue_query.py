"""The search language: what each form finds, and where each fault is."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Card
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.catalogue.query import DEEPEST_QUERY, LONGEST_QUERY, SYNTAX_HELP, Known, asks, parse, search
from collection.errors import QueryError
from collection.text import plain

CATALOGUE = load_catalogue()
OWNED = {12: 2, 45: 1, 49: 3}


def found(text: str, catalogue: Catalogue = CATALOGUE) -> set[int]:
    cards = search(catalogue, text, OWNED)
    numbers = [card.number for card in cards]
    assert numbers == sorted(set(numbers))
    return set(numbers)


def those(holds: Callable[[Card], bool]) -> set[int]:
    numbers = {card.number for card in CATALOGUE if holds(card)}
    assert 0 < len(numbers) < 120, "a search that finds nothing or everything shows little"
    return numbers


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("level:2", lambda card: card.level == 2),
        ("level:II", lambda card: card.level == 2),
        ("level=ii", lambda card: card.level == 2),
        ("LEVEL:Uncommon", lambda card: card.level == 2),
        ("level!=2", lambda card: card.level != 2),
        ("level>=rare", lambda card: card.level >= 3),
        ("level<II", lambda card: card.level == 1),
        ("level:2-4", lambda card: 2 <= card.level <= 4),
        ("level:II..IV", lambda card: 2 <= card.level <= 4),
        ("level:1,5", lambda card: card.level in {1, 5}),
        ("family:club", lambda card: card.family == "club"),
        ("family:CLUB,arcana", lambda card: card.family in {"club", "arcana"}),
        ("family!=club", lambda card: card.family != "club"),
        ("n>=4", lambda card: card.n >= 4),
        ("e=2", lambda card: card.e == 2),
        ("s<3", lambda card: card.s < 3),
        ("w<=3", lambda card: card.w <= 3),
        ("n!=3", lambda card: card.n != 3),
        ("sum>16", lambda card: sum(card.edges) > 16),
        ("sum:10-11", lambda card: sum(card.edges) in {10, 11}),
        ("number:3-9", lambda card: 3 <= card.number <= 9),
        ("number:#45", lambda card: card.number == 45),
        ("number:045", lambda card: card.number == 45),
        ("number>118", lambda card: card.number > 118),
        ("45", lambda card: card.number == 45),
        ("#045", lambda card: card.number == 45),
        ("name:dog", lambda card: "dog" in card.name.lower()),
        ("name:DOG", lambda card: "dog" in card.name.lower()),
        ('name="sea dog"', lambda card: card.name == "Sea Dog"),
        ('name!="sea dog"', lambda card: card.name != "Sea Dog"),
        ("name=dog or 1", lambda card: card.number == 1),
        ("tribe:choir", lambda card: card.tribe == "Bog Choir"),
        ("choir", lambda card: "choir" in (card.name + card.tribe).lower()),
        ("dead calm", lambda card: card.name == "Dead Calm"),
        ("calm dead", lambda card: card.name == "Dead Calm"),
        ('"dead calm"', lambda card: card.name == "Dead Calm"),
        ("“dead calm”", lambda card: card.name == "Dead Calm"),
        ("seance", lambda card: card.name == "Bayou Séance"),
        ("SÉANCE", lambda card: card.name == "Bayou Séance"),
        ("owned:0", lambda card: card.number not in OWNED),
        ("owned>1", lambda card: OWNED.get(card.number, 0) > 1),
        ("owned:1", lambda card: card.number == 45),
        ("is:owned", lambda card: card.number in OWNED),
        ("is:missing", lambda card: card.number not in OWNED),
        ("is:spare", lambda card: OWNED.get(card.number, 0) > 1),
        ("is:rare", lambda card: card.level == 3),
        ("is:cosmic", lambda card: card.family == "cosmic"),
        ("is!=cosmic", lambda card: card.family != "cosmic"),
        ("-level:1", lambda card: card.level != 1),
        ("--level:1", lambda card: card.level == 1),
        ("-(level:1 or level:2)", lambda card: card.level > 2),
        ("level:1 or level:2 family:club", lambda card: card.level == 1 or (card.level == 2 and card.family == "club")),
        ("(level:1 OR level:2) family:club", lambda card: card.level <= 2 and card.family == "club"),
        ("level:1 and family:club", lambda card: card.level == 1 and card.family == "club"),
        ("level:1 AND family:club", lambda card: card.level == 1 and card.family == "club"),
        ("three-eyed", lambda card: card.name == "Three-Eyed Tad"),
        (
            "level:2 family:club n>=4 sum>=16 -name:dog (tribe:still or is:stand-in)",
            lambda card: card.level == 2 and card.family == "club" and card.n >= 4 and sum(card.edges) >= 16,
        ),
    ],
)
def test_a_search_finds_exactly(text: str, holds: Callable[[Card], bool]) -> None:
    assert found(text) == those(holds)


def test_an_empty_search_means_every_card() -> None:
    assert found("") == found("  ") == set(range(1, 121))


def test_stand_ins_and_confirmed_cards_are_told_apart() -> None:
    confirmed = frozenset({"number", "name", "level", "family", "tribe", "n", "e", "s", "w"})
    real = Catalogue(dataclasses.replace(c, confirmed=confirmed) if c.number == 45 else c for c in CATALOGUE)
    assert found("is:confirmed", real) == {45}
    assert found("is:stand-in", real) == found("is:standin", real) == set(range(1, 121)) - {45}


def test_an_artist_is_found_once_known() -> None:
    painted = Catalogue(dataclasses.replace(c, artist="Ada Brush") if c.number == 45 else c for c in CATALOGUE)
    assert found("artist:brush", painted) == found('artist="ada brush"', painted) == {45}
    assert found("artist:brush") == set()


def test_a_name_with_an_operator_word_is_found_in_quotation_marks() -> None:
    assert found('"sink or swim"') == found('name:"Sink or Swim"') == found('sink "or" swim') == {46}


@pytest.mark.parametrize("text", ["sink or", "or swim", "sink (or)", "sink -and"])
def test_a_small_joining_word_with_nothing_to_join_is_a_word(text: str) -> None:
    assert found(text) == {46}


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("level:6", 7),
        ("level:", 7),
        ("name: dog", 6),
        ("  lvl:2", 3),
        ("n>=x", 4),
        ("n >= 4", 3),
        ("n:1_2", 3),
        ("n:٣", 3),
        ("n:-3", 3),
        ("n:1e3", 3),
        ("n:", 3),
        ("level:4-2", 7),
        ("level:2-9", 9),
        ("level:1,,2", 9),
        ("level>=2-3", 8),
        ("family:clubs", 8),
        ("family:club,x", 13),
        ("family<club", 7),
        ("name<3", 5),
        ("is:nice", 4),
        ("is>owned", 3),
        ("(level:1", 1),
        ("level:1)", 8),
        (")", 1),
        ("()", 2),
        ("dog ()", 6),
        ("- dog", 1),
        ("dog -", 5),
        ("-)", 1),
        ('dog "calm', 5),
        ('name:"calm', 6),
        ('""', 1),
        ("@", 2),
        ("dog @ cat", 6),
        ('@"calm', 2),
        ("search:", 8),
        ("search>2", 7),
        ("held:", 6),
        ("held<3", 5),
        ("OR", 1),
        ("dog OR", 5),
        ("AND dog", 1),
        ("dog OR or calm", 5),
        ("\u200b", 1),
        ("x" * (LONGEST_QUERY + 1), LONGEST_QUERY + 1),
        ("(" * (DEEPEST_QUERY + 1) + "a" + ")" * (DEEPEST_QUERY + 1), DEEPEST_QUERY + 1),
    ],
)
def test_a_fault_points_at_its_column(text: str, column: int) -> None:
    with pytest.raises(QueryError) as fault:
        parse(text)
    assert fault.value.column == column
    (sentence,) = fault.value.reasons
    assert plain(sentence) == sentence
    assert sentence.endswith((".", "?"))


def test_a_mistyped_field_offers_the_one_that_was_meant() -> None:
    with pytest.raises(QueryError, match=r"did you mean family\?"):
        parse("famly:club")


def test_the_deepest_nesting_is_read() -> None:
    text = "(" * DEEPEST_QUERY + "level:1" + ")" * DEEPEST_QUERY
    assert found(text) == found("level:1")
    assert found("-" * 900 + "level:1") == found("level:1")


def test_every_example_of_the_help_is_understood() -> None:
    examples = re.findall(r"[a-z]+(?:[:=<>]|!=|<=|>=)[^\s.()\"]+", SYNTAX_HELP)
    assert len(examples) > 20
    for example in examples:
        parse(example.rstrip(",;"))
    parse('(tribe:choir or is:spare) -name:dog level:1 "sink or swim"')
    assert all(len(line) <= 76 for line in SYNTAX_HELP.splitlines())


WORDS = (
    """level name family is n sum : = != < >= - ( ) " or OR and , 2 IV rare club stand-in dog 3-9 1..2 #45 ٣ é “ ”"""
)
PIECES = st.sampled_from([*WORDS.split(), " ", "\x1b", "\ud800"])


def column_of_fault(text: str) -> int | None:
    try:
        parse(text)
    except QueryError as fault:
        return fault.column
    return None


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=60))
def test_any_text_is_understood_or_refused_at_a_column_inside_it(text: str) -> None:
    column = column_of_fault(text)
    if column is not None:
        assert 1 <= column <= len(text) + 1
        return
    query = parse(text)
    assert query.text == text
    assert {query.matches(card, Known()) for card in CATALOGUE} <= {True, False}


TERMS = st.sampled_from(["level:1", "family:club", "n>=3", "owned>0", "dog", '"dead calm"', "is:spare"])


@given(TERMS, TERMS, TERMS)
def test_joining_is_logic(a: str, b: str, c: str) -> None:
    assert found(f"{a} {b}") == found(a) & found(b)
    assert found(f"{a} or {b}") == found(a) | found(b)
    assert found(f"-{a}") == set(range(1, 121)) - found(a)
    assert found(f"({a} or {b}) {c}") == (found(a) | found(b)) & found(c)
    assert found(f"-({a} {b})") == found(f"-{a} or -{b}")


KNOWN = Known(
    OWNED,
    marked={"keepsake": frozenset({45}), "wish": frozenset({3, 4}), "offer": frozenset({49})},
    held={"bo": frozenset({7, 12}), "old hattie": frozenset({8}), "cy": frozenset()},
    saved={"wanted": "is:wish or held:bo", "rares of mine": "level:3 owned>0", "deep": "@wanted number<5", "": "x"},
)


def known(text: str, all_known: Known = KNOWN) -> set[int]:
    return {card.number for card in search(CATALOGUE, text, all_known)}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("is:keepsake", {45}),
        ("is:wish", {3, 4}),
        ("is:offer or is:keepsake", {45, 49}),
        ("is!=offer owned>0", {12, 45}),
        ("held:Bo", {7, 12}),
        ('held:"OLD  hattie"', {8}),
        ("held:anyone", {7, 8, 12}),
        ("held:cy", set()),
        ("@wanted", {3, 4, 7, 12}),
        ("search:Wanted", {3, 4, 7, 12}),
        ("@wanted -held:bo", {3, 4}),
        ("-@wanted number<10", {1, 2, 5, 6, 8, 9}),
        ("search!=wanted number<10", {1, 2, 5, 6, 8, 9}),
        ("@deep", {3, 4}),
        ("@wanted owned>0 or 99", {12, 99}),
    ],
)
def test_marks_holders_and_saved_searches_are_asked_for(text: str, numbers: set[int]) -> None:
    assert known(text) == numbers


def test_a_saved_search_of_several_words_is_named_in_quotation_marks() -> None:
    assert known('@"Rares of mine"') == known('search:"rares of mine"') == known("level:3 owned>0")


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("level:2 @wantd", 10, "did you mean"),
        ("level:2 search:nope", 16, "No search is saved as"),
        ("owned>0 held:Zed", 14, "Nobody"),
    ],
)
def test_what_is_named_and_not_there_is_pointed_at(text: str, column: int, says: str) -> None:
    with pytest.raises(QueryError, match=says) as fault:
        parse(text, KNOWN)
    assert fault.value.column == column
    parse(text)


@pytest.mark.parametrize(("text", "column"), [("1 is:wish", 6), ("1 held:bo", 3), ("1 @wanted", 3)])
def test_what_is_not_known_is_refused_and_not_found_to_be_nothing(text: str, column: int) -> None:
    with pytest.raises(QueryError, match="not known here") as fault:
        search(CATALOGUE, text, OWNED)
    assert fault.value.column == column


def test_saved_searches_that_lead_in_a_circle_are_refused() -> None:
    circle = dataclasses.replace(KNOWN, saved={"a": "@b", "b": "level:1 or @a"})
    with pytest.raises(QueryError, match="leads back to itself") as fault:
        parse("dog @a", circle)
    assert fault.value.column == 5


def test_saved_searches_that_would_unfold_without_end_are_refused_at_once() -> None:
    saved = {f"s{depth}": " ".join([f"@s{depth + 1}"] * 100) for depth in range(30)} | {"s30": "level:1"}
    with pytest.raises(QueryError, match="at most"):
        parse("@s0", dataclasses.replace(KNOWN, saved=saved))


def test_a_fault_in_a_saved_search_says_which_and_points_at_its_name() -> None:
    broken = dataclasses.replace(KNOWN, saved={"old": "level:9"})
    with pytest.raises(QueryError, match=r"In the saved search .*old.*: .* is not a Level") as fault:
        parse("dog @old", broken)
    assert fault.value.column == 5


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("level:2 owned>1 is:spare", set()),
        ("-(is:KEEPSAKE)", {"marked"}),
        ("held:bo", {"held"}),
        ("is:twin", {"alike"}),
        ("@x", {"saved"}),
        ('"is:twin"', set()),
        ('is:wish "', set()),
    ],
)
def test_a_search_says_beforehand_what_it_needs(text: str, needs: set[str]) -> None:
    assert asks(text) == needs


def test_a_search_needs_what_its_saved_searches_need() -> None:
    assert parse("@wanted", KNOWN).needs == {"saved", "marked", "held"}


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join))
def test_long_nonsense_is_understood_or_refused(text: str) -> None:
    column = column_of_fault(text)
    assert column is None or 1 <= column <= len(text) + 1
