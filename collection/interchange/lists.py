"""Plain lists of cards, one on a line, as people and shops write them.

    45      #45     045     45*2    45:foil*2     4 x Dead Calm    4x Dead Calm    Dead Calm x4
    4 Dead Calm             1 Dead Calm (SO) 45   1 Dead Calm (SO) 45 *F*         4<TAB>Dead Calm<TAB>SO

Blank lines, `// comments`, `# comments` and words that head a section are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from collection.catalogue.card import BASE_FINISH, Card
from collection.catalogue.spelling import read_copies
from collection.errors import NotUnderstood
from collection.interchange.cells import Names, read_name, read_named, read_quantity
from collection.interchange.sheet import Counted, Sheet
from collection.interchange.table import Refusal, lines_of
from collection.text import plain, quoted, search_key

COMMENT = re.compile(r"//|#\s|#$")
"""How a line begins that says nothing of cards."""
SECTIONS = frozenset({"deck", "main", "maindeck", "sideboard", "commander", "collection", "binder", "cards"})
"""Words that head a part of a list in other programs, as `search_key` gives them."""
_MARKED = re.compile(r"(?P<rest>.*\S)\s*\*(?P<mark>[A-Za-z]{1,3})\*")
_MARKS = {"f": "foil", "e": "etched"}
"""What the marks behind a card mean in the lists of several programs."""
_AHEAD = re.compile(r"(?P<count>-?[0-9]+) ?(?P<times>[xX×*] ?| )(?P<rest>.*\S)|[xX] ?(?P<many>[0-9]+) (?P<card>.*\S)")
_IN_SET = re.compile(r"(?P<name>.*\S) ?[(\[](?P<set>[^()\[\]]{1,30})[)\]](?: ?#?(?P<number>[0-9]{1,9}))?")
_NONE_AT_ALL = re.compile(r"(?P<rest>.*\S ?[*×]) ?0+|(?P<name>.*[^\W\d].* [xX]) ?0+")
_DIGITS = re.compile(r"#?[0-9]+")
_SHAPE = "list"
_LONGEST = 300
"""Characters; no line that names a card is longer."""


_MOST_REFUSED = 500
"""Lines that are refused one by one where none at all can be read."""


def read_list(text: str, names: Names) -> Sheet:
    """Read a plain list; lines that cannot be read are refused one by one.

    Raises NotUnderstood where hundreds of lines name no card at all.
    """
    counted: list[Counted] = []
    refused: list[Refusal] = []
    notices: list[str] = []
    for number, raw in enumerate(lines_of(text), start=1):
        line = untabbed(raw)
        if not line or COMMENT.match(line):
            continue
        if search_key(line.rstrip(":")) in SECTIONS and not names.called(line):
            notices.append(f"Line {number}, {quoted(line)}, heads a section; its cards count like all others.")
            continue
        try:
            counted.append(read_line(names, line, number))
        except NotUnderstood as fault:
            refused += [Refusal(number, reason) for reason in fault.reasons]
            if len(refused) >= _MOST_REFUSED and not counted:
                raise NotUnderstood(f"None of the first {number} lines names a card. Is it the right file?") from None
    return Sheet(_SHAPE, tuple(counted), tuple(refused), tuple(notices))


def untabbed(raw: str) -> str:
    """Give a line with single spaces; three cells between tabs are a quantity, a name and a set."""
    cells = [" ".join(plain(cell).split()) for cell in raw.split("\t")]
    if len(cells) == 3 and all(cells):
        cells[2] = f"({cells[2]})"
    return " ".join(cell for cell in cells if cell)


def read_line(names: Names, line: str, number: int | None = None) -> Counted:
    """Read one line that names one card, 0 copies of it too. Raises NotUnderstood."""
    if len(line) > _LONGEST:
        raise NotUnderstood(f"{quoted(line)} is too long to name a card.")
    finish = BASE_FINISH
    marked = _MARKED.fullmatch(line)
    if marked:
        finish = _mark(marked["mark"])
        line = marked["rest"]
    if called := names.called(line):
        return Counted(number, _only(called, names, line).number, finish, 1)
    found = _ahead(names, line) or _in_set(names, line, 1)
    if found is None:
        found = _spelled(names, line)
    card, own_finish, quantity = found
    if BASE_FINISH not in (finish, own_finish) and finish != own_finish:
        raise NotUnderstood(f"{quoted(line)} names two finishes, {finish} and {own_finish}.")
    return Counted(number, card.number, own_finish if finish == BASE_FINISH else finish, quantity)


def read_words(names: Names, words: Sequence[str]) -> tuple[Counted, ...]:
    """Read words as on the command line, where `45*0` says that none is there. Raises NotUnderstood with all faults."""
    some = [word for word in words if not _NONE_AT_ALL.fullmatch(word)]
    counted: list[Counted] = []
    reasons: list[str] = []
    for word in words:
        if word not in some:
            try:
                counted.append(read_line(names, word))
            except NotUnderstood as fault:
                reasons += fault.reasons
    try:
        counted += [Counted(None, one.number, one.finish, one.quantity) for one in read_copies(names.catalogue, some)]
    except NotUnderstood as fault:
        reasons += fault.reasons
    if reasons:
        raise NotUnderstood(*reasons)
    return tuple(counted)


def _mark(mark: str) -> str:
    finish = _MARKS.get(mark.lower())
    if finish is None:
        raise NotUnderstood(f"The mark *{mark}* is not known here: *F* is foil, *E* etched; or write 45:foil.")
    return finish


def _ahead(names: Names, line: str) -> tuple[Card, str, int] | None:
    """Read a line that begins with a quantity; None where it does not, or where a number follows."""
    found = _AHEAD.fullmatch(line)
    if found is None:
        return None
    rest = found["rest"] or found["card"]
    if _DIGITS.fullmatch(rest) and not rest.startswith("#"):
        return None
    quantity = read_quantity(found["count"] or found["many"])
    if isinstance(quantity, str):
        raise NotUnderstood(quantity)
    in_set = _in_set(names, rest, quantity)
    if in_set is not None:
        return in_set
    if not names.called(rest):
        finished = _spelled(names, rest)
        if finished[2] != 1:
            raise NotUnderstood(f"{quoted(line)} says twice how many copies.")
        return finished[0], finished[1], quantity
    card = _only(names.called(rest), names, rest)
    if found["times"] == " " and quantity == card.number != 1:
        raise NotUnderstood(
            f"{quoted(line)} can be read two ways; write {card.number}*1 for one copy of the card, "
            f"or {quantity} x and its name for {quantity} copies."
        )
    return card, BASE_FINISH, quantity


def _in_set(names: Names, text: str, quantity: int) -> tuple[Card, str, int] | None:
    """Read `Dead Calm (SO) 45`; None where no set stands in brackets."""
    found = _IN_SET.fullmatch(text)
    if found is None:
        return None
    card = read_named(names, found["number"] or "", found["name"])
    if isinstance(card, str):
        raise NotUnderstood(card)
    return card, BASE_FINISH, quantity


def _spelled(names: Names, line: str) -> tuple[Card, str, int]:
    """Read a line as cards are spelled on the command line, but only one card, and 0 copies too."""
    if "," in line or ";" in line or len([word for word in line.split() if _DIGITS.fullmatch(word)]) > 1:
        raise NotUnderstood(
            f"{quoted(line)} is not one card; write each on a line of its own, as 45, 45*2 or 2 x Sea Dog. "
            "A table needs a first line with its heads, such as number,quantity."
        )
    nothing = _NONE_AT_ALL.fullmatch(line)
    copies = read_copies(names.catalogue, [f"{nothing['rest'] or nothing['name']}1" if nothing else line])
    if len(copies) != 1:
        raise NotUnderstood(f"{quoted(line)} names several cards; write each on a line of its own.")
    (one,) = copies
    return names.catalogue[one.number], one.finish, 0 if nothing else one.quantity


def _only(called: Sequence[Card], names: Names, name: str) -> Card:
    if len(called) == 1:
        return called[0]
    raise NotUnderstood(str(read_name(names, name)))
