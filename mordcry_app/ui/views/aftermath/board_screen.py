"""Where the parts of a board stand on the page: head, lines, changes, and the question at hand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.views import BoardView
from mordcry_app.ui.views.aftermath.amend_strip import AmendStrip
from mordcry_app.ui.views.aftermath.board_header import BoardHeader
from mordcry_app.ui.views.aftermath.board_lines import BoardLines
from mordcry_app.ui.views.aftermath.changes import ChangesList
from mordcry_app.ui.views.aftermath.editors import EditorPool
from mordcry_app.ui.views.aftermath.on_form import BoardOnForm
from mordcry_app.ui.views.aftermath.question_bar import QuestionBar
from mordcry_app.ui.widgets import Card, Drawer

_CHANGES_TITLES = ("What will change", "What it changes")
_CHANGES_WIDTH = 246
_COMPACT = 800
"""Narrower than this, in logical pixels, the page does without what is said elsewhere, too."""
_ROOM_FOR_BAR = 470
"""Lower than this, in logical pixels, the page has no bar for the question: its line shows it."""


class BoardScreen(QWidget):
    """The parts of a board. It arranges them; what their signals mean is for the page to say.

    `record_asked()` tells that the record of the battle itself is wrong.
    """

    record_asked = Signal()

    def __init__(self, owner: QWidget) -> None:
        """*owner* is the page whose keys those of the question at hand are."""
        super().__init__()
        self._owner = owner
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.header = BoardHeader()
        self.lines = BoardLines()
        self.pool = EditorPool(self)
        self.lines.row_goes.connect(self.pool.rescue)
        self._changes = ChangesList()
        self._changes_card = Card(_CHANGES_TITLES[False])
        self._changes_card.setFixedWidth(_CHANGES_WIDTH)
        self._changes_card.add(self._changes)
        self._across = QHBoxLayout()
        self._across.setSpacing(14)
        self._across.addWidget(self.lines, 1)
        self._across.addWidget(self._changes_card)
        self.bar = QuestionBar(owner)
        self._amend_strip = AmendStrip()
        self._amend_strip.record_asked.connect(self.record_asked)
        column.addWidget(self.header)
        column.addWidget(self.header.stage_row)
        column.addWidget(self._amend_strip)
        column.addLayout(self._across, 1)
        column.addWidget(self.bar)
        self._drawer = Drawer(self, _CHANGES_TITLES[False], width=320)
        self.header.changes_asked.connect(self._drawer.toggle)

    def set_board(self, board: BoardView, form: BoardOnForm | None, read_only: str) -> None:
        """Show a board as it stands: in the order of its form, or without one side by side."""
        self.pool.set_waits_for_enter(form is not None)
        self.header.set_board(board, read_only)
        self._amend_strip.show_amending(board.amending)
        self._changes_card.set_title(_CHANGES_TITLES[board.amending is not None])
        self._changes.set_correcting(board.amending is not None)
        self.lines.set_board(board, form)
        self._changes.set_tracks(board.tracks)
        self.share_room()

    def share_room(self) -> None:
        """Show the changes beside the lines where both fit on the page, else in a drawer."""
        is_compact = self._owner.width() < _COMPACT
        self.header.set_compact(is_compact)
        self._amend_strip.set_compact(is_compact)
        side, above = (8, 8) if is_compact else (20, 14)
        self._across.setContentsMargins(side, above, side, above)
        room = self._owner.width() - _CHANGES_WIDTH - 54
        is_beside = room >= self.lines.shown.least_width()
        self._changes_card.setVisible(is_beside)
        self.header.show_changes_button(not is_beside)
        self.bar.setVisible(self._owner.height() >= _ROOM_FOR_BAR)
        if is_beside and self._changes.parentWidget() is not self._changes_card:
            self._drawer.close_drawer()
            self._changes_card.add(self._changes)
        elif not is_beside and self._changes.parentWidget() is not self._drawer:
            self._drawer.body.addWidget(self._changes)
        self._changes.show()
