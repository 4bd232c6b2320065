"""Falls and their impact, and damage that players enter by hand.

Rules: mordcry.txt, “Falling” and “Impact Damage”; rulings 26 and 27.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_engine import Command, CommandValue, Correction, Offer
from mordcry_app.rules.odds import steps
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rules.odds.steps import Wound
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.attack_numbers import armour_save
from mordcry_app.rulesets.mordcry.battle.damage import hurt, knock_out
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Phase
from mordcry_app.rulesets.mordcry.lookups import wound_need

HARMLESS = 2
"""A fall of fewer inches does nothing."""
HIGHEST = 12
"""The deepest fall that is offered; deeper ones can be entered by hand."""
FALLS_ON = 1
"""The face of the D6 with which somebody struck near an edge falls."""
DEEPEST = 40
"""The deepest fall that can be entered, in inches."""
MOST_DAMAGE = 30
NOBODY = "0"
NOWHERE = "nowhere"
BY_HAND = "by hand"


def fall(
    fight: Fight, fighter: int, inches: int, key: str, *, by: int | None = None
) -> Asking[None]:
    """Let a fighter fall so many inches, rounded up; from 2″ on the landing hurts.

    `by` is who made it fall. Where it lands is for its opponent to pick.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    name = fight.name(fighter)
    opponent = fight.player(fight.enemy_of(fight.fighter(fighter).side))
    place = f"{opponent} puts it down within 2″, lower than it stood"
    fight.tell(f"{name} falls {inches}″: {place}.")
    if inches < HARMLESS or not fight.fighter(fighter).is_on_table:
        return
    if (yield from triggers.softens_fall(fight, fighter, f"{key}/soft")):
        return
    yield from _impact(fight, fighter, inches, f"{key}/impact", by)


def over_the_edge(fight: Fight, fighter: int, by: int, key: str) -> Asking[None]:
    """Roll whether a fighter that was wounded near an edge falls, and ask how deep.

    House rule `falls_near_edges`.
    """
    name = fight.name(fighter)
    face = yield from fight.total(f"{key}/roll", "d6", f"{name} falls over the edge on a 1")
    if face != FALLS_ON:
        fight.tell(f"{name} keeps its footing at the edge.")
        return
    inches = yield from _how_deep(fight, fighter, f"{key}/deep")
    if inches is None:
        yield from knock_out(fight, fighter, by, key=f"{key}/out")
    else:
        yield from fall(fight, fighter, inches, key, by=by)


def _how_deep(fight: Fight, fighter: int, key: str) -> Asking[int | None]:
    """Ask how deep a fighter falls, in inches; none when there is no place for it to land."""
    options = (
        Option("1", "Less than 2″"),
        *(Option(str(inches), f"{inches}″") for inches in range(HARMLESS, HIGHEST + 1)),
        Option(NOWHERE, "There is no place for it: out of action"),
    )
    why = f"How deep does {fight.name(fighter)} fall? Rounded up"
    deep = yield from fight.choose(key, options, why)
    return None if deep == NOWHERE else int(deep)


def _impact(fight: Fight, fighter: int, inches: int, key: str, by: int | None) -> Asking[None]:
    """Deal D3 hits of a strength equal to the inches; never critical, 1 damage each.

    Armour is tried on each wound, as on that of any hit; a shield is no help.
    """
    name = fight.name(fighter)
    defence = fight.value(fighter, "ds").total
    need = wound_need(inches, defence, fight.rules)
    if need is None:
        fight.tell(f"A fall of {inches}″ cannot hurt DS {defence}, so nothing is rolled.")
        return
    hits = yield from fight.total(f"{key}/hits", "d3", f"{name} hits the ground: D3 hits")
    numbers = AttackNumbers(
        dice=hits,
        hit_need=None,
        hits_automatically=True,
        wound_need=need,
        wound_criticals=False,
        wounds_left=max(1, fight.wounds_left(fighter)),
        armour=armour_save(fight.value(fighter, "sv").total),
    )
    why = f"{name}: {need}+ to wound, strength {inches} against DS {defence}"
    dice = steps.wound_dice(numbers, ())
    faces = yield from fight.roll(f"{key}/wound", f"{dice}d6", why, need=need)
    wounds = [Wound(f, False) for f in faces if steps.wound_result(numbers, f) == "wound"]
    for stage in steps.stages(numbers):
        tried = steps.tried(stage, wounds)
        if tried:
            why = f"{name}, armour: {stage.need}+"
            dice_of_armour = f"{len(tried)}d6"
            saves = yield from fight.roll(f"{key}/armour", dice_of_armour, why, need=stage.need)
            wounds = wounds[: sum(not steps.stops(stage, face) for face in saves)]
    yield from _land(fight, fighter, len(wounds), key, by)


