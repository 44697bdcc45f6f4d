"""Processes that play games on other cores: the same answer, and gone when they are not wanted."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from functools import partial

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import Refused
from collection.games.mudwater.game import Mudwater
from collection.lab.arena import Contest, arena, played
from collection.lab.mudwater import RandomHands, mudwater_contest
from collection.lab.sequential import SequentialTest
from collection.lab.workers import cores, processes


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def test_processes_come_to_the_same_answer(catalogue: Catalogue) -> None:
    contest, test = mudwater_contest(catalogue, ["greedy", "random"]), SequentialTest(0.4)
    with processes(2, time.perf_counter) as workers:
        assert workers is not None
        assert arena(contest, 31, 7, workers=workers) == arena(contest, 31, 7)
        assert arena(contest, 2000, 7, test, workers) == arena(contest, 2000, 7, test)
    assert not multiprocessing.active_children()


def test_processes_end_in_the_middle_of_what_they_do() -> None:
    started = time.monotonic()
    with processes(2, time.perf_counter) as workers:
        assert workers is not None
        for _ in range(4):
            workers.executor.submit(partial(time.sleep, 3600))
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()
    assert time.monotonic() - started < 60


ENDLESS = """
import time
from collection.lab.workers import processes
with processes(2, time.perf_counter) as workers:
    tasks = [workers.executor.submit(time.sleep, 0.01) for _ in range(20)]
    for task in tasks:
        task.result()
    for _ in range(2):
        workers.executor.submit(time.sleep, 3600)
    print("begun", flush=True)
    time.sleep(3600)
"""


def test_processes_end_with_the_one_that_started_them() -> None:
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"begun\n"
        running.kill()
        # Each of them holds the other end of the pipe as long as it lives.
        assert running.communicate(timeout=60)[0] == b""


def test_a_process_that_dies_is_told_in_a_sentence(catalogue: Catalogue) -> None:
    game = Mudwater()
    die = partial(os._exit, 1)
    contest = Contest(game, RandomHands(game, catalogue), (die, die))
    with pytest.raises(Refused, match="ended before its time"), processes(2, time.perf_counter) as workers:
        list(played(contest, 8, 1, workers=workers))


def test_one_process_is_this_one() -> None:
    with processes(1, time.perf_counter) as workers:
        assert workers is None
    assert cores() >= 1
