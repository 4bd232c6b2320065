"""Which entries are shown, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from mordcry_app.services.chronicle_views import ChronicleFilter, ChronicleView
from mordcry_app.services.views import ChoiceView
from mordcry_app.ui.shortcuts import bind
from mordcry_app.ui.theme import icon
from mordcry_app.ui.widgets import ChipButton, ChoiceField, FlowLayout

_WAIT_MS = 220
_LETTERS = 8  # shown of a choice where there is little room


class FilterBar(QWidget):
    """Battle, warband, fighter, words, and the order. `changed` tells of another choice."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Search")
        self.words.setAccessibleName("Search the chronicle")
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(160)
        self.words.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.battle = _choice("Battle")
        self.roster = _choice("Warband")
        self.member = _choice("Fighter")
        self.oldest_first = ChipButton("Oldest first", checkable=True)
        self._choices: tuple[tuple[ChoiceView, ...], ...] = ()
        flow = FlowLayout(self, gap=10)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for part in (self.words, self.battle, self.roster, self.member, self.oldest_first):
            flow.addWidget(part)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.changed)
        self.words.textChanged.connect(lambda _: self._timer.start())
        self.words.returnPressed.connect(self._search_now)
        for field in (self.battle, self.roster, self.member):
            field.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.oldest_first.toggled.connect(lambda _: self.changed.emit())
        bind(self, "search_chronicle", self._take_search)

    def wanted(self) -> ChronicleFilter:
        """Return what is chosen."""
        return ChronicleFilter(
            _number(self.battle.chosen()),
            _number(self.roster.chosen()),
            _number(self.member.chosen()),
            self.words.text(),
        )

    def offer(self, view: ChronicleView) -> bool:
        """Offer what there is; return whether something that was chosen is not there any more."""
        choices = (view.battles, view.rosters, view.members)
        if choices == self._choices:
            return False
        self._choices = choices
        names = ("All battles", "All warbands", "All fighters")
        fields = (self.battle, self.roster, self.member)
        lost = [
            _fill(field, all_of_them, offered)
            for field, all_of_them, offered in zip(fields, names, choices, strict=True)
        ]
        return any(lost)

    def show_battle(self, battle_id: int) -> None:
        """Choose a battle and nothing else."""
        self.clear()
        place = self.battle.findData(str(battle_id))
        if place >= 0:
            self.battle.setCurrentIndex(place)

    def clear(self) -> None:
        """Choose everything."""
        self.blockSignals(True)
        for field in (self.battle, self.roster, self.member):
            field.setCurrentIndex(0)
        self.words.clear()
        self._timer.stop()
        self.blockSignals(False)
        self.changed.emit()

    def _search_now(self) -> None:
        self._timer.stop()
        self.changed.emit()

    def _take_search(self) -> None:
        self.words.setFocus()
        self.words.selectAll()


def _choice(name: str) -> ChoiceField:
    field = ChoiceField()
    field.setAccessibleName(name)
    field.setMinimumContentsLength(_LETTERS)
    field.setMaximumWidth(230)
    return field


def _fill(field: ChoiceField, all_of_them: str, offered: Sequence[ChoiceView]) -> bool:
    """Fill a field and choose what was chosen before; return whether that is not there any more."""
    chosen = field.chosen()
    field.blockSignals(True)
    field.set_choices([(all_of_them, None), *((choice.name, choice.id) for choice in offered)])
    place = field.findData(chosen) if chosen is not None else 0
    field.setCurrentIndex(max(place, 0))
    field.blockSignals(False)
    return place < 0


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, str) and value else None
