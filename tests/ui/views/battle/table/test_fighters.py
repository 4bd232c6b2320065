"""The fighters of a side: rows, marks, the menu, and that only what changed is drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.services.battle_table import TableFighterView
from mordcry_app.ui.views.battle.table.fighters_model import FightersModel
from mordcry_app.ui.views.battle.table.fighters_view import FightersView
from tests.ui.screens import menu_on_screen, pick
from tests.ui.views.battle.table.conftest import OpenTable

LONGEST = "Æthelwynne of the Seventh Drowned Bell and Long Winter St 12"
Show = Callable[..., object]


def fighter(number: int, **changes: object) -> TableFighterView:
    plain = TableFighterView(
        id=number,
        name=f"Fighter {number}",
        archetype="Warrior",
        where="table",
        wounds=3,
        damage=0,
        out_by="",
        marks=(),
        is_active=False,
        has_acted=False,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_reserves_are_one_row_that_opens() -> None:
    model = FightersModel()
    later = (Mark("round 3", "muted"),)
    waiting = [fighter(n, where="reserve", marks=later) for n in (3, 4, 5)]
    model.set_fighters((fighter(1), *waiting, fighter(2)))
    assert [row.key for row in model.rows()] == [1, 2, None]
    assert model.rows()[-1].text == "Reserves, round 3: 3 fighters"
    model.toggle_reserves()
    assert [row.key for row in model.rows()] == [1, 2, None, 3, 4, 5]
    assert "open" in str(model.data(model.index(2, 0), Qt.ItemDataRole.AccessibleTextRole))


def test_one_who_is_hurt_changes_one_row() -> None:
    model = FightersModel()
    everybody = tuple(fighter(n) for n in range(1, 41))
    model.set_fighters(everybody)
    changed: list[int] = []
    resets: list[bool] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    model.modelReset.connect(lambda: resets.append(True))
    hurt = tuple(replace(f, damage=2) if f.id == 7 else f for f in everybody)
    assert model.set_fighters(hurt) == [6]
    assert changed == [6]
    assert not resets


def test_a_row_says_everything_in_words() -> None:
    model = FightersModel()
    out = fighter(1, where="out", out_by="Ruta")
    hurt = fighter(2, damage=1, is_active=True, marks=(Mark("stunned", "bad"),))
    model.set_fighters((out, hurt))
    spoken = [model.data(model.index(n, 0), Qt.ItemDataRole.AccessibleTextRole) for n in (0, 1)]
    assert spoken == [
        "Fighter 1, out, by Ruta",
        "Fighter 2, active, 1 of 3 damage, stunned",
    ]
    model.set_aim((2,), (2,))
    assert str(model.data(model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)).endswith("target")


@pytest.mark.parametrize("width", [190, 268, 340])
def test_long_names_wrap_beside_their_wounds(show_in_window: Show, width: int) -> None:
    view = FightersView()
    view.setFixedWidth(width)
    marks = (Mark("stunned", "bad"), Mark("carries a treasure", "gold"))
    view.set_fighters(
        (
            fighter(1, name=LONGEST, wounds=5, marks=marks),
            fighter(2),
            fighter(3, wounds=12),
            fighter(4, name=LONGEST, wounds=30, damage=17),
        )
    )
    show_in_window(view, width=width + 40, height=600)
    view.resize(width, 500)
    QApplication.processEvents()
    heights = [view.visualRect(view.fighters.index(n, 0)).height() for n in range(4)]
    assert heights[0] > 2 * heights[1]
    for place in range(4):
        row = view.fighters.rows()[place]
        delegate = view.itemDelegate()
        placed = delegate._placed(row, view.viewport().width())  # type: ignore[attr-defined]
        inside = range(view.viewport().width() + 1)
        for area in (placed.name, placed.boxes, *(area for area, _, _ in placed.words)):
            assert area.right() in inside or area.isEmpty()
            assert area.bottom() < placed.height


def test_forty_fighters_scroll_and_letters_find_one(
    show_in_window: Show, press: Callable[..., None]
) -> None:
    view = FightersView()
    view.set_fighters(tuple(fighter(n, name=f"{chr(65 + n % 26)}. number {n}") for n in range(40)))
    view.setFixedHeight(300)
    show_in_window(view, height=400)
    view.setFocus()
    press("z")
    assert view.current_fighter() == 25
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
    chosen: list[int] = []
    view.chosen.connect(chosen.append)
    press(Qt.Key.Key_Space)
    assert chosen == [25]


def test_the_menu_of_a_fighter_opens_by_keyboard(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    side = next(side for side in table.view.sides if side.status.is_on_turn)
    view = table.screen.card(side.id).fighters
    keyboard = QContextMenuEvent.Reason.Keyboard
    QApplication.postEvent(
        view.viewport(), QContextMenuEvent(keyboard, QPoint(5, 5), view.mapToGlobal(QPoint(5, 5)))
    )
    menu = menu_on_screen(qtbot)
    texts = [action.text() for action in menu.actions()]
    label = table.offer("activate", fighter=side.fighters[0].id).label
    assert label in texts
    assert "By hand…" in texts
    pick(qtbot, menu, label)
    qtbot.waitUntil(lambda: table.fighter(side.fighters[0].name).is_active)


def test_a_fighter_that_cannot_act_shows_why_and_can_be_made_to(
    open_table: OpenTable, qtbot: QtBot, press: Callable[..., None]
) -> None:
    table = open_table()
    turn = next(side for side in table.view.sides if side.status.is_on_turn)
    first = turn.fighters[0]
    table.screen.choose_fighter(first.id)
    table.do("end_activation")
    table.screen.choose_fighter(first.id)
    panel = table.screen.centre.offers_panel
    assert table.screen.centre.heading.text() == first.name
    assert all(button.offer.refused for button in panel.buttons)
    if panel.buttons:
        qtbot.mouseClick(panel.buttons[0], Qt.MouseButton.LeftButton)
        pick(qtbot, menu_on_screen(qtbot), "Do it anyway")
        qtbot.waitUntil(lambda: table.view.events[-1].by_hand)
        assert table.fighter(first.name).is_active
    else:
        press(Qt.Key.Key_Escape)
        assert table.screen.centre.heading.text() == ""
