"""Cleans and checks what people type: names, notes, reasons and numbers."""

from __future__ import annotations

import unicodedata

from mordcry_app.model.tables import LONGEST_NAME, LONGEST_TEXT
from mordcry_app.rules.refusal import Refusal


def clean_name(text: str, what: str = "A name") -> str:
    """Return a name on one line, without control characters and needless spaces.

    `what` begins the sentence of a refusal (“A motto”). An empty name is allowed (it prints as a
    line to write on). Raises `Refusal` over 200 letters.
    """
    words = _writable(" ".join(text.split())).split()
    name = unicodedata.normalize("NFC", " ".join(words))
    if len(name) > LONGEST_NAME:
        raise Refusal(f"{what} has {LONGEST_NAME} letters at most; this one has {len(name):,}.")
    return name


def clean_text(text: str) -> str:
    """Return a longer text without control characters; raises `Refusal` over 20,000 letters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = unicodedata.normalize("NFC", _writable(lines))
    if len(kept) > LONGEST_TEXT:
        raise Refusal(f"At most {LONGEST_TEXT:,} letters fit here; this has {len(kept):,}.")
    return kept


def clean_reason(text: str, default: str) -> str:
    """Return a reason for the ledger or the history, on one line, or the default."""
    return clean_name(text, "A reason") or default


def check_amount(amount: int, least: int, most: int, what: str) -> int:
    """Return the amount, or raise `Refusal` when it is outside `least` to `most`."""
    if not least <= amount <= most:
        raise Refusal(f"{what} goes from {written(least)} to {written(most)}.")
    return amount


def written(amount: int) -> str:
    """Return a number as people write it: `1,000`, `−3`."""
    return f"−{-amount:,}" if amount < 0 else f"{amount:,}"


def _writable(text: str) -> str:
    """Return the text without what no font shows and no file keeps; spaces and lines stay."""
    return "".join(c for c in text if c in "\n\t" or not _is_unwritable(c))


def _is_unwritable(character: str) -> bool:
    """Say whether a character is a control, half of a pair, or never a character at all."""
    point = ord(character)
    never = 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE
    return never or unicodedata.category(character) in ("Cc", "Cs")
