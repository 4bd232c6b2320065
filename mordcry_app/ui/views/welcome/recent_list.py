"""The campaigns that were open lately, one press away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.ui.forms import clear
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.times import day_and_clock
from mordcry_app.ui.widgets import ElidedLabel, IconButton, WrapLabel, escaped, set_look, titled

if TYPE_CHECKING:
    from mordcry_app.services.recent import RecentView


class RecentList(QWidget):
    """Shows up to a dozen campaigns. `path_asked(Path)` tells which one is to be opened."""

    path_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(titled("Go on with", TextSize.HEADING))
        self._nothing = WrapLabel("Campaigns that you open are listed here.", tone="muted")
        column.addWidget(self._nothing)
        self._shown: list[RecentRow] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        column.addLayout(self._rows)

    def load(self) -> None:
        """Read the list."""
        from mordcry_app.services.recent import recent_campaigns

        clear(self._rows)
        self._shown.clear()
        recent = recent_campaigns()
        self._nothing.setVisible(not recent)
        for entry in recent:
            row = RecentRow(entry)
            row.asked.connect(self.path_asked)
            row.forget_asked.connect(self._forget)
            self._rows.addWidget(row)
            self._shown.append(row)

    def rows(self) -> list[RecentRow]:
        """Return the rows on screen."""
        return list(self._shown)

    def _forget(self, path: Path) -> None:
        from mordcry_app.services.recent import forget

        forget(path)
        self.load()


class RecentRow(QWidget):
    """One campaign; greyed, with its reason, where the file is gone."""

    asked = Signal(object)
    forget_asked = Signal(object)

    def __init__(self, entry: RecentView) -> None:
        super().__init__()
        self.path = entry.path
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        self.button = _TwoLineButton(
            entry.name,
            _about(entry) if entry.exists else "The file is missing",
            is_there=entry.exists,
        )
        self.button.setToolTip(escaped(str(entry.path)))
        self.button.setEnabled(entry.exists)
        self.button.clicked.connect(lambda: self.asked.emit(self.path))
        self.forget = IconButton("close", f"Forget {entry.name}")
        self.forget.clicked.connect(lambda: self.forget_asked.emit(self.path))
        line.addWidget(self.button, 1)
        line.addWidget(self.forget)


class _TwoLineButton(QPushButton):
    """A quiet button with a name and a line below it."""

    def __init__(self, name: str, below: str, *, is_there: bool) -> None:
        super().__init__()
        set_look(self, "kind", "quiet")
        self.setAutoDefault(False)
        self.setAccessibleName(name)
        self.setAccessibleDescription(below)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 5, 10, 5)
        self._column.setSpacing(0)
        top = ElidedLabel(name, bold=True, tone="" if is_there else "muted")
        bottom = ElidedLabel(below, tone="muted" if is_there else "blood", size=TextSize.SMALL)
        for label in (top, bottom):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.setEnabled(True)
            self._column.addWidget(label)

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._column.minimumSize()


def _about(entry: RecentView) -> str:
    parts = (entry.ruleset_name, entry.after, day_and_clock(entry.at))
    return " · ".join(part for part in parts if part)
