"""A plot of lines over steps, such as what warbands had after each battle.

Each line has a dash, a marker and a label at its end, so that colour says nothing alone. Arrow keys
or the pointer read the values step by step; screen readers are told the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence

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

from mordcry_app.sheets.plots import (
    Frame,
    Measures,
    PlotSeries,
    Scale,
    frame_for,
    scale_for,
    scale_that_fits,
    written,
)
from mordcry_app.ui.theme import TextSize, body_font, colours, title_font
from mordcry_app.ui.widgets.labels import elided
from mordcry_app.ui.widgets.plot.marks import line_pen, paint_marker
from mordcry_app.ui.widgets.styling import announce

_GAP = 8.0


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
        for number in range(len(self._series)):
            self._paint_line(painter, frame, number)
        self._paint_labels(painter, frame)
        if self.step is not None:
            self._paint_step(painter, frame, self.step)

    def _paint_grid(self, painter: QPainter, frame: Frame) -> None:
        palette = colours()
        painter.setFont(body_font(TextSize.TINY))
        metrics = QFontMetricsF(painter.font())
        for tick in frame.ticks():
            y = round(tick.y) + 0.5
            painter.setPen(QPen(QColor(palette.control if tick.is_base else palette.hairline), 1))
            painter.drawLine(QPointF(frame.left, y), QPointF(frame.right, y))
            painter.setPen(QColor(palette.muted))
            x = frame.ticks_right - metrics.horizontalAdvance(tick.text)
            painter.drawText(QPointF(x, y + metrics.capHeight() / 2), tick.text)
        for text, middle in frame.marks_below():
            x = middle - metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x, frame.marks_top + metrics.ascent()), text)

    def _paint_line(self, painter: QPainter, frame: Frame, number: int) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(line_pen(number))
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in frame.points(number)]))
        for point in frame.marked(number):
            paint_marker(painter, number, QPointF(*point))

    def _paint_labels(self, painter: QPainter, frame: Frame) -> None:
        """Write each line’s name and value at its end, or all values at the step that is read."""
        left = frame.labels_left
        labels = frame.labels(-1 if self.step is None else self.step)
        for number, label in enumerate(labels):
            if self.step is None and label.is_moved:
                painter.setPen(QPen(QColor(colours().control), 1))
                painter.drawLine(QPointF(left - 11, label.point), QPointF(left - 3, label.y))
            self._paint_entry(painter, number, QPointF(left, label.y), self.width() - left - 2)

    def _paint_step(self, painter: QPainter, frame: Frame, step: int) -> None:
        """Mark the step that is read, and say which it is."""
        palette = colours()
        x = frame.x(step)
        painter.setPen(QPen(QColor(palette.ink), 1))
        painter.drawLine(QPointF(x, frame.top), QPointF(x, frame.bottom))
        for number, line in enumerate(self._series):
            paint_marker(painter, number, QPointF(x, frame.y(line.values[step])), 4.8)
        font = body_font(TextSize.SMALL, semibold=True)
        title = QFontMetricsF(title_font(TextSize.LEAD)).horizontalAdvance(self.title)
        room = self.width() - title - 4 * _GAP
        text = elided(self._step_names[step], font, int(room))
        painter.setFont(font)
        left = self.width() - _GAP - QFontMetricsF(font).horizontalAdvance(text)
        painter.drawText(QPointF(left, _title_height() - 6), text)

    def _paint_entry(self, painter: QPainter, number: int, where: QPointF, room: float) -> None:
        """Write a marker, a value and a name, the name shortened to the room there is."""
        line = self._series[number]
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

    def _frame(self) -> Frame:
        return frame_for(self._series, self._marks, self.width(), self.height(), self._measures())

    def _measures(self) -> Measures:
        metrics = QFontMetricsF(body_font(TextSize.TINY))
        return Measures(
            tick_width=metrics.horizontalAdvance,
            label_width=self._entry_width,
            tick_height=metrics.height(),
            label_height=_label_height(),
            head=_title_height(),
        )

    def _fit_scale(self) -> None:
        self._scale = scale_that_fits(self._series, self.height(), self._measures())

    def _describe(self) -> None:
        self.setAccessibleName(self.title)
        said = self.spoken() if self.step is None else self.spoken_step(self.step)
        self.setAccessibleDescription(said)


def _title_height() -> float:
    return QFontMetricsF(title_font(TextSize.LEAD)).height() + 4


def _label_height() -> float:
    return QFontMetricsF(body_font(TextSize.SMALL)).height()
