"""How a game of MUD stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from collection.games.mud.cards import Card, Scandal
from collection.games.protocol import Seat

NAME: Final = "mud"
NOBODY: Final = -1
"""No seat."""

Hidden = Card | None
"""A card, or one that is hidden from whoever looks."""


class Hold(StrEnum):
    """Who may look at Scandals that lie face down (ruling 18)."""

    USUAL = "usual"
    """Their owner."""
    SEE = "see"
    """See No Evil: nobody."""
    HEAR = "hear"
    """Hear No Evil: everybody, since each is announced."""
    SAY = "say"
    """Say No Evil: everybody but the owner; a digger chooses face up."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game."""

    seats: int
    short: bool = False
    """The goal of a short game, which six players have anyway."""
    pact: bool = True
    """In Pari Delicto may be offered."""
    hold: Hold = Hold.USUAL
    first: Seat | None = None
    """Who begins; None lets chance say."""


class Phase(StrEnum):
    """What is to happen next."""

    FIRST = "first"
    """Chance says who begins."""
    DECK = "deck"
    """Chance shuffles all main cards, before they are dealt."""
    SCANDALS = "scandals"
    """Chance shuffles all Scandals."""
    ACT = "act"
    """The active player acts or ends the turn; anybody may offer a deal."""
    ANSWER = "answer"
    """An offer is answered."""
    PACT = "pact"
    """Who was asked to share a RAT answers."""
    CHOOSE = "choose"
    """Somebody chooses a Voter, or a card of a hand."""
    RESHUFFLE = "reshuffle"
    """Chance shuffles the main discards: a card must be drawn."""
    RESHUFFLE_SCANDALS = "reshuffle-scandals"
    """Chance shuffles the Scandal discards: one must be taken."""
    PICK = "pick"
    """Chance picks a Scandal from a shuffled row."""
    PLUCK = "pluck"
    """Chance picks a card of a hand."""
    OVER = "over"


class Due(StrEnum):
    """Something that follows by itself, unless chance or a choice comes in."""

    DRAW = "draw"
    """`seat` draws `number`."""
    BRING = "bring"
    """The RAT in play brings its Scandal; a `number` says that who was asked to share it has answered."""
    EFFECT = "effect"
    """The RAT in play does what it says."""
    DONE = "done"
    """The RAT in play goes to the discards."""
    LOSE = "lose"
    """`by` chooses `number` Voters with `trait` on the Map of `seat`, for the hand of `to` or, for nobody, away."""
    LOOT = "loot"
    """`by` chooses a card of the hand of `seat`, and takes it."""
    PICK = "pick"
    """Chance picks a Scandal of `seat` for `by`; `trait` says what for, a `number` that a shared ability does it."""
    PLUCK = "pluck"
    """Chance picks a card of the hand of `seat` for `to`."""
    ENACT = "enact"
    """`seat` is punished by Scandal `number`, dug up by `by`."""
    CLOSE = "close"
    """The Scandal that is open is discarded."""
    NEXT = "next"
    """The turn passes to the left."""


class Task(NamedTuple):
    """Something that is due; see Due for what the parts mean."""

    kind: Due
    seat: Seat = NOBODY
    number: int = 0
    trait: str = ""
    by: Seat = NOBODY
    to: Seat = NOBODY


DIGGING, SHREDDING, CLEARING = "dig", "shredder", "clear"
"""What a Scandal is picked for: it is revealed, or discarded by Shredder or by a bloc of the upper class."""


class Held(NamedTuple):
    """A Scandal in a row. Rows are sorted, so that where one lies tells nothing."""

    partner: Seat
    """Who shares it; nobody for most."""
    barred: tuple[Seat, ...]
    """Whose Shredder brought it, and so cannot discard it."""
    card: Scandal


