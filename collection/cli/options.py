"""Options that several verbs share, and how groups of verbs and lists of values are read."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON on standard output, for programs.")]
Id: TypeAlias = Annotated[
    str | None,
    typer.Option("--id", metavar="ID", help="An id of your own: said twice with the same content, it is done once."),
]
Date: TypeAlias = Annotated[
    str | None, typer.Option("--date", metavar="DAY", help="The day it happened, as 2026-03-31; today when left out.")
]
Note: TypeAlias = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="A note to keep with it.")]
Corrects: TypeAlias = Annotated[
    str | None,
    typer.Option("--corrects", metavar="ENTRY", help="An entry that this one replaces; it is voided in the same act."),
]
Cards: TypeAlias = Annotated[
    list[str],
    typer.Argument(metavar="CARD...", help="Numbers or names: 45, 45*2, 45:foil, #45, 'Sea Dog'."),
]

Sort: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--sort", metavar="FIELDS", help="By number, name, level, family, sum, owned...; -sum,name: highest first."
    ),
]

_UNCUT = 1_000
"""More letters than any sentence has."""
DASHES = {"ignore_unknown_options": True}
"""Context settings of a verb whose words may begin with a dash: a search `-name:dog`, or a number that is none."""


class Group(TyperGroup):
    """Verbs under one word, each listed with the whole first sentence of its help, on as many lines as that takes."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of verbs."""
        verbs = ((name, self.commands[name]) for name in self.list_commands(ctx))
        rows = [(name, verb.get_short_help_str(_UNCUT)) for name, verb in verbs if not verb.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


class Word(TyperArgument):
    """A word of a verb, called in its help what the verb calls it: no braces around it and no type behind it."""

    def get_usage_pieces(self, ctx: Any) -> list[str]:
        """Give the word as the line `Usage` names it."""
        return [self.metavar or super().get_usage_pieces(ctx)[0]]

    def get_help_record(self, ctx: Any) -> tuple[str, str] | None:
        """Give the word and what it means."""
        record = super().get_help_record(ctx)
        return record and (self.metavar or record[0], record[1])


def name_words(verb: Any) -> None:
    """Call the words of a verb, and of all verbs under it, as `Word` does."""
    for parameter in verb.params:
        if type(parameter) is TyperArgument:
            parameter.__class__ = Word
    for below in getattr(verb, "commands", {}).values():
        name_words(below)


class DefaultVerb(Group):
    """A group where words that name no verb belong to one of them: `card 45` is `card show 45`."""

    default: ClassVar[str] = "list"
    whenever: ClassVar[bool] = False
    """Whether any other word means the default verb, or only no word at all."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default verb in front where none is named."""
        return super().parse_args(ctx, [self.default, *args] if self._is_meant(args) else args)

    def _is_meant(self, args: list[str]) -> bool:
        if not args:
            return True
        if args[0] == "--help":
            return False
        return args[0].startswith("--") or (self.whenever and args[0] not in self.commands)


class ShowsByDefault(DefaultVerb):
    """`card 45` is `card show 45`."""

    default = "show"
    whenever = True


class SearchesByDefault(DefaultVerb):
    """`cards level:2` is `cards search level:2`; a search for the word export is `cards '"export"'`."""

    default = "search"
    whenever = True


class ListsByDefault(DefaultVerb):
    """`ledger 45` is `ledger list 45`."""

    whenever = True


class InOrder(Group):
    """The verbs in the order in which a collector meets them."""

    order: ClassVar[tuple[str, ...]] = (
        *("demo", "cards", "card", "search", "pack", "own", "mark", "unmark", "value", "trade", "rival"),
        *("ledger", "recount", "void", "hand", "deck", "ante", "table", "play", "game", "match", "replay", "analyse"),
        *("puzzle", "lab"),
        *("collector", "import", "export", "audit", "backup", "restore"),
    )

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names of the verbs."""
        there = super().list_commands(ctx)
        return [name for name in self.order if name in there] + [name for name in there if name not in self.order]


class ListOptions(TyperCommand):
    """A verb without words of its own, whose options may be followed by several values: `--give 45 118 --get 12`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option in front of each further value."""
        repeatable = {
            name for parameter in self.params if getattr(parameter, "multiple", False) for name in parameter.opts
        }
        spelled: list[str] = []
        option: str | None = None
        has_value = False
        for word in args:
            if word.startswith("--"):
                option, has_value = (word, False) if word in repeatable else (None, False)
            elif option is not None and has_value:
                spelled.append(option)
            else:
                has_value = True
            spelled.append(word)
        return super().parse_args(ctx, spelled)


class LatestByDefault(TyperCommand):
    """A verb where `--resume` and `--rematch` may stand without a match: the latest is meant."""

    latest: ClassVar[str] = "latest"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write `latest` where no match is named."""
        spelled: list[str] = []
        for place, word in enumerate(args):
            spelled.append(word)
            follows = args[place + 1] if place + 1 < len(args) else "--"
            if word in ("--resume", "--rematch") and follows.startswith("--"):
                spelled.append(self.latest)
        return super().parse_args(ctx, spelled)
