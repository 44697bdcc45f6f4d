"""What a match can be set up from: hands, opponents, stakes, and why some of it is not allowed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from collection.errors import Refused
from collection.hands.hand import HAND_SIZE
from collection.ledger.entry import Account
from collection.ledger.match import HUMAN, Match, Stakes, Status
from collection.text import plain, search_key
from collection.tui.round_opening import MUDWATER, round_line

if TYPE_CHECKING:
    import datetime as dt

    from collection.catalogue.catalogue import Catalogue
    from collection.desk.hands import CheckedHand
    from collection.play.sitting import Sitting
    from collection.store.book import Book

FOR_ANY_GAME = frozenset({"too-few", "too-many", "twice", "not-a-card"})
"""The faults that no game takes; a card that is not owned matters only where something is at stake."""

NO_RESULT = frozenset({Status.PLAYING, Status.UNSETTLED})


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What the Table is asked to set up: as much of it as somebody has said."""

    hand: str | None = None
    me: str | None = None
    """Who plays that hand: a program, or `human`."""
    against: str | None = None
    """A program, or a collector of the book."""
    rehearse: str | None = None
    """A rival in whose place the program is to play."""
    mode: str | None = None
    stakes: str | None = None
    match: str | None = None
    """An unfinished match to take up at once."""
    seed: int | None = None
    """For a game that can be played again: everything is drawn by this seed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: what it is called, more about it, and why it cannot be chosen (empty when it can)."""

    label: str
    note: str = ""
    why_not: str = ""
    why_no_keeps: str = ""
    """Why it cannot be played with for keeps."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody to play against: a program with the house's cards or like a rival, or a collector with a saved hand."""

    choice: Choice
    player: str
    collector: str | None = None
    hand: str = ""
    keepsakes: tuple[str, ...] = ()
    """A warning for each keepsake in the hand."""
    rehearses: str = ""
    """The rival in whose place the program plays, with a hand that is drawn anew for each match."""
    says: str = ""
    """What to expect, in a sentence."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything the start form shows."""

    collector: Account
    hands: tuple[tuple[CheckedHand, Choice], ...]
    players: tuple[Choice, ...]
    """Who may play the collector's hand: the collector, first, and every program."""
    opponents: tuple[Opponent, ...]
    rivals: tuple[str, ...]
    """In whose place a program may play, with cards like theirs."""
    unfinished: tuple[Match, ...]
    catalogue: Catalogue


def read_setting(collector: str | None, book: Book) -> Setting:
    """Read hands, opponents and unfinished matches of `collector`."""
    from collection.desk.collectors import current
    from collection.desk.hands import hands
    from collection.ledger.entry import AccountKind

    with book.reading() as unit:
        account = current(unit, collector)
        keeps = _why_no_keeps(account)
        people = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.RIVAL)
        others = [other for other in unit.accounts.all(AccountKind.COLLECTOR) if other.id != account.id]
        opponents = [*_programs(keeps(unit.accounts.house))]
        reasons = [(other, keeps(other)) for other in others]
        unfinished = unit.matches.all(account, statuses=NO_RESULT, branches=True) if account.id else ()
        unfinished = (*unfinished, *unit.matches.other_games(statuses=NO_RESULT))
        catalogue = unit.cards.catalogue()
    mine = tuple((checked, _hand_choice(checked)) for checked in hands(book, account.name)) if account.id else ()
    # Legal ones first: what is offered first is what most people mean.
    mine = tuple(sorted(mine, key=lambda pair: bool(pair[1].why_not) * 2 + bool(pair[1].why_no_keeps)))
    for other, reason in reasons:
        opponents += _collector(other, hands(book, other.name), reason)
    rivals = tuple(other.name for other in people if other.id != account.id)
    return Setting(account, mine, players_for(account.name), tuple(opponents), rivals, unfinished, catalogue)


def players_for(collector: str) -> tuple[Choice, ...]:
    """Give who may play a collector's hand: the collector, first, and every program, strongest first."""
    from collection.players.programs import NAMES

    return (Choice(plain(collector), "yourself"), *(Choice(name, "you watch") for name in reversed(NAMES)))


def cards_choices(opponent: Opponent | None, rivals: Sequence[str]) -> tuple[Choice, ...]:
    """Give whose cards an opponent may play: the house's, or such as a rival has, for a program; a person their own."""
    if opponent is not None and opponent.player == HUMAN:
        return (Choice(plain(opponent.hand) or "none", "saved"),)
    return (Choice("The house", "drawn"), *(Choice(plain(rival), "like theirs") for rival in rivals))


def _why_no_keeps(account: Account) -> Callable[[Account], str]:
    from collection.play.seating import check_keeps

    def why(other: Account) -> str:
        try:
            check_keeps(account, other)
        except Refused as refused:
            return str(refused)
        return ""

    return why


