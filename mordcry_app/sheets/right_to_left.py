"""Scripts that are written from right to left: letters joined, and each line in reading order.

A line is set from left to right, glyph by glyph. So Arabic letters are replaced by the forms that
they take beside their neighbours, and what reads from right to left is turned round, line by line,
once it is known where lines break. Numbers and Latin words within it keep their own direction.
"""

from __future__ import annotations

import re

_ARABIC = re.compile(r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def joined(text: str) -> str:
    """Return a text with Arabic letters in the forms in which they join; others stay."""
    if _ARABIC.search(text) is None:
        return text
    from arabic_reshaper import reshape

    return reshape(text)


def in_display_order(text: str) -> str:
    """Return a piece of one line as it is set from left to right: mostly just as it is."""
    if _RIGHT_TO_LEFT.search(text) is None:
        return text
    from bidi import get_display

    shown = get_display(text, base_dir="L")
    return shown if isinstance(shown, str) else shown.decode()
