"""The closed vocabulary in which tables, items and procedures say what happens.

An effect is data. Content files write *declared* effects, whose amounts may be dice and whose
targets may be words such as `self`; `settle.settle` turns them into *settled* effects, whose
amounts are whole numbers and whose targets are one member or one roster. Only settled effects
reach the interpreter and the database. There are no variables, loops or expressions: what does
not fit is a named function of the ruleset (`call`) that returns effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BeforeValidator, Field, StringConstraints, field_validator, model_validator

from mordcry_app.rules.dice import parse_dice, parse_real_dice
from mordcry_app.rules.schema import (
    Covering,
    Identifier,
    LongText,
    OptionalIdentifier,
    Record,
    RecordError,
    ShortText,
)

Who = Annotated[
    str, StringConstraints(pattern=r"^(self|roster|all|random|(member|roster):[0-9]{1,18})$")
]
"""Whom an effect touches: the member it is rolled for, its roster, each active member, one active
member drawn by dice; settled effects name `member:ID` or `roster:ID`."""

Ends = Literal[
    "permanent",
    "until_removed",
    "battle",
    "round",
    "activation",
    "while_worn",
]
"""When a modifier ends."""

Lasts = Literal[
    "permanent",
    "until_removed",
    "next_battle",
    "battle",
    "round",
    "activation",
    "while_worn",
]
"""When a modifier that is added ends; one for the next battle waits for it first."""

LARGEST_AMOUNT = 1_000_000


def _whole_or_dice(value: object) -> object:
    if isinstance(value, str):
        dice = parse_dice(value)
        if dice.sides:
            return value
        value = dice.bonus
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("must be a whole number, or dice such as “d3” or “2d6*10”")
    if not 0 <= value <= LARGEST_AMOUNT:
        raise ValueError(f"must be from 0 to {LARGEST_AMOUNT:,}")
    return value


Amount = Annotated[int | str, BeforeValidator(_whole_or_dice)]
"""A whole number from 0 to 1,000,000, or dice such as `d3` or `2d6*10` that are rolled when the
effect happens. What is taken away has an operation of its own, so no amount is negative."""

Arithmetic = Literal["add", "multiply", "divide"]


def check_arithmetic(arithmetic: Arithmetic, amount: int) -> None:
    """Raise `ValueError` for an amount that a value cannot be multiplied or divided by."""
    if arithmetic == "divide" and amount < 1:
        raise RecordError(f"{amount} cannot divide; valid are 1 and more", field="amount")
    if arithmetic == "multiply" and amount < 0:
        raise RecordError(f"{amount} cannot multiply; valid are 0 and more", field="amount")


class _Effect(Record):
    for_rosters: ClassVar[bool] = False
    """Whether a roster can be the target; a member can be the target of every effect."""

    who: Who = "self"

    @field_validator("who")
    @classmethod
    def _a_roster_can_be_meant(cls, value: str) -> str:
        if value.startswith("roster") and not cls.for_rosters:
            raise ValueError(
                f"“{value}” is a roster, and this touches a member; valid: self, all, random"
            )
        return value


class Gain(_Effect):
    """Add an amount of a resource (crowns, renown, XP, …) to a member or a roster."""

    for_rosters = True

    op: Literal["gain"] = "gain"
    resource: Identifier
    amount: Amount
    reason: ShortText = "gained"


class Lose(_Effect):
    """Take an amount of a resource away; what is not there is not taken, so it ends at 0."""

    for_rosters = True

    op: Literal["lose"] = "lose"
    resource: Identifier
    amount: Amount
    reason: ShortText = "lost"


class Modify(_Effect):
    """Add a modifier to a characteristic, with its source and when it ends.

    `cause` ties the modifier to a trait (`kind:ref`) or an item (`item:ref`) so that it goes when
    that goes. `when` names the condition under which alone it acts.
    """

    op: Literal["modify"] = "modify"
    stat: Identifier
    amount: int = Field(ge=-999, le=999)
    source: ShortText = "modifier"
    ends: Lasts = "permanent"
    cause: str = Field(default="", max_length=130)
    arithmetic: Arithmetic = "add"
    when: OptionalIdentifier = ""

    @model_validator(mode="after")
    def _amount_can_be_used(self) -> Modify:
        check_arithmetic(self.arithmetic, self.amount)
        if self.ends == "next_battle" and self.arithmetic != "add":
            raise RecordError("only what is added can wait for a battle", field="arithmetic")
        return self


class Unmodify(_Effect):
    """Remove every modifier with this cause, or, with no cause, every one that ends as named."""

    op: Literal["unmodify"] = "unmodify"
    cause: str = Field(default="", max_length=130)
    ends: Ends | None = None


class SetStat(_Effect):
    """Set the base value of a characteristic (a correction by hand, or creation)."""

    op: Literal["set_stat"] = "set_stat"
    stat: Identifier
    value: int = Field(ge=0, le=999)


class AddTrait(_Effect):
    """Add a trait (skill, injury, pending effect, condition …) or raise its level by `levels`.

    Declared with a reference to the catalogue, it brings the modifiers that the trait has at its
    new level; settling spells those out as `modify` effects of their own.
    """

    op: Literal["add_trait"] = "add_trait"
    kind: Identifier
    ref: Identifier
    name: ShortText | None = None
    levels: int = Field(default=1, ge=1, le=99)
    source: ShortText = "added"


class RemoveTrait(_Effect):
    """Remove a trait, whatever its level, together with the modifiers that it caused."""

    op: Literal["remove_trait"] = "remove_trait"
    kind: Identifier
    ref: Identifier


class GainItem(_Effect):
    """Put a catalogue item into a member's hands or, for a roster, into its stash."""

    for_rosters = True

    op: Literal["gain_item"] = "gain_item"
    ref: Identifier
    quantity: int = Field(default=1, ge=1, le=99)
    spent: bool = False


