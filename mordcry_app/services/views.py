"""Frozen views: all that screens, sheets and the command line ever see of a campaign.

They are plain values, complete and already worded, so that no screen works anything out and no
sheet touches the database. Ids are the database's; texts are for people.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from mordcry_app.rules.paper import PaperPlan
from mordcry_app.rules.procedure import Question
from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.services.amending_views import AmendingView


@dataclass(frozen=True)
class PartView:
    """One step of an explanation: a label and an amount, `written` where it is not just signed."""

    label: str
    amount: int
    kind: str = "modifier"
    by_hand: bool = False
    written: str = ""

    @property
    def signed(self) -> str:
        """The amount as written in explanations: `3` for the base, `+1`, `−2`, `6+` for a save."""
        if self.written:
            return self.written
        if self.kind == "base":
            return str(self.amount)
        return f"+{self.amount}" if self.amount >= 0 else f"−{-self.amount}"


@dataclass(frozen=True)
class ValueView:
    """An effective value, as written, with where it comes from.

    `base` is what the fighter was created with; `change` how far the value stands from it. Parts
    add up to `total`.
    """

    stat: str
    short: str
    name: str
    text: str
    total: int
    base: int
    parts: tuple[PartView, ...]
    description: str = ""

    @property
    def change(self) -> int:
        """Effective value less what the fighter was created with."""
        return self.total - self.base

    @property
    def explanation(self) -> str:
        """The whole explanation in one line: `Base 3, Captain’s training +3, eye injury −1`."""
        return ", ".join(f"{part.label} {part.signed}" for part in self.parts)


@dataclass(frozen=True)
class ItemView:
    """Some units of an item: what it is and what it does.

    `spent` ones have had the one use that they have in a campaign.
    """

    ref: str
    kind: str
    name: str
    text: str
    quantity: int
    price: int = 0
    spent: bool = False

    @property
    def label(self) -> str:
        """The name with the number of units where there are several: `Dagger ×2`."""
        name = f"{self.name} (used)" if self.spent else self.name
        return name if self.quantity == 1 else f"{name} ×{self.quantity}"


@dataclass(frozen=True)
class TraitView:
    """A skill, ability, injury or condition."""

    kind: str
    ref: str
    name: str
    text: str
    cost: str = ""
    level: int = 1
    source: str = ""
    effect: str = ""


@dataclass(frozen=True)
class PendingView:
    """Something that waits: for whom (no member: the whole warband), what, and from where.

    `until` says what uses it up; `armed` that the battle it waited for is set up.
    """

    ref: str
    owner: str
    roster_id: int
    member_id: int | None
    words: str
    text: str
    source: str
    amount: int
    armed: bool
    good: bool
    until: Literal["battle", "market", "aftermath", "used"]


@dataclass(frozen=True)
class AmountView:
    """How much of a resource somebody has."""

    resource: str
    name: str
    short: str
    amount: int


@dataclass(frozen=True)
class MemberView:
    """A fighter as screens and sheets show it."""

    id: int
    roster_id: int
    name: str
    shown_name: str
    archetype: str
    archetype_name: str
    leads: bool
    state: Literal["active", "dead", "retired"]
    values: tuple[ValueView, ...]
    amounts: tuple[AmountView, ...]
    advances_due: int
    next_advance_at: int
    items: tuple[ItemView, ...]
    skills: tuple[TraitView, ...]
    injuries: tuple[TraitView, ...]
    pending: tuple[PendingView, ...]
    other_traits: tuple[TraitView, ...]
    attacks: tuple[AttackLine, ...]
    tags: tuple[str, ...]
    notes: str
    portrait: bytes | None
    misses_next_battle: bool
    carries: str
    fell_in_battle: int | None = None
    fate: str = ""

    def value(self, stat: str) -> ValueView:
        """Return one characteristic; raises `KeyError`."""
        for value in self.values:
            if value.stat == stat:
                return value
        raise KeyError(stat)

    def amount(self, resource: str) -> int:
        """Return how much of a resource the member has."""
        return next((a.amount for a in self.amounts if a.resource == resource), 0)


@dataclass(frozen=True)
class RosterView:
    """A warband as screens and sheets show it."""

    id: int
    name: str
    shown_name: str
    player: str
    motto: str
    theme: str
    amounts: tuple[AmountView, ...]
    members: tuple[MemberView, ...]
    fallen: tuple[MemberView, ...]
    stash: tuple[ItemView, ...]
    fought: int
    won: int
    lost: int
    drawn: int
    strength: int
    crest: bytes | None = None
    pending: tuple[PendingView, ...] = ()

    def amount(self, resource: str) -> int:
        """Return how much of a resource the warband has; members’ sums included."""
        return next((a.amount for a in self.amounts if a.resource == resource), 0)


@dataclass(frozen=True)
class StatColumn:
    """A characteristic as a table heading."""

    stat: str
    short: str
    name: str
    description: str


@dataclass(frozen=True)
class ChoiceView:
    """Something that can be picked from a list: an archetype, an item, a skill."""

    id: str
    name: str
    text: str = ""
    kind: str = ""
    price: int = 0


@dataclass(frozen=True)
class DraftView:
    """A board that is under way."""

    id: int
    kind: Literal["aftermath", "muster", "setup", "amend"]
    title: str
    battle_number: int | None
    left: int


@dataclass(frozen=True)
class CampaignView:
    """The campaign as a whole: enough for the rail, the welcome page and every sheet's head."""

    name: str
    path: Path | None
    ruleset: str
    ruleset_name: str
    battles_fought: int
    rosters: tuple[RosterView, ...]
    columns: tuple[StatColumn, ...]
    paper: PaperPlan
    drafts: tuple[DraftView, ...]
    advances_due: int
    read_only: str = ""
    is_set_up: bool = False

    @property
    def after(self) -> str:
        """Where the campaign stands: `before battle 1`, `after battle 6`."""
        return f"after battle {self.battles_fought}" if self.battles_fought else "before battle 1"


