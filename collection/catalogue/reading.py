"""Reading YAML without guesses: every scalar stays a string, and what is written twice is refused.

YAML's own guesses would read `045` as 37, `1:30` as 90 and, of a key given twice, the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    import yaml

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"
"""What a document consists of: strings, sequences, and mappings with strings for keys."""

_DEEPEST = 8


def read_yaml(text: str) -> tuple[Plain, tuple[str, ...]]:
    """Read one document; give what it says and every fault, each a sentence that begins with its line.

    With faults the document may be incomplete. Aliases are refused and nesting is bounded, so that no text of a
    reasonable size can exhaust the program.
    """
    # Imported late: the first import costs more than reading the whole set does.
    import yaml

    loader = cast("type[yaml.Loader]", getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.take(event)
            if builder.stopped:
                break
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark is not None else 1
        builder.faults.append(f"line {line}: this is not YAML ({fault.problem or fault.context}).")
    except (yaml.YAMLError, ValueError) as fault:
        builder.faults.append(f"line 1: this is not YAML ({str(fault).splitlines()[0]}).")
    if not builder.documents and not builder.faults:
        builder.faults.append("line 1: there is nothing in it.")
    return (builder.documents[0] if builder.documents else {}), tuple(builder.faults)


class _Builder:
    """Builds plain values from the parser's events, without recursion."""

    def __init__(self) -> None:
        self.documents: list[Plain] = []
        self.faults: list[str] = []
        self.stopped = False
        self._open: list[tuple[list[Plain] | dict[str, Plain], str | None]] = []
        """Each collection that is being filled, with the key that waits for its value."""

    def take(self, event: yaml.Event) -> None:
        import yaml

        assert event.start_mark is not None, "a parsed event knows its place"
        line = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            self._put(str(event.value), line)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._begin([], line)
        elif isinstance(event, yaml.MappingStartEvent):
            self._begin({}, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
        elif isinstance(event, yaml.AliasEvent):
            self._stop(f"line {line}: write the value out; a reference (*{event.anchor}) is not read.")
        elif isinstance(event, yaml.DocumentStartEvent) and self.documents:
            self._stop(f"line {line}: a second document begins; one file holds one.")

    def _begin(self, collection: list[Plain] | dict[str, Plain], line: int) -> None:
        if len(self._open) >= _DEEPEST:
            self._stop(f"line {line}: this is nested deeper than {_DEEPEST} levels.")
            return
        self._put(collection, line)
        self._open.append((collection, None))

    def _put(self, value: Plain, line: int) -> None:
        if not self._open:
            self.documents.append(value)
            return
        collection, key = self._open[-1]
        if isinstance(collection, list):
            collection.append(value)
        elif key is not None:
            self._open[-1] = (collection, None)
            collection.setdefault(key, value)
        elif not isinstance(value, str):
            self._stop(f"line {line}: a key must be a word.")
        else:
            if value in collection:
                self.faults.append(f"line {line}: {value} is given twice; keep one.")
            self._open[-1] = (collection, value)

    def _stop(self, fault: str) -> None:
        self.faults.append(fault)
        self.stopped = True
