"""Chapters of the booklet: a battle or an entry each, with its pictures.

A chapter begins below the one before it where it fits there or half of the page is left, and
otherwise on a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mordcry_app.days import spoken_date
from mordcry_app.services.chronicle_views import PictureView
from mordcry_app.services.paper_views import BookSide, ChapterView
from mordcry_app.sheets.booklet_parts import (
    UNTITLED,
    Afloat,
    Text,
    lines_of,
    measured,
    opening,
    prose,
    text_width,
)
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.parts import Column, Columns, Gap, Part, Rule, Stack, paragraph
from mordcry_app.sheets.picture import Picture, fitted
from mordcry_app.sheets.styles import HAIR, Setting
from mordcry_app.sheets.text import Run, dot

_BETWEEN = 44.0
_LEAST_START = 0.48
_PICTURE_HEIGHT = 250.0
_PAIR_HEIGHT = 170.0
_AROUND = 10.0
_BEFORE_PICTURE = 2
"""The first picture stands behind the head and one paragraph."""
_GUTTER = 14.0
_CAMERA_WORDS = frozenset(
    (
        *("img", "image", "photo", "foto", "pic", "picture", "bild", "p", "pxl", "mvimg", "pano"),
        *("dsc", "dscn", "dscf", "dcim", "scan", "screenshot", "clipboard", "crop", "copy"),
        *("unnamed", "untitled", "whatsapp", "signal", "wa", "at", "am", "pm"),
    )
)
"""Words in names that a camera, a telephone or a program gives to pictures: they say nothing."""
_ID = re.compile(r"[0-9a-f-]{16,}", re.IGNORECASE)
_WORD_ENDS = re.compile(r"[\W_]+|(?<=\D)(?=\d)|(?<=\d)(?=\D)")


def chapters(
    views: Sequence[ChapterView], room: float, setting: Setting, step: Callable[[], None]
) -> Iterator[Item]:
    """Yield the chapters; `room` is the height that a page has, `step` is called after each."""
    for view in views:
        name = view.name.strip() or UNTITLED
        yield Item(
            _chapter(view, setting),
            gap=_BETWEEN,
            kept=False,
            bookmark=name,
            least=room * _LEAST_START,
            subject=name,
        )
        step()


def _chapter(view: ChapterView, setting: Setting) -> Part:
    styles, width = setting.styles, text_width(setting)
    day = spoken_date(view.on) if view.on else ""
    head: list[Part] = [opening(view.lead, view.title, day, setting)]
    if view.sides:
        head += [measured(_sides(view.sides, width, setting), setting), Gap(12.0)]
    parts: list[Part] = [Stack(tuple(head))]
    parts += [
        measured(prose(text, width, styles.prose, indent=number > 0), setting)
        for number, text in enumerate(view.telling.paragraphs)
    ]
    pictures = [Afloat(measured(row, setting)) for row in _pictures(view, width, setting)]
    parts[_BEFORE_PICTURE:_BEFORE_PICTURE] = pictures[:1]
    return Text((*parts, *pictures[1:]))


def _sides(sides: Sequence[BookSide], width: float, setting: Setting) -> Part:
    """Return how each side fared, between two hairlines."""
    styles = setting.styles
    parts: list[Part] = [Rule(width, 5.0, 0.4, HAIR)]
    for number, side in enumerate(sides):
        if number:
            parts.append(Gap(3.0))
        runs = [Run(f"{side.name} ", styles.body_strong), Run(side.result, styles.body)]
        for fact in side.facts:
            runs += [dot(styles.body), Run(fact, styles.body)]
        parts.append(paragraph(runs, width))
    parts.append(Rule(width, 7.0, 0.4, HAIR))
    return Stack(tuple(parts))


# ---------------------------------------------------------------------- pictures


@dataclass(frozen=True)
class _Shown:
    """A picture and its caption, if it has one."""

    picture: Picture
    caption: str


def _pictures(view: ChapterView, width: float, setting: Setting) -> list[Part]:
    """Return the first picture over the whole measure, and all others in pairs."""
    if not setting.options.pictures:
        return []
    every = view.telling.pictures
    first = _fitted(every[:1], width, _PICTURE_HEIGHT)
    others = _fitted(every[1:], (width - _GUTTER) / 2, _PAIR_HEIGHT)
    pairs = [others[place : place + 2] for place in range(0, len(others), 2)]
    return [_row(row, width, setting) for row in (first, *pairs) if row]


def _fitted(pictures: Sequence[PictureView], width: float, height: float) -> list[_Shown]:
    """Return the pictures that can be drawn; a broken one is passed over."""
    fitting = ((fitted(each.data, width, height), caption_of(each.name)) for each in pictures)
    return [_Shown(picture, caption) for picture, caption in fitting if picture is not None]


def _row(row: Sequence[_Shown], width: float, setting: Setting) -> Part:
    """Return one picture, or two beside one another, with captions below."""
    room = (width - _GUTTER * (len(row) - 1)) / len(row)
    tallest = max(shown.picture.height for shown in row)
    columns: list[Column] = []
    for place, shown in enumerate(row):
        middle = Column((room - shown.picture.width) / 2, shown.picture)
        parts: list[Part] = [Gap(tallest - shown.picture.height), Columns((middle,))]
        if shown.caption:
            parts += [Gap(3.0), lines_of(shown.caption, setting.styles.prose_quiet, room)]
        columns.append(Column(place * (room + _GUTTER), Stack(tuple(parts))))
    return Stack((Gap(_AROUND), Columns(tuple(columns)), Gap(_AROUND)))


def caption_of(name: str) -> str:
    """Return what a picture’s file name says about it: nothing for `IMG_2041.jpg`."""
    stem = re.sub(r"\.(?:png|jpe?g|webp|gif|bmp|tiff?)$", "", name.strip(), flags=re.IGNORECASE)
    known = [word for word in _WORD_ENDS.split(stem.casefold()) if word]
    if _ID.fullmatch(stem) or all(w.isdecimal() or w in _CAMERA_WORDS for w in known):
        return ""
    words = re.sub(r"[_\s]+", " ", stem).strip()
    if " " not in words:
        words = re.sub(r"(?<=\w)-(?=\w)", " ", words)
    return words if words[:1] == "ß" else words[:1].upper() + words[1:]
