"""Collections as files: what each program's heads mean, how strictly cells are read, and our own file read back."""

from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import Card, CardNo, Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.interchange.collection_csv import read_collection, write_collection
from collection.interchange.sheet import Counted, Sheet

EXPORTS = {
    "Moxfield": (
        "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,"
        "Purchase Price\n"
        '"4","1","Dead Calm","so","Near Mint","English","","","2026-03-01 10:00:00.000000","33","False","False",""\n'
        '"1","0","Barrel Roller","so","Played","English","foil","","","45","False","False","2.50"\n'
        '"2","0","Sea Dog","so","Near Mint","English","etched","","","43","False","False",""\n'
    ),
    "ManaBox": (
        "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,"
        "Altered,Condition,Language,Purchase price currency\n"
        "Dead Calm,SO,Swamp Origins,33,normal,uncommon,4,1,,0.1,false,false,near_mint,en,EUR\n"
        "Barrel Roller,SO,Swamp Origins,45,foil,uncommon,1,2,,0.1,false,false,near_mint,en,EUR\n"
        "Sea Dog,SO,Swamp Origins,43,etched,common,2,3,,0.1,false,false,near_mint,en,EUR\n"
    ),
    "ManaBox, with binders": (
        "Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,"
        "Purchase price,Misprint,Altered,Condition,Language,Purchase price currency,Added\n"
        "Mine,binder,Dead Calm,SO,Swamp Origins,33,normal,uncommon,3,1,,0.1,false,false,near_mint,en,EUR,2026-01-01\n"
        "More,binder,Dead Calm,SO,Swamp Origins,33,normal,uncommon,1,1,,0.1,false,false,near_mint,en,EUR,2026-01-01\n"
        "Mine,binder,Barrel Roller,SO,Swamp Origins,45,foil,uncommon,1,2,,0.1,false,false,near_mint,en,EUR,\n"
        "Mine,binder,Sea Dog,SO,Swamp Origins,43,etched,common,2,3,,0.1,false,false,near_mint,en,EUR,\n"
    ),
    "Deckbox": (
        "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,"
        "Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price\n"
        "4,0,Dead Calm,Swamp Origins,SO,33,Near Mint,English,,,,,,,,1,,,$0.10\n"
        "1,0,Barrel Roller,Swamp Origins,SO,45,Near Mint,English,foil,,,,,,,2,,,\n"
        "2,0,Sea Dog,Swamp Origins,SO,43,Near Mint,English,etched,,,,,,,3,,,\n"
    ),
    "Dragon Shield": (
        '"sep=,"\r\n'
        "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,"
        "Price Bought,Date Bought,LOW,MID,MARKET\r\n"
        "Binder,4,0,Dead Calm,SO,Swamp Origins,33,NearMint,Normal,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
        "Binder,1,0,Barrel Roller,SO,Swamp Origins,45,NearMint,Foil,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
        "Binder,2,0,Sea Dog,SO,Swamp Origins,43,NearMint,Etched,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
    ),
    "Dragon Shield, older": (
        '"sep=,"\r\n'
        "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,"
        "Price Bought,Date Bought,AVG,LOW,TREND\r\n"
        "Binder,4,0,Dead Calm,SO,Swamp Origins,33,NearMint,Normal,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
        "Binder,1,0,Barrel Roller,SO,Swamp Origins,45,NearMint,Foil,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
        "Binder,2,0,Sea Dog,SO,Swamp Origins,43,NearMint,Etched,English,0.10,2026-01-01,0.1,0.2,0.3\r\n"
    ),
    "Archidekt": (
        "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,"
        "Multiverse Id,Scryfall ID,Collector Number\n"
        "4,Dead Calm,Normal,NM,2026-01-01,EN,0.1,,Swamp Origins,so,1,,33\n"
        "1,Barrel Roller,Foil,NM,2026-01-01,EN,0.1,,Swamp Origins,so,2,,45\n"
        "2,Sea Dog,Etched,NM,2026-01-01,EN,0.1,,Swamp Origins,so,3,,43\n"
    ),
    "TCGplayer": (
        "Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU\n"
        "4,Dead Calm,Dead Calm,Swamp Origins,033/120,SO,Normal,Near Mint,English,U,1,2\n"
        "1,Barrel Roller,Barrel Roller,Swamp Origins,045/120,SO,Foil,Near Mint,English,U,3,4\n"
        "2,Sea Dog,Sea Dog,Swamp Origins,043/120,SO,Etched,Near Mint,English,C,5,6\n"
    ),
    "PokéCollector": (
        "set_code,number,quantity,condition,variant,lang,purchase_price\n"
        "SO,33,4,NM,normal,en,0.10\nSO,45,1,NM,foil,en,\nSO,43,2,NM,etched,en,\n"
    ),
    "Zukan": (
        "game,set_code,collector_number,name,language,finish,condition,quantity,manual_price,notes\n"
        "mudwater,SO,33,Dead Calm,en,nonfoil,NM,4,,\n"
        "mudwater,SO,45,Barrel Roller,en,foil,NM,1,,\n"
        "mudwater,SO,43,Sea Dog,en,etched,NM,2,,\n"
    ),
    "Dreamborn": (
        "Set Number,Card Number,Variant,Count,Name,Color,Rarity\n"
        "1,33,normal,4,Dead Calm,,Uncommon\n1,45,foil,1,Barrel Roller,,Uncommon\n1,43,etched,2,Sea Dog,,Common\n"
    ),
}
"""What ten programs write, with the same three cards in three finishes."""

