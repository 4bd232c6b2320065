"""One player's part of a new campaign: the warband, its motto, and every fighter by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mordcry_app.ui.forms import clear, labelled, text_field
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import ActionButton, ChoiceField, IconButton, Label, titled

if TYPE_CHECKING:
    from mordcry_app.services.founding import NewRoster
    from mordcry_app.services.views import ChoiceView


class RosterForm(QWidget):
    """Fields with suggestions. `remove_asked` tells that the warband is not wanted;
    `slots_changed` that there are other fields for fighters.

    `taken` returns the names that are used anywhere in the campaign, so that none comes twice.
    """

    remove_asked = Signal()
    slots_changed = Signal()

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.taken: Callable[[], set[str]] = set
        self.fighters: list[QLineEdit] = []
        self._slots: tuple[str, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        head = QHBoxLayout()
        self._title = titled("", TextSize.HEADING)
        self.remove = IconButton("remove", "Leave this warband out")
        self.remove.clicked.connect(self.remove_asked)
        head.addWidget(self._title, 1)
        head.addWidget(self.remove)
        column.addLayout(head)
        self.player = text_field(placeholder="Who plays it")
        self.theme = ChoiceField()
        self.theme.activated.connect(lambda _: self.suggest_all())
        self.name = text_field(placeholder="Unnamed warband")
        self.motto = text_field(placeholder="None")
        first = QHBoxLayout()
        first.setSpacing(10)
        first.addLayout(labelled("Player", self.player), 1)
        first.addLayout(labelled("Kind of names", self.theme), 1)
        column.addLayout(first)
        column.addLayout(self._with_roll("Warband", self.name, self._roll_name))
        column.addLayout(self._with_roll("Motto", self.motto, self._roll_motto))
        heading = QHBoxLayout()
        heading.addWidget(Label("Fighters", tone="muted", size=TextSize.SMALL), 1)
        self.roll_all = ActionButton("New names for all", kind="quiet", icon_name="dice")
        self.roll_all.clicked.connect(self._roll_fighters)
        heading.addWidget(self.roll_all)
        column.addLayout(heading)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        self.set_number(number, removable=False)

    def set_number(self, number: int, *, removable: bool) -> None:
        """Say which warband this is, and whether it can be left out."""
        self._title.setText(
            ("First", "Second", "Third", "Fourth")[number - 1] + " warband"
            if number <= 4
            else f"Warband {number}"
        )
        self.remove.setVisible(removable)
        self.setAccessibleName(self._title.text())

    def set_themes(self, themes: Sequence[ChoiceView], first: int) -> None:
        """Offer kinds of names; the warbands of a campaign start with different ones."""
        for theme in themes:
            self.theme.addItem(theme.name, theme.id)
            self.theme.setItemData(self.theme.count() - 1, theme.text, Qt.ItemDataRole.ToolTipRole)
        if themes:
            self.theme.setCurrentIndex(first % len(themes))

    def set_slots(self, slots: tuple[str, ...]) -> None:
        """Show one field for each starting fighter, with what the fighter is beside it."""
        if slots == self._slots:
            return
        kept = [field.text() for field in self.fighters]
        self._slots = slots
        self.fighters.clear()
        clear(self._grid)
        for row, slot in enumerate(slots):
            field = text_field(kept[row] if row < len(kept) else "", placeholder="No name yet")
            field.setAccessibleName(f"{slot}, fighter {row + 1}")
            roll = IconButton("dice", f"Another name for fighter {row + 1}")
            roll.clicked.connect(lambda _=False, f=field: self._roll_fighter(f))
            self._grid.addWidget(Label(slot, tone="muted", size=TextSize.SMALL), row, 0)
            self._grid.addWidget(field, row, 1)
            self._grid.addWidget(roll, row, 2)
            self.fighters.append(field)
        self.slots_changed.emit()

    def fields(self) -> list[QLineEdit]:
        """Return every field that is typed into."""
        return [self.player, self.name, self.motto, *self.fighters]

    def names(self) -> set[str]:
        """Return the names that are used here."""
        return {field.text() for field in (self.name, *self.fighters) if field.text()}

    def suggest_all(self) -> None:
        """Fill in a warband, a motto and names of the kind that is chosen."""
        self._roll_name()
        self._roll_motto()
        self._roll_fighters()

    def new_roster(self, style: str) -> NewRoster:
        """Return the warband as it is to be created."""
        from mordcry_app.services.founding import NewRoster

        return NewRoster(
            player=self.player.text(),
            name=self.name.text(),
            motto=self.motto.text(),
            theme=str(self.theme.currentData() or ""),
            fighter_names=tuple(field.text() for field in self.fighters),
            style=style,
        )

    def _with_roll(self, name: str, field: QLineEdit, roll: Callable[[], object]) -> QHBoxLayout:
        button = IconButton("dice", f"Another {name.lower()}")
        button.clicked.connect(lambda _checked=False: roll())
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addLayout(labelled(name, field), 1)
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return line

    def _theme_id(self) -> str:
        return str(self.theme.currentData() or "")

    def _roll_name(self) -> None:
        from mordcry_app.services.naming import suggest_warband

        if self._theme_id():
            _put(self.name, suggest_warband(self._theme_id(), self.taken()))

    def _roll_motto(self) -> None:
        from mordcry_app.services.naming import suggest_motto

        if self._theme_id():
            _put(self.motto, suggest_motto(self._theme_id(), {self.motto.text()}))

    def _roll_fighter(self, field: QLineEdit) -> None:
        from mordcry_app.services.naming import suggest_fighter

        if self._theme_id():
            _put(field, suggest_fighter(self._theme_id(), self.taken()))

    def _roll_fighters(self) -> None:
        for field in self.fighters:
            field.clear()
        for field in self.fighters:
            self._roll_fighter(field)


def _put(field: QLineEdit, text: str) -> None:
    """Write a suggestion, with its beginning in sight."""
    field.setText(text)
    field.setCursorPosition(0)
