"""What holds for every room: how much the suite spends on what it does not prove."""

from __future__ import annotations

import gc
import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings
from sqlalchemy import Engine

from collection.store import book
from collection.store.engine import make_engine

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


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c_is_heard() -> None:
    """Let the processes that tests start hear ctrl-c, even where whoever runs the tests in the background does not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Iterator[None]:
    """Let all books of the run share the statements that SQLAlchemy has compiled.

    A process of a collector opens one book; the suite opens some thousand, and spent a fifth of its time on compiling
    the same statements for each of them.
    """
    first = make_engine(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    with first.connect():
        pass  # a dialect learns about its database when it first meets it

    def make(creator: Callable[[], sqlite3.Connection]) -> Engine:
        engine = make_engine(creator)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(book, "make_engine", make)
        yield
    first.dispose()
