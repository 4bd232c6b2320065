"""A plot of lines over steps, such as what warbands had after each battle.

Each line has a dash, a marker and a label at its end, so that colour says nothing alone. Arrow keys
or the pointer read the values step by step; screen readers are told the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize, body_font, colours, title_font
from mordcry_app.ui.widgets.labels import elided
from mordcry_app.ui.widgets.plot.marks import line_pen, paint_marker
from mordcry_app.ui.widgets.plot.scale import PlotSeries, Scale, scale_for, spread, written
from mordcry_app.ui.widgets.styling import announce

_GAP = 8.0
_MARKER_ROOM = 13.0  # logical pixels between two markers on a line
_STEP_ROOM = 30.0  # and between two numbers below
_TICK_ROOM = 34.0  # and between two numbers at the left


@dataclass(frozen=True)
class _Frame:
    """Where things are painted: the lines' area, and how values and steps fall into it."""

    area: QRectF
    scale: Scale
    steps: int

    def x(self, step: int) -> float:
        if self.steps < 2:
            return self.area.center().x()
        return self.area.left() + self.area.width() * step / (self.steps - 1)

    def y(self, value: int) -> float:
        return self.area.bottom() - self.area.height() * self.scale.share(value)

    def nearest(self, x: float) -> int:
        if self.steps < 2 or self.area.width() <= 0:
            return 0
        share = (x - self.area.left()) / self.area.width()
        return max(0, min(self.steps - 1, round(share * (self.steps - 1))))


