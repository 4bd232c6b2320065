"""Answering a board: typed and rolled dice, choices, amounts, and what is next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import Roll
from mordcry_app.services.boards import type_faces
from mordcry_app.services.reading import campaign_view, rolls_view
from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.ui.views.aftermath.entering import RollEditor, SpreadEditor
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.option_buttons import OptionButtons
from mordcry_app.ui.views.aftermath.option_list import OptionList
from mordcry_app.ui.views.aftermath.track import TrackPanel

Press = Callable[..., None]


def test_typed_faces_answer_at_once_and_the_next_line_has_the_keyboard(
    evening, open_page, press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = open_page()
    first, second = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Little Osk")
    assert page.current_line == first
    press("53")
    line = evening.line(first)
    assert line.status == "done"
    assert line.steps[0].dice is not None
    assert line.steps[0].dice.faces == (5, 3)
    assert line.steps[0].dice.typed
    assert ("Katrin Moor, Int", "3", "2") in [(c.label, c.old, c.new) for c in line.changes]
    assert page.current_line == second
    editor = evening.row(second).editor
    assert isinstance(editor, RollEditor)
    assert QApplication.focusWidget() is editor.entry
    assert evening.member("Katrin Moor").value("int").total == 3  # nothing is final yet


def test_r_lets_the_app_roll_and_the_row_tells_the_two_apart(
    evening, open_page, press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    open_page()
    press("53", "r")
    typed = evening.row(evening.key_of("injury", "Katrin Moor")).step_buttons()[0]
    rolled = evening.row(evening.key_of("injury", "Little Osk")).step_buttons()[0]
    assert [roll.typed for roll in rolls_view(evening.file)] == [False, True]
    assert typed.icon_name != rolled.icon_name
    assert "typed" in typed.accessibleName()
    assert "rolled by the app" in rolled.accessibleName()


def test_a_face_that_cannot_be_changes_nothing(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    press("79")
    key = evening.key_of("injury", "Katrin Moor")
    assert page.current_line == key
    assert evening.line(key).status == "open"
    press("65")
    assert evening.line(key).status == "done"


def test_any_open_line_can_be_answered_first(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), treasures=1)
    page = open_page()
    income = f"income/{evening.roster_id(0)}"
    evening.row(income).setFocus()
    press("34")
    assert evening.line(income).status == "done"
    assert ("Crowns", "0", "90") in [(c.label, c.old, c.new) for c in evening.line(income).changes]
    assert page.current_line == evening.key_of("injury", "Katrin Moor")


def test_arrow_keys_walk_the_lines_and_enter_leads_back(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), ("Hask",))
    page = open_page()
    katrin, hask = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Hask")
    press(Qt.Key.Key_Down)
    assert evening.row(f"experience/{evening.roster_id(0)}").hasFocus()
    press(Qt.Key.Key_Up)
    assert QApplication.focusWidget() is evening.row(katrin).editor.keyboard_place()
    press(Qt.Key.Key_Down, Qt.Key.Key_Right)
    assert evening.page.current_line == katrin
    tracks = page.findChildren(TrackPanel)
    assert tracks[1].isAncestorOf(evening.row(hask))
    assert tracks[1].isAncestorOf(QApplication.focusWidget())
    press(Qt.Key.Key_Left)
    assert tracks[0].isAncestorOf(QApplication.focusWidget())
    page.setFocus()
    assert QApplication.focusWidget() is evening.row(katrin).editor.keyboard_place()


def test_r_rolls_the_open_line_that_has_the_keyboard(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",))
    open_page()
    income = f"income/{evening.roster_id(1)}"
    evening.row(income).setFocus()
    press("r")
    assert evening.line(income).status == "done"
    assert evening.line(evening.key_of("injury", "Katrin Moor")).status == "open"


def test_whoever_works_down_one_warband_stays_in_it(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), ("Hask", "Vetch"))
    page = open_page()
    evening.row(evening.key_of("injury", "Hask")).setFocus()
    press("65")
    assert page.current_line == evening.key_of("injury", "Vetch")


def test_a_number_key_chooses_and_a_refused_option_cannot_be_chosen(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    adjust_resource(evening.file, "crowns", 60, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor",))
    page = open_page()
    key = evening.key_of("injury", "Katrin Moor")
    press("53")
    editor = evening.row(key).editor
    assert isinstance(editor, OptionButtons)
    labels = [button.option.label for button in editor.buttons]
    dear = labels.index("Seek full recovery for 120 crowns")
    assert not editor.buttons[dear].isEnabled()
    assert editor.buttons[dear].accessibleDescription() == "The Ashen Vigil has 60 crowns."
    press(str(dear + 1))
    qtbot.mouseClick(editor.buttons[dear], Qt.MouseButton.LeftButton)
    press(Qt.Key.Key_Return)  # nothing is selected: nothing is chosen
    assert len(evening.line(key).steps) == 1
    press(str(labels.index("Roll again for 60 crowns") + 1))
    assert isinstance(evening.line(key).question, Roll)
    press("65")
    assert evening.line(key).status == "done"
    assert page.board is not None
    assert ("Crowns", "60", "0") in [
        (c.label, c.old, c.new) for c in evening.stored().tracks[0].changes
    ]


def test_options_are_reached_with_arrow_keys_too(evening, open_page, press: Press) -> None:
    adjust_resource(evening.file, "crowns", 60, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor",))
    open_page()
    press("53", Qt.Key.Key_Down)
    key = evening.key_of("injury", "Katrin Moor")
    editor = evening.row(key).editor
    assert isinstance(editor, OptionButtons)
    assert editor.buttons[0].hasFocus()
    press(Qt.Key.Key_Return)
    assert evening.line(key).status == "done"
    assert evening.line(key).steps[1].text == "Let it stand"


def test_a_skill_is_found_by_typing(evening, open_page, press: Press) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 9, "a gift", member_id=wren)
    evening.fight()
    page = open_page()
    key = f"advance/{wren}/1"
    assert page.current_line == key
    press("34")
    editor = evening.row(key).editor
    assert isinstance(editor, OptionList)
    press("knife")
    view = editor.findChild(QListView)
    assert view is not None
    assert view.model().rowCount() == 1
    assert "Slip the Knife" in editor.search.accessibleDescription()
    press(Qt.Key.Key_Return)
    assert evening.line(key).status == "done"
    evening.row(f"income/{evening.roster_id(0)}").setFocus()
    press("34")
    evening.row(f"income/{evening.roster_id(1)}").setFocus()
    press("34")
    evening.find_nothing()
    press(Qt.Key.Key_Return, modifier=Qt.KeyboardModifier.ControlModifier)
    assert [skill.name for skill in evening.member("Wren").skills] == ["Slip the Knife"]


def test_what_is_known_already_is_last_and_cannot_be_chosen(
    evening, open_page, press: Press
) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 19, "a gift", member_id=wren)
    evening.fight()
    open_page()
    press("34", "knife", Qt.Key.Key_Return)
    key = f"advance/{wren}/2"
    press("34", "knife")
    editor = evening.row(key).editor
    assert isinstance(editor, OptionList)
    press(Qt.Key.Key_Return)
    assert evening.line(key).status == "open"
    for _ in "knife":
        press(Qt.Key.Key_Backspace)
    model = editor.view.model()
    last = model.index(model.rowCount() - 1, 0)
    assert last.data() == "Slip the Knife"
    assert not last.flags() & Qt.ItemFlag.ItemIsEnabled
    press(Qt.Key.Key_Up)
    assert model.rowCount() == 39


def test_amounts_are_proposed_and_must_add_up(evening, open_page, press: Press) -> None:
    ruta, hask = evening.member("Ruta the Red").id, evening.member("Hask").id
    adjust_resource(evening.file, "renown", 20, "a gift", member_id=ruta)
    adjust_resource(evening.file, "renown", 10, "a gift", member_id=hask)
    evening.fight(results=("won", "retreated"))
    page = open_page()
    key = f"retreat/{evening.roster_id(1)}"
    assert page.current_line == key
    editor = evening.row(key).editor
    assert isinstance(editor, SpreadEditor)
    assert editor.amounts() == {str(ruta): 20, str(hask): 5}
    press("16")
    assert "4 of 25 still to give" in editor.remaining.text()
    assert not editor.confirm_button.isEnabled()
    press(Qt.Key.Key_Return)
    assert evening.line(key).status == "open"
    press(Qt.Key.Key_Tab, "9", Qt.Key.Key_Return)
    assert evening.line(key).status == "done"
    changes = {(c.label, c.old, c.new) for c in evening.line(key).changes}
    assert {("Ruta the Red, renown", "20", "4"), ("Hask, renown", "10", "1")} <= changes


def test_the_proposed_amounts_take_one_key(evening, open_page, press: Press) -> None:
    adjust_resource(
        evening.file, "renown", 20, "a gift", member_id=evening.member("Ruta the Red").id
    )
    adjust_resource(evening.file, "renown", 10, "a gift", member_id=evening.member("Hask").id)
    evening.fight(results=("won", "retreated"))
    open_page()
    press(Qt.Key.Key_Return)
    assert evening.line(f"retreat/{evening.roster_id(1)}").status == "done"


def test_half_typed_dice_survive_a_change_elsewhere(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), ("Hask",))
    open_page()
    press("5")
    key = evening.key_of("injury", "Katrin Moor")
    draft = campaign_view(evening.file).drafts[0].id
    income = f"income/{evening.roster_id(1)}/roll"
    evening.session.run(lambda: type_faces(evening.file, draft, income, (1, 1)))
    assert evening.row(key).editor.faces() == (5, None)
    press("3")
    assert evening.line(key).steps[0].text == "5 3"


def test_only_rows_that_changed_are_written_anew(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor", "Little Osk"), ("Hask",))
    page = open_page()
    before = {row.line.key: (row, row.line) for row in page.findChildren(LineRow)}
    press("65")
    after = {row.line.key: (row, row.line) for row in page.findChildren(LineRow)}
    assert all(after[key][0] is row for key, (row, _) in before.items())
    changed = {key for key, (_, line) in before.items() if after[key][1] is not line}
    assert changed == {evening.key_of("injury", "Katrin Moor")}


def test_ten_a_side_take_fewer_than_three_keys_a_question(
    evening, open_page, press: Press, answer_everything
) -> None:
    names = ("Katrin Moor", "Little Osk", "Wren", "Pell")
    adjust_resource(evening.file, "crowns", 300, "a gift", roster_id=evening.roster_id(0))
    evening.fight(names, ("Hask", "Vetch", "Brannoc"), treasures=1)
    open_page()
    keys = answer_everything(press, dice="53")
    questions = sum(len(line.steps) for t in evening.stored().tracks for line in t.lines)
    assert evening.stored().is_complete
    assert questions >= 13
    assert keys / questions < 3


def test_an_answer_that_the_service_refuses_leaves_the_question_open(
    evening, open_page, press: Press
) -> None:
    evening.fight(("Katrin Moor",))
    open_page()
    draft = campaign_view(evening.file).drafts[0].id
    key = evening.key_of("injury", "Katrin Moor")
    evening.session.run(lambda: type_faces(evening.file, draft, f"{key}/roll", "77"))
    assert len(evening.refusals) == 1
    assert evening.line(key).status == "open"
    press("65")
    assert evening.line(key).status == "done"


def test_answers_given_elsewhere_are_shown(evening, open_page) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    key = evening.key_of("injury", "Katrin Moor")
    draft = campaign_view(evening.file).drafts[0].id
    evening.session.run(lambda: type_faces(evening.file, draft, f"{key}/roll", "53"))
    assert evening.row(key).line.status == "done"
    assert page.current_line != key
