"""Worked-out attack lines: what a fighter rolls with each weapon before any target is known.

Rules: mordcry.txt, "Attack Action"; rulings 30, 31, 33 and 67.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.derive import Value, effective
from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.rules.state import Member, Modifier
from mordcry_app.rulesets.mordcry.attack_gear import UNARMED_ID, AttackGear, signed
from mordcry_app.rulesets.mordcry.carrying import weapons_of
from mordcry_app.rulesets.mordcry.content import Weapon
from mordcry_app.rulesets.mordcry.injuries import is_blind
from mordcry_app.rulesets.mordcry.item_words import in_battle
from mordcry_app.rulesets.mordcry.lookups import RangedNeed, hit_need, ranged_need, wound_need
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

OPPONENTS = range(2, 7)
"""The WS and DS that lines are worked out against."""
NOTHING = "–"

UNARMED = Weapon(id=UNARMED_ID, name="Unarmed", attacks=0, speed=0, strength=0, damage=1, hands=1)
FISTS: dict[str | int, Weapon | None] = {
    "plain": UNARMED,
    "weak": UNARMED.model_copy(update={"strength": -1}),
    "none": None,
}
"""Bare hands, by the house rule `unarmed`: they have no printed profile (ruling 67)."""


@dataclass(frozen=True, slots=True)
class Pool:
    """How many dice an attack rolls to hit, and how that comes about.

    `is_exception` says that a house rule had to make up for too few dice.
    """

    dice: int
    note: str
    is_exception: bool = False


def attack_lines(book: Rulebook, member: Member) -> tuple[AttackLine, ...]:
    """Return one line for each weapon, two of a kind in one line; bare hands without any.

    There is none for a fighter whom the house rule `unarmed` leaves without an attack.
    """
    weapons = weapons_of(member, book.content)
    if not weapons:
        fists = FISTS[book.rules["unarmed"]]
        return (_line(book, member, fists, fists.name, second=None),) if fists else ()
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


@dataclass(frozen=True, slots=True)
class Now:
    """What acts on an attacker at one moment of a battle, besides what stands on its roster.

    `dice` are more attack dice, for a reason that is told elsewhere.
    """

    modifiers: tuple[Modifier, ...] = ()
    conditions: Set[str] = frozenset()
    dice: int = 0


def attack_pool(
    book: Rulebook, member: Member, weapon: Weapon, second: Weapon | None, now: Now | None = None
) -> Pool:
    """Return the dice of an attack: Attacks, the weapon's modifier, +1 with a second weapon.

    Some weapons have dice of their own instead. Items may add more. At least one die is rolled
    unless the house rule `minimum_attack_dice` says otherwise. With `now` it is the pool of that
    moment of a battle, and nothing is said of what acts at other times.
    """
    gear = AttackGear(book, member, weapon)
    if weapon.shots:
        dice = weapon.shots
        parts = [f"{weapon.shots} with the {weapon.name}, whoever shoots"]
    else:
        attacks = attack_value(book, member, "a", weapon, 0, now=now).total
        dice = attacks + weapon.attacks + (1 if second else 0)
        parts = [f"Attacks {attacks}"]
        if weapon.attacks:
            parts.append(f"{signed(weapon.attacks)} {weapon.name}")
        if second:
            parts.append("+1 second one-handed weapon")
    for amount, source in gear.added("dice"):
        dice += amount
        parts.append(f"{signed(amount)} {source}")
    dice += now.dice if now else 0
    too_few = dice < 1
    if too_few:
        parts.append(_too_few(book.rules))
        dice = 1 if book.rules["minimum_attack_dice"] == "one" else 0
    if now is not None:
        return Pool(dice, ", ".join(parts), too_few)
    notes = [", ".join(parts), *gear.at_times("dice", "a")]
    if weapon.limited_ammo:
        notes.append(f"{book.rules['limited_ammo']} shots a battle (house rule)")
    return Pool(dice, "; ".join(notes), too_few or len(notes) > 1)


def attack_value(
    book: Rulebook,
    member: Member,
    stat: str,
    weapon: Weapon,
    amount: int,
    of: str = "",
    *,
    now: Now | None = None,
) -> Value:
    """Return a characteristic as it is while a weapon is used, which changes it by `amount`.

    `of` names the bonuses of items that add to it. `now` as in `attack_pool`.
    """
    now = now or Now()
    gear = AttackGear(book, member, weapon)
    extra = [Modifier(stat, amount, weapon.name, "while_worn")] if amount else []
    extra += gear.of_this_weapon()
    extra += [Modifier(stat, more, source, "while_worn") for more, source in gear.added(of)]
    extra += now.modifiers
    return effective(member, stat, book.content, extra=extra, conditions=now.conditions)


def _line(
    book: Rulebook, member: Member, weapon: Weapon, name: str, second: Weapon | None
) -> AttackLine:
    gear = AttackGear(book, member, weapon)
    pool = attack_pool(book, member, weapon, second)
    strength = attack_value(book, member, "os", weapon, weapon.strength, "strength")
    speed = attack_value(book, member, "s", weapon, weapon.speed, "speed")
    wounds = " ".join(_need(wound_need(strength.total, ds, book.rules)) for ds in OPPONENTS)
    return AttackLine(
        name,
        (
            AttackCell(
                "Dice", str(pool.dice) if pool.dice else NOTHING, pool.note, pool.is_exception
            ),
            _hit_cell(book, member, weapon),
            _value_cell("Str", strength, gear.at_times("strength", "os")),
            _noted("Wound", wounds, "Against DS 2, 3, 4, 5 and 6", _when_attacked(gear)),
            _damage_cell(gear),
            _value_cell("Spd", speed, gear.at_times("speed", "s")),
            _range_cell(gear),
            *_trait_cells(gear),
        ),
    )


def _value_cell(heading: str, value: Value, more: tuple[str, ...]) -> AttackCell:
    return _noted(heading, str(value.total), explained(value), more)


def _noted(heading: str, text: str, note: str, more: tuple[str, ...]) -> AttackCell:
    """Return a cell whose note tells of what counts at times only; then it is an exception."""
    notes = (note, *more) if note else more
    return AttackCell(heading, text, "; ".join(notes), exception=bool(more), rule="; ".join(more))


def _when_attacked(gear: AttackGear) -> tuple[str, ...]:
    """Return what changes the fighter's own DS at times, for when it is wounded itself."""
    return tuple(f"when attacked, {note}" for note in gear.at_times("", "ds"))


