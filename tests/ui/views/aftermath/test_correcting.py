"""Taking answers back and correcting them: what still fits stays, what does not is asked again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.ui.dice import DiceEntry
from mordcry_app.ui.views.aftermath.option_buttons import OptionButtons

Press = Callable[..., None]


def test_a_click_on_the_dice_corrects_them_and_later_answers_stay(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    evening.fight(("Katrin Moor", "Wren", "Little Osk"))
    page = open_page()
    press("53", "45")
    katrin, wren = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Wren")
    qtbot.mouseClick(evening.row(katrin).step_buttons()[0], Qt.MouseButton.LeftButton)
    assert "Instead of 5 3" in _texts(evening.row(katrin))
    assert evening.line(katrin).steps[0].text == "5 3"  # it stands until another is given
    press("11")
    assert evening.line(katrin).steps[0].text == "1 1"
    assert ("Katrin Moor", "", "graveyard") in [
        (c.label, c.old, c.new) for c in evening.line(katrin).changes
    ]
    assert evening.line(wren).steps[0].text == "4 5"
    assert page.current_line == evening.key_of("injury", "Little Osk")


def test_enter_on_a_done_line_corrects_its_only_answer(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    open_page()
    press("53", Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert isinstance(QApplication.focusWidget(), DiceEntry)
    press("65")
    assert evening.line(evening.key_of("injury", "Katrin Moor")).steps[0].text == "6 5"


def test_esc_leaves_a_correction_and_nothing_has_changed(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = open_page()
    press("53", Qt.Key.Key_Up, Qt.Key.Key_Return, "1", Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    katrin = evening.key_of("injury", "Katrin Moor")
    assert evening.row(katrin).hasFocus()
    assert evening.row(katrin).editor is None
    assert evening.line(katrin).steps[0].text == "5 3"
    press(Qt.Key.Key_Down)
    assert page.current_line == evening.key_of("injury", "Little Osk")
    press("65")
    assert evening.stored().line(page.board.tracks[0].lines[1].key).status == "done"


def test_a_line_with_several_answers_lists_them(evening, open_page, press: Press) -> None:
    adjust_resource(evening.file, "crowns", 200, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor", "Little Osk"))
    open_page()
    katrin = evening.key_of("injury", "Katrin Moor")
    press("53", "2", "65", Qt.Key.Key_Up, Qt.Key.Key_Return)
    listed = [button.text() for button in evening.row(katrin).change_buttons()]
    assert listed == ["5 3", "Roll again for 60 crowns", "6 5"]
    press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    editor = evening.row(katrin).editor
    assert isinstance(editor, OptionButtons)
    press("1")
    assert [step.text for step in evening.line(katrin).steps] == ["5 3", "Let it stand"]
    assert not evening.row(katrin).change_buttons()


def test_what_no_longer_fits_is_asked_again_with_the_reason(
    evening, open_page, press: Press
) -> None:
    adjust_resource(evening.file, "crowns", 120, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor", "Little Osk"))
    page = open_page()
    katrin, osk = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Little Osk")
    press("53", "1", "53", "4", "6")  # Katrin lets it stand, Osk pays 120 crowns
    assert evening.line(osk).steps[1].text == "Seek full recovery for 120 crowns"
    evening.row(katrin).setFocus()
    press(Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return, "2", "65")  # now Katrin pays 60
    line = evening.line(osk)
    assert line.status == "open"
    assert line.refused == "The Ashen Vigil has 60 crowns."
    assert "Asked again: The Ashen Vigil has 60 crowns." in _texts(evening.row(osk))
    assert page.current_line == osk
    press("1")
    assert evening.line(osk).status == "done"
    assert "Asked again" not in _texts(evening.row(osk))


def test_backspace_takes_the_last_answer_back(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = open_page()
    katrin = evening.key_of("injury", "Katrin Moor")
    press("53", Qt.Key.Key_Backspace)
    assert evening.line(katrin).status == "open"
    assert page.current_line == katrin
    press("45")
    assert evening.line(katrin).steps[0].text == "4 5"


def test_backspace_takes_a_typed_die_back_first(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    open_page()
    press("53", "4", Qt.Key.Key_Backspace)
    assert evening.line(evening.key_of("injury", "Katrin Moor")).status == "done"
    osk = evening.key_of("injury", "Little Osk")
    assert evening.row(osk).editor.faces() == (None, None)


def test_backspace_in_an_empty_search_takes_the_die_back(evening, open_page, press: Press) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 9, "a gift", member_id=wren)
    evening.fight()
    page = open_page()
    press("34", "kn", Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
    key = f"advance/{wren}/1"
    assert len(evening.line(key).steps) == 1
    press(Qt.Key.Key_Backspace)
    assert evening.line(key).steps == ()
    assert page.current_line == key


def test_undo_leads_back_to_the_question_that_is_open_again(
    evening, open_page, press: Press
) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    income = f"income/{evening.roster_id(1)}"
    evening.row(income).setFocus()
    press("34")
    assert page.current_line == evening.key_of("market", "Ruta the Red")
    evening.session.undo()
    assert evening.line(income).status == "open"
    assert page.current_line == income
    assert QApplication.focusWidget() is evening.row(income).editor.keyboard_place()


def test_the_first_answer_leaves_nothing_to_take_back(evening, open_page) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    back = next(b for b in page.findChildren(type(page._bar.back_button)) if "Back" in b.text())
    assert not back.isEnabled()


def _texts(row) -> str:
    return " | ".join(label.text() for label in row.findChildren(QLabel) if label.isVisible())
