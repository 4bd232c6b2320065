"""The history as a tree: operations newest first, the answers of one board under one heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from mordcry_app.services.views import DraftView, HistoryView, OperationView
from mordcry_app.ui.qt_models.rows import ROW, Index
from mordcry_app.ui.times import clock, day, day_and_clock

IS_HERE = Qt.ItemDataRole.UserRole + 1
"""Role that tells whether a row is the state on screen."""

_FINISHED = "Finished the "
_CORRECTED = "Corrected the aftermath of "
_LEFT = "Left the aftermath of "


@dataclass(frozen=True)
class Group:
    """Operations that belong to one board, newest first."""

    title: str
    operations: tuple[OperationView, ...]

    @property
    def label(self) -> str:
        """What the heading says: `Aftermath of battle 3 · 24 answers`."""
        many = len(self.operations)
        return f"{self.title} · {many} {'answer' if many == 1 else 'answers'}"


Entry = OperationView | Group


def grouped(history: HistoryView, drafts: Sequence[DraftView]) -> tuple[Entry, ...]:
    """Return the history with neighbours of one board put together."""
    entries: list[Entry] = []
    newer: OperationView | None = None
    for key, run in groupby(history.operations, key=lambda operation: operation.group_key):
        operations = tuple(run)
        if key:
            entries.append(Group(_title(key, newer, drafts), operations))
        else:
            entries.extend(operations)
        newer = operations[-1]
    return tuple(entries)


def _title(group_key: str, newer: OperationView | None, drafts: Sequence[DraftView]) -> str:
    """Return what a board is called: from the open board, or from what closed it."""
    for draft in drafts:
        if group_key == f"draft:{draft.id}":
            return draft.title
    if newer is not None and newer.label.startswith(_FINISHED):
        named = newer.label.removeprefix(_FINISHED)
        return named[:1].upper() + named[1:]
    for beginning in (_CORRECTED, _LEFT):
        if newer is not None and newer.label.startswith(beginning):
            battle = newer.label.removeprefix(beginning).removesuffix(" as it was")
            return f"Correction of {battle}"
    return "Answers"


class HistoryModel(QAbstractItemModel):
    """One column. A group's children are its operations."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._here: int | None = None

    def show_history(self, history: HistoryView, drafts: Sequence[DraftView]) -> None:
        """Show a history."""
        self.beginResetModel()
        self._entries = grouped(history, drafts)
        done = (o.id for o in history.operations if o.status == "done")
        self._here = next(done, None)
        self.endResetModel()

    def entry(self, index: Index) -> Entry | None:
        """Return what a row shows."""
        if not index.isValid():
            return None
        place = index.internalId()
        if place == 0:
            return self._entries[index.row()]
        group = self._entries[place - 1]
        assert isinstance(group, Group)
        return group.operations[index.row()]

    def here(self) -> QModelIndex:
        """Return the row of the state on screen."""
        for row, entry in enumerate(self._entries):
            if isinstance(entry, Group):
                for place, operation in enumerate(entry.operations):
                    if operation.id == self._here:
                        return self.index(place, 0, self.index(row, 0))
            elif entry.id == self._here:
                return self.index(row, 0)
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid() or index.internalId() == 0:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self._entries)
        entry = self.entry(parent)
        return len(entry.operations) if isinstance(entry, Group) else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        del parent
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index)
        if entry is None:
            return None
        if role == ROW:
            return entry
        if role == IS_HERE:
            return self._is_here(entry)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.label
            case Qt.ItemDataRole.ToolTipRole:
                from mordcry_app.ui.widgets import escaped

                return escaped(f"{entry.label}\n{day_and_clock(moment(entry))}")
            case Qt.ItemDataRole.AccessibleTextRole:
                notes = [entry.label, day_and_clock(moment(entry))]
                if is_undone(entry):
                    notes.append("undone")
                if self._is_here(entry):
                    notes.append("you are here")
                return ", ".join(notes)
        return None

    def _is_here(self, entry: Entry) -> bool:
        if isinstance(entry, Group):
            return any(operation.id == self._here for operation in entry.operations)
        return entry.id == self._here


def moment(entry: Entry) -> str:
    """Return when an entry happened, as stored; of a group, when it ended."""
    return entry.operations[0].at if isinstance(entry, Group) else entry.at


def short_moment(entry: Entry) -> str:
    """Return when an entry happened, short: `21:14` today, else the day."""
    at = moment(entry)
    return clock(at) if day(at) == "Today" else day(at)


def is_undone(entry: Entry) -> bool:
    """Whether an entry is taken back now; a group, if all of it is."""
    if isinstance(entry, Group):
        return all(operation.status == "undone" for operation in entry.operations)
    return entry.status == "undone"
