"""The form for one thing, made from the fields of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from mordcry_app.services.house_content_views import FieldView, FormValue, ModifierValue
from mordcry_app.ui.forms import labelled
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.house_content.modifiers_editor import ModifiersEditor
from mordcry_app.ui.widgets import (
    ChoiceField,
    FlowLayout,
    Label,
    NumberField,
    set_font,
)

_NOTHING = "–"
_FIRST = ("name", "text")
_SMALL = ("number", "choice")
_LEAST_LINES, _MOST_LINES = 2, 14

Get = Callable[[], FormValue]
Set = Callable[[FormValue], None]


class RecordForm(QWidget):
    """Shows the fields of one kind and says what they hold; `changed` tells of each change."""

    changed = Signal()

    def __init__(
        self,
        fields: Sequence[FieldView],
        stats: Sequence[tuple[str, str]],
        conditions: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._stats, self._conditions = stats, conditions
        self.widgets: dict[str, QWidget] = {}
        self._get: dict[str, Get] = {}
        self._set: dict[str, Set] = {}
        self._is_setting = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        first = [field for name in _FIRST for field in fields if field.name == name]
        rest = [field for field in fields if field not in first]
        for field in first:
            self._add(field)
        self._add_small([field for field in rest if field.style in _SMALL])
        self._add_flags([field for field in rest if field.style == "flag"])
        for field in rest:
            if field.name not in self.widgets:
                self._add(field)

    def values(self) -> dict[str, FormValue]:
        """Return what the fields hold."""
        return {name: get() for name, get in self._get.items()}

    def set_values(self, values: Mapping[str, FormValue]) -> None:
        """Fill the fields, without telling that they changed."""
        self._is_setting = True
        for name, put in self._set.items():
            put(values.get(name))
        self._is_setting = False

    def _tell(self) -> None:
        if not self._is_setting:
            self.changed.emit()

    def _add_small(self, fields: Sequence[FieldView]) -> None:
        """Put numbers and choices side by side, as many as there is room for."""
        if not fields:
            return
        row = FlowLayout(gap=16)
        for field in fields:
            cell = QWidget()
            line = QVBoxLayout(cell)
            line.setContentsMargins(0, 0, 0, 0)
            line.addLayout(labelled(field.label, self._make(field), hint=field.hint))
            row.addWidget(cell)
        self._column.addLayout(row)

    def _add_flags(self, fields: Sequence[FieldView]) -> None:
        if not fields:
            return
        row = FlowLayout(gap=16)
        for field in fields:
            row.addWidget(self._make(field))
        self._column.addLayout(row)

    def _add(self, field: FieldView) -> None:
        widget = self._make(field)
        if isinstance(widget, ModifiersEditor):
            part = QVBoxLayout()
            part.setSpacing(3)
            part.addWidget(Label(field.label, tone="muted", size=TextSize.SMALL))
            part.addWidget(widget)
            self._column.addLayout(part)
            widget.setAccessibleName(field.label)
        else:
            self._column.addLayout(labelled(field.label, widget, hint=field.hint))

    def _make(self, field: FieldView) -> QWidget:
        make = {
            "line": self._make_line,
            "words": self._make_words,
            "text": self._make_text,
            "toml": self._make_text,
            "number": self._make_number,
            "flag": self._make_flag,
            "choice": self._make_choice,
            "modifiers": self._make_modifiers,
        }[field.style]
        widget = make(field)
        self.widgets[field.name] = widget
        return widget

    def _wire(self, field: FieldView, get: Get, put: Set) -> None:
        self._get[field.name], self._set[field.name] = get, put

    def _make_line(self, field: FieldView) -> QWidget:
        edit = QLineEdit()
        edit.textChanged.connect(self._tell)
        self._wire(
            field, edit.text, lambda value: edit.setText("" if value is None else str(value))
        )
        return edit

    def _make_words(self, field: FieldView) -> QWidget:
        edit = QLineEdit()
        edit.textChanged.connect(self._tell)

        def get() -> FormValue:
            return tuple(word.strip() for word in edit.text().split(",") if word.strip())

        def put(value: FormValue) -> None:
            edit.setText(", ".join(cast(tuple[str, ...], value or ())))

        self._wire(field, get, put)
        return edit

    def _make_text(self, field: FieldView) -> QWidget:
        edit = QPlainTextEdit()
        edit.setTabChangesFocus(True)
        if field.style == "toml":
            set_font(edit, QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            edit.setPlaceholderText("Nothing")

        def fit() -> None:
            shown = int(edit.document().size().height())  # in lines, wrapped ones counted
            lines = min(max(shown, _LEAST_LINES), _MOST_LINES)
            edit.setFixedHeight(QFontMetrics(edit.font()).lineSpacing() * (lines + 1) + 8)

        def put(value: FormValue) -> None:
            if edit.toPlainText() != str(value or ""):
                edit.setPlainText(str(value or ""))

        edit.textChanged.connect(fit)
        # Lines wrap once there is a width, and are counted only after that.
        edit.verticalScrollBar().rangeChanged.connect(lambda *_: QTimer.singleShot(0, edit, fit))
        edit.textChanged.connect(self._tell)
        fit()
        self._wire(field, edit.toPlainText, put)
        return edit

    def _make_number(self, field: FieldView) -> QWidget:
        least, most = field.least or 0, field.most if field.most is not None else 0
        may_be_empty = field.default is None
        spin = NumberField(least - 1 if may_be_empty else least, most)
        if may_be_empty:
            spin.setSpecialValueText(_NOTHING)
        spin.valueChanged.connect(self._tell)
        empty = least - 1

        def get() -> FormValue:
            return None if may_be_empty and spin.value() == empty else spin.value()

        def put(value: FormValue) -> None:
            spin.setValue(value if isinstance(value, int) else spin.minimum())

        self._wire(field, get, put)
        return spin

    def _make_flag(self, field: FieldView) -> QWidget:
        box = QCheckBox(field.label)
        box.toggled.connect(self._tell)
        self._wire(field, box.isChecked, lambda value: box.setChecked(bool(value)))
        return box

    def _make_choice(self, field: FieldView) -> QWidget:
        choice = ChoiceField([(words, value) for value, words in field.choices])
        choice.currentIndexChanged.connect(self._tell)

        def put(value: FormValue) -> None:
            if value not in [known for known, _ in field.choices]:
                choice.addItem(str(value), value)
            choice.choose(value)

        self._wire(field, lambda: str(choice.chosen()), put)
        return choice

    def _make_modifiers(self, field: FieldView) -> QWidget:
        editor = ModifiersEditor(self._stats, self._conditions)
        editor.changed.connect(self._tell)
        self._wire(
            field,
            editor.values,
            lambda value: editor.set_values(cast(tuple[ModifierValue, ...], value or ())),
        )
        return editor
