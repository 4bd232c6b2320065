"""Falls, their impact, and damage by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mordcry_app.rules.procedure import Choose, every_branch
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import mishaps
from mordcry_app.rulesets.mordcry.lookups import wound_need
from tests.rulesets.mordcry.battle.attacks import ANSELM, RUTA, acting, anselm, facing, ruta
from tests.rulesets.mordcry.battle.playing import command
from tests.rulesets.mordcry.helpers import rules_with


def test_a_short_fall_does_nothing() -> None:
    table = facing(anselm(), ruta())
    assert table.do("fall", fighter=RUTA, inches=1).summary == "no damage"
    assert table.last.story[0].startswith("Ruta falls 1″: The Ashen Vigil puts it down within 2″")


def test_a_deep_fall_hits_with_the_strength_of_its_inches() -> None:
    table = facing(anselm(), ruta(w=9))
    answers = {"fall/impact/hits": 3, "fall/impact/wound": (3, 4, 6)}
    assert table.do("fall", answers, fighter=RUTA, inches=3).summary == "2 damage"
    assert not table.fighter(RUTA).statuses


@pytest.mark.parametrize("inches", [2, 3, 5])
def test_the_chance_of_each_damage_of_a_fall(inches: int) -> None:
    table = facing(anselm(), ruta(w=9))
    todo = command("fall", fighter=RUTA, inches=inches)
    branches = every_branch(lambda: table.engine.procedure(table.state, table.battle, todo))
    found: dict[str, Fraction] = {}
    for branch in branches:
        summary = branch.outcome.summary
        found[summary] = found.get(summary, Fraction(0)) + branch.chance
    need = wound_need(inches, 3, rules_with())
    assert need is not None
    share = Fraction(7 - need, 6)
    assert sum(found.values()) == 1
    assert found["3 damage"] == share**3 / 3
    assert found["no damage"] == sum((1 - share) ** hits for hits in (1, 2, 3)) / 3


def test_a_fall_that_cannot_hurt_is_not_rolled() -> None:
    table = facing(anselm(), ruta(ds=9))
    table.do("fall", fighter=RUTA, inches=2)
    assert "so nothing is rolled" in table.last.story[1]


def test_armour_is_tried_on_the_wounds_of_a_fall() -> None:
    table = facing(anselm(), ruta("full_plate", w=9))
    answers = {
        "fall/impact/hits": 2,
        "fall/impact/wound": (6, 6),
        "fall/impact/armour": (5, 4),
    }
    assert table.do("fall", answers, fighter=RUTA, inches=5).summary == "1 damage"


def test_what_breaks_a_fall() -> None:
    table = facing(anselm("specters_chainmail"), ruta("iron_spikes", w=9))
    assert table.do("fall", fighter=ANSELM, inches=9).summary == "no damage"
    asked = table.asks("fall", fighter=RUTA, inches=9)
    assert asked.key == "fall/soft/fall"
    table.do("fall", {asked.key: "iron_spikes:land"}, fighter=RUTA, inches=9)
    assert table.fighter(RUTA).damage == 0
    answers = {"fall/impact/hits": 1, "fall/impact/wound": 2}
    assert table.do("fall", answers, fighter=RUTA, inches=9).summary == "1 damage"


def test_whoever_falls_where_there_is_no_place_is_out() -> None:
    table = facing(anselm(), ruta())
    assert table.do("fall", fighter=RUTA, nowhere=True).summary == "out of action"
    assert table.fighter(RUTA).where == "out"
    assert table.fighter(RUTA).out_by is None
    assert "does not stand on the table" in table.refusal("fall", fighter=RUTA, inches=3)


def test_damage_by_hand() -> None:
    table = facing(anselm(), ruta(w=3))
    assert table.do("damage", fighter=RUTA, amount=1).summary == "1 damage"
    assert table.last.story == ("Ruta takes 1 damage (by hand).",)
    assert table.do("damage", fighter=RUTA, amount=5, by=ANSELM).summary == (
        "2 damage, out of action"
    )
    assert table.fighter(RUTA).out_by == ANSELM
    with pytest.raises(Refusal):
        table.do("damage", fighter=99, amount=1, forced=True)
    with pytest.raises(Refusal):
        table.do("damage", fighter=ANSELM, amount=1, by=99, forced=True)


# ------------------------------------------------------------------------- where they are offered


def test_the_active_fighter_can_fall_and_is_asked_how_deep() -> None:
    table = acting(anselm(), ruta())
    offers = table.engine.offers(table.state, table.battle)
    offer = next(o for o in offers if o.id == f"fall/{ANSELM}")
    assert (offer.label, offer.fighter, offer.refused) == ("Anselm falls", ANSELM, "")
    asked = table.asks("fall", fighter=ANSELM)
    assert isinstance(asked, Choose)
    assert [option.id for option in asked.options][:3] == ["1", "2", "3"]
    assert table.do("fall", {asked.key: "1"}, fighter=ANSELM).summary == "no damage"
    assert table.do("fall", {asked.key: "nowhere"}, fighter=ANSELM).summary == "out of action"


def test_mishaps_of_anybody_are_entered_by_hand() -> None:
    table = facing(anselm(), ruta(w=4))
    entered = {c.id: c for c in mishaps.corrections(table.fight, RUTA)}
    assert list(entered) == ["hurt", "fall", "fall_nowhere"]
    hurt = entered["hurt"].with_value(choice=str(ANSELM), number=1)
    assert table.refusal(hurt.kind, **hurt.values) == ""
    assert table.do(hurt.kind, **hurt.values).summary == "1 damage"
    nobody = entered["hurt"].with_value(choice="0", number=1)
    assert table.do(nobody.kind, **nobody.values).summary == "1 damage"
    shallow = entered["fall"].with_value(number=1)
    assert table.do(shallow.kind, **shallow.values).summary == "no damage"
    nowhere = entered["fall_nowhere"].with_value()
    assert table.do(nowhere.kind, **nowhere.values).summary == "out of action"
    assert mishaps.corrections(table.fight, RUTA) == ()


def test_who_dealt_the_damage_gets_the_knock_out() -> None:
    table = facing(anselm(), ruta(w=4))
    hurt = next(c for c in mishaps.corrections(table.fight, RUTA) if c.id == "hurt")
    command = hurt.with_value(choice=str(ANSELM), number=20)
    assert table.do(command.kind, **command.values).summary.endswith("out of action")
    assert table.fighter(RUTA).out_by == ANSELM
