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

_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners shape letters and emoji; between two visible characters they are part of the text."""

_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SPACES = re.compile(r"\s+")


def plain(text: str) -> str:
    """Give `text` on one line, with nothing a terminal would obey: no control, format, surrogate or bidi characters.

    Every text that a person may have written passes through here before a screen or a terminal shows it.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = (
        " " if character.isspace() else character
        for character in text
        if character.isspace() or character in _JOINERS or unicodedata.category(character) not in _UNSAFE_CATEGORIES
    )
    return "".join(kept)


def clean_note(text: str, *, what: str = "note") -> str:
    """Give a note as it is kept: safe characters, composed (NFC), single spaces, no blank ends; may be empty.

    Raises NotUnderstood when it is longer than LONGEST characters; `what` names it in that sentence.
    """
    if len(text) > LONGEST:
        raise NotUnderstood(f"This {what} has {len(text)} characters; at most {LONGEST} are kept. Shorten it.")
    return _SPACES.sub(" ", plain(unicodedata.normalize("NFC", text))).strip()


def clean_name(text: str, *, what: str = "name") -> str:
    """Give a name as it is kept: like `clean_note`, and never empty.

    Raises NotUnderstood when nothing visible is left.
    """
    name = clean_note(text, what=what)
    if not name.strip("".join(_JOINERS) + " "):
        raise NotUnderstood(f"A {what} needs at least one visible character.")
    return name


def search_key(text: str) -> str:
    """Give the form in which texts are compared: no case, no accents, single spaces.

    Every search box and every look-up by name goes through here, so that `DEAD  calm` finds Dead Calm.
    """
    decomposed = unicodedata.normalize("NFKD", plain(text).casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return _SPACES.sub(" ", bare).strip()
