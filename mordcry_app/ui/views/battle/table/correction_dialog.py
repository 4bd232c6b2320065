"""Puts things right by hand, whatever the rules say; the log marks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.ui.views.battle.table.correction_row import CorrectionRow
from mordcry_app.ui.widgets import Hairline, PlainDialog, Scroller, WrapLabel

_WIDTH = 620  # logical pixels


class CorrectionDialog(PlainDialog):
    """Lists what can be corrected about one fighter, a side or the battle.

    `read` returns it as it stands, `act` does one correction and says whether more can follow: it
    cannot while something is asked about it.
    """

    def __init__(
        self,
        about: str,
        read: Callable[[], Sequence[Correction]],
        act: Callable[[Command], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(f"By hand: {about}", "What is changed here is marked as by hand.", parent)
        self._read, self._act = read, act
        self.rows: list[CorrectionRow] = []
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 10, 0)
        self._column.setSpacing(0)
        scroller = Scroller(content)
        self.body.addWidget(scroller, 1)
        self.add_cancel("Close")
        self.set_unsaved_test(lambda: False)
        self._shown: list[str] = []
        self.reload()
        room = parent.window().size() if parent is not None else QSize(900, 700)
        wanted = QSize(_WIDTH, content.sizeHint().height() + 190)
        self.resize(wanted.boundedTo(room - QSize(24, 24)))

    def reload(self) -> None:
        """Show how things stand now."""
        corrections = self._read()
        ids = [correction.id for correction in corrections]
        if ids != self._shown or not ids:
            self._build(corrections)
            self._shown = ids
        else:
            for row, correction in zip(self.rows, corrections, strict=True):
                row.set_correction(correction)

    def _build(self, corrections: Sequence[Correction]) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = [CorrectionRow(correction, self._apply) for correction in corrections]
        for place, row in enumerate(self.rows):
            if place:
                self._column.addWidget(Hairline())
            self._column.addWidget(row)
        if not self.rows:
            self._column.addWidget(WrapLabel("There is nothing to put right here."))
        self._column.addStretch(1)

    def _apply(self, command: Command) -> None:
        if self._act(command):
            self.reload()
        else:
            self.accept()
