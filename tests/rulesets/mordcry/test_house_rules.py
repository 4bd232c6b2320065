"""Every ruling that a group may switch is there, says what it has to, and points at what exists."""

from __future__ import annotations

import re

import pytest

from mordcry_app.rules.anchors import known_anchors
from mordcry_app.rules.catalogue import HouseRule
from mordcry_app.rulesets.mordcry.house_rules import ACTING, AT_THE_TABLE, HOUSE_RULES
from tests.rulesets.mordcry.helpers import mordcry

DEFAULTS: dict[str, str | int] = {
    "starting_crowns": 0, "starting_gear": "free", "most_fighters": 10,
    "experienced_recruits": "printed", "fighter_points": "ten_and_xp",
    "recruit_archetype": "youngblood", "recruits_at": 0, "recruit_price": 0,
    "test_naturals": "plain", "fixed_tests": "plain_d6",
    "deployment": "own_rows", "attacker": "roll_off_picks",
    "board_width": 30, "board_depth": 22, "terrain_pieces": 8,
    "endless_battles": 10, "annihilation": "wins",
    "failed_charge": "half_of_all", "falls_near_edges": "off",
    "minimum_attack_dice": "one", "unarmed": "plain",
    "hit_table": "printed", "wound_table": "printed", "natural_hits": "naturals",
    "attack_order": "activation", "save_order": "armour_first", "saved_criticals": "no_status",
    "shield_use": "round", "reactive_skills": "any_time",
    "stunned": "activation", "on_fire": "until_cleared", "poisoned": "ignored",
    "prone": "knocked_down", "pinned": "no_disengage", "disarmed": "ignored",
    "advance_thresholds": "converted", "advance_characteristic": "pick",
    "most_kills": "all_tied", "reaction_xp": "delays",
    "injury_dice": "literal", "blindness": "four_rolls", "injury_stacking": "stack",
    "healer": "once", "carried_wounds": "start_of_battle",
    "renown_owner": "fighters", "market_renown": "free",
    "rare_blanks": "reroll", "libram_price": "printed", "mutations": "minus_ws",
    "cursed_fear": "off", "limited_ammo": 3,
    "crystal_bud": "plain_d6", "ashwind_crowns": "once", "hidden_cache": "crowns",
    "initiative_finds": "single", "sisterhood": "tagged", "hound_profile": 3,
}  # fmt: skip
"""The default of each switch, as the checklist rules."""

EACH = pytest.mark.parametrize("rule_id", HOUSE_RULES)


@pytest.fixture
def rule(rule_id: str) -> HouseRule:
    return mordcry().content.house_rules[rule_id]


def every_rule() -> tuple[HouseRule, ...]:
    return tuple(mordcry().content.house_rules.values())


def test_defaults_are_those_of_the_checklist() -> None:
    assert {rule.id: rule.default for rule in every_rule()} == DEFAULTS
    assert set(HOUSE_RULES) == set(DEFAULTS)
    assert not ACTING.keys() & AT_THE_TABLE.keys()


@EACH
def test_the_code_and_the_content_know_the_same_settings(rule: HouseRule) -> None:
    assert tuple(option.id for option in rule.options) == HOUSE_RULES[rule.id]
    assert rule.at_table == (rule.id in AT_THE_TABLE)


@EACH
def test_everything_is_said_in_sentences(rule: HouseRule) -> None:
    texts = [rule.rules_say, rule.why, *(option.changes for option in rule.options)]
    for text in texts:
        assert re.fullmatch(r"[A-Z0-9−+].+[.…)]", text), text
        assert not set(text) & {'"', "'"}, text
    names = [rule.name, *(option.label for option in rule.options)]
    assert not any(name.endswith(".") for name in names)
    assert len({option.label for option in rule.options}) == len(rule.options)


@EACH
def test_every_place_that_a_rule_touches_is_there(rule: HouseRule) -> None:
    assert set(rule.touches) <= known_anchors(mordcry().content)


def test_the_rules_of_a_topic_stand_together() -> None:
    topics = [rule.topic for rule in every_rule()]
    assert [t for t, before in zip(topics, ["", *topics], strict=False) if t != before] == [
        "Warbands", "Tests", "Setting up", "Winning", "Movement", "Attacks", "Statuses",
        "Experience", "Injuries", "Renown", "Items", "Exploration",
    ]  # fmt: skip
