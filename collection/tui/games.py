"""Earlier games: a list to look at them again from, and what many of them tell together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from collection.desk.files import named_path
from collection.errors import CollectionError
from collection.text import search_key
from collection.tui.commands import Command, bindings_of
from collection.tui.forms import Faulty, Field, Form
from collection.tui.games_rows import COLUMNS, MOST, Played, game_row, read_games
from collection.tui.help import Page
from collection.tui.place import Drill
from collection.tui.review_opening import review_match, review_of_file
from collection.tui.rows import Rows
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.analysis import Lessons
    from collection.store.book import Book
    from collection.tui.review import ReviewScreen


class GamesScreen(Drill):
    """The games of a collector, newest first."""

    WHERE: ClassVar[str] = "games"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("games"))
    MAIN: ClassVar[str] = "#games"
    HELP_TEXT: ClassVar[str] = (
        "Games that were played here, over and not taken back. Accuracy is your own, where the game has been judged: "
        "that happens the first time it is looked at, or here for all that are shown, with %. A game from a real table "
        "that was written down as a file opens with ^o."
    )
    DEFAULT_CSS = """
    GamesScreen #ask { height: 1; padding: 0 1; }
    GamesScreen #ask Static { width: auto; color: $text-muted; padding-right: 1; }
    GamesScreen #filter { width: 1fr; background: $background; }
    GamesScreen #filter:focus { background: $surface; }
    GamesScreen #games { height: 1fr; }
    """

    class Judging(Message):
        """So many games have been judged."""

        def __init__(self, done: int, of: int) -> None:
            super().__init__()
            self.done, self.of = done, of

    def __init__(self) -> None:
        super().__init__()
        self._games: Mapping[str, Played] = {}
        self._accuracies: Mapping[str, float] = {}
        self._shown: Sequence[str] = ()
        self._read = False
        self._under_way = self._stopping = False

    def compose_place(self) -> ComposeResult:
        """Compose where a rival is asked for, and the games."""
        with Horizontal(id="ask", classes="unless-nothing"):
            yield Static("Earlier games.  Against:", markup=False)
            yield Input(placeholder="all; a part of a name", id="filter", compact=True)
        yield Rows(COLUMNS, id="games", classes="unless-nothing")
        yield Static(
            Content.assemble(
                "No game to look at again yet.\n\nPress ", ("t", "bold"), " to play one, or ", ("^o", "bold"),
                " to open a written game from a file.",
            ),
            classes="nothing",
            markup=False,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Begin in the games."""
        self.query_one("#games").focus()

    def on_unmount(self) -> None:
        """Stop what is being judged."""
        self._stopping = True

    def refresh_place(self) -> None:
        """Read the games again."""
        self.at_desk(partial(read_games, self.mudwater.collector), self._take, slot="games")

    def _take(self, games: tuple[Played, ...]) -> None:
        self._games = {game.match.id: game for game in games}
        self._read = True
        self.set_class(not games, "-nothing")
        self._show()
        if not self._under_way:
            self.at_desk(partial(_kept, self.mudwater.collector), self._take_kept, slot="kept")

    def _take_kept(self, lessons: Lessons) -> None:
        self._accuracies = {
            one.match.id: one.summary.accuracy for one in lessons.games if one.summary.accuracy is not None
        }
        self._show()

    def _show(self) -> None:
        wanted = search_key(self.query_one("#filter", Input).value)
        shown = {key: game for key, game in self._games.items() if wanted in search_key(game.rival)}
        self._shown = tuple(shown)
        rows = self.query_one("#games", Rows)
        rows.show_rows((key, game_row(game, self._accuracies.get(key))) for key, game in shown.items())
        if not self._under_way:
            self.status(self._count())
        self.refresh_keys()

    def _count(self) -> Content:
        if not self._games:
            return Content("")
        of = f" of {len(self._games)}" if len(self._shown) < len(self._games) else ""
        newest = " (the newest)" if len(self._games) == MOST else ""
        count = len(self._games) if of else len(self._shown)
        return plain_content(f"{len(self._shown)}{of} {'game' if count == 1 else 'games'}{newest}", "dim")

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._show()

    @on(Input.Submitted, "#filter")
    def _done_filtering(self) -> None:
        self.query_one("#games").focus()

    @on(Rows.RowHighlighted, "#games")
    def _highlighted(self) -> None:
        self.refresh_keys()

    @on(Rows.RowSelected, "#games")
    def _opened(self) -> None:
        self.action_do("games.open")

    # What can be done

    @property
    def game(self) -> Played | None:
        """The game under the cursor."""
        return self._games.get(self.query_one("#games", Rows).cursor_key or "")

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.name == "take_in":
            return None
        if not self._games:
            return "There is no game to look at again yet." if self._read else "A moment, please."
        if command.name == "open" and self.game is None:
            return "No game is under the cursor."
        if command.name == "summary":
            if self._under_way:
                return "The games are being judged; esc stops it."
            if not any(self._games[key].match.counts for key in self._shown):
                return "None of these games counts: branches and watched games teach nothing about how you play."
        return None

    def action_open(self) -> None:
        """Look at the game under the cursor."""
        if self.game is not None:
            review_match(self, self.game.match.id)

    def action_filter(self) -> None:
        """Go to where a rival is named."""
        self.query_one("#filter", Input).focus()

    def action_take_in(self) -> None:
        """Open a written game from a file."""
        self.app.push_screen(OpenForm(), self._opened_file)

    def _opened_file(self, make: Callable[[], ReviewScreen] | None) -> None:
        if make is not None:
            self.app.push_screen(make())

    def action_summary(self) -> None:
        """Judge what is not judged yet, and tell what these games have in common."""
        self._under_way, self._stopping = True, False
        shown = frozenset(self._shown)
        work = partial(
            _lessons,
            self.mudwater.collector,
            self._rival,
            lambda: self._stopping or self.mudwater.leaving,
            self._tell_judged,
        )
        self.at_desk(work, partial(self._learned, shown), refused=self._not_learned, slot="lessons")
        self.status("Judging the games (esc stops)")
        self.refresh_keys()

    @property
    def _rival(self) -> str | None:
        """The one collector or rival against whom all the games shown were played; None where they are several."""
        names = set()
        for key in self._shown:
            game = self._games[key]
            other = None if game.seat is None else game.match.seats[1 - game.seat].account
            names.add(None if other is None else other.name)
        return names.pop() if len(names) == 1 else None

    def _tell_judged(self, done: int, of: int) -> None:
        """Say so on the screen's own side; called where the games are judged."""
        self.post_message(self.Judging(done, of))

    @on(Judging)
    def _count_judged(self, message: Judging) -> None:
        if self._under_way and not self._stopping:
            self.status(f"Judging the games: {message.done} of {message.of} (esc stops)")

    def _learned(self, shown: frozenset[str], lessons: Lessons) -> None:
        from collection.analysis.summary import many
        from collection.tui.review_summary import many_lines

        self._under_way = False
        self._take_kept(lessons)
        told = [one.summary for one in lessons.games if one.match.id in shown]
        left = f"{lessons.left} more {'game is' if lessons.left == 1 else 'games are'} not judged yet (% goes on)."
        if not told:
            self.tell(f"No game was judged: {left}")
            return
        lines = many_lines(many(told))
        if lessons.left:
            lines[:0] = [Content.styled(left, "bold"), Content("")]
        self.app.push_screen(Page("What these games tell", lines))

    def _not_learned(self, error: CollectionError) -> None:
        self._under_way = False
        self.mudwater.say_refused(error)
        self._show()

    def go_back(self) -> None:
        """Stop the judging first, then leave."""
        if self._under_way and not self._stopping:
            self._stopping = True
            self.status("Stopping after this game…")
        else:
            super().go_back()


