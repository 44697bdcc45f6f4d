"""`rival rehearse`: a hand to practise against, made of what is known of a rival."""

from __future__ import annotations

import random
import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, short, table, talk
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.card import CardNo
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.rehearsal import Rehearsed
    from collection.hands.rehearsal import Draw, Sighting


def rehearse(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The rival's name.")],
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same seed draws the same hand.")] = None,
    as_json: Json = False,
) -> None:
    """Make a hand to practise against: the cards a rival was seen with, the rest drawn from what is likely.

    To play against it unseen: `mudwater play --rehearse NAME`.
    """
    from collection.desk.rehearsal import rehearse as made

    asked = Asked.of(context)
    drawn = random.randrange(2**32) if seed is None else seed
    with asked.reading() as book:
        found = made(book, name, random.Random(drawn), asked.collector)
        catalogue = catalogue_of(book)
    if as_json:
        data_json(_as_json(found, catalogue, drawn))
        return
    _tell(found, catalogue)
    again = f"--seed {drawn}"
    rival = shlex.quote(plain(found.rival.name))
    if seed is None:
        talk(f"The same hand again: {asked.command(f'rival rehearse {rival} {again}')}")
    talk(f"To play against it: {asked.command(f'play --hand NAME --rehearse {rival} {again}')}")


def _tell(found: Rehearsed, catalogue: Catalogue) -> None:
    """Print each card and why it is in, and what that takes for granted."""
    from collection.hands.rehearsal import ASSUMPTIONS, Draw

    hand, name = found.hand, short(found.rival.name, 40)
    known = sum(isinstance(pick.why, Draw) and pick.why.is_known for pick in hand.picks)
    parts = [f"{known} known"] if known else []
    parts.append(f"{len(hand.picks) - hand.seen - known} drawn")
    if hand.seen:
        seen = f"seen in {counted(found.games, 'game')}: {counted(hand.seen, 'card')} seen"
        data(f"{name}, {', '.join([seen, *parts])}.")
    else:
        data(f"{name}: no card of theirs to go by was seen in play; {', '.join(parts)}.")
    cards = [catalogue[pick.card] for pick in hand.picks]
    table(
        ("No", "Name", "Level", "Why"),
        [
            (str(card.number), face_name(card), card.level.name, str(pick.why))
            for card, pick in zip(cards, hand.picks, strict=True)
        ],
        right=(0,),
    )
    if hand.no_room:
        data(f"Seen too, but longer ago than these: {_numbers(hand.no_room)}")
    if hand.came:
        data(f"Seen too, but with you since: {_numbers(hand.came)}")
    talk(ASSUMPTIONS)
    if found.unread:
        talk(f"{counted(found.unread, 'written game')} left out: too long ago, or not to be replayed any more.")
    if any(card.is_stand_in for card in cards):
        talk(STAND_IN_NOTE)


def _numbers(cards: tuple[CardNo, ...]) -> str:
    return ", ".join(map(str, cards))


def _as_json(found: Rehearsed, catalogue: Catalogue, seed: int) -> dict[str, Any]:
    from collection.hands.rehearsal import ASSUMPTIONS

    hand = found.hand
    return {
        "rival": found.rival.name,
        "seed": seed,
        "cards": list(hand.cards),
        "picks": [
            {
                "number": pick.card,
                "name": catalogue[pick.card].name,
                "level": int(catalogue[pick.card].level),
                **_why_json(pick.why),
                "why": str(pick.why),
            }
            for pick in hand.picks
        ],
        "games": found.games,
        "no_room": list(hand.no_room),
        "came": list(hand.came),
        "unread": found.unread,
        "assumptions": ASSUMPTIONS,
    }


def _why_json(why: Sighting | Draw) -> dict[str, Any]:
    """Give a reason for programs: `seen` or the cards that it was drawn from."""
    from collection.hands.rehearsal import Sighting

    if isinstance(why, Sighting):
        return {"seen": {"games": why.games, "last": why.last.isoformat(), "as_ante": why.as_ante}, "drawn": None}
    level = None if why.level is None else int(why.level)
    since = None if why.since is None else why.since.isoformat()
    return {"seen": None, "drawn": {"level": level, "among": why.among, "from": why.source.value, "since": since}}
