"""The list of everything that can be changed: the group's own, blanks, then kind by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QLineEdit, QVBoxLayout, QWidget

from mordcry_app.services.house_content_views import HouseContentView, HouseEntryView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import body_font, colours
from mordcry_app.ui.widgets import TreeView, key_text

ENTRY = Qt.ItemDataRole.UserRole
"""Role of the entry that a row shows; headings have none."""

TITLE, STATE = ENTRY + 1, ENTRY + 2

Key = tuple[str, str]

_STATES = {
    "shipped": "",
    "changed": "changed",
    "own": "your own",
    "blank": "to fill",
    "left_out": "wrong",
}
_YOURS = "Your own"
_BLANKS = "Blanks to fill"


class _Model(QStandardItemModel):
    """Items whose colours are asked for when they are painted: themes change."""

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.ForegroundRole:
            state = super().data(index, STATE)
            palette = colours()
            tones = {"left_out": palette.blood, "shipped": palette.muted}
            return QColor(tones.get(state, palette.verdigris)) if state else None
        return super().data(index, role)


class EntryList(QWidget):
    """Shows entries under headings; typing searches.

    `picked` tells the kind and the ref of the entry that is chosen.
    """

    picked = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: HouseContentView | None = None
        self._unsaved: frozenset[Key] = frozenset()
        self._open = {_YOURS, _BLANKS}
        self._is_filling = False
        self.search = QLineEdit()
        self.search.setPlaceholderText(f"Search ({key_text(keys_of('search_content'))})")
        self.search.setAccessibleName("Search the content")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.tree = TreeView(flush=True)
        self.tree.setAccessibleName("Content")
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self._model = _Model(0, 2, self)
        self.tree.setModel(self._model)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.selectionModel().currentChanged.connect(self._follow)
        self.tree.expanded.connect(lambda index: self._remember(index, is_open=True))
        self.tree.collapsed.connect(lambda index: self._remember(index, is_open=False))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)

    def show_content(self, view: HouseContentView, unsaved: Iterable[Key]) -> None:
        """Show everything there is; entries with unsaved typing are marked."""
        marked = frozenset(unsaved)
        if view == self._view and marked == self._unsaved:
            return
        self._view, self._unsaved = view, marked
        self._fill()

    def current(self) -> Key | None:
        """Return the kind and the ref of the entry that is chosen."""
        return self._key_of(self.tree.currentIndex())

    def choose(self, key: Key) -> bool:
        """Choose an entry without telling so; say whether it is there."""
        for row in range(self._model.rowCount()):
            heading = self._model.item(row)
            for place in range(heading.rowCount()):
                index = heading.child(place).index()
                if self._key_of(index) == key:
                    self._is_filling = True
                    self.tree.expand(heading.index())
                    self.tree.setCurrentIndex(index)
                    self.tree.scrollTo(index)
                    self._is_filling = False
                    return True
        return False

    def entries(self) -> list[HouseEntryView]:
        """Return what is listed, in order; an entry of the group's own stands in two places."""
        return [
            heading.child(place).data(ENTRY)
            for heading in map(self._model.item, range(self._model.rowCount()))
            for place in range(heading.rowCount())
        ]

    def _fill(self) -> None:
        if self._view is None:
            return
        kept = self.current()
        self._is_filling = True
        self._model.setRowCount(0)
        words = self.search.text().casefold().split()
        for title, entries in self._groups(self._view):
            found = [entry for entry in entries if self._has(entry, words)]
            if found:
                self._add_group(title, found, is_open=bool(words) or title in self._open)
        self._is_filling = False
        if kept is not None:
            self.choose(kept)

    def _groups(self, view: HouseContentView) -> Iterable[tuple[str, list[HouseEntryView]]]:
        yield _YOURS, list(view.own)
        yield _BLANKS, [entry for entry in view.entries if entry.state == "blank"]
        for kind in view.kinds:
            entries = [e for e in view.entries if e.kind == kind.kind and e.state != "blank"]
            yield kind.title, entries

    def _has(self, entry: HouseEntryView, words: list[str]) -> bool:
        noun = ""
        if self._view is not None and any(k.kind == entry.kind for k in self._view.kinds):
            noun = self._view.kind(entry.kind).noun
        haystack = f"{entry.name} {noun} {entry.place} {_STATES[entry.state]}".casefold()
        return all(word in haystack for word in words)

    def _add_group(self, title: str, entries: list[HouseEntryView], *, is_open: bool) -> None:
        heading = QStandardItem(f"{title} · {len(entries)}")
        heading.setFont(body_font(semibold=True))
        heading.setSelectable(False)
        heading.setData(title, TITLE)
        for entry in entries:
            mark = "• " if (entry.kind, entry.ref) in self._unsaved else ""
            name = QStandardItem(f"{mark}{entry.name}")
            name.setData(entry, ENTRY)
            name.setToolTip("Typed, but not saved yet" if mark else "")
            state = QStandardItem(_STATES[entry.state] or entry.place)
            state.setData(entry.state, STATE)
            heading.appendRow([name, state])
        self._model.appendRow([heading, QStandardItem()])
        self.tree.setFirstColumnSpanned(self._model.rowCount() - 1, QModelIndex(), True)
        self.tree.setExpanded(heading.index(), is_open)

    def _remember(self, index: QModelIndex, *, is_open: bool) -> None:
        title = index.data(TITLE)
        if self._is_filling or not isinstance(title, str) or self.search.text():
            return
        self._open.add(title) if is_open else self._open.discard(title)

    def _follow(self, index: QModelIndex) -> None:
        key = self._key_of(index)
        if key is not None and not self._is_filling:
            self.picked.emit(*key)

    def _key_of(self, index: QModelIndex) -> Key | None:
        entry = index.siblingAtColumn(0).data(ENTRY) if index.isValid() else None
        return (entry.kind, entry.ref) if isinstance(entry, HouseEntryView) else None
