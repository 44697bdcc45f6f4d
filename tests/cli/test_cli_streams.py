"""Standard streams that are closed, full or gone: what was done stays done, and is never told by a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

VERBS = ["cards dog", "pack add 3", "own", "collector list", "cards level:", "replay -", "--help", ""]
"""Verbs that show, post, refuse, read standard input, and tell nothing but help."""

ALL_CLOSED = "<&- >&- 2>&-"
CLOSED = (">&-", "2>&-", "<&-", ALL_CLOSED)


def by_shell(shell: Shell, verb: str, redirection: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m collection --db '{shell.db}' {verb} {redirection}"],
        cwd=shell.folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def check_that_closing_changes_nothing(shell: Shell, verb: str, redirections: tuple[str, ...]) -> None:
    usual = shell.piped(*verb.split(), stdin=b"")
    for redirection in redirections:
        done = by_shell(shell, verb, redirection)
        assert done.returncode == usual.code, redirection
        assert "Traceback" not in done.stderr
        assert "went wrong inside" not in done.stderr
        if ">&-" not in redirection and "pack add" not in verb:
            assert done.stdout == usual.out


@pytest.mark.parametrize(
    ("verb", "redirections"),
    [
        ("pack add 3", (">&-", ALL_CLOSED)),
        ("own", ("2>&-",)),
        ("cards dog", (">&-",)),
        ("cards level:", ("2>&-", ALL_CLOSED)),
        ("replay -", ("<&-", ALL_CLOSED)),
        ("--help", (">&-",)),
        ("", CLOSED),
    ],
)
def test_a_closed_stream_changes_neither_the_exit_code_nor_what_is_said_elsewhere(
    stocked: Shell, verb: str, redirections: tuple[str, ...]
) -> None:
    check_that_closing_changes_nothing(stocked, verb, redirections)


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_whichever_stream_is_closed_to_whichever_verb(stocked: Shell, verb: str) -> None:
    check_that_closing_changes_nothing(stocked, verb, CLOSED)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize(
    ("verb", "redirection"),
    [
        ("pack add 3", "2>/dev/full"),
        ("pack add 3", "2>&-"),
        ("cards dog", "2>/dev/full"),
        pytest.param("cards dog", "2>&-", marks=pytest.mark.slow),
        pytest.param("own", "2>/dev/full", marks=pytest.mark.slow),
        ("own", "2>&-"),
        pytest.param("pack list", "2>/dev/full", marks=pytest.mark.slow),
        pytest.param("pack list", "2>&-", marks=pytest.mark.slow),
    ],
)
def test_talk_that_nobody_can_hear_does_not_make_a_deed_look_undone(
    stocked: Shell, verb: str, redirection: str
) -> None:
    done = by_shell(stocked, verb, redirection)
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")  # noqa: PTH110
def test_a_deed_whose_telling_fails_is_said_to_be_in_the_book(stocked: Shell) -> None:
    done = by_shell(stocked, "pack add --id once 3", ">/dev/full")
    assert done.returncode == 1
    assert "in the book all the same" in done.stderr
    assert "once" in [pack["id"] for pack in stocked.json("pack", "list")]