PLAIN_EXPORTS = {
    "Deckstats": (
        "amount,card_name,is_foil,is_pinned,is_signed,set_id,set_code,collector_number,language,condition,comment,added\n"
        '4,"Dead Calm",0,0,0,1,"SO",33,en,NM,"",2026-01-01\n1,"Barrel Roller",1,0,0,1,"SO",45,en,NM,"",2026-01-01\n'
        '2,"Sea Dog",,0,0,1,"SO",43,en,NM,"",2026-01-01\n'
    ),
    "Dreamborn (wide)": (
        "Normal,Foil,Name,Set,Card Number,Color,Rarity,Price,Foil Price\n"
        "4,0,Dead Calm,1,33,,Uncommon,,\n0,1,Barrel Roller,1,45,,Uncommon,,\n2,,Sea Dog,1,43,,Common,,\n"
    ),
}
"""What programs write that know foils alone."""


def piles(sheet: Sheet) -> dict[tuple[CardNo, str], int]:
    assert sheet.refused == ()
    return {pile: quantity for pile, quantity in sheet.piles.items() if quantity}


@pytest.mark.parametrize("program", EXPORTS)
def test_what_other_programs_write_is_read_with_its_finishes(catalogue: Catalogue, program: str) -> None:
    sheet = read_collection(EXPORTS[program].encode(), catalogue)
    assert piles(sheet) == {(33, "base"): 4, (45, "foil"): 1, (43, "etched"): 2}
    assert program.startswith(sheet.shape)


@pytest.mark.parametrize("program", PLAIN_EXPORTS)
def test_what_programs_write_that_know_foils_alone_is_read(catalogue: Catalogue, program: str) -> None:
    sheet = read_collection(PLAIN_EXPORTS[program].encode(), catalogue)
    assert piles(sheet) == {(33, "base"): 4, (45, "foil"): 1, (43, "base"): 2}
    assert sheet.shape == program


def test_the_wide_shape_says_none_of_a_finish_by_0_and_nothing_by_an_empty_cell(catalogue: Catalogue) -> None:
    sheet = read_collection(PLAIN_EXPORTS["Dreamborn (wide)"].encode(), catalogue)
    assert sheet.piles == {(33, "base"): 4, (33, "foil"): 0, (45, "base"): 0, (45, "foil"): 1, (43, "base"): 2}
    empty = read_collection(b"Normal,Foil,Name\n,,Dead Calm\n", catalogue)
    assert [refusal.line for refusal in empty.refused] == [2]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        (
            "Id,CardName,NumberOwned,Expansion,Collected\nSO-033,Dead Calm,4,Swamp,true\nX9,Sea Dog,2,Swamp,true\n",
            "TCG",
        ),
        ("code,quantity\n033,4\n43,2\n", "arkham.build"),
        ("2\tSea Dog\tSO\n4\tDead Calm\n", "list"),
    ],
)
def test_shapes_without_finishes_are_read(catalogue: Catalogue, text: str, shape: str) -> None:
    sheet = read_collection(text.encode(), catalogue)
    assert piles(sheet) == {(33, "base"): 4, (43, "base"): 2}
    assert sheet.shape.startswith(shape)


