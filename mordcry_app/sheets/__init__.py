"""The printed sheets, drawn from frozen views.

Callers import a sheet's own module (`roster_sheet.py`) and `options.py`; neither they nor this
package load ReportLab before a sheet is made. How a sheet comes about:

- `fonts.py` knows the bundled faces, their widths and what they can write; `glyphs.py` finds for
  every character a face that has it, or words; `text.py` breaks text into lines;
- `styles.py` holds the one grid and the one set of text styles;
- `parts.py` has the building blocks, each of which knows its height, draws itself and can be
  divided at the foot of a page; `figures.py`, `fighter.py`, `heads.py` and `notes.py` make the
  parts of a roster out of views;
- `flow.py` spreads parts over pages, and `document.py` writes the PDF.
"""
