"""The search language: `level:2 family:club n>=4 sum>=16 owned>1 -name:dog (tribe:x or is:stand-in) "dead calm"`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from collection.catalogue.card import Card, CardNo
from collection.catalogue.conditions import All, Any, Condition, Known, Not
from collection.catalogue.likeness import outclassed, twins
from collection.catalogue.terms import Token, allow, condition, needs, tokens, visible
from collection.errors import QueryError
from collection.text import quoted

__all__ = ["DEEPEST_QUERY", "LONGEST_QUERY", "MOST_SAVED", "SYNTAX_HELP", "Known", "Query", "asks", "parse", "search"]

LONGEST_QUERY = 1000
"""Characters of a search, at most."""
DEEPEST_QUERY = 40
"""Parentheses inside one another, at most."""
MOST_SAVED = 50
"""Saved searches that one search leads through, at most."""


@dataclass(frozen=True, slots=True)
class Query:
    """A search that was understood; `needs` is what it asks for, saved searches within it included (see `asks`)."""

    text: str
    condition: Condition = field(default_factory=lambda: All(()), repr=False)
    needs: frozenset[str] = frozenset()

    def matches(self, card: Card, known: Known) -> bool:
        """Say whether `card` is meant, given what is known besides its face."""
        return self.condition.holds(card, known)

    def found(self, cards: Iterable[Card], known: Known) -> list[Card]:
        """Give the cards that are meant, by number; twins and outclassed cards are looked for among `cards`."""
        cards = tuple(cards)
        if "alike" in self.needs:
            known = replace(known, alike=_alike(cards, known.owned))
        return sorted((card for card in cards if self.matches(card, known)), key=lambda card: card.number)


def parse(text: str, known: Known | None = None) -> Query:
    """Read a search; an empty one means every card.

    With `known` it must also be answerable: saved searches are looked up, and what is not known is refused. Without,
    the form alone is checked, and a saved search finds nothing. Raises QueryError with the column of the fault.
    """
    return _parse(text, known, _Trail())


def search(cards: Iterable[Card], text: str, known: Known | Mapping[CardNo, int]) -> list[Card]:
    """Give the cards that `text` means, by number; `known` may be copies per number alone. Raises QueryError."""
    known = known if isinstance(known, Known) else Known(known)
    return parse(text, known).found(cards, known)


def asks(text: str) -> frozenset[str]:
    """Say, without reading it all, what a search asks for besides faces and copies.

    Of `marked`, `held`, `saved` (each a field of Known) and `alike`; nothing for a text that cannot be taken apart.
    """
    try:
        return needs(tokens(text[: LONGEST_QUERY + 1]))
    except QueryError:
        return frozenset()


@dataclass(slots=True)
class _Trail:
    """The way that one search takes through saved ones."""

    inside: tuple[str, ...] = ()
    left: list[int] = field(default_factory=lambda: [MOST_SAVED])
    """How many more it may lead through, counted for the whole search."""


def _parse(text: str, known: Known | None, trail: _Trail) -> Query:
    if len(text) > LONGEST_QUERY:
        raise QueryError(f"A search has at most {LONGEST_QUERY} characters; shorten it.", LONGEST_QUERY + 1)
    found = _joined(list(tokens(text)))
    parser = _Parser(found, len(text) + 1, known, trail)
    return Query(text, parser.whole(), parser.needs | needs(found))


def _alike(cards: Iterable[Card], owned: Mapping[CardNo, int]) -> Mapping[str, frozenset[CardNo]]:
    cards = tuple(cards)
    return {
        "twin": frozenset(card.number for group in twins(cards) for card in group.cards),
        "outclassed": frozenset(one.card.number for one in outclassed(cards, owned)),
    }


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

    def __init__(self, found: list[Token], end: int, known: Known | None, trail: _Trail) -> None:
        self.needs: frozenset[str] = frozenset()
        self._tokens = found
        self._place = 0
        self._known = known
        self._trail = trail
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
        read = self._group(token, depth + 1) if token.kind == "(" else self._term(token)
        return Not(read) if denied else read

    def _term(self, token: Token) -> Condition:
        return condition(token, self._known, self._saved)

    def _saved(self, token: Token) -> Condition:
        """Read the saved search that `token` names, as if it stood here in parentheses."""
        allow(token, ":", "=", "!=")
        key, trail = visible(token.text, token.value_column), self._trail
        if self._known is None:
            return Any(())
        if self._known.saved is None:
            raise QueryError("Saved searches are not known here; write the search itself.", token.column)
        text = self._known.saved.get(key)
        if text is None:
            raise QueryError(
                f"No search is saved as {quoted(token.text)}{_close(key, self._known.saved)}", token.value_column
            )
        if key in trail.inside:
            raise QueryError(f"The saved search {quoted(token.text)} leads back to itself.", token.column)
        trail.left[0] -= 1
        if trail.left[0] < 0:
            raise QueryError(f"A search leads through at most {MOST_SAVED} saved ones; leave some out.", token.column)
        try:
            query = _parse(text, self._known, _Trail((*trail.inside, key), trail.left))
        except QueryError as no:
            raise QueryError(f"In the saved search {quoted(token.text)}: {no}", token.column) from no
        self.needs |= query.needs
        return Not(query.condition) if token.sign == "!=" else query.condition

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


def _close(name: str, there: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name[:40], list(there), n=1)
    return f"; did you mean {quoted(close[0])}?" if close else "."


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
          is:stand-in            is:confirmed, is:rare, is:cosmic
Yours     owned:0                owned>1; copies in the collection
          is:missing             is:owned, is:spare (two or more)
          is:keepsake            never to be staked; is:wish, is:offer
          held:Bo                yours, and Bo still has it; held:anyone
Alike     is:twin                another card has its Level and four sides
          is:outclassed          yours, and another of yours of its Level is
                                 as good or better on all four sides
Saved     @wanted                a search that was saved; search:wanted too
Compare   : = != < <= > >=       with numbers; with words : = !=
Join      level:1 n>=4           both; with "or" between: either
          -name:dog              leaves out
          (n:5 or s:5) level:2   groups
          "sink or swim"         a name with a joining word in it, quoted
"""
"""The language explained in a few lines of plain text, for a help screen and `cards --syntax`."""
