"""The one registry of commands: keys, footer, palette and help all come from here.

A command is tied to the place where it applies. Its action is the method `action_<name>` of the screen of that place
(of the app for `everywhere`), where `<name>` is what stands behind the dot of its id. A screen may refuse a command by
a reason (`Commanded.why_not`): the command then stays visible, greyed, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from textual.binding import Binding

EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do on the screens."""

    id: str
    """`place.name`; the method that does it is `action_name`."""
    keys: tuple[str, ...]
    """By Textual's names; the first is the one that is shown. A second one works inside inputs too."""
    label: str
    """Short, for the footer: at most 11 cells together with its key."""
    description: str
    """A sentence for the palette, the help screen and tooltips."""
    footer: bool = False

    @property
    def where(self) -> str:
        """The place where it applies."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """The name of its action."""
        return self.id.partition(".")[2].replace("-", "_")

    @property
    def action(self) -> str:
        """The action as Textual writes it."""
        return f"do('{self.id}')"

    def key_in(self, *, typing: bool) -> str | None:
        """Give the key that works now: while an input has the focus, letters are only letters."""
        if not typing:
            return self.keys[0] if self.keys else None
        return next((key for key in self.keys if not types_a_character(key)), None)


def types_a_character(key: str) -> bool:
    """Say whether `key` writes something into an input that has the focus."""
    return len(key) == 1 or key in {
        "slash",
        "question_mark",
        "colon",
        "space",
        "plus",
        "minus",
        "exclamation_mark",
        "full_stop",
        "asterisk",
        "percent_sign",
        "enter",
        "left_square_bracket",
        "right_square_bracket",
        "at",
        "equals_sign",
        "less_than_sign",
        "greater_than_sign",
    }


_DISPLAY = {
    "slash": "/",
    "question_mark": "?",
    "colon": ":",
    "at": "@",
    "equals_sign": "=",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "escape": "esc",
    "enter": "enter",
    "space": "space",
    "plus": "+",
    "minus": "-",
    "percent_sign": "%",
    "backspace": "bksp",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "comma": ",",
    "full_stop": ".",
    "exclamation_mark": "!",
    "asterisk": "*",
}


def key_display(key: str) -> str:
    """Give a key as it is printed on a keyboard: `^s`, `F2`, `/`."""
    if key.startswith("ctrl+"):
        return "^" + key_display(key.removeprefix("ctrl+"))
    if key in _DISPLAY:
        return _DISPLAY[key]
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


COMMANDS: tuple[Command, ...] = (
    Command("everywhere.binder", ("b", "f2"), "Binder", "Go to the Binder: cards, what is owned, one card's life"),
    Command("everywhere.packs", ("p", "f3"), "Packs", "Go to Packs: log an opened pack, see the earlier ones"),
    Command("everywhere.hands", ("h", "f4"), "Hands", "Go to Hands: build fourteen-card hands from what is owned"),
    Command("everywhere.table", ("t", "f5"), "Table", "Go to the Table: play a hand"),
    Command("everywhere.ante", ("a", "f6"), "Ante", "Go to Ante: games at a real table and what they cost and brought"),
    Command("everywhere.files", ("f12",), "Files", "Take a file in (import), write one (export), or back the book up"),
    Command("everywhere.help", ("question_mark", "f1"), "Help", "Show the keys that work here", footer=True),
    Command("everywhere.palette", ("colon", "ctrl+p"), "Commands", "Find any command by typing its name"),
    Command("everywhere.leave", ("escape",), "Back", "Leave the input, close what is open, go back", footer=True),
    Command("everywhere.theme", ("f9",), "Colours", "Change the colours: dark, light, plain; remembered in the book"),
    Command("everywhere.sample", ("f7",), "Sample", "Change between the sample collection and your own book"),
    Command("everywhere.messages", ("f10", "ctrl+g"), "Messages", "Read again what was said at the edge of the screen"),
    Command("everywhere.quit", ("q", "ctrl+q"), "Quit", "Leave; everything confirmed is already in the book"),
    Command(
        "welcome.sample", ("1",), "Sample", "Look around in a sample collection, in a book of its own", footer=True
    ),
    Command("welcome.real", ("2",), "My cards", "Make an empty book for your own cards", footer=True),
    Command("welcome.next", ("up", "down"), "Other", "Go to the other offer"),
    Command("ante.new", ("n",), "New game", "Write down a game at a real table", footer=True),
    Command("ante.open", ("enter",), "Open", "Show the game under the cursor"),
    Command("ante.complete", ("e",), "Name card", "Name a card of this game that was not known", footer=True),
    Command("ante.void", ("v",), "Void", "Take back the game under the cursor, once confirmed", footer=True),
    Command(
        "ante.rival",
        ("i",),
        "Rival",
        "Look at the rival: games, cards they hold, wishes and offers, cards seen",
        footer=True,
    ),
    Command("ante.undo", ("u", "f8"), "Undo", "Take back the game written down last on this screen"),
    Command("ante.ledger", ("l",), "Ledger", "Every entry that moved your cards", footer=True),
    Command("ante.exchange", ("f",), "Exchange", "Log a trade, a gift, a find or a loss"),
    Command("rival.mark", ("m",), "Mark", "Write down what the rival looks for, or has to trade", footer=True),
    Command("rival.deal", ("d",), "Rehearse", "Go to the Table: a program plays like this rival", footer=True),
    Command("rival.exchange", ("f",), "Exchange", "Log a trade, a gift, a find or a loss", footer=True),
    Command("ledger.open", ("enter",), "Open", "Show the entry under the cursor whole", footer=True),
    Command("ledger.void", ("v",), "Void", "Take back the entry under the cursor, once confirmed", footer=True),
    Command("ledger.exchange", ("f",), "Exchange", "Log a trade, a gift, a find or a loss", footer=True),
    Command("ledger.all", ("0",), "Whole", "Show the entries of every card"),
)
"""The commands that are not kept beside their screen."""


@cache
def registry() -> Mapping[str, Command]:
    """Give every command of every screen, by id."""
    from collection.tui.binder_commands import BINDER
    from collection.tui.decks_commands import DECKS
    from collection.tui.files_commands import FILES
    from collection.tui.hands_commands import HANDS
    from collection.tui.loss_commands import LOSS
    from collection.tui.packs_commands import PACKS
    from collection.tui.puzzles_commands import PUZZLES
    from collection.tui.review_commands import REVIEW
    from collection.tui.round_commands import ROUND
    from collection.tui.sheets_commands import SHEETS
    from collection.tui.suggest_commands import SUGGEST
    from collection.tui.table_commands import TABLE
    from collection.tui.watch_commands import WATCH

    kept = (
        *(*BINDER, *COMMANDS, *FILES, *PACKS, *HANDS, *TABLE, *WATCH, *REVIEW, *LOSS, *SUGGEST, *PUZZLES, *ROUND),
        *(*SHEETS, *DECKS),
    )
    return {command.id: command for command in kept}


def commands_of(where: str) -> tuple[Command, ...]:
    """Give the commands of one place, in the order in which they are shown."""
    return tuple(command for command in registry().values() if command.where == where)


def bindings_of(where: str) -> list[Binding]:
    """Give the key bindings of one place."""
    return [binding for command in commands_of(where) for binding in _bindings(command)]


def _bindings(command: Command) -> Iterable[Binding]:
    for key in command.keys:
        yield Binding(
            key,
            command.action,
            command.label,
            show=command.footer and key == command.keys[0],
            key_display=key_display(key),
            tooltip=command.description,
            id=command.id if key == command.keys[0] else f"{command.id}.{key}",
            # Quitting must work while an input has the focus; ctrl+q is Textual's own way and is kept.
            priority=key == "ctrl+q",
        )
