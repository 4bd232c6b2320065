from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from mordcry_app.sheets import fonts
from mordcry_app.sheets.fonts import bundled_face, cjk_faces, system_faces
from mordcry_app.sheets.glyphs import legible, pieces

CUNEIFORM = "ꆈ"  # a Yi syllable, which neither the bundled nor the CJK faces have


def write_font(file: Path, character: str) -> None:
    """Write a TrueType font that has a square for one character."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 700), (700, 700), (700, 0)):
        pen.lineTo(point)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "square"])
    builder.setupCharacterMap({0x20: "space", ord(character): "square"})
    builder.setupGlyf(
        {".notdef": pen.glyph(), "space": TTGlyphPen(None).glyph(), "square": pen.glyph()}
    )
    builder.setupHorizontalMetrics({".notdef": (800, 0), "space": (300, 0), "square": (800, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular", "psName": "Square"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(file)


def test_a_font_of_the_system_is_used_where_the_bundled_ones_lack_a_glyph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget_glyphs: None
) -> None:
    (tmp_path / "deep").mkdir()
    write_font(tmp_path / "deep" / "Unifont.ttf", CUNEIFORM)
    monkeypatch.setattr(fonts, "system_font_folders", lambda: (tmp_path,))
    assert legible(f"A{CUNEIFORM}") == f"A{CUNEIFORM}"
    names = [piece.face.name for piece in pieces(f"A{CUNEIFORM}", "SourceSans3-Regular")]
    assert names == ["Mordcry-SourceSans3-Regular", "Mordcry-system-Unifont"]


def test_a_broken_system_font_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget_glyphs: None
) -> None:
    (tmp_path / "ipag.ttf").write_bytes(b"\x00\x01\x00\x00 no font at all")
    (tmp_path / "unifont.ttf").write_bytes(b"")
    monkeypatch.setattr(fonts, "system_font_folders", lambda: (tmp_path,))
    assert list(system_faces()) == []
    assert legible(CUNEIFORM) == "[yi syllable nuo]"


def test_every_face_is_loaded_once() -> None:
    assert bundled_face("DejaVuSans") is bundled_face("DejaVuSans")
    assert cjk_faces() is cjk_faces()


def test_characters_beyond_the_basic_plane_are_not_promised() -> None:
    assert not bundled_face("DejaVuSans").covers("\U0001f600")
    assert not cjk_faces()[0].covers("\U00020000")


def test_importing_the_sheets_does_not_load_reportlab() -> None:
    code = (
        "import sys, mordcry_app.sheets, mordcry_app.sheets.options, "
        "mordcry_app.sheets.roster_sheet; "
        "sys.exit('reportlab' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
