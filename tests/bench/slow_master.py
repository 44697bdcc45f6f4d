"""The program itself with a master that thinks for hours, so that what else happens meanwhile can be measured."""

from __future__ import annotations

import sys
from dataclasses import replace

from collection.__main__ import main
from collection.games.protocol import Limit
from collection.players import programs
from collection.players.levels import LEVELS

vars(programs)["LEVELS"] = tuple(
    replace(level, budget=Limit(seconds=9_999.0)) if level.name == "master" else level for level in LEVELS
)
sys.exit(main())
