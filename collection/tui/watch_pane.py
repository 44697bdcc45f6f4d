"""What is seen of a match that is watched: the board and how it is played back, both hands, thoughts and story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import STAND_IN_MARK
from collection.tui.board import Board
from collection.tui.commands import Command, registry
from collection.tui.face import FACE_DOWN, OWNER_MARKS, Look, Printed
from collection.tui.place import KeyCap, MudwaterScreen
from collection.tui.table_end import Ending
from collection.tui.text import clipped, plain_content

_ROOMY = 26
"""Cells from which on a hand shows the edges of its cards."""
_PLAYBACK = ("watch.back", "watch.step", "watch.slower", "watch.faster", "watch.hands")


@dataclass(frozen=True, slots=True)
class WatchScene:
    """What is shown at one moment."""

    looks: tuple[Look, ...]
    score: Content
    saying: Content
    playback: Content
    names: tuple[str, str]
    hands: tuple[tuple[Printed, ...], tuple[Printed, ...]]
    hidden: bool
    """Whether only the backs of both hands are shown."""
    thoughts: Content
    story: Sequence[str]


class StoryText(Static):
    """The story so far; a click shows it on a page of its own."""

    ALLOW_SELECT = False

    def on_click(self) -> None:
        """Show it."""
        if isinstance(self.screen, MudwaterScreen):
            self.screen.do(registry()["watch.story"])


class WatchPane(Horizontal):
    """Shows scenes; knows nothing of turns."""

    DEFAULT_CSS = """
    WatchPane { height: 1fr; }
    WatchPane #watch-left { width: 1fr; min-width: 41; }
    WatchPane #watch-right { width: 39; padding-left: 1; }
    WatchPane #watch-score { height: 1; padding: 0 1; background: $surface; }
    WatchPane #watch-saying { height: 3; padding: 0 1; }
    WatchPane #watch-playback { height: 1; padding: 0 1; text-style: bold; }
    WatchPane #watch-keys { height: 1; padding-left: 1; background: $background; }
    WatchPane #watch-playing { height: 1fr; }
    WatchPane #watch-hands { height: auto; }
    WatchPane .watch-hand { width: 1fr; height: auto; }
    WatchPane .watch-hand Static { text-wrap: nowrap; text-overflow: ellipsis; height: auto; }
    WatchPane .watch-hand .hand-title { text-style: bold; background: $surface; height: 1; }
    WatchPane #watch-hand-0 { margin-right: 1; }
    WatchPane #watch-thoughts { height: auto; margin-top: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchPane #watch-told { height: 1fr; min-height: 2; margin-top: 1; scrollbar-size-vertical: 1; }
    WatchPane #watch-story { height: auto; color: $text-muted; }
    """

    def compose(self) -> ComposeResult:
        """Compose both halves."""
        with Vertical(id="watch-left"):
            yield Static(id="watch-score")
            yield Board(id="board")
            yield Static(id="watch-saying")
            yield Static(id="watch-playback")
            with Horizontal(id="watch-keys"):
                screen = self.screen
                assert isinstance(screen, MudwaterScreen)
                for command in (registry()[name] for name in _PLAYBACK):
                    yield KeyCap(command, command.keys[0], screen, None)
        with Vertical(id="watch-right"):
            with Vertical(id="watch-playing"):
                with Horizontal(id="watch-hands"):
                    for seat in (0, 1):
                        with Vertical(id=f"watch-hand-{seat}", classes="watch-hand"):
                            yield Static(id=f"watch-title-{seat}", classes="hand-title")
                            yield Static(id=f"watch-cards-{seat}")
                yield Static(id="watch-thoughts")
                with VerticalScroll(id="watch-told", can_focus=False):
                    yield StoryText(id="watch-story")
            yield Ending(id="ending")

    def on_mount(self) -> None:
        """Keep the end for the end."""
        self.ending.display = False

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def ending(self) -> Ending:
        """What is shown in the hands' place when the match is over."""
        return self.query_one("#ending", Ending)

    def show(self, scene: WatchScene) -> None:
        """Draw everything."""
        self.board.show(scene.looks)
        for part, content in (("score", scene.score), ("saying", scene.saying), ("playback", scene.playback)):
            self.query_one(f"#watch-{part}", Static).update(content)
        for seat in (0, 1):
            self._show_hand(seat, scene)
        self.show_thoughts(scene.thoughts)
        self.query_one("#watch-story", Static).update(Content("\n").join([plain_content(line) for line in scene.story]))
        self.show_newest()

    def show_keys(self, why_not: Callable[[Command], str | None]) -> None:
        """Show which of the keys under the board work now."""
        for cap in self.query("#watch-keys KeyCap").results(KeyCap):
            cap.show(why_not(registry()[cap.what[0]]))

    def show_thoughts(self, thoughts: Content) -> None:
        """Show what a program thinks; this changes while it does."""
        self.query_one("#watch-thoughts", Static).update(thoughts)

    def say(self, saying: Content) -> None:
        """Say something under the board."""
        self.query_one("#watch-saying", Static).update(saying)

    def show_newest(self) -> None:
        """Show the end of the story."""
        self.query_one("#watch-told", VerticalScroll).scroll_end(animate=False)

    def show_the_end(self, shown: bool) -> None:
        """Show the end in place of the hands, or the hands again."""
        self.query_one("#watch-playing").display = not shown
        self.ending.display = shown

    def _show_hand(self, seat: int, scene: WatchScene) -> None:
        hand = scene.hands[seat]
        roomy = (self.query_one("#watch-right").size.width - 2) // 2 >= _ROOMY
        # Whoever watches sees both hands open, and neither ante: those are turned over where the end is shown.
        ante = f", ante {FACE_DOWN}" if roomy else f" {FACE_DOWN}"
        count = f" {len(hand)}{ante}"
        name = clipped(scene.names[seat], (_ROOMY if roomy else 18) - 2 - len(count))
        self.query_one(f"#watch-title-{seat}", Static).update(plain_content(f"{OWNER_MARKS[seat]} {name}{count}"))
        lines = ["Face down."] if scene.hidden else [_line(card, edges=roomy) for card in hand]
        cards = self.query_one(f"#watch-cards-{seat}", Static)
        cards.update(Content("\n").join([plain_content(line) for line in lines]))


def _line(card: Printed, *, edges: bool) -> str:
    """Give a card in little room: number, Level, family, its edges where there is room for them, name."""
    shown = f" {' '.join(str(edge) for edge in card.edges)}" if edges else ""
    stand_in = STAND_IN_MARK if card.stand_in else " "
    return f"{card.number:>3}{stand_in}{card.level.name:<3} {card.family.letter}{shown} {card.name}"
