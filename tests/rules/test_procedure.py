"""The driver: it replays stored answers and stops at the first question without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from pydantic import ValidationError

from mordcry_app.rules.effects import Gain, Kill
from mordcry_app.rules.procedure import (
    ANSWERS,
    Answer,
    Ask,
    ChoiceAnswer,
    Choose,
    Option,
    Outcome,
    Procedure,
    Question,
    Roll,
    RollAnswer,
    Share,
    Spread,
    SpreadAnswer,
    TextAnswer,
    chosen,
    every_branch,
    misfit,
    possible_answers,
    rolled_total,
    run,
)

ROLL = Roll("r", "d66", "why")
PICK = Choose("c", (Option("a", "A"), Option("b", "B", refused="B is dead.")), "why")
DEBT = Spread("s", 30, (Share("anna", "Anna", 20, 20), Share("bert", "Bert", 15, 10)), "why")
NAME = Ask("n", "Its name?", "Rex", longest=10)


def rolled(*faces: int, dice: str = "d6", typed: bool = True) -> RollAnswer:
    return RollAnswer(dice=dice, faces=faces, typed=typed)


def fight() -> Procedure:
    """Ask for a roll; on 1–3 for a choice, on 4–6 for another roll."""
    first = Roll("fight/hit", "d6", "to hit")
    answer = yield first
    total = rolled_total(first, answer)
    if total <= 3:
        option = yield Choose("fight/what", (Option("run", "Run"), Option("stay", "Stay")), "now?")
        return Outcome(story=(f"{total} {chosen(option)}",))
    second = Roll("fight/wound", "d3", "wounds")
    wounds = rolled_total(second, (yield second))
    gain = Gain(who="member:1", resource="wounds", amount=wounds)
    return Outcome((gain,), (f"{total} {wounds}",))


def test_without_answers_the_first_question_is_asked() -> None:
    progress = run(fight, {})
    assert progress.question == Roll("fight/hit", "d6", "to hit")
    assert (progress.steps, progress.outcome, progress.refused) == ((), None, "")


def test_answers_are_replayed_up_to_the_first_that_is_missing() -> None:
    progress = run(fight, {"fight/hit": rolled(2)})
    assert isinstance(progress.question, Choose)
    assert progress.question.key == "fight/what"
    assert [step.answer for step in progress.steps] == [rolled(2)]


def test_with_all_answers_there_is_an_outcome() -> None:
    progress = run(fight, {"fight/hit": rolled(5), "fight/wound": rolled(3, dice="d3")})
    assert progress.question is None
    assert progress.outcome == Outcome(
        (Gain(who="member:1", resource="wounds", amount=3),), ("5 3",)
    )
    assert [step.question.key for step in progress.steps] == ["fight/hit", "fight/wound"]


def test_a_corrected_answer_keeps_those_that_still_fit() -> None:
    answers: dict[str, Answer] = {"fight/hit": rolled(5), "fight/wound": rolled(3, dice="d3")}
    corrected = {**answers, "fight/hit": rolled(4)}
    assert run(fight, corrected).outcome == Outcome(
        (Gain(who="member:1", resource="wounds", amount=3),), ("4 3",)
    )
    other_way = run(fight, {**answers, "fight/hit": rolled(1)})
    assert other_way.question is not None
    assert other_way.question.key == "fight/what"
    back_again = run(fight, {**answers, "fight/what": ChoiceAnswer(option="run")})
    assert back_again.outcome is not None
    assert back_again.outcome.story == ("5 3",)


def test_an_answer_that_does_not_fit_is_asked_again_with_the_reason() -> None:
    progress = run(fight, {"fight/hit": rolled(7), "fight/wound": rolled(1, dice="d3")})
    assert progress.question is not None
    assert progress.question.key == "fight/hit"
    assert progress.refused == "7 cannot be rolled with D6: each D6 shows 1–6."
    assert progress.steps == ()


def test_the_coroutine_is_closed_when_it_has_to_wait() -> None:
    closed: list[str] = []

    def waits() -> Procedure:
        try:
            yield ROLL
        finally:
            closed.append("yes")
        return Outcome()

    run(waits, {})
    assert closed == ["yes"]


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        (ROLL, rolled(4, 6, dice="d66"), ""),
        (ROLL, rolled(4, 6, dice="D66", typed=False), ""),
        (ROLL, rolled(4, 7, dice="d66"), "47 cannot be rolled with D66: each D6 shows 1–6."),
        (ROLL, rolled(4, dice="d66"), "D66 needs 2 dice, not 1."),
        (ROLL, rolled(4, 6, dice="2d6"), "D66 is rolled here, not 2D6."),
        (ROLL, rolled(4, 6, dice="bones"), "D66 is rolled here, not “bones”."),
        (ROLL, ChoiceAnswer(option="a"), "That is an answer to another question."),
        (PICK, ChoiceAnswer(option="a"), ""),
        (PICK, ChoiceAnswer(option="b"), "B is dead."),
        (PICK, ChoiceAnswer(option="z"), "That choice is no longer there."),
        (PICK, rolled(1), "That is an answer to another question."),
        (DEBT, SpreadAnswer(amounts={"anna": 20, "bert": 10}), ""),
        (DEBT, SpreadAnswer(amounts={"anna": 15, "bert": 15}), ""),
        (DEBT, SpreadAnswer(amounts={"anna": 20, "bert": 9}), "30 must be spread, not 29."),
        (DEBT, SpreadAnswer(amounts={"anna": 20}), "30 must be spread, not 20."),
        (DEBT, SpreadAnswer(amounts={}), "30 must be spread, not 0."),
        (
            DEBT,
            SpreadAnswer(amounts={"anna": 25, "bert": 5}),
            "Anna has 20, so 25 cannot come from there.",
        ),
        (
            DEBT,
            SpreadAnswer(amounts={"anna": 20, "bert": 15, "cord": -5}),
            "Somebody who should pay is no longer there.",
        ),
        (
            DEBT,
            SpreadAnswer(amounts={"anna": -1, "bert": 15}),
            "Anna has 20, so −1 cannot come from there.",
        ),
        (DEBT, TextAnswer(text="30"), "That is an answer to another question."),
        (NAME, TextAnswer(text="Hasso"), ""),
        (NAME, TextAnswer(text="  ten chars  "), ""),
        (NAME, TextAnswer(text="eleven char"), "At most 10 characters fit here."),
        (NAME, SpreadAnswer(amounts={}), "That is an answer to another question."),
    ],
)
def test_which_answers_fit(question: Question, answer: Answer, sentence: str) -> None:
    assert misfit(question, answer) == sentence


def test_answers_survive_being_stored() -> None:
    answers: dict[str, Answer] = {
        "r": rolled(4, 6, dice="d66"),
        "c": ChoiceAnswer(option="a"),
        "s": SpreadAnswer(amounts={"anna": 20}),
        "n": TextAnswer(text="Жнец"),
    }
    stored = ANSWERS.dump_python(answers, mode="json")
    assert stored["r"] == {"kind": "roll", "dice": "d66", "faces": [4, 6], "typed": True}
    assert ANSWERS.validate_python(stored) == answers
    assert ANSWERS.validate_json(ANSWERS.dump_json(answers)) == answers


@pytest.mark.parametrize(
    "stored",
    [
        {"r": {"kind": "roll", "dice": "d6", "faces": ["4"], "typed": True}},
        {"r": {"kind": "roll", "dice": "d6", "faces": [4]}},
        {"r": {"kind": "roll", "dice": "d6", "faces": [1] * 61, "typed": True}},
        {"r": {"kind": "roll", "dice": "d" * 41, "faces": [], "typed": True}},
        {"r": {"kind": "dance"}},
        {"r": {"kind": "text", "text": "x" * 2001}},
        {"r": {"kind": "text", "text": "x", "more": 1}},
        {"r": 4},
    ],
)
def test_answers_that_are_none_are_not_read(stored: object) -> None:
    with pytest.raises(ValidationError):
        ANSWERS.validate_python(stored)


def _asks_twice() -> Procedure:
    for _ in range(2):
        yield Roll("same", "d6", "")
    return Outcome()


def _asks_for_ever() -> Procedure:
    number = 0
    while True:
        number += 1
        yield Ask(f"q{number}", "")


def _returns_nothing() -> Procedure:
    yield NAME
    return None  # pyright: ignore[reportReturnType]


def test_a_key_that_comes_up_twice_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match="the question “same” came up twice"):
        run(_asks_twice, {"same": rolled(1)})


def test_a_procedure_that_never_ends_is_a_fault() -> None:
    class Always(dict[str, Answer]):
        def get(self, key: str, default: object = None) -> Answer:
            return TextAnswer(text="")

    with pytest.raises(RuntimeError, match="more than 10000 questions: “q10001”"):
        run(_asks_for_ever, Always())


def test_a_procedure_without_an_outcome_is_a_fault() -> None:
    with pytest.raises(TypeError, match="returned None, not an Outcome"):
        run(_returns_nothing, {"n": TextAnswer(text="")})


def test_a_procedure_may_ask_nothing() -> None:
    def dies() -> Procedure:
        return Outcome((Kill(who="member:1"),))
        yield NAME

    assert run(dies, {}).outcome == Outcome((Kill(who="member:1"),))
    assert [branch.chance for branch in every_branch(dies)] == [1]


@pytest.mark.parametrize(
    ("question", "count", "each"),
    [
        (Roll("r", "d3", ""), 3, Fraction(1, 3)),
        (Roll("r", "2d6*10", ""), 36, Fraction(1, 36)),
        (ROLL, 36, Fraction(1, 36)),
        (PICK, 1, Fraction(1)),
        (DEBT, 1, Fraction(1)),
        (NAME, 1, Fraction(1)),
    ],
)
def test_possible_answers_fit_their_question(
    question: Question, count: int, each: Fraction
) -> None:
    answers = list(possible_answers(question))
    assert len(answers) == count
    assert {chance for _, chance in answers} == {each}
    assert all(misfit(question, answer) == "" for answer, _ in answers)


def test_every_branch_is_found_once_in_order_with_its_chance() -> None:
    branches = list(every_branch(fight))
    assert [branch.outcome.story[0] for branch in branches] == [
        "1 run", "1 stay", "2 run", "2 stay", "3 run", "3 stay",
        "4 1", "4 2", "4 3", "5 1", "5 2", "5 3", "6 1", "6 2", "6 3",
    ]  # fmt: skip
    assert [branch.chance for branch in branches] == [Fraction(1, 6)] * 6 + [Fraction(1, 18)] * 9
    for way in ("run", "stay"):
        picked = [b.chance for b in branches if not b.outcome.story[0].endswith(_other(way))]
        assert sum(picked) == 1
    for branch in branches:
        assert run(fight, branch.answers).outcome == branch.outcome


def _other(way: str) -> str:
    return "stay" if way == "run" else "run"


def test_chances_of_dice_add_up_to_the_odds_of_their_totals() -> None:
    def two_rolls() -> Procedure:
        first, second = Roll("1", "d6", ""), Roll("2", "d6", "")
        total = rolled_total(first, (yield first)) + rolled_total(second, (yield second))
        return Outcome(story=(str(total),))

    odds: Counter[str] = Counter()
    for branch in every_branch(two_rolls):
        odds[branch.outcome.story[0]] += branch.chance  # pyright: ignore[reportArgumentType]
    assert odds["7"] == Fraction(1, 6)
    assert odds["12"] == Fraction(1, 36)
    assert sum(odds.values()) == 1


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        (Choose("c", (Option("a", "A", refused="No."),), ""), "the question “c” allows no answer"),
        (Spread("s", 5, (Share("a", "A", 3, 3),), ""), "refused an answer that its own question"),
    ],
)
def test_a_question_where_a_player_would_be_stuck_is_a_fault(
    question: Question, problem: str
) -> None:
    def stuck() -> Procedure:
        yield question
        return Outcome()

    with pytest.raises(RuntimeError, match=problem):
        list(every_branch(stuck))


@pytest.mark.parametrize(
    ("read", "answer"),
    [(lambda a: rolled_total(ROLL, a), ChoiceAnswer(option="a")), (chosen, rolled(1))],
)
def test_an_answer_of_another_kind_is_a_fault(
    read: Callable[[Answer], object], answer: Answer
) -> None:
    with pytest.raises(TypeError):
        read(answer)


def test_a_roll_reads_its_dice() -> None:
    assert ROLL.parsed.tens_and_units
    assert rolled_total(ROLL, rolled(4, 6, dice="d66")) == 46
    assert PICK.option("b") == Option("b", "B", refused="B is dead.")
    assert PICK.option("z") is None
