"""The suggestions: by the split, by stake and by strength beside one another, with a reason for each card.

Two of them are arithmetic and stand there at once; the strongest is searched for behind the screen.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.desk.suggestions import Suggestion, Wishes, suggest, suggest_all
from collection.errors import CollectionError
from collection.hands.advice import By
from collection.lab.ladder import assumptions
from collection.lab.strength import RIVALS, ROUND, Contender, Strongest, Watch
from collection.text import plain
from collection.tui.commands import Command
from collection.tui.hands_cards import PointedList
from collection.tui.hands_desk import Shelf
from collection.tui.hands_figures import figure_lines, figures, sums
from collection.tui.hands_told import Told
from collection.tui.place import STAND_IN_NOTE, Drill, bindings_of
from collection.tui.suggest_form import MOST_GAMES, Asked, WishesForm
from collection.tui.text import clipped, paragraph, plain_content

if TYPE_CHECKING:
    from collection.hands.hand import Hand
    from collection.store.book import Book

SEED = 0
"""As `hand suggest` has it: both tell the same of the same number of games."""
Chosen = Callable[[Mapping[CardNo, str]], object]
"""Is handed the cards of the suggestion that was taken, each with its reason."""

_TITLES = {By.SPLIT: "By the split", By.STAKE: "Cheapest stake", By.STRENGTH: "Strongest"}


class SuggestScreen(Drill):
    """At the left the suggestions, each with score and stake; at the right why each card of one is in."""

    WHERE = "suggest"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("suggest")]
    MAIN = "#offers"
    HELP_TEXT = """\
