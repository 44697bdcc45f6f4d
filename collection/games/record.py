"""Written games: YAML read with a loader that makes no guesses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import yaml

from collection.errors import RecordError
from collection.text import plain

Tree: TypeAlias = "str | Sequence[Tree] | Mapping[str, Tree]"
"""What a record is before a game reads it: text, lists and maps. `045` is the text 045, `1:30` the text 1:30."""

LARGEST = 1_000_000
"""Characters in a record, at most."""
DEEPEST = 8
"""Lists and maps inside one another, at most."""

_LOADER: Any = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def read_tree(text: str) -> Mapping[str, Tree]:
    """Read a record's YAML. Raises RecordError, naming line and column, for what is not YAML, a key given twice, an
    alias or tag, control characters, too much or too deep.
    """
    if len(text) > LARGEST:
        raise RecordError(f"The record has {len(text)} characters; at most {LARGEST} are read.")
    text = text.removeprefix("\ufeff")
    if (bad := _FORBIDDEN.search(text)) is not None:
        line = text.count("\n", 0, bad.start())
        _refuse(line, bad.start() - (text.rfind("\n", 0, bad.start()) + 1), "a control character")
    loader = _LOADER(text)
    try:
        tree = _Builder(loader, has_escapes="\\" in text).build()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _refuse(mark.line if mark else 0, mark.column if mark else 0, plain(error.problem or "this is not YAML"))
    except yaml.YAMLError as error:
        raise RecordError(f"This is not YAML: {plain(str(error))}.") from None
    finally:
        loader.dispose()
    if not isinstance(tree, dict):
        raise RecordError("A record is a map of keys, beginning with 'game: ' and the game's name.")
    return tree


def _refuse(line: int, column: int, what: str) -> NoReturn:
    raise RecordError(f"Line {line + 1}, column {column + 1}: {what}.") from None


class _Builder:
    """Builds the tree from the parser's events, so that nothing is built that would have to be refused."""

    def __init__(self, loader: Any, *, has_escapes: bool) -> None:
        self._next = loader.get_event
        self._has_escapes = has_escapes

    def build(self) -> Tree:
        """Read the one document there is."""
        self._next()  # the stream's start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            raise RecordError("The record is empty.")
        tree = self._value(self._next(), 0)
        self._next()  # the document's end
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            _refuse(event.start_mark.line, event.start_mark.column, "one record a file, but a second begins here")
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
                self._refuse_at(event, f"the key '{plain(key[:40])}' is given twice")
            entries[key] = self._value(following(), depth)
        return entries

    def _text(self, event: Any) -> str:
        if event.anchor is not None or event.tag is not None:
            self._refuse_at(event, "anchors and tags are not read; write the value alone")
        text: str = event.value
        if self._has_escapes and _FORBIDDEN.search(text) is not None:
            self._refuse_at(event, "a control character, written as an escape")
        return text

    @staticmethod
    def _refuse_at(event: Any, what: str) -> NoReturn:
        _refuse(event.start_mark.line, event.start_mark.column, what)
