"""The characters of Cardia, what their abilities do in words, and which abilities the rules know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Faction(StrEnum):
    """Whom a character belongs to."""

    SWAMP = "swamp"
    ACADEMY = "academy"
    GUILD = "guild"
    DYNASTY = "dynasty"
    ARCHIPELAGO = "archipelago"
    EXPEDITION = "expedition"


NEW_FACTIONS: Final = (Faction.ARCHIPELAGO, Faction.EXPEDITION)
"""All eight of them are played with, or none."""
OLD_FACTIONS: Final = (Faction.SWAMP, Faction.ACADEMY, Faction.GUILD, Faction.DYNASTY)
DECKS: Final = ("I", "II", "III", "IV")
VALUES: Final = range(1, 17)
"""A deck has one card of each value."""


@dataclass(frozen=True, slots=True)
class Card:
    """One character."""

    key: str
    """As records and decks spell it: `tide-shifter`."""
    name: str
    deck: str
    """The deck that it was printed for, one of DECKS."""
    value: int
    """Its influence before anything modifies it, 1 to 16."""
    faction: Faction
    ability: str
    """What the loser of an encounter activates: a key of ABILITIES."""
    amount: int = 0
    """The number in the ability; 0 where it has none."""
    phial: str = ""
    """What a phial on it activates: a key of PHIAL_ABILITIES; empty where it has no such ability."""
    phial_amount: int = 0

    @property
    def ongoing(self) -> bool:
        """Whether the ability is ongoing; else it is instant."""
        return self.ability in ONGOING

    @property
    def text(self) -> str:
        """What its ability does, in words."""
        return ABILITIES[self.ability].format(amount=self.amount)

    @property
    def phial_text(self) -> str:
        """What its phial ability does, in words; empty where it has none."""
        return PHIAL_ABILITIES[self.phial].format(amount=self.phial_amount) if self.phial else ""


ONGOING: Final = frozenset({
    "aristocrat", "chancellor", "counselor", "goddess", "judge", "mechanical-djinn", "mediator", "occultist",
    "shanty-singer", "treasurer",
})  # fmt: skip
PHIAL_ONGOING: Final = frozenset({"tie-before", "worth-more", "raise-before", "raise-phials"})

ABILITIES: Final[dict[str, str]] = {
    # Deck I
    "hired-blade": "Discard this card and the opposing one.",
    "void-mage": "Choose any card; remove all its modifiers, or all its ongoing tokens.",
    "surgeon": "-{amount} on your next card.",
    "mediator": "This encounter is a tie.",
    "saboteur": "The opponent discards the top {amount} cards of the deck.",
    "fortune-teller": "Next round the opponent places a card face up before you choose yours.",
    "palace-guard": "Name a faction; unless the opponent discards a hand card of it, +{amount} on this card.",
    "judge": "You win every tie, past and to come; a tie still activates nobody.",
    "ambusher": "Name a faction; the opponent discards every card of it from the hand.",
    "puppeteer": "The opposing card goes; a random card of the opponent's hand replaces it. Empty hand: you win.",
    "clockmaker": "+{amount} on your previous card, and +{amount} on your next card.",
    "treasurer": "Whichever card wins the previous encounter is worth {amount} signet more.",
    "swamp-guardian": "Take another card of yours back to hand; its opposing card is discarded.",
    "magistra": "Copy the instant ability of another card of yours with at least this card's influence.",
    "inventor": "+{amount} on any card, then -{amount} on any other card.",
    "djinn": "You win the game.",
    # Deck II
    "poisoner": "A modifier on the opposing card, if that is higher, makes this encounter level.",
    "kinesis-mage": "Move all modifiers and ongoing tokens of one card of yours to a different one.",
    "envoy": "-{amount} on any card, or on your next card.",
    "tax-collector": "+{amount} on this card.",
    "revolutionary": "The opponent discards {amount} hand cards, then draws {amount}.",
    "librarian": "When your next card is revealed, choose +{amount} or -{amount} for it.",
    "prodigy": "+{amount} on a card of yours with an influence of 8 or less.",
    "aristocrat": "While this card wins it is worth {amount} signet more.",
    "blackmailer": "Name a faction; unless the opponent's next card is of it, they discard {amount} hand cards.",
    "illusionist": "Activate another card of yours that is losing.",
    "engineer": "+{amount} on your next card, at the end of phase 2 of its round.",
    "counselor": "You win the previous encounter.",
    "witch-king": "Name a faction; the opponent discards all of it from hand and deck, and shuffles the deck.",
    "elemental": "Discard a hand card that has an instant ability, copy it, then draw 1.",
    "mechanical-djinn": "If at the end of a phase 2 you win the following encounter, you win the game.",
    "successor": "The opponent discards the deck and all but {amount} hand cards.",
    # Deck III
    "ferryman": "Move any ship to a centre island where it is not.",
    "juggler": "Double the modifiers of one card of yours and move them to a different one.",
    "navigator": "Push or pull any ship.",
    "occultist": "While this card's influence is 0 or less it is worth {amount} signets.",
    "buccaneer": "The opponent discards the top card of the deck, then a hand card.",
    "smuggler": "Move a ship from the opponent's side to your outer island.",
    "shipwright": "+{amount} or -{amount} on your next card; +{amount} or -{amount} on the opponent's next card.",
    "tide-shifter": "Pull any ship, once or twice; only its last island has an effect.",
    "shanty-singer": "Right after you first move ships in a round, +{amount} on this card.",
    "cartographer": "Activate a card of yours with less influence than this one.",
    "harbourmaster": "Push or pull a ship; then you may push or pull a different one.",
    "mentor": "Activate the one of your cards with an ongoing ability that is nearest the current encounter.",
    "wrecker": "Discard both cards of an encounter before this card.",
    "siren": "Move all ships of one island to one other island.",
    "colossus": "+{amount} on another card of yours.",
    "goddess": "You win every encounter in which your card is of the Archipelago.",
    # Deck IV
    "cutpurse": "The opponent discards a random hand card.",
    "phial-here": "Place a phial on this card.",
    "forger": "Discard this card; put a hand card in its place, with -{amount}, not activated.",
    "phial-losing": "Place a phial on one of your losing cards.",
    "phial-near": "Place a phial on this card or on your previous card.",
    "mesmerizer": "Two different cards of yours change places, with all that lies on them.",
    "phial-winning": "Place a phial on one of your winning cards.",
    "chancellor": "While your previous card wins it is worth {amount} signet more.",
    "scoundrel": "The opposing card goes; the opponent replaces it from the hand. Empty hand: you win.",
    "steal-here": "Steal a phial and place it on this card.",
    "spy": "The opponent discards the top card of the deck; copy its instant ability.",
    "phial-lower": "Place a phial on a card of yours with less influence than this one.",
    "shapeshifter": "Copy the opposing card's instant ability.",
    "matriarch": "Steal 2 phials, place them on two different cards of yours, then resolve what they activate.",
    "usurper": "Discard up to {amount} opposing cards; random hand cards replace them. Too few: you win.",
}
"""What each ability does. `{amount}` is the card's number."""

PHIAL_ABILITIES: Final[dict[str, str]] = {
    "add-here": "+{amount} on this card.",
    "tie-before": "The previous encounter is a tie.",
    "mill": "The opponent discards {amount} from the top of the deck.",
    "worth-more": "While this card wins it is worth {amount} signet more.",
    "take-any": "-{amount} on any card.",
    "activate-before": "Activate your previous card's ability, but no phial ability.",
    "raise-before": "Your previous card has +{amount}.",
    "raise-phials": "Each card of yours has +{amount} for every phial on it.",
}
"""What each phial ability does."""
