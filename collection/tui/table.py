"""The Table: set up a match, take up an unfinished one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from collection.errors import CollectionError
from collection.games.mudwater.state import Mode
from collection.ledger.mark import MarkKind
from collection.ledger.match import Match, Stakes, Status
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import PointedList
from collection.tui.marks import SIGNS
from collection.tui.place import MudwaterScreen, bindings_of
from collection.tui.table_match import MatchScreen
from collection.tui.table_setup import (
    Choice,
    Opponent,
    Setting,
    TableRequest,
    begin,
    match_line,
    meant,
    read_setting,
    stakes_choices,
    with_opponent,
)
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.play.sitting import Sitting

_MODES = (
    Choice("Standard", "ties hold"),
    Choice("Advanced", "by family"),
)


class Picker(OptionList):
    """One of several choices: the line under the cursor is what is chosen, marked (•) as well as by colour."""

    DEFAULT_CSS = """
    Picker {
        border: none; padding: 0; height: auto; max-height: 12; background: $background; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Picker:focus { border: none; background-tint: $background 0%; }
    Picker > .option-list--option { padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="picker.down"),
        Binding("k", "cursor_up", "Up", show=False, id="picker.up"),
        Binding("space", "select", "Choose", show=False, id="picker.choose"),
        Binding("left", "app.focus_previous", "Before", show=False, id="picker.before"),
        Binding("right", "app.focus_next", "Next", show=False, id="picker.next"),
    ]

    class Picked(Message):
        """Another line is chosen."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._choices: tuple[Choice, ...] = ()
        self._chosen: int | None = None

    @property
    def chosen(self) -> int | None:
        """The place of what is chosen, None when nothing can be."""
        return self._chosen

    def offer(self, choices: Sequence[Choice], wanted: int | None = None) -> None:
        """Show these choices; what was chosen stays chosen by its name, unless `wanted` says otherwise."""
        before = self._choices[self._chosen].label if self._chosen is not None else None
        choices = tuple(choices)
        if choices == self._choices and wanted in (None, self._chosen):
            return
        self._choices = choices
        possible = [place for place, choice in enumerate(choices) if not choice.why_not]
        same = [place for place in possible if choices[place].label == before]
        self._chosen = wanted if wanted in possible else next(iter(same or possible), None)
        prompts = (self._prompt(place) for place in range(len(choices)))
        self.set_options(Option(prompt, disabled=bool(choices[place].why_not)) for place, prompt in enumerate(prompts))
        self.highlighted = self._chosen

    def _prompt(self, place: int) -> Content:
        choice = self._choices[place]
        mark = "(•)" if place == self._chosen else " - " if choice.why_not else "( )"
        note = (f"  {choice.note}", "dim") if choice.note else ""
        return Content.assemble(mark, " ", (choice.label, "bold" if place == self._chosen else ""), note)

    @on(OptionList.OptionHighlighted)
    def _choose(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index == self._chosen or event.option_index >= len(self._choices):
            return
        before, self._chosen = self._chosen, event.option_index
        for place in (before, self._chosen):
            if place is not None:
                self.replace_option_prompt_at_index(place, self._prompt(place))
        self.post_message(self.Picked())


class TableScreen(MudwaterScreen):
    """A match is set up here: which hand, against whom, how, and for what."""

    WHERE = "table"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("table")]
    MAIN = "#hands"
    DEFAULT_CSS = """
    TableScreen #form { height: auto; max-height: 11; margin: 1 1 0 1; }
    TableScreen.-tall #form { max-height: 20; }
    TableScreen .column { width: 1fr; height: auto; padding-right: 2; }
    TableScreen .title { text-style: bold; color: $primary; height: 1; }
    TableScreen .second { margin-top: 1; }
    TableScreen #opponents { max-height: 8; }
    TableScreen #summary { height: auto; margin: 1 1 0 1; }
    TableScreen #why { height: auto; max-height: 4; margin: 0 1; color: $text-muted; }
    TableScreen #go { height: 1; margin: 1 1 0 1; }
    TableScreen #deal { min-width: 18; }
    TableScreen #open { height: 1fr; margin: 1 1 0 1; }
    TableScreen #unfinished { height: auto; max-height: 1fr; }
    TableScreen #empty { height: auto; margin: 2 4; }
    """
    HELP_TEXT = """\
