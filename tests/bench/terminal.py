"""A program in a real terminal: what it writes is read as it comes, keys are typed as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

COLUMNS, ROWS = 80, 24


class Terminal:
    """A process in a pseudo-terminal of 80 by 24, ended with the context."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.begun = time.perf_counter()
        self._process, self._screen = pty.fork()
        if self._process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            size = {"COLUMNS": str(COLUMNS), "LINES": str(ROWS), "TERM": "xterm-256color"}
            os.execvpe(command[0], list(command), {**os.environ, **environment, **size})
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def press(self, keys: str) -> None:
        """Press `keys`."""
        os.write(self._screen, keys.encode())

    def wait_for(self, text: str, *, timeout: float = 20.0) -> float:
        """Read until `text` has been written; give the moment. Raises TimeoutError."""
        written = b""
        end = time.perf_counter() + timeout
        while time.perf_counter() < end:
            if select.select([self._screen], [], [], 0.05)[0]:
                written += os.read(self._screen, 65536)
                if text.encode() in written:
                    return time.perf_counter()
        raise TimeoutError(f"{text!r} was not shown; what was: {written[-2000:]!r}")

    def last_written(self, *, pause: float = 0.2, timeout: float = 20.0) -> float:
        """Read until something was written and then nothing for `pause` seconds; give the moment of the last of it.

        Raises TimeoutError when nothing comes.
        """
        last, end = None, time.perf_counter() + timeout
        while select.select([self._screen], [], [], pause if last is not None else end - time.perf_counter())[0]:
            os.read(self._screen, 65536)
            last = time.perf_counter()
        if last is None:
            raise TimeoutError("nothing was written")
        return last

    def quiet(self, pause: float = 0.15) -> None:
        """Read until nothing has been written for `pause` seconds."""
        while select.select([self._screen], [], [], pause)[0]:
            os.read(self._screen, 65536)

    def used_in(self, seconds: float) -> float:
        """Read for `seconds` whatever comes; give the processor time that the process has used in them."""
        begun, end = self.seconds_used(), time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._screen], [], [], left)[0]:
                os.read(self._screen, 65536)
        return self.seconds_used() - begun

    def come_to_rest(self) -> None:
        """Read until the process does next to nothing. Raises TimeoutError when it goes on and on."""
        for _ in range(60):
            if self.used_in(0.5) <= 0.02:
                return
        raise TimeoutError("the program does not come to rest")

    def halt(self) -> None:
        """Let the process stand still until it is woken."""
        os.kill(self._process, signal.SIGSTOP)

    def wake(self) -> None:
        """Let the process go on."""
        os.kill(self._process, signal.SIGCONT)

    def seconds_used(self) -> float:
        """Give the processor time that the process has used so far, in all its threads."""
        # Its name in brackets may hold anything; of what follows, fields 12 and 13 are user and system time.
        fields = Path(f"/proc/{self._process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._screen)
