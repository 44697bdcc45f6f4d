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


def by_shell(shell: Shell, verb: str, redirection: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m collection {verb} {redirection}"],
        env={**os.environ, "MUDWATER_DB": str(shell.db)},
        cwd=shell.folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("verb", VERBS)
def test_a_closed_stream_changes_neither_the_exit_code_nor_what_is_said_elsewhere(stocked: Shell, verb: str) -> None:
    usual = by_shell(stocked, verb, "")
    for redirection in (">&-", "2>&-", "<&-", "<&- >&- 2>&-"):
        done = by_shell(stocked, verb, redirection)
        assert done.returncode == usual.returncode, redirection
        assert "Traceback" not in done.stderr
        assert "went wrong inside" not in done.stderr
        if ">&-" not in redirection and "pack add" not in verb:
            assert done.stdout == usual.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize("verb", ["cards dog", "pack add 3", "own", "pack list"])
def test_talk_that_nobody_can_hear_does_not_make_a_deed_look_undone(stocked: Shell, verb: str) -> None:
    for redirection in ("2>/dev/full", "2>&-"):
        done = by_shell(stocked, verb, redirection)
        assert done.returncode == 0, redirection
        assert done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")  # noqa: PTH110
def test_a_deed_whose_telling_fails_is_said_to_be_in_the_book(stocked: Shell) -> None:
    done = by_shell(stocked, "pack add --id once 3", ">/dev/full")
    assert done.returncode == 1
    assert "in the book all the same" in done.stderr
    assert "once" in [pack["id"] for pack in stocked.json("pack", "list")]
