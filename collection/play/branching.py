"""Leaving a game to try it otherwise: its record up to there. And the story of a match with moves taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from collection.errors import Refused
from collection.games.mudwater.completing import completed
from collection.games.mudwater.events import dealt, took_back
from collection.games.mudwater.moves import Play, PlayerMove
from collection.games.mudwater.record import Record, Replay, replay, write_record
from collection.games.mudwater.rules import ROCK, is_over
from collection.games.mudwater.state import Faces
from collection.games.mudwater.written import cards_in
from collection.games.protocol import Event
from collection.ledger.match import HUMAN, Match, Status, Taking


def branched(source: Match | str, at: int, faces: Faces, rng: random.Random, viewer: int | None = None) -> Record:
    """Give the record of the first `at` moves of a match or a written game, with every card known.

    What nobody saw is drawn from `rng`, and of a match that is still played all that its viewer cannot see then; the
    viewer is its only person, or `viewer` where there are two. Raises Refused for a point from which nothing can be
    played, and where it is not clear whose eyes to see with; RecordError for what cannot be replayed.
    """
    text = source if isinstance(source, str) else source.record
    if not text:
        raise Refused("Only the result of this game is known: there is no position to branch off from.")
    played = replay(text, faces)
    known = Faces({**faces, **played.record.faces})
    count = len(played.record.moves)
    if not 0 <= at <= count:
        raise Refused(f"The game has {count} moves: branch off after 0 to {count} of them, not {at}.")
    record = replace(played.record, moves=played.record.moves[:at], resigned=None)
    hidden = None if isinstance(source, str) else _hidden(source, viewer)
    if hidden is not None:
        record = _as_seen(record, hidden)
    end = replay(write_record(record), known).states[-1]
    if is_over(end):
        raise Refused(f"The game was over after move {at}: branch off before its end.")
    if record.at_table:
        record = completed(record, end, rng)
    return replace(record, faces={card: known[card] for card in cards_in(record)})


def story(played: Replay, takings: Sequence[Taking]) -> tuple[Event, ...]:
    """Tell all that happened in a match, oldest first, with what was taken back where it was taken back.

    The moves that went are not told any more. A taking stands where the game as it is now was at that time: not after
    any move that is younger.
    """
    return tuple(_told(played, takings))


def _told(played: Replay, takings: Sequence[Taking]) -> Iterator[Event]:
    yield from dealt(played.record.deal)
    reached = [min(taking.left for taking in takings[index:]) for index in range(len(takings))]
    for number in range(len(played.events) + 1):
        if number:
            yield from played.events[number - 1]
        for taking, left in zip(takings, reached, strict=True):
            if left == number:
                yield took_back(taking.seat, taking.moves)
    yield from played.ending


def _hidden(match: Match, viewer: int | None) -> int | None:
    """Give the seat whose hidden cards a branch of `match` must not tell; None where it may tell all."""
    persons = [seat for seat, sitter in enumerate(match.seats) if sitter.player == HUMAN]
    if match.status is not Status.PLAYING or not persons:
        return None
    if len(persons) == 1:
        return 1 - persons[0]
    if viewer is None:
        raise Refused("Two persons play this match: say who branches off, for they see their own cards alone.")
    return 1 - viewer


def _as_seen(record: Record, hidden: int) -> Record:
    """Give the record as the seat across from `hidden` could have written it down: its hand, ante and rocks unknown."""
    moves: list[PlayerMove] = []
    shown = []
    seat = record.deal.first
    for move in record.moves:
        if seat == hidden and isinstance(move, Play):
            if move.act is ROCK:
                moves.append(Play(ROCK, move.square, None))
                seat = 1 - seat
                continue
            shown.append(move.card)
        moves.append(move)
        seat = 1 - seat
    hands, antes = list(record.hands), list(record.deal.antes)
    hands[hidden], antes[hidden] = tuple(card for card in shown if card is not None), None
    deal = replace(record.deal, antes=(antes[0], antes[1]))
    return replace(record, hands=(hands[0], hands[1]), deal=deal, moves=tuple(moves))
