"""One card by itself: its face, what is known of it, how many are owned, and its life in this collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import Card, CardNo, Family, Level
from collection.tui.face import CardFace, Printed
from collection.tui.marks import SIGNS
from collection.tui.place import STAND_IN_MARK
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    # The desk brings the database library with it, and the first frame does not wait for that.
    from collection.desk.advice import Advice
    from collection.desk.binder import Binder, Completion, LifeEvent
    from collection.ledger.mark import MarkKind

MOST_EVENTS = 20
"""A card's life shows no more than its latest steps; the ledger has them all."""


class CardDetail(VerticalScroll):
    """Everything about the card under the cursor."""

    DEFAULT_CSS = """
    CardDetail { padding: 0 1; scrollbar-size-vertical: 1; }
    CardDetail CardFace { width: 25; height: 9; margin-bottom: 1; }
    CardDetail Static { width: 1fr; height: auto; }
    CardDetail Vertical { width: 1fr; height: auto; }
    CardDetail #facts { margin-bottom: 1; }
    CardDetail #life, CardDetail #advice { margin-bottom: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        # Made here and not while composing: what is known of a card may come before the pane is on the screen.
        self._face = CardFace(id="face")
        self._facts = Static(id="facts", markup=False)
        self._advice = Static(id="advice", markup=False)
        self._life = Static(id="life", markup=False)
        self._completion = Static(id="completion", markup=False)

    def compose(self) -> ComposeResult:
        """Compose the face with the facts, and the life with the completion."""
        yield Vertical(self._face, self._facts, id="printed")
        yield Vertical(self._life, self._advice, self._completion, id="told")

    def show_card(
        self, card: Card | None, owned: int, finishes: Mapping[str, int], marks: Mapping[MarkKind, str]
    ) -> None:
        """Show a card's face and facts; its life follows when it was read."""
        self._face.card = None if card is None else Printed.of(card)
        self._facts.update(Content("") if card is None else facts(card, owned, finishes, marks))

    def show_advice(self, card: Card | None, advice: Advice | None) -> None:
        """Show which cards are like this one, and which are better in everything."""
        lines = [] if card is None or advice is None else advice_lines(card, advice)
        self._advice.update(Content("\n").join(lines))
        self._advice.display = bool(lines)

    def show_life(self, events: Sequence[LifeEvent]) -> None:
        """Show what became of the copies."""
        self._life.update(life_lines(events))

    def show_completion(self, binder: Binder) -> None:
        """Show how much of the set is owned."""
        self._completion.update(completion_lines(binder))


def facts(card: Card, owned: int, finishes: Mapping[str, int], marks: Mapping[MarkKind, str]) -> Content:
    """Give a card's facts; whatever nobody has confirmed carries the stand-in mark."""

    def marked(field: str) -> tuple[str, str]:
        return ("" if field in card.confirmed else STAND_IN_MARK, "dim")

    beaten = next(family for family in Family if card.family.beats(family))
    lines = [
        Content.assemble(("Name    ", "dim"), plain_content(card.name, "bold", cells=40), marked("name")),
        Content.assemble(("Number  ", "dim"), str(card.number), marked("number")),
        Content.assemble(
            ("Level   ", "dim"), f"{card.level.name} {card.level.diamonds} {card.level.rarity}", marked("level")
        ),
        Content.assemble(
            ("Family  ", "dim"),
            card.family.value.capitalize(),
            marked("family"),
            (f"  beats {beaten.value.capitalize()}", "dim"),
        ),
        Content.assemble(("Tribe   ", "dim"), plain_content(card.tribe or "none", cells=40), marked("tribe")),
        Content.assemble(("Artist  ", "dim"), plain_content(card.artist or "not known", cells=40)),
        Content.assemble(
            ("Edges   ", "dim"),
            *(
                part
                for side, edge in zip("nesw", card.edges, strict=True)
                for part in (f"{side.upper()} {edge}", marked(side), "  ")
            ),
            (f"sum {sum(card.edges)}", "dim"),
        ),
        Content.assemble(("Owned   ", "dim"), _owned(owned, finishes)),
    ]
    for kind, note in marks.items():
        lines.append(
            Content.assemble(
                ("Marked  ", "dim"), f"{SIGNS[kind]} {kind.value}", plain_content(note and f"  {note}", "dim")
            )
        )
    return Content("\n").join(lines)


