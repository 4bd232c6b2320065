"""Labels that never cut text without a way to read it, and never take text for markup."""

from __future__ import annotations

import html
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from mordcry_app.ui.theme import TextSize, body_font, title_font
from mordcry_app.ui.widgets.styling import set_look

Tone = Literal["", "muted", "blood", "verdigris", "gold"]
"""What a text's colour says; the empty tone is ink."""

_COMFORTABLE = 72  # letters in a line that reads well


def escaped(text: str) -> str:
    """*text* as itself inside rich text: a fighter may be called `<b>R&D</b>`."""
    return html.escape(text, quote=False).replace("\n", "<br>")


def bold(text: str) -> str:
    """Rich text that shows *text* as itself, in bold."""
    return f"<b>{escaped(text)}</b>"


def titled(text: str, size: int = TextSize.HEADING) -> ElidedLabel:
    """A title in EB Garamond."""
    label = ElidedLabel(text)
    label.setFont(title_font(size))
    return label


class Hairline(QFrame):
    """A line one pixel thin, across its layout or, if not *horizontal*, down it."""

    def __init__(self, *, horizontal: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if horizontal:
            self.setFixedHeight(1)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        else:
            self.setFixedWidth(1)
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)


class Label(QLabel):
    """One line of plain text in a tone, at a size."""

    def __init__(
        self,
        text: str = "",
        *,
        tone: Tone = "",
        size: int = TextSize.BODY,
        bold: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(body_font(size, semibold=bold))
        self.set_tone(tone)
        self.setText(text)

    def set_tone(self, tone: Tone) -> None:
        set_look(self, "tone", tone)


class WrapLabel(QLabel):
    """Text that wraps, plain unless `set_rich` is used. It can be selected where *selectable*."""

    def __init__(
        self,
        text: str = "",
        *,
        tone: Tone = "",
        size: int = TextSize.BODY,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setFont(body_font(size))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.set_tone(tone)
        self.set_plain(text)

    def set_tone(self, tone: Tone) -> None:
        set_look(self, "tone", tone)

    def set_plain(self, text: str) -> None:
        """Show *text* as it is."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self._claim_height()

    def set_rich(self, markup: str) -> None:
        """Show *markup*; whatever a player wrote in it must have gone through `escaped`."""
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(markup)
        self._claim_height()

    def sizeHint(self) -> QSize:
        """As wide as one line of the text, at most a comfortable line, and high enough for it."""
        plain = self.text()
        if self.textFormat() == Qt.TextFormat.RichText:
            plain = QTextDocumentFragment.fromHtml(plain).toPlainText()
        metrics = self.fontMetrics()
        longest = max((metrics.horizontalAdvance(line) for line in plain.splitlines()), default=0)
        # Rich text may be bold, which is wider than the plain letters measured here.
        width = min(round(longest * 1.08) + 4, metrics.averageCharWidth() * _COMFORTABLE)
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._claim_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._claim_height()

    def _claim_height(self) -> None:
        """Insist on the height that the text needs: a crowded layout would cut lines off."""
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized) or self.width() <= 0:
            return  # no width has been given yet
        before = self.minimumHeight()
        self.setMinimumHeight(0)  # Qt counts an earlier claim as a part of the need
        needed = self.heightForWidth(self.width())
        self.setMinimumHeight(max(needed, 0))
        if needed != before:
            self.updateGeometry()


class ElidedLabel(QLabel):
    """One line that ends in … where there is no room; the whole text is then its tooltip.

    `text()` is always the whole text, which screen readers read too.
    """

    def __init__(
        self,
        text: str = "",
        *,
        tone: Tone = "",
        size: int = TextSize.BODY,
        bold: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(body_font(size, semibold=bold))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_tone(tone)
        self.setText(text)

    def set_tone(self, tone: Tone) -> None:
        set_look(self, "tone", tone)

    def setText(self, text: str) -> None:
        super().setText(" ".join(text.split()))
        self._update_tooltip()

    def is_elided(self) -> bool:
        """Whether less than the whole text is on screen."""
        return self._shown() != self.text()

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        full = super().sizeHint()
        return QSize(min(full.width(), metrics.horizontalAdvance("Mmm…")), full.height())

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        # Bold and italic letters lean out of their advance: without a spare pixel a text that
        # fits would lose its last letter to the ellipsis.
        return QSize(hint.width() + 1, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tooltip()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._update_tooltip()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment() | Qt.TextFlag.TextSingleLine),
            self.palette(),
            self.isEnabled(),
            self._shown(),
            self.foregroundRole(),
        )

    def _shown(self) -> str:
        return elided(self.text(), self.font(), self.contentsRect().width(), self._mode)

    def _update_tooltip(self) -> None:
        self.setToolTip(escaped(self.text()) if self.is_elided() else "")


def elided(
    text: str,
    font: QFont,
    width: int,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """*text* as it fits into *width* logical pixels of *font*."""
    return QFontMetrics(font).elidedText(text, mode, width)
