"""The theme: the player's choice or the system's, over the whole program at once."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QTableWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import NIGHT, PARCHMENT, Theme, ThemeMode, colours
from mordcry_app.ui.theme.glyphs import write_glyphs
from mordcry_app.ui.theme.stylesheet import stylesheet


def system_says(application: QApplication, scheme: Qt.ColorScheme) -> None:
    """Tell the program what Qt tells when the desktop switches between day and night."""
    application.styleHints().colorSchemeChanged.emit(scheme)


def test_the_theme_follows_the_system(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    theme.set_mode(ThemeMode.SYSTEM)
    assert colours() == PARCHMENT
    with qtbot.waitSignal(theme.changed):
        system_says(qapp, Qt.ColorScheme.Dark)
    assert colours() == NIGHT
    with qtbot.waitSignal(theme.changed):
        system_says(qapp, Qt.ColorScheme.Light)
    assert colours() == PARCHMENT


@pytest.mark.parametrize(("mode", "palette"), [("light", PARCHMENT), ("dark", NIGHT)])
def test_a_chosen_theme_stays(theme: Theme, qapp: QApplication, mode: str, palette: object) -> None:
    theme.set_mode(mode)
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Unknown):
        system_says(qapp, scheme)
        assert colours() == palette
    assert theme.mode == mode


def test_a_system_that_says_nothing_gets_the_light_theme(theme: Theme, qapp: QApplication) -> None:
    theme.set_mode("system")
    system_says(qapp, Qt.ColorScheme.Unknown)
    assert colours() == PARCHMENT


def test_changed_is_told_once_and_only_when_colours_change(theme: Theme, qtbot: QtBot) -> None:
    told: list[str] = []
    theme.changed.connect(lambda: told.append(colours().name))
    theme.set_mode("dark")
    theme.set_mode("dark")
    theme.set_mode("light")
    assert told == ["Night", "Parchment"]


def test_another_word_is_refused(theme: Theme) -> None:
    with pytest.raises(ValueError, match="sepia"):
        theme.set_mode("sepia")
    assert theme.mode == "light"


def test_qts_own_palette_agrees(theme: Theme, qapp: QApplication) -> None:
    theme.set_mode("dark")
    shown = qapp.palette()
    assert shown.color(QPalette.ColorRole.Window).name().upper() == NIGHT.ground
    assert shown.color(QPalette.ColorRole.Text).name().upper() == NIGHT.ink
    disabled = shown.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled.name().upper() == NIGHT.control


def test_shown_widgets_change_with_the_theme(
    theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    label = QLabel("Hand wound")
    qtbot.addWidget(label)
    label.setProperty("tone", "blood")
    label.show()
    role = label.foregroundRole()
    assert label.palette().color(role).name().upper() == PARCHMENT.blood
    theme.set_mode("dark")
    qapp.processEvents()
    assert label.palette().color(role).name().upper() == NIGHT.blood


def test_table_headings_are_small_in_both_themes(theme: Theme, qtbot: QtBot) -> None:
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        table = QTableWidget(1, 1)
        qtbot.addWidget(table)
        table.show()
        assert table.horizontalHeader().font().pixelSize() < table.font().pixelSize()


def test_the_style_sheet_needs_no_marks_to_be_whole(tmp_path: Path) -> None:
    glyphs = write_glyphs(NIGHT, tmp_path)
    with_marks, without = stylesheet(NIGHT, glyphs), stylesheet(NIGHT, {})
    assert "$" not in with_marks
    assert "$" not in without
    assert "url(" not in without
    assert all(path in with_marks for path in glyphs.values())
    assert with_marks.count("{") == with_marks.count("}")


def test_the_marks_are_drawings_in_the_palettes_colours(tmp_path: Path) -> None:
    for palette in (PARCHMENT, NIGHT):
        for name, path in write_glyphs(palette, tmp_path).items():
            drawing = Path(path).read_text(encoding="utf-8")
            ElementTree.fromstring(drawing)
            expected = palette.on_accent if name in ("check", "dash") else palette.muted
            assert expected in drawing
    assert len(list(tmp_path.glob("*.svg"))) == 2 * len(write_glyphs(NIGHT, tmp_path))
