"""Settles declared effects: rolls their dice, asks their choices, names their targets.

Settling is a procedure of its own, so that a table row's dice and choices are asked, stored and
replayed like any other question. What it returns touches one member or one roster each and has
whole numbers only. Texts in content may say `{name}` for the subject and `{source}` for what the
effects come from (“battle 6”).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Protocol

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.derive import effective
from mordcry_app.rules.effects import (
    AddTrait,
    Call,
    ChooseOne,
    Draw,
    Effect,
    Gain,
    Interactive,
    Lose,
    Modify,
    RollFor,
    Spend,
    Story,
    Test,
    WoundsNextBattle,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Choose, Option, Question, Roll, chosen, rolled_total
from mordcry_app.rules.state import Member, State
from mordcry_app.rules.table import Table, TableRow

MOST_DRAWS = 20
"""Draws inside draws; a table that sends to itself stops there, whatever is rolled."""

_LONGEST_SOURCE = 200
_LONGEST_TEXT = 2000
_SOURCES = frozenset({"source", "reason"})
_TEXTS = _SOURCES | {"text", "name"}

Settling = Generator[Question, Answer, tuple[Effect, ...]]
"""A procedure whose result is settled effects."""

EffectFunction = Callable[["Scene"], Settling]
"""A ruleset's named function: asks what it needs and returns settled effects."""


@dataclass(frozen=True, slots=True)
class TestRoll:
    """A characteristic test as it is rolled.

    `needed` is the value that is tested. A `fixed` one passes on that face and more instead. With
    `naturals`, a 1 passes and a 6 fails a test of a value.
    """

    __test__: ClassVar[bool] = False

    stat: str
    needed: int
    fixed: int | None = None
    naturals: bool = False

    def passes(self, face: int, bonus: int = 0) -> bool:
        """Say whether a face passes, with a bonus on the value that is tested."""
        if self.fixed is not None:
            return face >= self.fixed
        return passes_test(face, self.needed + bonus, naturals=self.naturals)

    @property
    def question(self) -> tuple[str, tuple[tuple[str, Fraction], ...]]:
        """What passes, in words, and the chances."""
        how = f"{self.needed} or less passes"
        if self.fixed is not None:
            how = f"{self.fixed} or more passes"
        good = sum(self.passes(face) for face in range(1, 7))
        return how, (("passes", Fraction(good, 6)), ("fails", Fraction(6 - good, 6)))


class Interventions(Protocol):
    """What a ruleset lets a member do about a roll once its dice lie: items, skills, luck."""

    def after_failed_test(
        self, scene: Scene, test: TestRoll, face: int
    ) -> Generator[Question, Answer, tuple[bool, tuple[Effect, ...]]]:
        """Ask what helps; return whether the test is passed after all, and what that used up."""
        ...

    def after_draw(
        self, scene: Scene, table: Table, row: TableRow
    ) -> Generator[Question, Answer, tuple[TableRow, tuple[Effect, ...]]]:
        """Ask whether a table is rolled anew; return the row that stands, and what it used up."""
        ...


@dataclass(frozen=True)
class Scene:
    """For whom effects are settled: the state so far, the subject, and where keys begin.

    `source` is given to every effect that does not name a source of its own. With `naturals`, a
    characteristic test is always passed by a 1 and always failed by a 6. `conditions` are those
    under which values are worked out here. With `tests_are_fixed`, a test that names its face goes
    by that face, else by the characteristic.
    """

    state: State
    subject: Member
    content: Content
    key: str
    source: str
    functions: Mapping[str, EffectFunction]
    naturals: bool = False
    conditions: Set[str] = frozenset()
    tests_are_fixed: bool = True
    interventions: Interventions | None = None

    @property
    def name(self) -> str:
        """What the subject is called."""
        return self.content.called(self.subject.name, self.subject.archetype)

    def at(self, name: str) -> Scene:
        """Return this scene with a longer key, for a question inside it."""
        return replace(self, key=f"{self.key}/{name}")

    def about(self, member_id: int) -> Scene:
        """Return this scene with another member as its subject."""
        return replace(self, subject=self.state.members[member_id])

    def after(self, effects: tuple[Effect, ...]) -> Scene:
        """Return this scene after some settled effects."""
        state = apply_effects(self.state, effects)
        subject = state.members.get(self.subject.id, self.subject)
        return replace(self, state=state, subject=subject)


