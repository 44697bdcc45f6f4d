"""Other games: what was played besides Mudwater, newest first, and what it comes to, rival by rival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from collection.games.registry import TITLES
from collection.ledger.match import Place, Result, Status
from collection.store.book import Book
from collection.text import search_key
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.place import Drill
from collection.tui.rows import Rows
from collection.tui.text import clipped, plain_text

if TYPE_CHECKING:
    from collection.desk.sheet_statistics import TableTally
    from collection.desk.sheets import SheetReceipt, TableLine

GAMES = (
    ("date", "Date", 10),
    ("game", "Game", 8),
    ("result", "Result", 8),
    ("with", "With", 20),
    ("more", "Points, or how", 0),
)
TALLIES = (
    ("game", "Game", 8),
    ("rival", "Rival", 16),
    ("games", "Games", 5),
    ("won", "Won", 3),
    ("lost", "Lost", 4),
    ("drawn", "Drawn", 5),
    ("theirs", "They won", 8),
    ("share", "Won (95 %)", 0),
)
MARKS = {Result.WON: "▲ won", Result.LOST: "▼ lost", Result.DRAW: "= draw"}
_COLOURS = {Result.WON: "green", Result.LOST: "red", Result.DRAW: ""}

_Read = tuple["Sequence[TableLine]", "Sequence[TableTally]", "Sequence[str]"]


class OthersScreen(Drill):
    """Games in a table, what they come to below it."""

    WHERE: ClassVar[str] = "others"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("others"))
    MAIN: ClassVar[str] = "#games"
    HELP_TEXT: ClassVar[str] = (
        "No card changes hands in these games. Those played here at the Table stand among those of a real table. "
        "A victory that several share is one for each of them, marked ▲ shared. The last column is how many of the "
        "games you won, with its 95 % interval (Wilson): few games leave it wide. The filter takes a part of a "
        "game's or a person's name."
    )
    DEFAULT_CSS = """
    OthersScreen #ask { height: 1; padding: 0 1; }
    OthersScreen #ask Static { width: auto; color: $text-muted; padding-right: 1; }
    OthersScreen #filter { width: 1fr; background: $background; }
    OthersScreen #filter:focus { background: $surface; }
    OthersScreen #panes { height: 1fr; }
    OthersScreen #games { height: 1fr; }
    OthersScreen #sums { height: 9; border-top: solid $panel; }
    OthersScreen.-tall #sums { height: 15; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[TableLine] = ()
        self._games: dict[str, TableLine] = {}
        self._tallies: dict[str, TableTally] = {}
        self._people: Sequence[str] = ()
        self._is_read = False
        self._last: str | None = None
        """The game that was written down last on this screen: what `undo` takes back."""

    def compose_place(self) -> ComposeResult:
        """Compose the filter, the games and the figures."""
        with Horizontal(id="ask", classes="unless-nothing"):
            yield Static("Games of", markup=False)
            yield Input(placeholder="all; a part of a game's or a person's name", id="filter", compact=True)
        with Vertical(id="panes"):
            yield Rows(GAMES, id="games", classes="unless-nothing")
            yield Static(
                Content.assemble(
                    "No other games yet.\n\nPress ",
                    ("n", "bold"),
                    " to write down Matschig, Cardia or MUD at a real table.",
                ),
                id="nothing",
                classes="nothing",
                markup=False,
            )
            with Vertical(id="sums", classes="unless-nothing"):
                yield Rows(TALLIES, id="tallies")

    def on_mount(self) -> None:
        """Begin in the games."""
        self.query_one("#games").focus()

    def refresh_place(self) -> None:
        """Read the games again."""
        collector = self.mudwater.collector

        def read(book: Book) -> _Read:
            from collection.desk.sheet_statistics import tally_tables
            from collection.desk.sheets import known_people, table_games

            lines = table_games(book, collector, void=True)
            return lines, tally_tables(lines), known_people(book, collector, lines)

        self.at_desk(read, self._take, slot="others")

    def _take(self, read: _Read) -> None:
        self._lines, tallies, self._people = read
        self._tallies = {f"{tally.game} {tally.rival}": tally for tally in tallies}
        self._is_read = True
        self.set_class(not self._lines, "-nothing")
        if any(line.match.id == self._last and line.void for line in self._lines):
            self._last = None
        self._show()

    def _show(self) -> None:
        """Show what the filter lets through."""
        wanted = search_key(self.query_one("#filter", Input).value)
        lines = [line for line in self._lines if _matches(wanted, line.match.game, line.others)]
        self._games = {line.match.id: line for line in lines}
        tallies = [
            (key, tally)
            for key, tally in self._tallies.items()
            if _matches(wanted, tally.game, (tally.rival,) if tally.rival else ())
        ]
        self.query_one("#games", Rows).show_rows((line.match.id, _game_row(line)) for line in lines)
        self.query_one("#tallies", Rows).show_rows((key, _tally_row(tally)) for key, tally in tallies)
        self.refresh_keys()

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._show()

    @on(Input.Submitted, "#filter")
    def _done_filtering(self) -> None:
        self.query_one("#games").focus()

    @on(Rows.RowSelected)
    def _opened(self) -> None:
        self.action_open()

    @on(Rows.RowHighlighted, "#games")
    def _highlighted(self) -> None:
        self.refresh_keys()

    @property
    def game(self) -> TableLine | None:
        """The game under the cursor."""
        return self._games.get(self.query_one("#games", Rows).cursor_key or "")

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        game = self.game
        reason = None
        if command.id == "others.new" and not self._is_read:
            reason = "The book is still being opened."
        elif command.id in ("others.open", "others.void") and game is None:
            reason = "No game is under the cursor. Press n to write one down."
        elif command.id == "others.void" and game is not None and game.void:
            reason = "This game has been taken back."
        elif command.id == "others.filter" and not self._lines:
            reason = "There are no games yet. Press n to write one down."
        elif command.id == "others.undo" and self._last is None:
            reason = "Nothing was written down here yet; v takes back the game under the cursor."
        return reason

    def action_new(self) -> None:
        """Write down a result: which game is asked first."""
        from collection.tui.sheets_form import WhichGame

        self.app.push_screen(WhichGame(), self._ask)

    def _ask(self, game: str | None) -> None:
        """Ask for a result of `game`; who has been at a table before is offered by name."""
        from collection.tui.sheets_form import FORMS

        if game is not None:
            me = self.mudwater.collector_name or "you"
            self.app.push_screen(FORMS[game](me, self._people), self._written)

    def _written(self, receipt: SheetReceipt | None) -> None:
        if receipt is None:
            return
        from collection.desk.sheets import line_of

        self._last = receipt.match.id
        line = line_of(receipt.match)
        self.mudwater.say(f"{TITLES[receipt.match.game]} is written down: {_who_won(line)}. u takes it back.")
        self.refresh_place()

    def action_filter(self) -> None:
        """Go to the filter."""
        self.query_one("#filter").focus()

    def action_open(self) -> None:
        """Show the game under the cursor whole, or the figures where those have the focus."""
        from collection.tui.sheets_lines import game_lines, tally_lines

        tallies = self.query_one("#tallies", Rows)
        tally = self._tallies.get(tallies.cursor_key or "") if tallies.has_focus else None
        if tally is not None:
            self.app.push_screen(Page("What the games come to", tally_lines(tally)))
        elif self.game is not None:
            self.app.push_screen(Page("Game", game_lines(self.game)))

    def action_void(self) -> None:
        """Take back the game under the cursor, once confirmed."""
        from collection.tui.sheets_lines import game_lines

        game = self.game
        if game is not None:
            question = Confirm("Take this game back?", game_lines(game), yes="Take it back")
            self.app.push_screen(question, lambda yes: self._void(game.match.id) if yes else None)

    def action_undo(self) -> None:
        """Take back what was written down last."""
        if self._last is not None:
            self._void(self._last)

    def _void(self, match: str) -> None:
        now = self.mudwater.clock()

        def take_back(book: Book) -> None:
            from collection.desk.exchange import void
            from collection.desk.said import said

            void(book, match, said(now))

        self.at_desk(take_back, self._voided)

    def _voided(self, _: None) -> None:
        self._last = None
        self.mudwater.say("The game is taken back: it counts in no figures any more.")
        self.refresh_place()


