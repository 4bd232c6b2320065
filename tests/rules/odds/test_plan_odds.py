"""Several attacks on one target against every outcome of the same attacks, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from mordcry_app.rules.odds.plan import plan_odds
from tests.rules.odds import enumeration

NEAR = 1e-9
BARE = AttackNumbers(dice=2, hit_need=4, wound_need=5, wounds_left=4, damage="1")
SHIELDED = replace(BARE, shield=4, armour=6)


def assert_equals_enumeration(
    attacks: Sequence[AttackNumbers], *, shield_each_attack: bool = False
) -> None:
    plan = plan_odds(attacks, shield_each_attack=shield_each_attack)
    found = enumeration.resolve_plan(attacks, shield_each_attack=shield_each_attack)
    first = attacks[0]
    assert len(plan.steps) == len(found)
    for step, states in zip(plan.steps, found, strict=True):
        left = enumeration.summed(states, lambda state: state[0])
        assert list(step.left) == sorted(left)
        for wounds, chance in left.items():
            assert step.left[wounds] == pytest.approx(float(chance), abs=NEAR)
        assert step.p_out == pytest.approx(float(left.get(0, 0)), abs=NEAR)
        mean = sum((first.wounds_left - wounds) * chance for wounds, chance in left.items())
        assert step.mean_damage == pytest.approx(float(mean), abs=NEAR)
        for status in set(STATUSES) - first.held:
            chance = sum(chance for (_, held), chance in states.items() if status in held)
            assert step.statuses[status] == pytest.approx(float(chance), abs=NEAR)


@pytest.mark.parametrize("shield_each_attack", [False, True])
def test_a_shield_helps_once_in_a_plan(shield_each_attack: bool) -> None:
    assert_equals_enumeration([SHIELDED] * 3, shield_each_attack=shield_each_attack)


def test_a_shield_waits_for_the_first_wound() -> None:
    """An attack that cannot wound does not use the shield up."""
    harmless = replace(SHIELDED, wound_need=None)
    assert plan_odds([harmless, SHIELDED]).p_out == pytest.approx(plan_odds([SHIELDED]).p_out)


def test_what_helps_once_helps_once() -> None:
    lucky = replace(SHIELDED, ignores_first=True, ignores_critical=True, ward=5)
    assert_equals_enumeration([lucky, lucky, lucky])


def test_the_resolved_under_several_attacks() -> None:
    resolved = replace(SHIELDED, only_criticals_kill=True, ignores_critical=True)
    assert_equals_enumeration([resolved, resolved])


def test_different_attackers() -> None:
    shot = replace(BARE, dice=1, hit_need=2, hit_second=4, damage="d3", wounds_left=1)
    assert_equals_enumeration([SHIELDED, shot, replace(SHIELDED, damage="2", reaction=5)])


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.builds(
            replace,
            st.sampled_from([BARE, SHIELDED]),
            dice=st.integers(0, 1),
            wound_need=st.integers(2, 6),
            damage=st.sampled_from(["1", "2", "d3"]),
            ward=st.none() | st.integers(4, 6),
            ignores_first=st.booleans(),
            saved_criticals_count=st.booleans(),
            wounds_left=st.integers(1, 4),
            held=st.frozensets(st.sampled_from(STATUSES)),
        ),
        min_size=1,
        max_size=3,
    ),
    st.booleans(),
)
def test_any_small_plan_equals_enumeration(
    attacks: list[AttackNumbers], shield_each_attack: bool
) -> None:
    assert_equals_enumeration(attacks, shield_each_attack=shield_each_attack)


def test_a_plan_of_one_is_the_attack() -> None:
    odds, plan = attack_odds(SHIELDED), plan_odds([SHIELDED])
    assert plan.p_out == pytest.approx(odds.p_out, abs=1e-12)
    assert plan.steps[0].statuses == pytest.approx(odds.statuses, abs=1e-12)


def test_nobody_attacks() -> None:
    assert plan_odds([]).p_out == 0
    assert plan_odds([]).steps == ()


def test_every_attack_helps() -> None:
    steps = plan_odds([SHIELDED] * 5).steps
    assert [step.p_out for step in steps] == sorted(step.p_out for step in steps)
    assert sum(steps[-1].left.values()) == pytest.approx(1, abs=1e-12)
