"""What is seen of a game of several seats: every seat, what lies between them, the story, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from collection.games.protocol import Seat
from collection.games.written import letter
from collection.tui.commands import registry
from collection.tui.hands_cards import PointedList
from collection.tui.place import MudwaterScreen
from collection.tui.round_sight import Pick, SeatLook
from collection.tui.text import clipped, plain_content

RIGHT = {False: 38, True: 54}
"""Cells of the right half, on a narrow screen and on a wide one."""
NAME = 12
"""Cells for a name in front of what it holds."""
STORY = 4
"""Lines that the story has at least."""
MANY, STORY_OF_MANY = 5, 2
"""From so many seats on the story may be shorter, for what lies in front of each counts more."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the table."""

    seat: Seat
    name: str
    look: SeatLook
    acts: bool
    """Whether the game waits for it."""
    chosen: bool
    """Whether it has chosen already, and waits for others."""
    mine: bool
    won: bool = False


@dataclass(frozen=True, slots=True)
class RoundScene:
    """What is shown at one moment."""

    head: tuple[str, ...]
    board: tuple[str, ...]
    places: tuple[Place, ...]
    mine_title: str
    mine: tuple[str, ...]
    story: Sequence[str]
    saying: str
    picks: tuple[Pick, ...]
    result: tuple[Content, ...] = ()
    """How it ended, in the place of what may be done."""


class RoundStory(Static):
    """The story so far; a click shows it on a page of its own."""

    ALLOW_SELECT = False

    def on_click(self) -> None:
        """Show it."""
        if isinstance(self.screen, MudwaterScreen):
            self.screen.do(registry()["round.story"])


