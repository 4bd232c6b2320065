"""Fonts: bundled faces, one width for all figures, a face for every letter."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QApplication

from mordcry_app.ui.theme import TextSize, body_font, register_fonts, title_font
from mordcry_app.ui.theme.fonts import BODY_FAMILY, FALLBACK_FAMILY, TITLE_FAMILY


def faces_used(text: str, font: QFont) -> set[str]:
    """The families that Qt takes the glyphs of *text* from."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    assert all(0 not in run.glyphIndexes() for run in runs), "a glyph is missing"
    return {run.rawFont().familyName() for run in runs}


def test_the_bundled_families_are_registered_once(qapp: QApplication) -> None:
    families = register_fonts()
    assert {TITLE_FAMILY, BODY_FAMILY, FALLBACK_FAMILY} <= set(families)
    assert set(families) <= set(QFontDatabase.families())
    assert register_fonts() is families


@pytest.mark.parametrize("size", list(TextSize))
@pytest.mark.parametrize("bold", [False, True])
def test_all_figures_have_one_width(qapp: QApplication, size: int, bold: bool) -> None:
    metrics = QFontMetricsF(body_font(size, bold=bold))
    assert len({round(metrics.horizontalAdvance(figure), 3) for figure in "0123456789"}) == 1


def test_weights_and_styles_are_real_faces(qapp: QApplication) -> None:
    assert body_font().weight() == QFont.Weight.Normal
    assert body_font(bold=True).weight() == QFont.Weight.Bold
    assert body_font(semibold=True).weight() == QFont.Weight.DemiBold
    assert body_font(italic=True).italic()
    assert title_font().weight() == QFont.Weight.DemiBold
    assert title_font(20).pixelSize() == 20
    assert "SemiBold" in QFontDatabase.styles(TITLE_FAMILY)


@pytest.mark.parametrize("text", ["5″ ½ ≥ − → ×", "Żółw", "Жнец", "☠ ⚔ ✓ ⌫", "Ελένη"])
def test_symbols_and_scripts_come_from_a_bundled_face(qapp: QApplication, text: str) -> None:
    for font in (body_font(), title_font()):
        assert faces_used(text, font) <= {BODY_FAMILY, TITLE_FAMILY, FALLBACK_FAMILY}


def test_titles_and_text_have_their_own_faces(qapp: QApplication) -> None:
    assert faces_used("The Drowned Quarter", title_font()) == {TITLE_FAMILY}
    assert faces_used("Brother Anselm", body_font()) == {BODY_FAMILY}
