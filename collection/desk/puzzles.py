"""Puzzles at the desk: found in the collector's own games, tried, answered by proof, and remembered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from collection.analysis.puzzles import VERSION, Answer, Puzzle, Work, answer, has_solver, puzzles_in
from collection.catalogue.catalogue import Catalogue
from collection.desk.collectors import current, current_for_writing
from collection.errors import IllegalMove, RecordError, Refused
from collection.games.mudwater.moves import Play
from collection.games.mudwater.state import SQUARES, Faces
from collection.games.protocol import AnyGame
from collection.games.registry import Replayed, replay_any
from collection.ledger.entry import Account
from collection.ledger.match import FINISHED, Match
from collection.store.book import Book, Unit
from collection.store.puzzles import NumberedPuzzle

_LOOKED = "puzzles"
"""Under which a match is noted as looked through."""
MOST_HINTS = 2
"""Hints that a puzzle has: which card, then which square."""


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """A puzzle, the match that it comes from, and what the collector has done with it."""

    number: int
    puzzle: Puzzle
    match: Match
    seat: int
    """Where the collector sat in that match."""
    work: Work

    @property
    def mine(self) -> bool:
        """Whether it was the collector's own move in the game."""
        return self.seat == self.puzzle.seat


@dataclass(frozen=True, slots=True)
class Found:
    """What looking through games brought: games looked through now, puzzles that are new, and games that are left."""

    looked: int
    new: tuple[int, ...]
    left: int
    unread: tuple[str, ...] = ()
    """The matches whose record cannot be replayed, each with why."""


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle laid out: its game, the position with every card known, and the cards by name."""

    line: PuzzleLine
    game: AnyGame
    state: Any
    catalogue: Catalogue
    before: tuple[str, ...]
    """The moves made before it, as they are written."""
    seat_names: tuple[str, ...]
    """What the seats are called in the game's records."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where."""
        return tuple(seat.called for seat in self.line.match.seats)


@dataclass(frozen=True, slots=True)
class Attempted:
    """What came of a move in a puzzle: the answer, and what the collector has done with it by now."""

    answer: Answer
    line: PuzzleLine
    move: str


