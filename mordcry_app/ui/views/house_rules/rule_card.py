"""One house rule: what the rules say, our default and why, and the settings to choose from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.services.house_rule_views import HouseRulePreview
from mordcry_app.services.views import HouseRuleView
from mordcry_app.ui.help_anchors import set_help_anchor
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.house_rules.switch_panel import SwitchPanel
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    Chip,
    FlowLayout,
    Label,
    NumberField,
    WrapLabel,
    bold,
    escaped,
)

CHANGED = "Changed from the default"
AT_TABLE = "Carried out at the table"


class RuleCard(Card):
    """A choice is only considered at first: `considered(rule id, value)` asks for its preview.

    `switched(rule id, value)` tells that the player wants it; `kept(rule id)` that nothing changes.
    A rule with options shows them all with what they change; one with a number takes a number.
    """

    considered = Signal(str, object)
    switched = Signal(str, object)
    kept = Signal(str)

    def __init__(self, rule: HouseRuleView, *, locked: str, parent: QWidget | None = None) -> None:
        super().__init__(rule.name, parent=parent)
        set_help_anchor(self, f"house_rule:{rule.id}")
        self._rule = rule
        self._considers: str | int | None = None
        self._has_just_considered = False
        self.buttons: dict[str, QRadioButton] = {}
        self.number: NumberField | None = None
        self.changed_chip = Chip(CHANGED, "gold")
        self.to_default = ActionButton("Back to our default", kind="quiet")
        self.to_default.clicked.connect(lambda: self._choose(self._rule.default))
        self._panel: SwitchPanel | None = None
        self._add_marks(rule)
        self._add_texts(rule)
        if rule.options:
            self._add_options(rule)
        else:
            self._add_number(rule)
        for field in (*self.buttons.values(), *([self.number] if self.number else [])):
            field.setEnabled(not locked)
            field.setToolTip(escaped(locked))
        self.to_default.set_available(not locked, locked)
        self.show_rule(rule)

    @property
    def rule(self) -> HouseRuleView:
        """The rule as it was shown last."""
        return self._rule

    @property
    def panel(self) -> SwitchPanel:
        """Where a switch is decided; made when it is first needed."""
        if self._panel is None:
            self._panel = SwitchPanel()
            self._panel.switch.connect(self._switch)
            self._panel.keep.connect(self.keep)
            self.add(self._panel)
        return self._panel

    def considers(self) -> str | int | None:
        """Return the setting that is chosen but not switched to yet; none when there is none."""
        return self._considers

    def show_rule(self, rule: HouseRuleView) -> None:
        """Show how the rule is set; what was only considered is dropped if that has changed."""
        if rule.value != self._rule.value or self._considers == rule.value:
            self._drop()
        self._rule = rule
        self.changed_chip.setVisible(rule.value != rule.default)
        self._marks.setVisible(rule.at_table or rule.value != rule.default)
        self.to_default.setVisible(rule.value != rule.default)
        if self._considers is None:
            self._show_value(rule.value)

    def show_preview(self, preview: HouseRulePreview) -> None:
        """Show whom the setting that is considered would touch."""
        if preview.value == self._considers:
            self.panel.ask(preview)

    def keep(self) -> None:
        """Go back to the setting that holds, as if nothing had been chosen."""
        if self._considers is None:
            return
        had_keyboard = self.panel.isAncestorOf(QApplication.focusWidget() or self)
        self._drop()
        self._show_value(self._rule.value)
        if had_keyboard:
            self.focus_setting()
        self.kept.emit(self._rule.id)

    def focus_setting(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Give the keyboard to the setting."""
        checked = next((b for b in self.buttons.values() if b.isChecked()), self.number)
        if checked is not None:
            checked.setFocus(reason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._considers is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self._has_just_considered:  # Enter may itself have ended the typing
                self._switch()
        elif event.key() == Qt.Key.Key_Escape:
            self.keep()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave Ctrl+Z to the campaign: a number that has been switched is undone there."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _choose(self, value: str | int) -> None:
        if value == self._rule.value:
            self.keep()
            return
        if value == self._considers:
            return
        self._considers = value
        self._has_just_considered = True
        QTimer.singleShot(0, self, self._settle)
        self._show_value(value)
        self.considered.emit(self._rule.id, value)

    def _settle(self) -> None:
        self._has_just_considered = False

    def _switch(self) -> None:
        value = self._considers
        if value is None:
            return
        self._drop()
        self.switched.emit(self._rule.id, value)
        self.focus_setting()

    def _drop(self) -> None:
        self._considers = None
        if self._panel is not None:
            self._panel.hide()

    def _show_value(self, value: str | int) -> None:
        button = self.buttons.get(str(value))
        if button is not None:
            button.setChecked(True)
        if self.number is not None and isinstance(value, int) and self.number.value() != value:
            self.number.blockSignals(True)
            self.number.setValue(value)
            self.number.blockSignals(False)

    def _add_marks(self, rule: HouseRuleView) -> None:
        self._marks = QWidget()
        flow = FlowLayout(self._marks, gap=6)
        flow.addWidget(self.changed_chip)
        if rule.at_table:
            flow.addWidget(Chip(AT_TABLE))
        self.add(self._marks)

    def _add_texts(self, rule: HouseRuleView) -> None:
        says = WrapLabel()
        says.set_rich(f"{bold('The rules:')} {escaped(rule.rules_say)}")
        why = WrapLabel()
        default = escaped(_default_words(rule))
        why.set_rich(f"{bold('Our default:')} {default}. {escaped(rule.why)}")
        self.add(says)
        self.add(why)
        self.body.addSpacing(4)

    def _add_options(self, rule: HouseRuleView) -> None:
        group = QButtonGroup(self)
        for option in rule.options:
            is_default = option.id == rule.default
            button = QRadioButton(option.label.replace("&", "&&"))
            button.setAccessibleName(option.label + (", our default" if is_default else ""))
            button.setAccessibleDescription(option.changes)
            group.addButton(button)
            self.buttons[option.id] = button
            note = f"{option.changes} (our default)" if is_default else option.changes
            changes = WrapLabel(note.strip(), tone="muted", size=TextSize.SMALL)
            changes.setContentsMargins(30, 0, 0, 4)
            both = QVBoxLayout()
            both.setSpacing(0)
            both.addWidget(button)
            both.addWidget(changes)
            self.body.addLayout(both)
            button.clicked.connect(lambda _=False, value=option.id: self._choose(value))
        line = QHBoxLayout()
        line.addWidget(self.to_default)
        line.addStretch(1)
        self.body.addLayout(line)

    def _add_number(self, rule: HouseRuleView) -> None:
        self.number = NumberField(
            rule.least if rule.least is not None else 0,
            rule.most if rule.most is not None else 1_000_000,
        )
        self.number.setAccessibleName(rule.name)
        self.number.setMinimumWidth(110)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.valueChanged.connect(self._choose)
        self.number.installEventFilter(self)
        self.to_default.set_text(f"Back to {rule.default}")
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.number)
        line.addWidget(Label(f"{rule.least} to {rule.most}", tone="muted", size=TextSize.SMALL))
        line.addWidget(self.to_default)
        line.addStretch(1)
        self.body.addLayout(line)


def _default_words(rule: HouseRuleView) -> str:
    option = next((o for o in rule.options if o.id == rule.default), None)
    return f"“{option.label}”" if option is not None else str(rule.default)
