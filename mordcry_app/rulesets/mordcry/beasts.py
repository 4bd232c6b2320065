"""Beasts: who is one, to whom it belongs, and the grief when it dies.

A beast fights, but carries nothing, searches and finds nothing, earns no experience, and is not
counted when a warband looks for recruits.
Rules: mordcry.txt, "Exploration Phase", Faithful Stray; ruling 66.
"""

from __future__ import annotations

from mordcry_app.rules.effects import AddTrait, Modify, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.settle import Scene, Settling, roll_test
from mordcry_app.rules.state import Member, State

BEAST = "beast"
"""The tag of those who are no fighters by trade."""
HOUND = "hound"
"""The archetype of the dog that follows a finder home."""
OWNER = "owner"
"""Kind of the trait that ties a beast to a fighter."""
_MEMBER = "member_"
"""Begins the reference of such a trait: `member_101`."""


def is_beast(member: Member) -> bool:
    """Say whether a member of a warband is a beast."""
    return BEAST in member.tags


def fighters(state: State, roster_id: int) -> tuple[Member, ...]:
    """Return the active members of a warband who are no beasts."""
    return tuple(member for member in state.active(roster_id) if not is_beast(member))


def tie(beast_id: int, owner: Member, name: str, source: str) -> AddTrait:
    """Return the effect that ties a beast to its owner, who is called `name`."""
    return AddTrait(
        who=member_target(beast_id),
        kind=OWNER,
        ref=f"{_MEMBER}{owner.id}",
        name=f"Follows {name}"[:200],
        source=source,
    )


def owner_of(beast: Member, state: State) -> Member | None:
    """Return the fighter to whom a beast belongs, as long as it stands on the roster."""
    for trait in beast.traits_of(OWNER):
        number = trait.ref.removeprefix(_MEMBER)
        owner = state.members.get(int(number)) if number.isdecimal() else None
        if owner is not None and owner.state == "active":
            return owner
    return None


def grief(scene: Scene) -> Settling:
    """Let the owner of a beast that has died test Willpower, or be worse off in the next battle.

    Nothing happens for anybody who is no beast, or whose owner is gone.
    """
    owner = owner_of(scene.subject, scene.state) if is_beast(scene.subject) else None
    if owner is None:
        return ()
    beast = scene.name
    mourner = scene.about(owner.id).at("grief")
    passed, used = yield from roll_test(mourner, "will")
    who = member_target(owner.id)
    if passed:
        text = f"{mourner.name} buried {beast} and said nothing more about it."
        return (*used, Story(who=who, text=text))
    mourning = Modify(
        who=who,
        stat="ws",
        amount=-1,
        source=f"Grief for {beast}, {scene.source}"[:200],
        ends="next_battle",
    )
    return (*used, mourning, Story(who=who, text=f"{mourner.name} could not get over {beast}."))
