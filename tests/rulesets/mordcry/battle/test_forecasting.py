"""The form of an attack, its forecast, and the matrix: the odds are those of the real procedure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from time import perf_counter

import pytest

from mordcry_app.rules.battle_effects import Afflict
from mordcry_app.rules.battle_engine import AttackForm, Command, CommandValue, Forecast
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.odds.attack import AttackOdds, attack_odds
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import every_branch
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle.attack_dice import roll_strike
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.attacking import set_reaction
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment
from tests.rulesets.mordcry.battle.attacks import (
    ANSELM,
    BRANNOC,
    NONE,
    RUTA,
    acting,
    anselm,
    asking,
    brannoc,
    driven,
    facing,
    plan,
    ruta,
)
from tests.rulesets.mordcry.battle.playing import Table, command, sample_fighter
from tests.rulesets.mordcry.helpers import campaign, given, picked

SIMULATED = 1_500
"""Attacks of a simulation: enough for a band of 4 standard deviations to be narrow."""


def form(table: Table, **values: CommandValue) -> AttackForm:
    """Return what can be chosen for an attack."""
    todo = command("attack", **values)
    return table.engine.attack_form(table.state, table.battle, todo)


def forecast(table: Table, weapon: str, *switches: str) -> Forecast:
    """Return what an attack of Anselm on Ruta is worth."""
    values = {"attacker": ANSELM, "weapon": weapon, "targets": (RUTA,), "switches": switches}
    found = table.engine.forecast(table.state, table.battle, command("attack", **values))
    assert found is not None
    return found


# -------------------------------------------------------------- the odds and the real procedure

Bending = Callable[[AttackPlan], None]


def parrying(bent: AttackPlan) -> None:
    """Let the target parry."""
    set_reaction(bent, "parry")


def plain(bent: AttackPlan) -> None:
    """Leave the attack as it is."""


def rolling_ones_again(bent: AttackPlan) -> None:
    """Let each 1 be rolled again."""
    bent.rerolls_ones = True


def poisoned(bent: AttackPlan) -> None:
    """Let a 6 to wound do double damage, which the target takes less of."""
    bent.double_on_six = True
    bent.damage_bonus = 1
    bent.less = 1
    bent.critical_less = 1


def critical_throughout(bent: AttackPlan) -> None:
    """Let every wound be critical."""
    bent.all_critical = True


def automatic(bent: AttackPlan) -> None:
    """Let every die hit without a roll."""
    bent.hits_automatically = True


SMALL: dict[str, tuple[Callable[..., Table], str, Bending]] = {
    "one die": (
        lambda **rules: facing(anselm("club", a=2, ws=4, os=4), ruta(w=3), **rules),
        "club",
        plain,
    ),
    "no critical wounds": (
        lambda **rules: facing(anselm("short_sword", ws=2), ruta(ds=5), **rules),
        "short_sword",
        plain,
    ),
    "armour": (
        lambda **rules: facing(anselm("club", a=2, ws=4), ruta("half_plate", w=3), **rules),
        "club",
        plain,
    ),
    "shield": (
        lambda **rules: facing(anselm("club", a=2, os=3), ruta("medium_shield", w=3), **rules),
        "club",
        plain,
    ),
    "parry": (
        lambda **rules: facing(anselm("club", a=2), ruta(w=3), **rules),
        "club",
        parrying,
    ),
    "a shot that rolls a 1 again": (
        lambda **rules: facing(anselm("pistol", bs=7), ruta(ds=4, w=3), **rules),
        "pistol",
        plain,
    ),
    "each 1 again": (
        lambda **rules: facing(anselm("club", a=2, ws=4), ruta(ds=5, w=3), **rules),
        "club",
        rolling_ones_again,
    ),
    "poison": (
        lambda **rules: facing(anselm("club", a=2), ruta(w=5), **rules),
        "club",
        poisoned,
    ),
    "every wound critical": (
        lambda **rules: facing(anselm("club", a=2), ruta(ds=7, w=4), **rules),
        "club",
        critical_throughout,
    ),
    "two automatic hits": (
        lambda **rules: facing(anselm("sling", a=2), ruta(w=4, ds=4), **rules),
        "sling",
        automatic,
    ),
    "damage dice": (
        lambda **rules: facing(anselm("hexed_musket", bs=3), ruta(ds=5, w=4), **rules),
        "hexed_musket",
        plain,
    ),
}


def _struck(bend: Bending, weapon: str) -> Callable[[Fight], Asking[str]]:
    """Return the dice of an attack of Anselm, and what they came to as text."""

    def part(fight: Fight) -> Asking[str]:
        from mordcry_app.rulesets.mordcry.battle.attacking import plan_of

        attack = plan_of(fight, ANSELM, weapon, RUTA)
        bend(attack)
        strike = yield from roll_strike(fight, attack, "attack")
        statuses = " ".join(ailment.value for ailment in strike.statuses)
        return f"{strike.total}/{int(strike.criticals > 0)}/{statuses}"

    return part


def _odds(table: Table, bend: Bending, weapon: str) -> AttackOdds:
    attack = plan(table, weapon)
    bend(attack)
    return attack_odds(numbers_of(table.fight, attack))


@pytest.mark.parametrize("case", SMALL)
def test_the_odds_are_those_of_every_branch_of_the_procedure(case: str) -> None:
    laid, weapon, bend = SMALL[case]
    table = laid()
    odds = _odds(table, bend, weapon)
    damage: dict[int, float] = {}
    statuses: dict[str, float] = {}
    criticals = 0.0
    for branch in every_branch(asking(table, _struck(bend, weapon))):
        total, critical, gained = branch.outcome.summary.split("/")
        chance = float(branch.chance)
        damage[int(total)] = damage.get(int(total), 0.0) + chance
        criticals += chance * int(critical)
        for status in gained.split():
            statuses[status] = statuses.get(status, 0.0) + chance
    assert damage == pytest.approx(dict(odds.damage))
    assert criticals == pytest.approx(odds.p_any_critical)
    assert statuses == pytest.approx({s: p for s, p in odds.statuses.items() if p})
    left = table.fight.wounds_left(RUTA)
    assert sum(p for total, p in damage.items() if total >= left) == pytest.approx(odds.p_out)


@pytest.mark.parametrize("reading", ["armour_first", "shield_first"])
def test_the_odds_follow_the_order_of_saves(reading: str) -> None:
    table = facing(
        anselm("club", a=2, ws=1, os=1, w=9),
        ruta("half_plate", "heavy_shield", ds=2, w=3),
        save_order=reading,
    )
    _same_p_out(table, "club")


@pytest.mark.parametrize("reading", ["no_status", "status"])
def test_the_odds_follow_what_saved_criticals_do(reading: str) -> None:
    table = facing(
        anselm("club", a=2, os=3), ruta("medium_shield", ds=4, w=2), saved_criticals=reading
    )
    _same_p_out(table, "club")


def test_the_odds_against_grim_resolve() -> None:
    table = facing(anselm("club", a=2), ruta(w=2))
    table.apply(Afflict(fighter=RUTA, ref="grim_resolve", until="round", source="Grim Resolve"))
    _same_p_out(table, "club")


@pytest.mark.parametrize(
    ("charm", "switch"),
    [("charm_of_warding", "charm_of_warding:ward"), ("bone_charm", "bone_charm:turn")],
)
def test_the_odds_with_a_charm_are_those_of_its_use(charm: str, switch: str) -> None:
    table = facing(anselm("club", a=2), ruta(charm, ds=4, w=2))
    _same_p_out(table, "club", switch)
    assert forecast(table, "club", switch).p_out < forecast(table, "club").p_out


def _same_p_out(table: Table, weapon: str, *switches: str) -> None:
    """Compare the forecast with every branch of the whole attack, to which nobody reacts."""
    todo = command("attack", attacker=ANSELM, weapon=weapon, targets=(RUTA,), switches=switches)
    procedure = given(
        lambda: table.engine.procedure(table.state, table.battle, todo),
        {"attack/react": picked("none")},
    )
    out = 0.0
    for branch in every_branch(procedure):
        if "out of action" in branch.outcome.summary:
            out += float(branch.chance)
    assert out == pytest.approx(forecast(table, weapon, *switches).p_out)


@pytest.mark.parametrize(
    ("laid", "weapon"),
    [
        (
            lambda: facing(
                anselm("dagger", "dagger", a=3, ws=6, os=5, w=9),
                ruta("full_plate", "heavy_shield", "leather_gorget", w=5),
            ),
            "dagger+second",
        ),
        (
            lambda: facing(
                anselm("crucible_rifle", bs=8, w=9), ruta("half_plate", "medium_shield", w=7)
            ),
            "crucible_rifle",
        ),
        (
            lambda: facing(
                anselm("hammer", "hammer", "serrated_edge", a=5, ws=5, os=4, w=9),
                ruta("half_plate", w=6),
                saved_criticals="status",
            ),
            "hammer+second",
        ),
    ],
    ids=["many small wounds", "damage dice", "hammers"],
)
def test_a_simulation_of_the_real_attack_stays_within_its_band(
    laid: Callable[[], Table], weapon: str
) -> None:
    table = laid()
    todo = command("attack", attacker=ANSELM, weapon=weapon, targets=(RUTA,))
    found = forecast(table, weapon)
    source = SeededRandom(weapon)
    outs = 0
    for _ in range(SIMULATED):
        procedure = table.engine.procedure(table.state, table.battle, todo)
        outcome = driven(procedure, source, NONE)
        outs += "out of action" in outcome.summary
    band = 4 * sqrt(found.p_out * (1 - found.p_out) / SIMULATED)
    assert abs(outs / SIMULATED - found.p_out) < band


# --------------------------------------------------------------------------------- the form


def test_what_there_is_only_one_of_is_chosen_already() -> None:
    table = facing(anselm("hammer", "hammer", a=4), ruta("short_sword"))
    found = form(table, attacker=ANSELM)
    assert found.command.word("weapon") == "hammer+second"
    assert found.command.numbers("targets") == (RUTA,)
    assert found.refused == ""
    assert found.dice == 2
    assert not found.may_split
    assert [option.label for option in found.weapons] == ["Two hammers", "Hammer", "Unarmed"]
    assert found.targets[0].detail == "2 of 2 wounds left"
    table.carry_out(found.command, source=SeededRandom(1))


def test_the_form_of_a_round_knows_who_attacks() -> None:
    table = acting(anselm("longbow"), ruta(), brannoc())
    found = form(table)
    assert [option.id for option in found.attackers] == [str(ANSELM)]
    assert found.command.number("attacker") == ANSELM
    assert found.refused == "Say whom Anselm attacks."
    table.do("end_activation")
    assert form(table).refused == "Activate a fighter first."


def test_without_rounds_anybody_attacks() -> None:
    table = facing(anselm(), ruta(), brannoc())
    found = form(table)
    assert {option.id for option in found.attackers} == {"11", "21", "22"}
    assert found.refused == "Say who attacks."
    other = form(table, attacker=RUTA, targets=(BRANNOC,))
    assert other.command.numbers("targets") == (ANSELM,)


def test_dice_can_be_split_among_several_enemies_in_melee() -> None:
    table = facing(anselm("dagger", "longbow", a=2), ruta(), brannoc())
    found = form(table, attacker=ANSELM, weapon="dagger", targets=(RUTA,))
    assert (found.dice, found.may_split) == (4, True)
    split = form(table, attacker=ANSELM, weapon="dagger", targets=(RUTA, BRANNOC), dice=(3, 1))
    assert split.refused == ""
    assert split.dice == 4
    assert split.command.numbers("dice") == (3, 1)
    assert not form(table, attacker=ANSELM, weapon="longbow", targets=(RUTA,)).may_split


def test_a_charge_that_was_made_is_switched_on() -> None:
    table = acting(anselm("short_sword"), ruta())
    table.apply(Afflict(fighter=ANSELM, ref="charged", until="activation", source="Charge"))
    switches = {switch.id: switch.is_on for switch in form(table).switches}
    assert switches["charged"]
    off = form(table, switches=())
    assert {switch.id: switch.is_on for switch in off.switches}["charged"] is False


def test_the_switches_of_a_shot() -> None:
    table = facing(anselm("longbow"), ruta("cloak_of_the_nightwind", s=4))
    found = form(table, attacker=ANSELM, weapon="longbow", switches=("engaged",))
    ids = [switch.id for switch in found.switches]
    assert ids[:4] == ["cover", "far", "engaged", "close"]
    assert "dodge" in ids
    assert "within 3″" in found.refused


def test_near_an_edge_only_under_the_house_rule() -> None:
    members = (anselm("short_sword"), ruta())
    ids = {s.id for s in form(facing(*members), attacker=ANSELM).switches}
    assert "near_edge" not in ids
    table = facing(*members, falls_near_edges="critical")
    assert "near_edge" in {s.id for s in form(table, attacker=ANSELM).switches}


def test_a_weapon_that_cannot_be_used_says_why() -> None:
    table = facing(anselm("crucible_rifle"), ruta(), limited_ammo=1)
    answers = {"attack/hit": (1, 1)}
    table.do("attack", answers, attacker=ANSELM, weapon="crucible_rifle", targets=(RUTA,))
    found = form(table, attacker=ANSELM)
    refused = {option.id: option.refused for option in found.weapons}
    assert "no shots left" in refused["crucible_rifle"]
    assert found.command.word("weapon") == "unarmed"


# -------------------------------------------------------------------------------- the forecast


def test_the_steps_say_what_is_needed_and_where_it_comes_from() -> None:
    table = facing(
        anselm("hammer", "hammer", ws=6, os=3, a=5),
        ruta("half_plate", "medium_shield", ws=5, ds=2),
    )
    table.apply(Afflict(fighter=RUTA, ref=Ailment.STUNNED.value, until="battle", source="A test"))
    found = forecast(table, "hammer+second")
    steps = {step.label: (step.detail, step.needs) for step in found.steps}
    assert steps["Dice"] == ("Attacks 5, −3 Hammer, +1 second one-handed weapon", "3")
    assert steps["Hit"] == ("WS 6 v 5", "3+")
    assert steps["Wound"] == ("OS 6 (+3 Hammer) v DS 4 (+2 Chainmail or Half Plate)", "2+")
    assert steps["Armour"] == ("chainmail or half plate", "6+")
    assert steps["Shield"] == ("medium shield, one wound", "5+")
    assert steps["Damage"] == ("Hammer", "3")
    assert steps["Critical wound"] == (
        "each 6 to wound; 1 of 5 statuses held, each again is 1 damage",
        "D6",
    )


def test_a_shot_of_a_master_shows_both_needs() -> None:
    steps = forecast(facing(anselm("longbow", bs=8), ruta()), "longbow").steps
    assert ("Hit", "BS 8, a 1 is rolled again", "2+/4+") in {
        (step.label, step.detail, step.needs) for step in steps
    }


def test_what_if_the_target_parries() -> None:
    table = facing(anselm("short_sword"), ruta("short_sword", ws=4))
    without, parried = forecast(table, "short_sword"), forecast(table, "short_sword", "parry")
    assert parried.p_out < without.p_out
    assert ("Reaction", "parry", "5+") in {(s.label, s.detail, s.needs) for s in parried.steps}
    assert forecast(table, "short_sword", "dodge") == without


def test_nothing_is_foretold_while_something_is_missing() -> None:
    table = facing(anselm("short_sword"), ruta())
    chosen: tuple[dict[str, CommandValue], ...] = (
        {},
        {"attacker": ANSELM},
        {"attacker": ANSELM, "weapon": "short_sword"},
    )
    for values in chosen:
        todo = Command(kind="attack", values=values)
        assert table.engine.forecast(table.state, table.battle, todo) is None


# ---------------------------------------------------------------------------------- the matrix


def test_the_matrix_has_the_numbers_of_the_forecast() -> None:
    table = facing(anselm("hammer", "longbow", a=4), ruta(), brannoc("full_plate"))
    rows = {row.weapon: row for row in table.engine.matrix(table.state, table.battle, 1)}
    assert set(rows) == {"hammer", "longbow"}
    for weapon, row in rows.items():
        found = forecast(table, weapon)
        assert row.cells[RUTA] == pytest.approx((found.p_out, found.mean_damage))
        assert set(row.cells) == {RUTA, BRANNOC}


def attacks_on(target: int, *weapons: str) -> list[Command]:
    return [command("attack", attacker=ANSELM, weapon=w, targets=(target,)) for w in weapons]


def test_a_plan_adds_attacks_up_until_the_target_is_out() -> None:
    table = facing(anselm("hammer", "longbow", a=4), ruta(w=4), brannoc())
    state, battle = table.state, table.battle
    one, two, three = table.engine.plan(
        state, battle, attacks_on(RUTA, "hammer", "longbow", "hammer")
    )
    assert one == pytest.approx(forecast(table, "hammer").p_out)
    assert one < two < three < 1
    alone = table.engine.plan(state, battle, attacks_on(RUTA, "longbow"))
    assert alone == pytest.approx((forecast(table, "longbow").p_out,))
    assert table.engine.plan(state, battle, []) == ()
    with pytest.raises(Refusal, match="one target"):
        table.engine.plan(
            state, battle, [*attacks_on(RUTA, "hammer"), *attacks_on(BRANNOC, "hammer")]
        )


def test_a_shield_helps_once_in_a_plan_or_against_each_attack() -> None:
    chances = [
        facing(anselm("hammer", a=5), ruta("heavy_shield", w=5), shield_use=reading)
        for reading in ("round", "activation")
    ]
    once, each = (
        table.engine.plan(table.state, table.battle, attacks_on(RUTA, "hammer", "hammer"))
        for table in chances
    )
    assert once[0] == pytest.approx(each[0])
    assert once[1] > each[1]


def test_there_is_no_cell_without_dice() -> None:
    table = facing(anselm("hammer"), ruta(), minimum_attack_dice="none")
    (row,) = table.engine.matrix(table.state, table.battle, 1)
    assert row.cells == {RUTA: None}


def test_a_whole_matrix_is_there_at_once() -> None:
    kinds = ("captain", *["champion"] * 2, *["warrior"] * 3, *["youngblood"] * 4)
    members = [
        replace(sample_fighter(100 * side + place, kind, side, ("hammer", "dagger", "half_plate")))
        for side in (1, 2)
        for place, kind in enumerate(kinds)
    ]
    table = Table.laid(campaign(*members), is_whole=False)
    began = perf_counter()
    rows = table.engine.matrix(table.state, table.battle, 1)
    assert perf_counter() - began < 2
    assert len(rows) == 20
    assert all(len(row.cells) == 10 for row in rows)
