"""An aftermath is typed in from the printed form: top to bottom, eyes on the paper."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import Ask, Choose, Pick, Question, Roll, Spread
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.paper_form import form_order, form_view
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.services.samples import create_sample, load_sample, play_battle
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.board_header import BoardHeader
from mordcry_app.ui.views.aftermath.changes import ChangesList
from mordcry_app.ui.views.aftermath.entering import RollEditor
from mordcry_app.ui.views.aftermath.form_column import FormColumn
from mordcry_app.ui.views.aftermath.jump_field import JumpField
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.option_buttons import OptionButtons
from mordcry_app.ui.views.aftermath.question_bar import QuestionBar
from mordcry_app.ui.views.aftermath.track import TrackPanel
from tests.ui.views.aftermath.conftest import Evening

Press = Callable[..., None]
OpenPage = Callable[..., AftermathPage]
CONTROL = Qt.KeyboardModifier.ControlModifier
ENTER = Qt.Key.Key_Return
ESC = Qt.Key.Key_Escape
DOWN, UP = Qt.Key.Key_Down, Qt.Key.Key_Up


@pytest.fixture(scope="session")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample campaign with the aftermath of its next battle open, made once a worker."""
    path = tmp_path_factory.mktemp("sampled") / "sample.mordcry"
    with create_sample(path) as file:
        play_battle(file, load_sample().next_battle)
    return path


@pytest.fixture
def sample(tmp_path: Path, sampled: Path, theme: object) -> Iterator[Evening]:
    """The evening after the next battle of the sample; the form is followed."""
    del theme
    file = open_campaign(Path(shutil.copy(sampled, tmp_path)))
    evening = Evening(file, CampaignSession(file))
    evening.store.change(follows_form=True)
    yield evening
    file.close()


@pytest.fixture
def follow(evening: Evening, open_page: OpenPage) -> Callable[[], AftermathPage]:
    """Open the page with the form followed."""

    def show() -> AftermathPage:
        evening.store.change(follows_form=True)
        return open_page()

    return show


def show_page(qtbot: QtBot, evening: Evening, width: int = 1112) -> AftermathPage:
    page = AftermathPage(evening.session, evening.store)
    evening.session.touched.connect(page.refresh)
    qtbot.addWidget(page)
    page.resize(width, 755)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    evening.page = page
    return page


def column(page: AftermathPage) -> FormColumn:
    return page.findChild(FormColumn)


def header(page: AftermathPage) -> BoardHeader:
    return page.findChild(BoardHeader)


def asked(evening: Evening) -> str:
    """The text of the bar: the number on the form and what is asked."""
    return evening.page.findChild(QuestionBar).shown()


def keys_for(question: Question | None, rolls: random.Random) -> tuple[str | Qt.Key, ...]:
    """What a player types who has rolled and chosen something at the table."""
    match question:
        case Roll():
            faces = [rolls.randint(1, sides) for sides in question.parsed.sides]
            return ("".join(map(str, faces)), ENTER)
        case Choose() if len(question.options) > 9:
            return (DOWN, ENTER)
        case Choose():
            free = [n for n, option in enumerate(question.options, 1) if not option.refused]
            return (str(rolls.choice(free)), ENTER)
        case Ask():
            return ("Nib", ENTER)
        case Spread() | Pick():
            return (ENTER,)
        case None:
            raise AssertionError("nothing is asked")


