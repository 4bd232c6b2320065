"""The chronicle: the story of the campaign, told by the program and by its players."""

from mordcry_app.ui.views.chronicle.chronicle_page import ChroniclePage

__all__ = ["ChroniclePage"]
