"""Answers that were given, as buttons that ask for another one."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.services.views import DiceShown, StepView
from mordcry_app.ui.dice import DiceRow, Die, dice_of, paint_die
from mordcry_app.ui.theme import TextSize, colours, paint_icon
from mordcry_app.ui.views.aftermath.wording import dice_name
from mordcry_app.ui.widgets import IconLabel, WrapLabel

_ICON = 13
_GAP = 4
_INSET = 3
_MOST_ACROSS = 3


class StepDice(QAbstractButton):
    """The dice of a roll that was made; a click corrects them.

    A small die stands beside what the app rolled, a pencil beside what was typed.
    """

    def __init__(self, step: StepView, dice: DiceShown, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = step
        self._dice = dice_of(dice.faces)
        self.source = "typed" if dice.typed else "rolled by the app"
        self.icon_name = "edit" if dice.typed else "dice"
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        faces = " ".join(str(face) for face in dice.faces)
        self.setAccessibleName(f"{dice_name(dice.dice)}: {faces}, {self.source}")
        self.setToolTip(f"{dice_name(dice.dice)}, {self.source}. Click to correct it.")

    def sizeHint(self) -> QSize:
        side = _die_side()
        across = min(len(self._dice), _MOST_ACROSS)
        down = -(-len(self._dice) // _MOST_ACROSS)
        return QSize(
            2 * _INSET + _ICON + across * (side + _GAP), 2 * _INSET + down * (side + _GAP) - _GAP
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        if self.isEnabled() and self.underMouse():
            _paint_ring(painter, self)
        side = _die_side()
        middle = self.height() / 2 - _ICON / 2
        paint_icon(painter, self.icon_name, QRectF(_INSET, middle, _ICON, _ICON), "muted")
        painter.setPen(QColor(palette.ink))
        for place, die in enumerate(self._dice):
            left = _INSET + _ICON + _GAP + place % _MOST_ACROSS * (side + _GAP)
            top = _INSET + place // _MOST_ACROSS * (side + _GAP)
            paint_die(painter, QRectF(left, top, side, side), die)


class StepChange(QAbstractButton):
    """One answer of a line that is being corrected: what was asked, and what was answered."""

    def __init__(self, step: StepView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = step
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(8, 4, 8, 4)
        self._line.setSpacing(8)
        self._line.addWidget(WrapLabel(step.why, tone="muted", size=TextSize.SMALL), 1)
        if step.dice is not None:
            self._line.addWidget(DiceRow(dice_of(step.dice.faces)))
        else:
            self._line.addWidget(WrapLabel(step.text, size=TextSize.SMALL), 1)
        self._line.addWidget(IconLabel("edit", side=14, tone="muted"))
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setText(step.text)
        self.setAccessibleName(f"{step.why} {step.text}. Change")

    def sizeHint(self) -> QSize:
        return self._line.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        if self.hasFocus() or self.underMouse():
            _paint_ring(painter, self)
        else:
            painter.setPen(QColor(colours().hairline))
            painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())


def _paint_ring(painter: QPainter, button: QAbstractButton) -> None:
    """Show that a button has the keyboard or the pointer."""
    palette = colours()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.focus if button.hasFocus() else palette.control), 1.5))
    painter.setBrush(QColor(palette.hover))
    painter.drawRoundedRect(button.rect().toRectF().adjusted(1, 1, -1, -1), 6, 6)


@cache
def _die_side() -> int:
    """The side of a die in body text, in logical pixels."""
    return DiceRow((Die(),)).sizeHint().height()
