"""Collectors from the command line: called otherwise, they stay who they are."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


def test_a_renamed_collector_keeps_the_cards_and_stays_in_use(stocked: Shell) -> None:
    before = stocked.json("own")
    assert stocked.ok("collector", "rename", "me", "Ann").out == "me is called Ann now.\n"
    assert stocked.json("collector", "list") == [{"name": "Ann", "solo": False, "in_use": True}]
    assert stocked.json("own", collector="Ann") == before == stocked.json("own")
    assert stocked.ok("hand", "check", "Dockside").out == "Dockside is legal.\n"
    assert stocked("own", collector="Me").code == 1
    assert stocked.json("audit") == []


def test_a_name_in_use_or_a_collector_nobody_knows_is_refused_with_exit_code_1(stocked: Shell) -> None:
    stocked.ok("collector", "new", "Ben")
    for old, new, word in (("Me", "BEN", "already"), ("Cy", "Dee", "Ben"), ("Me", "House", "programs")):
        done = stocked("collector", "rename", old, new)
        assert (done.code, done.out) == (1, ""), (old, new)
        assert word in done.err


def test_a_command_that_is_told_to_one_collector_is_for_that_one(stocked: Shell) -> None:
    bo = "Bo [O'Neil]"
    stocked.ok("pack", "add", *(str(number) for number in range(20, 48)), collector=bo)
    (save,) = [line for line in stocked.ok("hand", "suggest", collector=bo).err.splitlines() if "To save it" in line]
    stocked.ok(*shlex.split(save.partition("mudwater ")[2].replace(" NAME ", " Pier ")))
    assert [hand["name"] for hand in stocked.json("hand", "list", collector=bo)] == ["Pier"]
    assert [hand["name"] for hand in stocked.json("hand", "list", collector="Me")] == ["Dockside"]
