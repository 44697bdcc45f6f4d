"""Who sits down, with which hand, and for which stakes: everything that is checked before the first card is played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import HandRefused, NotUnderstood, Refused
from collection.hands.dealing import draw_hand
from collection.hands.legality import hand_faults, table_faults
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import HUMAN, Match, MatchSeat, Stakes
from collection.play import house
from collection.players import programs
from collection.text import plain, quoted, search_key

if TYPE_CHECKING:
    from collection.store.book import Unit


REHEARSAL_IS_FRIENDLY = "A rehearsal is practice with a hand that is nobody's: nothing is at stake. Play it friendly."


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit down: a collector with a hand, the house with one from its own collection, or a rehearsal.

    `player` is `human` or a program's name; a program may play a collector's hand as well. `collector` is None for the
    house; with an empty `hand` the house draws its own. A collector's hand is given by its cards, else by the name
    under which it is saved, else it is the only one saved. `rehearses` names the rival in whose place a program plays
    `hand`: those cards are nobody's, so the seat has no account, counts for nobody and plays friendly alone.
    """

    player: str
    collector: str | None = None
    hand_name: str = ""
    hand: tuple[CardNo, ...] = ()
    rehearses: str = ""

    @property
    def is_house(self) -> bool:
        """Whether the house is to sit down."""
        return self.collector is None and not self.rehearses


def seat_both(unit: Unit, sitters: Sequence[Sitter], stakes: Stakes, rng: random.Random) -> tuple[MatchSeat, MatchSeat]:
    """Give the two seats of a match: accounts found, hands copied or drawn, everything checked.

    For keeps both hands must be legal (rulings 14 and 16). A friendly game asks for fourteen different numbers alone:
    nothing is at stake, so nobody has to own the cards. Raises NotUnderstood for an unknown program, Refused for an
    unknown collector or stakes that are not allowed, HandRefused with every reason of both hands.
    """
    catalogue = unit.cards.catalogue()
    black, white = (_account(unit, sitter) for sitter in sitters)
    if stakes is Stakes.KEEPS:
        if black is None or white is None:
            raise Refused(REHEARSAL_IS_FRIENDLY)
        check_keeps(black, white)
    owned = [{} if account is None else _owned(unit, account, catalogue, stakes) for account in (black, white)]
    seats: list[MatchSeat] = []
    reasons: list[str] = []
    for sitter, account, cards in zip(sitters, (black, white), owned, strict=True):
        try:
            name, hand = _hand(unit, sitter, account, catalogue, cards, rng)
        except HandRefused as refused:
            reasons += refused.reasons
            continue
        reasons += _reasons(account, name, hand, catalogue, None if stakes is Stakes.FRIENDLY else cards)
        seats.append(MatchSeat(account, sitter.player, name, hand))
    if reasons:
        raise HandRefused(*dict.fromkeys(reasons))
    return seats[0], seats[1]


def seat_at_branch(
    unit: Unit,
    sitters: Sequence[Sitter],
    left: Match | None,
    hands: Sequence[tuple[CardNo, ...]],
    antes: Sequence[CardNo | None],
) -> tuple[MatchSeat, MatchSeat]:
    """Give the two seats of a branch, which keep the cards of the game that it left.

    A person who is not named is the collector of that seat of `left`, if one sat there; a program plays for nobody,
    unless a collector is named. Raises NotUnderstood for an unknown program, Refused for an unknown collector.
    """
    seats = []
    for seat, (sitter, hand, ante) in enumerate(zip(sitters, hands, antes, strict=True)):
        check_player(sitter.player)
        account = None if sitter.collector is None else _collector(unit, sitter.collector)
        before = None if left is None else left.seats[seat].account
        if account is None and sitter.player == HUMAN and before is not None and before.kind is AccountKind.COLLECTOR:
            account = before
        seats.append(MatchSeat(account, sitter.player, "", hand, ante))
    return seats[0], seats[1]


