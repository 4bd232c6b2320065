"""The closed vocabulary of what happens on the table during a battle.

The effects of `rules.effects` change the campaign; these change a battle that is under way, and
nothing else. A ruleset's procedures return them, an event stores them, and `battle.apply_battle`
folds them: a battle is what its events have made of it. They are settled: whole numbers, fighters
and sides by id.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from mordcry_app.rules.effects import Arithmetic
from mordcry_app.rules.schema import Identifier, OptionalIdentifier, Record, ShortText

Until = Literal["attack", "activation", "round", "battle"]
"""When something that acts in a battle ends: after its bearer's next attack, with its bearer's
activation, with the round, or with the battle."""

Where = Literal["table", "reserve", "out", "left"]
"""Where a fighter is: on the table, yet to arrive, out of action, or gone from the table unhurt."""

FactOwner = Annotated[str, Field(pattern=r"^(battle|(side|fighter):[0-9]{1,18})$")]
"""Whom a fact is about: the battle, one side (by roster) or one fighter."""

Fact = int | str | tuple[int, ...]
"""A fact is a number, a word, or some numbers such as the faces of dice."""


class _BattleEffect(Record):
    """Base of all battle effects."""


class Place(_BattleEffect):
    """A fighter is now somewhere else; what is on it stays."""

    op: Literal["place"] = "place"
    fighter: int
    where: Where


class Hurt(_BattleEffect):
    """A fighter takes damage; whether that puts it out of action is an effect of its own."""

    op: Literal["hurt"] = "hurt"
    fighter: int
    amount: int = Field(ge=0, le=999)


class Heal(_BattleEffect):
    """Damage is taken off a fighter, down to none."""

    op: Literal["heal"] = "heal"
    fighter: int
    amount: int = Field(ge=0, le=999)


class KnockOut(_BattleEffect):
    """A fighter is out of action, by somebody or by nobody.

    Without `injury`, no injury is rolled for it after the battle.
    """

    op: Literal["knock_out"] = "knock_out"
    fighter: int
    by: int | None = None
    injury: bool = True


class Rise(_BattleEffect):
    """A fighter that was out of action is back with some damage, free of all that acted on it."""

    op: Literal["rise"] = "rise"
    fighter: int
    damage: int = Field(ge=0, le=999)


class Afflict(_BattleEffect):
    """A fighter has a status from now on; one that it has already grows by the amount.

    `turns` is how many of its activations (or attacks) must end before the status does.
    """

    op: Literal["afflict"] = "afflict"
    fighter: int
    ref: Identifier
    until: Until
    source: ShortText
    amount: int = Field(default=1, ge=1, le=999)
    turns: int = Field(default=1, ge=1, le=9)


class Relieve(_BattleEffect):
    """A fighter loses a status, and with it every change that has the status as its cause."""

    op: Literal["relieve"] = "relieve"
    fighter: int
    ref: Identifier


class Bend(_BattleEffect):
    """A characteristic of a fighter is different for some time.

    With a `condition`, only where that holds. `cause` ties it to a status.
    """

    op: Literal["bend"] = "bend"
    fighter: int
    stat: Identifier
    amount: int = Field(ge=-99, le=99)
    until: Until
    source: ShortText
    arithmetic: Arithmetic = "add"
    condition: OptionalIdentifier = ""
    cause: OptionalIdentifier = ""
    turns: int = Field(default=1, ge=1, le=9)


class Unbend(_BattleEffect):
    """Every change of a fighter with one cause is gone."""

    op: Literal["unbend"] = "unbend"
    fighter: int
    cause: Identifier


class SetFact(_BattleEffect):
    """Something about the battle, a side or a fighter is so from now on; none forgets it."""

    op: Literal["set"] = "set"
    who: FactOwner
    key: Identifier
    value: Fact | None


class AddFact(_BattleEffect):
    """A number about the battle, a side or a fighter changes; one that was not there was 0."""

    op: Literal["add"] = "add"
    who: FactOwner
    key: Identifier
    amount: int = Field(ge=-9999, le=9999)


class PassTime(_BattleEffect):
    """A round, or somebody's activation or attack, is over: what lasted until then ends."""

    op: Literal["pass"] = "pass"
    what: Until
    fighter: int | None = None


BattleEffect = Annotated[
    Place
    | Hurt
    | Heal
    | KnockOut
    | Rise
    | Afflict
    | Relieve
    | Bend
    | Unbend
    | SetFact
    | AddFact
    | PassTime,
    Field(discriminator="op"),
]

BATTLE_EFFECTS: TypeAdapter[tuple[BattleEffect, ...]] = TypeAdapter(tuple[BattleEffect, ...])
"""Reads and writes stored battle effects as JSON values."""

BATTLE = "battle"
"""The owner of facts about the whole battle."""


def side(roster_id: int) -> str:
    """Return the owner of facts about one side."""
    return f"side:{roster_id}"


def fighter(member_id: int) -> str:
    """Return the owner of facts about one fighter."""
    return f"fighter:{member_id}"
