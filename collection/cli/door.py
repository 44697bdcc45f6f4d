"""The one door out of the command line: every fault becomes sentences on standard error and an exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from collection.cli.output import let_go, short, talk
from collection.cli.words import misplaced
from collection.errors import CollectionError, NotUnderstood
from collection.text import plain

DONE, REFUSED, NOT_UNDERSTOOD, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
"""Exit codes. The last two are what a shell gives for the signals of the same meaning."""

LONGEST = 500
"""A sentence that quotes what somebody pasted is cut there."""


def run(argv: Sequence[str] | None) -> int:
    """Obey `argv` and give the exit code; whatever goes wrong is told in sentences."""
    _fill_in_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _steady(stream)
    try:
        code = obey(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        let_go(sys.stdout)
        return PIPE_CLOSED
    except OSError as fault:
        let_go(sys.stdout)
        return _say([_file_fault(fault)], REFUSED)
    return code


def obey(argv: Sequence[str], **context: object) -> int:
    """Run one command, its faults told; only a fault of the output itself is raised.

    `context` goes to the command's context: `obj` for what was asked before the verb.
    """
    try:
        return _invoke(argv, context)
    except CollectionError as no:
        return _say(_reasons(no), no.exit_code)
    except KeyboardInterrupt:
        return _say(["Interrupted."], INTERRUPTED)
    except EOFError:
        return _say(["The input ended before it was complete."], REFUSED)
    except BrokenPipeError:
        raise
    except OSError as fault:
        if fault.filename is None:
            raise
        return _say([_file_fault(fault)], REFUSED)
    except Exception as fault:  # noqa: BLE001 - the last resort: whatever it is, no traceback reaches the person
        return _say(_unexpected(fault), REFUSED)


def _invoke(argv: Sequence[str], context: dict[str, object]) -> int:
    from collection.cli.welcome import only_the_screens, welcome

    plainly = only_the_screens(argv)
    if plainly is not None and not context and "_MUDWATER_COMPLETE" not in os.environ:
        return welcome(plainly)

    import typer

    from collection.cli.asked import Asked
    from collection.cli.verbs import command

    root = command()
    if "_MUDWATER_COMPLETE" in os.environ:
        root.main(list(argv), prog_name="mudwater", standalone_mode=False)
        return DONE
    try:
        with root.make_context("mudwater", list(argv), **context) as made:
            try:
                root.invoke(made)
            except CollectionError as no:
                return _say([Asked.of(made).carried(reason) for reason in _reasons(no)], no.exit_code)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        return _say(["Given up."], REFUSED)
    except typer.TyperException as no:
        raise NotUnderstood(_usage(no)) from no
    return DONE


def _usage(no: Exception) -> str:
    """Say in one line what the verb did not understand, and where its help is."""
    option = getattr(no, "option_name", "")
    said = misplaced(option) if option in ("--db", "--as") else short(str(no.format_message()), LONGEST)  # type: ignore[attr-defined]
    said = said.replace("Value error, ", "")
    if said and said[-1] not in ".?!":
        said += "."
    made = getattr(no, "ctx", None)
    return f"{said} See `{made.command_path} --help`." if made is not None else said


def _reasons(no: CollectionError) -> Sequence[str]:
    """Give every reason; the last one names the option that leads out, where there is one."""
    if not no.option:
        return no.reasons
    *before, last = no.reasons
    return [*before, f"{last.removesuffix('.')} (--{no.option})."]


def _say(reasons: Sequence[str], code: int) -> int:
    """Tell every reason on a line of its own."""
    with contextlib.suppress(OSError, ValueError):
        for reason in reasons:
            for line in reason.splitlines() or [""]:
                talk(short(line, LONGEST))
    return code


def _file_fault(fault: OSError) -> str:
    """Say what could not be done with which file."""
    why = fault.strerror or type(fault).__name__
    if fault.filename is None:
        return f"The output could not be written: {why}. What a verb posts is in the book all the same."
    return f"{plain(os.fsdecode(fault.filename))}: {why}."


def _unexpected(fault: Exception) -> list[str]:
    """Keep what is needed to repair the fault in a file, and say where it is."""
    told = f"Something went wrong inside mudwater ({type(fault).__name__}); nothing half-done was kept in the book."
    try:
        handle, place = tempfile.mkstemp(prefix="mudwater-fault-", suffix=".log", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as log:
            traceback.print_exception(fault, file=log)
    except OSError:
        return [told]
    return [f"{told} The details are in {place}"]


def _steady(stream: object) -> None:
    """Let no character stop the output: what a terminal cannot show becomes `?`."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


def _fill_in_closed_streams() -> None:
    """Where the process was started with a standard stream closed, let it lead nowhere.

    Else the next file to be opened would take its number, and what is written there would land in that file.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until the end
