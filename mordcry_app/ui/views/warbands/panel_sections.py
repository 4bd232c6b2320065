"""The parts of a fighter's panel. Each shows one thing and rebuilds only when that changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.services.views import MemberView, ValueView
from mordcry_app.ui.forms import clear
from mordcry_app.ui.help_anchors import set_help_anchor
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.widgets import (
    ActionButton,
    ChipButton,
    ChipKind,
    FlowLayout,
    Hairline,
    IconButton,
    Label,
    WrapLabel,
    escaped,
    titled,
)

_SHORT_CELL = 6
"""Letters that a worked-out figure may have to stand in one row with others."""


class Section(QWidget):
    """A heading with room for a button at its right end, and a body."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._heading = QHBoxLayout()
        self._heading.setSpacing(6)
        self._heading.addWidget(titled(title, TextSize.LEAD), 1)
        column.addLayout(self._heading)
        self.body = QVBoxLayout()
        self.body.setSpacing(4)
        column.addLayout(self.body)
        self.setAccessibleName(title)

    def add_button(self, icon_name: str, name: str, act: Callable[[], object]) -> IconButton:
        """Put a button at the right end of the heading."""
        button = IconButton(icon_name, name)
        button.clicked.connect(lambda _checked=False: act())
        self._heading.addWidget(button)
        return button


class Explanation(QFrame):
    """Where one value comes from, one source a line; what was entered by hand can be removed.

    `remove_asked(stat, source)` tells which entry by hand goes; `correct_asked(stat)` that the
    value is to be corrected.
    """

    remove_asked = Signal(str, str)
    correct_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[ValueView, bool] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(4)
        line = QHBoxLayout()
        self._title = Label(bold=True)
        self._correct = ActionButton("Correct…", kind="quiet")
        self._correct.clicked.connect(self._ask_correct)
        line.addWidget(self._title, 1)
        line.addWidget(self._correct)
        column.addLayout(line)
        self._sources = _Sources()
        column.addWidget(self._sources)
        self._about = WrapLabel(tone="muted", size=TextSize.SMALL)
        column.addWidget(self._about)

    def show_value(self, value: ValueView | None, *, locked: bool) -> None:
        """Explain a value."""
        if value is None or (value, locked) == self._shown:
            return
        self._shown = (value, locked)
        self._title.setText(f"{value.name} {value.text}")
        self._correct.setVisible(not locked)
        self._correct.setAccessibleName(f"Correct {value.name}")
        self._about.set_plain(value.description)
        self._about.setVisible(bool(value.description))
        self._sources.show_value(
            value, None if locked else lambda source: self.remove_asked.emit(value.stat, source)
        )

    def help_anchor(self) -> str:
        """Return the place in the rules of the value that is explained."""
        return f"stat:{self._shown[0].stat}" if self._shown is not None else ""

    def _ask_correct(self) -> None:
        if self._shown is not None:
            self.correct_asked.emit(self._shown[0].stat)


