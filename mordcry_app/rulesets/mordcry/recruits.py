"""How somebody new joins a warband: by hand, as a replacement after a battle, or as a find.

Rules: mordcry.txt, "Replace Lost Members" (still to be written there) and "Exploration Phase",
Faithful Stray; rulings 66 and 69.
"""

from __future__ import annotations

from mordcry_app.rules.catalogue import Archetype, Content, HouseRules
from mordcry_app.rules.effects import Effect, Join, Lose, SetStat, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    Choose,
    Option,
    Outcome,
    Procedure,
    TextAnswer,
    chosen,
)
from mordcry_app.rules.ruleset import Recruit
from mordcry_app.rules.settle import EffectFunction, Scene, Settling, settle_without_asking
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.beasts import BEAST, HOUND, fighters, tie
from mordcry_app.rulesets.mordcry.content import CROWNS
from mordcry_app.rulesets.mordcry.creation import joining, joins
from mordcry_app.rulesets.mordcry.retreat import leader_of
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband

NOBODY = "none"

LEFT_OPEN_FOR_BEASTS = ("ws", "bs", "os", "ds", "s", "will", "int")
"""What a beast has by the house rule `hound_profile`; the rest of its profile is printed."""


def recruit(kind: Archetype, content: Content, rules: HouseRules) -> Recruit:
    """Return what somebody new of an archetype starts with."""
    new = joining(kind, content, rules)
    if BEAST not in kind.tags:
        return new
    open_stats = dict.fromkeys(LEFT_OPEN_FOR_BEASTS, rules.number("hound_profile"))
    return Recruit(new.archetype, {**new.stats, **open_stats}, new.effects)


def joined(
    book: Rulebook, state: State, roster_id: int, kind: Archetype, name: str, source: str
) -> tuple[Effect, ...]:
    """Return the settled effects with which somebody new joins, as the next member of the state."""
    new = recruit(kind, book.content, book.rules)
    member_id = state.next_member
    who = member_target(member_id)
    made: tuple[Effect, ...] = (
        Join(
            who=roster_target(roster_id),
            member=member_id,
            archetype=kind.id,
            name=name,
            tags=kind.tags,
        ),
        *(SetStat(who=who, stat=stat, value=value) for stat, value in new.stats.items()),
    )
    subject = Member(member_id, roster_id, name, kind.id, stats=new.stats)
    beginning = State(
        state.rosters, {**state.members, member_id: subject}, next_member=member_id + 1
    )
    scene = Scene(beginning, subject, book.content, "recruit", source, {})
    return (*made, *settle_without_asking(new.effects, scene))


def replacement(book: Rulebook, state: State, roster_id: int, battle: int, key: str) -> Procedure:
    """Ask whether somebody joins in place of those who were lost, and under what name."""
    terms = joins(book.content, book.rules)
    kinds = [book.content.archetypes[ref] for ref in terms.archetypes]
    options = [Option(NOBODY, "Nobody joins")]
    options += [
        Option(
            kind.id,
            f"A {kind.name} joins" + (f" for {terms.price} crowns" if terms.price else ""),
            kind.text,
            _refusal(book, state, roster_id, kind, terms.price),
        )
        for kind in kinds
    ]
    name = warband(state, roster_id)
    answer = yield Choose(f"{key}/who", tuple(options), f"Does anybody join {name}?", "recruit")
    picked = chosen(answer)
    if picked == NOBODY:
        return Outcome((), (), "nobody joined")
    kind = book.content.archetypes[picked]
    typed = yield Ask(f"{key}/name", f"What is the new {kind.name} called?")
    called = typed_name(typed)
    effects = joined(book, state, roster_id, kind, called, f"recruited after battle {battle}")
    if terms.price:
        bill = f"Recruited {called or 'a ' + kind.name}, after battle {battle}"[:200]
        who = roster_target(roster_id)
        effects += (Lose(who=who, resource=CROWNS, amount=terms.price, reason=bill),)
    someone = f"{called}, a {kind.name}," if called else f"A {kind.name} without a name yet"
    return Outcome(effects, (f"{someone} joined {name} after battle {battle}.",))


def hound_joins(rules: HouseRules) -> EffectFunction:
    """Return the function with which a hound joins the warband of its finder (ruling 66)."""

    def joins_finder(scene: Scene) -> Settling:
        question = Ask(f"{scene.key}/name", f"What does {scene.name} call the hound?")
        name = typed_name((yield question))
        book = Rulebook(scene.content, rules, scene.functions, {})
        hound = scene.state.next_member
        kind = scene.content.archetypes[HOUND]
        effects = joined(book, scene.state, scene.subject.roster_id, kind, name, scene.source)
        told = f"A stray followed {scene.name} home and would not be sent away"
        told += f"; it answers to {name} now." if name else "."
        who = member_target(scene.subject.id)
        tied = tie(hound, scene.subject, scene.name, scene.source)
        return (*effects, tied, Story(who=who, text=told))

    return joins_finder


def room(state: State, roster_id: int, rules: HouseRules) -> int:
    """Return how many fighters could still join a warband; beasts take no place."""
    return max(0, rules.number("most_fighters") - len(fighters(state, roster_id)))


def typed_name(answer: Answer) -> str:
    """Return a name as it was typed, on one line and without space around it."""
    if not isinstance(answer, TextAnswer):
        raise TypeError("a name is answered by a text")
    return " ".join(answer.text.split())


def _refusal(book: Rulebook, state: State, roster_id: int, kind: Archetype, price: int) -> str:
    """Say in a sentence why nobody of a kind can join now, or nothing."""
    leader = leader_of(state, roster_id, book.content)
    if kind.leads and leader is not None:
        archetype = book.content.archetypes.get(leader.archetype)
        if archetype is not None and archetype.leads:
            return f"{warband(state, roster_id)} has a {kind.name} already."
    held = state.rosters[roster_id].amount(CROWNS)
    if held < price:
        return f"{warband(state, roster_id)} has {held} crowns."
    return ""
