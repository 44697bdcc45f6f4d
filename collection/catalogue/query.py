"""The search language: `level:2 family:club n>=4 sum>=16 owned>1 -name:dog (tribe:x or is:stand-in) "dead calm"`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from collection.catalogue.card import Card, CardNo
from collection.catalogue.conditions import All, Any, Condition, Not
from collection.catalogue.terms import Token, condition, tokens
from collection.errors import QueryError

LONGEST_QUERY = 1000
"""Characters of a search, at most."""
DEEPEST_QUERY = 40
"""Parentheses inside one another, at most."""


@dataclass(frozen=True, slots=True)
class Query:
    """A search that was understood."""

    text: str
    condition: Condition = field(default_factory=lambda: All(()), repr=False)

    def matches(self, card: Card, owned: int) -> bool:
        """Say whether `card`, of which `owned` copies are held, is meant."""
        return self.condition.holds(card, owned)


def parse(text: str) -> Query:
    """Read a search; an empty one means every card. Raises QueryError with the column of the fault."""
    if len(text) > LONGEST_QUERY:
        raise QueryError(f"A search has at most {LONGEST_QUERY} characters; shorten it.", LONGEST_QUERY + 1)
    parser = _Parser(_joined(list(tokens(text))), len(text) + 1)
    return Query(text, parser.whole())


def search(cards: Iterable[Card], text: str, owned: Mapping[CardNo, int]) -> list[Card]:
    """Give the cards that `text` means, by number. Raises QueryError."""
    query = parse(text)
    found = [card for card in cards if query.matches(card, owned.get(card.number, 0))]
    return sorted(found, key=lambda card: card.number)


def _joined(found: list[Token]) -> list[Token]:
    """Tell the joining words `or` and `and` from the same words in a name.

    They join only what stands on both sides of them. With nothing to join, a small `or` is a word to look for, as in a
    name that is just being typed; a capital OR was meant to join, and is refused.
    """
    joined: list[Token] = []
    before = "("
    for place, token in enumerate(found):
        after = found[place + 1].kind if place + 1 < len(found) else ")"
        if token.kind == "joiner" and (before in {"(", "-", "joiner"} or after in {")", "joiner"}):
            if token.text.isupper():
                raise QueryError(
                    f'{token.text} needs something to join on both sides; to look for the word, write "{token.text}" '
                    "in quotation marks.",
                    token.column,
                )
            joined.append(Token("word", token.text, token.column))
        else:
            joined.append(token)
        before = joined[-1].kind
    return joined


class _Parser:
    """Reads either = both { "or" both }, both = part { ["and"] part }, part = { "-" } ( term | "(" either ")" )."""

    def __init__(self, found: list[Token], end: int) -> None:
        self._tokens = found
        self._place = 0
        self._end = Token("end", "", end)

    def whole(self) -> Condition:
        """Read all of it."""
        if not self._tokens:
            return All(())
        read = self._either(0)
        if self._next.kind == ")":
            raise QueryError("This parenthesis closes nothing; open one with ( or leave it out.", self._next.column)
        return read

    @property
    def _next(self) -> Token:
        return self._tokens[self._place] if self._place < len(self._tokens) else self._end

    def _take(self) -> Token:
        token = self._next
        self._place += 1
        return token

    def _either(self, depth: int) -> Condition:
        parts = [self._both(depth)]
        while self._next.kind == "joiner" and self._next.text.lower() == "or":
            self._take()
            parts.append(self._both(depth))
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def _both(self, depth: int) -> Condition:
        parts: list[Condition] = []
        while True:
            token = self._next
            if token.kind == "joiner" and token.text.lower() == "and":
                self._take()
            elif token.kind in {"joiner", ")", "end"}:
                return parts[0] if len(parts) == 1 else All(tuple(parts))
            else:
                parts.append(self._part(depth))

    def _part(self, depth: int) -> Condition:
        denied = False
        while self._next.kind == "-":
            self._take()
            denied = not denied
        token = self._take()
        read = self._group(token, depth + 1) if token.kind == "(" else condition(token)
        return Not(read) if denied else read

    def _group(self, opening: Token, depth: int) -> Condition:
        if depth > DEEPEST_QUERY:
            raise QueryError(f"Parentheses go at most {DEEPEST_QUERY} deep; leave some out.", opening.column)
        if self._next.kind == ")":
            raise QueryError("There is nothing between these parentheses; leave them out.", self._next.column)
        read = self._either(depth)
        if self._next.kind != ")":
            raise QueryError("This parenthesis is never closed; add a ) behind what it holds.", opening.column)
        self._take()
        return read


SYNTAX_HELP: str = """\
Words     dead calm              both words in name or tribe
          "dead calm"            exactly this, side by side
          45                     the card of this number
Cards     name:dog               contains; name="sea dog" is the whole name
          tribe:choir            artist: the same, once an artist is known
          level:2                or III, or rare; level:2-4, level>=3
          family:club            family:club,arcana for either
          number:3-9             number:1,5,9
          n>=4                   n e s w, and sum for all four sides
Yours     owned:0                owned>1; copies in the collection
          is:missing             is:owned, is:spare (two or more)
          is:stand-in            is:confirmed, is:rare, is:cosmic
Compare   : = != < <= > >=       with numbers; with words : = !=
Join      level:1 n>=4           both; with "or" between: either
          -name:dog              leaves out
          (n:5 or s:5) level:2   groups
          "sink or swim"         a name with a joining word in it, quoted
"""
"""The language explained in a few lines of plain text, for a help screen and `cards --help`."""
