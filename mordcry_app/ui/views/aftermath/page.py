"""The page of a board: both warbands side by side, answered in any order that the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

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
from mordcry_app.ui.views.aftermath.amend_strip import AmendStrip
from mordcry_app.ui.views.aftermath.board_header import BoardHeader
from mordcry_app.ui.views.aftermath.changes import ChangesList
from mordcry_app.ui.views.aftermath.course import (
    after_answer,
    after_change,
    asked_in,
    first_of_stage,
    line_of,
    track_of,
)
from mordcry_app.ui.views.aftermath.editors import EditorPool
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.no_board import NoBoard
from mordcry_app.ui.views.aftermath.question_bar import QuestionBar
from mordcry_app.ui.views.aftermath.question_editor import ENTER
from mordcry_app.ui.views.aftermath.tracks import TracksView
from mordcry_app.ui.views.aftermath.wording import about
from mordcry_app.ui.widgets import Card, Drawer

_UP_AND_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down)
_CHANGES_TITLES = ("What will change", "What it changes")
_CHANGES_WIDTH = 246
_COMPACT = 800
"""Narrower than this, in logical pixels, the page does without what is said elsewhere, too."""
_ROOM_FOR_BAR = 470
"""Lower than this, in logical pixels, the page has no bar for the question: its line shows it."""


class AftermathPage(QWidget):
    """Shows the board that is open, or the way to one. `navigate(page id)` asks for a page."""

    navigate = Signal(str)

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
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

    @property
    def board(self) -> BoardView | None:
        """The board on screen, if one is open."""
        return self._board

    @property
    def current_line(self) -> str | None:
        """The key of the line that is asked now."""
        return self._current

    def help_anchor(self) -> str:
        """Return the place in the rules of the line at hand, for the dice below the page."""
        line = line_of(self._board, self._current) if self._board is not None else None
        return line.rule if line is not None else "rule:aftermath"

    def refresh(self, touched: Touched | None) -> None:
        """Show the campaign as it stands after an operation; without one, read it anew."""
        if touched is not None and touched is self._seen:
            return
        self._seen = touched
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
        self._share_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self._enter()
        elif event.key() in _UP_AND_DOWN and self._board is not None:
            self._tracks.focus_end(is_last=event.key() == Qt.Key.Key_Up)
        else:
            super().keyPressEvent(event)

    def focus_question(self) -> None:
        """Give the keyboard to the question at hand, or to Finish once all is answered."""
        if self._board is None:
            self._no_board.take_keyboard()
            return
        row = self._tracks.row(self._current) if self._current else None
        if row is not None:
            self._tracks.focus_row(row)
        elif self._board.is_complete:
            self._header.finish_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A button would pass arrow keys on to the next button; here they lead to the lines.
        is_key = event.type() == QEvent.Type.KeyPress and watched is self._header.finish_button
        if is_key and isinstance(event, QKeyEvent) and event.key() in _UP_AND_DOWN:
            self._tracks.focus_end(is_last=event.key() == Qt.Key.Key_Up)
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
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._header = BoardHeader()
        self._header.roll_all_asked.connect(self._roll_all)
        self._header.finish_asked.connect(self._finish)
        self._header.finish_button.installEventFilter(self)
        self._header.discard_asked.connect(self._discard)
        self._header.stage_chosen.connect(self._go_to_stage)
        self._tracks = TracksView()
        self._tracks.chosen.connect(self._choose)
        self._tracks.step_chosen.connect(self._correct)
        self._tracks.moved.connect(self._move)
        self._tracks.crossed.connect(self._cross)
        self._tracks.left.connect(self._stop_correcting)
        self._pool = EditorPool(page)
        self._pool.answered.connect(self._answer)
        self._pool.answered_alike.connect(self._answer_alike)
        self._pool.faces_typed.connect(self._type)
        self._pool.roll_asked.connect(self._roll)
        self._pool.stepped_out.connect(self._step_out)
        self._pool.changed.connect(self._show_faces)
        self._tracks.row_goes.connect(self._pool.rescue)
        self._changes = ChangesList()
        self._changes_card = Card("What will change")
        self._changes_card.setFixedWidth(_CHANGES_WIDTH)
        self._changes_card.add(self._changes)
        across = self._across = QHBoxLayout()
        across.setSpacing(14)
        across.addWidget(self._tracks, 1)
        across.addWidget(self._changes_card)
        self._bar = QuestionBar(self)
        self._bar.roll_asked.connect(self._roll)
        self._bar.back_asked.connect(self._take_back)
        self._amend_strip = AmendStrip()
        self._amend_strip.record_asked.connect(lambda: self.navigate.emit("battle"))
        column.addWidget(self._header)
        column.addWidget(self._header.stage_row)
        column.addWidget(self._amend_strip)
        column.addLayout(across, 1)
        column.addWidget(self._bar)
        self._drawer = Drawer(page, "What will change", width=320)
        self._header.changes_asked.connect(self._drawer.toggle)
        return page

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

    def _show_board(self, board: BoardView, before: BoardView | None, answered: str | None) -> None:
        if before is not None and before.draft_id != board.draft_id:
            before, self._current, self._correcting = None, None, None
        if answered is not None:
            self._current = after_answer(before, board, answered, self._current)
            self._correcting = None
        else:
            self._current = after_change(before, board, self._current)
        self._free_editor(board, is_other_board=before is None)
        self._header.set_board(board, self._session.file.read_only_reason)
        self._amend_strip.show_amending(board.amending)
        self._changes_card.set_title(_CHANGES_TITLES[board.amending is not None])
        self._changes.set_correcting(board.amending is not None)
        self._tracks.set_tracks(board.tracks)
        self._changes.set_tracks(board.tracks)
        self._share_room()
        self._ask()

    def _ask(self) -> None:
        """Show the editor of the question at hand in its line, and nowhere else."""
        board = self._board
        assert board is not None
        asked = self._question_at_hand(board)
        row = self._tracks.row(asked[0]) if asked else None
        for other in self._tracks.rows():
            other.set_current(other.line.key == (asked[0] if asked else self._current))
            if other is not row:
                other.stop_asking()
        self._bar.back_button.set_available(
            board.last_answer is not None and not self._session.file.read_only,
            "Nothing has been answered yet.",
        )
        if asked is None or row is None:
            self._asked = None
            self._bar.rest(_all_answered(board) if board.is_complete else "")
            return
        key, question = asked
        track = track_of(board, key)
        self._bar.ask(about(row.line, track.name if track else ""), question)
        if self._asked != asked or row.editor is None:
            self._asked = asked
            row.stop_asking()
            alike = row.line.alike if self._correcting is None else 0
            row.ask(question, self._pool.take(question, alike), self._corrected_text(row))
        self._show_faces()

    def _corrected_text(self, row: LineRow) -> str:
        """The answer that is being corrected, in words."""
        corrected = self._correcting[1] if self._correcting else ""
        return next((step.text for step in row.line.steps if step.key == corrected), "")

    def _free_editor(self, board: BoardView, *, is_other_board: bool) -> None:
        """Stop asking in a line that is about to go, or that belongs to another board now."""
        row = self._tracks.row(self._asked[0]) if self._asked else None
        if row is not None and (is_other_board or line_of(board, row.line.key) is None):
            row.stop_asking()
            self._asked = None

    def _show_faces(self) -> None:
        """Mirror the dice typed so far in the bar."""
        row = self._tracks.row(self._asked[0]) if self._asked else None
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
            row = self._tracks.row(key)
            if row is not None:
                row.stop_asking()
                row.show_steps()
                self._tracks.show_row(row)

    def _correct(self, key: str, question_key: str) -> None:
        """Ask again what was answered; the old answer stands until another is given."""
        self._correcting = (key, question_key)
        self._ask()
        row = self._tracks.row(key)
        if row is not None:
            self._tracks.focus_row(row)

    def _stop_correcting(self, key: str) -> None:
        row = self._tracks.row(key)
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
        self._tracks.focus_beside(key, step)

    def _step_out(self, step: int) -> None:
        if self._asked is not None:
            self._move(self._asked[0], step)

    def _cross(self, key: str, step: int) -> None:
        self._tracks.focus_across(key, step)

    def _go_to_stage(self, stage: str) -> None:
        key = first_of_stage(self._board, stage) if self._board else None
        row = self._tracks.row(key) if key else None
        if key is None or row is None:
            return
        if row.line.status == "open":
            self._choose(key)
        else:
            self._tracks.focus_row(row)

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
        focused = self._tracks.focused_row()
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

    def _share_room(self) -> None:
        """Show the changes beside the tracks where both fit, else in a drawer."""
        is_compact = self.width() < _COMPACT
        self._header.set_compact(is_compact)
        self._amend_strip.set_compact(is_compact)
        side, above = (8, 8) if is_compact else (20, 14)
        self._across.setContentsMargins(side, above, side, above)
        room = self.width() - _CHANGES_WIDTH - 54
        is_beside = room >= self._tracks.least_width()
        self._changes_card.setVisible(is_beside)
        self._header.show_changes_button(not is_beside)
        self._bar.setVisible(self.height() >= _ROOM_FOR_BAR)
        if is_beside and self._changes.parentWidget() is not self._changes_card:
            self._drawer.close_drawer()
            self._changes_card.add(self._changes)
        elif not is_beside and self._changes.parentWidget() is not self._drawer:
            self._drawer.body.addWidget(self._changes)
        self._changes.show()


def _all_answered(board: BoardView) -> str:
    if board.amending is None:
        return "Everything is answered. Finish writes it into the campaign."
    if board.amending.is_as_committed:
        return "Everything stands as it was committed. Choose an answer to correct it."
    return "Everything is answered. Commit writes what differs into the campaign."


def _asks_roll(line: LineView) -> bool:
    return line.status == "open" and isinstance(line.question, Roll)
