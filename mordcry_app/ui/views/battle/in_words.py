"""A battle in words: what was entered, and what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mordcry_app.services.views import BattleSideView, BattleView
from mordcry_app.ui.views.battle.entry_state import EntryState, Side


def summary(state: EntryState) -> str:
    """The battle that is being entered, in a few short sentences."""
    present = sum(len(side.took_part) for side in state.sides)
    sentences = [
        _results(state.sides),
        f"{present} took part",
        *(_out(state, side) for side in state.sides),
        *(_held(state, side) for side in state.sides),
        _extra(state),
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def results_of(battle: BattleView) -> str:
    """How each warband fared: `The Ashen Vigil won, Rust & Ruin retreated`."""
    return ", ".join(f"{side.roster_name} {side.result}" for side in battle.sides)


def fallen_of(battle: BattleView) -> str:
    """Who was put out of action and by whom, a line for each warband."""
    return "\n".join(text for side in battle.sides if (text := _fallen(side)))


def _results(sides: Iterable[Side]) -> str:
    said = [f"{side.name} {side.result}" for side in sides if side.result]
    return ", ".join(said) if said else "Nobody has won yet"


def _out(state: EntryState, side: Side) -> str:
    out = [f"{state.name(m)} by {state.name(by)}" for m, by in side.out_by.items()]
    return f"Out of {side.name}: {', '.join(out)}" if out else ""


def _held(state: EntryState, side: Side) -> str:
    parts = [_count(side.objectives, "objective"), _count(side.treasures, "treasure")]
    names = [state.name(member) for member in sorted(side.holders)]
    held = " and ".join(part for part in parts if part)
    if not held:
        return f"{_listed(names)} held an objective or treasure" if names else ""
    return f"{side.name} held {held}" + (f" ({_listed(names)})" if names else "")


def _extra(state: EntryState) -> str:
    extra = [
        f"{state.name(member)} {count}"
        for side in state.sides
        for member, count in side.extra_kills.items()
    ]
    return f"Further kills: {', '.join(extra)}" if extra else ""


def _fallen(side: BattleSideView) -> str:
    names = [f"{out.name} by {out.by}" if out.by else out.name for out in side.out]
    return f"{side.roster_name}: {', '.join(names)}" if names else ""


def _count(number: int, what: str) -> str:
    if not number:
        return ""
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
