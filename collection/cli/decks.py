"""`deck`: saved decks of Cardia."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json, ListOptions, ListsByDefault
from collection.cli.output import counted, data, data_json, listed, short, table, talk
from collection.errors import NotUnderstood, Refused
from collection.text import crop, plain

if TYPE_CHECKING:
    from collection.desk.decks import CheckedDeck
    from collection.games.cardia.data import CardiaData
    from collection.interchange.deck_text import DeckForm

deck = typer.Typer(cls=ListsByDefault, help="Decks of Cardia: sixteen characters with a name.")

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The deck's name.")]
To: TypeAlias = Annotated[str, typer.Argument(metavar="TO", help="The other name.")]
DeckCards: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="CARD...", help="Names or III-2; a whole deck III; archipelago; a faction of a deck, academy:I."
    ),
]
STAND_IN_NOTE = "~ marks a stand-in: nobody has confirmed it from the real game yet."


@deck.command()
def new(context: typer.Context, name: Name, cards: DeckCards, as_json: Json = False) -> None:
    """Save a new deck, legal or not yet: `deck new Tides archipelago academy:I dynasty:I swamp:II guild:III`."""
    from collection.desk.decks import new_deck, read_cards

    asked = Asked.of(context)
    with asked.posting() as book:
        tell_saved(new_deck(book, asked.collector, name, read_cards(book, cards), asked.clock()), as_json=as_json)


@deck.command("set")
def set_cards(context: typer.Context, name: Name, cards: DeckCards, as_json: Json = False) -> None:
    """Give a saved deck other cards; `deck undo` brings the old ones back."""
    from collection.desk.decks import change_deck, read_cards

    asked = Asked.of(context)
    with asked.posting() as book:
        tell_saved(change_deck(book, asked.collector, name, read_cards(book, cards), asked.clock()), as_json=as_json)


@deck.command()
def undo(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Give a deck the cards that it had before it was changed last; once more brings those back."""
    from collection.desk.decks import undo_deck

    asked = Asked.of(context)
    with asked.book() as book:
        tell_saved(undo_deck(book, asked.collector, name, asked.clock()), as_json=as_json)


@deck.command("list")
def list_decks(
    context: typer.Context,
    archived: Annotated[bool, typer.Option("--archived", help="Those put away instead.")] = False,
    as_json: Json = False,
) -> None:
    """List decks by name, what each is made of, and whether it is legal."""
    from collection.desk.decks import decks

    asked = Asked.of(context)
    with asked.reading() as book:
        found = decks(book, asked.collector, archived=archived)
    if as_json:
        data_json([deck_json(one) for one in found])
        return
    if not found:
        talk(
            "No decks put away."
            if archived
            else f"No decks yet. {asked.command('deck suggest')} shows some; a deck is saved with deck new."
        )
        return
    table(
        ("Name", "Cards", "Legal", "Made of"),
        [(short(one.deck.name, 40), str(len(one.deck.cards)), _legality(one), one.made_of) for one in found],
        right=(1,),
    )