def _matches(wanted: str, game: str, names: Sequence[str]) -> bool:
    return any(wanted in search_key(words) for words in (game, TITLES[game], *names))


def _who_won(line: TableLine) -> str:
    winners = [clipped(name, 30) for name in line.winners]
    if not winners:
        return "a draw"
    return f"{' and '.join(winners)} {'share the victory' if len(winners) > 1 else 'won'}"


def _game_row(line: TableLine) -> Sequence[Text]:
    from collection.desk.sheets import gist

    quiet = "dim" if line.match.status is Status.VOID else ""
    result = "void" if quiet else "▲ shared" if line.shared else MARKS[line.result]
    here = "" if line.match.place is Place.TABLE else "here"
    more = ", ".join(part for part in (gist(line), here, line.match.note) if part)
    return (
        plain_text(f"{line.match.happened:%Y-%m-%d}", quiet),
        plain_text(line.match.game.capitalize() if line.match.game != "mud" else "MUD", quiet),
        plain_text(result, quiet or _COLOURS[line.result]),
        plain_text(", ".join(clipped(name, 24) for name in line.others), quiet, cells=20),
        plain_text(more, quiet),
    )


def _tally_row(tally: TableTally) -> Sequence[Text]:
    share = tally.share
    whole = "" if tally.rival else "bold"
    return (
        plain_text(tally.game.capitalize() if tally.game != "mud" else "MUD", whole),
        plain_text(tally.rival or "all", whole, cells=16),
        *(plain_text(str(count), whole, right=True) for count in (tally.games, tally.won, tally.lost, tally.drawn)),
        plain_text(str(tally.theirs) if tally.rival else "", right=True),
        plain_text(f"{share.estimate:4.0%} ({100 * share.low:.0f}-{100 * share.high:.0f})", whole),
    )
