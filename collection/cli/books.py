"""`own`, `ledger`, `void`, `audit`: what is owned, how it came, and whether the books are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DASHES, Date, Id, Json, ListsByDefault, Note
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, short, table, talk
from collection.cli.receipts import (
    broken_json,
    changes,
    copies_json,
    entry_json,
    partners,
    sentence,
    short_id,
    spelled,
    tell_broken,
    tell_said_before,
    whose,
)
from collection.cli.words import one_card, searched
from collection.errors import Refused
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.binder import Binder
    from collection.ledger.entry import Account, Entry

ledger = typer.Typer(cls=ListsByDefault, help="The ledger: list entries, add a trade, a gift, a find, a loss.")

LATEST = 20
"""Entries that a person is shown at a time."""


def own(
    context: typer.Context,
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help="A search, as for `cards`: own level:4.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what is owned, and how complete the set is."""
    from collection.desk.binder import open_binder

    asked = Asked.of(context)
    with asked.book() as book:
        binder = open_binder(book, asked.collector)
    meant = {card.number for card in searched(binder.catalogue, query or [], binder.owned)}
    holdings = [copies for copies in binder.holdings if copies.number in meant]
    if as_json:
        data_json(
            [{"number": one.number, "name": binder.catalogue[one.number].name} | copies_json(one) for one in holdings]
        )
        return
    if holdings:
        table(
            ("No", "Name", "Level", "Family", "Finish", "Copies"),
            [
                (
                    str(one.number),
                    face_name(card := binder.catalogue[one.number]),
                    card.level.name,
                    card.family.value,
                    one.finish,
                    str(one.quantity),
                )
                for one in holdings
            ],
            right=(0, 5),
        )
    _tell_completion(binder)
    if any(binder.catalogue[one.number].is_stand_in for one in holdings):
        talk(STAND_IN_NOTE)
    if not binder.holdings:
        talk("No cards yet. Log a pack: mudwater pack add 12 45 118")


def _tell_completion(binder: Binder) -> None:
    """Say how much of the set there is, in all, by Level and by family."""
    whole = binder.whole
    name = short(binder.collector.name, 40)
    data(f"{name} owns {whole.distinct} of {counted(whole.of, 'card')}, {counted(whole.copies, 'copy', 'copies')}.")
    data("By Level: " + ", ".join(f"{level.name} {part.distinct}/{part.of}" for level, part in binder.by_level.items()))
    data("By family: " + ", ".join(f"{kin.value} {part.distinct}/{part.of}" for kin, part in binder.by_family.items()))


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
    with asked.book() as book:
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

    Both it and the taking back stay in the history.
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
    tell_broken(voided.broken)


def audit(context: typer.Context, as_json: Json = False) -> None:
    """Prove the books: exit code 1 when they are wrong."""
    from collection.ledger.entry import Severity

    asked = Asked.of(context)
    with asked.book() as book, book.reading() as unit:
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
    if wrong:
        raise typer.Exit(1)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    replace: Annotated[bool, typer.Option("--replace", help="Also in the place of a file that is there.")] = False,
) -> None:
    """Copy the whole book into a file, even while it is in use."""
    from collection.store.backup import backup as copy_book

    if file.exists() and not replace:
        raise Refused(f"{plain(str(file))} is there already. Name another file, or add --replace.")
    copied = copy_book(Asked.of(context).path, file)
    data(f"The book was copied to {plain(str(copied))}")
