"""The fighters of one warband with their effective values, one a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from mordcry_app.services.views import (
    AmountView,
    MemberView,
    RosterView,
    StatColumn,
    ValueView,
)
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.qt_models.rows import CENTRE, LEFT, ROW, Index
from mordcry_app.ui.widgets import escaped

COLUMN = Qt.ItemDataRole.UserRole + 1
"""Role of the `RosterColumn` of a cell."""
VALUE = Qt.ItemDataRole.UserRole + 2
"""Role of the `ValueView` of a cell that shows a characteristic."""


@dataclass(frozen=True)
class RosterColumn:
    """A column: the fighter, a characteristic, a resource, or what is carried."""

    kind: Literal["fighter", "stat", "amount", "carries"]
    heading: str
    name: str
    key: str = ""


class RosterModel(QAbstractTableModel):
    """The roster as a table. `rename_asked(member id, name)` tells what was typed over a name."""

    rename_asked = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[MemberView, ...] = ()
        self._columns: tuple[RosterColumn, ...] = ()
        self._is_locked = False

    def show_roster(
        self, roster: RosterView | None, stats: Sequence[StatColumn], *, locked: bool
    ) -> None:
        """Show a roster; where the same fighters stand in the same rows, only cells change."""
        members = roster.members if roster is not None else ()
        amounts = members[0].amounts if members else ()
        columns = roster_columns(stats, amounts)
        is_same = [m.id for m in members] == [m.id for m in self._members]
        self._is_locked = locked
        if is_same and columns == self._columns and members:
            before, self._members = self._members, members
            self._tell_changes(before)
            return
        self.beginResetModel()
        self._members, self._columns = members, columns
        self.endResetModel()

    def _tell_changes(self, before: tuple[MemberView, ...]) -> None:
        """Tell the view which rows are to be painted anew, cell by cell.

        For a range, a view paints everything; painting the cells of one fighter is ten times less.
        """
        for row, (old, new) in enumerate(zip(before, self._members, strict=True)):
            if old == new:
                continue
            for column in range(len(self._columns)):
                cell = self.index(row, column)
                self.dataChanged.emit(cell, cell)

    def member(self, row: int) -> MemberView | None:
        """Return the fighter of a row, or none."""
        return self._members[row] if 0 <= row < len(self._members) else None

    def members(self) -> tuple[MemberView, ...]:
        """Return every fighter, in order."""
        return self._members

    def row_of(self, member_id: int) -> int:
        """Return the row of a fighter, or −1."""
        return next((row for row, m in enumerate(self._members) if m.id == member_id), -1)

    def column(self, section: int) -> RosterColumn:
        """Return what a column shows."""
        return self._columns[section]

    def columns(self) -> tuple[RosterColumn, ...]:
        """Return every column."""
        return self._columns

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._members)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.heading
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.name
            case Qt.ItemDataRole.TextAlignmentRole:
                return CENTRE if column.kind in ("stat", "amount") else LEFT
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        if not self._is_locked and self._columns[index.column()].kind == "fighter":
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        member = self.member(index.row())
        if member is None:
            return None
        column = self._columns[index.column()]
        value = member.value(column.key) if column.kind == "stat" else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _text(member, column, value)
            case Qt.ItemDataRole.EditRole:
                return member.name
            case Qt.ItemDataRole.ToolTipRole:
                return _tooltip(member, column, value)
            case Qt.ItemDataRole.AccessibleTextRole:
                return _spoken(member, column, value)
            case Qt.ItemDataRole.TextAlignmentRole:
                return CENTRE if column.kind in ("stat", "amount") else LEFT
        if role == HELP_ANCHOR:
            return _anchor(member, column)
        if role == ROW:
            return member
        if role == COLUMN:
            return column
        return value if role == VALUE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        member = self.member(index.row())
        if member is None or role != Qt.ItemDataRole.EditRole:
            return False
        name = str(value)
        if name != member.name:
            self.rename_asked.emit(member.id, name)
        return True


def roster_columns(
    stats: Sequence[StatColumn], amounts: Sequence[AmountView]
) -> tuple[RosterColumn, ...]:
    """Return the columns of a roster: fighter, characteristics, XP and the like, gear."""
    return (
        RosterColumn("fighter", "Fighter", "Fighter"),
        *(RosterColumn("stat", stat.short, stat.name, stat.stat) for stat in stats),
        *(
            RosterColumn("amount", _short_heading(amount), amount.name, amount.resource)
            for amount in sorted(amounts, key=lambda a: len(a.short))
        ),
        RosterColumn("carries", "Carries", "Carries"),
    )


MARK_UP, MARK_DOWN, MARK_BOTH = "▴", "▾", "±"


def change_mark(value: ValueView) -> str:
    """Return the mark beside a value that is not what the fighter started with."""
    if value.change:
        return MARK_UP if value.change > 0 else MARK_DOWN
    # Gains and losses that cancel out are worth a mark, too.
    return MARK_BOTH if any(part.kind == "modifier" for part in value.parts) else ""


def badges(member: MemberView) -> tuple[tuple[str, str], ...]:
    """Return what must not be overlooked about a fighter, as chips: text and kind."""
    found: list[tuple[str, str]] = []
    if member.advances_due:
        many = member.advances_due
        found.append(("advance to roll" if many == 1 else f"{many} advances", "gold"))
    if member.misses_next_battle:
        found.append(("misses next battle", "bad"))
    return tuple(found)


def explanation_markup(value: ValueView) -> str:
    """Return the explanation of a value as rich text, one source a line."""
    rows = "".join(
        f"<tr><td>{escaped(part.label)}</td>"
        f"<td align='right'>&nbsp;&nbsp;{escaped(part.signed)}</td></tr>"
        for part in value.parts
    )
    return f"<b>{escaped(value.name)} {escaped(value.text)}</b><table>{rows}</table>"


def _short_heading(amount: AmountView) -> str:
    return amount.short if len(amount.short) <= 3 else amount.short[:3].capitalize()


def _text(member: MemberView, column: RosterColumn, value: ValueView | None) -> str:
    match column.kind:
        case "fighter":
            return member.shown_name
        case "stat":
            return value.text if value else ""
        case "amount":
            return str(member.amount(column.key))
        case "carries":
            return member.carries


def _tooltip(member: MemberView, column: RosterColumn, value: ValueView | None) -> str | None:
    match column.kind:
        case "stat" if value:
            return explanation_markup(value)
        case "fighter":
            notes = [text for text, _ in badges(member)]
            lines = [member.shown_name, member.archetype_name, *notes]
            return "<br>".join(escaped(line) for line in lines)
        case "carries":
            return escaped(member.carries) or None
        case _ if column.key == "xp":
            return escaped(f"{member.amount('xp')} XP, next advance at {member.next_advance_at}")
        case _:
            return None


def _anchor(member: MemberView, column: RosterColumn) -> str:
    """Return the place in the rules of a cell."""
    match column.kind:
        case "fighter":
            return f"archetype:{member.archetype}"
        case "stat":
            return f"stat:{column.key}"
        case "amount":
            return f"resource:{column.key}"
        case "carries":
            return f"item:{member.items[0].ref}" if member.items else "rule:carrying"


def _spoken(member: MemberView, column: RosterColumn, value: ValueView | None) -> str:
    match column.kind:
        case "stat" if value:
            return f"{value.name} {value.text}. {value.explanation}"
        case "fighter":
            notes = [member.archetype_name, *(text for text, _ in badges(member))]
            return f"{member.shown_name}. {', '.join(notes)}"
        case "amount":
            return f"{column.name} {member.amount(column.key)}"
        case _:
            return f"Carries {member.carries or 'nothing'}"
