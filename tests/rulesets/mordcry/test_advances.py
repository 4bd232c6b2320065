"""Every total of the advance roll and every choice behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.effects import AddTrait, Gain, Modify, RemoveTrait
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Procedure,
    Roll,
    RollAnswer,
    every_branch,
    run,
)
from mordcry_app.rules.state import Member, Modifier, Trait
from mordcry_app.rulesets.mordcry.advances import advance, natural_value
from tests.rulesets.mordcry.helpers import (
    BASE,
    asked,
    book_with,
    campaign,
    fighter,
    finished,
    mordcry,
    picked,
    rolled,
    value,
)

RAISABLE = [stat for stat in BASE if stat != "sv"]
ROLL = "advance/1/1/roll"
STAT = "advance/1/1/characteristic/0/stat"
SKILL = "advance/1/1/skill/0/skill"
KIND = "advance/1/1/choice/0/kind"
WHEN = "after battle 4"


def procedure(member: Member, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: advance(book, campaign(member), 1, WHEN, "advance/1/1")


def wren() -> Member:
    return fighter(1, "Wren")


def hurt(member: Member, *refs: str) -> Member:
    content = mordcry().content
    for ref in refs:
        definition = content.traits["injury", ref]
        trait = Trait("injury", ref, definition.name, 1, "battle 2")
        modifiers = tuple(
            Modifier(m.stat, m.amount, definition.name, "until_removed", trait.cause)
            for m in definition.modifiers
        )
        member = replace(
            member,
            traits=(*member.traits, trait),
            modifiers=(*member.modifiers, *modifiers),
        )
    return member


def skilled(member: Member, count: int) -> Member:
    skills = mordcry().content.traits_of("skill")[:count]
    return replace(member, traits=tuple(Trait("skill", s.id, s.name) for s in skills))


def capped(member: Member, *leave: str) -> Member:
    stats = {stat: 8 for stat in RAISABLE if stat not in leave}
    return replace(member, stats={**member.stats, **stats})


def after(member: Member, answers: dict[str, Answer], **chosen: str | int) -> Member:
    outcome = finished(procedure(member, **chosen), answers)
    return apply_effects(campaign(member), outcome.effects).members[1]


@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("second", [1, 2, 3, 4, 5, 6])
def test_every_roll_leads_to_its_choice(first: int, second: int) -> None:
    total = first + second
    question = asked(procedure(wren()), {ROLL: rolled("2d6", first, second)})
    assert question.key == (STAT if total <= 4 else SKILL if total <= 9 else KIND)


def test_the_hint_beside_the_roll() -> None:
    question = asked(procedure(wren()), {})
    assert isinstance(question, Roll)
    assert question.chances == (
        ("2–4 characteristic", Fraction(1, 6)),
        ("5–9 skill", Fraction(2, 3)),
        ("10–12 free choice", Fraction(1, 6)),
    )


@pytest.mark.parametrize("stat", RAISABLE)
def test_every_characteristic(stat: str) -> None:
    before = wren()
    member = after(before, {ROLL: rolled("2d6", 1, 1), STAT: picked(stat)})
    for other in BASE:
        assert value(member, other) == value(before, other) + (other == stat)
    assert member.modifiers[-1] == Modifier(
        stat, 1, "Advance after battle 4", "permanent", "advance"
    )
    assert member.amount("advances") == 1


def test_the_save_never_advances() -> None:
    question = asked(procedure(wren()), {ROLL: rolled("2d6", 1, 1)})
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == RAISABLE


@pytest.mark.parametrize("skill", [s.id for s in mordcry().content.traits_of("skill")])
def test_every_skill(skill: str) -> None:
    member = after(wren(), {ROLL: rolled("2d6", 3, 4), SKILL: picked(skill)})
    definition = mordcry().content.traits["skill", skill]
    assert member.traits == (Trait("skill", skill, definition.name, 1, "Advance after battle 4"),)
    assert member.amount("advances") == 1


def test_skills_are_offered_with_cost_and_text() -> None:
    question = asked(procedure(wren()), {ROLL: rolled("2d6", 3, 4)})
    assert isinstance(question, Choose)
    assert len(question.options) == 39
    lunge = question.option("lethal_lunge")
    assert lunge is not None
    assert lunge.detail.startswith("Double: ")


def test_a_known_skill_is_refused() -> None:
    member = skilled(wren(), 1)
    answers: dict[str, Answer] = {ROLL: rolled("2d6", 3, 4), SKILL: picked("blood_for_iron")}
    assert run(procedure(member), answers).refused == "Wren knows Blood for Iron already."


def test_the_cap_counts_what_is_natural() -> None:
    """Injuries and armour do not move the cap; training and advances do."""
    trained = replace(wren(), stats={**wren().stats, "ws": 6})
    trained = replace(
        trained,
        modifiers=(
            Modifier("ws", 1, "Training", cause="training"),
            Modifier("ws", 1, "Advance", cause="advance"),
            Modifier("ws", -2, "Arm", "until_removed", "injury:arm_or_hand_wound"),
            Modifier("ws", 1, "Potion", "battle"),
        ),
    )
    assert natural_value(trained, "ws", mordcry().content) == 8
    answers: dict[str, Answer] = {ROLL: rolled("2d6", 1, 1), STAT: picked("ws")}
    sentence = "Weapon Skill is at 8 already, the most that an advance can reach."
    assert run(procedure(trained), answers).refused == sentence
    injured = replace(trained, stats={**trained.stats, "ws": 5})
    assert run(procedure(injured), answers).outcome is not None


@pytest.mark.parametrize("reading", ["pick", "random"])
def test_the_last_characteristic_below_the_cap_is_not_asked_for(reading: str) -> None:
    member = capped(wren(), "will")
    raised = after(member, {ROLL: rolled("2d6", 1, 1)}, advance_characteristic=reading)
    assert value(raised, "will") == 4


def test_the_dice_may_pick_the_characteristic() -> None:
    member = capped(wren(), "m", "bs", "int")
    for face, stat in enumerate(("m", "bs", "int"), 1):
        answers: dict[str, Answer] = {ROLL: rolled("2d6", 1, 3), STAT: rolled("d3", face)}
        raised = after(member, answers, advance_characteristic="random")
        assert value(raised, stat) == value(member, stat) + 1
    question = asked(
        procedure(wren(), advance_characteristic="random"), {ROLL: rolled("2d6", 1, 3)}
    )
    assert isinstance(question, Roll)
    assert question.dice == "d10"
    assert "1 Movement" in question.why
    assert "10 Intelligence" in question.why


def kinds(member: Member) -> dict[str, str]:
    question = asked(procedure(member), {ROLL: rolled("2d6", 5, 5)})
    assert isinstance(question, Choose)
    return {option.id: option.refused for option in question.options}


def test_the_free_choice_refuses_what_cannot_be_taken() -> None:
    assert kinds(wren()) == {
        "recover": "Wren has no lasting injury.",
        "characteristic": "",
        "skill": "",
    }
    full = skilled(capped(wren()), 39)
    assert kinds(hurt(full, "head_wound")) == {
        "recover": "",
        "characteristic": "Wren cannot improve any further.",
        "skill": "Wren knows every skill.",
    }


@pytest.mark.parametrize("faces", [(5, 5), (5, 6), (6, 6)])
def test_the_free_choice(faces: tuple[int, int]) -> None:
    roll = rolled("2d6", *faces)
    raised = after(
        wren(),
        {
            ROLL: roll,
            KIND: picked("characteristic"),
            "advance/1/1/choice/0/characteristic/stat": picked("a"),
        },
    )
    assert value(raised, "a") == 2
    learned = after(
        wren(),
        {
            ROLL: roll,
            KIND: picked("skill"),
            "advance/1/1/choice/0/skill/skill": picked("stun"),
        },
    )
    assert learned.trait("skill", "stun") is not None


def test_a_single_injury_is_removed_without_asking() -> None:
    member = hurt(wren(), "eye_injury")
    healed = after(member, {ROLL: rolled("2d6", 5, 5), KIND: picked("recover")})
    assert healed.traits == ()
    assert value(healed, "bs") == 3


def test_one_of_several_injuries_is_removed_with_its_modifiers() -> None:
    member = hurt(wren(), "eye_injury", "head_wound", "spinal_injury")
    answers: dict[str, Answer] = {ROLL: rolled("2d6", 5, 5), KIND: picked("recover")}
    question = asked(procedure(member), answers)
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == [
        "eye_injury",
        "head_wound",
        "spinal_injury",
    ]
    answers[question.key] = picked("head_wound")
    healed = after(member, answers)
    assert [trait.ref for trait in healed.traits] == ["eye_injury", "spinal_injury"]
    assert {stat: value(healed, stat) for stat in ("bs", "int", "ds")} == {
        "bs": 2,
        "int": 3,
        "ds": 2,
    }


def test_an_injury_made_up_by_the_group_can_be_removed() -> None:
    member = replace(wren(), traits=(Trait("injury", "bad_dreams", "Bad dreams"),))
    healed = after(member, {ROLL: rolled("2d6", 5, 5), KIND: picked("recover")})
    assert healed.traits == ()


def test_a_misses_battle_is_no_lasting_injury() -> None:
    member = replace(wren(), traits=(Trait("pending", "misses_battle", "Misses"),))
    assert kinds(member)["recover"] == "Wren has no lasting injury."


@pytest.mark.parametrize("faces", [(1, 1), (3, 4), (6, 6)])
def test_a_fighter_who_has_everything_gains_nothing(faces: tuple[int, int]) -> None:
    full = skilled(capped(wren()), 39)
    outcome = finished(procedure(full), {ROLL: rolled("2d6", *faces)})
    assert [effect.op for effect in outcome.effects] == ["gain"]
    assert outcome.story == ("Wren had nothing left to learn after battle 4.",)


@pytest.mark.parametrize("reading", ["pick", "random"])
def test_every_way_through(reading: str) -> None:
    member = hurt(skilled(wren(), 2), "eye_injury", "nerve_damage")
    counted = {"characteristic": 0, "skill": 0, "recover": 0}
    chance = Fraction(0)
    for branch in every_branch(procedure(member, advance_characteristic=reading)):
        used, gained = branch.outcome.effects
        assert isinstance(used, Gain)
        assert (used.resource, used.amount) == ("advances", 1)
        assert used.reason == "Advance after battle 4"
        roll = branch.answers[ROLL]
        assert isinstance(roll, RollAnswer)
        total = sum(roll.faces)
        kind = branch.answers.get(KIND)
        match gained:
            case Modify():
                counted["characteristic"] += 1
                assert gained.amount == 1
                assert gained.stat in RAISABLE
                assert total <= 4 or kind == ChoiceAnswer(option="characteristic")
            case AddTrait():
                counted["skill"] += 1
                assert gained.kind == "skill"
                assert member.trait("skill", gained.ref) is None
                assert 5 <= total <= 9 or kind == ChoiceAnswer(option="skill")
            case RemoveTrait():
                counted["recover"] += 1
                assert kind == ChoiceAnswer(option="recover")
            case _:
                raise AssertionError(gained)
        assert (kind is not None) == (total >= 10)
        assert len(branch.outcome.story) == 1
        assert branch.outcome.story[0].startswith("Wren ")
        assert branch.outcome.story[0].endswith("after battle 4.") or total >= 10
        chance += branch.chance if kind is None and reading == "random" else 0
    assert counted == {"characteristic": 12 * 10, "skill": 24 * 37 + 6 * 37, "recover": 6 * 2}


@pytest.mark.parametrize(
    ("answers", "story"),
    [
        ({ROLL: rolled("2d6", 1, 1), STAT: picked("m")}, "Wren raised Movement to 6″ after"),
        ({ROLL: rolled("2d6", 3, 3), SKILL: picked("stun")}, "Wren learned Stun after"),
        (
            {ROLL: rolled("2d6", 6, 6), KIND: picked("recover")},
            "Wren recovered after battle 4: eye injury.",
        ),
    ],
)
def test_stories(answers: dict[str, Answer], story: str) -> None:
    outcome = finished(procedure(hurt(wren(), "eye_injury")), answers)
    assert outcome.story[0].startswith(story)
