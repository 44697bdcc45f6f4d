"""Text from people: the one door in, the one door out, and the one way two words are compared.

Names, notes and rivals are free text. Control characters could drive a terminal and invisible marks could make two
different names look alike, so they are dropped on the way in and, since a database may have been written by other
hands, once more on the way out.
"""

from __future__ import annotations

import re
import unicodedata

from collection.errors import NotUnderstood

LONGEST = 10_000
"""The most characters that a name or a note may have."""

QUOTED = 40
"""The most cells of somebody's words that a sentence repeats."""

_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners shape letters and emoji. They stay between two visible characters outside ASCII, where scripts
and emoji need them, and nowhere else, where they could only hide."""

_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_MOST_MARKS = 4
"""Marks that may stand on one letter: more than any writing needs, fewer than it takes to paint over other lines."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""
_VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
_SPACES = re.compile(r"\s+")
_ELLIPSIS = "…"


def plain(text: str) -> str:
    """Give `text` on one line, with nothing a terminal would obey: no control, format, surrogate or bidi characters.

    Every text that a person may have written passes through here before a screen or a terminal shows it.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    joiner = ""
    marks = 0
    for character in text:
        if character.isspace():
            kept.append(" ")
            joiner, marks = "", 0
            continue
        if character in _JOINERS:
            joiner = character if kept and not kept[-1].isascii() else ""
            continue
        category = unicodedata.category(character)
        if category in _UNSAFE_CATEGORIES:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks > _MOST_MARKS:
            continue
        if joiner and not character.isascii():
            kept.append(joiner)
        kept.append(character)
        joiner = ""
    return "".join(kept)


def clean_note(text: str, *, what: str = "note") -> str:
    """Give a note as it is kept: safe characters, composed (NFC), single spaces, no blank ends; may be empty.

    Raises NotUnderstood when it is longer than LONGEST characters; `what` names it in that sentence.
    """
    _check_length(text, what)
    # Composed last: what is dropped may have stood between a letter and its accent.
    cleaned = unicodedata.normalize("NFC", _SPACES.sub(" ", plain(text)).strip())
    _check_length(cleaned, what)
    return cleaned


def clean_name(text: str, *, what: str = "name") -> str:
    """Give a name as it is kept: like `clean_note`, and never empty.

    Raises NotUnderstood when nothing visible is left, or nothing by which it could be told from other names.
    """
    name = clean_note(text, what=what)
    visible = any(unicodedata.category(character)[0] in "LNPS" and character not in _BLANK for character in name)
    if not visible or not search_key(name):
        raise NotUnderstood(f"This {what} is empty: it needs a visible letter, digit or sign, not accents alone.")
    return name


def search_key(text: str) -> str:
    """Give the form in which texts are compared: no case, no accents, single spaces.

    Every search box and every look-up by name goes through here, so that `DEAD  calm` finds Dead Calm.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().split())
    # Twice: decomposing can bring out capitals (as of the letter-like symbols), and folding them new accents.
    folded = plain(text)
    for _ in range(2):
        folded = unicodedata.normalize("NFKD", folded).casefold()
    bare = "".join(character for character in unicodedata.normalize("NFKD", folded) if not _is_ornament(character))
    return _SPACES.sub(" ", bare).strip()


def cell_width(text: str) -> int:
    """Give the terminal cells that `text` takes, wide characters two and combining marks none."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def crop(text: str, cells: int) -> str:
    """Give `text` made plain and in at most `cells` terminal cells; what had to be cut ends in `…`."""
    text = plain(text)
    if cell_width(text) <= cells:
        return text
    if cells < 1:
        return ""
    room = cells - 1
    for place, character in enumerate(text):
        room -= _cells(character)
        if room < 0:
            return text[:place].rstrip() + _ELLIPSIS
    return text


def fit(text: str, cells: int) -> str:
    """Give `text` cropped to `cells` terminal cells and filled with spaces to exactly that many."""
    cropped = crop(text, cells)
    return cropped + " " * (cells - cell_width(cropped))


def quoted(text: str, cells: int = QUOTED) -> str:
    """Give what somebody wrote as a sentence repeats it: in quotation marks, plain, and at most `cells` wide.

    However long it is, no more of it is looked at than can be shown.
    """
    start = text[: 4 * cells]
    shown = crop(start, cells)
    if len(start) < len(text) and not shown.endswith(_ELLIPSIS):
        shown += _ELLIPSIS
    return f'"{shown}"'


def _cells(character: str) -> int:
    if character in _JOINERS or unicodedata.category(character) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _is_ornament(character: str) -> bool:
    """Say whether two texts that differ only in this character are the same to a reader."""
    return bool(unicodedata.combining(character)) or character in _VARIATION_SELECTORS or character in _JOINERS


def _check_length(text: str, what: str) -> None:
    if len(text) > LONGEST:
        raise NotUnderstood(f"This {what} has {len(text)} characters; at most {LONGEST} are kept. Shorten it.")
