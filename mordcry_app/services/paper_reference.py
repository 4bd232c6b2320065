"""What the quick reference prints: pages of the rules, cut to what is read at the table.

Everything comes from the rules library of the campaign, and so says what the program does under
the house rules in force. A ruleset names the pages in its `sheet.toml`; one that names none has all
of its tables and grids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from mordcry_app.rules.paper import ReferencePart
from mordcry_app.rules.topics import Grid
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.effect_words import NOTHING, EffectLine
from mordcry_app.services.paper_views import (
    ReferenceEntry,
    ReferenceRow,
    ReferenceSection,
    ReferenceView,
    RuleInForce,
)
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.rules_library import rules_library
from mordcry_app.services.rules_library_views import (
    FOUND_AS,
    OUR_DEFAULT,
    PRICE,
    LibraryEntry,
    LibraryRow,
    RulesLibrary,
)
from mordcry_app.services.views import RosterView

TITLE = "Quick reference"
_HOUSE_RULES = "list:house_rule"


def reference_view(file: CampaignFile, roster_ids: tuple[int, ...]) -> ReferenceView:
    """Return the quick reference for some warbands; for all of the campaign where none is named."""
    campaign = campaign_view(file)
    library = rules_library(file)
    rosters = (r for r in campaign.rosters if not roster_ids or r.id in roster_ids)
    house_rules = dict(_house_rules(library))
    reader = _Reader(library, _used(rosters), house_rules)
    parts = campaign.paper.reference or tuple(_all_numbers(library))
    sections = (
        ReferenceSection(title, tuple(filter(None, map(reader.entry, together))))
        for title, together in groupby(parts, key=lambda part: part.section)
    )
    return ReferenceView(
        TITLE,
        tuple(section for section in sections if section.entries),
        tuple(sorted(house_rules.values(), key=lambda rule: not rule.is_changed)),
    )


def _all_numbers(library: RulesLibrary) -> Iterator[ReferencePart]:
    """Yield every table, then every grid: what a ruleset has that does not say what it wants."""
    pages = library.entries.values()
    tables = [page for page in pages if page.anchor.startswith("table:")]
    for number, page in enumerate((*tables, *(page for page in pages if page.grid))):
        yield ReferencePart(id=f"page_{number}", place=page.anchor)


def _used(rosters: Iterable[RosterView]) -> frozenset[str]:
    """Return the places of all that fighters of the warbands have, and of what lies in a stash."""
    found: set[str] = set()
    for roster in rosters:
        found |= {f"item:{item.ref}" for item in roster.stash}
        for member in roster.members:
            found.add(f"archetype:{member.archetype}")
            found |= {f"item:{item.ref}" for item in member.items}
            traits = (*member.skills, *member.injuries, *member.other_traits)
            found |= {f"trait:{trait.kind}/{trait.ref}" for trait in traits}
    return frozenset(found)


def _house_rules(library: RulesLibrary) -> Iterator[tuple[str, RuleInForce]]:
    """Yield places of house rules and how the campaign has them, in the order of the ruleset."""
    if _HOUSE_RULES not in library.entries:
        return
    for row in library.entries[_HOUSE_RULES].rows:
        page = library.entries[row.anchor]
        facts = {fact.label: fact.text for fact in page.facts}
        rule = RuleInForce(
            name=page.title,
            topic=row.section,
            setting=row.text,
            changes=next((option.changes for option in page.options if option.is_set), ""),
            usual=facts.get(OUR_DEFAULT, ""),
            is_changed=bool(page.settings),
            is_number=not page.options,
        )
        yield row.anchor, rule


@dataclass(frozen=True)
class _Reader:
    """Reads pages of the library for paper; `rules` are house rules by their places."""

    library: RulesLibrary
    used: frozenset[str]
    rules: Mapping[str, RuleInForce]

    def entry(self, part: ReferencePart) -> ReferenceEntry | None:
        """Return one page as paper has it, or nothing where it would be empty."""
        page = self.library.entry(part.place)
        if part.if_changed and not any(setting.is_changed for setting in page.settings):
            return None
        rows = [row for row in page.rows if not part.used_only or row.anchor in self.used]
        grid = _only(page.grid, self.used) if part.used_only else page.grid
        if grid and part.prints == "words":
            rows += self._rows_of(grid)
            grid = None
        if (page.rows or page.grid) and not (rows or grid):
            return None
        shown_at_rows = {setting.anchor for row in rows for setting in row.settings}
        settings = [s for s in page.settings if s.anchor not in shown_at_rows]
        return ReferenceEntry(
            title=part.title or page.title,
            dice=page.dice,
            paragraphs=() if part.used_only or part.prints == "numbers" else page.paragraphs,
            rows=tuple(_merged(self._row(row, part.used_only) for row in rows)),
            grid=grid,
            notes=dict(self._notes(grid)) if grid and part.prints == "all" else {},
            rules=tuple(self.rules[setting.anchor] for setting in settings if setting.is_changed),
        )

    def _rows_of(self, grid: Grid) -> Iterator[LibraryRow]:
        """Yield the pages that a grid has numbers of, as rows of a list."""
        for row in grid.rows:
            page = self.library.entries.get(row.anchor)
            if page is not None:
                yield LibraryRow(page.anchor, page.title, settings=page.settings, is_page=True)

    def _row(self, row: LibraryRow, used_only: bool) -> ReferenceRow:
        about = tuple(self._about(row))
        house = [page for page in about if page.is_house]
        pages = house or (about if row.is_page else ())
        is_item = row.anchor.startswith("item:")
        rules = [self.rules[setting.anchor] for setting in row.settings]
        return ReferenceRow(
            name=row.name,
            text=_words_of_page(pages[0]) if pages else _words_of_row(row),
            mark="" if is_item else row.mark,
            detail="" if used_only else _price(about),
            rules=tuple(rule for rule in rules if rule.is_changed or rule.is_number),
            section="" if is_item or used_only else row.section,
            is_house=row.is_house or bool(house),
        )

    def _about(self, row: LibraryRow) -> Iterator[LibraryEntry]:
        """Yield the page of a row, or of what a row of a table is called after and hands out."""
        for place in (row.anchor, *(link.anchor for link in row.links if link.text == row.name)):
            if place in self.library.entries:
                yield self.library.entries[place]

    def _notes(self, grid: Grid) -> Iterator[tuple[str, str]]:
        """Yield the words beside numbers: of what can only be found, does more, or was added."""
        for row in grid.rows:
            page = self.library.entries.get(row.anchor)
            if page is None:
                continue
            is_found = any(fact.label == FOUND_AS for fact in page.facts)
            if is_found or page.does or page.is_house:
                yield row.heading, _words_of_page(page)


def _only(grid: Grid | None, used: frozenset[str]) -> Grid | None:
    """Return a grid with those of its rows that tell of something in use."""
    if grid is None:
        return None
    rows = tuple(row for row in grid.rows if row.anchor in used)
    return replace(grid, rows=rows) if rows else None


def _price(pages: Iterable[LibraryEntry]) -> str:
    facts = (fact for page in pages for fact in page.facts)
    return next((fact.text for fact in facts if fact.label == PRICE), "")


def _words_of_page(page: LibraryEntry) -> str:
    return _with_deeds(" ".join(page.paragraphs), page.does, page.is_house)


def _words_of_row(row: LibraryRow) -> str:
    return _with_deeds(row.text, row.does, row.is_house)


def _with_deeds(text: str, does: Iterable[EffectLine], is_house: bool) -> str:
    """Return a text, followed by what the program does where the text may not say it.

    The texts of a ruleset do; those of a group need not.
    """
    deeds = " ".join(line.text for line in does)
    if not text:
        return deeds
    return f"{text} {deeds}" if is_house and deeds not in ("", NOTHING) else text


def _merged(rows: Iterable[ReferenceRow]) -> Iterator[ReferenceRow]:
    """Yield rows; neighbours that say the same become one, from the first roll to the last."""
    for _, alike in groupby(rows, key=lambda row: replace(row, mark="")):
        first, *others = alike
        if others and first.mark:
            start, end = first.mark.partition("–")[0], others[-1].mark.rpartition("–")[2]
            yield replace(first, mark=f"{start}–{end}")
        else:
            yield first
            yield from others
