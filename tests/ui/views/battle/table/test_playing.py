"""A battle is played on the screen: by mouse, by keyboard, and after a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import Choose, Roll
from tests.ui.screens import CTRL, SHIFT
from tests.ui.views.battle.table.conftest import OpenTable, Sitting

Press = Callable[..., None]


def activate(table: Sitting) -> int:
    """Activate the first fighter that can be; return its id."""
    offer = table.offer("activate")
    table.screen.choose(offer)
    assert offer.fighter is not None
    return offer.fighter


def aim(table: Sitting) -> None:
    """Begin an attack of the active fighter on the first enemy."""
    table.screen.choose(next(o for o in table.view.offers if o.opens_form and not o.refused))
    form = table.screen.attacks.form
    assert form is not None
    table.screen.choose_fighter(int(form.targets[0].id))


def answer_choices(table: Sitting, press: Press) -> None:
    """Press 1 at each choice until dice are asked for."""
    for _ in range(10):
        event = table.view.open_event
        if event is None or isinstance(event.question, Roll):
            return
        assert isinstance(event.question, Choose)
        press("1")


def test_the_table_is_there_at_once_and_says_how_things_stand(open_table: OpenTable) -> None:
    table = open_table("before")
    assert table.page.door.is_open()
    view = table.view
    assert table.screen.header.title.text() == view.status.title
    names = [card.accessibleName() for card in table.screen.cards]
    assert names == [side.name for side in view.sides]


def test_the_next_thing_has_a_key_and_initiative_dice_are_typed(
    open_table: OpenTable, press: Press
) -> None:
    table = open_table("before")
    for _ in range(3):
        offer = table.screen.header.next_offer()
        assert offer is not None
        assert table.screen.header.next_button.full_text() == offer.label
        press(Qt.Key.Key_Return, modifier=CTRL)
        if table.view.open_event is not None:
            break
    event = table.view.open_event
    assert event is not None, "nothing was ever asked"
    assert isinstance(event.question, Roll)
    press("113444"[: len(event.question.parsed.sides)])
    assert table.screen.centre.event_panel.steps.rows()[0].step.faces == (1, 1, 3, 4, 4, 4)
    assert table.view.open_event is not None
    while table.view.open_event is not None:  # as often as singles are tied and rolled off
        assert isinstance(table.view.open_event.question, Roll)
        press("R")
    assert table.screen.centre.offers_panel.hasFocus(), "wild dice are declared with digits"
    side = table.view.sides[0]
    assert [dice.name for dice in side.status.dice if dice.name] == ["double 1", "triple 4"]
    assert table.screen.card(side.id).dice.sets() == side.status.dice


def test_enter_on_a_fighter_activates_it(open_table: OpenTable, press: Press) -> None:
    table = open_table()
    side = next(side for side in table.view.sides if side.status.is_on_turn)
    fighters = table.screen.card(side.id).fighters
    assert fighters.hasFocus()
    press(Qt.Key.Key_Return)
    active = next(f for s in table.view.sides for f in s.fighters if f.is_active)
    assert active.id == side.fighters[0].id
    assert table.screen.centre.heading.text() == active.name
    assert table.screen.centre.offers_panel.hasFocus()
    assert fighters.fighters.rows()[0].fighter == active


def test_an_attack_with_typed_dice_takes_few_keys(
    open_table: OpenTable, press: Press, qtbot: QtBot
) -> None:
    table = open_table()
    attacker = activate(table)
    panel = table.screen.centre.offers_panel
    button = next(b for b in panel.buttons if b.offer.opens_form)
    before = len(table.view.events)
    press(str(button.number))
    assert table.screen.centre.shown == "attack"
    if not table.screen.attacks.aim()[0]:
        press(Qt.Key.Key_Down)
    target = table.screen.attacks.aim()[0][0]
    press("t")
    assert table.screen.centre.shown == "event"
    for _ in range(40):
        event = table.view.open_event
        if event is None:
            break
        if isinstance(event.question, Roll):
            press("6" * len(event.question.parsed.sides))
        else:
            press("1")
    assert table.view.open_event is None, "the attack never came to an end"
    assert len(table.view.events) == before + 1
    struck = next(f for s in table.view.sides for f in s.fighters if f.id == target)
    assert struck.damage > 0 or struck.where == "out"
    assert table.refusals == []
    shown = table.screen.centre.just_now
    assert shown.isVisible()
    assert table.fighter_name(attacker) in shown.text.text()
    assert shown.rolls.rolls(), "its dice are shown"


def test_roll_all_rolls_until_somebody_must_choose(open_table: OpenTable, press: Press) -> None:
    table = open_table()
    activate(table)
    aim(table)
    press("r")
    answer_choices(table, press)
    event = table.view.open_event
    if event is not None:
        press("R")
    answer_choices(table, press)
    assert table.view.open_event is None or isinstance(table.view.open_event.question, Roll)


def test_ctrl_shift_backspace_takes_a_whole_event_back(open_table: OpenTable, press: Press) -> None:
    table = open_table()
    before = table.view
    activate(table)
    aim(table)
    press("t")
    answer_choices(table, press)
    event = table.view.open_event
    assert event is not None
    assert isinstance(event.question, Roll)
    press("1" * len(event.question.parsed.sides))
    press(Qt.Key.Key_Backspace, modifier=CTRL | SHIFT)
    assert table.view.open_event is None
    press(Qt.Key.Key_Backspace, modifier=CTRL | SHIFT)
    after = table.view
    assert after.events == before.events
    assert after.sides == before.sides
    assert table.refusals == []


def test_undo_takes_back_one_answer(open_table: OpenTable, press: Press) -> None:
    table = open_table()
    activate(table)
    aim(table)
    press("t")
    answer_choices(table, press)
    event = table.view.open_event
    assert event is not None
    press("5" * len(event.question.parsed.sides))  # type: ignore[union-attr]
    table.session.undo()
    again = table.view.open_event
    assert again is not None
    assert again.question == event.question
    assert table.screen.centre.event_panel.asked() == event.question


def test_an_answer_can_be_corrected(open_table: OpenTable, press: Press, qtbot: QtBot) -> None:
    table = open_table()
    activate(table)
    aim(table)
    press("t")
    answer_choices(table, press)
    event = table.view.open_event
    assert event is not None
    rolled = event.question
    assert isinstance(rolled, Roll)
    press("6" * len(rolled.parsed.sides))
    panel = table.screen.centre.event_panel
    row = next(row for row in panel.steps.rows() if row.step.key == rolled.key)
    assert row.step.faces == (6,) * len(rolled.parsed.sides)
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert panel.asked() == rolled
    press("5" * len(rolled.parsed.sides))
    after = table.view.open_event
    assert after is not None
    step = next(step for step in after.steps if step.key == rolled.key)
    assert step.faces == (5,) * len(rolled.parsed.sides)


def test_an_event_can_be_called_off(open_table: OpenTable, press: Press, qtbot: QtBot) -> None:
    table = open_table()
    activate(table)
    aim(table)
    press("t")
    assert table.view.open_event is not None
    qtbot.mouseClick(table.screen.centre.event_panel.off_button, Qt.MouseButton.LeftButton)
    assert table.view.open_event is None
    assert table.screen.centre.shown == "offers"


def test_closing_in_the_middle_loses_nothing(
    open_table: OpenTable, press: Press, tmp_path: Path
) -> None:
    table = open_table()
    activate(table)
    aim(table)
    press("t")
    answer_choices(table, press)
    event = table.view.open_event
    assert event is not None
    press("6" * len(event.question.parsed.sides))  # type: ignore[union-attr]
    before = table.view
    path = table.file.path
    table.page.hide()
    table.file.close()
    again = open_table(path=path)
    assert again.view == before
    assert again.page.door.is_open()
    asked = again.screen.centre.event_panel.asked()
    assert before.open_event is not None
    assert asked == before.open_event.question
    focused = QApplication.focusWidget()
    assert focused is not None
    assert again.screen.centre.event_panel.isAncestorOf(focused)
