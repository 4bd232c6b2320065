"""One house rule with its settings."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.services.views import HouseRuleView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    Chip,
    Label,
    NumberField,
    WrapLabel,
    bold,
    escaped,
)


class RuleCard(Card):
    """`switched(rule id, value)` tells what was chosen.

    A rule with options shows them all with what they change; one with a number takes a number.
    """

    switched = Signal(str, object)

    def __init__(self, rule: HouseRuleView, *, locked: str, parent: QWidget | None = None) -> None:
        super().__init__(rule.name, parent=parent)
        self._rule = rule
        self.buttons: dict[str, QRadioButton] = {}
        self.number: NumberField | None = None
        self._changed = Chip("changed", "gold")
        self.add_aside(self._changed)
        says = WrapLabel()
        says.set_rich(f"{bold('The rules:')} {escaped(rule.rules_say)}")
        why = WrapLabel()
        default = escaped(_default_words(rule))
        why.set_rich(f"{bold('Our default:')} {default}. {escaped(rule.why)}")
        self.add(says)
        self.add(why)
        self.body.addSpacing(4)
        if rule.options:
            self._add_options(rule)
        else:
            self._add_number(rule)
        for field in (*self.buttons.values(), *([self.number] if self.number else [])):
            field.setEnabled(not locked)
            field.setToolTip(escaped(locked))

    def show_rule(self, rule: HouseRuleView) -> None:
        """Show how the rule is set."""
        self._rule = rule
        self._changed.setVisible(rule.value != rule.default)
        button = self.buttons.get(str(rule.value))
        if button is not None:
            button.setChecked(True)
        if self.number is not None and isinstance(rule.value, int):
            self.number.setValue(rule.value)
            self._to_default.setVisible(rule.value != rule.default)

    def focus_first(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the setting."""
        checked = next((b for b in self.buttons.values() if b.isChecked()), self.number)
        if checked is not None:
            checked.setFocus(*reason)

    def _add_options(self, rule: HouseRuleView) -> None:
        group = QButtonGroup(self)
        for option in rule.options:
            is_default = option.id == rule.default
            button = QRadioButton(option.label.replace("&", "&&"))
            button.setAccessibleName(option.label + (", our default" if is_default else ""))
            button.setAccessibleDescription(option.changes)
            button.setChecked(option.id == rule.value)
            group.addButton(button)
            self.buttons[option.id] = button
            line = QHBoxLayout()
            line.setSpacing(6)
            line.addWidget(button)
            if is_default:
                line.addWidget(Label("our default", tone="muted", size=TextSize.SMALL))
            line.addStretch(1)
            changes = WrapLabel(option.changes, tone="muted", size=TextSize.SMALL)
            changes.setContentsMargins(30, 0, 0, 4)
            both = QVBoxLayout()
            both.setSpacing(0)
            both.addLayout(line)
            both.addWidget(changes)
            self.body.addLayout(both)
            button.clicked.connect(lambda _=False, value=option.id: self._choose(value))

    def _add_number(self, rule: HouseRuleView) -> None:
        self.number = NumberField(
            rule.least if rule.least is not None else 0,
            rule.most if rule.most is not None else 1_000_000,
        )
        self.number.setAccessibleName(rule.name)
        self.number.setKeyboardTracking(False)
        self.number.setMinimumWidth(110)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        if isinstance(rule.value, int):
            self.number.setValue(rule.value)
        self.number.valueChanged.connect(self._choose)
        self._to_default = ActionButton(f"Back to {rule.default}", kind="quiet")
        self._to_default.clicked.connect(lambda: self._choose(self._rule.default))
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.number)
        line.addWidget(Label(f"{rule.least} to {rule.most}", tone="muted", size=TextSize.SMALL))
        line.addWidget(self._to_default)
        line.addStretch(1)
        self.body.addLayout(line)

    def _choose(self, value: str | int) -> None:
        if value != self._rule.value:
            self.switched.emit(self._rule.id, value)


def _default_words(rule: HouseRuleView) -> str:
    option = next((o for o in rule.options if o.id == rule.default), None)
    return f"“{option.label}”" if option is not None else str(rule.default)
