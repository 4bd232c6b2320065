"""One thing that can be put right by hand: how it stands, the fields, and the button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.ui.widgets import (
    ActionButton,
    ChoiceField,
    FlowLayout,
    NumberField,
    WrapLabel,
    bold,
    escaped,
    set_invalid,
)

_FACES = "123456789"


class CorrectionRow(QWidget):
    """Offers one correction; `apply` gets the command with what was entered."""

    def __init__(self, correction: Correction, apply: Callable[[Command], object]) -> None:
        super().__init__()
        self._correction = correction
        self._apply = apply
        self._choice: ChoiceField | None = None
        self._number: NumberField | None = None
        self._dice: QLineEdit | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 6)
        column.setSpacing(3)
        line = QHBoxLayout()
        line.setSpacing(8)
        self._text = WrapLabel()
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        line.addWidget(self._text, 1)
        self.button = ActionButton("Set" if correction.kind != "none" else "Do it")
        self.button.clicked.connect(self.apply)
        holder = QWidget()
        fields = FlowLayout(holder, gap=8)
        self._add_fields(fields, correction)
        fields.addWidget(self.button)
        self.button.setAccessibleName(f"{self.button.full_text()}: {correction.label}")
        line.addWidget(holder)
        column.addLayout(line)
        self.set_correction(correction)

    def set_correction(self, correction: Correction) -> None:
        """Show how it stands now, and start from that."""
        self._correction = correction
        text = bold(correction.label)
        if correction.current:
            text += f"<br>{escaped(correction.current)}"
        self._text.set_rich(text)
        if self._number is not None:
            self._number.setRange(correction.least, correction.most)
            self._number.setValue(correction.number)
        if self._choice is not None:
            self._choice.set_choices([(o.label, o.id) for o in correction.options])
            if any(o.id == correction.choice for o in correction.options):
                self._choice.choose(correction.choice)
        if self._dice is not None:
            self._dice.setText(" ".join(str(face) for face in correction.dice))

    def apply(self) -> None:
        """Do it, if what was entered makes sense."""
        faces = self._faces()
        if faces is not None:
            choice = str(self._choice.chosen() or "") if self._choice is not None else ""
            number = self._number.value() if self._number is not None else 0
            self._apply(self._correction.with_value(choice=choice, number=number, dice=faces))

    def _add_fields(self, fields: FlowLayout, correction: Correction) -> None:
        if correction.kind in ("choice", "choice_and_number"):
            self._choice = ChoiceField([])
            self._choice.setAccessibleName(correction.label)
            fields.addWidget(self._choice)
        if correction.kind in ("number", "choice_and_number"):
            self._number = NumberField(correction.least, correction.most, correction.number)
            self._number.setAccessibleName(f"{correction.label}: number")
            fields.addWidget(self._number)
        if correction.kind == "dice":
            self._dice = QLineEdit()
            self._dice.setAccessibleName(f"{correction.label}: faces")
            self._dice.setPlaceholderText("Faces, such as 1 4 4 6")
            self._dice.setMinimumWidth(150)
            fields.addWidget(self._dice)

    def _faces(self) -> tuple[int, ...] | None:
        """The faces that were typed; none where something else was."""
        if self._dice is None:
            return ()
        typed = self._dice.text().replace(" ", "").replace(",", "")
        is_dice = all(digit in _FACES for digit in typed)
        set_invalid(self._dice, "" if is_dice else "Only faces of dice, from 1 to 9.")
        return tuple(int(digit) for digit in typed) if is_dice else None
