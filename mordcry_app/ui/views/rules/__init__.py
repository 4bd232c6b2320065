"""The rules: every table, list and procedure in one place, to be searched and read."""

from mordcry_app.ui.views.rules.rules_page import RulesPage

__all__ = ["RulesPage"]
