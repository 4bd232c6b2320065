"""The left edge of the window: which campaign this is, and where one can go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QEnterEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.theme import (
    IconTone,
    TextSize,
    body_font,
    colours,
    icon,
    paint_icon,
    title_font,
)
from mordcry_app.ui.widgets.key_hint import key_cap_size, key_text, paint_key_cap
from mordcry_app.ui.widgets.labels import escaped

_FULL_WIDTH = 168
_COMPACT_WIDTH = 52
_ICON_SIDE = 18
_LEFT = 16


@dataclass(frozen=True)
class RailEntry:
    """One place to go, or one thing to open (`at_bottom`).

    `key` is what `Rail.activated` tells, `icon_name` a file of `resources/icons`. `shortcut`
    (such as `Ctrl+H`) is shown at the entry and works anywhere in the window.
    """

    key: str
    text: str
    icon_name: str
    shortcut: str = ""
    at_bottom: bool = False


class Rail(QFrame):
    """The campaign's name above the entries, in the order given.

    `activated` tells the key of an entry that was chosen by mouse, Enter, Space or shortcut. The
    rail does not mark it by itself: whoever changes the page calls `set_active`. Up, Down, Home,
    End and Tab move among the entries.
    """

    activated = Signal(str)

    def __init__(self, entries: Sequence[RailEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Pages")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._active = ""
        self._compact = False
        self._head = _Heading()
        self._buttons = {entry.key: _EntryButton(entry, self) for entry in entries}
        if len(self._buttons) != len(entries):
            raise ValueError("two entries of the rail have one key")
        self._actions = {key: self._wire(button) for key, button in self._buttons.items()}
        self._lay_out()
        self.setFixedWidth(_FULL_WIDTH)

    def set_campaign(self, title: str, subtitle: str = "") -> None:
        """Write the campaign's name, and below it where it stands (“Mordcry · after battle 6”)."""
        self._head.write(title, subtitle)

    def set_active(self, key: str) -> None:
        """Mark the entry *key* as the page on screen; an empty key marks none."""
        if key and key not in self._buttons:
            raise KeyError(key)
        self._active = key
        for name, button in self._buttons.items():
            button.set_active(name == key)

    def active(self) -> str:
        """The key of the marked entry, or nothing."""
        return self._active

    def set_badge(self, key: str, text: str, tone: IconTone = "blood") -> None:
        """Write a short note such as “17 left” at the entry *key*; an empty one takes it away."""
        self._buttons[key].set_badge(text, tone)

    def set_available(self, key: str, available: bool, reason: str = "") -> None:
        """Let the entry *key* be chosen or not. An entry that is not says the *reason* instead."""
        self._buttons[key].set_available(available, reason)
        self._actions[key].setEnabled(available)

    def entry(self, key: str) -> QAbstractButton:
        """The control of the entry *key*."""
        return self._buttons[key]

    def action(self, key: str) -> QAction:
        """The action of the entry *key*, for menus, palettes and lists of shortcuts."""
        return self._actions[key]

    def set_compact(self, compact: bool) -> None:
        """Show icons only, with the names as tooltips, or everything."""
        if compact == self._compact:
            return
        self._compact = compact
        self._head.setVisible(not compact)
        self.setFixedWidth(_COMPACT_WIDTH if compact else _FULL_WIDTH)
        for button in self._buttons.values():
            button.set_compact(compact)

    def is_compact(self) -> bool:
        return self._compact

    def follow_width(self, width: int) -> None:
        """Be compact where the window is less than 900 logical pixels wide."""
        self.set_compact(width < 900)

    def _walk(self, key: str, step: int) -> None:
        """Give the keyboard to the entry *step* places after *key*, or after none, the first."""
        shown = list(self._buttons)
        here = shown.index(key) if key else 0
        target = shown[(here + step) % len(shown)]
        self._buttons[target].setFocus(Qt.FocusReason.TabFocusReason)

    def _wire(self, button: _EntryButton) -> QAction:
        entry = button.entry
        button.chosen.connect(self.activated)
        button.walked.connect(self._walk)
        action = QAction(icon(entry.icon_name), entry.text.replace("&", "&&"), self)
        action.setAutoRepeat(False)
        if entry.shortcut:
            action.setShortcut(QKeySequence(entry.shortcut))
        action.triggered.connect(button.click)
        self.addAction(action)
        return action

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 10)
        column.setSpacing(0)
        column.addWidget(self._head)
        pages = QWidget()
        inner = QVBoxLayout(pages)
        inner.setContentsMargins(0, 10, 0, 0)
        inner.setSpacing(0)
        for button in self._buttons.values():
            if not button.entry.at_bottom:
                inner.addWidget(button)
        inner.addStretch(1)
        for button in self._buttons.values():
            if button.entry.at_bottom:
                inner.addWidget(button)
        scroller = QScrollArea()
        scroller.setFrameShape(QFrame.Shape.NoFrame)
        scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setWidgetResizable(True)
        scroller.setWidget(pages)
        self._scroller = scroller
        for button in self._buttons.values():
            button.focused.connect(lambda it=button: scroller.ensureWidgetVisible(it, 0, 4))
        column.addWidget(scroller, 1)


