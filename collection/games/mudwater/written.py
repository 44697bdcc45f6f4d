"""The record of a game of Mudwater as people and programs write it: from YAML to a `Record`, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from collection.catalogue.card import FIRST_CARD, LAST_CARD, CardNo, Family, Level
from collection.errors import RecordError, UnreadableMove
from collection.games.mudwater.moves import Deal, Pass, Play, PlayerMove
from collection.games.mudwater.notation import UNKNOWN, read_card_number, read_move
from collection.games.mudwater.rules import HAND_SIZE
from collection.games.mudwater.state import GAME, SEAT_NAMES, SQUARES, Face, Mode
from collection.games.record import Tree
from collection.text import quoted

KEYS: Final = ("game", "mode", "first", "hands", "ante", "moves", "resigned", "result", "cards")
_OPTIONAL = ("resigned", "result", "cards")
_MODES: dict[str, Mode] = {mode.value: mode for mode in Mode}
_LEVELS = {str(level.value): level for level in Level}
_FAMILIES: dict[str, Family] = {family.value: family for family in Family}
_EDGES = {str(edge): edge for edge in range(1, 10)}
_COUNTS = {str(count): count for count in range(10)}
_CAPTURES = {f"x{square}": square for square in SQUARES}
_WINNERS = (*SEAT_NAMES, "draw")


@dataclass(frozen=True, slots=True)
class Record:
    """A written game. A real table's may list fewer cards, rocks nobody turned over, antes nobody knows."""

    mode: Mode
    hands: tuple[tuple[CardNo, ...], tuple[CardNo, ...]]
    deal: Deal
    moves: tuple[PlayerMove, ...]
    faces: Mapping[CardNo, Face]
    """The cards as they were when played; empty when the record does not say."""
    resigned: int | None = None
    """The seat that gave the game up after the last move; None where nobody did."""

    @property
    def at_table(self) -> bool:
        """Whether something in it is unknown, as only at a real table."""
        return (
            None in self.deal.antes
            or any(len(hand) < HAND_SIZE for hand in self.hands)
            or any(isinstance(move, Play) and move.card is None for move in self.moves)
        )


class _Reader:
    """Reads the parts of one record, noting every fault with its place."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.move: int | None = None
        """The first move that cannot be read, counted from 1."""

    def note(self, place: str, what: str) -> None:
        self.faults.append(f"{place}: {what}.")

    def parts(self, place: str, tree: Tree, keys: Sequence[str], optional: Sequence[str] = ()) -> Mapping[str, Tree]:
        """Give a map of which only `keys` are known, all of them needed but `optional`."""
        if not isinstance(tree, dict):
            self.note(place, f"a map with {', '.join(keys)} is needed here")
            return {}
        for key in tree:
            if key not in keys:
                self.note(place, f"the key {quoted(key)} is not known; the keys are {', '.join(keys)}")
        for key in keys:
            if key not in tree and key not in optional:
                self.note(place, f'"{key}" is missing')
        return tree

    def items(self, place: str, tree: Tree | None) -> Sequence[Tree]:
        """Give a list."""
        if tree is None:
            return ()
        if not isinstance(tree, list):
            self.note(place, "a list in [ ] is needed here")
            return ()
        return tree

    def one_of(self, place: str, tree: Tree | None, words: Sequence[str]) -> str:
        """Give one of `words`; the first of them after a fault."""
        if tree is None or (isinstance(tree, str) and tree in words):
            return words[0] if tree is None else str(tree)
        self.note(place, f"{_said(tree)} is not one of {', '.join(words)}")
        return words[0]

    def hand(self, place: str, tree: Tree | None) -> tuple[CardNo, ...]:
        """Give the listed cards of a hand: at most 14 different numbers (Rules of Play, Building your hand)."""
        items = self.items(place, tree)
        cards = tuple(_number(item) for item in items)
        for item, card in zip(items, cards, strict=True):
            if card is None:
                self.note(place, f"{_said(item)} is not a card; numbers go from {FIRST_CARD} to {LAST_CARD}")
        listed = tuple(card for card in cards if card is not None)
        if len(items) > HAND_SIZE:
            self.note(place, f"{len(items)} cards, but a hand has {HAND_SIZE}")
        if len(set(listed)) < len(listed):
            doubles = [str(card) for card in dict.fromkeys(listed) if listed.count(card) > 1]
            self.note(place, f"{', '.join(doubles)} is listed more than once; a hand holds no card twice")
        return listed

    def ante(self, place: str, tree: Tree | None) -> CardNo | None:
        """Give an ante: a card, or None for one never turned over."""
        if tree is None or tree == UNKNOWN:
            return None
        card = _number(tree)
        if card is None:
            self.note(place, f"{_said(tree)} is neither a card's number nor {UNKNOWN}")
        return card

    def moves(self, tree: Tree | None) -> Iterator[tuple[PlayerMove, tuple[str, ...]]]:
        """Give each move with the captures written behind it."""
        for number, item in enumerate(self.items("moves", tree), start=1):
            word, *captures = item.split() if isinstance(item, str) and item.strip() else ("",)
            try:
                move = read_move(word)
            except UnreadableMove as error:
                what = error.reasons[0] if word else "a move is a piece of text such as s=12."
                self._move_fault(number, what)
                continue
            unreadable = [capture for capture in captures if capture not in _CAPTURES]
            if isinstance(move, Deal) or unreadable:
                what = f"{quoted(unreadable[0])} is no captured square; write x and the square, such as xs."
                self._move_fault(number, what if unreadable else "the antes are drawn before the moves.")
            else:
                yield move, tuple([_CAPTURES[capture] for capture in captures])

    def _move_fault(self, number: int, what: str) -> None:
        self.faults.append(f"Move {number}: {what}")
        self.move = self.move or number

    def faces(self, tree: Tree | None) -> dict[CardNo, Face]:
        """Give the cards as they were when played."""
        faces: dict[CardNo, Face] = {}
        if tree is None:
            return faces
        if not isinstance(tree, dict):
            self.note("cards", "a map of numbers to [Level, family, N, E, S, W] is needed here")
            return faces
        for key, item in tree.items():
            number, face = read_card_number(key), _face(item)
            if number is None:
                self.note("cards", f"{quoted(key)} is not a card; numbers go from {FIRST_CARD} to {LAST_CARD}")
            elif number in faces:
                self.note("cards", f"{quoted(key)} is card {number}, which is given twice")
            elif face is None:
                self.note(
                    f"cards, {number}",
                    f"[Level 1 to 5, {' or '.join(_FAMILIES)}, four edges 1 to 9: N, E, S, W] is needed here",
                )
            else:
                faces[number] = face
        return faces

    def result(self, tree: Tree | None) -> dict[str, Any] | None:
        """Give the result as written: squares by seat name, and the winner; each where it is there."""
        if tree is None:
            return None
        read: dict[str, Any] = {}
        parts = self.parts("result", tree, ("squares", "winner"), optional=("squares", "winner"))
        if "squares" in parts:
            squares = self.parts("result, squares", parts["squares"], SEAT_NAMES)
            read["squares"] = {seat: self._count(f"result, squares, {seat}", squares.get(seat)) for seat in SEAT_NAMES}
        if "winner" in parts:
            read["winner"] = self.one_of("result, winner", parts["winner"], _WINNERS)
        return read

    def _count(self, place: str, tree: Tree | None) -> int:
        count = _COUNTS.get(tree) if isinstance(tree, str) else None
        if count is None and tree is not None:
            self.note(place, f"{_said(tree)} is not a number of squares, 0 to 9")
        return count or 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A record with what was written beside the game itself, to be checked against it."""

    record: Record
    captures: tuple[tuple[str, ...], ...]
    """Behind each move the captured squares; empty where none are written."""
    result: Mapping[str, Any] | None


