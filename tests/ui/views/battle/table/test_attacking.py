"""An attack is put together: target, weapon, switches, split dice, and the heat table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.battle_engine import AttackForm, Command, Forecast, ForecastStep, Switch
from mordcry_app.rules.procedure import Option
from mordcry_app.services.battle_table import attack_matrix, attack_plan, forecast
from mordcry_app.ui.theme import NIGHT, PARCHMENT, contrast
from mordcry_app.ui.views.battle.table import composing
from mordcry_app.ui.views.battle.table.attack_panel import AttackPanel
from mordcry_app.ui.views.battle.table.forecast_view import bars_of
from mordcry_app.ui.views.battle.table.matrix_dialog import MatrixDialog, heat
from mordcry_app.ui.views.battle.table.wording import percent
from tests.ui.screens import dialog_on_screen, no_dialog
from tests.ui.views.battle.table.conftest import OpenTable, Sitting

Show = Callable[..., object]


def form(**changes: object) -> AttackForm:
    values: dict[str, object] = {
        "command": Command(
            kind="attack", values={"attacker": 1, "weapon": "sword", "targets": (11,)}
        ),
        "attackers": (Option("1", "Anselm"),),
        "weapons": (Option("sword", "Sword"), Option("bow", "Bow", refused="It is broken.")),
        "targets": (Option("11", "Ruta"), Option("12", "Hask"), Option("13", "Una", "", "Gone.")),
        "switches": (Switch("charged", "Charged", "Charge"), Switch("cover", "In cover")),
        "dice": 3,
        "may_split": True,
        **changes,
    }
    return AttackForm(**values)  # type: ignore[arg-type]


def worth(**changes: object) -> Forecast:
    values: dict[str, object] = {
        "steps": (ForecastStep("Hit", "WS 6 v 5", "3+"),),
        "damage": {0: 0.3, 2: 0.4, 4: 0.2, 6: 0.1},
        "wounds_left": 4,
        "p_out": 0.3,
        "mean_damage": 2.2,
        "p_any_critical": 0.1,
        **changes,
    }
    return Forecast(**values)  # type: ignore[arg-type]


def begin(table: Sitting) -> None:
    table.screen.choose(table.offer("activate"))
    table.screen.choose(next(o for o in table.view.offers if o.opens_form and not o.refused))


@pytest.fixture
def panel(show_in_window: Show) -> AttackPanel:
    panel = AttackPanel()
    show_in_window(panel, panel.buttons, width=520, height=700)
    return panel


def test_bars_put_together_what_puts_the_target_out() -> None:
    assert bars_of(worth()) == [
        ("0", 0.3, False),
        ("2", 0.4, False),
        ("4+", pytest.approx(0.3), True),
    ]
    many = worth(damage=dict.fromkeys(range(20), 0.05), wounds_left=40)
    bars = bars_of(many)
    assert bars[-1] == ("40+", 0, True)
    assert bars[-2][0] == "7–19"
    assert sum(chance for _, chance, _ in bars) == pytest.approx(1)


@pytest.mark.parametrize("palette", [PARCHMENT, NIGHT])
def test_numbers_on_every_heat_can_be_read(palette: object) -> None:
    for tenth in range(11):
        ground = heat(palette.surface, palette.blood, tenth / 10)  # type: ignore[attr-defined]
        inks = (palette.ink, palette.on_accent)  # type: ignore[attr-defined]
        assert max(contrast(ink, ground) for ink in inks) >= 4.5


def test_what_is_chosen_becomes_the_command(panel: AttackPanel, qtbot: QtBot) -> None:
    panel.set_form(form(), worth())
    wanted: list[Command] = []
    panel.changed.connect(wanted.append)
    qtbot.mouseClick(panel.switches.chips()[0], Qt.MouseButton.LeftButton)
    assert wanted[-1].words(composing.SWITCHES) == ("charged",)
    assert not panel.weapons.chips()[1].isEnabled()
    assert "It is broken." in panel.weapons.chips()[1].toolTip()
    panel.target.setFocus()
    qtbot.keyClick(panel.target, Qt.Key.Key_Down)
    assert wanted[-1].numbers(composing.TARGETS) == (12,)
    assert panel.forecast.out.text() == percent(0.3)


def test_split_dice_must_add_up(panel: AttackPanel, qtbot: QtBot) -> None:
    panel.set_form(form(), worth())
    wanted: list[Command] = []
    panel.changed.connect(wanted.append)
    qtbot.mouseClick(panel.splits, Qt.MouseButton.LeftButton)
    assert panel.split_row.isVisible()
    assert panel.split_row.shares() == {11: 3}
    fields = panel.split_row._fields
    assert list(fields) == [11, 12]
    fields[11].setValue(2)
    assert not panel.roll_button.isEnabled() or not wanted
    fields[12].setValue(1)
    assert wanted[-1].numbers(composing.TARGETS) == (11, 12)
    assert wanted[-1].numbers(composing.DICE) == (2, 1)


def test_a_refused_attack_says_why_and_can_be_made_anyway(panel: AttackPanel, qtbot: QtBot) -> None:
    panel.set_form(form(refused="Anselm has acted."), worth())
    assert panel.reason.text() == "Anselm has acted."
    assert not panel.roll_button.isEnabled()
    qtbot.mouseClick(panel.force, Qt.MouseButton.LeftButton)
    made: list[tuple[Command, bool]] = []
    panel.attack_asked.connect(lambda command, rolls: made.append((command, rolls)))
    qtbot.mouseClick(panel.roll_button, Qt.MouseButton.LeftButton)
    assert made[0][0].forced
    assert made[0][1]


def test_a_read_only_campaign_attacks_nobody(panel: AttackPanel) -> None:
    panel.set_form(form(), worth(), is_read_only=True)
    assert not panel.roll_button.isEnabled()
    assert not panel.type_button.isEnabled()


def test_a_click_on_an_enemy_aims_and_the_forecast_is_the_rules(
    open_table: OpenTable, qtbot: QtBot
) -> None:
    table = open_table()
    begin(table)
    enemy_side = next(side for side in table.view.sides if not side.status.is_on_turn)
    view = table.screen.card(enemy_side.id).fighters
    area = view.visualRect(view.fighters.index(1, 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    target = view.fighters.rows()[1].key
    assert table.screen.attacks.aim()[0] == (target,)
    assert view.fighters.rows()[1].is_target
    chosen = table.screen.attacks.form
    assert chosen is not None
    known = forecast(table.file, chosen.command)
    assert known is not None
    panel = table.screen.centre.attack_panel
    assert panel.forecast.out.text() == percent(known.p_out)
    assert [row.step.needs for row in panel.steps.rows()] == [s.needs for s in known.steps]


def test_a_switch_changes_the_forecast_and_esc_puts_the_attack_off(
    open_table: OpenTable, qtbot: QtBot, press: Callable[..., None]
) -> None:
    table = open_table()
    begin(table)
    form_ = table.screen.attacks.form
    assert form_ is not None
    table.screen.choose_fighter(int(form_.targets[0].id))
    panel = table.screen.centre.attack_panel
    needs = [row.step.needs for row in panel.steps.rows()]
    qtbot.mouseClick(panel.switches.chips()[0], Qt.MouseButton.LeftButton)
    changed = table.screen.attacks.form
    assert changed is not None
    assert changed.switches[0].is_on
    assert panel.switches.chips()[0].isChecked()
    known = forecast(table.file, changed.command)
    assert known is not None
    assert panel.forecast.out.text() == percent(known.p_out)
    assert [row.step.label for row in panel.steps.rows()] == [s.label for s in known.steps]
    assert needs
    press(Qt.Key.Key_Escape)
    assert table.screen.centre.shown == "offers"
    assert table.screen.attacks.form is None


def test_the_heat_table_begins_the_attack_of_a_cell(
    open_table: OpenTable, qtbot: QtBot, press: Callable[..., None]
) -> None:
    table = open_table()
    table.screen.choose(table.offer("activate"))
    press("w")
    dialog = dialog_on_screen(qtbot, MatrixDialog)
    turn = next(side for side in table.view.sides if side.status.is_on_turn)
    rows = attack_matrix(table.file, turn.id)
    assert dialog.model.rowCount() == len(rows)
    cell = rows[0].cells[list(rows[0].cells)[1]]
    assert cell is not None
    press(Qt.Key.Key_Right)
    assert dialog.view.currentIndex().column() == 1
    assert percent(cell[0]) in str(
        dialog.model.data(dialog.view.currentIndex(), Qt.ItemDataRole.ToolTipRole)
    )
    press(Qt.Key.Key_Return)
    no_dialog(qtbot)
    chosen = table.screen.attacks.form
    assert chosen is not None
    assert chosen.command.number(composing.ATTACKER) == rows[0].fighter
    assert chosen.command.numbers(composing.TARGETS) == (list(rows[0].cells)[1],)
    assert chosen.command.word(composing.WEAPON) == rows[0].weapon


def test_several_attacks_on_one_target_make_a_plan(open_table: OpenTable, qtbot: QtBot) -> None:
    table = open_table()
    table.screen.show_matrix()
    dialog = dialog_on_screen(qtbot, MatrixDialog)
    assert not dialog.plan.isVisible()
    first, second = dialog.model.index(0, 0), dialog.model.index(1, 0)
    for index in (first, second):
        dialog.view.setCurrentIndex(index)
        qtbot.keyClick(dialog.view, Qt.Key.Key_P)
    assert dialog.plan.isVisible()
    target = str(dialog.model.headerData(0, Qt.Orientation.Horizontal))
    assert dialog.plan.text.text().startswith(f"Plan on {target}, out after: ")
    row, enemy = dialog.model.attack(first) or (None, 0)
    other, _ = dialog.model.attack(second) or (None, 0)
    assert row is not None
    assert other is not None
    commands = [composing.attack_command(r.fighter, r.weapon, (enemy,)) for r in (row, other)]
    chances = attack_plan(table.file, commands)
    assert percent(chances[1]) in dialog.plan.text.text()
    assert [dialog.model.data(i, dialog.model.PLAN_ROLE) for i in (first, second)] == ["1", "2"]
    qtbot.keyClick(dialog.view, Qt.Key.Key_Backspace)
    assert dialog.model.data(second, dialog.model.PLAN_ROLE) == ""
    other_target = dialog.model.index(0, 1)
    cell = dialog.view.visualRect(other_target).center()
    qtbot.mouseClick(
        dialog.view.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ControlModifier,
        cell,
    )
    assert dialog.model.data(first, dialog.model.PLAN_ROLE) == "", "a plan is about one target"
    assert dialog.model.data(other_target, dialog.model.PLAN_ROLE) == "1"
    dialog.reject()
    no_dialog(qtbot)


def test_a_large_heat_table_scrolls_inside_a_small_window(
    open_table: OpenTable, qtbot: QtBot
) -> None:
    table = open_table(width=600, height=360)
    table.screen.show_matrix()
    dialog = dialog_on_screen(qtbot, MatrixDialog)
    QApplication.processEvents()
    assert dialog.width() <= 600
    assert dialog.height() <= 360
    dialog.reject()
    no_dialog(qtbot)


def test_without_turns_a_click_on_anybody_begins_its_attack(open_table: OpenTable) -> None:
    table = open_table("free")
    one, other = table.view.sides
    table.screen.choose_fighter(one.fighters[2].id)
    chosen = table.screen.attacks.form
    assert chosen is not None
    assert chosen.command.number(composing.ATTACKER) == one.fighters[2].id
    table.screen.choose_fighter(other.fighters[0].id)
    table.screen.choose_fighter(one.fighters[1].id)
    chosen = table.screen.attacks.form
    assert chosen is not None
    assert chosen.command.number(composing.ATTACKER) == one.fighters[1].id
