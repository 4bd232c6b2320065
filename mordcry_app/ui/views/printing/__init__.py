"""The page that prints sheets for the table, and shows them as they will be printed.

`print_page.py` puts the parts together: `choices_panel.py` with `kind_list.py` and `choices.py`
(what can be chosen, and what was), `paper_maker.py` (the PDF, made in the background),
`preview_pane.py` with `preview.py` and `progress_strip.py` (the PDF on screen), `saving.py`
and `printer_run.py` (where it goes). `pdf_pages.py` pictures pages for both.
"""

from mordcry_app.ui.views.printing.print_page import PrintPage

__all__ = ["PrintPage"]
