"""The printed sheets, drawn from frozen views.

Callers import `kinds.py`, which makes every kind of paper, and `options.py`; neither they nor this
package load ReportLab before a sheet is made. How a sheet comes about:

- `fonts.py` knows the bundled faces, their widths and what they can write; `glyphs.py` finds for
  every character a face that has it, or words; `text.py` breaks text into lines;
- `styles.py` holds the grid of each paper and the sets of text styles;
- `parts.py` has the building blocks, each of which knows its height, draws itself and can be
  divided at the foot of a page; `figures.py`, `fighter.py`, `heads.py`, `blanks.py` and `notes.py`
  make the parts of a roster out of views;
- `cards.py` makes fighter cards: `cards_deck.py` deals what `cards_front.py` and `cards_back.py`
  make out over `cards_faces.py`, and `cards_page.py` puts those where they are to be cut;
- `tables.py` makes tables of texts, and `column_flow.py` lets blocks run down columns, as in the
  quick reference (`reference.py`);
- `booklet.py` binds the chronicle: `booklet_cover.py`, `booklet_story.py`, `booklet_fallen.py` and
  `booklet_end.py` make its parts out of what `booklet_parts.py` has;
- `plots.py` is the geometry of plots, which the window shares; `plot_part.py` draws it here;
- `fields.py` has what is written in, ticked or circled, and `blocks.py` sets it in rows;
  `battle_sheet.py` and `battle_fighters.py` make the battle sheet of them,
  `form.py` the aftermath form;
- `flow.py` spreads parts over pages, and `document.py` writes the PDF.
"""
