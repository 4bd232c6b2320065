"""What the program shows without a campaign. It can be painted before any service is read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.welcome.new_campaign_form import NewCampaignForm
from mordcry_app.ui.views.welcome.recent_list import RecentList
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    Card,
    Hairline,
    IconLabel,
    Scroller,
    WrapLabel,
    titled,
)

_NARROW = 860  # logical pixels, below which the two columns stand one above the other
_SIDE = 320
_SAMPLE = "Look at the sample campaign"
_SAMPLE_BUSY = "Playing the sample’s battles…"


class WelcomePage(QWidget):
    """Found, open, go on, or look around.

    - `found_asked(Path, NewCampaign)` a campaign is to be founded
    - `path_asked(Path)` a campaign of the list is to be opened
    - `open_asked()` a file is to be picked; `sample_asked()` the sample is wanted
    - `back_asked()` back to the campaign that is still open
    """

    found_asked = Signal(object, object)
    path_asked = Signal(object)
    open_asked = Signal()
    sample_asked = Signal()
    back_asked = Signal()

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = "Welcome"
        self.banner = Banner()
        self.form = NewCampaignForm(store)
        self.form.found_asked.connect(self._found)
        self._is_narrow: bool | None = None
        self._make_side()
        self._side_scroller = _scroller()
        self._side_scroller.setFixedWidth(_SIDE)
        self._form_body = QWidget()
        self._form_column = QVBoxLayout(self._form_body)
        self._form_column.setContentsMargins(14, 14, 14, 14)
        self._form_column.setSpacing(22)
        self._form_column.addWidget(self.form, 1)
        self._form_scroller = Scroller(self._form_body)
        across = QHBoxLayout()
        across.setContentsMargins(28, 24, 28, 24)
        across.setSpacing(28)
        across.addWidget(self._side_scroller)
        across.addWidget(self._make_form_card(), 1)
        self._across = across
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        strip = QHBoxLayout()
        strip.setContentsMargins(0, 0, 0, 0)
        strip.addWidget(self.banner)
        column.addLayout(strip)
        column.addLayout(across, 1)
        self._share_room()

    def load(self) -> None:
        """Read what can be founded and what was open lately; the likeliest has the keyboard."""
        self.recent.load()
        self.form.load()
        last = next((row for row in self.recent.rows() if row.button.isEnabled()), None)
        if last is not None:
            last.button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.form.focus_first()

    def start_form(self) -> None:
        """Give the keyboard to the form."""
        self.form.focus_first()

    def refuse(self, sentence: str) -> None:
        """Say why something was not done."""
        self.banner.say(sentence, "warning")

    def show_busy(self, busy: bool) -> None:
        """Say, at once, that the sample is being played; it takes a few seconds."""
        self.sample_button.set_text(_SAMPLE_BUSY if busy else _SAMPLE)
        self.sample_button.setEnabled(not busy)
        self.sample_button.repaint()

    def show_progress(self, done: float) -> None:
        """Say how much of the sample has been played, 0 to 1."""
        self.sample_button.set_text(f"{_SAMPLE_BUSY} {done:.0%}".replace("%", " %"))

    def offer_way_back(self, campaign: str) -> None:
        """Offer the way back to an open campaign; no name hides it."""
        self.back.setVisible(bool(campaign))
        self.back.set_text(f"Back to {campaign}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The Enter that founded a campaign must not go on to press a button of its first page.
        if self.isVisible():
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Put the side beside the form, or above it where there is little room."""
        narrow = self.width() < _NARROW
        self.form.set_narrow(self.width() < _NARROW + 180)
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        if narrow:
            self._side_scroller.takeWidget()
            self._form_column.insertWidget(0, self._side)
        else:
            self._form_column.removeWidget(self._side)
            self._side_scroller.setWidget(self._side)
        self._side.show()
        self._side_scroller.setVisible(not narrow)
        margin = 10 if narrow else 28
        self._across.setContentsMargins(margin, margin - 4, margin, margin - 4)

    def _make_side(self) -> None:
        self._side = QWidget()
        column = QVBoxLayout(self._side)
        column.setContentsMargins(6, 0, 6, 0)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(IconLabel("mordcry", side=44, tone="blood"))
        head.addWidget(titled("Mordcry", TextSize.FIGURE), 1)
        column.addLayout(head)
        column.addWidget(
            WrapLabel(
                "Rosters, aftermaths and printed sheets for linked skirmish games.", tone="muted"
            )
        )
        column.addSpacing(8)
        self.back = ActionButton("Back", kind="primary", icon_name="back")
        self.back.clicked.connect(self.back_asked)
        self.back.hide()
        self.open_button = ActionButton("Open a campaign…", keys_of("open"), icon_name="open")
        self.open_button.clicked.connect(self.open_asked)
        # The window binds the key for every page; here it is only shown.
        self.open_button.action.setEnabled(False)
        self.sample_button = ActionButton(_SAMPLE, icon_name="campaign")
        self.sample_button.clicked.connect(self.sample_asked)
        for button in (self.back, self.open_button, self.sample_button):
            column.addWidget(button)
        column.addSpacing(10)
        self.recent = RecentList()
        self.recent.path_asked.connect(self.path_asked)
        column.addWidget(self.recent)
        column.addStretch(1)

    def _make_form_card(self) -> Card:
        """Return the form with its foot below, which stays in sight however long the form is."""
        card = Card(flush=True)
        card.add(self._form_scroller, 1)
        card.add(Hairline())
        card.add(self.form.foot)
        card.setAccessibleName("A new campaign")
        return card

    def _found(self, path: Path, new: object) -> None:
        self.banner.close_message()
        self.found_asked.emit(path, new)


def _scroller() -> QScrollArea:
    scroller = QScrollArea()
    scroller.setFrameShape(QFrame.Shape.NoFrame)
    scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroller.setWidgetResizable(True)
    scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return scroller
