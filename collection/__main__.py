"""The `mudwater` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; with no verb on a terminal, the screens. Gives the exit code."""
    from collection.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
