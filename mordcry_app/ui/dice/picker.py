"""The faces of one die as buttons, for those who would rather click."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QWidget

from mordcry_app.ui.dice.faces import Die, DieState, die_side, paint_die
from mordcry_app.ui.theme import TextSize, colours

MOST_SIDES = 20
"""Dice with more sides are only typed: their faces would fill the screen."""

_ACROSS = 6


class DicePicker(QFrame):
    """A popup with a button for each face of a die with *sides* sides. It closes on a choice.

    `picked` tells the face. Keys that are no way around the buttons go to *owner*, so that typing
    works while the popup is open.
    """

    picked = Signal(int)

    def __init__(self, sides: int, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"Faces of a D{sides}")
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 6, 6, 6)
        grid.setSpacing(3)
        for face in range(1, sides + 1):
            button = _FaceButton(face)
            button.clicked.connect(lambda _=False, chosen=face: self._choose(chosen))
            grid.addWidget(button, (face - 1) // _ACROSS, (face - 1) % _ACROSS)

    def open_below(self, owner: QWidget, die: QRectF) -> None:
        """Show the popup at *die*, a part of *owner*: below it, or above where the screen ends."""
        self.adjustSize()
        below = owner.mapToGlobal(QPoint(round(die.left()) - 6, round(die.bottom()) + 5))
        room = owner.screen().availableGeometry()
        if below.y() + self.height() > room.bottom():
            below.setY(owner.mapToGlobal(QPoint(0, round(die.top()))).y() - self.height() - 5)
        below.setX(max(min(below.x(), room.right() - self.width()), room.left()))
        self.move(below)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        owner = self.parentWidget()
        if event.key() == Qt.Key.Key_Escape or owner is None:
            self.close()
        else:
            self.close()
            owner.setFocus(Qt.FocusReason.PopupFocusReason)
            owner.keyPressEvent(event)

    def _choose(self, face: int) -> None:
        self.close()
        self.picked.emit(face)


class _FaceButton(QAbstractButton):
    """One face."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face
        self._side = die_side(TextSize.LEAD) + 4
        self.setAccessibleName(str(face))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(self._side + 4, self._side + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        state = DieState.LOCKED if self.isDown() else DieState.SET
        area = QRectF(self.rect())
        paint_die(painter, area.adjusted(3, 3, -3, -3), Die(self._face, state))
        if self.hasFocus() or self.underMouse():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colours().focus), 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 6, 6)
