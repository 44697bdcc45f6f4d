"""Run or test mudwater on a machine that has nothing but Python 3.11 or newer.

    python3 .do.py run [ARGUMENTS]     the program
    python3 .do.py test [ARGUMENTS]    the test suite
    python3 .do.py slow                the long proofs: fuzzing, crash storms, strength of play
    python3 .do.py bench               speed, as ratios within one run
    python3 .do.py check               style, types, import contracts

Each sets up what it needs in `.venv` beside this file first, and does nothing there that is already done. This file
uses the standard library alone, and only syntax that an old Python can read, so that it can say what is missing.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
KERNEL = ROOT / "collection" / "games" / "mudwater" / "kernel.py"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def ensure_environment(extra):
    """Make `.venv` hold the program (editable) and the packages of `extra`, unless it does already."""
    # Another list of packages needs a new installation, and so does a kernel newer than what was compiled from it.
    made_from = (ROOT / "pyproject.toml").read_bytes() + KERNEL.read_bytes() + str(KERNEL.stat().st_mtime_ns).encode()
    wanted = hashlib.sha256(made_from + sys.version.encode()).hexdigest()
    stamp = VENV / ("installed" + extra)
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("Setting up .venv (once; about half a minute) ...", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
        if made.returncode:
            sys.exit("Python could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv.")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    installed = subprocess.run([*pip, "--editable", str(ROOT) + extra], check=False, stdout=sys.stderr)
    if installed.returncode:
        sys.exit("pip could not install what mudwater needs; its own words stand above. Try again with a network.")
    stamp.write_text(wanted)


def run(command):
    """Run `command` in the project's folder and give its exit code."""
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=False).returncode


def main(words):
    """Do what `words` ask for; give the exit code."""
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "run":
        ensure_environment("")
        # In the folder where the person stands, so that paths among ARGUMENTS mean what they say.
        return subprocess.run([str(PYTHON), "-m", "collection", *rest], check=False).returncode
    python = [PYTHON, "-m"]
    commands = {
        "test": [[*python, "pytest", "-n", "auto", *rest]],
        "slow": [[*python, "pytest", "-n", "auto", "-m", "slow", *rest]],
        "bench": [[*python, "tests.bench", *rest]],
        "check": [
            [*python, "ruff", "format", "--check", "."],
            [*python, "ruff", "check", "."],
            [*python, "mypy"],
            [BIN / "lint-imports"],
        ],
    }
    if verb not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    ensure_environment("[dev]")
    return next((code for code in map(run, commands[verb]) if code), 0)


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - an old Python is to get a sentence, not a traceback
        sys.exit("mudwater needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
