"""Banners, toasts and the drawer: they say it, and get out of the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.widgets import ActionButton, Banner, Drawer, IconButton, Toast

SENTENCE = "Half plate and a bow cannot be carried together."


def test_a_banner_shows_a_sentence_until_it_is_closed(show_in_window, qtbot: QtBot) -> None:
    banner = Banner()
    show_in_window(banner)
    assert not banner.isVisible()
    assert banner.sentence() == ""
    banner.say(SENTENCE, "warning")
    assert banner.isVisible()
    assert banner.sentence() == SENTENCE
    assert banner.accessibleName() == f"Warning: {SENTENCE}"
    with qtbot.waitSignal(banner.closed):
        qtbot.mouseClick(banner.findChild(IconButton), Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    assert banner.sentence() == ""


def test_the_action_of_a_banner_acts_once_and_closes_it(show_in_window, qtbot: QtBot) -> None:
    banner = Banner()
    window = show_in_window(banner)
    banner.say("Bought Leather Gorget.", action="Undo", key="Ctrl+Z")
    with qtbot.waitSignals([banner.acted, banner.closed], order="strict"):
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    with qtbot.assertNotEmitted(banner.acted, wait=20):
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    banner.say(SENTENCE)
    assert not banner.findChild(ActionButton).isVisible()


def test_esc_inside_a_banner_closes_it(show_in_window, qtbot: QtBot) -> None:
    banner = Banner()
    show_in_window(banner)
    banner.say(SENTENCE)
    close = banner.findChild(IconButton)
    close.setFocus()
    with qtbot.waitSignal(banner.closed):
        qtbot.keyClick(close, Qt.Key.Key_Escape)


def test_the_kinds_of_banners_differ_in_picture_and_words(show_in_window) -> None:
    banner = Banner()
    show_in_window(banner)
    pictures, words = [], set()
    for kind in ("info", "warning", "error"):
        banner.say(SENTENCE, kind)
        QApplication.processEvents()
        pictures.append(banner.grab().toImage())
        words.add(banner.accessibleName())
    assert len(words) == 3
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


@pytest.mark.parametrize("width", [240, 420, 900])
def test_a_long_message_is_whole_at_every_width(show_in_window, width: int) -> None:
    banner = Banner()
    show_in_window(banner, width=width, height=900)
    banner.say(f"{SENTENCE} {SENTENCE} {SENTENCE}", action="Undo")
    QApplication.processEvents()
    sentence = next(
        label for label in banner.findChildren(QLabel) if label.text().startswith("Half")
    )
    assert sentence.height() >= sentence.heightForWidth(sentence.width())
    bottom = sentence.mapTo(banner, QPoint(0, sentence.height())).y()
    assert bottom <= banner.height()


@pytest.fixture
def host(show_in_window) -> QWidget:
    host = QWidget()
    host.setMinimumSize(500, 300)
    show_in_window(host, width=600, height=400)
    return host


def test_a_toast_floats_at_the_bottom_and_goes_by_itself(host: QWidget, qtbot: QtBot) -> None:
    toast = Toast(host, bottom=50)
    with qtbot.waitSignal(toast.closed, timeout=3000):
        toast.say("Undone.", seconds=0.05)
        assert toast.isVisible()
        assert toast.geometry().bottom() < host.height() - 40
        assert abs(toast.geometry().center().x() - host.width() // 2) <= 1
    assert not toast.isVisible()


def test_a_toast_is_as_high_as_its_words_need(host: QWidget) -> None:
    toast = Toast(host)
    toast.say(f"{SENTENCE} {SENTENCE} {SENTENCE}", action="Undo", seconds=0)
    QApplication.processEvents()
    high = toast.height()
    toast.say("Undone.", seconds=0)
    QApplication.processEvents()
    low = toast.height()
    line = toast.fontMetrics().height()
    assert low < 3 * line < high
    sentence = next(label for label in toast.findChildren(QLabel) if label.text() == "Undone.")
    assert sentence.height() >= sentence.heightForWidth(sentence.width())
    toast.say(f"{SENTENCE} {SENTENCE} {SENTENCE}", action="Undo", seconds=0)
    QApplication.processEvents()
    assert toast.height() == high


def test_a_toast_waits_for_whoever_is_at_it(host: QWidget, qtbot: QtBot) -> None:
    toast = Toast(host)
    toast.say("Undone.", action="Redo", seconds=0.05)
    toast.banner.findChild(ActionButton).setFocus()
    qtbot.wait(200)
    assert toast.isVisible()
    with qtbot.waitSignals([toast.acted, toast.closed]):
        qtbot.keyClick(toast.banner.findChild(ActionButton), Qt.Key.Key_Space)


def test_a_toast_follows_its_host(host: QWidget) -> None:
    toast = Toast(host)
    toast.say(SENTENCE, seconds=0)
    host.window().resize(1000, 700)
    QApplication.processEvents()
    assert abs(toast.geometry().center().x() - host.width() // 2) <= 1
    assert toast.geometry().bottom() < host.height()


def test_a_drawer_takes_the_keyboard_and_gives_it_back(show_in_window, qtbot: QtBot) -> None:
    host, before = QWidget(), QPushButton("History")
    host.setMinimumSize(500, 300)
    show_in_window(before, host, width=800, height=500)
    drawer = Drawer(host, "History", width=300)
    field = QLineEdit()
    drawer.body.addWidget(field)
    before.setFocus()
    assert not drawer.is_open()
    with qtbot.waitSignal(drawer.opened):
        drawer.toggle()
    assert field.hasFocus()
    assert drawer.geometry().right() == host.width() - 1
    assert drawer.width() == 300
    assert drawer.height() == host.height()
    with qtbot.waitSignal(drawer.closed):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not drawer.is_open()
    assert before.hasFocus()


def test_a_drawer_does_not_take_the_keyboard_back_from_the_page(
    show_in_window, qtbot: QtBot
) -> None:
    host, before, other = QWidget(), QPushButton("a"), QPushButton("b")
    host.setMinimumSize(500, 200)
    show_in_window(before, other, host)
    drawer = Drawer(host, "History")
    before.setFocus()
    drawer.open_drawer()
    other.setFocus()
    drawer.close_drawer()
    assert other.hasFocus()
    drawer.open_drawer()
    other.deleteLater()
    qtbot.waitUntil(lambda: not drawer.window().isAncestorOf(before) or before.isVisible())
    QApplication.sendPostedEvents(None, 52)  # QEvent.DeferredDelete: where it came from is gone
    drawer.close_drawer()
    assert not drawer.is_open()


def test_a_drawer_is_never_wider_than_its_host(show_in_window) -> None:
    host = QWidget()
    host.setMinimumHeight(200)
    window = show_in_window(host, width=300)
    drawer = Drawer(host, "History", width=380)
    drawer.open_drawer()
    assert drawer.width() == host.width()
    window.resize(900, 400)
    QApplication.processEvents()
    assert drawer.width() == 380
