"""What an item that is drunk, blown or held changes for some time, and how that ends.

Rules: mordcry.txt, "Search the Shops" (the two item tables).
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_effects import Bend, Heal, Relieve, Until
from mordcry_app.rules.catalogue import CatalogueItem
from mordcry_app.rules.effects import Effect, Modify
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.settle import settle
from mordcry_app.rulesets.mordcry.battle import triggers
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.helps import write_used
from mordcry_app.rulesets.mordcry.helpful import Help

UNTIL: dict[str, Until] = {
    "one_round": "round",
    "rest_of_battle": "battle",
    "one_battle": "battle",
}
"""Until when something acts whose condition is the use of its item."""

_AFTER = "after_"
"""Begins the status of a fighter who pays for a boost when the round ends."""


def boost(fight: Fight, fighter: int, helped: Help, key: str) -> Asking[None]:
    """Let act what an item changes once it is used, and the effects of the use."""
    item = helped.item
    for worn in item.modifiers:
        until = UNTIL.get(worn.when)
        if until is not None:
            fight.do(
                Bend(
                    fighter=fighter,
                    stat=worn.stat,
                    amount=worn.amount,
                    until=until,
                    source=item.name,
                    arithmetic=worn.arithmetic,
                    cause=item.id,
                )
            )
    yield from let_act(fight, fighter, helped, key)
    if helped.use.dice and not fight.fighter(fighter).has(price_of(item)):
        fight.mark(fighter, price_of(item), "battle", item.name)


def let_act(fight: Fight, fighter: int, helped: Help, key: str) -> Asking[None]:
    """Carry out the effects of a use: what ends in the battle acts in it, the rest is settled."""
    others: list[Effect] = []
    for effect in helped.use.effects:
        if isinstance(effect, Modify) and effect.ends in ("activation", "round", "battle"):
            for target in _meant(fight, fighter, effect.who):
                fight.do(
                    Bend(
                        fighter=target,
                        stat=effect.stat,
                        amount=effect.amount,
                        until=effect.ends,
                        source=helped.item.name,
                        arithmetic=effect.arithmetic,
                        condition=effect.when,
                        cause=helped.item.id,
                    )
                )
        else:
            others.append(effect)
    if others:
        scene = fight.scene(fighter, f"{key}/effects", helped.item.name)
        write_used(fight, (yield from settle(tuple(others), scene)))


def price_of(item: CatalogueItem) -> str:
    """Return the status of a fighter whom an item will hurt when the round ends."""
    return f"{_AFTER}{item.id}"


def pay_prices(fight: Fight, key: str) -> Asking[None]:
    """Deal the damage of what was drunk in this round, now that the round ends."""
    for standing in fight.battle.on_table():
        for item in _priced(fight, standing.id):
            fight.do(Relieve(fighter=standing.id, ref=price_of(item)))
            dice = next(use.dice for use in item.uses if use.dice)
            name = fight.name(standing.id)
            place = f"{key}/{standing.id}-{item.id}"
            amount = yield from fight.total(
                place, dice, f"The {item.name} takes its toll on {name}"
            )
            yield from triggers.harm(
                fight, standing.id, amount, by=None, source=item.name, key=f"{place}/harm"
            )


def spare_last_wounds(fight: Fight) -> None:
    """See to it that nobody falls because Wounds that were lent for this round go with it."""
    for standing in fight.battle.on_table():
        lent = sum(
            bent.modifier.amount
            for bent in standing.bent
            if bent.modifier.stat == "w" and bent.until == "round"
        )
        wounds = fight.wounds(standing.id)
        surplus = standing.damage - (wounds - lent - 1)
        if lent > 0 and surplus > 0 and wounds > lent:
            fight.do(Heal(fighter=standing.id, amount=surplus))


def _priced(fight: Fight, fighter: int) -> Iterator[CatalogueItem]:
    standing = fight.fighter(fighter)
    for item in fight.content.items.values():
        if standing.has(price_of(item)):
            yield item


def _meant(fight: Fight, fighter: int, who: str) -> tuple[int, ...]:
    """Return whom an effect of a fighter’s item acts on in the battle."""
    if who == "all":
        side = fight.fighter(fighter).side
        return tuple(f.id for f in fight.battle.of_side(side) if f.where != "out")
    return (fighter,)
