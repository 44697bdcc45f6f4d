"""The `mudwater` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; with no verb on a terminal, the screens. Gives the exit code."""
    try:
        from collection.cli import main as command_line

        return command_line()
    except KeyboardInterrupt:
        # While the program is still being loaded; afterwards the command line tells it by itself.
        sys.stderr.write("Interrupted.\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
