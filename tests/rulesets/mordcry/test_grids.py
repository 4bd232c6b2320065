"""The grids show exactly what the engine looks up, under every house rule."""

from __future__ import annotations

import pytest

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.odds.numbers import STATUSES
from mordcry_app.rules.topics import Grid
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES, Ailment
from mordcry_app.rulesets.mordcry.lookups import hit_need, ranged_need, wound_need
from mordcry_app.rulesets.mordcry.market import rarity_of
from mordcry_app.rulesets.mordcry.thresholds import threshold
from tests.rulesets.mordcry.helpers import mordcry

ENGINE = mordcry()


def grid(grid_id: str, rules: HouseRules) -> Grid:
    return next(grid for grid in ENGINE.rules_grids(rules) if grid.id == grid_id)


def house_rules(**chosen: str) -> HouseRules:
    return HouseRules(ENGINE.content.house_rules, chosen)


@pytest.mark.parametrize("reading", ["printed", "smooth"])
def test_the_hit_table_is_the_one_that_is_used(reading: str) -> None:
    rules = house_rules(hit_table=reading)
    rows = grid("hit", rules).rows
    for own in range(1, 11):
        assert rows[own - 1].heading == str(own)
        shown = [cell.text for cell in rows[own - 1].cells]
        assert shown == [f"{hit_need(own, other, rules)}+" for other in range(1, 11)]


@pytest.mark.parametrize("reading", ["printed", "pattern"])
def test_the_wound_table_is_the_one_that_is_used(reading: str) -> None:
    rules = house_rules(wound_table=reading)
    rows = grid("wound", rules).rows
    for own in range(1, 11):
        needs = [wound_need(own, other, rules) for other in range(1, 11)]
        shown = [cell.text for cell in rows[own - 1].cells]
        assert shown == [f"{need}+" if need else "–" for need in needs]


def test_only_cells_that_a_house_rule_chooses_have_a_note() -> None:
    def noted(grid_id: str) -> set[tuple[int, int]]:
        return {
            (own, other)
            for own, row in enumerate(grid(grid_id, house_rules()).rows, 1)
            for other, cell in enumerate(row.cells, 1)
            if cell.note
        }

    assert noted("hit") == {(1, 2), (2, 1)}
    assert noted("wound") == {(5, 8), (10, 8), (10, 9), (10, 10)}
    [note] = {grid("hit", house_rules()).rows[0].cells[1].note}
    assert "As printed: 6+" in note
    assert "5+" in note


def test_shots_and_steps() -> None:
    rules = house_rules()
    [shots] = grid("shoot", rules).rows
    assert [cell.text for cell in shots.cells] == [ranged_need(bs).written for bs in range(1, 11)]
    steps = grid("advance_steps", rules).rows
    assert [int(row.cells[0].text) for row in steps] == [
        threshold(number, rules) for number in range(1, len(steps) + 1)
    ]
    assert [row.cells[1].text for row in steps[:6]] == ["10"] * 5 + ["20"]
    other = grid("advance_steps", house_rules(advance_thresholds="current")).rows
    assert other[7].cells[0].text == "120"


@pytest.mark.parametrize("kind", ["weapon", "shield", "armour"])
def test_everything_of_a_kind_is_in_its_list(kind: str) -> None:
    found = grid(kind, house_rules())
    items = ENGINE.content.items_of(kind)
    assert [row.anchor for row in found.rows] == [f"item:{item.id}" for item in items]
    assert all(len(row.cells) == len(found.columns) for row in found.rows)


@pytest.mark.parametrize(("reading", "lasts"), [("activation", "activation"), ("round", "round")])
def test_the_statuses_are_those_of_the_dice(reading: str, lasts: str) -> None:
    rows = grid("status", house_rules(stunned=reading)).rows
    assert [row.heading for row in rows] == ["1", "2", "3", "4", "5", "6"]
    names = [AILMENT_NAMES[Ailment(status)] for status in STATUSES]
    assert [row.cells[0].text for row in rows] == [*names, "No status"]
    assert lasts in rows[0].cells[1].text
    assert [row.cells[1].text.partition(" until")[0] for row in rows[2:5]] == [
        "−1 Ballistic Skill",
        "−1 Movement",
        "−1 Weapon Skill",
    ]


def test_the_market_finds_what_the_engine_finds() -> None:
    rows = grid("market", house_rules()).rows
    assert [row.heading for row in rows] == ["up to 7", "8–10", "11 or more"]
    totals = [(2, 7), (8, 10), (11, 15)]
    for row, (least, most) in zip(rows, totals, strict=True):
        for total in (least, most):
            assert (rarity_of(total) or "nothing") in row.cells[0].text
