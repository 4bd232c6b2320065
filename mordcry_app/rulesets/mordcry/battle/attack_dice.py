"""The dice of one attack on one target, from the roll to hit to the statuses.

Each die is read by the functions of `rules.odds.steps`, which the forecast uses, too; so the odds
that were shown are the odds of what happens here. Nothing happens to the target yet: two who
strike at the same time both roll before either is hurt.
Rules: mordcry.txt, “2. Roll to Hit” to “4. Allocating Damage, Armor, and Statuses”; rulings
33 to 40.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mordcry_app.rules.odds import steps
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rules.odds.steps import Stage, Wound
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import in_attack
from mordcry_app.rulesets.mordcry.battle.acting_statuses import BRACED
from mordcry_app.rulesets.mordcry.battle.attack_numbers import Reckoner, Reckoning, try_shield
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment

CRITICAL = 6
"""The face of a critical hit, and of a critical wound."""

CHARMS: dict[str, Stage] = {
    "ward": Stage("ward", None, "first"),
    "ignores_critical": Stage("ignores_critical", None, "first_critical", is_save=False),
}
"""The stages about which the target decides when a wound has come through."""
CHARM = "a charm"
PASSED = 0
"""Stands for the face of a die that counts as passed, whatever it shows."""


@dataclass
class Strike:
    """What the dice of one attack on one target came to.

    `damage` has an amount for each wound that stands, in the order of the dice, and whether it is
    critical. `statuses` are those that the target gets, `status_damage` is what it takes instead of
    some. `stopped_by` names what has stopped wounds.
    """

    plan: AttackPlan
    reckoning: Reckoning
    hits: int = 0
    ones: int = 0
    wounds: int = 0
    cannot_wound: bool = False
    damage: list[tuple[int, bool]] = field(default_factory=list[tuple[int, bool]])
    statuses: list[Ailment] = field(default_factory=list[Ailment])
    status_damage: int = 0
    criticals: int = 0
    stopped_by: list[str] = field(default_factory=list[str])
    is_counter: bool = False

    @property
    def total(self) -> int:
        """The damage in all, before it is capped by the wounds left."""
        return sum(amount for amount, _ in self.damage) + self.status_damage


def roll_strike(
    fight: Fight, plan: AttackPlan, key: str, *, is_first: bool = True
) -> Asking[Strike]:
    """Roll one attack on one target, and spend what it uses up.

    One that is rolled anew is not the first: it uses nothing up again.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    reckoning = Reckoner(fight).reckon(plan)
    if is_first:
        in_attack.spend_uses(fight, plan)
    rolled = Strike(plan, reckoning)
    wound_dice = yield from _roll_to_hit(fight, rolled, key)
    if not wound_dice:
        return rolled
    yield from triggers.when_hit(fight, plan, f"{key}/when-hit")
    if reckoning.numbers.wound_need is None:
        rolled.cannot_wound = True
        return rolled
    wounds = yield from _roll_to_wound(fight, rolled, wound_dice, key)
    rolled.wounds = len(wounds)
    if wounds:
        yield from _resolve(fight, rolled, wounds, key)
    return rolled


def _roll_to_hit(fight: Fight, rolled: Strike, key: str) -> Asking[int]:
    """Roll to hit and return how many dice are rolled to wound."""
    plan, numbers = rolled.plan, rolled.reckoning.numbers
    dice = steps.hit_dice(numbers)
    if not dice:
        rolled.hits = numbers.dice
        return steps.wound_dice(numbers, ())
    who, whom = fight.name(plan.attacker), fight.name(plan.target)
    verb = "shoots at" if plan.is_ranged else "strikes at"
    why = f"{who} {verb} {whom}: {need_in_words(numbers.hit_need)} to hit"
    faces = yield from fight.roll(
        f"{key}/hit", f"{dice}d6", why, need=_shown(numbers.hit_need), critical=CRITICAL
    )
    rolled.ones = faces.count(1)
    results: list[steps.HitResult] = [steps.hit_result(numbers, face) for face in faces]
    again = results.count("again")
    if again:
        need = need_in_words(steps.hit_reroll_need(numbers))
        why = f"{who} rolls {_ones(again)} to hit again: {need}"
        shown = _shown(steps.hit_reroll_need(numbers))
        second = yield from fight.roll(
            f"{key}/hit-again", f"{again}d6", why, need=shown, critical=CRITICAL
        )
        for face in second:
            results.remove("again")
            results.append(steps.hit_result(numbers, face, again=True))
        rolled.ones += second.count(1)
    results = yield from _help_with_hits(fight, rolled, results, key)
    rolled.hits = sum(result in ("hit", "critical") for result in results)
    return steps.wound_dice(numbers, results)


