"""`puzzle`: positions of one's own games where one move wins, found, looked at and solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json, ListsByDefault
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, listed, short, table, talk
from collection.cli.waiting import interruptible, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from collection.analysis.puzzles import Step
    from collection.catalogue.card import CardNo
    from collection.desk.puzzles import Attempted, OpenPuzzle, PuzzleLine
    from collection.games.mudwater.state import State

puzzle = typer.Typer(cls=ListsByDefault, help="Puzzles from your own games: one move wins, and no other does.")


@puzzle.command()
def find(
    context: typer.Context,
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help="Only in this match, by its id.")] = None,
    as_json: Json = False,
) -> None:
    """Look through your finished games for puzzles, each game once.

    Every legal move of a position is proved to its end; where that takes too long, or a card is unknown, there is no
    puzzle. Ctrl-c stops after the game under way; the rest is looked through another time.
    """
    from collection.desk import puzzles as desk

    asked = Asked.of(context)
    with asked.book() as book, interruptible() as interrupted, progress("Looking") as told:
        found = desk.find(book, asked.collector, asked.clock(), match=match, cancelled=interrupted.is_set, told=told)
        lines = [line for line in desk.puzzles(book, asked.collector) if line.number in found.new]
    for fault in found.unread:
        talk(short(fault, 200))
    if as_json:
        data_json({"games": found.looked, "left": found.left, "puzzles": [_as_json(line) for line in lines]})
    else:
        games = counted(found.looked, "game")
        data(f"{games} looked through, {counted(len(lines), 'new puzzle')}.")
        if lines:
            _table(lines)
        if not found.looked and match is None:
            talk("Each finished game of yours is looked through once; one that programs played alone is not yours.")
        if found.left:
            talk(f"{counted(found.left, 'game')} left: {asked.command('puzzle find')}")
    if interrupted.is_set():
        raise KeyboardInterrupt


@puzzle.command("list")
def list_puzzles(
    context: typer.Context,
    only_open: Annotated[bool, typer.Option("--open", help="Only those not solved yet.")] = False,
    as_json: Json = False,
) -> None:
    """List your puzzles: those not solved yet first, each part from easy to hard."""
    from collection.desk import puzzles as desk

    asked = Asked.of(context)
    with asked.reading() as book:
        lines = desk.puzzles(book, asked.collector)
    if only_open:
        lines = tuple(line for line in lines if line.work.state in ("open", "tried"))
    if as_json:
        data_json([_as_json(line) for line in lines])
    elif lines:
        _table(lines)
    else:
        talk(f"No puzzles. Look for some in your finished games: {asked.command('puzzle find')}")


@puzzle.command()
def show(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="N", help="The puzzle's number, as `puzzle list` gives it.")],
    hint: Annotated[bool, typer.Option("--hint", help="Give the next hint: which card, then which square.")] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="Give the solution; the puzzle is then not solved by you any more.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a puzzle: the board and both hands, the seat to move, and what is asked."""
    from collection.desk import puzzles as desk

    asked = Asked.of(context)
    with asked.book() if hint or solution else asked.reading() as book:
        told = desk.hint(book, asked.collector, number, asked.clock())[0] if hint else None
        shown = desk.reveal(book, asked.collector, number, asked.clock()) if solution else None
        laid = desk.lay_out(book, asked.collector, number)
    if as_json:
        data_json(_as_json(laid.line) | _position(laid) | {"hint": told} | _answer_json(shown))
        return
    _tell_position(laid)
    if told is not None:
        data(f"Hint: {told}")
    if shown is not None:
        data(f"The move is {shown.move}. It wins:")
        _tell_line(shown.answer.line, laid)
    elif told is None:
        talk(f"Try a move: {asked.command(f'puzzle solve {number} MOVE')}")


@puzzle.command()
def solve(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="N", help="The puzzle's number, as `puzzle list` gives it.")],
    move: Annotated[str, typer.Argument(metavar="MOVE", help="As records spell it: s=12, s~12, s+12.")],
    as_json: Json = False,
) -> None:
    """Try a move in a puzzle; the answer is proved, and shown to the end of the game.

    The exit code is 0 where it is the move that wins, and 1 where it is not.
    """
    from collection.desk import puzzles as desk

    asked = Asked.of(context)
    with asked.book() as book:
        told = desk.attempt(book, asked.collector, number, move, asked.clock())
        laid = desk.lay_out(book, asked.collector, number)
    if as_json:
        data_json(_as_json(told.line) | _answer_json(told))
    else:
        data(_verdict(told, laid))
        _tell_line(told.answer.line, laid)
    if not told.answer.right:
        raise typer.Exit(1)


def _verdict(told: Attempted, laid: OpenPuzzle) -> str:
    if told.answer.right:
        how = {"shown": "Right, as the solution showed", "solved": "Right"}[told.line.work.state]
        return f"{how}: {told.move} wins."
    comes = "only draws" if told.answer.worth == 0 else "loses"
    rival = laid.names[1 - laid.line.puzzle.seat] if len(laid.names) == 2 else "the others"
    answers = f"What {short(rival, 30)} answers" if len(told.answer.line) > 1 else "It ends the game"
    return f"Not that one: {told.move} {comes}. {answers}:"


