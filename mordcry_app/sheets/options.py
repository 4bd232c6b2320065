"""What may be chosen about a sheet. Whatever a ruleset words for itself arrives here as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]


@dataclass(frozen=True)
class TickBox:
    """A box that is ticked during a battle: a label of a few letters and, if need be, its meaning.

    Meanings are printed once, at the foot of each page.
    """

    label: str
    meaning: str = ""


STATUS_BOXES = (
    TickBox("st", "stunned"),
    TickBox("dn", "knocked down"),
    TickBox("head", "−1 BS"),
    TickBox("leg", "−1 M"),
    TickBox("arm", "−1 WS"),
    TickBox("acted"),
)
"""Mordcry's temporary statuses (mordcry.txt, "Critical Wounds"), and whose turn is over."""


@dataclass(frozen=True)
class KeyEntry:
    """A heading of attack lines and what its cells say, printed once at the foot of a page."""

    heading: str
    meaning: str


ATTACK_KEY = (
    KeyEntry("Hit", "against WS 2–6, or to shoot"),
    KeyEntry("Wound", "against DS 2–6"),
    KeyEntry("Dmg", "per unsaved wound"),
)
"""How to read Mordcry's attack lines."""


@dataclass(frozen=True)
class SheetOptions:
    """How sheets are to be printed.

    - `footnotes`: explain at the end of the sheet where every changed value comes from, what
      injuries do, and exceptions in attack lines;
    - `attack_notes`: explain every attack line there, too, except for what `attack_key` says;
    - `rules_text`: print at the end what the warband's skills and gear do;
    - `fallen`: name the dead;
    - `write_in_fighters`: empty blocks (0–40) to fill in by hand after the fighters;
    - `status_boxes`: boxes to tick for each fighter;
    - `attack_key`: how to read the attack lines, for the headings that are on the sheet;
    - `wounds_stat`: the characteristic that is drawn as a row of boxes, empty for none;
    - `progress_resource`: the resource that leads to the next advance, empty for none;
    - `language`: the document's language tag;
    - `invariant`: leave the time of writing out, so that equal input gives equal bytes.
    """

    paper: Paper = "a4"
    footnotes: bool = True
    attack_notes: bool = False
    rules_text: bool = False
    fallen: bool = True
    write_in_fighters: int = 0
    status_boxes: tuple[TickBox, ...] = STATUS_BOXES
    attack_key: tuple[KeyEntry, ...] = ATTACK_KEY
    wounds_stat: str = "w"
    progress_resource: str = "xp"
    language: str = "en-GB"
    invariant: bool = False
