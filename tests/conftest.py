"""What holds for every room: how much the suite spends on what it does not prove."""

from __future__ import annotations

import gc
import os
import sys

import pytest
from hypothesis import settings

# A slow machine is no fault of a test; tests that want more or fewer examples say so themselves.
settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")

# The suite starts the program some hundred times: compiled once is enough, whatever the shell around it prefers.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep what all tests share (libraries, the tests themselves) out of every later search for garbage."""
    gc.collect()
    gc.freeze()
    # Searched for anew after every 700 new things otherwise, which a screen makes between two keys.
    gc.set_threshold(20_000)