@deck.command()
def show(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Show a deck's cards and what they do, and every reason why it is not legal."""
    from collection.desk.decks import cardia
    from collection.desk.decks import deck as saved

    asked = Asked.of(context)
    with asked.reading() as book:
        checked, facts = saved(book, asked.collector, name), cardia(book)
    if as_json:
        data_json(deck_json(checked))
        return
    data(f"{short(checked.deck.name)}, {counted(len(checked.deck.cards), 'card')}: {checked.made_of}")
    tell_cards(checked.deck.cards, facts)
    if checked.beside:
        data(f"Played with {listed(checked.beside)}.")
    tell_legality(checked)


@deck.command()
def check(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Say whether a deck is legal; exit code 1 and every reason when it is not."""
    from collection.desk.decks import deck as saved

    asked = Asked.of(context)
    with asked.reading() as book:
        checked = saved(book, asked.collector, name)
    if as_json:
        data_json(deck_json(checked))
    elif not checked.faults:
        data(f"{short(checked.deck.name)} is legal.")
    for fault in checked.faults:
        talk(plain(fault.message))
    if checked.faults:
        raise typer.Exit(1)


@deck.command(cls=ListOptions)
def suggest(
    context: typer.Context,
    with_cards: Annotated[
        list[str] | None, typer.Option("--with", metavar="CARD...", help="Cards that it is to hold.")
    ] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="NAME", help="Save the first under this name.")] = None,
    as_json: Json = False,
) -> None:
    """Show legal decks: those that need no building, or all that hold some cards, `deck suggest --with juggler`."""
    from collection.desk.decks import ideas, new_deck, read_cards

    asked = Asked.of(context)
    with asked.posting() if save is not None else asked.reading() as book:
        wanted = read_cards(book, with_cards or ())
        found = ideas(book, wanted)
        if with_cards and not found:
            raise Refused("No legal deck holds all of these cards. `mudwater deck check` says why of a saved one.")
        if save is not None:
            saved = new_deck(book, asked.collector, save, found[0].deck.cards, asked.clock())
            tell_saved(saved, as_json=as_json)
            return
    if as_json:
        data_json([deck_json(one) for one in found])
        return
    table(
        ("Deck", "Played with", "Made of"),
        [(one.deck.name if not with_cards else str(place), listed(one.beside) or "-", one.made_of)
         for place, one in enumerate(found, start=1)],
    )  # fmt: skip
    talk(f"{counted(len(found), 'legal deck')}. --json tells all cards; --save NAME saves the first.")


@deck.command()
def copy(context: typer.Context, name: Name, to: To, as_json: Json = False) -> None:
    """Save a copy of a deck under another name; also of a printed one: `deck copy III Tides`."""
    from collection.desk.decks import copy_deck

    asked = Asked.of(context)
    with asked.posting() as book:
        tell_saved(copy_deck(book, asked.collector, name, to, asked.clock()), as_json=as_json)


@deck.command()
def rename(context: typer.Context, name: Name, to: To, as_json: Json = False) -> None:
    """Call a deck otherwise."""
    from collection.desk.decks import rename_deck

    asked = Asked.of(context)
    with asked.book() as book:
        tell_saved(rename_deck(book, asked.collector, name, to), as_json=as_json)


@deck.command()
def archive(
    context: typer.Context,
    name: Name,
    back: Annotated[bool, typer.Option("--back", help="Take one that was put away into use again.")] = False,
    as_json: Json = False,
) -> None:
    """Put a deck away: its name is free again; games that were played with it keep its cards."""
    from collection.desk.decks import archive_deck, bring_back

    asked = Asked.of(context)
    with asked.book() as book:
        if back:
            tell_saved(bring_back(book, asked.collector, name), as_json=as_json, done="Back in use:")
            return
        put_away = archive_deck(book, asked.collector, name, asked.clock())
    if as_json:
        data_json({"name": put_away.name, "cards": list(put_away.cards), "archived": put_away.archived is not None})
    else:
        data(f"{short(put_away.name)} is put away.")
    talk(f"Decks put away: {asked.command('deck list --archived')}")


@deck.command("export")
def export_deck(
    context: typer.Context,
    name: Name,
    form: Annotated[str, typer.Option("--as", metavar="FORM", help="text or record.")] = "text",
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write it to a file, not to standard output.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write a deck: as text, or as the options of a written game. `mudwater deck import` reads either back."""
    from collection.desk.decks_exchange import export_deck as exported
    from collection.desk.files import written_whole

    meant = _form(form)
    if to is not None and as_json:
        raise NotUnderstood("--to writes the deck alone; --json goes to standard output. Ask for one of them.")
    if to is not None and to.is_file() and not replace:
        raise Refused(f"{plain(str(to))} is there already. Name another file, or add --replace.")
    asked = Asked.of(context)
    with written_whole(to, what="deck") as write, asked.reading() as book:
        called, text = exported(book, asked.collector, name, meant)
        write(text)
    if as_json:
        data_json({"name": called, "form": meant.value, "text": text})
    elif to is None:
        sys.stdout.write(text)
    else:
        data(f"{plain(str(to))}: {short(called)} as {meant}.")


@deck.command("import")
def import_deck(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file; - reads standard input.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call it; else as its line `# name` says.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Give the deck of that name these cards, where there is one.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Save a deck from a text, one card on a line, or from a record of Cardia.

    It is saved legal or not; with a line that cannot be read nothing is.
    """
    from collection.cli.previews import STANDARD_INPUT
    from collection.desk.decks_exchange import LARGEST, deck_file
    from collection.desk.decks_exchange import import_deck as take
    from collection.desk.files import read_named

    asked = Asked.of(context)
    content = sys.stdin.buffer.read(LARGEST + 1) if file == STANDARD_INPUT else read_named(Path(file), LARGEST)
    text, notices = deck_file(content)
    with asked.posting() as book:
        checked = take(book, asked.collector, text, asked.clock(), name=name, replace=replace)
    for notice in notices:
        talk(short(notice, 500))
    tell_saved(checked, as_json=as_json)


def deck_json(checked: CheckedDeck) -> dict[str, Any]:
    """Give a deck as `deck check --json` prints it."""
    return {
        "name": checked.deck.name,
        "cards": list(checked.deck.cards),
        "legal": not checked.faults,
        "faults": [
            {"code": fault.code, "cards": list(fault.cards), "values": list(fault.values), "message": fault.message}
            for fault in checked.faults
        ],
        "made_of": checked.made_of,
        "played_with": list(checked.beside),
    }


def tell_saved(checked: CheckedDeck, *, as_json: bool, done: str = "Saved") -> None:
    """Say that a deck was saved, and whether it is legal."""
    if as_json:
        data_json(deck_json(checked))
    else:
        cards = counted(len(checked.deck.cards), "card")
        data(f"{done} {short(checked.deck.name)}, {cards}: {checked.made_of}.")
    tell_legality(checked)


def tell_legality(checked: CheckedDeck) -> None:
    """Say whether a deck is legal, and every reason why not."""
    talk("It is not legal yet:" if checked.faults else "It is legal.")
    for fault in checked.faults:
        talk(f"  {plain(fault.message)}")


def tell_cards(keys: tuple[str, ...], facts: CardiaData) -> None:
    """Write the cards of a deck as a table: what is a stand-in is marked."""
    from collection.games.cardia.decks import stand_ins

    rows = []
    for key in keys:
        card = facts.card(key)
        if card is None:
            rows.append(("?", key, "", "", "no card of Cardia"))
            continue
        unsure = stand_ins(card, facts)
        marks = {fact: "~" if fact in unsure else "" for fact in ("value", "name", "faction", "ability", "phial")}
        text = f"{card.text}{marks['ability']}"
        if card.phial_text:
            text += f" Phial: {card.phial_text}{marks['phial']}"
        rows.append((
            f"{card.value}{marks['value']}", f"{card.name}{marks['name']}", card.deck,
            f"{card.faction.value}{marks['faction']}", text,
        ))  # fmt: skip
    table(("Value", "Name", "Deck", "Faction", "Does"), rows, right=(0,))
    if any("~" in cell for row in rows for cell in row):
        talk(STAND_IN_NOTE)


def _legality(checked: CheckedDeck) -> str:
    return f"no, {counted(len(checked.faults), 'reason')}" if checked.faults else "yes"


def _form(text: str) -> DeckForm:
    from collection.interchange.deck_text import DeckForm

    try:
        return DeckForm(text.strip().lower())
    except ValueError:
        raise NotUnderstood(f"There is no form {crop(text, 40)}; say --as {', '.join(DeckForm)}.") from None
