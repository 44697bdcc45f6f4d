"""`demo`: the whole story in text, told by the verbs themselves on a book that is thrown away."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import shlex
import sys
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

import typer

from collection.cli.asked import Asked
from collection.cli.output import data


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the story: what is told before it, the command, and the exit code that belongs to it."""

    told: str
    command: str
    code: int = 0


STORY = (
    Step(
        "Ann has opened her first pack and types its numbers. The pack is in her book at once. (What is in a real "
        "pack is not public: these are made up. So are most names and numbers: ~ says which.)",
        "pack add 3 6 11 12 14 7 13 9 8 45",
    ),
    Step(
        "A second pack. She may write 45*2 for two copies, or a card's name.",
        "pack add 16 18 21 45*2 22 27 19 'Marsh Hydra' 39",
    ),
    Step("What does she own of Level III and up?", "own level>=3"),
    Step("And which cards in the whole set are strong to the north, and still missing?", "cards n>=8 owned:0"),
    Step(
        "Time to build a hand. She types what comes to mind. The hand is saved, and every reason why it cannot be "
        "played yet is named at once.",
        "hand new Dockside 3 6 12 14 16 7 45 45 9 118 8 19 137",
    ),
    Step("The same question as a program would ask it: the exit code is 1.", "hand check Dockside", 1),
    Step(
        "She takes the ways out that it names: fourteen different numbers, all of them hers.",
        "hand set Dockside 3 6 12 14 16 21 7 13 45 9 27 8 19 39",
    ),
    Step("And for the program, the exit code is now 0.", "hand check Dockside"),
    Step(
        "A practice match against the house. Both hands are played by programs here, and nothing is at stake; on the "
        "Table screen Ann would play her own.",
        "play --hand Dockside --against greedy --auto --seed 7",
    ),
    Step(
        "On Saturday she meets Bo at a real table, for keeps, and loses. Her ante was the Legendary. The hand that "
        "counted on it breaks, and she is told so.",
        "ante add --rival Bo --result lost --mine 39 --hand Dockside --note 'One square short'",
    ),
    Step("Where does she stand against Bo?", "ante stats"),
    Step("Bo has a soft spot for 45. She trades her way back.", "ledger add trade --with Bo --give 45 45 --get 39"),
    Step("The hand is whole again.", "hand check Dockside"),
    Step("Another pack, in a hurry: this number was wrong.", "pack add 99"),
    Step("Nothing is ever deleted, but everything can be taken back.", "void demo-6"),
    Step("The books remember all of it, newest first.", "ledger"),
    Step("And they prove themselves: every balance is the sum of its movements.", "audit"),
)


def demo(context: typer.Context) -> None:
    """Tell the whole story in text, on a throw-away sample."""
    from collection.cli.door import obey

    numbers = itertools.count(1)
    with tempfile.TemporaryDirectory(prefix="mudwater-demo-") as place:
        asked = Asked(
            Path(place) / "demo.db",
            "Ann",
            clock=lambda: dt.datetime(2026, 1, 10, 12, 0, tzinfo=dt.UTC),
            new_id=lambda: f"demo-{next(numbers)}",
            thrown_away=True,
        )
        # Talk and data are one story here, and keep their order in a pipe.
        with contextlib.redirect_stderr(sys.stdout):
            for step in STORY:
                data(textwrap.fill(step.told, 80))
                data()
                data(f"$ mudwater {step.command}")
                code = obey(shlex.split(step.command), obj=asked)
                data()
                if code != step.code:
                    data("The story stops here: that was not supposed to happen.")
                    raise typer.Exit(1)
    data("That is the story. The sample is gone again; your own book was never touched.")
    own = Asked.of(context)
    data(f"Begin it: {own.command('pack add NUMBER NUMBER ...')}, or `{own.command('').rstrip()}` for the screens.")
