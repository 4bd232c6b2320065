"""Reading, searching and writing the chronicle with hands: nothing that was typed is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from mordcry_app.services import chronicle
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.roster_edits import rename_member
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.battle import unfinished
from mordcry_app.ui.views.chronicle import ChroniclePage
from mordcry_app.ui.views.chronicle.drafts import NEW
from mordcry_app.ui.views.chronicle.editor import Draft, TellingEditor
from mordcry_app.ui.views.chronicle.export import ExportDialog
from mordcry_app.ui.views.chronicle.telling_card import TellingCard
from tests.services.told_battles import fought, picture
from tests.services.worlds import ids_by_name
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, accept, click, dialog_on_screen, no_dialog, press, write
from tests.ui.views.chronicle.conftest import Evening, OpenPage


def shown(page: ChroniclePage) -> list[str]:
    """The titles on screen, from top to bottom."""
    return [card.heading.text() for card in page.in_order() if card.telling is not None]


def card_of(page: ChroniclePage, title: str) -> TellingCard:
    return next(card for card in page.cards.values() if card.heading.text() == title)


def editor_of(card: TellingCard) -> TellingEditor:
    assert card.editor is not None
    return card.editor


def type_text(editor: TellingEditor, text: str) -> None:
    """Type over the whole text."""
    editor.text.setFocus()
    editor.text.selectAll()
    editor.text.insertPlainText(text)


def test_an_empty_chronicle_says_what_comes_and_takes_an_entry(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    assert page.empty.isVisible()
    assert not page.filters.isVisible()
    assert page.empty.button is not None
    assert page.empty.button.hasFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert not page.empty.isVisible()
    editor = editor_of(page.cards[NEW])
    assert editor.text.hasFocus()
    write(editor.heading, "How it began")
    type_text(editor, "With rain.")
    qtbot.waitUntil(editor.keep_button.isVisible)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: shown(page) == ["How it began"])
    assert chronicle_view(evening.file).tellings[0].text == "With rain."
    assert evening.session.history().undo_label == "Wrote “How it began”"
    assert NEW not in page.cards
    evening.session.undo()
    assert page.empty.isVisible()


def test_battles_stand_newest_first_or_oldest_first(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    fought(evening.file, winner=1)
    page = open_page()
    newest = ["Battle 2: Ruin won", "Battle 1: Vigil won"]
    qtbot.waitUntil(lambda: shown(page) == newest)
    click(qtbot, page.filters.oldest_first)
    qtbot.waitUntil(lambda: shown(page) == newest[::-1])
    again = ChroniclePage(evening.session, evening.store)
    qtbot.addWidget(again)
    assert again.filters.oldest_first.isChecked(), "the choice is remembered"


def test_a_battle_is_told_in_own_words_and_anew(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file, {"Odo": "Anselm"})
    page = open_page()
    card = card_of(page, "Battle 1: Vigil won")
    before = card.words.text()
    assert "Odo" in before
    assert card.about.text().endswith("told from the record")
    assert not card.anew_button.isVisible()
    assert not card.delete_button.isVisible()
    assert page.write_button.kind == "primary"
    click(qtbot, card.edit_button)
    assert page.write_button.kind == "default", "one loud button a page"
    editor = editor_of(card)
    assert "Odo" in editor.text.toPlainText(), "one starts from what is told"
    assert editor.heading.placeholderText() == "Battle 1: Vigil won"
    write(editor.heading, "Żółw & <b>Rain</b>")
    type_text(editor, "It rained.\n\nThen it stopped.")
    click(qtbot, editor.keep_button)
    assert card.heading.text() == "Żółw & <b>Rain</b>"
    assert card.about.text().endswith("in your own words")
    assert card.editor is None
    assert page.write_button.kind == "primary"
    click(qtbot, card.anew_button)
    assert card.words.text() == before
    assert card.heading.text() == "Battle 1: Vigil won"
    assert evening.session.history().undo_label == "Told battle 1 anew from its record"


def test_markup_in_a_text_is_shown_as_text(evening: Evening, open_page: OpenPage) -> None:
    chronicle.write_entry(evening.file, "<i>T</i>", "<b>not bold</b> & so on")
    page = open_page()
    card = card_of(page, "<i>T</i>")
    assert "&lt;b&gt;not bold&lt;/b&gt; &amp; so on" in card.words.text()


def test_an_entry_without_text_is_not_kept(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    page = open_page()
    press(qtbot, Qt.Key.Key_E, CTRL)
    editor = editor_of(page.cards[NEW])
    write(editor.heading, "Only a title")
    click(qtbot, editor.keep_button)
    assert editor_of(page.cards[NEW]) is editor
    assert editor.text.toolTip() == "An entry needs some text."
    assert len(chronicle_view(evening.file).tellings) == 1
    type_text(editor, "x")
    assert editor.text.toolTip() == ""


def test_what_is_refused_stays_in_the_editor(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    page = open_page()
    press(qtbot, Qt.Key.Key_E, CTRL)
    editor = editor_of(page.cards[NEW])
    type_text(editor, "x" * 20_001)
    click(qtbot, editor.keep_button)
    assert "20,000" in evening.refusals[0]
    assert len(editor_of(page.cards[NEW]).text.toPlainText()) == 20_001
    type_text(editor, "short")
    click(qtbot, editor.keep_button)
    assert chronicle_view(evening.file).found == 2


def test_other_changes_do_not_touch_what_is_being_written(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file, {"Odo": "Anselm"})
    page = open_page()
    card = card_of(page, "Battle 1: Vigil won")
    click(qtbot, card.edit_button)
    type_text(editor_of(card), "Half a sen")
    odo = ids_by_name(evening.file)["Odo"]
    evening.session.run(lambda: rename_member(evening.file, odo, "Odo the Lame"))
    assert editor_of(card).text.toPlainText() == "Half a sen"
    write(page.filters.words, "no such words")
    press(qtbot, Qt.Key.Key_Return)
    assert page.nothing_found.isVisible()
    page.filters.clear()
    again = card_of(page, "Battle 1: Vigil won")
    assert editor_of(again).text.toPlainText() == "Half a sen"
    assert "Odo the Lame" in again.words.text()


def test_putting_away_can_be_taken_back(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    page = open_page()
    card = card_of(page, "Battle 1: Vigil won")
    click(qtbot, card.edit_button)
    click(qtbot, editor_of(card).away_button)
    assert card.editor is None
    assert not page.banner.isVisible(), "nothing was written, nothing is to be said"
    click(qtbot, card.edit_button)
    type_text(editor_of(card), "Half a sen")
    click(qtbot, editor_of(card).away_button)
    assert page.banner.sentence() == "What you wrote was put away."
    page.banner.acted.emit()
    assert editor_of(card).text.toPlainText() == "Half a sen"


def test_what_was_being_written_outlives_the_program(
    qtbot: QtBot, open_window: OpenWindow, evening: Evening
) -> None:
    fought(evening.file)
    path = evening.file.path
    evening.file.close()
    window = open_window(path)
    press(qtbot, Qt.Key.Key_5, CTRL)
    page = window.frame.page("chronicle")
    assert isinstance(page, ChroniclePage)
    press(qtbot, Qt.Key.Key_E, CTRL)
    type_text(editor_of(page.cards[NEW]), "Of my own")
    click(qtbot, card_of(page, "Battle 1: Vigil won").edit_button)
    type_text(editor_of(card_of(page, "Battle 1: Vigil won")), "Half a sen")
    window.close()
    again = open_window(path)
    assert again.frame.page_id == "chronicle"
    page = again.frame.page("chronicle")
    assert isinstance(page, ChroniclePage)
    assert editor_of(page.cards[NEW]).text.toPlainText() == "Of my own"
    card = card_of(page, "Battle 1: Vigil won")
    assert editor_of(card).text.toPlainText() == "Half a sen"
    click(qtbot, editor_of(card).keep_button)
    click(qtbot, editor_of(page.cards[NEW]).keep_button)
    assert unfinished.kept(path, "chronicle") is None


def test_a_draft_whose_entry_was_undone_becomes_a_new_one(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    entry = evening.session.run(lambda: chronicle.write_entry(evening.file, "T", "Text."))
    assert entry is not None
    card = page.cards[f"entry:{entry.created['entry']}"]
    click(qtbot, card.edit_button)
    type_text(editor_of(card), "Much better text.")
    evening.session.undo()
    assert editor_of(page.cards[NEW]).text.toPlainText() == "Much better text."


def test_drafts_that_cannot_be_read_are_passed_over(evening: Evening, open_page: OpenPage) -> None:
    stored = {
        "new": {"title": 3},
        "entry:1": "x",
        "battle:9": {"title": "", "text": "", "after": 1.5},
    }
    unfinished.keep(evening.file.path, stored, "chronicle")
    page = open_page()
    assert page.empty.isVisible()
    assert Draft.from_json(Draft("a", "b", 3).to_json()) == Draft("a", "b", 3)


def test_own_entries_are_placed_changed_and_deleted(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    fought(evening.file)
    page = open_page()
    press(qtbot, Qt.Key.Key_E, CTRL)
    editor = editor_of(page.cards[NEW])
    places = [editor.place.itemText(n) for n in range(editor.place.count())]
    assert places == [
        "After all so far",
        "After battle 2",
        "After battle 1",
        "Before the first battle",
    ]
    type_text(editor, "Prologue.")
    editor.place.setCurrentIndex(3)
    click(qtbot, editor.keep_button)
    qtbot.waitUntil(lambda: shown(page)[-1] == "Without a title")
    card = card_of(page, "Without a title")
    assert card.about.text() == "a player’s entry", "no date that means nothing"
    click(qtbot, card.edit_button)
    assert editor_of(card).place.currentText() == "Before the first battle"
    write(editor_of(card).heading, "Prologue")
    click(qtbot, editor_of(card).keep_button)
    assert shown(page)[-1] == "Prologue"
    click(qtbot, card_of(page, "Prologue").delete_button)
    assert len(shown(page)) == 2
    evening.session.undo()
    assert "Prologue" in shown(page)


def test_pictures_come_and_go(
    qtbot: QtBot, evening: Evening, open_page: OpenPage, tmp_path: Path
) -> None:
    fought(evening.file)
    page = open_page()
    card = card_of(page, "Battle 1: Vigil won")
    (tmp_path / "dawn.png").write_bytes(picture(size=(400, 300)))
    (tmp_path / "text.png").write_text("no picture")
    click(qtbot, card.picture_button)
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.selectFile(str(tmp_path / "dawn.png"))
    dialog.accept()
    qtbot.waitUntil(lambda: len(card.pictures.tiles) == 1)
    tile = card.pictures.tiles[0]
    assert tile.has_picture()
    assert tile.accessibleName() == "dawn.png"
    assert card.about.text().endswith("told from the record")
    telling = card.telling
    assert telling is not None
    page.add_picture(telling, tmp_path / "text.png")
    page.add_picture(telling, tmp_path / "gone.png")
    assert "not a picture" in evening.refusals[0]
    assert "gone.png" in evening.refusals[1]
    click(qtbot, tile.remove_button)
    assert card.pictures.tiles == []
    assert not card.pictures.isVisible()


def test_wide_pictures_fit_a_narrow_window(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    battle_id = fought(evening.file)
    chronicle.add_picture(evening.file, picture(size=(800, 90)), "w.png", battle_id=battle_id)
    chronicle.add_picture(evening.file, picture(size=(90, 800)), "h.png", battle_id=battle_id)
    page = open_page(480, 400)
    card = card_of(page, "Battle 1: Vigil won")
    qtbot.waitUntil(lambda: card.width() <= 480 - 40)
    for tile in card.pictures.tiles:
        assert tile.x() + tile.width() <= card.pictures.width()


def test_filters_and_search(qtbot: QtBot, evening: Evening, open_page: OpenPage) -> None:
    first = fought(evening.file, {"Odo": "Anselm"})
    fought(evening.file, {"Frida": "Krato"}, winner=1)
    page = open_page()
    press(qtbot, Qt.Key.Key_F, CTRL)
    assert page.filters.words.hasFocus()
    page.filters.words.insert("odo")
    qtbot.waitUntil(lambda: shown(page) == ["Battle 1: Vigil won"])
    page.filters.words.clear()
    qtbot.waitUntil(lambda: len(shown(page)) == 2)
    frida = page.filters.member.findText("Frida")
    page.filters.member.setCurrentIndex(frida)
    assert shown(page) == ["Battle 2: Ruin won"]
    page.show_place("battle:1")
    assert shown(page) == ["Battle 1: Vigil won"]
    assert page.filters.wanted().battle_id == first
    assert page.filters.member.currentIndex() == 0
    page.show_place("battle:99")
    assert shown(page) == ["Battle 1: Vigil won"]


def test_a_choice_that_is_no_longer_there_is_let_go(evening: Evening, open_page: OpenPage) -> None:
    fought(evening.file)
    battle_id = fought(evening.file)
    page = open_page()
    page.filters.show_battle(battle_id)
    assert len(page.cards) == 1
    evening.session.undo()
    assert page.filters.wanted().battle_id is None
    assert shown(page) == ["Battle 1: Vigil won"]


def test_a_long_chronicle_is_made_as_it_is_read(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    for _ in range(30):
        fought(evening.file, {"Odo": "Anselm", "Frida": "Krato"})
    page = open_page(900, 600)
    assert len(page.cards) < 30
    for _ in range(12):
        bar = page.scroller.verticalScrollBar()
        bar.setValue(bar.maximum())
        QApplication.processEvents()
        if len(page.cards) == 30:
            break
    qtbot.waitUntil(lambda: len(page.cards) == 30)
    assert shown(page)[0].startswith("Battle 30")


def test_a_read_only_chronicle_can_only_be_read(qtbot: QtBot, evening: Evening) -> None:
    battle_id = fought(evening.file)
    chronicle.add_picture(evening.file, picture(), "p.png", battle_id=battle_id)
    with open_campaign(evening.file.path) as second:
        page = ChroniclePage(CampaignSession(second), evening.store)
        qtbot.addWidget(page)
        page.show()
        assert not page.write_button.isEnabled()
        assert "another window" in page.write_button.toolTip()
        card = card_of(page, "Battle 1: Vigil won")
        assert not card.edit_button.isVisible()
        assert not card.pictures.tiles[0].remove_button.isVisible()
        page.write_new()
        assert NEW not in page.cards


def test_export(qtbot: QtBot, evening: Evening, open_page: OpenPage, tmp_path: Path) -> None:
    battle_id = fought(evening.file)
    fought(evening.file, winner=1)
    chronicle.add_picture(evening.file, picture(), "p.png", battle_id=battle_id)
    page = open_page()
    page.filters.show_battle(battle_id)
    click(qtbot, page.export_button)
    dialog = dialog_on_screen(qtbot, ExportDialog)
    assert dialog.only_shown.isChecked()
    accept(qtbot, dialog, "Choose a file…")
    files = dialog_on_screen(qtbot, QFileDialog)
    files.selectFile(str(tmp_path / "story.md"))
    files.accept()
    no_dialog(qtbot)
    qtbot.waitUntil((tmp_path / "story.md").exists)
    text = (tmp_path / "story.md").read_text(encoding="utf-8")
    assert "Battle 1: Vigil won" in text
    assert "Battle 2" not in text
    assert list((tmp_path / "story pictures").iterdir())
    said = "Saved 1 entry as “story.md”, and 1 picture in “story pictures” beside it."
    assert page.banner.sentence() == said


def test_from_the_export_a_way_leads_to_the_booklet(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    page = open_page()
    wanted: list[str] = []
    page.navigate.connect(wanted.append)
    click(qtbot, page.export_button)
    accept(qtbot, dialog_on_screen(qtbot, ExportDialog), "Booklet to print…")
    no_dialog(qtbot)
    assert wanted == ["print#booklet"]


def test_an_export_that_fails_says_why(
    qtbot: QtBot, evening: Evening, open_page: OpenPage, tmp_path: Path
) -> None:
    fought(evening.file)
    page = open_page()
    (tmp_path / "taken.md").mkdir()
    page.exporter.save(
        tmp_path / "taken.md", wanted=page.filters.wanted(), newest_first=True, with_pictures=True
    )
    assert "taken.md" in page.banner.sentence()


@pytest.mark.parametrize("width", [460, 700, 1112])
def test_lines_are_of_a_length_that_reads_well(
    qtbot: QtBot, evening: Evening, open_page: OpenPage, width: int
) -> None:
    fought(evening.file, {"Odo": "Anselm", "Frida": "Krato"})
    page = open_page(width, 600)
    card = card_of(page, "Battle 1: Vigil won")
    qtbot.waitUntil(lambda: card.width() > 300)
    letters = card.words.width() / card.words.fontMetrics().averageCharWidth()
    assert letters <= 90
    assert card.width() <= width - 20