def test_a_stock_list_that_names_cards_only_by_a_shops_ids_is_refused_as_a_whole(catalogue: Catalogue) -> None:
    with pytest.raises(NotUnderstood, match="idProduct"):
        read_collection(b'"idArticle";"idProduct";"idLanguage";"Count"\n"1";"2";"1";"4"\n', catalogue)


def test_what_is_missing_among_the_heads_is_named_all_at_once(catalogue: Catalogue) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_collection(b"finish,colour\nfoil,red\n", catalogue)
    assert len(caught.value.reasons) == 2
    assert all('"colour"' in reason for reason in caught.value.reasons)


def test_a_head_that_comes_twice_is_refused(catalogue: Catalogue) -> None:
    with pytest.raises(NotUnderstood, match="more than once"):
        read_collection(b"number,quantity,Quantity\n45,1,2\n", catalogue)


@pytest.mark.parametrize("data", [b"colour,shape\nred,round\n", b"45,2\n46,1\n", b"a;b\nc;d\n"])
def test_a_table_without_known_heads_is_refused_as_a_whole(catalogue: Catalogue, data: bytes) -> None:
    with pytest.raises(NotUnderstood, match="number,name,quantity"):
        read_collection(data, catalogue)


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"// nothing\n", codecs.BOM_UTF8])
def test_a_file_that_names_no_card_is_not_understood(catalogue: Catalogue, data: bytes) -> None:
    with pytest.raises(NotUnderstood):
        read_collection(data, catalogue)


class TestCells:
    @pytest.mark.parametrize("number", ["45", "045", "#45", "# 45", "45/120", "045 / 120", "SO-045"])
    def test_a_number_is_read_as_people_write_it(self, catalogue: Catalogue, number: str) -> None:
        assert piles(read_collection(f"number,quantity\n{number},1\n".encode(), catalogue)) == {(45, "base"): 1}

    @pytest.mark.parametrize(
        "number", ["0", "121", "45.0", "-45", "1e1", "4５", "٤٥", "1_2", "45/198", "45a", "45 46", "="]
    )
    def test_what_is_no_number_of_this_set_is_refused_by_its_line(self, catalogue: Catalogue, number: str) -> None:
        sheet = read_collection(f"number,quantity\n1,1\n{number},1\n".encode(), catalogue)
        assert [refusal.line for refusal in sheet.refused] == [3]
        assert len(sheet.counted) == 1

    @pytest.mark.parametrize("quantity", ["4", "04", "4x", "x4", "4 x", "X4", "4×", "x 4"])
    def test_a_quantity_is_read_as_people_write_it(self, catalogue: Catalogue, quantity: str) -> None:
        assert piles(read_collection(f"number,quantity\n45,{quantity}\n".encode(), catalogue)) == {(45, "base"): 4}

    @pytest.mark.parametrize(
        "quantity", ["", "-1", "−1", "4.0", "4.5", "1e3", "four", "x", "4x4", "٤", "1000001", "9" * 30]
    )
    def test_what_is_no_quantity_is_refused_and_never_rounded(self, catalogue: Catalogue, quantity: str) -> None:
        sheet = read_collection(f"number,quantity,note\n45,{quantity},x\n".encode(), catalogue)
        assert [refusal.line for refusal in sheet.refused] == [2]
        assert sheet.counted == ()

    def test_0_is_a_quantity(self, catalogue: Catalogue) -> None:
        assert read_collection(b"number,quantity\n45,0\n", catalogue).piles == {(45, "base"): 0}

    @pytest.mark.parametrize("word", ["", "base", "Normal", "NONFOIL", "non-foil", "Non Foil", "Regular"])
    def test_words_for_no_special_finish_mean_the_base_one(self, catalogue: Catalogue, word: str) -> None:
        assert piles(read_collection(f"number,quantity,Printing\n45,1,{word}\n".encode(), catalogue)) == {
            (45, "base"): 1
        }

    @pytest.mark.parametrize(("word", "finish"), [("Foil", "foil"), ("Reverse Holo", "reverse-holo"), ("gold", "gold")])
    def test_other_words_are_kept_as_finishes(self, catalogue: Catalogue, word: str, finish: str) -> None:
        assert piles(read_collection(f"number,quantity,Variant\n45,1,{word}\n".encode(), catalogue)) == {
            (45, finish): 1
        }

    @pytest.mark.parametrize(("word", "finish"), [("1", "foil"), ("true", "foil"), ("Yes", "foil"), ("no", "base")])
    def test_a_yes_under_foil_is_a_foil(self, catalogue: Catalogue, word: str, finish: str) -> None:
        assert piles(read_collection(f"number,quantity,Foil\n45,1,{word}\n".encode(), catalogue)) == {(45, finish): 1}

    @pytest.mark.parametrize("cells", ["???,", "foil,etched", "a word that is much too long for one,"])
    def test_a_finish_that_is_none_or_two_is_refused(self, catalogue: Catalogue, cells: str) -> None:
        sheet = read_collection(f"number,quantity,finish,printing\n45,1,{cells}\n".encode(), catalogue)
        assert [refusal.line for refusal in sheet.refused] == [2]

    def test_every_reason_of_a_line_is_given_at_once(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"number,quantity,finish\n121,many,???\n", catalogue)
        assert [refusal.line for refusal in sheet.refused] == [2, 2, 2]