def _help_with_hits(
    fight: Fight, rolled: Strike, results: list[steps.HitResult], key: str
) -> Asking[list[steps.HitResult]]:
    """Let the attacker do something about a die that has missed, if it can."""
    numbers, attacker = rolled.reckoning.numbers, rolled.plan.attacker
    if "miss" not in results or not _possible(numbers.hit_need):
        return results
    what = "A die to hit has missed"
    helped = yield from _helped(fight, attacker, f"{key}/hit-help", what, numbers.hit_need)
    if helped is None:
        return results
    place = results.index("miss")
    result = "hit" if helped == PASSED else steps.hit_result(numbers, helped)
    result = "miss" if result == "again" else result
    return [*results[:place], result, *results[place + 1 :]]


def _helped(
    fight: Fight, fighter: int, key: str, what: str, need: int | None
) -> Asking[int | None]:
    """Ask whether a fighter makes good a die that has failed.

    Returns the new face, `PASSED` when it counts as passed, or nothing when it stays as it is.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    if (yield from triggers.may_reroll(fight, fighter, key, what)):
        why = f"{fight.name(fighter)} rolls the die again: {need_in_words(need)}"
        (face,) = yield from fight.roll(f"{key}/roll", "d6", why, need=_shown(need))
        return face
    if (yield from triggers.may_pass(fight, fighter, f"{key}/pass", what)):
        return PASSED
    return None


def _roll_to_wound(fight: Fight, rolled: Strike, dice: int, key: str) -> Asking[list[Wound]]:
    plan, numbers = rolled.plan, rolled.reckoning.numbers
    who, whom = fight.name(plan.attacker), fight.name(plan.target)
    need = need_in_words(numbers.wound_need)
    shown, critical = _shown(numbers.wound_need), _critical_wound(numbers)
    rolled_faces = yield from fight.roll(
        f"{key}/wound", f"{dice}d6", f"{whom}: {need} to wound", need=shown, critical=critical
    )
    faces = list(rolled_faces)
    results = [steps.wound_result(numbers, face) for face in faces]
    places = [place for place, result in enumerate(results) if result == "again"]
    if places:
        why = f"{who} rolls {_ones(len(places))} to wound again: {need}"
        again_dice = f"{len(places)}d6"
        second = yield from fight.roll(
            f"{key}/wound-again", again_dice, why, need=shown, critical=critical
        )
        for place, face in zip(places, second, strict=True):
            faces[place], results[place] = face, steps.wound_result(numbers, face, again=True)
    if "none" in results:
        what = "A die to wound has failed"
        helping = f"{key}/wound-help"
        helped = yield from _helped(fight, plan.attacker, helping, what, numbers.wound_need)
        place = results.index("none")
        if helped == PASSED:
            faces[place], results[place] = numbers.wound_need or 0, "wound"
        elif helped is not None:
            faces[place] = helped
            results[place] = steps.wound_result(numbers, helped, again=True)
    return [
        Wound(face, result == "critical")
        for face, result in zip(faces, results, strict=True)
        if result in ("wound", "critical")
    ]


def _resolve(fight: Fight, rolled: Strike, wounds: list[Wound], key: str) -> Asking[None]:
    """Try what may stop the wounds, then roll the damage and the statuses of those that stand."""
    numbers = rolled.reckoning.numbers
    fates: dict[int, Stage] = {}
    for stage in steps.stages(numbers):
        if stage.name not in CHARMS:
            yield from _try(fight, rolled, stage, wounds, fates, key)
    yield from _charms(fight, rolled, wounds, fates, key)
    standing = [wound for place, wound in enumerate(wounds) if place not in fates]
    rolled.criticals = sum(wound.critical for wound in standing)
    totals = yield from _roll_damage(fight, rolled, numbers, len(standing), key)
    rolled.damage = [
        (steps.wound_damage(numbers, wound, total), wound.critical)
        for wound, total in zip(standing, totals, strict=True)
    ]
    dice = sum(
        steps.gives_status(numbers, wound, fates.get(place)) for place, wound in enumerate(wounds)
    )
    if dice:
        yield from _roll_statuses(fight, rolled, dice, key)


def _try(
    fight: Fight,
    rolled: Strike,
    stage: Stage,
    wounds: list[Wound],
    fates: dict[int, Stage],
    key: str,
) -> Asking[None]:
    """Try one thing that may stop wounds on those that still stand; note what it stops."""
    places = [place for place in range(len(wounds)) if place not in fates]
    tried = [places[at] for at in steps.tried(stage, [wounds[place] for place in places])]
    if not tried:
        return
    target = rolled.plan.target
    _use_up(fight, rolled, stage)
    if stage.need is None:
        stopped = tried
    else:
        why = f"{stage_in_words(fight, rolled.plan, rolled.reckoning, stage)}: {stage.need}+"
        dice = f"{len(tried)}d6"
        named = f"{fight.name(target)}, {why}"
        faces = yield from fight.roll(f"{key}/{stage.name}", dice, named, need=stage.need)
        stopped = [p for p, face in zip(tried, faces, strict=True) if steps.stops(stage, face)]
        stopped += yield from _help_with_save(fight, rolled, stage, tried, stopped, key)
    for place in stopped:
        fates[place] = stage
    if stopped:
        rolled.stopped_by.append(stage_in_words(fight, rolled.plan, rolled.reckoning, stage))


def _help_with_save(
    fight: Fight, rolled: Strike, stage: Stage, tried: list[int], stopped: list[int], key: str
) -> Asking[list[int]]:
    """Let the target do something about a save that has failed; return what that stops."""
    failed = [place for place in tried if place not in stopped]
    if not failed:
        return []
    key = f"{key}/{stage.name}-help"
    helped = yield from _helped(fight, rolled.plan.target, key, "A save has failed", stage.need)
    if helped is None:
        return []
    return failed[:1] if helped == PASSED or steps.stops(stage, helped) else []


def _use_up(fight: Fight, rolled: Strike, stage: Stage) -> None:
    """Note that something which may be tried only once has been."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    if stage.name == "shield":
        try_shield(fight, rolled.plan.target, "Shield")
    elif stage.name == "ignores_first":
        triggers.first_wound_ignored(fight, rolled.plan)


