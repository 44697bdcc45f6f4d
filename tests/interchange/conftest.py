from __future__ import annotations

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()
