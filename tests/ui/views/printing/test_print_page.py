"""The page for printing: choose, look, save, print, as a player does."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from mordcry_app.services import papers, roster_edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.papers import PaperWish
from mordcry_app.sheets.kinds import KINDS
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.printing import PrintPage, paper_maker
from mordcry_app.ui.views.printing.choices import PaperChoice
from mordcry_app.ui.views.printing.pdf_pages import page_sizes
from tests.ui.conftest import OpenWindow
from tests.ui.held_thread import held_thread
from tests.ui.screens import CTRL, click, dialog_on_screen, press
from tests.ui.views.printing.conftest import print_page, shown, text_of


def made_text(page: PrintPage) -> str:
    finished = page.maker.finished
    assert finished is not None
    return text_of(finished.data)


def choose(qtbot: QtBot, page: PrintPage, row: int) -> None:
    """Choose a kind with the keyboard."""
    page.choices.kinds.setFocus()
    press(qtbot, Qt.Key.Key_Home)
    for _ in range(row):
        press(qtbot, Qt.Key.Key_Down)


def save_to(qtbot: QtBot, path: Path) -> None:
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.accept()


# ---------------------------------------------------------------------- looking


def test_ctrl_p_shows_what_will_be_printed(page: PrintPage) -> None:
    assert page.choices.kinds.hasFocus()
    text = made_text(page)
    assert "The Ashen Vigil" in text
    assert "Rust & Ruin" in text
    assert page.pane.preview.picture_of(1) is not None
    pages = page.pane.preview.pages()
    assert page.pane.where.text() == f"Page 1 of {pages}"


@pytest.mark.parametrize("row", range(len(KINDS)), ids=[kind.id for kind in KINDS])
def test_every_kind_can_be_seen(qtbot: QtBot, page: PrintPage, row: int) -> None:
    choose(qtbot, page, row)
    assert page.choices.kind == KINDS[row]
    shown(qtbot, page)
    assert page.maker.finished is not None
    assert page.maker.finished.choice.kind == KINDS[row].id
    assert page.pane.preview.pages() == len(page_sizes(page.maker.finished.data)) > 0


@pytest.mark.parametrize("row", [r for r, kind in enumerate(KINDS) if kind.may_be_blank])
def test_blank_paper_is_for_nobody(qtbot: QtBot, page: PrintPage, row: int) -> None:
    choose(qtbot, page, row)
    click(qtbot, page.choices.blank)
    assert not any(box.isEnabled() for box in page.choices.warbands.values())
    shown(qtbot, page)
    text = made_text(page)
    assert "Ilse" not in text
    assert "Rust & Ruin" not in text


def test_a_choice_changes_what_is_shown(qtbot: QtBot, page: PrintPage) -> None:
    second = list(page.choices.warbands.values())[1]
    click(qtbot, second)
    shown(qtbot, page)
    assert "Rust & Ruin" not in made_text(page)
    click(qtbot, page.choices.papers["letter"])
    shown(qtbot, page)
    assert page.maker.finished is not None
    assert [(s.width, s.height) for s in page.maker.finished.pages] == [(612, 792)]


def test_only_options_that_matter_are_offered(qtbot: QtBot, page: PrintPage) -> None:
    for row, kind in enumerate(KINDS):
        choose(qtbot, page, row)
        offered = {n for n, box in page.choices.switches.items() if box.isVisibleTo(page)}
        numbers = {n for n, field in page.choices.numbers.items() if field.isVisibleTo(page)}
        assert offered | numbers == set(kind.options)
        assert page.choices.blank.isVisibleTo(page) is kind.may_be_blank


def test_several_choices_at_once_make_one_document(qtbot: QtBot, page: PrintPage) -> None:
    made: list[object] = []
    page.maker.made.connect(made.append)
    for name in ("footnotes", "fallen", "news"):
        click(qtbot, page.choices.switches[name])
    shown(qtbot, page)
    assert len(made) == 1


def test_other_options_need_no_reading_and_other_wishes_do(
    qtbot: QtBot, page: PrintPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[PaperWish] = []

    def gather(file: CampaignFile, wish: PaperWish) -> PaperMaterial:
        read.append(wish)
        return papers.gather(file, wish)

    monkeypatch.setattr(paper_maker, "gather", gather)
    click(qtbot, page.choices.switches["fallen"])
    shown(qtbot, page)
    assert read == []
    click(qtbot, page.choices.blank)
    shown(qtbot, page)
    assert read == [PaperWish("roster", is_blank=True)]


def test_a_mistake_of_ours_leaves_no_page_that_waits_for_ever(
    qtbot: QtBot, page: PrintPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(file: CampaignFile, wish: PaperWish) -> PaperMaterial:
        raise ZeroDivisionError

    monkeypatch.setattr(paper_maker, "gather", broken)
    with qtbot.captureExceptions() as raised:
        click(qtbot, page.choices.blank)
        qtbot.waitUntil(lambda: bool(raised))
    assert page.pane.refused.sentence.text().startswith("The program made a mistake")
    assert not page.maker.is_busy


def test_a_document_that_is_no_longer_wanted_is_never_shown(qtbot: QtBot, page: PrintPage) -> None:
    made: list[str] = []
    page.maker.made.connect(lambda done: made.append(done.choice.kind))
    with held_thread(qtbot):
        choose(qtbot, page, 1)
        qtbot.waitUntil(lambda: not page.maker._timer.isActive())
        choose(qtbot, page, 3)
        qtbot.waitUntil(lambda: not page.maker._timer.isActive())
    shown(qtbot, page)
    assert made == ["form"]


def test_nobody_chosen_is_said_and_nothing_can_be_printed(qtbot: QtBot, page: PrintPage) -> None:
    for box in page.choices.warbands.values():
        click(qtbot, box)
    assert not page.save_button.isEnabled()
    assert not page.print_button.isEnabled()
    assert page.choices._nobody.isVisible()
    assert page.pane.refused.isVisible()
    assert page.pane.refused.sentence.text() == "Choose at least one warband."
    click(qtbot, next(iter(page.choices.warbands.values())))
    shown(qtbot, page)
    assert page.save_button.isEnabled()
    assert page.pane.preview.isVisible()


def test_what_the_services_refuse_is_said_in_their_words(qtbot: QtBot, page: PrintPage) -> None:
    gone = PaperChoice("roster", (999,), False, SheetOptions())
    page.maker.wish(gone)
    qtbot.waitUntil(page.pane.refused.isVisible)
    assert "no warband" in page.pane.refused.sentence.text()
    assert not page.save_button.isEnabled()


def test_a_change_of_the_campaign_changes_the_paper(
    qtbot: QtBot, page: PrintPage, window: MainWindow
) -> None:
    session = window.session
    assert session is not None
    member = session.campaign.rosters[0].members[0]
    session.run(lambda: roster_edits.rename_member(session.file, member.id, "Odo the Loud"))
    qtbot.waitUntil(lambda: page.is_ready() and "Odo the Loud" in made_text(page), timeout=30_000)
    window.frame.show_page("campaign")
    session.undo()
    assert not page.maker.is_busy, "nothing is made while nobody looks"
    window.frame.show_page("print")
    qtbot.waitUntil(
        lambda: page.is_ready() and "Odo the Loud" not in made_text(page), timeout=30_000
    )


def test_other_pages_can_ask_for_a_kind(qtbot: QtBot, window: MainWindow) -> None:
    window.frame.show_page("print#form")
    page = print_page(window)
    shown(qtbot, page)
    assert page.choices.kind.id == "form"
    window.frame.show_page("print#nonsense")
    assert page.choices.kind.id == "form"


def test_the_preview_answers_the_keys(qtbot: QtBot, page: PrintPage) -> None:
    preview = page.pane.preview
    assert preview.pages() > 1
    press(qtbot, Qt.Key.Key_PageDown, CTRL)
    assert page.pane.where.text().startswith("Page 2 of")
    press(qtbot, Qt.Key.Key_PageUp, CTRL)
    assert page.pane.where.text().startswith("Page 1 of")
    before = preview.zoom
    press(qtbot, Qt.Key.Key_Plus, CTRL)
    assert preview.zoom > before
    assert not page.pane.fit_width.isChecked()
    press(qtbot, Qt.Key.Key_Minus, CTRL)
    press(qtbot, Qt.Key.Key_Minus, CTRL)
    assert preview.zoom < before
    assert page.pane.zoom.text() == f"{round(preview.zoom * 100)} %"
    press(qtbot, Qt.Key.Key_9, CTRL)
    assert page.pane.fit_page.isChecked()
    press(qtbot, Qt.Key.Key_0, CTRL)
    assert page.pane.fit_width.isChecked()
    assert preview.zoom == pytest.approx(before, abs=0.01)


def test_every_control_has_a_name(page: PrintPage) -> None:
    controls = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not isinstance(widget.parentWidget(), QSpinBox)
    ]
    assert len(controls) > 15
    for control in controls:
        text = control.text() if isinstance(control, QAbstractButton) else ""
        assert control.accessibleName() or text, control


def test_tab_goes_from_choices_to_preview_to_printing(qtbot: QtBot, page: PrintPage) -> None:
    order: list[QWidget] = []
    for _ in range(60):
        order.append(QApplication.focusWidget())
        press(qtbot, Qt.Key.Key_Tab)
        if QApplication.focusWidget() in order:
            break
    wanted = [
        page.choices.kinds,
        next(iter(page.choices.warbands.values())),
        page.choices.blank,
        page.choices.switches["large"],
        page.choices.numbers["write_in_notes"],
        page.choices.opens,
        page.pane.page_before,
        page.pane.zoom_in,
        page.pane.preview,
        page.print_button,
        page.save_button,
    ]
    places = [order.index(widget) for widget in wanted]
    assert places == sorted(places)


# ---------------------------------------------------------------------- waiting


def test_long_work_shows_how_far_it_is_and_can_be_stopped(qtbot: QtBot, page: PrintPage) -> None:
    strip = page.pane.strip
    with held_thread(qtbot):
        click(qtbot, page.choices.switches["large"])
        assert not strip.isVisible(), "not for every moment"
        qtbot.waitUntil(strip.isVisible)
        page.maker.progressed.emit(3, 12)
        assert (strip.bar.value(), strip.bar.maximum()) == (3, 12)
        click(qtbot, page.choices.switches["fallen"])
        assert page.choices.switches["fallen"].isChecked() is False, "the window is not frozen"
        qtbot.waitUntil(strip.isVisible)
        click(qtbot, strip.cancel_button)
        assert not strip.isVisible()
        assert page.pane.stopped.isVisible()
    assert page.maker.finished is None
    button = page.pane.stopped.button
    assert button is not None
    click(qtbot, button)
    shown(qtbot, page)
    assert page.pane.preview.isVisible()
    assert page.maker.finished is not None
    assert page.maker.finished.choice.options.large


def test_esc_stops_what_is_being_made(qtbot: QtBot, page: PrintPage) -> None:
    with held_thread(qtbot):
        click(qtbot, page.choices.switches["large"])
        press(qtbot, Qt.Key.Key_Escape)
        assert page.pane.stopped.isVisible()
        assert not page.maker.is_busy


def test_leaving_the_page_ends_the_work_and_coming_back_makes_it(
    qtbot: QtBot, page: PrintPage, window: MainWindow
) -> None:
    with held_thread(qtbot):
        click(qtbot, page.choices.switches["large"])
        window.frame.show_page("campaign")
        assert not page.maker.is_busy
    window.frame.show_page("print")
    shown(qtbot, page)
    assert page.maker.finished is not None
    assert page.maker.finished.choice.options.large


def test_closing_the_campaign_in_the_middle_leaves_nothing(
    qtbot: QtBot, page: PrintPage, window: MainWindow
) -> None:
    with held_thread(qtbot):
        click(qtbot, page.choices.switches["large"])
        window.close_campaign()
    assert window.session is None
    qtbot.waitUntil(lambda: window.findChild(PrintPage) is None)


# ---------------------------------------------------------------------- saving


def test_ctrl_s_saves_what_is_shown_and_opens_it(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    target = tmp_path / "sheets.pdf"
    press(qtbot, Qt.Key.Key_S, CTRL)
    save_to(qtbot, target)
    assert page.maker.finished is not None
    assert target.read_bytes() == page.maker.finished.data
    assert str(target) in page.banner.sentence()
    assert opened == [target]
    assert SettingsStore().values.sheet_folder == str(tmp_path)


def test_it_is_not_opened_where_this_is_not_wanted(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    click(qtbot, page.choices.opens)
    page.save(tmp_path / "one.pdf")
    assert opened == []
    page.banner.acted.emit()
    assert opened == [tmp_path / "one.pdf"]


def test_saving_waits_for_what_is_being_made(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    target = tmp_path / "later.pdf"
    with held_thread(qtbot):
        click(qtbot, list(page.choices.warbands.values())[1])
        page.save(target)
        assert not target.exists()
    qtbot.waitUntil(target.exists)
    assert "Rust & Ruin" not in text_of(target)


def test_leaving_the_page_does_not_lose_what_is_being_saved(
    qtbot: QtBot, page: PrintPage, window: MainWindow, tmp_path: Path, opened: list[Path]
) -> None:
    target = tmp_path / "later.pdf"
    with held_thread(qtbot):
        click(qtbot, page.choices.switches["large"])
        page.save(target)
        window.frame.show_page("campaign")
    qtbot.waitUntil(target.exists)


def test_the_name_says_what_it_is(qtbot: QtBot, page: PrintPage) -> None:
    click(qtbot, list(page.choices.warbands.values())[1])
    press(qtbot, Qt.Key.Key_S, CTRL)
    dialog = dialog_on_screen(qtbot, QFileDialog)
    (name,) = {Path(file).name for file in dialog.selectedFiles()}
    dialog.reject()
    assert name == "The Ashen Vigil roster sheets before battle 1.pdf"


def test_a_place_that_cannot_be_written_is_a_sentence(
    page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    page.save(blocked / "sheets.pdf")
    assert "cannot be written" in page.banner.sentence()
    page.save(Path(page._session.file.path))
    assert "no PDF" in page.banner.sentence()
    assert opened == []


# ---------------------------------------------------------------------- remembering


def test_choices_are_remembered_for_each_kind(
    qtbot: QtBot, page: PrintPage, window: MainWindow, open_window: OpenWindow, campaign_path: Path
) -> None:
    click(qtbot, page.choices.papers["letter"])
    click(qtbot, page.choices.switches["footnotes"])
    page.choices.numbers["write_in_notes"].setValue(3)
    roster = page.choices.choice()
    choose(qtbot, page, 1)
    click(qtbot, page.choices.switches["backs"])
    click(qtbot, next(iter(page.choices.warbands.values())))
    cards = page.choices.choice()
    assert (roster.options.footnotes, roster.options.write_in_notes) == (False, 3)
    assert cards.options.backs is False
    window.close()
    again = open_window(campaign_path)
    again.frame.show_page("print")
    other = print_page(again)
    assert other.choices.choice() == cards
    choose(qtbot, other, 0)
    assert other.choices.choice() == roster


def test_settings_of_an_earlier_version_are_read(
    qtbot: QtBot, open_window: OpenWindow, campaign_path: Path
) -> None:
    old = {"footnotes": False, "write_in_fighters": 2, "left_out": ["Rust & Ruin"], "odd": [1]}
    SettingsStore().change(sheet_choices=old)
    window = open_window(campaign_path)
    press(qtbot, Qt.Key.Key_P, CTRL)
    choice = print_page(window).choices.choice()
    assert choice.kind == "roster"
    assert len(choice.roster_ids) == 1
    assert (choice.options.footnotes, choice.options.write_in_fighters) == (False, 2)
    shown(qtbot, print_page(window))


# ---------------------------------------------------------------------- printing


@pytest.fixture
def printer_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system know a printer, which no test machine has."""
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["Quill"])


