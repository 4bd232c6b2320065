"""Damage, from whatever it comes, and being put out of action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Afflict
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Answer, Outcome, every_branch, run
from mordcry_app.rules.state import Trait
from mordcry_app.rulesets.mordcry.battle import damage
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known, OfFighter
from tests.rulesets.mordcry.battle.attacks import (
    ANSELM,
    RUTA,
    acting,
    anselm,
    asking,
    brannoc,
    facing,
    ruta,
)
from tests.rulesets.mordcry.battle.playing import Scripted, Table, about_fighter, answer_to

Part = Callable[[Fight], Asking[str]]

SERIOUS = Trait("injury", "seriously_wounded", "Serious wound")


def done(table: Table, part: Part, **answers: Scripted) -> Outcome:
    """Let a part of a procedure happen on the table, with its rolls answered in their order."""
    given: dict[str, Answer] = {}
    procedure = asking(table, part)
    scripted = list(answers.values())
    while True:
        progress = run(procedure, given)
        if progress.outcome is not None:
            break
        assert progress.question is not None
        given[progress.question.key] = answer_to(progress.question, scripted.pop(0))
    assert not scripted
    table.apply(*progress.outcome.battle)
    return progress.outcome


def hurting(fighter: int, amount: int, *, by: int | None = None, critical: bool = False) -> Part:
    """Return damage to a fighter as a part of a procedure; it returns whether that put it out."""

    def part(fight: Fight) -> Asking[str]:
        out = yield from damage.hurt(
            fight, fighter, amount, by=by, source="a test", key="hurt", critical=critical
        )
        return "out" if out else "stands"

    return part


def test_damage_adds_up_to_the_wounds_and_the_rest_is_lost() -> None:
    table = facing(anselm(), ruta(w=4))
    assert done(table, hurting(RUTA, 3, by=ANSELM)).summary == "stands"
    assert table.fight.wounds_left(RUTA) == 1
    outcome = done(table, hurting(RUTA, 6, by=ANSELM))
    assert outcome.summary == "out"
    assert table.fighter(RUTA).damage == 4
    assert table.fighter(RUTA).out_by == ANSELM
    assert outcome.story == (
        "Ruta takes 1 damage (a test).",
        "Anselm puts Ruta out of action.",
    )


def test_nothing_happens_to_whoever_is_not_on_the_table() -> None:
    table = facing(anselm(), ruta())
    done(table, hurting(RUTA, 2))
    assert done(table, hurting(RUTA, 2)).battle == ()
    assert done(table, hurting(ANSELM, 0)).battle == ()


def test_only_a_critical_wound_takes_the_last_from_grim_resolve() -> None:
    table = facing(anselm(), ruta(w=3))
    table.apply(Afflict(fighter=RUTA, ref="grim_resolve", until="round", source="Grim Resolve"))
    assert done(table, hurting(RUTA, 9)).summary == "stands"
    assert table.fight.wounds_left(RUTA) == 1
    assert done(table, hurting(RUTA, 1)).battle == ()
    assert done(table, hurting(RUTA, 1, critical=True)).summary == "out"


def test_healing_goes_down_to_no_damage() -> None:
    table = facing(anselm(), ruta(w=5))
    done(table, hurting(RUTA, 3))
    fight = table.fight
    assert damage.heal(fight, RUTA, 2) == 2
    assert damage.heal(fight, RUTA, 2) == 1
    assert damage.heal(fight, RUTA, 2) == 0
    assert fight.fighter(RUTA).damage == 0


# ------------------------------------------------------------------------------ out of action


def test_a_treasure_is_dropped_where_its_carrier_falls() -> None:
    table = facing(anselm(), ruta())
    table.apply(*about_fighter(RUTA, carries=1))
    outcome = done(table, hurting(RUTA, 2, by=ANSELM))
    assert table.fighter(RUTA).number(OfFighter.CARRIES) == 0
    assert table.battle.number_of(Known.TREASURES) == 1
    assert "Ruta drops the treasure." in outcome.story


def test_a_knock_out_without_an_injury_is_by_nobody() -> None:
    table = facing(anselm(), ruta())

    def part(fight: Fight) -> Asking[str]:
        yield from damage.knock_out(fight, RUTA, None, key="out", injury=False)
        return ""

    outcome = done(table, part)
    fallen = table.fighter(RUTA)
    assert (fallen.where, fallen.out_by, fallen.spared) == ("out", None, True)
    assert outcome.told == ("Ruta was put out of action.",)
    assert done(table, part).battle == ()


def test_the_activation_of_a_fighter_ends_with_its_fall() -> None:
    table = acting(anselm(), ruta(), brannoc())
    done(table, hurting(ANSELM, 2, by=RUTA))
    assert table.fight.active is None
    assert table.fighter(ANSELM).where == "out"


# ---------------------------------------------------------------------------- serious wounds


def test_a_serious_wound_costs_the_actions_that_are_left() -> None:
    hurt = replace(anselm(w=5), traits=(SERIOUS,))
    table = acting(hurt, ruta())
    done(table, hurting(ANSELM, 1, by=RUTA), test=6)
    assert table.fighter(ANSELM).level(Doing.ACTIONS) >= 2
    assert "no action left" in table.refusal(
        "attack", attacker=ANSELM, weapon="unarmed", targets=(RUTA,)
    )


def test_a_serious_wound_can_be_borne() -> None:
    hurt = replace(ruta(w=5), traits=(SERIOUS,))
    table = acting(anselm(), hurt)
    done(table, hurting(RUTA, 1), test=3)
    assert not table.fighter(RUTA).has(Doing.ACTED)
    done(table, hurting(RUTA, 1), test=4)
    assert table.fighter(RUTA).has(Doing.ACTED)
    done(table, hurting(RUTA, 1))


def test_whoever_waits_with_a_serious_wound_waits_no_more() -> None:
    hurt = replace(ruta(w=5), traits=(SERIOUS,))
    table = acting(anselm(), hurt)
    for ref in (Doing.ACTED, Doing.WAITING):
        table.apply(Afflict(fighter=RUTA, ref=ref.value, until="round", source="A test"))
    done(table, hurting(RUTA, 1), test=6)
    assert not table.fighter(RUTA).has(Doing.WAITING)


def test_every_face_of_the_test_of_a_serious_wound() -> None:
    hurt = replace(ruta(w=5), traits=(SERIOUS,))
    table = acting(anselm(), hurt)
    branches = list(every_branch(asking(table, hurting(RUTA, 1))))
    lost = sum(branch.chance for branch in branches if len(branch.outcome.battle) > 1)
    assert lost == pytest.approx(1 / 2)


# ------------------------------------------------------------------------ fire and poison


@pytest.mark.parametrize(
    ("ailment", "rule", "reading", "taken"),
    [
        (Ailment.ON_FIRE, "on_fire", "until_cleared", 1),
        (Ailment.ON_FIRE, "on_fire", "one_round", 1),
        (Ailment.ON_FIRE, "on_fire", "ignored", 0),
        (Ailment.POISONED, "poisoned", "ignored", 0),
        (Ailment.POISONED, "poisoned", "damage", 1),
    ],
)
def test_fire_and_poison_at_the_end_of_a_round(
    ailment: Ailment, rule: str, reading: str, taken: int
) -> None:
    rules: dict[str, str] = {rule: reading}
    table = acting(anselm(), ruta(w=5), active=ANSELM, **rules)
    table.apply(Afflict(fighter=RUTA, ref=ailment.value, until="battle", source="A test"))

    def part(fight: Fight) -> Asking[str]:
        yield from damage.burn(fight, "burn")
        return ""

    done(table, part)
    assert table.fighter(RUTA).damage == taken
    assert table.fighter(ANSELM).damage == 0
