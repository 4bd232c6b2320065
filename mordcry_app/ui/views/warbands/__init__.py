"""The page of the warbands: fighters, stash, ledger and graveyard, all of it editable."""

from mordcry_app.ui.views.warbands.warbands_page import WarbandsPage

__all__ = ["WarbandsPage"]
