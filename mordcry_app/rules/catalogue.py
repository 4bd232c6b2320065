"""Schemas of the content that every ruleset ships: characteristics, archetypes, traits, items.

A ruleset may extend a schema with fields of its own (a weapon has a damage); what is here is what
the shared parts of the program need to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from mordcry_app.rules.dice import parse_real_dice
from mordcry_app.rules.effects import Arithmetic, Effect, check_arithmetic
from mordcry_app.rules.paper import PLAIN_PAPER, PaperPlan
from mordcry_app.rules.schema import (
    Anchor,
    Identifier,
    LongText,
    OptionalIdentifier,
    Record,
    RecordError,
    ShortText,
)
from mordcry_app.rules.table import Table
from mordcry_app.rules.topics import Topic


class Characteristic(Record):
    """One value of a profile.

    `floor` is the least effective value; `advance_cap` the most that an advance may reach, or
    none. `unit` is written behind the number (″); `style` says how 0 or a save is written.
    """

    id: Identifier
    name: ShortText
    short: str = Field(min_length=1, max_length=6)
    base: int = Field(ge=0, le=99)
    floor: int = Field(default=0, ge=0, le=99)
    advance_cap: int | None = Field(default=None, ge=1, le=99)
    can_advance: bool = True
    unit: str = Field(default="", max_length=3)
    style: Literal["number", "save"] = "number"
    text: LongText = ""

    @model_validator(mode="after")
    def _limits_make_sense(self) -> Characteristic:
        if self.base < self.floor:
            raise RecordError(f"{self.base} is below the floor, {self.floor}", field="base")
        if self.advance_cap is not None and self.advance_cap < self.floor:
            problem = f"{self.advance_cap} is below the floor, {self.floor}"
            raise RecordError(problem, field="advance_cap")
        return self

    def written(self, value: int) -> str:
        """Return a value as players write it: `5″`, `6+`, `–` for no save."""
        if self.style == "save":
            return f"{value}+" if value else "–"
        return f"{value}{self.unit}"


class Archetype(Record):
    """A kind of fighter: what it starts with and how many a starting roster has.

    `tags` are those that each of its kind has from the start (a hound is a beast).
    """

    id: Identifier
    name: ShortText
    count: int = Field(ge=0, le=50)
    xp: int = Field(default=0, ge=0, le=10_000)
    training: dict[Identifier, Annotated[int, Field(ge=-99, le=99)]] = Field(default_factory=dict)
    training_source: ShortText = "Training"
    leads: bool = False
    tags: tuple[Identifier, ...] = ()
    text: LongText = ""


class Condition(Record):
    """A circumstance under which alone a modifier acts: the first round, a search at the market."""

    id: Identifier
    name: ShortText
    text: LongText = ""


class PendingDefinition(Record):
    """Something that can wait for a member or a roster.

    `until` says what uses it up: the next battle (armed at its set-up, gone after it), the next
    search at the market, the time after the next battle, or only its own use. `name` is read with
    its amount: “Starts the next battle wounded” 2.
    """

    id: Identifier
    name: ShortText
    text: LongText = ""
    until: Literal["battle", "market", "aftermath", "used"] = "battle"
    good: bool = True
    counts: bool = False


class WornModifier(Record):
    """A modifier that acts while an item is worn or a trait is held.

    `when` names the condition under which alone it acts; none for one that always does.
    """

    stat: Identifier
    amount: int = Field(ge=-99, le=99)
    arithmetic: Arithmetic = "add"
    when: OptionalIdentifier = ""

    @model_validator(mode="after")
    def _amount_can_be_used(self) -> WornModifier:
        check_arithmetic(self.arithmetic, self.amount)
        return self


def _is_level(text: str) -> str:
    if not (text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= 2):
        raise ValueError(f"“{text[:20]}” is not a level; valid are 1 to 99")
    return text


Level = Annotated[str, AfterValidator(_is_level)]
"""A level of a trait, 1 to 99, as a key."""


class TraitDefinition(Record):
    """A skill, ability, injury or other trait in the catalogue.

    Each level up to `most_levels` brings `modifiers` once more (so an injury that is repeated
    totals −2); `at_level` adds modifiers when exactly that level is reached. A `lasting` trait can
    be removed by an advance or a healer.
    """

    kind: Identifier
    id: Identifier
    name: ShortText
    text: LongText
    cost: Literal["", "double", "triple", "quad"] = ""
    universal: bool = False
    lasting: bool = False
    most_levels: int | None = Field(default=1, ge=1, le=99)
    modifiers: tuple[WornModifier, ...] = ()
    at_level: dict[Level, tuple[WornModifier, ...]] = Field(default_factory=dict)
    level_names: dict[Level, ShortText] = Field(default_factory=dict)

    def modifiers_at(self, level: int) -> tuple[WornModifier, ...]:
        """Return the modifiers that reaching `level` brings."""
        steady = self.modifiers if self.most_levels is None or level <= self.most_levels else ()
        return (*steady, *self.at_level.get(str(level), ()))

    def name_at(self, level: int) -> str:
        """Return what the trait is called at a level (an eye injury becomes a lost eye).

        A level without a name of its own is called like the highest named one below it.
        """
        named = max((n for n in map(int, self.level_names) if n <= level), default=0)
        return self.level_names.get(str(named), self.name)


class ItemUse(Record):
    """One way to use an item: at which moment, how often, and what it does then.

    `moment` and `does` are the ruleset’s words; its engine carries them out. `when` names a
    condition without which it cannot be used. `need` is the least face of a D6 with which it works,
    none when it always does; `dice` and `inches` say how much and how far. `effects` happen with
    it, `afterwards` when the battle in which it was used is over. `per` counts the uses: an item
    that is used `once` is gone with it, one that is used once a `campaign` is spent.
    """

    id: Identifier
    moment: Identifier
    does: Identifier
    per: Literal["any", "round", "battle", "campaign", "once"] = "any"
    text: LongText = ""
    need: int | None = Field(default=None, ge=2, le=6)
    dice: str = Field(default="", max_length=40)
    inches: int = Field(default=0, ge=0, le=99)
    amount: int = Field(default=0, ge=-99, le=99)
    when: OptionalIdentifier = ""
    effects: tuple[Effect, ...] = ()
    afterwards: tuple[Effect, ...] = ()

    @field_validator("dice")
    @classmethod
    def _dice_can_be_read(cls, value: str) -> str:
        if value:
            parse_real_dice(value)
        return value


class CatalogueItem(Record):
    """Something that can be carried: its name, price and what it changes while worn.

    `after_battle` happens after each battle in which its bearer took part, `when_taken` once when
    somebody takes it. `rarity` and `on` are its place in a table of finds, none for what is not
    found like that.
    """

    kind: Identifier
    id: Identifier
    name: ShortText
    text: LongText = ""
    price: int = Field(default=0, ge=0, le=100_000)
    modifiers: tuple[WornModifier, ...] = ()
    uses: tuple[ItemUse, ...] = Field(default=(), max_length=12)
    after_battle: tuple[Effect, ...] = ()
    when_taken: tuple[Effect, ...] = ()
    tags: tuple[Identifier, ...] = ()
    rarity: OptionalIdentifier = ""
    on: int | None = Field(default=None, ge=1, le=36)

    @model_validator(mode="after")
    def _has_a_whole_place(self) -> CatalogueItem:
        if bool(self.rarity) != (self.on is not None):
            raise RecordError("rarity and on come together", field="on")
        ids = [use.id for use in self.uses]
        if len(set(ids)) != len(ids):
            raise RecordError(f"an id stands twice: {', '.join(ids)}", field="uses")
        return self


class SwitchOption(Record):
    """One setting of a house rule, and what changes with it."""

    id: Identifier
    label: ShortText
    changes: LongText = ""


class HouseRule(Record):
    """A ruling that a group may switch: what the rules say, our default, and the other readings.

    A rule has either `options` or a number between `least` and `most`. `touches` names the places
    in the rules beside which it is shown. With `at_table` the program keeps what the group has
    agreed and shows it there; people carry it out at the table.
    """

    id: Identifier
    topic: ShortText
    name: ShortText
    rules_say: LongText
    why: LongText
    default: str | int
    options: tuple[SwitchOption, ...] = ()
    least: int | None = None
    most: int | None = None
    touches: tuple[Anchor, ...] = ()
    at_table: bool = False

    @model_validator(mode="after")
    def _can_be_switched(self) -> HouseRule:
        bounded = self.least is not None and self.most is not None
        if bool(self.options) == bounded:
            raise RecordError(
                "a house rule needs either options, or a least and a most number", field="options"
            )
        ids = [option.id for option in self.options]
        if len(set(ids)) != len(ids):
            raise RecordError(f"an id stands twice: {', '.join(ids)}", field="options")
        problem = self.problem_with(self.default)
        if problem:
            raise RecordError(problem, field="default")
        return self

    def problem_with(self, value: str | int) -> str:
        """Return a sentence that says why `value` cannot be used, or nothing."""
        if self.options:
            ids = [option.id for option in self.options]
            return "" if value in ids else f"{value} is not one of {', '.join(ids)}."
        if self.least is None or self.most is None:
            return "This house rule has no settings."
        if type(value) is int and self.least <= value <= self.most:
            return ""
        return f"{value} is not a number from {self.least} to {self.most}."


class HouseRules:
    """The house rules of one campaign: each ruling's chosen value, or its default."""

    def __init__(
        self, rules: Mapping[str, HouseRule], chosen: Mapping[str, str | int] | None = None
    ) -> None:
        self._rules = rules
        self._chosen = dict(chosen or {})

    def __getitem__(self, rule_id: str) -> str | int:
        """Return the value in force; `KeyError` for a rule that the ruleset does not have."""
        rule = self._rules[rule_id]
        value = self._chosen.get(rule_id, rule.default)
        return rule.default if rule.problem_with(value) else value

    def number(self, rule_id: str) -> int:
        """Return the value of a rule that is a number."""
        value = self[rule_id]
        if not isinstance(value, int):
            raise TypeError(f"the house rule {rule_id} is not a number")
        return value

    def changed(self) -> dict[str, str | int]:
        """Return the rules whose value differs from the default."""
        return {
            rule_id: self[rule_id]
            for rule_id, rule in self._rules.items()
            if self[rule_id] != rule.default
        }


