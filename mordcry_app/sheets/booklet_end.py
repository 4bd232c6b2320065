"""The end of the booklet: plots of the campaign, and tables to look up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mordcry_app.services.campaign_page_views import PlotView
from mordcry_app.services.paper_views import BookTable
from mordcry_app.sheets.booklet_parts import opening
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.parts import paragraph
from mordcry_app.sheets.plot_part import PlotWish, plot_parts
from mordcry_app.sheets.plots import PlotSeries
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.tables import table_part
from mordcry_app.sheets.text import Run

PLOTS = "Over the battles"
TABLES = "Tables"
WIDE = frozenset({PLOTS, TABLES})
"""What takes the whole width of the page."""

_PLOT_HEIGHT = 186.0
_LEAST_PLOT = 140.0
_LABEL_ROOM = 44.0
_MOST_PLOT = 0.6
_BETWEEN_PLOTS = 18.0
_BETWEEN_TABLES = 18.0
_BELOW_TITLE = 5.0


def plots(views: Sequence[PlotView], room: float, setting: Setting) -> Iterator[Item]:
    """Yield a plot a resource; a few share a page of which `room` points are free.

    The more warbands there are, the higher a plot is.
    """
    head = opening("", PLOTS, "What each warband had after each battle", setting)
    yield Item(head, leads=True)
    share = (room - head.height) / max(len(views), 1) - _BETWEEN_PLOTS
    lines = max((len(view.lines) for view in views), default=0)
    least = max(_LEAST_PLOT, lines * setting.styles.cell.leading + _LABEL_ROOM)
    height = min(max(share, least), max(_PLOT_HEIGHT, least), room * _MOST_PLOT)
    wishes = [
        PlotWish(
            view.name,
            tuple("start" if number == 0 else str(number) for number in view.battles),
            tuple(PlotSeries(line.name, line.values) for line in view.lines),
        )
        for view in views
    ]
    for part in plot_parts(wishes, setting, setting.grid.width, height):
        yield Item(part, gap=_BETWEEN_PLOTS, bookmark=part.title)


def tables(views: Sequence[BookTable], setting: Setting) -> Iterator[Item]:
    """Yield each table below its title; a long one goes on over pages."""
    yield Item(opening("", TABLES, "", setting), leads=True)
    grid, styles = setting.grid, setting.styles
    for number, view in enumerate(views):
        title = paragraph([Run(view.title, styles.heading)], grid.width)
        gap = _BETWEEN_TABLES if number else 0.0
        yield Item(title, gap=gap, leads=True, bookmark=view.title)
        table = table_part(view.headings, view.rows, None, setting, grid.width)
        yield Item(table, gap=_BELOW_TITLE, kept=False)
