"""Ante: every game, what it cost and brought, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.ledger.match import Place, Result, Stakes, Status
from collection.ledger.statistics import RivalTally
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of, registry
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.place import KeyCap, MudwaterScreen
from collection.tui.rows import Rows
from collection.tui.text import clipped, plain_text

if TYPE_CHECKING:
    from collection.desk.antes import AnteLine, AnteReceipt

GAMES = (
    ("date", "Date", 10),
    ("rival", "Rival", 14),
    ("result", "Result", 7),
    ("mine", "My ante", 19),
    ("theirs", "Their ante", 0),
)
RIVALS = (
    ("rival", "Rival", 14),
    ("games", "Games", 5),
    ("won", "Won", 3),
    ("lost", "Lost", 4),
    ("drawn", "Drawn", 5),
    ("cards", "Cards", 10),
    ("held", "They hold", 0),
)
MARKS = {Result.WON: "▲ won", Result.LOST: "▼ lost", Result.DRAW: "= draw"}

_Read = tuple["Catalogue", "Sequence[AnteLine]", "Sequence[RivalTally]", "Sequence[str]", "frozenset[CardNo]"]


class AnteScreen(MudwaterScreen):
    """Games in a table, rivals beside or below it."""

    WHERE: ClassVar[str] = "ante"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("ante"))
    MAIN: ClassVar[str] = "#games"
    DEFAULT_CSS = """
    AnteScreen #panes { height: 1fr; }
    AnteScreen #played { width: 1fr; height: 1fr; }
    AnteScreen #against { height: 7; border-top: solid $panel; }
    AnteScreen.-tall #against { height: 14; }
    AnteScreen .heading { height: 1; padding: 0 1; text-style: bold; }
    AnteScreen .heading > Static { width: 1fr; text-style: bold; }
    AnteScreen .heading > KeyCap { width: auto; margin-right: 0; text-style: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._catalogue: Catalogue | None = None
        self._games: dict[str, AnteLine] = {}
        self._rivals: Sequence[RivalTally] = ()
        self._hands: Sequence[str] = ()
        self._keepsakes: frozenset[CardNo] = frozenset()
        self._last: str | None = None
        """The game that was written down last on this screen: what `undo` takes back."""

    def compose_place(self) -> ComposeResult:
        """Compose games and rivals."""
        with Vertical(id="panes"):
            with Vertical(id="played"):
                with Horizontal(classes="heading"):
                    yield Static("Games", markup=False)
                    yield KeyCap(registry()["ante.others"], "O", self, None)
                yield Rows(GAMES, id="games", classes="unless-nothing")
                yield Static(
                    Content.assemble(
                        "No games yet.\n\nPress ", ("n", "bold"), " to write down a game at a real table,\n",
                        ("t", "bold"), " to play one here,\n", ("O", "bold"), " for Matschig, Cardia and MUD.",
                    ),
                    id="nothing",
                    classes="nothing",
                    markup=False,
                )  # fmt: skip
            with Vertical(id="against", classes="unless-nothing"):
                yield Static("Rivals", classes="heading", markup=False)
                yield Rows(RIVALS, id="rivals")

    def on_mount(self) -> None:
        """Begin in the games."""
        self.query_one("#games").focus()

    def refresh_place(self) -> None:
        """Read games and rivals again."""
        collector = self.mudwater.collector

        def read(book: Book) -> _Read:
            from collection.desk.antes import antes, tallies
            from collection.desk.collectors import current
            from collection.desk.hands import hands
            from collection.desk.marks import keepsakes

            with book.reading() as unit:
                catalogue, kept = unit.cards.catalogue(), keepsakes(unit, current(unit, collector))
            names = [checked.hand.name for checked in hands(book, collector)]
            return catalogue, antes(book, collector, void=True), tallies(book, collector), names, kept

        self.at_desk(read, self._take, slot="ante")

    def _take(self, read: _Read) -> None:
        self._catalogue, games, rivals, self._hands, self._keepsakes = read
        self._rivals = rivals
        self._games = {line.id: line for line in games}
        if self._last is not None and self._last in self._games and self._games[self._last].status is Status.VOID:
            self._last = None
        self.set_class(not games, "-nothing")
        self.query_one("#games", Rows).show_rows((line.id, self._game(line)) for line in games)
        self.query_one("#rivals", Rows).show_rows((tally.rival, self._rival(tally)) for tally in rivals)
        waiting = sum(line.status is Status.UNSETTLED for line in games)
        self.status(
            Content.assemble(
                ("? ", "bold"), f"a card of {waiting} {'game' if waiting == 1 else 'games'} is still to be named: e"
            )
            if waiting
            else ""
        )
        self.refresh_keys()

    def _game(self, line: AnteLine) -> Sequence[Text]:
        quiet = "dim" if line.status is Status.VOID else ""
        colour = {Result.WON: "green", Result.LOST: "red", Result.DRAW: ""}[line.result]
        result = "void" if quiet else MARKS[line.result]
        friendly = line.stakes is Stakes.FRIENDLY
        return (
            plain_text(f"{line.date:%Y-%m-%d}", quiet),
            plain_text(line.rival, quiet, cells=14),
            plain_text(result, quiet or colour),
            plain_text("friendly" if friendly else self._card(line.mine, line), quiet),
            plain_text("" if friendly else self._card(line.theirs, line), quiet),
        )

    def _card(self, number: CardNo | None, line: AnteLine) -> str:
        if number is None:
            return "? to be named" if line.status is Status.UNSETTLED else "?"
        name = self._catalogue[number].name if self._catalogue is not None and number in self._catalogue else ""
        return f"{number} {name}"

    def _rival(self, tally: RivalTally) -> Sequence[Text]:
        held = " ".join(f"{number}×{count}" if count > 1 else str(number) for number, count in tally.still_held)
        return (
            plain_text(tally.rival, cells=14),
            plain_text(str(tally.games), right=True),
            plain_text(str(tally.won), right=True),
            plain_text(str(tally.lost), right=True),
            plain_text(str(tally.drawn), right=True),
            plain_text(f"+{tally.cards_won} -{tally.cards_lost}" + (f" ?{tally.unknown}" if tally.unknown else "")),
            plain_text(held or "nothing", "" if held else "dim"),
        )

    @property
    def game(self) -> AnteLine | None:
        """The game under the cursor."""
        return self._games.get(self.query_one("#games", Rows).cursor_key or "")

    @on(Rows.RowSelected, "#games")
    def _opened(self) -> None:
        self.action_open()

    @on(Rows.RowSelected, "#rivals")
    def _rival_opened(self) -> None:
        self.action_rival()

    @on(Rows.RowHighlighted, "#games")
    def _highlighted(self) -> None:
        self.refresh_keys()

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        game = self.game
        reason = None
        if command.id in ("ante.open", "ante.complete", "ante.void", "ante.games") and game is None:
            reason = "No game is under the cursor. Press n to write one down."
        elif command.id == "ante.complete" and game is not None and game.mine is not None and game.theirs is not None:
            reason = "Both cards of this game are named."
        elif command.id in ("ante.void", "ante.complete") and game is not None and game.status is Status.VOID:
            reason = "This game has been taken back."
        elif command.id == "ante.games" and game is not None and game.place is not Place.HERE:
            reason = "Of this game only the result is here. G at the Table opens games that are written in files."
        elif command.id == "ante.rival" and self.rival is None:
            reason = "No rival is under the cursor."
        elif command.id == "ante.undo" and self._last is None:
            reason = "Nothing was written down here yet; v takes back the game under the cursor."
        elif command.id == "ante.new" and self._catalogue is None:
            reason = "The book is still being opened."
        return reason

    def action_games(self) -> None:
        """Look at the game under the cursor again, move by move."""
        from collection.tui.review_opening import review_match

        if self.game is not None:
            review_match(self, self.game.id)

    def action_new(self) -> None:
        """Write down a game."""
        from collection.tui.ante_forms import AnteForm

        if self._catalogue is not None:
            rivals = [tally.rival for tally in self._rivals]
            self.app.push_screen(AnteForm(self._catalogue, rivals, self._hands, self._keepsakes), self._written)

    def action_complete(self) -> None:
        """Name a card of the game under the cursor."""
        from collection.tui.ante_forms import CompleteForm

        if self._catalogue is not None and self.game is not None:
            self.app.push_screen(CompleteForm(self._catalogue, self.game, self._keepsakes), self._written)

    def _written(self, receipt: AnteReceipt | None) -> None:
        if receipt is None:
            return
        from collection.tui.exchange import broken_words

        self._last = receipt.match.id
        self.mudwater.say(f"{self._what_moved(receipt)} u takes it back. {broken_words(receipt.broken)}".strip())
        for warning in receipt.warnings:
            self.mudwater.say(warning.message, severity="warning")
        self.refresh_place()
        if receipt.broken and self._is_mine(receipt):
            from collection.tui.loss import LossScreen

            self.app.push_screen(LossScreen(receipt.match.id))

    def _is_mine(self, receipt: AnteReceipt) -> bool:
        """Say whether the loss is the collector's own: another one's hands are theirs to mend."""
        loser = None if receipt.match.loser is None else receipt.match.seats[receipt.match.loser].account
        return loser is not None and loser.name == self.mudwater.collector_name

    def action_loss(self) -> None:
        """Begin with a loss: the card is picked from the hand."""
        from collection.tui.loss_entry import LossEntryScreen

        self.app.push_screen(LossEntryScreen(self._written))

    def _what_moved(self, receipt: AnteReceipt) -> str:
        rival = clipped(next((s.account.name for s in receipt.match.seats[1:] if s.account is not None), "?"), 40)
        if receipt.entry is None:
            return f"The game against {rival} is written down; no card moved."
        movement = receipt.entry.movements[0]
        number = movement.copies.number
        name = self._catalogue[number].name if self._catalogue is not None else ""
        verb = "Lost" if receipt.match.seats[0].result is Result.LOST else "Won"
        return f"{verb} {number} {clipped(name, 30)} {'to' if verb == 'Lost' else 'from'} {rival}."

    def action_open(self) -> None:
        """Show the game under the cursor whole."""
        from collection.tui.ante_forms import game_lines

        if self.game is not None and self._catalogue is not None:
            self.app.push_screen(Page("Game", game_lines(self.game, self._catalogue)))

    @property
    def rival(self) -> str | None:
        """The rival under the cursor, or the one of the game under the cursor."""
        rivals = self.query_one("#rivals", Rows)
        if rivals.has_focus or self.game is None:
            return rivals.cursor_key
        return self.game.rival

    def action_rival(self) -> None:
        """Show the rival."""
        from collection.tui.rival import RivalScreen

        if self.rival is not None:
            self.app.push_screen(RivalScreen(self.rival))

    def action_void(self) -> None:
        """Take back the game under the cursor, once confirmed."""
        from collection.tui.ante_forms import game_lines

        game = self.game
        if game is None or self._catalogue is None:
            return
        question = Confirm("Take this game back?", game_lines(game, self._catalogue), yes="Take it back")
        self.app.push_screen(question, lambda yes: self._void(game.id) if yes else None)

    def action_undo(self) -> None:
        """Take back what was written down last."""
        if self._last is not None:
            self._void(self._last)

    def _void(self, match: str) -> None:
        now = self.mudwater.clock()

        def take_back(book: Book) -> str:
            from collection.desk.exchange import void
            from collection.desk.said import said
            from collection.tui.exchange import broken_words

            voided = void(book, match, said(now))
            return " ".join([*(one.message for one in voided.given_back), broken_words(voided.broken)])

        self.at_desk(take_back, self._voided)

    def _voided(self, words: str) -> None:
        self._last = None
        self.mudwater.say(f"The game is taken back, and so is the card it moved. {words}".strip())
        self.refresh_place()

    def action_others(self) -> None:
        """Show the games but Mudwater."""
        from collection.tui.sheets import OthersScreen

        self.app.push_screen(OthersScreen())

    def action_ledger(self) -> None:
        """Show the ledger."""
        from collection.tui.ledger import LedgerScreen

        self.app.push_screen(LedgerScreen())

    def action_exchange(self) -> None:
        """Log a trade, a gift, a find or a loss."""
        from collection.tui.exchange import ask_exchange

        ask_exchange(self)