def test_a_whole_aftermath_is_typed_in_from_top_to_bottom(
    sample: Evening, qtbot: QtBot, press: Press
) -> None:
    form = form_view(sample.file, ())
    page = show_page(qtbot, sample)
    rolls = random.Random(7)
    typed: list[str] = []
    for _ in range(400):
        board = sample.stored()
        if board.is_complete:
            break
        order = form_order(board)
        here = page.current_line
        assert here == next(key for key in order if board.line(key).status == "open")
        row = column(page).row(here)
        assert row.isAncestorOf(QApplication.focusWidget())
        assert asked(sample).startswith(f"{row.number} · ")
        if typed[-1:] != [here]:
            typed.append(here)
        press(*keys_for(board.line(here).question, rolls))
    board = sample.stored()
    assert board.is_complete
    assert sample.refusals == []
    assert len(typed) == len(set(typed)) > 40
    order = form_order(board)
    assert typed == [key for key in order if key in typed]
    assert {board.line(key).roster_id for key in typed} == {t.roster_id for t in board.tracks}
    assert [row.line.key for row in column(page).rows()] == list(order)
    printed = [row.number for block in form.blocks for row in block.rows]
    shown = [printed.index(row.number) for row in column(page).rows()]
    assert shown == sorted(shown)
    dice = [s.dice for t in board.tracks for line in t.lines for s in line.steps if s.dice]
    assert dice
    assert all(each.typed for each in dice)
    assert header(page).finish_button.hasFocus()
    changes = page.findChild(ChangesList).texts()
    assert all("XP" in text for text in changes)
    press(ENTER)  # one too many: Finish has its own key
    assert campaign_view(sample.file).drafts
    press(ENTER, modifier=CONTROL)
    assert campaign_view(sample.file).drafts == ()
    sample.session.undo()
    assert page.board is not None
    assert [row.line.key for row in column(page).rows()] == list(order)


