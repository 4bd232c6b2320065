"""Portraits and crests: good pictures are shown, bad ones are a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from tests.ui.screens import click, dialog_on_screen, menu_on_screen, pick, warbands


def choose(qtbot: QtBot, path: Path) -> None:
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.accept()


def test_a_portrait_is_added_shown_and_removed(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    picture = tmp_path / "face.png"
    Image.new("RGB", (300, 400), (90, 40, 30)).save(picture)
    panel = warbands(window).fighters.panel
    click(qtbot, panel.portrait)
    pick(qtbot, menu_on_screen(qtbot), "Add a picture…")
    choose(qtbot, picture)
    assert panel.portrait.has_picture()
    assert panel.portrait.accessibleName() == "Change the picture"
    click(qtbot, panel.portrait)
    pick(qtbot, menu_on_screen(qtbot), "Remove the picture")
    assert not panel.portrait.has_picture()


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 200])
def test_what_is_no_picture_is_a_sentence(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, content: bytes
) -> None:
    bad = tmp_path / "bad.png"
    bad.write_bytes(content)
    panel = warbands(window).fighters.panel
    click(qtbot, panel.portrait)
    pick(qtbot, menu_on_screen(qtbot), "Add a picture…")
    choose(qtbot, bad)
    assert "not a picture" in window.frame.toast.banner.sentence()
    assert not panel.portrait.has_picture()


def test_a_crest_stands_beside_the_name(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    picture = tmp_path / "crest.png"
    Image.new("RGBA", (64, 64), (40, 90, 80, 255)).save(picture)
    page = warbands(window)
    assert not page.crest.isVisible()
    click(qtbot, page.more)
    pick(qtbot, menu_on_screen(qtbot), "Add a crest…")
    choose(qtbot, picture)
    assert page.crest.isVisible()
    assert page.crest.has_picture()
    click(qtbot, page.more)
    pick(qtbot, menu_on_screen(qtbot), "Remove the crest")
    assert not page.crest.isVisible()
