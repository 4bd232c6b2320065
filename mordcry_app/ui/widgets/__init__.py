"""The small parts that screens are made of. They know PySide6 and the theme, nothing else."""

from mordcry_app.ui.widgets.banner import Banner, MessageKind, Toast
from mordcry_app.ui.widgets.buttons import ActionButton, ButtonKind, IconButton
from mordcry_app.ui.widgets.card import Card
from mordcry_app.ui.widgets.chip import Chip, ChipButton, ChipKind
from mordcry_app.ui.widgets.drawer import Drawer
from mordcry_app.ui.widgets.empty_state import EmptyState
from mordcry_app.ui.widgets.fields import ChoiceField, NumberField
from mordcry_app.ui.widgets.flow_layout import FlowLayout
from mordcry_app.ui.widgets.header_bar import HeaderBar
from mordcry_app.ui.widgets.icon_label import IconLabel
from mordcry_app.ui.widgets.key_hint import KeyHint, key_text
from mordcry_app.ui.widgets.labels import (
    ElidedLabel,
    Hairline,
    Label,
    Tone,
    WrapLabel,
    bold,
    elided,
    escaped,
    titled,
)
from mordcry_app.ui.widgets.plain_dialog import PlainDialog
from mordcry_app.ui.widgets.rail import Rail, RailEntry
from mordcry_app.ui.widgets.scroller import Scroller
from mordcry_app.ui.widgets.styling import announce, set_font, set_invalid, set_look
from mordcry_app.ui.widgets.views import ListView, TableView, TreeView, row_height

__all__ = [
    "ActionButton",
    "Banner",
    "ButtonKind",
    "Card",
    "Chip",
    "ChipButton",
    "ChipKind",
    "ChoiceField",
    "Drawer",
    "ElidedLabel",
    "EmptyState",
    "FlowLayout",
    "Hairline",
    "HeaderBar",
    "IconButton",
    "IconLabel",
    "KeyHint",
    "Label",
    "ListView",
    "MessageKind",
    "NumberField",
    "PlainDialog",
    "Rail",
    "RailEntry",
    "Scroller",
    "TableView",
    "Toast",
    "Tone",
    "TreeView",
    "WrapLabel",
    "announce",
    "bold",
    "elided",
    "escaped",
    "key_text",
    "row_height",
    "set_font",
    "set_invalid",
    "set_look",
    "titled",
]
