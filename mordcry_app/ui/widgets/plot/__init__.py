"""Lines over steps: drawn by ourselves, readable without colour, with the keyboard, and as text."""

from mordcry_app.ui.widgets.plot.line_plot import LinePlot
from mordcry_app.ui.widgets.plot.marks import DASHES, MARKERS, paint_marker
from mordcry_app.ui.widgets.plot.scale import PlotSeries, Scale, scale_for, spread

__all__ = [
    "DASHES",
    "MARKERS",
    "LinePlot",
    "PlotSeries",
    "Scale",
    "paint_marker",
    "scale_for",
    "spread",
]
