"""The page with the few things that are a matter of taste."""

from mordcry_app.ui.views.settings.settings_page import SettingsPage

__all__ = ["SettingsPage"]
