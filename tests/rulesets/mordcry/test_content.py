"""What the content files say, against the lists of the rules typed once more."""

from __future__ import annotations

from fractions import Fraction

from mordcry_app.rules.catalogue import CatalogueItem
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.effects import AddTrait, Kill, MissNextBattle
from mordcry_app.rulesets.mordcry.content import (
    Armour,
    Shield,
    Weapon,
)
from mordcry_app.rulesets.mordcry.engine import FUNCTIONS
from mordcry_app.services.rules_references import all_effects, effects_of_item
from tests.rulesets.mordcry.helpers import BASE, mordcry

WEAPONS = """
Short Sword | 0 | +1 | 0 | 0 | 1 | 1
Long Sword | 0 | 0 | -1 | +1 | 2 | 2
Club | 0 | -1 | -1 | +1 | 2 | 1
Mace | 0 | -1 | -2 | +2 | 2 | 1
Flail | 0 | -1 | 0 | +2 | 1 | 1
Hammer | 0 | -3 | -3 | +3 | 3 | 1
Spear | 0 | 0 | +1 | +1 | 1 | 2s
Halberd | 0 | -1 | +2 | +1 | 2 | 2s
Claw | 0 | +3 | +1 | 0 | 1 | 1
Dagger | 0 | +2 | +2 | 0 | 1 | 1
Sling | 18 | 0 | 0 | 0 | 1 | 2
Shortbow | 24 | +1 | +1 | 0 | 1 | 2
Longbow | 30 | -1 | 0 | +1 | 2 | 2
Crossbow | 18 | -2 | -1 | +2 | 2 | 2
Pistol | 12 | 0 | 0 | 0 | 2 | 1
Rifle | 18 | -1 | -1 | +1 | 3 | 2
"""
"""Name, range, A, Spd, OS, damage, hands (s: room for a shield)."""

SHIELDS = {
    "Light Shield or Buckler": (6, True),
    "Medium Shield": (5, False),
    "Heavy Shield": (4, False),
}
ARMOUR = {
    "Cloth Armour": {"s": 1},
    "Leather Armour": {"ds": 1},
    "Chainmail or Half Plate": {"s": -1, "ds": 2, "sv": 6},
    "Full Plate": {"s": -2, "ds": 3, "sv": 5},
}

DOUBLES = """Blood for Iron, Braced for Impact, Lethal Lunge, Sweeping Blow, Shieldbreaker,
Righteous Zeal, Slip the Knife, Quick Hands, Poisoned Blades, Silent Step, Warpfire, Stun,
Tainted Flesh, Veteran’s Instincts, Iron Discipline"""
TRIPLES = """Unbowed, Killing Stroke, Merciless Advance, They Will Not Die, Unrelenting Fury,
Furious Charge, Bloodthirst, Healing Hands, Martyr’s Zeal, Penance, Witchfire, Smooth Escape,
Nerve Strike, Smokescreen, Feign Death, Reflect Damage, Distort Time, Daemonfire Blast,
Tainted Aura"""
QUADS = "Blessed Endurance, Cleansing Litany, Litany of Wrath, Warp Burst, Grim Resolve"
ABILITIES = {
    "Rush": "double",
    "Onslaught": "double",
    "Coordinated Strike": "triple",
    "Endless Fortitude": "triple",
    "Respite": "triple",
    "Inspiring Presence": "triple",
    "Rampage": "quad",
    "Revive": "quad",
}


def is_ordinary(item: CatalogueItem) -> bool:
    """Say whether an item stands in the lists of weapons, shields and armour of the rules."""
    return not item.rarity and "cursed" not in item.tags


def ordinary() -> list[CatalogueItem]:
    return [item for item in mordcry().content.items.values() if is_ordinary(item)]


def names(text: str) -> set[str]:
    return {" ".join(name.split()) for name in text.split(",")}


def test_the_eleven_characteristics() -> None:
    characteristics = mordcry().content.characteristics
    assert {c.id: c.base for c in characteristics.values()} == BASE
    assert tuple(characteristics) == tuple(BASE)
    assert [c.short.lower() for c in characteristics.values()] == list(BASE)
    for characteristic in characteristics.values():
        is_save = characteristic.id == "sv"
        assert characteristic.can_advance is not is_save
        assert characteristic.advance_cap == (None if is_save else 8)
        assert characteristic.floor == (0 if is_save else 1)
    assert characteristics["m"].written(5) == "5″"
    assert characteristics["sv"].written(0) == "–"
    assert characteristics["sv"].written(6) == "6+"


