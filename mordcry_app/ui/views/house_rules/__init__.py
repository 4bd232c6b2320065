"""The page on which a group switches the rulings that it reads differently."""

from mordcry_app.ui.views.house_rules.house_rules_page import HouseRulesPage

__all__ = ["HouseRulesPage"]
