"""What a set-up decided, as it is printed, and when each fighter comes."""

from __future__ import annotations

import pytest

from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.battle_engine import BattleStatus, Decided
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    ruleset,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL


def status(*effects: BattleEffect) -> BattleStatus:
    """Return how a battle stands after its set-up."""
    table = Table.laid(warbands(), *effects)
    return table.engine.status(table.state, table.battle)


def decided(*effects: BattleEffect) -> dict[str, Decided]:
    """Return what was decided, by id."""
    return {each.id: each for each in status(*effects).decided}


def test_nothing_is_decided_before_anything_is() -> None:
    assert decided() == {}


def test_what_was_drawn_is_told_with_what_it_does_in_the_order_of_the_set_up() -> None:
    told = decided(
        *about_battle(
            twist="fog_stays", victory="quarters", deployment="deployment_3", attacker=RUIN
        )
    )
    assert list(told) == ["attacker", "deployment", "victory", "twist"]
    rows = ruleset().content.tables["victory"].rows
    row = next(row for row in rows if row.id == "quarters")
    assert told["victory"] == Decided("victory", "Victory", row.name, row.text, "quarters")
    assert told["twist"].row == "fog_stays"
    assert told["attacker"].text == warbands().rosters[RUIN].name


def test_a_group_that_does_not_roll_starts_at_opposite_edges() -> None:
    told = decided(*about_battle(deployment="opposite_edges"))["deployment"]
    assert (told.text, told.row) == ("Opposite edges", "")


def test_a_row_that_is_no_longer_there_is_passed_over() -> None:
    assert decided(*about_battle(victory="gone", twist="gone", attacker=99)) == {}


def test_territories_are_told_for_each_side() -> None:
    edges = (*about_side(VIGIL, edge="north"), *about_side(RUIN, edge="west"))
    told = decided(*about_battle(victory="breakthrough"), *edges)
    names = {side: warbands().rosters[side].name for side in (VIGIL, RUIN)}
    assert told["territory"].text == f"{names[VIGIL]}: north edge; {names[RUIN]}: west edge"


@pytest.mark.parametrize(
    ("facts", "rounds"),
    [({}, 0), ({"last_round": 4}, 4), ({"last_round": 10, "is_capped": 1}, 0)],
)
def test_rounds_are_counted_where_a_condition_limits_them(
    facts: dict[str, int], rounds: int
) -> None:
    assert status(*about_battle(**facts)).rounds == rounds


def test_an_endless_condition_says_when_it_is_a_draw() -> None:
    told = decided(*about_battle(victory="leaders", last_round=10, is_capped=1))["victory"]
    assert told.detail.endswith(" Here it is after round 10.")


def test_fighters_come_with_their_group() -> None:
    effects = (
        *about_fighter(11, group=1),
        *about_fighter(12, group=3, arrives=3),
    )
    arrives = {fighter.id: fighter.arrives for fighter in status(*effects).fighters}
    assert (arrives[11], arrives[12]) == (1, 3)
    assert set(arrives.values()) == {0, 1, 3}
