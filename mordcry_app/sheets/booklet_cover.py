"""The title page of the booklet: the campaign, who fights in it, and from when to when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from mordcry_app.days import spoken_date, spoken_span
from mordcry_app.services.paper_views import BookletView
from mordcry_app.services.views import CampaignView, RosterView
from mordcry_app.sheets.booklet_parts import Lozenge, Star, in_the_middle, largest, lines_of
from mordcry_app.sheets.flow import Item, Sheet
from mordcry_app.sheets.parts import Column, Columns, Gap, Part, Stack
from mordcry_app.sheets.picture import fitted
from mordcry_app.sheets.styles import Setting

_TITLE_SHARE = 0.84
_TITLE_LINES = 3
_STAR = 40.0
_CREST = 92.0
_MOST_BESIDE = 3
_GUTTER = 22.0


def cover(view: BookletView, campaign: CampaignView, setting: Setting, printed_on: date) -> Sheet:
    """Return the title page; only a title or a warband of great length takes more than one."""
    items = [
        Item(Gap(1.0)),
        Item(_title(view, setting), stretch=150.0, kept=False),
        *_warbands(campaign, setting),
        Item(_foot(view, campaign, setting, printed_on), gap=26.0, stretch=300.0, kept=False),
    ]
    return Sheet(
        title=view.title,
        items=tuple(items),
        running_head=Gap(0.0),
        legend=(),
        imprint="",
        setting=setting,
        folio="none",
    )


def _title(view: BookletView, setting: Setting) -> Part:
    styles, width = setting.styles, setting.grid.width * _TITLE_SHARE
    style = largest(view.title, width, styles.cover, _TITLE_LINES)
    parts = (
        Star(width, _STAR),
        Gap(30.0),
        lines_of(view.title, style, width),
        Gap(12.0),
        Lozenge(width, 16.0, 6.0, width * 0.22),
        Gap(12.0),
        lines_of(view.subtitle, styles.motto, width),
    )
    return in_the_middle(Stack(parts), width, setting)


def _warbands(campaign: CampaignView, setting: Setting) -> Iterator[Item]:
    """Yield the warbands beside one another, at most three in a row."""
    rosters = campaign.rosters
    across = 2 if len(rosters) == 4 else min(len(rosters), _MOST_BESIDE)
    for first in range(0, len(rosters), across or 1):
        row = rosters[first : first + across]
        width = setting.grid.width * _TITLE_SHARE
        room = (width - _GUTTER * (across - 1)) / across
        used = room * len(row) + _GUTTER * (len(row) - 1)
        cells = [_warband(roster, room, setting) for roster in row]
        tallest = max(crest for crest, _ in cells)
        columns = tuple(
            Column(place * (room + _GUTTER), Stack((Gap(tallest - crest), part)))
            for place, (crest, part) in enumerate(cells)
        )
        stretch = 90.0 if not first else 16.0
        row_part = in_the_middle(Columns(columns), used, setting)
        yield Item(row_part, gap=22.0, stretch=stretch, kept=False)


def _warband(roster: RosterView, width: float, setting: Setting) -> tuple[float, Part]:
    """Return a warband with its crest, and how high the crest is."""
    styles = setting.styles
    parts: list[Part] = []
    data = roster.crest if setting.options.pictures else None
    crest = fitted(data, _CREST, _CREST) if data is not None else None
    if crest is not None:
        parts += [Columns((Column((width - crest.width) / 2, crest),)), Gap(8.0)]
    height = sum(part.height for part in parts)
    parts.append(lines_of(roster.shown_name, styles.running_head, width))
    if roster.motto.strip():
        parts.append(lines_of(f"“{roster.motto.strip()}”", styles.prose_quiet, width))
    if roster.player.strip():
        parts += [Gap(3.0), lines_of(roster.player.strip(), styles.prose, width)]
    return height, Stack(tuple(parts))


def _foot(view: BookletView, campaign: CampaignView, setting: Setting, printed_on: date) -> Part:
    styles, width = setting.styles, setting.grid.width
    told = f"{view.battles} {'battle' if view.battles == 1 else 'battles'}"
    if not view.battles:
        told = "Before the first battle"
    parts: list[Part] = [lines_of(told, styles.motto, width)]
    if view.first_on and view.last_on:
        span = spoken_span(view.first_on, view.last_on)
        parts.append(lines_of(span, styles.prose, width))
    imprint = f"{campaign.ruleset_name} · printed {spoken_date(printed_on)}"
    parts += [Gap(26.0), lines_of(imprint, styles.foot, width)]
    return Stack(tuple(parts))
