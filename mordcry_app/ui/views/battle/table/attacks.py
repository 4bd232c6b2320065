"""The attack that is put together: asks the rules what can be chosen and what it is worth."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.battle_engine import AttackForm, Command
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.battle_table import (
    BattleTableView,
    attack_form,
    attack_matrix,
    attack_plan,
    command_label,
    forecast,
)
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.battle.table import composing
from mordcry_app.ui.views.battle.table.attack_panel import AttackPanel
from mordcry_app.ui.views.battle.table.matrix_dialog import MatrixDialog
from mordcry_app.ui.views.battle.table.which_offers import fighters_of


class AttackDesk(QObject):
    """Keeps the attack at hand, if there is one, and fills its panel.

    - `opened()` an attack was begun, or something else is chosen in it
    - `put_off()` it was closed without being made
    - `attack_asked(Command, bool)` it is to be made, and whether the app rolls
    - `matrix_asked()` who should hit whom is wanted
    """

    opened = Signal()
    put_off = Signal()
    attack_asked = Signal(object, bool)
    matrix_asked = Signal()

    def __init__(self, session: CampaignSession, panel: AttackPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._panel = panel
        self._host = parent
        self._form: AttackForm | None = None
        self._is_read_only = False
        panel.changed.connect(self._change)
        panel.attack_asked.connect(self.attack_asked)
        panel.matrix_asked.connect(self.matrix_asked)
        panel.closed.connect(self._put_off)

    @property
    def form(self) -> AttackForm | None:
        """What can be chosen in the attack at hand, and what is chosen; none without one."""
        return self._form

    def begin(self, command: Command) -> None:
        """Put an attack together, with what the command says chosen."""
        try:
            self._show(command)
        except Refusal as refusal:
            self._session.refused.emit(refusal.sentence)
            return
        self._panel.set_forced(command.forced)
        self.opened.emit()
        self._panel.take_keyboard()

    def begin_with(self, attacker: int) -> None:
        """Put an attack of a fighter together, or of anybody: whatever the rules say of it."""
        self.begin(composing.attack_command(attacker))

    def reload(self, *, is_read_only: bool) -> bool:
        """Show the attack at hand as it stands now; say whether there is one."""
        self._is_read_only = is_read_only
        if self._form is None:
            return False
        was_refused = bool(self._form.refused)
        try:
            self._show(self._form.command)
        except Refusal:
            self.close()
            return False
        if self._form.refused and not was_refused:
            self.close()  # what it was begun for is over
        return self._form is not None

    def close(self) -> None:
        """Let go of the attack at hand."""
        self._form = None

    def title(self) -> str:
        """The attack in words, as far as it is chosen."""
        if self._form is None:
            return ""
        try:
            return command_label(self._session.file, self._form.command)
        except Refusal:
            return "An attack"

    def aim(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whom the attack is aimed at, and whom it could be aimed at."""
        if self._form is None:
            return (), ()
        free = tuple(int(option.id) for option in self._form.targets if not option.refused)
        return self._form.command.numbers(composing.TARGETS), free

    def aim_at(self, fighter_id: int) -> bool:
        """Aim the attack at hand at a fighter, or let it attack; say whether it can do either."""
        if self._form is None:
            return False
        if any(int(option.id) == fighter_id for option in self._form.targets):
            self._change(composing.with_target(self._form.command, fighter_id))
        elif any(int(option.id) == fighter_id for option in self._form.attackers):
            self._change(composing.with_attacker(self._form.command, fighter_id))
        else:
            return False
        self._panel.take_keyboard()
        return True

    def show_matrix(self, view: BattleTableView, side: int) -> None:
        """Open the table of who should hit whom."""
        file = self._session.file
        dialog = MatrixDialog(
            [(each.id, each.name) for each in view.sides],
            side,
            {fighter.id: fighter.name for fighter in fighters_of(view).values()},
            lambda chosen: attack_matrix(file, chosen),
            lambda attacks: attack_plan(file, attacks),
            self._host,
        )
        dialog.attack_chosen.connect(self.begin)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _change(self, command: Command) -> None:
        try:
            self._show(command)
        except Refusal as refusal:
            self._session.refused.emit(refusal.sentence)
            return
        self.opened.emit()

    def _show(self, command: Command) -> None:
        file = self._session.file
        form = attack_form(file, command)
        self._form = form
        worth = forecast(file, form.command) if composing.is_complete(form) else None
        self._panel.set_form(form, worth, is_read_only=self._is_read_only)

    def _put_off(self) -> None:
        self.close()
        self.put_off.emit()
