"""A glyph for every character: from the face asked for, from another one, or in words.

A sheet never prints an empty box. `legible` turns what no face can write into words in brackets
(🐉 becomes “[dragon]”); `pieces` divides a word between the faces that have its characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mordcry_app.sheets.fonts import (
    Face,
    FaceName,
    bundled_face,
    distant_faces,
    fallback_faces,
)
from mordcry_app.sheets.right_to_left import joined

NO_BREAK_SPACE = "\u00a0"
_BODY: FaceName = "SourceSans3-Regular"
_FLAG_A, _FLAG_Z = 0x1F1E6, 0x1F1FF
_VARIATION_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters that one face writes, with their advance in thousandths of the size."""

    face: Face
    text: str
    width: float


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """Return a text in characters that some face has, with plain spaces and line ends.

    Accents are composed, letters that join take their forms, control characters become spaces,
    invisible ones go, and what no face has is decomposed into what means the same or else named
    in brackets.
    """
    if text.isascii() and text.isprintable():
        return text
    text = joined(unicodedata.normalize("NFC", text))
    if bundled_face(_BODY).covers_all(text) and text.isprintable():
        return text
    return "".join(_legible_parts(text))


def _legible_parts(text: str) -> Iterator[str]:
    unknown: list[str] = []
    for character in text:
        written = _written(character)
        if written is None:
            unknown.append(character)
            continue
        if written and unknown:
            yield _in_words(unknown)
            unknown.clear()
        yield written
    if unknown:
        yield _in_words(unknown)


@lru_cache(maxsize=4096)
def _written(character: str) -> str | None:
    """Return what stands for a character on paper, or none where it must be named."""
    if character == "\n":
        return character
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if category == "Zs":
        return NO_BREAK_SPACE if character in "\u00a0\u202f\u2007" else " "
    if category == "Cf" or character in _VARIATION_SELECTORS:
        return ""
    if category in ("Co", "Cn", "Cs"):
        return None
    if _face_anywhere(character) is not None:
        return character
    alike = unicodedata.normalize("NFKC", character)
    if alike != character and all(_face_anywhere(part) is not None for part in alike):
        return alike
    return None


def _face_anywhere(character: str) -> Face | None:
    """Return the first face that has a character."""
    for face in fallback_faces(bold=False):
        if face.covers(character):
            return face
    return _distant_face(character)


@lru_cache(maxsize=4096)
def _distant_face(characters: str) -> Face | None:
    """Return the first face beyond the bundled ones that has all of some characters."""
    for face in distant_faces():
        if face.covers_all(characters):
            return face
    return None


def _in_words(characters: list[str]) -> str:
    """Name characters in brackets: `[dragon]`, `[flag GB]`, `[U+E000]`."""
    names: list[str] = []
    place = 0
    while place < len(characters):
        pair = characters[place : place + 2]
        if len(pair) == 2 and all(_FLAG_A <= ord(c) <= _FLAG_Z for c in pair):
            names.append("flag " + "".join(chr(ord(c) - _FLAG_A + ord("A")) for c in pair))
            place += 2
            continue
        character = characters[place]
        names.append(unicodedata.name(character, "").lower() or f"U+{ord(character):04X}")
        place += 1
    return f"[{', '.join(names)}]"


@lru_cache(maxsize=16384)
def pieces(text: str, name: FaceName) -> tuple[Piece, ...]:
    """Divide a legible text between the face asked for and those that stand in for it."""
    main = bundled_face(name)
    if main.covers_all(text):
        return (Piece(main, text, main.width(text)),) if text else ()
    result: list[Piece] = []
    for covered, run in _runs(text, main):
        if covered:
            result.append(Piece(main, run, main.width(run)))
        else:
            result.extend(_stand_ins(run, bold=name.endswith("Bold")))
    return tuple(result)


def _runs(text: str, face: Face) -> Iterator[tuple[bool, str]]:
    """Divide a text into runs that the face has and runs that it lacks."""
    start = 0
    for place in range(1, len(text) + 1):
        covered = face.covers(text[start])
        if place == len(text) or face.covers(text[place]) != covered:
            yield covered, text[start:place]
            start = place


def _stand_ins(run: str, *, bold: bool) -> Iterator[Piece]:
    """Set a run in one face that has all of it, or else each character where it is found."""
    near = fallback_faces(bold)
    face = next((face for face in near if face.covers_all(run)), None) or _distant_face(run)
    if face is not None:
        yield Piece(face, run, face.width(run))
        return
    for character in run:
        face = next((f for f in near if f.covers(character)), None) or _distant_face(character)
        if face is None:
            raise ValueError(f"U+{ord(character):04X} was not made legible before it was set")
        yield Piece(face, character, face.width(character))
