"""Where the player chooses: what is printed, for whom, with what on it, on which paper."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QVBoxLayout, QWidget

from mordcry_app.services.paper_views import PaperKind
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.kinds import SheetKind
from mordcry_app.ui.forms import labelled
from mordcry_app.ui.settings import PAPERS, SettingsStore
from mordcry_app.ui.views.printing.choices import (
    MOST,
    NUMBERS,
    SWITCHES,
    KindChoices,
    PaperChoice,
    names_left_out,
    offered,
    options_for,
    read_choices,
    read_kind,
    stored_choices,
)
from mordcry_app.ui.views.printing.kind_list import KindList
from mordcry_app.ui.widgets import (
    Card,
    FlowLayout,
    NumberField,
    WrapLabel,
    elided,
    escaped,
)

NOBODY = "Choose at least one warband."
_WIDEST_NAME = 215  # logical pixels
_LINE_GAP = 1


class ChoicesPanel(QWidget):
    """Remembers what is chosen, for each kind of paper. `changed` tells of every choice."""

    changed = Signal()

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._rosters: tuple[RosterView, ...] = ()
        self._is_showing = False
        self.warbands: dict[int, QCheckBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 14, 14, 20)
        self._column.setSpacing(14)
        self.kinds = KindList()
        what = self._card("What")
        what.body.setContentsMargins(0, 0, 0, 6)
        what.add(self.kinds)
        self._add_warbands()
        self._add_options()
        self._add_paper()
        self._column.addStretch(1)
        self.kinds.choose(read_kind(store.values.sheet_choices).id)
        self.kinds.chosen.connect(self._follow_kind)
        store.changed.connect(self._follow_settings)
        self._show_choices()

    @property
    def kind(self) -> SheetKind:
        """What kind of paper is chosen."""
        return self.kinds.kind()

    def choose_kind(self, kind: PaperKind) -> None:
        """Choose a kind of paper, with the choices that were made for it the last time."""
        self.kinds.choose(kind)

    def show_rosters(self, rosters: tuple[RosterView, ...]) -> None:
        """Offer the warbands as they are now."""
        if rosters == self._rosters:
            return
        self._rosters = rosters
        chosen = self._stored()
        for roster in rosters:
            box = self.warbands.get(roster.id)
            if box is None:
                box = QCheckBox()
                box.setChecked(not chosen.leaves_out(roster))
                box.toggled.connect(self._follow_choice)
                self.warbands[roster.id] = box
                self._warband_lines.addWidget(box)
            many = len(roster.members)
            people = f"{many} {'fighter' if many == 1 else 'fighters'}"
            name = elided(roster.shown_name, box.font(), _WIDEST_NAME)
            box.setText(f"{name} · {people}".replace("&", "&&"))
            box.setAccessibleName(f"{roster.shown_name} · {people}")
            box.setToolTip(escaped(roster.shown_name) if name != roster.shown_name else "")
        for roster_id in set(self.warbands) - {roster.id for roster in rosters}:
            box = self.warbands.pop(roster_id)
            box.hide()
            box.deleteLater()
        before: QWidget = self.kinds
        for box in (*self.warbands.values(), self.blank):
            QWidget.setTabOrder(before, box)
            before = box
        self._show_what_matters()

    def chosen_rosters(self) -> tuple[RosterView, ...]:
        """Return the warbands that are wanted; none where the kind is not printed for any."""
        if not self.kind.for_warbands or self.is_blank():
            return ()
        return tuple(roster for roster in self._rosters if self.warbands[roster.id].isChecked())

    def is_blank(self) -> bool:
        """Whether paper to fill in by hand is wanted."""
        return self.kind.may_be_blank and self.blank.isChecked()

    def choice(self) -> PaperChoice:
        """Return everything that is chosen."""
        ids = tuple(roster.id for roster in self.chosen_rosters())
        options = options_for(self.kind, self._on_screen(), self._store.paper())
        return PaperChoice(self.kind.id, ids, self.is_blank(), options)

    def objection(self) -> str:
        """Return why nothing can be printed with these choices; nothing where it can."""
        needs_one = self.kind.for_warbands and not self.is_blank() and bool(self._rosters)
        return NOBODY if needs_one and not self.chosen_rosters() else ""

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the list of kinds."""
        self.kinds.setFocus(*reason)

    # ------------------------------------------------------------------ making

    def _add_warbands(self) -> None:
        self._warband_card = self._card("For whom")
        self.blank = QCheckBox("Nobody: blank, to fill in by hand")
        self.blank.toggled.connect(self._follow_choice)
        self._nobody = WrapLabel(NOBODY, tone="blood")
        self._warband_lines = QVBoxLayout()
        self._warband_lines.setSpacing(_LINE_GAP)
        self._warband_card.add(self._warband_lines)
        self._warband_card.add(self.blank)
        self._warband_card.add(self._nobody)

    def _add_options(self) -> None:
        self._option_card = self._card("On the paper")
        self.switches: dict[str, QCheckBox] = {}
        for name, text in SWITCHES.items():
            box = QCheckBox(text)
            box.toggled.connect(self._follow_choice)
            self.switches[name] = box
            self._option_card.add(box)
        self.numbers: dict[str, NumberField] = {}
        self._number_line = QWidget()
        line = FlowLayout(self._number_line, gap=14)
        self._number_parts: dict[str, QWidget] = {}
        for name, text in NUMBERS.items():
            field = NumberField(0, MOST)
            field.setMinimumWidth(90)
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.valueChanged.connect(self._follow_choice)
            self.numbers[name] = field
            part = QWidget()
            part.setLayout(labelled(text, field))
            self._number_parts[name] = part
            line.addWidget(part)
        self._option_card.add(self._number_line)

    def _add_paper(self) -> None:
        card = self._card("Paper")
        self.papers = {value: QRadioButton(text) for value, text in PAPERS.items()}
        group = QButtonGroup(self)
        holder = QWidget()
        line = FlowLayout(holder, gap=14)
        for value, button in self.papers.items():
            button.setChecked(value == self._store.paper())
            button.clicked.connect(lambda _=False, v=value: self._store.change(paper=v))
            group.addButton(button)
            line.addWidget(button)
        card.add(holder)
        self.opens = QCheckBox("Open a PDF after saving it")
        self.opens.setChecked(self._store.values.opens_sheets)
        self.opens.toggled.connect(lambda on: self._store.change(opens_sheets=on))
        card.add(self.opens)

    def _card(self, title: str) -> Card:
        card = Card(title)
        card.body.setSpacing(_LINE_GAP)
        self._column.addWidget(card)
        return card

    # ------------------------------------------------------------------ showing and remembering

    def _stored(self) -> KindChoices:
        return read_choices(self._store.values.sheet_choices, self.kind)

    def _show_choices(self) -> None:
        """Show what was last chosen for the kind at hand."""
        chosen = self._stored()
        self._is_showing = True
        self.blank.setChecked(chosen.is_blank)
        for name, box in self.switches.items():
            box.setChecked(bool(chosen.option(name)))
        for name, field in self.numbers.items():
            field.setValue(int(chosen.option(name)))
        for roster in self._rosters:
            self.warbands[roster.id].setChecked(not chosen.leaves_out(roster))
        self._is_showing = False
        self._show_what_matters()

    def _show_what_matters(self) -> None:
        kind, is_blank = self.kind, self.is_blank()
        names = offered(kind, is_blank=is_blank)
        self.blank.setVisible(kind.may_be_blank)
        for box in self.warbands.values():
            box.setEnabled(not is_blank)
        self._warband_card.setVisible(kind.for_warbands)
        self._nobody.setVisible(bool(self.objection()))
        for name, box in self.switches.items():
            box.setVisible(name in names)
        for name, part in self._number_parts.items():
            part.setVisible(name in names)
        self._number_line.setVisible(any(name in NUMBERS for name in names))
        self._option_card.setVisible(bool(names))

    def _on_screen(self) -> KindChoices:
        """Return the choices as they stand; a kind for no warband keeps the names left out."""
        kind, before = self.kind, self._stored()
        switches = {n: box.isChecked() for n, box in self.switches.items() if n in kind.options}
        numbers = {n: field.value() for n, field in self.numbers.items() if n in kind.options}
        ids = [id_ for id_, box in self.warbands.items() if box.isChecked()]
        left_out = before.left_out
        if kind.for_warbands:
            left_out = names_left_out(self._rosters, ids, before)
        return KindChoices(self.is_blank(), left_out, {**switches, **numbers})

    def _follow_kind(self) -> None:
        self._show_choices()
        self._remember()
        self.changed.emit()

    def _follow_choice(self) -> None:
        if self._is_showing:
            return
        self._show_what_matters()
        self._remember()
        self.changed.emit()

    def _remember(self) -> None:
        stored = self._store.values.sheet_choices
        self._store.change(sheet_choices=stored_choices(stored, self.kind, self._on_screen()))

    def _follow_settings(self, names: frozenset[str]) -> None:
        self.opens.setChecked(self._store.values.opens_sheets)
        if "paper" in names:
            self.papers[self._store.paper()].setChecked(True)
            self.changed.emit()