class _Heading(QWidget):
    """The campaign's name, at most three lines of it, and the line below."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 14, 12, 4)
        column.setSpacing(2)
        self._title = QLabel()
        self._subtitle = QLabel()
        self._title.setFont(title_font(TextSize.CAMPAIGN))
        self._subtitle.setFont(title_font(TextSize.BODY, semibold=False, italic=True))
        self._subtitle.setProperty("tone", "muted")
        for label in (self._title, self._subtitle):
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)

    def write(self, title: str, subtitle: str) -> None:
        width = _FULL_WIDTH - _LEFT - 12 - 1
        shown = _wrapped(title, self._title.font(), width, lines=3)
        self._title.setText(shown)
        self._title.setAccessibleName(title)
        self._title.setToolTip(escaped(title) if shown.replace("\n", " ") != title else "")
        below = _wrapped(subtitle, self._subtitle.font(), width, lines=2)
        self._subtitle.setText(below)
        self._subtitle.setVisible(bool(subtitle))
        self._subtitle.setToolTip(escaped(subtitle) if below.replace("\n", " ") != subtitle else "")


def _wrapped(text: str, font: QFont, width: int, *, lines: int) -> str:
    """*text* broken into at most *lines* lines of *width* pixels; the rest ends in …"""
    metrics = QFontMetrics(font)
    result: list[str] = []
    rest = text.split()
    while rest and len(result) < lines - 1:
        taken = 1
        while taken < len(rest) and metrics.horizontalAdvance(" ".join(rest[: taken + 1])) <= width:
            taken += 1
        line = " ".join(rest[:taken])
        result.append(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width))
        rest = rest[taken:]
    if rest:
        result.append(metrics.elidedText(" ".join(rest), Qt.TextElideMode.ElideRight, width))
    return "\n".join(result)


class _EntryButton(QAbstractButton):
    """One entry. It stays reachable while it cannot be chosen, so that it can say why."""

    chosen = Signal(str)
    walked = Signal(str, int)
    focused = Signal()

    def __init__(self, entry: RailEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self._cap = key_text(entry.shortcut)
        self._badge = ""
        self._badge_tone: IconTone = "blood"
        self._active = False
        self._compact = False
        self._available = True
        self._reason = ""
        self.setText(entry.text)
        self.setFont(body_font(TextSize.BODY))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._choose)
        icon(entry.icon_name)  # an icon that does not exist is found here, not while painting
        self._describe()

    def set_active(self, active: bool) -> None:
        self._active = active
        self._describe()

    def set_badge(self, text: str, tone: IconTone) -> None:
        self._badge, self._badge_tone = text, tone
        self._describe()

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._describe()

    def set_available(self, available: bool, reason: str) -> None:
        self._available = available
        self._reason = "" if available else reason
        self._describe()

    def sizeHint(self) -> QSize:
        return QSize(_FULL_WIDTH - 1, max(QFontMetrics(self.font()).height() + 15, 34))

    def minimumSizeHint(self) -> QSize:
        return QSize(_COMPACT_WIDTH - 1, self.sizeHint().height())

    def focusInEvent(self, event: QEvent) -> None:
        self.update()
        self.focused.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not event.isAutoRepeat():
                    self.click()
            case Qt.Key.Key_Up:
                self.walked.emit(self.entry.key, -1)
            case Qt.Key.Key_Down:
                self.walked.emit(self.entry.key, 1)
            case Qt.Key.Key_Home:
                self.walked.emit("", 0)
            case Qt.Key.Key_End:
                self.walked.emit("", -1)
            case _:
                super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect()
        if self._active:
            painter.fillRect(area, QColor(palette.selection))
            painter.fillRect(QRect(0, 0, 3, area.height()), QColor(palette.blood))
        elif self.underMouse() and self._available:
            painter.fillRect(area, QColor(palette.hover))
        self._paint_icon(painter)
        if not self._compact:
            self._paint_text(painter)
        elif self._badge:
            spot = QPoint(area.width() - 11, area.height() // 2 - 9)
            painter.setPen(QPen(QColor(palette.surface), 1))
            painter.setBrush(QColor(getattr(palette, self._badge_tone)))
            painter.drawEllipse(spot, 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(area).adjusted(5, 2, -3, -2), 5, 5)

    def _tone(self, quiet: IconTone) -> IconTone:
        if not self._available:
            return "control"
        return "ink" if self._active else quiet

    def _paint_icon(self, painter: QPainter) -> None:
        left = (self.width() - _ICON_SIDE) / 2 if self._compact else _LEFT
        top = (self.height() - _ICON_SIDE) / 2
        place = QRectF(left, top, _ICON_SIDE, _ICON_SIDE)
        paint_icon(painter, self.entry.icon_name, place, self._tone("muted"))

    def _paint_text(self, painter: QPainter) -> None:
        palette = colours()
        right = self.width() - 12
        if self._cap:
            size = key_cap_size(self._cap)
            place = QRectF(
                right - size.width(),
                (self.height() - size.height()) / 2,
                size.width(),
                size.height(),
            )
            paint_key_cap(painter, place, self._cap, enabled=self._available)
            right -= size.width() + 6
        left = _LEFT + _ICON_SIDE + 9
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if self._active else QFont.Weight.Normal)
        needed = QFontMetrics(font).horizontalAdvance(self.entry.text)
        if self._badge:
            right -= self._paint_badge(painter, right, right - left - needed - 6)
        painter.setFont(font)
        painter.setPen(QColor(getattr(palette, self._tone("ink"))))
        room = QRect(left, 0, right - left, self.height())
        shown = QFontMetrics(font).elidedText(
            self.entry.text, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_badge(self, painter: QPainter, right: int, room: int) -> int:
        """Write the badge left of *right*, in at most *room* pixels; return the width it took."""
        font = body_font(TextSize.TINY, semibold=True)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(
            self._badge, Qt.TextElideMode.ElideRight, max(room, metrics.horizontalAdvance("00…"))
        )
        width = metrics.horizontalAdvance(shown)
        painter.setFont(font)
        painter.setPen(QColor(getattr(colours(), self._badge_tone)))
        painter.drawText(
            QRect(right - width, 0, width + 1, self.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            shown,
        )
        return width + 6

    def _choose(self) -> None:
        if self._available:
            self.chosen.emit(self.entry.key)
        elif self._reason:
            QToolTip.showText(
                self.mapToGlobal(QPoint(self.width(), 0)), escaped(self._reason), self
            )

    def _describe(self) -> None:
        """Keep tooltip and spoken text true, and repaint."""
        page = "page on screen" if self._active and not self.entry.at_bottom else ""
        spoken = ", ".join(part for part in (self.entry.text, self._badge, page) if part)
        self.setAccessibleName(spoken)
        key = f"Key: {self._cap}" if self._cap else ""
        self.setAccessibleDescription(". ".join(p for p in (self._reason.rstrip("."), key) if p))
        compact_name = ""
        if self._compact:
            compact_name = " · ".join(p for p in (self.entry.text, self._badge, self._cap) if p)
        lines = [part for part in (compact_name, self._reason) if part]
        self.setToolTip("<br>".join(escaped(line) for line in lines))
        self.update()
