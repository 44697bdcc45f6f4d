"""The `mudwater` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line; with no verb on a terminal, the screens."""
    from collection.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
