"""Battles are a fold of effects: each effect, what ends when, and facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.battle import Battle, Fighter, Side, Status, apply_battle
from mordcry_app.rules.battle_effects import (
    BATTLE,
    BATTLE_EFFECTS,
    AddFact,
    Afflict,
    BattleEffect,
    Bend,
    Heal,
    Hurt,
    KnockOut,
    PassTime,
    Place,
    Relieve,
    Rise,
    SetFact,
    Unbend,
)
from mordcry_app.rules.battle_effects import fighter as fighter_owner
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.state import Modifier

BEGUN = Battle(
    4,
    {1: Fighter(1, 10), 2: Fighter(2, 10), 3: Fighter(3, 20)},
    {10: Side(10), 20: Side(20)},
)


def after(*effects: BattleEffect) -> Battle:
    return apply_battle(BEGUN, effects)


def test_damage_and_healing_never_go_below_none() -> None:
    hurt = after(Hurt(fighter=1, amount=2), Hurt(fighter=1, amount=1))
    assert hurt.fighters[1].damage == 3
    assert apply_battle(hurt, [Heal(fighter=1, amount=5)]).fighters[1].damage == 0


def test_a_knock_out_says_by_whom_and_whether_an_injury_is_rolled() -> None:
    out = after(KnockOut(fighter=3, by=1)).fighters[3]
    assert (out.where, out.out_by, out.was_out, out.spared) == ("out", 1, True, False)
    spared = after(KnockOut(fighter=3, injury=False)).fighters[3]
    assert (spared.out_by, spared.spared) == (None, True)


def test_who_was_hurt_once_is_not_spared_by_a_later_fall() -> None:
    battle = after(
        KnockOut(fighter=3, by=1), Rise(fighter=3, damage=1), KnockOut(fighter=3, injury=False)
    )
    assert battle.fighters[3].spared is False
    battle = after(
        KnockOut(fighter=3, injury=False), Rise(fighter=3, damage=1), KnockOut(fighter=3, by=1)
    )
    assert (battle.fighters[3].spared, battle.fighters[3].out_by) == (False, 1)


def test_who_rises_is_free_of_what_acted_and_stays_known_as_out() -> None:
    risen = after(
        Afflict(fighter=3, ref="stunned", until="activation", source="A blow"),
        Bend(fighter=3, stat="ws", amount=-1, until="battle", source="A blow"),
        KnockOut(fighter=3, by=2),
        Rise(fighter=3, damage=2),
    ).fighters[3]
    assert (risen.where, risen.damage, risen.statuses, risen.bent) == ("table", 2, (), ())
    assert (risen.was_out, risen.out_by) == (True, 2)


def test_a_status_grows_and_is_relieved_with_what_it_caused() -> None:
    battle = after(
        Afflict(fighter=1, ref="hurt_arm", until="battle", source="A blow"),
        Afflict(fighter=1, ref="hurt_arm", until="battle", source="Another", amount=2),
        Bend(fighter=1, stat="ws", amount=-1, until="battle", source="Arm", cause="hurt_arm"),
        Bend(fighter=1, stat="a", amount=1, until="round", source="Horn"),
    )
    assert battle.fighters[1].level("hurt_arm") == 3
    assert battle.fighters[1].modifiers == (
        Modifier("ws", -1, "Arm", "battle", "hurt_arm"),
        Modifier("a", 1, "Horn", "battle"),
    )
    relieved = apply_battle(battle, [Relieve(fighter=1, ref="hurt_arm")]).fighters[1]
    assert (relieved.has("hurt_arm"), relieved.modifiers) == (
        False,
        (Modifier("a", 1, "Horn", "battle"),),
    )


def test_time_ends_what_lasted_until_then_and_nothing_else() -> None:
    battle = after(
        Afflict(fighter=1, ref="acted", until="round", source="Turn"),
        Afflict(fighter=2, ref="acted", until="round", source="Turn"),
        Afflict(fighter=1, ref="stunned", until="activation", source="Blow", turns=2),
        Bend(fighter=1, stat="a", amount=1, until="attack", source="Rage"),
        Bend(fighter=2, stat="a", amount=1, until="attack", source="Rage"),
    )
    struck = apply_battle(battle, [PassTime(what="attack", fighter=1)])
    assert [len(struck.fighters[f].bent) for f in (1, 2)] == [0, 1]
    acted = apply_battle(battle, [PassTime(what="activation", fighter=1)])
    assert acted.fighters[1].status("stunned") == Status("stunned", "activation", "Blow", 1, 1)
    again = apply_battle(acted, [PassTime(what="activation", fighter=1)])
    assert not again.fighters[1].has("stunned")
    ended = apply_battle(battle, [PassTime(what="round")])
    assert [ended.fighters[f].has("acted") for f in (1, 2)] == [False, False]
    assert ended.fighters[1].has("stunned")


def test_changes_with_one_cause_go_together() -> None:
    battle = after(
        Bend(fighter=1, stat="a", amount=1, until="battle", source="Nail", cause="nail"),
        Bend(fighter=1, stat="m", amount=1, until="battle", source="Nail", cause="nail"),
        Unbend(fighter=1, cause="nail"),
    )
    assert battle.fighters[1].bent == ()


def test_facts_are_set_added_to_and_forgotten() -> None:
    battle = after(
        SetFact(who=BATTLE, key="phase", value="actions"),
        SetFact(who=side_owner(10), key="singles", value=(2, 5)),
        AddFact(who=side_owner(10), key="points", amount=2),
        AddFact(who=side_owner(10), key="points", amount=-1),
        AddFact(who=fighter_owner(3), key="shots", amount=3),
        SetFact(who=BATTLE, key="fog", value=1),
        SetFact(who=BATTLE, key="fog", value=None),
    )
    assert (battle.word("phase"), battle.number_of("fog")) == ("actions", 0)
    assert "fog" not in battle.facts
    side = battle.sides[10]
    assert (side.numbers("singles"), side.number("points"), side.word("points")) == ((2, 5), 1, "")
    assert battle.fighters[3].number("shots") == 3
    assert battle.sides[20].number("points") == 0


def test_where_everybody_is() -> None:
    battle = after(Place(fighter=2, where="reserve"), KnockOut(fighter=3))
    assert [f.id for f in battle.on_table()] == [1]
    assert [f.id for f in battle.of_side(10)] == [1, 2]
    assert battle.enemies_of(20) == battle.on_table(10)
    assert battle.other_sides(10) == (20,)


def test_a_fighter_that_is_not_there_is_an_error() -> None:
    with pytest.raises(LookupError):
        after(Hurt(fighter=9, amount=1))


IDS = st.sampled_from([1, 2, 3])
EFFECTS = st.one_of(
    st.builds(Hurt, fighter=IDS, amount=st.integers(0, 4)),
    st.builds(Heal, fighter=IDS, amount=st.integers(0, 4)),
    st.builds(KnockOut, fighter=IDS, by=st.none() | IDS, injury=st.booleans()),
    st.builds(Rise, fighter=IDS, damage=st.integers(0, 3)),
    st.builds(Place, fighter=IDS, where=st.sampled_from(["table", "reserve", "left"])),
    st.builds(
        Afflict,
        fighter=IDS,
        ref=st.sampled_from(["stunned", "acted"]),
        until=st.sampled_from(["attack", "activation", "round", "battle"]),
        source=st.just("A blow"),
        turns=st.integers(1, 3),
    ),
    st.builds(
        Bend,
        fighter=IDS,
        stat=st.sampled_from(["ws", "a"]),
        amount=st.integers(-3, 3),
        until=st.sampled_from(["attack", "activation", "round", "battle"]),
        source=st.just("A blow"),
        cause=st.sampled_from(["", "stunned"]),
    ),
    st.builds(Relieve, fighter=IDS, ref=st.sampled_from(["stunned", "acted"])),
    st.builds(PassTime, what=st.sampled_from(["attack", "activation", "round"]), fighter=IDS),
    st.builds(
        SetFact,
        who=st.sampled_from([BATTLE, "side:10", "fighter:2"]),
        key=st.sampled_from(["points", "turn"]),
        value=st.none() | st.integers(0, 9) | st.just((1, 2)) | st.just("word"),
    ),
    st.builds(
        AddFact,
        who=st.sampled_from([BATTLE, "side:20", "fighter:1"]),
        key=st.sampled_from(["points", "turn"]),
        amount=st.integers(-3, 3),
    ),
)


@given(st.lists(EFFECTS, max_size=30), st.integers(0, 30))
def test_a_fold_is_the_same_in_one_go_in_two_and_after_storing(
    effects: list[BattleEffect], cut: int
) -> None:
    whole = apply_battle(BEGUN, effects)
    halves = apply_battle(apply_battle(BEGUN, effects[:cut]), effects[cut:])
    stored = BATTLE_EFFECTS.dump_json(tuple(effects))
    assert whole == halves == apply_battle(BEGUN, BATTLE_EFFECTS.validate_json(stored))
    assert all(fighter.damage >= 0 for fighter in whole.fighters.values())
    assert replace(whole) == whole
