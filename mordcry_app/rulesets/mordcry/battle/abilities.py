"""The 8 universal abilities and the 39 skills, paid for with sets of ability dice.

A fighter uses one ability in its activation, before, between or after its actions. What a skill
does is in `skills`; a skill that a group has made itself is paid for and told, and the players
carry it out. Rules: mordcry.txt, "Abilities", "Ability Values" and "Universal Abilities".
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.catalogue import TraitDefinition
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import paying, pool, turns, twists
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.skills import CARRIERS, Carrier, Use
from mordcry_app.rulesets.mordcry.battle.skills.universal import INSPIRING_PRESENCE
from mordcry_app.rulesets.mordcry.battle.skills.warp import end_combat
from mordcry_app.rulesets.mordcry.battle.triggers import TAINTED_AURA
from mordcry_app.rulesets.mordcry.battle.words import Doing, OfSide, Phase
from mordcry_app.rulesets.mordcry.content import ABILITY, SKILL

KEY = "ability"
FREE = "free"
"""Set in a command for the Inspiring Presence that a twist gives without dice."""


def _told_only(fight: Fight, use: Use) -> Asking[str]:
    """Tell what a skill of a group’s own says; the players do it."""
    yield from ()
    trait = fight.content.trait(SKILL, use.ref) or fight.content.trait(ABILITY, use.ref)
    if trait is not None and trait.text:
        fight.tell(f"{use.name}: {trait.text}")
    return ""


def carrier_of(trait: TraitDefinition) -> Carrier:
    """Return what carries a skill or ability out; one made by a group is only told."""
    known = CARRIERS.get((trait.kind, trait.id))
    return known or Carrier(trait.id, _told_only, value_matters=True, kind=trait.kind)


def abilities_of(fight: Fight, fighter: int) -> tuple[TraitDefinition, ...]:
    """Return what a fighter can pay for: its skills, then what everybody can use."""
    held = (fight.content.trait(SKILL, t.ref) for t in fight.member(fighter).traits_of(SKILL))
    everybody = (t for t in fight.content.traits_of(ABILITY) if t.universal)
    return (*(trait for trait in held if trait is not None), *everybody)


def _trait(fight: Fight, command: Command) -> TraitDefinition:
    trait = fight.content.trait(command.word("kind") or SKILL, command.word("ref"))
    if trait is None or trait.kind not in (SKILL, ABILITY):
        raise Refusal("There is no such skill or ability.")
    return trait


def _label(fight: Fight, command: Command) -> str:
    return f"{fight.name(fight.fighter_of(command).id)}: {_trait(fight, command).name}"


def _refusal(fight: Fight, command: Command) -> str:
    return why_not(
        fight,
        fight.fighter_of(command).id,
        _trait(fight, command),
        dice_set=command.number("set"),
        for_free=command.is_set(FREE),
    )


def why_not(
    fight: Fight,
    fighter: int,
    trait: TraitDefinition,
    *,
    dice_set: int = 0,
    for_free: bool = False,
) -> str:
    """Return a sentence that says why a fighter cannot use an ability now, or nothing."""
    standing, name = fight.fighter(fighter), fight.name(fighter)
    if trait.kind == SKILL and fight.member(fighter).trait(SKILL, trait.id) is None:
        return f"{name} has not learned {trait.name}."
    unable = paying.cannot_use_abilities(fight, fighter)
    if unable:
        return unable
    if not fight.is_free:
        wrong_moment = _not_now(fight, fighter, name)
        if wrong_moment:
            return wrong_moment
    useless = carrier_of(trait).refusal(fight, fighter)
    if useless or fight.is_free:
        return useless
    if for_free:
        return "" if _is_inspired(fight, standing.side, trait) else "That is no longer free."
    cost = paying.cost_of(trait)
    if dice_set and dice_set not in pool.sets_for(fight, standing.side, cost):
        return "Those dice do not pay for it."
    return paying.no_dice(fight, standing.side, cost)


def _not_now(fight: Fight, fighter: int, name: str) -> str:
    if fight.phase != Phase.ACTIONS:
        return "Abilities are used in the action phase."
    active = fight.active
    if active is None or active.id != fighter:
        return f"Abilities are used by whoever is active, and that is not {name}."
    if active.has(Doing.ABILITY_USED):
        return f"{name} has used an ability in this activation."
    return ""


def _is_inspired(fight: Fight, side: int, trait: TraitDefinition) -> bool:
    """Say whether a twist lets a side use this ability once without dice."""
    return trait.id == INSPIRING_PRESENCE and twists.has_free_presence(fight, side)


def _perform(fight: Fight, command: Command) -> Asking[str]:
    fighter, trait = fight.fighter_of(command).id, _trait(fight, command)
    carrier, side = carrier_of(trait), fight.fighter(fighter).side
    value = 0
    if command.is_set(FREE) and _is_inspired(fight, side, trait):
        fight.about_side(side, OfSide.PRESENCE_USED, 1)
    else:
        value = yield from paying.pay(
            fight,
            side,
            paying.cost_of(trait),
            KEY,
            trait.name,
            value_matters=carrier.value_matters,
            chosen=command.number("set"),
        )
    fight.tell(f"{fight.name(fighter)} uses {trait.name}.")
    is_active = fight.active is not None and fight.active.id == fighter
    if is_active:
        fight.mark(fighter, Doing.ABILITY_USED, "activation", trait.name)
    use = Use(fighter, trait.id, trait.name, value, KEY)
    summary = yield from carrier.perform(fight, use)
    if is_active:
        yield from turns.settle_activation(fight)
    return summary


def _end_combat(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    end_combat(fight, fight.fighter_of(command).id)
    return ""


def _no_combat(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command).id
    if fight.fighter(fighter).has(TAINTED_AURA):
        return ""
    return f"Nothing acts on {fight.name(fighter)} until a combat is over."


DEEDS: tuple[Deed, ...] = (
    Deed("ability", _label, _refusal, _perform),
    Deed(
        "combat_over",
        lambda fight, command: f"The combat of {fight.name(fight.fighter_of(command).id)} is over",
        _no_combat,
        _end_combat,
    ),
)


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the abilities of whoever is active; without rounds, the skills of everybody."""
    active = fight.active
    if fight.is_free:
        for standing in fight.battle.on_table():
            for trait in abilities_of(fight, standing.id):
                if trait.kind == SKILL:
                    yield _offer(fight, standing.id, trait)
    elif active is not None:
        for trait in abilities_of(fight, active.id):
            if _is_inspired(fight, active.side, trait):
                yield _free_offer(fight, active.id, trait)
            yield _offer(fight, active.id, trait)
    for standing in fight.battle.on_table():
        if standing.has(TAINTED_AURA):
            yield Offer(
                f"combat_over/{standing.id}",
                "ability",
                f"The combat of {fight.name(standing.id)} is over",
                Command(kind="combat_over", values={"fighter": standing.id}),
                "Tainted Aura ends",
                fighter=standing.id,
            )


def _offer(fight: Fight, fighter: int, trait: TraitDefinition) -> Offer:
    values = {"fighter": fighter, "kind": trait.kind, "ref": trait.id, "set": 0}
    return Offer(
        f"ability/{fighter}/{trait.kind}/{trait.id}",
        "ability",
        trait.name,
        Command(kind="ability", values=dict(values)),
        _detail(fight, trait),
        why_not(fight, fighter, trait),
        fighter,
    )


def _free_offer(fight: Fight, fighter: int, trait: TraitDefinition) -> Offer:
    values = {"fighter": fighter, "kind": trait.kind, "ref": trait.id, FREE: True}
    return Offer(
        f"ability/{fighter}/{trait.kind}/{trait.id}/{FREE}",
        "ability",
        f"{trait.name}, without dice",
        Command(kind="ability", values=dict(values)),
        f"Once in this battle · {trait.text}",
        why_not(fight, fighter, trait, for_free=True),
        fighter,
    )


def _detail(fight: Fight, trait: TraitDefinition) -> str:
    if fight.is_free:
        return trait.text
    return f"{paying.cost_of(trait).capitalize()} · {trait.text}"
