"""What the shared parts of the program ask of a ruleset, and how rulesets are found.

A ruleset is found, not listed: every folder under `resources/rulesets/` with a `ruleset.toml`
names its engine, a module function that is given the folder and returns a `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from pydantic import Field

from mordcry_app.rules.battle_engine import BattleEngine
from mordcry_app.rules.board import Plan
from mordcry_app.rules.catalogue import CatalogueItem, Content, HouseRules
from mordcry_app.rules.content_folder import ContentFolder, HouseRow
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.loader import load_record, read_toml
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.schema import ContentError, Identifier, LongText, Record, ShortText
from mordcry_app.rules.state import Member, State
from mordcry_app.rules.topics import Grid

MANIFEST_NAME = "ruleset.toml"


class Manifest(Record):
    """`ruleset.toml`: what a ruleset is called and where its engine and panels are."""

    id: Identifier
    name: ShortText
    text: LongText
    content_version: int = Field(ge=1)
    engine: str = Field(pattern=r"^[a-z_][a-z0-9_.]*:[a-z_][a-z0-9_]*$")
    panels: str = Field(default="", pattern=r"^([a-z_][a-z0-9_.]*)?$")


@dataclass(frozen=True)
class Recruit:
    """A fighter to be created: archetype, base values, and the effects that train it.

    The targets of `effects` are `self`; the service that creates the member settles them.
    """

    archetype: str
    stats: Mapping[str, int]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Joining:
    """Who may join a roster later, the usual kind first, and what each costs its purse."""

    archetypes: tuple[str, ...]
    price: int


@dataclass(frozen=True)
class CreationStyle:
    """One way to create a starting roster."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class BattleRecord:
    """What happened in a battle, as far as the time after it needs to know.

    Members and rosters are named by id. `out_by` gives for each member put out of action who did
    it, or none when nobody or somebody unknown did. `kills` counts knock-outs caused; a member
    that is not in it caused none. `objectives` and `treasures` count what each roster held at the
    end, `holders` the members that held an objective or a treasure. `unhurt` were put out of action
    without an injury to roll for.
    """

    number: int
    results: Mapping[int, BattleResult]
    took_part: frozenset[int]
    out_by: Mapping[int, int | None] = field(default_factory=dict[int, int | None])
    kills: Mapping[int, int] = field(default_factory=dict[int, int])
    objectives: Mapping[int, int] = field(default_factory=dict[int, int])
    treasures: Mapping[int, int] = field(default_factory=dict[int, int])
    holders: frozenset[int] = frozenset()
    unhurt: frozenset[int] = frozenset()
    uses_are_known: bool = False
    """Whether what was used up has been noted in the battle, so that nobody is asked about it."""


@dataclass(frozen=True)
class AdvanceProgress:
    """Where a member stands on the way to its next advance."""

    xp: int
    due: int
    next_at: int


@dataclass(frozen=True)
class AttackCell:
    """One worked-out entry of an attack line: a heading, its text, and a note to explain it.

    The note of an `exception` tells of a rule that must be known in play, so paper prints it. Where
    `rule` is given, it is the part of the note that does.
    """

    heading: str
    text: str
    note: str = ""
    exception: bool = False
    rule: str = ""


@dataclass(frozen=True)
class AttackLine:
    """What attacking with one weapon (or two) comes to, before any target is known."""

    name: str
    cells: tuple[AttackCell, ...]


