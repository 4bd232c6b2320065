"""Dice drawn as dice, told apart by shape and not by colour alone.

On paper and for a colour-blind player a hit is a filled die, a critical a filled die with a ring
inside, a miss a struck-out numeral, a locked die one that stands on a bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.widgets.styling import announce

_GAP = 4  # logical pixels between two dice
_NEVER_WRAPPED = 6  # so many dice always stand in one row


class DieState(StrEnum):
    """What a die on screen is: the words are what a screen reader says."""

    EMPTY = "not rolled"
    CURRENT = "to be typed"
    SET = "rolled"
    HIT = "hit"
    CRITICAL = "critical"
    MISSED = "missed"
    LOCKED = "locked"


@dataclass(frozen=True)
class Die:
    """One die to show. `joined` puts it against the die before it, for a double or a triple."""

    face: int | None = None
    state: DieState = DieState.EMPTY
    joined: bool = False

    def spoken(self) -> str:
        """The die in words."""
        if self.face is None:
            return str(self.state)
        return str(self.face) if self.state == DieState.SET else f"{self.face} {self.state}"


def dice_of(faces: Iterable[int], state: DieState = DieState.SET) -> tuple[Die, ...]:
    """Dice that all are in one *state*."""
    return tuple(Die(face, state) for face in faces)


def die_side(size: int = TextSize.BODY) -> int:
    """The side, in logical pixels, of a die that stands in text *size* pixels high."""
    return QFontMetrics(body_font(size)).height() + 4


def paint_die(
    painter: QPainter, area: QRectF, die: Die, *, pips: bool = False, text: str | None = None
) -> None:
    """Draw *die* as a square in the middle of *area*, with a numeral or, up to 6, with *pips*.

    *text* stands in place of the numeral while only a part of it has been typed.
    """
    palette = colours()
    side = min(area.width(), area.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(area.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fillings = {
        DieState.HIT: palette.verdigris,
        DieState.CRITICAL: palette.gold,
        DieState.LOCKED: palette.selection,
    }
    edges = {
        DieState.EMPTY: (palette.control, 1.0),
        DieState.CURRENT: (palette.gold, 2.0),
        DieState.MISSED: (palette.control, 1.0),
        DieState.HIT: (palette.verdigris, 1.0),
        DieState.CRITICAL: (palette.gold, 1.0),
    }
    colour, thickness = edges.get(die.state, (palette.ink, 1.3))
    inset = 0.5 + thickness / 2
    box = square.adjusted(inset, inset, -inset, -inset)
    painter.setPen(QPen(QColor(colour), thickness))
    painter.setBrush(QColor(fillings.get(die.state, palette.surface)))
    painter.drawRoundedRect(box, side * 0.17, side * 0.17)
    filled = die.state in (DieState.HIT, DieState.CRITICAL)
    ink = QColor(palette.on_accent if filled else palette.ink)
    if die.state == DieState.MISSED:
        ink = QColor(palette.muted)
    if die.state == DieState.CRITICAL:
        painter.setPen(QPen(ink, max(side * 0.05, 1.1)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = box.adjusted(side * 0.1, side * 0.1, -side * 0.1, -side * 0.1)
        painter.drawRoundedRect(ring, side * 0.09, side * 0.09)
    if die.state == DieState.LOCKED:
        painter.setPen(QPen(QColor(palette.ink), max(side * 0.1, 2)))
        painter.drawLine(
            QPointF(box.left() + side * 0.16, box.bottom()),
            QPointF(box.right() - side * 0.16, box.bottom()),
        )
    _paint_value(painter, box, die, ink, pips=pips, text=text)
    if die.state == DieState.MISSED:
        painter.setPen(QPen(ink, max(side * 0.055, 1.2)))
        painter.drawLine(
            QPointF(box.left() + side * 0.2, box.bottom() - side * 0.2),
            QPointF(box.right() - side * 0.2, box.top() + side * 0.2),
        )
    painter.restore()


def _paint_value(
    painter: QPainter, box: QRectF, die: Die, ink: QColor, *, pips: bool, text: str | None
) -> None:
    side = box.width()
    shown = text if text is not None else str(die.face or "")
    if not shown:
        waits = die.state == DieState.CURRENT
        painter.setPen(QPen(QColor(colours().gold) if waits else QColor(colours().control), 2))
        bottom = box.bottom() - side * 0.24
        painter.drawLine(
            QPointF(box.center().x() - side * 0.17, bottom),
            QPointF(box.center().x() + side * 0.17, bottom),
        )
    elif pips and text is None and die.face in _PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for across, down in _PIPS[die.face]:
            spot = box.center() + QPointF(across * side * 0.24, down * side * 0.24)
            painter.drawEllipse(spot, side * 0.085, side * 0.085)
    else:
        painter.setPen(ink)
        painter.setFont(body_font(round(side * (0.62 if len(shown) < 3 else 0.45)), bold=True))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)


_PIPS: dict[int | None, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class DiceRow(QWidget):
    """Some dice to look at, in a row that goes on in a second one where there is no room."""

    def __init__(
        self,
        dice: Sequence[Die] = (),
        *,
        label: str = "",
        size: int = TextSize.BODY,
        pips: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """*label* tells screen readers what the dice are for.

        *size* is the height of the text around them, in logical pixels.
        """
        super().__init__(parent)
        self._dice: tuple[Die, ...] = ()
        self._label = label
        self._side = die_side(size)
        self._pips = pips
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_dice(dice)

    def dice(self) -> tuple[Die, ...]:
        """What is shown."""
        return self._dice

    def set_dice(self, dice: Sequence[Die]) -> None:
        """Show other dice."""
        is_resized = len(dice) != len(self._dice)
        self._dice = tuple(dice)
        if is_resized:
            # A row that may wrap must be allowed to grow beyond the height of one row.
            grows = self.hasHeightForWidth()
            vertical = QSizePolicy.Policy.Minimum if grows else QSizePolicy.Policy.Fixed
            self.setSizePolicy(QSizePolicy.Policy.Maximum, vertical)
            self.updateGeometry()
        self.setAccessibleName(self.spoken())
        announce(self)
        self.update()

    def spoken(self) -> str:
        """The dice in words, for screen readers."""
        dice = ", ".join(die.spoken() for die in self._dice)
        return f"{self._label}: {dice}" if self._label else dice

    def die_area(self, place: int) -> QRectF:
        """Where the die number *place*, from 0, stands inside this widget."""
        return self._placed()[place]

    def die_at(self, point: QPointF) -> int | None:
        """The number of the die under *point*, from 0."""
        areas = enumerate(self._placed())
        return next((place for place, area in areas if area.contains(point)), None)

    def sizeHint(self) -> QSize:
        areas = self._areas(1 << 20)
        last = areas[-1] if areas else QRectF(0, 0, 0, self._side)
        margins = self.contentsMargins()
        return QSize(round(last.right()) + margins.right(), round(last.bottom()) + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        if not self.hasHeightForWidth():
            return self.sizeHint()
        margins = self.contentsMargins()
        width = _NEVER_WRAPPED * (self._side + _GAP) + margins.left() + margins.right()
        return QSize(width, self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        return len(self._dice) > _NEVER_WRAPPED

    def heightForWidth(self, width: int) -> int:
        areas = self._areas(width)
        bottom = areas[-1].bottom() if areas else self._side
        return round(bottom) + self.contentsMargins().bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        for die, area in zip(self._dice, self._placed(), strict=True):
            paint_die(painter, area, die, pips=self._pips)

    def _placed(self) -> list[QRectF]:
        """Where the dice are now: in the middle of the height that there is."""
        areas = self._areas(max(self.width(), self._side))
        spare = (self.height() - self.heightForWidth(self.width())) / 2
        return [area.translated(0, max(spare, 0)) for area in areas]

    def _areas(self, width: int) -> list[QRectF]:
        margins = self.contentsMargins()
        left, top = float(margins.left()), float(margins.top())
        areas: list[QRectF] = []
        for die in self._dice:
            if areas:
                left = areas[-1].right() + (0 if die.joined else _GAP)
                if left + self._side > width - margins.right():
                    left, top = float(margins.left()), areas[-1].bottom() + _GAP
            areas.append(QRectF(left, top, self._side, self._side))
        return areas


class DieFace(DiceRow):
    """One die to look at."""

    def __init__(
        self,
        face: int | None = None,
        state: DieState = DieState.EMPTY,
        *,
        size: int = TextSize.BODY,
        pips: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__((Die(face, state),), size=size, pips=pips, parent=parent)

    def set_die(self, face: int | None, state: DieState) -> None:
        """Show another face or state."""
        self.set_dice((Die(face, state),))
