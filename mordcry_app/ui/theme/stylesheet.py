"""The style sheet of the whole window, made from a palette.

Calm on purpose: one surface, hairlines, no frames in frames. Looks that a widget can have are
dynamic properties (`kind` for buttons and chips, `tone` for labels), set with
`mordcry_app.ui.widgets.styling.set_look`. Every control that takes the keyboard shows a ring of
the colour `focus` while it has it. Fonts are not set here: a font in a style sheet would cut off
what widgets inherit from their parents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from string import Template

from mordcry_app.ui.theme.palette import Palette


def stylesheet(palette: Palette, glyphs: Mapping[str, str]) -> str:
    """The style sheet for *palette*, with the marks that `write_glyphs` wrote.

    Without *glyphs* (a machine whose temporary folder cannot be written) ticks and arrows are left
    to Qt's own drawing.
    """
    parts = [_WINDOWS, _LABELS, _BUTTONS, _FIELDS, _VIEWS, _BARS, _PARTS]
    if glyphs:
        parts.append(_GLYPHS)
    values = {key: value for key, value in asdict(palette).items() if isinstance(value, str)}
    values |= {f"glyph_{name}": path for name, path in glyphs.items()}
    return Template("".join(parts)).substitute(values)


_WINDOWS = """
QMainWindow, QDialog { background: $ground; }
QToolTip {
    background: $surface; color: $ink; border: 1px solid $control; padding: 5px 8px;
}
QMenu { background: $surface; border: 1px solid $control; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: $selection; color: $ink; }
QMenu::item:disabled { color: $control; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QSplitter::handle { background: transparent; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollArea:focus { border: 1px solid $focus; }
"""

_LABELS = """
QLabel { background: transparent; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="blood"] { color: $blood; }
QLabel[tone="verdigris"] { color: $verdigris; }
QLabel[tone="gold"] { color: $gold; }
QLabel:disabled { color: $control; }
"""

_BUTTONS = """
QPushButton, QToolButton {
    background: $surface; color: $ink; border: 1px solid $hairline; border-radius: 6px;
    padding: 4px 12px;
}
QPushButton:hover, QToolButton:hover { background: $hover; border-color: $control; }
QPushButton:pressed, QToolButton:pressed,
QPushButton:checked, QToolButton:checked { background: $selection; border-color: $control; }
QPushButton:focus, QToolButton:focus { border: 2px solid $focus; padding: 3px 11px; }
QPushButton:disabled, QToolButton:disabled {
    color: $control; background: transparent; border-color: $hairline;
}
QToolButton { padding: 4px 6px; }
QToolButton:focus { padding: 3px 5px; }
QToolButton::menu-indicator { image: none; }

QPushButton[kind="primary"] {
    background: $blood; color: $on_accent; border-color: $blood; font-weight: 600;
}
QPushButton[kind="primary"]:hover { background: $blood_deep; border-color: $blood_deep; }
QPushButton[kind="primary"]:pressed { background: $blood_deep; border-color: $ink; }
QPushButton[kind="primary"]:focus { border: 2px solid $ink; }
QPushButton[kind="primary"]:disabled {
    background: transparent; color: $control; border-color: $hairline;
}

QPushButton[kind="quiet"], QToolButton[kind="quiet"] {
    background: transparent; border-color: transparent;
}
QPushButton[kind="quiet"]:hover, QToolButton[kind="quiet"]:hover { background: $selection; }
QPushButton[kind="quiet"]:focus, QToolButton[kind="quiet"]:focus { border-color: $focus; }
QPushButton[kind="quiet"]:disabled { border-color: transparent; }

QPushButton[kind="danger"] { color: $blood; border-color: $blood; }
QPushButton[kind="danger"]:hover { background: $accent_soft; }
QPushButton[kind="danger"]:focus { border-color: $focus; }
QPushButton[kind="danger"]:disabled { color: $control; border-color: $hairline; }
"""

_FIELDS = """
QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox {
    background: $surface; color: $ink; border: 1px solid $control; border-radius: 5px;
    padding: 4px 7px; selection-background-color: $verdigris; selection-color: $on_accent;
}
QLineEdit:focus, QTextEdit:focus, QPlainTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus,
QComboBox:on { border: 2px solid $focus; padding: 3px 6px; }
QLineEdit:read-only { background: transparent; border-color: $hairline; }
QLineEdit:read-only:focus { border-color: $focus; }
QLineEdit:disabled, QTextEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled,
QComboBox:disabled { color: $control; background: transparent; border-color: $hairline; }
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"] { border: 2px solid $blood; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {
    border: none; padding: 0; background: transparent;
}
QComboBox QAbstractItemView {
    background: $surface; border: 1px solid $control; padding: 3px; outline: none;
}
QCheckBox, QRadioButton {
    spacing: 8px; padding: 3px 5px; border: 1px solid transparent; border-radius: 4px;
    background: transparent;
}
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox:disabled, QRadioButton:disabled { color: $control; }
"""

_GLYPHS = """
QCheckBox::indicator, QRadioButton::indicator {
    width: 16px; height: 16px; border: 1px solid $control; background: $surface;
}
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $ink; }
QCheckBox::indicator:checked, QCheckBox::indicator:indeterminate {
    background: $verdigris; border-color: $verdigris; image: url("$glyph_check");
}
QCheckBox::indicator:indeterminate { image: url("$glyph_dash"); }
QRadioButton::indicator:checked { width: 8px; height: 8px; border: 5px solid $verdigris; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $hairline; }
QCheckBox::indicator:checked:disabled {
    background: $control; border-color: $control;
}
QRadioButton::indicator:checked:disabled { border-color: $control; }
QAbstractItemView::indicator { width: 16px; height: 16px; border: 1px solid $control;
    background: $surface; border-radius: 4px; }
