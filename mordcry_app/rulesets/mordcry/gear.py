"""What gear does after a battle: what was used up in it, and what happens by itself.

One line a fighter, and none for those who carry nothing of the kind.
Rules: mordcry.txt, "Search the Shops" (the two item tables); rulings 59 and 65.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count

from mordcry_app.rules.board import Line, LineReport
from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.effects import Effect, Spend, Story, WoundsNextBattle
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.procedure import Answer, Choose, Option, Outcome, Procedure, Question, chosen
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.settle import Scene, Settling, settle
from mordcry_app.rules.state import TAKEN, Member, State
from mordcry_app.rulesets.mordcry.carrying import kinds_carried
from mordcry_app.rulesets.mordcry.finds import happened, taken, told
from mordcry_app.rulesets.mordcry.helpful import (
    USED_IN_BATTLE,
    Help,
    counted_use,
    uses_left,
)
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.wares import AFTER_BATTLE_ONLY, DOES_AT, Does, Moment

STAGE = "gear"
NOTHING = "nothing"
ALIKE = "used_up"
"""The first question of every line is alike: most fighters used up nothing."""

MUTATION_TO_COME = "mutation_to_come"
MUTATION = "mutation"
"""The function that carries a mutation out."""


def gear_lines(
    book: Rulebook,
    state: State,
    rosters: Iterable[int],
    record: BattleRecord,
    waits: dict[int, tuple[str, ...]],
) -> Generator[Line, LineReport, State]:
    """Lay out one line for each fighter whose gear, or whose fate, has something to ask.

    A fighter waits for its own injury only. `waits` are the lines that each warband waits for with
    what follows; the lines of gear join them.
    """
    for roster_id in rosters:
        before = waits[roster_id]
        for member in state.active(roster_id):
            fought = member.id in record.took_part
            asks = fought and not record.uses_are_known
            reasons = tuple(dict.fromkeys(_reasons(member, book.content, fought, asks=asks)))
            if not reasons:
                continue
            key = f"gear/{member.id}"
            report = yield Line(
                key,
                STAGE,
                "Gear",
                roster_id,
                book.called(member),
                partial(
                    gear,
                    book,
                    member_id=member.id,
                    fought=fought,
                    asks=asks,
                    battle=record.number,
                    key=key,
                ),
                member_id=member.id,
                hint=", ".join(name for _, name in reasons),
                after=tuple(line for line in before if line == f"injury/{member.id}"),
                rule=reasons[0][0],
            )
            state = report.after
            waits[roster_id] = (*waits[roster_id], key)
    return state


def gear(
    book: Rulebook,
    state: State,
    member_id: int,
    fought: bool,
    battle: int,
    key: str,
    *,
    asks: bool = True,
) -> Procedure:
    """Ask what was used up, and carry out what a fighter's gear and fate do after a battle.

    Without `asks`, what was used up has been noted in the battle.
    """
    scene = book.scene(state, member_id, key, f"battle {battle}")
    steps = (_known_uses, _after_battle) if fought else (_known_uses,)
    if fought and asks:
        steps = (_used_up, *steps)
    settled: tuple[Effect, ...] = ()
    for step in (*steps, _untried, _mutation):
        done = yield from step(scene)
        settled, scene = (*settled, *done), scene.after(done)
    if book.rules["carried_wounds"] == "none":
        settled = tuple(e for e in settled if not isinstance(e, WoundsNextBattle))
    story = told(settled)
    return Outcome(happened(settled), story, "" if settled else "nothing came of it")


def usable_in_battle(member: Member, content: Content) -> Iterator[Help]:
    """Yield the uses of a fighter's gear that, once made in a battle, are felt after it.

    Those are the uses that an item has once or once a campaign, and those with an aftermath.
    """
    for item in kinds_carried(member, content):
        for use in item.uses:
            felt = bool(use.per in ("once", "campaign") or use.afterwards)
            fits = felt and Moment(use.moment) not in AFTER_BATTLE_ONLY
            if fits and uses_left(member, item, use):
                yield Help(item, use)


def _reasons(
    member: Member, content: Content, fought: bool, *, asks: bool
) -> Iterator[tuple[str, str]]:
    """Yield a place in the rules and a name for everything that a line is needed for."""
    for item in kinds_carried(member, content):
        untried = item.when_taken and member.trait(TAKEN, item.id) is None
        if untried or (fought and item.after_battle):
            yield f"item:{item.id}", item.name
    if asks:
        for helped in usable_in_battle(member, content):
            yield f"item:{helped.item.id}", helped.item.name
    for pending in member.waiting(USED_IN_BATTLE):
        yield f"pending:{USED_IN_BATTLE}", pending.source
    if member.waiting(MUTATION_TO_COME):
        yield f"pending:{MUTATION_TO_COME}", content.pending[MUTATION_TO_COME].name


def _used_up(scene: Scene) -> Settling:
    """Ask what was used up, one thing after the other, until that is nothing more."""
    settled: tuple[Effect, ...] = ()
    done_for_now: set[str] = set()
    for number in count(1):
        left = [
            helped
            for helped in usable_in_battle(scene.subject, scene.content)
            if helped.id not in done_for_now
        ]
        if not left:
            break
        picked = yield from _which(scene, left, number)
        if picked is None:
            break
        here = scene.at(f"{number}")
        done_for_now |= {picked.id} if picked.use.per == "battle" else set()
        done = yield from _aftermath_of(here, picked, _counted(scene.subject, picked))
        settled, scene = (*settled, *done), scene.after(done)
    return settled


def _which(scene: Scene, left: list[Help], number: int) -> Generator[Question, Answer, Help | None]:
    first = number == 1
    options = (
        Option(NOTHING, "Nothing" if first else "Nothing else"),
        *(Option(one.id, one.item.name, one.use.text or one.item.text) for one in left),
    )
    why = f"{scene.name}: was anything {'' if first else 'else '}used up in {scene.source}?"
    key = f"{scene.key}/used" if first else f"{scene.key}/used-{number}"
    picked = chosen((yield Choose(key, options, why, ALIKE if first else "")))
    return next((one for one in left if one.id == picked), None)


def _known_uses(scene: Scene) -> Settling:
    """Count what was noted when it was used in the battle, and carry out what comes of it."""
    known = scene.subject.waiting(USED_IN_BATTLE)
    if not known:
        return ()
    settled: tuple[Effect, ...] = (Spend(who=member_target(scene.subject.id), ref=USED_IN_BATTLE),)
    named = {item.name: item for item in kinds_carried(scene.subject, scene.content)}
    for number, pending in enumerate(known, 1):
        item = named.get(pending.source)
        for use in item.uses if item else ():
            assert item is not None
            noted = Help(item, use)
            counted = _counted(scene.subject, noted)
            if use.per in ("once", "campaign") or use.afterwards:
                here = scene.after(settled).at(f"known/{number}")
                counted = yield from _aftermath_of(here, noted, counted)
            settled = (*settled, *counted)
    return settled


def _counted(member: Member, helped: Help) -> tuple[Effect, ...]:
    """Count a use that was made in the battle; one a battle counts on if it can help afterwards."""
    if helped.use.per == "battle" and Moment(helped.use.moment) not in DOES_AT:
        return ()
    return counted_use(member, helped)


def _aftermath_of(scene: Scene, helped: Help, counted: tuple[Effect, ...]) -> Settling:
    """Settle what comes after a battle of a use that was made in it, and tell of it."""
    item = helped.item
    here = replace(
        scene.after(counted).at(f"{item.id}/{helped.use.id}"),
        source=f"{item.name}, {scene.source}",
    )
    settled = yield from settle(helped.use.afterwards, here)
    if told(settled):
        return (*counted, *settled)
    verb = "used up" if helped.use.per == "once" else "used"
    text = f"{scene.name} {verb} the {item.name} in {scene.source}."
    if helped.use.does == Does.BREAK:
        text = f"The {item.name} of {scene.name} broke in {scene.source}."
    return (*counted, Story(who=member_target(scene.subject.id), text=text), *settled)


def _after_battle(scene: Scene) -> Settling:
    settled: tuple[Effect, ...] = ()
    for item in kinds_carried(scene.subject, scene.content):
        here = replace(scene.at(item.id), source=f"{item.name}, {scene.source}")
        done = yield from settle(item.after_battle, here)
        settled, scene = (*settled, *done), scene.after(done)
    return settled


def _untried(scene: Scene) -> Settling:
    """Ask what comes of gear that was handed over without it."""
    settled: tuple[Effect, ...] = ()
    for item in kinds_carried(scene.subject, scene.content):
        done = yield from taken(scene.at(f"taken/{item.id}"), item)
        settled, scene = (*settled, *done), scene.after(done)
    return settled


def _mutation(scene: Scene) -> Settling:
    waiting = scene.subject.waiting(MUTATION_TO_COME)
    if not waiting:
        return ()
    spent: tuple[Effect, ...] = (Spend(who=member_target(scene.subject.id), ref=MUTATION_TO_COME),)
    settled = spent
    for number, pending in enumerate(waiting, 1):
        here = replace(scene.at(f"mutation/{number}"), source=pending.source)
        settled = (*settled, *(yield from scene.functions[MUTATION](here)))
    return settled
