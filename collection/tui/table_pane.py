"""The table itself: board and what is said about it at the left, hand and story at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import CardNo
from collection.ledger.match import Match, Stakes
from collection.tui.board import Board
from collection.tui.commands import registry
from collection.tui.face import FACE_DOWN, OWNER_MARKS, CardFace, Printed
from collection.tui.hands_cards import CARD_HEADING, CardList, Row, card_line
from collection.tui.place import MudwaterScreen
from collection.tui.table_end import Ending
from collection.tui.table_hint import Hint
from collection.tui.table_rival import RivalHand
from collection.tui.table_sight import Sight
from collection.tui.text import clipped, plain_content

_ANTES = "Antes face down"
_LEGEND = "[ ] may go here  ▲ upgrade  ○→● taken"
_LEGEND_AT_END = "Rocks and antes are turned over."


@dataclass(frozen=True, slots=True)
class Scene:
    """What the table shows at one moment, to one seat."""

    match: Match
    names: tuple[str, str]
    sight: Sight
    to_move: int | None
    my_turn: bool
    """The person at the keyboard may play now."""
    held: CardNo | None
    rock: bool
    fresh: frozenset[int]
    saying: Content
    hint: Hint | None
    advising: str
    """How far looking for a hint has come; empty while nobody looks."""
    rival: RivalHand | None
    story: Sequence[str]


class RivalLine(Static):
    """What is guessed of the other hand, in one line; a click shows all of it."""

    ALLOW_SELECT = False

    def on_mount(self) -> None:
        """Say what it is."""
        self.tooltip = plain_content(registry()["match.hands"].description)

    def on_click(self) -> None:
        """Show all of it."""
        if isinstance(self.screen, MudwaterScreen):
            self.screen.do(registry()["match.hands"])


class TablePane(Horizontal):
    """Shows scenes; knows nothing of turns."""

    DEFAULT_CSS = """
    TablePane { height: 1fr; }
    TablePane #left { width: 1fr; min-width: 41; }
    TablePane #right { width: 38; padding-left: 1; }
    TablePane #score { height: 1; padding: 0 1; background: $surface; }
    TablePane #saying { height: auto; min-height: 3; max-height: 5; padding: 0 1; }
    TablePane #legend { height: 1; padding: 0 1; color: $text-muted; }
    TablePane #playing { height: 1fr; }
    TablePane #hand-title { height: 1; text-style: bold; background: $surface; }
    TablePane #hand-heading { height: 1; color: $text-muted; }
    TablePane #cards { height: auto; max-height: 13; }
    TablePane #preview { display: none; }
    TablePane #rival { height: 1; color: $text-muted; }
    TablePane #rival:hover { background: $boost; }
    TablePane #antes { height: 1; }
    TablePane #hint { display: none; height: auto; margin-top: 1; }
    TablePane.-hinted #hint { display: block; }
    TablePane.-hinted #preview { display: none; }
    TablePane #story-pane { height: 1fr; scrollbar-size-vertical: 1; }
    TablePane #story { height: auto; color: $text-muted; }
    """

    def compose(self) -> ComposeResult:
        """Compose both halves."""
        with Vertical(id="left"):
            yield Static(id="score")
            yield Board(id="board")
            yield Static(id="saying")
            yield Static(plain_content(_LEGEND), id="legend")
        with Vertical(id="right"):
            with Vertical(id="playing"):
                yield Static(id="hand-title")
                yield Static(plain_content(CARD_HEADING), id="hand-heading")
                yield CardList(id="cards")
                yield RivalLine(id="rival")
                yield Static(id="antes")
                yield CardFace(id="preview")
                yield Static(id="hint", markup=False)
                with VerticalScroll(id="story-pane", can_focus=False):
                    yield Static(id="story")
            yield Ending(id="ending")

    def on_mount(self) -> None:
        """Keep the end for the end."""
        self.ending.display = False

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def cards(self) -> CardList:
        """The hand."""
        return self.query_one("#cards", CardList)

    @property
    def ending(self) -> Ending:
        """What is shown in the hand's place when the match is over."""
        return self.query_one("#ending", Ending)

    def show(self, scene: Scene) -> None:
        """Draw everything."""
        self.query_one("#score", Static).update(_score(scene))
        self.show_board(scene)
        self._show_hand(scene)
        self._show_aside(scene)
        self._show_story(scene.story)

    def show_board(self, scene: Scene) -> None:
        """Draw what follows the cursor: the squares, and what is said about them."""
        board, sight = self.board, scene.sight
        board.show_cursor = scene.held is not None
        hint = scene.hint.play.square if scene.hint is not None and scene.hint.play is not None else None
        if scene.held is None:
            board.show(sight.squares(fresh=scene.fresh, hint=hint))
        else:
            looks = sight.squares_for(scene.held, board.cursor, rock=scene.rock, fresh=scene.fresh, hint=hint)
            board.show(looks)
        self.say(scene.saying)

    def say(self, saying: Content) -> None:
        """Say something under the board."""
        self.query_one("#saying", Static).update(saying)

    def await_advice(self, text: str) -> None:
        """Say that a hint is being looked for; nothing when `text` is empty."""
        self.set_class(bool(text), "-hinted")
        self.query_one("#hint", Static).update(plain_content(text, cells=200))

    def _show_aside(self, scene: Scene) -> None:
        rival = self.query_one("#rival", Static)
        rival.update(plain_content("" if scene.rival is None else scene.rival.line()))
        if scene.hint is None:
            self.await_advice(scene.advising)
        else:
            self.set_class(True, "-hinted")
            self.query_one("#hint", Static).update(scene.hint.lines(scene.sight))

    def preview(self, card: Printed | None) -> None:
        """Show a card of the hand as a face, where there is room."""
        self.query_one("#preview", CardFace).card = card

    def _show_hand(self, scene: Scene) -> None:
        sight = scene.sight
        hand = sight.hand()
        rows = []
        for card in hand:
            playable = not scene.my_turn or sight.may_play(card.number)
            hinted = scene.hint is not None and scene.hint.play is not None and scene.hint.play.card == card.number
            mark = "◆" if card.number == scene.held else "★" if hinted else " " if playable else "-"
            rows.append(Row(card.number, card_line(card), mark=mark, quiet=not playable))
        self.cards.show(rows)
        title = f"{OWNER_MARKS[sight.seat]} {scene.names[sight.seat]}'s hand, {len(hand)} cards"
        self.query_one("#hand-title", Static).update(plain_content(title))
        self.query_one("#antes", Static).update(_antes(scene, self.query_one("#right").size.width - 1))

    def _show_story(self, lines: Sequence[str]) -> None:
        self.query_one("#story", Static).update(Content("\n").join([plain_content(line) for line in lines]))
        self.show_newest()

    def show_newest(self) -> None:
        """Show the end of the story; needed anew when it grew while another screen lay over it, unable to scroll."""
        self.query_one("#story-pane", VerticalScroll).scroll_end(animate=False)

    def turn_over(self) -> None:
        """Show the end in place of the hand."""
        self.query_one("#playing").display = False
        self.ending.display = True
        self.query_one("#legend", Static).update(plain_content(_LEGEND_AT_END))


