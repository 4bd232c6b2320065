"""Labels: nothing cut without a way to read it, nothing taken for markup."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QGridLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import TextSize, Theme, title_font
from mordcry_app.ui.widgets import (
    ElidedLabel,
    Label,
    WrapLabel,
    bold,
    escaped,
    set_font,
    set_invalid,
    set_look,
    titled,
)

LONG = "Wilhelmina the Extraordinarily Long-Named of Nether-Wallop-upon-Marsh"


def test_a_long_line_ends_in_dots_and_is_whole_in_the_tooltip(show_in_window) -> None:
    label = ElidedLabel(f"{LONG} <b>R&D</b>")
    window = show_in_window(label, width=200)
    assert label.is_elided()
    assert label.toolTip() == f"{LONG} &lt;b&gt;R&amp;D&lt;/b&gt;"
    assert label.text() == f"{LONG} <b>R&D</b>"
    window.resize(1400, 100)
    QApplication.processEvents()
    assert not label.is_elided()
    assert label.toolTip() == ""


@pytest.mark.parametrize("text", ["Pell", LONG, "Żółw ☠", "5″", "fff", "W"])
def test_a_line_with_room_is_never_elided(qtbot: QtBot, theme: Theme, text: str) -> None:
    for label in (ElidedLabel(text), ElidedLabel(text, bold=True), titled(text, TextSize.TITLE)):
        qtbot.addWidget(label)
        label.resize(label.sizeHint())
        label.show()
        assert not label.is_elided()


def test_line_breaks_do_not_make_a_line_higher(qtbot: QtBot, theme: Theme) -> None:
    label = ElidedLabel("one\ntwo\t three")
    qtbot.addWidget(label)
    assert label.text() == "one two three"
    assert label.sizeHint().height() == ElidedLabel("one").sizeHint().height()


def test_a_label_shows_markup_as_it_is(qtbot: QtBot, theme: Theme) -> None:
    for kind in (Label, WrapLabel, ElidedLabel):
        label = kind("<b>bold</b>")
        qtbot.addWidget(label)
        wider = kind("<b>bold</b>mm")
        qtbot.addWidget(wider)
        plain = kind("bold")
        qtbot.addWidget(plain)
        assert plain.sizeHint().width() < label.sizeHint().width() < wider.sizeHint().width()


def test_rich_text_of_players_is_escaped() -> None:
    assert escaped("<b>R&D</b>\n2") == "&lt;b&gt;R&amp;D&lt;/b&gt;<br>2"
    assert bold("<i>") == "<b>&lt;i&gt;</b>"


@pytest.mark.parametrize("width", [120, 240, 700])
def test_wrapped_text_keeps_all_its_lines_in_a_crowded_window(show_in_window, width: int) -> None:
    labels = [WrapLabel(f"{LONG}, who carries far too much. " * 3) for _ in range(4)]
    grid_holder = QWidget()
    grid = QGridLayout(grid_holder)
    for row, label in enumerate(labels):
        grid.addWidget(label, row, 0)
    labels[0].set_rich(f"{bold(LONG)} {escaped(LONG)}")
    show_in_window(grid_holder, width=width, height=60)
    QApplication.processEvents()
    for label in labels:
        assert label.height() >= label.heightForWidth(label.width())


def test_wrapped_text_gives_height_back_when_it_has_room(show_in_window) -> None:
    label = WrapLabel(f"{LONG} and {LONG}")
    window = show_in_window(label, width=160)
    high = label.height()
    window.resize(1400, 400)
    QApplication.processEvents()
    assert label.height() < high
    label.set_plain("short")
    QApplication.processEvents()
    assert label.minimumHeight() < 2 * label.fontMetrics().height()


def test_tones_change_the_colour_while_shown(show_in_window) -> None:
    label = Label("Hand wound")
    show_in_window(label)
    ink = label.palette().color(label.foregroundRole())
    label.set_tone("blood")
    assert label.palette().color(label.foregroundRole()) != ink
    label.set_tone("")
    assert label.palette().color(label.foregroundRole()) == ink


def test_a_font_given_later_outlives_looks_and_themes(show_in_window, theme: Theme) -> None:
    label = Label("26.8 %")
    show_in_window(label)
    set_font(label, title_font(TextSize.FIGURE))
    set_look(label, "tone", "muted")
    theme.set_mode("dark")
    QApplication.processEvents()
    assert label.font().families()[0] == "EB Garamond"
    assert label.font().pixelSize() == TextSize.FIGURE


def test_an_invalid_field_says_why_and_can_be_right_again(show_in_window) -> None:
    field = QLineEdit("−4")
    show_in_window(field)
    calm = field.grab().toImage()
    set_invalid(field, "Crowns cannot be negative.")
    assert field.accessibleDescription() == "Crowns cannot be negative."
    assert field.toolTip() == "Crowns cannot be negative."
    assert field.grab().toImage() != calm
    set_invalid(field)
    assert field.toolTip() == ""
    assert field.grab().toImage() == calm
