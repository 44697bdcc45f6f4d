"""The figures of a hand being built, and how a change moved them: legality, ladder and stake, each on its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.hands.hand import HAND_SIZE, Hand, HandFault
from collection.hands.keepsakes import StakeWarning, stake_warnings
from collection.hands.ladder import Ladder, WaysUp
from collection.hands.legality import card_label
from collection.hands.stake import LossRecord, Stake
from collection.hands.tied import TiedCard, tied_cards
from collection.ledger.mark import MarkKind
from collection.ledger.price import each_written, sums_written
from collection.text import quoted
from collection.tui.hands_desk import Shelf
from collection.tui.marks import SIGNS
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.worth import Worth

KEEPSAKE = SIGNS[MarkKind.KEEPSAKE]
TIED = "▣"
"""Stands before a hand in sleeves, and before what is tied up in one."""
MANY = 2
"""Cards that are not owned, from which on one sentence names them all."""
_NAMED = 3
"""Cards or hands that a line names; of more it says how many there are besides."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All that is counted of a hand as it is now, by arithmetic alone."""

    cards: tuple[CardNo, ...]
    worth: Worth
    levels: Mapping[Level, int]
    tied: tuple[TiedCard, ...]
    keepsakes: tuple[StakeWarning, ...]

    @property
    def faults(self) -> tuple[HandFault, ...]:
        """Every reason why the hand is not legal."""
        return self.worth.faults

    @property
    def legal(self) -> bool:
        """Whether the hand can be brought to a game for keeps."""
        return not self.faults

    @property
    def ladder(self) -> Ladder:
        """Its ladder."""
        return self.worth.ladder

    @property
    def stake(self) -> Stake:
        """What it puts at stake."""
        return self.worth.stake

    @property
    def ways(self) -> int:
        """Ways up of all cards of Level III to V together."""
        return sum(one.in_all for one in self.ladder.ways)

    def way_of(self, card: CardNo) -> WaysUp | None:
        """Give the ways up of one card; None for Levels I and II, which need none."""
        return next((one for one in self.ladder.ways if one.card == card), None)


def figures(cards: Sequence[CardNo], shelf: Shelf, hand: Hand | None) -> Figures:
    """Count everything of `cards`, against the hands of the shelf but `hand`: the saved one that they are made of."""
    catalogue = shelf.catalogue
    return Figures(
        tuple(cards),
        shelf.grounds.worth(cards, hand),
        Counter(catalogue[number].level for number in cards if number in catalogue),
        tied_cards(cards, catalogue, shelf.owned, shelf.others(hand)),
        stake_warnings(cards, catalogue, shelf.owned, shelf.keepsakes),
    )


def figure_lines(now: Figures, before: Figures, catalogue: Catalogue) -> list[Content]:
    """Give legality, ladder and stake; what a change has moved carries by how much: `ways up 12 (+4)`."""
    return [
        legal_line(now, before),
        ladder_line(now, before, catalogue),
        stake_line(now, before),
        value_line(now, before),
    ]


def legal_line(now: Figures, before: Figures) -> Content:
    """Give the verdict, the count, and the split by Level."""
    count, change = len(now.cards), moved(len(now.cards) - len(before.cards))
    verdict = "✓ Legal. " if now.legal else "✗ Not legal. "
    turned = "" if now.legal == before.legal else "(it was not) " if now.legal else "(it was legal) "
    return Content.assemble(
        (verdict, "bold"),
        (turned, "bold"),
        f"{count} of {HAND_SIZE}",
        (change, "bold"),
        (f"  Levels I-V {split(now.levels)}", "dim"),
    )


def ladder_line(now: Figures, before: Figures, catalogue: Catalogue) -> Content:
    """Give the ways up, how many of each Level can stand, and the dead weight by name."""
    dead = now.ladder.dead_weight
    fewer = moved(len(dead) - len(before.ladder.dead_weight))
    return Content.assemble(
        ("Ladder ", "bold"),
        f"ways up {now.ways}",
        (moved(now.ways - before.ways), "bold"),
        f"  can stand {split(now.ladder.standing)}",
        f"  dead weight {_cards(dead, catalogue)}" if dead else "  no dead weight",
        (fewer, "bold"),
    )


def stake_line(now: Figures, before: Figures) -> Content:
    """Give what is at stake: last copies, keepsakes, and the other hands that a loss would break."""
    here, was = now.stake, before.stake
    last = moved(len(here.last_copies) - len(was.last_copies))
    kept = moved(len(here.keepsakes) - len(was.keepsakes))
    breaks = moved(len(here.breaks) - len(was.breaks))
    parts = [("Stake ", "bold"), (f" last copies {len(here.last_copies)}", ""), (last, "bold")]
    if here.keepsakes or kept:
        parts += [(f"  {KEEPSAKE} keepsakes {len(here.keepsakes)}", ""), (kept, "bold")]
    names = [clipped(name, 18) for name in here.breaks]
    parts += [(f"  breaks {_listed(names)}" if names else "  breaks no other hand", ""), (breaks, "bold")]
    return Content.assemble(*parts)