def _programs(why_no_keeps: str) -> list[Opponent]:
    from collection.players.programs import LINES

    return [
        Opponent(Choice(name, why_no_keeps=why_no_keeps), name, says=f"A program: {line[0].lower()}{line[1:]}")
        for name, line in reversed(tuple(LINES.items()))
    ]


def rehearsal_of(rival: str, player: str) -> Opponent:
    """Give a program that plays in the place of `rival`."""
    from collection.play.seating import REHEARSAL_IS_FRIENDLY

    choice = Choice(f"{player} as {plain(rival)}", why_no_keeps=REHEARSAL_IS_FRIENDLY)
    return Opponent(choice, player, rehearses=rival)


def _collector(other: Account, saved: tuple[CheckedHand, ...], why_no_keeps: str) -> list[Opponent]:
    name = plain(other.name)
    if not saved:
        return [Opponent(Choice(name, "no hand", why_not=f"{name} has no saved hand."), HUMAN, other.name)]
    found = []
    for checked in saved:
        choice = _hand_choice(checked)
        label = f"{name}: {choice.label}"
        keeps = why_no_keeps or choice.why_no_keeps
        warnings = tuple(warning.message for warning in checked.warnings)
        offered = Choice(label, choice.note, choice.why_not, keeps)
        found.append(Opponent(offered, HUMAN, other.name, checked.hand.name, warnings))
    return found


def _hand_choice(checked: CheckedHand) -> Choice:
    name = plain(checked.hand.name)
    hard = [fault.message for fault in checked.faults if fault.code in FOR_ANY_GAME]
    missing = sum(fault.code == "not-owned" for fault in checked.faults)
    if hard:
        count = len(checked.hand.cards)
        note = "not playable" if count == HAND_SIZE else "1 card" if count == 1 else f"{count} cards"
        return Choice(name, note, why_not=" ".join(hard))
    if missing:
        why = f"{name}: {missing} of its cards not owned; for keeps every card must be."
        return Choice(name, f"{missing} missing", why_no_keeps=why)
    return Choice(name, "legal")


def stakes_choices(*sides: Choice | None) -> tuple[Choice, Choice]:
    """Give friendly and for keeps, the latter with every reason why these two sides may not."""
    reasons = dict.fromkeys(side.why_no_keeps for side in sides if side is not None and side.why_no_keeps)
    return (
        Choice("Friendly", "no loss"),
        Choice("For keeps", "not here" if reasons else "ante lost", why_not=" ".join(reasons)),
    )


def meant(asked: str | None, names: Sequence[str]) -> int | None:
    """Give the place of the name that is `asked`, or begins so; None when nothing was asked, or it is not there."""
    if not asked:
        return None
    key = search_key(asked)
    names = [search_key(name) for name in names]
    exact = [place for place, name in enumerate(names) if name == key]
    close = [place for place, name in enumerate(names) if name.startswith(key)]
    return next(iter(exact or close), None)


def begin(
    setting: Setting,
    hand: CheckedHand,
    player: str,
    opponent: Opponent,
    mode: str,
    stakes: Stakes,
    rng: random.Random,
    now: dt.datetime,
    book: Book,
) -> Sitting:
    """Sit down: the collector as black, by `player`, the other as white; a coin says who begins.

    Raises as `sit_down` does, and Refused for a rehearsal of nobody known.
    """
    from collection.desk.rehearsal import rehearse
    from collection.games.mudwater.state import Mode
    from collection.play.sitting import Sitter, sit_down

    black = Sitter(player, setting.collector.name, hand.hand.name)
    white = Sitter(opponent.player, opponent.collector, opponent.hand)
    if opponent.rehearses:
        made = rehearse(book, opponent.rehearses, rng, setting.collector.name)
        white = Sitter(opponent.player, hand=made.hand.cards, rehearses=made.rival.name)
    return sit_down(book, black, white, rng=rng, now=now, mode=Mode(mode), stakes=stakes)


def match_line(match: Match) -> str:
    """Give an unfinished match on one line, with what kind of match it is where that is not plain."""
    if match.game != MUDWATER:
        return round_line(match)
    names = [seat.called for seat in match.seats]
    how = "for keeps" if match.stakes is Stakes.KEEPS else "friendly"
    if match.branch is not None:
        how = f"what if, from move {match.branch.at}" if match.branch.at else "what if, from the deal"
    elif match.is_watched:
        how = "watched"
    state = (
        "over, a card is still to move"
        if match.status is Status.UNSETTLED
        else f"{match.moves} move{'' if match.moves == 1 else 's'} played"
    )
    mode = "" if match.mode == "standard" else f", {match.mode}"
    return plain(f"{match.happened:%d %b}  ● {names[0]} against ○ {names[1]}, {how}{mode}, {state}")
