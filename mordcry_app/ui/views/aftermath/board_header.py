"""The top of a board: its stages, how much is left, and what finishes it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.procedure import Roll
from mordcry_app.services.views import BoardView, StageView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.views.aftermath.amend_strip import refused_text
from mordcry_app.ui.widgets import ActionButton, ChipButton, FlowLayout, HeaderBar

_WAYS_OUT = {
    "muster": ("Put off", "Close this board; the advances stay due."),
    "setup": ("Call it off", "Close this board; what waits for the battle goes on waiting."),
    "amend": ("Leave it as it was", "Close this board; the aftermath stays as it was committed."),
}


class BoardHeader(HeaderBar):
    """Title, and the actions of the whole board; its stages as chips are in `stage_row` below it.

    `stage_chosen(id)` tells that a stage was clicked; the other signals are the actions.
    """

    stage_chosen = Signal(str)
    roll_all_asked = Signal()
    finish_asked = Signal()
    changes_asked = Signal()
    discard_asked = Signal()
    form_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._stages: tuple[StageView, ...] = ()
        self._chips: list[ChipButton] = []
        self.stage_row = QWidget()
        self._stage_flow = FlowLayout(self.stage_row, gap=6)
        self._stage_flow.setContentsMargins(20, 8, 20, 0)
        self.discard_button = ActionButton("Put off", kind="quiet")
        self.discard_button.clicked.connect(self.discard_asked)
        self._is_compact: bool | None = None
        self._shown: tuple[BoardView, str] | None = None
        self.form_button = ActionButton("Follow the form")
        self.form_button.setCheckable(True)
        self.form_button.set_hint("All lines in the order of the printed form, to be typed in")
        self.form_button.clicked.connect(self.form_toggled)
        self.changes_button = ActionButton("Changes")
        self.changes_button.set_hint("What will change")
        self.changes_button.clicked.connect(self.changes_asked)
        self.roll_all_button = ActionButton("Roll all that is left")
        self.roll_all_button.clicked.connect(self.roll_all_asked)
        self.finish_button = ActionButton("Finish", kind="primary")
        self.finish_button.clicked.connect(self.finish_asked)
        for button in (
            self.discard_button,
            self.form_button,
            self.changes_button,
            self.roll_all_button,
            self.finish_button,
        ):
            self.add_action(button)
        self.set_compact(False)

    def set_compact(self, is_compact: bool) -> None:
        """Leave out the stages, long words and key caps; every key goes on working."""
        if is_compact == self._is_compact:
            return
        self._is_compact = is_compact
        self.roll_all_button.set_text("Roll all" if is_compact else "Roll all that is left")
        self.form_button.set_text("Form" if is_compact else "Follow the form")
        for button, key in (
            (self.form_button, keys_of("follow_form")),
            (self.changes_button, keys_of("changes")),
            (self.roll_all_button, keys_of("roll_all")),
            (self.finish_button, keys_of("record")),
        ):
            button.set_key(key, is_shown=not is_compact)
        if self._shown is not None:
            self.set_board(*self._shown)
        self._show_stages()

    def set_board(self, board: BoardView, read_only: str) -> None:
        """Show how far the board is; *read_only* says why nothing may be written, if so."""
        self._shown = (board, read_only)
        is_short = self._is_compact and board.kind == "aftermath" and board.battle_number
        self.set_title(f"Battle {board.battle_number}" if is_short else board.title)
        self._set_stages(board)
        self._write_discard(board)
        self.discard_button.set_available(not read_only, read_only)
        finish = "Finish"
        if board.amending is not None:
            finish = "Commit" if self._is_compact else "Commit the correction"
        self.finish_button.set_text(finish if board.is_complete else f"{board.left} left")
        lines = "1 line is" if board.left == 1 else f"{board.left} lines are"
        left = "" if board.is_complete else f"{lines} left to answer."
        why_not = read_only or left or refused_text(board.amending)
        self.finish_button.set_available(not why_not, why_not)
        can_roll = any(
            isinstance(line.question, Roll) for track in board.tracks for line in track.lines
        )
        self.roll_all_button.setVisible(not board.is_complete)
        self.roll_all_button.set_available(
            can_roll and not read_only, read_only or "What is open now is to be chosen, not rolled."
        )

    def _write_discard(self, board: BoardView) -> None:
        """Offer the way out of a board that need not be finished."""
        text, hint = _WAYS_OUT.get(board.kind, ("", ""))
        self.discard_button.setVisible(bool(text))
        if text:
            is_short = self._is_compact and board.amending is not None
            self.discard_button.set_text("Leave it" if is_short else text)
            self.discard_button.set_hint(hint)

    def show_form_button(self, *, is_shown: bool, is_on: bool) -> None:
        """Offer to follow the printed form, where there is one, and show whether it is followed."""
        self.form_button.setVisible(is_shown)
        self.form_button.setChecked(is_on)

    def show_changes_button(self, is_shown: bool) -> None:
        """Offer the changes as a drawer, where the page has no room for them."""
        self.changes_button.setVisible(is_shown)

    def chips(self) -> dict[str, ChipButton]:
        """The chip of each stage."""
        return {stage.id: chip for stage, chip in zip(self._stages, self._chips, strict=False)}

    def _set_stages(self, board: BoardView) -> None:
        while len(self._chips) < len(board.stages):
            chip = ChipButton()
            chip.clicked.connect(self._choose_of(len(self._chips)))
            self._chips.append(chip)
            self._stage_flow.addWidget(chip)
        self._stages = board.stages
        current = board.line(board.next_line).stage if board.next_line else None
        for chip, stage in zip(self._chips, board.stages, strict=False):
            _write_stage(chip, stage, current)
        self._show_stages()

    def _show_stages(self) -> None:
        self.stage_row.setVisible(bool(self._stages) and not self._is_compact)
        for place, chip in enumerate(self._chips):
            is_shown = place < len(self._stages) and not self._is_compact
            if chip.isHidden() == is_shown:
                chip.setVisible(is_shown)

    def _choose_of(self, place: int) -> Callable[[], None]:
        return lambda: self.stage_chosen.emit(self._stages[place].id)


def _write_stage(chip: ChipButton, stage: StageView, current: str | None) -> None:
    if stage.left == 0:
        chip.set_text(f"{stage.name} ✓")
        chip.set_kind("good")
    elif stage.id == current:
        chip.set_text(f"{stage.name} {stage.left}")
        chip.set_kind("active")
    else:
        chip.set_text(stage.name)
        chip.set_kind("plain")
    left = f"{stage.left} of {stage.total} left" if stage.left else "done"
    chip.setAccessibleName(f"{stage.name}: {left}")
