"""The pictures of an entry."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.services.chronicle_views import PictureView
from mordcry_app.ui.theme import colours
from mordcry_app.ui.widgets import FlowLayout, IconButton, escaped

_ALONE, _TOGETHER = 340, 190  # logical pixels in height
_INSET = 6


class PictureRow(QWidget):
    """Pictures side by side. `remove_asked(picture id)` tells which one is to go."""

    remove_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, gap=8)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.tiles: list[PictureTile] = []
        self._shown: tuple[tuple[int, ...], bool] | None = None

    def show_pictures(self, pictures: Sequence[PictureView], *, locked: bool) -> None:
        """Show other pictures; while *locked*, none can be removed."""
        shown = (tuple(picture.id for picture in pictures), locked)
        self.setVisible(bool(pictures))
        if shown == self._shown:
            return
        self._shown = shown
        self._flow.clear()
        height = _ALONE if len(pictures) == 1 else _TOGETHER
        self.tiles = []
        for place, picture in enumerate(pictures, 1):
            name = picture.name or f"Picture {place}"
            tile = PictureTile(picture, name, height, locked=locked)
            tile.remove_button.clicked.connect(
                lambda _checked=False, which=picture.id: self.remove_asked.emit(which)
            )
            tile.fit(self.width())
            self.tiles.append(tile)
            self._flow.addWidget(tile)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for tile in self.tiles:
            tile.fit(self.width())


class PictureTile(QWidget):
    """One picture, as high as asked for where its width allows."""

    def __init__(self, picture: PictureView, name: str, height: int, *, locked: bool) -> None:
        super().__init__()
        self._pixmap = QPixmap()
        self._pixmap.loadFromData(picture.data)
        self._height = height
        self._room = 10_000
        self.setAccessibleName(name)
        self.setToolTip(escaped(name))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.remove_button = IconButton("remove", f"Remove “{name}”", parent=self)
        self.remove_button.setVisible(not locked)

    def has_picture(self) -> bool:
        """Whether the picture could be read."""
        return not self._pixmap.isNull()

    def fit(self, room: int) -> None:
        """Be no wider than *room* logical pixels, and as high as that leaves it."""
        if room != self._room:
            self._room = room
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        most = QSize(max(self._room, 64), self._height)
        if self._pixmap.isNull():
            return most.boundedTo(QSize(self._height, self._height))
        if self._pixmap.width() <= most.width() and self._pixmap.height() <= most.height():
            return self._pixmap.size()
        return self._pixmap.size().scaled(most, Qt.AspectRatioMode.KeepAspectRatio)

    def minimumSizeHint(self) -> QSize:
        return QSize(64, 64)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        button = self.remove_button
        button.resize(button.sizeHint())
        button.move(self.width() - button.width() - _INSET, _INSET)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        size = self._pixmap.size().scaled(area.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        where = QRectF(area.topLeft(), size.toSizeF())
        shape = QPainterPath()
        shape.addRoundedRect(where if self.has_picture() else area, 6, 6)
        painter.setClipPath(shape)
        if self.has_picture():
            painter.drawPixmap(where, self._pixmap, QRectF(self._pixmap.rect()))
        painter.setClipping(False)
        painter.setPen(QPen(QColor(colours().hairline), 1))
        painter.drawPath(shape)
        if not self.remove_button.isHidden():
            under = QRectF(self.remove_button.geometry())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours().surface))
            painter.drawRoundedRect(under, 6, 6)
