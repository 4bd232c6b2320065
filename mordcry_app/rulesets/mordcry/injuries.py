"""The injury roll of a fighter who was put out of action, the healer, and items that help.

Rules: mordcry.txt, "Determine Injuries"; rulings 47, 48 and 50.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from fractions import Fraction

from mordcry_app.rules.effects import (
    AddTrait,
    Effect,
    GearLost,
    GearToStash,
    Kill,
    Lose,
    MissNextBattle,
    Story,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.interpreter import apply_effects, settled_amount
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Option,
    Outcome,
    Procedure,
    Question,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.settle import Scene, Settling, settle_row
from mordcry_app.rules.state import Member, State
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rulesets.mordcry.content import BLIND_AT, CROWNS, EYE_INJURY, INJURY, RENOWN
from mordcry_app.rulesets.mordcry.helpful import (
    LET_IT_STAND,
    Help,
    after_failed_roll,
    carried_out,
    helps_at,
    option_for,
)
from mordcry_app.rulesets.mordcry.renown import pay_renown, warband_renown
from mordcry_app.rulesets.mordcry.rulebook import Outlook, Rulebook, warband
from mordcry_app.rulesets.mordcry.wares import Does, Moment

GEAR_IS_SAVED_UP_TO = 3
"""On a D6 this low, the gear of a dead fighter is saved."""
RECOVERS_FROM = 4
"""On a D6 this high, the costly treatment heals."""

DEAD = "dead"
LASTING = "lasting injury"
MISSES = "misses a battle"
RECOVERS = "recovers"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One way to pay the healer: a new roll, or the chance of a full recovery."""

    id: str
    resource: str
    price: int
    rolls_again: bool

    @property
    def label(self) -> str:
        """The option as the player reads it."""
        aim = "Roll again" if self.rolls_again else "Seek full recovery"
        return f"{aim} for {self.price} {self.resource}"

    @property
    def detail(self) -> str:
        """What comes of it."""
        return "The new result counts." if self.rolls_again else "D6: 4+ heals, else it stands."


REMEDIES = (
    Remedy("reroll_crowns", CROWNS, 60, rolls_again=True),
    Remedy("reroll_renown", RENOWN, 30, rolls_again=True),
    Remedy("recovery_crowns", CROWNS, 120, rolls_again=False),
    Remedy("recovery_renown", RENOWN, 60, rolls_again=False),
)
KEEP = "keep"


def injury(book: Rulebook, state: State, member_id: int, battle: int, key: str) -> Procedure:
    """Roll the injury, offer what helps and can be paid, and carry the row out that stands."""
    patient = _Patient(book, state.members[member_id], f"battle {battle}")
    row = yield from _rolled_row(patient, f"{key}/roll", f"How badly is {patient.name} hurt?")
    paid, final = yield from _treated(patient, state, row, key, _Care())
    if isinstance(final, str):
        story = f"{patient.name} {final} after {patient.source}."
        return Outcome(_happened(paid), (*_told(paid), story))
    scene = book.scene(apply_effects(state, paid), member_id, f"{key}/{final.id}", patient.source)
    settled = yield from settle_row(final, scene)
    happened = _happened(settled)
    grown = tuple(_growth(scene, effect) for effect in happened if isinstance(effect, AddTrait))
    lines = (*_told(paid), *_told(settled), *(line for line in grown if line))
    return Outcome((*_happened(paid), *happened), lines)


def gear_of_the_dead(scene: Scene) -> Settling:
    """Roll whether the dead fighter's gear is saved; nothing is rolled when there is none."""
    if not scene.subject.carried:
        return ()
    saved, lost = f"1–{GEAR_IS_SAVED_UP_TO} saved", f"{GEAR_IS_SAVED_UP_TO + 1}–6 lost"
    question = Roll(
        f"{scene.key}/gear",
        "d6",
        f"The gear of {scene.name}: {saved}, {lost}",
        ((saved, Fraction(1, 2)), (lost, Fraction(1, 2))),
    )
    answer = yield question
    who = member_target(scene.subject.id)
    name = scene.name
    if rolled_total(question, answer) <= GEAR_IS_SAVED_UP_TO:
        return (GearToStash(who=who), Story(who=who, text=f"The gear of {name} was saved."))
    return (GearLost(who=who), Story(who=who, text=f"The gear of {name} was lost."))


