"""The 36 uncommon and 25 rare items, against the two lists of the rules typed once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.catalogue import CatalogueItem, ItemUse
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.state import Carried
from mordcry_app.rulesets.mordcry.content import Armour, Shield, Weapon
from mordcry_app.rulesets.mordcry.wares import (
    AFTER_BATTLE_ONLY,
    DOES_AT,
    AttackBonus,
    Does,
    Moment,
    Trinket,
    bonuses_of,
    check_ware,
)
from tests.rulesets.mordcry.helpers import BASE, fighter, mordcry, rules_with, value

UNCOMMON = """
Tarnished Blade 20 | Engraved Buckler 25 | Quick-Draw Sheath 25 | Hunter’s Bow 30
Leather Gorget 30 | Iron Spikes 30 | Charm of Warding 35 | Brawler’s Wraps 25
Old Sighted Musket 40 | Reinforced Boots 25 | Blessed Rope 10 | Potion of Vigor 20
Dog-Eared Codex Page 10 | Powder Flask 25 | Mark of the Coin 35 | Bone Charm 40
Hooked Gauntlet 35 | Tinker’s Toolset 30 | Hunting Trap 30 | Salted Rations 30
Scrapmail Vest 40 | Pilgrim’s Token 50 | Warped Compass 40 | Cinderbomb 35
Soot-Caked Relic 25 | Scrivener’s Gloves 25 | Pipe of Calm 20 | Silver Ammo 25
Saint’s Nail 50 | Mirror of Cracked Faces 40 | Warpaint Vials 30 | Hammerhead Amulet 35
Serrated Edge 35 | Bone Dice Set 35 | Plated Gauntlet 30 | Cracked Sigil Pendant 25
"""
RARE = """
Runescribed Greatblade 200 | Warpstone Pendant 250 | Libram of Lost Saints 25
Witch Oil Bombs 150 | Blessed Warhorn 180 | Hexed Musket 180 | Celestine Blade 250
Soulflask 250 | Armor of the Lost Baron 250 | Crystal Vial of Aether 200
Ghoulblood Tonic 160 | Cloak of the Nightwind 300 | Helm of the Revenant 200
Crucible Rifle 250 | Mirror-Shard Shield 350 | Dragonbone Bow 250 | Ethereal Cloak 250
Chains of the Faithless 200 | Cruciform Pendant 250 | Relic Pistol 250 | Oblivion Dust 180
Specter’s Chainmail 220 | Warped Idol 200 | Talisman of Reversal 300 | Crown of Thorns 190
"""

WORN = {
    "tarnished_blade": {"ws": 1},
    "scrapmail_vest": {"ds": 1, "s": -1},
    "runescribed_greatblade": {"ws": 2},
    "warpstone_pendant": {"os": 2},
    "libram_of_lost_saints": {"will": 2},
    "armor_of_the_lost_baron": {"ds": 2, "m": -1},
    "cruciform_pendant": {"will": 2},
    "specters_chainmail": {"s": -1, "ds": 2, "sv": 6},
    "crown_of_thorns": {"os": 1},
    "cursed_weapon": {"ws": -1},
}
"""What finds change all the time."""

EVERY_BUT_SAVE = {stat: 1 for stat in BASE if stat != "sv"}
AT_TIMES = {
    "engraved_buckler": ("first_melee_attack", {"ds": 1}),
    "quick_draw_sheath": ("first_round", {"s": 1}),
    "old_sighted_musket": ("this_weapon", {"bs": 1}),
    "reinforced_boots": ("climbing_or_jumping", {"m": 1}),
    "potion_of_vigor": ("one_round", {"m": 1, "a": 1}),
    "scriveners_gloves": ("market_or_exploration", {"int": 1}),
    "saints_nail": ("one_round", EVERY_BUT_SAVE),
    "warpaint_vials": ("first_round", {"will": 1, "m": 1}),
    "hammerhead_amulet": ("tougher_target", {"os": 1}),
    "ghoulblood_tonic": ("rest_of_battle", {"m": 1, "os": 1}),
    "mirror_shard_shield": ("against_missiles", {"ds": 2}),
}
"""What finds change under a condition."""

USES = """
tarnished_blade natural_one_to_hit break once
leather_gorget critical_wound_taken lessen any amount 1
iron_spikes fall ignore battle
charm_of_warding damage_taken ignore battle need 6
blessed_rope failed_climb reroll battle
potion_of_vigor activation boost once dice d3
dog_eared_codex_page int_test bonus once amount 1
powder_flask failed_ranged_attack reroll battle
mark_of_the_coin market_search succeed once
bone_charm critical_wound_taken ignore battle
hooked_gauntlet melee pull any inches 2
tinkers_toolset exploration_roll reroll battle
hunting_trap activation trap battle need 4 dice d3 inches 3
salted_rations eye_injury ignore campaign
pilgrims_token injury_roll reroll campaign
warped_compass setup deploy_closer battle inches 3
cinderbomb ranged_attack burn any dice d3 inches 6
soot_caked_relic setup boost battle
pipe_of_calm failed_will_test reroll battle
silver_ammo ranged_attack hit once when undead_or_daemon
saints_nail activation boost battle
mirror_of_cracked_faces shot_at reflect battle need 6
bone_dice_set any_d66_table reroll campaign
plated_gauntlet unarmed damage any dice d3
cracked_sigil_pendant will_test bonus battle amount 1
witch_oil_bombs ranged_attack damage once dice d6 inches 6 when flammable_or_undead
blessed_warhorn activation boost_allies battle
hexed_musket natural_one_to_hit break once dice d3
celestine_blade melee_attack critical any when undead
soulflask enemy_out_of_action capture campaign
crystal_vial_of_aether failed_roll succeed once
ghoulblood_tonic activation boost once
cloak_of_the_nightwind shot_at hinder any amount -2 inches 9
helm_of_the_revenant out_of_action last_activation any need 4
mirror_shard_shield shot_at reflect any need 6 dice d3
dragonbone_bow ranged_attack ignore_cover any
ethereal_cloak move phase battle inches 3
chains_of_the_faithless melee pin once
cruciform_pendant death reroll battle
relic_pistol ranged_attack shoot_again any need 4
oblivion_dust failed_roll succeed battle
warped_idol activation reroll_ones battle
specters_chainmail fall ignore any
talisman_of_reversal death ignore campaign
crown_of_thorns round_end suffer round amount 1
"""

FOUND_WEAPONS = {
    # range, attacks, shots, speed, strength, damage, hands
    "tarnished_blade": (0, 1, 0, 0, 0, "1", 1),
    "hunters_bow": (25, 1, 0, 1, 0, "1", 2),
    "old_sighted_musket": (12, -2, 0, -1, 2, "2", 2),
    "runescribed_greatblade": (0, 0, 0, -2, 1, "4", 2),
    "hexed_musket": (16, 0, 0, 0, 0, "D3+1", 2),
    "celestine_blade": (0, 1, 0, 0, 0, "1", 1),
    "crucible_rifle": (12, 0, 2, 0, 0, "D6", 2),
    "dragonbone_bow": (18, 0, 0, 0, 0, "2", 2),
    "relic_pistol": (10, 0, 0, 0, 0, "2", 1),
    "cursed_weapon": (0, 1, 0, 0, 0, "3", 1),
}


def items() -> list[CatalogueItem]:
    return list(mordcry().content.items.values())


def every_use() -> list[tuple[CatalogueItem, ItemUse]]:
    return [(item, use) for item in items() for use in item.uses]


@pytest.mark.parametrize(("rarity", "text"), [("uncommon", UNCOMMON), ("rare", RARE)])
def test_names_and_prices_in_their_order(rarity: str, text: str) -> None:
    lines = " | ".join(text.strip().splitlines()).split("|")
    expected = {place: tuple(line.strip().rsplit(" ", 1)) for place, line in enumerate(lines, 1)}
    found = {i.on: (i.name, str(i.price)) for i in items() if i.rarity == rarity}
    assert found == expected
    assert len(expected) == (36 if rarity == "uncommon" else 25)


def test_the_mean_prices() -> None:
    prices = {r: [i.price for i in items() if i.rarity == r] for r in ("uncommon", "rare")}
    means = {rarity: sum(found) / len(found) for rarity, found in prices.items()}
    assert (round(means["uncommon"]), round(means["rare"])) == (30, 219)


@pytest.mark.parametrize("rarity", ["uncommon", "rare"])
def test_each_place_of_the_tables(rarity: str) -> None:
    table = mordcry().content.tables[f"{rarity}_items"]
    for place, total in enumerate(parse_dice("d66").totals(), 1):
        row = table.row_for(total)
        item = next((i for i in items() if (i.rarity, i.on) == (rarity, place)), None)
        assert row.id == (item.id if item else f"blank_{place}")


def test_what_finds_change() -> None:
    finds = [item for item in items() if item.rarity or item.tags]
    steady = {item.id: {m.stat: m.amount for m in item.modifiers if not m.when} for item in finds}
    assert {ref: found for ref, found in steady.items() if found} == WORN
    at_times = {
        item.id: (when, {m.stat: m.amount for m in item.modifiers if m.when == when})
        for item in finds
        for when in {m.when for m in item.modifiers if m.when}
    }
    assert at_times == AT_TIMES


@pytest.mark.parametrize("ref", WORN)
def test_a_bearer_has_the_changed_values(ref: str) -> None:
    plain, bearer = fighter(1, archetype="captain"), fighter(1, archetype="captain", carried=[ref])
    for stat in BASE:
        assert value(bearer, stat) == value(plain, stat) + WORN[ref].get(stat, 0)


@pytest.mark.parametrize("ref", list(AT_TIMES))
def test_conditions_keep_a_change_off_the_profile(ref: str) -> None:
    plain, bearer = fighter(1), fighter(1, carried=[ref])
    assert all(value(bearer, stat) == value(plain, stat) for stat in BASE)


def test_every_use() -> None:
    found: list[str] = []
    for item, use in every_use():
        words = [item.id, use.moment, use.does, use.per]
        words += [f"amount {use.amount}"] if use.amount else []
        words += [f"need {use.need}"] if use.need else []
        words += [f"dice {use.dice}"] if use.dice else []
        words += [f"inches {use.inches}"] if use.inches else []
        words += [f"when {use.when}"] if use.when else []
        found.append(" ".join(words))
    assert sorted(found) == sorted(USES.strip().splitlines())


def test_the_vocabulary_has_no_dead_words() -> None:
    """Each word is used by an item, or kept for what groups write themselves."""
    uses = every_use()
    for_groups = {Moment.FAILED_TEST, Moment.FAILED_INT_TEST}
    assert set(Moment) - {use.moment for _, use in uses} == for_groups
    assert set(Does) == {use.does for _, use in uses}
    assert AFTER_BATTLE_ONLY | for_groups <= set(DOES_AT)


def test_texts_are_sentences() -> None:
    for item, use in every_use():
        assert use.text.endswith("."), (item.id, use.id)
    for item in items():
        assert item.text.endswith("."), item.id


def test_weapons_among_the_finds() -> None:
    found = {
        w.id: (w.range, w.attacks, w.shots, w.speed, w.strength, w.damage_text, w.hands)
        for w in items()
        if isinstance(w, Weapon) and w.id in FOUND_WEAPONS
    }
    assert found == FOUND_WEAPONS
    rifles = [item.id for item in items() if isinstance(item, Weapon) and item.limited_ammo]
    assert rifles == ["crucible_rifle"]


def test_weapons_that_are_ordinary_ones_otherwise() -> None:
    content = mordcry().content.items
    like = {"tarnished_blade": "short_sword", "celestine_blade": "short_sword"}
    like |= {"hunters_bow": "shortbow", "old_sighted_musket": "crossbow"}
    for find, ordinary in like.items():
        own, other = content[find], content[ordinary]
        assert isinstance(own, Weapon)
        assert isinstance(other, Weapon)
        for field in ("attacks", "speed", "strength", "damage", "hands"):
            assert getattr(own, field) == getattr(other, field), (find, field)


def test_shields_and_armour_among_the_finds() -> None:
    found = {i.id: i.save for i in items() if isinstance(i, Shield | Armour) and i.rarity}
    assert found == {
        "engraved_buckler": 6,
        "mirror_shard_shield": 0,
        "armor_of_the_lost_baron": 0,
        "specters_chainmail": 6,
    }


def test_bonuses_in_attacks() -> None:
    found = {item.id: bonuses_of(item) for item in items() if bonuses_of(item)}
    assert found == {
        "brawlers_wraps": (AttackBonus(of="dice", amount=1, only="unarmed"),),
        "serrated_edge": (
            AttackBonus(of="damage", amount=1, only="melee"),
            AttackBonus(of="speed", amount=-1, only="melee"),
        ),
    }


def test_tags() -> None:
    assert {item.id: item.tags for item in items() if item.tags} == {
        "celestine_blade": ("holy",),
        "armor_of_the_lost_baron": ("fear",),
        "cursed_weapon": ("cursed",),
    }


def test_the_price_of_the_libram_by_the_house_rule() -> None:
    for reading, price in (("printed", 25), ("likely", 250)):
        content = mordcry().content_under(rules_with(libram_price=reading))
        assert content.items["libram_of_lost_saints"].price == price


def test_spent_and_whole_items_lie_apart() -> None:
    bearer = fighter(1, carried=["pilgrims_token", "pilgrims_token"])
    assert bearer.carried == (Carried("pilgrims_token", 2),)
    assert bearer.carries("pilgrims_token")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"moment": "tea_time"}, "use sip, moment: “tea_time” does not exist; valid: "),
        ({"moment": "will_tests"}, "use sip, moment: “will_tests” does not exist; did you mean: "),
        ({"does": "explode"}, "use sip, does: “explode” does not exist; valid: "),
        (
            {"moment": "will_test", "does": "pull"},
            "use sip, does: pull is of no use at the moment will_test; valid: bonus",
        ),
        (
            {"moment": "int_test", "does": "bonus"},
            "use sip, amount: a bonus needs an amount of 1 or more",
        ),
    ],
)
def test_a_use_that_nobody_could_carry_out(fields: dict[str, str], problem: str) -> None:
    use = ItemUse.model_validate({"id": "sip", "moment": "move", "does": "phase", **fields})
    ware = Trinket(id="tea", name="Tea", uses=(use,))
    with pytest.raises(ContentError, match=r"tea, use sip") as caught:
        check_ware(Path("items.toml"), ware, ())
    assert problem in str(caught.value)


def test_a_bonus_under_a_condition_that_there_is_not() -> None:
    bonus = AttackBonus(of="hit", amount=1, when="full_moon")
    ware = Trinket(id="tea", name="Tea", bonuses=(bonus,))
    with pytest.raises(ContentError, match=r"tea, bonus 1, when: “full_moon” does not exist"):
        check_ware(Path("items.toml"), ware, mordcry().content.conditions)


@pytest.mark.parametrize(("damage", "dice"), [(0, ""), (2, "d3")])
def test_a_weapon_has_one_kind_of_damage(damage: int, dice: str) -> None:
    with pytest.raises(ValueError, match="damage_dice must say"):
        Weapon(
            id="x", name="X", attacks=0, speed=0, strength=0, hands=1,
            damage=damage, damage_dice=dice,
        )  # fmt: skip


def test_a_shield_cannot_stop_everything() -> None:
    with pytest.raises(ValueError, match="0 for none, or 2 to 6"):
        Shield(id="x", name="X", save=1)
