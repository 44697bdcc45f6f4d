"""A match being played here: seats, hands, antes, the turn loop, resumed after anything, settled exactly once."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from collection.catalogue.catalogue import Catalogue
from collection.errors import IllegalMove, LedgerRefused, NotUnderstood, Refused
from collection.games.mudwater.game import DrawOfAntes, Mudwater, Setup, resign
from collection.games.mudwater.moves import Move, Pass, Play
from collection.games.mudwater.record import Record, Replay, read_record, replay, write_record
from collection.games.mudwater.state import GAME, SEAT_NAMES, Faces, Mode, State, View
from collection.games.protocol import Event, Outcome
from collection.hands.legality import hand_faults, table_faults
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Branch, Match, MatchSeat, Place, Stakes, Status, Taking
from collection.play import house
from collection.play.branching import branched, story
from collection.play.seating import Sitter, house_among, seat_at_branch, seat_both
from collection.play.settlement import Settlement, conclude, settle, with_results

if TYPE_CHECKING:
    from collection.store.book import Book, Unit

__all__ = ["Settlement", "Sitter", "Sitting", "branch", "rematch", "resume", "settle", "sit_down", "unfinished"]


class Sitting:
    """A match on the table. Every move is in the book before `play` returns."""

    match: Match
    state: State
    history: tuple[tuple[int, Move], ...]
    """Seat and move, oldest first, without the deal."""
    events: tuple[Event, ...]
    """Everything that happened, oldest first; show a seat only what is visible to it."""
    settlement: Settlement | None
    """Once the match is over."""
    _record: Record

    def __init__(self, book: Book | None, match: Match, catalogue: Catalogue) -> None:
        """Lay out `match` as far as its record has come; `book` None keeps no trace of what follows.

        Raises RecordError when the record cannot be replayed.
        """
        self._book = book
        self._faces = Faces.of(catalogue)
        self.game = Mudwater({card.number: card.name for card in catalogue})
        self.settlement = None
        self._lay_out(match)

    def _lay_out(self, match: Match) -> None:
        played: Replay = replay(match.record, self._faces)
        self.match, self._record, self.state = match, played.record, played.states[-1]
        movers = [state.to_move for state in played.states]
        self.history = tuple(zip(movers, played.record.moves, strict=False))
        self.events = story(played, match.takings)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over or was given up."""
        if self.match.status is not Status.PLAYING or self.outcome is not None:
            return None
        return self.state.to_move

    @property
    def player_to_move(self) -> str | None:
        """`human` or the program whose turn it is, None when the game is over."""
        seat = self.to_move
        return None if seat is None else self.match.seats[seat].player

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.game.outcome(self.state)

    def view(self, seat: int) -> View:
        """Give what `seat` may know."""
        return self.game.view(self.state, seat)

    def play(self, move: Move, now: dt.datetime) -> tuple[Event, ...]:
        """Make the move of the seat whose turn it is, save it, and, when it ended the game, settle in the same unit.

        Raises IllegalMove (state unchanged), and LedgerRefused when another window went on with this match: resume it
        anew. Nothing changes here either when the book cannot be written (BookBusy, DiskFull, ReadOnlyBook).
        """
        seat = self.to_move
        if seat is None:
            raise IllegalMove("This match is over: no more moves are made.")
        fault = self.game.fault(self.state, seat, move)
        if fault is not None:
            raise IllegalMove(fault.message)
        assert isinstance(move, (Play, Pass)), "no seat deals"
        state, events = self.game.apply(self.state, {seat: move})
        outcome = self.game.outcome(state)
        record = replace(self._record, moves=(*self._record.moves, move))
        match = replace(self.match, record=write_record(record, outcome), moves=len(record.moves))
        if outcome is not None:
            match = with_results(match, outcome)
        settlement = self._save(match, now, over=outcome is not None)
        self.match = match if settlement is None else settlement.match
        self.settlement = settlement
        self.state, self._record = state, record
        self.history = (*self.history, (seat, move))
        self.events = (*self.events, *events)
        return events

    def why_no_take_back(self, seat: int) -> str:
        """Say why `seat` may take nothing back now; empty when it may.

        Only a person may, in a friendly match that is still played, a rehearsal or a branch as well; and in a branch
        nothing that was played before it.
        """
        if self.match.stakes is Stakes.KEEPS:
            return "What is played for keeps stays played: nothing is taken back."
        if self.to_move is None:
            return "This match is over, and stays as it was played. Branch off it to try something else."
        if self.match.seats[seat].player != HUMAN:
            return "A program takes nothing back."
        if self._back_to(seat) is None:
            began = "" if self.match.branch is None else " since the branch began"
            return f"There is nothing to take back: {SEAT_NAMES[seat].capitalize()} has played no card{began}."
        return ""

    def take_back(self, seat: int, now: dt.datetime) -> int:  # noqa: ARG002 - each act says when, this one is not dated
        """Go back to before the card that `seat` played last, whatever has followed; give how many moves went.

        A pass is forced, so it goes with the card before it. The book keeps the shorter game and, beside it, what was
        taken back; both in one act. Raises Refused where `why_no_take_back` says why, and as `play` does.
        """
        if why := self.why_no_take_back(seat):
            raise Refused(why)
        left = self._back_to(seat)
        assert left is not None, "there is something to take back"
        taking = Taking(seat, left, len(self.history) - left)
        record = replace(self._record, moves=self._record.moves[:left])
        takings = (*self.match.takings, taking)
        match = replace(self.match, record=write_record(record), moves=left, takings=takings)
        if self._book is not None:
            with self._book.writing() as unit:
                unit.matches.save(match, expected_moves=self.match.moves, expected_takings=len(self.match.takings))
        self._lay_out(match)
        return taking.moves

    def why_no_resigning(self) -> str:
        """Say why nobody can resign; empty while the match is played, for keeps as well."""
        return "This match is over: there is nothing to resign." if self.to_move is None else ""

    def resign(self, seat: int, now: dt.datetime) -> tuple[Event, ...]:
        """Let `seat` lose the match, whosever turn it is; save and settle it in one act, as at any other end.

        Both antes and all rocks are turned over, and for keeps the ante changes hands. Raises Refused where
        `why_no_resigning` says why, and as `play` does.
        """
        if why := self.why_no_resigning():
            raise Refused(why)
        state, events = resign(self.state, seat)
        outcome = self.game.outcome(state)
        assert outcome is not None, "resigning ends the game"
        record = replace(self._record, resigned=seat)
        match = with_results(replace(self.match, record=write_record(record, outcome)), outcome)
        settlement = self._save(match, now, over=True)
        self.match = match if settlement is None else settlement.match
        self.settlement = settlement
        self.state, self._record = state, record
        self.events = (*self.events, *events)
        return events

    def note_hint(self, seat: int, now: dt.datetime) -> None:  # noqa: ARG002 - as for taking back
        """Count that the person in `seat` asked what to play. Raises Refused where none is to move, and as `play`."""
        if self.to_move is None or self.match.seats[seat].player != HUMAN:
            raise Refused("A hint is for a person, while the match is played.")
        match = replace(self.match, hints=self.match.hints + 1)
        if self._book is not None:
            with self._book.writing() as unit:
                kept = unit.matches.find(match.id)
                match = replace(self.match, hints=kept.hints + 1)
                unit.matches.save(match, expected_moves=self.match.moves)
        self.match = match

    def _back_to(self, seat: int) -> int | None:
        """Give how many moves are left once `seat` has taken back the card that it played last; None without one."""
        begin = 0 if self.match.branch is None else self.match.branch.at
        played = [
            number
            for number, (mover, move) in enumerate(self.history)
            if mover == seat and isinstance(move, Play) and number >= begin
        ]
        return played[-1] if played else None

    def give_up(self) -> None:
        """End a friendly match without a result. Raises Refused for one that is for keeps, or is over."""
        if self.to_move is None:
            raise Refused("This match is over: there is nothing to give up.")
        if self.match.stakes is Stakes.KEEPS:
            raise Refused(
                "A match for keeps has a result: both antes are at stake. Leave it to be resumed, or resign it."
            )
        match = replace(self.match, status=Status.ABANDONED)
        if self._book is not None:
            with self._book.writing() as unit:
                unit.matches.save(match, expected_moves=self.match.moves)
        self.match = match

    def _save(self, match: Match, now: dt.datetime, *, over: bool) -> Settlement | None:
        before = self.match.moves
        if self._book is None:
            return Settlement(replace(match, status=Status.DONE), None) if over else None
        with self._book.writing() as unit:
            if over:
                return conclude(unit, match, now, expected_moves=before)
            unit.matches.save(match, expected_moves=before)
        return None


