"""The page on which a board of questions is filled in: an aftermath, or advances that are due."""

from mordcry_app.ui.views.aftermath.page import AftermathPage

__all__ = ["AftermathPage"]
