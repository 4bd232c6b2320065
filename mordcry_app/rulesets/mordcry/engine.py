"""Mordcry's engine: what the shared program asks of it, handed on to the parts that know.

Rules: mordcry.txt; rulings in the checklist, part 002.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from mordcry_app.rules.board import Plan
from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.effects import Effect, Ends, RemoveTrait, Unmodify
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import (
    AdvanceProgress,
    AttackLine,
    BattleRecord,
    CreationStyle,
    Manifest,
    Recruit,
)
from mordcry_app.rules.settle import EffectFunction
from mordcry_app.rules.state import MISSES_BATTLE, PENDING, STARTS_WOUNDED, Member, State
from mordcry_app.rulesets.mordcry import advances, aftermath, attacks, carrying, creation, injuries
from mordcry_app.rulesets.mordcry.content import XP, load_content, with_blindness
from mordcry_app.rulesets.mordcry.retreat import leader_of
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband
from mordcry_app.rulesets.mordcry.thresholds import advance_progress

MOST_BASE = 20
"""The most that a base value typed by hand may be."""
SAVES = (0, 2, 3, 4, 5, 6)
POINTS_OF_A_FIGHTER = 10


def create(folder: Path, manifest: Manifest) -> Mordcry:
    """Load the content in `folder` and return the engine; raises `ContentError`."""
    return Mordcry(manifest, load_content(folder, FUNCTIONS))


class Mordcry:
    """The `Ruleset` of Mordcry."""

    def __init__(self, manifest: Manifest, content: Content) -> None:
        self._manifest = manifest
        self._content = content
        self._outlooks = {
            "injury": injuries.outlook(content.tables["injury"]),
            "advance": advances.outlook(content.tables["advance"]),
        }

    @property
    def manifest(self) -> Manifest:
        """The manifest that it was made from."""
        return self._manifest

    @property
    def content(self) -> Content:
        """All of its content."""
        return self._content

    @property
    def creation_styles(self) -> Sequence[CreationStyle]:
        """The ways to create a starting warband; the first is the quick start."""
        return creation.STYLES

    def starting_roster(self, style: str, rules: HouseRules) -> tuple[Recruit, ...]:
        """Return the ten fighters of a new warband, the captain first."""
        return creation.starting_roster(style, self._content, rules)

    def recruit(self, archetype: str, rules: HouseRules) -> Recruit:
        """Return one fighter that joins later, with its printed profile (ruling 69)."""
        kind = self._content.archetypes.get(archetype)
        if kind is None:
            raise Refusal(f"There is no kind of fighter “{archetype}”.")
        return creation.recruit(kind, creation.PRINTED.id, self._content, rules)

    def starting_resources(self, rules: HouseRules) -> Mapping[str, int]:
        """Return the purse of a new warband, in crowns."""
        return creation.starting_resources(rules)

    def check_roster(self, state: State, roster_id: int, rules: HouseRules) -> None:
        """Raise `Refusal` when a warband has more active fighters than the house rule allows."""
        most = rules.number("most_fighters")
        count = len(state.active(roster_id))
        if count > most:
            name = warband(state, roster_id)
            raise Refusal(f"{name} can have {most} fighters at most (house rule), not {count}.")

    def check_carried(self, member: Member, rules: HouseRules) -> None:
        """Raise `Refusal` when the fighter cannot carry all that it carries."""
        carrying.check_carried(member, self._content)

    def check_stat(self, stat: str, value: int) -> None:
        """Raise `Refusal` when a base value typed by hand is out of range."""
        characteristic = self._content.characteristics.get(stat)
        if characteristic is None:
            names = ", ".join(c.short for c in self._content.characteristics.values())
            raise Refusal(f"There is no characteristic “{stat}”; there are {names}.")
        typed = str(value).replace("-", "−")
        if characteristic.style == "save":
            if value not in SAVES:
                raise Refusal(f"{characteristic.name} must be 0 for none, or 2 to 6, not {typed}.")
        elif not characteristic.floor <= value <= MOST_BASE:
            raise Refusal(
                f"{characteristic.name} must be {characteristic.floor} to {MOST_BASE}, not {typed}."
            )

    def advance_progress(self, member: Member, rules: HouseRules) -> AdvanceProgress:
        """Return how far the fighter is from its next advance."""
        return advance_progress(member, rules)

    def leader(self, state: State, roster_id: int) -> Member | None:
        """Return the Captain or, without one, the active fighter with the most XP."""
        return leader_of(state, roster_id, self._content)

    def strength(self, member: Member) -> int:
        """Return a fighter’s points: 10 + XP, so that beginners count as well (ruling 17)."""
        return POINTS_OF_A_FIGHTER + member.amount(XP)

    def attack_lines(self, member: Member, rules: HouseRules) -> tuple[AttackLine, ...]:
        """Return the worked-out line of every weapon that the fighter carries."""
        return attacks.attack_lines(self.rulebook(rules), member)

    def muster_plan(self, state: State, rules: HouseRules, members: frozenset[int]) -> Plan:
        """Return the board on which advances that are due outside an aftermath are taken."""
        return aftermath.muster_plan(self.rulebook(rules), state, members)

    def aftermath_plan(self, state: State, rules: HouseRules, record: BattleRecord) -> Plan:
        """Return the board of everything that follows a battle."""
        return aftermath.aftermath_plan(self.rulebook(rules), state, record)

    def after_battle_effects(self, state: State, record: BattleRecord) -> tuple[Effect, ...]:
        """Return the effects that end what was only for the battle that was fought.

        `state` is the one before the aftermath, and these effects come before those of the
        aftermath, which may set the same things anew for the battle after.
        """
        effects: list[Effect] = []
        for member in state.members.values():
            if member.roster_id in record.results:
                effects.extend(_ended_by(member, missed=member.id not in record.took_part))
        return tuple(effects)

    def rulebook(self, rules: HouseRules) -> Rulebook:
        """Return what the procedures read in a campaign with these house rules."""
        content = with_blindness(self._content, rules["blindness"])
        return Rulebook(content, rules, effect_functions(rules), self._outlooks)


def effect_functions(rules: HouseRules) -> Mapping[str, EffectFunction]:
    """Return every function that Mordcry's content may call."""
    return {"gear_of_the_dead": injuries.gear_of_the_dead, **advances.effect_functions(rules)}


FUNCTIONS = frozenset(effect_functions(HouseRules({})))


def _ended_by(member: Member, *, missed: bool) -> list[Effect]:
    who = member_target(member.id)
    effects: list[Effect] = []
    if missed and member.misses_next_battle:
        effects.append(RemoveTrait(who=who, kind=PENDING, ref=MISSES_BATTLE))
    if member.trait(PENDING, STARTS_WOUNDED) is not None:
        effects.append(RemoveTrait(who=who, kind=PENDING, ref=STARTS_WOUNDED))
    ends: tuple[Ends, ...] = ("next_battle", "battle")
    effects.extend(
        Unmodify(who=who, ends=end)
        for end in ends
        if any(modifier.ends == end for modifier in member.modifiers)
    )
    return effects
