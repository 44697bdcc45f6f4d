"""What if: playing on from a position of some game, beside that game, which stays as it is."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from collection.catalogue.card import STAND_IN_MARK
from collection.errors import CollectionError
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Match, Status
from collection.tui.face import OWNER_MARKS
from collection.tui.picker import Picker
from collection.tui.place import MudwaterScreen, Question
from collection.tui.table_setup import Choice
from collection.tui.text import clipped, paragraph, sentences

if TYPE_CHECKING:
    from textual.screen import Screen

    from collection.catalogue.catalogue import Catalogue
    from collection.play.sitting import Sitter, Sitting
    from collection.store.book import Book
    from collection.tui.app import MudwaterApp

_SIDES = ("black", "white")


@dataclass(frozen=True, slots=True)
class Chair:
    """Somebody who may play a seat of a branch."""

    label: str
    player: str
    collector: str | None = None


def branch_off(app: MudwaterApp, source: Match | str, at: int, *, viewer: int | None = None) -> None:
    """Ask who plays on from the position after the first `at` moves of a match, or of a record's text, and begin.

    The match opens over the screen that is shown, so that going back from it leads there. `viewer` is the seat with
    whose eyes a match is seen that two persons are still playing.
    """
    collector = app.collector_name or ""

    def ask(people: tuple[str, ...]) -> None:
        app.push_screen(BranchForm(source, at, people, viewer), partial(_begun, app))

    app.at_desk(partial(_people, source, collector), ask, owner=app.screen)


def _begun(app: MudwaterApp, begun: tuple[Sitting, Catalogue] | None) -> None:
    if begun is not None:
        app.push_screen(match_screen(*begun, BranchForm.rng, going=True))


def match_screen(sitting: Sitting, catalogue: Catalogue, rng: random.Random, *, going: bool = False) -> Screen[None]:
    """Give the screen for a match: to play it where a person sits, else to watch it, at once `going` on or at rest."""
    if any(seat.player == HUMAN for seat in sitting.match.seats):
        from collection.tui.table_match import MatchScreen

        return MatchScreen(sitting, catalogue, rng)
    from collection.tui.watch import WatchScreen

    return WatchScreen(sitting, catalogue, rng, going=going)


def tell_branch(screen: MudwaterScreen, match: Match) -> None:
    """Say on the status line of a branch which game it left, and where; nothing of any other match."""
    left = match.branch
    if left is None:
        return
    screen.status(_what_if(left.at, "a written game"))
    if left.match:
        screen.at_desk(partial(_game_called, left.match), lambda name: screen.status(_what_if(left.at, name)))


def _what_if(at: int, game: str) -> Content:
    where = f"after move {at} of" if at else "from the deal of"
    return Content.assemble(("What if", "bold"), f", {where} {clipped(game, 38)}. {STAND_IN_MARK} stand-in")


def _game_called(match: str, book: Book) -> str:
    with book.reading() as unit:
        return called(unit.matches.find(match))


def called(match: Match) -> str:
    """Give what a match is called where another one is about it."""
    black, white = (clipped(seat.called, 14) for seat in match.seats)
    what = "the what-if " if match.branch is not None else ""
    return f"{what}● {black} against ○ {white}, {match.happened:%d %b}"


def _people(source: Match | str, collector: str, book: Book) -> tuple[str, ...]:
    """Give the persons who may take a seat: who plays here, then whoever else sat in that game."""
    sat = [] if isinstance(source, str) else [seat.account for seat in source.seats]
    others = [account.name for account in sat if account is not None and account.kind is AccountKind.COLLECTOR]
    with book.reading() as unit:
        here = [account.name for account in unit.accounts.all(AccountKind.COLLECTOR)]
    there = [name for name in dict.fromkeys([collector, *others]) if name in here]
    return tuple(there)


class BranchForm(Question["tuple[Sitting, Catalogue]"]):
    """Who plays each seat of a branch."""

    DEFAULT_CSS = """
    BranchForm #branch-seats { height: auto; }
    BranchForm .branch-seat { width: 1fr; height: auto; padding-right: 1; }
    BranchForm .branch-title { text-style: bold; color: $primary; height: 1; }
    BranchForm .branch-note { height: auto; margin-bottom: 1; }
    BranchForm .branch-seat Picker, BranchForm .branch-seat Picker:focus { max-height: 9; }
    BranchForm #branch-fault { display: none; height: auto; margin-top: 1; color: $text-error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "begin", "Begin", show=False)]

    rng: random.Random = random.SystemRandom()
    """Draws the cards that nobody saw, and the programs' whims."""

    def __init__(self, source: Match | str, at: int, people: tuple[str, ...], viewer: int | None) -> None:
        super().__init__()
        self._source = source
        self._at = at
        self._people = people
        self._viewer = viewer
        self._chairs = tuple(self._chairs_of(seat) for seat in (0, 1))
        self._beginning = False

    def compose(self) -> ComposeResult:
        """Compose what a branch is, a list for each seat, and the two answers."""
        where = f"What if, after move {self._at}" if self._at else "What if, from the deal"
        with Vertical(classes="dialog sheet"):
            yield Static(Content(where), classes="dialog-title")
            yield Static(paragraph(self._note()), classes="branch-note")
            with Horizontal(id="branch-seats"):
                for seat, side in enumerate(_SIDES):
                    with Vertical(classes="branch-seat"):
                        yield Static(Content(f"{OWNER_MARKS[seat]} {side} is played by"), classes="branch-title")
                        yield Picker(id=f"branch-{side}")
            yield Static(id="branch-fault", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content("esc Go back"), id="branch-no", compact=True)
                yield Button(Content("^s Begin"), id="branch-yes", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Offer for each seat who played it, first."""
        for seat, side in enumerate(_SIDES):
            choices = [
                Choice(chair.label, "at the keyboard" if chair.collector else "") for chair in self._chairs[seat]
            ]
            self._picker(side).offer(choices, self._usual(seat))
        self._picker(_SIDES[0]).focus()

    def _picker(self, side: str) -> Picker:
        return self.query_one(f"#branch-{side}", Picker)

    def _note(self) -> str:
        if isinstance(self._source, str):
            return "The written game stays as it is. What nobody saw of it is drawn; what is played counts for nobody."
        kept = f"{called(self._source)}, stays as it is. This one is kept beside it and counts for nobody."
        persons = any(seat.player == HUMAN for seat in self._source.seats)
        if self._source.status is Status.PLAYING and persons:
            return f"{kept} The cards that you cannot see now are drawn anew, so that it tells nothing of them."
        return kept

    def _chairs_of(self, seat: int) -> tuple[Chair, ...]:
        """Give who may play `seat`: the person who sat there before the others, then the programs, strongest first."""
        from collection.players.programs import NAMES

        sat = None if isinstance(self._source, str) else self._source.seats[seat].account
        people = sorted(self._people, key=lambda name: sat is None or name != sat.name)
        return (
            *(Chair(clipped(name, 18), HUMAN, name) for name in people),
            *(Chair(name, name) for name in reversed(NAMES)),
        )

    def _usual(self, seat: int) -> int:
        """Give the place of who played `seat`; of a game at a real table the collector is black, a program white."""
        from collection.players.programs import USUAL

        player = (HUMAN, USUAL)[seat] if isinstance(self._source, str) else self._source.seats[seat].player
        players = [chair.player for chair in self._chairs[seat]]
        return players.index(player if player in players else USUAL)

    @on(OptionList.OptionSelected, "Picker")
    def _next_list(self, event: OptionList.OptionSelected) -> None:
        after = "#branch-white" if event.option_list.id == "branch-black" else "#branch-yes"
        self.query_one(after).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "branch-yes":
            self.action_begin()
        else:
            self.dismiss(None)

    def action_begin(self) -> None:
        """Begin the branch, once."""
        chosen = [self._picker(side).chosen for side in _SIDES]
        if self._beginning or None in chosen:
            return
        self._beginning = True
        chairs = [self._chairs[seat][place or 0] for seat, place in enumerate(chosen)]
        work = partial(_branch, self._source, self._at, (chairs[0], chairs[1]), self._viewer, self.rng, self.mudwater)
        self.mudwater.at_desk(work, self.dismiss, owner=self, refused=self._refused)

    def _refused(self, error: CollectionError) -> None:
        self._beginning = False
        fault = self.query_one("#branch-fault", Static)
        fault.display = True
        fault.update(paragraph(sentences(error.reasons)))


def _branch(
    source: Match | str,
    at: int,
    chairs: tuple[Chair, Chair],
    viewer: int | None,
    rng: random.Random,
    app: MudwaterApp,
    book: Book,
) -> tuple[Sitting, Catalogue]:
    from collection.play.sitting import branch

    black, white = (_sitter(chair) for chair in chairs)
    sitting = branch(book, source, at, (black, white), rng, app.clock(), viewer=viewer)
    with book.reading() as unit:
        return sitting, unit.cards.catalogue()


def _sitter(chair: Chair) -> Sitter:
    from collection.play.sitting import Sitter

    return Sitter(chair.player, chair.collector)
