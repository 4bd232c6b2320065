"""The page of a board: its lines are answered in any order that the rules allow.

Both warbands stand side by side, or all lines in one column as on the printed form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QStackedLayout, QWidget

from mordcry_app.rules.procedure import Answer, Question, Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import (
    answer_alike,
    discard_draft,
    finish,
    give_answer,
    roll_all_left,
    roll_for,
    start_muster,
    take_back,
    type_faces,
)
from mordcry_app.services.views import BoardView, LineView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.aftermath.board_lines import Arrangement
from mordcry_app.ui.views.aftermath.board_screen import BoardScreen
from mordcry_app.ui.views.aftermath.course import (
    asked_in,
    first_of_stage,
    following,
    line_of,
    track_of,
)
from mordcry_app.ui.views.aftermath.entering import RollEditor
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.no_board import NoBoard
from mordcry_app.ui.views.aftermath.on_form import BoardOnForm, FormFinder
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.views.aftermath.wording import about, all_answered

_UP_AND_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class AftermathPage(QWidget):
    """Shows the board that is open, or the way to one. `navigate(page id)` asks for a page."""

    navigate = Signal(str)

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._store = store
        self._forms = FormFinder(session)
        self._form: BoardOnForm | None = None
        self._board: BoardView | None = None
        self._current: str | None = None
        self._correcting: tuple[str, str] | None = None
        self._asked: tuple[str, Question] | None = None
        self._answered: str | None = None
        self._seen: Touched | None = None
        self._is_stale = True
        self._finished = ""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Aftermath")
        self._stack = QStackedLayout(self)
        self._no_board = NoBoard()
        self._no_board.muster_asked.connect(self._start_muster)
        self._no_board.navigate.connect(self.navigate)
        self._stack.addWidget(self._no_board)
        self._stack.addWidget(self._make_board())
        store.changed.connect(self._follow_settings)

    @property
    def board(self) -> BoardView | None:
        """The board on screen, if one is open."""
        return self._board

    @property
    def current_line(self) -> str | None:
        """The key of the line that is asked now."""
        return self._current

    @property
    def _rows(self) -> Arrangement:
        """The rows as they are arranged on screen."""
        return self._lines.shown

    def help_anchor(self) -> str:
        """Return the place in the rules of the line at hand, for the dice below the page."""
        line = line_of(self._board, self._current) if self._board is not None else None
        return line.rule if line is not None else "rule:aftermath"

    def refresh(self, touched: Touched | None) -> None:
        """Show the campaign as it stands after an operation; without one, read it anew."""
        if touched is not None and touched is self._seen:
            return
        self._seen = touched
        self._forms.follow(touched)
        if self.isVisible():
            self._load()
        else:
            self._is_stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_question()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._screen.share_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self._enter()
        elif event.key() in _UP_AND_DOWN and self._board is not None:
            self._rows.focus_end(is_last=event.key() == Qt.Key.Key_Up)
        else:
            super().keyPressEvent(event)

    def focus_question(self) -> None:
        """Give the keyboard to the question at hand, or to Finish once all is answered."""
        if self._board is None:
            self._no_board.take_keyboard()
            return
        row = self._rows.row(self._current) if self._current else None
        if row is not None:
            self._rows.focus_row(row)
        elif self._board.is_complete:
            self._header.finish_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_asked(self) -> None:
        """Give the keyboard to the row that asks, be it a correction, or else as usual."""
        row = self._asking_row()
        if row is not None:
            self._rows.focus_row(row)
        else:
            self.focus_question()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A button would pass arrow keys on to the next button; here they lead to the lines.
        is_key = event.type() == QEvent.Type.KeyPress and watched is self._header.finish_button
        if is_key and isinstance(event, QKeyEvent) and event.key() in _UP_AND_DOWN:
            self._rows.focus_end(is_last=event.key() == Qt.Key.Key_Up)
            return True
        return super().eventFilter(watched, event)

    def _enter(self) -> None:
        """Press the button that has the keyboard, or go to the question at hand.

        Finish wants its own key: whoever confirms the last die with Enter does not mean it.
        """
        focused = QApplication.focusWidget()
        if focused is self._header.finish_button:
            return
        if isinstance(focused, QAbstractButton) and self.isAncestorOf(focused):
            focused.click()
        else:
            self.focus_question()

    def _make_board(self) -> QWidget:
        screen = BoardScreen(self)
        screen.record_asked.connect(lambda: self.navigate.emit("battle"))
        self._screen = screen
        self._lines, self._pool, self._bar = screen.lines, screen.pool, screen.bar
        self._header = header = screen.header
        header.roll_all_asked.connect(self._roll_all)
        header.finish_asked.connect(self._finish)
        header.finish_button.installEventFilter(self)
        header.discard_asked.connect(self._discard)
        header.stage_chosen.connect(self._go_to_stage)
        header.form_toggled.connect(self._follow_form)
        self._lines.chosen.connect(self._choose)
        self._lines.step_chosen.connect(self._correct)
        self._lines.moved.connect(self._move)
        self._lines.crossed.connect(self._cross)
        self._lines.left.connect(self._stop_correcting)
        self._lines.jumped.connect(self._go_to)
        self._lines.jump_given_up.connect(self._focus_asked)
        self._pool.answered.connect(self._answer)
        self._pool.answered_alike.connect(self._answer_alike)
        self._pool.faces_typed.connect(self._type)
        self._pool.roll_asked.connect(self._roll)
        self._pool.stepped_out.connect(self._step_out)
        self._pool.changed.connect(self._show_faces)
        self._bar.roll_asked.connect(self._roll)
        self._bar.back_asked.connect(self._take_back)
        return screen

    def _load(self) -> None:
        """Read the board and show it; the keyboard stays with the question if it was there."""
        self._is_stale = False
        focused = QApplication.focusWidget()
        had_keyboard = focused is None or focused is self or self.isAncestorOf(focused)
        before, answered, self._answered = self._board, self._answered, None
        self._board = self._read_board()
        if self._board is None:
            self._current, self._asked, self._correcting = None, None, None
            self._no_board.show_campaign(self._session.campaign, self._finished)
            self._stack.setCurrentIndex(0)
        else:
            self._finished = ""
            self._show_board(self._board, before, answered)
            self._stack.setCurrentIndex(1)
        if had_keyboard and self.isVisible():
            self.focus_question()

    def _read_board(self) -> BoardView | None:
        """Read the board on screen, or else the one that is open now, if any."""
        known = self._board.draft_id if self._board else None
        if known is not None:
            try:
                return board_view(self._session.file, known)
            except Refusal:
                pass  # it was finished, put off or undone
        draft = next(iter(self._session.campaign.drafts), None)
        return board_view(self._session.file, draft.id) if draft else None

    def _show_board(
        self,
        board: BoardView,
        before: BoardView | None,
        answered: str | None,
        at_hand: QuestionEditor | None = None,
    ) -> None:
        if before is not None and before.draft_id != board.draft_id:
            before, self._current, self._correcting = None, None, None
        has_form = self._forms.is_there(board)
        follows = has_form and self._store.values.follows_form
        self._form = self._forms.of(board) if follows else None
        self._header.show_form_button(is_shown=has_form, is_on=follows)
        order = self._form.order if self._form else None
        self._current = following(before, board, answered, self._current, order)
        if answered is not None:
            self._correcting = None
        self._free_editor(board, is_other_board=before is None)
        self._screen.set_board(board, self._form, self._session.file.read_only_reason)
        self._ask(at_hand)

    def _follow_form(self, is_on: bool) -> None:
        """Arrange the lines as on the printed form, or side by side; it is remembered."""
        self._store.change(follows_form=is_on)
        self._focus_asked()

    def _follow_settings(self, changed: frozenset[str]) -> None:
        """Arrange the lines anew; what was typed for the question at hand stays."""
        board = self._board
        if "follows_form" not in changed or board is None or self._is_stale:
            return
        row = self._asking_row()
        editor = row.editor if row else None
        if row is not None:
            row.stop_asking()
        self._show_board(board, board, None, editor)

    def _ask(self, at_hand: QuestionEditor | None = None) -> None:
        """Show the editor of the question at hand in its line, and nowhere else.

        *at_hand* is the one that asked it before, in another arrangement of the lines.
        """
        board = self._board
        assert board is not None
        asked = self._question_at_hand(board)
        row = self._rows.row(asked[0]) if asked else None
        for other in self._rows.rows():
            other.set_current(other.line.key == (asked[0] if asked else self._current))
            if other is not row:
                other.stop_asking()
        self._bar.back_button.set_available(
            board.last_answer is not None and not self._session.file.read_only,
            "Nothing has been answered yet.",
        )
        if asked is None or row is None:
            self._asked = None
            self._bar.rest(all_answered(board) if board.is_complete else "")
            return
        key, question = asked
        track = track_of(board, key)
        what = about(row.line, track.name if track else "")
        what = f"{row.number} · {what}" if row.number else what
        self._bar.ask(what, question, waits_for_enter=self._form is not None)
        if self._asked != asked or row.editor is None:
            self._asked = asked
            row.stop_asking()
            alike = row.line.alike if self._correcting is None else 0
            editor = at_hand or self._pool.take(question, alike)
            row.ask(question, editor, self._corrected_text(row))
        self._show_faces()

    def _corrected_text(self, row: LineRow) -> str:
        """The answer that is being corrected, in words."""
        corrected = self._correcting[1] if self._correcting else ""
        return next((step.text for step in row.line.steps if step.key == corrected), "")

    def _free_editor(self, board: BoardView, *, is_other_board: bool) -> None:
        """Stop asking in a line that is about to go, or that belongs to another board now."""
        row = self._asking_row()
        if row is not None and (is_other_board or line_of(board, row.line.key) is None):
            row.stop_asking()
            self._asked = None

    def _asking_row(self) -> LineRow | None:
        """The row that asks now."""
        return self._rows.row(self._asked[0]) if self._asked else None

    def _confirm_typed(self, *, unless: str | None = None) -> bool:
        """Take dice that were typed in full, *unless* they are for this line; were there any?

        Where Enter ends each answer, nothing that was typed is lost by going on without it.
        """
        row = self._asking_row()
        if self._form is None or row is None or row.line.key == unless:
            return False
        return isinstance(row.editor, RollEditor) and row.editor.confirm()

    def _show_faces(self) -> None:
        """Mirror the dice typed so far in the bar."""
        row = self._asking_row()
        if row is not None and row.editor is not None:
            self._bar.show_faces(row.editor.faces())

    def _question_at_hand(self, board: BoardView) -> tuple[str, Question] | None:
        """The line and question that the editor is for: a correction, or the current line."""
        if self._session.file.read_only:
            return None
        if self._correcting is not None:
            line = line_of(board, self._correcting[0])
            for step in line.steps if line else ():
                if step.key == self._correcting[1]:
                    return self._correcting[0], step.question
            self._correcting = None
        line = line_of(board, self._current)
        if line is None or line.question is None:
            return None
        return line.key, line.question

    def _choose(self, key: str) -> None:
        """Go to an open line, or offer the answers of a done one to be corrected."""
        self._confirm_typed(unless=key)
        line = line_of(self._board, key) if self._board else None
        if line is None:
            return
        if line.status == "open":
            self._current, self._correcting = key, None
            self._ask()
            self.focus_question()
        elif len(line.steps) == 1:
            self._correct(key, line.steps[0].key)
        elif line.steps and not self._session.file.read_only:
            row = self._rows.row(key)
            if row is not None:
                row.stop_asking()
                row.show_steps()
                self._rows.show_row(row)

    def _correct(self, key: str, question_key: str) -> None:
        """Ask again what was answered; the old answer stands until another is given."""
        self._confirm_typed(unless=key)
        self._correcting = (key, question_key)
        self._ask()
        row = self._rows.row(key)
        if row is not None:
            self._rows.focus_row(row)

    def _stop_correcting(self, key: str) -> None:
        row = self._rows.row(key)
        if row is None:
            return
        was_correcting = self._correcting is not None or bool(row.change_buttons())
        self._correcting = None
        if was_correcting:
            row.stop_asking()
            self._asked = None
            self._ask()
        row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, key: str, step: int) -> None:
        is_asked = self._asked is not None and self._asked[0] == key
        if is_asked and self._confirm_typed() and step > 0:
            return  # the next question has the keyboard
        self._rows.focus_beside(key, step)

    def _step_out(self, step: int) -> None:
        if self._asked is not None:
            self._move(self._asked[0], step)

    def _cross(self, key: str, step: int) -> None:
        self._rows.focus_across(key, step)

    def _go_to_stage(self, stage: str) -> None:
        key = first_of_stage(self._board, stage) if self._board else None
        if key is not None:
            self._go_to(key)

    def _go_to(self, key: str) -> None:
        """Ask an open line; give the keyboard to any other one."""
        self._confirm_typed(unless=key)
        row = self._rows.row(key)
        if row is not None and row.line.status == "open":
            self._choose(key)
        elif row is not None:
            self._rows.focus_row(row)

    def _answer(self, answer: object) -> None:
        given = cast("Answer", answer)
        self._run_answer(lambda draft, key: give_answer(self._session.file, draft, key, given))

    def _answer_alike(self, answer: object) -> None:
        line = self._board.line(self._asked[0]) if self._board and self._asked else None
        roster_id = line.roster_id if line else None
        given = cast("Answer", answer)
        self._run_answer(
            lambda draft, key: answer_alike(
                self._session.file, draft, key, given, only_roster=roster_id
            )
        )

    def _type(self, faces: tuple[int, ...]) -> None:
        self._run_answer(lambda draft, key: type_faces(self._session.file, draft, key, faces))

    def _roll(self) -> None:
        focused = self._rows.focused_row()
        at_hand = self._asked[0] if self._asked else None
        if focused is not None and focused.line.key != at_hand and _asks_roll(focused.line):
            self._choose(focused.line.key)
        if self._asked is not None and isinstance(self._asked[1], Roll):
            self._run_answer(lambda draft, key: roll_for(self._session.file, draft, key))

    def _run_answer(self, operation: Callable[[int, str], Touched]) -> None:
        if self._asked is None or self._board is None:
            return
        line_key, question = self._asked
        draft_id = self._board.draft_id
        self._run(lambda: operation(draft_id, question.key), answered=line_key)

    def _take_back(self) -> None:
        board = self._board
        if board is not None and board.last_answer is not None:
            line_key = asked_in(board, board.last_answer)
            self._run(lambda: take_back(self._session.file, board.draft_id), answered=line_key)

    def _roll_all(self) -> None:
        self._confirm_typed()
        board = self._board
        if board is not None:
            self._run(lambda: roll_all_left(self._session.file, board.draft_id))

    def _finish(self) -> None:
        board = self._board
        if board is not None:
            self._finished = board.title
            if not self._run(lambda: finish(self._session.file, board.draft_id)):
                self._finished = ""
            elif board.kind == "setup":
                self.navigate.emit("battle")

    def _discard(self) -> None:
        board = self._board
        if board is not None:
            self._run(lambda: discard_draft(self._session.file, board.draft_id))

    def _start_muster(self) -> None:
        self._run(lambda: start_muster(self._session.file))

    def _run(self, operation: Callable[[], Touched], *, answered: str | None = None) -> bool:
        """Run an operation; the line *answered*, if any, is where to go on from.

        Returns whether it was done.
        """
        self._answered = answered
        touched = self._session.run(operation)
        if touched is None:
            self._answered = None
        elif touched is not self._seen:
            self.refresh(touched)
        return touched is not None


def _asks_roll(line: LineView) -> bool:
    return line.status == "open" and isinstance(line.question, Roll)
