"""Corrections as files: confirmed fields alone, small, stable, and read back with every fault at once."""

from __future__ import annotations

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.interchange.corrections import read_corrections, write_csv, write_yaml
from collection.interchange.whole import ConfirmedCard

CARDS = (
    ConfirmedCard(3, {"number": 3, "name": '=No: "it", # is', "level": 5, "family": "club"}),
    ConfirmedCard(12, {"artist": None, "n": 9}),
    ConfirmedCard(45, {"name": "no", "tribe": "Größe \U0001f99e"}),
)


def test_both_forms_read_back_to_the_same_fields(catalogue: Catalogue) -> None:
    for write in (write_yaml, write_csv):
        text = write(CARDS)
        read = read_corrections(text, catalogue)
        assert read == CARDS
        assert write(read) == text


def test_the_files_are_small_and_say_what_they_are(catalogue: Catalogue) -> None:
    assert write_yaml(CARDS[1:2]).splitlines()[-3:] == ["game: mudwater", "cards:", '  12: {artist: "", n: 9}']
    assert write_csv(CARDS[1:2]) == "number,field,value\n12,artist,\n12,n,9\n"
    for text in (write_yaml(()), write_csv(())):
        assert read_corrections(text, catalogue) == ()


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            "game: mudwater\ncards:\n  12: {n: 12, weight: 3}\n  500: {n: 3}\n  x: {n: 3}\n  13: 7\n",
            [
                '"x" is not a card\'s number; write plain digits, as in 45.',
                "Card 13: its fields are to be a map, as in {name: Sea Dog, n: 3}.",
                'Card 12: n="12" is not an edge; write 1 to 9.',
                'Card 12: "weight" is not a field of a card; '
                "the fields are number, name, level, family, tribe, artist, n, e, s, w.",
                "Card 500: this is not the number of a card of this set.",
            ],
        ),
        (
            "number,field,value\n12,n,12\n12,e,3\n12,e,4\n500,n,1\n",
            [
                'Line 4: Card 12 has its "e" above already, on line 3.',
                'Line 2, card 12: n="12" is not an edge; write 1 to 9.',
                "Line 5, card 500: this is not the number of a card of this set.",
            ],
        ),
    ],
)
def test_every_fault_is_told_with_its_card_and_field(catalogue: Catalogue, text: str, reasons: list[str]) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_corrections(text, catalogue)
    assert list(caught.value.reasons) == reasons


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game: cardia\ncards: {}\n",
        "game: mudwater\n",
        "cards: {3: {n: 4}}",
        "game: mudwater\ncards: {3: {n: 4}, 3: {n: 5}}",
        "game: mudwater\ncards: &a {3: {n: 4}}",
        "game: mudwater\ncards: {3: {n: 4, N: 5}}",
        "game: mudwater\ncards: {3: {number: 4}}",
        "game: mudwater\ncards: {3: {n: [4]}}",
        "number,name\n3,Dead Calm\n",
        "x" * 1_000_001,
    ],
)
def test_what_is_no_file_of_corrections_is_refused(catalogue: Catalogue, text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_corrections(text, catalogue)