def sit_down(
    book: Book,
    black: Sitter,
    white: Sitter,
    *,
    rng: random.Random,
    now: dt.datetime,
    mode: Mode = Mode.STANDARD,
    stakes: Stakes = Stakes.FRIENDLY,
    first: int | None = None,
    match_id: str | None = None,
    keep: bool = True,
) -> Sitting:
    """Begin a match: hands are copied, antes drawn at random, a coin says who begins (unless `first` does).

    For keeps: between two collectors of the book, or against the house for a `solo` collector; both hands must be
    legal. Friendly hands need fourteen different numbers; nobody has to own them, and a rehearsal is always friendly.
    `keep` false plays without a trace in the book (friendly only). Everything drawn comes from `rng`; the id does not,
    so that the same seed can be played twice. Raises HandRefused with every reason, NotUnderstood for an unknown
    program, Refused for an unknown collector or stakes that are not allowed, and LedgerRefused when `match_id` has
    begun already.
    """
    if not keep:
        if stakes is Stakes.KEEPS:
            raise Refused("A match for keeps is always kept in the book. Play it friendly, or keep it.")
        with book.reading() as unit:
            match = _begin(unit, (black, white), rng, now, mode, stakes, first, match_id)
            return Sitting(None, match, unit.cards.catalogue())
    with book.writing() as unit:
        if black.is_house or white.is_house:
            house.stock(unit, now)
        match = _begin(unit, (black, white), rng, now, mode, stakes, first, match_id)
        return _added(book, unit, match)