Choose a hand, somebody to play, and how; arrows choose, tab or the left and right arrows change the list, d deals.
Against a program nothing is at stake, because a program cannot hand over cardboard; unless your collector is solo.
A program "as" a rival plays the cards they were seen with, the rest drawn: practice, which counts for nobody.
Against another collector you share the keyboard: the screen hides one hand before it shows the other.
Every move is saved at once; what was not played to its end waits under Unfinished."""

    rng: random.Random = random.SystemRandom()
    """Draws antes, coins and the programs' whims."""

    def __init__(self) -> None:
        super().__init__()
        self._setting: Setting | None = None
        self._rehearsal: Opponent | None = None
        """The rehearsal that was asked for last: it stays on offer, whichever program was to play it."""
        self._dealing = False

    def compose_place(self) -> ComposeResult:
        """Compose three columns of choices, the summary, and the unfinished matches."""
        yield Static(id="empty")
        with Horizontal(id="form"):
            with Vertical(classes="column"):
                yield Static(Content("Your hand"), classes="title")
                yield Picker(id="hands")
            with Vertical(classes="column"):
                yield Static(Content("Against"), classes="title")
                yield Picker(id="opponents")
            with Vertical(classes="column"):
                yield Static(Content("Rules"), classes="title")
                yield Picker(id="mode")
                yield Static(Content("Stakes"), classes="title second")
                yield Picker(id="stakes")
        yield Static(id="summary")
        yield Static(id="why")
        with Horizontal(id="go"):
            yield Button(Content("Deal (d)"), id="deal", variant="primary", compact=True)
        with Vertical(id="open"):
            yield Static(Content("Unfinished (c resumes the one at ›)"), classes="title")
            yield PointedList(id="unfinished")

    def on_mount(self) -> None:
        """Show nothing but the frame until the book has been read."""
        for part in ("#empty", "#form", "#summary", "#why", "#go", "#open"):
            self.query_one(part).display = False
        self.picker("mode").offer(_MODES)

    def refresh_place(self) -> None:
        """Read hands, opponents and unfinished matches again."""
        self.at_desk(partial(read_setting, self.mudwater.collector), self._show, slot="setting")

    def picker(self, name: str) -> Picker:
        """Give one of the four lists."""
        return self.query_one(f"#{name}", Picker)

    def _show(self, setting: Setting) -> None:
        from collection.players.programs import USUAL

        request = self._take_request()
        self._rehearsal = request.rehearsal or self._rehearsal
        self._setting = setting = with_opponent(setting, self._rehearsal)
        if request.seed is not None:
            self.rng = random.Random(request.seed)
        has_hands = bool(setting.hands)
        empty = self.query_one("#empty", Static)
        empty.display = not has_hands
        empty.update(self._nothing_to_play_with(setting))
        for part in ("#form", "#summary", "#why", "#go"):
            self.query_one(part).display = has_hands
        hands = [choice for _, choice in setting.hands]
        self.picker("hands").offer(hands, meant(request.hand, [choice.label for choice in hands]))
        others = [opponent.choice for opponent in setting.opponents]
        against = request.rehearsal.choice.label if request.rehearsal is not None else request.against
        if against is None and self.picker("opponents").chosen is None:
            against = USUAL
        self.picker("opponents").offer(others, meant(against, [choice.label for choice in others]))
        self.picker("mode").offer(_MODES, meant(request.mode, [choice.label for choice in _MODES]))
        self._show_unfinished(setting.unfinished)
        self._show_stakes(wanted=1 if request.stakes == Stakes.KEEPS.value else None)
        if self.focused is None and has_hands:
            self.picker("hands").focus()
        if request.match:
            self._resume(request.match)

    def _take_request(self) -> TableRequest:
        asked, self.mudwater.table_request = self.mudwater.table_request, None
        return asked if isinstance(asked, TableRequest) else TableRequest()

    @staticmethod
    def _nothing_to_play_with(setting: Setting) -> Content:
        del setting
        return Content.assemble(
            ("No hand to play with yet.", "bold"),
            "\n\nPress ",
            ("n", "bold"),
            " to build one from your cards, or ",
            ("p", "bold"),
            " to log the packs that your cards came from.",
        )

    def _show_unfinished(self, matches: Sequence[Match]) -> None:
        self.query_one("#open").display = bool(matches)
        listed = self.query_one("#unfinished", PointedList)
        before = listed.highlighted or 0
        lines = [Content(" ") + plain_content(match_line(match)) for match in matches]
        listed.show_lines(lines, min(before, len(matches) - 1) if matches else None)

    @on(Picker.Picked)
    def _chosen(self) -> None:
        self._show_stakes()

    def _show_stakes(self, wanted: int | None = None) -> None:
        mine, other = self._hand, self._opponent
        choices = stakes_choices(mine[1] if mine else None, other.choice if other else None)
        self.picker("stakes").offer(choices, wanted)
        why = f"Not for keeps: {choices[1].why_not}" if choices[1].why_not else ""
        self.query_one("#why", Static).update(plain_content(why, cells=600))
        self.query_one("#summary", Static).update(self._summary())
        self.query_one("#deal", Button).disabled = self._why_no_deal() is not None
        self.refresh_keys()

    @property
    def _hand(self) -> tuple[CheckedHand, Choice] | None:
        place = self.picker("hands").chosen
        return self._setting.hands[place] if self._setting is not None and place is not None else None

    @property
    def _opponent(self) -> Opponent | None:
        place = self.picker("opponents").chosen
        return self._setting.opponents[place] if self._setting is not None and place is not None else None

    @property
    def _stakes(self) -> Stakes:
        return Stakes.KEEPS if self.picker("stakes").chosen == 1 else Stakes.FRIENDLY

    @property
    def _mode(self) -> Mode:
        return Mode.ADVANCED if self.picker("mode").chosen == 1 else Mode.STANDARD

    def _summary(self) -> Content:
        hand, other = self._hand, self._opponent
        if self._setting is None or hand is None or other is None:
            return plain_content(self._why_no_deal() or "", cells=400)
        stakes = "for keeps: the loser's ante is gone for good" if self._stakes is Stakes.KEEPS else "friendly"
        who = plain_content(self._setting.collector.name, cells=24).plain
        hand_name, rival = (plain_content(text, cells=40).plain for text in (hand[1].label, other.choice.label))
        return Content.assemble(
            (f"● {who} with {hand_name} against ○ {rival}", "bold"), f", {self._mode.value}, {stakes}. {other.says}"
        )

    def _why_no_deal(self) -> str | None:
        if self._setting is None or not self._setting.hands:
            return "There is no hand to play with: press n to build one."
        if self._hand is None:
            reasons = [choice.why_not for _, choice in self._setting.hands if choice.why_not]
            return f"No saved hand can be played. {reasons[0] if reasons else ''} Press n to mend it."
        return None if self._opponent is not None else "Choose somebody to play against."

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.id == "table.deal":
            return self._why_no_deal()
        if command.id in ("table.resume", "table.give-up"):
            matches = self._setting.unfinished if self._setting is not None else ()
            if not matches:
                return "There is no unfinished match."
            if command.id == "table.give-up":
                return self._why_no_giving_up()
        return None

    def _why_no_giving_up(self) -> str | None:
        match = self._pointed_match
        if match is None or match.stakes is Stakes.KEEPS or match.status is Status.UNSETTLED:
            return "A match for keeps is played to its end: both antes are at stake."
        return None

    @property
    def _pointed_match(self) -> Match | None:
        place = self.query_one("#unfinished", OptionList).highlighted
        return self._setting.unfinished[place] if self._setting is not None and place is not None else None

    # Going on from here

    @on(OptionList.OptionSelected, "Picker")
    def _next_list(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "stakes":
            self.query_one("#deal", Button).focus()
        else:
            self.focus_next(Picker)

    @on(Button.Pressed, "#deal")
    def _pressed(self) -> None:
        self.action_deal()

    def action_deal(self) -> None:
        """Begin the match; ask once when it is for keeps."""
        hand, other = self._hand, self._opponent
        if hand is None or other is None or self._why_no_deal() is not None:
            return
        if self._stakes is Stakes.FRIENDLY:
            self._deal(answer=True)
            return
        body = [
            plain_content(f"Your hand: {hand[1].label}", cells=100),
            plain_content(f"Against: {other.choice.label}", cells=100),
            Content(
                "\nOne card of each hand is at stake, drawn at random and face down until the end. The loser's goes to "
                "the winner for good, in this book too, as soon as the match ends. It cannot be given up."
            ),
        ]
        body += [plain_content(f"{SIGNS[MarkKind.KEEPSAKE]} {words}", "bold", cells=300) for words in self._keepsakes()]
        question = Confirm("Play for keeps?", body, yes="Play for keeps", no="Go back")
        self.app.push_screen(question, lambda answer: self._deal(answer=bool(answer)))

    def _keepsakes(self) -> list[str]:
        """Warn of the keepsakes in both hands."""
        hand, other = self._hand, self._opponent
        if hand is None or other is None:
            return []
        mine = [warning.message for warning in hand[0].warnings]
        return mine + [f"{other.choice.label}: {words}" for words in other.keepsakes]

    def _deal(self, *, answer: bool) -> None:
        hand, other, setting = self._hand, self._opponent, self._setting
        if not answer or hand is None or other is None or setting is None or self._dealing:
            return
        # The book may be busy for a while: a second press would open a second match.
        self._dealing = True
        work = partial(begin, setting, hand[0], other, self._mode, self._stakes, self.rng, self.mudwater.clock())
        self.at_desk(work, self._sit_down, refused=self._not_dealt)

    def _not_dealt(self, error: CollectionError) -> None:
        self._dealing = False
        self.mudwater.say_refused(error)

    def _sit_down(self, sitting: Sitting) -> None:
        self._dealing = False
        if self._setting is not None:
            self.app.push_screen(MatchScreen(sitting, self._setting.catalogue, self.rng))

    def action_resume(self) -> None:
        """Go on with the unfinished match under the cursor, wherever the focus is."""
        self._take_up()

    @on(OptionList.OptionSelected, "#unfinished")
    def _take_up(self) -> None:
        match = self._pointed_match
        if match is None or self._dealing:
            return
        if match.status is Status.UNSETTLED:
            self._settle(match)
        else:
            self._resume(match.id)

    def _resume(self, match: str) -> None:
        from collection.play.sitting import resume

        self._dealing = True
        self.at_desk(lambda book: resume(book, match), self._sit_down, refused=self._not_dealt)

    def _settle(self, match: Match) -> None:
        from collection.play.sitting import settle

        now = self.mudwater.clock()
        self.at_desk(
            lambda book: settle(book, match.id, now),
            lambda done: self._said_settled(done.reason or "Settled: the card has moved."),
        )

    def _said_settled(self, text: str) -> None:
        self.mudwater.say(text)
        self.refresh_place()

    def action_give_up(self) -> None:
        """Ask whether to end the match under the cursor without a result."""
        match = self._pointed_match
        if match is not None:
            body = [plain_content(match_line(match)), Content("It is friendly, so no card moves.")]
            question = Confirm("End this match without a result?", body, yes="End it", no="Keep it")
            self.app.push_screen(question, partial(self._give_up, match))

    def _give_up(self, match: Match, answer: bool | None) -> None:
        from collection.play.sitting import resume

        if answer:
            self.at_desk(lambda book: resume(book, match.id).give_up(), lambda _: self.refresh_place())

    def action_new_hand(self) -> None:
        """Go to the Hands."""
        self.mudwater.go_to("hands")
