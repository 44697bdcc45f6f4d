"""`pack stats`: what the packs taught, as text, as JSON and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import Json
from collection.cli.output import card_name, counted, data, data_json, listed, short, table, talk
from collection.cli.receipts import interval_json
from collection.cli.words import maybe_card
from collection.desk.files import written_whole
from collection.errors import NotUnderstood
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.lessons import CardLesson, CostLesson, Goal, Learned, Lessons, LevelLesson
    from collection.ledger.intervals import Interval

_BAR = 13
"""Cells of the longest bar."""
_ENDINGS = {".png": "png", ".svg": "svg"}


def stats(
    context: typer.Context,
    card: Annotated[
        str | None, typer.Option("--card", metavar="CARD", help="Also how many packs bring one card: 45 or 'Sea Dog'.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also as a picture, by its ending: .png or .svg.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell what the packs taught, each estimate with its range.

    Pulls per Level and per pack, duplicates, new numbers, costs, and how many packs everything still takes.
    """
    from collection.desk.lessons import learn

    asked = Asked.of(context)
    kind = None if plot is None else _ENDINGS.get(plot.suffix.lower())
    if plot is not None and kind is None:
        raise NotUnderstood(
            f"{plain(plot.name)[:60]} ends neither in .png nor in .svg: name the picture after its kind."
        )
    with asked.reading() as book:
        learned = learn(book, asked.collector, card=maybe_card(catalogue_of(book), card))
    if plot is not None:
        _draw(learned, plot, kind or "")
    if as_json:
        data_json(learned_json(learned))
    else:
        _tell(asked, learned)
    if plot is not None:
        talk(f"The picture is in {plain(str(plot))}")


def _draw(learned: Learned, place: Path, kind: str) -> None:
    """Write the picture, whole or not at all."""
    from collection.pictures.packs import draw

    with written_whole(place, what="picture") as write:
        write(draw(learned, kind))


def _tell(asked: Asked, learned: Learned) -> None:
    from collection.desk.lessons import ASSUMPTIONS

    lessons = learned.lessons
    if not lessons.all_packs:
        talk(f"No packs yet. Log one: {asked.command('pack add 12 45 118')}")
    _tell_counts(learned)
    data()
    _tell_levels(lessons)
    data()
    _tell_goals(learned)
    if lessons.costs:
        data()
        _tell_costs(lessons.costs)
    if lessons.enough:
        data()
        for sentence in ASSUMPTIONS:
            data(sentence)


def _tell_counts(learned: Learned) -> None:
    """Tell what was counted: facts, without a range."""
    lessons = learned.lessons
    who = short(learned.collector.name, 40)
    data(f"{who}: {counted(lessons.all_packs, 'pack')}, {counted(lessons.cards + lessons.counted_cards, 'card')}.")
    if lessons.level_packs:
        data(
            f"Numbers known: {counted(lessons.packs, 'pack')}, {counted(lessons.cards, 'card')}. Per Level only: "
            f"{counted(lessons.level_packs, 'pack')}, {counted(lessons.counted_cards, 'card')}, in the rates alone."
        )
    if lessons.cards:
        part = 100 * lessons.repeats / lessons.cards
        data(
            f"Duplicates: {lessons.repeats} of {counted(lessons.cards, 'card')} ({part:.1f} %) repeat a number pulled "
            f"before; {lessons.different} are different."
        )
        new = counted(lessons.new_numbers, "number")
        data(f"New when logged: {new}, {lessons.new_numbers / lessons.packs:.1f} a pack.")
    if lessons.stand_ins:
        data(
            f"The Level of {lessons.stand_ins} of the {counted(lessons.cards, 'card')} is a stand-in: nobody has "
            "confirmed it for their number."
        )
    if not lessons.enough:
        from collection.desk.lessons import FEWEST_PACKS

        data(f"Too few packs to say more: estimates begin with {FEWEST_PACKS} packs.")


def _tell_levels(lessons: Lessons) -> None:
    from collection.desk.lesson_words import ranged

    top = max((one.a_pack.high for one in lessons.levels if one.a_pack), default=0.0)
    table(
        ("Level", "Cards", "Of all cards", "A pack", ""),
        [
            (
                _level(one),
                str(one.pulled),
                "-" if one.share is None else _shares(one.share),
                "-" if one.a_pack is None else ranged(one.a_pack),
                "" if one.a_pack is None else _bar(one.a_pack, top),
            )
            for one in lessons.levels
        ],
        right=(1,),
    )
    if lessons.enough:
        method = lessons.levels[0]
        assert method.share is not None
        assert method.a_pack is not None
        data(f"In brackets 95 % ranges. Of all cards: {method.share.method}. A pack: {method.a_pack.method}.")
        data("Bars: # up to the estimate, - up to the upper end of its range.")
        never = [one.level.name for one in lessons.levels if not one.pulled]
        if never:
            data(f"Never pulled: Level {listed(never)}. Only the upper end of such a rate can be said.")