class RoundMoves(PointedList):
    """What may be done, line by line; the left arrow goes a step back, the right arrow on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "select", "On", show=False, id="moves.on"),
        Binding("left", "screen.step_back", "Back", show=False, id="moves.back"),
    ]


class RoundPane(Horizontal):
    """Shows scenes; knows nothing of turns."""

    DEFAULT_CSS = """
    RoundPane { height: 1fr; }
    RoundPane #round-left { width: 1fr; padding-left: 1; }
    RoundPane #round-right { width: 38; padding: 0 1; }
    RoundPane #round-head { height: auto; text-style: bold; }
    RoundPane #round-board { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    RoundPane #round-places { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    RoundPane #round-told { height: 1fr; min-height: 2; margin-top: 1; scrollbar-size-vertical: 1; }
    RoundPane #round-story { height: auto; color: $text-muted; }
    RoundPane #round-mine-title { text-style: bold; background: $surface; height: 1; }
    RoundPane #round-mine { height: auto; max-height: 9; }
    RoundPane #round-saying { height: auto; max-height: 4; text-style: bold; margin-top: 1; }
    RoundPane #round-input { height: 1; border: none; padding: 0; margin-bottom: 1; background: $panel; }
    RoundPane #round-moves { height: auto; max-height: 1fr; }
    RoundPane #round-why { height: auto; max-height: 5; margin-top: 1; color: $text-muted; }
    RoundPane #round-result { height: auto; margin-top: 1; }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._picks: tuple[Pick, ...] = ()

    def compose(self) -> ComposeResult:
        """Compose both halves."""
        with Vertical(id="round-left"):
            yield Static(id="round-head")
            yield Static(id="round-board")
            yield Static(id="round-places")
            with VerticalScroll(id="round-told", can_focus=False):
                yield RoundStory(id="round-story")
        with Vertical(id="round-right"):
            yield Static(id="round-mine-title")
            yield Static(id="round-mine")
            yield Static(id="round-saying")
            yield Input(id="round-input", compact=True)
            yield RoundMoves(id="round-moves")
            yield Static(id="round-why")
            yield Static(id="round-result")

    def on_mount(self) -> None:
        """Keep the line to type into for when it is asked for."""
        self.input.display = False

    @property
    def input(self) -> Input:
        """The line to search or to type a move in."""
        return self.query_one("#round-input", Input)

    @property
    def moves(self) -> RoundMoves:
        """What may be done."""
        return self.query_one("#round-moves", RoundMoves)

    @property
    def wide(self) -> bool:
        """Whether there is room for more than a few words."""
        return self.app.size.width >= 100

    def show(self, scene: RoundScene) -> None:
        """Show the game as it is."""
        self._text("#round-head", scene.head)
        self._text("#round-board", scene.board)
        lines = [line for place, room in self._rooms(scene) for line in self._place(place, room)]
        self.query_one("#round-places", Static).update(Content("\n").join(lines))
        self.query_one("#round-mine-title", Static).update(plain_content(scene.mine_title, cells=60))
        self._text("#round-mine", scene.mine)
        story = Content("\n").join([plain_content(line, cells=300) for line in scene.story])
        self.query_one("#round-story", Static).update(story)
        self.show_newest()
        result = self.query_one("#round-result", Static)
        result.display = bool(scene.result)
        result.update(Content("\n").join(list(scene.result)))
        self.show_picks(scene.saying, scene.picks)

    def show_newest(self) -> None:
        """Show the end of the story."""
        self.call_after_refresh(self.query_one("#round-told").scroll_end, animate=False)

    def say(self, words: str) -> None:
        """Say what is asked, or whom the game waits for."""
        self._text("#round-saying", (words,) if words else ())

    def show_picks(self, saying: str, picks: tuple[Pick, ...]) -> None:
        """Show a question and its answers, the cursor on the first that can be given."""
        self.say(saying)
        self._picks = picks
        self.moves.display = bool(picks)
        possible = [index for index, pick in enumerate(picks) if not pick.why_not]
        self.moves.show_lines([_pick_line(pick) for pick in picks], (possible or [0])[0] if picks else None)
        self._explain(self.pointed)

    @property
    def pointed(self) -> Pick | None:
        """The line under the cursor."""
        return self.pick_at(self.moves.highlighted)

    def pick_at(self, index: int | None) -> Pick | None:
        """Give one of the lines."""
        return self._picks[index] if index is not None and index < len(self._picks) else None

    @on(OptionList.OptionHighlighted, "#round-moves")
    def _look_at(self, event: OptionList.OptionHighlighted) -> None:
        self._explain(self.pick_at(event.option_index))

    def _explain(self, pick: Pick | None) -> None:
        """Say more of the line under the cursor: why not, or what stands behind its end on a narrow screen."""
        words = "" if pick is None else f"Not now: {pick.why_not}" if pick.why_not else pick.note
        self._text("#round-why", (words,) if words else ())

    def _text(self, part: str, lines: Sequence[str]) -> None:
        widget = self.query_one(part, Static)
        widget.display = bool(lines)
        widget.update(Content("\n").join([plain_content(line, cells=400) for line in lines]))

    @property
    def _left(self) -> int:
        return max(self.app.size.width - RIGHT[self.wide] - 2, 24)

    def _rooms(self, scene: RoundScene) -> list[tuple[Place, int]]:
        """Give each seat with the lines that it has room for."""
        above = sum(len(wrap(line, self._left)) for line in scene.head) + len(scene.board) + 1
        story = STORY if len(scene.places) < MANY else STORY_OF_MANY
        room = self.app.size.height - 3 - above - story - 1
        return [(place, max(1, room // max(len(scene.places), 1))) for place in scene.places]

    def _place(self, place: Place, room: int) -> list[Content]:
        mark = "★" if place.won else "▸" if place.acts else "✓" if place.chosen else " "
        name = clipped(place.name, NAME)
        you = "•" if place.mine else " "
        first = Content.assemble(
            (f"{mark}{letter(place.seat)}{you}{name}", "bold" if place.acts or place.mine or place.won else ""),
            " " * (NAME - Content(name).cell_length + 1),
            plain_content(place.look.facts, cells=self._left),
        )
        more = [line for text in place.look.more for line in wrap(text, self._left - 4) or [""]]
        if len(more) > room - 1:
            more = more[: room - 1]
            if more:
                more[-1] = clipped(more[-1], self._left - 6) + " …"
        return [first, *(plain_content(f"   {line}", "dim", cells=self._left) for line in more)]


def _pick_line(pick: Pick) -> Content:
    on = " …" if pick.step is not None and not pick.label.endswith("…") else ""
    if pick.why_not:
        return plain_content(f" - {pick.label}", "dim", cells=60)
    note = Content.assemble("  ", plain_content(pick.note, "dim", cells=60)) if pick.note else Content("")
    return plain_content(f" {pick.label}{on}", cells=60) + note
