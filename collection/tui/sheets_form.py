"""Forms for a result at a real table: which game, and for each what there is to write down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from collection.desk.said import said
from collection.desk.sheets import Person, SheetReceipt, add_sheet
from collection.errors import NotUnderstood
from collection.games.cardia import sheet as cardia
from collection.games.matschig import sheet as matschig
from collection.games.mud import sheet as mud
from collection.games.registry import TITLES
from collection.games.sheets import GAMES
from collection.games.written import LETTERS
from collection.tui.dialogs import Confirm
from collection.tui.forms import Choice, Field, Form, Reader, asking, asking_line, read_day
from collection.tui.place import Question
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.games.sheets import Sheet

_VARIANTS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "easier": (matschig.EASIER,),
    "perfect": (matschig.PERFECT,),
    "both": (matschig.EASIER, matschig.PERFECT),
}
_LETTERS = LETTERS.lower()
_ROWS_OF_CARDIA = 5


class WhichGame(Question[str]):
    """The games that a result can be written down of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
        Binding("1", "pick(0)", "First", show=False),
        Binding("2", "pick(1)", "Second", show=False),
        Binding("3", "pick(2)", "Third", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Compose a line for each."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content("Which game was it?")
            dialog.border_subtitle = Content("enter or its number picks it, esc leaves")
            yield OptionList(
                *(Option(f"{number}  {TITLES[game]}", id=game) for number, game in enumerate(GAMES, start=1)),
                markup=False,
            )

    def on_mount(self) -> None:
        """Begin at the first."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_pick(self, at: int) -> None:
        """Pick by number."""
        self.dismiss(GAMES[at])

    def action_move(self, by: int) -> None:
        """Move by one line."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()


class SheetForm(Form[SheetReceipt]):
    """What every result has: who played, the day, a note. Subclasses give the lines of their game and its sheet."""

    DEFAULT_CSS = """
    SheetForm .dialog { padding: 0 2; }
    SheetForm .dialog-body { max-height: 75vh; }
    SheetForm .label { width: 11; }
    SheetForm .fault { padding-left: 11; }
    SheetForm .name { width: 20; margin-right: 1; }
    SheetForm .me { width: 20; margin-right: 1; }
    SheetForm .account { width: 12; padding-left: 1; }
    SheetForm .head { color: $text-muted; }
    SheetForm .middle { width: 1fr; margin-right: 1; }
    SheetForm .ended { width: 32; }
    SheetForm .signets { width: 10; }
    SheetForm .deck { margin-right: 1; }
    """

    def __init__(self, me: str, people: Sequence[str]) -> None:
        super().__init__()
        self._me = me
        self._people = tuple(people)
        self._at_first: dict[str, str] = {}
        """What stood in the fields before anything was typed."""

    def on_mount(self) -> None:
        """Take note of the empty form, and begin at the first field."""
        super().on_mount()
        self._at_first = self.values

    def action_give_up(self) -> None:
        """Leave; a whole evening's points are not thrown away by one key."""
        if self.values == self._at_first:
            super().action_give_up()
            return
        body = [Content("Nothing of it is in the book yet.")]
        question = Confirm("Throw away what is typed here?", body, yes="Throw it away", no="Go on typing")
        self.app.push_screen(question, self._give_up_if)

    def _give_up_if(self, answer: bool | None) -> None:
        if answer:
            super().action_give_up()

    def common(self) -> ComposeResult:
        """Compose what stands below the game's own lines."""
        yield from asking_line(Field("new", "New names", choices=("become rivals", "are guests")))
        yield from asking_line(Field("day", "Date", "today, or such as 2026-03-01"))
        yield from asking_line(Field("note", "Note"))

    def name_of(self, seat: int) -> ComposeResult:
        """Compose who sits at a seat: the collector at the first, a field at the others."""
        if seat == 0:
            yield Static(plain_content(self._me, cells=20), classes="me", markup=False)
        else:
            wanted = "name" if seat < self.least else "name, or empty"
            box = asking(Field(f"name-{seat}", "", wanted, suggestions=self._people))
            box.add_class("name")
            yield box

    @property
    def least(self) -> int:
        """How many play at least."""
        return 2

    def person(self, name: str) -> Person:
        """Give somebody by the name that was typed."""
        return Person(name, guest=self.values["new"] == "are guests")

    def write_down(self, reader: Reader, people: Sequence[Person], make: Callable[[], Sheet]) -> None:
        """Check what was read, make the sheet and keep it."""
        day = reader.read("day", read_day, empty=None)
        reader.check()
        sheet = make()
        word = said(self.mudwater.clock(), id=self.entry_id, on=day, note=reader.values["note"])
        collector = self.mudwater.collector
        self.at_desk(lambda book: add_sheet(book, collector, people, sheet, word), self.dismiss)


class MatschigForm(SheetForm):
    """Matschig: a line a player, with points round by round; the account stands behind it as it is typed."""

    TITLE_WORDS: ClassVar[str] = "Matschig at a real table"
    FIRST: ClassVar[str] = "#rounds-0"
    NOTE: ClassVar[str] = (
        "7o: only Water or only Sand lay there; 7e: and was halved (Easier to Clean); "
        "22p: the account was halved after it (Perfect Mud)."
    )

    @property
    def least(self) -> int:
        """How many play at least."""
        return matschig.SEATS[0]

    def compose_fields(self) -> ComposeResult:
        """Compose six players and the variants."""
        with Horizontal(classes="line head"):
            yield Static(classes="label")
            yield Static("Player", classes="me", markup=False)
            yield Static("Points by round", classes="middle", markup=False)
            yield Static("Account", classes="account", markup=False)
        for seat in range(matschig.SEATS[-1]):
            with Horizontal(classes="line"):
                yield Static(f"{seat + 1}" + ("  you" if seat == 0 else ""), classes="label", markup=False)
                yield from self.name_of(seat)
                yield asking(Field(f"rounds-{seat}", "", "such as 12 7e" if seat == 0 else ""))
                yield Static(id=f"account-{seat}", classes="account", markup=False)
            yield Static(id=f"fault-name-{seat}", classes="fault", markup=False)
            yield Static(id=f"fault-rounds-{seat}", classes="fault", markup=False)
        yield from asking_line(Field("variants", "Variants", choices=tuple(_VARIANTS)))
        yield from self.common()

    @on(Input.Changed)
    def _reckon(self, event: Input.Changed) -> None:
        """Show the account of the line that changed."""
        kind, _, seat = (event.input.id or "").partition("-")
        if kind == "rounds":
            self.query_one(f"#account-{seat}", Static).update(_account(event.value))

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the game down."""
        reader = Reader(values)
        played = [0] + [
            seat
            for seat in range(1, matschig.SEATS[-1])
            if values[f"name-{seat}"].strip() or values[f"rounds-{seat}"].strip()
        ]
        people: list[Person] = []
        lines: list[tuple[matschig.Line, ...]] = []
        for seat in played:
            if seat:
                people.append(self.person(reader.need(f"name-{seat}", "Who was it?")))
            lines.append(_lines_of(reader, f"rounds-{seat}", len(lines[0]) if lines else None))
        if len(played) < self.least and not reader.faults:
            reader.faults[f"name-{len(played)}"] = f"Matschig is played by {self.least} or more: who else was there?"
        self.write_down(reader, people, lambda: self._sheet(lines, [self._me, *(one.name for one in people)]))

    def _sheet(self, lines: Sequence[Sequence[matschig.Line]], names: Sequence[str]) -> Sheet:
        every = [line for one in lines for line in one]
        options = set(_VARIANTS[self.values["variants"]])
        options |= {matschig.EASIER} if any(line.easier for line in every) else set()
        options |= {matschig.PERFECT} if any(line.perfect for line in every) else set()
        return matschig.checked(list(zip(*lines, strict=True)), options, [clipped(name, 24) for name in names])


class MudForm(SheetForm):
    """MUD: who played, who won, and as what."""

    TITLE_WORDS: ClassVar[str] = "MUD at a real table"
    FIRST: ClassVar[str] = "#name-1"
    NOTE: ClassVar[str] = "Usual goal: 4 Voters in 4 regions. Short game, and always with six: 3 Voters in 3 regions."

    def compose_fields(self) -> ComposeResult:
        """Compose six players, each with a letter, and how it ended."""
        for seat in range(mud.SEATS[-1]):
            with Horizontal(classes="line"):
                yield Static(f"{_LETTERS[seat]}" + ("  you" if seat == 0 else ""), classes="label", markup=False)
                yield from self.name_of(seat)
            yield Static(id=f"fault-name-{seat}", classes="fault", markup=False)
        yield from asking_line(Field("winner", "Winner", choices=tuple(_LETTERS)))
        yield from asking_line(Field("leaning", "Won as", choices=mud.LEANINGS))
        yield from asking_line(Field("goal", "Game", choices=("usual", "short")))
        yield from self.common()

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the game down."""
        reader = Reader(values)
        played = [0] + [seat for seat in range(1, mud.SEATS[-1]) if values[f"name-{seat}"].strip()]
        people = [self.person(values[f"name-{seat}"]) for seat in played[1:]]
        won = _LETTERS.index(values["winner"])
        if not people:
            reader.faults["name-1"] = "Who else played?"
        elif won not in played:
            reader.faults["winner"] = f"Nobody is named in line {values['winner']}."
        self.write_down(
            reader,
            people,
            lambda: mud.checked(len(played), played.index(won), values["leaning"], short=values["goal"] == "short"),
        )


class CardiaForm(SheetForm):
    """Cardia: the games of a best of three, with decks and signets where they are known."""

    TITLE_WORDS: ClassVar[str] = "Cardia: Tide & Storm at a real table"
    FIRST: ClassVar[str] = "#name-1"
    NOTE: ClassVar[str] = (
        "A best of three: whoever wins two games has won; drawn games decide nothing. "
        "Deck I to IV, or its name. Signets, such as 5-3: yours first."
    )

    def compose_fields(self) -> ComposeResult:
        """Compose the rival and a line a game."""
        yield from asking_line(Field("name-1", "Rival", "who sat opposite", suggestions=self._people))
        with Horizontal(classes="line head"):
            yield Static(classes="label")
            yield Static("I", classes="ended", markup=False)
            yield Static("Deck", classes="middle", markup=False)
            yield Static("Signets", classes="signets", markup=False)
        for number in range(1, _ROWS_OF_CARDIA + 1):
            with Horizontal(classes="line"):
                yield Static(f"Game {number}", classes="label", markup=False)
                ended = Choice(("none", "won", "lost", "draw"), "none", id=f"ended-{number}")
                ended.add_class("field", "ended")
                yield ended
                for name in ("deck", "signets"):
                    box = asking(Field(f"{name}-{number}", ""))
                    box.add_class(name)
                    yield box
            yield Static(id=f"fault-ended-{number}", classes="fault", markup=False)
            yield Static(id=f"fault-signets-{number}", classes="fault", markup=False)
        yield from self.common()

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the games down."""
        reader = Reader(values)
        rival = reader.need("name-1", "Who was it? Write the rival's name.")
        games: list[cardia.One] = []
        for number in range(1, _ROWS_OF_CARDIA + 1):
            ended, deck, signets = (values[f"{name}-{number}"].strip() for name in ("ended", "deck", "signets"))
            if ended == "none":
                if deck or signets:
                    reader.faults[f"ended-{number}"] = "How did this game end?"
                continue
            try:
                games.append(cardia.read_parts(ended, deck, signets))
            except NotUnderstood as no:
                reader.faults[f"signets-{number}"] = str(no)
        if not games and not reader.faults:
            reader.faults["ended-1"] = "How did it end? Pick won, lost or draw."
        self.write_down(reader, [self.person(rival)], lambda: cardia.checked(games))


FORMS: Mapping[str, type[SheetForm]] = {"matschig": MatschigForm, "mud": MudForm, "cardia": CardiaForm}


def _lines_of(reader: Reader, field: str, many: int | None) -> tuple[matschig.Line, ...]:
    """Read a player's rounds, as many as the first one's."""
    text = reader.need(field, "Which points? One number a round, such as 12 7 0.")
    lines: list[matschig.Line] = []
    faults: list[str] = []
    for word in text.split():
        try:
            lines.append(matschig.read_line(word))
        except NotUnderstood as no:
            faults += no.reasons
    if faults:
        reader.faults[field] = "\n".join(faults)
    elif text and many is not None and len(lines) != many:
        reader.faults[field] = f"{len(lines)} rounds here, and {many} in your own line."
    return tuple(lines)


def _account(text: str) -> Content:
    """Give the account of what stands in a line, as far as it can be read."""
    try:
        lines = [matschig.read_line(word) for word in text.split()]
    except NotUnderstood:
        return Content("?")
    return Content(str(matschig.account_after(lines)) if lines else "")
