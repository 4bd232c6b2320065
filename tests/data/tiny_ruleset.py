"""The engine of a made-up ruleset: what a new ruleset has to bring, and nothing more.

Its content is in `rulesets/tiny/`. Tests of the rules and of the services find it there and play
it; the program itself does not know that it exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.derive import TRAINING, effective
from mordcry_app.rules.effects import (
    Draw,
    Effect,
    Gain,
    Lose,
    MissNextBattle,
    Modify,
    roster,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.paper import load_paper
from mordcry_app.rules.procedure import (
    Choose,
    Option,
    Outcome,
    Procedure,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.references import check_content
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import (
    AdvanceProgress,
    AttackCell,
    AttackLine,
    BattleRecord,
    CreationStyle,
    Joining,
    Manifest,
    Recruit,
)
from mordcry_app.rules.settle import Scene, settle
from mordcry_app.rules.state import Member, State
from mordcry_app.rules.topics import Grid, GridRow, cells
from mordcry_app.rules.waiting import ended_by_battle
from tests.data.tiny_battle import TinyBattle

GLORY_FOR_AN_ADVANCE = 3
MOST_ACTIVE = 6


class Weapon(CatalogueItem):
    """A weapon with the one field that is its own."""

    damage: int = Field(ge=1, le=9)


def create(folder: ContentFolder, manifest: Manifest) -> TinyRuleset:
    """Load the content and return the engine."""
    traits = folder.records("traits.toml", "trait", TraitDefinition)
    content = Content(
        characteristics=folder.by_id(
            "characteristics.toml", "characteristic", Characteristic, fixed=True
        ),
        resources=folder.by_id("resources.toml", "resource", Resource, fixed=True),
        archetypes=folder.by_id("archetypes.toml", "archetype", Archetype),
        traits=folder.index("traits.toml", traits, lambda trait: (trait.kind, trait.id)),
        items=folder.by_id("weapons.toml", "weapon", Weapon),
        tables=folder.tables(),
        house_rules=folder.by_id("house_rules.toml", "rule", HouseRule, fixed=True),
        paper=load_paper(folder),
    )
    check_content(content, folder, ())
    return TinyRuleset(manifest, content)


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

    def gear_is_saved(self, face: int) -> bool:
        return face > 3

    def check_stat(self, stat: str, value: int) -> None:
        if not 0 <= value <= 9:
            raise Refusal("A characteristic is a number from 0 to 9.")

    def advance_progress(self, member: Member, rules: HouseRules) -> AdvanceProgress:
        glory = member.amount("glory")
        due = glory // GLORY_FOR_AN_ADVANCE
        return AdvanceProgress(glory, due, (due + 1) * GLORY_FOR_AN_ADVANCE)

    def asking_price(self, item: CatalogueItem, rules: HouseRules, *, fought: bool) -> int:
        return item.price

    def joining(self, rules: HouseRules) -> Joining:
        return Joining(tuple(self.content.archetypes), 0)

    def strength(self, member: Member, rules: HouseRules | None = None) -> int:
        return 1

    def content_under(self, rules: HouseRules) -> Content:
        return self.content

    def house_rule_effects(
        self, state: State, before: HouseRules, after: HouseRules
    ) -> tuple[Effect, ...]:
        return ()

    def leader(self, state: State, roster_id: int) -> Member | None:
        leaders = [
            archetype.id for archetype in self.content.archetypes.values() if archetype.leads
        ]
        active = state.active(roster_id)
        return next((member for member in active if member.archetype in leaders), None)

    def attack_lines(self, member: Member, rules: HouseRules) -> tuple[AttackLine, ...]:
        might = effective(member, "might", self.content).total
        items = self.content.items
        weapons = [items[carried.ref] for carried in member.carried if carried.ref in items]
        return tuple(AttackLine(w.name, (AttackCell("Might", str(might)),)) for w in weapons)

    def in_battle(self, item: CatalogueItem, rules: HouseRules) -> tuple[str, ...]:
        return tuple(use.text for use in item.uses)

    def rules_grids(self, rules: HouseRules) -> tuple[Grid, ...]:
        rows = tuple(
            GridRow(item.name, cells(str(item.damage)), f"item:{item.id}")
            for item in self.content.items.values()
            if isinstance(item, Weapon)
        )
        return (Grid("weapon", "Weapon", "", ("Damage",), rows),)

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

    def battle_engine(self, rules: HouseRules) -> TinyBattle:
        return TinyBattle(self.content, rules)

    def setup_plan(
        self, state: State, rules: HouseRules, battle: int, *, is_whole: bool = False
    ) -> Plan:
        """Whoever limps is asked about it."""
        for member in state.members.values():
            if member.state == "active" and member.trait("injury", "limp") is not None:
                yield Line(
                    key=f"limp/{member.id}",
                    stage="limps",
                    label="Limp",
                    roster_id=member.roster_id,
                    subject=member.name,
                    member_id=member.id,
                    procedure=lambda state, member_id=member.id: self._limp(
                        state, member_id, battle
                    ),
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
        return ended_by_battle(state, record.results, record.took_part, self.content)

    def _limp(self, state: State, member_id: int, battle: int) -> Procedure:
        question = Roll(f"limp/{member_id}/roll", "d6", "Does the leg hold?")
        if rolled_total(question, (yield question)) > 1:
            return Outcome()
        who = member_target(member_id)
        return Outcome((MissNextBattle(who=who, source=f"Limp, battle {battle}"),))

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