def _antes(scene: Scene, cells: int) -> Content:
    """Show both antes as they lie; its owner can tell which card it is, for the hand lacks it (ruling 13)."""
    parts: list[tuple[str, str]] = [(_ANTES, "dim")]
    room = cells - len(f"{_ANTES} ●{FACE_DOWN}  ○{FACE_DOWN}")
    for seat in (0, 1):
        ante = scene.sight.known.sides[seat].ante
        known = "" if ante is None else f" {clipped(scene.sight.printed(ante).name, max(room, 8))}"
        parts.append((f" {OWNER_MARKS[seat]}{FACE_DOWN}{known}", ""))
    return Content.assemble(*parts)


def _score(scene: Scene) -> Content:
    held = scene.sight.held()
    parts: list[tuple[str, str]] = []
    for seat in (0, 1):
        turn = scene.to_move == seat
        name = clipped(scene.names[seat], 12)
        parts.append((f"{'▸' if turn else ' '}{OWNER_MARKS[seat]} {name} {held[seat]} ", "bold" if turn else ""))
    friendly = "friendly" if scene.match.branch is None else "what if"
    stakes = "for keeps" if scene.match.stakes is Stakes.KEEPS else friendly
    mode = "" if scene.match.mode == "standard" else f" {scene.match.mode}"
    return Content.assemble(*parts, (f" {stakes}{mode}", "dim"))
