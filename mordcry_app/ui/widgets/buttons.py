"""Buttons that show the key which presses them."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from mordcry_app.ui.theme import IconTone, icon
from mordcry_app.ui.widgets.key_hint import key_cap_size, key_text, paint_key_cap
from mordcry_app.ui.widgets.labels import escaped
from mordcry_app.ui.widgets.styling import set_look

ButtonKind = Literal["default", "primary", "quiet", "danger"]
"""At most one primary button is on a page: the next thing to do."""

_GAP = 9  # between the text and its key, in logical pixels


class ActionButton(QPushButton):
    """A button with *text* as it is, its key beside it, and a `QAction` that the key triggers.

    The key works while the button is visible and enabled and its window is active. A text that
    finds no room ends in … and is whole in the tooltip. `action` can be shown in lists of
    shortcuts and in a command palette; triggering it presses the button.
    """

    def __init__(
        self,
        text: str = "",
        key: str | QKeySequence | QKeySequence.StandardKey = "",
        *,
        kind: ButtonKind = "default",
        icon_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._cap = ""
        self._hint = ""
        self._kind: ButtonKind = kind
        self.action = QAction(self)
        self.action.setAutoRepeat(False)
        self.action.triggered.connect(self.click)
        self.addAction(self.action)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._icon_name = icon_name
        self.set_kind(kind)
        self.set_text(text)
        self.set_key(key)

    @property
    def kind(self) -> ButtonKind:
        """How loud the button is."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        self._kind = kind
        set_look(self, "kind", kind)
        if self._icon_name:
            tones: dict[ButtonKind, IconTone] = {"primary": "on_accent", "danger": "blood"}
            self.setIcon(icon(self._icon_name, tones.get(kind, "ink")))

    def full_text(self) -> str:
        """The whole text, whatever is shown of it."""
        return self._text

    def set_text(self, text: str) -> None:
        """Write *text*, taken as it is, on the button."""
        self._text = " ".join(text.split())
        super().setText(self._text.replace("&", "&&"))
        self.action.setText(self._text.replace("&", "&&"))
        self.setAccessibleName(self._text)
        self._update_tooltip()

    def set_key(
        self, key: str | QKeySequence | QKeySequence.StandardKey, *, is_shown: bool = True
    ) -> None:
        """Let *key* press the button; an empty one takes the key away.

        Where there is little room the key need not be shown: it works all the same.
        """
        self.action.setShortcut(QKeySequence(key))
        self._cap = key_text(self.action.shortcut()) if is_shown else ""
        self.setAccessibleDescription(self._described())
        self.updateGeometry()
        self.update()

    def set_hint(self, hint: str) -> None:
        """Explain the button in a tooltip and to screen readers."""
        self._hint = hint
        self.setAccessibleDescription(self._described())
        self._update_tooltip()

    def set_available(self, available: bool, reason: str = "") -> None:
        """Enable the button, or disable it and say why in the tooltip."""
        self.setEnabled(available)
        self.set_hint("" if available else reason)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._cap_room(), 0)

    def minimumSizeHint(self) -> QSize:
        full = self.sizeHint()
        metrics = self.fontMetrics()
        spare = metrics.horizontalAdvance(self._text) - metrics.horizontalAdvance("Mmmmm…")
        return QSize(full.width() - max(spare, 0), full.height())

    def resizeEvent(self, event: object) -> None:
        del event
        self._update_tooltip()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style = self.style()
        shown_icon = QIcon(option.icon)
        option.text, option.icon = "", QIcon()
        style.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        contents = style.subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        option.text = self._shown()
        option.icon = shown_icon
        if self._cap:
            cap = key_cap_size(self._cap)
            used = self._label_width(option.text) + _GAP + cap.width()
            left = contents.left() + max(contents.width() - used, 0) // 2
            label = QRect(left, contents.top(), used - _GAP - cap.width(), contents.height())
            cap_area = QRect(
                label.right() + 1 + _GAP,
                contents.top() + (contents.height() - cap.height()) // 2,
                cap.width(),
                cap.height(),
            )
            paint_key_cap(painter, QRectF(cap_area), self._cap, enabled=self.isEnabled())
        else:
            label = contents
        option.rect = label
        style.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option, painter, self)

    def _cap_room(self) -> int:
        return key_cap_size(self._cap).width() + _GAP if self._cap else 0

    def _label_width(self, text: str) -> int:
        icon_room = 0 if self.icon().isNull() else self.iconSize().width() + 6
        return self.fontMetrics().horizontalAdvance(text.replace("&&", "&")) + icon_room + 2

    def _shown(self) -> str:
        lacking = self.sizeHint().width() - self.width()
        if lacking <= 0:
            return self.text()
        room = self.fontMetrics().horizontalAdvance(self._text) - lacking
        short = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        return short.replace("&", "&&")

    def _described(self) -> str:
        key = f"Key: {self._cap}" if self._cap else ""
        return ". ".join(part for part in (self._hint.rstrip("."), key) if part)

    def _update_tooltip(self) -> None:
        cut = self._text if self._shown() != self.text() else ""
        self.setToolTip("<br>".join(escaped(part) for part in (cut, self._hint) if part))


class IconButton(QToolButton):
    """A button that is only an icon; *name* says in words what it does."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        key: str | QKeySequence | QKeySequence.StandardKey = "",
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_look(self, "kind", "quiet")
        self.setIcon(icon(icon_name))
        self.setIconSize(QSize(18, 18))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.action = QAction(name.replace("&", "&&"), self)
        self.action.setAutoRepeat(False)
        self.action.triggered.connect(self.click)
        self.addAction(self.action)
        self.action.setShortcut(QKeySequence(key))
        shown = key_text(self.action.shortcut())
        self.setToolTip(escaped(f"{name} ({shown})" if shown else name))
