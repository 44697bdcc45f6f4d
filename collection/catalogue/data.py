"""The data files: read, checked as a whole, every fault named at once.

The only code of the pure rooms that reads files.
"""

from __future__ import annotations

import hashlib
import importlib.resources
from collections.abc import Iterable
from importlib.resources.abc import Traversable
from pathlib import Path

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.checks import count_faults, read_cards
from collection.catalogue.facts import SetFacts, read_facts
from collection.errors import DataError
from collection.text import plain

_SET = "set.yaml"
_CARDS = "cards.yaml"


def data_folder(game: str) -> Traversable:
    """Give the folder with a game's data files: in an installed package, else `data/` beside it in a working tree.

    The package comes first: a folder called `data` beside an installed package may belong to somebody else. Raises
    DataError when there is neither.
    """
    package = importlib.resources.files("collection")
    installed = package / "_data"
    if installed.is_dir():
        return installed / game
    beside = Path(__file__).resolve().parents[2] / "data"
    if (beside / game).is_dir():
        return beside / game
    raise DataError(f"The data files of {game} are missing. Install the program again.")


def load_catalogue() -> Catalogue:
    """Read the set's cards from `data/mudwater/`, in an installed package or in a working tree.

    Raises DataError with every fault, each naming file, card and field.
    """
    return load_folder(data_folder("mudwater"))[0]


def load_facts() -> SetFacts:
    """Read what is known of the set as a whole (counts, hand size, bounds). Raises DataError with every fault."""
    facts, faults = read_facts(*_document(data_folder("mudwater"), _SET))
    if facts is None or faults:
        raise DataError(*_at(_SET, faults))
    return facts


def load_document(game: str, name: str) -> object:
    """Read another of a game's data files; what it is to say is for the caller to check. Raises DataError."""
    document, faults = _document(data_folder(game), name)
    if faults:
        raise DataError(*_at(name, faults))
    return document


def load_folder(folder: Traversable) -> tuple[Catalogue, SetFacts]:
    """Read `set.yaml` and `cards.yaml` of any folder and check them against each other.

    Raises DataError with every fault, each naming file, card and field.
    """
    facts, facts_faults = read_facts(*_document(folder, _SET))
    cards, cards_faults = read_cards(*_document(folder, _CARDS), facts)
    faults = [*_at(_SET, facts_faults), *_at(_CARDS, cards_faults)]
    # Counting cards of which some could not be read would only repeat what is wrong with them.
    if facts is not None and not cards_faults:
        faults.extend(_at(_CARDS, count_faults(cards, facts)))
    if faults or facts is None:
        raise DataError(*faults)
    return Catalogue(cards), facts


def _document(folder: Traversable, name: str) -> tuple[object, tuple[str, ...]]:
    try:
        with (folder / name).open(encoding="utf-8-sig") as file:
            text = file.read()
    except FileNotFoundError:
        return None, ("the file is missing.",)
    except UnicodeDecodeError as fault:
        return None, (f"byte {fault.start + 1} is not UTF-8 text; save the file as UTF-8.",)
    except OSError as fault:
        return None, (f"the file cannot be read ({fault.strerror or fault}).",)
    # Imported late: the first import of YAML costs more than reading the whole set does.
    from collection.catalogue.reading import UnreadableYaml, read_yaml

    try:
        document = read_yaml(text, escaped_controls=True)
    except UnreadableYaml as fault:
        return None, (f"line {fault.line}: {fault.what}.",)
    return document, () if document is not None else ("there is nothing in it.",)


def _at(file: str, faults: Iterable[str]) -> tuple[str, ...]:
    return tuple(plain(f"{file}, {fault}") for fault in faults)


def count_notices(catalogue: Catalogue) -> tuple[str, ...]:
    """Say where a corrected catalogue has come to differ from the counts of the set.

    Notices for an audit, never a reason to refuse: while cards are being corrected one at a time, the stand-ins among
    them cannot all be right. Raises DataError when the data files cannot be read.
    """
    return tuple(
        f"Catalogue, {notice}"
        for notice in count_faults(tuple(catalogue), load_facts())
        if not notice.startswith("family")
    )


def data_digest() -> str:
    """Give a digest of the data files as they lie there, unread: the same as long as no byte of them changes.

    Raises DataError when they are missing.
    """
    folder = data_folder("mudwater")
    whole = hashlib.sha256()
    for name in (_SET, _CARDS):
        try:
            whole.update((folder / name).read_bytes())
        except OSError as fault:
            raise DataError(plain(f"{name}, the file cannot be read ({fault.strerror or fault}).")) from fault
    return whole.hexdigest()
