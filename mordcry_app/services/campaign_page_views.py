"""Frozen views of the campaign page: what is next, who stands where, how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mordcry_app.services.views import AmountView

Way = Literal["", "muster", "setup", "aftermath", "battle", "warbands"]
"""Where the next step leads: a page, nowhere, or advances or a set-up that is begun first."""


@dataclass(frozen=True)
class NextStepView:
    """The one thing to do next: a sentence, why, and what the button that leads there says."""

    sentence: str
    why: str
    action: str
    way: Way


@dataclass(frozen=True)
class MissingView:
    """A fighter who misses the next battle, and because of what."""

    member_id: int
    name: str
    source: str


@dataclass(frozen=True)
class StandingView:
    """How one warband stands. `fit` counts who can fight in the next battle."""

    roster_id: int
    name: str
    player: str
    crest: bytes | None
    won: int
    lost: int
    drawn: int
    amounts: tuple[AmountView, ...]
    strength: int
    fit: int
    missing: tuple[MissingView, ...]


@dataclass(frozen=True)
class OwnerView:
    """For whom something waits: a fighter, or a whole warband where there is no `member_id`."""

    roster_id: int
    member_id: int | None
    name: str


@dataclass(frozen=True)
class WaitingView:
    """Something that waits for its moment, with everybody of a warband for whom it does alike.

    `until` says what uses it up; `armed` that the battle it waited for is set up.
    """

    owners: tuple[OwnerView, ...]
    words: str
    text: str
    source: str
    armed: bool
    until: Literal["battle", "market", "aftermath", "used"]


@dataclass(frozen=True)
class PlotLine:
    """What one warband had before the first battle and after each one, oldest first."""

    roster_id: int
    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class PlotView:
    """One resource over the battles; `battles` starts with 0, before the first one."""

    resource: str
    name: str
    battles: tuple[int, ...]
    lines: tuple[PlotLine, ...]


@dataclass(frozen=True)
class GraveView:
    """Somebody who fell or retired, when, and by whom where that was noted."""

    member_id: int
    roster_id: int
    roster_name: str
    name: str
    archetype_name: str
    fate: str
    battle_number: int | None
    by: str


@dataclass(frozen=True)
class CampaignPageView:
    """Everything on the campaign page."""

    after: str
    next_step: NextStepView
    standings: tuple[StandingView, ...]
    waiting: tuple[WaitingView, ...]
    plots: tuple[PlotView, ...]
    graves: tuple[GraveView, ...]
    read_only: str = ""
