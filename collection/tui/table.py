"""The Table: set up a match, take up an unfinished one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from collection.games.mudwater.state import Mode
from collection.ledger.mark import MarkKind
from collection.ledger.match import HUMAN, Stakes
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import PointedList
from collection.tui.marks import SIGNS
from collection.tui.picker import Picker
from collection.tui.place import bindings_of
from collection.tui.table_setup import (
    Choice,
    Opponent,
    Setting,
    TableRequest,
    begin,
    cards_choices,
    meant,
    read_setting,
    rehearsal_of,
    stakes_choices,
)
from collection.tui.table_unfinished import Unfinished
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand

_MODES = (
    Choice("Standard", "ties hold"),
    Choice("Advanced", "by family"),
)


class TableScreen(Unfinished):
    """A match is set up here: which hand, against whom, how, and for what."""

    WHERE = "table"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("table")]
    MAIN = "#hands"
    DEFAULT_CSS = """
    TableScreen #form { height: 11; margin: 0 1; }
    TableScreen .column { width: 1fr; height: 1fr; padding-right: 2; }
    TableScreen .title { text-style: bold; color: $primary; height: 1; }
    TableScreen .rest { height: 1fr; }
    TableScreen #hands, TableScreen #opponents { height: 1fr; max-height: 1fr; }
    TableScreen #players, TableScreen #cards-of { max-height: 4; }
    TableScreen.-tall #form { height: auto; margin: 1 1 0 1; }
    TableScreen.-tall .column { height: auto; }
    TableScreen.-tall .rest { height: auto; margin-bottom: 1; }
    TableScreen.-tall #mode { margin-bottom: 1; }
    TableScreen.-tall #hands, TableScreen.-tall #players, TableScreen.-tall #cards-of { height: auto; max-height: 8; }
    TableScreen.-tall #opponents { height: auto; max-height: 18; }
    TableScreen #go { height: auto; margin: 1 1 0 1; }
    TableScreen #summary { width: 1fr; height: auto; padding-right: 2; }
    TableScreen #deal { min-width: 14; }
    TableScreen #begin { width: 14; height: auto; }
    TableScreen #others { min-width: 14; }
    TableScreen #why { height: auto; max-height: 4; margin: 0 1; color: $text-muted; }
    TableScreen #open { height: 1fr; margin: 1 1 0 1; }
    TableScreen.-short #status { display: none; }
    TableScreen.-short #form { height: 10; }
    TableScreen.-short #open { min-height: 4; margin: 0 1; }
    TableScreen #unfinished { height: auto; max-height: 1fr; }
    TableScreen #empty { height: auto; margin: 2 4; }
    """
    HELP_TEXT = """\
