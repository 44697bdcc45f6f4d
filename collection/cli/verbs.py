"""All verbs, and the options that stand before them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from collection.cli.analyses import analyse
from collection.cli.antes import ante
from collection.cli.asked import Asked
from collection.cli.backups import backup
from collection.cli.backups import restore as restore_book
from collection.cli.books import audit, ledger, void
from collection.cli.cards import card
from collection.cli.corrections import cards_and_corrections
from collection.cli.decks import deck
from collection.cli.demonstration import demo
from collection.cli.exchange import add
from collection.cli.exporting import export
from collection.cli.games import game
from collection.cli.hands import hand
from collection.cli.hands_compare import compare
from collection.cli.hands_exchange import export_hand, import_hand
from collection.cli.hands_suggest import suggest
from collection.cli.hands_versions import history, redo, restore, sleeve, undo
from collection.cli.importing import import_file
from collection.cli.laboratory import lab
from collection.cli.marks import mark, unmark
from collection.cli.match_analyses import analyse_match, habits
from collection.cli.matches import match
from collection.cli.options import DASHES, InOrder, LatestByDefault, ListOptions, name_words
from collection.cli.own import own
from collection.cli.packs import pack
from collection.cli.people import collector as collectors
from collection.cli.playing import play
from collection.cli.puzzles import puzzle
from collection.cli.recounting import recount
from collection.cli.replays import replay
from collection.cli.rivals import rival
from collection.cli.searches import search
from collection.cli.sheets import tables
from collection.cli.trading import trade
from collection.cli.values import value
from collection.cli.welcome import welcome
from collection.cli.worth import ladder, stake

app = typer.Typer(
    name="mudwater",
    help="Binder, ledger, hand workshop and sparring partner for collectors of Mudwater: Swamp Origins.",
    epilog="Without a verb the screens open. Exit code: 0 done, 1 refused by a rule, 2 not understood.",
    cls=InOrder,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _tell_version(asked_for: bool) -> None:
    if asked_for:
        from collection import __version__
        from collection.cli.output import data
        from collection.games.mudwater.kernel import COMPILED

        data(f"mudwater {__version__}")
        data(f"kernel: {'compiled' if COMPILED else 'interpreted'}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def before_the_verb(
    context: typer.Context,
    db: Annotated[
        Path | None, typer.Option("--db", metavar="PATH", help="The book; else $MUDWATER_DB, else your data directory.")
    ] = None,
    collector: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="The collector; a verb that posts makes a new one.")
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback has told it
        bool, typer.Option("--version", help="Show the version.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """Keep what stands before the verb, for the verb; without a verb, open the screens."""
    if context.obj is None:
        context.obj = Asked(db, collector)
    if context.invoked_subcommand is None:
        code = welcome(Asked.of(context))
        if code:
            raise typer.Exit(code)


app.command()(demo)
app.add_typer(cards_and_corrections, name="cards")
app.add_typer(card, name="card")
app.add_typer(search, name="search")
app.add_typer(pack, name="pack")
app.command(context_settings=DASHES)(own)
app.add_typer(mark, name="mark")
app.command(context_settings=DASHES)(unmark)
app.add_typer(value, name="value")
app.add_typer(trade, name="trade")
app.add_typer(rival, name="rival")
ledger.add_typer(add, name="add")
app.add_typer(ledger, name="ledger")
app.command(context_settings=DASHES)(recount)
app.command()(void)
hand.command(cls=ListOptions)(suggest)
hand.command()(stake)
hand.command()(ladder)
hand.command()(compare)
hand.command("export")(export_hand)
hand.command("import")(import_hand)
for verb in (history, undo, redo, restore, sleeve):
    hand.command()(verb)
app.add_typer(hand, name="hand")
app.add_typer(deck, name="deck")
app.add_typer(ante, name="ante")
app.add_typer(tables, name="table")
app.command(cls=LatestByDefault)(play)
app.add_typer(game, name="game")
match.command("analyse")(analyse_match)
match.command()(habits)
app.add_typer(match, name="match")
app.command()(replay)
app.command()(analyse)
app.add_typer(puzzle, name="puzzle")
app.add_typer(lab, name="lab")
app.add_typer(collectors, name="collector")
app.command("import")(import_file)
app.command()(export)
app.command()(audit)
app.command()(backup)
app.command("restore")(restore_book)


@cache
def command() -> Any:
    """Give the whole command line, to be invoked."""
    whole = get_command(app)
    name_words(whole)
    return whole
