"""A game told in text, from its replay: each move, the board at its end, who won, and the antes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from collection.cli.output import STAND_IN_NOTE, counted, data, listed, table, talk
from collection.cli.receipts import named
from collection.games.mudwater.game import FULL_BOARD
from collection.games.mudwater.moves import Act, Pass, Play
from collection.games.mudwater.state import SEAT_NAMES, SQUARES

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.games.mudwater.record import Replay
    from collection.games.protocol import Event
    from collection.ledger.match import Taking

_VERBS = {Act.PLACE: "places", Act.UPGRADE: "upgrades with"}


def tell_game(
    played: Replay,
    catalogue: Catalogue,
    names: Sequence[str] | None = None,
    *,
    eyes: int | None = None,
    takings: Sequence[Taking] = (),
) -> None:
    """Write the story of a game as data. `names` are what the seats are called, safe to print, where anybody is known.

    Unless it is over, `eyes` is the seat that reads it, which sees no rock of the other; None sees all. `takings` are
    what was taken back in it.
    """
    record = played.record
    seats = "" if names is None else f" Black: {names[0]}. White: {names[1]}."
    data(f"Mudwater, {record.mode.value} game.{seats}")
    data(f"{SEAT_NAMES[record.deal.first].capitalize()} begins.")
    _tell_takings(takings, 0)
    for number, line in enumerate(_moves(played, catalogue, eyes), start=1):
        data(f"{number:>3}. {line}")
        _tell_takings(takings, number)
    if record.resigned is not None:
        data(f"{SEAT_NAMES[record.resigned].capitalize()} resigns.")
    tell_board(played, catalogue, eyes)
    tell_end(played, catalogue)
    used = {number for hand in record.hands for number in hand}
    if any(number in catalogue and catalogue[number].is_stand_in for number in used):
        talk(STAND_IN_NOTE)


def _tell_takings(takings: Sequence[Taking], after: int) -> None:
    """Write what was taken back when so many of the moves that stand now stood."""
    for index, taking in enumerate(takings):
        if min(later.left for later in takings[index:]) == after:
            data(f"     {SEAT_NAMES[taking.seat].capitalize()} takes back {counted(taking.moves, 'move')}.")


def _moves(played: Replay, catalogue: Catalogue, eyes: int | None) -> Iterator[str]:
    """Give each move as a sentence, with what it captured."""
    # The first events are those of the deal, when the replay tells of it as a step of its own.
    steps = played.events[len(played.events) - len(played.record.moves) :]
    states = played.states[len(played.states) - len(played.record.moves) - 1 :]
    for state, move, events in zip(states, played.record.moves, steps, strict=False):
        who = SEAT_NAMES[state.to_move].capitalize()
        if isinstance(move, Pass):
            yield f"{who} passes."
        else:
            seen = played.outcome is not None or eyes in (None, state.to_move)
            yield f"{who} {_play(move, catalogue, seen=seen)}{_captures(events)}."


def _play(move: Play, catalogue: Catalogue, *, seen: bool) -> str:
    square = SQUARES[move.square]
    if move.act is Act.ROCK and not seen:
        return f"plays a rock at {square}"
    card = "a card that nobody saw" if move.card is None else named(catalogue, move.card)
    if move.act is Act.ROCK:
        return f"plays a rock at {square} ({card})"
    if move.act is Act.UPGRADE:
        return f"upgrades {square} with {card}"
    return f"places {card} at {square}"


def _captures(events: Sequence[Event]) -> str:
    taken = [str(dict(event.facts)["square"]) for event in events if event.kind == "captured"]
    return f" and takes {listed(taken)}" if taken else ""


def tell_board(played: Replay, catalogue: Catalogue, eyes: int | None = None) -> None:
    """Write the board, square by square: who holds it, and the card on top, as the seat `eyes` sees it (None: all)."""
    rows = []
    end = played.states[-1] if eyes is None else played.game.view(played.states[-1], eyes).known
    unseen = "nobody saw it" if eyes is None else "face down"
    for name, square in zip(SQUARES, end.board, strict=True):
        if square is None:
            rows.append((name, "-", "empty"))
            continue
        card = unseen if square.top.card is None else named(catalogue, square.top.card)
        rows.append((name, SEAT_NAMES[square.owner], card if square.top.up else f"rock: {card}"))
    data()
    table(("Square", "Held by", "Card on top"), rows)
    data()


def tell_end(played: Replay, catalogue: Catalogue) -> None:
    """Write how the game ended, and whose ante goes where by the rules."""
    end = played.outcome
    if end is None:
        data("The game is not finished.")
        return
    why = "The board is full" if end.termination == FULL_BOARD else "Both passed"
    if played.record.resigned is not None:
        why = f"{SEAT_NAMES[played.record.resigned].capitalize()} resigned"
    black, white = end.points
    score = f"Black holds {counted(black, 'square')}, White {white}."
    if not end.winners:
        data(f"{why}. {score} A draw: each takes their own ante back.")
        return
    winner = min(end.winners)
    antes = ["an unknown card" if ante is None else named(catalogue, ante) for ante in played.record.deal.antes]
    data(f"{why}. {score} {SEAT_NAMES[winner].capitalize()} wins.")
    data(f"The antes: Black staked {antes[0]}, White {antes[1]}.")
