"""A game of any kind but Mudwater being played here, by two to six seats: friendly, saved at every choice."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from collection.errors import LedgerRefused, NotUnderstood, RecordError, Refused
from collection.games.field import CORRECTIONS, read_corrections
from collection.games.protocol import Event, Limit, Outcome, Seat, Seats
from collection.games.record import read_tree
from collection.games.registry import game_of_record, written_game
from collection.games.written import Options, Played, begin, letter, replay, write_record
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Stakes, Status, Taking
from collection.play.settlement import with_results
from collection.players import programs
from collection.text import clean_note, plain, quoted

if TYPE_CHECKING:
    from collection.games.written import WrittenGame
    from collection.store.book import Book, Unit

USUAL_MODE = "usual"
ONE_SECOND = Limit(seconds=1.0)
"""How long a program thinks at most: these games have no kernel, and nobody should wait for one."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who is to sit down: a program, or a person: somebody in the book by name, else a guest who is called so."""

    player: str
    name: str = ""
    """Of a person; of a program that of the collector for whom it plays, if any."""
    mine: bool = False
    """Whether this person is the collector whose book it is: with a first game they come into it, as with a pack."""


class Gathering:
    """A game on the table. Every choice is in the book before `choose` returns."""

    match: Match
    played: Played
    """The game as far as it has come; chance has always drawn what is its to draw."""

    def __init__(self, book: Book, match: Match, game: WrittenGame, rng: random.Random) -> None:
        """Lay out `match` as far as its record has come; whatever chance decides from here on comes from `rng`.

        Raises RecordError when the record cannot be replayed.
        """
        self._book = book
        self._rng = rng
        self.match = match
        self.played = replay(match.record, game)

    @property
    def game(self) -> WrittenGame:
        """The rules."""
        return self.played.game

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called: people by name, programs by theirs with the seat's letter."""
        return names_of(self.match)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.played.outcome

    @property
    def over(self) -> bool:
        """Whether nobody moves any more."""
        return self.match.status is not Status.PLAYING or self.outcome is not None

    @property
    def waiting_for(self) -> frozenset[Seat]:
        """The seats that have to choose now and have not yet; none when the game is over."""
        turn = self._turn
        return frozenset() if turn is None else turn.must - self.played.sealed.keys()

    @property
    def may_act(self) -> frozenset[Seat]:
        """The seats that may do something now although it is not their turn."""
        turn = self._turn
        return frozenset() if turn is None or self.played.sealed else turn.may

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats whose moves people make."""
        return tuple(seat for seat, sitter in enumerate(self.match.seats) if sitter.player == HUMAN)

    @property
    def _turn(self) -> Seats | None:
        if self.over:
            return None
        turn = self.game.turn(self.played.state)
        return turn if isinstance(turn, Seats) else None

    def view(self, seat: Seat) -> Any:
        """Give what `seat` may know."""
        return self.game.view(self.played.state, seat)

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """Give everything that happened as far as `seat` may know, oldest first; None is who sees what all see."""
        told = (event for events in self.played.events for event in events)
        return tuple(event for event in told if event.seats is None or (seat is not None and seat in event.seats))

    def choose(self, seat: Seat, move: Any, now: dt.datetime) -> tuple[Event, ...]:
        """Make the choice of `seat`, let chance draw what follows, and save; give what happened, whoever may see it.

        Nothing happens yet where others choose at the same time and have not: then the choice waits, sealed.
        Raises IllegalMove (nothing changed), and LedgerRefused when another window went on with this match: take it up
        anew. Nothing changes here either when the book cannot be written (BookBusy, DiskFull, ReadOnlyBook).
        """
        before = len(self.played.events)
        played = self.played.chosen(seat, move).drawn(self._rng)
        self._save(played, now)
        return tuple(event for events in played.events[before:] for event in events)

    def why_no_take_back(self, seat: Seat) -> str:
        """Say why `seat` cannot take back; empty when it can."""
        if self.over:
            return "The game is over: nothing is taken back any more."
        if seat in self.played.sealed:
            return ""
        return "" if self._last_step_of(seat) is not None else "This seat has not moved yet."

    def take_back(self, seat: Seat, now: dt.datetime) -> int:
        """Take the last choice of `seat` back, and everything since: give how many steps that were.

        What chance drew since is drawn anew; a choice that waits sealed is opened again, and that is no step.
        Raises Refused with the reason, and LedgerRefused as `choose` does.
        """
        if why := self.why_no_take_back(seat):
            raise Refused(why)
        if seat in self.played.sealed:
            sealed = {other: move for other, move in self.played.sealed.items() if other != seat}
            self._save(replace(self.played, sealed=sealed), now)
            return 0
        at = self._last_step_of(seat)
        assert at is not None, "why_no_take_back has looked"
        gone = len(self.played.steps) - at
        taking = Taking(seat, at, gone)
        self._save(self.played.back_to(at), now, takings=(*self.match.takings, taking))
        return gone

    def give_up(self) -> None:
        """End the game without a result. Raises Refused for one that is over."""
        if self.over:
            raise Refused("This game is over: there is nothing to give up.")
        match = replace(self.match, status=Status.ABANDONED)
        with self._book.writing() as unit:
            unit.matches.save(match, expected_moves=self.match.moves)
        self.match = match

    def _last_step_of(self, seat: Seat) -> int | None:
        steps = self.played.steps
        return next((at for at in reversed(range(len(steps))) if seat in steps[at]), None)

    def _save(self, played: Played, now: dt.datetime, *, takings: tuple[Taking, ...] | None = None) -> None:
        del now
        match = replace(self.match, record=write_record(played), moves=len(played.steps))
        if takings is not None:
            match = replace(match, takings=takings)
        if (outcome := played.outcome) is not None:
            match = replace(with_results(match, outcome), status=Status.DONE)
        with self._book.writing() as unit:
            _refuse_changed(unit, self.match)
            unit.matches.save(match, expected_moves=self.match.moves, expected_takings=len(self.match.takings))
        self.match, self.played = match, played


def gather(
    book: Book,
    game: str,
    guests: Sequence[Guest],
    *,
    rng: random.Random,
    now: dt.datetime,
    options: Options | None = None,
    match_id: str | None = None,
) -> Gathering:
    """Sit down to a game that the book does not know yet, seats in order; chance draws what it draws at the beginning.

    Raises NotUnderstood for an unknown game or program, Refused for a person who sits twice, RecordError for a setup
    that the game does not allow, and LedgerRefused when `match_id` has begun already.
    """
    with book.writing() as unit:
        rules = written_game(game, corrections_of(unit, game))
        played = begin(rules, len(guests), options or {}).drawn(rng)
        match = Match(
            id=match_id or uuid.uuid4().hex,
            game=game,
            mode=mode_of(played.options),
            place=Place.HERE,
            stakes=Stakes.FRIENDLY,
            status=Status.PLAYING,
            happened=now.date(),
            recorded=now,
            seats=_seats(unit, rules, guests),
            record=write_record(played),
            moves=len(played.steps),
        )
        kept, new = unit.matches.add(match)
        if not new:
            raise LedgerRefused(f"The game {kept.id} is in the book already: resume it, or choose another id.")
    return Gathering(book, kept, rules, rng)


def gather_again(
    book: Book, match: str, *, rng: random.Random, now: dt.datetime, match_id: str | None = None
) -> Gathering:
    """Sit down to the same game again: the same seats and options; what has been corrected since counts.

    Raises LedgerRefused for none or several of that id, Refused for a game that goes on or was not played here, and as
    `gather` does.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
    if found.place is not Place.HERE or not found.record:
        raise Refused(f"The game {found.id} was not played here: sit down to a new one.")
    if found.status is Status.PLAYING:
        raise Refused(f"The game {found.id} is not over yet: play it to its end first.")
    names = (seat.account.name if seat.account is not None else seat.hand_name for seat in found.seats)
    guests = [Guest(seat.player, name) for seat, name in zip(found.seats, names, strict=True)]
    options = options_in(found.record)
    return gather(book, found.game, guests, rng=rng, now=now, options=options, match_id=match_id)