class LoseItem(_Effect):
    """Take one unit of an item from a member or from a roster's stash.

    With the last one, a member loses what taking it had brought.
    """

    for_rosters = True

    op: Literal["lose_item"] = "lose_item"
    ref: Identifier
    quantity: int = Field(default=1, ge=1, le=99)
    spent: bool = False


class SpendItem(_Effect):
    """Note that one unit of a member's item has had its use of this campaign."""

    op: Literal["spend_item"] = "spend_item"
    ref: Identifier


class GearToStash(_Effect):
    """Move everything that a member carries into the stash of its roster."""

    op: Literal["gear_to_stash"] = "gear_to_stash"


class GearLost(_Effect):
    """Remove everything that a member carries from the campaign."""

    op: Literal["gear_lost"] = "gear_lost"


class MissNextBattle(_Effect):
    """The member sits out the next battle."""

    op: Literal["miss_next_battle"] = "miss_next_battle"
    source: ShortText = "must rest"


class WoundsNextBattle(_Effect):
    """The member starts the next battle with wounds already taken."""

    op: Literal["wounds_next_battle"] = "wounds_next_battle"
    amount: Amount
    source: ShortText = "wounded before the battle"


class Await(_Effect):
    """Something else waits for a member or a roster: a bonus at the market, a deployment, …"""

    for_rosters = True

    op: Literal["await"] = "await"
    ref: Identifier
    amount: int = Field(default=1, ge=1, le=999)
    source: ShortText = "waits"


class Spend(_Effect):
    """Use up what waits under a reference, oldest first; without an amount, all of it."""

    for_rosters = True

    op: Literal["spend"] = "spend"
    ref: Identifier
    amount: Amount | None = None


class Arm(_Effect):
    """The battle is set up: what waits under a reference acts in it.

    Modifiers that waited become modifiers that end with the battle.
    """

    for_rosters = True

    op: Literal["arm"] = "arm"
    ref: Identifier


class Join(_Effect):
    """A new member stands on a roster, with nothing yet but its archetype, name and tags.

    `member` is its id, the `next_member` of the state. Only functions of a ruleset say this: they
    know what a recruit starts with.
    """

    for_rosters = True

    op: Literal["join"] = "join"
    member: int = Field(ge=1)
    archetype: Identifier
    name: str = Field(default="", max_length=200)
    tags: tuple[Identifier, ...] = ()

    @model_validator(mode="after")
    def _a_roster_is_joined(self) -> Join:
        if not self.who.startswith("roster"):
            raise RecordError("must be a roster", field="who")
        return self


class Kill(_Effect):
    """The member dies and leaves the roster for the graveyard."""

    op: Literal["kill"] = "kill"
    source: ShortText = "died"


class Retire(_Effect):
    """The member leaves the roster alive."""

    op: Literal["retire"] = "retire"
    source: ShortText = "retired"


class Restore(_Effect):
    """A dead or retired member stands on the roster again."""

    op: Literal["restore"] = "restore"


class AddTag(_Effect):
    """Give a member a tag that rules look for (undead, holy, …)."""

    op: Literal["add_tag"] = "add_tag"
    tag: Identifier


class RemoveTag(_Effect):
    """Take a tag from a member."""

    op: Literal["remove_tag"] = "remove_tag"
    tag: Identifier


class Alternative(Record):
    """One of the things that may be chosen."""

    id: Identifier
    label: ShortText
    effects: tuple[Effect, ...] = ()