def outcome_of(row: TableRow) -> str:
    """Return what a row of the injury table comes to, by its effects."""
    for effect in row.effects:
        match effect:
            case Kill():
                return DEAD
            case AddTrait():
                return LASTING
            case MissNextBattle():
                return MISSES
            case _:
                continue
    return RECOVERS


def outlook(table: Table) -> Outlook:
    """Return the chance of each kind of result, as a hint beside the roll."""
    chances = {name: Fraction(0) for name in (DEAD, LASTING, MISSES, RECOVERS)}
    for row, chance in table.chances():
        chances[outcome_of(row)] += chance
    return tuple(chances.items())


def is_blind(member: Member, reading: str | int) -> bool:
    """Say whether a fighter has lost both eyes, in the reading of the house rule `blindness`."""
    eyes = member.trait(INJURY, EYE_INJURY)
    level = BLIND_AT[reading]
    return eyes is not None and level is not None and eyes.level >= level


@dataclass(frozen=True)
class _Patient:
    book: Rulebook
    member: Member
    source: str

    @property
    def name(self) -> str:
        return self.book.called(self.member)


def _rolled_row(patient: _Patient, key: str, why: str) -> Generator[Question, Answer, TableRow]:
    table = patient.book.content.tables["injury"]
    question = Roll(key, table.dice, why, patient.book.outlooks["injury"])
    answer = yield question
    return table.row_for(rolled_total(question, answer))


_Treatment = Generator[Question, Answer, tuple[tuple[Effect, ...], TableRow | str]]
"""A procedure that comes to what was used and paid, and to the row that stands or how the patient
was spared it, in words."""

_HEALED = "was healed and recovered fully"
_SPARED = "recovered fully"


@dataclass(frozen=True, slots=True)
class _Care:
    """What may still be done about a result: the healer, and rolling it again."""

    healer: bool = True
    rolls_again: bool = True


def _treated(patient: _Patient, state: State, row: TableRow, key: str, care: _Care) -> _Treatment:
    """Offer items and the healer; return what they took, and the row that stands.

    A result that an item has changed may be treated like the first one. The healer's new roll
    must be accepted, so that nothing but an item that cancels the result helps afterwards.
    """
    if outcome_of(row) == RECOVERS:
        return (), row
    helps = _helps(patient, state, row, care)
    remedies = _remedies(patient, state, row, care)
    picked = yield from _picked_care(patient, state, row, key, helps, remedies)
    match picked:
        case None:
            return (), row
        case Help():
            return (yield from _helped(patient, state, row, key, care, picked))
        case Remedy():
            return (yield from _healed(patient, state, row, key, care, picked))


def _helped(
    patient: _Patient, state: State, row: TableRow, key: str, care: _Care, helped: Help
) -> _Treatment:
    scene = patient.book.scene(state, patient.member.id, f"{key}/item", patient.source)
    used = yield from carried_out(scene, helped)
    if helped.use.does == Does.IGNORE:
        return used, _SPARED
    why = f"The new roll for {patient.name}, thanks to the {helped.item.name}"
    row = yield from _rolled_row(patient, f"{key}/reroll", why)
    later = apply_effects(state, used)
    more, final = yield from _treated(patient, later, row, f"{key}/again", care)
    return (*used, *more), final


def _healed(
    patient: _Patient, state: State, row: TableRow, key: str, care: _Care, remedy: Remedy
) -> _Treatment:
    paid = yield from _payment(patient, state, remedy, key)
    later = apply_effects(state, paid)
    if remedy.rolls_again:
        why = f"The healer’s new roll for {patient.name}: it counts"
        row = yield from _rolled_row(patient, f"{key}/reroll", why)
        care = _Care(healer=patient.book.rules["healer"] == "again", rolls_again=False)
    else:
        question = Roll(
            f"{key}/recovery",
            "d6",
            f"Does {patient.name} recover? {RECOVERS_FROM}+ heals",
            (("full recovery", Fraction(1, 2)), (f"{row.name} stands", Fraction(1, 2))),
        )
        recovers = rolled_total(question, (yield question)) >= RECOVERS_FROM
        if not recovers:
            scene = patient.book.scene(later, patient.member.id, f"{key}/recovery", patient.source)
            recovers, used = yield from after_failed_roll(scene, f"{patient.name} did not recover")
            paid, later = (*paid, *used), apply_effects(later, used)
        if recovers:
            return paid, _HEALED
        care = replace(care, healer=False)
    more, final = yield from _treated(patient, later, row, f"{key}/again", care)
    return (*paid, *more), final


