"""Tables of a warband besides its fighters: the stash, the ledgers, the graveyard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from mordcry_app.services.views import ItemView, LedgerView, MemberView
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.qt_models.rows import Index, RowsModel
from mordcry_app.ui.theme import colours
from mordcry_app.ui.times import day_and_clock

Older = Callable[[LedgerView], Sequence[LedgerView]]
"""Reads the entries before one."""


class StashModel(RowsModel[ItemView]):
    """What a warband owns and nobody carries."""

    HEADINGS = ("Item", "Kind", "Number", "What it does")
    NUMBERS = frozenset({2})

    def cells(self, row: ItemView) -> tuple[str, ...]:
        return (row.name, row.kind.capitalize(), str(row.quantity), row.text)

    def extra(self, row: ItemView, column: int, role: int) -> Any:
        del column
        return f"item:{row.ref}" if role == HELP_ANCHOR else None


class LedgerModel(RowsModel[LedgerView]):
    """Every gain and loss, newest first; what is further down is read when it is scrolled to."""

    HEADINGS = ("When", "Battle", "Whose", "What", "Amount", "Balance", "Reason")
    NUMBERS = frozenset({1, 4, 5})
    AMOUNT = 4

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._older: Older | None = None

    def set_newest(self, rows: Sequence[LedgerView], older: Older) -> None:
        """Show the newest entries; `older` is asked for those before one of them."""
        self.set_rows(rows)
        self._older = older if rows else None

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._older is not None

    def fetchMore(self, parent: Index) -> None:
        if parent.isValid() or self._older is None:
            return
        more = self._older(self._rows[-1])
        if not more:
            self._older = None
            return
        self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(more) - 1)
        self._rows.extend(more)
        self.endInsertRows()

    def cells(self, row: LedgerView) -> tuple[str, ...]:
        battle = "" if row.battle_number is None else str(row.battle_number)
        amount = f"+{row.amount}" if row.amount >= 0 else f"−{-row.amount}"
        return (
            day_and_clock(row.at),
            battle,
            row.owner,
            row.resource,
            amount,
            str(row.balance),
            row.reason,
        )

    def extra(self, row: LedgerView, column: int, role: int) -> Any:
        if column == self.AMOUNT and role == Qt.ItemDataRole.ForegroundRole:
            palette = colours()
            return QColor(palette.verdigris if row.amount >= 0 else palette.blood)
        return None


class GraveyardModel(RowsModel[MemberView]):
    """The dead and the retired."""

    HEADINGS = ("Fighter", "Was", "Fate", "XP", "Renown")
    NUMBERS = frozenset({3, 4})

    def cells(self, row: MemberView) -> tuple[str, ...]:
        return (
            row.shown_name,
            row.archetype_name,
            fate(row),
            str(row.amount("xp")),
            str(row.amount("renown")),
        )


def fate(member: MemberView) -> str:
    """Return how somebody left the roster: `Fell in battle 4`, `Retired`."""
    words = member.fate or ("Retired" if member.state == "retired" else "Fell")
    if member.fell_in_battle is not None:
        return f"{words} in battle {member.fell_in_battle}"
    return words
