"""Two hands side by side: the figures of both, the cards they share, and those that only one of them has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.comparing import compare
from collection.hands.hand import HAND_SIZE, Hand, HandVersion
from collection.tui.commands import Command
from collection.tui.face import fit
from collection.tui.hands_cards import PointedList, cards_word
from collection.tui.hands_figures import KEEPSAKE, Figures, figures, record_words, split, sums
from collection.tui.hands_history import local_minute
from collection.tui.hands_told import Told
from collection.tui.place import Drill, bindings_of
from collection.tui.text import clipped, plain_content

_SIDE = 25
"""Cells of each side's cards, on a narrow screen."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A hand that can be laid beside another."""

    title: str
    cards: tuple[CardNo, ...]
    hand: Hand | None
    """The saved hand that it is a state of."""


class CompareScreen(Drill):
    """At the left what it can be laid beside, at the right both."""

    WHERE = "compare"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("compare")]
    MAIN = "#others"
    HELP_TEXT = """\
Move through the list: the hand under the cursor is laid beside the one that you came from, a hand as it was saved \
beside its changes too. = both have the card, ‹ only the left one, › only the right one. Cards stand Level by Level."""
    DEFAULT_CSS = """
    CompareScreen #panes { height: 1fr; }
    CompareScreen #left { width: 22; padding-left: 1; }
    CompareScreen.-wide #left { width: 32; }
    CompareScreen .title { text-style: bold; color: $primary; height: 1; }
    CompareScreen #others { height: 1fr; }
    CompareScreen #right { width: 1fr; padding-left: 1; border-left: vkey $panel; scrollbar-size-vertical: 1; }
    CompareScreen #right Static { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    CompareScreen #beside { margin-top: 1; }
    """

    def __init__(self, told: Told, versions: Sequence[HandVersion] = ()) -> None:
        super().__init__()
        self._told = told
        self._versions = tuple(versions)
        self._offered: tuple[Beside, ...] = ()

    def compose_place(self) -> ComposeResult:
        """Compose the list, and both hands."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(Content("Beside"), classes="title")
                yield PointedList(id="others")
            with VerticalScroll(id="right"):
                yield Static(id="figures")
                yield Static(id="beside")

    def on_mount(self) -> None:
        """Show what it can be laid beside."""
        self._offered = tuple(self._offer())
        listed = self.query_one("#others", PointedList)
        listed.show_lines([plain_content(each.title, cells=60) for each in self._offered], 0 if self._offered else None)
        listed.focus()
        if not self._offered:
            self.query_one("#figures", Static).update(plain_content("There is no other hand to lay it beside."))
        self.status(self._told.note)

    def _offer(self) -> Iterable[Beside]:
        told = self._told
        for version in reversed(self._versions):
            if version.cards != told.cards:
                made = local_minute(version.made, self.mudwater.clock())
                yield Beside(f"v{version.number} {made}", version.cards, told.hand)
        own = told.hand.id if told.hand is not None else None
        for checked in told.shelf.hands:
            if checked.hand.id != own:
                yield Beside(checked.hand.name, checked.hand.cards, checked.hand)
            elif checked.hand.cards != told.cards and not self._versions:
                yield Beside(f"{checked.hand.name}, as saved", checked.hand.cards, checked.hand)

    @on(OptionList.OptionHighlighted, "#others")
    def _show_pointed(self) -> None:
        place = self.query_one("#others", OptionList).highlighted
        if place is None or place >= len(self._offered):
            return
        other, told = self._offered[place], self._told
        here, there = figures(told.cards, told.shelf, told.hand), figures(other.cards, told.shelf, other.hand)
        side = self._side
        lines = list(figure_rows((told.title, here), (other.title, there), side))
        if here.worth.record.games:
            lines.append(Content.styled(f"a game: expected loss, {record_words(here.worth.record)}", "dim"))
        self.query_one("#figures", Static).update(Content("\n").join(lines))
        cards = list(card_rows(told.cards, other.cards, told.shelf.catalogue, side))
        self.query_one("#beside", Static).update(Content("\n").join(cards))

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        del command
        return None if len(self._offered) > 1 else "There is no other hand to lay it beside."

    def action_previous(self) -> None:
        """Lay the hand before beside it."""
        self.query_one("#others", OptionList).action_cursor_up()

    def action_next(self) -> None:
        """Lay the next hand beside it."""
        self.query_one("#others", OptionList).action_cursor_down()

    @property
    def _side(self) -> int:
        return _SIDE if self.size.width < 100 else _SIDE + 12

    def on_resize(self) -> None:
        """Make use of the room there is."""
        self._show_pointed()


def figure_rows(left: tuple[str, Figures], right: tuple[str, Figures], side: int) -> Iterable[Content]:
    """Give the figures of two hands, a line each; what differs is bold."""
    yield Content.assemble((f"{'':<9}{fit(clipped(left[0]), side - 4)} {fit(clipped(right[0]), side - 4)}", "bold"))
    for label, words in (
        ("legal", _legal),
        ("Lv I-V", lambda one: split(one.levels)),
        ("ways up", lambda one: str(one.ways)),
        ("stand", lambda one: split(one.ladder.standing)),
        ("dead", lambda one: " ".join(f"#{card}" for card in one.ladder.dead_weight) or "none"),
        ("stake", lambda one: f"last copies {len(one.stake.last_copies)}, {KEEPSAKE} {len(one.stake.keepsakes)}"),
        ("worth", lambda one: sums(one.stake.worth) or "no values"),
        ("a game", _loss),
        ("breaks", lambda one: ", ".join(clipped(name, 20) for name in one.stake.breaks) or "none"),
    ):
        here, there = words(left[1]), words(right[1])
        style = "bold" if here != there else ""
        yield Content.assemble(
            (f"{label:<9}", "dim"), (f"{fit(here, side - 4)} {fit(there, side - 4)}".rstrip(), style)
        )


def _legal(one: Figures) -> str:
    count = "" if len(one.cards) == HAND_SIZE else f", {cards_word(len(one.cards))}"
    if one.legal:
        return "✓ yes"
    return f"✗ {len(one.faults)} against{count}"


def _loss(one: Figures) -> str:
    costs = one.worth.expected_loss
    if costs is None:
        return "no games yet"
    return sums({currency: round(cost.estimate) for currency, cost in costs.items()}) or "no values"


def card_rows(left: Sequence[CardNo], right: Sequence[CardNo], catalogue: Catalogue, side: int) -> Iterable[Content]:
    """Give the cards of two hands Level by Level: those that both have first, then only here beside only there."""
    groups = compare(left, right, catalogue)
    yield Content.styled(f"= in both: {sum(len(group.both) for group in groups)}   ‹ only here   › only there", "dim")
    for group in groups:
        name = f"Level {group.level.name}" if group.level is not None else "No cards"
        shared = len(group.both)
        yield Content.styled(f"{name}: {shared + len(group.here)} and {shared + len(group.there)}", "bold")
        for number in group.both:
            yield Content(f"= {_named(number, catalogue, side)}")
        for here, there in zip_longest(group.here, group.there):
            cells = [_named(each, catalogue, side) if each is not None else " " * side for each in (here, there)]
            marks = [" " if each is None else mark for each, mark in ((here, "‹"), (there, "›"))]
            yield Content(f"{marks[0]} {cells[0]} {marks[1]} {cells[1]}".rstrip())


def _named(number: CardNo, catalogue: Catalogue, side: int) -> str:
    if number not in catalogue:
        return fit(f"{number:>3} is no card", side)
    card = catalogue[number]
    return fit(f"{number:>3} {clipped(card.name, 40)}{STAND_IN_MARK if card.is_stand_in else ''}", side)
