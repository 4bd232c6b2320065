"""The topics of the house rules, each with how many of its rules are changed.

One list in two shapes: beside the rules where there is room, and as a field above them where not.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel

from mordcry_app.ui.widgets import ChoiceField, ListView

ALL = ""
"""The topic that stands for all of them."""
_LIST_WIDTH = 196


class TopicPicker(QObject):
    """`list` and `field` show the same choice; `picked(topic)` tells of a new one by hand."""

    picked = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = QStandardItemModel(self)
        self.list = ListView(flush=True)
        self.list.setModel(self._model)
        self.list.setFixedWidth(_LIST_WIDTH)
        self.list.setAccessibleName("Topics")
        self.field = ChoiceField()
        self.field.setModel(self._model)
        self.field.setAccessibleName("Topic")
        self.list.selectionModel().currentChanged.connect(lambda index: self._pick(index.row()))
        self.field.activated.connect(self._pick)

    def topic(self) -> str:
        """Return the topic that is chosen, `ALL` for all of them."""
        return self._topic_at(self.list.currentIndex().row())

    def show_topics(self, changed: Mapping[str, int]) -> None:
        """Show the topics with how many of their rules are changed, and all of them first."""
        rows = [(ALL, "All topics", sum(changed.values()))]
        rows += [(topic, topic, count) for topic, count in changed.items()]
        if self._model.rowCount() != len(rows):
            self._model.clear()
            for topic, *_ in rows:
                item = QStandardItem()
                item.setData(topic, Qt.ItemDataRole.UserRole)
                self._model.appendRow(item)
        for row, (_, text, count) in enumerate(rows):
            self._model.item(row).setText(f"{text} · {count} changed" if count else text)

    def choose(self, topic: str) -> None:
        """Choose a topic; nobody is told."""
        rows = [row for row in range(self._model.rowCount()) if self._topic_at(row) == topic]
        for row in rows:
            selection = self.list.selectionModel()
            selection.blockSignals(True)
            selection.setCurrentIndex(
                self._model.index(row, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            selection.blockSignals(False)
            self.list.viewport().update()
            self.field.setCurrentIndex(row)

    def _pick(self, row: int) -> None:
        topic = self._topic_at(row)
        self.choose(topic)
        self.picked.emit(topic)

    def _topic_at(self, row: int) -> str:
        item = self._model.item(row)
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ALL
