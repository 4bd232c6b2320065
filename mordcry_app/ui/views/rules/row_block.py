"""One row of a table or a list in the rules."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.services.effect_words import EffectLine
from mordcry_app.services.rules_library_views import LibraryRow, LinkView, SettingView
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.rules.marking import write_marked
from mordcry_app.ui.widgets import Chip, ChipButton, FlowLayout, Label, WrapLabel

_CHANCE_WIDTH = 138  # logical pixels
_INDENT = 16
HOUSE = "your own"
"""Marks house content."""
CHANGED = "changed from the default"


class RowBlock(QWidget):
    """Shows a row. One that is a page of its own opens with a click or Enter.

    `opened(anchor)` tells where to go; `moved(steps)` that Up or Down was pressed.
    """

    opened = Signal(str)
    moved = Signal(int)

    def __init__(
        self, row: LibraryRow, *, mark_width: int, wanted: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.row = row
        self._is_target = False
        self._is_hovered = False
        self._has_chance = bool(row.chance)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(_spoken(row))
        if row.is_page:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 12, 9)
        line.setSpacing(12)
        top = Qt.AlignmentFlag.AlignTop
        if mark_width:
            mark = Label(row.mark, tone="muted" if row.is_page else "", bold=not row.is_page)
            mark.setFixedWidth(mark_width)
            line.addWidget(mark, 0, top)
        self._chance_below: Label | None = None
        self._column = self._words(wanted)
        line.addLayout(self._column, 1)
        self._chance = ChanceBar(row.chance, row.share, self)
        self._chance.setHidden(not self._has_chance)
        line.addWidget(self._chance, 0, top)

    def set_narrow(self, narrow: bool) -> None:
        """Put the chance below the text where there is little room."""
        if not self._has_chance:
            return
        self._chance.setHidden(narrow)
        if narrow and self._chance_below is None:
            self._chance_below = Label(
                self.row.chance, tone="muted", size=TextSize.SMALL, parent=self
            )
            self._column.insertWidget(1, self._chance_below)
        if self._chance_below is not None:
            self._chance_below.setHidden(not narrow)

    def set_target(self, is_target: bool) -> None:
        """Mark the row as the one that was asked for."""
        self._is_target = is_target
        self.update()

    def _words(self, wanted: str) -> QVBoxLayout:
        row = self.row
        column = QVBoxLayout()
        column.setSpacing(3)
        heading = QHBoxLayout()
        heading.setSpacing(8)
        name = WrapLabel()
        name.setFont(body_font(semibold=True))
        write_marked(name, row.name, wanted)
        name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        heading.addWidget(name, 1)
        if row.is_house:
            heading.addWidget(Chip(HOUSE, "good"), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(heading)
        if row.text:
            text = WrapLabel(tone="muted" if row.is_page else "")
            write_marked(text, row.text, wanted)
            text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(text)
        for line in row.does:
            column.addWidget(effect_label(line, wanted))
        if row.settings or row.links:
            column.addWidget(self._chips())
        return column

    def _chips(self) -> QWidget:
        holder, flow = flowing()
        for setting in self.row.settings:
            flow.addWidget(self._chip(setting.anchor, setting_text(setting), setting.is_changed))
        for link in self.row.links:
            flow.addWidget(self._chip(link.anchor, link.text, is_gold=False))
        return holder

    def _chip(self, anchor: str, text: str, is_gold: bool) -> ChipButton:
        chip = ChipButton(text, "gold" if is_gold else "plain")
        chip.clicked.connect(lambda _=False: self.opened.emit(anchor))
        return chip

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and not event.modifiers():
            self.moved.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row.is_page and self.hasFocus():
            self.opened.emit(self.row.anchor)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_inside = self.rect().contains(event.position().toPoint())
        if self.row.is_page and event.button() == Qt.MouseButton.LeftButton and is_inside:
            self.opened.emit(self.row.anchor)
        else:
            super().mouseReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        area = self.rect()
        if self._is_target:
            painter.fillRect(area, QColor(palette.accent_soft))
            painter.fillRect(0, 0, 3, area.height(), QColor(palette.gold))
        elif self.row.is_page and self.underMouse():
            painter.fillRect(area, QColor(palette.hover))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(area.adjusted(1, 1, -2, -2))


class ChanceBar(QWidget):
    """A chance in words over a bar of its size."""

    def __init__(self, text: str, share: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._share = share
        self._font = body_font(TextSize.SMALL)
        self.setFixedSize(_CHANCE_WIDTH, QFontMetrics(self._font).height() + 10)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        painter.setPen(QColor(palette.muted))
        words = self.rect().adjusted(0, 1, 0, -9)
        painter.drawText(
            words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._text
        )
        painter.setPen(Qt.PenStyle.NoPen)
        ground = QRectF(0, self.height() - 5, self.width(), 4)
        painter.setBrush(QColor(palette.selection))
        painter.drawRoundedRect(ground, 2, 2)
        full = QRectF(ground)
        full.setWidth(max(ground.width() * self._share, 3))
        painter.setBrush(QColor(palette.verdigris))
        painter.drawRoundedRect(full, 2, 2)


def effect_label(line: EffectLine, wanted: str) -> WrapLabel:
    """Return one line of what effects do, as far in as it stands."""
    label = WrapLabel(tone="verdigris", size=TextSize.SMALL + 1)
    write_marked(label, line.text if line.depth else f"→\u00a0{line.text}", wanted)
    label.setContentsMargins(_INDENT * line.depth, 0, 0, 0)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return label


def setting_text(setting: SettingView) -> str:
    """Return a house rule and its setting, for a chip: `Ties for most kills: nobody · changed`."""
    changed = " · changed" if setting.is_changed else ""
    return f"{setting.name}: {setting.setting}{changed}"


def link_chips(links: tuple[LinkView, ...], open_: Callable[[str], object]) -> QWidget:
    """Return chips that lead to pages."""
    holder, flow = flowing()
    for link in links:
        chip = ChipButton(link.text)
        chip.clicked.connect(lambda _=False, anchor=link.anchor: open_(anchor))
        flow.addWidget(chip)
    return holder


def flowing() -> tuple[QWidget, FlowLayout]:
    """Return a widget that lays its children out like words, as tall as they need."""
    holder = QWidget()
    flow = FlowLayout(holder, gap=6)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    holder.setSizePolicy(policy)
    return holder, flow


def _spoken(row: LibraryRow) -> str:
    parts = [row.mark, row.name, row.chance, row.text, *(line.text for line in row.does)]
    if row.is_house:
        parts.append(HOUSE)
    return ". ".join(part.rstrip(".") for part in parts if part)
