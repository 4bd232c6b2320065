"""The injury roll of a fighter who was put out of action, and the healer.

Rules: mordcry.txt, "Determine Injuries"; rulings 47, 48 and 50.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
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
from mordcry_app.rulesets.mordcry.renown import pay_renown, warband_renown
from mordcry_app.rulesets.mordcry.rulebook import Outlook, Rulebook, warband

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
    """Roll the injury, offer the healer when one can be paid, and carry the row out."""
    patient = _Patient(book, state.members[member_id], f"battle {battle}")
    row = yield from _rolled_row(patient, f"{key}/roll", f"How badly is {patient.name} hurt?")
    paid, final = yield from _treated(patient, state, row, key)
    if final is None:
        story = f"{patient.name} was healed and recovered fully after {patient.source}."
        return Outcome(paid, (*_told(paid), story))
    scene = book.scene(apply_effects(state, paid), member_id, f"{key}/{final.id}", patient.source)
    settled = yield from settle_row(final, scene)
    happened = tuple(effect for effect in settled if not isinstance(effect, Story))
    grown = tuple(_growth(scene, effect) for effect in happened if isinstance(effect, AddTrait))
    lines = (*_told(paid), *_told(settled), *(line for line in grown if line))
    return Outcome((*paid, *happened), lines)


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


def _treated(
    patient: _Patient, state: State, row: TableRow, key: str, *, rolls_again: bool = True
) -> Generator[Question, Answer, tuple[tuple[Effect, ...], TableRow | None]]:
    """Offer the healer; return what was paid and the row that stands, or none when healed."""
    reading = patient.book.rules["healer"]
    result = outcome_of(row)
    if result == RECOVERS or (result == DEAD and reading == "not_the_dead"):
        return (), row
    remedy = yield from _chosen_remedy(patient, state, row, key, rolls_again)
    if remedy is None:
        return (), row
    paid = yield from _payment(patient, state, remedy, key)
    if not remedy.rolls_again:
        question = Roll(
            f"{key}/recovery",
            "d6",
            f"Does {patient.name} recover? {RECOVERS_FROM}+ heals",
            (("full recovery", Fraction(1, 2)), (f"{row.name} stands", Fraction(1, 2))),
        )
        answer = yield question
        return paid, None if rolled_total(question, answer) >= RECOVERS_FROM else row
    why = f"The healer’s new roll for {patient.name}: it counts"
    new_row = yield from _rolled_row(patient, f"{key}/reroll", why)
    if reading != "again":
        return paid, new_row
    later = apply_effects(state, paid)
    more, final = yield from _treated(patient, later, new_row, f"{key}/again", rolls_again=False)
    return (*paid, *more), final


def _chosen_remedy(
    patient: _Patient, state: State, row: TableRow, key: str, rolls_again: bool
) -> Generator[Question, Answer, Remedy | None]:
    roster = state.rosters[patient.member.roster_id]
    purse = {CROWNS: roster.amount(CROWNS), RENOWN: warband_renown(state, roster.id)}
    remedies = [r for r in REMEDIES if rolls_again or not r.rolls_again]
    if not any(purse[remedy.resource] >= remedy.price for remedy in remedies):
        return None
    options = [Option(KEEP, "Let it stand", row.text)]
    for remedy in remedies:
        held = purse[remedy.resource]
        has = f"{warband(state, roster.id)} has {held} {remedy.resource}."
        short = has if held < remedy.price else ""
        options.append(Option(remedy.id, remedy.label, remedy.detail, short))
    why = f"{row.name}: does {patient.name} see a healer?"
    answer = yield Choose(f"{key}/healer", tuple(options), why)
    return next((remedy for remedy in remedies if remedy.id == chosen(answer)), None)


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
