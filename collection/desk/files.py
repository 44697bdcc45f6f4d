"""Files that people name for the program to write: whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from collection.errors import Refused
from collection.text import plain

_DATABASES = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""How SQLite's databases and their write-ahead logs begin."""


@contextmanager
def written_whole(path: Path | None, *, what: str = "record") -> Iterator[Callable[[str | bytes], None]]:
    """Give what writes a text (in UTF-8) or bytes to `path`: whole, or not at all; None writes nothing.

    The place is tried at once, so that nothing is done first that could not be written down. Links are followed. What
    is no ordinary file (a pipe, a terminal, /dev/null) is written to as it is: moving a file there would put it in the
    place of the device. Raises Refused for a directory, naming `what` the file was for, for a database, whatever its
    name, and for a folder in which nothing can be written; OSError as the system does where writing itself fails.
    """
    if path is None:
        yield lambda _: None
        return
    target = path.resolve()
    if target.is_dir():
        raise Refused(f"{plain(str(path))} is a directory; name a file for the {what}.")
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield lambda what: _write(stream.fileno(), _bytes(what))
        return
    if _is_database(target):
        raise Refused(f"{plain(str(path))} is a book or another database: no {what} is written over it.")
    with _draft_beside(target) as draft:
        yield lambda what: _put_in_place(draft, target, _bytes(what))


def named_path(name: str, *, option: str = "file") -> Path:
    """Give the path that a person named, with `~` for their home. Raises Refused where `~somebody` is nobody's home."""
    try:
        return Path(name.strip()).expanduser()
    except RuntimeError:
        raise Refused("There is no such home folder: write the whole path.", option=option) from None


def read_named(path: Path, most: int) -> bytes:
    """Read a file that a person named, at most one byte more than `most`.

    Raises Refused, in words, for a directory and for a file that is not there or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except IsADirectoryError:
        raise Refused(f"{plain(str(path))} is a directory; name a file in it.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file can be called so"
        raise Refused(f"{plain(str(path))} cannot be read: {reason}.") from None


def refuse_other_file(path: Path, text: str, *, way_out: str) -> None:
    """Raise Refused where `path` is a file that does not begin as `text` does: it is no older export of its kind."""
    if not path.is_file():
        return
    with path.open("rb") as there:
        first = there.readline(500)
    if first and first.split() != text.partition("\n")[0].encode().split():
        raise Refused(f"{plain(str(path))} is there already, and is no such export. {way_out}")


def _is_database(path: Path) -> bool:
    """Say whether a file is an SQLite database, or the journal of one."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16).startswith(_DATABASES)


def _bytes(what: str | bytes) -> bytes:
    return what if isinstance(what, bytes) else what.encode()


def _write(descriptor: int, what: bytes) -> None:
    with open(descriptor, "wb", closefd=False) as stream:
        stream.write(what)


@contextmanager
def _draft_beside(target: Path) -> Iterator[Path]:
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}-", dir=target.parent)
    except OSError as fault:
        # The system names the draft, of which nobody has heard.
        raise Refused(f"{plain(str(target))} cannot be written: {fault.strerror}.") from None
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()


def _put_in_place(draft: Path, target: Path, what: bytes) -> None:
    with draft.open("wb") as file:
        file.write(what)
        file.flush()
        os.fsync(file.fileno())
    # A file keeps the permissions it had; a new one gets what any new file gets.
    draft.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_mask())
    draft.replace(target)


def _mask() -> int:
    """Give the permissions that new files of this process are denied."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