def played_of(book: Book, match: Match) -> Played:
    """Play a match of the book through as far as its record has come. Raises RecordError."""
    with book.reading() as unit:
        rules = game_of_record(match.record, corrections_of(unit, match.game))
    return replay(match.record, rules)


def options_in(record: str) -> Options:
    """Give what a game was played with, by its record. Raises RecordError for what is no record."""
    options = read_tree(record).get("options", {})
    if not isinstance(options, Mapping):
        raise RecordError("options: a map of names and values.")
    return options


def regather(book: Book, match: str, rng: random.Random) -> Gathering:
    """Take up an unfinished game where it was left, by its id or the start of it.

    Raises LedgerRefused when there is none or several, Refused for one that is over, and RecordError when what is
    written of it cannot be replayed.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        if found.status is not Status.PLAYING:
            raise Refused(f"The game {found.id} is over ({found.status.value}): there is nothing to resume.")
        rules = game_of_record(found.record, corrections_of(unit, found.game))
    return Gathering(book, found, rules, rng)


def let_programs_choose(
    gathering: Gathering, players: Mapping[Seat, Any], rng: random.Random, now: dt.datetime, limit: Limit = ONE_SECOND
) -> int:
    """Let every program that is to choose do so, until only people are; give how many choices were made.

    `players` holds who plays each seat that no person does. Each is given its own view and nothing else.
    """
    made = 0
    while waiting := sorted(gathering.waiting_for & players.keys()):
        seat = waiting[0]
        choice = players[seat].choose(gathering.view(seat), rng, limit)
        gathering.choose(seat, choice.move, now)
        made += 1
    return made


def players_of(gathering: Gathering) -> dict[Seat, Any]:
    """Give a program for each seat that no person plays, each made once for the game."""
    return {
        seat: programs.program(sitter.player, gathering.game)
        for seat, sitter in enumerate(gathering.match.seats)
        if sitter.player != HUMAN
    }


def names_of(match: Match) -> tuple[str, ...]:
    """Give what the seats of a match are called; programs, of which several may sit there, with the seat's letter."""
    return tuple(
        sitter.called if sitter.player == HUMAN else f"{sitter.player} {letter(seat)}"
        for seat, sitter in enumerate(match.seats)
    )


