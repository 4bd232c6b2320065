"""Answers that were given, as buttons that ask for another one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.services.views import StepView
from mordcry_app.ui.dice import DiceRow, dice_of
from mordcry_app.ui.theme import TextSize, colours
from mordcry_app.ui.views.aftermath.wording import dice_name
from mordcry_app.ui.widgets import IconLabel, WrapLabel


class _StepButton(QAbstractButton):
    """A button made of labels; a ring shows that it has the keyboard or the pointer."""

    def __init__(self, step: StepView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = step
        self._line = QHBoxLayout(self)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def let_clicks_through(self) -> None:
        """Let every part belong to the button as a whole."""
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return self._line.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if not self.isEnabled() or not (self.hasFocus() or self.underMouse()):
            return
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.focus if self.hasFocus() else palette.control), 1.5))
        painter.setBrush(QColor(palette.hover))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 6, 6)


class StepDice(_StepButton):
    """The dice of a roll that was made. A small die stands beside what the app rolled, a pencil
    beside what was typed."""

    def __init__(self, step: StepView, parent: QWidget | None = None) -> None:
        super().__init__(step, parent)
        shown = step.dice
        assert shown is not None
        line = self._line
        line.setContentsMargins(3, 2, 3, 2)
        line.setSpacing(4)
        self.source = "typed" if shown.typed else "rolled by the app"
        self.icon_name = "edit" if shown.typed else "dice"
        line.addWidget(IconLabel(self.icon_name, side=13, tone="muted"))
        self.dice_row = DiceRow(dice_of(shown.faces))
        line.addWidget(self.dice_row)
        faces = " ".join(str(face) for face in shown.faces)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{dice_name(shown.dice)}: {faces}, {self.source}")
        self.setToolTip(f"{dice_name(shown.dice)}, {self.source}. Click to correct it.")
        self.let_clicks_through()


class StepChange(_StepButton):
    """One answer of a line that is being corrected: what was asked, and what was answered."""

    def __init__(self, step: StepView, parent: QWidget | None = None) -> None:
        super().__init__(step, parent)
        line = self._line
        line.setContentsMargins(8, 4, 8, 4)
        line.setSpacing(8)
        line.addWidget(WrapLabel(step.why, tone="muted", size=TextSize.SMALL), 1)
        if step.dice is not None:
            line.addWidget(DiceRow(dice_of(step.dice.faces)))
        else:
            line.addWidget(WrapLabel(step.text, size=TextSize.SMALL), 1)
        line.addWidget(IconLabel("edit", side=14, tone="muted"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(step.text)
        self.setAccessibleName(f"{step.why} {step.text}. Change")
        self.let_clicks_through()
