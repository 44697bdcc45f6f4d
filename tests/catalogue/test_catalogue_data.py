"""The data files: what they hold is what the rules page knows, and no fault in them goes unnamed."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from collection.catalogue.card import Card, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import count_notices, data_digest, data_folder, load_catalogue, load_facts, load_folder
from collection.errors import DataError
from collection.hands.hand import HAND_SIZE
from collection.text import cell_width, plain, search_key

EDGE_FIELDS = {"n", "e", "s", "w"}
BOUNDS = {1: (1, 5, 10, 12), 2: (2, 6, 15, 17), 3: (3, 7, 19, 21), 4: (4, 8, 23, 25), 5: (6, 9, 28, 30)}


def named(catalogue: Catalogue, name: str) -> Card:
    card = catalogue.named(name)
    assert card is not None
    return card


def test_the_set_has_the_numbers_1_to_120(catalogue: Catalogue) -> None:
    assert [card.number for card in catalogue] == list(range(1, 121))


def test_the_levels_have_the_printed_counts(catalogue: Catalogue) -> None:
    assert Counter(card.level for card in catalogue) == {1: 55, 2: 30, 3: 13, 4: 14, 5: 8}


def test_the_families_have_their_counts_per_level(catalogue: Catalogue) -> None:
    counts = Counter((card.family.value, card.level.value) for card in catalogue)
    for family, expected in {
        "club": (14, 8, 3, 3, 2),
        "mutant": (14, 8, 3, 3, 2),
        "cosmic": (14, 7, 3, 4, 2),
        "arcana": (13, 7, 4, 4, 2),
    }.items():
        assert tuple(counts[family, level] for level in range(1, 6)) == expected


@pytest.mark.parametrize(("number", "level"), [(1, 1), (5, 2), (9, 3), (8, 4), (49, 5)])
def test_printed_number_and_level_are_a_confirmed_pair(catalogue: Catalogue, number: int, level: int) -> None:
    assert catalogue[number].level == level
    assert catalogue[number].confirmed == {"number", "level"}


def test_bottle_rocket_is_known_but_for_number_level_and_tribe(catalogue: Catalogue) -> None:
    card = named(catalogue, "Bottle Rocket")
    assert (card.number, card.edges, card.family) == (3, (2, 4, 3, 2), Family.CLUB)
    assert card.confirmed == {"name", "family", "n", "e", "s", "w"}


@pytest.mark.parametrize(
    ("name", "level", "drawn", "confirmed"),
    [
        ("The Boathouse", 1, {"n": 2, "w": 3}, {"name", "level"}),
        ("Sea Dog", 1, {"s": 3}, {"name", "level"}),
        ("The Deckhand", 1, {"e": 4, "s": 2}, {"name", "level"}),
        ("Dead Calm", 2, {"s": 6}, {"name", "level"}),
        ("Serum Molt", None, {}, {"name", "family"}),
    ],
)
def test_drawn_cards_have_their_sides_unconfirmed(
    catalogue: Catalogue, name: str, level: int | None, drawn: dict[str, int], confirmed: set[str]
) -> None:
    card = named(catalogue, name)
    assert level is None or card.level == level
    assert {edge: getattr(card, edge) for edge in drawn} == drawn
    assert card.confirmed == confirmed


def test_serum_molt_is_a_mutant_with_a_side_of_2(catalogue: Catalogue) -> None:
    card = named(catalogue, "Serum Molt")
    assert card.family is Family.MUTANT
    assert 2 in card.edges


def test_nothing_else_is_presented_as_fact(catalogue: Catalogue) -> None:
    known = {"Bottle Rocket", "The Boathouse", "Sea Dog", "The Deckhand", "Dead Calm", "Serum Molt"}
    facts = {card.number for card in catalogue if card.confirmed and card.name not in known}
    assert facts == {1, 5, 8, 9, 49}
    assert all(card.artist is None and card.is_stand_in for card in catalogue)


def test_edges_keep_to_the_bounds_of_their_level(catalogue: Catalogue) -> None:
    for card in catalogue:
        low, high, least, most = BOUNDS[card.level]
        assert all(low <= edge <= high for edge in card.edges), card
        assert least <= sum(card.edges) <= most, card


def test_names_are_distinct_short_and_plain(catalogue: Catalogue) -> None:
    assert len({search_key(card.name) for card in catalogue}) == 120
    for card in catalogue:
        assert plain(card.name) == card.name
        assert max(cell_width(card.name), cell_width(card.tribe)) <= 24


def test_a_tribe_stays_inside_its_family(catalogue: Catalogue) -> None:
    assert len({card.tribe for card in catalogue}) == len({(card.tribe, card.family) for card in catalogue})


def test_the_set_page_agrees_with_the_rules() -> None:
    facts = load_facts()
    assert (facts.cards, facts.hand) == (120, HAND_SIZE)
    assert {level.value: (*page.edges, *page.total) for level, page in facts.levels.items()} == BOUNDS


def test_loading_needs_neither_database_nor_screens() -> None:
    script = (
        "import sys; from collection.catalogue.data import load_catalogue; assert len(load_catalogue()) == 120;"
        "heavy = {'sqlmodel', 'sqlalchemy', 'textual', 'rich', 'pydantic', 'difflib'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- broken files ------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = data_folder("mudwater")
    for name in ("cards.yaml", "set.yaml"):
        (tmp_path / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def change(folder: Path, old: str, new: str, file: str = "cards.yaml") -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def change_card(folder: Path, number: int, edit: Callable[[str], str]) -> None:
    path = folder / "cards.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    (place,) = [i for i, line in enumerate(lines) if line.startswith(f"  - {{number: {number},")]
    changed = edit(lines[place])
    assert changed != lines[place]
    lines[place] = changed
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def faults(folder: Path) -> tuple[str, ...]:
    with pytest.raises(DataError) as refusal:
        load_folder(folder)
    return refusal.value.reasons


def test_an_untouched_copy_loads(folder: Path) -> None:
    catalogue, _ = load_folder(folder)
    assert catalogue == load_catalogue()


@pytest.mark.parametrize(
    ("number", "old", "new", "field"),
    [
        (45, "level: 2", "level: 6", "level"),
        (45, "level: 2", "level: two", "level"),
        (45, "family: club", "family: pirate", "family"),
        (45, "name: Barrel Roller", 'name: ""', "name"),
        (45, "name: Barrel Roller", 'name: "Barrel\\u202eRoller"', "name"),
        (45, "name: Barrel Roller", 'name: "\\e[31m"', "name"),
        (45, "name: Barrel Roller", "name: [Barrel]", "name"),
        (45, "name: Barrel Roller", "name: Barrel Roller of the Long Dock", "name"),
        (45, "name: Barrel Roller,", "", "name"),
        (45, "confirmed: []", "confirmed: [nmae]", "confirmed"),
        (45, "confirmed: []", "confirmed: [name, name]", "confirmed"),
        (45, "confirmed: []", "confirmed: name", "confirmed"),
        (45, "confirmed: []", "confirmed: [artist]", "confirmed"),
        (45, "confirmed: []", "confirmed: [], colour: red", "colour"),
        (45, "tribe: Still Runners", "tribe: ~", "tribe"),
    ],
)
def test_a_fault_names_file_card_and_field(folder: Path, number: int, old: str, new: str, field: str) -> None:
    change_card(folder, number, lambda line: line.replace(old, new))
    (fault,) = faults(folder)
    assert fault.startswith(f"cards.yaml, card {number}, {field}: ")
    assert fault.endswith(".")
    assert plain(fault) == fault


@pytest.mark.parametrize("written", ["0", "10", "-3", "1_2", "1e0", "٣", "0x3", "3.0", "''", "[3]", "2 "])
def test_edges_are_plain_digits_from_1_to_9(folder: Path, written: str) -> None:
    change_card(folder, 3, lambda line: line.replace("e: 4", f"e: {written!r}" if written == "2 " else f"e: {written}"))
    (fault,) = faults(folder)
    assert fault.startswith("cards.yaml, card 3, e: ")


def test_all_faults_are_named_at_once(folder: Path) -> None:
    change_card(folder, 7, lambda line: line.replace("level: 2", "level: 9").replace("club", "clubb"))
    change_card(folder, 99, lambda line: line.replace("The Overgrowth", "Dead Calm"))
    change(folder, "hand: 14", "hand: many", "set.yaml")
    found = faults(folder)
    for start in (
        "set.yaml, hand: ",
        "cards.yaml, card 7, level: ",
        "cards.yaml, card 7, family: ",
        "cards.yaml, card 99, name: ",
    ):
        assert any(fault.startswith(start) for fault in found), (start, found)
    assert len(found) == 4


def test_a_stand_in_outside_its_bounds_is_named(folder: Path) -> None:
    change_card(folder, 120, lambda line: line.replace("n: 6", "n: 5"))
    assert any(fault.startswith("cards.yaml, card 120, n: ") for fault in faults(folder))


def test_a_confirmed_edge_is_bound_by_nothing_but_the_card(folder: Path) -> None:
    change_card(folder, 3, lambda line: line.replace("n: 2", "n: 9"))
    assert load_folder(folder)[0][3].n == 9


def test_a_known_artist_is_read(folder: Path) -> None:
    change_card(folder, 3, lambda line: line.replace("n: 2", "artist: A. Painter, n: 2"))
    assert load_folder(folder)[0][3].artist == "A. Painter"


@pytest.mark.parametrize("written", ["~", "null", "''"])
def test_an_artist_of_nothing_is_unknown(folder: Path, written: str) -> None:
    change_card(folder, 3, lambda line: line.replace("n: 2", f"artist: {written}, n: 2"))
    assert load_folder(folder)[0][3].artist is None


def test_a_field_given_twice_is_refused(folder: Path) -> None:
    change_card(folder, 45, lambda line: line.replace("level: 2", "level: 2, level: 3"))
    (fault,) = faults(folder)
    assert fault.startswith("cards.yaml, card 45, level: ") or '"level" is given twice' in fault


def test_a_number_given_to_two_cards_is_refused(folder: Path) -> None:
    change_card(folder, 45, lambda line: line.replace("number: 45", "number: 44"))
    assert any(fault.startswith("cards.yaml, card 44, number: ") for fault in faults(folder))


def test_a_missing_card_is_named(folder: Path) -> None:
    change_card(folder, 45, lambda line: "")
    assert any("Missing: 45." in fault for fault in faults(folder))


def test_counts_per_level_bind_the_files(folder: Path) -> None:
    change_card(folder, 3, lambda line: line.replace("level: 1", "level: 2"))
    found = faults(folder)
    assert any(fault.startswith("cards.yaml, level: ") for fault in found)
    assert any(fault.startswith("cards.yaml, family: ") for fault in found)


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        ("cards: 55, edges: [1, 5]", "cards: 54, edges: [1, 5]", "set.yaml, levels: "),
        ("edges: [1, 5]", "edges: [5, 1]", "set.yaml, level 1, edges: "),
        ("rarity: Rare,", "rarity: Scarce,", "set.yaml, level 3, rarity: "),
        ("[13, 7, 4, 4, 2]", "[13, 7, 4, 4, 3]", "set.yaml, family arcana, levels: "),
        ("longest_name: 24", "longest: 24", "set.yaml, longest: "),
        ("hand: 14", "hand: 014x", "set.yaml, hand: "),
        ("families:", "clans:", "set.yaml, clans: "),
    ],
)
def test_a_fault_of_the_set_page_is_named(folder: Path, old: str, new: str, start: str) -> None:
    change(folder, old, new, "set.yaml")
    assert any(fault.startswith(start) for fault in faults(folder))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "cards",
        "cards: 3",
        "cards: []",
        "cards: [1, 2]",
        "- 1",
        "cards: [{",
        "\x00",
        "cards: \x1b",
        "cards: &a [*a]",
        "cards: [" * 5000,
        "? [a]\n: b",
        "cards: []\n---\ncards: []",
        "!!python/object/apply:os.system ['echo']",
        "%YAML 9.9\n---\na",
    ],
)
@pytest.mark.parametrize("file", ["cards.yaml", "set.yaml"])
def test_what_is_no_data_file_is_refused_in_sentences(folder: Path, file: str, text: str) -> None:
    (folder / file).write_text(text, encoding="utf-8")
    for fault in faults(folder):
        assert fault.startswith(("cards.yaml, ", "set.yaml, "))
        assert plain(fault) == fault
    assert any(fault.startswith(file) for fault in faults(folder))


def test_a_file_that_is_no_text_or_not_there_is_named(folder: Path) -> None:
    (folder / "cards.yaml").write_bytes(b"cards: \xff\xfe")
    (folder / "set.yaml").unlink()
    found = faults(folder)
    assert len(found) == 2
    assert found[0].startswith("set.yaml, the file is missing")
    assert found[1].startswith("cards.yaml, byte 8 ")


def test_a_folder_in_place_of_a_file_is_named(folder: Path) -> None:
    (folder / "cards.yaml").unlink()
    (folder / "cards.yaml").mkdir()
    assert any(fault.startswith("cards.yaml, ") for fault in faults(folder))


def test_a_byte_order_mark_and_windows_lines_do_no_harm(folder: Path) -> None:
    path = folder / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_folder(folder)[0] == load_catalogue()


# --- where the files are, and what a corrected book may differ in ------------------------------------------------


def test_an_installed_package_brings_its_own_data(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    site = tmp_path / "site"
    shutil.copytree(root / "collection", site / "collection", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "data", site / "collection" / "_data")
    (site / "data" / "mudwater").mkdir(parents=True)
    (site / "data" / "mudwater" / "cards.yaml").write_text("somebody else's", encoding="utf-8")
    script = "from collection.catalogue.data import load_catalogue; print(len(load_catalogue()))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(site)},
    )
    assert done.stdout.strip() == "120"


def test_a_corrected_catalogue_is_noticed_not_refused(catalogue: Catalogue) -> None:
    assert count_notices(catalogue) == ()
    corrected = Catalogue(dataclasses.replace(card, level=Level.II) if card.number == 3 else card for card in catalogue)
    notices = count_notices(corrected)
    assert len(notices) == 2
    assert "54 cards are of Level I," in notices[0]
    assert "31 cards are of Level II," in notices[1]


def test_the_digest_of_the_data_is_the_same_until_they_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = data_digest()
    monkeypatch.setattr("collection.catalogue.data.data_folder", lambda _game: folder)
    assert data_digest() == before
    change_card(folder, 45, lambda line: line.replace("Barrel Roller", "Barrel Rower"))
    assert data_digest() != before
    (folder / "set.yaml").unlink()
    with pytest.raises(DataError, match=r"set\.yaml"):
        data_digest()