def advice_lines(card: Card, advice: Advice) -> list[Content]:
    """Give what can be advised about a card, owned or not; it is advice, and no better than the data."""
    lines = []
    for group in advice.twins:
        others = [other for other in group.cards if other.number != card.number]
        if len(others) < len(group.cards):
            family = "" if group.one_family else ", families differ"
            lines.append(_likeness("Twin of ", others, f"same Level and edges{family}", group.rests_on_stand_ins))
    for one in advice.outclassed:
        if one.card.number == card.number and one.better:
            lines.append(_likeness("Beaten  ", one.better, "as good or better on every side", one.rests_on_stand_ins))
    return [*lines, Content.styled("Advice, not a rule.", "dim")] if lines else []


def _likeness(label: str, others: Sequence[Card], why: str, made_up: bool) -> Content:
    names = ", ".join(f"{other.number} {clipped(other.name, 24)}" for other in others[:3])
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return Content.assemble((label, "dim"), f"{names}{more}", (f"  {why}{STAND_IN_MARK if made_up else ''}", "dim"))


def _owned(owned: int, finishes: Mapping[str, int]) -> Content:
    if not owned:
        return Content("none")
    split = ", ".join(f"{count} {finish}" for finish, count in sorted(finishes.items()))
    return Content.assemble((str(owned), "bold"), plain_content(f"  ({split})" if len(finishes) > 1 else ""))


def life_lines(events: Sequence[LifeEvent]) -> Content:
    """Give a card's life, oldest first."""
    if not events:
        return Content.assemble(("Its life here\n", "bold"), ("Never owned.", "dim"))
    lines = [Content.styled("Its life here", "bold")]
    if len(events) > MOST_EVENTS:
        lines.append(Content.styled("… earlier steps too; l shows them all", "dim"))
    for event in events[-MOST_EVENTS:]:
        sentence = event.sentence + (" (taken back)" if event.voided else "")
        lines.append(
            Content.assemble(
                (f"{event.happened:%Y-%m-%d} ", "dim"),
                (f"{event.change:+3d}  ", "bold" if not event.voided else "dim"),
                plain_content(sentence, "dim" if event.voided else "", cells=60),
            )
        )
    return Content("\n").join(lines)


def completion_lines(binder: Binder, width: int = 14, *, heading: bool = True, tribes: bool = False) -> Content:
    """Give how much of the set is owned, in all, by Level, by family, and by tribe where asked, with bars."""
    whole = binder.whole
    copies = "1 copy" if whole.copies == 1 else f"{whole.copies} copies"
    lines = [Content.styled("Completion", "bold")] if heading else []
    lines.append(Content(f"{whole.distinct} of {whole.of} numbers, {copies}"))
    cells = 20 if tribes else 10
    lines += [_bar(f"{level.name:<4}{level.diamonds:<6}", binder.by_level[level], width, cells) for level in Level]
    lines += [
        _bar(f"{family.letter}   {family.value.capitalize():<6}"[:10], binder.by_family[family], width, cells)
        for family in Family
    ]
    if tribes:
        for tribe, completion in binder.by_tribe.items():
            made_up = STAND_IN_MARK if tribe in binder.made_up_tribes else ""
            lines.append(_bar(f"{clipped(tribe or 'no tribe', 18)}{made_up}", completion, width, cells))
        spare = sum(binder.spares.values())
        lines.append(Content(f"{spare} {'copy' if spare == 1 else 'copies'} to spare, of {len(binder.spares)} numbers"))
    return Content("\n").join(lines)


def _bar(label: str, completion: Completion, width: int, cells: int = 10) -> Content:
    filled = 0 if not completion.of else round(width * completion.distinct / completion.of)
    if completion.distinct and not filled:
        filled = 1
    if completion.distinct < completion.of:
        filled = min(filled, width - 1)
    return Content.assemble(
        set_cell_size(label, cells) + " ",
        ("█" * filled, "$primary"),
        ("░" * (width - filled), "dim"),
        f" {completion.distinct:>3}/{completion.of:<3}",
        (f"  ×{completion.copies}", "dim"),
    )


def finishes_of(binder: Binder | None) -> dict[CardNo, dict[str, int]]:
    """Give the copies of each number by finish."""
    found: dict[CardNo, dict[str, int]] = {}
    for copies in binder.holdings if binder is not None else ():
        found.setdefault(copies.number, {})[copies.finish] = copies.quantity
    return found
