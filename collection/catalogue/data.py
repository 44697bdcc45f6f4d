"""The data files: read, checked as a whole, every fault named at once.

The only code of the pure rooms that reads files.
"""

from __future__ import annotations

from collection.catalogue.catalogue import Catalogue


def load_catalogue() -> Catalogue:
    """Read the set's cards from `data/mudwater/`, in an installed package or in a working tree.

    Raises DataError with every fault, each naming file, card and field.
    """
    raise NotImplementedError
