"""The page that writes sheets for the table."""

from mordcry_app.ui.views.printing.print_page import PrintPage

__all__ = ["PrintPage"]
