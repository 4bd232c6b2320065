"""Items that change an injury, beside the healer: offered together, used once, told in the line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Choose, Procedure, every_branch
from mordcry_app.rules.state import Carried, Pending, State
from mordcry_app.rulesets.mordcry.helpful import USED_THIS_GAME
from mordcry_app.rulesets.mordcry.injuries import injury
from tests.rulesets.mordcry.helpers import (
    VIGIL,
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    given,
    picked,
    rolled,
)

TOKEN = "pilgrims_token:pray"
TALISMAN = "talisman_of_reversal:reverse"
RATIONS = "salted_rations:eat"
CROSS = "cruciform_pendant:plead"
DICE = "bone_dice_set:cast"
VIAL = "crystal_vial_of_aether:break"
HEALER = ["reroll_crowns", "reroll_renown", "recovery_crowns", "recovery_renown"]
ALL = (
    "pilgrims_token",
    "talisman_of_reversal",
    "salted_rations",
    "cruciform_pendant",
    "bone_dice_set",
)
DEAD, EYE, HEAD, WELL = 11, 26, 51, 64


def patient(*carried: str, crowns: int = 0) -> State:
    """Return a campaign in which Ilse may be hurt; her friend carries everything."""
    ilse = fighter(1, "Ilse", carried=carried)
    return campaign(ilse, fighter(2, "Hask", carried=ALL), crowns={VIGIL: crowns})


def procedure(state: State, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: injury(book, state, 1, 6, "injury/1")


def hurt(total: int) -> dict[str, Answer]:
    return {"injury/1/roll": d66(total)}


def offered(state: State, answers: dict[str, Answer], **chosen: str | int) -> list[str]:
    question = asked(procedure(state, **chosen), answers)
    assert isinstance(question, Choose)
    assert question.options[0].label == "Let it stand"
    return [option.id for option in question.options[1:] if not option.refused]


@pytest.mark.parametrize("total", [64, 65, 66])
def test_a_recovery_is_left_alone(total: int) -> None:
    finished(procedure(patient(*ALL, crowns=500)), hurt(total))


def test_what_is_offered_for_what() -> None:
    state = patient(*ALL)
    assert offered(state, hurt(DEAD)) == [TALISMAN, CROSS, TOKEN, DICE]
    assert offered(state, hurt(EYE)) == [RATIONS, TOKEN, DICE]
    assert offered(state, hurt(HEAD)) == [TOKEN, DICE]
    assert offered(state, hurt(16)) == [TOKEN, DICE]


def test_items_and_the_healer_are_one_question() -> None:
    state = patient("pilgrims_token", crowns=60)
    question = asked(procedure(state), hurt(HEAD))
    assert isinstance(question, Choose)
    assert question.key == "injury/1/healer"
    assert [option.id for option in question.options] == ["keep", TOKEN, *HEALER]
    assert question.why == "Head wound: what is done for Ilse?"
    assert question.options[1].label == "Pilgrim’s Token: roll again"
    assert [bool(o.refused) for o in question.options] == [False, False, False, True, True, True]


def test_nobody_elses_items_help() -> None:
    finished(procedure(patient()), hurt(HEAD))


@pytest.mark.parametrize(
    ("item", "option", "total"),
    [("talisman_of_reversal", TALISMAN, DEAD), ("salted_rations", RATIONS, EYE)],
)
def test_a_result_that_is_cancelled(item: str, option: str, total: int) -> None:
    state = patient(item)
    outcome = finished(procedure(state), {**hurt(total), "injury/1/healer": picked(option)})
    after = apply_effects(state, outcome.effects).members[1]
    assert (after.state, after.traits) == ("active", ())
    assert after.carried == (Carried(item, 1, spent=True),)
    assert outcome.story[-1] == "Ilse recovered fully after battle 6."
    assert len(outcome.story) == 2
    assert outcome.story[0].endswith("is ignored.")
    assert not any(effect.op == "story" for effect in outcome.effects)


@pytest.mark.parametrize("item", ["talisman_of_reversal", "salted_rations", "pilgrims_token"])
def test_what_is_spent_helps_no_more(item: str) -> None:
    state = patient(item)
    spent = replace(state.members[1], carried=(Carried(item, 1, spent=True),))
    total = DEAD if item == "talisman_of_reversal" else EYE
    progress = asked_or_done(state.with_member(spent), hurt(total))
    assert not isinstance(progress, Choose)


def asked_or_done(state: State, answers: dict[str, Answer]) -> object:
    try:
        return asked(procedure(state), answers)
    except AssertionError:
        return None


@pytest.mark.parametrize(
    ("item", "option"),
    [("pilgrims_token", TOKEN), ("bone_dice_set", DICE), ("cruciform_pendant", CROSS)],
)
@pytest.mark.parametrize(("total", "ref"), [(EYE, "eye_injury"), (HEAD, "head_wound"), (WELL, "")])
def test_a_new_roll(item: str, option: str, total: int, ref: str) -> None:
    state = patient(item)
    answers = {
        **hurt(DEAD), "injury/1/healer": picked(option), "injury/1/reroll": d66(total),
    }  # fmt: skip
    outcome = finished(procedure(state), answers)
    after = apply_effects(state, outcome.effects).members[1]
    assert after.state == "active"
    assert [trait.ref for trait in after.traits] == ([ref] if ref else [])
    once_a_battle = item == "cruciform_pendant"
    assert after.carried == (Carried(item, 1, spent=not once_a_battle),)
    waits = (Pending(USED_THIS_GAME, "Cruciform Pendant"),) if once_a_battle else ()
    assert after.pending == waits
    assert outcome.story[0].startswith("The ")
    assert "helped Ilse" in outcome.story[0]


def test_the_pendant_pleads_once() -> None:
    state = patient("cruciform_pendant")
    answers = {
        **hurt(DEAD), "injury/1/healer": picked(CROSS), "injury/1/reroll": d66(12),
    }  # fmt: skip
    question = asked(procedure(state), answers)
    assert question.key == "injury/1/dead/2/gear"
    outcome = finished(procedure(state), {**answers, question.key: rolled("d6", 6)})
    after = apply_effects(state, outcome.effects).members[1]
    assert (after.state, after.carried) == ("dead", ())


def test_after_an_item_the_new_result_may_be_treated() -> None:
    state = patient("pilgrims_token", "talisman_of_reversal", crowns=60)
    answers = {
        **hurt(HEAD), "injury/1/healer": picked(TOKEN), "injury/1/reroll": d66(DEAD),
    }  # fmt: skip
    assert offered(state, answers) == [TALISMAN, "reroll_crowns"]
    answers["injury/1/again/healer"] = picked("reroll_crowns")
    answers["injury/1/again/reroll"] = d66(12)
    assert offered(state, answers) == [TALISMAN]
    outcome = finished(
        procedure(state), {**answers, "injury/1/again/again/healer": picked(TALISMAN)}
    )
    after = apply_effects(state, outcome.effects)
    assert after.members[1].state == "active"
    assert after.rosters[VIGIL].amount("crowns") == 0
    assert outcome.story[-1] == "Ilse recovered fully after battle 6."


def test_the_healers_new_roll_is_not_rolled_again() -> None:
    state = patient("pilgrims_token", "bone_dice_set", "cruciform_pendant", crowns=60)
    answers = {
        **hurt(HEAD), "injury/1/healer": picked("reroll_crowns"), "injury/1/reroll": d66(EYE),
    }  # fmt: skip
    finished(procedure(state), answers)


def test_the_dead_whom_the_healer_may_not_help_have_their_items() -> None:
    state = patient("talisman_of_reversal", crowns=500)
    assert offered(state, hurt(DEAD), healer="not_the_dead") == [TALISMAN]
    assert offered(state, hurt(DEAD)) == [TALISMAN, "reroll_crowns", "recovery_crowns"]


@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_recovery_that_failed_can_be_passed(face: int) -> None:
    state = patient("crystal_vial_of_aether", crowns=120)
    answers = {
        **hurt(HEAD),
        "injury/1/healer": picked("recovery_crowns"),
        "injury/1/recovery": rolled("d6", face),
    }
    left = finished(procedure(state), {**answers, "injury/1/recovery/help": picked("stand")})
    assert apply_effects(state, left.effects).members[1].trait("injury", "head_wound")
    outcome = finished(procedure(state), {**answers, "injury/1/recovery/help": picked(VIAL)})
    after = apply_effects(state, outcome.effects).members[1]
    assert (after.traits, after.carried) == ((), ())
    assert outcome.story[-1] == "Ilse was healed and recovered fully after battle 6."


def test_after_a_failed_recovery_items_still_help() -> None:
    state = patient("pilgrims_token", crowns=120)
    answers = {
        **hurt(HEAD),
        "injury/1/healer": picked("recovery_crowns"),
        "injury/1/recovery": rolled("d6", 1),
    }
    assert offered(state, answers) == [TOKEN]
    answers |= {"injury/1/again/healer": picked(TOKEN), "injury/1/again/reroll": d66(WELL)}
    finished(procedure(state), answers)


@pytest.mark.parametrize("total", [DEAD, EYE, HEAD])
def test_every_way_through_with_every_item(total: int) -> None:
    """Nothing is used twice, and whatever was used is told."""
    carried = ("talisman_of_reversal", "salted_rations", "cruciform_pendant")
    state = patient(*carried)
    for branch in every_branch(given(procedure(state), hurt(total))):
        after = apply_effects(state, branch.outcome.effects)
        options = [a.option for a in branch.answers.values() if a.kind == "choice"]
        used = [option for option in options if option != "keep"]
        assert len(set(used)) == len(used)
        member = after.members[1]
        spent = {c.ref for c in (*member.carried, *after.rosters[VIGIL].stash) if c.spent}
        lost = member.state == "dead" and not after.rosters[VIGIL].stash
        expected = {option.split(":")[0] for option in used} - {"cruciform_pendant"}
        assert lost or spent == expected
        told = sum("helped Ilse" in line for line in branch.outcome.story)
        assert told == len(used)


def test_the_gear_of_the_dead_keeps_what_is_spent_apart() -> None:
    state = patient("pilgrims_token", "dagger")
    answers = {
        **hurt(HEAD),
        "injury/1/healer": picked(TOKEN),
        "injury/1/reroll": d66(DEAD),
        "injury/1/dead/2/gear": rolled("d6", 1),
    }
    outcome = finished(procedure(state), answers)
    stash = apply_effects(state, outcome.effects).rosters[VIGIL].stash
    assert set(stash) == {Carried("pilgrims_token", 1, spent=True), Carried("dagger")}
