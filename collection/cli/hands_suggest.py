"""`hand suggest`: a hand from what is owned, and why each card is in it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.hands import tell_saved
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, listed, talk
from collection.cli.receipts import named, tell_warnings, warnings_json
from collection.cli.words import hand_cards
from collection.hands.advice import By
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.desk.suggestions import Suggestion, Wishes
    from collection.hands.stake import Stake
    from collection.lab.strength import Contender, Strongest
    from collection.store.book import Book

_MOST_GAMES = 100_000_000


def suggest(
    context: typer.Context,
    by: Annotated[By, typer.Option("--by", case_sensitive=False, help="What it is chosen by.")] = By.SPLIT,
    must: Annotated[
        list[str] | None, typer.Option("--must", metavar="CARD...", help="Cards that have to be in it.")
    ] = None,
    never: Annotated[
        list[str] | None, typer.Option("--never", metavar="CARD...", help="Cards never to be staked, beside keepsakes.")
    ] = None,
    leave: Annotated[
        list[str] | None,
        typer.Option("--leave", metavar="HAND...", help="Hands to be left whole, beside those that are sleeved."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The same seed draws, or plays, the same.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", max=_MOST_GAMES, help="Games to play out by strength, else 6,000; more find more."
        ),
    ] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="NAME", help="Save it under this name.")] = None,
    as_json: Json = False,
) -> None:
    """Suggest a legal hand from the owned cards, with a reason for each: `hand suggest --by stake --must 45`.

    By split: the strongest by edges of each Level, near the split advised to beginners. By stake: within that split,
    what costs least to lose. By strength: what wins most in games played out. By draw: chance, near the split.
    Keepsakes stay at home where there are enough other cards.
    """
    from collection.desk.hands import new_hand
    from collection.desk.suggestions import look_for_name
    from collection.desk.suggestions import suggest as suggested

    asked = Asked.of(context)
    drawn = seed if seed is not None else random.randrange(2**32) if by is By.DRAW else 0
    with asked.reading() if save is None else asked.posting() as book:
        if save is not None:
            look_for_name(book, asked.collector, save)
        wishes = _wishes(book, must, never, leave)
        catalogue = catalogue_of(book)
        told = suggested(book, asked.collector, by, wishes, seed=drawn, games=games)
        if save is not None:
            _tell_reasons(catalogue, told)
            tell_saved(new_hand(book, asked.collector, save, told.cards, asked.clock()), as_json=as_json)
            return
    if as_json:
        data_json(_suggestion_json(told, drawn))
        return
    words = " ".join(str(number) for number in told.cards)
    data(words)
    _tell_reasons(catalogue, told)
    tell_warnings(told.warnings)
    talk(f"To save it: {asked.command(f'hand new NAME {words}')}")


def _wishes(book: Book, must: list[str] | None, never: list[str] | None, leave: list[str] | None) -> Wishes:
    from collection.desk.suggestions import Wishes

    catalogue = catalogue_of(book)
    return Wishes(hand_cards(catalogue, must or []), hand_cards(catalogue, never or []), tuple(leave or []))


def _tell_reasons(catalogue: Catalogue, told: Suggestion) -> None:
    """Say why each card is in, what is at stake, and how the strongest was told."""
    for pick in told.picks:
        talk(f"  {named(catalogue, pick.card)}, {catalogue[pick.card].level.name}: {plain(pick.why)}")
    talk(_stake_words(told.stake))
    if told.found is not None:
        _tell_strength(catalogue, told.found)
    for note in told.notes:
        talk(plain(note))
    if any(catalogue[number].is_stand_in for number in told.cards):
        talk(STAND_IN_NOTE)


def _stake_words(staked: Stake) -> str:
    from collection.ledger.price import sums_written

    worth = sums_written(staked.worth) or "none"
    unvalued = counted(staked.unvalued, "card has", "cards have")
    broken = f", which would break {listed([quoted(name) for name in staked.breaks])}" * bool(staked.breaks)
    last = counted(len(staked.last_copies), "last copy", "last copies")
    return f"At stake: {last}{broken}. Your own values: {worth}; {unvalued} none."


def _tell_strength(catalogue: Catalogue, found: Strongest) -> None:
    from collection.lab.ladder import assumptions
    from collection.lab.strength import RIVALS

    if found.hand.name:
        talk(f"This is your own hand {quoted(found.hand.name)}.")
    if found.score is not None:
        score = found.score
        talk(
            f"Score {score.score:.3f}, between {score.low:.3f} and {score.high:.3f} with 95 % confidence (Wilson "
            f"score), in {score.games:,} games that had no part in choosing it."
        )
    compared = listed([f"{_contender_name(one, found)} {score:.3f}" for one, score in found.compared])
    talk(f"In the same {found.compared_games:,} games, with the same rivals and luck: {compared}.")
    if found.outdone_by_chance:
        talk("What scored more there did so by no more than chance may do.")
    talk(f"{found.games:,} games in all: {counted(found.tried, 'swap')} of one card tried, {found.taken} taken.")
    for sentence in assumptions(catalogue, RIVALS):
        talk(sentence)


def _contender_name(one: Contender, found: Strongest) -> str:
    if one.name:
        return quoted(one.name)
    return "this hand" if one == found.hand else "the split it began with"


def _suggestion_json(told: Suggestion, seed: int) -> dict[str, Any]:
    shown = {
        "cards": list(told.cards),
        "by": told.by.value,
        "seed": seed,
        "reasons": [{"card": pick.card, "why": pick.why} for pick in told.picks],
        "warnings": warnings_json(told.warnings),
        "stake": {
            "last_copies": list(told.stake.last_copies),
            "keepsakes": list(told.stake.keepsakes),
            "breaks": list(told.stake.breaks),
            "worth": dict(told.stake.worth),
            "unvalued": told.stake.unvalued,
        },
        "notes": list(told.notes),
        "score": None,
    }
    return shown if told.found is None else shown | _strength_json(told.found)


def _strength_json(found: Strongest) -> dict[str, Any]:
    score = found.score
    return {
        "score": None
        if score is None
        else {"score": score.score, "low": score.low, "high": score.high, "games": score.games},
        "saved_hand": found.hand.name or None,
        "compared": [
            {"hand": one.name or None, "cards": list(one.cards), "score": score} for one, score in found.compared
        ],
        "compared_games": found.compared_games,
        "games": found.games,
        "swaps_tried": found.tried,
        "swaps_taken": found.taken,
    }
