"""What an attack is worth before the roll: one big number, the damage as bars, the statuses."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Forecast
from mordcry_app.ui.theme import TextSize, body_font, colours, title_font
from mordcry_app.ui.views.battle.table.wording import mean, percent
from mordcry_app.ui.widgets import Label, WrapLabel

_ROW, _BAR = 21, 15  # logical pixels
_MOST_BARS = 8
_NARROW = 380
_LEAST_SHOWN = 0.0005


def bars_of(forecast: Forecast) -> list[tuple[str, float, bool]]:
    """Return the damage as bars: what it is, its chance, and whether it puts the target out.

    All that puts the target out is one bar; where there are many amounts, the largest are put
    together.
    """
    left = max(forecast.wounds_left, 0)
    chances = sorted(forecast.damage.items())
    below = [(n, p) for n, p in chances if n < left or not left]
    out = sum(p for n, p in chances if left and n >= left)
    bars = [(str(n), p, False) for n, p in below if p >= _LEAST_SHOWN or n == 0]
    if len(bars) > _MOST_BARS:
        rest = bars[_MOST_BARS - 1 :]
        merged = (f"{rest[0][0]}–{rest[-1][0]}", sum(p for _, p, _ in rest), False)
        bars = [*bars[: _MOST_BARS - 1], merged]
    if left:
        bars.append((f"{left}+", out, True))
    return bars


class DamageBars(QWidget):
    """Draws the distribution of damage; the bar that puts the target out has a skull’s colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: list[tuple[str, float, bool]] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_forecast(self, forecast: Forecast) -> None:
        """Show another forecast."""
        self._bars = bars_of(forecast)
        self.setAccessibleName("Damage")
        self.setAccessibleDescription(
            "; ".join(
                f"{label}: {percent(chance)}{', out of action' if is_out else ''}"
                for label, chance, is_out in self._bars
            )
        )
        self.updateGeometry()
        self.update()

    def bars(self) -> list[tuple[str, float, bool]]:
        """What is shown."""
        return self._bars

    def sizeHint(self) -> QSize:
        return QSize(240, _ROW * len(self._bars))

    def minimumSizeHint(self) -> QSize:
        return QSize(170, _ROW * len(self._bars))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        font = body_font(TextSize.SMALL)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        left = max((metrics.horizontalAdvance(label) for label, _, _ in self._bars), default=0) + 12
        number = metrics.horizontalAdvance(percent(0.9999)) + 8
        room = max(self.width() - left - number, 20)
        largest = max((chance for _, chance, _ in self._bars), default=1) or 1
        middle = Qt.AlignmentFlag.AlignVCenter
        for place, (label, chance, is_out) in enumerate(self._bars):
            top = place * _ROW
            painter.setPen(QColor(palette.blood if is_out else palette.ink))
            painter.drawText(QRectF(0, top, left, _ROW), middle, label)
            bar = QRectF(left, top + (_ROW - _BAR) / 2, room * chance / largest, _BAR)
            colour = QColor(palette.blood if is_out else palette.verdigris)
            painter.fillRect(bar, colour)
            if is_out:
                _hatch(painter, bar, QColor(palette.on_accent))
            painter.setPen(QColor(palette.ink))
            right = middle | Qt.AlignmentFlag.AlignRight
            painter.drawText(QRectF(0, top, self.width(), _ROW), right, percent(chance))


def _hatch(painter: QPainter, bar: QRectF, colour: QColor) -> None:
    """Slanted lines tell the bar apart without colour."""
    painter.save()
    painter.setClipRect(bar)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour.setAlphaF(0.45)
    painter.setPen(QPen(colour, 1))
    left = bar.left() - bar.height()
    while left < bar.right():
        painter.drawLine(QPointF(left, bar.bottom()), QPointF(left + bar.height(), bar.top()))
        left += 6
    painter.restore()


def _unbroken(*parts: str) -> str:
    """Join parts so that lines break only between them."""
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


class ForecastView(QWidget):
    """Shows a forecast: bars at the left, the big number and the rest at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(6)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(22)
        bars = QVBoxLayout()
        bars.setSpacing(4)
        bars.addWidget(Label("Damage before the roll", bold=True, size=TextSize.SMALL))
        self.bars = DamageBars()
        bars.addWidget(self.bars)
        bars.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Label("Out of action", tone="muted"))
        self.out = Label(tone="blood")
        self.out.setFont(title_font(TextSize.FIGURE))
        words.addWidget(self.out)
        self.more = WrapLabel(tone="muted", size=TextSize.SMALL)
        words.addWidget(self.more)
        self.statuses = WrapLabel(tone="muted", size=TextSize.SMALL)
        words.addStretch(1)
        self._line.addLayout(bars, 3)
        self._line.addLayout(words, 2)
        column.addLayout(self._line)
        column.addWidget(self.statuses)

    def set_forecast(self, forecast: Forecast) -> None:
        """Show another forecast."""
        self.bars.set_forecast(forecast)
        self.out.setText(percent(forecast.p_out))
        self.out.setAccessibleName(f"Out of action: {percent(forecast.p_out)}")
        self.more.set_plain(
            _unbroken(
                f"mean damage {mean(forecast.mean_damage)} of {forecast.wounds_left}",
                f"any critical {percent(forecast.p_any_critical)}",
            )
        )
        shown = [f"{name} {percent(chance)}" for name, chance in forecast.statuses if chance]
        self.statuses.set_plain(_unbroken(*shown))
        self.statuses.setVisible(bool(shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= _NARROW
        directions = QBoxLayout.Direction
        wanted = directions.LeftToRight if beside else directions.BottomToTop
        if self._line.direction() != wanted:
            self._line.setDirection(wanted)