def reading_of(tree: Mapping[str, Tree]) -> Reading:
    """Read a record's tree. Raises RecordError with every fault, each with its place."""
    reader = _Reader()
    parts = reader.parts("record", tree, KEYS, optional=_OPTIONAL)
    reader.one_of("game", parts.get("game"), (GAME,))
    mode = _MODES[reader.one_of("mode", parts.get("mode"), tuple(_MODES))]
    first = SEAT_NAMES.index(reader.one_of("first", parts.get("first"), SEAT_NAMES))
    hands = reader.parts("hands", parts["hands"], SEAT_NAMES) if "hands" in parts else {}
    antes = reader.parts("ante", parts["ante"], SEAT_NAMES) if "ante" in parts else {}
    moves = list(reader.moves(parts.get("moves")))
    black, white = (reader.hand(f"hands, {seat}", hands.get(seat)) for seat in SEAT_NAMES)
    black_ante, white_ante = (reader.ante(f"ante, {seat}", antes.get(seat)) for seat in SEAT_NAMES)
    resigned = reader.one_of("resigned", parts["resigned"], SEAT_NAMES) if "resigned" in parts else None
    faces = reader.faces(parts.get("cards"))
    result = reader.result(parts.get("result"))
    if reader.faults:
        raise RecordError(*reader.faults, move=reader.move)
    deal = Deal((black_ante, white_ante), first)
    gave_up = None if resigned is None else SEAT_NAMES.index(resigned)
    record = Record(mode, (black, white), deal, tuple([move for move, _ in moves]), faces, gave_up)
    return Reading(record, tuple([captures for _, captures in moves]), result)


def hands_in(tree: Mapping[str, Tree]) -> dict[str, tuple[CardNo, ...]]:
    """Read the hands of a record, or of a piece of one with `hands` alone: by seat, of which one may be missing.

    Whatever else the record says is not looked at. Raises RecordError with every fault, each with its place.
    """
    reader = _Reader()
    parts = reader.parts("record", tree, KEYS, optional=[key for key in KEYS if key != "hands"])
    reader.one_of("game", parts.get("game"), (GAME,))
    seats = reader.parts("hands", parts["hands"], SEAT_NAMES, optional=SEAT_NAMES) if "hands" in parts else {}
    hands = {seat: reader.hand(f"hands, {seat}", seats[seat]) for seat in SEAT_NAMES if seat in seats}
    if not hands and not reader.faults:
        reader.note("hands", f"neither {' nor '.join(SEAT_NAMES)} is there")
    if reader.faults:
        raise RecordError(*reader.faults)
    return hands


def _number(tree: Tree) -> CardNo | None:
    return read_card_number(tree) if isinstance(tree, str) else None


def _face(tree: Tree) -> Face | None:
    """Read `[Level, family, N, E, S, W]`."""
    if not isinstance(tree, list) or len(tree) != 6 or not all(isinstance(part, str) for part in tree):
        return None
    level, family, *edges = tree
    try:
        north, east, south, west = (_EDGES[edge] for edge in edges)
        return Face(_LEVELS[level], _FAMILIES[family], (north, east, south, west))
    except KeyError:
        return None


def _said(tree: Tree) -> str:
    return quoted(tree) if isinstance(tree, str) else "a list" if isinstance(tree, list) else "a map"


def cards_in(record: Record) -> list[CardNo]:
    """Give every card that a record names, by number."""
    named = {card for hand in record.hands for card in hand}
    named.update(card for card in record.deal.antes if card is not None)
    named.update(move.card for move in record.moves if not isinstance(move, Pass) and move.card is not None)
    return sorted(named)
