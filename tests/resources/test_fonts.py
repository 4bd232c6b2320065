"""The bundled faces are what window and paper count on."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
from reportlab.pdfbase import ttfonts

from mordcry_app.paths import resources_folder

FOLDER = resources_folder() / "fonts"
FACES = {
    "EBGaramond-Regular": ("EB Garamond", 400, False),
    "EBGaramond-Italic": ("EB Garamond", 400, True),
    "EBGaramond-SemiBold": ("EB Garamond", 600, False),
    "EBGaramond-Bold": ("EB Garamond", 700, False),
    "SourceSans3-Regular": ("Source Sans 3", 400, False),
    "SourceSans3-Italic": ("Source Sans 3", 400, True),
    "SourceSans3-SemiBold": ("Source Sans 3", 600, False),
    "SourceSans3-Bold": ("Source Sans 3", 700, False),
    "DejaVuSans": ("DejaVu Sans", 400, False),
    "DejaVuSans-Bold": ("DejaVu Sans", 700, False),
}
ON_EVERY_SHEET = "″½≥≤−–×→“”’·…ŻółwŘÅßœЖнец"
SYMBOLS = "☠⚔⚀⚁⚂⚃⚄⚅✓★☐"

faces = pytest.mark.parametrize("face", FACES)


def file_of(face: str) -> Path:
    return FOLDER / f"{face}.ttf"


def test_these_faces_and_no_others_are_bundled() -> None:
    assert {path.stem for path in FOLDER.glob("*.ttf")} == set(FACES)


@faces
def test_a_face_is_static_and_what_its_name_says(face: str) -> None:
    family, weight, italic = FACES[face]
    with TTFont(file_of(face)) as font:
        assert "fvar" not in font, "only the default weight of a variable font gets into a PDF"
        assert "glyf" in font, "ReportLab embeds TrueType outlines only"
        names = {font["name"].getDebugName(1), font["name"].getDebugName(16)}
        assert family in names
        assert font["OS/2"].usWeightClass == weight
        assert bool(font["OS/2"].fsSelection & 1) is italic
        assert font["OS/2"].fsType == 0, "it may be embedded"


@faces
def test_digits_stand_in_columns(face: str) -> None:
    with TTFont(file_of(face)) as font:
        widths = [font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"]
        # A thousandth of an em, where the designer's italics were rounded.
        assert max(widths) - min(widths) <= font["head"].unitsPerEm / 1000


@faces
def test_letters_of_the_table_are_there(face: str) -> None:
    with TTFont(file_of(face)) as font:
        covered = font.getBestCmap()
    wanted = ON_EVERY_SHEET + (SYMBOLS if face.startswith("DejaVu") else "")
    assert [letter for letter in wanted if ord(letter) not in covered] == []


@faces
def test_paper_and_window_take_the_same_file(face: str, qapp: QApplication) -> None:
    on_paper = ttfonts.TTFont(f"test-{face}", str(file_of(face)))
    number = QFontDatabase.addApplicationFont(str(file_of(face)))

    assert on_paper.stringWidth("Mordcry", 10) > 0
    assert FACES[face][0] in QFontDatabase.applicationFontFamilies(number)


@pytest.mark.parametrize(
    ("licence", "words"),
    [
        ("EBGaramond-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("SourceSans3-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("DejaVuSans-LICENSE.txt", "Permission is hereby granted, free of charge"),
    ],
)
def test_each_family_has_its_licence_beside_it(licence: str, words: str) -> None:
    assert words in (FOLDER / licence).read_text(encoding="utf-8")