def mode_of(options: Options) -> str:
    """Give what a game is played with in a few words, for lists of matches."""
    words = [name if value == "yes" else f"{name} {value}" for name, value in options.items() if isinstance(value, str)]
    others = [name for name, value in options.items() if not isinstance(value, str)]
    return ", ".join((*words, *others)) or USUAL_MODE


def corrections_of(unit: Unit, game: str) -> Mapping[str, str]:
    """Give what the owner of this book has corrected in a game's data, by field. Raises DataError."""
    text = unit.settings.get(CORRECTIONS.format(game))
    return {} if text is None else read_corrections(game, text)


def _seats(unit: Unit, game: WrittenGame, guests: Sequence[Guest]) -> tuple[MatchSeat, ...]:
    seats = tuple(_seat(unit, game, guest) for guest in guests)
    names = [seat.called for seat in seats if seat.player == HUMAN]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(f"{plain(twice)} would sit at two seats: name every person once.")
    return seats


def _seat(unit: Unit, game: WrittenGame, guest: Guest) -> MatchSeat:
    if guest.player != HUMAN:
        if guest.player.startswith(programs.SEARCH):
            programs.program(guest.player, game)
        elif guest.player not in programs.NAMES:
            known = ", ".join((HUMAN, *programs.NAMES))
            raise NotUnderstood(f"No player is called {quoted(guest.player)}: there are {known}.")
        return MatchSeat(_account(unit, guest.name) if guest.name else None, guest.player)
    name = clean_note(guest.name, what="person's name")
    if not name:
        raise NotUnderstood("Every person at the table needs a name.")
    account = _account(unit, name)
    if account is None and guest.mine:
        account = unit.accounts.open(name, AccountKind.COLLECTOR)
    return MatchSeat(account, HUMAN, hand_name="" if account is not None else name)


def _account(unit: Unit, name: str) -> Account | None:
    """Give the account of somebody who may sit down; None for a guest."""
    account: Account | None = unit.accounts.find(name)
    is_person = account is not None and account.kind in (AccountKind.COLLECTOR, AccountKind.RIVAL)
    return account if is_person else None


def _refuse_changed(unit: Unit, match: Match) -> None:
    """Refuse where another window went on with this game; a sealed choice changes its record and not its length."""
    there = unit.matches.get(match.id)
    if there is not None and (there.record, there.status) != (match.record, match.status):
        raise LedgerRefused(f"Another window went on with the game {match.id}. Take it up anew to see where it stands.")
