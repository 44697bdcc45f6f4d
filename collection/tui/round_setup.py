"""Gathering for a game of several seats: which game, who sits where, and what is agreed beforehand."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static

from collection.errors import CollectionError
from collection.games.written import LETTERS
from collection.ledger.match import HUMAN
from collection.text import plain, search_key
from collection.tui.commands import Command
from collection.tui.hands_cards import PointedList
from collection.tui.picker import Picker
from collection.tui.place import Drill, bindings_of
from collection.tui.round_opening import stand_in_note, title_of
from collection.tui.table_setup import Choice
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.games.written import Variant, WrittenGame
    from collection.play.gathering import Gathering
    from collection.store.book import Book

USUAL_SEATS = 3
"""How many sit down where nobody said how many, if the game allows it."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who may sit down: a person by name, or a program."""

    player: str
    name: str
    note: str
    mine: bool = False
    """Whether this is the collector whose book it is."""

    @property
    def label(self) -> str:
        """What they are called."""
        return plain(self.name if self.player == HUMAN else self.player)


@dataclass(frozen=True, slots=True)
class Gatherable:
    """Everything the form shows."""

    games: tuple[WrittenGame, ...]
    people: tuple[Sitter, ...]
    """The collector first."""
    decks: tuple[str, ...] = ()
    """The collector's own decks that Cardia can be played with."""


def read_gatherable(collector: str | None, book: Book) -> Gatherable:
    """Read the games, an owner's corrections laid over their data, and the people of the book."""
    from collection.desk.collectors import current
    from collection.desk.decks import deck_choices
    from collection.games.registry import WRITTEN, written_game
    from collection.ledger.entry import AccountKind
    from collection.play.gathering import corrections_of

    with book.reading() as unit:
        mine = current(unit, collector)
        games = tuple(written_game(name, corrections_of(unit, name)) for name in WRITTEN)
        others = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.RIVAL)
    people = [Sitter(HUMAN, mine.name, "you", mine=True)]
    people += [Sitter(HUMAN, other.name, other.kind.value) for other in others if other.id != mine.id]
    decks = tuple(deck.name for deck in deck_choices(book, collector) if deck.saved and not deck.why_not)
    return Gatherable(games, tuple(people), decks)


def programs() -> tuple[Sitter, ...]:
    """Give the programs, strongest first."""
    from collection.players.programs import LINES

    return tuple(Sitter(name, "", "program") for name in reversed(tuple(LINES)))


