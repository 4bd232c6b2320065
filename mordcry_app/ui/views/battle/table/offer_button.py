"""One thing that can be done now, or cannot, and why."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.ui.theme import TextSize, body_font, colours, paint_icon
from mordcry_app.ui.views.aftermath.question_editor import ENTER
from mordcry_app.ui.widgets.key_hint import key_cap_size, paint_key_cap

_INSET, _ABOVE, _ABOVE_REFUSED = 10, 7, 4  # logical pixels
_TEXT_LEFT = 40
_MORE = 16
_WRAP = Qt.TextFlag.TextWordWrap
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_NOTHING = Offer("", "turn", "", Command(kind="nothing"))


class OfferButton(QAbstractButton):
    """An offer with its number key, its name, and what there is to know of it.

    One that is refused is quiet and says why; pressing it asks whether to do it all the same.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer = _NOTHING
        self._number = 0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def number(self) -> int:
        """The number key that presses it; 0 for none."""
        return self._number

    def set_offer(self, offer: Offer, number: int) -> None:
        """Show another offer."""
        if offer == self.offer and number == self._number:
            return
        self.offer, self._number = offer, number
        key = f"{number}: " if number else ""
        self.setAccessibleName(f"{key}{offer.label}")
        refused = f"Not now: {offer.refused} Press it to do it anyway." if offer.refused else ""
        self.setAccessibleDescription(refused or offer.detail)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(self.width() if self.width() > 0 else 320))

    def minimumSizeHint(self) -> QSize:
        return QSize(180, self.heightForWidth(max(self.width(), 180)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._areas(width)[2]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        offer = self.offer
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        label, note, _ = self._areas(self.width())
        if self._number:
            cap = key_cap_size(str(self._number))
            line = QFontMetrics(body_font()).height()
            corner = QPoint(_INSET, _ABOVE + (line - cap.height()) // 2)
            paint_key_cap(painter, QRectF(QRect(corner, cap)), str(self._number))
        is_refused = bool(offer.refused)
        painter.setFont(_label_font(is_refused))
        painter.setPen(QColor(palette.muted if offer.refused else palette.ink))
        painter.drawText(label, _LEFT | _WRAP, offer.label)
        painter.setFont(_note_font(is_refused))
        painter.setPen(QColor(palette.muted))
        painter.drawText(note, _LEFT | _WRAP, offer.refused or offer.detail)
        if offer.refused:
            more = QRectF(self.width() - _INSET - _MORE, (self.height() - _MORE) / 2, _MORE, _MORE)
            paint_icon(painter, "more", more, "muted")

    def _paint_ground(self, painter: QPainter) -> None:
        palette = colours()
        has_focus, is_refused = self.hasFocus(), bool(self.offer.refused)
        is_hot = self.underMouse() or self.isDown()
        box = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        if has_focus:
            box = box.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(QColor(palette.focus), 2))
        elif is_refused:
            painter.setPen(Qt.PenStyle.NoPen)
        else:
            painter.setPen(QColor(palette.control if is_hot else palette.hairline))
        ground = palette.hover if is_hot else palette.surface
        if self.offer.is_next and not is_refused:
            ground = palette.accent_soft
        quiet = is_refused and not is_hot
        painter.setBrush(Qt.BrushStyle.NoBrush if quiet else QColor(ground))
        painter.drawRoundedRect(box, 6, 6)
        if self.offer.is_next and not is_refused:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.gold))
            painter.drawRoundedRect(QRectF(2, 4, 4, self.height() - 8), 2, 2)

    def _areas(self, width: int) -> tuple[QRect, QRect, int]:
        """Where the label and the note stand, and how high that is."""
        offer = self.offer
        return _place(offer.label, offer.refused or offer.detail, bool(offer.refused), width)


@lru_cache(maxsize=1000)
def _place(label_text: str, text: str, is_refused: bool, width: int) -> tuple[QRect, QRect, int]:
    """Where a label and a note stand; layouts ask for the same again and again."""
    above = _ABOVE_REFUSED if is_refused else _ABOVE
    right = width - _INSET - (_MORE + 6 if is_refused else 0)
    font, note_font = _label_font(is_refused), _note_font(is_refused)
    line = QFontMetrics(font).height()
    label = _area(font, QPoint(_TEXT_LEFT, above), right - _TEXT_LEFT, label_text)
    if not text:
        return label, QRect(), label.bottom() + above + 1
    after = QFontMetrics(font).horizontalAdvance(label_text) + 12
    wanted = QFontMetrics(note_font).horizontalAdvance(text) + 4
    if label.height() <= line + 2 and after + wanted <= right - _TEXT_LEFT:
        note = QRect(_TEXT_LEFT + after, above + 2, wanted, line)
        return label, note, label.bottom() + above + 1
    note = _area(note_font, QPoint(_TEXT_LEFT, label.bottom() + 1), right - _TEXT_LEFT, text)
    return label, note, note.bottom() + above + 1


def _label_font(is_refused: bool) -> QFont:
    return body_font(semibold=not is_refused)


def _note_font(is_refused: bool) -> QFont:
    return body_font(TextSize.SMALL, italic=is_refused)


def _area(font: QFont, corner: QPoint, width: int, text: str) -> QRect:
    room = QRect(corner, QSize(max(width, 60), 10_000))
    area = QFontMetrics(font).boundingRect(room, _LEFT | _WRAP, text)
    area.setWidth(room.width())
    return area
