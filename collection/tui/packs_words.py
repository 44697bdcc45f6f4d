"""What is said of a pack: a line for each number while it is typed, a row among the earlier ones, a page by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.content import Content

from collection.catalogue.card import BASE_FINISH, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import write_copies
from collection.ledger.entry import Pack
from collection.tui.place import STAND_IN_MARK
from collection.tui.text import clipped, paragraph, plain_content, plain_text


def counted_cards(count: int) -> str:
    """Say how many cards."""
    return "1 card" if count == 1 else f"{count} cards"


def receipt_line(catalogue: Catalogue, owned: Mapping[CardNo, int], copies: Copies, *, kept: bool) -> Content:
    """Give one number of a pack: what it is, and whether it is new or spare, in words."""
    card = catalogue[copies.number]
    before = owned.get(copies.number, 0)
    if before:
        verdict = (f"spare, {before} owned", "$text-warning")
    elif copies.quantity > 1:
        verdict = (f"NEW + {copies.quantity - 1} spare", "bold $text-success")
    else:
        verdict = ("NEW", "bold $text-success")
    name = card.name + ("" if copies.finish == BASE_FINISH else f" ({copies.finish})")
    times = f"×{copies.quantity}" if copies.quantity > 1 else ""
    mark = STAND_IN_MARK if card.is_stand_in else " "
    return Content.assemble(
        (f"{copies.number:>4}  ", ""),
        plain_content(f"{clipped(name, 26):<26}", "bold" if kept else "dim"),
        (f"{mark} {times:<4}{card.level.diamonds:<6}", ""),
        verdict,
    )


def pack_row(pack: Pack) -> Sequence[Text]:
    """Give a pack's line among the earlier ones."""
    quiet = "dim" if pack.voided else ""
    size = sum(one.quantity for one in pack.cards) or sum(pack.levels or ())
    what = " ".join(write_copies(one) for one in pack.cards)
    if not pack.cards and pack.levels is not None:
        what = "Levels only: " + " ".join(f"{level}×{'◆' * (at + 1)}" for at, level in enumerate(pack.levels) if level)
    return (
        plain_text(f"{pack.opened:%Y-%m-%d}", quiet),
        plain_text(str(size), quiet, right=True),
        plain_text(("(taken back) " if pack.voided else "") + what, quiet),
    )


def pack_lines(pack: Pack, catalogue: Catalogue) -> Sequence[Content]:
    """Give everything that is known of a pack."""
    lines = [Content.assemble(("Opened ", "dim"), f"{pack.opened:%Y-%m-%d}")]
    lines += [
        Content.assemble((f"{label} ", "dim"), paragraph(text))
        for label, text in (("Price", pack.price), ("Shop", pack.shop), ("Note", pack.note))
        if text
    ]
    for one in pack.cards:
        card = catalogue[one.number]
        times = f" ×{one.quantity}" if one.quantity > 1 else ""
        finish = "" if one.finish == BASE_FINISH else f" ({one.finish})"
        mark = STAND_IN_MARK if card.is_stand_in else ""
        lines.append(
            plain_content(f"{one.number:>4}  {card.name}{mark}{finish}{times}  {card.level.diamonds}", cells=60)
        )
    if not pack.cards and pack.levels is not None:
        lines += [Content(f"  {count} of Level {at + 1}") for at, count in enumerate(pack.levels) if count]
    if pack.voided:
        lines.append(Content("Taken back since."))
    return lines