def value_line(now: Figures, before: Figures) -> Content:
    """Give the owner's values in all, and what a game for keeps costs on average at the collector's own record."""
    here, was, record = now.stake, before.stake, now.worth.record
    values = each_written({currency: here.worth.get(currency, 0) for currency in sorted({*here.worth, *was.worth})})
    parts: list[tuple[str, str]] = [("Value ", "bold")]
    for place, (currency, words) in enumerate(values.items()):
        parts.append(((" and " if place else " ") + words, ""))
        parts.append((_money(here.worth.get(currency, 0) - was.worth.get(currency, 0)), "bold"))
    parts.append((f", {here.unvalued} unvalued" if values else " none is set (% sets it)", ""))
    costs, earlier = now.worth.expected_loss, before.worth.expected_loss or {}
    if costs is None:
        parts.append(("  no games yet: no expected loss", "dim"))
    losses = {currency: cost.estimate for currency, cost in (costs or {}).items()}
    for place, (currency, words) in enumerate(each_written(losses).items()):
        least = "≥ " if here.unvalued else ""
        parts.append((f"{' and' if place else '  expected loss'} {least}{words}", ""))
        before_it = earlier[currency].estimate if currency in earlier else 0.0
        parts.append((_money(losses[currency] - before_it), "bold"))
    if costs:
        parts.append((f" a game, {record_words(record)}", ""))
    return Content.assemble(*parts)


def notes(now: Figures, catalogue: Catalogue) -> list[Content]:
    """Give every reason against the hand, and every warning that makes it no less legal, each on a line."""
    return [
        *reasons_against(now.faults, catalogue),
        *tied_lines(now.tied, catalogue),
        *keepsake_lines(now.keepsakes, catalogue),
    ]


def tied_lines(tied: Sequence[TiedCard], catalogue: Catalogue) -> list[Content]:
    """Warn of cards that lie in sleeved hands, several in one sentence that names each: they make no hand illegal."""
    if len(tied) <= 1:
        return [plain_content(f"{TIED} {one.message}", cells=600) for one in tied]
    hands = " and ".join(dict.fromkeys(quoted(name, 24) for one in tied for name in one.hands))
    names = ", ".join(card_label(one.card, catalogue) for one in tied)
    return [
        plain_content(f"{TIED} Tied up in {hands}, sleeved: {names}. Take them out there, or choose others.", cells=900)
    ]


def keepsake_lines(warnings: Sequence[StakeWarning], catalogue: Catalogue) -> list[Content]:
    """Warn of every keepsake among a hand's cards: it is legal, and at stake in every game for keeps."""
    if len(warnings) <= 1:
        return [plain_content(f"{KEEPSAKE} {warning.message}", cells=600) for warning in warnings]
    names = ", ".join(card_label(warning.card, catalogue) for warning in warnings)
    words = f"{KEEPSAKE} {len(warnings)} keepsakes, marked never to be staked, and any card can be the ante: {names}."
    return [plain_content(words, cells=1_000)]


def reasons_against(faults: Sequence[HandFault], catalogue: Catalogue) -> list[Content]:
    """Give every reason on a line of its own; many cards that are not owned share one, each named."""
    missing = [fault.card for fault in faults if fault.code == "not-owned" and fault.card is not None]
    shared = len(missing) > MANY
    lines = [f"- {fault.message}" for fault in faults if not (shared and fault.code == "not-owned")]
    if shared:
        names = ", ".join(f"#{number} {catalogue[number].name}" for number in missing)
        lines.append(f"- Not owned: {names}. Pull, trade or win them, or choose others.")
    return [plain_content(line, cells=600) for line in lines]


def record_words(record: LossRecord) -> str:
    """Give the own record that an expected loss rests on, as short as it goes."""
    return f"{record.losses} of {record.games} lost"


def split(levels: Mapping[Level, int]) -> str:
    """Give counts of Level I to V as the rulebook's advice is written: `5/3/2/2/1`."""
    return "/".join(str(levels.get(level, 0)) for level in Level)


def moved(by: int) -> str:
    """Give by how much a count has changed, nothing when it has not: ` (+4)`."""
    return f" ({by:+})" if by else ""


def sums(amounts: Mapping[str, int]) -> str:
    """Give sums of money, one for each currency."""
    return sums_written(amounts)


def ways_word(way: WaysUp | None) -> str:
    """Give a card's ways up in at most four cells: nothing where none are needed, `dead` where there are none."""
    if way is None:
        return ""
    return "dead" if way.dead else str(way.in_all)


def _money(minor: float) -> str:
    return f" ({minor / 100:+.2f})" if round(minor) else ""


def _cards(numbers: Sequence[CardNo], catalogue: Catalogue) -> str:
    return _listed([card_label(number, catalogue) for number in numbers])


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return ", ".join(words[:_NAMED]) + more