class _Sources(QFrame):
    """The box with the sources; drawn as one quiet ground without a frame in a frame."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(11, 7, 11, 7)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.hairline), 1))
        painter.setBrush(QColor(palette.ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def show_value(self, value: ValueView, remove: Callable[[str], object] | None) -> None:
        clear(self._grid)
        for row, part in enumerate(value.parts):
            label = WrapLabel(part.label, size=TextSize.SMALL + 1)
            amount = Label(part.signed, size=TextSize.SMALL + 1, bold=True)
            if part.kind != "base":
                amount.set_tone("verdigris" if part.amount > 0 else "blood" if part.amount else "")
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(
                amount, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            )
            if part.by_hand and remove is not None:
                button = IconButton("remove", f"Remove “{part.label}”")
                button.clicked.connect(lambda _=False, source=part.label: remove(source))
                self._grid.addWidget(button, row, 2, Qt.AlignmentFlag.AlignTop)


class AttacksSection(Section):
    """What attacking with each weapon comes to: short figures in a row, long ones below."""

    def __init__(self) -> None:
        super().__init__("Attacks")
        set_help_anchor(self, "rule:attacks")
        self._shown: tuple[AttackLine, ...] | None = None
        self._lines = QVBoxLayout()
        self._lines.setSpacing(3)
        self.body.addLayout(self._lines)

    def show_lines(self, lines: tuple[AttackLine, ...]) -> None:
        """Show the attack lines of a fighter."""
        if lines == self._shown:
            return
        self._shown = lines
        clear(self._lines)
        self.setVisible(bool(lines))
        for number, line in enumerate(lines):
            if number:
                self._lines.addWidget(Hairline())
            self._lines.addWidget(_AttackBlock(line))


class _AttackBlock(QWidget):
    """One way to attack; it takes the keyboard so that F1 leads from it to the rules."""

    def __init__(self, line: AttackLine) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(3)
        name = WrapLabel(line.name)
        name.setFont(body_font(semibold=True))
        column.addWidget(name)
        short = [cell for cell in line.cells if len(cell.text) <= _SHORT_CELL]
        long = [cell for cell in line.cells if len(cell.text) > _SHORT_CELL]
        if short:
            holder = QWidget()
            flow = FlowLayout(holder, gap=14)
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            holder.setSizePolicy(policy)
            for cell in short:
                flow.addWidget(_figure(cell))
            column.addWidget(holder)
        for cell in long:
            column.addWidget(_figure(cell))
            if cell.note:
                column.addWidget(WrapLabel(cell.note, tone="muted", size=TextSize.SMALL))
        self.setAccessibleName(line.name)
        self.setAccessibleDescription(
            ", ".join(f"{cell.heading} {cell.text}" for cell in line.cells)
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(colours().focus), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _figure(cell: AttackCell) -> QWidget:
    figure = QWidget()
    line = QHBoxLayout(figure)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(5)
    line.addWidget(Label(cell.heading, tone="muted", size=TextSize.SMALL))
    line.addWidget(Label(cell.text, size=TextSize.BODY))
    line.addStretch(1)
    figure.setToolTip(escaped(cell.note))
    figure.setAccessibleName(f"{cell.heading} {cell.text}")
    figure.setAccessibleDescription(cell.note)
    return figure


class ChipEntry:
    """One entry of a `ChipsSection`: what the chip says, its hint, and the menu it opens.

    `anchor` is its place in the rules.
    """

    def __init__(
        self,
        text: str,
        hint: str,
        kind: ChipKind = "plain",
        fill_menu: Callable[[QMenu], object] | None = None,
        anchor: str = "",
    ) -> None:
        self.text = text
        self.hint = hint
        self.kind: ChipKind = kind
        self.fill_menu = fill_menu
        self.anchor = anchor


class ChipsSection(Section):
    """Skills, injuries or gear as chips. Pressing one opens a menu with all that it is."""

    def __init__(self, title: str, nothing: str) -> None:
        super().__init__(title)
        self._shown: object = None
        self._nothing = Label(nothing, tone="muted")
        self._holder = QWidget()
        self._flow = FlowLayout(self._holder, gap=6)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self.body.addWidget(self._nothing)
        self.body.addWidget(self._holder)

    def show_entries(self, key: object, make: Callable[[], Sequence[ChipEntry]]) -> None:
        """Show what *make* returns, unless *key* says that it is what is shown already."""
        if key == self._shown:
            return
        self._shown = key
        entries = make()
        self._flow.clear()
        self._nothing.setVisible(not entries)
        self._holder.setVisible(bool(entries))
        for entry in entries:
            chip = ChipButton(entry.text, entry.kind)
            chip.setToolTip(escaped("\n".join(t for t in (entry.text, entry.hint) if t)))
            chip.setAccessibleDescription(entry.hint)
            set_help_anchor(chip, entry.anchor)
            chip.clicked.connect(lambda _=False, c=chip, e=entry: self._open(c, e))
            self._flow.addWidget(chip)
        self._holder.updateGeometry()

    def _open(self, chip: QWidget, entry: ChipEntry) -> None:
        menu = QMenu(chip)
        menu.setToolTipsVisible(True)
        add_text(menu, entry.hint)
        if entry.fill_menu is not None:
            menu.addSeparator()
            entry.fill_menu(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))


class NotesSection(Section):
    """A fighter's notes. `left(member id, text)` tells what was typed when the keyboard leaves."""

    left = Signal(int, str)

    def __init__(self) -> None:
        super().__init__("Notes")
        self._member_id: int | None = None
        self._stored = ""
        self.edit = NotesEdit()
        self.edit.left.connect(self.keep)
        self.body.addWidget(self.edit)

    def show_notes(self, member: MemberView, *, locked: bool) -> None:
        """Show the notes of a fighter; what was typed for another is kept first."""
        if member.id != self._member_id:
            self.keep()
        is_typing = member.id == self._member_id and self.edit.toPlainText() != self._stored
        self._member_id = member.id
        if member.notes != self._stored or not is_typing:
            self._stored = member.notes
            if self.edit.toPlainText() != member.notes:
                self.edit.setPlainText(member.notes)
        self.edit.setReadOnly(locked)
        self.edit.setAccessibleName(f"Notes on {member.shown_name}")

    def keep(self) -> None:
        """Tell what was typed, if it differs from what is stored."""
        text = self.edit.toPlainText()
        if self._member_id is not None and text != self._stored and not self.edit.isReadOnly():
            member_id, self._stored = self._member_id, text
            self.left.emit(member_id, text)