def rematch(book: Book, match: str, *, rng: random.Random, now: dt.datetime) -> Sitting:
    """Begin again with the same seats, hands by name, mode and stakes; whoever went second goes first.

    A collector's hand is the saved one of that name as it is now, or the frozen copy where no such hand is in use. The
    house brings the hand that it had, or draws another when lost antes have made that illegal; a rehearsal keeps its
    hand. Antes are drawn anew. Raises Refused for a match that is not over or was not played here, and as `sit_down`
    does.
    """
    with book.writing() as unit:
        last = unit.matches.find(match)
        refuse_other_game(last)
        if last.place is Place.BRANCH:
            raise Refused(f"The match {last.id} is a branch, with the cards of another game: branch off once more.")
        if last.place is not Place.HERE or not last.record:
            raise Refused(f"The match {last.id} was not played here: sit down to a new one.")
        if last.status is Status.PLAYING:
            raise Refused(f"The match {last.id} is not over yet: play it to its end first.")
        accounts = [sitter.account for sitter in last.seats if sitter.account is not None]
        if house_among(*accounts):
            house.stock(unit, now)
        sitters = tuple(_again(unit, sitter, last.stakes) for sitter in last.seats)
        first = 1 - read_record(last.record)[0].deal.first
        again = _begin(unit, sitters, rng, now, Mode(last.mode), last.stakes, first, None)
        return _added(book, unit, again)


