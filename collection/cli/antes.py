"""`ante`: games at a real table, and what all games have cost and brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.losses import mend, mending_json, tell_mending
from collection.cli.options import Corrects, Date, Id, Json, ListsByDefault, Note
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.receipts import (
    broken_json,
    broken_since,
    entry_json,
    given_back_json,
    legal_hands,
    named,
    sentence,
    short_id,
    tell_broken,
    tell_given_back,
    tell_mend,
    tell_said_before,
    tell_warnings,
    tell_way_back,
    warnings_json,
    whose,
)
from collection.cli.words import maybe_card
from collection.errors import Refused
from collection.games.mudwater.state import Mode
from collection.ledger.match import Place, Result, Stakes, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from collection.catalogue.card import CardNo
    from collection.desk.antes import AnteReceipt
    from collection.ledger.match import Match
    from collection.ledger.statistics import RivalTally
    from collection.store.book import Book

ante = typer.Typer(cls=ListsByDefault, help="Antes: games at a real table, history, rivals.")

Mine: TypeAlias = Annotated[str | None, typer.Option("--mine", metavar="CARD", help="Your ante, when it is known.")]
Theirs: TypeAlias = Annotated[str | None, typer.Option("--theirs", metavar="CARD", help="Theirs, when it is known.")]


@ante.command()
def add(
    context: typer.Context,
    rival: Annotated[str, typer.Option("--rival", metavar="NAME", help="Who you played.")],
    result: Annotated[Result, typer.Option("--result", case_sensitive=False, help="From your side.")],
    mine: Mine = None,
    theirs: Theirs = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="NAME", help="The saved hand you played.")] = None,
    mode: Annotated[Mode, typer.Option("--mode", case_sensitive=False, help="Which rules.")] = Mode.STANDARD,
    stakes: Annotated[
        Stakes, typer.Option("--stakes", case_sensitive=False, help="A friendly game moves no card.")
    ] = Stakes.KEEPS,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    mend_hands: Annotated[
        bool, typer.Option("--mend", help="Put the best free card in the lost one's place in every hand short of it.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write down a game from a real table; the loser's ante goes to the winner."""
    from collection.desk.antes import add_ante

    asked = Asked.of(context)
    said = asked.said(id, date, note, corrects)
    with asked.posting() as book:
        catalogue = catalogue_of(book)
        receipt = add_ante(
            book,
            asked.collector,
            rival,
            result,
            said,
            mine=maybe_card(catalogue, mine),
            theirs=maybe_card(catalogue, theirs),
            hand=hand,
            mode=mode.value,
            stakes=stakes,
            mend=mend_hands,
        )
        _tell(asked, book, receipt, as_json=as_json)


@ante.command()
def complete(
    context: typer.Context,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The game: its id, or how it starts.")],
    mine: Mine = None,
    theirs: Theirs = None,
    id: Id = None,
    note: Note = None,
    as_json: Json = False,
) -> None:
    """Name an ante later; the card that was to change hands does so now.

    A match that was played here knows its antes: without a card it is settled, once the lost card is back.
    """
    from collection.desk.antes import complete_ante

    asked = Asked.of(context)
    said = asked.said(id, None, note)
    with asked.posting() as book:
        catalogue = catalogue_of(book)
        my_card, their_card = maybe_card(catalogue, mine), maybe_card(catalogue, theirs)
        if my_card is None and their_card is None and _was_played_here(book, match):
            receipt = _settle(book, match, asked)
        else:
            receipt = complete_ante(book, match, said, mine=my_card, theirs=their_card, collector=asked.collector)
        _tell(asked, book, receipt, as_json=as_json)


ante.command()(mend)


def _was_played_here(book: Book, match: str) -> bool:
    with book.reading() as unit:
        return unit.matches.find(match).place is Place.HERE


def _settle(book: Book, match: str, asked: Asked) -> AnteReceipt:
    """Move the card of a match that was played here: its antes are known, and what was missing may be back."""
    from collection.desk.antes import AnteReceipt
    from collection.play.sitting import settle

    with book.reading() as unit:
        was_open = unit.matches.find(match).status is Status.UNSETTLED
    legal = legal_hands(book)
    settlement = settle(book, match, asked.clock())
    if settlement.reason:
        raise Refused(settlement.reason)
    return AnteReceipt(settlement.match, settlement.entry, was_open, broken_since(book, legal))