@dataclass(frozen=True)
class LedgerView:
    """One gain or loss with its reason and the balance after it."""

    id: int
    at: str
    owner: str
    member_id: int | None
    resource: str
    amount: int
    reason: str
    battle_number: int | None
    balance: int


@dataclass(frozen=True)
class OperationView:
    """One entry of the history. `group_key` joins entries that belong to one board."""

    id: int
    kind: str
    label: str
    at: str
    status: Literal["done", "undone"]
    group_key: str
    is_founding: bool = False


@dataclass(frozen=True)
class HistoryView:
    """The whole history, newest first, and what undo and redo would do now, in words."""

    operations: tuple[OperationView, ...]
    undo_label: str
    redo_label: str


@dataclass(frozen=True)
class RollView:
    """One roll of the campaign."""

    id: int
    at: str
    dice: str
    faces: tuple[int, ...]
    total: int
    typed: bool
    purpose: str


@dataclass(frozen=True)
class StoryView:
    """One line of the campaign's story."""

    id: int
    text: str
    at: str
    battle_number: int | None
    member_id: int | None
    roster_id: int | None


@dataclass(frozen=True)
class OutView:
    """Who was put out of action, and by whom."""

    member_id: int
    name: str
    by: str


@dataclass(frozen=True)
class BattleSideView:
    """One side of a battle that was fought."""

    roster_id: int
    roster_name: str
    result: Literal["won", "lost", "drew", "retreated"]
    took_part: int
    out: tuple[OutView, ...]
    objectives: int
    treasures: int


@dataclass(frozen=True)
class BattleView:
    """A battle that was recorded."""

    id: int
    number: int
    at: str
    state: Literal["fought", "closed"]
    sides: tuple[BattleSideView, ...]
    note: str = ""


@dataclass(frozen=True)
class SetupSideView:
    """One warband before a battle: how many can fight, who cannot, and what acts in it."""

    roster_id: int
    name: str
    player: str
    fit: int
    missing: tuple[str, ...]
    pending: tuple[PendingView, ...]


