"""Worked-out attack lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.rules.state import Carried, Member, Modifier, Pending, Trait
from tests.rulesets.mordcry.helpers import fighter, mordcry, rules_with

HEADINGS = ["Dice", "Hit", "Str", "Wound", "Dmg", "Spd", "Range"]


def lines(member: Member, **chosen: str | int) -> dict[str, dict[str, str]]:
    return {
        line.name: {cell.heading: cell.text for cell in line.cells}
        for line in found(member, **chosen)
    }


def found(member: Member, **chosen: str | int) -> tuple[AttackLine, ...]:
    result = mordcry().attack_lines(member, rules_with(**chosen))
    for line in result:
        assert [cell.heading for cell in line.cells] == HEADINGS
    return result


def note(member: Member, heading: str, **chosen: str | int) -> str:
    return next(c.note for c in found(member, **chosen)[0].cells if c.heading == heading)


MELEE = "3+ 4+ 5+ 5+ 6+"
YOUNGBLOOD = {
    # dice, hit, strength, wound, damage, speed and range of a Youngblood with each weapon
    "short_sword": ("2", MELEE, "3", "3+ 4+ 5+ 6+ 6+", "1", "3", "melee"),
    "long_sword": ("1", MELEE, "4", "2+ 3+ 4+ 5+ 6+", "2", "2", "melee"),
    "club": ("1", MELEE, "4", "2+ 3+ 4+ 5+ 6+", "2", "2", "melee"),
    "mace": ("1", MELEE, "5", "2+ 2+ 3+ 4+ 5+", "2", "1", "melee"),
    "flail": ("1", MELEE, "5", "2+ 2+ 3+ 4+ 5+", "1", "3", "melee"),
    "hammer": ("1", MELEE, "6", "2+ 2+ 2+ 3+ 4+", "3", "1", "melee"),
    "spear": ("1", MELEE, "4", "2+ 3+ 4+ 5+ 6+", "1", "4", "melee"),
    "halberd": ("1", MELEE, "4", "2+ 3+ 4+ 5+ 6+", "2", "5", "melee"),
    "claw": ("4", MELEE, "3", "3+ 4+ 5+ 6+ 6+", "1", "4", "melee"),
    "dagger": ("3", MELEE, "3", "3+ 4+ 5+ 6+ 6+", "1", "5", "melee"),
    "sling": ("1", "4+", "3", "3+ 4+ 5+ 6+ 6+", "1", "3", "18″"),
    "shortbow": ("2", "4+", "3", "3+ 4+ 5+ 6+ 6+", "1", "4", "24″"),
    "longbow": ("1", "4+", "4", "2+ 3+ 4+ 5+ 6+", "2", "3", "30″"),
    "crossbow": ("1", "4+", "5", "2+ 2+ 3+ 4+ 5+", "2", "2", "18″"),
    "pistol": ("1", "4+", "3", "3+ 4+ 5+ 6+ 6+", "2", "3", "12″"),
    "rifle": ("1", "4+", "4", "2+ 3+ 4+ 5+ 6+", "3", "2", "18″"),
}
TOO_FEW_DICE = {"club", "mace", "flail", "hammer", "halberd", "longbow", "crossbow", "rifle"}


@pytest.mark.parametrize("weapon", YOUNGBLOOD)
def test_every_weapon_in_the_hands_of_a_youngblood(weapon: str) -> None:
    (line,) = found(fighter(1, carried=[weapon]))
    assert line.name == mordcry().content.items[weapon].name
    assert tuple(cell.text for cell in line.cells) == YOUNGBLOOD[weapon]


def test_the_catalogue_has_no_other_weapon() -> None:
    weapons = mordcry().content.items_of("weapon")
    ordinary = {item.id for item in weapons if not item.rarity and "cursed" not in item.tags}
    assert ordinary == set(YOUNGBLOOD)


@pytest.mark.parametrize("weapon", YOUNGBLOOD)
def test_the_fewest_dice_follow_the_house_rule(weapon: str) -> None:
    member = fighter(1, carried=[weapon])
    name = mordcry().content.items[weapon].name
    without = lines(member, minimum_attack_dice="none")[name]["Dice"]
    noted = "at least one die (house rule)" in note(member, "Dice")
    cannot = "cannot be used (house rule)" in note(member, "Dice", minimum_attack_dice="none")
    assert (without == "–") == noted == cannot == (weapon in TOO_FEW_DICE)


def test_the_captain() -> None:
    member = fighter(1, archetype="captain", carried=["long_sword", "half_plate"])
    assert lines(member)["Long Sword"] == {
        "Dice": "3",
        "Hit": "2+ 2+ 3+ 3+ 4+",
        "Str": "5",
        "Wound": "2+ 2+ 3+ 4+ 5+",
        "Dmg": "2",
        "Spd": "3",
        "Range": "melee",
    }
    assert note(member, "Str") == "Base 3, +1 Captain’s training, +1 Long Sword"
    speed = "Base 3, +2 Captain’s training, −1 Chainmail or Half Plate, −1 Long Sword"
    assert note(member, "Spd") == speed
    assert note(member, "Hit") == "WS 6 against WS 2, 3, 4, 5 and 6"


def test_two_of_a_kind_are_one_line_with_one_more_die() -> None:
    member = fighter(1, carried=["dagger", "dagger"])
    assert list(lines(member)) == ["Dagger ×2"]
    assert lines(member)["Dagger ×2"]["Dice"] == "4"
    assert note(member, "Dice") == "Attacks 1, +2 Dagger, +1 second one-handed weapon"


def test_two_different_one_handed_weapons_are_two_lines() -> None:
    dice = {
        name: cells["Dice"] for name, cells in lines(fighter(1, carried=["claw", "pistol"])).items()
    }
    assert dice == {"Claw": "5", "Pistol": "2"}


@pytest.mark.parametrize("other", ["longbow", "spear", "light_shield"])
def test_no_extra_die_without_two_one_handed_weapons(other: str) -> None:
    assert lines(fighter(1, carried=["dagger", other]))["Dagger"]["Dice"] == "3"


def test_two_hammers_of_a_champion() -> None:
    """Two Attacks − 3 + 1 is none, so the house rule gives one die."""
    member = fighter(1, archetype="champion", carried=["hammer", "hammer"])
    assert lines(member)["Hammer ×2"]["Dice"] == "1"
    assert lines(member, minimum_attack_dice="none")["Hammer ×2"]["Dice"] == "–"


@pytest.mark.parametrize("carried", [[], ["full_plate"], ["heavy_shield"]])
def test_bare_hands(carried: list[str]) -> None:
    cells = lines(fighter(1, carried=carried))
    assert list(cells) == ["Unarmed"]
    assert (cells["Unarmed"]["Dice"], cells["Unarmed"]["Dmg"]) == ("1", "1")


@pytest.mark.parametrize(("reading", "strength"), [("plain", "3"), ("weak", "2"), ("none", None)])
def test_fists_by_the_house_rule(reading: str, strength: str | None) -> None:
    unarmed = lines(fighter(1, carried=["leather_armour"]), unarmed=reading)
    assert list(unarmed) == ([] if strength is None else ["Unarmed"])
    assert [cells["Str"] for cells in unarmed.values()] == ([strength] if strength else [])
    armed = fighter(1, carried=["dagger"])
    assert lines(armed, unarmed=reading) == lines(armed)


@pytest.mark.parametrize(
    ("skill", "need"), [(1, "6+"), (5, "2+"), (6, "2+/6+"), (8, "2+/4+"), (14, "2+/2+")]
)
def test_shots_by_ballistic_skill(skill: int, need: str) -> None:
    member = fighter(1, carried=["sling"])
    member = replace(member, stats={**member.stats, "bs": skill})
    assert lines(member)["Sling"]["Hit"] == need
    assert ("a natural 1 is rolled again" in note(member, "Hit")) == ("/" in need)


def test_injuries_and_modifiers_count() -> None:
    member = fighter(1, carried=["short_sword"])
    member = replace(
        member,
        modifiers=(
            Modifier("ws", -1, "Arm or hand wound, battle 2", "until_removed"),
            Modifier("a", 2, "Advance after battle 3", cause="advance"),
        ),
        pending=(Pending("modifier", "Next battle only", 5, "ws"),),
    )
    cells = lines(member)["Short Sword"]
    assert (cells["Dice"], cells["Hit"]) == ("4", "4+ 5+ 6+ 6+ 6+")


@pytest.mark.parametrize(
    ("reading", "level", "blind"),
    [
        ("four_rolls", 3, False),
        ("four_rolls", 4, True),
        ("two_rolls", 1, False),
        ("two_rolls", 2, True),
        ("never", 9, False),
    ],
)
def test_the_blind_do_not_shoot(reading: str, level: int, blind: bool) -> None:
    member = fighter(1, carried=["longbow", "dagger"])
    member = replace(member, traits=(Trait("injury", "eye_injury", "Eye injury", level),))
    cells = lines(member, blindness=reading)
    assert (cells["Longbow"]["Hit"] == "–") == blind
    assert cells["Dagger"]["Hit"] == MELEE
    assert ("Blind" in note(member, "Hit", blindness=reading)) == blind


def test_the_house_rules_for_the_tables_reach_the_lines() -> None:
    member = fighter(1, archetype="captain", carried=["dagger"])
    member = replace(member, stats={**member.stats, "os": 9}, modifiers=())
    assert lines(member)["Dagger"]["Wound"] == "2+ 2+ 2+ 2+ 2+"
    weak = replace(member, stats={**member.stats, "ws": 1})
    assert lines(weak)["Dagger"]["Hit"] == "6+ 6+ 6+ 6+ 6+"
    assert lines(weak, hit_table="smooth")["Dagger"]["Hit"] == "5+ 6+ 6+ 6+ 6+"


def test_what_cannot_wound_is_a_dash() -> None:
    member = fighter(1, carried=["dagger"])
    member = replace(member, stats={**member.stats, "os": 1})
    assert lines(member)["Dagger"]["Wound"] == "5+ 6+ 6+ – –"


def test_unknown_gear_is_no_weapon() -> None:
    member = replace(fighter(1), carried=(Carried("lucky_coin"),))
    assert list(lines(member)) == ["Unarmed"]
