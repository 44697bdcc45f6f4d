"""`hand compare`: two hands, or versions of hands, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.catalogue.card import CardNo, Level
from collection.cli.asked import Asked
from collection.cli.hands import Name
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, listed, short, table, talk
from collection.cli.receipts import faults_json, interval_json

if TYPE_CHECKING:
    from collection.desk.comparing import Comparison, Side

_Version = Annotated[int | None, typer.Option("--version", metavar="V", min=1, help="The first as in its version V.")]
_OtherVersion = Annotated[
    int | None, typer.Option("--other-version", metavar="V", min=1, help="The other as in its version V.")
]
_Other = Annotated[str, typer.Argument(metavar="OTHER", help="The hand beside it; the same one for its versions.")]


def compare(
    context: typer.Context,
    name: Name,
    other: _Other,
    version: _Version = None,
    other_version: _OtherVersion = None,
    as_json: Json = False,
) -> None:
    """Lay two hands side by side: the cards they share, those of only one, and the figures of both.

    `hand compare Dockside Dockside --version 2` tells what became of version 2.
    """
    from collection.desk.comparing import compare_hands

    asked = Asked.of(context)
    with asked.reading() as book:
        found = compare_hands(book, asked.collector, name, other, version=version, other_version=other_version)
    if as_json:
        data_json(_json(found))
        return
    _tell_figures(found)
    data()
    _tell_cards(found)


def _title(side: Side) -> str:
    return f"{short(side.hand.name, 24)} v{side.version}"


def _tell_figures(found: Comparison) -> None:
    from collection.desk.worth import ASSUMPTIONS, counted_games

    figures = [_figures(side) for side in (found.here, found.there)]
    rows = [(label, figures[0][label], figures[1][label]) for label in figures[0]]
    table(("", _title(found.here), _title(found.there)), rows)
    record = found.grounds.record
    if record.games:
        data(f"Expected loss a game for keeps, at your own record: {record.losses} of {record.games} lost.")
        data("Cards without a value count as nothing in it.")
        for sentence in (counted_games(found.grounds.collector), *ASSUMPTIONS):
            data(sentence)


def _figures(side: Side) -> dict[str, str]:
    from collection.ledger.price import sums_written

    worth = side.worth
    cost = worth.expected_loss
    loss = None if cost is None else sums_written({each: one.estimate for each, one in cost.items()}) or "no values"
    return {
        "Cards": str(len(side.cards)),
        "Legal": "yes" if not worth.faults else f"no, {counted(len(worth.faults), 'reason')} against",
        "Ways up": str(sum(one.in_all for one in worth.ladder.ways)),
        "Can stand, I-V": "/".join(str(worth.ladder.standing[level]) for level in Level),
        "Dead weight": _numbers(worth.ladder.dead_weight) or "none",
        "Last copies": str(len(worth.stake.last_copies)),
        "Keepsakes": str(len(worth.stake.keepsakes)),
        "Your values": sums_written(worth.stake.worth) or "none",
        "Unvalued": str(worth.stake.unvalued),
        "Expected loss": loss or "no games yet",
        "Would break": listed([short(name, 24) for name in worth.stake.breaks]) or "none",
    }


def _tell_cards(found: Comparison) -> None:
    catalogue = found.grounds.catalogue
    rows = []
    for group in found.levels:
        level = "no card" if group.level is None else group.level.name
        for sign, numbers in (("both", group.both), ("only here", group.here), ("only there", group.there)):
            rows += [
                (level, str(number), face_name(catalogue[number]) if number in catalogue else "", sign)
                for number in numbers
            ]
    table(("Level", "No", "Name", "In"), rows, right=(1,))
    shared = sum(len(group.both) for group in found.levels)
    data(f"In both: {counted(shared, 'card')}. Here is {_title(found.here)}, there is {_title(found.there)}.")
    if any(catalogue[number].is_stand_in for number in (*found.here.cards, *found.there.cards) if number in catalogue):
        talk(STAND_IN_NOTE)


def _numbers(cards: Sequence[CardNo]) -> str:
    return " ".join(str(card) for card in cards)


def _json(found: Comparison) -> dict[str, Any]:
    return {
        "both": sorted(number for group in found.levels for number in group.both),
        "only_here": sorted(number for group in found.levels for number in group.here),
        "only_there": sorted(number for group in found.levels for number in group.there),
        "here": _side_json(found.here),
        "there": _side_json(found.there),
    }


def _side_json(side: Side) -> dict[str, Any]:
    worth = side.worth
    cost = worth.expected_loss
    return {
        "name": side.hand.name,
        "version": side.version,
        "cards": list(side.cards),
        "legal": not worth.faults,
        "faults": faults_json(worth.faults),
        "ways": sum(one.in_all for one in worth.ladder.ways),
        "standing": {str(int(level)): many for level, many in worth.ladder.standing.items()},
        "dead_weight": list(worth.ladder.dead_weight),
        "last_copies": list(worth.stake.last_copies),
        "keepsakes": list(worth.stake.keepsakes),
        "worth": dict(worth.stake.worth),
        "unvalued": worth.stake.unvalued,
        "breaks": list(worth.stake.breaks),
        "expected_loss": None if cost is None else {each: interval_json(one) for each, one in cost.items()},
    }
