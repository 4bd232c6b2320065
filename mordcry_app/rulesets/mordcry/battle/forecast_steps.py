"""The steps of an attack in words: what is compared, where it comes from, and what is needed.

Rules: mordcry.txt, “2. Roll to Hit” to “4. Allocating Damage, Armor, and Statuses”.
"""

from __future__ import annotations

from mordcry_app.rules.battle_engine import ForecastStep
from mordcry_app.rules.derive import TRAINING, Value
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rules.odds.steps import Stage, hit_reroll_need, stages
from mordcry_app.rulesets.mordcry.attack_gear import signed
from mordcry_app.rulesets.mordcry.battle.attack_dice import need_in_words, stage_in_words
from mordcry_app.rulesets.mordcry.battle.attack_numbers import Reckoning
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight


def steps_of(fight: Fight, plan: AttackPlan, reckoning: Reckoning) -> tuple[ForecastStep, ...]:
    """Return the steps of an attack before it is rolled, in their order."""
    numbers = reckoning.numbers
    steps = [
        ForecastStep("Dice", reckoning.striker.pool.note, str(numbers.dice)),
        _hit(plan, reckoning),
        ForecastStep(
            "Wound",
            f"OS {_explained(reckoning.striker.strength)} "
            f"v DS {_explained(reckoning.struck.defence)}",
            need_in_words(numbers.wound_need),
        ),
        *(
            ForecastStep(_LABELS[stage.name], _stage(fight, plan, reckoning, stage), _need(stage))
            for stage in stages(numbers)
        ),
        _damage(plan, reckoning),
        ForecastStep("Critical wound", *_critical(numbers)),
    ]
    if plan.notes:
        steps.append(ForecastStep("Counts as well", "; ".join(plan.notes), ""))
    return tuple(steps)


_LABELS = {
    "reaction": "Reaction",
    "armour": "Armour",
    "shield": "Shield",
    "ignores_first": "First wound",
    "ward": "Charm",
    "ignores_critical": "Critical wound",
}


def _hit(plan: AttackPlan, reckoning: Reckoning) -> ForecastStep:
    numbers, striker, struck = reckoning.numbers, reckoning.striker, reckoning.struck
    if numbers.hits_automatically:
        return ForecastStep("Hit", "without a roll", "hits")
    skill = _explained(striker.skill)
    detail = f"BS {skill}" if plan.is_ranged else f"WS {skill} v {_explained(struck.skill)}"
    detail += "".join(f", {signed(amount)} {source}" for amount, source in striker.hit_bonus)
    if plan.hit_bonus:
        detail += f", {signed(plan.hit_bonus)} to hit"
    second = hit_reroll_need(numbers)
    needs = need_in_words(numbers.hit_need)
    if second is not None and (numbers.hit_need or 0) > 1:
        needs += f"/{need_in_words(second)}"
        detail += ", a 1 is rolled again"
    return ForecastStep("Hit", detail, needs)


def _damage(plan: AttackPlan, reckoning: Reckoning) -> ForecastStep:
    numbers = reckoning.numbers
    amount = numbers.damage.upper()
    bonus = numbers.damage_bonus
    if amount.isdecimal() and not (numbers.halved or numbers.doubled):
        amount, bonus = str(max(0, int(amount) + bonus)), 0
    words = [plan.weapon.name]
    words += [f"{signed(more)} {source}" for more, source in reckoning.striker.damage_bonus]
    if numbers.halved:
        words.append("halved, rounded up")
    if numbers.doubled:
        words.append("doubled")
    if numbers.double_on_six:
        words.append("doubled with a 6 to wound")
    if numbers.less:
        words.append(f"−{numbers.less}, at least 1")
    if numbers.critical_less:
        words.append(f"−{numbers.critical_less} for a critical wound")
    needs = f"{amount} {signed(bonus)}" if bonus else amount
    return ForecastStep("Damage", ", ".join(words), needs)


def _critical(numbers: AttackNumbers) -> tuple[str, str]:
    """Return in words when a wound is critical, and what is rolled for it."""
    if numbers.wound_need is None:
        return "cannot wound", "–"
    if numbers.all_critical:
        return "every wound", "D6"
    if numbers.wound_need == 6:
        return "none, because a 6 is needed to wound", "–"
    held = len(numbers.held)
    worse = f"; {held} of 5 statuses held, each again is 1 damage" if held else ""
    return f"each 6 to wound{worse}", "D6"


def _stage(fight: Fight, plan: AttackPlan, reckoning: Reckoning, stage: Stage) -> str:
    words = stage_in_words(fight, plan, reckoning, stage)
    return words if stage.tries == "every" else f"{words}, one wound"


def _need(stage: Stage) -> str:
    return "ignored" if stage.need is None else f"{stage.need}+"


def _explained(value: Value) -> str:
    """Return a value, with what changes it besides training: `5 (−1 Arm or hand injury)`."""
    changes = [
        f"{signed(part.amount)} {part.label}"
        for part in value.parts[1:]
        if part.kind != TRAINING and part.amount
    ]
    return f"{value.total} ({', '.join(changes)})" if changes else str(value.total)