def _level(one: LevelLesson) -> str:
    return f"{one.level.name:<3} {one.level.rarity}"


def _tell_goals(learned: Learned) -> None:
    """Tell how many packs everything takes that can be aimed at."""
    from collection.desk.lesson_words import goal_words, ranged

    lessons = learned.lessons
    goals = [(f"Level {one.level.name}", one.to_finish) for one in lessons.levels]
    goals.append(("The whole set", lessons.to_finish))
    if learned.card is not None:
        goals.append((f"A copy of {learned.card.card.number}", learned.card.to_reach))
    table(
        ("To complete", "Missing", "More packs, on average", "Enough 9 times in 10"),
        [(name, str(goal.missing), goal_words(goal), _nine_in_ten(goal)) for name, goal in goals],
        right=(1,),
    )
    if learned.card is not None:
        data(_card_sentence(learned.card))
    if lessons.next_new is not None and lessons.to_finish.missing:
        data(f"The next pack brings {ranged(lessons.next_new)} numbers that are not owned, on average.")
    estimated = [goal.packs for _, goal in goals if goal.packs is not None]
    if estimated:
        data(f"Packs: {estimated[0].method}.")


def _card_sentence(lesson: CardLesson) -> str:
    return (
        f"{card_name(lesson.card)}, Level {lesson.card.level.name}: pulled {counted(lesson.pulled, 'time')}, "
        f"{lesson.owned} owned."
    )


def _nine_in_ten(goal: Goal) -> str:
    return "-" if not goal.nine_in_ten else str(goal.nine_in_ten)


def _tell_costs(costs: tuple[CostLesson, ...]) -> None:
    from collection.desk.lesson_words import money, next_cost

    table(
        ("Paid", "Packs", "A pack", "A new number so far", "In the next pack"),
        [
            (
                money(cost, cost.spent),
                str(cost.packs),
                money(cost, cost.a_pack),
                money(cost, cost.per_new),
                "-" if cost.next_new is None else next_cost(cost.next_new),
            )
            for cost in costs
        ],
        right=(0, 1, 2, 3),
    )
    data("Costs count packs whose numbers are known and whose price could be read.")


def _shares(interval: Interval) -> str:
    return f"{interval.estimate * 100:.1f} % ({interval.low * 100:.1f} to {interval.high * 100:.1f})"


def _bar(interval: Interval, top: float) -> str:
    sure = round(_BAR * interval.estimate / top)
    return "#" * sure + "-" * (round(_BAR * interval.high / top) - sure)


def learned_json(learned: Learned) -> dict[str, Any]:
    """Give what was learned as `pack stats --json` prints it; an end that is infinite is null."""
    from collection.desk.lessons import ASSUMPTIONS, FEWEST_PACKS

    lessons = learned.lessons
    return {
        "collector": learned.collector.name,
        "packs": lessons.packs,
        "level_packs": lessons.level_packs,
        "fewest_packs": FEWEST_PACKS,
        "enough": lessons.enough,
        "cards": lessons.cards,
        "counted_cards": lessons.counted_cards,
        "different": lessons.different,
        "repeats": lessons.repeats,
        "new_numbers": lessons.new_numbers,
        "stand_in_levels": lessons.stand_ins,
        "levels": [_level_json(one) for one in lessons.levels],
        "to_finish": _goal_json(lessons.to_finish),
        "next_new": interval_json(lessons.next_new),
        "costs": [_cost_json(cost) for cost in lessons.costs],
        "card": None if learned.card is None else _card_json(learned.card),
        "assumptions": list(ASSUMPTIONS),
    }


def _level_json(one: LevelLesson) -> dict[str, Any]:
    return {
        "level": int(one.level),
        "numbers": one.numbers,
        "owned": one.owned,
        "pulled": one.pulled,
        "counted": one.counted,
        "different": one.different,
        "share": interval_json(one.share),
        "a_pack": interval_json(one.a_pack),
        "to_finish": _goal_json(one.to_finish),
    }


def _card_json(lesson: CardLesson) -> dict[str, Any]:
    return {
        "number": lesson.card.number,
        "name": lesson.card.name,
        "level": int(lesson.card.level),
        "owned": lesson.owned,
        "pulled": lesson.pulled,
        "to_reach": _goal_json(lesson.to_reach),
    }


def _cost_json(cost: CostLesson) -> dict[str, Any]:
    """Amounts are in the currency's unit."""
    return {
        "currency": cost.currency or None,
        "spent": cost.spent / 100,
        "packs": cost.packs,
        "new_numbers": cost.new_numbers,
        "a_pack": cost.a_pack / 100,
        "per_new": None if cost.per_new is None else cost.per_new / 100,
        "next_new": interval_json(cost.next_new, scale=100),
    }


def _goal_json(goal: Goal) -> dict[str, Any]:
    return {
        "missing": goal.missing,
        "verdict": goal.verdict.value,
        "packs": interval_json(goal.packs),
        "nine_in_ten": goal.nine_in_ten,
    }
