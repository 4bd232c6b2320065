"""Items that fighters use in a battle by their own decision, and what gear does as a round ends.

What an item does because of something that happens, an attack, a fall or a failed roll, is in
`in_attack` and `triggers`. Rules: mordcry.txt, "Search the Shops" (the two item tables).
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import boosting, turns
from mordcry_app.rulesets.mordcry.battle.acting_statuses import REROLLS_ONES
from mordcry_app.rulesets.mordcry.battle.critical import afflict
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.helps import count_use, fits, help_called, helps
from mordcry_app.rulesets.mordcry.battle.triggers import harm
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Phase
from mordcry_app.rulesets.mordcry.helpful import Help
from mordcry_app.rulesets.mordcry.wares import Does, Moment

KEY = "item"
TRAP = "trap_"
"""Begins the status of a fighter who has laid a trap, by the item: `trap_hunting_trap`."""
SPRING = "spring"
"""Set in a command about a trap that somebody has stepped into."""

BY_DECISION = (Moment.ACTIVATION, Moment.MOVE, Moment.MELEE, Moment.RANGED_ATTACK)
"""Moments at which somebody decides to use an item in its own activation."""
THROWN = frozenset({Does.DAMAGE, Does.BURN})
"""What takes the place of a shot."""
ON_ENEMIES = THROWN | {Does.PULL, Does.PIN}
"""What needs an enemy."""
IN_ATTACKS = frozenset({Does.HIT, Does.CRITICAL, Does.IGNORE_COVER, Does.SHOOT_AGAIN})
"""What is no deed of its own but part of an attack."""


def usable(fight: Fight, fighter: int) -> Iterator[Help]:
    """Yield what a fighter’s items can do by its own decision."""
    for helped in helps(fight, fighter, *BY_DECISION):
        if helped.use.does not in IN_ATTACKS:
            yield helped


def at_round_end(fight: Fight, key: str) -> Asking[None]:
    """Let gear do what it does as a round ends; before what lasted for the round passes."""
    yield from boosting.pay_prices(fight, f"{key}/price")
    for standing in fight.battle.on_table():
        for helped in tuple(helps(fight, standing.id, Moment.ROUND_END)):
            if helped.use.does != Does.SUFFER or not fight.fighter(standing.id).is_on_table:
                continue
            place = f"{key}/{standing.id}-{helped.item.id}"
            count_use(fight, standing.id, helped)
            amount = yield from _amount(fight, helped, place, fight.name(standing.id))
            yield from harm(
                fight,
                standing.id,
                amount,
                by=None,
                source=helped.item.name,
                key=f"{place}/harm",
            )
    boosting.spare_last_wounds(fight)


def _amount(fight: Fight, helped: Help, key: str, whom: str) -> Asking[int]:
    """Return how much a use does: a number, or dice that are rolled."""
    if not helped.use.dice:
        return helped.use.amount
    why = f"{helped.item.name}: damage to {whom}"
    return (yield from fight.total(f"{key}/amount", helped.use.dice, why))


# ------------------------------------------------------------------------------- commands


def _bearer(fight: Fight, command: Command) -> int:
    return fight.fighter_of(command).id


def _item_name(fight: Fight, command: Command) -> str:
    item = fight.content.items.get(command.word("item"))
    if item is None:
        raise Refusal("There is no such item.")
    return item.name


def _label(fight: Fight, command: Command) -> str:
    name, item = fight.name(_bearer(fight, command)), _item_name(fight, command)
    if command.is_set(SPRING):
        return f"Somebody steps into the {item} of {name}"
    return f"{name} uses the {item}"


def _refusal(fight: Fight, command: Command) -> str:
    fighter = _bearer(fight, command)
    item = _item_name(fight, command)
    if command.is_set(SPRING):
        laid = fight.fighter(fighter).has(TRAP + command.word("item"))
        return "" if laid else "No such trap is laid."
    helped = help_called(fight, fighter, command.word("item"), command.word("use"))
    if helped is None:
        return f"{fight.name(fighter)} cannot use the {item} any more, or does not carry it."
    return why_not(fight, fighter, helped)


def why_not(fight: Fight, fighter: int, helped: Help) -> str:
    """Return a sentence that says why an item cannot be used now, or nothing."""
    standing, name = fight.fighter(fighter), fight.name(fighter)
    if not standing.is_on_table:
        return f"{name} is not on the table."
    if helped.use.moment not in BY_DECISION or helped.use.does in IN_ATTACKS:
        return f"The {helped.item.name} acts by itself, or is asked about at its moment."
    if not fight.is_free:
        active = fight.active
        if fight.phase != Phase.ACTIONS or active is None or active.id != fighter:
            return f"Items are used by whoever is active, and that is not {name}."
        if standing.has(Ailment.STUNNED):
            return f"{name} is stunned."
    if helped.use.does in THROWN:
        no_action = "" if fight.is_free else turns.why_no_action(fight, fighter)
        if no_action:
            return no_action
    if helped.use.does in ON_ENEMIES and not _targets(fight, fighter, helped):
        return "No enemy on the table suits it."
    return ""


def _targets(fight: Fight, fighter: int, helped: Help) -> tuple[int, ...]:
    enemies = fight.battle.enemies_of(fight.fighter(fighter).side)
    return tuple(e.id for e in enemies if fits(helped.use.when, fight.member(e.id)))


def _perform(fight: Fight, command: Command) -> Asking[str]:
    fighter = _bearer(fight, command)
    if command.is_set(SPRING):
        return (yield from _spring(fight, fighter, command.word("item")))
    helped = help_called(fight, fighter, command.word("item"), command.word("use"))
    if helped is None:
        raise Refusal(f"{fight.name(fighter)} carries no such thing that could be used.")
    summary = yield from _used(fight, fighter, helped)
    if fight.active is not None and fight.active.id == fighter:
        yield from turns.settle_activation(fight)
    return summary


def _used(fight: Fight, fighter: int, helped: Help) -> Asking[str]:
    """Count a use and carry it out."""
    use, item, name = helped.use, helped.item, fight.name(fighter)
    count_use(fight, fighter, helped)
    match use.does:
        case Does.BOOST:
            yield from boosting.boost(fight, fighter, helped, KEY)
            fight.tell(f"{name} uses the {item.name}. {use.text}")
        case Does.BOOST_ALLIES:
            yield from boosting.let_act(fight, fighter, helped, KEY)
            fight.tell(f"{name} uses the {item.name}. {use.text}")
        case Does.REROLL_ONES:
            if not fight.fighter(fighter).has(REROLLS_ONES):
                fight.mark(fighter, REROLLS_ONES, "activation", item.name)
            fight.tell(f"{name} uses the {item.name}: each 1 is rolled again.")
        case Does.TRAP:
            fight.mark(fighter, TRAP + item.id, "battle", item.name)
            fight.tell(f"{name} lays the {item.name} within {use.inches}″.")
        case Does.PHASE:
            fight.tell(f"{name} passes through up to {use.inches}″ of wall ({item.name}).")
        case Does.PULL | Does.PIN:
            yield from _on_enemy(fight, fighter, helped)
        case Does.DAMAGE | Does.BURN:
            yield from _thrown(fight, fighter, helped)
        case Does.SUFFER:
            amount = yield from _amount(fight, helped, KEY, name)
            yield from harm(fight, fighter, amount, by=None, source=item.name, key=f"{KEY}/harm")
        case _:
            yield from boosting.let_act(fight, fighter, helped, KEY)
            fight.tell(f"{name} uses the {item.name}: {use.text or item.text}")
    return ""


def _asked_target(fight: Fight, fighter: int, helped: Help, where: str) -> Asking[int | None]:
    options = [Option(str(t), fight.name(t)) for t in _targets(fight, fighter, helped)]
    if not options:
        return None
    why = f"{helped.item.name}: which enemy {where}?"
    return int((yield from fight.choose(f"{KEY}/target", options, why)))


def _on_enemy(fight: Fight, fighter: int, helped: Help) -> Asking[None]:
    name, item = fight.name(fighter), helped.item.name
    where = f"within {helped.use.inches}″" if helped.use.inches else "in melee"
    target = yield from _asked_target(fight, fighter, helped, where)
    if target is None:
        return
    if helped.use.does == Does.PULL:
        fight.tell(f"{name} drags {fight.name(target)} next to itself ({item}).")
        return
    afflict(fight, target, Ailment.PINNED, item)
    fight.tell(f"{name} pins {fight.name(target)} ({item}).")


def _thrown(fight: Fight, fighter: int, helped: Help) -> Asking[None]:
    """Throw something at an enemy, in place of a shot: it needs no roll to hit."""
    turns.count_action(fight, fighter)
    if fight.active is not None and fight.active.id == fighter:
        fight.mark(fighter, Doing.ATTACKED, "activation", helped.item.name)
    target = yield from _asked_target(fight, fighter, helped, f"within {helped.use.inches}″")
    if target is None:
        return
    name, item = fight.name(fighter), helped.item.name
    fight.tell(f"{name} throws the {item} at {fight.name(target)}.")
    amount = yield from _amount(fight, helped, KEY, fight.name(target))
    yield from harm(fight, target, amount, by=fighter, source=item, key=f"{KEY}/harm")
    burns = helped.use.does == Does.BURN and fight.fighter(target).is_on_table
    if burns and fight.rules["on_fire"] != "ignored":
        afflict(fight, target, Ailment.ON_FIRE, item)
        fight.tell(f"{fight.name(target)} is on fire.")


def _spring(fight: Fight, fighter: int, item_id: str) -> Asking[str]:
    """Let a trap snap at whoever has stepped into it."""
    item = fight.content.items[item_id]
    use = next(use for use in item.uses if use.does == Does.TRAP)
    options = [Option(str(f.id), fight.name(f.id)) for f in fight.battle.on_table()]
    if not options:
        return ""
    victim = int((yield from fight.choose(f"{KEY}/victim", options, f"{item.name}: who is in it?")))
    status = fight.fighter(fighter).status(TRAP + item_id)
    fight.do(Relieve(fighter=fighter, ref=TRAP + item_id))
    if status is not None and status.amount > 1:
        amount = status.amount - 1
        fight.mark(fighter, TRAP + item_id, "battle", item.name, amount=amount)
    need, name = use.need, fight.name(victim)
    if need is not None:
        why = f"{item.name}: it snaps on a {need}+"
        face = yield from fight.total(f"{KEY}/snap", "d6", why, need=need)
        if face < need:
            fight.tell(f"The {item.name} does not snap at {name}.")
            return "it does not snap"
    amount = yield from _amount(fight, Help(item, use), KEY, name)
    by = fighter if fight.fighter(victim).side != fight.fighter(fighter).side else None
    yield from harm(fight, victim, amount, by=by, source=item.name, key=f"{KEY}/harm")
    return f"{name} is in it"


DEEDS: tuple[Deed, ...] = (Deed("use_item", _label, _refusal, _perform),)


# ---------------------------------------------------------------------------------- offers


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the items of whoever is active, of everybody without rounds, and traps that lie."""
    active = fight.active
    if fight.is_free:
        for standing in fight.battle.on_table():
            yield from _item_offers(fight, standing.id)
    elif active is not None:
        yield from _item_offers(fight, active.id)
    for fighter in fight.battle.fighters.values():
        for status in fighter.statuses:
            item = fight.content.items.get(status.ref.removeprefix(TRAP))
            if item is None or not status.ref.startswith(TRAP):
                continue
            values = {"fighter": fighter.id, "item": item.id, SPRING: True}
            yield Offer(
                f"use_item/{fighter.id}/{item.id}/{SPRING}",
                "item",
                f"{item.name}: somebody steps into it",
                Command(kind="use_item", values=dict(values)),
                f"Laid by {fight.name(fighter.id)}",
                fighter=fighter.id,
            )


def _item_offers(fight: Fight, fighter: int) -> Iterator[Offer]:
    for helped in usable(fight, fighter):
        values = {"fighter": fighter, "item": helped.item.id, "use": helped.use.id}
        yield Offer(
            f"use_item/{fighter}/{helped.item.id}/{helped.use.id}",
            "item",
            helped.item.name,
            Command(kind="use_item", values=dict(values)),
            helped.use.text or helped.item.text,
            why_not(fight, fighter, helped),
            fighter,
        )
