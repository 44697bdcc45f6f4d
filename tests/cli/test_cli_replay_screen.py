"""`replay --screen`: what it is refused with where there is no screen, or more than one game."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Shell

GAME = """\
game: mudwater
mode: standard
first: black
hands: {black: [3], white: [5]}
ante: {black: unknown, white: unknown}
moves: [s~unknown]
"""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("game.yaml",), "needs a terminal"),
        (("game.yaml", "game.yaml"), "one game"),
        (("-",), "one game"),
        (("game.yaml", "--json"), "leave --json"),
        (("game.yaml", "--svg"), "leave --json, --svg"),
    ],
)
def test_the_screen_shows_one_game_and_needs_a_terminal(shell: Shell, words: tuple[str, ...], why: str) -> None:
    (shell.folder / "game.yaml").write_text(GAME)
    named = [str(shell.folder / word) if word.endswith(".yaml") else word for word in words]
    done = shell("replay", *named, "--screen")
    assert done.code == 2
    assert why in done.err
    assert not done.out
