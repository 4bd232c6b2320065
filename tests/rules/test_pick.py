"""Picks: questions answered by some of their options, with limits at both ends."""

from __future__ import annotations

import pytest

from mordcry_app.rules.procedure import (
    ANSWERS,
    ChoiceAnswer,
    Option,
    Outcome,
    Pick,
    PickAnswer,
    Procedure,
    every_branch,
    misfit,
    picked,
    possible_answers,
    run,
)

OPTIONS = (Option("1", "Anselm"), Option("2", "Berta"), Option("3", "Cuno", refused="Cuno fell."))


def pick(least: int = 0, most: int | None = None) -> Pick:
    return Pick("who", OPTIONS, "Who stands near?", least, most)


@pytest.mark.parametrize(
    ("question", "options", "reason"),
    [
        (pick(), (), ""),
        (pick(), ("2", "1"), ""),
        (pick(least=1), (), "Pick 1 or more."),
        (pick(least=2, most=2), ("1",), "Pick 2."),
        (pick(most=1), ("1", "2"), "Pick 1 at most."),
        (pick(), ("1", "1"), "Nobody can be picked twice."),
        (pick(), ("9",), "Somebody who was picked is no longer there."),
        (pick(), ("3",), "Cuno fell."),
    ],
)
def test_what_may_be_picked(question: Pick, options: tuple[str, ...], reason: str) -> None:
    assert misfit(question, PickAnswer(options=options)) == reason


def test_a_pick_is_no_choice() -> None:
    assert misfit(pick(), ChoiceAnswer(option="1")) == "That is an answer to another question."
    with pytest.raises(TypeError):
        picked(ChoiceAnswer(option="1"))


def test_its_limit_is_all_of_them_unless_it_says_otherwise() -> None:
    assert (pick().limit, pick(most=2).limit) == (3, 2)
    found = pick().option("2")
    assert found is not None
    assert (found.label, pick().option("9")) == ("Berta", None)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (pick(), [(), ("1", "2"), ("1",), ("2",)]),
        (pick(least=1, most=1), [("1",), ("2",)]),
        (pick(least=2, most=2), [("1", "2")]),
        (pick(least=3), []),
    ],
)
def test_some_answers_stand_for_all(question: Pick, answers: list[tuple[str, ...]]) -> None:
    found = [picked(answer) for answer, _ in possible_answers(question)]
    assert found == answers
    assert all(not misfit(question, PickAnswer(options=options)) for options in found)


def test_a_procedure_gets_what_was_picked() -> None:
    def asking() -> Procedure:
        answer = yield pick(least=1)
        return Outcome(story=picked(answer))

    assert run(asking, {"who": PickAnswer(options=("2",))}).outcome == Outcome(story=("2",))
    assert run(asking, {"who": PickAnswer(options=())}).refused == "Pick 1 or more."
    assert [branch.outcome.story for branch in every_branch(asking)] == [
        ("1",),
        ("1", "2"),
        ("2",),
    ]


def test_it_is_stored_and_read_again() -> None:
    answers = {"who": PickAnswer(options=("2", "1"))}
    assert ANSWERS.validate_json(ANSWERS.dump_json(answers)) == answers
