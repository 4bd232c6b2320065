"""What the shared program asks of the engine besides boards and lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.paths import resources_folder
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import BattleRecord, Ruleset, find_manifests
from mordcry_app.rules.state import Member, Modifier, Pending, State, Trait
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, campaign, fighter, mordcry, rules_with

MISSES = Pending("misses_battle", "Grievously wounded, battle 4")
WOUNDED = Pending("starts_wounded", "Stray Shot, battle 4", 2)
CURSED = Pending("modifier", "Cursed", -1, "will")
LASTING = Modifier("ws", -1, "Arm", "until_removed", "injury:arm_or_hand_wound")
PASSING = (
    Modifier("m", 1, "Hurry", "battle"),
    LASTING,
)


def test_it_is_found_and_fits_the_protocol() -> None:
    manifests = find_manifests(resources_folder() / "rulesets")
    folder, manifest = manifests["mordcry"]
    assert folder.name == "mordcry"
    assert manifest.name == "Mordcry"
    ruleset: Ruleset = mordcry()
    assert ruleset.manifest == manifest
    assert ruleset.content.items


def test_nothing_outside_its_own_folders_names_it() -> None:
    package = Path(resources_folder()).parent / "mordcry_app"
    shared = [p for part in ("rules", "model", "services") for p in (package / part).rglob("*.py")]
    assert shared
    for path in shared:
        assert "rulesets.mordcry" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    ("stat", "value"),
    [("m", 1), ("ws", 20), ("w", 2), ("sv", 0), ("sv", 2), ("sv", 6), ("will", 8)],
)
def test_base_values_that_may_be_typed(stat: str, value: int) -> None:
    mordcry().check_stat(stat, value)


@pytest.mark.parametrize(
    ("stat", "value", "sentence"),
    [
        ("m", 0, "Movement must be 1 to 20, not 0."),
        ("ws", 21, "Weapon Skill must be 1 to 20, not 21."),
        ("w", -1, "Wounds must be 1 to 20, not −1."),
        ("sv", 1, "Armour Save must be 0 for none, or 2 to 6, not 1."),
        ("sv", 7, "Armour Save must be 0 for none, or 2 to 6, not 7."),
        ("luck", 3, "There is no characteristic “luck”; there are M, WS, BS"),
    ],
)
def test_base_values_that_are_refused(stat: str, value: int, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        mordcry().check_stat(stat, value)
    assert refused.value.sentence.startswith(sentence)


@pytest.mark.parametrize(("most", "fits"), [(10, True), (3, True), (2, False)])
def test_the_most_fighters_follow_the_house_rule(most: int, fits: bool) -> None:
    state = campaign(*(fighter(number) for number in range(1, 5)))
    state = state.with_member(replace(state.members[4], state="dead"))
    rules = rules_with(most_fighters=most)
    if fits:
        mordcry().check_roster(state, VIGIL, rules)
        return
    with pytest.raises(Refusal, match="The Ashen Vigil can have 2 fighters at most") as refused:
        mordcry().check_roster(state, VIGIL, rules)
    assert refused.value.sentence.endswith("not 3.")


def fought(took_part: frozenset[int]) -> BattleRecord:
    return BattleRecord(5, {VIGIL: "won"}, took_part)


def pending(member_id: int, roster_id: int = VIGIL) -> Member:
    member = fighter(member_id, roster_id=roster_id)
    return replace(member, pending=(MISSES, WOUNDED, CURSED), modifiers=PASSING)


def test_what_was_for_the_battle_ends_with_it() -> None:
    state = campaign(pending(1), fighter(2), pending(3, RUIN))
    record = fought(frozenset({2}))
    effects = mordcry().after_battle_effects(state, record)
    after = apply_effects(state, effects)
    assert after.members[1].pending == ()
    assert after.members[1].modifiers == (LASTING,)
    assert after.members[2] == state.members[2]
    assert after.members[3] == state.members[3]
    assert {effect.who for effect in effects} == {"member:1"}


def test_a_rest_that_was_not_taken_is_still_owed() -> None:
    """Who fought in spite of it must still sit a battle out."""
    state = campaign(pending(1))
    effects = mordcry().after_battle_effects(state, fought(frozenset({1})))
    assert apply_effects(state, effects).members[1].pending == (MISSES,)


def test_an_old_injury_is_not_touched() -> None:
    member = replace(fighter(1), traits=(Trait("injury", "head_wound", "Head wound"),))
    assert mordcry().after_battle_effects(campaign(member), fought(frozenset({1}))) == ()


def test_unset_house_rules_have_their_defaults() -> None:
    state = State({}, {})
    rules = HouseRules(mordcry().content.house_rules)
    assert rules.changed() == {}
    assert mordcry().leader(state, 1) is None
