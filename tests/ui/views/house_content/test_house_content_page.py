"""The page of house content, used as a player would, in the real window."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from mordcry_app.paths import resources_folder
from mordcry_app.services import campaign_file, roster_edits
from mordcry_app.services.house_content import save_data
from mordcry_app.services.packs import export_pack, write_pack
from mordcry_app.services.reading import campaign_view, member_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.house_content import HouseContentPage
from mordcry_app.ui.views.house_content.modifiers_editor import ModifiersEditor
from mordcry_app.ui.views.house_content.pack_dialogs import (
    ExportDialog,
    ImportDialog,
    NewerContentDialog,
    RemoveDialog,
)
from mordcry_app.ui.widgets import NumberField
from tests.ui.screens import CTRL, click, click_cell, dialog_on_screen, press, write

BANNER = {"name": "Crow Banner", "price": 40, "modifiers": [{"stat": "ws", "amount": 1}]}


@pytest.fixture
def page(window: MainWindow) -> HouseContentPage:
    """The page, on screen."""
    return page_of(window)


def page_of(window: MainWindow) -> HouseContentPage:
    window.frame.show_page("house_content")
    page = window.frame.page("house_content")
    assert isinstance(page, HouseContentPage)
    return page


def field(page: HouseContentPage, name: str) -> QLineEdit:
    assert page.editor.form is not None
    widget = page.editor.form.widgets[name]
    assert isinstance(widget, QLineEdit)
    return widget


def toml(page: HouseContentPage, name: str) -> QPlainTextEdit:
    assert page.editor.form is not None
    widget = page.editor.form.widgets[name]
    assert isinstance(widget, QPlainTextEdit)
    return widget


def number(page: HouseContentPage, name: str) -> QSpinBox:
    assert page.editor.form is not None
    widget = page.editor.form.widgets[name]
    assert isinstance(widget, NumberField)
    return widget


def names(page: HouseContentPage) -> list[str]:
    return [entry.name for entry in page.list.entries()]


def pick(qtbot: QtBot, page: HouseContentPage, name: str) -> None:
    """Search for something and click it in the list, as a player would."""
    write(page.list.search, name)
    model = page.list.tree.model()
    for row in range(model.rowCount()):
        heading = model.index(row, 0)
        for place in range(model.rowCount(heading)):
            index = model.index(place, 0, heading)
            if str(index.data()).removeprefix("• ") == name:
                click_cell(qtbot, page.list.tree, index)
                return
    raise AssertionError(f"{name} is not in the list: {names(page)}")


def test_a_blank_is_filled_in_the_app(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    assert window.session is not None
    assert not page.editor.isVisible()
    pick(qtbot, page, "Blank rare 26")
    assert page.editor.title() == "Blank rare 26"
    assert not page.editor.save.isEnabled()
    write(field(page, "name"), "Crow Banner")
    number(page, "price").setValue(200)
    toml(page, "after_battle").setPlainText('[{ op = "gain", resource = "renwn", amount = 1 }]')
    qtbot.waitUntil(lambda: "did you mean: renown" in page.editor.problem.text())
    assert page.editor.problem.text().startswith("What it does after each battle, effect 1 (gain)")
    toml(page, "after_battle").setPlainText('[{ op = "gain", resource = "renown", amount = 1 }]')
    qtbot.waitUntil(lambda: not page.editor.problem.isVisible())
    click(qtbot, page.editor.save)
    item = window.session.file.ruleset.content.items["crow_banner"]
    assert (item.rarity, item.on, item.price, len(item.after_battle)) == ("rare", 26, 200, 1)
    write(page.list.search, "")
    assert names(page)[0] == "Crow Banner"
    assert "Blank rare 26" not in names(page)
    assert page.editor.title() == "Crow Banner"
    assert page.editor.state.text() == "your own"
    press(qtbot, Qt.Key.Key_Z, CTRL, on=page.list.tree)
    assert "crow_banner" not in window.session.file.ruleset.content.items
    assert "Blank rare 26" in names(page)


def test_a_blank_is_filled_with_a_weapon(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    pick(qtbot, page, "Blank rare 27")
    write(field(page, "name"), "Bone Saw")
    filling = page.editor.filling
    filling.setCurrentIndex(filling.findData("weapon"))
    filling.activated.emit(filling.currentIndex())
    assert field(page, "name").text() == "Bone Saw", "what was typed stays"
    for name, value in (("damage", 2), ("hands", 1), ("attacks", 0), ("speed", 0), ("strength", 0)):
        number(page, name).setValue(value)
    qtbot.waitUntil(lambda: not page.editor.problem.isVisible())
    press(qtbot, Qt.Key.Key_Return, CTRL, on=field(page, "name"))
    assert window.session is not None
    item = window.session.file.ruleset.content.items["bone_saw"]
    assert (item.kind, item.rarity, item.on) == ("weapon", "rare", 27)


def test_what_is_printed_is_changed_and_put_back(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    assert window.session is not None
    file = window.session.file
    printed = file.ruleset.content.items["club"].price
    pick(qtbot, page, "Club")
    assert page.editor.state.text() == "as printed"
    assert not page.editor.back.isVisible()
    number(page, "price").setValue(printed + 7)
    click(qtbot, page.editor.save)
    assert file.ruleset.content.items["club"].price == printed + 7
    assert page.editor.state.text() == "changed by you"
    assert page.editor.back.full_text() == "Back to what is printed"
    click(qtbot, page.editor.back)
    assert file.ruleset.content.items["club"].price == printed
    assert page.editor.title() == "Club"
    assert number(page, "price").value() == printed


def test_values_of_fighters_follow_at_once(qtbot: QtBot, window: MainWindow) -> None:
    assert window.session is not None
    file = window.session.file
    save_data(file, "item", "crow_banner", BANNER)
    captain = campaign_view(file).rosters[0].members[0].id
    roster_edits.give_item(file, "crow_banner", member_id=captain)
    before = member_view(file, captain).value("ws").total
    page = page_of(window)
    pick(qtbot, page, "Crow Banner")
    assert page.editor.touches.text().startswith("Ilse has it.")
    assert page.editor.form is not None
    editor = page.editor.form.widgets["modifiers"]
    assert isinstance(editor, ModifiersEditor)
    click(qtbot, editor.add_button)
    line = editor.lines[1]
    line.stat.setCurrentIndex(line.stat.findData("ws"))
    line.amount.setValue(2)
    click(qtbot, page.editor.save)
    assert member_view(file, captain).value("ws").total == before + 2
    click(qtbot, editor.lines[0].remove)
    click(qtbot, page.editor.save)
    assert member_view(file, captain).value("ws").total == before + 1


def test_something_that_is_carried_goes_only_after_a_question(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert window.session is not None
    file = window.session.file
    save_data(file, "item", "crow_banner", BANNER)
    captain = campaign_view(file).rosters[0].members[0].id
    roster_edits.give_item(file, "crow_banner", member_id=captain)
    page = page_of(window)
    pick(qtbot, page, "Crow Banner")
    click(qtbot, page.editor.back)
    dialog = dialog_on_screen(qtbot, RemoveDialog)
    dialog.reject()
    assert "crow_banner" in file.ruleset.content.items
    click(qtbot, page.editor.back)
    dialog_on_screen(qtbot, RemoveDialog).accept_asked.emit()
    assert "crow_banner" not in file.ruleset.content.items
    assert not page.editor.isVisible()


def test_what_was_typed_is_never_lost(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    assert window.session is not None
    pick(qtbot, page, "Mace")
    write(field(page, "name"), "Morning Star")
    pick(qtbot, page, "Flail")
    assert field(page, "name").text() == "Flail"
    write(page.list.search, "Mace")
    assert page.list.tree.model().index(0, 0, page.list.tree.model().index(0, 0)).data() == "• Mace"
    pick(qtbot, page, "Mace")
    assert field(page, "name").text() == "Morning Star"
    file = window.session.file
    window.session.run(lambda: save_data(file, "item", "crow_banner", BANNER))
    window.session.run(lambda: roster_edits.rename_campaign(file, "Other"))
    assert field(page, "name").text() == "Morning Star"
    window.frame.show_page("warbands")
    window.session.undo()
    window.frame.show_page("house_content")
    assert field(page, "name").text() == "Morning Star"
    click(qtbot, page.editor.discard)
    assert field(page, "name").text() == "Mace"
    assert not page.editor.discard.isVisible()


def test_typing_about_something_that_is_undone_becomes_something_new(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = page_of(window)
    assert window.session is not None
    file = window.session.file
    window.session.run(lambda: save_data(file, "item", "crow_banner", BANNER))
    pick(qtbot, page, "Crow Banner")
    write(field(page, "name"), "Raven Banner")
    window.session.undo()
    assert page.editor.state.text() == "new"
    assert field(page, "name").text() == "Raven Banner"
    click(qtbot, page.editor.save)
    assert file.ruleset.content.items["raven_banner"].name == "Raven Banner"


def test_something_new_is_added_from_the_menu(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    click(qtbot, page.add_button)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    assert {"Weapon", "Item", "Skill", "Mutation", "Kind of fighter"} <= set(texts)
    menu.actions()[texts.index("Skill")].trigger()
    menu.close()
    assert page.editor.title() == "New skill"
    assert field(page, "name").hasFocus()
    click_text = "Caw"
    write(field(page, "name"), click_text)
    toml(page, "text").setPlainText("It caws.")
    assert page.editor.form is not None
    cost = page.editor.form.widgets["cost"]
    assert isinstance(cost, QComboBox)
    cost.setCurrentIndex(cost.findData("double"))
    click(qtbot, page.editor.save)
    assert window.session is not None
    skill = window.session.file.ruleset.content.trait("skill", "caw")
    assert skill is not None
    assert skill.cost == "double"


def test_a_copy_is_something_new(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    pick(qtbot, page, "Halberd")
    click(qtbot, page.editor.copy)
    assert page.editor.title() == "New weapon"
    assert field(page, "name").text() == "Halberd (copy)"
    write(field(page, "name"), "Bill Hook")
    click(qtbot, page.editor.save)
    assert window.session is not None
    items = window.session.file.ruleset.content.items
    assert items["bill_hook"].modifiers == items["halberd"].modifiers


def test_what_is_wrong_is_refused_and_stays_typed(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    pick(qtbot, page, "Dead")
    write(field(page, "on"), "11–12")
    click(qtbot, page.editor.save)
    assert "13 is covered by no row" in page.editor.problem.text()
    assert field(page, "on").text() == "11–12"
    assert window.session is not None
    assert window.session.file.content.house == {}


def test_search_finds_and_keeps_what_is_chosen(qtbot: QtBot, page: HouseContentPage) -> None:
    press(qtbot, Qt.Key.Key_F, CTRL, on=page.list.tree)
    assert page.list.search.hasFocus()
    write(page.list.search, "skill unbow")
    assert names(page) == ["Unbowed"]
    write(page.list.search, "no such thing")
    assert names(page) == []
    write(page.list.search, "")
    assert len(names(page)) > 150


def test_a_pack_goes_out_and_comes_in(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    page = page_of(window)
    assert window.session is not None
    file = window.session.file
    assert not page.export_button.isEnabled()
    window.session.run(lambda: save_data(file, "item", "crow_banner", BANNER))
    click(qtbot, page.export_button)
    export = dialog_on_screen(qtbot, ExportDialog)
    write(export.name, "Crows")
    export.accept_asked.emit()
    assert page.exchange.file_dialog is not None
    page.exchange.file_dialog.fileSelected.emit(str(tmp_path / "crows.toml"))
    page.exchange.file_dialog.reject()
    assert page.banner.sentence() == "The pack is in “crows.toml”."
    text = (tmp_path / "crows.toml").read_text(encoding="utf-8")
    theirs = text.replace("price = 40", "price = 90") + '\n[[item]]\nid = "nest"\nname = "Nest"\n'
    pack = write_pack(tmp_path / "theirs.toml", theirs)

    page.exchange.preview(pack)
    dialog = dialog_on_screen(qtbot, ImportDialog)
    [box] = dialog.takes.values()
    assert not box.isChecked()
    click(qtbot, dialog.accept_button)
    assert "nest" in file.ruleset.content.items
    assert file.ruleset.content.items["crow_banner"].price == 40

    page.exchange.preview(pack)
    dialog = dialog_on_screen(qtbot, ImportDialog)
    [box] = dialog.takes.values()
    click(qtbot, box)
    click(qtbot, dialog.accept_button)
    assert file.ruleset.content.items["crow_banner"].price == 90


def test_a_bad_pack_is_a_sentence_on_the_page(page: HouseContentPage, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe")
    page.exchange.preview(bad)
    assert page.banner.sentence() == "The pack cannot be used. bad.toml: not UTF-8 at byte 0."


def test_in_a_narrow_window_list_and_form_take_turns(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(640, 400)
    page = page_of(window)
    qtbot.waitUntil(lambda: page.width() < 760)
    assert page.list.isVisible()
    assert not page.editor.isVisible()
    pick(qtbot, page, "Mace")
    assert page.editor.isVisible()
    assert not page.list.isVisible()
    write(field(page, "name"), "Maul")
    click(qtbot, page.list_button)
    assert page.list.isVisible()
    assert not page.editor.isVisible()
    pick(qtbot, page, "Mace")
    assert field(page, "name").text() == "Maul"


def test_a_reader_can_look_but_not_save(
    qtbot: QtBot, campaign_path: Path, open_window: Callable[[Path], MainWindow]
) -> None:
    with campaign_file.open_campaign(campaign_path):
        window = open_window(campaign_path)
        page = page_of(window)
        assert not page.add_button.isEnabled()
        pick(qtbot, page, "Mace")
        write(field(page, "name"), "Maul")
        assert not page.editor.save.isEnabled()


def test_export_text_is_what_the_service_says(window: MainWindow, tmp_path: Path) -> None:
    assert window.session is not None
    save_data(window.session.file, "item", "crow_banner", BANNER)
    page = page_of(window)
    text = export_pack(window.session.file, "Crows")
    page.exchange.write(tmp_path / "missing" / "x.toml", text)
    assert page.banner.sentence().startswith("“x.toml” cannot be written there: ")


def test_newer_content_is_shown_before_it_changes_anything(
    qtbot: QtBot,
    campaign_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    open_window: Callable[[Path], MainWindow],
) -> None:
    shutil.copytree(resources_folder() / "rulesets", tmp_path / "newer" / "rulesets")
    weapons = tmp_path / "newer" / "rulesets" / "mordcry" / "weapons.toml"
    text = weapons.read_text(encoding="utf-8")
    weapons.write_text(text.replace('name = "Club"', 'name = "Cudgel"', 1), encoding="utf-8")
    monkeypatch.setattr(campaign_file, "resources_folder", lambda: tmp_path / "newer")
    window = open_window(campaign_path)
    assert window.session is not None
    items = window.session.file.ruleset.content.items
    page = page_of(window)
    assert page.newer.sentence() == "Newer content is available: 1 thing would change."
    assert items["club"].name == "Club"
    page.newer.acted.emit()
    dialog = dialog_on_screen(qtbot, NewerContentDialog)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "Cudgel (weapon) changes" in texts
    assert "Name: Club → Cudgel" in texts
    click(qtbot, dialog.accept_button)
    assert window.session.file.ruleset.content.items["club"].name == "Cudgel"
    assert not page.newer.isVisible()
    window.session.undo()
    assert window.session.file.ruleset.content.items["club"].name == "Club"
    assert page.newer.isVisible()