def _damage_cell(gear: AttackGear) -> AttackCell:
    text, note = gear.weapon.damage_text, "For each wound that nothing stops"
    punch = gear.punch()
    if punch is not None:
        text, source = punch
        note += f"; {text} {source}"
    added = gear.added("damage")
    more = sum(amount for amount, _ in added)
    if more:
        text = str(max(0, int(text) + more)) if text.isdecimal() else f"{text} {signed(more)}"
        note += "".join(f", {signed(amount)} {source}" for amount, source in added)
    return _noted("Dmg", text, note, gear.at_times("damage"))


def _trait_cells(gear: AttackGear) -> tuple[AttackCell, ...]:
    """Return what a weapon does besides its numbers, if there is anything."""
    words = in_battle(gear.weapon, gear.book.content, gear.book.rules)
    return (AttackCell("Traits", "; ".join(words)),) if words else ()


def _range_cell(gear: AttackGear) -> AttackCell:
    """Return the reach of a weapon."""
    weapon = gear.weapon
    added = gear.added("range") if weapon.is_ranged else ()
    reach = max(0, weapon.range + sum(amount for amount, _ in added))
    parts = [f"{weapon.range}″ {weapon.name}", *(f"{signed(a)}″ {source}" for a, source in added)]
    notes = [", ".join(parts)] if added else []
    text = f"{reach}″" if weapon.is_ranged else "melee"
    return _noted("Range", text, "".join(notes), gear.at_times("range"))


def _hit_cell(book: Rulebook, member: Member, weapon: Weapon) -> AttackCell:
    gear = AttackGear(book, member, weapon)
    added = gear.added("hit")
    easier = sum(amount for amount, _ in added)
    sources = "".join(f", {signed(amount)} to hit {source}" for amount, source in added)
    stat = "bs" if weapon.is_ranged else "ws"
    value = attack_value(book, member, stat, weapon, 0)
    skill = value.total
    own = "".join(
        f", of it {signed(m.amount)} {m.source}" for m in gear.of_this_weapon() if m.stat == stat
    )
    more = gear.at_times("hit", stat)
    if not weapon.is_ranged:
        needs = " ".join(
            _need(_easier(hit_need(skill, ws, book.rules), easier)) for ws in OPPONENTS
        )
        note = f"WS {skill}{own} against WS 2, 3, 4, 5 and 6{sources}"
        return _noted("Hit", needs, note, more)
    if is_blind(member, book.rules["blindness"]):
        return AttackCell("Hit", NOTHING, "Blind: fights in melee only", exception=True)
    need = ranged_need(skill)
    second = _easier(need.second, easier) if need.second else None
    need = RangedNeed(_easier(need.first, easier), second)
    note = f"BS {skill}{own}{sources}"
    if need.second:
        note += f"; a natural 1 is rolled again and hits on {need.second}+"
    cell = _noted("Hit", need.written, note, more)
    return replace(cell, exception=cell.exception or bool(need.second))


def _easier(need: int, bonus: int) -> int:
    """Return what a die needs to hit with a bonus; a 1 always misses and a 6 always hits."""
    return min(6, max(2, need - bonus))


def explained(value: Value) -> str:
    """Return how a value comes about in one line: `Base 3, +1 Longbow`."""
    first, *rest = value.parts
    return ", ".join(
        [f"{first.label} {first.amount}", *(f"{signed(p.amount)} {p.label}" for p in rest)]
    )


def _too_few(rules: HouseRules) -> str:
    if rules["minimum_attack_dice"] == "one":
        return "but at least one die (house rule)"
    return "so this weapon cannot be used (house rule)"


def _need(need: int | None) -> str:
    return f"{need}+" if need else NOTHING
