"""What switching a house rule does to what is there already: nothing is rolled anew.

Most rules are read wherever a value is worked out and need nothing here. Two leave traces: an
injury has written its modifiers, and renown lies with fighters or with the warband.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.catalogue import Content, HouseRules, TraitDefinition, WornModifier
from mordcry_app.rules.effects import Effect, Gain, Lose, Modify, Unmodify
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.state import Member, Roster, State, Trait
from mordcry_app.rulesets.mordcry.content import INJURY, RENOWN
from mordcry_app.rulesets.mordcry.retreat import leader_of

TO_THE_POOL = "House rule: one pool of renown"
TO_THE_LEADER = "House rule: the pool of renown goes to the leader"


def house_rule_effects(
    state: State,
    before: HouseRules,
    after: HouseRules,
    content_before: Content,
    content_after: Content,
) -> tuple[Effect, ...]:
    """Return the settled effects of a switch from one set of house rules to another."""
    effects: list[Effect] = []
    for member in state.members.values():
        for trait in member.traits_of(INJURY):
            old = content_before.trait(INJURY, trait.ref)
            new = content_after.trait(INJURY, trait.ref)
            if old is not None and new is not None:
                effects.extend(_reweighed(member, trait, old, new))
    if before["renown_owner"] != after["renown_owner"]:
        pooled = after["renown_owner"] == "warband"
        for roster in state.rosters.values():
            effects.extend(
                _to_pool(state, roster) if pooled else _to_leader(state, roster, content_after)
            )
    return tuple(effects)


def _reweighed(
    member: Member, trait: Trait, old: TraitDefinition, new: TraitDefinition
) -> Iterator[Effect]:
    """Yield the effects that give an injury the modifiers it has under the new reading."""
    weighs = [(step, m) for step, m in _by_step(new, trait.level)]
    if [m for _, m in weighs] == [m for _, m in _by_step(old, trait.level)]:
        return
    who = member_target(member.id)
    sources = [(m.stat, m.amount, m.source) for m in member.modifiers if m.cause == trait.cause]
    yield Unmodify(who=who, cause=trait.cause)
    for step, modifier in weighs:
        yield Modify(
            who=who,
            stat=modifier.stat,
            amount=modifier.amount,
            arithmetic=modifier.arithmetic,
            source=_source(sources, modifier) or f"{new.name_at(step)}, {trait.source}"[:200],
            ends="until_removed" if new.lasting else "permanent",
            cause=trait.cause,
            when=modifier.when,
        )


def _by_step(definition: TraitDefinition, level: int) -> Iterator[tuple[int, WornModifier]]:
    for step in range(1, level + 1):
        for modifier in definition.modifiers_at(step):
            yield step, modifier


def _source(sources: list[tuple[str, int, str]], modifier: WornModifier) -> str:
    """Return what a modifier like this one came from before, each source once, or nothing."""
    for place, (stat, amount, source) in enumerate(sources):
        if (stat, amount) == (modifier.stat, modifier.amount):
            del sources[place]
            return source
    return ""


def _to_pool(state: State, roster: Roster) -> Iterator[Effect]:
    for member in state.active(roster.id):
        yield from _moved(
            member_target(member.id), roster_target(roster.id), member.amount(RENOWN), TO_THE_POOL
        )


def _to_leader(state: State, roster: Roster, content: Content) -> Iterator[Effect]:
    leader = leader_of(state, roster.id, content)
    if leader is not None:
        yield from _moved(
            roster_target(roster.id), member_target(leader.id), roster.amount(RENOWN), TO_THE_LEADER
        )


def _moved(giver: str, taker: str, amount: int, reason: str) -> Iterator[Effect]:
    if amount > 0:
        yield Lose(who=giver, resource=RENOWN, amount=amount, reason=reason)
        yield Gain(who=taker, resource=RENOWN, amount=amount, reason=reason)
