"""The ladder report: which cards of a hand get onto the board, counted, and tried out behind the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.errors import CollectionError
from collection.hands.ladder import ladder
from collection.hands.legality import card_label, table_faults
from collection.tui.commands import Command
from collection.tui.face import fit
from collection.tui.hands_desk import Shelf
from collection.tui.hands_figures import split
from collection.tui.hands_stake import games_word, ranged
from collection.tui.hands_told import Told
from collection.tui.place import Drill, bindings_of
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.lab.ladder import LadderReport
    from collection.lab.simulation import Simulation

AT_FIRST = 1_000
"""Games that are tried out by themselves."""
MOST = 64_000
FEWEST = 10
"""Games played before the first look at the screen."""
A_LOOK = 0.05
"""Seconds between two looks at the screen: a key is never waited for longer, and a slow line is not flooded."""
SEED = 0
"""As `hand ladder` has it: both tell the same of the same number of games."""


class LadderScreen(Drill):
    """A line for each card, the dead weight by name, and how many games it rests on so far."""

    WHERE = "ladder"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("ladder")]
    MAIN = "#report"
    HELP_TEXT = """\
ways: a Level I face up, then one card of each Level between. rock: the same from a rock. hangs on: with that card as \
the ante no way up is left. face up: the share of the games with the card in hand in which it was played face up, \
with its 95 % range (Wilson score). Games go on behind the screen; esc stops them and keeps what was counted, esc \
again leaves."""
    DEFAULT_CSS = """
    LadderScreen #head, LadderScreen .heading { height: 1; padding: 0 1; }
    LadderScreen .heading { color: $text-muted; }
    LadderScreen #report { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    LadderScreen #report Static { height: auto; width: 1fr; }
    LadderScreen #cards { text-wrap: nowrap; text-overflow: ellipsis; }
    LadderScreen #dead, LadderScreen #about { margin-top: 1; }
    LadderScreen.-short #about, LadderScreen.-short #dead { margin-top: 0; }
    """

    class Counted(Message):
        """Another part of the games was played, none can be, or (None) all that were asked for were."""

        def __init__(self, run: int, part: Simulation | CollectionError | None) -> None:
            super().__init__()
            self.run = run
            self.part = part

    def __init__(self, told: Told, changed: Callable[[Shelf], None]) -> None:
        from collection.lab.ladder import LadderReport

        super().__init__()
        self._told = told
        self._changed = changed
        self._wanted = AT_FIRST
        self._parts: list[Simulation] = []
        self._report: LadderReport = LadderReport(ladder(told.cards, told.shelf.catalogue))
        self._under_way = 0
        """The number of the run under way; 0 while none is."""
        self._runs = 0
        self._unplayable = [fault.message for fault in table_faults(told.cards, told.shelf.catalogue)]

    def compose_place(self) -> ComposeResult:
        """Compose the report."""
        yield Static(id="head")
        yield Static(
            Content("   no Lv   name              ways  rock  hangs on        face up in games"), classes="heading"
        )
        with VerticalScroll(id="report", can_focus=True):
            yield Static(id="cards")
            yield Static(id="dead")
            yield Static(id="about")

    def on_mount(self) -> None:
        """Show what is counted at once, and try the hand out behind it."""
        self.query_one("#report").focus()
        self.status(self._told.note)
        self._start()
        self._show()

    def on_unmount(self) -> None:
        """Stop the games."""
        self._under_way = 0

    # Trying it out

    @property
    def played(self) -> int:
        """Games played so far."""
        return sum(part.games for part in self._parts)

    def _start(self) -> None:
        if self._unplayable or self.played >= self._wanted:
            return
        self._runs += 1
        self._under_way = self._runs
        run, begun = self._runs, self.played
        self.run_worker(lambda: self._play(run, begun), thread=True, exit_on_error=False, group="ladder")

    def _play(self, run: int, begun: int) -> None:
        """Play part after part, in a thread, until told to stop."""
        from collection.lab.simulation import simulate

        worker, catalogue, cards = get_current_worker(), self._told.shelf.catalogue, self._told.cards
        games = FEWEST
        while begun < self._wanted and self._under_way == run and not worker.is_cancelled:
            games = min(games, self._wanted - begun)
            since = time.perf_counter()
            try:
                part = simulate(catalogue, cards, games, SEED, first=begun)
            except CollectionError as error:
                self.post_message(self.Counted(run, error))
                return
            begun += games
            self.post_message(self.Counted(run, part))
            games = max(FEWEST, int(games * A_LOOK / max(time.perf_counter() - since, A_LOOK / 10)))
        self.post_message(self.Counted(run, None))

    @on(Counted)
    def _count(self, message: Counted) -> None:
        from collection.lab.ladder import LadderReport
        from collection.lab.simulation import joined

        if message.run != self._under_way:
            return
        if isinstance(message.part, CollectionError):
            self._under_way = 0
            self._unplayable = list(message.part.reasons)
        elif message.part is None:
            self._under_way = 0
            # More may have been asked for while the last games were played.
            self._start()
        else:
            self._parts = [joined([*self._parts, message.part])]
            self._report = LadderReport(self._report.ladder, self._parts[0])
        self._show()

    # What is shown

    def _show(self) -> None:
        self.query_one("#head", Static).update(self._head())
        self.query_one("#cards", Static).update(Content("\n").join(self._lines()))
        self.query_one("#dead", Static).update(Content("\n").join(self._dead()))
        self.query_one("#about", Static).update(Content("\n").join(self._about()))
        self.refresh_keys()

    def _head(self) -> Content:
        name = plain_content(self._told.title, "bold", cells=24)
        if self._unplayable:
            return Content.assemble(name, ": counted only, no game can be played with it")
        if self._under_way:
            return Content.assemble(name, f": trying it out, {self.played} of {self._wanted} games (esc stops)")
        stopped = ", stopped" if self.played < self._wanted else ""
        return Content.assemble(name, f": tried out in {games_word(self.played)}{stopped} (→ plays more)")

    def _lines(self) -> Iterable[Content]:
        catalogue = self._told.shelf.catalogue
        ways = {one.card: one for one in self._report.ladder.ways}
        known = [number for number in dict.fromkeys(self._told.cards) if number in catalogue]
        for number in sorted(known, key=lambda number: (catalogue[number].level, number)):
            card, way = catalogue[number], ways.get(number)
            counts = f"{way.face_up:>5} {way.on_rock:>5}" if way is not None else f"{'':>11}"
            hangs = " ".join(f"#{other}" for other in way.hangs_on) if way is not None else ""
            mark = "✗" if number in self._report.dead_weight else " "
            name = clipped(card.name, 16) + (STAND_IN_MARK if card.is_stand_in else "")
            line = f"{number:>4} {card.level.name:<3}  {fit(name, 17)} {counts}  {clipped(hangs, 14):<14}"
            yield Content.assemble((mark, "bold"), f"{line}  {self._share(number)}")

    def _share(self, number: CardNo) -> str:
        share = self._report.played(number)
        return "" if share is None else ranged(share)

    def _dead(self) -> Iterable[Content]:
        from collection.lab.ladder import Why

        catalogue = self._told.shelf.catalogue
        for number, why in self._report.dead_weight.items():
            reason = (
                "has no way up from this hand, and waits for a square of the rival's"
                if why is Why.NO_WAY_UP
                else "was played face up in less than 1 of 20 games where it was in hand"
            )
            yield plain_content(f"✗ Dead weight: {card_label(number, catalogue)} {reason}.")
        if not self._report.dead_weight:
            yield Content(self._no_dead_weight())
        stand = split(self._report.ladder.standing)
        yield Content(f"Can stand, the hand spent on one Level alone: Levels I-V {stand}.")

    def _no_dead_weight(self) -> str:
        if self._report.simulation:
            return "No card is dead weight."
        if self._report.ladder.ways:
            return "Every card has a way up."
        return "No card is of Level III to V: none needs a way up."

    def _about(self) -> Iterable[Content]:
        from collection.lab.ladder import assumptions

        found = self._report.simulation
        if found is not None:
            score = f"{found.score:.0%} ({found.low * 100:.0f} to {found.high * 100:.0f} %)".replace("%", " %", 1)
            yield Content(f"Score {score}: {found.wins} won, {found.draws} drawn, {found.losses} lost.")
            yield plain_content(" ".join(assumptions(self._told.shelf.catalogue)), "dim", cells=800)
        for reason in self._unplayable:
            yield plain_content(f"- {reason}", cells=400)

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "more":
            if self._unplayable:
                return "No game can be played with this hand: " + " ".join(self._unplayable)
            if self._wanted >= MOST and (self._under_way or self.played >= MOST):
                return f"{MOST} games are the most."
        return None

    def action_more(self) -> None:
        """Go on where the games were stopped, else play twice as many in all."""
        if self._under_way or self.played >= self._wanted:
            self._wanted *= 2
        if not self._under_way:
            self._start()
        self._show()

    def action_stake(self) -> None:
        """Tell what the hand can cost."""
        self._told.show_stake(self.mudwater, self._changed, instead=True)

    def go_back(self) -> None:
        """Stop the games first, then leave."""
        if self._under_way:
            self._under_way = 0
            self._show()
        else:
            super().go_back()