class GatherScreen(Drill):
    """A game of several seats is set up here."""

    WHERE = "gather"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("gather")]
    MAIN = "#seats"
    DEFAULT_CSS = """
    GatherScreen #gather-form { height: 1fr; margin: 0 1; }
    GatherScreen .column { width: 1fr; height: 1fr; padding-right: 2; }
    GatherScreen .title { text-style: bold; color: $primary; height: 1; }
    GatherScreen #game { margin-bottom: 1; }
    GatherScreen #seats, GatherScreen #options { height: auto; max-height: 8; }
    GatherScreen #sitters { height: 1fr; max-height: 1fr; }
    GatherScreen #about { height: auto; max-height: 5; color: $text-muted; margin-top: 1; }
    GatherScreen #guest { height: 1; border: none; padding: 0; background: $panel; margin-top: 1; }
    GatherScreen #gather-go { height: auto; margin: 0 1; }
    GatherScreen #gather-summary { width: 1fr; height: auto; max-height: 3; padding-right: 2; }
    GatherScreen #gather-deal { min-width: 14; }
    GatherScreen.-tall #gather-form { margin: 1 1 0 1; }
    """
    HELP_TEXT = """\
Choose a game, then who sits where: the arrows go to a seat, tab or the right arrow to the list of who may sit there, \
enter or a click seats them, and the next seat follows.
n names a guest who is not in the book; minus leaves a seat empty.
Options change with enter, space or a click; what one changes stands below.
People share the keyboard: the screen hides one hand before it shows another.
Nothing is at stake in these games. Every choice is saved at once."""

    rng: random.Random = random.SystemRandom()
    """Draws all that chance decides, and the programs' whims."""

    def __init__(self, game: str = "", options: Mapping[str, str] | None = None) -> None:
        """Set up `game` with these options to begin with; nothing said is the first game, played as usual."""
        super().__init__()
        self._first_game = game
        self._gatherable: Gatherable | None = None
        self._sat: list[Sitter | None] = []
        self._chosen: dict[str, dict[str, str]] = {game: dict(options or {})}
        """What is agreed for each game, by option."""
        self._dealing = False

    def compose_place(self) -> ComposeResult:
        """Compose the three columns and the summary."""
        with Horizontal(id="gather-form"):
            with Vertical(classes="column"):
                yield Static(Content("Game"), classes="title")
                yield Picker(id="game")
                yield Static(Content("Options"), classes="title")
                yield PointedList(id="options")
                yield Static(id="about")
            with Vertical(classes="column"):
                yield Static(Content("Seats"), classes="title")
                yield PointedList(id="seats")
                yield Input(id="guest", compact=True, placeholder="a guest's name, then enter")
            with Vertical(classes="column"):
                yield Static(id="who-sits", classes="title")
                yield PointedList(id="sitters")
        with Horizontal(id="gather-go"):
            yield Static(id="gather-summary")
            yield Button(Content("Deal (d)"), id="gather-deal", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Show nothing but the frame until the book has been read."""
        self.query_one("#gather-form").display = False
        self.query_one("#gather-go").display = False
        self.query_one("#guest").display = False

    def refresh_place(self) -> None:
        """Read games and people again."""
        self.at_desk(partial(read_gatherable, self.mudwater.collector), self._take, slot="gatherable")

    def _take(self, gatherable: Gatherable) -> None:
        first = self._gatherable is None
        self._gatherable = gatherable
        self.query_one("#gather-form").display = True
        self.query_one("#gather-go").display = True
        games = self.query_one("#game", Picker)
        wanted = [place for place, game in enumerate(gatherable.games) if first and game.name == self._first_game]
        choices = [Choice(title_of(game.name).partition(":")[0], _seats_word(game)) for game in gatherable.games]
        games.offer(choices, next(iter(wanted), None))
        if first:
            self._sat = [gatherable.people[0]]
            self._fit_seats()
        self._show()
        if self.focused is None:
            games.focus()

    # What was chosen

    @property
    def _game(self) -> WrittenGame | None:
        place = self.query_one("#game", Picker).chosen
        return self._gatherable.games[place] if self._gatherable is not None and place is not None else None

    @property
    def _seat(self) -> int:
        return self.query_one("#seats", OptionList).highlighted or 0

    @property
    def _options(self) -> dict[str, str]:
        game = self._game
        return {} if game is None else self._chosen.setdefault(game.name, {})

    def _fit_seats(self) -> None:
        """Give the game as many seats as it may have, and programs where too few have sat down."""
        from collection.players.programs import USUAL

        game = self._game
        if game is None:
            return
        least, most = game.seats[0], game.seats[-1]
        sat = [sitter for sitter in self._sat if sitter is not None][:most]
        usual = max(least, min(USUAL_SEATS, most)) if len(sat) < 2 else least
        sat += [Sitter(USUAL, "", "program")] * (usual - len(sat))
        self._sat = [*sat, *([None] * (most - len(sat)))]

    @property
    def _guests(self) -> list[Sitter]:
        return [sitter for sitter in self._sat if sitter is not None]

    # What is shown

    def _show(self) -> None:
        game = self._game
        if game is None:
            return
        seats = self.query_one("#seats", PointedList)
        before = seats.highlighted or 0
        seats.show_lines([self._seat_line(seat) for seat in range(len(self._sat))], min(before, len(self._sat) - 1))
        self._show_options()
        self._show_sitters()
        self.query_one("#gather-summary", Static).update(self._summary(game))
        self.query_one("#gather-deal", Button).disabled = self._why_no_deal() is not None
        self.status(stand_in_note(game))
        self.refresh_keys()

    def _seat_line(self, seat: int) -> Content:
        sitter = self._sat[seat]
        if sitter is None:
            return Content.assemble(f" {LETTERS[seat]} ", ("nobody", "dim"))
        return Content.assemble(
            f" {LETTERS[seat]} ", (clipped(sitter.label, 16), "bold"), ("  program" if not sitter.name else "", "dim")
        )

    def _show_options(self) -> None:
        game = self._game
        if game is None:
            return
        listed = self.query_one("#options", PointedList)
        before = listed.highlighted
        room = 16 if self.size.width < 100 else 28
        lines = [Content.assemble(f" {one.name}: ", (clipped(self._value(one), room), "bold")) for one in game.variants]
        listed.show_lines(lines, min(before or 0, len(lines) - 1) if lines else None)
        self._explain()

    def _value(self, variant: Variant) -> str:
        return self._options.get(variant.name, variant.values[0])

    def _values(self, variant: Variant) -> tuple[str, ...]:
        """Give what an option may be; a deck of Cardia may be one of the collector's own."""
        own = self._gatherable.decks if self._gatherable is not None and self._is_deck(variant.name) else ()
        return (*variant.values, *own)

    def _is_deck(self, option: str) -> bool:
        return self._game is not None and (self._game.name, option) == ("cardia", "deck")

    def _explain(self) -> None:
        game, place = self._game, self.query_one("#options", OptionList).highlighted
        about = game.variants[place].about if game is not None and place is not None else ""
        if game is not None and place is not None and self._is_deck(game.variants[place].name):
            about += " Your own legal decks follow."
        self.query_one("#about", Static).update(plain_content(about, cells=300))

    def _sitters(self) -> Sequence[Sitter]:
        people = self._gatherable.people if self._gatherable is not None else ()
        guests = [sitter for sitter in self._guests if sitter.player == HUMAN and sitter not in people]
        return (*people, *guests, *programs())

    def _show_sitters(self) -> None:
        self.query_one("#who-sits", Static).update(Content(f"Who sits at {LETTERS[self._seat]}"))
        listed = self.query_one("#sitters", PointedList)
        before = listed.highlighted or 0
        listed.show_lines([self._sitter_line(sitter) for sitter in self._sitters()], before)

    def _sitter_line(self, sitter: Sitter) -> Content:
        sits = sitter.player == HUMAN and sitter in self._sat
        note = f"at {LETTERS[self._sat.index(sitter)]}" if sits else sitter.note
        return Content.assemble(" ", clipped(sitter.label, 16), (f"  {note}", "dim"))

    def _summary(self, game: WrittenGame) -> Content:
        if (why_not := self._why_no_deal()) is not None:
            return plain_content(why_not, cells=300)
        names = ", ".join(clipped(sitter.label, 16) for sitter in self._guests)
        agreed = ", ".join(f"{name}: {clipped(value, 40)}" for name, value in self._options.items()) or "The usual game"
        people = sum(sitter.player == HUMAN for sitter in self._guests)
        if people == 0:
            how = "You watch, over one shoulder after another."
        else:
            how = "You share the keyboard." if people > 1 else "Nothing is at stake."
        return Content.assemble((f"{title_of(game.name)}: {names}", "bold"), f". {agreed}. {how}")

    # Changing it

    @on(Picker.Picked)
    def _other_game(self) -> None:
        self._fit_seats()
        self._show()

    @on(OptionList.OptionSelected, "#game")
    def _to_seats(self) -> None:
        self.query_one("#seats").focus()

    @on(OptionList.OptionHighlighted, "#options")
    def _look_at_option(self) -> None:
        self._explain()

    @on(OptionList.OptionSelected, "#options")
    def _change_option(self, event: OptionList.OptionSelected) -> None:
        game = self._game
        if game is None:
            return
        variant = game.variants[event.option_index]
        values = self._values(variant)
        value = values[(values.index(self._value(variant)) + 1) % len(values)]
        self._options.pop(variant.name, None)
        if value != values[0]:
            self._options[variant.name] = value
        self._show()

    @on(OptionList.OptionHighlighted, "#seats")
    def _look_at_seat(self) -> None:
        self._show_sitters()

    @on(OptionList.OptionSelected, "#seats")
    def _to_sitters(self) -> None:
        self.query_one("#sitters").focus()

    @on(OptionList.OptionSelected, "#sitters")
    def _seat_them(self, event: OptionList.OptionSelected) -> None:
        self._sit(self._sitters()[event.option_index])

    def _sit(self, sitter: Sitter) -> None:
        """Seat somebody where the cursor is; a person who sits elsewhere changes places."""
        seat = self._seat
        if sitter.player == HUMAN and sitter in self._sat:
            self._sat[self._sat.index(sitter)] = self._sat[seat]
        self._sat[seat] = sitter
        self._show()
        self.query_one("#seats", OptionList).highlighted = min(seat + 1, len(self._sat) - 1)
        self._show_sitters()

    def action_empty(self) -> None:
        """Let nobody sit at the seat under the cursor; those behind move up."""
        self._sat.pop(self._seat)
        self._sat.append(None)
        self._show()

    def action_type(self) -> None:
        """Name a guest."""
        field = self.query_one("#guest", Input)
        field.display = True
        field.value = ""
        field.focus()

    @on(Input.Submitted, "#guest")
    def _named(self, event: Input.Submitted) -> None:
        name = " ".join(event.value.split())
        self._close_input()
        if name:
            known = next(
                (one for one in self._sitters() if one.name and search_key(one.name) == search_key(name)), None
            )
            self._sit(known or Sitter(HUMAN, name, "guest"))

    def _close_input(self) -> None:
        self.query_one("#guest").display = False
        self.query_one("#seats").focus()

    def go_back(self) -> None:
        """Close the line first, then the form."""
        if self.query_one("#guest").display:
            self._close_input()
        else:
            self.app.pop_screen()

    # Beginning

    def _why_no_deal(self) -> str | None:
        game = self._game
        if game is None:
            return "There is no game to play yet."
        count, least, most = len(self._guests), game.seats[0], game.seats[-1]
        if count < least:
            return f"{title_of(game.name)} is for {least} to {most}: {least - count} more must sit down."
        if count > most:
            return f"{title_of(game.name)} is for {least} to {most}: {count - most} must stand up."
        return None

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "deal":
            return self._why_no_deal()
        if command.name == "empty" and self._sat and self._sat[self._seat] is None:
            return "Nobody sits there."
        return None

    @on(Button.Pressed, "#gather-deal")
    def _pressed(self) -> None:
        self.action_deal()

    def action_deal(self) -> None:
        """Begin the game."""
        game = self._game
        if game is None or self._dealing or self._why_no_deal() is not None:
            return
        # The book may be busy for a while: a second press would begin a second game.
        self._dealing = True
        sat, agreed = tuple(self._guests), dict(self._options)
        work = partial(_begin, self.mudwater.collector, game.name, sat, agreed, self.rng, self.mudwater.clock)
        self.at_desk(work, self._sit_down, refused=self._not_dealt)

    def _not_dealt(self, error: CollectionError) -> None:
        self._dealing = False
        self.mudwater.say_refused(error)

    def _sit_down(self, gathering: Gathering) -> None:
        from collection.tui.round import RoundScreen

        self._dealing = False
        self.app.switch_screen(RoundScreen(gathering, self.rng))


def _begin(
    collector: str | None,
    game: str,
    sat: Sequence[Sitter],
    options: dict[str, Any],
    rng: random.Random,
    clock: Callable[[], dt.datetime],
    book: Book,
) -> Gathering:
    from collection.play.gathering import Guest, gather

    if game == "cardia" and "deck" in options:
        from collection.desk.decks import deck_options

        # Its name may be that of a saved deck, of which the game takes the cards.
        options |= deck_options(book, collector, options.pop("deck"))
    guests = [Guest(one.player, one.name, mine=one.mine) for one in sat]
    return gather(book, game, guests, rng=rng, now=clock(), options=options)


def _seats_word(game: WrittenGame) -> str:
    least, most = game.seats[0], game.seats[-1]
    return f"{least} to {most}" if most > least else f"{least}"