def _tell(asked: Asked, book: Book, receipt: AnteReceipt, *, as_json: bool) -> None:
    """Say what came of writing a game down."""
    match = receipt.match
    if as_json:
        data_json(
            {
                "id": match.id,
                "date": match.happened.isoformat(),
                "stakes": match.stakes.value,
                "status": match.status.value,
                "entry": None if receipt.entry is None else entry_json(receipt.entry),
                "new": receipt.new,
                "broken": broken_json(receipt.broken),
                "warnings": warnings_json(receipt.warnings),
                "mending": None if receipt.mending is None else mending_json(receipt.mending),
                "given_back": given_back_json(receipt.given_back),
            }
        )
    elif receipt.entry is not None:
        data(sentence(receipt.entry, whose(book, asked), catalogue_of(book)))
    else:
        data(f"Game {short_id(match.id)} is written down; no card moved.")
    if match.status is Status.UNSETTLED:
        talk(_still_open(asked, book, match))
    tell_said_before(receipt.new)
    tell_given_back(receipt.given_back)
    if receipt.mending is not None and not as_json:
        tell_mending(receipt.mending, catalogue_of(book))
    tell_broken(receipt.broken)
    if receipt.mending is None and match.loser is not None:
        tell_mend(asked, match.id, receipt.broken)
    tell_warnings(receipt.warnings)
    tell_way_back(asked, match.id)


def _still_open(asked: Asked, book: Book, match: Match) -> str:
    """Say how a game that waits for the loser's card is settled."""
    settle = f"ante complete {short_id(match.id)}"
    if match.place is Place.HERE:
        return f"The match still waits for the card that was lost; once it is back: {asked.command(settle)}"
    seat = match.seat_of(whose(book, asked))
    lost = seat is not None and match.seats[seat].result is Result.LOST
    settle += " --mine N" if lost else " --theirs N"
    return f"The card is still to be named: {asked.command(settle)}"


@ante.command("list")
def list_antes(
    context: typer.Context,
    rival: Annotated[str | None, typer.Option("--rival", metavar="NAME", help="Only against this person.")] = None,
    void: Annotated[bool, typer.Option("--void", help="With those taken back.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = None,
    as_json: Json = False,
) -> None:
    """List finished games, newest first."""
    from collection.desk.antes import antes

    asked = Asked.of(context)
    with asked.reading() as book:
        found = antes(book, asked.collector, rival=rival, void=void, limit=limit)
    if as_json:
        data_json(
            [
                {
                    "id": one.id,
                    "date": one.date.isoformat(),
                    "rival": one.rival,
                    "result": one.result.value,
                    "mine": one.mine,
                    "theirs": one.theirs,
                    "stakes": one.stakes.value,
                    "place": one.place.value,
                    "status": one.status.value,
                    "hand": one.hand_name,
                    "note": one.note,
                }
                for one in found
            ]
        )
        return
    if not found:
        talk(f"No games yet. Write one down: {asked.command('ante add --rival Bo --result won --theirs 45')}")
        return
    table(
        ("Date", "Id", "Rival", "Result", "Mine", "Theirs", "Stakes", "Note"),
        [
            (
                one.date.isoformat(),
                short_id(one.id),
                short(one.rival, 40),
                one.result.value,
                _number(one.mine),
                _number(one.theirs),
                one.stakes.value,
                ("" if one.status is Status.DONE else f"{one.status.value}. ") + short(one.note),
            )
            for one in found
        ],
        right=(4, 5),
    )


def _number(card: CardNo | None) -> str:
    return "?" if card is None else str(card)


@ante.command()
def stats(context: typer.Context, as_json: Json = False) -> None:
    """Show what the games against each rival come to, and what they still hold of yours."""
    from collection.desk.antes import tallies

    asked = Asked.of(context)
    with asked.reading() as book:
        found = tallies(book, asked.collector)
        catalogue = catalogue_of(book)
    if as_json:
        data_json([_tally_json(one) for one in found])
        return
    if not found:
        talk("No games yet.")
        return
    table(
        ("Rival", "Games", "Won", "Lost", "Drawn", "Friendly", "Cards won", "Cards lost"),
        [
            (
                short(one.rival, 40),
                *(str(count) for count in (one.games, one.won, one.lost, one.drawn, one.friendly)),
                str(one.cards_won),
                str(one.cards_lost),
            )
            for one in found
        ],
        right=range(1, 8),
    )
    for one in found:
        if one.still_held:
            cards = [named(catalogue, number) + (f" ({many})" if many > 1 else "") for number, many in one.still_held]
            data(f"{short(one.rival, 40)} still holds of yours: {', '.join(cards)}")
        if one.unknown:
            talk(f"{counted(one.unknown, 'game')} with {short(one.rival, 40)}: the card is still to be named.")


def _tally_json(one: RivalTally) -> dict[str, object]:
    held: Sequence[dict[str, int]] = [{"number": number, "quantity": many} for number, many in one.still_held]
    return {
        "rival": one.rival,
        "games": one.games,
        "won": one.won,
        "lost": one.lost,
        "drawn": one.drawn,
        "friendly": one.friendly,
        "cards_won": one.cards_won,
        "cards_lost": one.cards_lost,
        "unknown": one.unknown,
        "still_held": held,
    }
