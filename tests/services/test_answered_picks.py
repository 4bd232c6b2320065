"""Picks in files of answers, in words, and when the program plays by itself."""

from __future__ import annotations

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import ChoiceAnswer, Option, Pick, PickAnswer, misfit
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.answer_values import answer_from, in_words
from mordcry_app.services.autoplay import automatic_answer
from mordcry_app.services.boards import answer_text

OPTIONS = tuple(
    Option(str(number), name) for number, name in enumerate(("Anselm", "Berta", "Cuno"), 1)
)
PAIR = Pick("who", OPTIONS, "Who starts?", least=2, most=2)
ANYBODY = Pick("who", OPTIONS, "Who stands near?")


@pytest.mark.parametrize("written", [["1", "3"], ["Anselm", "cuno"], ("1", "Cuno")])
def test_a_file_names_ids_or_labels(written: object) -> None:
    assert answer_from(PAIR, written) == PickAnswer(options=("1", "3"))


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("1", "answered by a list"),
        (["1", "Odo"], "“Odo” cannot be chosen"),
        ([1], "id or the label"),
        (["1"], "Pick 2"),
    ],
)
def test_what_does_not_fit_is_said(written: object, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        answer_from(PAIR, written)


def test_a_file_is_told_what_may_be_picked() -> None:
    view = in_words(PAIR, "Groups")
    assert view.valid == ("a list of 2 to 2", "1: Anselm", "2: Berta", "3: Cuno")


def test_who_was_picked_is_said_in_words() -> None:
    assert answer_text(PAIR, PickAnswer(options=("3", "1"))) == "Cuno, Anselm"
    assert answer_text(ANYBODY, PickAnswer(options=())) == "nobody"


def test_the_program_picks_within_the_limits() -> None:
    source = SeededRandom(4)
    drawn = [automatic_answer(question, source) for question in (PAIR, ANYBODY) for _ in range(50)]
    assert not any(misfit(PAIR, answer) for answer in drawn[:50])
    assert not any(misfit(ANYBODY, answer) for answer in drawn[50:])
    counts = {len(answer.options) for answer in drawn[50:] if isinstance(answer, PickAnswer)}
    assert counts == {0, 1, 2, 3}


def test_where_too_few_can_be_picked_the_program_says_so() -> None:
    refused = tuple(Option(o.id, o.label, refused="gone") for o in OPTIONS[:2])
    question = Pick("who", (*refused, OPTIONS[2]), "Who starts?", least=2)
    with pytest.raises(RuntimeError, match="allows no answer"):
        automatic_answer(question, SeededRandom(1))


def test_another_kind_of_answer_has_no_words() -> None:
    assert answer_text(PAIR, ChoiceAnswer(option="1")) == ""