class ChooseOne(_Effect):
    """The player picks one of several lists of effects.

    In this and the other effects that ask, `who` says for whom it is asked; for `all` it is asked
    for each of them, and `self` in the effects inside is the member for whom it is asked.
    """

    op: Literal["choose"] = "choose"
    options: tuple[Alternative, ...] = Field(min_length=2, max_length=20)

    @model_validator(mode="after")
    def _ids_differ(self) -> ChooseOne:
        ids = [option.id for option in self.options]
        for number, option_id in enumerate(ids, 1):
            if option_id in ids[: number - 1]:
                raise RecordError(
                    f"“{option_id}” stands twice; each option needs an id of its own",
                    row=f"option {number}",
                    field="id",
                )
        return self


class Test(_Effect):
    """A characteristic test: D6 at most the effective value passes.

    Rules: mordcry.txt, "Characteristic Tests". `bonus` is added to the value that is tested. A
    `fixed` test passes on that face and more, whatever the value (ruling 58), unless a group tests
    the characteristic instead.
    """

    __test__ = False
    op: Literal["test"] = "test"
    stat: Identifier
    bonus: int = Field(default=0, ge=-99, le=99)
    fixed: int | None = Field(default=None, ge=2, le=6)
    passed: tuple[Effect, ...] = ()
    failed: tuple[Effect, ...] = ()


class OnRoll(Covering):
    """What happens on some totals of a roll."""

    effects: tuple[Effect, ...] = ()


class RollFor(_Effect):
    """Roll dice; the row that covers the total happens. A total without a row does nothing."""

    op: Literal["roll"] = "roll"
    dice: str
    rows: tuple[OnRoll, ...] = Field(min_length=1, max_length=100)

    @field_validator("dice")
    @classmethod
    def _dice_can_be_read(cls, value: str) -> str:
        parse_real_dice(value)
        return value

    @model_validator(mode="after")
    def _rows_answer_the_dice(self) -> RollFor:
        dice = parse_dice(self.dice)
        totals = dice.totals()
        for number, row in enumerate(self.rows, 1):
            label = f"row {number}"
            if not any(row.covers(total) for total in totals):
                raise RecordError(
                    f"{row.on} cannot be rolled with {dice.name}; valid: {dice.outcomes()}",
                    row=label,
                    field="on",
                )
            for other in self.rows[: number - 1]:
                if row.first <= other.last and other.first <= row.last:
                    raise RecordError(
                        f"{row.on} and {other.on} overlap; each total has one row at most",
                        row=label,
                        field="on",
                    )
        return self


class Draw(_Effect):
    """Roll on another table and carry its row out."""

    op: Literal["draw"] = "draw"
    table: Identifier


class Call(_Effect):
    """Ask a named function of the ruleset, which returns effects."""

    op: Literal["call"] = "call"
    function: Identifier


class Story(_Effect):
    """A line for the chronicle; it changes nothing."""

    for_rosters = True

    op: Literal["story"] = "story"
    text: LongText


Effect = Annotated[
    Gain
    | Lose
    | Modify
    | Unmodify
    | SetStat
    | AddTrait
    | RemoveTrait
    | GainItem
    | LoseItem
    | SpendItem
    | GearToStash
    | GearLost
    | MissNextBattle
    | WoundsNextBattle
    | Await
    | Spend
    | Arm
    | Join
    | Kill
    | Retire
    | Restore
    | AddTag
    | RemoveTag
    | ChooseOne
    | Test
    | RollFor
    | Draw
    | Call
    | Story,
    Field(discriminator="op"),
]

Interactive = ChooseOne | Test | RollFor | Draw | Call
"""Effects that ask or look something up before they come down to settled ones."""

for _model in (Alternative, ChooseOne, Test, OnRoll, RollFor):
    _model.model_rebuild()


def _types_by_op() -> Mapping[str, type[Record]]:
    union, _ = get_args(Effect)
    types: tuple[type[Record], ...] = get_args(union)
    return MappingProxyType({str(t.model_fields["op"].default): t for t in types})


EFFECT_TYPES = _types_by_op()
"""Every operation of the vocabulary with its record."""


def member(member_id: int) -> str:
    """Return the target that names one member."""
    return f"member:{member_id}"


def roster(roster_id: int) -> str:
    """Return the target that names one roster."""
    return f"roster:{roster_id}"


def target(effect: Effect) -> tuple[Literal["member", "roster"], int]:
    """Return the kind and id of a settled effect's target.

    Raises `ValueError` for a declared target that was never settled.
    """
    kind, separator, number = effect.who.partition(":")
    if not separator:
        raise ValueError(f"{effect.op} still says “{effect.who}”; settle effects before use")
    return ("member" if kind == "member" else "roster"), int(number)
