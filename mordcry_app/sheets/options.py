"""What may be chosen about a sheet. Whatever a ruleset words for itself arrives here as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]


@dataclass(frozen=True)
class SheetOptions:
    """How sheets are to be printed.

    - `large`: all text at 11 points or more;
    - `footnotes`: explain at the end of the sheet where every changed value comes from, what
      injuries do, and exceptions in attack lines;
    - `attack_notes`: explain every attack line there, too, except for what the ruleset’s key says;
    - `rules_text`: print at the end what the warband's skills and gear do;
    - `news`: mark what has changed since the last battle;
    - `fallen`: name the dead;
    - `write_in_fighters`: empty blocks (0–40) to fill in by hand after the fighters;
    - `write_in_notes`: lines (0–40) to write notes on, after each warband;
    - `portraits`: pictures of fighters and warbands, where there are any;
    - `backs`: backs of cards, to be printed on both sides of the paper;
    - `pictures`: pictures in the booklet;
    - `language`: the document's language tag;
    - `invariant`: leave the time of writing out, so that equal input gives equal bytes.
    """

    paper: Paper = "a4"
    large: bool = False
    footnotes: bool = True
    attack_notes: bool = False
    rules_text: bool = False
    news: bool = True
    fallen: bool = True
    write_in_fighters: int = 0
    write_in_notes: int = 0
    portraits: bool = True
    backs: bool = True
    pictures: bool = True
    language: str = "en-GB"
    invariant: bool = False
