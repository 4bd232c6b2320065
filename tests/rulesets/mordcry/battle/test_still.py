"""A battle that is only looked at has the values of the real one, and stays as it is."""

from __future__ import annotations

import pytest

from mordcry_app.rules.battle_effects import Hurt
from mordcry_app.rules.state import Modifier
from mordcry_app.rulesets.mordcry.battle.still import StillFight
from tests.rulesets.mordcry.battle.attacks import RUTA, anselm, facing, ruta


def test_values_are_those_of_the_fight() -> None:
    fight = facing(anselm(), ruta("half_plate", "quick_draw_sheath")).fight
    still = StillFight.of(fight)
    charm = Modifier("ds", 1, "A charm")
    for stat in fight.content.characteristics:
        assert still.value(RUTA, stat) == fight.value(RUTA, stat)
    for conditions in (frozenset[str](), frozenset({"first_round"})):
        for extra in ((), (charm,)):
            for stat in ("s", "ds"):
                expected = fight.value(RUTA, stat, conditions=conditions, extra=extra)
                for _ in range(2):
                    found = still.value(RUTA, stat, conditions=conditions, extra=extra)
                    assert found == expected


def test_nothing_happens_in_it() -> None:
    fight = facing(anselm(), ruta()).fight
    with pytest.raises(TypeError):
        StillFight.of(fight).do(Hurt(fighter=RUTA, amount=1))
    assert fight.fighter(RUTA).damage == 0
