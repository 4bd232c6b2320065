"""The next battle is set up from the page of battles."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.rules.effects import MissNextBattle, Modify
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_setup import setup_view
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import PendingView, SetupSideView
from mordcry_app.ui.views.battle import BattlePage
from mordcry_app.ui.views.battle.setup_card import side_lines
from tests.ui.views.battle.conftest import Evening


def let_wait(evening: Evening) -> None:
    ilse, anselm = (evening.member(name).id for name in ("Ilse Varr", "Brother Anselm"))
    with unit_of_work(evening.file, "Waits", "test") as work:
        EffectWriter(work).write(
            [
                Modify(
                    who=f"member:{ilse}",
                    stat="ws",
                    amount=-1,
                    ends="next_battle",
                    source="A curse",
                ),
                MissNextBattle(who=f"member:{anselm}", source="A fever"),
            ]
        )


def test_nothing_is_said_before_a_battle_for_which_nothing_waits(
    evening: Evening, open_page: Callable[..., BattlePage]
) -> None:
    page = open_page()
    assert page.setup_card.isHidden()
    assert page.setup_button.isVisible()
    assert page.setup_button.full_text() == "Set up battle 1"
    assert page.dice_button.isVisible()


def test_what_waits_is_said_and_then_armed(
    evening: Evening, open_page: Callable[..., BattlePage], qtbot: QtBot
) -> None:
    let_wait(evening)
    page = open_page()
    assert page.setup_card.isVisible()
    assert page.setup_card.title() == "Before battle 1"
    assert page.setup_card.lines()[:3] == (
        "9 can fight",
        "Misses it: Brother Anselm",
        "Ilse Varr: −1 WS (A curse)",
    )
    qtbot.mouseClick(page.dice_button, Qt.MouseButton.LeftButton)
    assert setup_view(evening.file).stage == "ready"
    assert page.door.is_open()
    page.show_battles()
    assert page.setup_card.title() == "Battle 1 is set up"
    assert page.setup_button.isHidden()
    assert evening.pages_wanted == []
    page.enter_battle()
    assert page.entry is not None
    assert page.entry.number == 1


def test_what_is_asked_first_leads_to_the_questions_and_can_be_called_off(
    evening: Evening, open_page: Callable[..., BattlePage], qtbot: QtBot
) -> None:
    edits.add_trait(evening.file, evening.member("Wren").id, "injury", "old_battle_wound")
    page = open_page()
    assert page.setup_card.isVisible()
    assert page.setup_card.state() == "1 question comes first: set it up."
    qtbot.keyClick(page, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert evening.pages_wanted == ["aftermath"]
    assert page.aftermath_button.full_text() == "To the questions"
    assert page.enter_button.isHidden()
    qtbot.mouseClick(page.call_off_button, Qt.MouseButton.LeftButton)
    assert setup_view(evening.file).stage == "coming"
    assert page.setup_button.isVisible()
    assert evening.refusals == []


def test_many_lines_are_counted() -> None:
    pending = tuple(
        PendingView("modifier", f"F{n}", 1, n, "+1 WS", "", "Luck", 1, False, True, "battle")
        for n in range(9)
    )
    lines = side_lines(SetupSideView(1, "Vigil", "Mira", 1, (), pending), "coming")
    assert lines[0] == "1 can fight"
    assert lines[-1] == "and 3 more"
    assert len(lines) == 8
    assert side_lines(SetupSideView(1, "Vigil", "Mira", 10, (), ()), "coming") == [
        "10 can fight",
        "Nothing waits for it.",
    ]
