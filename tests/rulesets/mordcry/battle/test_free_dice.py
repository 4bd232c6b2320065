"""Initiative and ability dice without rounds and turns."""

from __future__ import annotations

from collections import Counter

import pytest

from mordcry_app.rules.battle_effects import Afflict
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import pool
from tests.rulesets.mordcry.battle.playing import Table, warbands
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

DICE = {"initiative/1": (1, 1, 2, 3, 5, 5), "initiative/2": (1, 2, 3, 4, 6, 6)}


def free_table() -> Table:
    return Table.laid(warbands(), is_whole=False)


def offered(table: Table) -> dict[str, str]:
    offers = table.engine.offers(table.state, table.battle)
    return {offer.id: offer.label for offer in offers if not offer.refused}


def test_dice_are_rolled_read_and_nothing_else_is_asked_for() -> None:
    table = free_table()
    assert offered(table)["free_dice"] == "Roll initiative dice for round 1"
    table.do("free_dice", DICE)
    one, other = table.battle.sides.values()
    assert (one.numbers("singles"), one.numbers("sets")) == ((2, 3), (12, 52))
    assert (other.numbers("singles"), other.numbers("sets")) == ((1, 2, 3, 4), (62,))
    assert table.fight.initiative == RUIN
    assert table.fight.is_free
    assert table.fight.round == 1
    assert "attack" in offered(table)


def test_wild_dice_are_declared_in_any_order_and_the_initiative_is_seized() -> None:
    table = free_table()
    assert table.refusal("free_wild", side=VIGIL) == "Roll the initiative dice first."
    table.do("free_dice", DICE)
    table.do("free_wild", side=VIGIL, use="raise_5")
    assert table.battle.sides[VIGIL].numbers("sets") == (12, 53)
    assert "declared already" in table.refusal("free_wild", side=VIGIL)
    assert not any(key.startswith("free_wild/1") for key in offered(table))
    table.do("free_wild", side=RUIN, use="raise_1")
    assert table.battle.sides[RUIN].numbers("sets") == (12, 62)
    assert table.fight.initiative == RUIN


def test_a_set_that_was_used_is_gone() -> None:
    table = free_table()
    table.do("free_dice", DICE)
    assert offered(table)["free_spend/1/52"].endswith(": use the double 5")
    table.do("free_spend", side=VIGIL, set=52)
    assert table.battle.sides[VIGIL].numbers("sets") == (12,)
    with pytest.raises(Refusal, match="no such dice"):
        table.do("free_spend", side=VIGIL, set=52)


def test_another_roll_is_another_round_and_ends_what_lasted() -> None:
    table = free_table()
    table.do("free_dice", DICE)
    table.apply(Afflict(fighter=11, ref="waiting", until="round", source="a test"))
    table.do("free_wild", side=VIGIL, use="keep")
    table.do("free_dice", DICE)
    assert table.fight.round == 2
    assert not table.fighter(11).has("waiting")
    assert pool.wild_dice(table.fight, VIGIL) == 2
    faces = Counter(pool.faces_of(12)) + Counter(pool.faces_of(52)) + Counter((2, 3))
    assert faces == Counter(DICE["initiative/1"])


def test_where_rounds_are_kept_they_are_rolled_for_as_usual() -> None:
    table = Table.laid(warbands())
    for kind, values in (("free_dice", {}), ("free_wild", {"side": 1}), ("round_passes", {})):
        assert table.refusal(kind, **values) == "Rounds are kept in this battle."
    assert not any(key.startswith("free_") for key in offered(table))
