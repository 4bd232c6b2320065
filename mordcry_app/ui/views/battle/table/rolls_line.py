"""The dice of an event in short: what each roll was for, and its dice, one after the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from mordcry_app.services.battle_table import StepView
from mordcry_app.ui.dice import Die, paint_die
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.battle.table.wording import die_states, short_why
from mordcry_app.ui.widgets import elided, escaped

_DIE = 21  # logical pixels
_GAP, _AFTER_LABEL, _AFTER_ROLL, _BETWEEN_ROWS = 3, 6, 16, 5
_LONGEST_LABEL = 220


class RollsLine(QWidget):
    """Draws rolls one after the other, in rows; hidden without any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rolls: tuple[StepView, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def set_rolls(self, rolls: tuple[StepView, ...]) -> None:
        """Show other rolls."""
        self.setVisible(bool(rolls))
        if rolls == self._rolls:
            return
        self._rolls = rolls
        self.setAccessibleName(
            "; ".join(f"{roll.why}: {', '.join(map(str, roll.faces))}" for roll in rolls)
        )
        self.updateGeometry()
        self.update()

    def rolls(self) -> tuple[StepView, ...]:
        """What is shown."""
        return self._rolls

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 0 else 300
        return QSize(200, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        areas = [area for _, _, dice in self._placed(width) for area in dice]
        return round(max((area.bottom() for area in areas), default=0)) + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            under = QPointF(event.pos())
            for roll, label, dice in self._placed(self.width()):
                if label.contains(under) or any(area.contains(under) for area in dice):
                    QToolTip.showText(event.globalPos(), escaped(roll.why), self)
                    return True
            QToolTip.hideText()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        font = body_font(TextSize.SMALL)
        for roll, label, dice in self._placed(self.width()):
            painter.setFont(font)
            painter.setPen(QColor(colours().muted))
            painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, _label(roll))
            states = die_states(roll.faces, roll.need, roll.critical)
            for area, face, state in zip(dice, roll.faces, states, strict=True):
                paint_die(painter, area, Die(face, state))

    def _placed(self, width: int) -> list[tuple[StepView, QRectF, list[QRectF]]]:
        """Where the label and the dice of each roll stand."""
        metrics = QFontMetrics(body_font(TextSize.SMALL))
        placed: list[tuple[StepView, QRectF, list[QRectF]]] = []
        left = top = 0.0
        for roll in self._rolls:
            named = metrics.horizontalAdvance(_label(roll)) + 2
            needed = named + _AFTER_LABEL + len(roll.faces) * (_DIE + _GAP)
            if left and left + needed > width:
                left, top = 0.0, top + _DIE + _BETWEEN_ROWS
            label = QRectF(left, top, named, _DIE)
            left += named + _AFTER_LABEL
            dice: list[QRectF] = []
            for _ in roll.faces:
                if dice and left + _DIE > width:
                    left, top = 0.0, top + _DIE + _BETWEEN_ROWS
                dice.append(QRectF(left, top, _DIE, _DIE))
                left += _DIE + _GAP
            left += _AFTER_ROLL
            placed.append((roll, label, dice))
        return placed


def _label(roll: StepView) -> str:
    return elided(short_why(roll.why), body_font(TextSize.SMALL), _LONGEST_LABEL)