By the split: the strongest by edges of each Level, near the split advised to beginners. Cheapest stake: within that \
split, what costs least to lose. Strongest: what wins most in games played out behind the screen; your saved hands \
meet the same rivals with the same luck, and the best is kept. esc stops the games and keeps what was found, esc \
again leaves. Keepsakes and the copies in sleeved hands are left alone; e says what else is wished for."""
    DEFAULT_CSS = """
    SuggestScreen #panes { height: 1fr; }
    SuggestScreen #left { width: 29; padding-left: 1; }
    SuggestScreen.-wide #left { width: 40; }
    SuggestScreen .title { text-style: bold; color: $primary; height: 1; }
    SuggestScreen #offers { height: auto; max-height: 1fr; }
    SuggestScreen #wishes { height: auto; margin-top: 1; width: 1fr; }
    SuggestScreen #right { width: 1fr; padding-left: 1; border-left: vkey $panel; scrollbar-size-vertical: 1; }
    SuggestScreen #right Static { height: auto; width: 1fr; }
    SuggestScreen #reasons, SuggestScreen #about { margin-top: 1; }
    """

    class Played(Message):
        """So many games of the search were played."""

        def __init__(self, run: int, played: int, of: int) -> None:
            super().__init__()
            self.run, self.played, self.of = run, played, of

    def __init__(self, shelf: Shelf, chosen: Chosen, asked: Asked | None = None) -> None:
        super().__init__()
        self._shelf = shelf
        self._chosen = chosen
        self._asked = asked or Asked()
        self._offers: tuple[Suggestion, ...] = ()
        self._refused: tuple[str, ...] = ()
        self._runs = 0
        self._under_way = 0
        """The number of the search under way; 0 while there is none."""
        self._stopping = False
        self._played = (0, 0)

    def compose_place(self) -> ComposeResult:
        """Compose the list, the wishes below it, and the reasons."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(Content("Suggestions"), classes="title")
                yield PointedList(id="offers", twice=True)
                yield Static(id="wishes")
            with VerticalScroll(id="right"):
                yield Static(id="figures")
                yield Static(id="reasons")
                yield Static(id="about")

    def on_mount(self) -> None:
        """Suggest what takes no games, and begin to search for the strongest."""
        self.query_one("#offers").focus()
        self._begin()

    def on_unmount(self) -> None:
        """Stop the games."""
        self._under_way = 0

    def on_resize(self) -> None:
        """Break the reasons anew."""
        self._show_pointed()

    # The suggestions

    def _begin(self) -> None:
        self._offers, self._refused = (), ()
        self._show()
        collector, asked = self.mudwater.collector, self._asked
        self.at_desk(lambda book: _at_once(collector, asked, book), self._take, refused=self._refuse, slot="begin")

    def _take(self, offers: tuple[Suggestion, ...]) -> None:
        self._offers = offers
        self._search()

    def _refuse(self, error: CollectionError) -> None:
        self._under_way = 0
        if self._offers:
            # The two that take no games stand.
            self.mudwater.say_refused(error)
        else:
            self._refused = error.reasons
        self._show()

    def _search(self) -> None:
        """Search in a thread; an older search sees that its run is over, and stops."""
        self._runs += 1
        run = self._under_way = self._runs
        self._stopping, self._played = False, (0, self._asked.games)
        watch = Watch(
            progress=lambda played, of: self._tell_played(run, played, of),
            stop=lambda: self._stopping or self._under_way != run,
        )
        collector, asked = self.mudwater.collector, self._asked

        def search(book: Book) -> tuple[Suggestion, ...]:
            return suggest_all(book, collector, asked.wishes, seed=SEED, games=asked.games, watch=watch)

        self.at_desk(search, partial(self._found, run), refused=self._refuse, slot="search")
        self._show()

    def _tell_played(self, run: int, played: int, of: int) -> None:
        """Say so on the screen's own side, once for every hundredth: the games are played in a thread, and fast."""
        if played * 100 // of > (played - ROUND) * 100 // of:
            self.post_message(self.Played(run, played, of))

    @on(Played)
    def _count(self, message: Played) -> None:
        # The last of them may come after the search's own answer, and counts all the same.
        if message.run == self._runs:
            self._played = (message.played, message.of)
            self._show_wishes()

    def _found(self, run: int, offers: tuple[Suggestion, ...]) -> None:
        if run == self._under_way:
            self._under_way, self._offers = 0, offers
            self._show()

    # What is shown

    @property
    def _pointed(self) -> Suggestion | None:
        place = self.query_one("#offers", OptionList).highlighted
        return self._offers[place] if place is not None and place < len(self._offers) else None

    @property
    def _strongest(self) -> Strongest | None:
        return next((one.found for one in self._offers if one.found is not None), None)

    def _show(self) -> None:
        offers = self.query_one("#offers", PointedList)
        place = offers.highlighted or 0
        offers.show_lines([self._line(one) for one in self._offers], place if self._offers else None)
        self._show_wishes()
        self._show_pointed()
        self.status(STAND_IN_NOTE if any(card.is_stand_in for card in self._shelf.catalogue) else "")

    def _line(self, offer: Suggestion) -> Content:
        staked = offer.stake
        worth = f", {sums(staked.worth)}" if staked.worth else ""
        lines = [self._score(offer), f"stake {len(staked.last_copies)} last{worth}"]
        if staked.breaks:
            lines.append("would break 1 hand" if len(staked.breaks) == 1 else f"would break {len(staked.breaks)} hands")
        if offer.found is not None and offer.cards == self._offers[0].cards:
            lines.append("the hand by the split")
        return Content("\n   ").join(
            [Content.styled(_TITLES[offer.by], "bold"), *(plain_content(line) for line in lines)]
        )

    def _score(self, offer: Suggestion) -> str:
        found = self._strongest
        if found is None:
            return "score being played" if self._under_way else "score not played"
        score = found.shared_score(offer.cards)
        if score is None:
            return "score not played"
        return f"score {score * 100:.1f} %"

    def _show_wishes(self) -> None:
        played, of = self._played
        wishes = self._asked.wishes
        lines = []
        if self._under_way:
            lines.append(plain_content(f"{played:,} of {of:,} games (esc stops)"))
        elif played:
            lines.append(plain_content(f"{played:,} games (→ for more)"))
        for word, what in (
            ("must hold", " ".join(f"#{number}" for number in wishes.must)),
            ("never stake", " ".join(f"#{number}" for number in wishes.never)),
            ("leave whole", ", ".join(wishes.leave)),
        ):
            lines.append(Content.assemble((f"{word}: ", "dim"), plain_content(what or "-", cells=120)))
        self.query_one("#wishes", Static).update(Content("\n").join(lines))

    @on(OptionList.OptionHighlighted, "#offers")
    def _go_to(self) -> None:
        self.query_one("#right").scroll_home(animate=False)
        self._show_pointed()

    def _show_pointed(self) -> None:
        offer = self._pointed
        figures_box, reasons, about = (self.query_one(f"#{name}", Static) for name in ("figures", "reasons", "about"))
        if offer is None:
            words = "\n".join(f"- {reason}" for reason in self._refused)
            figures_box.update(paragraph(words or "Reading the cards…"))
            reasons.update("")
            about.update(paragraph("e changes what is wished for.") if words else "")
        else:
            now = figures(offer.cards, self._shelf, self._saved_as(offer))
            figures_box.update(Content("\n").join(figure_lines(now, now, self._shelf.catalogue)))
            reasons.update(Content("\n").join(self._reasons(offer)))
            about.update(Content("\n").join(self._about(offer)))
        self.refresh_keys()

    def _saved_as(self, offer: Suggestion) -> Hand | None:
        """Give the saved hand with the same cards: it is not one of the others that a loss would break."""
        saved = (checked.hand for checked in self._shelf.hands)
        return next((hand for hand in saved if set(hand.cards) == set(offer.cards)), None)

    def _reasons(self, offer: Suggestion) -> Iterable[Content]:
        width = max(20, self.query_one("#right").size.width - 1)
        for pick in offer.picks:
            card = self._shelf.catalogue[pick.card]
            mark = f" {STAND_IN_MARK}" if card.is_stand_in else ""
            yield plain_content(f"{card.number:>3} {card.level.name:<3} {clipped(card.name, 26)}{mark}", "bold")
            for line in textwrap.wrap(plain(pick.why), width - 3):
                yield plain_content(f"   {line}")

    def _about(self, offer: Suggestion) -> Iterable[Content]:
        yield from (paragraph(note) for note in offer.notes)
        found = offer.found
        if found is None:
            return
        if found.hand.name:
            yield plain_content(f"This is your own hand {clipped(found.hand.name, 40)}.", "bold")
        if found.score is not None:
            score = found.score
            yield paragraph(
                f"Score {score.score * 100:.1f} % ({score.low * 100:.1f} to {score.high * 100:.1f}, 95 %, Wilson) in "
                f"{score.games:,} games that had no part in choosing it."
            )
        else:
            yield paragraph("The search was stopped before its end: this is the best so far.")
        if found.compared:
            compared = "; ".join(f"{self._called(one)} {share * 100:.1f} %" for one, share in found.compared)
            yield paragraph(f"In the same {found.compared_games:,} games with the same luck: {compared}.")
            if found.outdone_by_chance:
                yield paragraph("What scored more there did so by no more than chance may do.")
        yield paragraph(f"{found.tried} swaps of one card were tried, {found.taken} taken, in {found.games:,} games.")
        yield paragraph(" ".join(assumptions(self._shelf.catalogue, RIVALS)), "dim")

    def _called(self, one: Contender) -> str:
        if one.name:
            return clipped(one.name, 24)
        titles = [_TITLES[offer.by].lower() for offer in self._offers if offer.cards == one.cards]
        return titles[0] if titles else "another"

    # What can be done

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "edit":
            return None
        if not self._offers:
            return "There is no hand like that: e changes what is wished for." if self._refused else "A moment, please."
        if command.name == "more" and self._asked.games * 2 > MOST_GAMES:
            return f"{MOST_GAMES:,} games are the most."
        if command.name == "more" and self._under_way:
            return "The games are still being played; esc stops them."
        return None

    @on(OptionList.OptionSelected, "#offers")
    def _take_it(self) -> None:
        self.action_do("suggest.open")

    def action_open(self) -> None:
        """Go on with this hand."""
        offer = self._pointed
        if offer is not None:
            self.app.pop_screen()
            self._chosen({pick.card: pick.why for pick in offer.picks})

    def action_edit(self) -> None:
        """Ask for the wishes, and suggest anew."""
        self.app.push_screen(WishesForm(self._shelf, self._asked), self._wished)

    def _wished(self, asked: Asked | None) -> None:
        if asked is not None:
            self._asked, self._under_way = asked, 0
            self._begin()

    def action_more(self) -> None:
        """Search anew in twice the games."""
        self._asked = Asked(self._asked.wishes, self._asked.games * 2)
        self._search()

    @property
    def _told(self) -> Told | None:
        offer = self._pointed
        return None if offer is None else Told(self._shelf, _TITLES[offer.by], offer.cards, self._saved_as(offer))

    def action_stake(self) -> None:
        """Tell what the hand can cost."""
        if self._told is not None:
            self._told.show_stake(self.mudwater, self._take_shelf)

    def action_ladder(self) -> None:
        """Tell which of its cards get onto the board."""
        if self._told is not None:
            self._told.show_ladder(self.mudwater, self._take_shelf)

    def _take_shelf(self, shelf: Shelf) -> None:
        """Suggest anew with the values that were set meanwhile: they decide what costs least to lose."""
        self._shelf = shelf
        self._begin()

    def action_compare(self) -> None:
        """Lay it beside the saved hands."""
        if self._told is not None:
            self._told.show_compare(self.mudwater)

    def go_back(self) -> None:
        """Stop the games first, then leave."""
        if self._under_way and not self._stopping:
            self._stopping = True
        else:
            self._under_way = 0
            super().go_back()


def suggestions_for(shelf: Shelf, chosen: Chosen, locked: Sequence[CardNo] = (), editing: str = "") -> SuggestScreen:
    """Give the screen for a hand that must hold `locked`; `editing` is the saved hand that it is wanted for."""
    return SuggestScreen(shelf, chosen, Asked(Wishes(must=tuple(locked), editing=editing)))


def _at_once(collector: str | None, asked: Asked, book: Book) -> tuple[Suggestion, ...]:
    return tuple(suggest(book, collector, by, asked.wishes) for by in (By.SPLIT, By.STAKE))
