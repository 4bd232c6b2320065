"""The numbers that Mordcry's rules look up, laid out to be read under the house rules in force.

Rules: mordcry.txt, "2. Roll to Hit", "3. Roll to Wound", "4. Allocating Damage, Armor, and
Statuses", "Experience, Leveling, and Renown", "Shops", "Weapon List", "Shield List", "Armor List".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mordcry_app.rules.catalogue import Content, HouseRule, HouseRules
from mordcry_app.rules.topics import Grid, GridCell, GridRow, cells
from mordcry_app.rulesets.mordcry.battle.critical import COSTS
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES, Ailment
from mordcry_app.rulesets.mordcry.content import Armour, Shield, Weapon
from mordcry_app.rulesets.mordcry.lookups import LEAST, MOST, hit_need, ranged_need, wound_need
from mordcry_app.rulesets.mordcry.market import RARE_FROM, UNCOMMON_FROM
from mordcry_app.rulesets.mordcry.thresholds import threshold

_VALUES = range(LEAST, MOST + 1)
_STEPS_SHOWN = 15

_Need = Callable[[int, int, HouseRules], int | None]


def rules_grids(content: Content, rules: HouseRules) -> tuple[Grid, ...]:
    """Return every grid: blows, shots, wounds, statuses, experience, the market, and gear."""
    return (
        _matrix("hit", "Attacker’s WS", "Defender’s WS", hit_need, "hit_table", content, rules),
        _shots(),
        _matrix("wound", "Strength", "Defender’s DS", wound_need, "wound_table", content, rules),
        _statuses(content, rules),
        _advance_steps(rules),
        _market(),
        _weapons(content),
        _shields(content),
        _armour(content),
    )


def _matrix(
    grid_id: str,
    down: str,
    across: str,
    need: _Need,
    rule_id: str,
    content: Content,
    rules: HouseRules,
) -> Grid:
    rule = content.house_rules[rule_id]
    rows = tuple(
        GridRow(
            str(own),
            tuple(
                GridCell(
                    _written(need(own, other, rules)),
                    _readings(rule, lambda chosen, o=own, d=other: need(o, d, chosen)),
                )
                for other in _VALUES
            ),
        )
        for own in _VALUES
    )
    return Grid(grid_id, down, across, tuple(map(str, _VALUES)), rows)


def _readings(rule: HouseRule, need: Callable[[HouseRules], int | None]) -> str:
    """Return what a cell is under each setting of a house rule, or nothing where all agree."""
    found = {
        option.label: _written(need(HouseRules({rule.id: rule}, {rule.id: option.id})))
        for option in rule.options
    }
    if len(set(found.values())) == 1:
        return ""
    readings = ", ".join(f"{label}: {text}" for label, text in found.items())
    return f"{rule.name}. {readings}"


def _shots() -> Grid:
    needs = cells(*(ranged_need(skill).written for skill in _VALUES))
    return Grid("shoot", "", "Shooter’s BS", tuple(map(str, _VALUES)), (GridRow("Needs", needs),))


def _statuses(content: Content, rules: HouseRules) -> Grid:
    """Return what a critical wound brings, by D6; 6 is a point of damage and no status."""
    lasts = "until the round ends" if rules["stunned"] == "round" else "through the next activation"
    does = {
        Ailment.STUNNED: f"no actions, reactions or abilities {lasts}",
        Ailment.KNOCKED_DOWN: "a move action to get up; neither reactions nor abilities before "
        "the next activation",
    }
    does |= {
        ailment: f"−1 {content.characteristics[stat].name} until the battle is over"
        for ailment, stat in COSTS.items()
    }
    rows = [
        GridRow(str(score), cells(AILMENT_NAMES[ailment], does[ailment]))
        for score, ailment in enumerate(does, start=1)
    ]
    rows.append(GridRow(str(len(rows) + 1), cells("No status", "one point of damage more")))
    return _list("status", "D6", ("Status", "What it does"), rows)


def _market() -> Grid:
    rows = (
        GridRow(f"up to {UNCOMMON_FROM - 1}", cells("nothing")),
        GridRow(f"{UNCOMMON_FROM}–{RARE_FROM - 1}", cells("an uncommon item")),
        GridRow(f"{RARE_FROM} or more", cells("a rare item")),
    )
    return _list("market", "2D6", ("What turns up",), rows)


def _advance_steps(rules: HouseRules) -> Grid:
    rows = tuple(
        GridRow(
            str(number),
            cells(
                str(threshold(number, rules)),
                str(threshold(number, rules) - (threshold(number - 1, rules) if number > 1 else 0)),
            ),
        )
        for number in range(1, _STEPS_SHOWN + 1)
    )
    return _list("advance_steps", "Advance", ("Comes at XP", "A step of"), rows)


def _weapons(content: Content) -> Grid:
    columns = ("Range", "Attacks", "Speed", "Strength", "Damage", "Hands")
    rows = (
        GridRow(
            weapon.name,
            cells(
                f"{weapon.range}″" if weapon.is_ranged else "melee",
                _signed(weapon.attacks),
                _signed(weapon.speed),
                _signed(weapon.strength),
                weapon.damage_text,
                f"{weapon.hands}, or with a shield" if weapon.with_shield else str(weapon.hands),
            ),
            f"item:{weapon.id}",
        )
        for weapon in content.items.values()
        if isinstance(weapon, Weapon)
    )
    return _list("weapon", "Weapon", columns, rows)


def _shields(content: Content) -> Grid:
    rows = (
        GridRow(
            shield.name,
            cells(
                f"{shield.save}+" if shield.save else "–",
                "blows only" if shield.melee_only else "blows and shots",
            ),
            f"item:{shield.id}",
        )
        for shield in content.items.values()
        if isinstance(shield, Shield)
    )
    return _list("shield", "Shield", ("Stops on", "Against"), rows)


def _armour(content: Content) -> Grid:
    rows = (
        GridRow(
            suit.name,
            cells(
                _signed(suit.speed), _signed(suit.defence), f"{suit.save}+" if suit.save else "–"
            ),
            f"item:{suit.id}",
        )
        for suit in content.items.values()
        if isinstance(suit, Armour)
    )
    return _list("armour", "Armour", ("Speed", "DS", "Save"), rows)


def _list(grid_id: str, down: str, columns: tuple[str, ...], rows: Iterable[GridRow]) -> Grid:
    return Grid(grid_id, down, "", columns, tuple(rows))


def _written(need: int | None) -> str:
    return f"{need}+" if need else "–"


def _signed(amount: int) -> str:
    if amount == 0:
        return "0"
    return f"+{amount}" if amount > 0 else f"−{-amount}"