@dataclass(frozen=True)
class SetupView:
    """The next battle: still `coming`, `asking` what is asked before it, or `ready`.

    `asks` counts the questions that setting it up begins with. `has_table` says whether it can be
    played here.
    """

    number: int
    stage: Literal["coming", "asking", "ready"]
    battle_id: int | None
    draft_id: int | None
    sides: tuple[SetupSideView, ...]
    asks: int = 0
    has_table: bool = False


@dataclass(frozen=True)
class DiceShown:
    """Dice that were rolled for a line."""

    dice: str
    faces: tuple[int, ...]
    typed: bool


@dataclass(frozen=True)
class StepView:
    """One question of a line that has been answered, and the answer in words and dice."""

    key: str
    question: Question
    why: str
    text: str
    dice: DiceShown | None = None


@dataclass(frozen=True)
class ChangeLine:
    """One change that a board will make: `XP 8 → 10`, `Hask → graveyard`.

    `tone` says whether it reads as good, bad or plain.
    """

    label: str
    old: str
    new: str
    tone: Literal["plain", "good", "bad"] = "plain"


@dataclass(frozen=True)
class LineView:
    """One line of a board.

    `text` is its result in words once it is done, or what it waits for. `question` is what it asks
    now, when it is open; `refused` why a former answer no longer fits; `alike` how many other open
    questions may be answered together with it. `rule` is its place in the rules. On the board of a
    correction `was` says what a line that differs was committed as, nothing for a new one.
    """

    key: str
    stage: str
    label: str
    subject: str
    member_id: int | None
    status: Literal["done", "open", "waiting"]
    text: str
    steps: tuple[StepView, ...]
    question: Question | None
    refused: str = ""
    changes: tuple[ChangeLine, ...] = ()
    rule: str = ""
    alike: int = 0
    roster_id: int = 0
    was: str | None = None


@dataclass(frozen=True)
class TrackView:
    """One warband's side of a board, in the order of the rules.

    The first of a board can be about all of them; its roster is 0.
    """

    roster_id: int
    name: str
    player: str
    result: str
    lines: tuple[LineView, ...]
    changes: tuple[ChangeLine, ...]


@dataclass(frozen=True)
class StageView:
    """One stage of a board and how many of its lines are left."""

    id: str
    name: str
    left: int
    total: int


@dataclass(frozen=True)
class BoardView:
    """A board under way: both warbands, the stages, what is asked next, what will change."""

    draft_id: int
    kind: Literal["aftermath", "muster", "setup", "amend"]
    title: str
    battle_number: int | None
    tracks: tuple[TrackView, ...]
    stages: tuple[StageView, ...]
    left: int
    is_complete: bool
    next_line: str | None
    last_answer: str | None
    amending: AmendingView | None = None

    def line(self, key: str) -> LineView:
        """Return one line by its key; raises `KeyError`."""
        for track in self.tracks:
            for line in track.lines:
                if line.key == key:
                    return line
        raise KeyError(key)


@dataclass(frozen=True)
class SwitchOptionView:
    """One setting of a house rule."""

    id: str
    label: str
    changes: str


@dataclass(frozen=True)
class HouseRuleView:
    """A house rule with its setting; `at_table` says that players carry it out themselves."""

    id: str
    topic: str
    name: str
    rules_say: str
    why: str
    value: str | int
    default: str | int
    options: tuple[SwitchOptionView, ...]
    least: int | None
    most: int | None
    at_table: bool = False
    touches: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableRowView:
    """One row of a rules table with its chance as text: `5 in 36 · 13.9 %`."""

    on: str
    name: str
    text: str
    chance: str


@dataclass(frozen=True)
class TableView:
    """A rules table."""

    id: str
    name: str
    dice: str
    text: str
    rows: tuple[TableRowView, ...]


@dataclass(frozen=True)
class Touched:
    """What an operation changed, so that screens refresh just that.

    `label` is the operation in words. `everything` is set when only a full refresh is right (an
    undo over many operations).
    """

    label: str = ""
    operation_id: int | None = None
    tables: frozenset[str] = frozenset()
    members: frozenset[int] = frozenset()
    rosters: frozenset[int] = frozenset()
    created: dict[str, int] = field(default_factory=dict[str, int])
    everything: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether nothing was changed at all."""
        return self.operation_id is None and not self.tables and not self.everything