def _helps(patient: _Patient, state: State, row: TableRow, care: _Care) -> tuple[Help, ...]:
    """Return what the patient carries that changes this result, what cancels it first."""
    moments = [Moment.INJURY_ROLL, Moment.ANY_D66_TABLE]
    if outcome_of(row) == DEAD:
        moments.insert(0, Moment.DEATH)
    if any(isinstance(effect, AddTrait) and effect.ref == EYE_INJURY for effect in row.effects):
        moments.insert(0, Moment.EYE_INJURY)
    member = state.members[patient.member.id]
    helps = [
        helped
        for helped in helps_at(member, patient.book.content, *moments)
        if care.rolls_again or helped.use.does == Does.IGNORE
    ]
    return tuple(sorted(helps, key=lambda helped: helped.use.does != Does.IGNORE))


def _remedies(
    patient: _Patient, state: State, row: TableRow, care: _Care
) -> tuple[tuple[Remedy, str], ...]:
    """Return what the healer offers, each with why it cannot be paid; none if nothing can."""
    spared = outcome_of(row) == DEAD and patient.book.rules["healer"] == "not_the_dead"
    if spared or not care.healer:
        return ()
    roster = state.rosters[patient.member.roster_id]
    purse = {CROWNS: roster.amount(CROWNS), RENOWN: warband_renown(state, roster.id)}
    offered: list[tuple[Remedy, str]] = []
    for remedy in REMEDIES:
        if remedy.rolls_again and not care.rolls_again:
            continue
        held = purse[remedy.resource]
        has = f"{warband(state, roster.id)} has {held} {remedy.resource}."
        offered.append((remedy, has if held < remedy.price else ""))
    return tuple(offered) if any(not short for _, short in offered) else ()


def _picked_care(
    patient: _Patient,
    state: State,
    row: TableRow,
    key: str,
    helps: tuple[Help, ...],
    remedies: tuple[tuple[Remedy, str], ...],
) -> Generator[Question, Answer, Help | Remedy | None]:
    """Ask once for all that can be done; nothing is asked where nothing can."""
    if not helps and not remedies:
        return None
    healer = tuple(Option(r.id, r.label, r.detail, short) for r, short in remedies)
    keep = Option(KEEP, LET_IT_STAND, row.text)
    why = f"{row.name}: does {patient.name} see a healer?"
    if helps:
        why = f"{row.name}: what is done for {patient.name}?"
    question = Choose(f"{key}/healer", (keep, *map(option_for, helps), *healer), why)
    picked = chosen((yield question))
    by_id: dict[str, Help | Remedy] = {helped.id: helped for helped in helps}
    by_id |= {remedy.id: remedy for remedy, _ in remedies}
    return by_id.get(picked)


def _payment(patient: _Patient, state: State, remedy: Remedy, key: str) -> Settling:
    roster = state.rosters[patient.member.roster_id]
    reason = f"Healer for {patient.name}, {patient.source}"[:200]
    if remedy.resource == CROWNS:
        return (
            Lose(who=roster_target(roster.id), resource=CROWNS, amount=remedy.price, reason=reason),
        )
    why = f"Who gives the {remedy.price} renown for {patient.name}?"
    return (
        yield from pay_renown(
            patient.book,
            state,
            roster.id,
            remedy.price,
            key=f"{key}/payment",
            why=why,
            reason=reason,
        )
    )


def _happened(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(effect for effect in effects if not isinstance(effect, Story))


def _told(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the story lines among effects, and what the healer was paid."""
    lines = [effect.text for effect in effects if isinstance(effect, Story)]
    paid: dict[str, int] = {}
    for effect in effects:
        if isinstance(effect, Lose):
            paid[effect.resource] = paid.get(effect.resource, 0) + settled_amount(effect)
    if paid:
        bill = " and ".join(f"{amount} {resource}" for resource, amount in paid.items())
        lines.insert(0, f"The healer was paid {bill}.")
    return tuple(lines)


def _growth(scene: Scene, effect: AddTrait) -> str:
    """Say in a sentence what a repeated injury has grown into, or nothing for a first one."""
    present = scene.subject.trait(effect.kind, effect.ref)
    definition = scene.content.trait(effect.kind, effect.ref)
    if present is None or definition is None:
        return ""
    level = present.level + effect.levels
    name = scene.name
    if definition.name_at(level) != definition.name_at(present.level):
        return f"{name} had been hurt there before: {definition.name_at(level).lower()}."
    if not definition.modifiers_at(level):
        return f"{name} had been hurt there before, and it got no worse."
    return ""