def test_every_weapon() -> None:
    found = {
        weapon.name: (
            weapon.range,
            weapon.attacks,
            weapon.speed,
            weapon.strength,
            weapon.damage,
            f"{weapon.hands}{'s' if weapon.with_shield else ''}",
        )
        for weapon in mordcry().content.items_of("weapon")
        if isinstance(weapon, Weapon) and is_ordinary(weapon)
    }
    expected: dict[str, tuple[int, int, int, int, int, str]] = {}
    for line in WEAPONS.strip().splitlines():
        name, reach, attacks, speed, strength, damage, hands = (p.strip() for p in line.split("|"))
        numbers = (int(reach), int(attacks), int(speed), int(strength), int(damage))
        expected[name] = (*numbers, hands)
    assert found == expected
    assert len(found) == 16


def test_every_shield() -> None:
    shields = [i for i in ordinary() if isinstance(i, Shield)]
    assert {shield.name: (shield.save, shield.melee_only) for shield in shields} == SHIELDS


def test_every_suit_of_armour() -> None:
    suits = [i for i in ordinary() if isinstance(i, Armour)]
    found = {suit.name: {m.stat: m.amount for m in suit.modifiers} for suit in suits}
    assert found == ARMOUR


def test_every_skill_and_its_cost() -> None:
    skills = mordcry().content.traits_of("skill")
    by_cost = {
        cost: {s.name for s in skills if s.cost == cost} for cost in ("double", "triple", "quad")
    }
    assert by_cost == {"double": names(DOUBLES), "triple": names(TRIPLES), "quad": names(QUADS)}
    assert [len(found) for found in by_cost.values()] == [15, 19, 5]
    assert len(skills) == 39
    assert not any(skill.universal or skill.lasting for skill in skills)


def test_every_universal_ability() -> None:
    abilities = mordcry().content.traits_of("ability")
    assert {a.name: a.cost for a in abilities} == ABILITIES
    assert all(ability.universal for ability in abilities)


def test_lasting_injuries_can_be_removed() -> None:
    injuries = mordcry().content.traits_of("injury")
    assert len(injuries) == 9
    assert all(injury.lasting for injury in injuries)


def test_resources() -> None:
    resources = mordcry().content.resources
    owners = {r.id: (r.owner, r.summed, r.hidden) for r in resources.values()}
    assert owners == {
        "crowns": ("roster", False, False),
        "renown": ("member", True, False),
        "xp": ("member", False, False),
        "advances": ("member", False, True),
        "spent_xp": ("member", False, True),
    }


def test_no_text_is_empty() -> None:
    content = mordcry().content
    texts = {
        **{f"characteristic {c.id}": c.text for c in content.characteristics.values()},
        **{f"archetype {a.id}": a.text for a in content.archetypes.values()},
        **{f"{t.kind} {t.id}": t.text for t in content.traits.values()},
        **{f"item {i.id}": i.text for i in content.items.values()},
        **{f"table {t.id}": t.text for t in content.tables.values()},
        **{f"row {r.id}": r.text for t in content.tables.values() for r in t.rows},
        "ruleset": mordcry().manifest.text,
    }
    for rule in content.house_rules.values():
        texts |= {f"{rule.id} says": rule.rules_say, f"{rule.id} why": rule.why}
        texts |= {f"{rule.id} {o.id}": o.changes for o in rule.options}
    assert [place for place, text in texts.items() if not text.endswith((".", "…"))] == []


def test_every_table_row_does_something() -> None:
    for table in mordcry().content.tables.values():
        for row in table.rows:
            assert row.effects, (table.id, row.id)


def test_the_advance_table() -> None:
    table = mordcry().content.tables["advance"]
    assert {row.id: chance for row, chance in table.chances()} == {
        "characteristic": Fraction(6, 36),
        "skill": Fraction(24, 36),
        "choice": Fraction(6, 36),
    }
    found = {total: table.row_for(total).id for total in parse_dice("2d6").totals()}
    assert found == {
        total: "characteristic" if total <= 4 else "skill" if total <= 9 else "choice"
        for total in range(2, 13)
    }


def test_every_named_function_is_used() -> None:
    content = mordcry().content
    called = {
        effect.function
        for effects in (
            *(row.effects for table in content.tables.values() for row in table.rows),
            *(effects_of_item(item) for item in content.items.values()),
        )
        for effect in all_effects(effects)
        if effect.op == "call"
    }
    assert called == FUNCTIONS


def test_injury_rows_do_what_their_names_say() -> None:
    table = mordcry().content.tables["injury"]
    for row in table.rows:
        kinds = {type(effect) for effect in row.effects}
        assert (Kill in kinds) == (row.id == "dead")
        assert (MissNextBattle in kinds) == (row.id == "grievously_wounded")
        added = [effect.ref for effect in row.effects if isinstance(effect, AddTrait)]
        lasting = {trait.id for trait in mordcry().content.traits_of("injury")}
        assert added == ([row.id] if row.id in lasting else [])
