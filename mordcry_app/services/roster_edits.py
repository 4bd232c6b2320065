"""Everything about rosters that can be changed by hand, in one place for whoever calls it.

Each function is one operation with a reason that the history and the ledgers show. What goes
through the effect vocabulary is written as effects, like everything that the rules do.
"""

from __future__ import annotations

from mordcry_app.services.edit_gear import adjust_resource, drop_item, give_item, move_item
from mordcry_app.services.edit_helpers import EDIT
from mordcry_app.services.edit_members import mark_dead, recruit, restore, retire
from mordcry_app.services.edit_names import (
    edit_roster,
    move_member,
    rename_campaign,
    rename_member,
    rename_player,
    set_notes,
    set_tags,
)
from mordcry_app.services.edit_values import (
    add_modifier,
    add_trait,
    correct_stat,
    remove_modifier,
    remove_trait,
)

__all__ = [
    "EDIT",
    "add_modifier",
    "add_trait",
    "adjust_resource",
    "correct_stat",
    "drop_item",
    "edit_roster",
    "give_item",
    "mark_dead",
    "move_item",
    "move_member",
    "recruit",
    "remove_modifier",
    "remove_trait",
    "rename_campaign",
    "rename_member",
    "rename_player",
    "restore",
    "retire",
    "set_notes",
    "set_tags",
]