class Rat(NamedTuple):
    """A RAT in play, or a shared ability in use."""

    card: Card
    seat: Seat
    shared: bool
    """It is an ability from a pact: no card is played, and no Scandal taken."""
    target: Seat = NOBODY
    voter: Card = ""
    """The target's Voter that is meant."""
    own: Card = ""
    """The player's own Voter that is swapped."""
    region: str = ""
    scandal: Scandal = 0
    """The Scandal that was named, 0 where none was, or it is hidden from whoever looks."""
    named: bool = False
    """Whether a Scandal was named."""
    partner: Seat = NOBODY
    """Who is asked to share it, or has agreed to."""


class Deal(NamedTuple):
    """An offer that is to be answered: hand cards for hand cards."""

    seat: Seat
    to: Seat
    gives: tuple[Hidden, ...]
    wants: tuple[Hidden, ...]


class Known(NamedTuple):
    """A card that a seat knows to be in another's hand."""

    observer: Seat
    owner: Seat
    card: Card


class State(NamedTuple):
    """Everything there is; in what a seat knows, hidden cards are None, and hidden Scandals 0."""

    setup: Setup
    phase: Phase
    active: Seat
    turn: int
    """Whose is counted from 1."""
    hands: tuple[tuple[Hidden, ...], ...]
    """Sorted, as are Maps and discards."""
    maps: tuple[tuple[Card, ...], ...]
    rows: tuple[tuple[Held, ...], ...]
    """The Scandals in front of each player; a shared one lies in the row of who played the RAT."""
    pile: tuple[Hidden, ...]
    discard: tuple[Card, ...]
    scandals: tuple[Scandal, ...]
    """The Scandal deck."""
    spent: tuple[Scandal, ...]
    """The Scandal discards."""
    mapped: int
    """Voters that the active player has mapped this turn."""
    stuffed: int
    """Voters that Ballot Stuffing has added to this turn's."""
    used: tuple[str, ...]
    """Incomes whose bloc was used this turn."""
    offers: tuple[int, ...]
    """Offers that each seat has made this turn."""
    curses: tuple[tuple[str, ...], ...]
    """What Scandals have in store for each seat: for its next turn, or its next draw."""
    bound: tuple[str, ...]
    """What Scandals do to the turn under way."""
    abilities: tuple[tuple[Card, ...], ...]
    """RATs that each seat may use once on its turn, from pacts."""
    known: tuple[Known, ...]
    """What seats have seen of others' hands."""
    due: tuple[Task, ...] = ()
    """What is still to be done before the active player acts on."""
    deal: Deal | None = None
    rat: Rat | None = None
    revealed: Scandal = 0
    """The Scandal that is open and being enacted; 0 for none."""
    winner: Seat = NOBODY
    leaning: str = ""
    """Which leaning won."""

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Give all seats clockwise, beginning with `seat`."""
        return tuple((seat + step) % self.setup.seats for step in range(self.setup.seats))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its hand, all Maps and discards, the Scandals it may look at, and counts of the rest."""

    seat: Seat
    known: State


def sees(hold: Hold, observer: Seat, owner: Seat, partner: Seat) -> bool:
    """Say whether `observer` may look at a Scandal in the row of `owner` that `partner` shares (ruling 18)."""
    match hold:
        case Hold.USUAL:
            return observer in (owner, partner)
        case Hold.SEE:
            return False
        case Hold.HEAR:
            return True
        case Hold.SAY:
            return observer not in (owner, partner)


def held_by(rows: Sequence[tuple[Held, ...]], seat: Seat) -> list[tuple[Seat, Held]]:
    """Give the Scandals that `seat` counts as holding, each with whose row it lies in: its own, and shared ones."""
    found = [(seat, held) for held in rows[seat]]
    found += [(owner, held) for owner, row in enumerate(rows) for held in row if owner != seat and held.partner == seat]
    return found


def shreddable(rows: Sequence[tuple[Held, ...]], seat: Seat, *, shared: bool) -> list[tuple[Seat, Held]]:
    """Give the Scandals that a Shredder of `seat` may discard: all that it holds but those that this one brought.

    A `shared` one brought what lies in the row of who played it; one's own, what lies in one's own row.
    """
    return [
        (owner, held) for owner, held in held_by(rows, seat) if seat not in held.barred or (owner != seat) != shared
    ]