class OpenForm(Form["Callable[[], ReviewScreen]"]):
    """Which file; closes with what makes the review of the game in it."""

    TITLE_WORDS: ClassVar[str] = "Open a written game"
    SAVE_WORDS: ClassVar[str] = "Open"
    NOTE: ClassVar[str] = (
        "A record as YAML, as `play --record` writes it or as you noted it at a real table: a rock that nobody turned "
        "over is ~unknown, an ante that nobody saw unknown, and hands may list fewer cards."
    )

    def fields(self) -> Iterable[Field]:
        """Ask for the file alone."""
        return (Field("file", "File", "such as ~/game.yaml"),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Read the file."""
        name = values["file"].strip()
        if not name:
            raise Faulty({"file": "Which file? Write its name."})
        self.at_desk(partial(review_of_file, named_path(name)), self.dismiss)


def _kept(collector: str | None, book: Book) -> Lessons:
    from collection.desk.analysis import many_of

    return many_of(book, collector, only_kept=True)


def _lessons(
    collector: str | None,
    rival: str | None,
    cancelled: Callable[[], bool],
    told: Callable[[int, int], None],
    book: Book,
) -> Lessons:
    from collection.desk.analysis import many_of

    return many_of(book, collector, rival=rival, cancelled=cancelled, told=told)
