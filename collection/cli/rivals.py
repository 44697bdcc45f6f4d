"""`rival`: who was played, what they still hold, and what was seen of their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.marks import Marked, put_mark
from collection.cli.options import DASHES, DefaultVerb, Json, Note
from collection.cli.output import (
    STAND_IN_NOTE,
    card_name,
    counted,
    data,
    data_json,
    face_name,
    listed,
    short,
    table,
    talk,
)
from collection.cli.rehearsal import rehearse
from collection.ledger.mark import MarkKind

if TYPE_CHECKING:
    from collection.catalogue.card import Card
    from collection.desk.rivals import RivalLine, RivalPage


class ListsOrShows(DefaultVerb):
    """`rival` is `rival list`, and `rival Bo` is `rival show Bo`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front that is meant."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["show", *args]
        return super().parse_args(ctx, args)


rival = typer.Typer(cls=ListsOrShows, help="Rivals: games, cards won and lost, what they hold of yours.")
rival.command()(rehearse)

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The rival's name.")]


@rival.command("list")
def list_rivals(context: typer.Context, as_json: Json = False) -> None:
    """List everybody you played or exchanged cards with."""
    from collection.desk.rivals import rivals

    asked = Asked.of(context)
    with asked.reading() as book:
        found = rivals(book, asked.collector)
    if as_json:
        data_json([_line_json(one) for one in found])
        return
    if not found:
        talk(f"No rival yet. Write a game down: {asked.command('ante add --rival Bo --result won --theirs 45')}")
        return
    table(
        ("Rival", "Games", "Won", "Lost", "Drawn", "Cards won", "Cards lost", "Yours held", "Last game"),
        [
            (
                short(one.account.name, 30),
                *(str(count) for count in (one.tally.games, one.tally.won, one.tally.lost, one.tally.drawn)),
                str(one.tally.cards_won),
                str(one.tally.cards_lost),
                str(sum(copies for _, copies in one.tally.still_held)),
                "" if one.last_played is None else one.last_played.isoformat(),
            )
            for one in found
        ],
        right=range(1, 8),
    )


