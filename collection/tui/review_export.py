"""A review written to a file: as a text, or as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from collection.analysis.report import report_of
from collection.desk.files import named_path, written_whole
from collection.errors import Refused
from collection.store.book import Book
from collection.text import plain
from collection.tui.face import OWNER_MARKS
from collection.tui.forms import Faulty, Field, Form
from collection.tui.place import STAND_IN_NOTE
from collection.tui.review_findings import Findings
from collection.tui.review_sight import Told
from collection.tui.text import clipped

_PICTURES = {".svg": "svg", ".png": "png"}


class ReviewForm(Form[str]):
    """Where it goes; the ending says as what. Closes with what was done, in words."""

    TITLE_WORDS: ClassVar[str] = "Write the analysis down"
    SAVE_WORDS: ClassVar[str] = "Write"
    NOTE: ClassVar[str] = (
        "By its ending: .txt for the whole analysis as text, .svg or .png for a picture of it. A file that is there "
        "already is left alone."
    )

    def __init__(self, told: Told, findings: Findings) -> None:
        super().__init__()
        self._told = told
        self._findings = findings

    def fields(self) -> Iterable[Field]:
        """Ask for the file alone."""
        return (Field("file", "File", "such as ~/game.txt or game.svg"),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Write the file, whole or not at all."""
        path = named_path(values["file"])
        write = self._writer(path.suffix.lower())
        if write is None:
            raise Faulty({"file": "Name a file that ends in .txt, .svg or .png."})

        def put(_: Book) -> str:
            if path.exists():
                raise Refused(f"{plain(str(path))} is there already, and is left as it is. Choose another name.")
            try:
                with written_whole(path, what="analysis") as whole:
                    whole(write())
            except (OSError, ValueError) as fault:
                reason = getattr(fault, "strerror", None) or fault
                raise Refused(f"{plain(str(path))} cannot be written: {reason}.") from fault
            return f"Written to {clipped(str(path.resolve()), 160)}."

        self.at_desk(put, self.dismiss)

    def _writer(self, ending: str) -> Callable[[], str | bytes] | None:
        if ending == ".txt":
            return lambda: report(self._told, self._findings)
        kind = _PICTURES.get(ending)
        return None if kind is None else lambda: _picture(self._told, self._findings, kind)


def _picture(told: Told, findings: Findings, kind: str) -> bytes:
    from collection.pictures.analysis import draw_analysis

    return draw_analysis(findings.analysis, told.replayed, told.catalogue, kind, told.names)


def report(told: Told, findings: Findings) -> str:
    """Give a whole analysis as text: who played, the story, and the report on every move."""
    black, white = (plain(name) for name in told.names)
    mode = told.replayed.record.mode.value
    lines = [f"Mudwater, {mode} game: {OWNER_MARKS[0]} Black is {black}, {OWNER_MARKS[1]} White is {white}.", ""]
    lines += [*told.whole_story(), ""]
    lines += report_of(findings.analysis, findings.summary, told.replayed, told.spelled)
    if told.any_stand_in:
        lines += ["", STAND_IN_NOTE]
    return "\n".join(plain(line).rstrip() for line in lines) + "\n"
