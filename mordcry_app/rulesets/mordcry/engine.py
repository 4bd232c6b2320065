"""Mordcry's engine: what the shared program asks of it, handed on to the parts that know.

Rules: mordcry.txt; rulings in the checklist, part 002.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mordcry_app.rules.battle_engine import BattleEngine
from mordcry_app.rules.board import Plan
from mordcry_app.rules.catalogue import CatalogueItem, Content, HouseRules
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import (
    AdvanceProgress,
    AttackLine,
    BattleRecord,
    CreationStyle,
    Joining,
    Manifest,
    Recruit,
)
from mordcry_app.rules.settle import EffectFunction
from mordcry_app.rules.state import Member, State
from mordcry_app.rules.topics import Grid
from mordcry_app.rules.waiting import ended_by_battle
from mordcry_app.rulesets.mordcry import (
    advances,
    aftermath,
    attacks,
    beasts,
    carrying,
    creation,
    exploration,
    grids,
    injuries,
    item_words,
    recruits,
    setup,
    switching,
)
from mordcry_app.rulesets.mordcry.battle.engine import MordcryBattle
from mordcry_app.rulesets.mordcry.beasts import fighters
from mordcry_app.rulesets.mordcry.content import load_content
from mordcry_app.rulesets.mordcry.helpful import ItemHelp
from mordcry_app.rulesets.mordcry.points import points_of
from mordcry_app.rulesets.mordcry.readings import CONTENT_RULES, content_under
from mordcry_app.rulesets.mordcry.renown import is_pooled, pooled
from mordcry_app.rulesets.mordcry.retreat import leader_of
from mordcry_app.rulesets.mordcry.rulebook import Outlook, Rulebook, warband
from mordcry_app.rulesets.mordcry.thresholds import advance_progress

MOST_BASE = 20
"""The most that a base value typed by hand may be."""
SAVES = (0, 2, 3, 4, 5, 6)


def create(folder: ContentFolder, manifest: Manifest) -> Mordcry:
    """Load the content in `folder` and return the engine; raises `ContentError`."""
    return Mordcry(manifest, load_content(folder, FUNCTIONS))


class Mordcry:
    """The `Ruleset` of Mordcry."""

    def __init__(self, manifest: Manifest, content: Content) -> None:
        self._manifest = manifest
        self._content = content
        self._read: dict[tuple[str | int, ...], tuple[Content, Mapping[str, Outlook]]] = {}

    @property
    def manifest(self) -> Manifest:
        """The manifest that it was made from."""
        return self._manifest

    @property
    def content(self) -> Content:
        """All of its content."""
        return self._content

    def content_under(self, rules: HouseRules) -> Content:
        """Return the content as a campaign with these house rules reads it."""
        return self._under(rules)[0]

    def house_rule_effects(
        self, state: State, before: HouseRules, after: HouseRules
    ) -> tuple[Effect, ...]:
        """Return what a switch does to injuries and renown that are there already."""
        return switching.house_rule_effects(
            state, before, after, self.content_under(before), self.content_under(after)
        )

    @property
    def creation_styles(self) -> Sequence[CreationStyle]:
        """The ways to create a starting warband; the first is the quick start."""
        return creation.STYLES

    def starting_roster(self, style: str, rules: HouseRules) -> tuple[Recruit, ...]:
        """Return the ten fighters of a new warband, the captain first."""
        return creation.starting_roster(style, self._content, rules)

    def recruit(self, archetype: str, rules: HouseRules) -> Recruit:
        """Return one fighter that joins later (ruling 69)."""
        kind = self._content.archetypes.get(archetype)
        if kind is None:
            raise Refusal(f"There is no kind of fighter “{archetype}”.")
        return recruits.recruit(kind, self._content, rules)

    def starting_resources(self, rules: HouseRules) -> Mapping[str, int]:
        """Return the purse of a new warband, in crowns."""
        return creation.starting_resources(rules)

    def check_roster(self, state: State, roster_id: int, rules: HouseRules) -> None:
        """Raise `Refusal` when a warband has more active fighters than the house rule allows."""
        most = rules.number("most_fighters")
        count = len(fighters(state, roster_id))
        if count > most:
            name = warband(state, roster_id)
            raise Refusal(f"{name} can have {most} fighters at most (house rule), not {count}.")

    def check_carried(self, member: Member, rules: HouseRules) -> None:
        """Raise `Refusal` when the fighter cannot carry all that it carries."""
        carrying.check_carried(member, self._content)

    def gear_is_saved(self, face: int) -> bool:
        """Say whether the gear of a dead fighter is saved: on 1–3 of a D6."""
        return face <= injuries.GEAR_IS_SAVED_UP_TO

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

    def asking_price(self, item: CatalogueItem, rules: HouseRules, *, fought: bool) -> int:
        """Return what an item costs; ordinary gear may be free before the first battle."""
        return creation.asking_price(item, rules, fought=fought)

    def joining(self, rules: HouseRules) -> Joining:
        """Return who can be recruited, Youngbloods first, and for how many crowns."""
        return creation.joins(self._content, rules)

    def strength(self, member: Member, rules: HouseRules | None = None) -> int:
        """Return a fighter’s points: 10 + XP, so that beginners count as well (ruling 17)."""
        return points_of(member, rules)

    def attack_lines(self, member: Member, rules: HouseRules) -> tuple[AttackLine, ...]:
        """Return the worked-out line of every weapon that the fighter carries."""
        return attacks.attack_lines(self.rulebook(rules), member)

    def in_battle(self, item: CatalogueItem, rules: HouseRules) -> tuple[str, ...]:
        """Return in short words what an item does in a battle besides its numbers."""
        return item_words.in_battle(item, self.content_under(rules), rules)

    def rules_grids(self, rules: HouseRules) -> tuple[Grid, ...]:
        """Return the hit and wound tables, the steps of experience, and what can be carried."""
        return grids.rules_grids(self._content, rules)

    def muster_plan(self, state: State, rules: HouseRules, members: frozenset[int]) -> Plan:
        """Return the board on which advances that are due outside an aftermath are taken."""
        return aftermath.muster_plan(self.rulebook(rules), state, members)

    def setup_plan(
        self, state: State, rules: HouseRules, battle: int, *, is_whole: bool = False
    ) -> Plan:
        """Return the board of what is asked before a battle."""
        return setup.setup_plan(self.rulebook(rules), state, battle, is_whole=is_whole)

    def battle_engine(self, rules: HouseRules) -> BattleEngine:
        """Return what plays a battle under these house rules."""
        return MordcryBattle(self.rulebook(rules))

    def aftermath_plan(self, state: State, rules: HouseRules, record: BattleRecord) -> Plan:
        """Return the board of everything that follows a battle."""
        plan = aftermath.aftermath_plan(self.rulebook(rules), state, record)
        return pooled(plan) if is_pooled(rules) else plan

    def after_battle_effects(self, state: State, record: BattleRecord) -> tuple[Effect, ...]:
        """Return the effects that end what was only for the battle that was fought.

        `state` is the one before the aftermath, and these effects come before those of the
        aftermath, which may set the same things anew for the battle after.
        """
        rosters = [roster_id for roster_id in state.rosters if roster_id in record.results]
        return ended_by_battle(state, rosters, record.took_part, self._content)

    def rulebook(self, rules: HouseRules) -> Rulebook:
        """Return what the procedures read in a campaign with these house rules."""
        content, outlooks = self._under(rules)
        return Rulebook(content, rules, effect_functions(rules), outlooks, ItemHelp())

    def _under(self, rules: HouseRules) -> tuple[Content, Mapping[str, Outlook]]:
        """Return the content under the house rules, worked out once, and its hints."""
        readings = tuple(rules[rule_id] for rule_id in CONTENT_RULES)
        if readings not in self._read:
            content = content_under(self._content, rules)
            outlooks = {
                "injury": injuries.outlook(content.tables["injury"]),
                "advance": advances.outlook(content.tables["advance"]),
            }
            self._read[readings] = content, outlooks
        return self._read[readings]


def effect_functions(rules: HouseRules) -> Mapping[str, EffectFunction]:
    """Return every function that Mordcry's content may call."""
    return {
        "gear_of_the_dead": injuries.gear_of_the_dead,
        "grief_for_the_dead": beasts.grief,
        **advances.effect_functions(rules),
        **exploration.effect_functions(rules),
    }


FUNCTIONS = frozenset(effect_functions(HouseRules({})))