QAbstractItemView::indicator:checked {
    background: $verdigris; border-color: $verdigris; image: url("$glyph_check");
}

QComboBox { padding-left: 8px; padding-right: 24px; }
QComboBox:focus, QComboBox:on { padding-left: 7px; padding-right: 23px; }
QComboBox::drop-down {
    subcontrol-origin: padding; subcontrol-position: center right; width: 24px; border: none;
}
QComboBox::down-arrow { image: url("$glyph_down"); width: 14px; height: 14px; }
QAbstractSpinBox { padding-right: 24px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 22px; border: none; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; margin-top: 2px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin-bottom: 2px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $selection; }
QAbstractSpinBox::up-arrow { image: url("$glyph_up"); width: 11px; height: 11px; }
QAbstractSpinBox::down-arrow { image: url("$glyph_down"); width: 11px; height: 11px; }
QTreeView::branch:has-children:closed { image: url("$glyph_right"); }
QTreeView::branch:has-children:open { image: url("$glyph_down"); }
"""

_VIEWS = """
QAbstractItemView {
    background: $surface; color: $ink; border: 1px solid $hairline; border-radius: 6px;
    gridline-color: $hairline; outline: none; alternate-background-color: $surface;
    selection-background-color: $selection; selection-color: $ink;
}
QAbstractItemView:focus { border-color: $focus; }
QAbstractItemView[flush="true"] { border: none; background: transparent; border-radius: 0; }
QTableView::item, QTreeView::item {
    border: 1px solid transparent; border-bottom: 1px solid $hairline; padding: 4px 5px;
}
QListView::item { padding: 5px 8px; border: 1px solid transparent; }
QTableView::item:hover, QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected {
    background: $selection; color: $ink;
}
QTableView::item:focus { border: 1px solid $focus; }
QListView::item:focus, QTreeView::item:focus { border: 1px solid $focus; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section {
    background: transparent; color: $muted; border: none; border-bottom: 1px solid $hairline;
    padding: 6px 6px;
}
QHeaderView::section:hover { color: $ink; }
QTableCornerButton::section { background: transparent; border: none; }
"""

_BARS = """
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $hairline; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar {
    background: $selection; border: none; border-radius: 4px; min-height: 8px; max-height: 8px;
}
QProgressBar::chunk { background: $verdigris; border-radius: 4px; }
QTabWidget::pane { border: none; border-top: 1px solid $hairline; }
QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: $muted; padding: 7px 13px; border: 1px solid transparent;
    border-bottom: 2px solid transparent;
}
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $blood; }
QTabBar::tab:focus { border-color: $focus; border-bottom-color: $blood; border-radius: 4px; }
QTabBar::tab:disabled { color: $control; }
QTabBar::tear { image: none; border: none; }
QTabBar::scroller { width: 52px; }
QTabBar QToolButton { padding: 0; border: none; border-radius: 0; background: $ground; }
QTabBar QToolButton:hover { background: $selection; }
QAbstractScrollArea::corner { background: transparent; border: none; }
"""

_PARTS = """
Card { background: $surface; border: 1px solid $hairline; border-radius: 8px; }
Rail { background: $surface; border: none; border-right: 1px solid $hairline; }
HeaderBar { background: $ground; border: none; border-bottom: 1px solid $hairline; }
DiceTray { background: $surface; border: none; border-top: 1px solid $hairline; }
Drawer { background: $surface; border: none; border-left: 1px solid $control; }
Hairline { background: $hairline; border: none; }
Chip, ChipButton {
    background: transparent; color: $muted; border: 1px solid $hairline; border-radius: 10px;
    padding: 2px 9px;
}
ChipButton { color: $ink; background: $surface; }
Chip[kind="good"], ChipButton[kind="good"] { color: $verdigris; border-color: $verdigris; }
Chip[kind="bad"], ChipButton[kind="bad"] { color: $blood; border-color: $blood; }
Chip[kind="gold"], ChipButton[kind="gold"] { color: $gold; border-color: $gold; }
Chip[kind="active"], ChipButton[kind="active"] {
    color: $on_accent; background: $gold; border-color: $gold; font-weight: 600;
}
ChipButton:hover { background: $hover; border-color: $control; }
ChipButton:checked { color: $on_accent; background: $verdigris; border-color: $verdigris; }
ChipButton[kind="active"]:hover { background: $gold; border-color: $ink; }
ChipButton:focus { border: 2px solid $focus; padding: 1px 8px; }
ChipButton:checked:focus, ChipButton[kind="active"]:focus { border-color: $ink; }
ChipButton:disabled { color: $control; background: transparent; border-color: $hairline; }
Banner { background: $accent_soft; border: 1px solid $hairline; border-radius: 3px; }
SwitchPanel {
    background: $accent_soft; border: 1px solid $hairline; border-left: 4px solid $gold;
    border-radius: 3px;
}
AmendCard {
    background: $accent_soft; border: 1px solid $hairline; border-left: 4px solid $gold;
    border-radius: 3px;
}
Banner[kind="info"] { border-left: 4px solid $verdigris; }
Banner[kind="warning"] { border-left: 4px solid $gold; }
Banner[kind="error"] { border-left: 4px solid $blood; }
DicePicker, RollLog { background: $surface; border: 1px solid $control; border-radius: 6px; }
"""