def settle(effects: tuple[Effect, ...], scene: Scene) -> Settling:
    """Settle effects one after the other; each sees what those before it did."""
    settled: list[Effect] = []
    for number, effect in enumerate(effects):
        here = scene.at(str(number))
        if isinstance(effect, Interactive):
            done = yield from _settle_asking(effect, here)
        else:
            done = yield from _settle_plain(effect, here)
        settled.extend(done)
        scene = scene.after(done)
    return tuple(settled)


def settle_row(row: TableRow, scene: Scene) -> Settling:
    """Settle what a table row does."""
    return (yield from settle(row.effects, scene))


def passes_test(face: int, needed: int, *, naturals: bool) -> bool:
    """Say whether a face passes a characteristic test.

    Rules: mordcry.txt, "Characteristic Tests"; `naturals` is ruling 6 of the checklist.
    """
    if naturals and face in (1, 6):
        return face == 1
    return face <= needed


def _targets(who: str, scene: Scene) -> Generator[Question, Answer, tuple[str, ...]]:
    match who:
        case "self":
            return (member_target(scene.subject.id),)
        case "roster":
            return (roster_target(scene.subject.roster_id),)
        case "all":
            return tuple(member_target(m.id) for m in scene.state.active(scene.subject.roster_id))
        case "random":
            members = scene.state.active(scene.subject.roster_id)
            if len(members) < 2:
                return tuple(member_target(m.id) for m in members)
            question = Roll(f"{scene.key}/random", f"d{len(members)}", f"Who: {scene.source}")
            answer = yield question
            return (member_target(members[rolled_total(question, answer) - 1].id),)
        case _:
            return (who,)


def _settle_plain(effect: Effect, scene: Scene) -> Settling:
    targets = yield from _targets(effect.who, scene)
    settled: list[Effect] = []
    for who in targets:
        aimed = _in_words(effect, scene).model_copy(update={"who": who})
        if isinstance(aimed, Gain | Lose | WoundsNextBattle | Spend):
            key = f"{scene.key}/amount" + (f"/{who}" if effect.who == "all" else "")
            aimed = yield from _with_amount(aimed, key, scene)
        settled.extend(_spelled_out(aimed, scene) if isinstance(aimed, AddTrait) else [aimed])
    return tuple(settled)


def _in_words(effect: Effect, scene: Scene) -> Effect:
    """Return the effect with its texts filled in, and the scene's source where it names none."""
    words = {
        name: fill(text, scene)[: _LONGEST_TEXT if name == "text" else _LONGEST_SOURCE]
        for name in _TEXTS & effect.model_fields_set
        if isinstance(text := getattr(effect, name), str)
    }
    silent = _SOURCES & set(type(effect).model_fields) - effect.model_fields_set
    words |= dict.fromkeys(silent, scene.source[:_LONGEST_SOURCE])
    return effect.model_copy(update=words)


def fill(text: str, scene: Scene) -> str:
    """Return a text of the content with the subject's name and the source in their places."""
    parts = re.split(r"(\{name\}|\{source\})", text)
    values = {"{name}": scene.name, "{source}": scene.source}
    return "".join(values.get(part, part) for part in parts)


def _with_amount(
    effect: Gain | Lose | WoundsNextBattle | Spend, key: str, scene: Scene
) -> Generator[Question, Answer, Effect]:
    """Roll an amount that is still dice, once for each target; never below 0."""
    if not isinstance(effect.amount, str):
        return effect
    question = Roll(key, effect.amount, scene.source)
    answer = yield question
    return effect.model_copy(update={"amount": max(0, rolled_total(question, answer))})


def _spelled_out(effect: AddTrait, scene: Scene) -> list[Effect]:
    """Return a trait with the modifiers that its new level brings."""
    definition = scene.content.trait(effect.kind, effect.ref)
    if definition is None:
        return [effect]
    member = scene.state.members[int(effect.who.partition(":")[2])]
    present = member.trait(effect.kind, effect.ref)
    level = present.level if present else 0
    named = effect.model_copy(update={"name": effect.name or definition.name})
    modifiers = [
        Modify(
            who=effect.who,
            stat=modifier.stat,
            amount=modifier.amount,
            arithmetic=modifier.arithmetic,
            source=f"{definition.name_at(step)}, {effect.source}"[:_LONGEST_SOURCE],
            ends="until_removed" if definition.lasting else "permanent",
            cause=f"{effect.kind}:{effect.ref}",
        )
        for step in range(level + 1, level + effect.levels + 1)
        for modifier in definition.modifiers_at(step)
    ]
    return [named, *modifiers]


