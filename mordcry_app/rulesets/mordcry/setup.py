"""What is asked before a battle: old wounds, gear that was handed over, items that act now.

Rules: mordcry.txt, "Determine Injuries" (Old Battle Wound) and the item lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from mordcry_app.rules.board import Line, Plan
from mordcry_app.rules.catalogue import CatalogueItem
from mordcry_app.rules.effects import Await, Effect, MissNextBattle
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.procedure import (
    Choose,
    Option,
    Outcome,
    Procedure,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.settle import settle
from mordcry_app.rules.state import TAKEN, Member, State
from mordcry_app.rulesets.mordcry.battle import field
from mordcry_app.rulesets.mordcry.battle.field import field_lines
from mordcry_app.rulesets.mordcry.carrying import kinds_carried
from mordcry_app.rulesets.mordcry.content import INJURY
from mordcry_app.rulesets.mordcry.finds import happened, taken, told
from mordcry_app.rulesets.mordcry.helpful import USED_IN_BATTLE, Help, counted_use, helps_at
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.wares import Moment

OLD_WOUNDS = "old_wounds"
GEAR = "gear"
STAGES = (OLD_WOUNDS, GEAR, *field.STAGES)

OLD_BATTLE_WOUND = "old_battle_wound"
FLARES_UP_ON = 1
"""On this face of the D6, an old wound keeps its fighter from the battle."""

KEEP = "keep"
USE = "use"


def setup_plan(book: Rulebook, state: State, battle: int, *, is_whole: bool = False) -> Plan:
    """Lay out what is asked before a battle, warband by warband; often that is nothing.

    A whole set-up goes on with the field, the victory condition, the twist and the groups.
    """
    wounds: dict[int, tuple[str, ...]] = {}
    for roster_id in state.rosters:
        for member in state.active(roster_id):
            if member.trait(INJURY, OLD_BATTLE_WOUND) and not member.misses_next_battle:
                line = _old_wound_line(book, member, battle)
                wounds[roster_id] = (*wounds.get(roster_id, ()), line.key)
                report = yield line
                state = report.after
    for roster_id in state.rosters:
        for member in state.active(roster_id):
            for item in _untried(member, book):
                report = yield _taken_line(book, member, item, battle)
                state = report.after
    for roster_id in state.rosters:
        for member in state.active(roster_id):
            if member.misses_next_battle:
                continue
            for helped in _usable(member, book):
                report = yield _use_line(book, member, helped, battle)
                state = report.after
    if is_whole:
        yield from field_lines(book, state, battle, waits=wounds)


def _old_wound_line(book: Rulebook, member: Member, battle: int) -> Line:
    key = f"old_wound/{member.id}"
    return Line(
        key,
        OLD_WOUNDS,
        "Old wound",
        member.roster_id,
        book.called(member),
        partial(_old_wound, book, member_id=member.id, battle=battle, key=key),
        member_id=member.id,
        hint="a 1 keeps the fighter from the battle",
        rule=f"trait:{INJURY}/{OLD_BATTLE_WOUND}",
    )


def _old_wound(book: Rulebook, state: State, member_id: int, battle: int, key: str) -> Procedure:
    member = state.members[member_id]
    name = book.called(member)
    wound = member.trait(INJURY, OLD_BATTLE_WOUND)
    for number in range(1, (wound.level if wound else 1) + 1):
        question = Roll(
            f"{key}/{number}",
            "d6",
            f"Old wound of {name}: on a 1 it flares up",
            (("stays behind", Fraction(1, 6)), ("can fight", Fraction(5, 6))),
        )
        answer = yield question
        if rolled_total(question, answer) == FLARES_UP_ON:
            missed = MissNextBattle(
                who=member_target(member_id), source=f"Old wound, battle {battle}"
            )
            story = f"An old wound kept {name} from battle {battle}."
            return Outcome((missed,), (story,), "stays behind")
    return Outcome(summary="can fight")


def _taken_line(book: Rulebook, member: Member, item: CatalogueItem, battle: int) -> Line:
    key = f"taken/{member.id}/{item.id}"
    return Line(
        key,
        GEAR,
        "New gear",
        member.roster_id,
        book.called(member),
        partial(_taken, book, member_id=member.id, item=item, battle=battle, key=key),
        member_id=member.id,
        hint=item.name,
        rule=f"item:{item.id}",
    )


def _taken(
    book: Rulebook, state: State, member_id: int, item: CatalogueItem, battle: int, key: str
) -> Procedure:
    scene = book.scene(state, member_id, key, f"before battle {battle}")
    settled = yield from taken(scene, item)
    return Outcome(happened(settled), told(settled))


def _use_line(book: Rulebook, member: Member, helped: Help, battle: int) -> Line:
    item, use = helped.item, helped.use
    key = f"use/{member.id}/{item.id}/{use.id}"
    return Line(
        key,
        GEAR,
        item.name,
        member.roster_id,
        book.called(member),
        partial(_used, book, member_id=member.id, helped=helped, battle=battle, key=key),
        member_id=member.id,
        hint=use.text or item.text,
        rule=f"item:{item.id}",
    )


def _used(
    book: Rulebook, state: State, member_id: int, helped: Help, battle: int, key: str
) -> Procedure:
    member, item, use = state.members[member_id], helped.item, helped.use
    name = book.called(member)
    options = (
        Option(KEEP, "Not in this battle"),
        Option(USE, f"Use the {item.name}", use.text or item.text),
    )
    question = Choose(f"{key}/use", options, f"{name}: {item.name}", alike=f"use_{item.id}")
    if chosen((yield question)) == KEEP:
        return Outcome(summary="not in this battle")
    scene = book.scene(state, member_id, key, f"{item.name}, battle {battle}")
    settled = yield from settle(use.effects, scene)
    counted = _counted(member, helped)
    story = told(settled) or (f"{name} took the {item.name} into battle {battle}.",)
    return Outcome((*counted, *happened(settled)), story, f"uses the {item.name}")


def _counted(member: Member, helped: Help) -> tuple[Effect, ...]:
    """Return the effects that count a use; one that is felt after the battle is counted there."""
    if helped.use.afterwards:
        who = member_target(member.id)
        return (Await(who=who, ref=USED_IN_BATTLE, source=helped.item.name),)
    return counted_use(member, helped) if helped.use.per in ("once", "campaign") else ()


def _untried(member: Member, book: Rulebook) -> Iterator[CatalogueItem]:
    """Yield what a fighter was handed that does something when it is taken, not asked so far."""
    for item in kinds_carried(member, book.content):
        if item.when_taken and member.trait(TAKEN, item.id) is None:
            yield item


def _usable(member: Member, book: Rulebook) -> Iterator[Help]:
    """Yield what can be used now; a use that changes nothing here belongs to the table."""
    for helped in helps_at(member, book.content, Moment.SETUP):
        use = helped.use
        if use.effects or use.afterwards or use.per in ("once", "campaign"):
            yield helped