class LinePlot(QWidget):
    """Shows lines under a *title*. `step` is what the reader looks at, None for nothing.

    *step_names* say each step in words (“after battle 3”), *marks* stand below the plot (“3”).
    """

    def __init__(self, title: str = "", empty: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self._empty = empty
        self._series: tuple[PlotSeries, ...] = ()
        self._marks: tuple[str, ...] = ()
        self._step_names: tuple[str, ...] = ()
        self._scale = scale_for(())
        self.step: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self.setMinimumSize(220, 180)
        self._describe()

    def set_series(
        self, marks: Sequence[str], step_names: Sequence[str], series: Sequence[PlotSeries]
    ) -> None:
        """Show other lines. Raises ValueError where a line has not one value for each step."""
        if any(len(line.values) != len(marks) for line in series) or len(marks) != len(step_names):
            raise ValueError("each line needs a value, each step a mark and a name")
        self._marks, self._step_names = tuple(marks), tuple(step_names)
        self._series = tuple(series)
        if self.step is not None and self.step >= len(marks):
            self.step = None
        self._fit_scale()
        self._describe()
        self.update()

    def is_empty(self) -> bool:
        """Whether there is nothing to draw: no line, or a single step."""
        return not self._series or len(self._marks) < 2

    def scale(self) -> Scale:
        """The scale at the left."""
        return self._scale

    def spoken(self) -> str:
        """The whole plot in words."""
        if self.is_empty():
            return self._empty
        lines = "; ".join(
            f"{line.name} from {written(line.values[0])} to {written(line.values[-1])}, "
            f"lowest {written(min(line.values))}, highest {written(max(line.values))}"
            for line in self._series
        )
        return f"From {self._step_names[0]} to {self._step_names[-1]}: {lines}."

    def spoken_step(self, step: int) -> str:
        """One step in words: `After battle 3: The Ashen Vigil 410, Rust & Ruin 350`."""
        name = self._step_names[step]
        values = ", ".join(f"{line.name} {line.values[step]:,}" for line in self._series)
        return f"{name[:1].upper()}{name[1:]}: {values}"

    def look_at(self, step: int | None) -> None:
        """Read the values at a step, or none."""
        if step == self.step or self.is_empty():
            return
        self.step = step
        self._describe()
        if self.hasFocus():
            announce(self)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(330, 230)

    # ------------------------------------------------------------------ reading along

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._marks) - 1
        at = last if self.step is None else self.step
        moves = {
            Qt.Key.Key_Left: at - 1 if self.step is not None else last,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if self.is_empty() or event.key() not in moves or event.modifiers():
            super().keyPressEvent(event)
            return
        self.look_at(max(0, min(last, moves[Qt.Key(event.key())])))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.is_empty():
            self.look_at(self._frame().nearest(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self.look_at(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.look_at(None)
        self.update()

    def resizeEvent(self, event: object) -> None:
        del event
        self._fit_scale()

    # ------------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colours()
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
        painter.setPen(QColor(palette.ink))
        painter.setFont(title_font(TextSize.LEAD))
        painter.drawText(QPointF(_GAP, _title_height() - 6), self.title)
        if self.is_empty():
            painter.setPen(QColor(palette.muted))
            painter.setFont(body_font())
            where = QRectF(self.rect()).adjusted(_GAP, _title_height(), -_GAP, -_GAP)
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(where, flags, self._empty)
            return
        frame = self._frame()
        self._paint_grid(painter, frame)
        for number, line in enumerate(self._series):
            self._paint_line(painter, frame, number, line)
        self._paint_labels(painter, frame)
        if self.step is not None:
            self._paint_step(painter, frame, self.step)

    def _paint_grid(self, painter: QPainter, frame: _Frame) -> None:
        palette = colours()
        painter.setFont(body_font(TextSize.TINY))
        metrics = QFontMetricsF(painter.font())
        for tick in frame.scale.ticks:
            y = round(frame.y(tick)) + 0.5
            is_base = tick in (0, frame.scale.low)
            painter.setPen(QPen(QColor(palette.control if is_base else palette.hairline), 1))
            painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y))
            painter.setPen(QColor(palette.muted))
            text = written(tick)
            x = frame.area.left() - 6 - metrics.horizontalAdvance(text)
            painter.drawText(QPointF(x, y + metrics.capHeight() / 2), text)
        every = max(1, -(-int(_STEP_ROOM * (frame.steps - 1)) // max(int(frame.area.width()), 1)))
        baseline = frame.area.bottom() + 6 + metrics.ascent()
        for step in range(0, frame.steps, _round_every(every)):
            text = self._marks[step]
            x = frame.x(step) - metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x, baseline), text)

    def _paint_line(self, painter: QPainter, frame: _Frame, number: int, line: PlotSeries) -> None:
        points = [QPointF(frame.x(n), frame.y(value)) for n, value in enumerate(line.values)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(line_pen(number))
        painter.drawPolyline(QPolygonF(points))
        room = frame.area.width() / (frame.steps - 1)
        every = max(1, round(_MARKER_ROOM / room + 0.49)) if room > 0 else frame.steps
        last = len(points) - 1
        for step, point in enumerate(points):
            if (last - step) % every == 0:
                paint_marker(painter, number, point)

    def _paint_labels(self, painter: QPainter, frame: _Frame) -> None:
        """Write each line's name and value at its end, or all values at the step that is read."""
        left = frame.area.right() + 2 * _GAP
        step = -1 if self.step is None else self.step
        ends = [frame.y(line.values[step]) for line in self._series]
        places = spread(ends, _label_height(), frame.area.top(), frame.area.bottom())
        for number, (line, y) in enumerate(zip(self._series, places, strict=True)):
            if self.step is None and abs(y - ends[number]) > 1:
                painter.setPen(QPen(QColor(colours().control), 1))
                painter.drawLine(QPointF(left - 11, ends[number]), QPointF(left - 3, y))
            self._paint_entry(painter, number, line, QPointF(left, y), self.width() - left - 2)

    def _paint_step(self, painter: QPainter, frame: _Frame, step: int) -> None:
        """Mark the step that is read, and say which it is."""
        palette = colours()
        x = frame.x(step)
        painter.setPen(QPen(QColor(palette.ink), 1))
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
        for number, line in enumerate(self._series):
            paint_marker(painter, number, QPointF(x, frame.y(line.values[step])), 4.8)
        font = body_font(TextSize.SMALL, semibold=True)
        title = QFontMetricsF(title_font(TextSize.LEAD)).horizontalAdvance(self.title)
        room = self.width() - title - 4 * _GAP
        text = elided(self._step_names[step], font, int(room))
        painter.setFont(font)
        left = self.width() - _GAP - QFontMetricsF(font).horizontalAdvance(text)
        painter.drawText(QPointF(left, _title_height() - 6), text)

    def _paint_entry(
        self,
        painter: QPainter,
        number: int,
        line: PlotSeries,
        where: QPointF,
        room: float,
    ) -> None:
        """Write a marker, a value and a name, the name shortened to the room there is."""
        strong, plain = body_font(TextSize.SMALL, semibold=True), body_font(TextSize.SMALL)
        value = written(line.values[-1 if self.step is None else self.step])
        paint_marker(painter, number, where + QPointF(4, 0))
        painter.setPen(QColor(colours().ink))
        painter.setFont(strong)
        metrics = QFontMetricsF(strong)
        baseline = where.y() + metrics.capHeight() / 2
        painter.drawText(QPointF(where.x() + 12, baseline), value)
        used = 12 + metrics.horizontalAdvance(value) + 6
        painter.setFont(plain)
        name = elided(line.name, plain, max(int(room - used), 0))
        painter.drawText(QPointF(where.x() + used, baseline), name)

    def _entry_width(self, line: PlotSeries) -> float:
        """Return the width of a label, the same at every step: the lines stay where they are."""
        strong = QFontMetricsF(body_font(TextSize.SMALL, semibold=True))
        plain = QFontMetricsF(body_font(TextSize.SMALL))
        value = max(strong.horizontalAdvance(written(value)) for value in set(line.values))
        return 12 + value + 6 + plain.horizontalAdvance(line.name) + 2

    # ------------------------------------------------------------------ measuring

    def _frame(self) -> _Frame:
        metrics = QFontMetricsF(body_font(TextSize.TINY))
        numbers = max(metrics.horizontalAdvance(written(tick)) for tick in self._scale.ticks)
        labels = max(self._entry_width(line) for line in self._series)
        labels = min(labels, max(self.width() * 0.42, 64))
        area = QRectF(self.rect()).adjusted(
            _GAP + numbers + 6,
            _title_height() + 10,
            -(labels + 2 * _GAP + 4),
            -(metrics.height() + 12),
        )
        return _Frame(area, self._scale, len(self._marks))

    def _fit_scale(self) -> None:
        room = self.height() - _title_height() - 40
        most = max(2, min(6, int(room / _TICK_ROOM)))
        self._scale = scale_for((v for line in self._series for v in line.values), most)

    def _describe(self) -> None:
        self.setAccessibleName(self.title)
        said = self.spoken() if self.step is None else self.spoken_step(self.step)
        self.setAccessibleDescription(said)


def _title_height() -> float:
    return QFontMetricsF(title_font(TextSize.LEAD)).height() + 4


def _label_height() -> float:
    return QFontMetricsF(body_font(TextSize.SMALL)).height()


def _round_every(every: int) -> int:
    """Return every how many steps a number is written: 1, 2, 5, 10, 20, …"""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if every <= factor * power:
                return factor * power
        power *= 10