def _land(fight: Fight, fighter: int, wounds: int, key: str, by: int | None) -> Asking[None]:
    from mordcry_app.rulesets.mordcry.battle import triggers

    if not wounds:
        fight.tell(f"{fight.name(fighter)} lands unhurt.")
    for number in range(1, wounds + 1):
        out = yield from triggers.harm(
            fight, fighter, 1, by=by, source="the fall", key=f"{key}/{number}"
        )
        if out:
            return


# ------------------------------------------------------------------------------- commands


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the fall of the active fighter; those of others are entered by hand."""
    active = fight.active
    if active is None or fight.phase != Phase.ACTIONS:
        return
    yield Offer(
        f"fall/{active.id}",
        "turn",
        f"{fight.name(active.id)} falls",
        Command(kind="fall", values={"fighter": active.id}),
        detail="from a climb, a jump or an edge; asks how deep",
        fighter=active.id,
    )


def corrections(fight: Fight, fighter: int) -> tuple[Correction, ...]:
    """Return what can befall a fighter on the table that nothing else here deals with."""
    stands = fight.fighter(fighter)
    if not stands.is_on_table:
        return ()
    about: dict[str, CommandValue] = {"fighter": fighter}
    enemies = (f for f in fight.battle.fighters.values() if f.side != stands.side)
    options = [Option(NOBODY, "Nobody"), *(Option(str(f.id), fight.name(f.id)) for f in enemies)]
    return (
        Correction(
            "hurt",
            "Takes damage from",
            "choice_and_number",
            Command(kind="damage", values=about),
            options=tuple(options),
            number=1,
            least=1,
            most=MOST_DAMAGE,
            choice=NOBODY,
        ),
        Correction(
            "fall",
            "Falls so many inches",
            "number",
            Command(kind="fall", values=about),
            number=HARMLESS,
            most=DEEPEST,
        ),
        Correction(
            "fall_nowhere",
            "Falls where there is no place to land",
            "none",
            Command(kind="fall", values={**about, NOWHERE: True}),
        ),
    )


def _refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command).id
    if not fight.fighter(fighter).is_on_table:
        return f"{fight.name(fighter)} does not stand on the table."
    return ""


def _fall(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command).id
    if command.is_set(NOWHERE):
        fight.tell(f"{fight.name(fighter)} falls where there is no place to land.")
        yield from knock_out(fight, fighter, None, key="fall")
        return "out of action"
    before = fight.fighter(fighter).damage
    inches = _entered(command, "inches")
    if inches is None:
        inches = yield from _how_deep(fight, fighter, "fall/deep")
    if inches is None:
        yield from knock_out(fight, fighter, None, key="fall")
        return "out of action"
    yield from fall(fight, fighter, inches, "fall")
    return _taken(fight, fighter, before)


def _damage(fight: Fight, command: Command) -> Asking[str]:
    chosen = command.word("choice")
    by = command.number("by") or (int(chosen) if chosen.isdecimal() else 0) or None
    fighter = fight.fighter_of(command).id
    if by is not None:
        fight.fighter(by)
    before = fight.fighter(fighter).damage
    source = fight.name(by) if by is not None else BY_HAND
    amount = _entered(command, "amount") or 0
    yield from hurt(fight, fighter, amount, by=by, source=source, key="damage")
    return _taken(fight, fighter, before)


def _entered(command: Command, key: str) -> int | None:
    """Return a number of a command, which a correction enters as `number`; none without one."""
    present = next((name for name in (key, "number") if name in command.values), None)
    return None if present is None else max(0, command.number(present))


def _taken(fight: Fight, fighter: int, before: int) -> str:
    after = fight.fighter(fighter)
    taken = f"{after.damage - before} damage" if after.damage > before else "no damage"
    return f"{taken}, out of action" if after.where == "out" else taken


def _damage_label(fight: Fight, command: Command) -> str:
    name = fight.name(fight.fighter_of(command).id)
    return f"{_entered(command, 'amount') or 0} damage to {name}"


DEEDS: tuple[Deed, ...] = (
    Deed(
        "fall",
        lambda fight, command: f"{fight.name(fight.fighter_of(command).id)} falls",
        _refusal,
        _fall,
    ),
    Deed(
        "damage",
        _damage_label,
        _refusal,
        _damage,
    ),
)
