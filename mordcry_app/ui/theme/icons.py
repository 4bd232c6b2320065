"""The program's icons, in whichever colour the palette gives them at the moment of painting.

The files in `resources/icons` draw in `currentColor`. An icon is painted from its vectors at the
size asked for, so it is crisp at every scale, and it takes its colour while painting, so that it
changes with the theme without anyone telling it to.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from mordcry_app import paths
from mordcry_app.ui.theme.theme import colours

IconTone = Literal["ink", "muted", "blood", "verdigris", "gold", "on_accent", "control"]
"""The fields of a palette that an icon may be drawn in."""


def icon(name: str, tone: IconTone = "ink") -> QIcon:
    """The icon *name* (a file of `resources/icons` without its ending) for buttons and menus.

    Raises FileNotFoundError, naming the icon, if there is no such file.
    """
    return QIcon(_TintedEngine(name, tone))


def paint_icon(painter: QPainter, name: str, area: QRectF, tone: IconTone = "ink") -> None:
    """Draw the icon *name* as large as fits into *area*, in its middle."""
    side = min(area.width(), area.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(area.center())
    _renderer(name, getattr(colours(), tone)).render(painter, square)


def icon_names() -> tuple[str, ...]:
    """The names of all bundled icons, in alphabetical order."""
    return tuple(sorted(file.stem for file in (paths.resources_folder() / "icons").glob("*.svg")))


@cache
def _drawing(name: str) -> str:
    file = paths.resources_folder() / "icons" / f"{name}.svg"
    if not file.is_file():
        raise FileNotFoundError(f"there is no icon “{name}”")
    return file.read_text(encoding="utf-8")


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", colour).encode()))


class _TintedEngine(QIconEngine):
    """What a QIcon asks for its picture, each time that it is shown."""

    def __init__(self, name: str, tone: IconTone) -> None:
        super().__init__()
        _drawing(name)
        self._name = name
        self._tone: IconTone = tone

    def clone(self) -> QIconEngine:
        return _TintedEngine(self._name, self._tone)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        del state
        tone: IconTone = "control" if mode == QIcon.Mode.Disabled else self._tone
        paint_icon(painter, self._name, QRectF(rect), tone)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if size.isEmpty():
            return QPixmap()
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return picture
