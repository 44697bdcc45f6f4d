"""The lessons of packs as lines of a screen: bars of blocks, ranges in brackets, nothing said by colour alone."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from collection.desk.lesson_words import amount, goal_words, money, next_cost, ranged
from collection.desk.lessons import ASSUMPTIONS, FEWEST_PACKS, Goal, Learned, Lessons, LevelLesson
from collection.ledger.intervals import Interval
from collection.tui.text import clipped, paragraph, plain_content

_BAR, _WIDE_BAR = 18, 44
"""Cells of the longest bar."""


def lesson_lines(learned: Learned, *, wide: bool) -> list[Content]:
    """Give everything that the packs teach; nothing is estimated from too few of them."""
    lessons = learned.lessons
    if not lessons.all_packs and learned.card is None:
        return [
            Content("No packs yet, so nothing is learned."),
            Content.assemble(
                ("esc", "bold"), " goes back to Packs: type the numbers of one there; old ones count too."
            ),
        ]
    lines = [*_counts(lessons)]
    if not lessons.enough:
        lines.append(
            Content.styled(
                f"Too few packs to say more: estimates begin with {FEWEST_PACKS} packs, these are {lessons.all_packs}.",
                "bold $text-warning",
            )
        )
    lines += [Content(""), *_levels(lessons, _WIDE_BAR if wide else _BAR), Content(""), *_goals(learned)]
    if lessons.costs:
        lines += [Content(""), *_costs(lessons)]
    if lessons.enough:
        lines += [Content(""), *(paragraph(sentence, "dim") for sentence in ASSUMPTIONS)]
    return lines


def _counts(lessons: Lessons) -> Iterator[Content]:
    """Tell what was counted: facts, without a range."""
    cards = lessons.cards + lessons.counted_cards
    yield Content.styled(f"{_many(lessons.all_packs, 'pack')}, {_many(cards, 'card')}.", "bold")
    if lessons.level_packs:
        yield Content(
            f"Numbers known: {_many(lessons.packs, 'pack')}, {_many(lessons.cards, 'card')}. "
            f"Per Level only: {_many(lessons.level_packs, 'pack')}, {_many(lessons.counted_cards, 'card')}."
        )
    if lessons.cards:
        yield Content(
            f"Duplicates: {lessons.repeats} of {_many(lessons.cards, 'card')} ({lessons.repeats / lessons.cards:.1%}); "
            f"{_many(lessons.different, 'different number')}."
        )
        a_pack = lessons.new_numbers / lessons.packs
        yield Content(f"New when logged: {_many(lessons.new_numbers, 'number')}, {a_pack:.1f} a pack.")
    if lessons.stand_ins:
        yield Content.styled(
            f"Of {lessons.stand_ins} of them the Level is a stand-in, which nobody has confirmed.", "dim"
        )


def _levels(lessons: Lessons, cells: int) -> Iterator[Content]:
    top = max((one.a_pack.high for one in lessons.levels if one.a_pack), default=0.0)
    yield Content.styled(f"{'Level':<10}{'Pulled':>6}  {'Of all cards':<24}{'Cards a pack':<22}", "bold")
    for one in lessons.levels:
        yield _level(one)
    if not lessons.enough:
        return
    yield Content("")
    yield Content.styled(f"{'Level':<10}Cards a pack: █ estimate, ░ to the upper end of its range", "bold")
    for one in lessons.levels:
        if one.a_pack is not None:
            bar, value = _bar(one.a_pack, top, 2 * cells), amount(one.a_pack.estimate)
            yield Content.assemble(f"{_name(one):<10}", (bar, "$text-primary"), f" {value if one.pulled else 'never'}")
    first = lessons.levels[0]
    if first.share is not None and first.a_pack is not None:
        yield Content.styled(
            f"In brackets 95 % ranges. Of all cards: {first.share.method}. A pack: {first.a_pack.method}.", "dim"
        )


def _level(one: LevelLesson) -> Content:
    share = "-" if one.share is None else _share(one.share)
    a_pack = "-" if one.a_pack is None else ranged(one.a_pack)
    return Content(f"{_name(one):<10}{one.pulled:>6}  {share:<24}{a_pack}")


def _name(one: LevelLesson) -> str:
    return f"{one.level.name:<4}{one.level.diamonds}"


def _share(share: Interval) -> str:
    return f"{share.estimate:.1%} ({share.low * 100:.1f} to {share.high * 100:.1f})"


def _bar(interval: Interval, top: float, cells: int) -> str:
    sure = round(cells * interval.estimate / top)
    return "█" * sure + "░" * (round(cells * interval.high / top) - sure)


def _goals(learned: Learned) -> Iterator[Content]:
    """Tell how many packs everything takes that can be aimed at."""
    lessons = learned.lessons
    yield Content.styled(f"{'To complete':<24}{'Missing':>8}  {'More packs, on average':<25}Nine in ten times", "bold")
    if learned.card is not None:
        card = learned.card.card
        yield _goal(f"A copy of {card.number} {card.name}", learned.card.to_reach)
    yield _goal("The whole set", lessons.to_finish)
    for one in lessons.levels:
        yield _goal(f"Level {one.level.name}", one.to_finish)
    if learned.card is not None:
        lesson = learned.card
        yield plain_content(
            f"{lesson.card.number} {lesson.card.name}, Level {lesson.card.level.name}: pulled "
            f"{_many(lesson.pulled, 'time')}, {lesson.owned} owned."
        )
    if lessons.next_new is not None and lessons.to_finish.missing:
        yield Content(f"The next pack brings {ranged(lessons.next_new)} numbers that are not owned, on average.")
    goals = [lessons.to_finish, *(one.to_finish for one in lessons.levels)]
    methods = [goal.packs.method for goal in goals if goal.packs is not None]
    if methods:
        yield Content.styled(f"Packs: {methods[0]}.", "dim")


def _goal(name: str, goal: Goal) -> Content:
    enough = str(goal.nine_in_ten) if goal.nine_in_ten else "-"
    return plain_content(f"{clipped(name, 23):<24}{goal.missing:>8}  {goal_words(goal):<25}{enough}")


def _costs(lessons: Lessons) -> Iterator[Content]:
    yield Content.styled(
        f"{'Paid':>12}{'Packs':>7}{'A pack':>12}{'A new number':>14}  A new number in the next pack", "bold"
    )
    for cost in lessons.costs:
        ahead = "-" if cost.next_new is None else next_cost(cost.next_new)
        spent, a_pack, per_new = (money(cost, minor) for minor in (cost.spent, cost.a_pack, cost.per_new))
        yield plain_content(f"{spent:>12}{cost.packs:>7}{a_pack:>12}{per_new:>14}  {ahead}")
    yield Content.styled("Costs count packs whose numbers are known and whose price could be read.", "dim")


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"
