"""Hands and values of the JSON document of a whole book, read back."""

from __future__ import annotations

from collection.catalogue.card import CardNo, Level
from collection.hands.hand import HandVersion
from collection.interchange.items import Item
from collection.interchange.whole import KeptHand, KeptValue
from collection.ledger.entry import Account, AccountKind
from collection.ledger.price import Price

WITH_VERSIONS = 2
"""The first version of the document that tells versions of hands, sleeves and values."""
_MOST_MINOR = 1_000_000_000
_LONGEST_CURRENCY = 3


def read_hand(item: Item, owner: Account, version: int) -> KeptHand:
    """Read a hand out of a document of `version`; an older one tells its cards alone, which are its first version."""
    _collectors(item, owner, "hand")
    name, created, changed = item.line("name", empty=False), item.moment("created"), item.moment("changed")
    archived = item.maybe("archived", item.moment)
    if version < WITH_VERSIONS:
        first = HandVersion(1, None, changed, item.numbers("cards"))
        item.close()
        return KeptHand(owner, name, (first,), 1, created, changed, archived)
    versions = tuple(_version(one, number) for number, one in enumerate(item.items("versions", "version"), start=1))
    if not versions and item.has("versions"):
        item.fault("a hand has at least one version.")
    current = item.number("version", 1, max(1, len(versions)))
    sleeved = item.flag("sleeved")
    if sleeved and archived is not None:
        item.fault("a hand that is put away is not sleeved.")
    item.close()
    return KeptHand(owner, name, versions, current, created, changed, archived, sleeved)


def _collectors(item: Item, owner: Account, what: str) -> None:
    # An account that the document does not hold was told already; it has no name.
    if owner.name and owner.kind is not AccountKind.COLLECTOR:
        item.fault(f"a {what} is a collector's.")


def _version(item: Item, number: int) -> HandVersion:
    parent: int | None = item.maybe("parent", item.number)
    if number == 1 and parent is not None:
        item.fault("the first version has no parent.")
    elif number > 1 and not (parent is not None and 1 <= parent < number):
        item.fault(f"parent is to be the number of a version before it, 1 to {number - 1}.")
    made, cards = item.moment("made"), item.numbers("cards")
    because = item.line("because")
    if because:
        because = item.id("because")
    item.close()
    return HandVersion(number, parent, made, cards, because)


def read_value(item: Item, account: Account, highest: CardNo) -> KeptValue:
    """Read what a card (none has a number above `highest`) or a Level is worth to `account`."""
    _collectors(item, account, "value")
    number: CardNo | None = item.maybe("number", lambda name: item.number(name, 1, highest))
    told: int | None = item.maybe("level", lambda name: item.number(name, 1, len(Level)))
    if (number is None) == (told is None):
        item.fault("a value is of a number or of a level, of one of the two.")
    currency = item.line("currency")
    if len(currency) > _LONGEST_CURRENCY:
        item.fault("currency is to be a code of three letters, a sign, or empty.")
    price = Price(currency, item.number("minor", 0, _MOST_MINOR))
    item.close()
    return KeptValue(account, number, next((level for level in Level if level == told), None), price)