def _settle_asking(effect: Interactive, scene: Scene) -> Settling:
    """Ask for each member that is meant; each sees what came of those before it."""
    targets = yield from _targets(effect.who, scene)
    settled: list[Effect] = []
    for who in targets:
        member_id = int(who.partition(":")[2])
        inner = scene.about(member_id)
        if effect.who == "all":
            inner = inner.at(f"member-{member_id}")
        done = yield from _ask(effect, inner)
        settled.extend(done)
        scene = scene.after(done)
    return tuple(settled)


def _ask(effect: Interactive, scene: Scene) -> Settling:
    match effect:
        case ChooseOne():
            return (yield from _settle_choice(effect, scene))
        case Test():
            return (yield from _settle_test(effect, scene))
        case RollFor():
            return (yield from _settle_roll(effect, scene))
        case Draw():
            return (yield from _settle_draw(effect, scene))
        case Call():
            return (yield from scene.functions[effect.function](scene))


def _settle_choice(effect: ChooseOne, scene: Scene) -> Settling:
    options = tuple(Option(option.id, fill(option.label, scene)) for option in effect.options)
    answer = yield Choose(f"{scene.key}/choice", options, scene.source)
    picked = next(option for option in effect.options if option.id == chosen(answer))
    return (yield from settle(picked.effects, scene.at(picked.id)))


def _settle_test(effect: Test, scene: Scene) -> Settling:
    passed, used = yield from roll_test(scene, effect.stat, effect.bonus, effect.fixed)
    effects = effect.passed if passed else effect.failed
    inner = scene.after(used).at("passed" if passed else "failed")
    settled = yield from settle(effects, inner)
    return (*used, *settled)


def roll_test(
    scene: Scene, stat: str, bonus: int = 0, fixed: int | None = None
) -> Generator[Question, Answer, tuple[bool, tuple[Effect, ...]]]:
    """Roll a characteristic test; return whether it is passed, and what was used up for it.

    Rules: mordcry.txt, "Characteristic Tests"; rulings 6 and 58.
    """
    characteristic = scene.content.characteristics[stat]
    conditions = {*scene.conditions, f"{stat}_test"}
    needed = effective(scene.subject, stat, scene.content, conditions=conditions).total + bonus
    test = TestRoll(stat, needed, fixed if scene.tests_are_fixed else None, scene.naturals)
    how, chances = test.question
    question = Roll(
        f"{scene.key}/test", "d6", f"{characteristic.name} test, {scene.name}: {how}", chances
    )
    answer = yield question
    face = rolled_total(question, answer)
    if test.passes(face):
        return True, ()
    if scene.interventions is None:
        return False, ()
    return (yield from scene.interventions.after_failed_test(scene, test, face))


def _settle_roll(effect: RollFor, scene: Scene) -> Settling:
    question = Roll(f"{scene.key}/roll", effect.dice, scene.source)
    answer = yield question
    total = rolled_total(question, answer)
    row = next((row for row in effect.rows if row.covers(total)), None)
    if row is None:
        return ()
    return (yield from settle(row.effects, scene.at(row.on.replace("–", "-"))))


def _settle_draw(effect: Draw, scene: Scene) -> Settling:
    table = scene.content.tables[effect.table]
    if scene.key.split("/").count("draw") >= MOST_DRAWS:
        text = f"{table.name} was rolled {MOST_DRAWS} times over; the last roll does nothing more."
        return (Story(who=member_target(scene.subject.id), text=text),)
    chances = tuple((row.name, chance) for row, chance in table.chances())
    question = Roll(f"{scene.key}/draw", table.dice, table.name, chances)
    answer = yield question
    row = table.row_for(rolled_total(question, answer))
    used: tuple[Effect, ...] = ()
    if scene.interventions is not None:
        row, used = yield from scene.interventions.after_draw(scene, table, row)
    settled = yield from settle_row(row, scene.after(used).at("draw"))
    return (*used, *settled)


def settle_without_asking(effects: tuple[Effect, ...], scene: Scene) -> tuple[Effect, ...]:
    """Settle effects that have no dice and no choices; raises `RuntimeError` when one asks."""
    settling = settle(effects, scene)
    try:
        question = next(settling)
    except StopIteration as finished:
        return finished.value
    raise RuntimeError(f"these effects must not ask anything, but asked “{question.key}”")
