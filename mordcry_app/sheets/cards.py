"""Fighter cards, to be cut out and laid on the table: eight to a page, or four in large print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from mordcry_app.days import spoken_date
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.cards_deck import Deck, blank_cards, with_key
from mordcry_app.sheets.cards_faces import Card
from mordcry_app.sheets.cards_page import CardGrid, sheets_of_cards
from mordcry_app.sheets.document import document
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.styles import Setting, setting_for
from mordcry_app.sheets.watching import Watch, unwatched
from mordcry_app.sheets.wording import title_of

_BLANK = "Blank cards"


def make_cards(
    material: PaperMaterial,
    options: SheetOptions,
    printed_on: date,
    watch: Watch = unwatched,
) -> bytes:
    """Return a PDF with a card for each fighter; each warband begins on a sheet of its own.

    Blank material, and a warband without fighters, gives a sheet of cards to fill in by hand.
    Refuses where there is no warband at all.
    """
    if not material.rosters and not material.is_blank:
        raise Refusal("There is no warband to print yet: add one to the campaign first.")
    maker = _Maker.of(material, options, watch)
    imprint = f"{material.campaign.ruleset_name} · printed {spoken_date(printed_on)}"
    sheets = [
        sheets_of_cards(title, cards, maker.grid, maker.setting, imprint)
        for title, cards in maker.decks()
    ]
    names = ", ".join(sheet.sheet.title for sheet in sheets)
    campaign = material.campaign
    return document(
        names if material.is_blank else f"{names} – fighter cards",
        f"{campaign.name}, {campaign.after}",
        sheets,
        maker.setting,
        maker.page_is_done,
    )


@dataclass
class _Maker:
    """Makes the decks of some warbands and tells how far it is: a step a fighter and a page."""

    material: PaperMaterial
    setting: Setting
    grid: CardGrid
    watch: Watch
    fighters: int
    done: int = 0

    @classmethod
    def of(cls, material: PaperMaterial, options: SheetOptions, watch: Watch) -> _Maker:
        """Return a maker for a material."""
        grid = CardGrid.of(options)
        setting = setting_for(options, material.campaign.paper)
        rosters = () if material.is_blank else material.rosters
        fighters = sum(len(roster.members) for roster in rosters)
        return cls(material, replace(setting, grid=grid.sheet_grid), grid, watch, fighters)

    def decks(self) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """Yield the title and the cards of each warband, or one blank deck."""
        if self.material.is_blank:
            yield _BLANK, self._blank("")
            return
        for roster in self.material.rosters:
            title = title_of(roster)
            yield title, self._deck(roster) if roster.members else self._blank(title)

    def _blank(self, warband: str) -> tuple[Card, ...]:
        return blank_cards(self.material.campaign, warband, self.setting, self.grid)

    def _deck(self, roster: RosterView) -> tuple[Card, ...]:
        deck = Deck(self.material, roster, self.setting, self.grid)
        cards: list[Card] = []
        for member in roster.members:
            cards.extend(deck.cards_of(member))
            self.done += 1
            self.watch(self.done, self.fighters + self._pages)
        return deck.lined(with_key(cards, deck.key, self.setting, self.grid))

    @property
    def _pages(self) -> int:
        """About how many pages there will be."""
        sheets = -(-self.fighters // self.grid.count)
        return sheets * 2 if self.setting.options.backs else sheets

    def page_is_done(self, done: int, pages: int) -> None:
        """Tell of a page that was written."""
        self.watch(self.fighters + done, self.fighters + pages)
