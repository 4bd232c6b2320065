"""Breaking text into lines: at spaces, after hyphens, between CJK characters, or by letters.

Nothing is ever cut: a word that is wider than its line goes on in the next one. No break comes
between a number and its sign, nor between a signed number and what it is about, if that is short;
no-break spaces hold words together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mordcry_app.sheets.glyphs import NO_BREAK_SPACE, Piece, legible, pieces
from mordcry_app.sheets.right_to_left import in_display_order
from mordcry_app.sheets.styles import TextStyle


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one style; a paragraph is a sequence of runs.

    A run that `fades` is a separator: it is left out where a line ends with it.
    """

    text: str
    style: TextStyle
    fades: bool = False


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Characters in one face at one size, `x` points from the start of their line."""

    x: float
    text: str
    face: str
    size: float
    ink: float


@dataclass(frozen=True, slots=True)
class Line:
    """One line of set text and its width in points."""

    glyphs: tuple[Glyphs, ...]
    width: float


@dataclass(frozen=True, slots=True)
class _Atom:
    """Characters that stay together unless they are wider than a line.

    `glued` says that no break may come before it, `spaced` that a space does, `starts` that it
    begins a line of its own.
    """

    text: str
    style: TextStyle
    width: float
    spaced: bool = False
    glued: bool = False
    starts: bool = False
    fades: bool = False


_EPSILON = 0.01
_NO_BREAK_BEFORE = frozenset(
    "、。，．・：；？！」』）〕】〉》’”ー々" + "ぁぃぅぇぉっゃゅょゎ" + "ァィゥェォッャュョヮ"
)
_CJK = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef"
_SOFT_BREAK = re.compile(
    rf"(?<=[^\W\d_][-–/])(?=[^\W\d_])|(?<=[{_CJK}])(?=.)|(?<=.)(?=[{_CJK}])", re.DOTALL
)

_SIGNED = re.compile(r"(?<!\S)([+−]\d{1,3}) (?=[^\W\d_]{1,5}\b)")
"""A signed number before a short word: `−1 WS` is read as one."""


def listed(texts: Sequence[str], style: TextStyle) -> list[Run]:
    """Return texts as runs with dots between them."""
    runs: list[Run] = []
    for text in texts:
        if runs:
            runs.append(dot(style))
        runs.append(Run(text, style))
    return runs


def dot(style: TextStyle) -> Run:
    """Return the separator of lists."""
    return Run(f"{NO_BREAK_SPACE}· ", style, fades=True)


def bound(text: str, longest: int = 24) -> str:
    """Hold a short text together on one line; a longer one is left as it is."""
    return text.replace(" ", NO_BREAK_SPACE) if len(text) <= longest else text


@lru_cache(maxsize=16384)
def measure(text: str, style: TextStyle) -> float:
    """Return the width in points of a text on one line."""
    text = legible(text).replace("\n", " ")
    return sum(piece.width for piece in pieces(text, style.face)) * style.size / 1000


def one_line(text: str, style: TextStyle) -> Line:
    """Set a text on one line, however wide it gets."""
    atom = _Atom(legible(text).replace("\n", " "), style, 0)
    return _line([atom])


def wrap(runs: Sequence[Run], width: float) -> tuple[Line, ...]:
    """Break a paragraph into lines of at most `width` points; no text gives no lines."""
    lines: list[Line] = []
    current: list[_Atom] = []
    used = 0.0
    for chunk in _chunks(_atoms(runs)):
        if chunk[0].starts and current:
            lines.append(_line(current))
            current, used = [], 0.0
        first = chunk[0]
        space = _space(first.style) if first.spaced and current else 0.0
        total = sum(atom.width for atom in chunk)
        if current and used + space + total > width + _EPSILON:
            lines.append(_line(current))
            current, used, space = [], 0.0, 0.0
        if total > width + _EPSILON:
            *full, rest = _by_letters(chunk, width)
            lines.extend(_line(part) for part in full)
            current, used = list(rest), sum(atom.width for atom in rest)
        else:
            current.extend(chunk)
            used += space + total
    if current:
        lines.append(_line(current))
    return tuple(lines)


def _atoms(runs: Iterable[Run]) -> Iterator[_Atom]:
    glued, spaced, starts = False, False, False
    for run in runs:
        text = _SIGNED.sub(rf"\1{NO_BREAK_SPACE}", legible(run.text))
        for number, paragraph in enumerate(text.split("\n")):
            if number:
                glued, spaced, starts = False, False, True
            for place, word in enumerate(paragraph.split(" ")):
                if place:
                    glued, spaced = False, True
                for part in _soft_parts(word):
                    width = measure(part, run.style)
                    yield _Atom(part, run.style, width, spaced, glued, starts, run.fades)
                    glued, spaced, starts = False, False, False
                if word:
                    glued = True


@lru_cache(maxsize=8192)
def _soft_parts(word: str) -> tuple[str, ...]:
    """Divide a word where it may be broken without harm; the empty word has no parts."""
    if word.isascii() and "-" not in word and "/" not in word:
        return (word,) if word else ()
    parts: list[str] = []
    for part in _SOFT_BREAK.split(word):
        if parts and (part[:1] in _NO_BREAK_BEFORE or unicodedata.combining(part[:1] or " ")):
            parts[-1] += part
        elif part:
            parts.append(part)
    return tuple(parts)


def _chunks(atoms: Iterable[_Atom]) -> Iterator[list[_Atom]]:
    """Join atoms that may not be parted."""
    chunk: list[_Atom] = []
    for atom in atoms:
        if chunk and not atom.glued:
            yield chunk
            chunk = []
        chunk.append(atom)
    if chunk:
        yield chunk


def _by_letters(chunk: Sequence[_Atom], width: float) -> list[list[_Atom]]:
    """Break what is wider than a line between letters, but never before an accent."""
    lines: list[list[_Atom]] = [[]]
    used = 0.0
    for atom in chunk:
        start = 0
        taken = 0.0
        text = atom.text
        for place, character in enumerate(text):
            advance = measure(character, atom.style)
            if (
                used + taken + advance > width + _EPSILON
                and (lines[-1] or place > start)
                and not unicodedata.combining(character)
            ):
                if place > start:
                    lines[-1].append(_Atom(text[start:place], atom.style, taken))
                lines.append([])
                start, used, taken = place, 0.0, 0.0
            taken += advance
        lines[-1].append(_Atom(text[start:], atom.style, taken))
        used += taken
    return lines


@lru_cache(maxsize=256)
def _space(style: TextStyle) -> float:
    return measure(" ", style)


def _line(atoms: Sequence[_Atom]) -> Line:
    """Set atoms one after the other, joining neighbours that share face, size and ink."""
    if len(atoms) > 1 and atoms[-1].fades:
        atoms = atoms[:-1]
    glyphs: list[Glyphs] = []
    x = 0.0
    text = ""
    style: TextStyle | None = None
    for place, atom in enumerate(atoms):
        spaced = atom.spaced and place > 0
        if style is not None and atom.style != style:
            x = _set(glyphs, text, style, x)
            text = ""
        style = atom.style
        text += f" {atom.text}" if spaced else atom.text
    if style is not None:
        x = _set(glyphs, text, style, x)
    return Line(tuple(glyphs), x)


def _set(glyphs: list[Glyphs], text: str, style: TextStyle, x: float) -> float:
    set_pieces: Sequence[Piece] = pieces(in_display_order(text), style.face)
    for piece in set_pieces:
        glyphs.append(Glyphs(x, piece.text, piece.face.name, style.size, style.ink))
        x += piece.width * style.size / 1000
    return x


def shortened(text: str, style: TextStyle, width: float) -> Line:
    """Set a text on one line, with an ellipsis where it is too long for `width`.

    For running heads and page numbers only, which repeat what stands in full elsewhere.
    """
    return one_line(shortened_text(text, style, width), style)


def shortened_text(text: str, style: TextStyle, width: float) -> str:
    """Return a text with an ellipsis where it is too long for `width`, to be set with others."""
    if measure(text, style) <= width:
        return text
    kept = len(text)
    while kept > 1 and measure(f"{text[:kept]}…", style) > width:
        kept = min(kept - 1, int(kept * 0.9))
    return f"{text[:kept].rstrip()}…"