def test_the_column_has_the_headings_and_numbers_of_the_form(
    evening: Evening, follow: Callable[[], AftermathPage]
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"), ("Hask",))
    page = follow()
    assert page.findChildren(TrackPanel) == []
    vigil, ruin = "The Ashen Vigil", "Rust & Ruin"
    assert column(page).headings() == (
        *("F Injuries", vigil, ruin),
        *("H Experience", "K Income"),
        *("L Market", vigil, ruin),
        *("N Exploration", vigil, ruin),
    )
    rows = list(column(page).rows())
    assert [row.number for row in rows[:7]] == ["F4", "F9", "F12", "H1", "H2", "K1", "K2"]
    assert rows[0].accessibleName().startswith("F4. Injury, Katrin Moor")
    income = evening.row(f"income/{evening.roster_id(1)}")
    assert income._text.text().startswith("<b>Rust &amp; Ruin</b>")
    assert asked(evening) == "F4 · Katrin Moor, injury"


def test_typed_dice_wait_for_enter_and_can_be_changed_until_then(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = follow()
    katrin, osk = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Little Osk")
    editor = evening.row(katrin).editor
    assert isinstance(editor, RollEditor)
    assert not editor.enter_hint.isVisible()
    press("56")
    assert evening.line(katrin).status == "open"
    assert editor.enter_hint.isVisible()
    press("1")  # a digit too many changes nothing, here or in the next row
    assert editor.faces() == (5, 6)
    press(Qt.Key.Key_Backspace, "3", ENTER)
    assert evening.line(katrin).steps[0].dice.faces == (5, 3)
    assert page.current_line == osk
    press(ENTER)  # no die is typed
    assert page.current_line == osk
    press("r")
    assert evening.line(osk).status == "done"
    assert not evening.line(osk).steps[0].dice.typed


def test_a_number_goes_to_the_option_and_enter_takes_it(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    adjust_resource(evening.file, "crowns", 60, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor",))
    page = follow()
    katrin = evening.key_of("injury", "Katrin Moor")
    press("53", ENTER)
    editor = evening.row(katrin).editor
    assert isinstance(editor, OptionButtons)
    labels = [button.option.label for button in editor.buttons]
    dear = labels.index("Seek full recovery for 120 crowns") + 1
    again = labels.index("Roll again for 60 crowns") + 1
    press(str(dear), ENTER)  # it is refused
    assert len(evening.line(katrin).steps) == 1
    press("1", str(again))
    assert len(evening.line(katrin).steps) == 1
    assert editor.buttons[again - 1].hasFocus()
    press(ENTER, "65", ENTER)
    assert evening.line(katrin).status == "done"
    assert page.current_line != katrin


def test_after_one_warband_comes_the_other(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor",), ("Hask", "Vetch"))
    page = follow()
    evening.row(f"income/{evening.roster_id(0)}").setFocus()
    press("34", ENTER)
    assert page.current_line == f"income/{evening.roster_id(1)}"
    press("34", ENTER)
    # The market waits for what was skipped above: that is asked now, from the top.
    assert page.current_line == evening.key_of("injury", "Katrin Moor")
    press("65", ENTER)
    assert page.current_line == evening.key_of("injury", "Hask")


def test_a_skipped_row_stays_open_and_is_asked_at_the_end(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"), ("Hask",))
    page = follow()
    katrin = evening.key_of("injury", "Katrin Moor")
    press(DOWN, "65", ENTER)
    assert evening.line(evening.key_of("injury", "Little Osk")).status == "done"
    assert page.current_line == evening.key_of("injury", "Hask")
    press("65", ENTER)
    assert page.current_line == f"income/{evening.roster_id(0)}"
    assert evening.line(katrin).status == "open"
    press("34", ENTER, "34", ENTER)
    board = evening.stored()
    later = form_order(board)[form_order(board).index(katrin) + 1 :]
    while page.current_line != katrin:
        assert page.current_line in later
        question = evening.line(page.current_line).question
        if isinstance(question, Choose):
            press(str([option.id for option in question.options].index("no") + 1), ENTER)
        else:
            press("11", ENTER)
    press("65", ENTER)
    assert evening.line(katrin).status == "done"


def test_going_on_without_enter_keeps_the_dice(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk", "Pell"))
    page = follow()
    keys = [evening.key_of("injury", name) for name in ("Katrin Moor", "Pell", "Little Osk")]
    press("65", DOWN)
    assert evening.line(keys[0]).status == "done"
    assert page.current_line == keys[1]
    assert QApplication.focusWidget() is evening.row(keys[1]).editor.keyboard_place()
    press("64", UP)
    assert evening.line(keys[1]).status == "done"
    assert evening.row(keys[0]).hasFocus()
    evening.row(keys[2]).editor.take_keyboard()
    press("6", DOWN)  # half a roll is no answer
    assert evening.line(keys[2]).status == "open"
    press(UP, "3", "/", "k2", ENTER)
    assert evening.line(keys[2]).steps[0].dice.faces == (6, 3)
    assert page.current_line == f"income/{evening.roster_id(1)}"


def test_rolling_the_rest_uses_the_dice_that_were_typed(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    follow()
    press("65")
    press(Qt.Key.Key_R, modifier=CONTROL)
    first = evening.line(evening.key_of("injury", "Katrin Moor")).steps[0].dice
    second = evening.line(evening.key_of("injury", "Little Osk")).steps[0].dice
    assert (first.faces, first.typed) == ((6, 5), True)
    assert not second.typed


@pytest.mark.parametrize("shortcut", [(Qt.Key.Key_G, CONTROL), (Qt.Key.Key_Slash, None)])
def test_a_number_leads_to_its_row(
    evening: Evening,
    follow: Callable[[], AftermathPage],
    press: Press,
    shortcut: tuple[Qt.Key, Qt.KeyboardModifier | None],
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"), ("Hask",))
    page = follow()
    katrin, hask = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Hask")
    jump = page.findChild(JumpField)
    key, modifier = shortcut
    press(key, modifier=modifier)
    assert jump.field.hasFocus()
    press("f12", ENTER)
    assert page.current_line == hask
    assert QApplication.focusWidget() is evening.row(hask).editor.keyboard_place()
    assert jump.field.text() == ""
    press("65", ENTER)
    press(key, modifier=modifier)
    press(" F 12", ENTER)  # done by now: Enter corrects it
    assert evening.row(hask).hasFocus()
    press(ENTER, "54", ENTER)
    assert evening.line(hask).steps[0].dice.faces == (5, 4)
    press(key, modifier=modifier)
    press("L", ENTER)  # a block alone: its first row, which waits
    assert evening.row(evening.key_of("market", "Ilse Varr")).hasFocus()
    press(key, modifier=modifier)
    press(ESC)
    assert page.current_line not in (None, katrin, hask)
    assert evening.row(page.current_line).isAncestorOf(QApplication.focusWidget())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("Z9", "No Z9 on the form."), ("f5", "F5 asks nothing."), ("4", "No 4 on the form.")],
)
def test_a_row_that_is_not_there_is_refused(
    evening: Evening,
    follow: Callable[[], AftermathPage],
    press: Press,
    typed: str,
    sentence: str,
) -> None:
    evening.fight(("Katrin Moor",))
    page = follow()
    jump = page.findChild(JumpField)
    press(Qt.Key.Key_G, modifier=CONTROL)
    press(typed, ENTER)
    assert jump.problem.text() == sentence
    assert jump.field.hasFocus()
    assert jump.field.property("invalid")
    press("F4")  # typed over it
    assert jump.problem.text() == ""
    assert not jump.field.property("invalid")
    press(ENTER)
    katrin = evening.key_of("injury", "Katrin Moor")
    assert QApplication.focusWidget() is evening.row(katrin).editor.keyboard_place()


def test_a_correction_leads_back_to_the_question_at_hand(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = follow()
    katrin, osk = evening.key_of("injury", "Katrin Moor"), evening.key_of("injury", "Little Osk")
    press("65", ENTER, UP, ENTER)
    assert evening.row(katrin).editor is not None
    press("53", ENTER)
    assert evening.line(katrin).steps[0].dice.faces == (5, 3)
    assert page.current_line == osk
    assert QApplication.focusWidget() is evening.row(osk).editor.keyboard_place()
    assert "Katrin Moor, Int: 3 → 2" in page.findChild(ChangesList).texts()[0]
    press(Qt.Key.Key_Backspace)
    assert evening.line(katrin).steps[0].dice.faces == (6, 5)
    assert page.current_line == osk


def test_an_undo_leads_to_the_row_that_is_asked_again(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight(("Katrin Moor",), ("Hask",))
    page = follow()
    press("65", ENTER, "65", ENTER)
    evening.session.undo()
    assert page.current_line == evening.key_of("injury", "Hask")
    evening.session.undo()
    assert page.current_line == evening.key_of("injury", "Katrin Moor")
    evening.session.redo()
    assert page.current_line == evening.key_of("injury", "Hask")


def test_page_keys_move_along_the_column(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    evening.fight()
    page = follow()
    rows = list(column(page).rows())
    income = evening.row(f"income/{evening.roster_id(0)}")
    assert income.isAncestorOf(QApplication.focusWidget())
    press(Qt.Key.Key_PageDown)
    reached = focused_row(page)
    assert rows.index(reached) > rows.index(income) + 3
    press(Qt.Key.Key_PageDown)
    assert rows.index(focused_row(page)) > rows.index(reached) + 3
    for _ in range(10):
        press(Qt.Key.Key_PageDown)
    assert focused_row(page) is rows[-1]
    for _ in range(10):
        press(Qt.Key.Key_PageUp)
    assert focused_row(page) is rows[0]


def focused_row(page: AftermathPage) -> LineRow:
    row = column(page).focused_row()
    assert row is not None
    return row


def test_the_mode_is_switched_in_the_middle_of_a_roll(
    evening: Evening, open_page: OpenPage, press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"), ("Hask",))
    page = open_page()
    button = header(page).form_button
    assert button.isVisible()
    assert not button.isChecked()
    press("65")
    osk = evening.key_of("injury", "Little Osk")
    press("5")
    press(Qt.Key.Key_T, modifier=CONTROL)
    assert evening.store.values.follows_form
    assert button.isChecked()
    assert page.current_line == osk
    editor = evening.row(osk).editor
    assert column(page).isAncestorOf(editor)
    assert editor.faces() == (5, None)
    assert QApplication.focusWidget() is editor.keyboard_place()
    press("3")
    assert evening.line(osk).status == "open"
    press(Qt.Key.Key_T, modifier=CONTROL)
    assert not evening.store.values.follows_form
    assert len(page.findChildren(TrackPanel)) == 2
    assert page.current_line == osk
    assert evening.row(osk).editor.faces() == (5, 3)
    press(ENTER)
    assert evening.line(osk).steps[0].dice.faces == (5, 3)
    assert page.current_line == evening.key_of("injury", "Hask")
    press("65")  # side by side, the last die confirms again
    assert evening.line(evening.key_of("injury", "Hask")).status == "done"


def test_the_mode_is_switched_in_the_middle_of_a_correction(
    evening: Evening, open_page: OpenPage, press: Press
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    page = open_page()
    press("65", UP, ENTER)
    katrin = evening.key_of("injury", "Katrin Moor")
    press(Qt.Key.Key_T, modifier=CONTROL)
    assert QApplication.focusWidget() is evening.row(katrin).editor.keyboard_place()
    press("53", ENTER)
    assert evening.line(katrin).steps[0].dice.faces == (5, 3)
    assert page.current_line == evening.key_of("injury", "Little Osk")


def test_the_mode_is_remembered(
    evening: Evening, open_page: OpenPage, press: Press, qtbot: QtBot
) -> None:
    evening.fight(("Katrin Moor",))
    open_page()
    qtbot.mouseClick(header(evening.page).form_button, Qt.MouseButton.LeftButton)
    assert evening.row(evening.page.current_line).isAncestorOf(QApplication.focusWidget())
    evening.page.close()
    again = AftermathPage(evening.session, SettingsStore())
    qtbot.addWidget(again)
    again.resize(1112, 755)
    again.show()
    assert header(again).form_button.isChecked()
    assert list(column(again).rows())


def test_a_board_without_a_form_has_no_such_mode(
    evening: Evening, follow: Callable[[], AftermathPage], press: Press
) -> None:
    adjust_resource(evening.file, "xp", 10, "a gift", member_id=evening.member("Wren").id)
    page = follow()
    press(Qt.Key.Key_Space)
    assert page.board is not None
    assert page.board.kind == "muster"
    assert not header(page).form_button.isVisible()
    assert len(page.findChildren(TrackPanel)) == 2
    press("22")
    assert len(page.board.tracks[0].lines[0].steps) == 1


def test_a_read_only_campaign_shows_the_column_and_asks_nothing(
    evening: Evening, qtbot: QtBot
) -> None:
    evening.fight(("Katrin Moor",))
    evening.store.change(follows_form=True)
    second = open_campaign(evening.file.path)
    try:
        page = AftermathPage(CampaignSession(second), evening.store)
        qtbot.addWidget(page)
        page.resize(1112, 755)
        page.show()
        rows = list(column(page).rows())
        assert len(rows) == 45
        assert all(row.editor is None for row in rows)
    finally:
        second.close()


@pytest.mark.parametrize("width", [584, 1112])
def test_the_column_fits_its_page(evening: Evening, qtbot: QtBot, press: Press, width: int) -> None:
    evening.store.change(follows_form=True)
    evening.fight(("Katrin Moor", "Little Osk"))
    page = show_page(qtbot, evening, width)
    assert page.width() == width
    for row in column(page).rows():
        assert row.mapTo(page, row.rect().topRight()).x() < width
    press("53", ENTER)
    shown = evening.row(page.current_line)
    assert shown.editor.mapTo(page, shown.editor.rect().bottomRight()).x() < width


def test_what_comes_and_goes_finds_its_place(sample: Evening, qtbot: QtBot, press: Press) -> None:
    page = show_page(qtbot, sample)
    draft = sample.stored().draft_id

    def check() -> None:
        board = board_view(sample.file, draft)
        rows = list(column(page).rows())
        assert [row.line.key for row in rows] == list(form_order(board))
        tops = [row.y() for row in rows]
        assert tops == sorted(tops)

    check()
    while page.current_line is not None and page.current_line.startswith("injury"):
        press(*keys_for(sample.line(page.current_line).question, random.Random(1)))
    check()
    sample.session.undo()
    check()
