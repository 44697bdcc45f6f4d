"""`deck`: decks of Cardia built, checked, changed, put away, exported and imported on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

MIXED = ("archipelago", "academy:I", "dynasty:I", "swamp:II", "guild:III")
"""The legal deck of the rules page, case 29."""


@pytest.fixture
def built(shell: Shell) -> Shell:
    """A shell whose book holds the deck Tides."""
    shell.ok("deck", "new", "Tides", *MIXED)
    return shell


def test_a_deck_is_built_out_of_factions_and_is_legal(shell: Shell) -> None:
    told = shell.json("deck", "new", "Tides", *MIXED)
    assert (told["name"], len(told["cards"]), told["legal"], told["faults"]) == ("Tides", 16, True, [])
    assert told["made_of"] == "Archipelago, Swamp II, Academy I, Guild III, Dynasty I"
    assert told["played_with"] == ["ships and islands"]
    assert [one["name"] for one in shell.json("deck")] == ["Tides"]
    assert shell.json("deck", "check", "tides") == told
    shown = shell.ok("deck", "show", "Tides")
    # A stand-in is told as one; what the rulebook says is not.
    assert "1~  Ferryman " in shown.out
    assert "  2  Void Mage " in shown.out
    assert "Played with ships and islands." in shown.out
    assert "~ marks a stand-in" in shown.err


def test_every_reason_at_once_and_exit_code_1(shell: Shell) -> None:
    done = shell("deck", "new", "Bad", "juggler", "Void Mage", "III-14", "dragn", "Academy")
    assert done.code == 2
    assert 'no card or deck "dragn"' in done.err
    assert "Write academy:I or academy:II or academy:III or academy:IV." in done.err
    assert shell.json("deck", "new", "Bad", "juggler", "Void Mage", "III-14")["legal"] is False
    check = shell("deck", "check", "Bad")
    assert (check.code, check.out) == (1, "")
    for words in ("have the same value", "No card has the values 1, 3", "all or none", "from one deck"):
        assert words in check.err
    codes = [fault["code"] for fault in shell("deck", "check", "Bad", "--json").json["faults"]]
    assert codes == ["same-value", "no-value", "part-of-a-faction", "two-decks"]
    assert "no, 4 reasons" in shell.ok("deck", "list").out


def test_a_change_is_undone_and_done_again(built: Shell) -> None:
    before = built.json("deck", "check", "Tides")["cards"]
    built.ok("deck", "set", "Tides", "I")
    assert built.json("deck", "undo", "Tides")["cards"] == before
    assert built.json("deck", "undo", "Tides")["made_of"] == "Deck I"
    built.ok("deck", "copy", "III", "Sea")
    refused = built("deck", "undo", "Sea")
    assert (refused.code, "nothing to undo" in refused.err) == (1, True)


def test_names_copies_and_what_is_put_away(built: Shell) -> None:
    built.ok("deck", "copy", "Tides", "Ebb")
    built.ok("deck", "rename", "Ebb", "Flow")
    for words in (("copy", "Tides", "flow"), ("rename", "Tides", "FLOW"), ("new", "iii+iv", "I"), ("archive", "Ebb")):
        refused = built("deck", *words)
        assert refused.code == 1, words
    assert '"Me" has no deck called "Ebb". There is: "Flow", "Tides".' in refused.err
    built.ok("deck", "archive", "Flow")
    assert [one["name"] for one in built.json("deck")] == ["Tides"]
    assert [one["name"] for one in built.json("deck", "list", "--archived")] == ["Flow"]
    assert built.json("deck", "archive", "flow", "--back")["name"] == "Flow"
    assert len(built.json("deck")) == 2


@pytest.mark.parametrize("form", ["text", "record"])
@pytest.mark.parametrize("cards", [MIXED, ("IV",), ("juggler", "juggler", "Void Mage")])
def test_what_is_exported_is_imported_as_the_same_deck(shell: Shell, form: str, cards: tuple[str, ...]) -> None:
    told = shell.json("deck", "new", "Tides", *cards)
    text = shell.ok("deck", "export", "Tides", "--as", form).out
    taken = shell.piped("deck", "import", "-", "--name", "Again", "--json", stdin=text.encode())
    assert taken.json == told | {"name": "Again"}
    refused = shell.piped("deck", "import", "-", stdin=text.encode())
    assert (refused.code, "already" in refused.err, "--replace" in refused.err) == (1, True, True)
    shell.ok("deck", "export", "Tides", "--as", form, "--to", "deck.txt")
    assert shell("deck", "export", "Tides", "--to", "deck.txt").code == 1
    assert shell.json("deck", "import", "deck.txt", "--replace") == told


def test_a_text_that_holds_something_else_saves_nothing(shell: Shell) -> None:
    text = b"# Tides\n2 Juggler (IV)\nDragon of the Deep\nSiren\n"
    refused = shell.piped("deck", "import", "-", stdin=text)
    assert refused.code == 2
    assert "Line 2: Juggler is of deck III, not of IV." in refused.err
    assert 'Line 3: "Dragon of the Deep" is no card of Cardia.' in refused.err
    other = shell.piped("deck", "import", "-", "--name", "X", stdin=b"game: matschig\nseats: 3\n")
    assert (other.code, "decks are of cardia" in other.err) == (2, True)
    assert shell("deck", "list", "--json").out in ("", "[]\n")


def test_suggestions_are_the_printed_decks_or_all_that_hold_some_cards(shell: Shell) -> None:
    shell.ok("deck", "copy", "I", "Old")
    assert [one["name"] for one in shell.json("deck", "suggest")] == ["III", "IV", "I", "II", "III+IV"]
    refused = shell("deck", "suggest", "--with", "juggler", "Void Mage")
    assert (refused.code, "No legal deck holds all" in refused.err) == (1, True)
    found = shell.json("deck", "suggest", "--with", "juggler", "III-4")
    assert len(found) == 9
    assert all({"juggler", "occultist"} <= set(one["cards"]) and one["legal"] for one in found)
    shell.ok("deck", "suggest", "--with", "scout", "ferryman", "--save", "Both")
    assert shell.json("deck", "check", "Both")["made_of"] == "Archipelago, Expedition"


def test_a_name_in_use_is_refused_with_a_way_out_that_there_is(built: Shell) -> None:
    assert built("deck", "new", "tides", "III").err.endswith('called "Tides" already. Choose another name.\n')
    built.ok("deck", "export", "Tides", "--to", "deck.txt")
    assert "(--replace)" in built("deck", "import", "deck.txt").err
    built.ok("deck", "import", "deck.txt", "--replace")


def test_a_saved_deck_is_played_and_its_record_brings_it_back(built: Shell) -> None:
    game = ("play", "--game", "cardia", "--auto", "--seed", "3", "--seat", "random", "--seat", "greedy")
    built.ok(*game, "--option", "deck=tides", "--record", "game.yaml")
    assert built.json("deck", "import", "game.yaml", "--name", "Again")["made_of"].startswith("Archipelago, Swamp II")
    assert built.json("replay", "game.yaml")["options"]["cards"] == built.json("deck", "check", "Tides")["cards"]
    built.ok("deck", "set", "Again", "siren")
    before = built.dump()
    refused = built(*game, "--option", "deck=Again")
    assert refused.code == 1
    assert "all or none of them are played with" in refused.err
    assert built.dump() == before


def test_decks_come_along_in_the_whole_book_and_the_books_stay_right(built: Shell) -> None:
    built.ok("deck", "copy", "IV", "Sky")
    built.ok("deck", "set", "Sky", "II")
    built.ok("deck", "archive", "Tides")
    built.ok("export", "whole.json")
    other = str(built.folder / "other.db")
    built.ok("--db", other, "import", str(built.folder / "whole.json"), "--yes")
    for archived in ((), ("--archived",)):
        theirs = built.json("--db", other, "deck", "list", *archived)
        assert theirs == built.json("deck", "list", *archived)
    assert built.json("--db", other, "deck", "undo", "Sky")["made_of"] == "Deck IV"
    assert "The books are right." in built.ok("--db", other, "audit").out
