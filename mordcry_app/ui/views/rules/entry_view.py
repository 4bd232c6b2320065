"""The right side of the rules: one page, laid out from top to bottom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.rules_library_views import (
    START,
    LibraryEntry,
    LibraryRow,
    OptionView,
    SettingView,
)
from mordcry_app.ui.forms import clear
from mordcry_app.ui.theme import TextSize, body_font, title_font
from mordcry_app.ui.views.rules.grid_table import GridTable
from mordcry_app.ui.views.rules.marking import write_marked
from mordcry_app.ui.views.rules.row_block import (
    CHANGED,
    HOUSE,
    RowBlock,
    effect_label,
    flowing,
    link_chips,
)
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    Chip,
    ChipButton,
    Label,
    Scroller,
    WrapLabel,
    titled,
)

_NARROW = 620  # logical pixels; below that, chances stand under the text
_WIDEST = 900  # logical pixels; longer lines are hard to read
_ABOVE_TARGET = 60


class EntryView(Card):
    """Shows a page. `opened(anchor)` tells where a link leads; `switch_asked(rule id)` that a
    house rule is to be set."""

    opened = Signal(str)
    switch_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, parent=parent)
        self.entry: LibraryEntry | None = None
        self.blocks: list[RowBlock] = []
        self.grid: GridTable | None = None
        self.title_label = WrapLabel()
        self._target = ""
        self._wanted = ""
        self._content = QWidget()
        self._content.setMaximumWidth(_WIDEST)
        self._outer = QWidget()
        line = QHBoxLayout(self._outer)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._content, 100)
        line.addStretch(1)
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(18, 14, 18, 20)
        self._column.setSpacing(10)
        self.scroller = PageScroller(self._outer, self)
        self.add(self.scroller, 1)
        self.setFocusProxy(self.scroller)

    def show_entry(self, entry: LibraryEntry, row: str = "", wanted: str = "") -> None:
        """Show a page, with one of its rows marked and in view, and words that were searched for.

        The same page shown again keeps its place.
        """
        if (entry, row, wanted) == (self.entry, self._target, self._wanted):
            self._scroll_to_target()
            return
        is_other = self.entry is None or self.entry.anchor != entry.anchor
        if entry != self.entry or wanted != self._wanted:
            self.entry, self._wanted = entry, wanted
            self._rebuild()
        self._target = row
        for block in self.blocks:
            block.set_target(block.row.anchor == row)
        if is_other:
            self.scroller.verticalScrollBar().setValue(0)
        if row:
            QTimer.singleShot(0, self, self._scroll_to_target)

    def target(self) -> RowBlock | None:
        """Return the row that was asked for, or none."""
        return next((b for b in self.blocks if b.row.anchor == self._target), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for block in self.blocks:
            block.set_narrow(self.width() < _NARROW)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._wanted and self.entry is not None:
            self._rebuild()

    # ------------------------------------------------------------------ building

    def _rebuild(self) -> None:
        entry = self.entry
        if entry is None:
            return
        had_keyboard = self._content.isAncestorOf(QApplication.focusWidget() or self)
        clear_all(self._column)
        self.blocks, self.grid = [], None
        self.setAccessibleName(entry.title)
        self._add_head(entry)
        for paragraph in entry.paragraphs:
            text = WrapLabel(size=TextSize.BODY, selectable=True)
            write_marked(text, paragraph, self._wanted)
            text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            self._column.addWidget(text)
        if entry.facts:
            self._add_facts(entry)
        if entry.does:
            self._add_heading("What it does")
            for line in entry.does:
                self._column.addWidget(effect_label(line, self._wanted))
        if entry.options:
            self._add_options(entry.options)
        if entry.group == "house_rule" and not entry.anchor.startswith("list:"):
            self._add_switch(entry)
        if entry.grid is not None:
            self.grid = GridTable(entry.grid)
            self.grid.opened.connect(self.opened)
            self._column.addWidget(self.grid)
        if entry.settings and entry.group != "house_rule":
            self._add_settings(entry)
        self._add_rows(entry.rows)
        for heading, links in (("See also", entry.see), (entry.comes_up_heading, entry.comes_up)):
            if links:
                self._add_heading(heading)
                self._column.addWidget(link_chips(links, self.opened.emit))
        self._column.addStretch(1)
        if had_keyboard:
            self.scroller.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_head(self, entry: LibraryEntry) -> None:
        self.title_label = WrapLabel()
        self.title_label.setFont(title_font(TextSize.TITLE))
        write_marked(self.title_label, entry.title, self._wanted)
        chips, flow = flowing()
        flow.addWidget(Chip(entry.kind))
        if entry.dice:
            flow.addWidget(Chip(entry.dice, "good"))
        if entry.is_house:
            flow.addWidget(Chip(HOUSE, "good"))
        if any(setting.is_changed for setting in entry.settings) and entry.anchor != START:
            flow.addWidget(Chip("house rule changed", "gold"))
        self._column.addWidget(self.title_label)
        self._column.addWidget(chips)

    def _add_heading(self, text: str) -> None:
        self._column.addSpacing(6)
        self._column.addWidget(titled(text, TextSize.HEADING))

    def _add_facts(self, entry: LibraryEntry) -> None:
        holder, flow = flowing()
        for fact in entry.facts:
            pair = QWidget()
            line = QHBoxLayout(pair)
            line.setContentsMargins(0, 0, 12, 0)
            line.setSpacing(5)
            line.addWidget(Label(fact.label, tone="muted", size=TextSize.SMALL))
            line.addWidget(Label(fact.text, bold=True))
            pair.setAccessibleName(f"{fact.label} {fact.text}")
            flow.addWidget(pair)
        self._column.addWidget(holder)

    def _add_options(self, options: tuple[OptionView, ...]) -> None:
        self._add_heading("Settings")
        for option in options:
            notes = [
                note
                for note, holds in (("in force", option.is_set), ("our default", option.is_default))
                if holds
            ]
            line = QHBoxLayout()
            line.setSpacing(8)
            name = WrapLabel()
            name.setFont(body_font(semibold=option.is_set))
            mark = "●" if option.is_set else "○"
            write_marked(name, f"{mark} {option.label}", self._wanted)
            line.addWidget(name, 1)
            for note in notes:
                line.addWidget(Chip(note, "good" if note == "in force" else "plain"))
            self._column.addLayout(line)
            if option.changes:
                changes = WrapLabel(tone="muted")
                write_marked(changes, option.changes, self._wanted)
                changes.setContentsMargins(20, 0, 0, 4)
                self._column.addWidget(changes)

    def _add_switch(self, entry: LibraryEntry) -> None:
        line = QHBoxLayout()
        button = ActionButton("Set it under House rules", icon_name="house-rules")
        rule_id = entry.anchor.partition(":")[2]
        button.clicked.connect(lambda: self.switch_asked.emit(rule_id))
        line.addWidget(button)
        line.addStretch(1)
        self._column.addLayout(line)

    def _add_settings(self, entry: LibraryEntry) -> None:
        is_start = entry.anchor == START
        self._add_heading("House rules that are changed" if is_start else "House rules here")
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for row, setting in enumerate(entry.settings):
            self._add_setting(grid, row, setting)
        self._column.addLayout(grid)

    def _add_setting(self, grid: QGridLayout, row: int, setting: SettingView) -> None:
        top = Qt.AlignmentFlag.AlignTop
        chip = ChipButton(setting.name, "gold" if setting.is_changed else "plain")
        chip.clicked.connect(lambda _=False: self.opened.emit(setting.anchor))
        notes = [setting.setting]
        if setting.is_changed:
            notes.append(CHANGED)
        if setting.at_table:
            notes.append("played at the table")
        chip.setAccessibleDescription(", ".join(notes))
        words = WrapLabel(" · ".join(notes), tone="gold" if setting.is_changed else "muted")
        grid.addWidget(chip, row, 0, top)
        grid.addWidget(words, row, 1)

    def _add_rows(self, rows: tuple[LibraryRow, ...]) -> None:
        if not rows:
            return
        metrics = QFontMetrics(body_font(semibold=True))
        marks = [metrics.horizontalAdvance(row.mark) for row in rows if row.mark]
        width = max(marks) + 4 if marks else 0
        lines = QVBoxLayout()
        lines.setSpacing(0)
        section = ""
        for row in rows:
            if row.section != section:
                section = row.section
                heading = titled(section, TextSize.HEADING)
                heading.setContentsMargins(12, 12, 0, 4)
                lines.addWidget(heading)
            block = RowBlock(row, mark_width=width, wanted=self._wanted)
            block.opened.connect(self.opened)
            block.moved.connect(lambda steps, b=block: self._move(b, steps))
            block.set_narrow(self.width() < _NARROW)
            if not self.blocks:
                block.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.blocks.append(block)
            lines.addWidget(block)
        self._column.addLayout(lines)

    def _move(self, block: RowBlock, steps: int) -> None:
        place = self.blocks.index(block) + steps
        if 0 <= place < len(self.blocks):
            self.blocks[place].setFocus(Qt.FocusReason.TabFocusReason)
            self.scroller.ensureWidgetVisible(self.blocks[place], 0, 40)

    def _scroll_to_target(self) -> None:
        block = self.target()
        if block is None:
            return
        layout = self._outer.layout()
        if layout is not None:
            layout.activate()
        QApplication.sendEvent(self._outer, QEvent(QEvent.Type.LayoutRequest))
        top = block.mapTo(self._outer, QPoint(0, 0)).y()
        self.scroller.verticalScrollBar().setValue(top - _ABOVE_TARGET)


class PageScroller(Scroller):
    """A scroller that takes the keyboard, so that arrows and page keys scroll the page."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(content, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Page")


def clear_all(layout: QVBoxLayout) -> None:
    """Take everything out of a layout, the layouts inside it too."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
            inner.deleteLater()
