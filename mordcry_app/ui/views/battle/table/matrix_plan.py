"""Several attacks on one target: what they are worth one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Command
from mordcry_app.ui.views.battle.table.wording import percent
from mordcry_app.ui.widgets import ActionButton, WrapLabel

PlanOf = Callable[[Sequence[Command]], Sequence[float]]
"""The chance that the target is out after each of some attacks."""


class PlanLine(QWidget):
    """Shows a plan of attacks on one target; hidden while there is none.

    `changed()` tells that the plan has another attack, or one fewer.
    """

    changed = Signal()

    def __init__(self, plan_of: PlanOf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan_of = plan_of
        self._target: int | None = None
        self._attacks: list[tuple[Command, str]] = []
        self._target_name = ""
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        self.text = WrapLabel()
        across.addWidget(self.text, 1)
        self.back_button = ActionButton("Take back", "Backspace", kind="quiet")
        self.back_button.clicked.connect(self.take_back)
        across.addWidget(self.back_button)
        self.hide()

    def add(self, command: Command, label: str, target: int, target_name: str) -> None:
        """Add an attack to the plan; one on another target begins a new plan."""
        if target != self._target:
            self._attacks.clear()
        self._target, self._target_name = target, target_name
        self._attacks.append((command, label))
        self._show()

    def take_back(self) -> None:
        """Take the last attack out of the plan."""
        if self._attacks:
            self._attacks.pop()
            self._show()

    def forget(self) -> None:
        """Drop the plan."""
        self._attacks.clear()
        self._show()

    def places(self) -> dict[tuple[int, str, int], str]:
        """Return where each attack stands in the plan, by fighter, weapon and target: `1, 3`."""
        found: dict[tuple[int, str, int], str] = {}
        for number, (command, _) in enumerate(self._attacks, 1):
            key = (command.number("attacker"), command.word("weapon"), self._target or 0)
            found[key] = f"{found[key]}, {number}" if key in found else str(number)
        return found

    def _show(self) -> None:
        self.setVisible(bool(self._attacks))
        if self._attacks:
            chances = self._plan_of([command for command, _ in self._attacks])
            steps = [
                f"{label} {percent(chance)}"
                for (_, label), chance in zip(self._attacks, chances, strict=True)
            ]
            self.text.set_plain(f"Plan on {self._target_name}, out after: {' → '.join(steps)}")
        self.changed.emit()
