"""Splits each warband into three groups: one starts on the table, the others come later.

A player picks who starts and who comes in round 2; the rest comes in round 3. That is the same as
splitting first and ordering the groups afterwards, in fewer questions.

Rules: mordcry.txt, “Deploy Warbands”; ruling 15.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from mordcry_app.rules.battle_effects import BattleEffect, Place, SetFact
from mordcry_app.rules.battle_effects import fighter as fighter_owner
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.board import Line, Plan
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option, Outcome, Pick, Procedure, picked
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.battle.words import OfFighter, OfSide
from mordcry_app.rulesets.mordcry.retreat import leader_among
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband

STAGE = "groups"
MOST_GROUPS = 3

_WHY = {1: "starts on the table", 2: "arrives in round 2"}


def group_lines(book: Rulebook, state: State, waits: Mapping[int, tuple[str, ...]]) -> Plan:
    """Lay out how each warband is split; it waits until it is known who can fight."""
    for side in state.rosters:
        key = f"groups/{side}"
        yield Line(
            key,
            STAGE,
            "Groups",
            side,
            warband(state, side),
            partial(_split, book, side=side, key=key),
            hint="three groups, as even as can be",
            after=waits.get(side, ()),
            rule="topic:battle_groups",
        )


def who_fights(state: State, side: int) -> tuple[Member, ...]:
    """Return the members of a warband that fight in the battle, beasts among them."""
    return tuple(member for member in state.active(side) if not member.misses_next_battle)


def _split(book: Rulebook, state: State, side: int, key: str) -> Procedure:
    left = _leader_first(book, state, side)
    count = min(MOST_GROUPS, len(left))
    if not count:
        return Outcome(summary="nobody can fight")
    groups: list[tuple[Member, ...]] = []
    for number in range(1, count):
        group = yield from _picked_group(book, left, number, count, f"{key}/{number}")
        groups.append(group)
        left = tuple(member for member in left if member not in group)
    groups.append(left)
    return Outcome(summary=_in_words(book, groups), battle=tuple(_facts(side, groups)))


def _picked_group(
    book: Rulebook, left: tuple[Member, ...], number: int, count: int, key: str
) -> Asking[tuple[Member, ...]]:
    """Ask who is in a group; the sizes of all groups differ by one at most."""
    groups_left = count - number + 1
    question = Pick(
        key,
        tuple(Option(str(m.id), book.called(m), _kind(book, m)) for m in left),
        f"Who {_WHY[number]}?",
        least=len(left) // groups_left,
        most=-(-len(left) // groups_left),
        proposed=tuple(str(member.id) for member in left[::groups_left]),
    )
    chosen = picked((yield question))
    return tuple(member for member in left if str(member.id) in chosen)


def _leader_first(book: Rulebook, state: State, side: int) -> tuple[Member, ...]:
    """Return who fights, the leader first, so that a proposal deals all kinds out evenly."""
    fighters = who_fights(state, side)
    leader = leader_among(fighters, book.content)
    return tuple(sorted(fighters, key=lambda member: member != leader))


def _facts(side: int, groups: Sequence[Sequence[Member]]) -> Iterator[BattleEffect]:
    """Yield where everybody starts, in which group, and when each group arrives."""
    yield SetFact(who=side_owner(side), key=OfSide.FIRST_GROUP.value, value=1)
    for number, group in enumerate(groups, 1):
        for member in group:
            who = fighter_owner(member.id)
            yield SetFact(who=who, key=OfFighter.GROUP.value, value=number)
            if number > 1:
                yield SetFact(who=who, key=OfFighter.ARRIVES.value, value=number)
                yield Place(fighter=member.id, where="reserve")


def _in_words(book: Rulebook, groups: Sequence[Sequence[Member]]) -> str:
    starts = ("on the table", "round 2", "round 3")
    return "; ".join(
        f"{start}: {', '.join(book.called(member) for member in group)}"
        for start, group in zip(starts, groups, strict=False)
    )


def _kind(book: Rulebook, member: Member) -> str:
    archetype = book.content.archetypes.get(member.archetype)
    return archetype.name if archetype else ""
