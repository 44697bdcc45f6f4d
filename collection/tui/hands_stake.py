"""The stake meter: what a hand can cost, card by card and in all, and the owner's values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.catalogue.card import STAND_IN_MARK, Card
from collection.hands.hand import HAND_SIZE
from collection.hands.stake import CardAtStake
from collection.ledger.intervals import Interval
from collection.ledger.price import Price, each_written, written
from collection.tui.commands import Command
from collection.tui.face import fit
from collection.tui.forms import Field, Form
from collection.tui.hands_cards import CardList, Row, copies_word
from collection.tui.hands_desk import Shelf, read_shelf
from collection.tui.hands_figures import KEEPSAKE, Figures, figures, sums
from collection.tui.hands_told import Told
from collection.tui.place import Drill, bindings_of
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.store.book import Book

STEPS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 100)
"""How many games ahead can be looked at."""
_HEADING = "    no Lv   own  name            value       goes  last goes  would break"


class StakeScreen(Drill):
    """Every card of a hand with what losing it would mean; below, what the hand costs in all."""

    WHERE = "stake"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("stake")]
    MAIN = "#at-stake"
    HELP_TEXT = """\
own: last is the only copy, ×2 leaves a spare. goes: the chance that a copy is lost within so many games for keeps; \
last goes: that no copy is left then. would break: saved hands that are legal and would not be without that copy.
Values are your own and none is made up: e says what a card, or every card of its Level, is worth to you."""
    DEFAULT_CSS = """
    StakeScreen #head, StakeScreen .heading { height: 1; padding: 0 1; }
    StakeScreen .heading { color: $text-muted; }
    StakeScreen #body { height: 1fr; }
    StakeScreen #at-stake { height: 1fr; padding: 0 1; }
    StakeScreen #foot-pane { height: auto; padding: 0 1; background: $surface;
        scrollbar-size-vertical: 1; }
    StakeScreen #foot { height: auto; width: 1fr; }
    """

    def __init__(self, told: Told, changed: Callable[[Shelf], None]) -> None:
        super().__init__()
        self._told = told
        self._changed = changed
        self._within = STEPS.index(10)
        self._figures = self._count(told.shelf)

    def _count(self, shelf: Shelf) -> Figures:
        return figures(self._told.cards, shelf, self._told.hand)

    def compose_place(self) -> ComposeResult:
        """Compose the cards, and the sums below."""
        yield Static(id="head")
        yield Static(Content(_HEADING), classes="heading")
        with Vertical(id="body"):
            yield CardList(id="at-stake", twice=True)
            with VerticalScroll(id="foot-pane"):
                yield Static(id="foot")

    def on_mount(self) -> None:
        """Show it; everything is known already."""
        self._show()
        self.query_one("#at-stake").focus()
        self.status(self._told.note)

    def on_resize(self) -> None:
        """See every card first; what has no room below them can be scrolled to."""
        rows = min(len(self._figures.stake.cards), HAND_SIZE)
        # The frame, the head and the heading take five lines.
        self.query_one("#foot-pane").styles.max_height = max(self.size.height - 5 - rows, 4)

    @property
    def games(self) -> int:
        """How many games ahead are looked at."""
        return STEPS[self._within]

    def _show(self) -> None:
        name = plain_content(self._told.title, "bold", cells=24)
        ahead = f": what it can cost within {games_word(self.games)} for keeps (← → fewer, more)"
        self.query_one("#head", Static).update(Content.assemble(name, ahead))
        rows = [self._row(one) for one in self._figures.stake.cards]
        self.query_one("#at-stake", CardList).show(rows)
        self.query_one("#foot", Static).update(Content("\n").join(self._foot()))
        self.refresh_keys()

    def _row(self, one: CardAtStake) -> Row:
        card, worth = self._told.shelf.catalogue[one.card], self._figures.worth
        own = copies_word(one.owned)
        value = "-" if one.value is None else written(one.value.currency, one.value.minor)
        goes = percent(worth.chance_of_losing(self.games)) if one.owned else "-"
        last = percent(worth.chance_of_losing(self.games, one.owned)) if one.owned else "-"
        breaks = ", ".join(clipped(name, 20) for name in one.breaks)
        name = f"{clipped(card.name, 14)}{STAND_IN_MARK if card.is_stand_in else ''}"
        text = (
            f"{one.card:>4} {card.level.name:<3}  {own:<4} {fit(name, 15)} {value:<10} {goes:>5}  {last:>9}  {breaks}"
        )
        return Row(one.card, text.rstrip(), KEEPSAKE if one.keepsake else " ")

    def _foot(self) -> Iterable[Content]:
        stake = self._figures.stake
        spares = sum(1 for one in stake.cards if one.spares)
        yield Content.assemble(
            ("In all ", "bold"),
            f"last copies {len(stake.last_copies)}, with spares {spares}, {KEEPSAKE} keepsakes {len(stake.keepsakes)}; "
            f"your values {sums(stake.worth) or 'none'}, {stake.unvalued} of {len(stake.cards)} cards without one",
        )
        broken = ", ".join(clipped(name, 24) for name in stake.breaks)
        yield Content(f"Would break {broken or 'no other hand'}.")
        yield from self._chances()

    def _chances(self) -> Iterable[Content]:
        from collection.desk.worth import ASSUMPTIONS, counted_games

        worth, stake = self._figures.worth, self._figures.stake
        lost, goes, expected = worth.record.interval, worth.chance_of_losing(self.games), worth.expected_loss
        collector = self._told.shelf.collector
        if lost is None or goes is None or expected is None:
            yield Content("No games yet, so no chance and no expected loss is told: they rest on your own record.")
            yield plain_content(counted_games(collector), "dim", cells=400)
            return
        for currency, loss in each_written({one: cost.estimate for one, cost in expected.items()}).items():
            cost = expected[currency]
            least = f"; at least that, {stake.unvalued} without a value count as nothing" if stake.unvalued else ""
            money = f"{loss} ({cost.low / 100:.2f} to {cost.high / 100:.2f})"
            yield Content(f"Expected loss a game {money}{least}.")
        yield Content(
            f"Your record: {worth.record.losses} of {games_word(worth.record.games)} lost, {ranged(lost)}. "
            f"So any one card goes within {games_word(self.games)}: {ranged(goes)}. 95 % ranges, {lost.method}."
        )
        yield plain_content(" ".join((counted_games(collector), *ASSUMPTIONS)), "dim", cells=800)

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "fewer" and not self._within:
            return "One game is the fewest."
        if command.name == "more" and self._within == len(STEPS) - 1:
            return f"{STEPS[-1]} games are the most."
        if command.name == "edit" and self._pointed is None:
            return "The hand holds no card."
        return None

    @property
    def _pointed(self) -> Card | None:
        number = self.query_one("#at-stake", CardList).number
        return self._told.shelf.catalogue[number] if number is not None else None

    def action_fewer(self) -> None:
        """Look at fewer games ahead."""
        self._within -= 1
        self._show()

    def action_more(self) -> None:
        """Look at more games ahead."""
        self._within += 1
        self._show()

    def action_ladder(self) -> None:
        """Tell which cards get onto the board."""
        self._told.show_ladder(self.mudwater, self._changed, instead=True)

    @on(OptionList.OptionSelected, "#at-stake")
    def _chosen(self) -> None:
        self.action_edit()

    def action_edit(self) -> None:
        """Say what the card under the cursor, or each card of its Level, is worth."""
        card = self._pointed
        if card is not None:
            self.app.push_screen(ValueForm(card, self._told.shelf), self._valued)

    def _valued(self, shelf: Shelf | None) -> None:
        if shelf is not None:
            self._told = Told(shelf, self._told.title, self._told.cards, self._told.hand)
            self._figures = self._count(shelf)
            self._show()
            self._changed(shelf)


class ValueForm(Form[Shelf]):
    """What a card is worth to its owner; closes with the shelf as it is then."""

    TITLE_WORDS: ClassVar[str] = "What it is worth to you"
    NOTE: ClassVar[str] = (
        "An amount such as 2.50 EUR. Left empty, the value is taken away. A card's own value comes first."
    )

    def __init__(self, card: Card, shelf: Shelf) -> None:
        super().__init__()
        self._card = card
        values = shelf.grounds.values
        self._own, self._level = values.by_card.get(card.number), values.by_level.get(card.level)
        self._one = f"#{card.number} alone"
        self._all = f"every Level {card.level.name}"

    def fields(self) -> Iterable[Field]:
        """Ask of which cards, and how much."""
        whole_level = self._own is None and self._level is not None
        return (
            Field("value", "Value", "such as 2.50 EUR", _typed(self._own or self._level)),
            Field("of", "Of", value=self._all if whole_level else self._one, choices=(self._one, self._all)),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Set it, or take it away."""
        self.at_desk(
            partial(_set, self.mudwater.collector, self._card, values["of"] == self._all, values["value"].strip()),
            self.dismiss,
        )


def _set(collector: str | None, card: Card, whole_level: bool, text: str, book: Book) -> Shelf:
    from collection.desk.values import clear_value, set_value

    cards, levels = ((), (card.level,)) if whole_level else ((card.number,), ())
    if text:
        set_value(book, collector, text, cards=cards, levels=levels)
    else:
        clear_value(book, collector, cards=cards, levels=levels)
    return read_shelf(collector, book)


def _typed(price: Price | None) -> str:
    return "" if price is None else written(price.currency, price.minor)


def games_word(games: int) -> str:
    """Give a count of games in words."""
    return "1 game" if games == 1 else f"{games} games"


def percent(found: Interval | None) -> str:
    """Give a chance's estimate in at most five cells, `-` where there is none."""
    if found is None:
        return "-"
    share = found.estimate * 100
    return f"{share:.1f} %" if share < 9.95 else f"{share:.0f} %"


def ranged(found: Interval) -> str:
    """Give a share with its range: `25 % (9 to 53 %)`."""
    return f"{found.estimate:.0%} ({found.low * 100:.0f} to {found.high * 100:.0f} %)".replace("%", " %", 1)
