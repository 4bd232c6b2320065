"""What is around the play: the log, corrections by hand, menus, narrow windows, leaving."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.services.battle_table import EventView, corrections
from mordcry_app.services.edit_names import rename_member
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.views.battle.table.correction_dialog import CorrectionDialog
from mordcry_app.ui.views.battle.table.log_drawer import LogModel, log_lines
from tests.ui.screens import CTRL, click, dialog_on_screen, menu_on_screen, no_dialog, pick
from tests.ui.views.battle.table.conftest import OpenTable

Press = Callable[..., None]


def event(number: int, round_number: int, *, by_hand: bool = False) -> EventView:
    return EventView(
        id=number,
        sequence=number,
        label=f"Event {number}",
        story=(f"Event {number}.", f"Story of {number}."),
        summary="2 damage" if number == 2 else "",
        by_hand=by_hand,
        round=round_number,
    )


def test_the_log_is_told_round_by_round() -> None:
    events = (event(1, 0), event(2, 1), event(3, 1, by_hand=True))
    assert [(line.kind, line.text) for line in log_lines(events)] == [
        ("heading", "Before the first round"),
        ("event", "Event 1"),
        ("story", "Story of 1."),
        ("heading", "Round 1"),
        ("event", "Event 2: 2 damage"),
        ("story", "Story of 2."),
        ("event", "Event 3 (by hand)"),
        ("story", "Story of 3."),
    ]


def test_the_log_keeps_the_lines_that_stay() -> None:
    model = LogModel()
    model.set_events((event(1, 0), event(2, 1)))
    inserted: list[int] = []
    removed: list[int] = []
    model.rowsInserted.connect(lambda _parent, first, _last: inserted.append(first))
    model.rowsRemoved.connect(lambda _parent, first, _last: removed.append(first))
    model.set_events((event(1, 0), event(2, 1), event(3, 1)))
    assert inserted == [6]
    model.set_events((event(1, 0),))
    assert removed == [3]
    assert model.rowCount() == 3


def test_the_whole_log_opens_with_its_key_and_ends_with_the_newest(
    open_table: OpenTable, press: Press
) -> None:
    table = open_table()
    press(Qt.Key.Key_J, modifier=CTRL)
    log = table.screen.log
    assert log.is_open()
    texts = [str(log.model.data(log.model.index(n, 0))) for n in range(log.model.rowCount())]
    assert "Round 1" in texts
    for shown in table.view.events:
        assert any(text.startswith(shown.label) for text in texts)
    press(Qt.Key.Key_Escape)
    assert not log.is_open()


def test_damage_is_put_right_by_hand_and_marked(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    hurt = table.view.sides[0].fighters[0]
    table.screen.by_hand.open(hurt.name, fighter=hurt.id)
    dialog = dialog_on_screen(qtbot, CorrectionDialog)
    known = corrections(table.file, fighter=hurt.id)
    row = dialog.rows[next(n for n, c in enumerate(known) if c.kind == "number")]
    number = row._number
    assert number is not None
    number.setValue(1)
    click(qtbot, row.button)
    assert table.view.events[-1].by_hand
    assert table.fighter(hurt.name).damage == 1
    shown = table.screen.cards[0].fighters.fighters.rows()[0].fighter
    assert shown is not None
    assert shown.damage == 1
    assert dialog.isVisible()
    dialog.reject()
    no_dialog(qtbot)
    assert "(by hand)" in table.screen.centre.just_now.text.text()


def test_dice_are_put_right_by_hand(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    side = table.view.sides[0]
    known = corrections(table.file, side=side.id)
    place = next((n for n, c in enumerate(known) if c.kind == "dice"), None)
    assert place is not None, "dice cannot be put right"
    table.screen.by_hand.open(side.name, side=side.id)
    dialog = dialog_on_screen(qtbot, CorrectionDialog)
    row = dialog.rows[place]
    field = row._dice
    assert field is not None
    before = len(table.view.events)
    field.setText("one")
    click(qtbot, row.button)
    assert len(table.view.events) == before
    assert field.property("invalid")
    field.setText("1 1, 6")
    click(qtbot, row.button)
    assert len(table.view.events) == before + 1
    dialog.reject()
    no_dialog(qtbot)


def test_the_menu_holds_the_rest(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    click(qtbot, table.screen.header.more_button)
    menu = menu_on_screen(qtbot)
    texts = [action.text().split("\t")[0] for action in menu.actions()]
    assert texts[:2] == ["Who should hit whom?", "An attack out of turn…"]
    assert "Log" in texts
    ends = [o.label for o in table.view.offers if o.group == "end"]
    assert set(ends) <= set(texts)
    by_hand = next(a.menu() for a in menu.actions() if a.text() == "By hand")
    assert isinstance(by_hand, QMenu)
    assert [a.text().replace("&&", "&") for a in by_hand.actions()] == [
        "The battle…",
        "The Ashen Vigil…",
        "Rust & Ruin…",
    ]
    pick(qtbot, menu, "Leave the table")
    qtbot.waitUntil(lambda: not table.page.door.is_open())


def test_leaving_shows_the_battles_and_the_way_back(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    table.screen.left.emit()
    page = table.page
    assert not page.door.is_open()
    assert page.table_button.isVisible()
    assert page.table_button.full_text() == "Back to the table"
    member = campaign_view(table.file).rosters[0].members[0]
    table.session.run(lambda: rename_member(table.file, member.id, "Ilse"))
    assert not page.door.is_open(), "it stays away until it is gone back to"
    click(qtbot, page.table_button)
    assert page.door.is_open()


def test_a_battle_that_is_over_leads_to_its_aftermath(
    open_table: OpenTable, qtbot: QtBot, press: Press
) -> None:
    table = open_table()
    table.do("end_battle")
    for _ in range(5):
        if table.view.is_over:
            break
        table.do("end_battle")
    assert table.view.is_over
    button = table.screen.header.next_button
    assert button.full_text() == "To the aftermath"
    click(qtbot, button)
    assert table.pages_wanted == ["aftermath"]
    assert table.refusals == []
    draft = campaign_view(table.file).drafts[0]
    assert draft.kind == "aftermath"
    assert not table.page.door.is_open()


def test_f6_walks_through_the_parts(open_table: OpenTable, press: Press) -> None:
    table = open_table()
    table.screen.cards[0].fighters.setFocus()
    order: list[str] = []
    for _ in range(3):
        press(Qt.Key.Key_F6)
        focused = QApplication.focusWidget()
        assert focused is not None
        order.append(_part_of(table.screen, focused))
    assert order == ["centre", "1", "0"]
    press(Qt.Key.Key_Right)
    assert table.screen.centre.offers_panel.hasFocus()


def _part_of(screen, focused: QWidget) -> str:
    for place, card in enumerate(screen.cards):
        if card.isAncestorOf(focused):
            return str(place)
    return "centre" if screen.centre.isAncestorOf(focused) else ""


@pytest.mark.parametrize(
    ("width", "height", "mode"), [(1112, 755, "columns"), (800, 600, "pair"), (588, 355, "one")]
)
def test_everything_finds_its_place_in_a_narrow_window(
    open_table: OpenTable, press: Press, width: int, height: int, mode: str
) -> None:
    table = open_table(width=width, height=height)
    screen = table.screen
    assert screen.arrangement.mode == mode
    assert screen.minimumSizeHint().width() <= width
    table.screen.choose(table.offer("activate"))
    table.screen.choose(next(o for o in table.view.offers if o.opens_form and not o.refused))
    form = screen.attacks.form
    assert form is not None
    screen.choose_fighter(int(form.targets[0].id))
    for _ in range(3):
        QApplication.processEvents()
    assert screen.centre.isVisible()
    assert screen.centre.attack_panel.roll_button.isVisible()
    assert not cut(screen.centre)
    assert screen.log_bar.isVisible() == (height > 470)
    press("t")
    for _ in range(3):
        QApplication.processEvents()
    assert screen.centre.event_panel.isVisible()
    assert not cut(screen.centre)
    editor = screen.centre.event_panel.editor
    assert editor is not None
    assert not editor.visibleRegion().isEmpty(), "the question is in view"


def cut(part: QWidget) -> list[str]:
    """What stands on screen with less room than its text needs."""
    found: list[str] = []
    for label in part.findChildren(QLabel):
        if label.isVisible() and label.text() and not label.toolTip():
            needed = label.heightForWidth(label.width()) if label.wordWrap() else 0
            if label.height() < needed or label.width() > part.width():
                found.append(label.text())
    for button in part.findChildren(QAbstractButton):
        if not (button.isVisible() and button.hasHeightForWidth()):
            continue
        if button.height() < button.heightForWidth(button.width()):
            found.append(button.accessibleName())
    return found
