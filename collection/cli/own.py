"""`own`: what is owned, missing and spare, now or on a day, and how complete the set is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from collection.catalogue.card import STAND_IN_MARK, Card, CardNo
from collection.cli.asked import Asked
from collection.cli.options import Json, Sort
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
from collection.cli.receipts import copies_json
from collection.cli.words import day, searched
from collection.errors import NotUnderstood
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.advice import Advice
    from collection.desk.binder import Binder, Completion


def own(
    context: typer.Context,
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help="A search, as for `cards`: own level:4.")
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", help="The cards of which there is none.")] = False,
    spares: Annotated[bool, typer.Option("--spares", help="The cards with copies beyond one.")] = False,
    completion: Annotated[bool, typer.Option("--completion", help="How complete, by Level, family and tribe.")] = False,
    twins: Annotated[bool, typer.Option("--twins", help="Cards with Level and four sides in common.")] = False,
    outclassed: Annotated[
        bool, typer.Option("--outclassed", help="Cards that another of yours matches or beats on all four sides.")
    ] = False,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DAY", help="As it was at the end of that day, as 2026-03-31.")
    ] = None,
    sort: Sort = None,
    as_json: Json = False,
) -> None:
    """Show what is owned, and how complete the set is."""
    from collection.desk.binder import open_binder

    asked = Asked.of(context)
    _refuse_several(missing=missing, spares=spares, completion=completion, twins=twins, outclassed=outclassed)
    as_of = day(on)
    if as_of is not None and as_of > asked.clock().date():
        raise NotUnderstood(f"{as_of.isoformat()} is in the future: what will be owned then is not known.")
    if (twins or outclassed) and as_of is not None:
        raise NotUnderstood("Advice is about the cards that are owned now: leave --on out.")
    with asked.reading() as book:
        binder = open_binder(book, asked.collector, on=as_of)
        meant = searched(binder.catalogue, query or [], binder.known, sort)
        if twins or outclassed:
            from collection.desk.advice import advice

            told = advice(book, asked.collector)
            numbers = {card.number for card in meant}
            (_tell_twins if twins else _tell_outclassed)(told, numbers, as_json=as_json)
            return
    if completion:
        _complete(binder, meant, as_json=as_json)
    elif missing:
        _missing(binder, meant, as_json=as_json)
    elif spares:
        _spares(binder, meant, as_json=as_json)
    else:
        _owned(asked, binder, meant, bool(query), as_json=as_json)


def _refuse_several(**asked: bool) -> None:
    wanted = [f"--{name}" for name, is_asked in asked.items() if is_asked]
    if len(wanted) > 1:
        raise NotUnderstood(f"{listed(wanted)} each show something else: ask for one at a time.")


def _owned(asked: Asked, binder: Binder, meant: Sequence[Card], searching: bool, *, as_json: bool) -> None:
    """Show copies by finish, in the order of the cards."""
    by_number = {card.number: place for place, card in enumerate(meant)}
    holdings = sorted(
        (copies for copies in binder.holdings if copies.number in by_number),
        key=lambda copies: (by_number[copies.number], copies.finish),
    )
    if as_json:
        data_json(
            [{"number": one.number, "name": binder.catalogue[one.number].name} | copies_json(one) for one in holdings]
        )
        return
    if holdings:
        table(
            ("No", "Name", "Level", "Family", "Finish", "Copies"),
            [
                (
                    str(one.number),
                    face_name(card := binder.catalogue[one.number]),
                    card.level.name,
                    card.family.value,
                    one.finish,
                    str(one.quantity),
                )
                for one in holdings
            ],
            right=(0, 5),
        )
    if searching:
        _tell_part("Of the search", meant, binder.owned)
    _tell_whole(binder)
    _tell_parts(_levels(binder) + _families(binder))
    _note_stand_ins(binder.catalogue[one.number] for one in holdings)
    if not binder.holdings and binder.on is None:
        talk(f"No cards yet. Log a pack: {asked.command('pack add 12 45 118')}")


def _missing(binder: Binder, meant: Sequence[Card], *, as_json: bool) -> None:
    """Show the cards of which there is no copy."""
    lacking = [card for card in meant if not binder.owned.get(card.number, 0)]
    if as_json:
        data_json([{"number": one.number, "name": one.name, "finish": "base", "quantity": 0} for one in lacking])
        return
    if lacking:
        table(
            ("No", "Name", "Level", "Family", "Tribe", "Wished"),
            [
                (
                    str(one.number),
                    face_name(one),
                    one.level.name,
                    one.family.value,
                    one.tribe,
                    "yes" if one.number in (binder.known.marked or {}).get("wish", ()) else "",
                )
                for one in lacking
            ],
            right=(0,),
        )
    data(f"{short(binder.collector.name, 40)} misses {counted(len(lacking), 'card')} of {len(meant)}{_as_of(binder)}.")
    _note_stand_ins(lacking)


def _spares(binder: Binder, meant: Sequence[Card], *, as_json: bool) -> None:
    """Show the cards of which there are copies beyond one."""
    spare = binder.spares
    there = [card for card in meant if card.number in spare]
    if as_json:
        data_json(
            [
                {
                    "number": one.number,
                    "name": one.name,
                    "quantity": binder.owned[one.number],
                    "spare": spare[one.number],
                    "finishes": {c.finish: c.quantity for c in binder.holdings if c.number == one.number},
                }
                for one in there
            ]
        )
        return
    if there:
        table(
            ("No", "Name", "Level", "Family", "Copies", "Spare"),
            [
                (
                    str(one.number),
                    face_name(one),
                    one.level.name,
                    one.family.value,
                    str(binder.owned[one.number]),
                    str(spare[one.number]),
                )
                for one in there
            ],
            right=(0, 4, 5),
        )
    copies = sum(spare[one.number] for one in there)
    data(
        f"{short(binder.collector.name, 40)} can spare {counted(copies, 'copy', 'copies')} of "
        f"{counted(len(there), 'card')}{_as_of(binder)}."
    )
    _note_stand_ins(there)


def _complete(binder: Binder, meant: Sequence[Card], *, as_json: bool) -> None:
    """Show how complete the set is in all its parts."""
    from collection.desk.binder import completion

    if as_json:
        data_json(
            {
                "collector": binder.collector.name,
                "on": None if binder.on is None else binder.on.isoformat(),
                "whole": _part_json(binder.whole),
                "search": _part_json(completion(meant, binder.owned)),
                "by_level": {str(int(level)): _part_json(part) for level, part in binder.by_level.items()},
                "by_family": {family.value: _part_json(part) for family, part in binder.by_family.items()},
                "by_tribe": {tribe: _part_json(part) for tribe, part in binder.by_tribe.items()},
                "stand_in_tribes": sorted(binder.made_up_tribes),
            }
        )
        return
    if len(meant) != len(binder.catalogue):
        _tell_part("Of the search", meant, binder.owned)
    _tell_whole(binder)
    tribes = [(f"Tribe {_tribe(binder, tribe)}", part) for tribe, part in binder.by_tribe.items()]
    _tell_parts(_levels(binder) + _families(binder) + tribes)
    if binder.made_up_tribes:
        talk(f"{STAND_IN_MARK} marks a tribe that is a stand-in for some of its cards: its counts are no facts yet.")


def _tribe(binder: Binder, tribe: str) -> str:
    return f"{plain(tribe) or 'none'}{f' {STAND_IN_MARK}' if tribe in binder.made_up_tribes else ''}"


def _part_json(part: Completion) -> dict[str, int]:
    return {"distinct": part.distinct, "of": part.of, "copies": part.copies}


def _tell_whole(binder: Binder) -> None:
    whole = binder.whole
    owns = "owned" if binder.on is not None else "owns"
    data(
        f"{short(binder.collector.name, 40)} {owns} {whole.distinct} of {counted(whole.of, 'card')}, "
        f"{counted(whole.copies, 'copy', 'copies')}{_as_of(binder)}."
    )


def _tell_part(what: str, cards: Iterable[Card], owned: Mapping[CardNo, int]) -> None:
    from collection.desk.binder import completion

    part = completion(cards, owned)
    data(f"{what}: {part.distinct} of {counted(part.of, 'card')}, {counted(part.copies, 'copy', 'copies')}.")


def _tell_parts(parts: Iterable[tuple[str, Completion]]) -> None:
    """Say of every part how many different cards of how many there are, and how many copies."""
    table(
        ("Part", "Cards", "Of", "Copies"),
        [(name, str(part.distinct), str(part.of), str(part.copies)) for name, part in parts],
        right=(1, 2, 3),
    )


def _levels(binder: Binder) -> list[tuple[str, Completion]]:
    return [(f"Level {level.name}", part) for level, part in binder.by_level.items()]


def _families(binder: Binder) -> list[tuple[str, Completion]]:
    return [(family.value.capitalize(), part) for family, part in binder.by_family.items()]


def _as_of(binder: Binder) -> str:
    return "" if binder.on is None else f" on {binder.on.isoformat()}"


def _note_stand_ins(cards: Iterable[Card]) -> None:
    if any(card.is_stand_in for card in cards):
        talk(STAND_IN_NOTE)


def _tell_twins(told: Advice, meant: set[CardNo], *, as_json: bool) -> None:
    """Show the groups of twins of which a card is owned and one was asked for."""
    groups = [group for group in told.owned_twins if any(card.number in meant for card in group.cards)]
    if as_json:
        data_json(
            [
                {
                    "cards": [{"number": c.number, "name": c.name, "owned": _copies(told, c)} for c in group.cards],
                    "level": int(group.cards[0].level),
                    "edges": list(group.cards[0].edges),
                    "one_family": group.one_family,
                    "rests_on_stand_ins": group.rests_on_stand_ins,
                }
                for group in groups
            ]
        )
        return
    from collection.desk.advice import ADVANCED

    for group in groups:
        names = listed([f"{card_name(card)} ({_owned_words(_copies(told, card))})" for card in group.cards])
        edges = " ".join(str(edge) for edge in group.cards[0].edges)
        families = "one family" if group.one_family else "different families"
        data(f"{names}: Level {group.cards[0].level.name}, {edges}, {families}{_made_up(group.rests_on_stand_ins)}")
    if not groups:
        data("No card that you own has a twin in the set, as far as the set is known.")
    if any(not group.one_family for group in groups):
        talk(ADVANCED)
    _tell_what_advice_is(group.rests_on_stand_ins for group in groups)


def _tell_outclassed(told: Advice, meant: set[CardNo], *, as_json: bool) -> None:
    """Show owned cards that other owned cards match or beat on all four sides."""
    found = [one for one in told.outclassed if one.card.number in meant]
    if as_json:
        data_json(
            [
                {
                    "number": one.card.number,
                    "name": one.card.name,
                    "by": [other.number for other in one.better],
                    "twins": [other.number for other in one.twins],
                    "rests_on_stand_ins": one.rests_on_stand_ins,
                }
                for one in found
            ]
        )
        return
    from collection.desk.advice import ADVANCED

    for one in found:
        ways = [f"outclassed by {listed([card_name(other) for other in one.better])}"] * bool(one.better)
        ways += [f"matched by its twin {listed([card_name(other) for other in one.twins])}"] * bool(one.twins)
        data(f"{card_name(one.card)}, Level {one.card.level.name}: {listed(ways)}{_made_up(one.rests_on_stand_ins)}")
    if not found:
        data("No card that you own is matched or beaten on all four sides by another of yours of its Level.")
    else:
        talk(ADVANCED)
    _tell_what_advice_is(one.rests_on_stand_ins for one in found)


def _tell_what_advice_is(made_up: Iterable[bool]) -> None:
    from collection.desk.advice import WHAT_IT_IS

    talk(WHAT_IT_IS)
    if any(made_up):
        talk("What rests on stand-ins rests on made-up Levels or sides: it may be wrong.")


def _copies(told: Advice, card: Card) -> int:
    return told.owned.get(card.number, 0)


def _owned_words(copies: int) -> str:
    return f"{copies} owned" if copies else "not owned"


def _made_up(rests: bool) -> str:
    return " (rests on stand-ins)" if rests else ""
