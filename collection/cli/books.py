"""`ledger`, `void`, `audit`: how cards came and went, and whether the books are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.backups import tell_backups
from collection.cli.options import DASHES, Date, Id, Json, ListsByDefault, Note
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.receipts import (
    broken_json,
    changes,
    entry_json,
    given_back_json,
    partners,
    sentence,
    short_id,
    spelled,
    tell_broken,
    tell_given_back,
    tell_said_before,
    whose,
)
from collection.cli.words import one_card
from collection.text import plain

if TYPE_CHECKING:
    from collection.ledger.entry import Account, Entry

ledger = typer.Typer(cls=ListsByDefault, help="The ledger: list entries, add a trade, a gift, a find, a loss.")

LATEST = 20
"""Entries that a person is shown at a time."""


@ledger.command("list", context_settings=DASHES)
def list_entries(
    context: typer.Context,
    card: Annotated[list[str] | None, typer.Argument(metavar="[CARD]", help="Only what moved this card.")] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="pull, trade, gift, ante, found, lost, recount or void."),
    ] = None,
    rival: Annotated[str | None, typer.Option("--rival", metavar="NAME", help="Only with this person.")] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help=f"At most so many ({LATEST}; --json: all).")
    ] = None,
    before: Annotated[str | None, typer.Option("--before", metavar="ID", help="Go on after this entry.")] = None,
    as_json: Json = False,
) -> None:
    """List entries, newest first: `mudwater ledger`, `mudwater ledger 45`."""
    from collection.desk.exchange import entries

    asked = Asked.of(context)
    most = limit if limit is not None or as_json else LATEST
    with asked.reading() as book:
        number = one_card(catalogue_of(book), card) if card else None
        found = entries(book, asked.collector, number=number, kind=kind, rival=rival, limit=most, before=before)
        me = whose(book, asked)
    if as_json:
        data_json([entry_json(entry) for entry in found])
        return
    if not found:
        talk("No entries.")
        return
    table(("Date", "Id", "Kind", "Cards", "With", "Note"), [_row(entry, me) for entry in found])
    if len(found) == most:
        talk(f"Older ones: {asked.command(f'ledger --before {short_id(found[-1].id)}')}")


def _row(entry: Entry, me: Account) -> tuple[str, ...]:
    came, went = changes(entry, me)
    cards = [f"-{spelled(one)}" for one in went] + [f"+{spelled(one)}" for one in came]
    state = "voided. " if entry.voided_by else f"of {short_id(entry.reverses)}. " if entry.reverses else ""
    return (
        entry.happened.isoformat(),
        short_id(entry.id),
        entry.kind.value,
        " ".join(cards),
        ", ".join(short(name, 40) for name in partners(entry, me)),
        state + short(entry.note),
    )


def void(
    context: typer.Context,
    entry: Annotated[
        str, typer.Argument(metavar="ENTRY", help="An entry, a pack or a match: its id or how it starts.")
    ],
    id: Id = None,
    date: Date = None,
    note: Note = None,
    as_json: Json = False,
) -> None:
    """Take back an entry, a pack or a match.

    Both it and the taking back stay in the history. Hands that were mended after a match have their cards again.
    """
    from collection.desk.exchange import void as take_back

    asked = Asked.of(context)
    said = asked.said(id, date, note)
    with asked.book() as book:
        voided = take_back(book, entry, said)
        me, catalogue = whose(book, asked), catalogue_of(book)
    if as_json:
        data_json(
            {
                "entry": None if voided.entry is None else entry_json(voided.entry),
                "match": None if voided.match is None else voided.match.id,
                "new": voided.new,
                "broken": broken_json(voided.broken),
                "given_back": given_back_json(voided.given_back),
            }
        )
    else:
        if voided.entry is not None:
            data(sentence(voided.entry, me, catalogue))
        if voided.match is not None:
            data(f"Match {short_id(voided.match.id)} is void: it counts in no statistics any more.")
        if voided.entry is None:
            data("No card moved.")
    tell_said_before(voided.new)
    tell_given_back(voided.given_back)
    tell_broken(voided.broken)


def audit(context: typer.Context, as_json: Json = False) -> None:
    """Prove the books: exit code 1 when they are wrong."""
    from collection.ledger.entry import Severity

    asked = Asked.of(context)
    with asked.reading() as book, book.reading() as unit:
        findings = unit.ledger.audit()
    wrong = sum(finding.severity is Severity.ERROR for finding in findings)
    if as_json:
        data_json(
            [{"severity": one.severity.value, "code": one.code, "message": one.message} for one in findings],
        )
    else:
        data(f"Book: {asked.place}")
        for one in findings:
            data(f"{one.severity.value}: {plain(one.message)}")
        data(f"The books are wrong: {counted(wrong, 'error')}." if wrong else "The books are right.")
        if not asked.thrown_away:
            tell_backups(asked)
    if wrong:
        raise typer.Exit(1)
