"""A rival: the games with them, the cards they still hold, what could be traded, and what was seen in their play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_copies
from collection.games.registry import TITLES
from collection.ledger.entry import AccountKind
from collection.ledger.mark import MarkKind
from collection.tui.commands import Command, bindings_of
from collection.tui.forms import Field, Form, Reader
from collection.tui.marks import SIGNS
from collection.tui.place import Drill
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.marks import MarkLine
    from collection.desk.rivals import RivalPage
    from collection.desk.sheet_statistics import TableTally
    from collection.desk.trading import Getting, Giving, TradeList
    from collection.store.book import Book

MOST_SEEN = 60
"""Cards seen in their play that are listed, the latest first."""

Found = tuple["Catalogue", "RivalPage", "TradeList", "tuple[TableTally, ...]"]


class RivalScreen(Drill):
    """One page that scrolls."""

    WHERE: ClassVar[str] = "rival"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("rival"))
    MAIN: ClassVar[str] = "#page"
    DEFAULT_CSS = """
    RivalScreen #page { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    RivalScreen #page Static { height: auto; width: 1fr; margin-bottom: 1; }
    """
    HELP_TEXT = """\
What a rival looks for and has to trade is what you have marked (m), nothing is guessed.
The cards they hold come from the ledger; those to win back were lost to them as antes.
Cards seen come from the games played here and from antes that were named.
To practise against this rival, d deals at the Table: a program plays what they were seen with, the rest drawn."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._rival = name
        self._catalogue: Catalogue | None = None
        self._page: RivalPage | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the page."""
        with VerticalScroll(id="page"):
            yield Static(id="games", markup=False)
            yield Static(id="others", markup=False)
            yield Static(id="held", markup=False)
            yield Static(id="trade", markup=False)
            yield Static(id="seen", markup=False)

    def on_mount(self) -> None:
        """Begin on the page: arrows scroll it."""
        self.query_one("#page").focus()

    def refresh_place(self) -> None:
        """Read the rival again."""
        self.at_desk(partial(_read, self.mudwater.collector, self._rival), self._take, slot="rival")

    def _take(self, found: Found) -> None:
        self._catalogue, page, trade, others = found
        self._page = page
        for part, lines in (
            ("games", games_lines(page)),
            ("others", others_lines(others)),
            ("held", held_lines(page)),
            ("trade", trade_lines(trade)),
            ("seen", seen_lines(page)),
        ):
            self.query_one(f"#{part}", Static).update(Content("\n").join(lines))

    def action_mark(self) -> None:
        """Write down what they look for, or have."""
        if self._catalogue is not None:
            self.app.push_screen(RivalMarkForm(self._catalogue, self._rival), self._marked)

    def _marked(self, lines: Sequence[MarkLine] | None) -> None:
        if lines is not None:
            self.mudwater.say(f"Written down: {counted(sum(line.new for line in lines), 'mark')} changed.")

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        is_house = self._page is not None and self._page.line.account.kind is AccountKind.HOUSE
        if command.id == "rival.deal" and is_house:
            return "The house draws a new hand for each game: there is nothing to rehearse."
        return None

    def action_deal(self) -> None:
        """Go to the Table, with a program in this rival's place."""
        from collection.tui.table_setup import TableRequest

        if self._page is not None:
            self.mudwater.table_request = TableRequest(rehearse=self._page.line.account.name)
            self.mudwater.go_to("table")

    def action_exchange(self) -> None:
        """Log an exchange."""
        from collection.tui.exchange import ask_exchange

        ask_exchange(self)


def _read(collector: str | None, name: str, book: Book) -> Found:
    from collection.desk.rivals import rival
    from collection.desk.sheet_statistics import with_rival
    from collection.desk.trading import trade_list

    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
    others = with_rival(book, name, collector)
    return catalogue, rival(book, name, collector), trade_list(book, name, collector), others


def counted(count: int, what: str) -> str:
    """Give a count with its word: `1 card`, `2 cards`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def games_lines(page: RivalPage) -> list[Content]:
    """Give how the games stand."""
    tally, line = page.line.tally, page.line
    last = f", the last on {line.last_played:%Y-%m-%d}" if line.last_played is not None else ""
    unknown = f", {counted(tally.unknown, 'card')} still to be named" if tally.unknown else ""
    return [
        plain_content(line.account.name, "bold", cells=60),
        Content(
            f"{counted(tally.games, 'game')}{last}: ▲ {tally.won} won, ▼ {tally.lost} lost, = {tally.drawn} drawn"
            if tally.games
            else "No games yet. Ante, then n, writes one down."
        ),
        Content(f"Antes: +{tally.cards_won} won, -{tally.cards_lost} lost{unknown}"),
    ]


def others_lines(tallies: Sequence[TableTally]) -> list[Content]:
    """Give how the games but Mudwater stand, one a line."""
    from collection.desk.sheet_statistics import tally_words

    head = Content.styled("Other games", "bold")
    lines = [Content(f"  {TITLES[one.game]}, {tally_words(one)}; they won {one.theirs}") for one in tallies]
    return [head, *(lines or [Content.styled("  none yet; Ante, then O, writes one down", "dim")])]


def held_lines(page: RivalPage) -> list[Content]:
    """Give the cards of one another's that each holds, and those to win back."""
    lines = _section("Your cards that they still hold", page.held, "none")
    if page.win_back:
        lines.append(Content.styled("To win back, lost as antes", "bold"))
        for back in page.win_back:
            left = "you have none now" if not back.owned else f"you have {back.owned} all the same"
            times = f" ×{back.copies}" if back.copies > 1 else ""
            lines.append(_card_line(back.card, f"{times}  lost {back.lost_on:%Y-%m-%d}, {left}"))
    return lines + _section("Their cards that you hold", page.theirs, "none")


