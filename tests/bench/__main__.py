"""Run every benchmark, or those named: `python3 .do.py bench [replay holdings ...]`.

Exit 1 when a ratio is beyond its bound.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from tests.bench.measure import Ratio


def main(wanted: list[str]) -> int:
    """Run the benchmarks in `wanted` (all when empty) and print a line each."""
    ratios: list[Ratio] = []
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if wanted and path.stem.removeprefix("bench_") not in wanted:
            continue
        for ratio in importlib.import_module(f"tests.bench.{path.stem}").ratios():
            print(ratio, flush=True)
            ratios.append(ratio)
    return 0 if ratios and all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
