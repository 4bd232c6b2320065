"""The list of battles, correcting one, and entries that are left half done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QStackedWidget
from pytestqt.qtbot import QtBot

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battles import battle_entry, battles_view
from mordcry_app.services.boards import finish, start_muster
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource, recruit, rename_member, retire
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.battle import BattlePage, unfinished

Press = Callable[..., None]
CONTROL = Qt.KeyboardModifier.ControlModifier
SPACE, TAB, ESCAPE, ENTER = (
    Qt.Key.Key_Space,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Return,
)


def record(press: Press) -> None:
    """Enter and record a battle: the Vigil won, Katrin fell to Ruta."""
    press(SPACE, "w", TAB, "k", SPACE, "1")
    press(ENTER, modifier=CONTROL)


def test_without_battles_the_page_says_what_to_do(evening, open_page, press: Press) -> None:
    page = open_page()
    assert page.empty.isVisible()
    assert not page.table.isVisible()
    press(SPACE)
    assert page.form.isVisible()
    assert page.form.panels()[0].result.buttons["won"].hasFocus()


def test_the_list_shows_result_and_who_fell(evening, open_page, press: Press) -> None:
    page = open_page()
    record(press)
    model = page.table.model()
    assert model.rowCount() == 1
    cells = [model.index(0, column).data() for column in range(model.columnCount())]
    assert cells[0] == "1"
    assert cells[2] == "The Ashen Vigil won, Rust & Ruin lost"
    assert cells[3] == "The Ashen Vigil: Katrin Moor by Ruta the Red"
    assert cells[4] == "open"
    assert page.table.isVisible()
    assert not page.enter_button.isVisible()
    assert page.aftermath_button.isVisible()


def test_a_battle_is_corrected_while_its_aftermath_is_open(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    page = open_page()
    record(press)
    page.table.setFocus()
    press(ENTER)
    assert page.form.isVisible()
    state = page.form.state
    katrin, ruta = evening.member("Katrin Moor").id, evening.member("Ruta the Red").id
    assert state.sides[0].out_by == {katrin: ruta}
    assert [side.result for side in state.sides] == ["won", "lost"]
    press(TAB, "p", SPACE, "2")
    press(ENTER, modifier=CONTROL)
    pell, hask = evening.member("Pell").id, evening.member("Hask").id
    entry = battle_entry(evening.file, battles_view(evening.file)[0].id)
    assert entry.sides[0].out_by == {katrin: ruta, pell: hask}
    assert evening.pages_wanted == ["aftermath", "aftermath"]
    assert evening.session.history().undo_label == "Corrected battle 1"


def test_a_closed_battle_is_not_corrected(evening, open_page, press: Press) -> None:
    page = open_page()
    record(press)
    draft = campaign_view(evening.file).drafts[0].id
    play_board(evening.file, draft, SeededRandom(4))
    evening.session.run(lambda: finish(evening.file, draft))
    assert not page.revise_button.isVisible()
    assert page.enter_button.isVisible()
    page.table.setFocus()
    press(ENTER)
    assert page.table.isVisible()
    assert page.table.model().index(0, 4).data() == "done"


def test_a_half_entered_battle_stays_while_other_pages_are_looked_at(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    page = open_page()
    pages = QStackedWidget()
    qtbot.addWidget(pages)
    pages.addWidget(page)
    pages.addWidget(QPushButton("another page"))
    with qtbot.waitActive(pages):
        pages.show()
        pages.activateWindow()
    page.setFocus()
    press(SPACE, "w", TAB, "k", SPACE, "1")
    pages.setCurrentIndex(1)
    page.refresh(None)
    pages.setCurrentIndex(0)
    assert page.form.isVisible()
    assert page.entry is page.form.state
    assert page.form.state.sides[0].out_by == {
        evening.member("Katrin Moor").id: evening.member("Ruta the Red").id
    }
    page.form.take_keyboard()
    press(ESCAPE)
    assert not page.form.isVisible()
    assert page.empty.button.full_text() == "Go on with the entry"
    page.enter_battle()
    assert page.form.state.sides[0].result == "won"
    page.setParent(None)


def test_a_half_entered_battle_survives_closing_the_program(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    page = open_page()
    press(SPACE, "w", TAB, "k", SPACE, "1")
    katrin, ruta = evening.member("Katrin Moor").id, evening.member("Ruta the Red").id
    path = evening.file.path
    page.close()
    evening.file.close()
    file = open_campaign(path)
    try:
        again = BattlePage(CampaignSession(file), SettingsStore())
        qtbot.addWidget(again)
        again.show()
        again.enter_battle()
        assert again.form.state.sides[0].out_by == {katrin: ruta}
        assert again.form.state.sides[1].result == "lost"
    finally:
        file.close()


def test_recording_forgets_what_was_kept(evening, open_page, press: Press, qtbot: QtBot) -> None:
    page = open_page()
    press(SPACE, "w")
    with qtbot.waitSignal(page.form.settled):
        press("w")
        press("d")
    assert unfinished.kept(evening.file.path) is not None
    press(ENTER, modifier=CONTROL)
    assert unfinished.kept(evening.file.path) is None
    page.hide()
    assert unfinished.kept(evening.file.path) is None


def test_an_unreadable_kept_entry_is_dropped(evening, open_page, press: Press) -> None:
    unfinished.keep(evening.file.path, {"number": "x", "sides": 3})
    page = open_page()
    press(SPACE)
    assert page.form.state.is_untouched()
    assert unfinished.kept(evening.file.path) is None


def test_start_anew_can_be_brought_back(evening, open_page, press: Press, qtbot: QtBot) -> None:
    page = open_page()
    press(SPACE, "w", TAB, "k", SPACE, "1")
    qtbot.mouseClick(page.form.clear_button, Qt.MouseButton.LeftButton)
    assert page.form.state.is_untouched()
    assert page.form.banner.isVisible()
    page.form.banner.acted.emit()
    assert page.form.state.sides[0].result == "won"
    assert page.entry is page.form.state


def test_fighters_who_come_go_or_are_renamed_meanwhile_are_followed(
    evening, open_page, press: Press
) -> None:
    page = open_page()
    press(SPACE, "w", TAB, "k", SPACE, "1")
    katrin, roster = evening.member("Katrin Moor").id, page.form.state.sides[0].roster_id
    evening.session.run(lambda: rename_member(evening.file, katrin, "Katrin the Lame"))
    pell = evening.member("Pell").id
    evening.session.run(lambda: retire(evening.file, pell, "tired"))
    evening.session.run(lambda: recruit(evening.file, roster, "youngblood", "Newcomer"))
    state = page.form.state
    assert pell not in state.sides[0].took_part
    assert state.name(katrin) == "Katrin the Lame"
    assert evening.member("Newcomer").id in state.sides[0].took_part
    assert state.sides[0].out_by == {katrin: evening.member("Ruta the Red").id}
    assert "Katrin the Lame by Ruta the Red" in page.form.summary.text()


def test_an_undone_battle_is_an_entry_again(evening, open_page, press: Press) -> None:
    page = open_page()
    record(press)
    evening.session.undo()
    assert battles_view(evening.file) == ()
    page.enter_battle()
    state = page.form.state
    assert state.battle_id is None
    assert state.sides[0].out_by == {
        evening.member("Katrin Moor").id: evening.member("Ruta the Red").id
    }


def test_an_open_board_of_advances_comes_first(evening, open_page, press: Press) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 10, "a gift", member_id=wren)
    page = open_page()
    press(SPACE, "w", ESCAPE)
    evening.session.run(lambda: start_muster(evening.file))
    page.enter_battle()
    assert evening.pages_wanted == ["aftermath"]
    assert page.entry is not None
    assert page.entry.sides[0].result == "won"


def test_a_read_only_campaign_records_nothing(evening, qtbot: QtBot) -> None:
    second = open_campaign(evening.file.path)
    try:
        page = BattlePage(CampaignSession(second), SettingsStore())
        qtbot.addWidget(page)
        page.show()
        assert not page.empty.button.isEnabled()
        assert second.read_only_reason.split()[0] in page.empty.button.toolTip()
    finally:
        second.close()
