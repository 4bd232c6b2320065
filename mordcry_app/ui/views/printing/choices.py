"""What can be chosen about printing, in words, and what was chosen the last time.

The last choices are kept for each kind of paper. Settings of an earlier version knew only roster
sheets; what they say holds for every kind until something else is chosen for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mordcry_app.services.paper_views import PaperKind
from mordcry_app.services.papers import PaperWish
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.kinds import KINDS, SheetKind
from mordcry_app.sheets.options import SheetOptions

SWITCHES: Mapping[str, str] = {
    "large": "Large print",
    "footnotes": "Explain every changed value in a footnote",
    "attack_notes": "Explain every attack line as well",
    "rules_text": "Print what skills, injuries and gear do",
    "news": "Mark what has changed since the last battle",
    "fallen": "Name the dead",
    "portraits": "Portraits, where there are any",
    "backs": "Backs, to print on both sides",
    "pictures": "Pictures",
}
"""Fields of `SheetOptions` that are on or off, and what they are called here."""

NUMBERS: Mapping[str, str] = {
    "write_in_fighters": "Empty blocks for fighters",
    "write_in_notes": "Lines for notes",
}
"""Fields of `SheetOptions` that count something."""

MOST = 40
"""The most that can be chosen of each."""

_NAMES_KEPT = 40
"""How many names of warbands of other campaigns are remembered as left out."""

_USUAL = SheetOptions()
_ON_BLANK_PAPER = frozenset({"large", "backs", *NUMBERS})


@dataclass(frozen=True)
class PaperChoice:
    """What is to be printed, for which warbands, and how."""

    kind: PaperKind
    roster_ids: tuple[int, ...]
    is_blank: bool
    options: SheetOptions

    def wish(self) -> PaperWish:
        """Return what the services gather it from."""
        return PaperWish(self.kind, self.roster_ids, self.is_blank)


@dataclass(frozen=True)
class KindChoices:
    """What was chosen for one kind of paper; `left_out` are names of warbands."""

    is_blank: bool = False
    left_out: tuple[str, ...] = ()
    options: Mapping[str, bool | int] = field(default_factory=dict[str, bool | int])

    def option(self, name: str) -> bool | int:
        """Return what was chosen for an option, or what is usual."""
        return self.options.get(name, getattr(_USUAL, name))

    def leaves_out(self, roster: RosterView) -> bool:
        """Whether a warband was not wanted; one without a name always is."""
        return bool(roster.name) and roster.name in self.left_out


def offered(kind: SheetKind, *, is_blank: bool) -> tuple[str, ...]:
    """Return the options that matter, in the order in which they are offered: switches first."""
    known = [name for name in (*SWITCHES, *NUMBERS) if name in kind.options]
    return tuple(name for name in known if not is_blank or name in _ON_BLANK_PAPER)


def options_for(kind: SheetKind, chosen: KindChoices, paper: str) -> SheetOptions:
    """Return the choices as the sheets take them; what does not matter is as usual."""
    names = offered(kind, is_blank=chosen.is_blank)
    values: dict[str, Any] = {name: chosen.option(name) for name in names}
    return replace(_USUAL, paper="letter" if paper == "letter" else "a4", **values)


def read_kind(stored: Mapping[str, Any]) -> SheetKind:
    """Return the kind that was printed last."""
    wanted = stored.get("kind")
    return next((kind for kind in KINDS if kind.id == wanted), KINDS[0])


def read_choices(stored: Mapping[str, Any], kind: SheetKind) -> KindChoices:
    """Return what was last chosen for a kind; whatever does not read as it should is as usual."""
    own = stored.get(f"for_{kind.id}")
    values: Mapping[str, Any] = own if isinstance(own, dict) else stored
    left_out = values.get("left_out")
    options: dict[str, bool | int] = {}
    for name in kind.options:
        value = values.get(name)
        if name in SWITCHES and isinstance(value, bool):
            options[name] = value
        elif name in NUMBERS and type(value) is int:
            options[name] = min(max(value, 0), MOST)
    return KindChoices(
        is_blank=kind.may_be_blank and values.get("blank") is True,
        left_out=tuple(str(name) for name in left_out) if isinstance(left_out, list) else (),
        options=options,
    )


def stored_choices(
    stored: Mapping[str, Any], kind: SheetKind, chosen: KindChoices
) -> dict[str, Any]:
    """Return settings in which a kind was chosen last, and this for it."""
    own = {**chosen.options, "blank": chosen.is_blank, "left_out": list(chosen.left_out)}
    return {**stored, "kind": kind.id, f"for_{kind.id}": own}


def names_left_out(
    rosters: Iterable[RosterView], chosen: Iterable[int], before: KindChoices
) -> tuple[str, ...]:
    """Return the names to remember as left out: of these warbands, and of other campaigns’."""
    ids = set(chosen)
    here = {roster.name for roster in rosters if roster.name}
    now = [roster.name for roster in rosters if roster.name and roster.id not in ids]
    elsewhere = [name for name in before.left_out if name not in here]
    return tuple(dict.fromkeys([*elsewhere[-_NAMES_KEPT:], *now]))
