"""An advance: 2D6, then a characteristic, a skill, or a choice of these and a recovery.

Rules: mordcry.txt, "Experience, Leveling, and Renown"; rulings 4 and 5.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.derive import TRAINING
from mordcry_app.rules.effects import AddTrait, Effect, Gain, Modify, RemoveTrait
from mordcry_app.rules.effects import member as member_target
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
from mordcry_app.rules.settle import EffectFunction, Scene, Settling, settle_row
from mordcry_app.rules.state import Member, State, Trait
from mordcry_app.rules.table import Table
from mordcry_app.rulesets.mordcry.content import ADVANCES, INJURY, SKILL
from mordcry_app.rulesets.mordcry.rulebook import Outlook, Rulebook

ADVANCE = "advance"
"""Cause of the modifiers that advances bring."""

CAPPED = "{name} is at {cap} already, the most that an advance can reach."


def advance(book: Rulebook, state: State, member_id: int, when: str, key: str) -> Procedure:
    """Take one advance; `when` ends its source, as in “Advance after battle 4”."""
    table = book.content.tables["advance"]
    scene = book.scene(state, member_id, key, f"Advance {when}")
    question = Roll(f"{key}/roll", table.dice, f"Advance of {scene.name}", book.outlooks["advance"])
    answer = yield question
    row = table.row_for(rolled_total(question, answer))
    settled = yield from settle_row(row, scene.at(row.id))
    used = Gain(who=member_target(member_id), resource=ADVANCES, amount=1, reason=f"Advance {when}")
    return Outcome((used, *settled), (_story(scene, settled, when),))


def effect_functions(rules: HouseRules) -> Mapping[str, EffectFunction]:
    """Return the functions that the rows of the advance table call."""

    def characteristic(scene: Scene) -> Settling:
        return (yield from raise_characteristic(scene, rules["advance_characteristic"]))

    def choice(scene: Scene) -> Settling:
        return (yield from choose_advance(scene, rules["advance_characteristic"]))

    return {
        "raise_characteristic": characteristic,
        "learn_skill": learn_skill,
        "choose_advance": choice,
    }


def raise_characteristic(scene: Scene, reading: str | int) -> Settling:
    """Raise a characteristic by 1; the house rule says whether the player or the dice pick it.

    A fighter who has reached the cap everywhere gains nothing.
    """
    options = characteristic_options(scene.subject, scene.content)
    open_options = [option for option in options if not option.refused]
    if not open_options:
        return ()
    if len(open_options) == 1:
        stat = open_options[0].id
    elif reading == "random":
        names = ", ".join(f"{n} {option.label}" for n, option in enumerate(open_options, 1))
        question = Roll(f"{scene.key}/stat", f"d{len(open_options)}", f"Which one: {names}")
        answer = yield question
        stat = open_options[rolled_total(question, answer) - 1].id
    else:
        answer = yield Choose(f"{scene.key}/stat", options, f"What does {scene.name} improve?")
        stat = chosen(answer)
    return (
        Modify(
            who=member_target(scene.subject.id),
            stat=stat,
            amount=1,
            source=scene.source,
            cause=ADVANCE,
        ),
    )


def learn_skill(scene: Scene) -> Settling:
    """Let the player pick a skill that the fighter does not have; nothing when all are known."""
    options = skill_options(scene.subject, scene.content)
    if not any(not option.refused for option in options):
        return ()
    answer = yield Choose(f"{scene.key}/skill", options, f"Which skill does {scene.name} learn?")
    definition = scene.content.traits[SKILL, chosen(answer)]
    return (
        AddTrait(
            who=member_target(scene.subject.id),
            kind=SKILL,
            ref=definition.id,
            name=definition.name,
            source=scene.source,
        ),
    )


def choose_advance(scene: Scene, reading: str | int) -> Settling:
    """Offer a recovery, a characteristic or a skill; what cannot be taken says why."""
    name = scene.name
    lasting = lasting_injuries(scene.subject, scene.content)
    stats = characteristic_options(scene.subject, scene.content)
    skills = skill_options(scene.subject, scene.content)
    options = (
        Option(
            "recover",
            "Remove a lasting injury",
            ", ".join(trait_name(trait, scene.content) for trait in lasting),
            "" if lasting else f"{name} has no lasting injury.",
        ),
        Option(
            "characteristic",
            "+1 to a characteristic",
            "8 at most",
            "" if _any_open(stats) else f"{name} cannot improve any further.",
        ),
        Option(
            "skill",
            "Learn a skill",
            "One of those not known yet",
            "" if _any_open(skills) else f"{name} knows every skill.",
        ),
    )
    if not _any_open(options):
        return ()
    answer = yield Choose(f"{scene.key}/kind", options, f"What does {name} gain?")
    kind = chosen(answer)
    inner = scene.at(kind)
    if kind == "characteristic":
        return (yield from raise_characteristic(inner, reading))
    if kind == "skill":
        return (yield from learn_skill(inner))
    return (yield from _recover(inner, lasting))


def characteristic_options(member: Member, content: Content) -> tuple[Option, ...]:
    """Return every characteristic that advances can raise; those at the cap say so."""
    options: list[Option] = []
    for characteristic in content.characteristics.values():
        if not characteristic.can_advance:
            continue
        value = natural_value(member, characteristic.id, content)
        cap = characteristic.advance_cap
        refused = ""
        if cap is not None and value >= cap:
            refused = CAPPED.format(name=characteristic.name, cap=characteristic.written(cap))
        detail = f"{characteristic.written(value)} → {characteristic.written(value + 1)}"
        options.append(Option(characteristic.id, characteristic.name, detail, refused))
    return tuple(options)


def natural_value(member: Member, stat: str, content: Content) -> int:
    """Return a characteristic without injuries and gear: base, training and advances only."""
    start = member.stats.get(stat, content.characteristics[stat].base)
    return start + sum(
        m.amount for m in member.modifiers if m.stat == stat and m.cause in (TRAINING, ADVANCE)
    )


def skill_options(member: Member, content: Content) -> tuple[Option, ...]:
    """Return all skills with cost and text; those that the fighter knows say so."""
    name = content.called(member.name, member.archetype)
    return tuple(
        Option(
            skill.id,
            skill.name,
            f"{skill.cost.capitalize()}: {skill.text}",
            f"{name} knows {skill.name} already." if member.trait(SKILL, skill.id) else "",
        )
        for skill in content.traits_of(SKILL)
    )


def lasting_injuries(member: Member, content: Content) -> tuple[Trait, ...]:
    """Return the injuries that an advance can remove, made-up ones too."""
    return tuple(
        trait
        for trait in member.traits_of(INJURY)
        if (definition := content.trait(trait.kind, trait.ref)) is None or definition.lasting
    )


def trait_name(trait: Trait, content: Content) -> str:
    """Return what a trait is called at its level."""
    definition = content.trait(trait.kind, trait.ref)
    return definition.name_at(trait.level) if definition else trait.name


def outlook(table: Table) -> Outlook:
    """Return each row with its chance, as a hint beside the roll."""
    return tuple((f"{row.on} {row.name.lower()}", chance) for row, chance in table.chances())


def _recover(scene: Scene, lasting: tuple[Trait, ...]) -> Settling:
    picked = lasting[0]
    if len(lasting) > 1:
        picked = yield from _picked_injury(scene, lasting)
    who = member_target(scene.subject.id)
    return (RemoveTrait(who=who, kind=picked.kind, ref=picked.ref),)


def _picked_injury(scene: Scene, lasting: tuple[Trait, ...]) -> Generator[Question, Answer, Trait]:
    options = tuple(
        Option(trait.ref, trait_name(trait, scene.content), trait.source) for trait in lasting
    )
    answer = yield Choose(f"{scene.key}/injury", options, f"From what does {scene.name} recover?")
    return next(trait for trait in lasting if trait.ref == chosen(answer))


def _any_open(options: tuple[Option, ...]) -> bool:
    return any(not option.refused for option in options)


def _story(scene: Scene, settled: tuple[Effect, ...], when: str) -> str:
    name = scene.name
    for effect in settled:
        match effect:
            case Modify():
                characteristic = scene.content.characteristics[effect.stat]
                value = natural_value(scene.subject, effect.stat, scene.content) + effect.amount
                written = characteristic.written(value)
                return f"{name} raised {characteristic.name} to {written} {when}."
            case AddTrait():
                return f"{name} learned {effect.name} {when}."
            case RemoveTrait():
                trait = scene.subject.trait(effect.kind, effect.ref)
                was = trait_name(trait, scene.content) if trait else effect.ref
                return f"{name} recovered {when}: {was.lower()}."
            case _:
                continue
    return f"{name} had nothing left to learn {when}."
