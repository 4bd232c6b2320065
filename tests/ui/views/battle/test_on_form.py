"""A battle is recorded from the printed form: by its numbers, and in its order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.services.paper_form import form_view
from mordcry_app.services.paper_views import BlockView, FormView, RowView
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.form_column import FormColumn
from mordcry_app.ui.views.battle import BattlePage
from mordcry_app.ui.views.battle.entry_form import EntryForm
from mordcry_app.ui.views.battle.fighters_model import Column, FightersModel
from mordcry_app.ui.views.battle.on_form import NO_NUMBERS, record_numbers
from mordcry_app.ui.views.battle.side_panel import SidePanel
from mordcry_app.ui.widgets import Label
from tests.ui.screens import CTRL, press
from tests.ui.views.battle.conftest import Evening

OpenPage = Callable[..., BattlePage]


def shown_numbers(panel: SidePanel) -> list[str]:
    return [
        label.text() for label in (panel._result_number, panel._held_number) if label.isVisible()
    ]


def fighter_numbers(panel: SidePanel) -> list[str]:
    model = panel.table.model()
    cells = [model.index(row, Column.FIGHTER) for row in range(model.rowCount())]
    return [cell.data(FightersModel.NUMBER_ROLE) for cell in cells]


def tab_stops(form: EntryForm, count: int) -> list[QWidget]:
    """What Tab reaches from the first result on."""
    stops: list[QWidget] = []
    widget: QWidget = form.panels()[0].result.buttons["won"]
    for _ in range(200):
        widget = widget.nextInFocusChain()
        kinds = [panel for panel in form.panels() if panel.isAncestorOf(widget)]
        is_stop = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if kinds and is_stop and not (isinstance(widget, QAbstractButton) and widget in stops):
            stops.append(widget)
        if len(stops) == count:
            break
    return stops


def test_the_record_has_the_numbers_of_the_first_blocks(
    evening: Evening, open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page()
    page.enter_battle()
    vigil, ruin = page.form.panels()
    assert shown_numbers(vigil) == []
    assert set(fighter_numbers(vigil)) == {""}
    press(qtbot, Qt.Key.Key_T, CTRL)
    assert evening.store.values.follows_form
    assert page.form.form_button.isChecked()
    assert shown_numbers(vigil) == ["A1", "C1"]
    assert shown_numbers(ruin) == ["A2", "C2"]
    assert fighter_numbers(vigil) == [f"B{n}" for n in range(1, 11)]
    assert fighter_numbers(ruin) == [f"B{n}" for n in range(11, 21)]
    cell = vigil.table.model().index(0, Column.FIGHTER)
    spoken = cell.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "B1, Ilse Varr: took part"
    press(qtbot, Qt.Key.Key_T, CTRL)
    assert shown_numbers(vigil) == []
    assert set(fighter_numbers(ruin)) == {""}


def test_tab_goes_block_by_block_on_the_form_and_warband_by_warband_without(
    evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    page.enter_battle()
    vigil, ruin = page.form.panels()
    marks = [vigil.table, vigil.objectives, vigil.treasures, ruin.table, ruin.objectives]

    def order() -> list[QWidget]:
        return [stop for stop in tab_stops(page.form, 60) if stop in marks][: len(marks)]

    assert order() == marks
    evening.store.change(follows_form=True)
    by_block = [vigil.table, ruin.table, vigil.objectives, vigil.treasures, ruin.objectives]
    assert order() == by_block
    evening.store.change(follows_form=False)
    assert order() == marks


def test_the_order_of_the_form_is_that_of_the_entry(evening: Evening) -> None:
    record = [block for block in form_view(evening.file, ()).blocks if not block.stage]
    kinds = [
        any(row.member_id for row in block.rows) for block in record if block.rows[0].roster_id
    ]
    assert kinds == [False, True, True, False]


def test_a_form_without_fighters_gives_the_record_no_numbers() -> None:
    row = RowView((), number="A1", roster_id=1)
    assert record_numbers(FormView("", 1, (BlockView("a", "", "", (row,)),))) == NO_NUMBERS
    assert record_numbers(FormView("", 1, ())) == NO_NUMBERS


@pytest.mark.parametrize("width", [584, 1112])
def test_the_header_has_room_for_its_buttons(
    evening: Evening, open_page: OpenPage, width: int
) -> None:
    page = open_page(width)
    page.enter_battle()
    QApplication.processEvents()
    for button in (page.form.form_button, page.form.back_button, page.form.record_button):
        assert button.width() >= button.sizeHint().width()
        assert not button.action.shortcut().isEmpty()
    assert isinstance(page.form.panels()[0].findChild(Label), Label)


def test_a_record_from_the_form_opens_the_board_as_on_the_form(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.frame.show_page("battle", take_keyboard=True)
    page = window.frame.page("battle")
    assert isinstance(page, BattlePage)
    page.enter_battle()
    press(qtbot, Qt.Key.Key_T, CTRL)
    page.form.panels()[0].result.take_keyboard()
    press(qtbot, Qt.Key.Key_W)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    board = window.frame.page("aftermath")
    assert isinstance(board, AftermathPage)
    assert board.isVisible()
    column = board.findChild(FormColumn)
    assert column.isVisible()
    assert next(iter(column.rows())).number == "H1"
