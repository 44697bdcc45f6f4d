"""What can be done with the card under the cursor: marked, corrected, exchanged, its life read and written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from collection.catalogue.card import Card, CardNo
from collection.tui.place import MudwaterScreen
from collection.tui.text import clipped

if TYPE_CHECKING:
    from collection.ledger.mark import MarkKind


class CardActs(MudwaterScreen):
    """A screen with a card under its cursor. Subclasses say which one that is, and keep the marks."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: Mapping[CardNo, Mapping[MarkKind, str]] = {}
        """The collector's marks, each with its note."""

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return None

    def action_ledger(self) -> None:
        """Show the entries that moved this card."""
        from collection.tui.ledger import LedgerScreen

        if self.card is not None:
            self.app.push_screen(LedgerScreen(self.card.number))

    def action_mark(self) -> None:
        """Put a mark on this card, or take one off."""
        from collection.tui.marks import ask_marks

        if self.card is not None:
            ask_marks(self, self.card, self.marks.get(self.card.number, {}))

    def action_edit(self) -> None:
        """Correct this card."""
        from collection.tui.correction_form import CorrectionForm

        if self.card is not None:
            self.app.push_screen(CorrectionForm(self.card), self._corrected)

    def _corrected(self, card: Card | None) -> None:
        if card is not None:
            left = "Some of it is a stand-in still." if card.is_stand_in else "All of it is confirmed."
            self.mudwater.say(f"{card.number} {clipped(card.name, 40)} is corrected. {left}")

    def action_keep(self) -> None:
        """Write this card's life down."""
        from collection.tui.keep_form import KeepForm

        if self.card is not None:
            said = "Its life is in"
            self.app.push_screen(
                KeepForm(self.card), lambda file: self.mudwater.say(f"{said} {file}.") if file is not None else None
            )

    def action_exchange(self) -> None:
        """Log an exchange of this card."""
        from collection.tui.exchange import ask_exchange

        ask_exchange(self, self.card)
