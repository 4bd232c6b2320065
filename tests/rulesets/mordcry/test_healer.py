"""The healer: what is offered, who pays, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Procedure,
    Roll,
    RollAnswer,
    Spread,
    every_branch,
    run,
)
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.injuries import injury
from mordcry_app.rulesets.mordcry.renown import warband_renown
from tests.rulesets.mordcry.helpers import (
    RUIN,
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
    spread,
)

PRICES = {
    "reroll_crowns": ("crowns", 60),
    "reroll_renown": ("renown", 30),
    "recovery_crowns": ("crowns", 120),
    "recovery_renown": ("renown", 60),
}
HURT: dict[str, Answer] = {"injury/1/roll": d66(51)}
SPARED = [64, 65, 66]


def band(crowns: int, *renown: int) -> State:
    """Return a warband whose fighters have so much renown, and another one that is rich."""
    members = [fighter(number, renown=amount) for number, amount in enumerate(renown, 1)]
    rich = fighter(99, roster_id=RUIN, renown=500)
    return campaign(*members, rich, crowns={VIGIL: crowns, RUIN: 5000})


def procedure(state: State, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: injury(book, state, 1, 6, "injury/1")


def healer(state: State, **chosen: str | int) -> Choose:
    question = asked(procedure(state, **chosen), HURT)
    assert isinstance(question, Choose)
    return question


@pytest.mark.parametrize("crowns", [0, 59, 60, 119, 120, 500])
@pytest.mark.parametrize("renown", [0, 29, 30, 59, 60, 90])
def test_what_is_offered(crowns: int, renown: int) -> None:
    state = band(crowns, renown)
    held = {"crowns": crowns, "renown": renown}
    if crowns < 60 and renown < 30:
        finished(procedure(state), HURT)
        return
    question = healer(state)
    assert question.key == "injury/1/healer"
    assert [option.id for option in question.options] == ["keep", *PRICES]
    for option in question.options[1:]:
        resource, price = PRICES[option.id]
        affordable = held[resource] >= price
        sentence = "" if affordable else f"The Ashen Vigil has {held[resource]} {resource}."
        assert option.refused == sentence
        assert f"{price} {resource}" in option.label
    assert question.options[0].refused == ""


@pytest.mark.parametrize("total", SPARED)
def test_nobody_pays_for_a_recovery(total: int) -> None:
    finished(procedure(band(500, 100)), {"injury/1/roll": d66(total)})


def test_keeping_the_result_costs_nothing() -> None:
    state = band(500, 100)
    outcome = finished(procedure(state), {**HURT, "injury/1/healer": picked("keep")})
    after = apply_effects(state, outcome.effects)
    assert after.rosters[VIGIL].amount("crowns") == 500
    assert warband_renown(after, VIGIL) == 100
    assert after.members[1].trait("injury", "head_wound") is not None


@pytest.mark.parametrize("remedy", ["reroll_crowns", "reroll_renown"])
@pytest.mark.parametrize(("total", "ref"), [(26, "eye_injury"), (51, "head_wound"), (64, "")])
def test_rolling_again_must_be_accepted(remedy: str, total: int, ref: str) -> None:
    state = band(500, 100)
    answers = {**HURT, "injury/1/healer": picked(remedy), "injury/1/reroll": d66(total)}
    outcome = finished(procedure(state), answers)
    after = apply_effects(state, outcome.effects)
    assert [t.ref for t in after.members[1].traits_of("injury")] == ([ref] if ref else [])
    resource, price = PRICES[remedy]
    crowns, renown = after.rosters[VIGIL].amount("crowns"), warband_renown(after, VIGIL)
    assert (500 - crowns, 100 - renown) == ((price, 0) if resource == "crowns" else (0, price))
    assert outcome.story[0] == f"The healer was paid {price} {resource}."
    reasons = {e.reason for e in outcome.effects if e.op == "lose"}
    assert reasons == {"Healer for Fighter 1, battle 6"}


@pytest.mark.parametrize("remedy", ["recovery_crowns", "recovery_renown"])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("total", [11, 16, 51])
def test_seeking_full_recovery(remedy: str, face: int, total: int) -> None:
    state = band(500, 100)
    answers = {
        "injury/1/roll": d66(total),
        "injury/1/healer": picked(remedy),
        "injury/1/recovery": rolled("d6", face),
    }
    outcome = finished(procedure(state), answers)
    after = apply_effects(state, outcome.effects)
    patient = after.members[1]
    healed = patient.state == "active" and not patient.traits and not patient.pending
    assert healed == (face >= 4)
    resource, price = PRICES[remedy]
    crowns, renown = after.rosters[VIGIL].amount("crowns"), warband_renown(after, VIGIL)
    spent = (500 - crowns, 100 - renown) if face >= 4 or total != 11 else (500 - crowns, None)
    if spent[1] is not None:
        assert spent == ((price, 0) if resource == "crowns" else (0, price))
    if healed:
        assert outcome.story[-1] == "Fighter 1 was healed and recovered fully after battle 6."


def test_renown_is_spread_with_the_highest_first() -> None:
    state = band(0, 5, 20, 15, 0, 40)
    answers = {**HURT, "injury/1/healer": picked("reroll_renown")}
    question = asked(procedure(state), answers)
    assert isinstance(question, Spread)
    assert question.total == 30
    shares = [(share.id, share.available, share.proposed) for share in question.shares]
    assert shares == [("5", 40, 30), ("2", 20, 0), ("3", 15, 0), ("1", 5, 0)]
    answers |= {"injury/1/payment": spread({1: 5, 3: 15, 5: 10}), "injury/1/reroll": d66(64)}
    after = apply_effects(state, finished(procedure(state), answers).effects)
    left = {number: after.members[number].amount("renown") for number in range(1, 6)}
    assert left == {1: 0, 2: 20, 3: 0, 4: 0, 5: 30}
    assert after.members[99].amount("renown") == 500


@pytest.mark.parametrize("amounts", [{5: 29}, {5: 31}, {1: 6, 5: 24}, {99: 30}, {5: 31, 1: -1}])
def test_a_spread_that_does_not_add_up_is_refused(amounts: dict[int, int]) -> None:
    answers: dict[str, Answer] = {
        **HURT,
        "injury/1/healer": picked("reroll_renown"),
        "injury/1/payment": spread(amounts),
    }
    progress = run(procedure(band(0, 5, 20, 15, 0, 40)), answers)
    assert progress.outcome is None
    assert progress.refused


def test_no_spread_is_asked_where_there_is_one_way_to_pay() -> None:
    for state in (band(0, 80, 0), band(0, 10, 20)):
        answers = {**HURT, "injury/1/healer": picked("reroll_renown")}
        question = asked(procedure(state), answers)
        assert question.key == "injury/1/reroll"


def test_the_dead_and_retired_do_not_pay() -> None:
    from dataclasses import replace

    state = band(0, 10, 50)
    state = state.with_member(replace(state.members[2], state="dead"))
    finished(procedure(state), HURT)


def test_house_rule_no_healer_for_the_dead() -> None:
    state = band(500, 100)
    dead: dict[str, Answer] = {"injury/1/roll": d66(11)}
    assert isinstance(asked(procedure(state), dead), Choose)
    outcome = finished(procedure(state, healer="not_the_dead"), dead)
    assert [effect.op for effect in outcome.effects] == ["kill"]
    assert healer(state, healer="not_the_dead").option("recovery_crowns") is not None


def test_house_rule_a_new_result_may_be_treated() -> None:
    state = band(180, 0)
    answers = {**HURT, "injury/1/healer": picked("reroll_crowns"), "injury/1/reroll": d66(26)}
    question = asked(procedure(state, healer="again"), answers)
    assert isinstance(question, Choose)
    assert question.key == "injury/1/again/healer"
    assert [option.id for option in question.options] == [
        "keep",
        "recovery_crowns",
        "recovery_renown",
    ]
    answers |= {
        "injury/1/again/healer": picked("recovery_crowns"),
        "injury/1/again/recovery": rolled("d6", 4),
    }
    outcome = finished(procedure(state, healer="again"), answers)
    after = apply_effects(state, outcome.effects)
    assert after.rosters[VIGIL].amount("crowns") == 0
    assert after.members[1].traits == ()


def test_a_second_treatment_needs_what_the_first_left() -> None:
    state = band(179, 0)
    answers = {**HURT, "injury/1/healer": picked("reroll_crowns"), "injury/1/reroll": d66(26)}
    finished(procedure(state, healer="again"), answers)


def test_an_option_that_cannot_be_paid_is_not_accepted() -> None:
    progress = run(procedure(band(60, 0)), {**HURT, "injury/1/healer": picked("recovery_crowns")})
    assert progress.refused == "The Ashen Vigil has 60 crowns."


@pytest.mark.parametrize("reading", ["once", "not_the_dead"])
def test_every_way_through(reading: str) -> None:
    """Enumerate every roll and choice; each ends, and no branch spends more than there is."""
    state = band(120, 60)
    seen: set[str] = set()
    for branch in every_branch(procedure(state, healer=reading)):
        after = apply_effects(state, branch.outcome.effects)
        spent = 120 - after.rosters[VIGIL].amount("crowns")
        paid = [e for e in branch.outcome.effects if e.op == "lose"]
        assert spent in (0, 60, 120)
        assert sum(e.amount for e in paid if isinstance(e.amount, int)) <= 180
        first = branch.answers["injury/1/roll"]
        assert isinstance(first, RollAnswer)
        choice = branch.answers.get("injury/1/healer")
        spared = first.faces in ((6, 4), (6, 5), (6, 6))
        dies = first.faces[0] == 1 and first.faces[1] < 6
        assert (choice is None) == (spared or (dies and reading == "not_the_dead"))
        if isinstance(choice, ChoiceAnswer):
            seen.add(choice.option)
            assert ("injury/1/reroll" in branch.answers) == choice.option.startswith("reroll")
            assert ("injury/1/recovery" in branch.answers) == choice.option.startswith("recovery")
        assert branch.outcome.story
    assert seen == {"keep", *PRICES}


def test_every_way_through_two_treatments() -> None:
    """With 180 crowns each new result may still be healed for what is left."""
    state = band(180, 0)
    spent: set[int] = set()
    for branch in every_branch(given(procedure(state, healer="again"), HURT)):
        after = apply_effects(state, branch.outcome.effects)
        spent.add(180 - after.rosters[VIGIL].amount("crowns"))
        again = branch.answers.get("injury/1/again/healer")
        if again is not None:
            assert branch.answers["injury/1/healer"] == picked("reroll_crowns")
            assert again in (picked("keep"), picked("recovery_crowns"))
    assert spent == {0, 60, 120, 180}


def test_the_recovery_roll_shows_its_chances() -> None:
    answers = {**HURT, "injury/1/healer": picked("recovery_crowns")}
    question = asked(procedure(band(120, 0)), answers)
    assert isinstance(question, Roll)
    assert dict(question.chances).keys() == {"full recovery", "Head wound stands"}
