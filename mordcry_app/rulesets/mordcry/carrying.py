"""What a fighter may carry at once.

Rules: mordcry.txt, "Attack Action": two weapons, or one weapon and one shield; one suit of
armour. "Weapon List": a two-handed weapon leaves room for a shield only when it says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.catalogue import CatalogueItem, Content
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.beasts import is_beast
from mordcry_app.rulesets.mordcry.content import Armour, Shield, Weapon

MOST_WEAPONS = 2


def carried_items(member: Member, content: Content) -> Iterator[CatalogueItem]:
    """Yield every carried item of the catalogue, once for each unit."""
    for carried in member.carried:
        item = content.items.get(carried.ref)
        if item is not None:
            for _ in range(carried.quantity):
                yield item


def kinds_carried(member: Member, content: Content) -> tuple[CatalogueItem, ...]:
    """Return what a fighter carries, each kind of item once."""
    refs = dict.fromkeys(carried.ref for carried in member.carried)
    return tuple(content.items[ref] for ref in refs if ref in content.items)


def weapons_of(member: Member, content: Content) -> tuple[Weapon, ...]:
    """Return the weapons that a fighter carries, two of a kind listed twice."""
    return tuple(item for item in carried_items(member, content) if isinstance(item, Weapon))


def check_carried(member: Member, content: Content) -> None:
    """Raise `Refusal` with the reason when a fighter carries more than it may."""
    name = content.called(member.name, member.archetype)
    if is_beast(member) and member.carried:
        raise Refusal(f"{name} is a beast and carries nothing.")
    weapons = weapons_of(member, content)
    shields = [i for i in carried_items(member, content) if isinstance(i, Shield)]
    armour = [i for i in carried_items(member, content) if isinstance(i, Armour)]
    if len(weapons) > MOST_WEAPONS:
        raise Refusal(
            f"{name} has two weapons at most, and these are {len(weapons)}: {_listed(weapons)}."
        )
    if len(shields) > 1:
        raise Refusal(f"{name} can carry one shield, not {len(shields)}.")
    if shields and len(weapons) > 1:
        raise Refusal(
            f"{name} can carry two weapons, or one weapon and a shield, "
            f"but not {_listed(weapons)} with the {shields[0].name}."
        )
    for weapon in weapons if shields else ():
        if not weapon.leaves_room_for_shield:
            raise Refusal(
                f"{name} needs both hands for the {weapon.name}, which leaves none for "
                f"the {shields[0].name}."
            )
    if len(armour) > 1:
        raise Refusal(f"{name} can wear one suit of armour, not {len(armour)}.")


def _listed(items: tuple[Weapon, ...]) -> str:
    return ", ".join(item.name for item in items)
