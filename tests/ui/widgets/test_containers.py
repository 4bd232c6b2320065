"""Cards, headers, flows, scrollers, empty states: what holds a page together."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import Theme
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    Chip,
    ChoiceField,
    ElidedLabel,
    EmptyState,
    FlowLayout,
    HeaderBar,
    Label,
    ListView,
    NumberField,
    Scroller,
    TableView,
    TreeView,
    row_height,
)


def test_a_card_has_a_title_only_where_it_needs_one(show_in_window) -> None:
    card = Card()
    card.add(Label("Pell"))
    show_in_window(card)
    without = card.sizeHint().height()
    card.set_title("Fighters")
    assert card.title() == "Fighters"
    assert card.accessibleName() == "Fighters"
    assert card.sizeHint().height() > without
    note = card.add_aside("Mira · won")
    assert isinstance(note, ElidedLabel)
    QApplication.processEvents()
    assert note.mapTo(card, QPoint(0, 0)).x() > card.width() // 2
    card.set_title("")
    assert card.sizeHint().height() == without


def test_a_flush_card_lets_content_reach_the_edge(show_in_window) -> None:
    inner, flush_inner = Label("x"), Label("x")
    card, flush = Card("A"), Card("B", flush=True)
    card.add(inner)
    flush.add(flush_inner)
    show_in_window(card, flush)
    assert flush_inner.mapTo(flush, QPoint(0, 0)).x() == 1
    assert inner.mapTo(card, QPoint(0, 0)).x() > 10


def test_a_header_gives_way_in_order(show_in_window) -> None:
    header = HeaderBar("The Most Honourable Company of the Ashen Vigil", "Mira’s warband")
    chips = [header.add_note(Chip(text)) for text in ("Injuries ✓", "Advances 2", "Income")]
    button = header.add_action(ActionButton("Finish", kind="primary"))
    window = show_in_window(header, width=1300)
    title, subtitle = header.findChildren(ElidedLabel)[:2]
    assert not title.is_elided()
    assert subtitle.isVisible()
    low = header.height()

    window.resize(900, 300)
    QApplication.processEvents()
    assert not subtitle.isVisible()
    assert title.is_elided()
    assert title.toolTip() == "The Most Honourable Company of the Ashen Vigil"
    assert header.height() == low

    window.resize(460, 300)
    QApplication.processEvents()
    assert header.width() <= 460
    assert header.height() > low
    for widget in (*chips, button):
        corner = widget.mapTo(header, QPoint(widget.width(), widget.height()))
        assert corner.x() <= header.width()
        assert corner.y() <= header.height()

    window.resize(1300, 300)
    QApplication.processEvents()
    assert subtitle.isVisible()
    assert header.height() == low


def test_a_header_without_a_subtitle_shows_none(show_in_window) -> None:
    header = HeaderBar("Round 2 of 4")
    show_in_window(header, width=1000)
    assert not header.findChildren(ElidedLabel)[1].isVisible()
    header.set_subtitle("Five treasures")
    assert header.findChildren(ElidedLabel)[1].isVisible()


def test_a_flow_goes_on_in_the_next_row(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder, gap=6)
    chips = [Chip(f"Skill number {place}") for place in range(12)]
    for chip in chips:
        flow.addWidget(chip)
    chips[3].hide()
    holder.resize(300, flow.heightForWidth(300))
    holder.show()
    shown = [chip for chip in chips if chip is not chips[3]]
    rows = {chip.y() for chip in shown}
    assert len(rows) > 2
    assert all(chip.geometry().right() < 300 for chip in shown)
    assert max(chip.geometry().bottom() for chip in shown) < holder.height()
    for chip, after in itertools.pairwise(shown):
        assert not chip.geometry().intersects(after.geometry())
        assert after.y() > chip.y() or after.x() == chip.geometry().right() + 1 + 6
    assert flow.heightForWidth(3000) == shown[0].height()
    assert flow.sizeHint().height() == shown[0].height()


def test_a_flow_can_be_emptied(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder)
    for place in range(3):
        flow.addWidget(Chip(str(place)))
    flow.clear()
    assert flow.count() == 0
    qtbot.waitUntil(lambda: not holder.findChildren(Chip))


def test_a_scroller_shows_what_has_the_keyboard(show_in_window, qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    buttons = [QPushButton(f"Fighter {place}") for place in range(40)]
    for button in buttons:
        column.addWidget(button)
    scroller = Scroller(page)
    window = show_in_window(scroller, width=300, height=200)
    window.layout().setStretch(0, 1)
    assert all(button.height() == button.sizeHint().height() for button in buttons)
    assert scroller.minimumWidth() > buttons[0].minimumSizeHint().width()
    buttons[0].setFocus()
    for _ in range(30):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert buttons[30].hasFocus()
    shown_at = buttons[30].mapTo(scroller.viewport(), QPoint(0, 0)).y()
    assert 0 <= shown_at <= scroller.viewport().height() - buttons[30].height()


def test_an_empty_state_shows_the_way_on(show_in_window, qtbot: QtBot) -> None:
    empty = EmptyState("No fighters yet.", icon_name="warbands", action="Recruit…", key="Ctrl+N")
    window = show_in_window(empty)
    with qtbot.waitSignal(empty.activated):
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(empty.activated):
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    assert EmptyState("Nothing was rolled.").button is None


def _wheel(field: QWidget) -> None:
    middle = field.rect().center()
    event = QWheelEvent(
        middle,
        field.mapToGlobal(middle),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, event)


def test_a_passing_wheel_changes_no_value(show_in_window) -> None:
    number = NumberField(0, 500, 7, suffix=" XP")
    choice = ChoiceField([("Warrior", "warrior"), ("Champion", "champion")])
    choice.choose("champion")
    other = QPushButton("other")
    show_in_window(other, number, choice)
    other.setFocus()
    _wheel(number)
    _wheel(choice)
    assert (number.value(), choice.chosen()) == (7, "champion")
    number.setFocus()
    _wheel(number)
    choice.setFocus()
    _wheel(choice)
    assert (number.value(), choice.chosen()) == (8, "warrior")


def test_a_choice_is_known_by_what_it_means(qtbot: QtBot, theme: Theme) -> None:
    choice = ChoiceField()
    qtbot.addWidget(choice)
    assert choice.chosen() is None
    choice.set_choices([("Three", 3), ("Four", 4)])
    assert choice.chosen() == 3
    with pytest.raises(ValueError, match="5"):
        choice.choose(5)
    assert choice.chosen() == 3


def test_a_number_out_of_range_becomes_the_nearest(show_in_window, qtbot: QtBot) -> None:
    number = NumberField(1, 6)
    show_in_window(number, QPushButton("other"))
    number.setFocus()
    number.selectAll()
    qtbot.keyClicks(number, "0")
    qtbot.keyClick(number, Qt.Key.Key_Return)
    assert number.value() == 1


@pytest.mark.parametrize("kind", [ListView, TreeView])
def test_rows_keep_their_distance(show_in_window, kind: type[ListView | TreeView]) -> None:
    model = QStandardItemModel()
    for place in range(30):
        model.appendRow(QStandardItem(f"Fighter {place}"))
    view = kind(flush=True)
    view.setModel(model)
    view.setCurrentIndex(model.index(2, 0))
    holder = QWidget()
    QHBoxLayout(holder).addWidget(view)
    show_in_window(holder)
    areas = [view.visualRect(model.index(row, 0)) for row in range(4)]
    for area, below in itertools.pairwise(areas):
        assert below.top() == area.bottom() + 1
        assert area.height() >= view.fontMetrics().height() + 8


def test_a_table_selects_rows_and_lets_tab_out(show_in_window, qtbot: QtBot) -> None:
    model = QStandardItemModel(3, 3)
    model.setHorizontalHeaderLabels(["Fighter", "M", "Carries"])
    table = TableView(lines=2)
    table.setModel(model)
    table.fit_columns()
    after = QPushButton("after")
    show_in_window(table, after)
    assert table.rowHeight(0) == row_height(2)
    table.setFocus()
    table.setCurrentIndex(model.index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert {index.row() for index in table.selectedIndexes()} == {1}
    assert len(table.selectedIndexes()) == 3
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert after.hasFocus()
