"""The hit and wound tables, cell by cell, against grids typed from the rules once more."""

from __future__ import annotations

import pytest

from mordcry_app.rulesets.mordcry.lookups import hit_need, ranged_need, wound_need
from tests.rulesets.mordcry.helpers import rules_with

ALL = range(1, 11)

HIT = """
4 6 6 6 6 6 6 6 6 6
2 4 5 6 6 6 6 6 6 6
2 3 4 5 5 6 6 6 6 6
2 2 3 4 5 5 5 6 6 6
2 2 3 3 4 5 5 5 5 6
2 2 2 3 3 4 5 5 5 5
2 2 2 3 3 3 4 5 5 5
2 2 2 2 3 3 3 4 5 5
2 2 2 2 3 3 3 3 4 5
2 2 2 2 2 3 3 3 3 4
"""
WOUND = """
4 5 6 6 x x x x x x
3 4 5 6 6 x x x x x
2 3 4 5 6 6 x x x x
2 2 3 4 5 6 6 x x x
2 2 2 3 4 5 6 x x x
2 2 2 2 3 4 5 6 6 x
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 3 4 5
"""


def grid(text: str) -> dict[tuple[int, int], int | None]:
    rows = [line.split() for line in text.strip().splitlines()]
    assert [len(row) for row in rows] == [10] * 10
    return {
        (row, column): None if cell == "x" else int(cell)
        for row, cells in enumerate(rows, 1)
        for column, cell in enumerate(cells, 1)
    }


def test_every_printed_hit_cell() -> None:
    rules = rules_with()
    assert {(a, d): hit_need(a, d, rules) for a in ALL for d in ALL} == grid(HIT)


def test_every_printed_wound_cell() -> None:
    rules = rules_with()
    assert {(s, d): wound_need(s, d, rules) for s in ALL for d in ALL} == grid(WOUND)


@pytest.mark.parametrize("reading", ["printed", "smooth"])
def test_hitting_and_being_hit_add_up_to_eight(reading: str) -> None:
    rules = rules_with(hit_table=reading)
    for attacker in ALL:
        for defender in ALL:
            both = hit_need(attacker, defender, rules) + hit_need(defender, attacker, rules)
            assert both == 8, (attacker, defender)


def test_the_doubtful_hit_cells_switch_together() -> None:
    smooth = rules_with(hit_table="smooth")
    expected = grid(HIT) | {(1, 2): 5, (2, 1): 3}
    assert {(a, d): hit_need(a, d, smooth) for a in ALL for d in ALL} == expected


def test_the_wound_pattern() -> None:
    pattern = rules_with(wound_table="pattern")
    changed: set[tuple[int, int]] = set()
    for strength in ALL:
        for defence in ALL:
            ahead = defence - strength
            expected = None if ahead >= 4 else 6 if ahead == 3 else max(2, 4 + ahead)
            assert wound_need(strength, defence, pattern) == expected, (strength, defence)
            if expected != grid(WOUND)[strength, defence]:
                changed.add((strength, defence))
    assert changed == {(5, 8), (10, 8), (10, 9), (10, 10)}


def test_needs_for_shots() -> None:
    written = [ranged_need(skill).written for skill in ALL]
    assert written == ["6+", "5+", "4+", "3+", "2+", "2+/6+", "2+/5+", "2+/4+", "2+/3+", "2+/2+"]


@pytest.mark.parametrize(("value", "clamped"), [(-3, 1), (0, 1), (11, 10), (99, 10)])
def test_values_beyond_the_tables_clamp(value: int, clamped: int) -> None:
    rules = rules_with()
    for other in ALL:
        assert hit_need(value, other, rules) == hit_need(clamped, other, rules)
        assert hit_need(other, value, rules) == hit_need(other, clamped, rules)
        assert wound_need(value, other, rules) == wound_need(clamped, other, rules)
        assert wound_need(other, value, rules) == wound_need(other, clamped, rules)
    assert ranged_need(value) == ranged_need(clamped)
