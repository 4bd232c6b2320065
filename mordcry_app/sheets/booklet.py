"""The chronicle as a book: title page, contents, chapters, those who fell, plots and tables.

Each part of the book is a sheet of its own, so that the PDF’s outline has its chapters below it;
their pages are counted together. The contents are set twice: first to learn how many pages they
take, then with the numbers that follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from mordcry_app.services.paper_views import BookletView, PaperMaterial
from mordcry_app.services.views import CampaignView
from mordcry_app.sheets import booklet_end, booklet_fallen, booklet_story
from mordcry_app.sheets.booklet_cover import cover
from mordcry_app.sheets.booklet_parts import entry, lines_of, measured, opening, running_head
from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, LaidOut, Page, Sheet, lay_out
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap, Part
from mordcry_app.sheets.styles import Setting, setting_for
from mordcry_app.sheets.watching import Watch, unwatched

CONTENTS = "Contents"
STORY = "The story"
FALLEN = "Those who fell"
GONE = "Those who fell or retired"
_NOTHING_TOLD = "Nothing has been told yet. The story begins with the first battle."
_LEAST_CHAPTERS = 6
"""A book of fewer chapters and pages for the fallen has no contents."""
_ENTRY_INDENT = 14.0


def make_booklet(
    material: PaperMaterial, options: SheetOptions, printed_on: date, watch: Watch = unwatched
) -> bytes:
    """Return the booklet as a PDF. `watch` is told of each chapter and fighter, then of each page.

    Raises `ValueError` for material without a booklet.
    """
    if material.booklet is None:
        raise ValueError("the material of a booklet has to be gathered for it")
    setting = setting_for(options, material.campaign.paper)
    book = _Book(material.booklet, material.campaign, setting, printed_on, watch)
    return document(
        f"{material.booklet.title} – chronicle",
        f"{material.campaign.ruleset_name}, {material.campaign.after}",
        book.sheets(),
        setting,
        book.watch_pages,
    )


@dataclass(frozen=True)
class _Marked:
    """A name in the contents and the place of its page within its part of the book."""

    name: str
    page: int


class _Book:
    """A booklet while it is being laid out."""

    def __init__(
        self,
        view: BookletView,
        campaign: CampaignView,
        setting: Setting,
        printed_on: date,
        watch: Watch,
    ) -> None:
        self._view = view
        self._campaign = campaign
        self._setting = setting
        self._printed_on = printed_on
        self._watch = watch
        self._steps = len(view.chapters) + len(view.fallen)
        self._done = 0

    def sheets(self) -> list[LaidOut]:
        """Return every part of the book, with its pages numbered through."""
        view, setting = self._view, self._setting
        front = lay_out(cover(view, self._campaign, setting, self._printed_on))
        room = self._room()
        parts = [lay_out(self._sheet(STORY, self._story(room)))]
        if view.fallen:
            gone = booklet_fallen.pages(view.fallen, room, setting, self._step)
            is_retired = any(page.member.state != "dead" for page in view.fallen)
            parts.append(lay_out(self._sheet(GONE if is_retired else FALLEN, gone)))
        if view.plots:
            plots = booklet_end.plots(view.plots, room, setting)
            parts.append(lay_out(self._sheet(booklet_end.PLOTS, plots)))
        if view.tables:
            tables = booklet_end.tables(view.tables, setting)
            parts.append(lay_out(self._sheet(booklet_end.TABLES, tables)))
        if self._steps < _LEAST_CHAPTERS:
            return _numbered([front, *parts])
        pages = len(self._contents(parts, 0).pages)
        first = len(front.pages) + pages
        return _numbered([front, self._contents(parts, first), *parts])

    def watch_pages(self, done: int, total: int) -> None:
        """Tell whoever watches of a page; writing the pages is the second half of the work."""
        steps = max(self._steps, 1)
        self._watch(steps + steps * done // total, 2 * steps)

    def _step(self) -> None:
        self._done += 1
        self._watch(self._done, 2 * self._steps)

    # ------------------------------------------------------------------ parts

    def _story(self, room: float) -> Iterable[Item]:
        if self._view.chapters:
            return booklet_story.chapters(self._view.chapters, room, self._setting, self._step)
        width = self._setting.grid.width
        return [
            Item(opening("", STORY, "", self._setting)),
            Item(lines_of(_NOTHING_TOLD, self._setting.styles.prose, width)),
        ]

    def _contents(self, parts: Sequence[LaidOut], first: int) -> LaidOut:
        """Return the contents of parts that begin after the `first` pages of the book."""
        setting = self._setting
        items = [Item(opening("", CONTENTS, "", setting), leads=True)]
        for part in parts:
            head = entry(part.sheet.title, first + 1, setting)
            marked = _marked(part) if part.sheet.title != booklet_end.PLOTS else []
            items.append(Item(measured(head, setting), gap=10.0, leads=bool(marked)))
            for each in marked:
                line = entry(each.name, first + each.page, setting, indent=_ENTRY_INDENT)
                items.append(Item(measured(line, setting)))
            first += len(part.pages)
        return lay_out(self._sheet(CONTENTS, items))

    def _sheet(self, title: str, items: Iterable[Item]) -> Sheet:
        """Return a part of the book; pages that go on with something say with what."""
        setting, book = self._setting, self._view.title
        head = running_head(book, title, setting)

        def head_of(page: Page) -> Part:
            """Return the head of a page, which is empty where something begins at its top."""
            first = page.placed[0][0] if page.placed else None
            if first is None or first.bookmark or first.leads:
                return Gap(head.height)
            is_wide = title in booklet_end.WIDE
            return running_head(book, first.subject or title, setting, is_wide=is_wide)

        return Sheet(
            title=title,
            items=tuple(items),
            running_head=head,
            legend=(),
            imprint="",
            setting=setting,
            folio="book",
            has_first_head=True,
            head_of=head_of,
        )

    def _room(self) -> float:
        """Return the height that a page has for parts below its head."""
        empty = lay_out(self._sheet(STORY, ()))
        return empty.room - empty.sheet.running_head.height


def _marked(part: LaidOut) -> list[_Marked]:
    """Return what has a bookmark in a part of the book, with the page it begins on."""
    return [
        _Marked(item.bookmark, number)
        for number, page in enumerate(part.pages, start=1)
        for item, _ in page.placed
        if item.bookmark
    ]


def _numbered(parts: Sequence[LaidOut]) -> list[LaidOut]:
    """Return the parts of the book with their pages counted together."""
    first = 1
    result: list[LaidOut] = []
    for part in parts:
        result.append(replace(part, first=first))
        first += len(part.pages)
    return result
