"""What can be done now: groups, keys, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.battle_engine import Command, Mark, Offer
from mordcry_app.ui.views.battle.table.mark_row import MarkRow
from mordcry_app.ui.views.battle.table.offers_panel import OffersPanel
from tests.ui.screens import menu_on_screen, pick

Show = Callable[..., object]


def offer(name: str, group: str = "action", **changes: object) -> Offer:
    values: dict[str, object] = {
        "id": name,
        "group": group,
        "label": name.capitalize(),
        "command": Command(kind="something"),
        **changes,
    }
    return Offer(**values)  # type: ignore[arg-type]


@pytest.fixture
def panel(show_in_window: Show) -> OffersPanel:
    panel = OffersPanel()
    show_in_window(panel, width=500, height=700)
    panel.setFocus()
    return panel


def test_what_can_be_done_comes_first_and_has_a_key(panel: OffersPanel) -> None:
    panel.set_offers(
        [
            offer("end_round", "round", refused="Not yet."),
            offer("done", "turn"),
            offer("move", refused="Knocked down."),
            offer("strike"),
            offer("rush", "ability"),
        ]
    )
    shown = [(button.offer.id, button.number) for button in panel.buttons]
    assert shown == [("strike", 1), ("move", 0), ("rush", 2), ("done", 3), ("end_round", 0)]


def test_digits_press_and_arrows_move(panel: OffersPanel, press: Callable[..., None]) -> None:
    panel.set_offers([offer("strike"), offer("rush", "ability")])
    chosen: list[Offer] = []
    panel.chosen.connect(chosen.append)
    press("2")
    press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    press(Qt.Key.Key_Down, Qt.Key.Key_Space)
    assert [each.id for each in chosen] == ["rush", "strike", "rush"]


def test_a_refused_one_can_be_done_anyway(panel: OffersPanel, qtbot: QtBot) -> None:
    refused = offer("move", refused="Knocked down & out of breath.")
    panel.set_offers([refused])
    chosen: list[Offer] = []
    forced: list[Offer] = []
    panel.chosen.connect(chosen.append)
    panel.forced.connect(forced.append)
    qtbot.mouseClick(panel.buttons[0], Qt.MouseButton.LeftButton)
    menu = menu_on_screen(qtbot)
    assert menu.actions()[0].text().replace("&&", "&") == refused.refused
    pick(qtbot, menu, "Do it anyway")
    qtbot.waitUntil(lambda: forced == [refused])
    assert chosen == []


def test_buttons_are_kept_and_nothing_is_cut(panel: OffersPanel) -> None:
    long = "strike at Æthelwynne of the Seventh Drowned Bell and Long Winter St 12"
    panel.set_offers([offer(long, detail=f"{long}, or {long}"), offer("rush", "ability")])
    QApplication.processEvents()
    kept = panel.buttons[0]
    assert kept.height() == kept.heightForWidth(kept.width())
    tall = kept.height()
    panel.set_offers([offer("strike")])
    QApplication.processEvents()
    assert panel.buttons[0] is kept
    assert kept.height() < tall
    assert panel.height() >= kept.geometry().bottom()


def test_a_read_only_campaign_offers_only_to_read(panel: OffersPanel) -> None:
    panel.set_offers([offer("strike")], is_read_only=True)
    assert not panel.buttons[0].isEnabled()


def test_marks_that_have_no_room_are_in_a_menu(show_in_window: Show, qtbot: QtBot) -> None:
    row = MarkRow()
    row.setFixedWidth(300)
    marks = tuple(Mark(f"Objective {n} is dormant", "muted") for n in range(5))
    row.set_marks((*marks, Mark("Fog", "bad", "Fighters do not see far.")))
    show_in_window(row, width=340)
    assert row.shown()[0] == "Fog"
    assert len(row.shown()) < 6
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    menu = menu_on_screen(qtbot)
    assert menu.actions()[0].text() == "Fog — Fighters do not see far."
    assert len(menu.actions()) == 6
    menu.close()
