"""Who may use abilities, what they cost, and that everything of the content is carried out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Place
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Trait
from mordcry_app.rulesets.mordcry.battle.answering import REACTIVE
from mordcry_app.rulesets.mordcry.battle.skills import CARRIERS
from mordcry_app.rulesets.mordcry.content import ABILITY, SKILL
from tests.rulesets.mordcry.battle.playing import Table, about_battle, about_side, ruleset
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    asked,
    hurt,
    mark,
    offered,
    people,
    refused,
    sets_left,
    to_use,
    use,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL


def test_every_skill_and_ability_is_carried_out() -> None:
    content = ruleset().content
    known = {(kind, t.id) for kind in (SKILL, ABILITY) for t in content.traits_of(kind)}
    assert len(known) == 39 + 8
    assert set(CARRIERS) == known


@pytest.mark.parametrize(
    ("ref", "kind", "left"),
    [
        ("rush", ABILITY, (33, 44)),
        ("endless_fortitude", ABILITY, (12, 44)),
        ("grim_resolve", SKILL, (12, 33)),
    ],
)
def test_the_cheapest_set_that_fits_is_spent(ref: str, kind: str, left: tuple[int, ...]) -> None:
    table = acting(people({11: ["grim_resolve"]}))
    answers = {"ability/will/test": 1} if ref == "endless_fortitude" else {}
    use(table, ref, answers, kind=kind)
    assert sets_left(table) == left


def test_a_bigger_set_may_pay_and_is_gone_wholly() -> None:
    table = acting(sets=(44,))
    use(table, "rush", kind=ABILITY)
    assert sets_left(table) == ()


def test_a_named_set_pays_and_a_smaller_one_does_not() -> None:
    table = acting(None, hurt(11, 1), sets=(12, 52))
    use(table, "rush", kind=ABILITY, dice_set=52)
    assert sets_left(table) == (12,)
    table = acting(None, hurt(11, 1), sets=(12, 33))
    assert refused(table, "respite", kind=ABILITY, dice_set=12) == "Those dice do not pay for it."
    assert refused(table, "respite", kind=ABILITY, dice_set=33) == ""


def test_the_set_is_asked_only_where_its_value_matters() -> None:
    table = acting(None, hurt(11, 4), sets=(33, 53))
    use(table, "respite", {"ability/set": "53"}, kind=ABILITY)
    assert table.fighter(11).damage == 0
    assert sets_left(table) == (33,)
    table = acting(sets=(12, 52))
    use(table, "rush", kind=ABILITY)
    assert asked(table) == ()
    assert sets_left(table) == (52,)


def test_one_value_in_several_sizes_is_not_asked_about() -> None:
    table = acting(None, hurt(11, 4), sets=(33, 34))
    use(table, "respite", kind=ABILITY)
    assert table.fighter(11).damage == 1
    assert sets_left(table) == (34,)


def test_one_ability_an_activation() -> None:
    table = acting(sets=(12, 22, 32))
    use(table, "rush", kind=ABILITY)
    assert "has used an ability" in refused(table, "onslaught", kind=ABILITY)


def test_after_waiting_there_is_one_more_ability() -> None:
    table = acting(sets=(12, 22, 32), enemies_react=True)
    use(table, "rush", kind=ABILITY)
    table.do("wait", fighter=11)
    if table.fight.active is not None:
        table.do("end_activation")
    assert table.fighter(11).has("waiting")
    table.do("activate", fighter=21)
    table.do("end_activation")
    table.do("activate", fighter=11)
    use(table, "onslaught", kind=ABILITY)
    assert sets_left(table) == (32,)


def test_why_an_ability_cannot_be_used() -> None:
    def rush(table: Table, fighter: int = 11) -> str:
        return refused(table, "rush", kind=ABILITY, fighter=fighter)

    assert rush(acting()) == ""
    assert "whoever is active" in rush(acting(), fighter=12)
    assert "action phase" in rush(acting(None, *about_battle(phase="round_end")))
    assert "No double is left" in rush(acting(sets=()))
    assert "has not learned" in refused(acting(), "stun")
    assert "stunned" in rush(acting(None, mark(11, "stunned", "activation")))
    assert "on the ground" in rush(acting(None, mark(11, "knocked_down", "battle")))
    assert "just come back" in rush(acting(None, mark(11, "raised")))
    assert "not on the table" in rush(acting(None, Place(fighter=11, where="reserve")))


@pytest.mark.parametrize(
    ("fighter", "kind", "ref", "why"),
    [
        (99, ABILITY, "rush", "not in this battle"),
        (11, SKILL, "dancing", "no such skill"),
        (11, "injury", "head_wound", "no such skill"),
    ],
)
def test_nonsense_is_refused_even_by_force(fighter: int, kind: str, ref: str, why: str) -> None:
    todo = to_use(ref, fighter=fighter, kind=kind).model_copy(update={"forced": True})
    with pytest.raises(Refusal, match=why):
        acting().carry_out(todo)


def test_the_active_fighter_is_offered_its_own_and_those_for_everybody() -> None:
    table = acting(people({11: ["stun"], 12: ["penance"]}), sets=(12,))
    offers = offered(table, "ability", 11)
    assert len(offers) == 1 + 8
    assert offers["Stun"].detail.startswith("Double · ")
    assert not offers["Stun"].refused
    assert offers["Revive"].refused == "Nobody on this side is out of action."
    assert {o.fighter for o in table.offers("ability")} == {11}


def test_without_rounds_skills_need_no_dice_and_no_turn() -> None:
    table = Table.laid(people({12: ["warp_burst", "healing_hands"]}), is_whole=False)
    assert set(offered(table, "ability", 12)) == {"Warp Burst", "Healing Hands"}
    assert not offered(table, "ability", 11)
    table.apply(hurt(13, 4))
    answers = {"ability/value": "3", "ability/who": "13"}
    use(table, "healing_hands", answers, fighter=12)
    assert table.fighter(13).damage == 1
    use(table, "rush", kind=ABILITY)
    use(table, "rush", kind=ABILITY)
    assert table.fight.value(11, "m").total == 7


def test_without_rounds_players_say_when_one_has_passed() -> None:
    table = Table.laid(people(gear={11: ["short_sword", "potion_of_vigor"]}), is_whole=False)
    assert not table.offers("round_passes")
    use(table, "rush", kind=ABILITY)
    table.do("use_item", fighter=11, item="potion_of_vigor", use="drink")
    table.apply(mark(21, "on_fire", "battle"))
    assert table.fight.value(11, "m").total == 7
    (offer,) = table.offers("round_passes")
    table.carry_out(offer.command, {"round/items/price/11-potion_of_vigor": 3})
    assert table.fight.value(11, "m").total == 5
    assert (table.fighter(11).damage, table.fighter(21).damage) == (3, 1)
    assert acting().refusal("round_passes")


def test_a_forced_ability_works_out_of_turn_and_without_dice() -> None:
    table = acting(sets=())
    todo = to_use("rush", fighter=12, kind=ABILITY).model_copy(update={"forced": True})
    table.carry_out(todo)
    assert table.fight.value(12, "m").total == 6
    assert not table.fighter(12).has("ability_used")


def test_a_skill_of_a_groups_own_is_paid_for_and_told() -> None:
    state = people({11: ["stun"]})
    table = acting(state, sets=(33, 53))
    content = table.fight.content
    own = content.traits[SKILL, "stun"].model_copy(
        update={"id": "war_song", "name": "War Song", "text": "Sing as loud as you can."}
    )
    content = replace(content, traits={**content.traits, (SKILL, "war_song"): own})
    singer = replace(state.members[11], traits=(Trait(SKILL, "war_song", "War Song"),))
    table.engine._book = replace(table.engine._book, content=content)  # type: ignore[attr-defined]
    table.state = state.with_member(singer)
    assert "War Song" in offered(table, "ability", 11)
    use(table, "war_song", {"ability/set": "53"})
    assert sets_left(table) == (33,)
    assert "War Song: Sing as loud as you can." in table.log


def test_the_twist_gives_each_side_one_inspiring_presence() -> None:
    table = acting(None, *about_battle(twist="inspired"))
    offer = offered(table, "ability", 11)["Inspiring Presence, without dice"]
    assert not offer.refused
    table.carry_out(offer.command, {"ability/who": "12"})
    assert table.battle.number_of("called") == 12
    assert sets_left(table) == (12, 33, 44)
    assert table.battle.sides[VIGIL].number("presence_used") == 1
    assert table.battle.sides[RUIN].number("presence_used") == 0


def test_a_free_presence_is_refused_once_it_is_used_and_without_the_twist() -> None:
    used = acting(None, *about_battle(twist="inspired"), *about_side(VIGIL, presence_used=1))
    why = refused(used, "inspiring_presence", kind=ABILITY, free=True)
    assert why == "That is no longer free."
    assert "Inspiring Presence, without dice" not in offered(used, "ability", 11)
    calm = acting(None, *about_battle(twist="calm"))
    assert refused(calm, "inspiring_presence", kind=ABILITY, free=True)


@pytest.mark.parametrize("ref", REACTIVE)
def test_skills_that_answer_an_enemy_are_refused_unless_prepared(ref: str) -> None:
    state = people({11: [ref]})
    assert "It is asked for when" in refused(acting(state), ref)
    table = acting(state, reactive_skills="prepared")
    use(table, ref)
    status = table.fighter(11).status(f"ready_{ref}")
    assert status is not None
    assert status.until == "round"
    assert len(sets_left(table)) == 2
    again = acting(state, mark(11, f"ready_{ref}"), reactive_skills="prepared")
    assert "ready for it already" in refused(again, ref)


@pytest.mark.parametrize("ref", ["veterans_instincts", "iron_discipline"])
def test_skills_for_rolls_that_fail_are_asked_about_at_their_moment(ref: str) -> None:
    assert "It is asked for when" in refused(acting(people({11: [ref]})), ref)
