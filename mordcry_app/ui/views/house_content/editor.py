"""The right side of the page: one thing, its form, what is wrong with it, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.house_content_views import (
    FormValue,
    HouseContentView,
    HouseKindView,
    HouseRecordView,
)
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.house_content.record_form import RecordForm
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    Chip,
    ChipKind,
    ChoiceField,
    FlowLayout,
    Label,
    Scroller,
    WrapLabel,
    announce,
)

_STATES: dict[str, tuple[str, ChipKind]] = {
    "shipped": ("as printed", "plain"),
    "changed": ("changed by you", "active"),
    "own": ("your own", "active"),
    "blank": ("a blank to fill", "gold"),
    "left_out": ("wrong, so left out", "bad"),
}
_INDENT = 18  # logical pixels for each step that a line of words is further in


class RecordEditor(Card):
    """Edits one thing. What is done with it is the page's to do; signals ask for it.

    `changed` tells that something was typed; `kind_picked` that a blank is to be filled with
    something of another kind.
    """

    changed = Signal()
    kind_picked = Signal(str)
    save_asked = Signal()
    discard_asked = Signal()
    copy_asked = Signal()
    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", flush=True, parent=parent)
        self.form: RecordForm | None = None
        self._fields: object = None
        self._record: HouseRecordView | None = None
        self.state = Chip()
        self.add_aside(self.state)
        self.touches = WrapLabel("", tone="muted", size=TextSize.SMALL)
        self.filling = ChoiceField()
        self.filling.setAccessibleName("Fill the blank with")
        self.filling.activated.connect(lambda _: self.kind_picked.emit(str(self.filling.chosen())))
        self._filling_row = QWidget()
        self.problem = WrapLabel("", tone="blood")
        self.words = QVBoxLayout()
        self._words_title = Label("What it does", tone="muted", size=TextSize.SMALL)
        self.save = ActionButton("Save", keys_of("save_content"), kind="primary")
        self.discard = ActionButton("Discard what was typed")
        self.copy = ActionButton("Copy and change")
        self.back = ActionButton("")
        self._lay_out()
        self.save.clicked.connect(self.save_asked)
        self.discard.clicked.connect(self.discard_asked)
        self.copy.clicked.connect(self.copy_asked)
        self.back.clicked.connect(self.back_asked)

    @property
    def record(self) -> HouseRecordView | None:
        """What is edited, as it is stored."""
        return self._record

    def values(self) -> dict[str, FormValue]:
        """Return what the form holds."""
        return self.form.values() if self.form is not None else {}

    def show_record(
        self,
        record: HouseRecordView,
        kind: HouseKindView,
        content: HouseContentView,
        *,
        item_kinds: Sequence[HouseKindView] = (),
    ) -> None:
        """Show one thing with its stored values. `item_kinds` are what may fill a blank."""
        self._record = record
        self.set_title(record.name or _title_of_new(kind.noun))
        text, look = _STATES[record.state]
        self.state.set_text(text if record.ref else "new")
        self.state.set_kind(look)
        self.touches.set_plain(_touches(record, kind))
        self.touches.setVisible(bool(record.touches))
        is_blank = record.state == "blank"
        self._filling_row.setVisible(is_blank)
        if is_blank:
            self.filling.set_choices([(k.noun, k.kind) for k in item_kinds])
            self.filling.choose(kind.kind)
        self._need_form(kind, content)
        assert self.form is not None
        self.form.set_values(record.values)
        self.copy.setVisible(bool(record.ref) and not is_blank and not kind.kind.startswith("row:"))
        self.back.setVisible(record.state in ("changed", "own", "left_out") and bool(record.ref))
        self.back.set_text("Back to what is printed" if record.state == "changed" else "Remove")
        self.show_problem("", record.does)

    def set_values(self, values: dict[str, FormValue]) -> None:
        """Put back what was typed before."""
        if self.form is not None:
            self.form.set_values(values)

    def show_problem(self, problem: str, words: Sequence[tuple[str, int]]) -> None:
        """Show what is wrong with what was typed or, where nothing is, what it does."""
        if problem != self.problem.text():
            self.problem.set_plain(problem)
            announce(self.problem)
        self.problem.setVisible(bool(problem))
        while (item := self.words.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for text, depth in words:
            line = WrapLabel(text, size=TextSize.SMALL)
            line.setContentsMargins(depth * _INDENT, 0, 0, 0)
            self.words.addWidget(line)
        self._words_title.setVisible(bool(words))

    def set_unsaved(self, *, unsaved: bool, locked: str) -> None:
        """Let what was typed be saved or discarded; `locked` is why nothing may be written."""
        self.discard.setVisible(unsaved)
        self.save.set_available(unsaved and not locked, locked or "Nothing was changed yet.")
        for button in (self.copy, self.back):
            button.set_available(not locked, locked)

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the first field."""
        if self.form is not None and self.form.widgets:
            next(iter(self.form.widgets.values())).setFocus(*reason)

    def _need_form(self, kind: HouseKindView, content: HouseContentView) -> None:
        """Make the form of a kind, unless it is the one that stands here."""
        made_from = (kind.fields, content.stats, content.conditions)
        if self._fields == made_from:
            return
        self._fields = made_from
        if self.form is not None:
            self._body.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = RecordForm(kind.fields, content.stats, content.conditions)
        self.form.changed.connect(self.changed)
        self._body.insertWidget(2, self.form)

    def _lay_out(self) -> None:
        content = QWidget()
        self._body = QVBoxLayout(content)
        self._body.setContentsMargins(13, 0, 13, 13)
        self._body.setSpacing(10)
        filling = QHBoxLayout(self._filling_row)
        filling.setContentsMargins(0, 0, 0, 0)
        filling.addWidget(Label("Fill this blank with:", tone="muted"))
        filling.addWidget(self.filling)
        filling.addStretch(1)
        self._body.addWidget(self.touches)
        self._body.addWidget(self._filling_row)
        self._body.addWidget(self._words_title)
        self._body.addLayout(self.words)
        self._body.addStretch(1)
        self.scroller = Scroller(content)
        self.add(self.scroller, 1)
        below = QVBoxLayout()
        below.setContentsMargins(13, 8, 13, 11)
        below.setSpacing(8)
        below.addWidget(self.problem)
        buttons = FlowLayout(gap=10)
        for button in (self.save, self.discard, self.copy, self.back):
            buttons.addWidget(button)
        below.addLayout(buttons)
        self.add(below)


def _title_of_new(noun: str) -> str:
    return f"New {noun}"


def _touches(record: HouseRecordView, kind: HouseKindView) -> str:
    """Say who has it, and what a change does to them."""
    if not record.touches:
        return ""
    if any(field.name == "price" for field in kind.fields):
        return f"{record.touches} A change acts on what they have at once."
    return f"{record.touches} Values that came with it stay as they are; only what is new changes."
