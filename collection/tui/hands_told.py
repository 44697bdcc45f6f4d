"""What the screens that tell of a hand are told, and the way to each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.tui.hands_desk import Shelf
from collection.tui.place import STAND_IN_NOTE

if TYPE_CHECKING:
    from collection.hands.hand import Hand, HandVersion
    from collection.tui.app import MudwaterApp


def _let_be(_shelf: Shelf) -> None:
    """Whoever shows a hand may have no use for the values that were set meanwhile."""


@dataclass(frozen=True, slots=True)
class Told:
    """A hand as it is at this moment, saved or not, and the shelf that it is judged against."""

    shelf: Shelf
    title: str
    """What it is called in a heading."""
    cards: tuple[CardNo, ...]
    hand: Hand | None
    """The saved hand that it is or was made of; None for one that was never saved."""

    @property
    def note(self) -> str:
        """What the mark of a stand-in means, where there are any."""
        return STAND_IN_NOTE if any(card.is_stand_in for card in self.shelf.catalogue) else ""

    def show_stake(
        self, app: MudwaterApp, changed: Callable[[Shelf], None] = _let_be, *, instead: bool = False
    ) -> None:
        """Tell what it can cost; `changed` is handed a shelf with the values that were set there.

        `instead` takes the place of the screen that is shown, so that one `esc` leads back from both.
        """
        from collection.tui.hands_stake import StakeScreen

        (app.switch_screen if instead else app.push_screen)(StakeScreen(self, changed))

    def show_ladder(
        self, app: MudwaterApp, changed: Callable[[Shelf], None] = _let_be, *, instead: bool = False
    ) -> None:
        """Tell which of its cards get onto the board; `changed` and `instead` as for the stake, which is one key on."""
        from collection.tui.hands_ladder import LadderScreen

        (app.switch_screen if instead else app.push_screen)(LadderScreen(self, changed))

    def show_compare(self, app: MudwaterApp, versions: tuple[HandVersion, ...] = ()) -> None:
        """Lay it beside the other hands, and beside `versions`."""
        from collection.tui.hands_compare import CompareScreen

        app.push_screen(CompareScreen(self, versions))

    def show_history(self, app: MudwaterApp, bring_back: Callable[[tuple[CardNo, ...]], None]) -> None:
        """Tell how it came to be; a version that is chosen there goes to `bring_back`."""
        from collection.tui.hands_history import HistoryScreen

        app.push_screen(HistoryScreen(self, bring_back))