class Ruleset(Protocol):
    """A ruleset's pure side: content, creation, what follows a battle, and worked-out lines."""

    @property
    def manifest(self) -> Manifest:
        """The manifest that it was made from."""
        ...

    @property
    def content(self) -> Content:
        """All of its content."""
        ...

    def content_under(self, rules: HouseRules) -> Content:
        """Return the content as a campaign with these house rules reads it."""
        ...

    def house_rule_effects(
        self, state: State, before: HouseRules, after: HouseRules
    ) -> tuple[Effect, ...]:
        """Return the settled effects that a switch of house rules has on what is there already.

        What is worked out afresh every time needs none. No dice are rolled.
        """
        ...

    @property
    def creation_styles(self) -> Sequence[CreationStyle]:
        """The ways to create a starting roster; the first is the quick start."""
        ...

    def starting_roster(self, style: str, rules: HouseRules) -> tuple[Recruit, ...]:
        """Return the fighters of a new roster, in roster order."""
        ...

    def recruit(self, archetype: str, rules: HouseRules) -> Recruit:
        """Return one fighter that joins later; raises `Refusal` for an unknown archetype."""
        ...

    def starting_resources(self, rules: HouseRules) -> Mapping[str, int]:
        """Return what a new roster starts with (crowns)."""
        ...

    def check_roster(self, state: State, roster_id: int, rules: HouseRules) -> None:
        """Raise `Refusal` when a roster has more active members than it may."""
        ...

    def check_carried(self, member: Member, rules: HouseRules) -> None:
        """Raise `Refusal` when the member cannot carry all that it carries."""
        ...

    def gear_is_saved(self, face: int) -> bool:
        """Say whether the gear of a dead member is saved on a face of a D6."""
        ...

    def check_stat(self, stat: str, value: int) -> None:
        """Raise `Refusal` when a base value typed by hand is out of range."""
        ...

    def advance_progress(self, member: Member, rules: HouseRules) -> AdvanceProgress:
        """Return how far the member is from its next advance."""
        ...

    def leader(self, state: State, roster_id: int) -> Member | None:
        """Return the active member that leads a roster."""
        ...

    def asking_price(self, item: CatalogueItem, rules: HouseRules, *, fought: bool) -> int:
        """Return what an item costs; `fought` says whether who buys it has been in a battle."""
        ...

    def joining(self, rules: HouseRules) -> Joining:
        """Return who joins a roster later, and for how much."""
        ...

    def strength(self, member: Member, rules: HouseRules | None = None) -> int:
        """Return how much a member counts when rosters are compared; by default without rules."""
        ...

    def attack_lines(self, member: Member, rules: HouseRules) -> tuple[AttackLine, ...]:
        """Return the worked-out lines of every way the member can attack."""
        ...

    def in_battle(self, item: CatalogueItem, rules: HouseRules) -> tuple[str, ...]:
        """Return in short words what an item does in a battle, one entry for each thing.

        What the effective values and the numbers of attack lines hold already is no part of it,
        nor what only matters between battles.
        """
        ...

    def rules_grids(self, rules: HouseRules) -> tuple[Grid, ...]:
        """Return the numbers that its rules look up, under the house rules in force."""
        ...

    def muster_plan(self, state: State, rules: HouseRules, members: frozenset[int]) -> Plan:
        """Return the board on which advances that are due outside an aftermath are taken."""
        ...

    def setup_plan(
        self, state: State, rules: HouseRules, battle: int, *, is_whole: bool = False
    ) -> Plan:
        """Return the board of what is asked before a battle: wounds that flare up, items.

        A whole set-up also asks what the battle itself needs: the field, how to win, who starts
        where. The outcomes of these lines have effects on the battle.
        """
        ...

    def battle_engine(self, rules: HouseRules) -> BattleEngine | None:
        """Return what plays a battle under these house rules; none without a battle helper."""
        ...

    def aftermath_plan(self, state: State, rules: HouseRules, record: BattleRecord) -> Plan:
        """Return the board of everything that follows a battle."""
        ...

    def after_battle_effects(self, state: State, record: BattleRecord) -> tuple[Effect, ...]:
        """Return the settled effects that end what was only for the battle that was fought."""
        ...


EngineFactory = Callable[[ContentFolder, Manifest], Ruleset]
"""Loads the content of a folder, with the house content over it, and returns the engine."""


@lru_cache(maxsize=32)
def find_manifests(folder: Path) -> dict[str, tuple[Path, Manifest]]:
    """Return the folder and manifest of every ruleset under `folder`, by id."""
    found: dict[str, tuple[Path, Manifest]] = {}
    for file in sorted(folder.glob(f"*/{MANIFEST_NAME}")):
        manifest = load_record(file, Manifest, read_toml(file), "")
        if manifest.id != file.parent.name:
            raise ContentError(file, "", "id", f"must be the folder's name, {file.parent.name}")
        found[manifest.id] = (file.parent, manifest)
    return found


@dataclass(frozen=True)
class LoadedRuleset:
    """A ruleset and the folder of content that it was made from."""

    ruleset: Ruleset
    folder: ContentFolder


def load_ruleset(folder: Path, ruleset_id: str) -> Ruleset:
    """Load one ruleset from `folder`, once.

    Raises `Refusal` when there is none with this id, and `ContentError` for content or an engine
    that cannot be used.
    """
    return load_shipped(folder, ruleset_id).ruleset


@lru_cache(maxsize=32)
def load_shipped(folder: Path, ruleset_id: str) -> LoadedRuleset:
    """Load one ruleset as it is shipped, once; raises as `load_ruleset` does."""
    return build_ruleset(folder, ruleset_id)


def build_ruleset(
    folder: Path,
    ruleset_id: str,
    house: Iterable[HouseRow] = (),
    pinned: Mapping[str, str] = MappingProxyType({}),
) -> LoadedRuleset:
    """Load a ruleset anew with house content, and with files that a campaign was played with.

    The manifest and the engine are always those of `folder`. Raises as `load_ruleset` does.
    """
    ruleset_folder, manifest = _found(folder, ruleset_id)
    content = ContentFolder(ruleset_folder, house, pinned)
    create = _engine(ruleset_folder / MANIFEST_NAME, manifest)
    return LoadedRuleset(create(content, manifest), content)


def _found(folder: Path, ruleset_id: str) -> tuple[Path, Manifest]:
    manifests = find_manifests(folder)
    if ruleset_id not in manifests:
        names = ", ".join(sorted(manifests)) or "none"
        raise Refusal(
            f"This campaign uses the ruleset “{ruleset_id}”, which is not installed here "
            f"(installed: {names})."
        )
    return manifests[ruleset_id]


def _engine(file: Path, manifest: Manifest) -> EngineFactory:
    module_name, _, function_name = manifest.engine.partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        problem = f"there is no module {error.name}; valid is module:function"
        raise ContentError(file, "", "engine", problem) from None
    factory = getattr(module, function_name, None)
    if not callable(factory):
        problem = f"{module_name} has no function {function_name}"
        raise ContentError(file, "", "engine", problem)
    return cast(EngineFactory, factory)
