"""House content: what a group adds to the rules or changes in them, packs, and newer content."""

from mordcry_app.ui.views.house_content.house_content_page import HouseContentPage

__all__ = ["HouseContentPage"]
