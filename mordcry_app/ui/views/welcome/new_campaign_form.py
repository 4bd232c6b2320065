"""A new campaign on one page: its name, its rules, the players with their warbands, and its file.

Everything is filled in with suggestions, so Enter founds at once; everything can be typed over or
rolled anew. Nothing hides behind a next step.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.file_names import SUFFIX, free_path
from mordcry_app.ui.forms import clear, labelled, text_field
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.welcome.roster_form import RosterForm
from mordcry_app.ui.widgets import (
    ActionButton,
    ChoiceField,
    ElidedLabel,
    Hairline,
    IconButton,
    KeyHint,
    Label,
    WrapLabel,
    set_invalid,
    titled,
)

if TYPE_CHECKING:
    from mordcry_app.services.founding import RulesetChoice

_MOST_ROSTERS = 8
_NO_NAME = "A campaign needs a name."


class NewCampaignForm(QWidget):
    """`found_asked(Path, NewCampaign)` tells what to found and where.

    `foot` holds the place of the file and the main button; whoever shows the form puts it where it
    is always in sight.
    """

    found_asked = Signal(object, object)

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._rulesets: tuple[RulesetChoice, ...] = ()
        self._shown_ruleset: RulesetChoice | None = None
        self._chosen_path: Path | None = None
        self._is_narrow = False
        self._file_dialog: QFileDialog | None = None
        self.rosters: list[RosterForm] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 0, 6, 4)
        column.setSpacing(14)
        column.addWidget(titled("A new campaign", TextSize.TITLE))
        column.addLayout(self._make_name_line())
        column.addLayout(self._make_rules())
        column.addWidget(Hairline())
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(30)
        self._grid.setVerticalSpacing(22)
        column.addLayout(self._grid)
        self.add_button = ActionButton("Add a warband", kind="quiet", icon_name="add")
        self.add_button.clicked.connect(self._add_by_hand)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.foot = self._make_foot()
        for _ in range(2):
            self._add_roster()
        self._set_ready(False)

    def load(self) -> None:
        """Read what can be founded and fill every empty field with a suggestion."""
        from mordcry_app.services.founding import installed_rulesets
        from mordcry_app.services.naming import themes

        if not self._rulesets:
            self._rulesets = installed_rulesets()
            self.ruleset.set_choices([(choice.name, choice.id) for choice in self._rulesets])
            self.ruleset.setVisible(len(self._rulesets) > 1)
            self._ruleset_label.setVisible(len(self._rulesets) > 1)
            choices = themes()
            for place, roster in enumerate(self.rosters):
                roster.set_themes(choices, place)
            self._show_ruleset()
            self._set_ready(bool(self._rulesets))
        # A form that founded one campaign suggests another one for the next.
        if not self.name.text() or self._was_used:
            self._was_used = False
            self._chosen_path = None
            self._suggest_all()
        self._show_path()

    def focus_first(self) -> None:
        """Give the keyboard to the name."""
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()

    def set_narrow(self, narrow: bool) -> None:
        """Put the warbands one below the other where there is little room."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._place_rosters()

    def path(self) -> Path:
        """Return where the campaign will be saved."""
        if self._chosen_path is not None:
            return self._chosen_path
        return free_path(self._store.campaign_folder(), self.name.text())

    def found(self) -> None:
        """Ask for the campaign to be founded, or say what is missing."""
        from mordcry_app.services.founding import NewCampaign

        if not self.found_button.isEnabled():
            return
        missing = "" if self.name.text().strip() else _NO_NAME
        set_invalid(self.name, missing)
        self._problem.setText(missing)
        self._problem.setVisible(bool(missing))
        if missing:
            self.focus_first()
            return
        new = NewCampaign(
            name=self.name.text(),
            ruleset=str(self.ruleset.currentData()),
            rosters=tuple(roster.new_roster(self.style_id()) for roster in self.rosters),
        )
        self._was_used = True
        self.found_asked.emit(self.path(), new)

    def style_id(self) -> str:
        """Return the id of the way in which fighters are made."""
        button = self._styles.checkedButton()
        return str(button.property("style_id")) if button is not None else ""

    # ------------------------------------------------------------------ making

    def _make_name_line(self) -> QVBoxLayout:
        self._was_used = False
        self.name = text_field(placeholder="What your evenings will be called")
        self.name.textChanged.connect(self._follow_name)
        self._take_enter(self.name)
        roll = IconButton("dice", "Another name for the campaign")
        roll.clicked.connect(self._roll_name)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addLayout(labelled("Name of the campaign", self.name), 1)
        line.addWidget(roll, 0, Qt.AlignmentFlag.AlignBottom)
        self._problem = Label(tone="blood", size=TextSize.SMALL)
        self._problem.hide()
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addLayout(line)
        column.addWidget(self._problem)
        return column

    def _make_rules(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        self._ruleset_label = Label("Rules", tone="muted", size=TextSize.SMALL)
        self.ruleset = ChoiceField()
        self.ruleset.setAccessibleName("Rules")
        self.ruleset.currentIndexChanged.connect(lambda _: self._show_ruleset())
        self._ruleset_text = WrapLabel(tone="muted", size=TextSize.SMALL)
        self._style_box = QVBoxLayout()
        self._style_box.setSpacing(2)
        self._styles = QButtonGroup(self)
        column.addWidget(self._ruleset_label)
        column.addWidget(self.ruleset)
        column.addWidget(self._ruleset_text)
        column.addWidget(Label("How the fighters start", tone="muted", size=TextSize.SMALL))
        column.addLayout(self._style_box)
        return column

    def _make_foot(self) -> QWidget:
        self._path_label = ElidedLabel(tone="muted", mode=Qt.TextElideMode.ElideMiddle)
        self.change_path = ActionButton("Change…", kind="quiet")
        self.change_path.clicked.connect(self._ask_path)
        self.found_button = ActionButton("Found the campaign", kind="primary")
        self.found_button.clicked.connect(self.found)
        foot = QWidget()
        line = QHBoxLayout(foot)
        line.setContentsMargins(20, 10, 20, 10)
        line.setSpacing(8)
        line.addWidget(self._path_label, 1)
        line.addWidget(self.change_path)
        line.addSpacing(6)
        line.addWidget(KeyHint("Return"))
        line.addWidget(self.found_button)
        return foot

    def _add_roster(self) -> RosterForm:
        roster = RosterForm(len(self.rosters) + 1)
        roster.remove_asked.connect(lambda: self._remove_roster(roster))
        roster.taken = self._taken
        for field in roster.fields():
            self._take_enter(field)
        roster.slots_changed.connect(lambda: [self._take_enter(f) for f in roster.fields()])
        self.rosters.append(roster)
        self._place_rosters()
        return roster

    def _add_by_hand(self) -> None:
        from mordcry_app.services.naming import themes

        roster = self._add_roster()
        roster.set_themes(themes(), len(self.rosters) - 1)
        roster.set_slots(self._slots())
        roster.suggest_all()
        roster.player.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove_roster(self, roster: RosterForm) -> None:
        self.rosters.remove(roster)
        self._grid.removeWidget(roster)
        roster.hide()
        roster.deleteLater()
        self._place_rosters()

    def _place_rosters(self) -> None:
        columns = 1 if self._is_narrow else 2
        before: QWidget = self.add_button
        for place, roster in enumerate(self.rosters):
            self._grid.addWidget(
                roster, place // columns, place % columns, Qt.AlignmentFlag.AlignTop
            )
            roster.set_number(place + 1, removable=len(self.rosters) > 1)
            QWidget.setTabOrder(before, roster)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self.add_button.setVisible(len(self.rosters) < _MOST_ROSTERS)

    def _take_enter(self, field: QLineEdit) -> None:
        """Let Enter in a field found."""
        field.returnPressed.connect(self.found, Qt.ConnectionType.UniqueConnection)

    # ------------------------------------------------------------------ filling

    def _set_ready(self, ready: bool) -> None:
        self.found_button.setEnabled(ready)
        self.add_button.setEnabled(ready)

    def _show_ruleset(self) -> None:
        choice = self._ruleset()
        if choice is None or choice is self._shown_ruleset:
            return
        self._shown_ruleset = choice
        self._ruleset_text.set_plain(f"{choice.name}: {choice.text}")
        for button in self._styles.buttons():
            self._styles.removeButton(button)
        clear(self._style_box)
        for number, style in enumerate(choice.styles):
            button = QRadioButton(style.name)
            button.setProperty("style_id", style.id)
            button.setAccessibleDescription(style.text)
            button.setChecked(number == 0)
            self._styles.addButton(button)
            text = WrapLabel(style.text, tone="muted", size=TextSize.SMALL)
            text.setContentsMargins(30, 0, 0, 2)
            self._style_box.addWidget(button)
            self._style_box.addWidget(text)
        for roster in self.rosters:
            roster.set_slots(choice.slots)

    def _ruleset(self) -> RulesetChoice | None:
        wanted = self.ruleset.currentData()
        return next((choice for choice in self._rulesets if choice.id == wanted), None)

    def _slots(self) -> tuple[str, ...]:
        choice = self._ruleset()
        return choice.slots if choice is not None else ()

    def _suggest_all(self) -> None:
        self._roll_name()
        for roster in self.rosters:
            roster.suggest_all()

    def _roll_name(self) -> None:
        from mordcry_app.services.naming import suggest_campaign

        self.name.setText(suggest_campaign({self.name.text()}))

    def _taken(self) -> set[str]:
        return {name for roster in self.rosters for name in roster.names()}

    def _follow_name(self, name: str) -> None:
        if name.strip():
            set_invalid(self.name)
            self._problem.hide()
        self._show_path()

    def _show_path(self) -> None:
        path = self.path()
        shown = str(path)
        home = str(Path.home())
        if len(home) > 1 and shown.startswith(home):
            shown = f"~{shown[len(home) :]}"
        self._path_label.setText(f"Saved as {shown}")
        self._path_label.setAccessibleName(f"Saved as {path}")

    def _ask_path(self) -> None:
        path = self.path()
        folder = next((p for p in path.parents if p.is_dir()), Path.home())
        dialog = QFileDialog(
            self, "Where to save the campaign", str(folder), f"Campaigns (*{SUFFIX})"
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(path.name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._take_path)
        self._file_dialog = dialog
        dialog.open()

    def _take_path(self, name: str) -> None:
        self._chosen_path = Path(name)
        self._show_path()
