"""The page for printing: choices at the left, the very pages that will be printed at the right.

Where the window is narrow there is room for one of the two, and tabs lead from one to the other.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QDialog, QHBoxLayout, QTabBar, QVBoxLayout, QWidget

from mordcry_app.services.views import Touched
from mordcry_app.sheets.kinds import KINDS
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.views.printing.choices_panel import ChoicesPanel
from mordcry_app.ui.views.printing.paper_maker import Made, PaperMaker
from mordcry_app.ui.views.printing.preview_pane import PreviewPane
from mordcry_app.ui.views.printing.printer_run import (
    NO_PRINTER,
    PrinterRun,
    has_printer,
    prepared_printer,
    print_dialog,
    show_dialog,
    wanted_pages,
)
from mordcry_app.ui.views.printing.saving import Saver
from mordcry_app.ui.widgets import ActionButton, Banner, HeaderBar, Scroller, WrapLabel

_BOTH_FROM = 760  # logical pixels from which choices and preview stand beside each other
_CHOICES_WIDTH = 372
_CHOICES, _PREVIEW = 0, 1
_NO_LIMIT = 16_777_215  # what Qt takes for no limit
_IS_PRINTING = "Pages are on their way to the printer."


class PrintPage(QWidget):
    """Prints, saves and shows what is chosen. `print#booklet` shows the page with a kind chosen."""

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "Print"
        self._session = session
        self._is_stale = True
        self._run: PrinterRun | None = None
        self._dialog: QPrintDialog | None = None
        self._saves_instead = False
        self._reason = ""
        self.banner = Banner()
        self.banner.acted.connect(self._act_on_banner)
        self.choices = ChoicesPanel(store)
        self.pane = PreviewPane()
        self.maker = PaperMaker(session, self)
        self.saver = Saver(store, self.banner, self)
        self._lay_out()
        self._connect()
        self._show_kind()

    # ------------------------------------------------------------------ what the window asks

    def refresh(self, touched: Touched | None) -> None:
        """Make everything anew: an operation may have changed what is on the paper."""
        del touched
        self.maker.forget_campaign()
        if self.isVisible():
            self._load()
        else:
            self._is_stale = True

    def is_ready(self) -> bool:
        """Whether everything that is chosen is on screen."""
        shown = self.pane.preview
        is_drawn = not shown.isVisible() or not shown.pages() or shown.is_sharp()
        return not self._is_stale and not self.maker.is_busy and is_drawn

    def show_place(self, place: str) -> None:
        """Choose a kind of paper: `booklet`."""
        kind = next((kind for kind in KINDS if kind.id == place), None)
        if kind is not None:
            self.choices.choose_kind(kind.id)

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the list of kinds."""
        if self.choices.isHidden() and self.tabs.isVisible():
            self.tabs.setCurrentIndex(_CHOICES)
        self.choices.setFocus(*reason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.maker.is_busy and not self.maker.is_awaited:
            self.maker.rest()
            self._is_stale = True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DeferredDelete:  # the campaign is closed
            self.maker.rest()
            if self._run is not None:
                self._run.cancel()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    # ------------------------------------------------------------------ making

    def _lay_out(self) -> None:
        self._header = HeaderBar("Print")
        self.print_button = ActionButton("Print…", keys_of("print_now"), icon_name="print")
        self.save_button = ActionButton(
            "Save as PDF…", keys_of("save_pdf"), kind="primary", icon_name="save"
        )
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Choices or preview")
        self.tabs.setDrawBase(False)
        self.tabs.addTab("Choices")
        self.tabs.addTab("Preview")
        self._notice = WrapLabel(tone="blood")
        self._notice_line = QWidget()
        beside = QHBoxLayout(self._notice_line)
        beside.setContentsMargins(20, 10, 20, 0)
        beside.addWidget(self._notice)
        self._scroller = Scroller(self.choices)
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self._scroller)
        line.addWidget(self.pane, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self.banner)
        column.addWidget(self.tabs)
        column.addWidget(self._notice_line)
        column.addWidget(both, 1)
        # Made last, so that the keyboard comes to them after everything that is chosen.
        self._header.add_action(self.print_button)
        self._header.add_action(self.save_button)

    def _connect(self) -> None:
        self.choices.changed.connect(self._follow_choices)
        self.tabs.currentChanged.connect(lambda _: self._share_room())
        self.print_button.clicked.connect(lambda: self.maker.when_made(self._ask_printer))
        self.save_button.clicked.connect(self._ask_path)
        self.maker.began.connect(self._show_waiting)
        self.maker.progressed.connect(self.pane.strip.report)
        self.maker.made.connect(self._show_made)
        self.maker.refused.connect(self._show_refusal)
        self.maker.stopped.connect(self._show_stopped)
        self.pane.cancelled.connect(self.stop)
        self.pane.again_asked.connect(self.maker.again)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        self._stop_action = bind(self, "stop_making", self.stop, within)
        self._stop_action.setEnabled(False)  # while there is nothing to stop, Esc is for others

    # ------------------------------------------------------------------ showing

    def _what(self) -> str:
        return self.choices.kind.name

    def _show_kind(self) -> None:
        self._header.set_subtitle(self._what().lower())

    def _load(self) -> None:
        self._is_stale = False
        self.choices.show_rosters(self._session.campaign.rosters)
        self._make()

    def _follow_choices(self) -> None:
        self._show_kind()
        if self.isVisible():
            self._make()
        else:
            self._is_stale = True

    def _make(self) -> None:
        objection = self.choices.objection()
        if objection:
            self.maker.refuse(objection)
        else:
            self.maker.wish(self.choices.choice())

    def _show_waiting(self) -> None:
        self._set_available("")
        self.pane.show_waiting(f"Making the {self._what().lower()}…")

    def _show_made(self, made: Made) -> None:
        self._set_available("")
        self.pane.show_made(made)

    def _show_refusal(self, sentence: str) -> None:
        self._set_available(sentence)
        self.pane.show_refusal(sentence)

    def _show_stopped(self) -> None:
        self._set_available("")
        self.pane.show_stopped()

    def _set_available(self, reason: str) -> None:
        """Let the buttons work unless there is a reason why not, and Esc where it can stop."""
        self._reason = reason
        for button in (self.print_button, self.save_button):
            button.set_available(not reason and self._run is None, reason or _IS_PRINTING)
        self._stop_action.setEnabled(self._run is not None or self.maker.is_busy)
        # Where there is no room for the preview, what it would say stands above the choices.
        self._notice.set_plain(reason)
        self._show_notice()

    def _show_notice(self) -> None:
        says_more = bool(self._reason) and self._reason != self.choices.objection()
        self._notice_line.setVisible(says_more and not self.pane.isVisibleTo(self))

    def _share_room(self) -> None:
        """Show both parts, or the one whose tab is chosen."""
        shows_both = self.width() >= _BOTH_FROM
        shown = self.tabs.currentIndex()
        self.tabs.setVisible(not shows_both)
        self._scroller.setVisible(shows_both or shown == _CHOICES)
        self.pane.setVisible(shows_both or shown == _PREVIEW)
        bar = self._scroller.verticalScrollBar().sizeHint().width()
        self.choices.setMinimumWidth(_CHOICES_WIDTH if shows_both else 0)
        self._scroller.setMaximumWidth(_CHOICES_WIDTH + bar if shows_both else _NO_LIMIT)
        self._show_notice()

    # ------------------------------------------------------------------ saving

    def save(self, path: Path) -> None:
        """Write what is chosen to a file, as soon as it is made."""
        self.maker.when_made(lambda made: self._write(made, path))

    def _write(self, made: Made, path: Path) -> None:
        self._saves_instead = False  # the banner offers something else from now on
        self.saver.save(made.data, path)

    def _ask_path(self) -> None:
        rosters = self.choices.chosen_rosters()
        campaign = self._session.campaign
        name = rosters[0].shown_name if len(rosters) == 1 else campaign.name
        parts = (name, self._what().lower(), "" if self.choices.is_blank() else campaign.after)
        self.saver.ask_path(
            " ".join(part for part in parts if part), self._session.file.path.parent, self.save
        )

    def _act_on_banner(self) -> None:
        if self._saves_instead:
            self._saves_instead = False
            self._ask_path()
        else:
            self.saver.open_saved()

    # ------------------------------------------------------------------ printing

    def _ask_printer(self, made: Made) -> None:
        if not has_printer():
            self._saves_instead = True
            self.banner.say(NO_PRINTER, "warning", action="Save as PDF…")
            return
        name = f"{self._session.campaign.name} – {self._what().lower()}"
        printer = prepared_printer(name, made.pages[0])
        dialog = print_dialog(printer, len(made.pages), self.window())
        self._dialog = dialog

        def decide(result: int) -> None:
            self._dialog = None
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted:
                current = self.pane.preview.page()
                pages = wanted_pages(printer, len(made.pages), current)
                self.print_pages(PrinterRun(printer, made.data, made.pages, pages, self))

        dialog.finished.connect(decide)
        show_dialog(dialog)

    def print_pages(self, run: PrinterRun) -> None:
        """Let pages go to the printer; say how far they are, and what came of them."""
        self._run = run
        self._saves_instead = False
        self._set_available("")
        self.pane.strip.begin("Printing…", at_once=True)
        run.progressed.connect(self.pane.strip.report)
        run.finished.connect(lambda: self._end_run("Everything is on its way to the printer."))
        run.failed.connect(lambda sentence: self._end_run(sentence, is_bad=True))
        run.start()

    def stop(self) -> None:
        """Stop printing, or else what is being made."""
        if self._run is not None:
            self._run.cancel()
            self._end_run("Printing was stopped; pages that were on their way may still come.")
        else:
            self.maker.stop()

    def _end_run(self, sentence: str, *, is_bad: bool = False) -> None:
        if self._run is not None:
            self._run.deleteLater()
        self._run = None
        self.pane.strip.end()
        self._set_available("")
        self.banner.say(sentence, "error" if is_bad else "info")