Choose a hand and who plays it, somebody to play against, and how; arrows choose, tab or the left and right arrows \
change the list, d deals.
Where a program plays your hand against another one you watch, with both hands open: it counts for nobody.
Against a program nothing is at stake, because a program cannot hand over cardboard; unless your collector is solo.
A program with cards like a rival's plays those they were seen with, the rest drawn: practice, which counts for nobody.
Against another collector you share the keyboard: the screen hides one hand before it shows the other.
Every move is saved at once; what was not played to its end waits under Unfinished, what was tried out beside a game \
(what if) among it. There a second click resumes too.
O sits two to six people and programs down to Matschig, Cardia or MUD; what is left of these waits here too."""

    def compose_place(self) -> ComposeResult:
        """Compose three columns of choices, the summary, and the unfinished matches."""
        yield Static(id="empty")
        with Horizontal(id="form"):
            with Vertical(classes="column"):
                with Vertical(classes="rest"):
                    yield from _titled("Your hand", "hands")
                yield from _titled("Played by", "players")
            with Vertical(classes="column"):
                yield from _titled("Against", "opponents")
            with Vertical(classes="column"):
                yield from _titled("Rules", "mode")
                with Vertical(classes="rest"):
                    yield from _titled("Stakes", "stakes")
                yield from _titled("With the cards of", "cards-of")
        with Horizontal(id="go"):
            yield Static(id="summary")
            with Vertical(id="begin"):
                yield Button(Content("Deal (d)"), id="deal", variant="primary", compact=True)
                yield Button(Content("Others (O)"), id="others", compact=True)
        yield Static(id="why")
        with Vertical(id="open"):
            yield Static(Content("Unfinished (c resumes the one at ›, x ends it)"), classes="title")
            yield PointedList(id="unfinished", twice=True)

    def on_mount(self) -> None:
        """Show nothing but the frame until the book has been read."""
        for part in ("#empty", "#form", "#why", "#go", "#open"):
            self.query_one(part).display = False
        self.picker("mode").offer(_MODES)

    def refresh_place(self) -> None:
        """Read hands, opponents and unfinished matches again."""
        self.at_desk(partial(read_setting, self.mudwater.collector), self._show, slot="setting")

    def picker(self, name: str) -> Picker:
        """Give one of the lists."""
        return self.query_one(f"#{name}", Picker)

    def _show(self, setting: Setting) -> None:
        from collection.players.programs import USUAL

        request = self._take_request()
        self._setting = setting
        if request.seed is not None:
            self.rng = random.Random(request.seed)
        has_hands = bool(setting.hands)
        empty = self.query_one("#empty", Static)
        empty.display = not has_hands
        empty.update(self._nothing_to_play_with(setting))
        self.query_one("#go").display = True
        for part in ("#form", "#why", "#summary", "#deal"):
            self.query_one(part).display = has_hands
        self._offer("hands", [choice for _, choice in setting.hands], request.hand)
        self._offer("players", setting.players, setting.players[0].label if request.me == HUMAN else request.me)
        against = request.against
        if against is None and (request.rehearse is not None or self.picker("opponents").chosen is None):
            against = USUAL
        self._offer("opponents", [opponent.choice for opponent in setting.opponents], against)
        self._offer("mode", _MODES, request.mode)
        self._show_unfinished(setting.unfinished)
        self._show_rest(rehearse=request.rehearse, stakes=1 if request.stakes == Stakes.KEEPS.value else None)
        if self.focused is None and has_hands:
            self.picker("hands").focus()
        if request.match:
            self._resume(request.match)

    def _offer(self, name: str, choices: Sequence[Choice], wanted: str | None) -> None:
        self.picker(name).offer(choices, meant(wanted, [choice.label for choice in choices]))

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
            " to log the packs that your cards came from.\n\nOther games need none: ",
            ("O", "bold"),
            " sits people and programs down to one of them.",
        )

    @on(Picker.Picked)
    def _chosen(self) -> None:
        self._show_rest()

    def _show_rest(self, *, rehearse: str | None = None, stakes: int | None = None) -> None:
        """Show what follows from hand and opponent: whose cards there are to play with, what may be at stake."""
        setting = self._setting
        self._offer("cards-of", cards_choices(self._sits_opposite, setting.rivals if setting else ()), rehearse)
        mine, other = self._hand, self._opponent
        choices = stakes_choices(mine[1] if mine else None, other.choice if other else None, self._why_by_yourself())
        self.picker("stakes").offer(choices, stakes)
        why = f"Not for keeps: {choices[1].why_not}" if choices[1].why_not else ""
        self.query_one("#why", Static).update(plain_content(why, cells=600))
        self.query_one("#summary", Static).update(self._summary())
        self.query_one("#deal", Button).disabled = self._why_no_deal() is not None
        self.refresh_keys()

    def _why_by_yourself(self) -> Choice | None:
        other = self._opponent
        if self._player == HUMAN or other is None or other.player != HUMAN:
            return None
        return Choice("", why_no_keeps="Against another collector you play for keeps yourself.")

    @property
    def _hand(self) -> tuple[CheckedHand, Choice] | None:
        place = self.picker("hands").chosen
        return self._setting.hands[place] if self._setting is not None and place is not None else None

    @property
    def _player(self) -> str:
        """Who plays the collector's hand."""
        place = self.picker("players").chosen
        return HUMAN if self._setting is None or not place else self._setting.players[place].label

    @property
    def _sits_opposite(self) -> Opponent | None:
        """Who was chosen to play against, with the cards that they have by themselves."""
        place = self.picker("opponents").chosen
        return self._setting.opponents[place] if self._setting is not None and place is not None else None

    @property
    def _opponent(self) -> Opponent | None:
        """Who was chosen to play against, with the cards that were chosen for them."""
        other, place = self._sits_opposite, self.picker("cards-of").chosen
        if self._setting is None or other is None or other.player == HUMAN or not place:
            return other
        return rehearsal_of(self._setting.rivals[place - 1], other.player)

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
        mine = f"{who} with {hand_name}" if self._player == HUMAN else f"{self._player} with {who}'s {hand_name}"
        says = other.says
        if HUMAN not in (self._player, other.player):
            counts = "; it counts for nobody." if self._stakes is Stakes.FRIENDLY else "."
            says = f"You watch, both hands open{counts}"
        return Content.assemble((f"● {mine} against ○ {rival}", "bold"), f", {self._mode.value}, {stakes}. {says}")

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

    def action_puzzles(self) -> None:
        """Go to the puzzles out of one's own games."""
        from collection.tui.puzzles import PuzzlesScreen

        self.app.push_screen(PuzzlesScreen())

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
                "the winner for good, in this book too, as soon as the match ends. Who resigns it loses it."
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
        now = self.mudwater.clock()
        work = partial(begin, setting, hand[0], self._player, other, self._mode, self._stakes, self.rng, now)
        self.at_desk(work, partial(self._sit_down, new=True), refused=self._not_dealt)

    @on(Button.Pressed, "#others")
    def _to_others(self) -> None:
        self.action_others()

    def action_others(self) -> None:
        """Sit down to another game."""
        from collection.tui.round_setup import GatherScreen

        self.app.push_screen(GatherScreen())

    def action_decks(self) -> None:
        """Build decks of Cardia."""
        from collection.tui.decks import DecksScreen

        self.app.push_screen(DecksScreen())

    def action_games(self) -> None:
        """Look at earlier games again."""
        from collection.tui.games import GamesScreen

        self.app.push_screen(GamesScreen())

    def action_new_hand(self) -> None:
        """Go to the Hands."""
        self.mudwater.go_to("hands")


def _titled(title: str, name: str) -> ComposeResult:
    """Compose a list of choices under its title."""
    yield Static(Content(title), classes="title")
    yield Picker(id=name)
