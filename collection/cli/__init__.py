"""The verbs of the command line: thin, no rules and no SQL."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line on `argv` (None: what the process was started with) and give the exit code.

    0 is done, 1 refused by a rule, 2 not understood, 130 interrupted. Nothing is raised: every fault has become
    sentences on standard error.
    """
    from collection.cli.door import run

    return run(argv)
