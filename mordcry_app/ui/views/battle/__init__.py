"""The page of battles: those that were fought, and the form that records one."""

from mordcry_app.ui.views.battle.page import BattlePage

__all__ = ["BattlePage"]
