"""What there is to know before the next battle: who misses it, and what acts in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from mordcry_app.services.views import PendingView, SetupSideView, SetupView
from mordcry_app.ui.widgets import Card, ElidedLabel, WrapLabel

MOST_SHOWN = 6
"""Lines a warband; more are counted, and the page of the campaign shows them all."""

_TITLES = {
    "coming": "Before battle {number}",
    "asking": "Battle {number} is being set up",
    "ready": "Battle {number} is set up",
}
_STATES = {
    "coming": "Setting it up makes what waits act.",
    "asking": "Some questions come first.",
    "ready": "What waited acts in it now.",
}


class SetupCard(Card):
    """Shows each warband before a battle, side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("")
        self.setParent(parent)
        self._state = ElidedLabel("", tone="muted")
        self.add_aside(self._state)
        self._grid: QWidget | None = None
        self._view: SetupView | None = None
        self._is_compact = False

    def set_compact(self, is_compact: bool) -> None:
        """Where there is little height, say in one line how many can fight."""
        self._is_compact = is_compact
        self._show()

    def set_view(self, view: SetupView) -> None:
        """Show the next battle as it stands."""
        if view == self._view:
            return
        self._view = view
        self.set_title(_TITLES[view.stage].format(number=view.number))
        old, self._grid = self._grid, QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        columns = 2 if len(view.sides) > 1 else 1
        for place, side in enumerate(view.sides):
            row, column = divmod(place, columns)
            text = WrapLabel()
            text.set_plain("\n".join(side_lines(side, view.stage)))
            text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            name = ElidedLabel(side.name, bold=True)
            grid.addWidget(name, 2 * row, column)
            grid.addWidget(text, 2 * row + 1, column)
            grid.setColumnStretch(column, 1)
            grid.setRowStretch(2 * row + 1, 1)
        self.add(self._grid)
        if old is not None:
            old.hide()
            old.deleteLater()
        self._show()

    def _show(self) -> None:
        if self._view is None or self._grid is None:
            return
        self._grid.setVisible(not self._is_compact)
        fit = " · ".join(f"{side.name}: {side.fit} can fight" for side in self._view.sides)
        self._state.setText(fit if self._is_compact else _state(self._view))

    def state(self) -> str:
        """What is said beside the title."""
        return self._state.text()

    def lines(self) -> tuple[str, ...]:
        """Everything that is shown, line by line."""
        view = self._view
        if view is None:
            return ()
        return tuple(line for side in view.sides for line in side_lines(side, view.stage))


def _state(view: SetupView) -> str:
    if view.asks:
        questions = "1 question comes" if view.asks == 1 else f"{view.asks} questions come"
        return f"{questions} first: set it up."
    return _STATES[view.stage]


def side_lines(side: SetupSideView, stage: str) -> list[str]:
    """Return what is said of one warband: who can fight, who cannot, and what acts."""
    lines = [f"{side.fit} can fight" if side.fit != 1 else "1 can fight"]
    if side.missing:
        lines.append(f"Misses it: {', '.join(side.missing)}")
    acting = [view for view in side.pending if view.ref != "misses_battle"]
    shown = acting[:MOST_SHOWN]
    lines += [pending_line(view) for view in shown]
    if len(acting) > len(shown):
        lines.append(f"and {len(acting) - len(shown)} more")
    if not acting and not side.missing and stage != "ready":
        lines.append("Nothing waits for it.")
    return lines


def pending_line(view: PendingView) -> str:
    """Return one entry of what waits, with its owner and its source."""
    owner = f"{view.owner}: " if view.member_id is not None else ""
    source = f" ({view.source})" if view.source else ""
    return f"{owner}{view.words}{source}"
