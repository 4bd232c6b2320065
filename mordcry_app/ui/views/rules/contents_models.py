"""What the left side of the rules lists: the contents as a tree, and what a search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from mordcry_app.services.rules_library_views import Hit, LibraryEntry, RulesLibrary
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.qt_models.rows import ROW, Index
from mordcry_app.ui.theme import body_font
from mordcry_app.ui.widgets import escaped


class ContentsModel(QStandardItemModel):
    """Groups, and the pages inside them; every row has its anchor under `HELP_ANCHOR`."""

    def show_library(self, library: RulesLibrary) -> None:
        """Show the contents of a library."""
        self.clear()
        for group in library.groups:
            heading = _row(library.entries[group.anchor], group.name)
            heading.setFont(body_font(semibold=True))
            for anchor in group.entries:
                entry = library.entries[anchor]
                heading.appendRow(_row(entry, entry.title))
            self.appendRow(heading)

    def index_of(self, anchor: str) -> QModelIndex:
        """Return the row of a page, or an invalid index."""
        for number in range(self.rowCount()):
            heading = self.item(number)
            if heading.data(HELP_ANCHOR) == anchor:
                return heading.index()
            for place in range(heading.rowCount()):
                child = heading.child(place)
                if child.data(HELP_ANCHOR) == anchor:
                    return child.index()
        return QModelIndex()


def _row(entry: LibraryEntry, name: str) -> QStandardItem:
    item = QStandardItem(name)
    item.setEditable(False)
    item.setData(entry.anchor, HELP_ANCHOR)
    item.setToolTip(escaped(name))
    own = ", of your own" if entry.is_house else ""
    changed = ", a house rule is changed" if any(s.is_changed for s in entry.settings) else ""
    item.setData(f"{name}{own}{changed}", Qt.ItemDataRole.AccessibleTextRole)
    return item


class HitsModel(QAbstractListModel):
    """What a search found, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[Hit, ...] = ()
        self.wanted = ""
        """The words that were searched for."""

    def show_hits(self, hits: Sequence[Hit], wanted: str) -> None:
        """Show other results."""
        self.beginResetModel()
        self._hits, self.wanted = tuple(hits), wanted
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._hits):
            return None
        hit = self._hits[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return hit.title
            case Qt.ItemDataRole.ToolTipRole:
                return escaped("\n".join(t for t in (hit.title, hit.where, hit.excerpt) if t))
            case Qt.ItemDataRole.AccessibleTextRole:
                return ". ".join(t for t in (hit.title, hit.where, hit.excerpt) if t)
        if role == ROW:
            return hit
        return hit.anchor if role == HELP_ANCHOR else None
