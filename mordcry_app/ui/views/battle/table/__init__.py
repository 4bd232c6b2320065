"""The table: a battle that is under way, whatever its rules are."""

from mordcry_app.ui.views.battle.table.screen import TableScreen

__all__ = ["TableScreen"]