@rival.command()
def show(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Show one rival: `mudwater rival Bo`."""
    from collection.cli.sheets import tally_json
    from collection.desk.rivals import rival as look_up
    from collection.desk.sheet_statistics import tally_words, with_rival
    from collection.games.registry import TITLES

    asked = Asked.of(context)
    with asked.reading() as book:
        page = look_up(book, name, asked.collector)
        others = with_rival(book, name, asked.collector)
    if as_json:
        data_json(_page_json(page) | {"other_games": [tally_json(one) for one in others]})
        return
    _tell_games(page, others=bool(others))
    for one in others:
        data(f"{TITLES[one.game]}, {tally_words(one)}; they won {one.theirs}.")
    _tell_cards(page)
    _tell_seen(page)
    cards = [*(card for card, _ in page.held), *(one.card for one in page.seen)]
    if any(card.is_stand_in for card in cards):
        talk(STAND_IN_NOTE)


@rival.command(context_settings=DASHES)
def wants(context: typer.Context, name: Name, cards: Marked, note: Note = None, as_json: Json = False) -> None:
    """Note cards that a rival looks for: `rival wants Bo 45 12`."""
    put_mark(context, MarkKind.WISH, cards, name, note, as_json=as_json)


@rival.command(context_settings=DASHES)
def has(context: typer.Context, name: Name, cards: Marked, note: Note = None, as_json: Json = False) -> None:
    """Note cards that a rival has to trade: `rival has Bo 118`."""
    put_mark(context, MarkKind.OFFER, cards, name, note, as_json=as_json)


def _tell_games(page: RivalPage, *, others: bool) -> None:
    tally, name = page.line.tally, short(page.line.account.name, 40)
    if not tally.games:
        data(f"{name}: no games of Mudwater yet." if others else f"{name}: no games yet.")
        return
    last = "" if page.line.last_played is None else f", the last on {page.line.last_played.isoformat()}"
    data(
        f"{name}: {counted(tally.games, 'game')}{last}. You won {tally.won}, lost {tally.lost}, drew {tally.drawn}; "
        f"{tally.friendly} friendly."
    )
    data(f"Antes: you won {counted(tally.cards_won, 'card')} and lost {counted(tally.cards_lost, 'card')}.")
    if tally.unknown:
        talk(f"{counted(tally.unknown, 'game')}: the card is still to be named.")


def _tell_cards(page: RivalPage) -> None:
    name = short(page.line.account.name, 40)
    if page.held:
        data(f"{name} still holds of yours: {_copies(page.held)}")
    else:
        data(f"{name} holds none of your cards.")
    if page.win_back:
        data("To win back:")
        table(
            ("No", "Name", "Level", "They hold", "You own", "Lost on"),
            [
                (
                    str(one.card.number),
                    face_name(one.card),
                    one.card.level.name,
                    str(one.copies),
                    str(one.owned),
                    one.lost_on.isoformat(),
                )
                for one in page.win_back
            ],
            right=(0, 3, 4),
        )
    if page.theirs:
        data(f"You hold of theirs: {_copies(page.theirs)}")
    for kind, words in ((MarkKind.WISH, "looks for"), (MarkKind.OFFER, "has to trade")):
        numbers = [str(mark.number) for mark in page.marks if mark.kind is kind]
        if numbers:
            data(f"{name} {words}, as you noted: {', '.join(numbers)}")


def _tell_seen(page: RivalPage) -> None:
    if not page.seen:
        data("No card of theirs was seen in play.")
    else:
        data(f"Seen in their play, in {counted(page.seen_games, 'game')}:")
        table(
            ("No", "Name", "Level", "Family", "Games", "As ante", "Last"),
            [
                (
                    str(one.card.number),
                    face_name(one.card),
                    one.card.level.name,
                    one.card.family.value,
                    str(one.games),
                    str(one.as_ante or ""),
                    one.last.isoformat(),
                )
                for one in page.seen
            ],
            right=(0, 4, 5),
        )
    if page.unread:
        talk(f"{counted(page.unread, 'written game')} left out: too long ago, or not to be replayed any more.")


def _copies(cards: tuple[tuple[Card, int], ...]) -> str:
    return listed([card_name(card) + (f" ({many})" if many > 1 else "") for card, many in cards])


def _line_json(one: RivalLine) -> dict[str, Any]:
    tally = one.tally
    return {
        "rival": one.account.name,
        "kind": one.account.kind.value,
        "games": tally.games,
        "won": tally.won,
        "lost": tally.lost,
        "drawn": tally.drawn,
        "friendly": tally.friendly,
        "cards_won": tally.cards_won,
        "cards_lost": tally.cards_lost,
        "unknown": tally.unknown,
        "still_held": [{"number": number, "quantity": many} for number, many in tally.still_held],
        "last_played": None if one.last_played is None else one.last_played.isoformat(),
        "wishes": one.wishes,
        "offers": one.offers,
    }


def _page_json(page: RivalPage) -> dict[str, Any]:
    return _line_json(page.line) | {
        "win_back": [
            {
                "number": one.card.number,
                "name": one.card.name,
                "quantity": one.copies,
                "lost_on": one.lost_on.isoformat(),
                "entry": one.entry,
                "owned": one.owned,
            }
            for one in page.win_back
        ],
        "you_hold": [{"number": card.number, "quantity": many} for card, many in page.theirs],
        "seen": [
            {
                "number": one.card.number,
                "name": one.card.name,
                "games": one.games,
                "as_ante": one.as_ante,
                "last": one.last.isoformat(),
            }
            for one in page.seen
        ],
        "seen_games": page.seen_games,
        "unread": page.unread,
        "marks": [{"number": mark.number, "kind": mark.kind.value, "note": mark.note} for mark in page.marks],
    }
