"""The page before a campaign is open: found one, open one, or look at the sample."""

from mordcry_app.ui.views.welcome.welcome_page import WelcomePage

__all__ = ["WelcomePage"]