class NotesEdit(QPlainTextEdit):
    """Grows with its text; Ctrl+Z is the window's where there is no typing to take back."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setPlaceholderText("Who is this? What happened?")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFont(body_font(TextSize.BODY))
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        self._grow()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_undo = event.matches(QKeySequence.StandardKey.Undo)
            is_redo = event.matches(QKeySequence.StandardKey.Redo)
            document = self.document()
            nothing_typed = is_undo and not document.isUndoAvailable()
            nothing_undone = is_redo and not document.isRedoAvailable()
            if nothing_typed or nothing_undone:
                event.ignore()
                return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def _grow(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = max(2, min(int(self.document().size().height()), 14))
        margins = self.contentsMargins().top() + self.contentsMargins().bottom()
        inset = round(self.document().documentMargin() * 2) + margins + 10
        self.setFixedHeight(line * lines + inset)


class HistorySection(Section):
    """What happened to a fighter, newest first: the story by battle, then changes by hand."""

    def __init__(self) -> None:
        super().__init__("History")
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(10)
        self._lines.setVerticalSpacing(3)
        self._lines.setColumnStretch(1, 1)
        self.body.addLayout(self._lines)
        self._more = ActionButton("Show everything", kind="quiet")
        self._more.clicked.connect(self._show_all)
        self.body.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._entries: list[tuple[str, str]] = []
        self._is_whole = False

    def show_entries(self, entries: list[tuple[str, str]]) -> None:
        """Show pairs of when and what, newest first; the first five until more is asked for."""
        if entries == self._entries:
            return
        self._entries = entries
        self._is_whole = False
        self._fill()

    def _show_all(self) -> None:
        self._is_whole = True
        self._fill()

    def _fill(self) -> None:
        clear(self._lines)
        shown = self._entries if self._is_whole else self._entries[:5]
        if not shown:
            self._lines.addWidget(Label("Nothing yet.", tone="muted"), 0, 0, 1, 2)
        for row, (when, what) in enumerate(shown):
            moment = Label(when, tone="muted", size=TextSize.SMALL)
            self._lines.addWidget(moment, row, 0, Qt.AlignmentFlag.AlignTop)
            self._lines.addWidget(WrapLabel(what, size=TextSize.SMALL + 1), row, 1)
        left = len(self._entries) - len(shown)
        self._more.set_text(f"Show {left} more")
        self._more.setVisible(left > 0)


def add_text(menu: QMenu, text: str) -> None:
    """Put a text to read at the top of a menu, broken into lines."""
    if not text:
        return
    label = WrapLabel(text, tone="muted", size=TextSize.SMALL)
    label.setContentsMargins(12, 6, 12, 6)
    label.setFixedWidth(280)
    action = QWidgetAction(menu)
    action.setDefaultWidget(label)
    action.setEnabled(False)
    menu.addAction(action)
    label.setEnabled(True)  # it cannot be chosen, but it is there to be read
