"""The preview with what belongs to it: pages, zoom, progress, and words where there is nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.views.printing.paper_maker import Made
from mordcry_app.ui.views.printing.preview import Preview
from mordcry_app.ui.views.printing.progress_strip import ProgressStrip
from mordcry_app.ui.widgets import (
    ChipButton,
    ElidedLabel,
    EmptyState,
    IconButton,
    Label,
    announce,
)

_WIDEST_ZOOM = "400 %"


class PreviewPane(QWidget):
    """Shows a document or says why there is none. `again_asked` tells that it is wanted after all.

    `cancelled` tells that what the progress is about is to be stopped.
    """

    cancelled = Signal()
    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Made | None = None
        self.preview = Preview()
        self.refused = EmptyState("", icon_name="print")
        self.stopped = EmptyState(
            "It was stopped before it was finished.", icon_name="print", action="Make it after all"
        )
        self.stopped.activated.connect(self.again_asked)
        self.stack = QStackedWidget()
        for widget in (self.preview, self.refused, self.stopped):
            self.stack.addWidget(widget)
        self.strip = ProgressStrip(self.stack)
        self.strip.cancelled.connect(self.cancelled)
        self._make_tools()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.stack, 1)
        self.preview.page_changed.connect(self._tell_page)
        self.preview.zoom_changed.connect(self._tell_zoom)
        self._tell_page(0, 0)

    def show_made(self, made: Made) -> None:
        """Show a document; a new one of the same kind is shown where the other was being read."""
        is_same = self._shown is not None and self._shown.choice.kind == made.choice.kind
        self._shown = made
        self.strip.end()
        self.preview.show_document(made.data, made.pages, keeps_place=is_same)
        self._turn_to(self.preview)

    def show_refusal(self, sentence: str) -> None:
        """Say why there is nothing to see."""
        self._say_nothing_is_there()
        self.refused.sentence.set_plain(sentence)
        self.refused.setAccessibleName(sentence)
        self._turn_to(self.refused)
        announce(self.refused)

    def show_stopped(self) -> None:
        """Say that it was stopped, with the way back."""
        self._say_nothing_is_there()
        self._turn_to(self.stopped)

    def show_waiting(self, text: str) -> None:
        """Fade what is shown: another document is on its way."""
        self.strip.begin(text)
        if self.stack.currentWidget() is not self.preview:
            self._turn_to(self.preview)
        self.preview.set_outdated(True)

    def _say_nothing_is_there(self) -> None:
        self._shown = None
        self.strip.end()
        self.preview.clear()

    def _turn_to(self, widget: QWidget) -> None:
        had_keyboard = self.stack.isAncestorOf(QApplication.focusWidget() or self)
        self.stack.setCurrentWidget(widget)
        if had_keyboard and isinstance(widget, EmptyState) and widget.button is not None:
            widget.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_tools(self) -> None:
        self.tools = QWidget()
        line = QHBoxLayout(self.tools)
        line.setContentsMargins(12, 5, 12, 5)
        line.setSpacing(4)
        self.page_before = IconButton("back", "Page before", keys_of("page_before"))
        self.page_after = IconButton("forward", "Next page", keys_of("page_after"))
        self.page_before.clicked.connect(lambda: self._turn_page(-1))
        self.page_after.clicked.connect(lambda: self._turn_page(1))
        self.where = ElidedLabel(tone="muted")
        self.zoom_out = IconButton("remove", "Smaller", keys_of("zoom_out"))
        self.zoom_in = IconButton("add", "Larger", keys_of("zoom_in"))
        self.zoom_out.clicked.connect(lambda: self.preview.zoom_out(None))
        self.zoom_in.clicked.connect(lambda: self.preview.zoom_in(None))
        self.zoom = Label(tone="muted")
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.zoom.setMinimumWidth(self.zoom.fontMetrics().horizontalAdvance(_WIDEST_ZOOM) + 4)
        self.fit_width = ChipButton("Fit width", checkable=True)
        self.fit_page = ChipButton("Whole page", checkable=True)
        self.fit_width.clicked.connect(lambda: self.preview.set_fit("width"))
        self.fit_page.clicked.connect(lambda: self.preview.set_fit("page"))
        for chip in (self.fit_width, self.fit_page):
            chip.clicked.connect(self._mark_fit)
        for widget in (self.page_before, self.page_after, self.where):
            line.addWidget(widget)
        line.addStretch(1)
        for widget in (self.zoom_out, self.zoom, self.zoom_in):
            line.addWidget(widget)
        line.addSpacing(8)
        for chip in (self.fit_width, self.fit_page):
            line.addWidget(chip)
        bind(self, "fit_width", self.fit_width.click)
        bind(self, "fit_page", self.fit_page.click)
        self._mark_fit()

    def _turn_page(self, by: int) -> None:
        self.preview.show_page(self.preview.page() + by)

    def _tell_page(self, page: int, pages: int) -> None:
        self.where.setText(f"Page {page} of {pages}" if pages else "")
        for tool in (self.page_before, self.page_after):
            tool.setEnabled(pages > 1)
        for tool in (self.zoom_in, self.zoom_out, self.fit_width, self.fit_page):
            tool.setEnabled(bool(pages))
        self._tell_zoom(self.preview.zoom)

    def _tell_zoom(self, zoom: float) -> None:
        self.zoom.setText(f"{round(zoom * 100)} %" if self.preview.pages() else "")
        self._mark_fit()

    def _mark_fit(self) -> None:
        self.fit_width.setChecked(self.preview.fit == "width")
        self.fit_page.setChecked(self.preview.fit == "page")
