"""What can be done with a game of several seats beside choosing: handing over, taking back, giving up, once more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from collection.errors import CollectionError
from collection.games.protocol import Seat
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.round_hands import WhoActs
from collection.tui.round_sight import sentences_of
from collection.tui.round_turns import RoundTurns
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.gathering import Gathering
    from collection.store.book import Book


class RoundActs(RoundTurns):
    """A game with all that can be done about it."""

    def _draw_curtain(self, seat: Seat) -> None:
        """Hide everything until the person in `seat` has the keyboard."""

    def _show_again(self, gathering: Gathering) -> None:
        """Show one more game in the place of this one."""

    @property
    def _names(self) -> tuple[str, ...]:
        return self._gathering.names

    def _waiting(self) -> str:
        if self._over:
            return ""
        progress = self._thinking.progress
        names = [self._names[seat] for seat in sorted(self._gathering.waiting_for)]
        if self._busy and not self._thinking.under_way:
            return "One moment: the choice is written down."
        who = " and ".join(names[:2]) if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"
        verb = "is" if len(names) == 1 else "are"
        return f"{who} {verb} thinking: {progress}. M: choose now." if progress else f"It is for {who} to act."

    def _story(self) -> list[str]:
        gathering = self._gathering
        return sentences_of(gathering.game.name, gathering.events(self._viewer), self._names)

    # What can be done besides

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if self._hidden and command.name != "hurry":
            return "Everything is hidden."
        reasons: dict[str, Callable[[], str | None]] = {
            "filter": self._why_no_choice,
            "type": self._why_no_choice,
            "hurry": lambda: None if self._thinking.under_way else self._over_or("No program is thinking now."),
            "resume": lambda: None if self._pausing else self._over_or("The game waits for a person."),
            "take_back": self._why_no_take_back,
            "hand_over": self._why_no_hand_over,
            "rematch": lambda: None if self._over else "A rematch comes after the end of this game.",
            "give_up": lambda: self._over_or(None),
        }
        return reasons.get(command.name, lambda: None)()

    def pointless(self, command: Command) -> bool:
        """Say so of what belongs to another phase of the game."""
        name, over = command.name, self._over
        never = {
            "filter": over or self._thinking.under_way,
            "type": over or self._thinking.under_way,
            "hurry": not self._thinking.under_way,
            "resume": over or not self._pausing,
            "take_back": over or not self._people,
            "hand_over": self._people and (over or len(self._people) == 1 or self._thinking.under_way or self._pausing),
            "rematch": not over,
        }
        return bool(never.get(name, False))

    def _over_or(self, reason: str | None) -> str | None:
        return "The game is over." if self._over else reason

    def _why_no_choice(self) -> str | None:
        return None if self._acts else self._over_or(self._waiting())

    def _why_no_take_back(self) -> str | None:
        if self._busy:
            return self._waiting()
        if self._viewer not in self._people:
            return "Only programs play here: nothing of theirs is taken back."
        return self._gathering.why_no_take_back(self._viewer) or None

    def _others(self) -> list[Seat]:
        able = self._gathering.waiting_for | self._gathering.may_act
        return [seat for seat in self._from_viewer() if seat in able and seat != self._viewer]

    def _why_no_hand_over(self) -> str | None:
        if not self._people:
            return None
        if self._over or self._busy:
            return self._over_or(self._waiting())
        return None if self._others() else "Nobody else at the keyboard can act now."

    def action_hand_over(self) -> None:
        """Hand the keyboard to another person who can act now."""
        others = self._others()
        if not self._people:
            self._viewer = (self._viewer + 1) % len(self._names)
            self._show()
        elif len(others) == 1:
            self._draw_curtain(others[0])
        else:
            lines = [(seat, self._names[seat]) for seat in others]
            self.app.push_screen(WhoActs(lines), lambda seat: None if seat is None else self._draw_curtain(seat))

    def action_story(self) -> None:
        """Read the whole game so far."""
        lines = [plain_content(line, cells=400) for line in self._story()]
        title = "The game" if self._over else "The game so far"
        self.app.push_screen(Page(title, lines or [plain_content("Nothing has happened yet.")]))

    def action_take_back(self) -> None:
        """Take the viewer's last choice back, and all that came after it."""
        self._busy = True
        self._put_back()
        work = partial(_take_back, self._gathering, self._viewer, self.mudwater.clock)
        self.at_desk(work, self._taken_back, refused=self._stopped)

    def _taken_back(self, steps: int) -> None:
        self._thinking.forget()
        said = {0: "Your choice is open again.", 1: "One step is taken back."}
        self.mudwater.say(said.get(steps, f"{steps} steps are taken back."))
        self._chosen(None)

    def action_give_up(self) -> None:
        """Ask whether to end this game without a result."""
        question = Confirm(
            "End this game without a result?", [plain_content("Nothing is at stake.")], yes="End it", no="Play on"
        )
        self.app.push_screen(question, self._give_up)

    def _give_up(self, answer: bool | None) -> None:
        if answer and not self._over:
            self.at_desk(lambda _book: self._gathering.give_up(), lambda _none: self._leave(), refused=self._stopped)

    def action_rematch(self) -> None:
        """Play the same game again with the same people."""
        from collection.tui.round_opening import again

        if self._busy:
            return
        self._busy = True
        work = partial(again, self._gathering, self._rng, self.mudwater.clock)
        self.at_desk(work, self._replace_with, refused=self._not_again)

    def _not_again(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)

    def _replace_with(self, gathering: Gathering) -> None:
        self._left = True
        self._show_again(gathering)


def _take_back(gathering: Gathering, seat: Seat, clock: Callable[[], dt.datetime], book: Book) -> int:
    del book
    return gathering.take_back(seat, clock())
