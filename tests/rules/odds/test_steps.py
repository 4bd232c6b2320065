"""Each step by the rule that it stands for, with the results worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.odds import steps
from mordcry_app.rules.odds.numbers import NEVER, STATUSES, AttackNumbers
from mordcry_app.rules.odds.steps import StatusResult, Wound

PLAIN = AttackNumbers(dice=3, hit_need=4, wound_need=4, wounds_left=3, damage="2")


def hits(numbers: AttackNumbers, *, again: bool = False) -> str:
    return " ".join(steps.hit_result(numbers, face, again=again) for face in range(1, 7))


def wounds(numbers: AttackNumbers, *, again: bool = False) -> str:
    return " ".join(steps.wound_result(numbers, face, again=again) for face in range(1, 7))


def test_each_die_to_hit() -> None:
    assert hits(PLAIN) == "miss miss miss hit hit critical"
    assert hits(replace(PLAIN, hit_need=6)) == "miss miss miss miss miss critical"


@pytest.mark.parametrize("never", [None, NEVER])
def test_what_can_never_hit_is_not_rolled_again(never: int | None) -> None:
    numbers = replace(PLAIN, hit_need=never, hit_second=2, reroll_ones=True)
    assert hits(numbers) == "miss miss miss miss miss miss"


def test_a_need_of_1_hits_with_a_1() -> None:
    assert hits(replace(PLAIN, hit_need=1, hit_second=6)) == "hit hit hit hit hit critical"


def test_a_natural_1_of_a_good_shot_is_rolled_again_with_its_own_need() -> None:
    numbers = replace(PLAIN, hit_need=2, hit_second=5)
    assert hits(numbers) == "again hit hit hit hit critical"
    assert hits(numbers, again=True) == "miss miss miss miss hit critical"


def test_ones_are_rolled_again_with_the_same_need_or_the_easier_one() -> None:
    numbers = replace(PLAIN, reroll_ones=True)
    assert hits(numbers) == "again miss miss hit hit critical"
    assert hits(numbers, again=True) == "miss miss miss hit hit critical"
    assert hits(replace(numbers, hit_second=6), again=True) == hits(numbers, again=True)
    assert hits(replace(numbers, hit_second=2), again=True) == "miss hit hit hit hit critical"


def test_a_critical_hit_is_two_wound_dice() -> None:
    assert steps.wound_dice(PLAIN, ["miss", "hit", "critical"]) == 3
    assert steps.hit_dice(PLAIN) == 3


def test_automatic_hits_roll_nothing() -> None:
    numbers = replace(PLAIN, hits_automatically=True, hit_need=None)
    assert steps.hit_dice(numbers) == 0
    assert steps.wound_dice(numbers, []) == 3


def test_each_die_to_wound() -> None:
    assert wounds(PLAIN) == "none none none wound wound critical"
    assert wounds(replace(PLAIN, wound_need=None)) == "none none none none none none"


def test_who_needs_sixes_causes_no_critical_wound() -> None:
    numbers = replace(PLAIN, wound_need=6)
    assert wounds(numbers) == "none none none none none wound"
    assert wounds(replace(numbers, all_critical=True)).endswith("none critical")


def test_a_fall_causes_no_critical_wound() -> None:
    assert "critical" not in wounds(replace(PLAIN, wound_criticals=False))


def test_every_wound_can_be_critical() -> None:
    assert wounds(replace(PLAIN, all_critical=True)) == "none none none critical critical critical"


def test_ones_to_wound_are_rolled_again_once() -> None:
    numbers = replace(PLAIN, reroll_ones=True)
    assert wounds(numbers) == "again none none wound wound critical"
    assert wounds(numbers, again=True) == wounds(PLAIN)
    assert "again" not in wounds(replace(numbers, wound_need=None))


EVERYTHING = replace(
    PLAIN, reaction=5, armour=6, shield=4, ward=6, ignores_first=True, ignores_critical=True
)


def test_stages_come_in_the_order_of_ruling_36() -> None:
    names = [stage.name for stage in steps.stages(EVERYTHING)]
    assert names == ["reaction", "armour", "shield", "ignores_first", "ward", "ignores_critical"]
    assert steps.stages(PLAIN) == ()


def test_a_house_rule_tries_the_shield_before_the_armour() -> None:
    names = [stage.name for stage in steps.stages(replace(EVERYTHING, shield_first=True))]
    assert names[:3] == ["reaction", "shield", "armour"]


def test_what_each_stage_is_tried_on() -> None:
    standing = (Wound(4, critical=False), Wound(6, critical=True), Wound(6, critical=True))
    tried = {stage.name: steps.tried(stage, standing) for stage in steps.stages(EVERYTHING)}
    assert tried == {
        "reaction": (0, 1, 2),
        "armour": (0, 1, 2),
        "shield": (0,),
        "ignores_first": (0,),
        "ward": (0,),
        "ignores_critical": (1,),
    }
    assert all(steps.tried(stage, ()) == () for stage in steps.stages(EVERYTHING))
    critical_stage = steps.stages(EVERYTHING)[-1]
    assert steps.tried(critical_stage, standing[:1]) == ()


def test_what_stops_a_wound() -> None:
    stages = {stage.name: stage for stage in steps.stages(EVERYTHING)}
    assert [steps.stops(stages["reaction"], face) for face in (4, 5, 6)] == [False, True, True]
    assert steps.stops(stages["ignores_first"])


def test_a_saved_critical_wound_brings_its_status_by_house_rule_only() -> None:
    stages = {stage.name: stage for stage in steps.stages(EVERYTHING)}
    critical, plain = Wound(6, critical=True), Wound(5, critical=False)
    house = replace(EVERYTHING, saved_criticals_count=True)
    assert steps.gives_status(PLAIN, critical, None)
    assert not steps.gives_status(PLAIN, plain, None)
    assert not steps.gives_status(PLAIN, critical, stages["armour"])
    assert steps.gives_status(house, critical, stages["armour"])
    assert not steps.gives_status(house, plain, stages["armour"])
    assert not steps.gives_status(house, critical, stages["ignores_critical"])


SIX, FIVE = Wound(6, critical=True), Wound(5, critical=False)


@pytest.mark.parametrize(
    ("numbers", "wound", "rolled", "damage"),
    [
        (PLAIN, FIVE, 2, 2),
        (replace(PLAIN, damage_bonus=2), FIVE, 2, 4),
        (replace(PLAIN, damage_bonus=-3), FIVE, 2, 0),
        (replace(PLAIN, doubled=True, damage_bonus=1), FIVE, 2, 5),
        (replace(PLAIN, halved=True), FIVE, 3, 2),
        (replace(PLAIN, halved=True, doubled=True), FIVE, 3, 4),
        (replace(PLAIN, double_on_six=True), SIX, 3, 6),
        (replace(PLAIN, double_on_six=True), FIVE, 3, 3),
        (replace(PLAIN, double_on_six=True, doubled=True), SIX, 3, 12),
        (replace(PLAIN, less=1), FIVE, 2, 1),
        (replace(PLAIN, less=1), FIVE, 1, 1),
        (replace(PLAIN, less=1, damage_bonus=-1), FIVE, 1, 0),
        (replace(PLAIN, critical_less=1), SIX, 1, 0),
        (replace(PLAIN, critical_less=1), FIVE, 1, 1),
        (replace(PLAIN, less=1, critical_less=1), SIX, 3, 1),
    ],
)
def test_the_damage_of_a_wound(
    numbers: AttackNumbers, wound: Wound, rolled: int, damage: int
) -> None:
    assert steps.wound_damage(numbers, wound, rolled) == damage


def test_status_dice() -> None:
    free = [steps.status_result(face, frozenset()) for face in range(1, 7)]
    assert free == [*(StatusResult(status, 0) for status in STATUSES), StatusResult(None, 1)]
    assert steps.status_result(1, {"stunned"}) == StatusResult(None, 1)
    assert steps.status_result(2, {"stunned"}) == StatusResult("knocked_down", 0)


def test_what_is_left() -> None:
    assert steps.left_after(PLAIN, 3, 2, critical=False) == 1
    assert steps.left_after(PLAIN, 3, 9, critical=False) == 0


def test_only_critical_wounds_finish_off_the_resolved() -> None:
    numbers = replace(PLAIN, only_criticals_kill=True)
    assert steps.left_after(numbers, 3, 9, critical=False) == 1
    assert steps.left_after(numbers, 1, 1, critical=False) == 1
    assert steps.left_after(numbers, 3, 9, critical=True) == 0
    assert steps.left_after(numbers, 0, 1, critical=False) == 0
