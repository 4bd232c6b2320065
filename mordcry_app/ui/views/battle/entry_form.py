"""The form that records a battle: every warband side by side, and the whole in words."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.battle.entry_state import LONGEST_NOTE, EntryState
from mordcry_app.ui.views.battle.in_words import summary
from mordcry_app.ui.views.battle.on_form import NO_NUMBERS, RecordNumbers
from mordcry_app.ui.views.battle.side_panel import LEAST_WIDTH, SidePanel
from mordcry_app.ui.widgets import ActionButton, Banner, Card, HeaderBar, WrapLabel

_KEYS = (
    "In the tables arrow keys move, letters jump to a fighter, Space ticks, Enter says by whom, "
    "+ and − count kills of nobody listed."
)
_MARGIN = 20
_GAP = 14
_COMPACT = 740
"""Narrower than this, in logical pixels, the header has no room for all words and keys."""
_KEEP_AFTER = 400  # milliseconds without a change


class EntryForm(QWidget):
    """Edits an `EntryState`.

    - `record_asked()`, `back_asked()`, `clear_asked()` the buttons of the header
    - `form_toggled(bool)` the printed form is to be followed, or no longer
    - `settled()` the entry has changed and then rested for a moment: time to keep it
    """

    record_asked = Signal()
    back_asked = Signal()
    clear_asked = Signal()
    form_toggled = Signal(bool)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: EntryState | None = None
        self._numbers: RecordNumbers | None = None
        self._panels: list[SidePanel] = []
        self._placed = (0, 0)
        self._is_compact = False
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_KEEP_AFTER)
        self._resting.timeout.connect(self.settled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_header())
        self.banner = Banner()
        around = QVBoxLayout()
        around.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        around.addWidget(self.banner)
        column.addLayout(around)
        content = self._content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(_MARGIN, _GAP, _MARGIN, _GAP)
        inner.setSpacing(_GAP)
        self._grid = QGridLayout()
        self._grid.setSpacing(_GAP)
        inner.addLayout(self._grid)
        inner.addWidget(self._make_words())
        inner.addWidget(WrapLabel(_KEYS, tone="muted", size=TextSize.SMALL))
        inner.addStretch(1)
        self._scroller = QScrollArea()  # no Scroller: sides go below each other before it is narrow
        self._scroller.setFrameShape(QFrame.Shape.NoFrame)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroller.setWidgetResizable(True)
        self._scroller.setWidget(content)
        column.addWidget(self._scroller, 1)

    @property
    def state(self) -> EntryState | None:
        """The entry that is edited."""
        return self._state

    def panels(self) -> tuple[SidePanel, ...]:
        """The sides, in the order of the campaign."""
        return tuple(self._panels)

    def set_state(self, state: EntryState) -> None:
        """Edit another entry."""
        self._state = state
        title = f"Battle {state.number}"
        self._header.set_title(title if state.battle_id is None else f"{title}, corrected")
        self.record_button.set_text("Record" if state.battle_id is None else "Save")
        while len(self._panels) > len(state.sides):
            panel = self._panels.pop()
            self._grid.removeWidget(panel)
            panel.hide()
            panel.deleteLater()
        for panel, side in zip(self._panels, state.sides, strict=False):
            panel.set_side(state, side)
        for side in state.sides[len(self._panels) :]:
            panel = SidePanel(state, side)
            panel.edited.connect(self._follow)
            panel.place_shown.connect(self._scroll_to)
            self._panels.append(panel)
        self.note.blockSignals(True)
        self.note.setText(state.note)
        self.note.blockSignals(False)
        self._place_panels()
        self._show_numbers()
        self._write()

    def follow_form(self, numbers: RecordNumbers | None) -> None:
        """Show the numbers of the printed form and let Tab follow it; none is no form."""
        self._numbers = numbers
        self.form_button.setChecked(numbers is not None)
        self._show_numbers()

    def take_keyboard(self) -> None:
        """Give the keyboard to the first thing to say: who won."""
        if self._panels:
            self._panels[0].result.take_keyboard()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_header()
        self._place_panels()

    def _make_header(self) -> HeaderBar:
        self._header = HeaderBar()
        self.form_button = ActionButton("Follow the form", keys_of("follow_form"))
        self.form_button.setCheckable(True)
        self.form_button.set_hint("The numbers and the order of the printed form, to be typed in")
        self.form_button.clicked.connect(self.form_toggled)
        self.clear_button = ActionButton("Start anew", kind="quiet")
        self.clear_button.clicked.connect(self.clear_asked)
        self.back_button = ActionButton("All battles", keys_of("all_battles"))
        self.back_button.set_hint("What you have entered stays.")
        self.back_button.clicked.connect(self.back_asked)
        # Esc belongs to the form: a drawer beside it has one of its own.
        self.back_button.action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(self.back_button.action)
        self.record_button = ActionButton("Record", keys_of("record"), kind="primary")
        self.record_button.clicked.connect(self.record_asked)
        for button in (self.clear_button, self.form_button, self.back_button, self.record_button):
            self._header.add_action(button)
        return self._header

    def _share_header(self) -> None:
        """Leave out long words and key caps where there is no room; every key goes on working."""
        is_compact = self.width() < _COMPACT
        if is_compact == self._is_compact:
            return
        self._is_compact = is_compact
        self.form_button.set_text("Form" if is_compact else "Follow the form")
        for button, key in (
            (self.form_button, keys_of("follow_form")),
            (self.back_button, keys_of("all_battles")),
            (self.record_button, keys_of("record")),
        ):
            button.set_key(key, is_shown=not is_compact)

    def _make_words(self) -> Card:
        card = Card("In words")
        self.summary = WrapLabel()
        self.note = QLineEdit()
        self.note.setMaxLength(LONGEST_NOTE)
        self.note.setPlaceholderText("A note for the chronicle, if you like")
        self.note.setAccessibleName("Note")
        self.note.textChanged.connect(self._set_note)
        card.add(self.summary)
        card.add(self.note)
        return card

    def _place_panels(self) -> None:
        room = self.width() - 2 * _MARGIN
        across = max(1, min(len(self._panels), (room + _GAP) // (LEAST_WIDTH + _GAP)))
        if self._placed == (across, len(self._panels)):
            return
        self._placed = (across, len(self._panels))
        for panel in self._panels:
            self._grid.removeWidget(panel)
        for place, panel in enumerate(self._panels):
            self._grid.addWidget(panel, *divmod(place, across))
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 1 if column < across else 0)

    def _show_numbers(self) -> None:
        """Number the rows, and let Tab go warband by warband, or block by block as on the form."""
        for panel in self._panels:
            panel.show_numbers(self._numbers or NO_NUMBERS)
        by_panel = [panel.stops() for panel in self._panels]
        parts = zip(*by_panel, strict=True) if self._numbers else by_panel
        stops = [widget for part in parts for widgets in part for widget in widgets]
        for before, after in pairwise([*stops, self.note]):
            QWidget.setTabOrder(before, after)

    def _follow(self) -> None:
        """Show a change everywhere: kills and results of one side hang on the other."""
        for panel in self._panels:
            panel.show_entry()
        self._write()
        self._resting.start()

    def _set_note(self, text: str) -> None:
        if self._state is not None:
            self._state.note = text
            self._resting.start()

    def _write(self) -> None:
        if self._state is None:
            return
        self.summary.set_plain(summary(self._state))
        problem = self._state.problem()
        self.record_button.set_available(not problem, problem)
        self.clear_button.set_available(
            self._state.battle_id is None and not self._state.is_untouched(),
            "Nothing has been entered yet.",
        )

    def _scroll_to(self, widget: QWidget, place: QRect) -> None:
        top = widget.mapTo(self._content, place.topLeft())
        middle = top + QPoint(place.width() // 2, place.height() // 2)
        self._scroller.ensureVisible(middle.x(), middle.y(), 0, place.height() * 2)
