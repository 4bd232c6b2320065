"""An attack before it is rolled: what it is made with, what counts, what it is worth."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import AttackForm, Command, Forecast
from mordcry_app.rules.procedure import Option
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.battle.table import composing
from mordcry_app.ui.views.battle.table.attack_chips import ChoiceChips, SwitchChips
from mordcry_app.ui.views.battle.table.forecast_view import ForecastView
from mordcry_app.ui.views.battle.table.split_row import SplitRow
from mordcry_app.ui.views.battle.table.steps_list import ShownStep, StepsList
from mordcry_app.ui.views.battle.table.wording import FORCE
from mordcry_app.ui.widgets import (
    ActionButton,
    ChipButton,
    ChoiceField,
    FlowLayout,
    Label,
    WrapLabel,
)

_NOBODY = "Choose a target"
_TYPING = "Type what was rolled on the table, or go step by step."


class AttackPanel(QWidget):
    """Puts an attack together. It asks nothing of the campaign itself: it is shown forms.

    - `changed(Command)` something else is chosen; show the form of it
    - `attack_asked(Command, bool)` the attack is to be made, and whether the app rolls
    - `matrix_asked()` who should hit whom is wanted
    - `closed()` the attack is put off
    """

    changed = Signal(object)
    attack_asked = Signal(object, bool)
    matrix_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form: AttackForm | None = None
        self._is_read_only = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        who = QGridLayout()
        who.setHorizontalSpacing(10)
        who.setVerticalSpacing(6)
        who.setColumnStretch(1, 1)
        self.attacker, self._attacker_label = _field(who, 0, "Attacker")
        self.target, _ = _field(who, 1, "Target")
        self.attacker.activated.connect(self._choose_attacker)
        self.target.activated.connect(self._choose_target)
        column.addLayout(who)
        self.weapons = ChoiceChips("Weapon")
        self.weapons.chosen.connect(self._choose_weapon)
        self.switches = SwitchChips("What counts")
        self.switches.switched.connect(self._switch)
        self.splits = ChipButton("Split the dice", checkable=True)
        self.splits.clicked.connect(self._toggle_split)
        self.split_row = SplitRow()
        self.split_row.split.connect(self._split)
        self.steps = StepsList()
        self.forecast = ForecastView()
        self.reason = WrapLabel(tone="muted")
        self.force = ChipButton(FORCE, "bad", checkable=True)
        self.force.toggled.connect(self._show_buttons)
        for widget in (self.weapons, self.switches, self.split_row, self.steps, self.forecast):
            column.addWidget(widget)
        column.addWidget(self.reason)
        column.addStretch(1)
        self.buttons = QWidget()
        self._fill_buttons(self.buttons)

    def set_form(
        self, form: AttackForm, forecast: Forecast | None, *, is_read_only: bool = False
    ) -> None:
        """Show what can be chosen, what is chosen, and what that is worth."""
        if self.form is None or form.refused != self.form.refused:
            self.force.setChecked(False)
        self.form, self._is_read_only = form, is_read_only
        command = form.command
        _show_options(self.attacker, form.attackers, command.number(composing.ATTACKER), "Attacker")
        is_choice = len(form.attackers) > 1
        self.attacker.setVisible(is_choice)
        self._attacker_label.setVisible(is_choice)
        targets = command.numbers(composing.TARGETS)
        _show_options(self.target, form.targets, targets[0] if targets else 0, _NOBODY)
        self.weapons.set_options(form.weapons, command.word(composing.WEAPON))
        self.weapons.setVisible(bool(form.weapons))
        self.switches.set_switches(form.switches)
        self._show_split(form, targets)
        steps = forecast.steps if forecast is not None else ()
        self.steps.set_steps([ShownStep.ahead(step) for step in steps])
        self.forecast.setVisible(forecast is not None)
        if forecast is not None:
            self.forecast.set_forecast(forecast)
        self._show_buttons()

    def take_keyboard(self) -> None:
        """Give the keyboard to what is to be chosen next."""
        has_target = self.form is not None and self.form.command.numbers(composing.TARGETS)
        place = self.roll_button if has_target and self.roll_button.isEnabled() else self.target
        place.setFocus()

    def set_forced(self, is_forced: bool) -> None:
        """Let the attack be made although it is refused, or not."""
        self.force.setChecked(is_forced)

    def is_forced(self) -> bool:
        """Whether the attack is to be made although it is refused."""
        return self.force.isChecked()

    def _fill_buttons(self, holder: QWidget) -> None:
        """Make the buttons, which stand below the panel and never scroll away."""
        self.roll_button = ActionButton("Roll all", keys_of("roll_dice"), kind="primary")
        self.roll_button.clicked.connect(lambda: self._attack(True))
        self.type_button = ActionButton("Type dice", keys_of("type_dice"))
        self.type_button.clicked.connect(lambda: self._attack(False))
        self.matrix_button = ActionButton("Who should hit whom?", keys_of("matrix"))
        self.matrix_button.clicked.connect(self.matrix_asked)
        self.close_button = ActionButton("Put off", keys_of("put_off"), kind="quiet")
        self.close_button.clicked.connect(self.closed)
        flow = FlowLayout(holder, gap=8)
        for widget in (
            self.roll_button,
            self.type_button,
            self.force,
            self.splits,
            self.matrix_button,
            self.close_button,
        ):
            flow.addWidget(widget)

    def _show_buttons(self) -> None:
        form = self.form
        if form is None:
            return
        is_whole = composing.is_complete(form)
        refused = form.refused
        reason = refused if is_whole or refused else "Choose a target first."
        self.reason.set_plain(refused)
        self.reason.setVisible(bool(refused))
        self.force.setVisible(bool(refused) and is_whole and not self._is_read_only)
        can = is_whole and (not refused or self.is_forced()) and not self._is_read_only
        if not self.split_row.isHidden() and not self.split_row.adds_up():
            can, reason = False, "Share out all dice first."
        for button in (self.roll_button, self.type_button):
            button.set_available(can, reason)
        if can:
            self.type_button.set_hint(_TYPING)

    def _show_split(self, form: AttackForm, targets: tuple[int, ...]) -> None:
        free = [option for option in form.targets if not option.refused]
        can = form.may_split and len(free) > 1 and form.dice > 1
        self.splits.setVisible(can)
        if len(targets) > 1:
            self.splits.setChecked(True)
        elif not can:
            self.splits.setChecked(False)
        is_split = can and self.splits.isChecked()
        self.split_row.setVisible(is_split)
        self.target.setEnabled(not is_split)
        if is_split:
            dice = form.command.numbers(composing.DICE)
            given = dict(zip(targets, dice or (form.dice,), strict=False))
            self.split_row.set_targets(form.targets, given, form.dice)

    def _toggle_split(self, is_on: bool) -> None:
        if self.form is None:
            return
        targets = self.form.command.numbers(composing.TARGETS)
        if is_on or not targets:
            self.set_form_again()
        else:
            self._change(lambda form: composing.with_target(form.command, targets[0]))

    def set_form_again(self) -> None:
        """Show the same form anew: something was opened or closed in it."""
        if self.form is not None:
            self._show_split(self.form, self.form.command.numbers(composing.TARGETS))
            self._show_buttons()

    def _attack(self, rolls: bool) -> None:
        if self.form is not None and self.roll_button.isEnabled():
            command = self.form.command.model_copy(update={"forced": self.is_forced()})
            self.attack_asked.emit(command, rolls)

    def _choose_attacker(self) -> None:
        chosen = self.attacker.chosen()
        if isinstance(chosen, int) and chosen:
            self._change(lambda form: composing.with_attacker(form.command, chosen))

    def _choose_target(self) -> None:
        chosen = self.target.chosen()
        if isinstance(chosen, int) and chosen:
            self._change(lambda form: composing.with_target(form.command, chosen))

    def _choose_weapon(self, weapon: str) -> None:
        self._change(
            lambda form: composing.with_values(
                form.command, {composing.WEAPON: weapon, composing.DICE: None}
            )
        )

    def _switch(self, switch_id: str, is_on: bool) -> None:
        self._change(lambda form: composing.with_switch(form, switch_id, is_on=is_on))

    def _split(self, shares: dict[int, int]) -> None:
        self._change(lambda form: composing.with_split(form.command, shares))

    def _change(self, chosen: Callable[[AttackForm], Command]) -> None:
        if self.form is not None:
            self.changed.emit(chosen(self.form))


def _field(grid: QGridLayout, row: int, name: str) -> tuple[ChoiceField, Label]:
    label = Label(name, tone="muted", size=TextSize.SMALL)
    field = ChoiceField([])
    field.setAccessibleName(name)
    label.setBuddy(field)
    grid.addWidget(label, row, 0)
    grid.addWidget(field, row, 1)
    return field, label


def _show_options(
    field: ChoiceField, options: tuple[Option, ...], chosen: int, nobody: str
) -> None:
    """Offer fighters; those that are refused say why."""
    choices: list[tuple[str, object]] = [
        (f"{option.label} — {option.refused}" if option.refused else option.label, int(option.id))
        for option in options
    ]
    if not chosen or all(value != chosen for _, value in choices):
        choices.insert(0, (nobody, 0))
        chosen = 0
    shown = [(field.itemText(n), field.itemData(n)) for n in range(field.count())]
    if shown != choices:
        field.set_choices(choices)
    field.choose(chosen)
