"""The faces that sheets are set in: bundled ones first, then what the system has, then CJK.

Faces are loaded and registered with ReportLab once per process, when they are first needed.
Widths and coverage are kept here as plain dictionaries, because measuring text is what laying
out a page mostly consists of.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from mordcry_app.paths import resources_folder

FaceName = Literal[
    "EBGaramond-Regular",
    "EBGaramond-Bold",
    "EBGaramond-Italic",
    "SourceSans3-Regular",
    "SourceSans3-SemiBold",
    "SourceSans3-Italic",
    "DejaVuSans",
    "DejaVuSans-Bold",
]

_LAST_BMP = 0xFFFF


@dataclass(frozen=True, eq=False)
class Face:
    """A face that is registered with ReportLab as `name`.

    `widths` gives the advance of every character that it can write, in thousandths of the size.
    A face without an outline table of its own (CJK) has them all at 1000 and knows what it can
    write by the character set `codec`.
    """

    name: str
    widths: Mapping[str, float]
    codec: str = ""

    def covers(self, character: str) -> bool:
        """Say whether the face has a glyph for one character."""
        if not self.codec:
            return character in self.widths
        if ord(character) > _LAST_BMP:
            return False
        try:
            character.encode(self.codec)
        except UnicodeEncodeError:
            return False
        return True

    def covers_all(self, text: str) -> bool:
        """Say whether the face has a glyph for every character of a text."""
        if not self.codec:
            return all(map(self.widths.__contains__, text))
        return all(map(self.covers, text))

    def width(self, text: str) -> float:
        """Return the advance of a text that the face covers, in thousandths of the size."""
        if not self.codec:
            return sum(map(self.widths.__getitem__, text))
        return sum(self.widths.get(character, 1000.0) for character in text)


@cache
def bundled_face(name: FaceName) -> Face:
    """Return a face of `resources/fonts`, registered when it is first asked for.

    A missing file means a broken installation and raises what ReportLab raises.
    """
    return _truetype_face(f"Mordcry-{name}", resources_folder() / "fonts" / f"{name}.ttf")


@cache
def fallback_faces(bold: bool) -> tuple[Face, ...]:
    """Return the bundled faces that stand in where a face lacks a glyph, best first."""
    names: tuple[FaceName, ...] = ("DejaVuSans", "SourceSans3-Regular")
    if bold:
        names = ("DejaVuSans-Bold", *names)
    return tuple(bundled_face(name) for name in names)


def distant_faces() -> Iterator[Face]:
    """Yield what is tried when no bundled face has a glyph: system fonts, then ReportLab's CJK.

    A system font comes first because it is embedded and so prints everywhere, while the CJK faces
    rely on the reader's own fonts.
    """
    yield from system_faces()
    yield from cjk_faces()


@cache
def cjk_faces() -> tuple[Face, ...]:
    """Return ReportLab's CJK faces with the character sets that they are known to cover."""
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont

    faces: list[Face] = []
    for name, codec in (
        ("HeiseiMin-W3", "cp932"),
        ("STSong-Light", "gbk"),
        ("MSung-Light", "cp950"),
        ("HYSMyeongJo-Medium", "cp949"),
    ):
        font = UnicodeCIDFont(name)
        registerFont(font)
        faces.append(Face(name, dict(font.unicodeWidths), codec))
    return tuple(faces)


# Common fonts with TrueType outlines (ReportLab embeds no others) that have CJK or much else.
_SYSTEM_FONT_FILES = (
    "ipaexg.ttf",
    "ipag.ttf",
    "ipagp.ttf",
    "takaogothic.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "nanumgothic.ttf",
    "droidsansfallbackfull.ttf",
    "droidsansfallback.ttf",
    "msgothic.ttc",
    "msyh.ttc",
    "simsun.ttc",
    "mingliu.ttc",
    "malgun.ttf",
    "arialuni.ttf",
    "arial unicode.ttf",
    "applegothic.ttf",
    "stheiti light.ttc",
    "unifont.ttf",
)


def system_font_folders() -> tuple[Path, ...]:
    """Return the folders in which this kind of system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", r"C:\Windows"))
        local = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
        return (windows / "Fonts", local / "Microsoft" / "Windows" / "Fonts")
    if sys.platform == "darwin":
        library = Path("/System/Library/Fonts")
        return (library, library / "Supplemental", Path("/Library/Fonts"), home / "Library/Fonts")
    return (
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".local/share/fonts",
        home / ".fonts",
    )


def system_faces() -> Iterator[Face]:
    """Yield the usable system fonts, loading each only when those before it did not serve."""
    for file in _system_font_files(system_font_folders()):
        face = _system_face(file)
        if face is not None:
            yield face


@cache
def _system_font_files(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    found: dict[str, Path] = {}
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                if name.lower() in _SYSTEM_FONT_FILES:
                    found.setdefault(name.lower(), Path(parent) / name)
    return tuple(found[name] for name in _SYSTEM_FONT_FILES if name in found)


@cache
def _system_face(file: Path) -> Face | None:
    """Load one system font; none where ReportLab cannot embed it or it is broken."""
    from reportlab.pdfbase.ttfonts import TTFError

    try:
        return _truetype_face(f"Mordcry-system-{file.stem.replace(' ', '-')}", file)
    except (TTFError, OSError, struct.error, LookupError, ValueError):
        return None


def _truetype_face(name: str, file: Path) -> Face:
    """Register a font file with ReportLab and take its widths over.

    Characters beyond the basic plane are left out: the table with which ReportLab lets readers
    copy text out of a PDF cannot name them, so they would be lost to search and screen readers.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(name, str(file))
    registerFont(font)
    widths = {
        chr(code): float(width)
        for code, width in font.face.charWidths.items()
        if code in font.face.charToGlyph and code <= _LAST_BMP
    }
    return Face(name, widths)