def resume(book: Book, match: str) -> Sitting:
    """Take up an unfinished match where it was left, by its id or the start of it.

    Raises LedgerRefused when there is none or several, Refused for one that is over, and RecordError when what is
    written of it cannot be replayed.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        refuse_other_game(found)
        if found.status is Status.UNSETTLED:
            raise Refused(
                f"The match {found.id} is over, and a card is still to move. "
                f"Settle it: `mudwater ante complete {found.id}`."
            )
        if found.status is not Status.PLAYING:
            raise Refused(f"The match {found.id} is over ({found.status.value}): there is nothing to resume.")
        return Sitting(book, found, unit.cards.catalogue())


def unfinished(book: Book, collector: str) -> tuple[Match, ...]:
    """Give the matches that `collector` can resume, newest first, branches among them.

    Branches where nobody's collector sits are everybody's. Raises Refused for an unknown collector.
    """
    with book.reading() as unit:
        account = unit.accounts.find(collector)
        if account is None or account.kind is not AccountKind.COLLECTOR:
            raise Refused("Nobody of that name collects in this book.")
        return unit.matches.all(account, statuses=frozenset({Status.PLAYING}), branches=True)


def branch(
    book: Book,
    source: Match | str,
    at: int,
    sitters: tuple[Sitter, Sitter],
    rng: random.Random,
    now: dt.datetime,
    *,
    viewer: int | None = None,
) -> Sitting:
    """Begin a what-if after the first `at` moves of a match in the book, or of a record's text; that stays as it is.

    Both seats keep the cards that they had; `sitters` say who plays them now, and for which collector. The branch is
    kept as a friendly match that counts for nobody, and is resumed like any other. Cards that nobody saw are drawn from
    `rng`. Of a match that is still played, so is all that its only person cannot see at that point (`viewer`, where two
    persons play it): a branch tells nothing about the hand across the table. Raises Refused for a match without a
    record, for a point that the game does not have or where it is over, and for an unknown collector; NotUnderstood for
    an unknown program; RecordError for a record that cannot be replayed; BookBusy and its like as `play` does.
    """
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        left = None if isinstance(source, str) else unit.matches.find(source.id)
        if left is not None:
            refuse_other_game(left)
        record = branched(left or str(source), at, Faces.of(catalogue), rng, viewer)
        seats = seat_at_branch(unit, sitters, left, record.hands, record.deal.antes)
        match = Match(
            id=uuid.uuid4().hex,
            game=GAME,
            mode=record.mode.value,
            place=Place.BRANCH,
            stakes=Stakes.FRIENDLY,
            status=Status.PLAYING,
            happened=now.date(),
            recorded=now,
            seats=seats,
            record=write_record(record),
            moves=at,
            branch=Branch("" if left is None else left.id, at),
        )
        return _added(book, unit, match)


def refuse_other_game(match: Match) -> None:
    """Raise Refused for a match of a game where no hands are brought and no antes staked."""
    if match.game != GAME:
        raise Refused(f"The match {match.id} is one of {match.game}, and this is for matches of Mudwater alone.")


def _begin(
    unit: Unit,
    sitters: tuple[Sitter, ...],
    rng: random.Random,
    now: dt.datetime,
    mode: Mode,
    stakes: Stakes,
    first: int | None,
    match_id: str | None,
) -> Match:
    """Draw everything that chance decides, and give the match with its record of no moves yet."""
    if first not in (None, 0, 1):
        raise NotUnderstood(f"Seat 0 (black) or 1 (white) begins, not {first}.")
    black, white = seat_both(unit, sitters, stakes, rng)
    faces = Faces.of(unit.cards.catalogue())
    hands = (black.hand, white.hand)
    game = Mudwater()
    draw = game.turn(game.start(Setup(faces, mode, hands, first)))
    assert isinstance(draw, DrawOfAntes), "a game begins with the draw of antes"
    deal = draw.sample(rng)
    brought = Faces({card: faces[card] for card in sorted({*black.hand, *white.hand})})
    seats = (replace(black, ante=deal.antes[0]), replace(white, ante=deal.antes[1]))
    return Match(
        id=match_id or uuid.uuid4().hex,
        game=game.name,
        mode=mode.value,
        place=Place.HERE,
        stakes=stakes,
        status=Status.PLAYING,
        happened=now.date(),
        recorded=now,
        seats=seats,
        record=write_record(Record(mode, hands, deal, (), brought)),
        moves=0,
    )


def _added(book: Book, unit: Unit, match: Match) -> Sitting:
    kept, new = unit.matches.add(match)
    if not new:
        way_out = "resume it" if kept.status is Status.PLAYING else "play it again"
        raise LedgerRefused(f"The match {kept.id} is in the book already: {way_out}, or choose another id.")
    return Sitting(book, kept, unit.cards.catalogue())


def _again(unit: Unit, sitter: MatchSeat, stakes: Stakes) -> Sitter:
    account = sitter.account
    if sitter.rehearses:
        return Sitter(sitter.player, hand=sitter.hand, rehearses=sitter.rehearses)
    if account is None or account.kind is AccountKind.HOUSE:
        catalogue, owned = unit.cards.catalogue(), unit.ledger.owned(unit.accounts.house)
        friendly = stakes is Stakes.FRIENDLY
        faults = table_faults(sitter.hand, catalogue) if friendly else hand_faults(sitter.hand, catalogue, owned)
        return Sitter(sitter.player, hand=() if faults else sitter.hand)
    saved = unit.hands.find(account, sitter.hand_name) if sitter.hand_name else None
    hand = sitter.hand if saved is None else saved.cards
    return Sitter(sitter.player, account.name, sitter.hand_name, hand)