class Resource(Record):
    """Something counted in a ledger: crowns, renown, XP.

    `owner` says who has it. A member's resource that is `summed` counts for the roster as the sum
    over its active members. A `hidden` one is book-keeping and stays off the screens.
    """

    id: Identifier
    name: ShortText
    short: ShortText
    owner: Literal["member", "roster"]
    summed: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class Content:
    """All content of one ruleset, by id."""

    characteristics: Mapping[str, Characteristic]
    resources: Mapping[str, Resource]
    archetypes: Mapping[str, Archetype]
    traits: Mapping[tuple[str, str], TraitDefinition]
    items: Mapping[str, CatalogueItem]
    tables: Mapping[str, Table]
    house_rules: Mapping[str, HouseRule]
    conditions: Mapping[str, Condition] = field(default_factory=dict[str, Condition])
    pending: Mapping[str, PendingDefinition] = field(default_factory=dict[str, PendingDefinition])
    topics: Mapping[str, Topic] = field(default_factory=dict[str, Topic])
    paper: PaperPlan = PLAIN_PAPER

    @cached_property
    def item_places(self) -> Mapping[str, int]:
        """The place of each item in the catalogue, by id."""
        return {ref: place for place, ref in enumerate(self.items)}

    def called(self, name: str, archetype: str) -> str:
        """Return a member's name or, for one without a name, “unnamed Youngblood”."""
        known = self.archetypes.get(archetype)
        return name or f"unnamed {known.name if known else 'fighter'}"

    def trait(self, kind: str, ref: str) -> TraitDefinition | None:
        """Return the definition of a trait; none for what a group made up by hand."""
        return self.traits.get((kind, ref))

    def traits_of(self, kind: str) -> tuple[TraitDefinition, ...]:
        """Return every definition of one kind, in catalogue order."""
        return tuple(t for t in self.traits.values() if t.kind == kind)

    def items_of(self, kind: str) -> tuple[CatalogueItem, ...]:
        """Return every catalogue item of one kind, in catalogue order."""
        return tuple(i for i in self.items.values() if i.kind == kind)