def test_without_a_printer_the_page_says_so_and_offers_a_file(
    qtbot: QtBot, page: PrintPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    assert page.banner.sentence().startswith("This system knows no printer.")
    page.banner._action.click()
    dialog_on_screen(qtbot, QFileDialog).reject()


def test_print_asks_the_system_and_the_pages_come(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, printer_known: None
) -> None:
    target = tmp_path / "printed.pdf"
    press(qtbot, Qt.Key.Key_Return, CTRL)
    dialog = dialog_on_screen(qtbot, QPrintDialog)
    printer = dialog.printer()
    assert printer.docName() == "The Quarter – roster sheets"
    assert dialog.maxPage() == page.pane.preview.pages()
    printer.setResolution(100)
    field = dialog.findChild(QLineEdit, "filename")
    assert field is not None
    field.setText(str(target))
    (button,) = (b for b in dialog.findChildren(QAbstractButton) if b.text() in ("Print", "&Print"))
    click(qtbot, button)
    qtbot.waitUntil(lambda: "way to the printer" in page.banner.sentence(), timeout=30_000)
    assert len(page_sizes(target.read_bytes())) == page.pane.preview.pages()
    assert not page.pane.strip.isVisible()
    assert page.print_button.isEnabled()


def test_a_dialog_put_away_prints_nothing(
    qtbot: QtBot, page: PrintPage, printer_known: None
) -> None:
    press(qtbot, Qt.Key.Key_Return, CTRL)
    dialog = dialog_on_screen(qtbot, QPrintDialog)
    dialog.reject()
    assert page.banner.sentence() == ""
    assert page._run is None


def test_printing_can_be_stopped(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, printer_known: None
) -> None:
    target = tmp_path / "printed.pdf"
    press(qtbot, Qt.Key.Key_Return, CTRL)
    dialog = dialog_on_screen(qtbot, QPrintDialog)
    printer: QPrinter = dialog.printer()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(target))
    field = dialog.findChild(QLineEdit, "filename")
    assert field is not None
    field.setText(str(target))
    with held_thread(qtbot):
        dialog.accept()
        qtbot.waitUntil(page.pane.strip.isVisible)
        assert not page.save_button.isEnabled()
        click(qtbot, page.pane.strip.cancel_button)
        assert page.banner.sentence().startswith("Printing was stopped")
    assert not target.exists()
    assert page.save_button.isEnabled()


# ---------------------------------------------------------------------- room


def test_where_the_window_is_narrow_tabs_lead_from_one_part_to_the_other(
    qtbot: QtBot, open_window: OpenWindow, campaign_path: Path
) -> None:
    window = open_window(campaign_path, width=640, height=400)
    press(qtbot, Qt.Key.Key_P, CTRL)
    page = print_page(window)
    assert page.choices.kinds.isVisible()
    assert not page.pane.isVisible()
    page.tabs.setFocus()
    press(qtbot, Qt.Key.Key_Right)
    assert page.pane.isVisible()
    shown(qtbot, page)
    assert page.pane.preview.picture_of(1) is not None
    assert not page.choices.kinds.isVisible()
    for label in page.pane.findChildren(QLabel):
        if label.isVisible():
            assert label.geometry().right() <= label.parentWidget().width()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: page.choices.kinds.isVisible() and page.pane.isVisible())
    assert not page.tabs.isVisible()
    assert page.pane.width() > page._scroller.width()
