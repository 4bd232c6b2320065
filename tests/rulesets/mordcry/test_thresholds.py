"""When advances come, in the three readings, up to 400 XP."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.thresholds import (
    advance_progress,
    threshold,
    thresholds,
    thresholds_within,
)
from tests.rulesets.mordcry.helpers import rules_with

FIRST = [10, 20, 30, 40, 50, 70, 90]
EXPECTED = {
    "converted": [*FIRST, 110, 140, 170, 210, 260, 320, 390],
    "restart": [*FIRST, 130, 190, 250, 370],
    "current": [*FIRST, 120, 160, 210, 260, 320, 390],
}


@pytest.mark.parametrize("reading", EXPECTED)
def test_thresholds_up_to_400(reading: str) -> None:
    rules = rules_with(advance_thresholds=reading)
    wanted = EXPECTED[reading]
    found = list(islice(thresholds(rules), len(wanted) + 1))
    assert found[:-1] == wanted
    assert found[-1] > 400
    assert [threshold(number, rules) for number in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize("reading", EXPECTED)
def test_how_many_each_amount_has_earned(reading: str) -> None:
    rules = rules_with(advance_thresholds=reading)
    for xp in range(401):
        earned = sum(1 for reached in EXPECTED[reading] if reached <= xp)
        assert thresholds_within(xp, rules) == earned, xp


@pytest.mark.parametrize("reading", EXPECTED)
def test_thresholds_go_on_rising_for_ever(reading: str) -> None:
    rules = rules_with(advance_thresholds=reading)
    for lower, upper in pairwise(islice(thresholds(rules), 60)):
        assert upper > lower


def test_the_default_follows_the_xp_already_spent() -> None:
    """The checklist: 60 XP buy five advances, 150 XP nine, and fifteen cost 470."""
    rules = rules_with()
    assert thresholds_within(60, rules) == 5
    assert thresholds_within(150, rules) == 9
    assert threshold(15, rules) == 470


def member(**resources: int) -> Member:
    return Member(1, 1, "Wren", "youngblood", resources=resources)


@pytest.mark.parametrize(
    ("xp", "used", "due", "next_at"),
    [
        (0, 0, 0, 10),
        (9, 0, 0, 10),
        (10, 0, 1, 20),
        (10, 1, 0, 20),
        (30, 1, 2, 40),
        (150, 9, 0, 170),
        (150, 0, 9, 170),
        (139, 9, 0, 170),
        (169, 9, 0, 170),
        (170, 9, 1, 210),
    ],
)
def test_progress(xp: int, used: int, due: int, next_at: int) -> None:
    progress = advance_progress(member(xp=xp, advances=used), rules_with())
    assert (progress.xp, progress.due, progress.next_at) == (xp, due, next_at)


@pytest.mark.parametrize("reading", ["delays", "apart"])
@pytest.mark.parametrize("xp", [0, 8, 9, 10, 19, 49, 170])
@pytest.mark.parametrize("spent", [0, 1, 2, 12])
def test_xp_spent_on_reactions(reading: str, xp: int, spent: int) -> None:
    """Gone, the next advance comes later; apart, advances go by all XP ever earned (ruling 42)."""
    rules = rules_with(reaction_xp=reading)
    progress = advance_progress(member(xp=xp, spent_xp=spent), rules)
    counted = xp + (spent if reading == "apart" else 0)
    assert progress.xp == counted
    assert progress.due == thresholds_within(counted, rules)
    assert progress.next_at == threshold(progress.due + 1, rules)


def test_spent_xp_never_take_an_advance_back() -> None:
    progress = advance_progress(member(xp=8, spent_xp=2, advances=1), rules_with())
    assert (progress.due, progress.next_at) == (0, 20)