class TestNames:
    def test_a_name_is_a_check_of_the_number_whatever_its_case_and_accents(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"number,name,quantity\n37,BAYOU  seance,1\n45,,1\n", catalogue)
        assert piles(sheet) == {(37, "base"): 1, (45, "base"): 1}

    def test_a_name_of_another_card_is_refused_and_both_are_named(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"number,name,quantity\n45,Sea Dog,1\n", catalogue)
        assert sheet.counted == ()
        assert "Barrel Roller" in sheet.refused[0].reason
        assert "43" in sheet.refused[0].reason

    def test_a_name_alone_is_enough_and_a_mistyped_one_is_no_guess(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"Card,Qty\nDead Calm,2\nDead Clam,2\n", catalogue)
        assert sheet.piles == {(33, "base"): 2}
        assert "Dead Calm (33)" in sheet.refused[0].reason

    def test_a_name_that_two_cards_share_needs_the_number(self) -> None:
        twins = Catalogue(_card(number, "Twin") for number in (1, 2))
        assert read_collection(b"name,quantity\nTwin,1\n", twins).refused
        assert piles(read_collection(b"number,name,quantity\n2,Twin,1\n", twins)) == {(2, "base"): 1}


class TestSets:
    def test_rows_of_another_game_are_refused(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"game,number,quantity\npokemon,45,1\nMudwater,46,1\n", catalogue)
        assert [refusal.line for refusal in sheet.refused] == [2]

    def test_several_sets_without_names_are_refused_but_for_our_own(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"set_code,number,quantity\nPFL,45,1\nSO,46,1\nXYZ,47,1\n", catalogue)
        assert [refusal.line for refusal in sheet.refused] == [2, 4]

    def test_one_unknown_set_is_told_of(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"set_code,number,quantity\nPFL,45,1\n", catalogue)
        assert piles(sheet) == {(45, "base"): 1}
        assert any("PFL" in notice for notice in sheet.notices)

    def test_names_are_check_enough_whatever_the_set_is_called(self, catalogue: Catalogue) -> None:
        sheet = read_collection(b"set,number,name,quantity\nA,45,Barrel Roller,1\nB,46,Sink or Swim,1\n", catalogue)
        assert len(sheet.counted) == 2
        assert sheet.notices == ()