def find(
    book: Book,
    collector: str | None,
    now: dt.datetime,
    *,
    match: str | None = None,
    cancelled: Callable[[], bool] | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Found:
    """Look for puzzles in the finished games of a collector that were not looked through yet, newest first.

    `match` names one alone. Each game is a unit of work of its own: what was found stays when it is `cancelled`, asked
    often; `told` hears how many of how many games are done. Raises LedgerRefused for a match that is not in the book,
    and Refused for one without a finished record of the collector's.
    """
    with book.reading() as unit:
        account = current(unit, collector)
        games = _own_games(unit, account) if match is None else (_one(unit, account, match),)
        games = tuple(one for one in games if unit.analyses.get(one, _LOOKED, VERSION) is None)
        faces = Faces.of(unit.cards.catalogue())
    new: list[int] = []
    unread: list[str] = []
    done = 0
    for one in games:
        if told is not None:
            told(done, len(games))
        if cancelled is not None and cancelled():
            break
        try:
            puzzles = puzzles_in(replay_any(one.record, {one.game: faces}), cancelled=cancelled)
        except RecordError as fault:
            unread.append(f"Match {one.id}: {fault.reasons[0]}")
            puzzles = ()
        if cancelled is not None and cancelled():
            # Not to its end: it is looked through again another time.
            break
        with book.writing() as unit:
            new += [kept.number for kept in unit.puzzles.keep(one.id, puzzles, now)]
            unit.analyses.keep(one, _LOOKED, VERSION, str(len(puzzles)))
        done += 1
    if told is not None:
        told(done, len(games))
    return Found(done, tuple(new), len(games) - done, tuple(unread))


def puzzles(book: Book, collector: str | None) -> tuple[PuzzleLine, ...]:
    """Give the puzzles of a collector's games: those not solved yet first, each part from easy to hard."""
    with book.reading() as unit:
        lines = _lines(unit, current(unit, collector))
    return tuple(sorted(lines, key=lambda line: (line.work.state in ("solved", "shown"), *_by_difficulty(line))))


def lay_out(book: Book, collector: str | None, number: int) -> OpenPuzzle:
    """Lay a puzzle out. Raises Refused when the collector has no puzzle of that number."""
    with book.reading() as unit:
        line = _line(unit, current(unit, collector), number)
        catalogue = unit.cards.catalogue()
    return _laid_out(line, catalogue)


def attempt(book: Book, collector: str | None, number: int, move: str, now: dt.datetime) -> Attempted:
    """Try a move, written in the game's notation; the answer is proved, and the try written down with it.

    Raises Refused for an unknown number and where a card was corrected so that it is no puzzle any more,
    UnreadableMove, and IllegalMove, which is no try.
    """
    laid = lay_out(book, collector, number)
    played = laid.game.read(laid.state, move)
    fault = laid.game.fault(laid.state, laid.line.puzzle.seat, played)
    if fault is not None:
        raise IllegalMove(fault.message)
    found = answer(laid.game, laid.state, played)
    _refuse_changed(laid, laid.game.write(played), found)
    work = _note(book, collector, number, lambda work: work.tried(now, right=found.right))
    return Attempted(found, _with(laid.line, work), laid.game.write(played))


def reveal(book: Book, collector: str | None, number: int, now: dt.datetime) -> Attempted:
    """Show the solution with its line; a puzzle that was not solved before is not solved by oneself any more.

    Raises Refused as `attempt` does.
    """
    laid = lay_out(book, collector, number)
    move = laid.line.puzzle.move
    found = answer(laid.game, laid.state, laid.game.read(laid.state, move))
    _refuse_changed(laid, move, found)
    work = _note(book, collector, number, lambda work: work.revealed(now))
    return Attempted(found, _with(laid.line, work), move)


def _refuse_changed(laid: OpenPuzzle, move: str, found: Answer) -> None:
    """Raise Refused where the move that won does so no more: a record without its cards is played with the book's."""
    if move == laid.line.puzzle.move and not found.right:
        raise Refused("A card of this game was corrected since it was found: the position is no puzzle any more.")


def hint(book: Book, collector: str | None, number: int, now: dt.datetime) -> tuple[str, PuzzleLine]:
    """Give the next hint in words, first which Level of card and how it is played, then which square; noted as taken.

    After the last it is given again. Raises Refused for an unknown number.
    """
    laid = lay_out(book, collector, number)
    taken = min(laid.line.work.hints + 1, MOST_HINTS)
    work = _note(book, collector, number, lambda work: work.hinted(now, taken))
    return hint_words(laid, taken), _with(laid.line, work)


def hint_words(laid: OpenPuzzle, hints: int) -> str:
    """Give the words of so many hints, empty for none."""
    move = laid.game.read(laid.state, laid.line.puzzle.move)
    if hints < 1:
        return ""
    if not isinstance(move, Play):
        return f"The move is {laid.line.puzzle.move[:1]}…"
    how = {"=": "is placed face up", "~": "is played as a rock", "+": "goes on top as an upgrade"}[move.act.value]
    level = laid.state.faces[move.card].level.name
    said = f"A card of Level {level} {how}"
    return f"{said}, at {SQUARES[move.square]}." if hints >= MOST_HINTS else f"{said}."


def _own_games(unit: Unit, account: Account) -> tuple[Match, ...]:
    found = unit.matches.all(account, statuses=FINISHED)
    return tuple(match for match in found if match.record and match.counts and has_solver(match.game))


def _one(unit: Unit, account: Account, name: str) -> Match:
    match = unit.matches.find(name)
    if match not in _own_games(unit, account):
        raise Refused(
            f"Match {match.id} has no puzzles: they come out of finished games of your own that are written down."
        )
    return match


def _lines(unit: Unit, account: Account) -> tuple[PuzzleLine, ...]:
    found = [
        (_match(unit, numbered), numbered, work) for numbered, work in (unit.puzzles.of(account) if account.id else ())
    ]
    return tuple(
        PuzzleLine(one.number, one.puzzle, match, match.seat_of(account) or 0, work) for match, one, work in found
    )


def _line(unit: Unit, account: Account, number: int) -> PuzzleLine:
    for line in _lines(unit, account):
        if line.number == number:
            return line
    raise Refused(f"You have no puzzle {number}. `mudwater puzzle list` gives those there are.")


def _match(unit: Unit, numbered: NumberedPuzzle) -> Match:
    match = unit.matches.get(numbered.match)
    assert match is not None, "a puzzle is of a match of the book"
    return match


def _laid_out(line: PuzzleLine, catalogue: Catalogue) -> OpenPuzzle:
    replayed: Replayed = replay_any(line.match.record, {line.match.game: Faces.of(catalogue)})
    at = line.puzzle.at
    before = tuple(replayed.game.write(move) for step in replayed.steps[:at] for move in step.values())
    return OpenPuzzle(line, replayed.game, replayed.states[at], catalogue, before, replayed.seat_names)


def _note(book: Book, collector: str | None, number: int, done: Callable[[Work], Work]) -> Work:
    """Write down what was done; a book that cannot be written only answers."""
    if not book.writable:
        with book.reading() as unit:
            return done(unit.puzzles.work(number, current(unit, collector)))
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        before = unit.puzzles.work(number, account)
        after = done(before)
        if after != before:
            unit.puzzles.save(number, account, after)
        return after


def _with(line: PuzzleLine, work: Work) -> PuzzleLine:
    return PuzzleLine(line.number, line.puzzle, line.match, line.seat, work)


def _by_difficulty(line: PuzzleLine) -> tuple[int, int]:
    return line.puzzle.difficulty, line.number
