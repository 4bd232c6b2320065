"""Lines over steps: drawn by ourselves, readable without colour, with the keyboard, and as text.

Where everything stands is worked out by `sheets.plots`, as it is for the same plots on paper.
"""

from mordcry_app.ui.widgets.plot.line_plot import LinePlot
from mordcry_app.ui.widgets.plot.marks import paint_marker

__all__ = ["LinePlot", "paint_marker"]
