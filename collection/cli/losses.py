"""`ante mend`: the hands that a lost card left short, what takes its place in each, and why."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, data, data_json, listed, short, talk
from collection.cli.receipts import faults_json, named, short_id, tell_way_back
from collection.errors import HandRefused
from collection.text import plain, quoted, search_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from collection.catalogue.catalogue import Catalogue
    from collection.desk.losses import Loss, Mending, Offer


def mend(
    context: typer.Context,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The lost game: its id, or how it starts.")],
    hands: Annotated[
        list[str] | None, typer.Option("--hand", metavar="NAME", help="Only this hand; may be said several times.")
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would be changed.")] = False,
    as_json: Json = False,
) -> None:
    """Put the best free card in the place of a lost one.

    In every hand of the loser that is short of it: a card of the same Level, else of the nearest, the strongest by the
    sum of its edges; no keepsake, and no copy that lies in a sleeved hand.
    """
    from collection.desk.losses import Mending, loss
    from collection.desk.losses import mend as change_hands

    asked = Asked.of(context)
    with asked.reading() if preview else asked.book() as book:
        catalogue = catalogue_of(book)
        found = loss(book, match, asked.collector)
        chosen = _chosen(found, hands)
        if preview:
            mending = Mending(found, chosen, tuple(offer for offer in found.offers if offer not in chosen))
        else:
            mending = change_hands(book, found.match.id, asked.clock(), collector=asked.collector, chosen=chosen)
    if as_json:
        data_json({"match": found.match.id, "preview": preview} | mending_json(mending))
    else:
        tell_mending(mending, catalogue)
    if mending.mended and preview:
        only = "".join(f" --hand {shlex.quote(offer.hand.name)}" for offer in chosen if hands)
        talk(f"Nothing is changed yet. To do it: {asked.command(f'ante mend {short_id(found.match.id)}{only}')}")
    elif mending.mended:
        talk("Taking the game back gives the lost card and these hands' cards back in one act.")
        tell_way_back(asked, found.match.id)


def _chosen(found: Loss, names: Sequence[str] | None) -> tuple[Offer, ...]:
    """Give the offers for the hands of these names, none meaning all. Raises HandRefused for every other name."""
    if not names:
        return tuple(offer for offer in found.offers if offer.by is not None)
    by_name = {search_key(offer.hand.name): offer for offer in found.offers}
    there = listed([quoted(offer.hand.name) for offer in found.offers]) or "none"
    unknown = [name for name in names if search_key(name) not in by_name]
    if unknown:
        raise HandRefused(
            *(f"No hand called {quoted(name)} is short of card {found.card}. Short are: {there}." for name in unknown)
        )
    return tuple(by_name[key] for key in dict.fromkeys(search_key(name) for name in names))


def mending_json(mending: Mending) -> dict[str, Any]:
    """Give what was done about a loss: hands that were changed, and those that are short of the card as before."""
    return {
        "collector": mending.loss.loser.name,
        "card": mending.loss.card,
        "mended": [_offer_json(offer) for offer in mending.mended],
        "left": [_offer_json(offer) for offer in mending.left],
    }


def _offer_json(offer: Offer) -> dict[str, Any]:
    return {
        "hand": offer.hand.name,
        "out": offer.lost,
        "in": offer.by,
        "why": offer.why,
        "cards": list(offer.cards),
        "legal": not offer.faults,
        "faults": faults_json(offer.faults),
    }


def tell_mending(mending: Mending, catalogue: Catalogue) -> None:
    """Say what was replaced by what and why, and which hands stay short of the card."""
    who, lost = short(mending.loss.loser.name, 40), named(catalogue, mending.loss.card)
    if not mending.loss.offers:
        talk(f"No hand of {who} is short of {lost}.")
    for offer in mending.mended:
        by = named(catalogue, offer.by) if offer.by is not None else "nothing"
        data(f"{who}'s hand {short(offer.hand.name, 40)}: {by} in the place of {lost}.")
        data(f"  {plain(offer.why)}")
        for fault in offer.faults:
            talk(f"  Not legal yet: {plain(fault.message)}")
    for offer in mending.left:
        talk(f"{who}'s hand {short(offer.hand.name, 40)} is left without {lost}.")
        if offer.by is None:
            talk(f"  {plain(offer.why)}")
    if any(offer.by in catalogue and catalogue[offer.by].is_stand_in for offer in mending.mended if offer.by):
        talk(STAND_IN_NOTE)
