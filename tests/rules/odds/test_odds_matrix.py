from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.matrix import odds_matrix
from mordcry_app.rules.odds.numbers import AttackNumbers

SWORD = AttackNumbers(dice=3, hit_need=3, wound_need=4, wounds_left=2)
HAMMER = replace(SWORD, dice=1, wound_need=2, damage="3")
TOUGH = 5


def sword(target: int) -> AttackNumbers:
    return replace(SWORD, wounds_left=target)


def test_each_cell_is_its_attack() -> None:
    matrix = odds_matrix({"sword": sword, "hammer": {TOUGH: HAMMER}.get}, [1, TOUGH])
    assert matrix.rows == ("sword", "hammer")
    assert matrix.targets == (1, TOUGH)
    assert set(matrix.cells) == {("sword", 1), ("sword", TOUGH), ("hammer", TOUGH)}
    odds = attack_odds(replace(SWORD, wounds_left=TOUGH))
    cell = matrix.cells["sword", TOUGH]
    assert (cell.p_out, cell.mean_damage) == (odds.p_out, odds.mean_damage)


def test_who_should_hit_whom() -> None:
    hammer = {2: HAMMER, 3: replace(HAMMER, wounds_left=3)}.get
    matrix = odds_matrix({"sword": sword, "hammer": hammer}, [1, 2, 3, 9])
    assert matrix.best(1) == "sword"
    assert matrix.best(3) == "hammer"
    assert matrix.best(9) == "sword"
    assert odds_matrix({"hammer": hammer}, [9]).best(9) is None


def test_of_equal_chances_more_damage_is_better() -> None:
    harder = replace(SWORD, wounds_left=100, damage="2")
    matrix = odds_matrix({"one": sword, "two": {100: harder}.get}, [100])
    assert matrix.cells["one", 100].p_out == pytest.approx(0)
    assert matrix.best(100) == "two"
