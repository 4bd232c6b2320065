"""A side’s dice: singles bare, sets joined with their name beside them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import DiceSet
from mordcry_app.ui.dice import Die, DieState, paint_die
from mordcry_app.ui.theme import TextSize, body_font, colours

_SIDE = 24  # logical pixels: the side of a die
_GAP, _AFTER_SET, _BEFORE_NAME = 4, 10, 5


class DiceSetsView(QWidget):
    """Draws sets of dice in a row that goes on in the next one; hidden without any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sets: tuple[DiceSet, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def set_sets(self, sets: tuple[DiceSet, ...]) -> None:
        """Show other dice."""
        if sets == self._sets:
            return
        self._sets = sets
        self.setAccessibleName(f"Dice: {', '.join(spoken_set(each) for each in sets)}")
        self.setVisible(bool(sets))
        self.updateGeometry()
        self.update()

    def sets(self) -> tuple[DiceSet, ...]:
        """What is shown."""
        return self._sets

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 0 else 240
        return QSize(120, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(4 * _SIDE, self.heightForWidth(max(self.width(), 4 * _SIDE)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        placed = self._placed(width)
        return round(placed[-1][0].y()) + _SIDE if placed else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        font = body_font(TextSize.SMALL)
        for corner, shown in self._placed(self.width()):
            is_set = len(shown.faces) > 1
            left = corner.x()
            for place, face in enumerate(shown.faces):
                state = DieState.HIT if is_set else DieState.SET
                area = QRectF(left, corner.y(), _SIDE, _SIDE)
                paint_die(painter, area, Die(face, state, joined=bool(place)))
                left += _SIDE
            if shown.name:
                painter.setFont(font)
                painter.setPen(QColor(colours().muted))
                room = QRectF(left + _BEFORE_NAME, corner.y(), self.width(), _SIDE)
                painter.drawText(
                    room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown.name
                )

    def _placed(self, width: int) -> list[tuple[QPointF, DiceSet]]:
        metrics = QFontMetrics(body_font(TextSize.SMALL))
        placed: list[tuple[QPointF, DiceSet]] = []
        left = top = 0.0
        for shown in self._sets:
            name = metrics.horizontalAdvance(shown.name) + _BEFORE_NAME if shown.name else 0
            needed = len(shown.faces) * _SIDE + name
            if left and left + needed > width:
                left, top = 0.0, top + _SIDE + _GAP
            placed.append((QPointF(left, top), shown))
            left += needed + (_AFTER_SET if shown.name else _GAP)
        return placed


def spoken_set(shown: DiceSet) -> str:
    """Return some dice in words: `triple 6`, or their faces."""
    return shown.name or " ".join(str(face) for face in shown.faces)