def test_columns_that_the_books_have_no_place_for_are_named(catalogue: Catalogue) -> None:
    (notice,) = read_collection(EXPORTS["PokéCollector"].encode(), catalogue).notices
    assert all(f'"{title}"' in notice for title in ("condition", "lang", "purchase_price"))
    assert '"variant"' not in notice


class TestLists:
    @pytest.mark.parametrize(
        ("line", "pile", "quantity"),
        [
            ("4 x Dead Calm", (33, "base"), 4),
            ("4x Dead Calm", (33, "base"), 4),
            ("4 Dead Calm", (33, "base"), 4),
            ("4\tDead Calm", (33, "base"), 4),
            ("  x4 dead  CALM ", (33, "base"), 4),
            ("Dead Calm x4", (33, "base"), 4),
            ("Dead Calm*4", (33, "base"), 4),
            ("Dead Calm", (33, "base"), 1),
            ("1 Dead Calm (SO) 33", (33, "base"), 1),
            ("3 Dead Calm (SO) #033 *F*", (33, "foil"), 3),
            ("2 Dead Calm (SO)", (33, "base"), 2),
            ("2 Dead Calm [SO] 33 *E*", (33, "etched"), 2),
            ("45", (45, "base"), 1),
            ("#45", (45, "base"), 1),
            ("045", (45, "base"), 1),
            ("45*2", (45, "base"), 2),
            ("45 x2", (45, "base"), 2),
            ("2x #45", (45, "base"), 2),
            ("45:foil*2", (45, "foil"), 2),
            ("2 x Dead Calm:foil", (33, "foil"), 2),
            ("0 Dead Calm", (33, "base"), 0),
            ("45*0", (45, "base"), 0),
            ("Dead Calm x0", (33, "base"), 0),
            ("33 x Dead Calm", (33, "base"), 33),
            ("1 Plank Walker", (1, "base"), 1),
        ],
    )
    def test_a_line_is_read_as_people_write_it(
        self, catalogue: Catalogue, line: str, pile: tuple[CardNo, str], quantity: int
    ) -> None:
        assert read_collection(line.encode(), catalogue).piles == {pile: quantity}

    @pytest.mark.parametrize(
        "line",
        [
            *("33 Dead Calm", "2 45", "2 x 45", "45,2", "45 46", "-3 Dead Calm", "4 Dead Clam", "121", "0x10", "4.5"),
            *("45:foil *E*", "Dead Calm *Q*", "1 Dead Calm (SO) 45", "Dead Calm, Sea Dog", "Dead Calm Sea Dog"),
            *("2 Dead Calm*2", "x" * 400, "2 x 2 x Dead Calm", "1000001 Dead Calm", "*F*", "(SO) 45"),
        ],
    )
    def test_what_can_be_read_two_ways_or_none_is_refused_by_its_line(self, catalogue: Catalogue, line: str) -> None:
        sheet = read_collection(f"1\n\n{line}\n".encode(), catalogue)
        assert {refusal.line for refusal in sheet.refused} == {3}
        assert len(sheet.counted) == 1

    def test_blank_lines_and_comments_are_passed_over_and_sections_are_told_of(self, catalogue: Catalogue) -> None:
        text = "// mine\n# too\nDeck:\n4 Dead Calm\n \u00a0\n\u200b\nSideboard\n#45\n"
        sheet = read_collection(text.encode(), catalogue)
        assert [(one.line, one.number) for one in sheet.counted] == [(4, 33), (8, 45)]
        assert [notice.partition(",")[0] for notice in sheet.notices] == ["Line 3", "Line 7"]


def test_a_long_file_of_something_else_is_given_up_soon(catalogue: Catalogue) -> None:
    with pytest.raises(NotUnderstood, match="right file"):
        read_collection(b"Once upon a time\n" * 100_000, catalogue)
    sheet = read_collection(b"name,quantity\n" + b"Once upon a time,1\n" * 5_000, catalogue)
    assert len(sheet.refused) == 5_000


def test_a_mistyped_name_is_offered_the_closest_though_nothing_else_is_there(catalogue: Catalogue) -> None:
    (refusal,) = read_collection(b"Dead Clam\n", catalogue).refused
    assert "Dead Calm (33)" in refusal.reason


