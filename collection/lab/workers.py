"""Processes of one's own that play games on the other cores, and are gone when they are no longer wanted."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from collection.errors import Refused
from collection.lab.arena import Clock, Workers

_P = ParamSpec("_P")
_T = TypeVar("_T")

_AHEAD = 3
"""Tasks under way for each process: one that it plays, and others so that no long game makes it wait."""


def cores() -> int:
    """Say how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def processes(count: int, clock: Clock) -> Iterator[Workers | None]:
    """Give workers in `count` processes, or None for a single one: this one does that as well.

    Processes are started anew rather than copied, which is safe beside screens and threads. When the block is left,
    for whatever reason, they end at once, in the middle of a game if need be; so they do when this process dies. Raises
    Refused when one of them dies by itself.
    """
    if count <= 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    pool = _Pool(count, mp_context=context, initializer=_attend, initargs=(ours,))
    try:
        yield Workers(pool, _AHEAD * count, clock)
    except BrokenProcessPool as fault:
        raise Refused("A process that played games ended before its time; --jobs 1 plays without others.") from fault
    finally:
        theirs.close()
        pool.shutdown(cancel_futures=True)
        ours.close()


class _Pool(ProcessPoolExecutor):
    """A pool whose processes never hear of ctrl-c: the one that started them does, and ends them."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit as ever; a process that this starts is born with the interrupt blocked."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _attend(connection: Connection) -> None:
    """Begin as a worker: leave interrupts to whoever started this process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()


def _end_with(connection: Connection) -> None:
    """Wait until the other end of the connection is closed, by will or by death, and end this process."""
    with contextlib.suppress(EOFError, OSError):
        connection.recv()
    os._exit(0)