def check_keeps(black: Account, white: Account) -> None:
    """Check that these two may play for keeps: two collectors of the book, or the house and a solo collector.

    Cards that a program won would otherwise be missing from a real binder, in the book but not in the world.
    Raises Refused, with the way out.
    """
    if black.id == white.id:
        raise Refused("A match for keeps needs two different collections. Play it friendly.")
    for account in (black, white):
        if account.kind is AccountKind.COLLECTOR and not account.solo and house_among(black, white):
            raise Refused(
                f"{plain(account.name)} has real cards, and a program cannot hand any over: against the house only a "
                "solo collector plays for keeps. Play it friendly, or play another collector of this book."
            )


def house_among(*accounts: Account) -> bool:
    """Say whether one of `accounts` is the house."""
    return any(account.kind is AccountKind.HOUSE for account in accounts)


def _account(unit: Unit, sitter: Sitter) -> Account | None:
    check_player(sitter.player)
    if sitter.collector is None:
        return None if sitter.rehearses else unit.accounts.house
    return _collector(unit, sitter.collector)


def check_player(player: str) -> None:
    """Check that `player` is a person or a program. Raises NotUnderstood, naming those there are."""
    if player != HUMAN and player not in programs.NAMES:
        known = ", ".join((HUMAN, *programs.NAMES))
        raise NotUnderstood(f"No player is called {quoted(player)}: there are {known}.")


def _collector(unit: Unit, name: str) -> Account:
    account = unit.accounts.find(name)
    if account is not None and account.kind is AccountKind.COLLECTOR:
        return account
    there = ", ".join(quoted(one.name) for one in unit.accounts.all(AccountKind.COLLECTOR)) or "none yet"
    raise Refused(f"No collector of this book is called {quoted(name)}. There are: {there}.")


def _owned(unit: Unit, account: Account, catalogue: Catalogue, stakes: Stakes) -> Mapping[CardNo, int]:
    owned = unit.ledger.owned(account)
    if account.kind is AccountKind.HOUSE and stakes is Stakes.FRIENDLY and not house.can_make_a_hand(owned):
        return {card.number: 1 for card in catalogue}
    return owned


def _hand(
    unit: Unit,
    sitter: Sitter,
    account: Account | None,
    catalogue: Catalogue,
    owned: Mapping[CardNo, int],
    rng: random.Random,
) -> tuple[str, tuple[CardNo, ...]]:
    if account is None:
        return sitter.rehearses, sitter.hand
    if sitter.hand:
        return sitter.hand_name, sitter.hand
    if account.kind is AccountKind.HOUSE:
        return "", draw_hand(catalogue, owned, rng)
    if sitter.hand_name:
        saved = unit.hands.find(account, sitter.hand_name)
        if saved is not None:
            return saved.name, saved.cards
    there = unit.hands.all(account)
    if len(there) == 1 and not sitter.hand_name:
        return there[0].name, there[0].cards
    names = _listed(hand.name for hand in there)
    whose = quoted(account.name)
    if sitter.hand_name:
        raise HandRefused(f"{whose} has no hand called {quoted(sitter.hand_name)}. There are: {names}.")
    raise HandRefused(f"Which hand does {whose} play? Name one. There are: {names}.")


def _reasons(
    account: Account | None,
    name: str,
    hand: tuple[CardNo, ...],
    catalogue: Catalogue,
    owned: Mapping[CardNo, int] | None,
) -> list[str]:
    faults = table_faults(hand, catalogue) if owned is None else hand_faults(hand, catalogue, owned)
    return [f"{_label(account, name)}: {fault.message}" for fault in faults]


def _label(account: Account | None, name: str) -> str:
    if account is None:
        return f"The rehearsal hand of {plain(name)}"
    whose = "The house" if house_among(account) else plain(account.name)
    return f"{whose}, hand {plain(name)}" if name else whose


def _listed(names: Iterable[str]) -> str:
    return ", ".join(quoted(name) for name in sorted(names, key=search_key)) or "none yet"
