"""Cleans and checks what people type: names, notes, reasons and numbers."""

from __future__ import annotations

import unicodedata

from mordcry_app.model.tables import LONGEST_NAME, LONGEST_TEXT
from mordcry_app.rules.refusal import Refusal


def clean_name(text: str, whose: str = "A name") -> str:
    """Return a name on one line, without control characters and outer spaces.

    An empty name is allowed (it prints as a line to write on). Raises `Refusal` over 200 letters.
    """
    kept = "".join(" " if c in "\r\n\t\v\f" else c for c in text if _is_writable(c))
    name = " ".join(unicodedata.normalize("NFC", kept).split(" ")).strip()
    if len(name) > LONGEST_NAME:
        raise Refusal(
            f"{whose} can have at most {LONGEST_NAME} letters in its name; this has {len(name)}."
        )
    return name


def clean_text(text: str) -> str:
    """Return a longer text without control characters; raises `Refusal` over 20,000 letters."""
    kept = "".join(c for c in text.replace("\r\n", "\n") if c == "\n" or _is_writable(c))
    kept = unicodedata.normalize("NFC", kept)
    if len(kept) > LONGEST_TEXT:
        raise Refusal(f"At most {LONGEST_TEXT:,} letters fit here; this has {len(kept):,}.")
    return kept


def clean_reason(text: str, default: str) -> str:
    """Return a reason for the ledger or the history, on one line, or the default."""
    return clean_name(text, "A reason") or default


def check_amount(amount: int, least: int, most: int, what: str) -> int:
    """Return the amount, or raise `Refusal` when it is outside `least` to `most`."""
    if not least <= amount <= most:
        raise Refusal(f"{what} goes from {least:,} to {most:,}; {amount:,} is outside.")
    return amount


def _is_writable(character: str) -> bool:
    if character in "\t\n\r\v\f":
        return True
    return unicodedata.category(character) not in ("Cc", "Cs", "Cn")