def _charms(
    fight: Fight, rolled: Strike, wounds: list[Wound], fates: dict[int, Stage], key: str
) -> Asking[None]:
    """Ask what the target’s charms do: about the first wound that stands, then a critical one.

    They come in the order of the stages of the same names, so that the forecast with a charm
    switched on is that of what happens here.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    plan = rolled.plan
    for charm in CHARMS.values():
        standing = [place for place in range(len(wounds)) if place not in fates]
        for at in steps.tried(charm, [wounds[place] for place in standing]):
            place = standing[at]
            critical = charm.tries == "first_critical"
            place_key = f"{key}/{charm.name}"
            if (yield from triggers.before_damage(fight, plan, place_key, critical)):
                fates[place] = charm
                rolled.stopped_by.append(CHARM)


def _roll_damage(
    fight: Fight, rolled: Strike, numbers: AttackNumbers, wounds: int, key: str
) -> Asking[list[int]]:
    """Return the total of the damage dice of each wound that stands."""
    dice = numbers.damage_dice
    if not wounds or not dice.sides:
        return [dice.bonus] * wounds
    why = f"Damage of the {rolled.plan.weapon.name.lower()}"
    if len(dice.sides) == 1 and not dice.tens_and_units:
        every = f"{wounds}d{dice.sides[0]}"
        faces = yield from fight.roll(f"{key}/damage", every, f"{why}, a die for each wound")
        return [dice.total((face,)) for face in faces]
    totals: list[int] = []
    for number in range(1, wounds + 1):
        total = yield from fight.total(f"{key}/damage-{number}", numbers.damage, why)
        totals.append(total)
    return totals


def _roll_statuses(fight: Fight, rolled: Strike, dice: int, key: str) -> Asking[None]:
    whom = fight.name(rolled.plan.target)
    why = f"{whom}: {'what the critical wound does' if dice == 1 else 'what critical wounds do'}"
    faces = yield from fight.roll(f"{key}/status", f"{dice}d6", why)
    held = set(rolled.reckoning.numbers.held)
    for face in faces:
        result = steps.status_result(face, held)
        rolled.status_damage += result.damage
        if result.status is not None:
            held.add(result.status)
            rolled.statuses.append(Ailment(result.status))


# ------------------------------------------------------------------------------------ words


def need_in_words(need: int | None) -> str:
    """Return what a die needs as players write it: `3+`; `–` for what no die reaches."""
    return f"{need}+" if _possible(need) else "–"


def stage_in_words(fight: Fight, plan: AttackPlan, reckoning: Reckoning, stage: Stage) -> str:
    """Return what may stop a wound, by its name: `half plate`, `medium shield`, `parry`."""
    match stage.name:
        case "reaction":
            return plan.reaction_name.lower() or "reaction"
        case "armour":
            return armour_name(reckoning)
        case "shield":
            shield = reckoning.struck.shield
            return shield.name.lower() if shield else "shield"
        case "ignores_first":
            return in_attack.source_of(fight, BRACED)
        case "ward" | "ignores_critical":
            return CHARM


def armour_name(reckoning: Reckoning) -> str:
    """Return where the armour save of a target comes from."""
    parts = [part.label for part in reckoning.struck.armour.parts if part.amount and part.label]
    named = [label for label in parts if label != "Base"]
    return " and ".join(named).lower() or "armour"


def listed(names: Iterable[str]) -> str:
    """Return names in a sentence: `armour, shield and parry`."""
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} and {last}" if first else last


def _ones(count: int) -> str:
    return "a 1" if count == 1 else f"{count} ones"


def _possible(need: int | None) -> bool:
    return need is not None and need <= 6


def _shown(need: int | None) -> int | None:
    """Return what a die needs, as it is shown; nothing where no face, or every face, does."""
    return need if need is not None and 2 <= need <= CRITICAL else None


def _critical_wound(numbers: AttackNumbers) -> int | None:
    """Return the least face that is a critical wound, where there is any."""
    if numbers.all_critical:
        return numbers.wound_need
    return CRITICAL if numbers.wound_criticals and numbers.wound_need != CRITICAL else None
