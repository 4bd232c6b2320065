"""Worked-out attack lines: what a fighter rolls with each weapon before any target is known.

Rules: mordcry.txt, "Attack Action"; rulings 30, 31, 33 and 67.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.derive import Value, effective
from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.rules.state import Member, Modifier
from mordcry_app.rulesets.mordcry.carrying import weapons_of
from mordcry_app.rulesets.mordcry.content import Weapon
from mordcry_app.rulesets.mordcry.injuries import is_blind
from mordcry_app.rulesets.mordcry.lookups import hit_need, ranged_need, wound_need
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

OPPONENTS = range(2, 7)
"""The WS and DS that lines are worked out against."""
NOTHING = "–"

UNARMED = Weapon(id="unarmed", name="Unarmed", attacks=0, speed=0, strength=0, damage=1, hands=1)
"""Bare hands; they have no printed profile (ruling 67)."""


@dataclass(frozen=True, slots=True)
class Pool:
    """How many dice an attack rolls to hit, and how that comes about.

    `is_exception` says that a house rule had to make up for too few dice.
    """

    dice: int
    note: str
    is_exception: bool = False


def attack_lines(book: Rulebook, member: Member) -> tuple[AttackLine, ...]:
    """Return one line for each weapon, two of a kind in one line; bare hands without any."""
    weapons = weapons_of(member, book.content)
    if not weapons:
        return (_line(book, member, UNARMED, UNARMED.name, second=None),)
    one_handed = [weapon for weapon in weapons if weapon.hands == 1]
    lines: list[AttackLine] = []
    for weapon in dict.fromkeys(weapons):
        second: Weapon | None = None
        if weapon.hands == 1 and len(one_handed) > 1:
            others = [other for other in one_handed if other.id != weapon.id]
            second = others[0] if others else weapon
        units = weapons.count(weapon)
        name = weapon.name if units == 1 else f"{weapon.name} ×{units}"
        lines.append(_line(book, member, weapon, name, second))
    return tuple(lines)


def attack_pool(book: Rulebook, member: Member, weapon: Weapon, second: Weapon | None) -> Pool:
    """Return the dice of an attack: Attacks, the weapon's modifier, +1 with a second weapon.

    At least one die is rolled unless the house rule `minimum_attack_dice` says otherwise.
    """
    attacks = effective(member, "a", book.content).total
    dice = attacks + weapon.attacks + (1 if second else 0)
    parts = [f"Attacks {attacks}"]
    if weapon.attacks:
        parts.append(f"{_signed(weapon.attacks)} {weapon.name}")
    if second:
        parts.append("+1 second one-handed weapon")
    too_few = dice < 1
    if too_few:
        parts.append(_too_few(book.rules))
        dice = 1 if book.rules["minimum_attack_dice"] == "one" else 0
    return Pool(dice, ", ".join(parts), too_few)


def attack_value(book: Rulebook, member: Member, stat: str, amount: int, name: str) -> Value:
    """Return a characteristic as it is while a weapon is used."""
    extra = (Modifier(stat, amount, name, "while_worn"),) if amount else ()
    return effective(member, stat, book.content, extra=extra)


def _line(
    book: Rulebook, member: Member, weapon: Weapon, name: str, second: Weapon | None
) -> AttackLine:
    pool = attack_pool(book, member, weapon, second)
    strength = attack_value(book, member, "os", weapon.strength, weapon.name)
    speed = attack_value(book, member, "s", weapon.speed, weapon.name)
    wounds = " ".join(_need(wound_need(strength.total, ds, book.rules)) for ds in OPPONENTS)
    return AttackLine(
        name,
        (
            AttackCell(
                "Dice", str(pool.dice) if pool.dice else NOTHING, pool.note, pool.is_exception
            ),
            _hit_cell(book, member, weapon),
            AttackCell("Str", str(strength.total), explained(strength)),
            AttackCell("Wound", wounds, "Against DS 2, 3, 4, 5 and 6"),
            AttackCell("Dmg", str(weapon.damage), "For each wound that nothing stops"),
            AttackCell("Spd", str(speed.total), explained(speed)),
            AttackCell("Range", f"{weapon.range}″" if weapon.is_ranged else "melee"),
        ),
    )


def _hit_cell(book: Rulebook, member: Member, weapon: Weapon) -> AttackCell:
    if not weapon.is_ranged:
        skill = effective(member, "ws", book.content).total
        needs = " ".join(_need(hit_need(skill, ws, book.rules)) for ws in OPPONENTS)
        return AttackCell("Hit", needs, f"WS {skill} against WS 2, 3, 4, 5 and 6")
    if is_blind(member, book.rules["blindness"]):
        return AttackCell("Hit", NOTHING, "Blind: fights in melee only", exception=True)
    skill = effective(member, "bs", book.content).total
    need = ranged_need(skill)
    note = f"BS {skill}"
    if need.second:
        note += f"; a natural 1 is rolled again and hits on {need.second}+"
    return AttackCell("Hit", need.written, note, exception=bool(need.second))


def explained(value: Value) -> str:
    """Return how a value comes about in one line: `Base 3, +1 Longbow`."""
    first, *rest = value.parts
    return ", ".join(
        [f"{first.label} {first.amount}", *(f"{_signed(p.amount)} {p.label}" for p in rest)]
    )


def _too_few(rules: HouseRules) -> str:
    if rules["minimum_attack_dice"] == "one":
        return "but at least one die (house rule)"
    return "so this weapon cannot be used (house rule)"


def _need(need: int | None) -> str:
    return f"{need}+" if need else NOTHING


def _signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"
