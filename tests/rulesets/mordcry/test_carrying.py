"""Every pair and triple of gear, against an independently written table of what is allowed."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Carried, Member
from mordcry_app.rulesets.mordcry.content import Armour, Shield, Weapon
from tests.rulesets.mordcry.helpers import fighter, mordcry, rules_with

ONE_HANDED = ["short_sword", "club", "mace", "flail", "hammer", "claw", "dagger", "pistol"]
BESIDE_A_SHIELD = [*ONE_HANDED, "spear", "halberd"]
BOTH_HANDS = ["long_sword", "sling", "shortbow", "longbow", "crossbow", "rifle"]
WEAPONS = [*BESIDE_A_SHIELD, *BOTH_HANDS]
SHIELDS = ["light_shield", "medium_shield", "heavy_shield"]
ARMOUR = ["cloth_armour", "leather_armour", "half_plate", "full_plate"]
GEAR = [*WEAPONS, *SHIELDS, *ARMOUR]

FOUND_FOR_ONE_HAND = ["tarnished_blade", "celestine_blade", "relic_pistol", "cursed_weapon"]
FOUND_FOR_BOTH = ["hunters_bow", "old_sighted_musket", "runescribed_greatblade", "hexed_musket"]
FOUND_FOR_BOTH += ["crucible_rifle", "dragonbone_bow"]
FOUND_SHIELDS = ["engraved_buckler", "mirror_shard_shield"]
FOUND_ARMOUR = ["armor_of_the_lost_baron", "specters_chainmail"]
FOUND = [*FOUND_FOR_ONE_HAND, *FOUND_FOR_BOTH, *FOUND_SHIELDS, *FOUND_ARMOUR]


def allowed(gear: tuple[str, ...]) -> bool:
    """Say what the rules allow, by counting, without the catalogue."""
    weapons = [ref for ref in gear if ref in (*WEAPONS, *FOUND_FOR_ONE_HAND, *FOUND_FOR_BOTH)]
    shields = [ref for ref in gear if ref in (*SHIELDS, *FOUND_SHIELDS)]
    suits = [ref for ref in gear if ref in (*ARMOUR, *FOUND_ARMOUR)]
    beside = (*BESIDE_A_SHIELD, *FOUND_FOR_ONE_HAND)
    hands = {
        (0, 0): True,
        (1, 0): True,
        (2, 0): True,
        (0, 1): True,
        (1, 1): all(ref in beside for ref in weapons),
    }
    return hands.get((len(weapons), len(shields)), False) and len(suits) <= 1


def carrying(gear: tuple[str, ...]) -> Member:
    counted = {ref: gear.count(ref) for ref in gear}
    carried = tuple(Carried(ref, quantity) for ref, quantity in counted.items())
    return Member(1, 1, "Wren", "youngblood", carried=carried)


def refusal(member: Member) -> str:
    try:
        mordcry().check_carried(member, rules_with())
    except Refusal as refused:
        return refused.sentence
    return ""


@pytest.mark.parametrize("units", [0, 1, 2, 3])
def test_every_combination(units: int) -> None:
    for gear in combinations_with_replacement(GEAR, units):
        sentence = refusal(carrying(gear))
        assert (not sentence) == allowed(gear), (gear, sentence)
        assert not sentence or (sentence.startswith("Wren ") and sentence.endswith(".")), sentence


def test_every_find_beside_everything_else() -> None:
    for find in FOUND:
        for other in (*GEAR, *FOUND):
            sentence = refusal(carrying((find, other)))
            assert (not sentence) == allowed((find, other)), (find, other, sentence)


def test_trinkets_take_no_place() -> None:
    trinkets = [item.id for item in mordcry().content.items_of("item")]
    assert {"scrapmail_vest", "leather_gorget", "plated_gauntlet"} <= set(trinkets)
    assert refusal(carrying(("long_sword", "full_plate", *trinkets))) == ""


def test_a_full_set_of_gear() -> None:
    for weapon in WEAPONS:
        for shield in SHIELDS:
            for suit in ARMOUR:
                gear = (weapon, shield, suit)
                assert (not refusal(carrying(gear))) == (weapon in BESIDE_A_SHIELD), gear


def test_the_catalogue_has_no_other_gear() -> None:
    kinds = (Weapon, Shield, Armour)
    known = {item.id for item in mordcry().content.items.values() if isinstance(item, kinds)}
    assert known == {*GEAR, *FOUND}


@pytest.mark.parametrize(
    ("gear", "reason"),
    [
        (("dagger", "club", "mace"), "two weapons at most, and these are 3: Dagger, Club, Mace"),
        (("dagger", "dagger", "dagger"), "two weapons at most, and these are 3"),
        (("dagger", "club", "heavy_shield"), "two weapons, or one weapon and a shield"),
        (("long_sword", "heavy_shield"), "needs both hands for the Long Sword"),
        (("heavy_shield", "heavy_shield"), "one shield, not 2"),
        (("full_plate", "cloth_armour"), "one suit of armour, not 2"),
    ],
)
def test_the_reason_is_given(gear: tuple[str, ...], reason: str) -> None:
    assert reason in refusal(carrying(gear))


def test_what_the_catalogue_does_not_know_is_no_burden() -> None:
    member = Member(1, 1, "Wren", "youngblood", carried=(Carried("lucky_coin", 9),))
    assert refusal(member) == ""


def test_a_fighter_without_a_name_is_called_by_its_kind() -> None:
    nameless = Member(1, 1, "", "youngblood", carried=(Carried("full_plate", 2),))
    assert refusal(nameless).startswith("Unnamed Youngblood can wear")


def test_worn_armour_changes_the_profile() -> None:
    from tests.rulesets.mordcry.helpers import value

    member = fighter(1, carried=["full_plate"])
    assert {stat: value(member, stat) for stat in ("s", "ds", "sv")} == {"s": 1, "ds": 6, "sv": 5}