def test_equal_rows_are_added_up_with_their_lines(catalogue: Catalogue) -> None:
    sheet = read_collection(b"number,quantity\n45,1\n46,1\n45,2\n", catalogue)
    assert sheet.piles[45, "base"] == 3
    assert sheet.lines[45, "base"] == (2, 4)


def test_our_file_reads_as_it_is_described(catalogue: Catalogue) -> None:
    text = write_collection(catalogue, [Copies(45, "foil", 2), Copies(37)])
    assert text == (
        "number,name,quantity,finish,level,family,tribe\n"
        "37,Bayou Séance,1,base,II,arcana,Candle Circle\n"
        "45,Barrel Roller,2,foil,II,club,Still Runners\n"
    )


def test_every_name_of_the_set_is_read_back(catalogue: Catalogue) -> None:
    holdings = [Copies(card.number, "base", card.number) for card in catalogue]
    sheet = read_collection(write_collection(catalogue, holdings).encode(), catalogue)
    assert piles(sheet) == {(copies.number, "base"): copies.quantity for copies in holdings}
    by_name = "".join(f"{card.number} x {card.name}\n" for card in catalogue)
    assert piles(read_collection(by_name.encode(), catalogue)) == piles(sheet)


def test_an_empty_collection_is_read_back_as_empty(catalogue: Catalogue) -> None:
    sheet = read_collection(write_collection(catalogue, []).encode(), catalogue)
    assert not sheet.counted
    assert not sheet.refused


def _card(number: CardNo, name: str) -> Card:
    return Card(number, name, Level.I, Family.CLUB, "Kin", None, 1, 2, 3, 4)


NAMES = st.one_of(
    st.sampled_from(
        [
            "a,b",
            "a;b",
            '"',
            '""a',
            "=1+1",
            "'=x",
            "@cmd",
            "+1",
            "-1",
            "45",
            "45*2",
            "4 x Sea Dog",
            "number",
            "sep=;",
            "Ω",
        ]
    ),
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12).filter(
        lambda text: any(sign.isalnum() for sign in text)
    ),
)
FINISHES = st.sampled_from(
    [
        "base",
        "foil",
        "etched",
        "normal",
        "nonfoil",
        "1",
        "yes",
        "reverse-holo",
        "Reverse, Holo",
        "=x",
        "'=x",
        "a b",
        "ß",
    ]
)


@given(
    st.lists(NAMES, min_size=1, max_size=6, unique=True),
    st.lists(
        st.tuples(st.integers(1, 6), FINISHES, st.integers(1, 1_000_000)), max_size=12, unique_by=lambda one: one[:2]
    ),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_whatever_is_held_under_whatever_names_is_read_back(
    names: list[str], holdings: list[tuple[int, str, int]], encoding: str, end: str
) -> None:
    catalogue = Catalogue(_card(number, name) for number, name in enumerate(names, start=1))
    held = [Copies(*one) for one in holdings if one[0] in catalogue]
    text = write_collection(catalogue, held).replace("\n", end)
    sheet = read_collection(text.encode(encoding), catalogue)
    assert piles(sheet) == {(one.number, one.finish): one.quantity for one in held}


_CATALOGUE = load_catalogue()


@given(
    st.one_of(
        st.binary(max_size=200), st.text(st.sampled_from('45x *,;:#()\n"\tDeadClm-F'), max_size=60).map(str.encode)
    )
)
def test_no_bytes_break_the_reading(data: bytes) -> None:
    try:
        sheet = read_collection(data, _CATALOGUE)
    except NotUnderstood:
        return
    assert all(one.number in _CATALOGUE and one.quantity >= 0 for one in sheet.counted)
    assert all(refusal.reason for refusal in sheet.refused)


def test_the_lines_of_a_card_that_very_many_lines_name_are_all_told_soon() -> None:
    sheet = Sheet("ours", tuple(Counted(line, 45, "base", 1) for line in range(2, 200_002)))
    started = time.process_time()
    lines = sheet.lines
    # Lines gathered anew for each of them would take minutes.
    assert time.process_time() - started < 5
    assert lines == {(45, "base"): tuple(range(2, 200_002))}
