"""The document of a whole book is read strictly: what is wrong is told with its place, all at once."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.hands.hand import HandVersion
from collection.interchange.items import MOST_FAULTS
from collection.interchange.whole import WholeBook, write_whole
from collection.interchange.whole_reading import read_whole
from collection.ledger.entry import EntryKind
from collection.ledger.match import Branch, Taking

MOMENT = "2026-03-14T18:30:00.000001+00:00"


def _document(**parts: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(write_whole(WholeBook()))
    document["accounts"] = [
        {"account": 1, "name": "packs", "kind": "world", "solo": False},
        {"account": 4, "name": "Ann", "kind": "collector", "solo": False},
    ]
    return document | parts


def _entry(**fields: object) -> dict[str, object]:
    movement = {"number": 45, "finish": "base", "quantity": 2, "from": 1, "to": 4}
    entry = {"id": "a", "kind": "pull", "happened": "2026-03-14", "recorded": MOMENT, "note": ""}
    return entry | {"movements": [movement]} | fields


def _void(**fields: object) -> dict[str, object]:
    void = {"id": "v", "kind": "void", "happened": "2026-03-14", "recorded": MOMENT, "note": "", "reverses": "a"}
    return void | fields


def _version(**fields: object) -> dict[str, object]:
    return {"parent": None, "made": MOMENT, "cards": [12, 45], "because": ""} | fields


def _hand(*more: dict[str, object], **fields: object) -> dict[str, object]:
    hand = {"owner": 4, "name": "Dock", "versions": [_version(), *more], "version": 1, "created": MOMENT}
    return hand | {"changed": MOMENT, "archived": None, "sleeved": False} | fields


def _value(**fields: object) -> dict[str, object]:
    return {"account": 4, "currency": "EUR", "minor": 250} | fields


_TAKING = {"seat": 0, "left": 2, "moves": 2}
_SEAT = {"account": 4, "player": "human", "hand_name": "", "hand": [], "ante": None, "result": None}


def _first_match(**fields: object) -> dict[str, object]:
    """A match as older documents have it."""
    match: dict[str, object] = {
        "id": "m",
        "game": "mudwater",
        "mode": "standard",
        "place": "here",
        "stakes": "friendly",
    }
    match |= {"status": "playing", "happened": "2026-03-14", "recorded": MOMENT, "note": "", "moves": 4}
    return match | {"seats": [_SEAT, _SEAT], "record": ""} | fields


def _match(**fields: object) -> dict[str, object]:
    return _first_match() | {"branch_of": None, "branch_at": None, "takings": [], "hints": 0} | fields


def _reasons(document: object) -> tuple[str, ...]:
    with pytest.raises(NotUnderstood) as caught:
        read_whole(document if isinstance(document, str) else json.dumps(document))
    return caught.value.reasons


def test_a_void_moves_back_what_its_entry_moved_the_last_first() -> None:
    two = [
        {"number": 45, "finish": "base", "quantity": 2, "from": 1, "to": 4},
        {"number": 3, "finish": "foil", "quantity": 1, "from": 1, "to": 4},
    ]
    whole = read_whole(json.dumps(_document(entries=[_entry(movements=two), _void()])))
    entry, void = whole.entries
    assert (entry.voided_by, void.reverses, void.kind) == ("v", "a", EntryKind.VOID)
    assert [(m.copies.number, m.source.name, m.target.name) for m in void.movements] == [
        (3, "Ann", "packs"),
        (45, "Ann", "packs"),
    ]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("", "not JSON"),
        ("[]", "not a book of ours"),
        ("{}", "not a book of ours"),
        ('{"format": "stack"}', "not a book of ours"),
        ('{"format": "mudwater-book"}', "version"),
        ('{"format": "mudwater-book", "version": 6}', "newer version"),
        ('{"format": "mudwater-book", "version": true}', "version"),
        ('{"format": "mudwater-book", "format": "x"}', "given twice"),
        ('{"format": NaN}', "no number"),
        ('{"format": ' + "9" * 5000 + "}", "cannot be read"),
        ("[" * 200_000, "nests deeper"),
        ('{"a": ' * 100_000, "nests deeper"),
    ],
)
def test_what_is_no_document_of_ours_is_refused_in_one_sentence(document: str, reason: str) -> None:
    (said,) = _reasons(document)
    assert reason in said


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_whole("\ufeff" + write_whole(WholeBook())) == WholeBook()


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (_document(entries=[_entry(id="")]), "entry 1: id "),
        (_document(entries=[_entry(id="ü")]), "is no id"),
        (_document(entries=[_entry(kind="theft")]), "is none of pull, trade"),
        (_document(entries=[_entry(happened="14.03.2026")]), "is not a day"),
        (_document(entries=[_entry(happened="2026-02-30")]), "is not a day"),
        (_document(entries=[_entry(recorded="2026-03-14T18:30:00")]), "is not a moment"),
        (_document(entries=[_entry(note="two\nlines")]), "note is not a text as the books keep one"),
        (_document(entries=[_entry(note=" blank ends ")]), "note is not a text"),
        (_document(entries=[_entry(note=None)]), "note is to be a text"),
        (_document(entries=[_entry(movements=[])]), "moves at least one card"),
        (_document(entries=[_entry(), _entry()]), "this id is an entry already"),
        (_document(entries=[_entry(extra=1)]), "unknown fields: extra"),
        (_document(entries=["a"]), "an object with fields"),
        (_document(entries=[_void()]), "reverses is to name an entry that stands before it"),
        (_document(entries=[_entry(), _void(), _void(id="w")]), "taken back by no other"),
        (_document(entries=[_entry(), _void(happened="2026-03-15")]), "as of the day of what it takes back"),
        (_document(entries=7), "entries is to be a list"),
        (_document(packs=[{"id": "a", "collector": 4, "price": "", "shop": ""}]), "a pull of the same id"),
        (_document(cards=[{"card": 3, "confirmed": {"weight": 1}}]), "weight is not a field of a card"),
        (_document(cards=[{"card": 3, "confirmed": {"n": [1]}}]), "n is to be a text or a number"),
        (_document(hands=[_hand(versions=[])]), "at least one version"),
        (_document(hands=[_hand(version=2)]), "hand 1: version is 2, and goes from 1 to 1."),
        (_document(hands=[_hand(version=0)]), "version is 0"),
        (_document(hands=[_hand(cards=[1])]), "unknown fields: cards"),
        (_document(hands=[_hand(sleeved=1)]), "sleeved is to be true or false"),
        (_document(hands=[_hand(sleeved=True, archived=MOMENT)]), "put away is not sleeved"),
        (_document(hands=[_hand(versions=[_version(parent=1)])]), "hand 1, version 1: the first version has no parent"),
        (_document(hands=[_hand(_version())]), "hand 1, version 2: parent is to be the number of a version before it"),
        (_document(hands=[_hand(_version(parent=2))]), "1 to 1"),
        (_document(hands=[_hand(_version(parent=0))]), "1 to 1"),
        (_document(hands=[_hand(_version(parent=1, because="for fun"))]), "because"),
        (_document(hands=[_hand(_version(parent=1, cards=["45"]))]), "a list of whole numbers"),
        (_document(hands=[_hand(_version(parent=1, made="now"))]), "is not a moment"),
        (_document(matches=[_match(branch_at=0)]), "match 1 (m): branch_at belongs to a branch"),
        (_document(matches=[_match(place="branch")]), "branch_at belongs to a branch"),
        (_document(matches=[_match(place="branch", branch_of="m", branch_at=0)]), "does not stand before it"),
        (_document(matches=[_match(), _match(id="n", branch_of="m")]), "branch_at belongs to a branch"),
        (_document(matches=[_match(place="branch", branch_at=5)]), "branch_at is 5, and the match holds 4 moves"),
        (_document(matches=[_match(place="branch", branch_at=1, stakes="keeps")]), "a branch is friendly"),
        (_document(matches=[_match(takings=[_TAKING], stakes="keeps")]), "nothing is taken back in a match for keeps"),
        (_document(matches=[_match(takings=[_TAKING | {"moves": 0}])]), "match 1 (m), taking 1: moves is 0"),
        (_document(matches=[_match(takings=[_TAKING | {"seat": 2}])]), "seat is 2, and goes from 0 to 1"),
        (_document(matches=[_match(takings=[_TAKING | {"why": 2}])]), "unknown fields: why"),
        (_document(matches=[_match(hints=-1)]), "hints is -1"),
        (_document(version=2, matches=[_match()]), "unknown fields: branch_of, branch_at"),
        (_document(version=2, matches=[_first_match(place="branch")]), "is none that a document of version 2 knows"),
        (_document(values=[_value()]), "value 1: a value is of a number or of a level"),
        (_document(values=[_value(number=45, level=3)]), "of one of the two"),
        (_document(values=[_value(level=6)]), "level is 6"),
        (_document(values=[_value(number=0)]), "number is 0"),
        (_document(values=[_value(number=45, minor=-1)]), "minor is -1"),
        (_document(values=[_value(number=45, currency="Taler")]), "a code of three letters"),
        (_document(values=[_value(number=45, account=9)]), "names the account 9"),
        (_document(values=[_value(number=45, account=1)]), "value 1: a value is a collector's."),
        (_document(hands=[_hand(owner=1)]), "hand 1: a hand is a collector's."),
        (_document(news=[]), "unknown fields: news"),
        (_document(searches=[{"name": "", "text": "x"}]), "name is empty"),
        (_document(settings=[{"name": "a", "value": "\ud800"}]), "characters that are no text"),
    ],
)
def test_a_fault_is_told_with_its_place(document: dict[str, Any], reason: str) -> None:
    assert any(reason in said for said in _reasons(document)), _reasons(document)


@pytest.mark.parametrize(
    "movement",
    [
        {"number": 0},
        {"number": 45.0},
        {"number": True},
        {"number": 10**30},
        {"quantity": 0},
        {"quantity": -1},
        {"quantity": 1_000_001},
        {"finish": "\x1b[31m"},
        {"from": 99},
        {"to": None},
    ],
)
def test_a_movement_that_cannot_be_is_a_fault(movement: dict[str, object]) -> None:
    whole = {"number": 45, "finish": "base", "quantity": 2, "from": 1, "to": 4}
    (reason,) = _reasons(_document(entries=[_entry(movements=[whole | movement])]))
    assert reason.startswith("entry 1 (a), movement 1: ")


def test_all_faults_are_told_at_once_and_a_flood_of_them_is_counted() -> None:
    entries = [_entry(id=f"e{number}", kind="theft") for number in range(MOST_FAULTS + 7)]
    reasons = _reasons(_document(entries=entries))
    assert len(reasons) == MOST_FAULTS + 1
    assert reasons[-1] == "… and 7 more."


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
        lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from(
        ("cards", "accounts", "entries", "packs", "hands", "matches", "marks", "values", "settings", "sayings")
    ),
)
def test_whatever_stands_in_a_document_reading_it_gives_a_book_or_sentences(tree: object, part: str) -> None:
    said: tuple[str, ...] = ()
    try:
        read_whole(json.dumps(_document(**{part: [tree]})))
    except NotUnderstood as no:
        said = no.reasons
    assert all(reason.isprintable() for reason in said)


def test_what_the_document_itself_lacks_is_said_of_the_document() -> None:
    reasons = _reasons({"format": "mudwater-book", "version": 1})
    assert "the document: cards is missing." in reasons
    assert all(reason.startswith("the document: ") for reason in reasons)


def test_a_number_of_thousands_of_digits_is_refused_in_our_own_words() -> None:
    (reason,) = _reasons('{"format": "mudwater-book", "version": ' + "9" * 6000 + "}")
    assert reason == "The document cannot be read: it holds a number of thousands of digits."


def test_a_name_given_twice_among_very_many_is_found_soon() -> None:
    names = [f'"n{place}": 0' for place in range(60_000)]
    (reason,) = _reasons("{" + ", ".join([*names, names[-1]]) + "}")
    assert "n59999" in reason
    assert "twice" in reason


def _older(**parts: object) -> dict[str, Any]:
    """Give a document as version 1 wrote it: without values, puzzles and decks, and of hands the cards alone."""
    document = _document(**parts) | {"version": 1}
    del document["values"], document["puzzles"], document["decks"]
    return document


_OLDER_HAND = {
    "owner": 4,
    "name": "Dock",
    "cards": [12, 45],
    "created": MOMENT,
    "changed": "2026-03-15T18:30:00.000000+00:00",
    "archived": None,
}


def test_an_older_document_is_read_and_its_hands_are_in_their_first_version() -> None:
    whole = read_whole(json.dumps(_older(hands=[_OLDER_HAND])))
    (hand,) = whole.hands
    changed = dt.datetime(2026, 3, 15, 18, 30, tzinfo=dt.UTC)
    assert hand.versions == (HandVersion(1, None, changed, (12, 45)),)
    assert (hand.version, hand.cards, hand.sleeved, whole.values) == (1, (12, 45), False, ())


def test_an_older_document_holds_nothing_newer() -> None:
    assert "unknown fields: values" in " ".join(_reasons(_older() | {"values": []}))
    assert "cards is missing" in " ".join(_reasons(_older(hands=[_hand()])))
    assert "unknown fields: sleeved" in " ".join(_reasons(_older(hands=[_OLDER_HAND | {"sleeved": False}])))


def test_a_whole_tree_of_versions_is_read_as_it_was_written() -> None:
    tree = (_version(parent=1, cards=[], because="match-1"), _version(parent=1), _version(parent=2, cards=[45, 45]))
    (hand,) = read_whole(json.dumps(_document(hands=[_hand(*tree, version=3, sleeved=True)]))).hands
    assert [(one.number, one.parent, one.cards, one.because) for one in hand.versions] == [
        (1, None, (12, 45), ""),
        (2, 1, (), "match-1"),
        (3, 1, (12, 45), ""),
        (4, 2, (45, 45), ""),
    ]
    assert (hand.version, hand.cards, hand.sleeved) == (3, (12, 45), True)


def test_a_match_of_an_older_document_is_no_branch_and_nothing_was_taken_back_in_it() -> None:
    for newer in ({}, {"version": 2, "values": []}):
        (match,) = read_whole(json.dumps(_older(matches=[_first_match()]) | newer)).matches
        assert (match.branch, match.takings, match.hints, match.moves) == (None, (), 0, 4)


def test_a_branch_is_read_as_it_was_written() -> None:
    branch = _match(id="b", place="branch", branch_of="m", branch_at=3, takings=[_TAKING, _TAKING], hints=2)
    whole = read_whole(json.dumps(_document(matches=[_match(), branch, _match(id="c", place="branch", branch_at=0)])))
    _, of_a_match, of_a_record = whole.matches
    assert (of_a_match.branch, of_a_match.takings, of_a_match.hints) == (Branch("m", 3), (Taking(0, 2, 2),) * 2, 2)
    assert of_a_record.branch == Branch("", 0)
    assert read_whole(write_whole(whole)) == whole