def trade_lines(trade: TradeList) -> list[Content]:
    """Give what a trade could be made of, from what was marked of them."""
    head = Content.styled("Trade", "bold")
    if not trade.wishes and not trade.offers:
        return [
            head,
            Content.assemble(
                "Nothing is marked of them. Press ", ("m", "bold"), " to write down what they want or have."
            ),
        ]
    can_give = "You could give, of what they look for:" if trade.give else "You have none to spare that they look for."
    can_get = "They have, and you miss or wish for:" if trade.get else "They have nothing that you miss or wish for."
    return [
        head,
        Content(f"  They look for {counted(trade.wishes, 'card')}, and have {trade.offers} to trade."),
        Content(f"  {can_give}"),
        *(_card_line(one.card, _giving(one)) for one in trade.give),
        Content(f"  {can_get}"),
        *(_card_line(one.card, _getting(one)) for one in trade.get),
    ]


def _giving(one: Giving) -> str:
    words = f"  {counted(one.spare, 'spare')}" if one.spare else "  your last copy, marked as an offer"
    keepsake = f", but {SIGNS[MarkKind.KEEPSAKE]} a keepsake" if one.keepsake else ""
    return f"{words}{keepsake}{_note(one.note)}"


def _getting(one: Getting) -> str:
    wished = f", {SIGNS[MarkKind.WISH]} a wish" if one.wished else ""
    return f"  {'missing' if one.missing else f'you have {one.copies}'}{wished}{_note(one.note)}"


def _note(note: str) -> str:
    return f" ({note})" if note else ""


def seen_lines(page: RivalPage) -> list[Content]:
    """Give the cards seen in their play."""
    lines = [Content.styled("Seen in their play", "bold")]
    if not page.seen:
        return [*lines, Content("  none yet")]
    lines.append(
        Content.styled(f"  in {counted(page.seen_games, 'game')}; what they played once they may own no more", "dim")
    )
    for one in page.seen[:MOST_SEEN]:
        ante = f", {one.as_ante} as ante" if one.as_ante else ""
        lines.append(_card_line(one.card, f"  {counted(one.games, 'game')}{ante}, last {one.last:%Y-%m-%d}"))
    if len(page.seen) > MOST_SEEN:
        lines.append(Content(f"  and {len(page.seen) - MOST_SEEN} more"))
    if page.unread:
        lines.append(Content(f"  {counted(page.unread, 'written game')} left out"))
    return lines


def _section(title: str, cards: Iterable[tuple[Card, int]], nothing: str) -> list[Content]:
    lines = [_card_line(card, f" ×{copies}" if copies > 1 else "") for card, copies in cards]
    return [Content.styled(title, "bold"), *(lines or [Content.styled(f"  {nothing}", "dim")])]


def _card_line(card: Card, more: str) -> Content:
    return Content.assemble(
        f"  {card.number:>3} ",
        plain_content(card.name, cells=24),
        (f" {card.level.diamonds}", "dim"),
        plain_content(more, cells=90),
    )


class RivalMarkForm(Form["tuple[MarkLine, ...]"]):
    """What a rival looks for, or has to trade: cards put down or crossed out."""

    TITLE_WORDS: ClassVar[str] = "What this rival wants or has"
    NOTE: ClassVar[str] = "Cards by number or name: 12 45 dead calm."

    def __init__(self, catalogue: Catalogue, name: str) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._rival = name

    def fields(self) -> Iterable[Field]:
        """Give the lines of the form."""
        return (
            Field("kind", "They", choices=("look for", "have to trade")),
            Field("cards", "Cards", "such as 12 45 118"),
            Field("act", "These", choices=("are added", "are crossed out")),
            Field("note", "Note", "such as: two of them, or a price"),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Write it down."""
        reader = Reader(values)
        nothing: tuple[CardNo, ...] = ()
        cards = reader.read("cards", partial(_numbers, self._catalogue), empty=nothing)
        if not cards and "cards" not in reader.faults:
            reader.faults["cards"] = "Which cards?"
        reader.check()
        kind = MarkKind.WISH if values["kind"] == "look for" else MarkKind.OFFER
        note = values["note"].strip() or None
        off = values["act"] == "are crossed out"
        self.at_desk(partial(_mark, self.mudwater.collector, kind, cards, self._rival, note, off), self.dismiss)


def _numbers(catalogue: Catalogue, text: str) -> tuple[CardNo, ...]:
    return tuple(copies.number for copies in read_copies(catalogue, [text]))


def _mark(
    collector: str | None, kind: MarkKind, cards: Sequence[CardNo], name: str, note: str | None, off: bool, book: Book
) -> tuple[MarkLine, ...]:
    from collection.desk.marks import mark, unmark

    if off:
        return unmark(book, collector, kind, cards, whose=name)
    return mark(book, collector, kind, cards, whose=name, note=note)
