"""A layout that fills rows from left to right and goes on in the next one, like words."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its widgets out in rows; *gap* is the space between them in logical pixels."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Remove every widget and schedule its deletion."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """All in one row: a parent with less room asks for the height of that width."""
        shown = [item for item in self._items if not item.isEmpty()]
        margins = self.contentsMargins()
        width = sum(item.sizeHint().width() for item in shown) + self._gap * max(len(shown) - 1, 0)
        height = max((item.sizeHint().height() for item in shown), default=0)
        return QSize(
            width + margins.left() + margins.right(), height + margins.top() + margins.bottom()
        )

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place the items into *rect*, row by row, and return the height that they take."""
        area = rect.marginsRemoved(self.contentsMargins())
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        left = area.left()
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(area.width(), 0), 1 << 20))
            size = size.expandedTo(item.minimumSize())
            if not rows or left + size.width() > area.right() + 1:
                rows.append([])
                left = area.left()
            rows[-1].append((item, size))
            left += size.width() + self._gap
        top = area.top()
        for row in rows:
            height = max(size.height() for _, size in row)
            left = area.left()
            for item, size in row:
                if move:
                    middle = top + (height - size.height()) // 2
                    item.setGeometry(QRect(QPoint(left, middle), size))
                left += size.width() + self._gap
            top += height + self._gap
        used = top - self._gap if rows else top
        margins = self.contentsMargins()
        return used - area.top() + margins.top() + margins.bottom()
