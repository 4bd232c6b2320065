"""Characteristic tests under the house rules for 1 and 6, and for tests that name a number."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.procedure import Outcome, Procedure, Roll
from mordcry_app.rules.settle import roll_test
from tests.rulesets.mordcry.helpers import asked, book_with, campaign, fighter, finished, rolled

FACES = range(1, 7)


def passing(stat: str, value: int, fixed: int | None = None, **chosen: str | int) -> set[int]:
    """Return the faces that pass a test of a fighter with this value, and check the odds shown."""
    member = fighter(1, "Ilse")
    state = campaign(replace(member, stats={**member.stats, stat: value}))
    scene = book_with(**chosen).scene(state, 1, "here", "a test")

    def procedure() -> Procedure:
        passed, _ = yield from roll_test(scene, stat, fixed=fixed)
        return Outcome((), ("passed" if passed else "failed",))

    question = asked(procedure, {})
    assert isinstance(question, Roll)
    passed = {
        face
        for face in FACES
        if finished(procedure, {question.key: rolled("d6", face)}).story == ("passed",)
    }
    assert question.chances[0] == ("passes", Fraction(len(passed), 6))
    return passed


@pytest.mark.parametrize("stat", ["will", "int"])
@pytest.mark.parametrize("value", range(9))
def test_naturals(stat: str, value: int) -> None:
    plain = {face for face in FACES if face <= max(value, 1)}
    assert passing(stat, value) == plain
    assert passing(stat, value, test_naturals="naturals") == (plain | {1}) - {6}


@pytest.mark.parametrize("naturals", ["plain", "naturals"])
@pytest.mark.parametrize("value", range(1, 9))
def test_tests_that_name_a_number(value: int, naturals: str) -> None:
    assert passing("ds", value, 4, test_naturals=naturals) == {4, 5, 6}
    by_value = passing("ds", value, 4, test_naturals=naturals, fixed_tests="characteristic")
    assert by_value == passing("ds", value, test_naturals=naturals)