def _tell_line(line: tuple[Step, ...], laid: OpenPuzzle) -> None:
    for count, step in enumerate(line, start=1):
        taken = [str(dict(event.facts)["square"]) for event in step.events if event.kind == "captured"]
        takes = f", takes {listed(taken)}" if taken else ""
        data(f"{count:>3}. {short(laid.seat_names[step.seat], 10)} {step.move}{takes}")
    outcome = laid.game.outcome(line[-1].state)
    if outcome is not None:
        won = [laid.seat_names[seat].capitalize() for seat in sorted(outcome.winners)]
        points = zip(laid.seat_names, outcome.points, strict=True)
        result = f"{listed(won)} wins" if won else "A draw"
        data(f"     {result}: {', '.join(f'{name} {held}' for name, held in points)}.")


def _tell_position(laid: OpenPuzzle) -> None:
    from collection.games.mudwater.state import State

    line, puzzle = laid.line, laid.line.puzzle
    seats = [f"{name.capitalize()}: {short(who, 30)}" for name, who in zip(laid.seat_names, laid.names, strict=True)]
    match = line.match
    data(
        f"Puzzle {line.number}, {puzzle.grade}, {line.work.state}: match {match.id} of {match.happened}, {match.mode}."
    )
    data(f"{'. '.join(seats)}.")
    mover = laid.seat_names[puzzle.seat].capitalize()
    data(f"After {counted(puzzle.at, 'move')} {mover} is to move: 1 of {puzzle.legal} legal moves wins.")
    if isinstance(laid.state, State):
        _tell_board(laid, laid.state)
        for seat, side in enumerate(laid.state.sides):
            by_level = sorted(side.hand, key=lambda number: (laid.state.faces[number].level, number))
            data()
            data(f"{laid.seat_names[seat].capitalize()}'s hand, {counted(len(by_level), 'card')}")
            table(("No", "Level", "Family", "N E S W", "Name"), [_cells(laid, card) for card in by_level], right=(0,))
        if any(card.is_stand_in for card in laid.catalogue):
            talk(STAND_IN_NOTE)


def _tell_board(laid: OpenPuzzle, state: State) -> None:
    from collection.games.mudwater.state import SQUARES

    rows: list[tuple[str, ...]] = []
    for place, square in zip(SQUARES, state.board, strict=True):
        if square is None or square.top.card is None:
            rows.append((place, "-", "", "", "", "", "empty"))
            continue
        *cells, name = _cells(laid, square.top.card)
        rows.append((place, laid.seat_names[square.owner], *cells, name if square.top.up else f"rock: {name}"))
    data()
    table(("Square", "Held by", "No", "Level", "Family", "N E S W", "Card on top"), rows, right=(2,))


def _cells(laid: OpenPuzzle, number: CardNo) -> tuple[str, ...]:
    """Give number, Level, family, edges and name of a card as it was played."""
    face = laid.state.faces[number]
    edges = " ".join(str(edge) for edge in face.edges)
    name = face_name(laid.catalogue[number]) if number in laid.catalogue else "unknown"
    return str(number), face.level.name, face.family.value, edges, name


def _table(lines: Sequence[PuzzleLine]) -> None:
    table(
        ("No", "State", "Grade", "To move", "Moves", "Tries", "Date", "Match", "Against"),
        [
            (
                str(line.number),
                line.work.state,
                line.puzzle.grade,
                "you" if line.mine else "rival",
                str(line.puzzle.legal),
                str(line.work.tries),
                str(line.match.happened),
                line.match.id[:8],
                " and ".join(seat.called for place, seat in enumerate(line.match.seats) if place != line.seat),
            )
            for line in lines
        ],
        right=(0, 4, 5),
    )


def _as_json(line: PuzzleLine) -> dict[str, Any]:
    puzzle, work = line.puzzle, line.work
    return {
        "number": line.number,
        "match": line.match.id,
        "date": line.match.happened.isoformat(),
        "against": [seat.called for place, seat in enumerate(line.match.seats) if place != line.seat],
        "at": puzzle.at,
        "mine": line.mine,
        "legal": puzzle.legal,
        "depth": puzzle.depth,
        "missed": puzzle.missed,
        "difficulty": puzzle.difficulty,
        "grade": puzzle.grade,
        "state": work.state,
        "tries": work.tries,
        "hints": work.hints,
        "solved": None if work.solved is None else work.solved.isoformat(timespec="seconds"),
    }


def _position(laid: OpenPuzzle) -> dict[str, Any]:
    from collection.games.mudwater.state import SQUARES, State

    position: dict[str, Any] = {"seat": laid.seat_names[laid.line.puzzle.seat], "moves": list(laid.before)}
    if isinstance(laid.state, State):
        position["board"] = {
            place: {"owner": laid.seat_names[square.owner], "up": square.top.up, "card": square.top.card}
            for place, square in zip(SQUARES, laid.state.board, strict=True)
            if square is not None
        }
        sides = zip(laid.seat_names, laid.state.sides, strict=True)
        position["hands"] = {name: sorted(side.hand) for name, side in sides}
    return position


def _answer_json(told: Attempted | None) -> dict[str, Any]:
    if told is None:
        return {}
    worth = {1: "win", 0: "draw", -1: "loss"}[told.answer.worth]
    line = [step.move for step in told.answer.line]
    return {"move": told.move, "right": told.answer.right, "worth": worth, "line": line}
