"""Every kind of paper: what it is called, what can be chosen about it, and how it is made.

ReportLab and the layouts are loaded when a document is made, not before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from mordcry_app.services.paper_views import PaperKind, PaperMaterial
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.watching import Watch, unwatched

if TYPE_CHECKING:
    from collections.abc import Callable

    Maker = Callable[[PaperMaterial, SheetOptions, date, Watch], bytes]


@dataclass(frozen=True)
class SheetKind:
    """One kind of paper: its name, what it is for, and which of `SheetOptions` matter to it.

    `for_warbands` says that it is printed for some warbands, `may_be_blank` that it can be
    printed to be filled in by hand.
    """

    id: PaperKind
    name: str
    text: str
    options: tuple[str, ...]
    for_warbands: bool = True
    may_be_blank: bool = False


_ROSTER_OPTIONS = (
    *("large", "footnotes", "attack_notes", "rules_text", "news", "fallen", "portraits"),
    *("write_in_fighters", "write_in_notes"),
)

KINDS: tuple[SheetKind, ...] = (
    SheetKind(
        "roster",
        "Roster sheets",
        "A warband at a glance: values, attacks, wounds, gear",
        _ROSTER_OPTIONS,
        may_be_blank=True,
    ),
    SheetKind(
        "cards",
        "Fighter cards",
        "Eight to a page, to cut out",
        ("large", "news", "portraits", "backs"),
        may_be_blank=True,
    ),
    SheetKind(
        "battle",
        "Battle sheet",
        "Set-up, rounds, dice and both warbands in short",
        ("large",),
        may_be_blank=True,
    ),
    SheetKind(
        "form",
        "Aftermath form",
        "Boxes to write in, in the order in which the program asks",
        ("large",),
        may_be_blank=True,
    ),
    SheetKind(
        "reference",
        "Quick reference",
        "Tables, skills and house rules that these warbands need",
        ("large",),
    ),
    SheetKind(
        "booklet",
        "Chronicle booklet",
        "The story so far, with pictures, plots and those who fell",
        ("pictures", "large"),
        for_warbands=False,
    ),
)
"""Every kind, in the order in which they are offered."""


def kind_of(kind: PaperKind) -> SheetKind:
    """Return one kind."""
    return next(each for each in KINDS if each.id == kind)


def make(
    material: PaperMaterial, options: SheetOptions, printed_on: date, watch: Watch = unwatched
) -> bytes:
    """Return a PDF.

    Raises `Refusal` where there is nothing to print, and `Cancelled` when `watch` does.
    """
    return _maker(material.kind)(material, options, printed_on, watch)


def _maker(kind: PaperKind) -> Maker:
    if kind == "roster":
        from mordcry_app.sheets.roster_sheet import make_roster_sheets as maker
    elif kind == "cards":
        from mordcry_app.sheets.cards import make_cards as maker
    elif kind == "battle":
        from mordcry_app.sheets.battle_sheet import make_battle_sheet as maker
    elif kind == "form":
        from mordcry_app.sheets.form import make_form as maker
    elif kind == "reference":
        from mordcry_app.sheets.reference import make_reference as maker
    else:
        from mordcry_app.sheets.booklet import make_booklet as maker
    return maker
