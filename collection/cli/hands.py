"""`hand`: saved hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from collection.catalogue.card import Level
from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Json, ListsByDefault
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, short, table, talk
from collection.cli.pictures import Picture, Svg, check_wish, give_picture
from collection.cli.receipts import hand_json, named, tell_tied, tell_warnings
from collection.cli.words import hand_cards
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.hands import CheckedHand

hand = typer.Typer(cls=ListsByDefault, help="Hands: fourteen cards with a name.")

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The hand's name.")]
To: TypeAlias = Annotated[str, typer.Argument(metavar="TO", help="The other name.")]
HandCards: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="CARD...", help="Numbers or names, fourteen in all.")
]


@hand.command(context_settings=DASHES)
def new(context: typer.Context, name: Name, cards: HandCards, as_json: Json = False) -> None:
    """Save a new hand, legal or not yet: `hand new Dockside 3 7 9 12 ...`."""
    from collection.desk.hands import new_hand

    asked = Asked.of(context)
    with asked.posting() as book:
        numbers = hand_cards(catalogue_of(book), cards)
        tell_saved(new_hand(book, asked.collector, name, numbers, asked.clock()), as_json=as_json)


@hand.command("set", context_settings=DASHES)
def set_cards(context: typer.Context, name: Name, cards: HandCards, as_json: Json = False) -> None:
    """Give a saved hand other cards; `hand undo` brings the old ones back."""
    from collection.desk.hands import change_hand

    asked = Asked.of(context)
    with asked.posting() as book:
        numbers = hand_cards(catalogue_of(book), cards)
        tell_saved(change_hand(book, asked.collector, name, numbers, asked.clock()), as_json=as_json)


@hand.command("list")
def list_hands(
    context: typer.Context,
    archived: Annotated[bool, typer.Option("--archived", help="Those put away instead.")] = False,
    as_json: Json = False,
) -> None:
    """List hands by name, and whether each is legal."""
    from collection.desk.hands import hands

    asked = Asked.of(context)
    with asked.reading() as book:
        found = hands(book, asked.collector, archived=archived)
    if as_json:
        data_json([hand_json(one) for one in found])
        return
    if not found:
        talk(
            "No hands put away."
            if archived
            else f"No hands yet. Let one be drawn: {asked.command('hand suggest --save Dockside')}"
        )
        return
    table(
        ("Name", "Cards", "Legal", "Numbers"),
        [
            (
                short(one.hand.name, 40),
                str(len(one.hand.cards)),
                _legality(one),
                " ".join(str(number) for number in one.hand.cards),
            )
            for one in found
        ],
        right=(1,),
    )


@hand.command()
def show(context: typer.Context, name: Name, svg: Svg = False, picture: Picture = None, as_json: Json = False) -> None:
    """Show a hand's cards, and every reason why it is not legal; draw them with --svg or --picture."""
    from collection.desk.hands import hand as saved

    check_wish(picture, svg=svg, as_json=as_json)
    asked = Asked.of(context)
    with asked.reading() as book:
        checked = saved(book, asked.collector, name)
        catalogue = catalogue_of(book)
    if svg or picture is not None:
        _draw(catalogue, checked, picture, svg=svg)
    if svg:
        return
    if as_json:
        data_json(hand_json(checked))
        return
    _tell_cards(catalogue, checked)
    tell_legality(checked)


@hand.command()
def check(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Say whether a hand is legal; exit code 1 and every reason when it is not."""
    from collection.desk.hands import hand as saved

    asked = Asked.of(context)
    with asked.reading() as book:
        checked = saved(book, asked.collector, name)
    if as_json:
        data_json(hand_json(checked))
    elif not checked.faults:
        data(f"{short(checked.hand.name)} is legal.")
    for fault in checked.faults:
        talk(plain(fault.message))
    tell_warnings(checked.warnings)
    tell_tied(checked.tied)
    if checked.faults:
        raise typer.Exit(1)


@hand.command()
def copy(context: typer.Context, name: Name, to: To, as_json: Json = False) -> None:
    """Save a copy of a hand under another name."""
    from collection.desk.hands import copy_hand

    asked = Asked.of(context)
    with asked.book() as book:
        tell_saved(copy_hand(book, asked.collector, name, to, asked.clock()), as_json=as_json)


@hand.command()
def rename(context: typer.Context, name: Name, to: To, as_json: Json = False) -> None:
    """Call a hand otherwise."""
    from collection.desk.hands import rename_hand

    asked = Asked.of(context)
    with asked.book() as book:
        tell_saved(rename_hand(book, asked.collector, name, to), as_json=as_json)


@hand.command()
def archive(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Put a hand away: its name is free again, and no history is lost."""
    from collection.desk.hands import archive_hand

    asked = Asked.of(context)
    with asked.book() as book:
        put_away = archive_hand(book, asked.collector, name, asked.clock())
    if as_json:
        data_json({"name": put_away.name, "cards": list(put_away.cards), "archived": put_away.archived})
    else:
        data(f"{short(put_away.name)} is put away.")
    talk(f"Hands put away: {asked.command('hand list --archived')}")


def _legality(checked: CheckedHand) -> str:
    legal = f"no, {counted(len(checked.faults), 'reason')}" if checked.faults else "yes"
    return f"{legal}, sleeved" if checked.hand.sleeved else legal


def tell_saved(checked: CheckedHand, *, as_json: bool) -> None:
    """Say that a hand was saved, and whether it is legal."""
    if as_json:
        data_json(hand_json(checked))
    else:
        data(f"Saved {short(checked.hand.name)}, {counted(len(checked.hand.cards), 'card')}.")
    tell_legality(checked)


def tell_legality(checked: CheckedHand) -> None:
    """Say whether a hand is legal, and every reason why not."""
    talk("It is not legal yet:" if checked.faults else "It is legal.")
    for fault in checked.faults:
        talk(f"  {plain(fault.message)}")
    tell_warnings(checked.warnings)
    tell_tied(checked.tied)


def _draw(catalogue: Catalogue, checked: CheckedHand, picture: Path | None, *, svg: bool) -> None:
    from collection.pictures.hands import hand_scene

    faults = [fault.message for fault in checked.faults]
    give_picture(picture, lambda: hand_scene(checked.hand.name, checked.hand.cards, catalogue, faults), svg=svg)


def _tell_cards(catalogue: Catalogue, checked: CheckedHand) -> None:
    """Write a hand as a table, and its spread over the Levels."""
    known = [catalogue[number] for number in checked.hand.cards if number in catalogue]
    data(f"{short(checked.hand.name)}, {counted(len(checked.hand.cards), 'card')}")
    table(
        ("No", "Name", "Level", "Family", "N", "E", "S", "W"),
        [
            (str(one.number), face_name(one), one.level.name, one.family.value, *(str(edge) for edge in one.edges))
            for one in known
        ],
        right=(0, 4, 5, 6, 7),
    )
    spread = ", ".join(f"{level.name} {sum(one.level is level for one in known)}" for level in Level)
    data(f"By Level: {spread}")
    strangers = [named(catalogue, number) for number in checked.hand.cards if number not in catalogue]
    if strangers:
        data(f"Not in the set: {' '.join(strangers)}")
    if any(one.is_stand_in for one in known):
        talk(STAND_IN_NOTE)
