"""Entering a battle by keyboard and by mouse, and what is recorded of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battles import battle_entry, battles_view
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.views.battle.fighters_model import Column
from mordcry_app.ui.views.battle.fighters_table import FightersTable

Press = Callable[..., None]
CONTROL = Qt.KeyboardModifier.ControlModifier
SPACE, TAB, ESCAPE, ENTER = (
    Qt.Key.Key_Space,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Return,
)


@pytest.fixture
def form(evening, open_page, press: Press):
    """The empty form of the first battle; the keyboard is in the first result."""
    page = open_page()
    press(SPACE)
    assert page.form.state is not None
    return page.form


def table(form, place: int) -> FightersTable:
    return form.panels()[place].table


def test_a_battle_is_entered_and_recorded_by_keyboard_alone(evening, form, press: Press) -> None:
    press("w", TAB, "k", SPACE, "1", "p", SPACE, "2")  # Katrin by Ruta, Pell by Hask
    press("w", Qt.Key.Key_Left, SPACE)  # Wren was not there
    press(ENTER, modifier=CONTROL)
    assert evening.pages_wanted == ["aftermath"]
    battle = battles_view(evening.file)[0]
    assert [(side.roster_name, side.result) for side in battle.sides] == [
        ("The Ashen Vigil", "won"),
        ("Rust & Ruin", "lost"),
    ]
    assert [(out.name, out.by) for out in battle.sides[0].out] == [
        ("Katrin Moor", "Ruta the Red"),
        ("Pell", "Hask"),
    ]
    entry = battle_entry(evening.file, battle.id)
    assert evening.member("Wren").id not in entry.sides[0].took_part
    assert len(entry.sides[0].took_part) == 9
    assert campaign_view(evening.file).drafts[0].battle_number == 1


def test_one_result_proposes_the_other_until_it_is_set_by_hand(form, press: Press) -> None:
    state = form.state
    press("r")
    assert [side.result for side in state.sides] == ["retreated", "won"]
    press("d")
    assert [side.result for side in state.sides] == ["drew", "drew"]
    form.panels()[1].result.take_keyboard()
    press("l")
    assert [side.result for side in state.sides] == ["drew", "lost"]
    form.panels()[0].result.take_keyboard()
    press("w")
    assert [side.result for side in state.sides] == ["won", "lost"]
    shown = form.panels()[1].result.buttons
    assert [result for result, button in shown.items() if button.isChecked()] == ["lost"]


def test_nothing_is_recorded_before_somebody_won(evening, form, press: Press) -> None:
    assert not form.record_button.isEnabled()
    assert "who won" in form.record_button.toolTip()
    press(ENTER, modifier=CONTROL)
    assert battles_view(evening.file) == ()
    press("w")
    assert form.record_button.isEnabled()


def test_kills_are_counted_and_further_ones_added(evening, form, press: Press) -> None:
    press("w", TAB, "k", SPACE, "1", "p", SPACE, "1")
    ruta = evening.member("Ruta the Red").id
    right = table(form, 1)
    assert right.index_of(ruta, Column.KILLS).data() == "2"
    right.setFocus()
    right.setCurrentIndex(right.index_of(ruta, Column.KILLS))
    press("++", "-", "+")
    assert right.index_of(ruta, Column.KILLS).data() == "4 (+2)"
    press("-----")
    assert right.index_of(ruta, Column.KILLS).data() == "2"
    press("+")
    press(ENTER, modifier=CONTROL)
    entry = battle_entry(evening.file, battles_view(evening.file)[0].id)
    assert entry.sides[1].extra_kills == {ruta: 1}


def test_esc_leaves_the_culprit_unknown_and_space_takes_all_back(
    evening, form, press: Press
) -> None:
    katrin = evening.member("Katrin Moor").id
    press("w", TAB, "k", SPACE, ESCAPE)
    assert form.state.sides[0].out_by == {katrin: None}
    assert "Katrin Moor by nobody known" in form.summary.text()
    press(SPACE)
    assert form.state.sides[0].out_by == {}


def test_the_culprit_can_be_of_the_own_side_or_found_by_letters(
    evening, form, press: Press
) -> None:
    katrin, tam = evening.member("Katrin Moor").id, evening.member("Old Tam").id
    press("w", TAB, "k", SPACE, "old", ENTER)
    assert form.state.sides[0].out_by == {katrin: tam}
    press(ENTER)  # asks again
    picker = table(form, 0).picker
    assert picker is not None
    assert picker.list.currentItem().text() == "Old Tam"
    press("0")  # ten enemies took part: the tenth has the key 0
    tenth = form.state.sides[1].fighters[9].id
    assert form.state.sides[0].out_by == {katrin: tenth}


def test_who_was_not_there_did_nothing(evening, form, press: Press) -> None:
    hask = evening.member("Hask").id
    press("w", TAB, "k", SPACE, "2")
    right = table(form, 1)
    right.setFocus()
    right.setCurrentIndex(right.index_of(hask, Column.FIGHTER))
    press("h", SPACE)
    assert hask not in form.state.sides[1].took_part
    assert form.state.sides[0].out_by == {evening.member("Katrin Moor").id: None}
    assert right.index_of(hask, Column.OUT).data(256 + 1) is None


def test_letters_jump_to_any_part_of_a_name(evening, form, press: Press) -> None:
    press("w", TAB)
    left = table(form, 0)
    for typed, name in (("moor", "Katrin Moor"), ("ha", "Jorun Half-Ear")):
        left._typed = ""
        press(typed)
        assert left.currentIndex().siblingAtColumn(0).data() == name
        assert left.currentIndex().column() == Column.OUT


def test_cells_are_ticked_with_the_mouse(evening, form, qtbot: QtBot) -> None:
    left = table(form, 0)
    anselm, katrin = evening.member("Brother Anselm").id, evening.member("Katrin Moor").id

    def click(member: int, column: Column, across: int = 20) -> None:
        place = left.visualRect(left.index_of(member, column)).topLeft() + QPoint(across, 16)
        qtbot.mouseClick(left.viewport(), Qt.MouseButton.LeftButton, pos=place)

    click(anselm, Column.HELD)
    assert form.state.sides[0].holders == {anselm}
    click(katrin, Column.OUT)
    picker = left.picker
    assert picker is not None
    item = picker.list.item(2)
    where = picker.list.visualItemRect(item).center()
    qtbot.mouseClick(picker.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert form.state.sides[0].out_by == {katrin: evening.member("Vetch").id}
    click(katrin, Column.OUT, across=60)  # the name: asks again
    assert left.picker is not None
    left.picker.close()
    QApplication.processEvents()
    click(katrin, Column.OUT)
    assert form.state.sides[0].out_by == {}


def test_what_was_held_is_recorded(evening, form, press: Press) -> None:
    panel = form.panels()[0]
    press("w")
    panel.treasures.setFocus()
    panel.treasures.selectAll()
    press("2")
    panel.objectives.setFocus()
    press(Qt.Key.Key_Up)
    assert "The Ashen Vigil held 1 objective and 2 treasures" in form.summary.text()
    press(ENTER, modifier=CONTROL)
    side = battles_view(evening.file)[0].sides[0]
    assert (side.objectives, side.treasures) == (1, 2)


def test_the_note_is_recorded(evening, form, press: Press) -> None:
    press("w")
    form.note.setFocus()
    press("Rain all day")
    press(ENTER, modifier=CONTROL)
    assert battles_view(evening.file)[0].note == "Rain all day"


def test_who_misses_the_battle_is_off_with_the_reason(
    evening, form, press: Press, qtbot: QtBot
) -> None:
    press("w", TAB, "k", SPACE, "1")
    press(ENTER, modifier=CONTROL)
    draft = campaign_view(evening.file).drafts[0].id
    katrin = evening.member("Katrin Moor").id
    type_faces(evening.file, draft, f"injury/{katrin}/roll", (1, 6))
    play_board(evening.file, draft, SeededRandom(4))
    evening.session.run(lambda: finish(evening.file, draft))
    assert evening.member("Katrin Moor").misses_next_battle
    evening.page.enter_battle()
    state = form.state
    assert state.number == 2
    assert katrin not in state.sides[0].took_part
    left = table(form, 0)
    cell = left.index_of(katrin, Column.FIGHTER)
    assert not cell.flags() & Qt.ItemFlag.ItemIsEnabled
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "Katrin Moor: misses this battle"
    place = left.visualRect(cell).topLeft() + QPoint(12, 16)
    qtbot.mouseClick(left.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert katrin not in state.sides[0].took_part


def test_a_refused_battle_stays_on_screen(evening, form, press: Press) -> None:
    press("w")
    form.panels()[1].result.take_keyboard()
    press("w", ENTER, modifier=None)
    press(ENTER, modifier=CONTROL)
    assert evening.refusals == ["Only one warband can win a battle."]
    assert form.isVisible()
    assert evening.page.entry is form.state
    assert battles_view(evening.file) == ()


def test_rows_follow_the_keyboard_into_view(evening, open_page, press: Press) -> None:
    page = open_page(620, 380)
    press(SPACE)
    second = table(page.form, 1)
    second.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(9):
        press(Qt.Key.Key_Down)
    assert second.currentIndex().row() == 9
    cell = second.visualRect(second.currentIndex())
    top = second.viewport().mapTo(page, cell.topLeft()).y()
    assert 0 <= top <= page.height() - cell.height()
    lefts = [panel.mapTo(page, QPoint(0, 0)).x() for panel in page.form.panels()]
    assert lefts[0] == lefts[1]  # below each other
