"""Steps of something that is rolled: what each is, what it needs, the dice or what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import ForecastStep
from mordcry_app.services.battle_table import StepView
from mordcry_app.ui.dice import Die, DieState, paint_die
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.battle.table.wording import die_states, needs_of, without_need

_INSET, _ABOVE = 10, 6  # logical pixels
_DIE, _DIE_GAP = 24, 4
_NEEDS_WIDTH = 46
_NARROW = 340
"""Narrower than this, dice and answers stand below what they are for."""
_WRAP = Qt.TextFlag.TextWordWrap
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True)
class ShownStep:
    """One step: dice where some were rolled, else the answer in words, if there is one yet."""

    key: str
    label: str
    detail: str = ""
    needs: str = ""
    faces: tuple[int, ...] = ()
    need: int | None = None
    critical: int | None = None
    answer: str = ""
    is_correctable: bool = False

    @classmethod
    def of(cls, step: StepView, *, is_correctable: bool = False) -> ShownStep:
        """Return a step of an event, as it is shown."""
        return cls(
            step.key,
            without_need(step),
            needs=needs_of(step),
            faces=step.faces,
            need=step.need,
            critical=step.critical,
            answer="" if step.faces else step.answer,
            is_correctable=is_correctable,
        )

    @classmethod
    def ahead(cls, step: ForecastStep) -> ShownStep:
        """Return a step of an attack that is not rolled yet, as it is shown."""
        return cls(step.label, step.label, step.detail, step.needs)

    def die_states(self) -> tuple[DieState, ...]:
        """Return how its dice look."""
        return die_states(self.faces, self.need, self.critical)

    def spoken(self) -> str:
        """Return the step in words."""
        dice = ", ".join(
            str(face) if state.value == "rolled" else f"{face} {state}"
            for face, state in zip(self.faces, self.die_states(), strict=True)
        )
        parts = (self.label, self.detail, self.needs and f"needs {self.needs}", dice, self.answer)
        return ", ".join(part for part in parts if part)


class StepRow(QAbstractButton):
    """Draws one step; it can be pressed where its answer can be corrected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = ShownStep("", "")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_step(self, step: ShownStep) -> None:
        """Show another step."""
        if step == self.step:
            return
        self.step = step
        self.setAccessibleName(step.spoken())
        can = step.is_correctable
        self.setToolTip("Click to correct it" if can else "")
        self.setAccessibleDescription("Press to correct it" if can else "")
        self.setEnabled(can)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if can else Qt.FocusPolicy.NoFocus)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(self.width() if self.width() > 0 else 300))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(max(self.width(), 160)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._places(width).height

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        places, step = self._places(self.width()), self.step
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.fillRect(self.rect(), QColor(palette.hover))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        painter.setPen(QColor(palette.ink))
        painter.setFont(body_font())
        painter.drawText(places.label, _LEFT | _WRAP, step.label)
        painter.drawText(places.needs, _LEFT, step.needs)
        if step.detail:
            painter.setFont(body_font(TextSize.SMALL))
            painter.setPen(QColor(palette.muted))
            painter.drawText(places.detail, _LEFT | _WRAP, step.detail)
        if step.answer:
            painter.setFont(body_font(semibold=True))
            painter.setPen(QColor(palette.ink))
            painter.drawText(places.answer, _LEFT | _WRAP, step.answer)
        states = step.die_states()
        for area, face, state in zip(places.dice, step.faces, states, strict=True):
            paint_die(painter, QRectF(area), Die(face, state))
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -2), 4, 4)

    def _places(self, width: int) -> _Places:
        return _place(self.step, width)


@dataclass
class _Places:
    """Where everything of a step stands."""

    label: QRect
    detail: QRect
    needs: QRect
    answer: QRect
    dice: list[QRect]
    height: int


@lru_cache(maxsize=1000)
def _place(step: ShownStep, width: int) -> _Places:
    is_narrow = width < _NARROW
    line = QFontMetrics(body_font()).height()
    has_answer = bool(step.faces or step.answer)
    answer_left = _INSET if is_narrow else max(round(width * 0.56), _INSET)
    if not has_answer and not is_narrow:
        answer_left = width - _INSET
    needs_left = (width - _INSET if is_narrow else answer_left) - _NEEDS_WIDTH
    right = needs_left - 8 if step.needs else (width - _INSET if is_narrow else answer_left - 8)
    label = _area(body_font(), QPoint(_INSET, _ABOVE), right - _INSET, step.label)
    needs = QRect(needs_left, _ABOVE, _NEEDS_WIDTH, line)
    bottom = label.bottom()
    detail = QRect()
    if step.detail:
        small = body_font(TextSize.SMALL)
        after = QFontMetrics(body_font()).horizontalAdvance(step.label) + 8
        fits = QFontMetrics(small).horizontalAdvance(step.detail) + 2 <= right - _INSET - after
        if label.height() <= line + 2 and fits:
            detail = _area(small, QPoint(_INSET + after, _ABOVE + 2), right, step.detail)
        else:
            detail = _area(small, QPoint(_INSET, bottom + 1), right - _INSET, step.detail)
        bottom = max(bottom, detail.bottom())
    top = bottom + 4 if is_narrow else _ABOVE
    answer = QRect()
    if step.answer:
        room = width - _INSET - answer_left
        answer = _area(body_font(semibold=True), QPoint(answer_left, top), room, step.answer)
        bottom = max(bottom, answer.bottom())
    dice: list[QRect] = []
    at = QPoint(answer_left, top - (0 if is_narrow else (_DIE - line) // 2))
    for _ in step.faces:
        if dice and at.x() + _DIE > width - _INSET:
            at = QPoint(answer_left, at.y() + _DIE + _DIE_GAP)
        dice.append(QRect(at, QSize(_DIE, _DIE)))
        at = QPoint(at.x() + _DIE + _DIE_GAP, at.y())
    if dice:
        bottom = max(bottom, dice[-1].bottom() - 2)
    return _Places(label, detail, needs, answer, dice, bottom + _ABOVE + 1)


def _area(font: QFont, corner: QPoint, width: int, text: str) -> QRect:
    room = QRect(corner, QSize(max(width, 60), 10_000))
    area = QFontMetrics(font).boundingRect(room, _LEFT | _WRAP, text)
    area.setWidth(room.width())
    return area


class StepsList(QWidget):
    """Steps below each other. `step_chosen(str)` tells the key of one to be corrected."""

    step_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._rows: list[StepRow] = []
        self._count = 0

    def set_steps(self, steps: Sequence[ShownStep]) -> None:
        """Show other steps; rows are kept."""
        while len(self._rows) < len(steps):
            row = StepRow()
            row.clicked.connect(self._choose_of(row))
            self._rows.append(row)
            self._column.addWidget(row)
        for row, step in zip(self._rows, steps, strict=False):
            row.set_step(step)
        self._count = len(steps)
        for place, row in enumerate(self._rows):
            row.setVisible(place < self._count)
        self.setVisible(bool(steps))

    def rows(self) -> tuple[StepRow, ...]:
        """The rows on screen."""
        return tuple(self._rows[: self._count])

    def _choose_of(self, row: StepRow) -> Callable[[], None]:
        return lambda: self.step_chosen.emit(row.step.key)
