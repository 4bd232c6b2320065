"""Below the list of battles: opens the aftermath of the chosen one again, or says why it cannot."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mordcry_app.services.amending_views import AmendCheck
from mordcry_app.services.views import BattleView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import ActionButton, WrapLabel

_HINT = "Its answers come back; correct one, see what it changes, and commit it anew."


class AmendBar(QWidget):
    """One button and a line of text. `amend_asked(battle id)` the aftermath is to be amended."""

    amend_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._battle_id: int | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(14, 8, 14, 10)
        line.setSpacing(14)
        self.button = ActionButton("Amend the aftermath")
        self.button.clicked.connect(self._ask)
        self.text = WrapLabel(tone="muted", size=TextSize.SMALL)
        line.addWidget(self.button)
        line.addWidget(self.text, 1)
        self.hide()

    def show_battle(self, battle: BattleView | None, check: AmendCheck) -> None:
        """Offer the aftermath of a battle; one that is still open is not to be amended."""
        is_closed = battle is not None and battle.state == "closed"
        self.setVisible(is_closed)
        self._battle_id = battle.id if battle is not None and is_closed else None
        if battle is None or not is_closed:
            return
        self.button.set_text(f"Amend the aftermath of battle {battle.number}")
        self.button.set_available(check.possible, "\n".join(check.reasons))
        self.text.set_plain(_HINT if check.possible else "\n".join(check.reasons))
        self.text.setAccessibleName(self.text.text())

    def _ask(self) -> None:
        if self._battle_id is not None:
            self.amend_asked.emit(self._battle_id)
