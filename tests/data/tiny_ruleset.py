"""The engine of a made-up ruleset: what a new ruleset has to bring, and nothing more.

Its content is in `rulesets/tiny/`. Tests of the rules and of the services find it there and play
it; the program itself does not know that it exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from mordcry_app.rules.board import Line, Plan
from mordcry_app.rules.catalogue import (
    Archetype,
    CatalogueItem,
    Characteristic,
    Content,
    HouseRule,
    HouseRules,
    Resource,
    TraitDefinition,
)
from mordcry_app.rules.derive import TRAINING, effective
from mordcry_app.rules.effects import (
    Draw,
    Effect,
    Gain,
    Lose,
    Modify,
    RemoveTrait,
    Unmodify,
    roster,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.loader import by_id, load_list, load_tables
from mordcry_app.rules.procedure import (
    Choose,
    Option,
    Outcome,
    Procedure,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.references import ContentFiles, check_content
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import (
    AdvanceProgress,
    AttackCell,
    AttackLine,
    BattleRecord,
    CreationStyle,
    Manifest,
    Recruit,
)
from mordcry_app.rules.settle import Scene, settle
from mordcry_app.rules.state import PENDING, Member, State

GLORY_FOR_AN_ADVANCE = 3
MOST_ACTIVE = 6

_Named = TypeVar("_Named", Characteristic, Resource, Archetype, HouseRule)


class Weapon(CatalogueItem):
    """A weapon with the one field that is its own."""

    damage: int = Field(ge=1, le=9)


def create(folder: Path, manifest: Manifest) -> TinyRuleset:
    """Load the content and return the engine."""
    weapons = load_list(folder / "weapons.toml", "weapon", Weapon)
    traits = load_list(folder / "traits.toml", "trait", TraitDefinition)
    content = Content(
        characteristics=_load(folder, "characteristics", "characteristic", Characteristic),
        resources=_load(folder, "resources", "resource", Resource),
        archetypes=_load(folder, "archetypes", "archetype", Archetype),
        traits=by_id(folder / "traits.toml", traits, lambda trait: (trait.kind, trait.id)),
        items=by_id(folder / "weapons.toml", weapons, lambda weapon: weapon.id),
        tables=load_tables(folder / "tables"),
        house_rules=_load(folder, "house_rules", "rule", HouseRule),
    )
    check_content(content, ContentFiles(folder), ())
    return TinyRuleset(manifest, content)


def _load(folder: Path, file: str, key: str, model: type[_Named]) -> dict[str, _Named]:
    path = folder / f"{file}.toml"
    return by_id(path, load_list(path, key, model), lambda record: record.id)


@dataclass(frozen=True)
class TinyRuleset:
    """Two characteristics, one weapon, one table."""

    manifest: Manifest
    content: Content

    @property
    def creation_styles(self) -> Sequence[CreationStyle]:
        return (CreationStyle("plain", "Plain", "A boss and two scrappers."),)

    def starting_roster(self, style: str, rules: HouseRules) -> tuple[Recruit, ...]:
        bases = {stat.id: stat.base for stat in self.content.characteristics.values()}
        return tuple(
            Recruit(archetype.id, bases, _training(archetype))
            for archetype in self.content.archetypes.values()
            for _ in range(archetype.count)
        )

    def recruit(self, archetype: str, rules: HouseRules) -> Recruit:
        kind = self.content.archetypes.get(archetype)
        if kind is None:
            raise Refusal("Nobody of that kind joins.")
        bases = {stat.id: stat.base for stat in self.content.characteristics.values()}
        return Recruit(kind.id, bases, _training(kind))

    def starting_resources(self, rules: HouseRules) -> Mapping[str, int]:
        return {"coins": rules.number("starting_coins")}

    def check_roster(self, state: State, roster_id: int, rules: HouseRules) -> None:
        if len(state.active(roster_id)) > MOST_ACTIVE:
            raise Refusal(f"At most {MOST_ACTIVE} members fight together.")

    def check_carried(self, member: Member, rules: HouseRules) -> None:
        if sum(item.quantity for item in member.carried) > 1:
            raise Refusal("One hand holds one stick.")

    def check_stat(self, stat: str, value: int) -> None:
        if not 0 <= value <= 9:
            raise Refusal("A characteristic is a number from 0 to 9.")

    def advance_progress(self, member: Member, rules: HouseRules) -> AdvanceProgress:
        glory = member.amount("glory")
        due = glory // GLORY_FOR_AN_ADVANCE
        return AdvanceProgress(glory, due, (due + 1) * GLORY_FOR_AN_ADVANCE)

    def strength(self, member: Member) -> int:
        return 1

    def leader(self, state: State, roster_id: int) -> Member | None:
        leaders = [
            archetype.id for archetype in self.content.archetypes.values() if archetype.leads
        ]
        active = state.active(roster_id)
        return next((member for member in active if member.archetype in leaders), None)

    def attack_lines(self, member: Member, rules: HouseRules) -> tuple[AttackLine, ...]:
        might = effective(member, "might", self.content).total
        weapons = [self.content.items[carried.ref] for carried in member.carried]
        return tuple(AttackLine(w.name, (AttackCell("Might", str(might)),)) for w in weapons)

    def muster_plan(self, state: State, rules: HouseRules, members: frozenset[int]) -> Plan:
        for member_id in sorted(members):
            member = state.members[member_id]
            if self.advance_progress(member, rules).due:
                yield Line(
                    key=f"advance/{member_id}",
                    stage="advances",
                    label="Advance",
                    roster_id=member.roster_id,
                    subject=member.name,
                    member_id=member_id,
                    procedure=lambda state, member_id=member_id: self._advance(state, member_id),
                )

    def aftermath_plan(self, state: State, rules: HouseRules, record: BattleRecord) -> Plan:
        """One line for the loot, and one for each member that was put out of action."""
        for roster_id in record.results:
            if rules["loot"] == "everybody" or record.results[roster_id] == "won":
                yield Line(
                    key=f"loot/{roster_id}",
                    stage="income",
                    label="Loot",
                    roster_id=roster_id,
                    subject=state.rosters[roster_id].name,
                    procedure=lambda _, roster_id=roster_id: _loot(roster_id, record.number),
                )
        for member_id in record.out_by:
            member = state.members[member_id]
            yield Line(
                key=f"scar/{member_id}",
                stage="injuries",
                label="Scar",
                roster_id=member.roster_id,
                subject=member.name,
                member_id=member_id,
                procedure=lambda state, member_id=member_id: self._scar(
                    state, member_id, record.number
                ),
            )

    def after_battle_effects(self, state: State, record: BattleRecord) -> tuple[Effect, ...]:
        effects: list[Effect] = []
        for member in state.members.values():
            who = member_target(member.id)
            if any(modifier.ends == "next_battle" for modifier in member.modifiers):
                effects.append(Unmodify(who=who, ends="next_battle"))
            effects += [
                RemoveTrait(who=who, kind=trait.kind, ref=trait.ref)
                for trait in member.traits_of(PENDING)
            ]
        return tuple(effects)

    def _scar(self, state: State, member_id: int, battle: int) -> Procedure:
        scene = Scene(
            state,
            state.members[member_id],
            self.content,
            f"scar/{member_id}",
            f"battle {battle}",
            {},
        )
        return Outcome((yield from settle((Draw(table="scar"),), scene)))

    def _advance(self, state: State, member_id: int) -> Procedure:
        member = state.members[member_id]
        options = tuple(
            Option(
                stat.id,
                f"+1 {stat.name}",
                refused=(
                    f"{stat.name} is at its cap."
                    if effective(member, stat.id, self.content).total >= (stat.advance_cap or 99)
                    else ""
                ),
            )
            for stat in self.content.characteristics.values()
        )
        answer = yield Choose(f"advance/{member_id}/stat", options, f"{member.name} advances")
        who = member_target(member_id)
        return Outcome(
            (
                Lose(who=who, resource="glory", amount=GLORY_FOR_AN_ADVANCE, reason="An advance"),
                Modify(who=who, stat=chosen(answer), amount=1, source="Advance"),
            )
        )


def _training(archetype: Archetype) -> tuple[Effect, ...]:
    return tuple(
        Modify(stat=stat, amount=amount, source=archetype.training_source, cause=TRAINING)
        for stat, amount in archetype.training.items()
    )


def _loot(roster_id: int, battle: int) -> Procedure:
    question = Roll(f"loot/{roster_id}/coins", "2d6", "Coins found")
    answer = yield question
    coins = rolled_total(question, answer)
    gain = Gain(
        who=roster(roster_id), resource="coins", amount=coins, reason=f"Loot, battle {battle}"
    )
    return Outcome((gain,))
