"""Reading YAML without guesses: every scalar stays the text it is, and what is written twice is refused.

YAML's own guesses would read `045` as 37, `1:30` as 90 and, of a key given twice, the last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import yaml

from collection.text import plain, quoted

Tree: TypeAlias = "str | Sequence[Tree] | Mapping[str, Tree]"
"""What a document consists of: text, lists, and maps with text for keys. `045` is the text 045, `1:30` is 1:30."""

DEEPEST = 8
"""Lists and maps inside one another, at most."""

_LOADER: Any = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class UnreadableYaml(Exception):
    """Text that cannot be read: where, counted from 1, and what stands there (no sentence yet)."""

    def __init__(self, line: int, column: int, what: str) -> None:
        super().__init__(f"line {line}, column {column}: {what}")
        self.line = line
        self.column = column
        self.what = what


def read_yaml(text: str, *, escaped_controls: bool = False) -> Tree | None:
    """Read one document; give what it says, None when there is nothing in it.

    Raises UnreadableYaml for what is not YAML, a key given twice, an alias, anchor or tag, control characters, a second
    document, and too deep nesting: no text of a reasonable size can exhaust the program. `escaped_controls` lets
    control characters through that are written as escapes, for a caller who checks each value and can name it better.
    """
    text = text.removeprefix("\ufeff")
    if (bad := _FORBIDDEN.search(text)) is not None:
        line_start = text.rfind("\n", 0, bad.start()) + 1
        _refuse(text.count("\n", 0, bad.start()), bad.start() - line_start, "a control character")
    loader = _LOADER(text)
    try:
        return _Builder(loader, check_escapes=not escaped_controls and "\\" in text).build()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _refuse(mark.line if mark else 0, mark.column if mark else 0, plain(error.problem or "this is not YAML"))
    except yaml.YAMLError as error:
        _refuse(0, 0, f"this is not YAML ({plain(str(error))})")
    finally:
        loader.dispose()


def _refuse(line: int, column: int, what: str) -> NoReturn:
    raise UnreadableYaml(line + 1, column + 1, what) from None


class _Builder:
    """Builds the tree from the parser's events, so that nothing is built that would have to be refused."""

    def __init__(self, loader: Any, *, check_escapes: bool) -> None:
        self._next = loader.get_event
        self._check_escapes = check_escapes

    def build(self) -> Tree | None:
        """Read the one document there is."""
        self._next()  # the stream's start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        tree = self._value(self._next(), 0)
        self._next()  # the document's end
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            self._refuse_at(event, "a file holds one document, but a second begins here")
        return tree

    def _value(self, event: Any, depth: int) -> Tree:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            return self._text(event)
        if kind is yaml.AliasEvent:
            self._refuse_at(event, f"the alias *{plain(event.anchor)}; write the value out")
        if event.anchor is not None or event.tag is not None:
            self._refuse_at(event, "anchors and tags are not read; write the value alone")
        if depth == DEEPEST:
            self._refuse_at(event, f"lists and maps more than {DEEPEST} deep")
        return self._map(depth + 1) if kind is yaml.MappingStartEvent else self._list(depth + 1)

    def _list(self, depth: int) -> list[Tree]:
        items: list[Tree] = []
        following = self._next
        while type(event := following()) is not yaml.SequenceEndEvent:
            items.append(self._value(event, depth))
        return items

    def _map(self, depth: int) -> dict[str, Tree]:
        entries: dict[str, Tree] = {}
        following = self._next
        while type(event := following()) is not yaml.MappingEndEvent:
            if type(event) is not yaml.ScalarEvent:
                self._refuse_at(event, "a key must be a plain word")
            key = self._text(event)
            if key in entries:
                self._refuse_at(event, f"the key {quoted(key)} is given twice")
            entries[key] = self._value(following(), depth)
        return entries

    def _text(self, event: Any) -> str:
        if event.anchor is not None or event.tag is not None:
            self._refuse_at(event, "anchors and tags are not read; write the value alone")
        text: str = event.value
        if self._check_escapes and _FORBIDDEN.search(text) is not None:
            self._refuse_at(event, "a control character, written as an escape")
        return text

    @staticmethod
    def _refuse_at(event: Any, what: str) -> NoReturn:
        _refuse(event.start_mark.line, event.start_mark.column, what)
