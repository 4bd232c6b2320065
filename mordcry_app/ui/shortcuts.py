"""Every shortcut of the program in one place, and the list of them that Shift+F1 shows.

Whoever binds a key asks here by its id, so the list cannot go stale: a key that is not in the
table cannot be bound, and a test presses those that are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import KeyHint, Label, PlainDialog, Scroller, WrapLabel, titled


@dataclass(frozen=True)
class Shortcut:
    """A key, or several that do the same, with what they do in words, and under which heading."""

    id: str
    keys: tuple[str, ...]
    text: str
    group: str


_CAMPAIGN = "Campaign"
_PAGES = "Pages"
_CHANGES = "Changes"
_OVERVIEW = "Campaign page"
_WARBANDS = "Warbands"
_DICE = "Dice"
_BATTLES = "Battle and aftermath"
_TABLE = "Battle at the table"
_RULES = "Rules"
_HOUSE_RULES = "House rules"
_HOUSE_CONTENT = "House content"
_CHRONICLE = "Chronicle"
_PRINTING = "Printing"

SHORTCUTS = (
    Shortcut("new", ("Ctrl+N",), "Found a new campaign", _CAMPAIGN),
    Shortcut("open", ("Ctrl+O",), "Open a campaign", _CAMPAIGN),
    Shortcut("close", ("Ctrl+W",), "Close the campaign", _CAMPAIGN),
    Shortcut("print", ("Ctrl+P",), "Print", _CAMPAIGN),
    Shortcut("settings", ("Ctrl+,",), "Settings", _CAMPAIGN),
    Shortcut("help", ("F1",), "The rules of what is at hand", _CAMPAIGN),
    Shortcut("keys", ("Shift+F1",), "This list", _CAMPAIGN),
    Shortcut("quit", ("Ctrl+Q",), "Quit", _CAMPAIGN),
    Shortcut("page_1", ("Ctrl+1",), "Campaign", _PAGES),
    Shortcut("page_2", ("Ctrl+2",), "Warbands", _PAGES),
    Shortcut("page_3", ("Ctrl+3",), "Battle", _PAGES),
    Shortcut("page_4", ("Ctrl+4",), "Aftermath", _PAGES),
    Shortcut("page_5", ("Ctrl+5",), "Chronicle", _PAGES),
    Shortcut("page_6", ("Ctrl+6",), "Rules", _PAGES),
    Shortcut("page_7", ("Ctrl+7",), "House rules", _PAGES),
    Shortcut("page_8", ("Ctrl+8",), "House content", _PAGES),
    Shortcut("history", ("Ctrl+H",), "History", _CHANGES),
    Shortcut("undo", ("Ctrl+Z",), "Undo the last change", _CHANGES),
    Shortcut("redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "Redo", _CHANGES),
    Shortcut("next_step", ("Ctrl+Return",), "Do what is next", _OVERVIEW),
    Shortcut("next_warband", ("Ctrl+PgDown",), "Next warband", _WARBANDS),
    Shortcut("previous_warband", ("Ctrl+PgUp",), "Warband before", _WARBANDS),
    Shortcut("recruit", ("Ctrl+R",), "Recruit a fighter", _WARBANDS),
    Shortcut("edit_cell", ("F2",), "Rename, or correct a value", _WARBANDS),
    Shortcut("to_fighter", ("Return",), "From the roster to the fighter", _WARBANDS),
    Shortcut("fighter_menu", ("Shift+F10",), "All that can be done with a fighter", _WARBANDS),
    Shortcut("move_up", ("Alt+Up",), "Move a fighter up", _WARBANDS),
    Shortcut("move_down", ("Alt+Down",), "Move a fighter down", _WARBANDS),
    Shortcut("type_dice", ("T",), "Type the dice that were rolled", _DICE),
    Shortcut("roll_dice", ("R",), "Let the app roll", _DICE),
    Shortcut("use_dice", ("Return",), "Use the dice shown", _DICE),
    Shortcut("roll_log", ("Ctrl+L",), "All rolls so far", _DICE),
    Shortcut("record", ("Ctrl+Return",), "Record the battle, or finish the aftermath", _BATTLES),
    Shortcut("set_up", ("Ctrl+B",), "Set the next battle up", _BATTLES),
    Shortcut("all_battles", ("Escape",), "From the entry of a battle to all battles", _BATTLES),
    Shortcut("next_question", ("Return",), "To the question at hand", _BATTLES),
    Shortcut("alike", ("A",), "The same answer for all questions alike", _BATTLES),
    Shortcut("take_back", ("Backspace",), "Take the last answer back", _BATTLES),
    Shortcut("roll_all", ("Ctrl+R",), "Roll all that is left", _BATTLES),
    Shortcut("follow_form", ("Ctrl+T",), "Follow the printed form, top to bottom", _BATTLES),
    Shortcut("to_row", ("Ctrl+G", "/"), "To a row of the form, such as C4", _BATTLES),
    Shortcut("changes", ("Ctrl+E",), "What the aftermath will change", _BATTLES),
    Shortcut("next_offer", ("Ctrl+Return",), "Do what is next in the battle", _TABLE),
    Shortcut("more", ("Alt+M",), "What else can be done in the battle", _TABLE),
    Shortcut("roll_through", ("Shift+R",), "Roll all that follows before a choice", _TABLE),
    Shortcut("matrix", ("W",), "Who should hit whom?", _TABLE),
    Shortcut("put_off", ("Escape",), "Put an attack off", _TABLE),
    Shortcut("next_part", ("F6",), "To the next part of the table", _TABLE),
    Shortcut("part_before", ("Shift+F6",), "To the part of the table before", _TABLE),
    Shortcut("take_event_back", ("Ctrl+Shift+Backspace",), "Take the last event back", _TABLE),
    Shortcut("battle_log", ("Ctrl+J",), "All that happened in the battle", _TABLE),
    Shortcut("search_rulings", ("Ctrl+F",), "Search the house rules", _HOUSE_RULES),
    Shortcut("switch_ruling", ("Return",), "Switch to the setting that is chosen", _HOUSE_RULES),
    Shortcut("keep_ruling", ("Escape",), "Keep the rule as it is", _HOUSE_RULES),
    Shortcut("search_content", ("Ctrl+F",), "Search the content", _HOUSE_CONTENT),
    Shortcut("save_content", ("Ctrl+Return",), "Save what was typed", _HOUSE_CONTENT),
    Shortcut("write_entry", ("Ctrl+E",), "Write an entry", _CHRONICLE),
    Shortcut("keep_entry", ("Ctrl+Return",), "Keep what was written", _CHRONICLE),
    Shortcut("search_chronicle", ("Ctrl+F",), "Search the chronicle", _CHRONICLE),
    Shortcut("rules_search", ("Ctrl+F", "/"), "Search the rules", _RULES),
    Shortcut("rules_back", ("Alt+Left",), "Back to what was read before", _RULES),
    Shortcut("rules_forward", ("Alt+Right",), "Forward again", _RULES),
    Shortcut("print_now", ("Ctrl+Return",), "To the printer", _PRINTING),
    Shortcut("save_pdf", ("Ctrl+S",), "Save as PDF", _PRINTING),
    Shortcut("page_after", ("Ctrl+PgDown",), "Next page of the preview", _PRINTING),
    Shortcut("page_before", ("Ctrl+PgUp",), "Page before", _PRINTING),
    Shortcut("zoom_in", ("Ctrl++", "Ctrl+="), "Larger", _PRINTING),
    Shortcut("zoom_out", ("Ctrl+-",), "Smaller", _PRINTING),
    Shortcut("fit_width", ("Ctrl+0",), "As wide as there is room", _PRINTING),
    Shortcut("fit_page", ("Ctrl+9",), "The whole page", _PRINTING),
    Shortcut("stop_making", ("Escape",), "Stop what is being made or printed", _PRINTING),
)

_BY_ID = {shortcut.id: shortcut for shortcut in SHORTCUTS}


def keys_of(shortcut_id: str) -> str:
    """Return the first key of a shortcut, as Qt writes it; raises `KeyError`."""
    return _BY_ID[shortcut_id].keys[0]


def bind(
    owner: QWidget,
    shortcut_id: str,
    act: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> QAction:
    """Let the keys of a shortcut call *act* while *owner* is on screen; return the action."""
    shortcut = _BY_ID[shortcut_id]
    action = QAction(shortcut.text, owner)
    action.setAutoRepeat(False)
    action.setShortcuts([QKeySequence(key) for key in shortcut.keys])
    action.setShortcutContext(context)
    action.triggered.connect(lambda _checked=False: act())
    owner.addAction(action)
    return action


class ShortcutsDialog(PlainDialog):
    """The list of shortcuts, by heading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Keyboard", parent=parent)
        self.setMinimumWidth(520)
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        row = 0
        for group in dict.fromkeys(shortcut.group for shortcut in SHORTCUTS):
            if row:
                grid.setRowMinimumHeight(row, 6)
                row += 1
            grid.addWidget(titled(group, TextSize.LEAD), row, 0, 1, 2)
            row += 1
            for shortcut in (s for s in SHORTCUTS if s.group == group):
                grid.addWidget(_key_caps(shortcut), row, 0, Qt.AlignmentFlag.AlignRight)
                grid.addWidget(WrapLabel(shortcut.text), row, 1)
                row += 1
        scroller = Scroller(inner)
        scroller.setAccessibleName("Shortcuts")
        self.body.addWidget(scroller, 1)
        close = self.add_cancel("Close")
        close.setFocus()
        self.resize(540, min(inner.sizeHint().height() + 150, 620))


def _key_caps(shortcut: Shortcut) -> QWidget:
    caps = QWidget()
    line = QHBoxLayout(caps)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    for number, key in enumerate(shortcut.keys):
        if number:
            line.addWidget(Label("or", tone="muted", size=TextSize.SMALL))
        line.addWidget(KeyHint(key))
    return caps
