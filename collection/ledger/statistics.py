"""What a collector's games come to, rival by rival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.ledger.entry import Account
from collection.ledger.match import Match


@dataclass(frozen=True, slots=True)
class RivalTally:
    """Games against one rival, from the collector's side.

    `games` = `won` + `lost` + `drawn`, for keeps and friendly together; `friendly` of them were friendly. Cards count
    games for keeps only; `unknown` of those have a card that is still to be named.
    """

    rival: str
    games: int
    won: int
    lost: int
    drawn: int
    friendly: int
    cards_won: int
    cards_lost: int
    unknown: int
    still_held: tuple[tuple[CardNo, int], ...]
    """My cards that they still hold, from the whole ledger."""


def tally(
    collector: Account,
    matches: Iterable[Match],
    still_held: Mapping[str, tuple[tuple[CardNo, int], ...]],
) -> tuple[RivalTally, ...]:
    """Add up finished, valid matches where `collector` sat, by the name of whoever sat opposite.

    `still_held` gives, by the name of a rival, the copies that they hold.
    """
    raise NotImplementedError
