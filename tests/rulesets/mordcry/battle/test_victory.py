"""Victory: each of the twelve conditions to its end, the last one standing, and draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rules.battle_effects import BattleEffect, Fact, Place
from mordcry_app.rules.procedure import Choose, Pick
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle import damage, victory
from mordcry_app.rulesets.mordcry.battle.victory import CONDITIONS
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide
from tests.rulesets.mordcry.battle.driving import end_round, fell, keyed, play_rounds, start
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    answer_to,
    ruleset,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL


def laid(condition: str, *setup: BattleEffect, last_round: int = 4, **facts: Fact) -> Table:
    """Return a battle with a victory condition and what its set-up puts on the table."""
    known = about_battle(victory=condition, last_round=last_round, **facts)
    return Table.laid(warbands("captain", "warrior", "youngblood"), *known, *setup)


def winner(table: Table) -> int:
    assert table.engine.is_over(table.battle)
    return table.battle.number_of(Known.WINNER)


def points(table: Table) -> list[int]:
    return [table.battle.sides[side].number(OfSide.POINTS) for side in (VIGIL, RUIN)]


def test_every_row_of_the_table_is_carried_out() -> None:
    rows = {row.id for row in ruleset().content.tables["victory"].rows}
    assert rows == set(CONDITIONS)


# ----------------------------------------------------------------------------- treasure


@pytest.mark.parametrize(
    ("carriers", "won"),
    [((11, 12, 21), VIGIL), ((11, 21, 22), RUIN), ((11, 21), 0), ((), 0)],
)
def test_five_treasures_go_to_more_carriers(carriers: tuple[int, ...], won: int) -> None:
    table = laid("five_treasures", last_round=1, treasures=5)
    table.start_round()
    for fighter in carriers:
        table.apply(*about_fighter(fighter, carries=1))
    end_round(table)
    assert winner(table) == won
    ending = table.engine.ending(table.state, table.battle)
    assert ending.holders == frozenset(carriers)
    assert sum(ending.treasures.values()) == len(carriers)


def test_a_fallen_carrier_counts_no_more() -> None:
    table = laid("five_treasures", last_round=1, treasures=4)
    table.start_round()
    table.apply(*about_fighter(11, carries=1))
    fell(table, 11)
    assert table.battle.number_of(Known.TREASURES) == 5
    end_round(table)
    assert winner(table) == 0


def test_the_heavy_treasure_burns_its_carrier_as_the_activation_ends() -> None:
    table = laid("heavy_treasure", *about_fighter(11, carries=1))
    start(table)
    table.do("first", side=VIGIL)
    table.do("activate", fighter=11)
    answers = keyed(table, "end_activation", {"treasure": 3})
    table.do("end_activation", answers)
    assert table.fighter(11).damage == 3
    assert "Fighter 11 takes 3 damage (the treasure)." in table.log


def test_the_heavy_treasure_burns_nobody_else() -> None:
    table = laid("heavy_treasure", *about_fighter(11, carries=1))
    start(table)
    table.do("first", side=RUIN)
    table.do("activate", fighter=21)
    table.do("end_activation")
    assert table.fighter(21).damage == 0


def test_the_heavy_treasure_is_won_by_its_carrier() -> None:
    table = laid("heavy_treasure", *about_fighter(22, carries=1), last_round=1)
    table.start_round()
    end_round(table)
    assert winner(table) == RUIN


@pytest.mark.parametrize(("near", "won"), [((11, 12, 21), VIGIL), ((11, 21), 0), ((), 0)])
def test_a_heavy_treasure_on_the_table_goes_to_who_is_near(near: tuple[int, ...], won: int) -> None:
    table = laid("heavy_treasure", last_round=1, treasures=1)
    table.start_round()
    end_round(table, near=near)
    assert winner(table) == won
    assert not table.engine.ending(table.state, table.battle).holders


@pytest.mark.parametrize(
    ("round_number", "answers", "more"),
    [
        (1, {"treasure": 2}, 0),
        (1, {"treasure": 1, "placed": "1"}, 1),
        (3, {"treasure": 3, "placed": "1"}, 1),
        (3, {"treasure": 4}, 0),
        (2, {"treasure": 6, "treasures": 3, "placed": "3"}, 3),
        (2, {"treasure": 6, "treasures": 3, "placed": "1"}, 1),
        (2, {"treasure": 2, "placed": "0"}, 0),
    ],
)
def test_treasure_grows_as_action_phases_start(
    round_number: int, answers: dict[str, Any], more: int
) -> None:
    table = laid("growing_treasure", treasures=1, round=round_number - 1)
    start(table, RUIN, **answers)
    assert table.battle.number_of(Known.TREASURES) == 1 + more


def test_who_has_no_initiative_looks_for_treasure() -> None:
    table = laid("growing_treasure", treasures=1)
    others = {"initiative/1": (1, 2, 3, 4, 5, 6), "initiative/2": (1, 1, 1, 1, 1, 1)}
    table.do("roll_initiative", others)
    table.do("wild_dice", side=VIGIL, use="keep")
    question = table.asks("wild_dice", side=RUIN, use="keep")
    assert question.why.startswith("Rust & Ruin looks for more treasure")


def test_growing_treasure_ends_like_the_five() -> None:
    table = laid("growing_treasure", *about_fighter(22, carries=1), last_round=1)
    start(table, treasure=5)
    end_round(table)
    assert winner(table) == RUIN


# ----------------------------------------------------------------------------- ground


@pytest.mark.parametrize(
    ("captured", "won"),
    [
        (("1", "1", "2", "nobody"), VIGIL),
        (("2", "nobody", "nobody", "nobody"), RUIN),
        (("1", "1", "2", "2"), 0),
        (("nobody",) * 4, 0),
    ],
)
def test_more_quarters_win(captured: tuple[str, ...], won: int) -> None:
    table = laid("quarters", last_round=1)
    table.start_round()
    end_round(table, **{f"quarter__{n}": side for n, side in enumerate(captured, start=1)})
    assert winner(table) == won


def test_fighters_on_platforms_score_at_each_round_end() -> None:
    table = laid("platforms", last_round=2)
    table.start_round()
    end_round(table, platforms=(11, 12, 21))
    assert points(table) == [2, 1]
    table.start_round()
    end_round(table, platforms=(21, 22, 23))
    assert points(table) == [2, 4]
    assert winner(table) == RUIN


def test_breaking_through_takes_fighters_off_the_table_unhurt() -> None:
    setup = (*about_side(VIGIL, edge="north"), *about_side(RUIN, edge="south"))
    table = laid("breakthrough", *setup, last_round=1)
    table.start_round()
    fight = table.fight
    asking = victory.after_move(fight, 11, "move")
    question = next(asking)
    assert isinstance(question, Choose)
    assert question.why == "Fighter 11: over the enemy’s south edge?"
    with pytest.raises(StopIteration):
        asking.send(answer_to(question, "leaves"))
    table.battle = fight.battle
    assert table.fighter(11).where == "left"
    assert not table.fighter(11).was_out
    end_round(table)
    assert winner(table) == VIGIL


def test_a_move_in_a_breakthrough_asks_about_leaving() -> None:
    table = laid("breakthrough")
    table.start_round()
    table.do("first", side=VIGIL)
    table.do("activate", fighter=12)
    table.do("move", keyed(table, "move", {"leaves": "leaves"}, fighter=12), fighter=12)
    assert table.fighter(12).where == "left"
    assert table.fight.active is None
    assert table.battle.number_of(Known.TURN) == RUIN


# ----------------------------------------------------------------------------- falls


def test_the_higher_blood_tally_of_a_round_scores() -> None:
    table = laid("blood_tally", last_round=2)
    table.start_round()
    fell(table, 23, 11)
    fell(table, 13, 21)
    fell(table, 22, 11)
    assert table.battle.sides[VIGIL].number(OfSide.TALLY) == 10 + 40
    assert table.battle.sides[RUIN].number(OfSide.TALLY) == 10
    end_round(table)
    assert points(table) == [1, 0]
    table.start_round()
    end_round(table)
    assert points(table) == [1, 0]
    assert winner(table) == VIGIL


@pytest.mark.parametrize(("reading", "tally"), [("ten_and_xp", 40), ("xp", 30), ("heads", 10)])
def test_the_house_rule_on_points_counts_in_the_tally(reading: str, tally: int) -> None:
    known = about_battle(victory="blood_tally", last_round=4)
    table = Table.laid(warbands("captain", "warrior"), *known, fighter_points=reading)
    table.start_round()
    fell(table, 22, 11)
    assert table.battle.sides[VIGIL].number(OfSide.TALLY) == tally


def test_the_fall_of_the_enemy_leader_wins_at_once() -> None:
    table = laid("leaders", last_round=10, is_capped=1)
    table.start_round()
    fell(table, 22, 11)
    assert not table.engine.is_over(table.battle)
    fell(table, 21, 11)
    assert winner(table) == VIGIL
    assert table.log[-1] == "The Ashen Vigil wins: the enemy leader is out of action."


def test_without_a_captain_the_most_experienced_leads() -> None:
    known = about_battle(victory="leaders", last_round=10)
    table = Table.laid(warbands("youngblood", "champion", "warrior"), *known)
    table.start_round()
    fell(table, 12, None)
    assert winner(table) == RUIN


def with_xp(state: State, **xp: int) -> State:
    """Return a campaign in which some fighters have another amount of XP: `f12=200`."""
    for name, amount in xp.items():
        member = state.members[int(name[1:])]
        resources = {**member.resources, "xp": amount}
        state = state.with_member(replace(member, resources=resources))
    return state


def test_a_captain_leads_however_experienced_the_others_are() -> None:
    known = about_battle(victory="leaders", last_round=10)
    table = Table.laid(with_xp(warbands("captain", "warrior"), f12=999), *known)
    table.start_round()
    fell(table, 12)
    assert not table.engine.is_over(table.battle)
    fell(table, 11)
    assert winner(table) == RUIN


def test_xp_spent_in_the_battle_makes_nobody_else_the_leader() -> None:
    known = about_battle(victory="leaders", last_round=10)
    table = Table.laid(with_xp(warbands("warrior", "warrior"), f11=31), *known)
    table.start_round()
    table.state = with_xp(table.state, f11=29)
    fell(table, 11)
    assert winner(table) == RUIN


def test_a_leader_at_the_edge_is_out_without_an_injury() -> None:
    table = laid("leaders", last_round=10)
    table.start_round()
    end_round(table, edge=(11,))
    assert winner(table) == RUIN
    assert table.fighter(11).spared
    assert table.fighter(11).out_by is None


def test_both_leaders_caught_at_the_edge_make_a_draw() -> None:
    table = laid("leaders", last_round=10)
    table.start_round()
    end_round(table, edge=(11, 21))
    assert winner(table) == 0
    assert table.engine.ending(table.state, table.battle).results == {VIGIL: "drew", RUIN: "drew"}


def test_each_side_marks_one_fighter_in_the_first_round() -> None:
    table = laid("bloodmarked", last_round=10)
    start(table, RUIN, bloodmarked__2=(22,), bloodmarked__1=(13,))
    marked = [table.battle.sides[side].number(OfSide.BLOODMARKED) for side in (VIGIL, RUIN)]
    assert marked == [13, 22]
    fell(table, 21, 11)
    assert not table.engine.is_over(table.battle)
    fell(table, 13, 22)
    assert winner(table) == RUIN


def test_bloodmarked_fighters_at_the_edge_fall_from_the_fourth_round_on() -> None:
    setup = (*about_side(VIGIL, bloodmarked=12), *about_side(RUIN, bloodmarked=22))
    table = laid("bloodmarked", *setup, last_round=10, round=2)
    table.start_round()
    end_round(table)
    table.start_round()
    end_round(table, edge=(22,))
    assert winner(table) == VIGIL
    assert table.fighter(22).spared


def test_an_endless_battle_is_a_draw_at_the_cap() -> None:
    table = laid("bloodmarked", last_round=4, is_capped=1)
    start(table, bloodmarked__1=(11,), bloodmarked__2=(21,))
    end_round(table)
    play_rounds(table, 3)
    assert winner(table) == 0
    assert table.log[-1] == (
        "The battle is a draw: 4 rounds are over and nobody has met the condition."
    )


# ----------------------------------------------------------------------------- objectives


def test_awakened_objectives_score_and_control_is_kept() -> None:
    table = laid("awakening", objectives=(1, 2, 3, 4, 5), awake=(1,), held=(0,) * 5, last_round=2)
    start(table, awake="none")
    end_round(table, control__1=("1",))
    assert points(table) == [1, 0]
    start(table, awake="4")
    assert table.battle.numbers(Known.AWAKE) == (1, 4)
    assert table.log[-1] == "Rust & Ruin wakes objective 4 (bottom left)."
    end_round(table, control__1=(), control__2=("4",), holders__1=(), holders__2=(22,))
    assert points(table) == [2, 1]
    assert winner(table) == VIGIL
    ending = table.engine.ending(table.state, table.battle)
    assert ending.objectives == {VIGIL: 1, RUIN: 1}
    assert ending.holders == {22}


def test_only_awakened_objectives_are_asked_about() -> None:
    table = laid("awakening", objectives=(1, 2, 3, 4, 5), awake=(1, 3), held=(2, 0, 0, 0, 0))
    start(table, awake="none")
    table.apply(*about_battle(passes=2))
    question = table.asks("end_round")
    assert isinstance(question, Pick)
    assert [(option.label, option.detail) for option in question.options] == [
        ("objective 1 (centre)", "held by Rust & Ruin"),
        ("objective 3 (top right)", "held by nobody"),
    ]


def test_two_of_three_objectives_vanish_and_the_last_one_decides() -> None:
    table = laid("vanishing_objectives", objectives=(1, 2, 3), held=(0, 0, 0))
    table.start_round()
    end_round(table, remove__1=(2, 6), removed="1", control__1=("2", "3"))
    assert table.battle.numbers(Known.OBJECTIVES) == (2, 3)
    assert table.battle.number_of(Known.REMOVED_BY) == RUIN
    table.start_round()
    table.apply(*about_battle(passes=2))
    question = table.asks("end_round")
    assert question.why == "The Ashen Vigil takes an objective out of play"
    end_round(table, removed="2", control__1=(), control__2=())
    assert table.battle.numbers(Known.OBJECTIVES) == (3,)
    assert table.battle.numbers(Known.HELD) == (VIGIL,)
    table.start_round()
    end_round(table, control__1=(), control__2=("3",))
    assert table.battle.numbers(Known.HELD) == (RUIN,)
    table.start_round()
    end_round(table, control__1=(), control__2=(), holders__2=(21, 23))
    assert winner(table) == RUIN
    assert table.engine.ending(table.state, table.battle).holders == {21, 23}


@pytest.mark.parametrize(
    ("face", "where"),
    [
        (1, "objective 2 (top left)"),
        (4, "objective 5 (bottom right)"),
        (5, "objective 1 (centre)"),
        (6, "objective 1 (centre)"),
    ],
)
def test_the_late_objective_appears_in_the_second_round(face: int, where: str) -> None:
    table = laid("late_objective", last_round=2)
    table.start_round()
    end_round(table)
    start(table, objective=face)
    (objective,) = table.battle.numbers(Known.OBJECTIVES)
    names = victory.condition_of(table.fight).names(table.fight)  # type: ignore[attr-defined]
    assert names == {objective: where}
    end_round(table, control__1=(str(objective),), holders__1=(12,))
    assert winner(table) == VIGIL


def test_nobody_holds_an_objective_that_nobody_went_to() -> None:
    table = laid("late_objective", last_round=2, round=1)
    start(table, objective=5)
    end_round(table, control__1=(), control__2=())
    assert winner(table) == 0


# ----------------------------------------------------------------------------- the last standing


def test_a_side_wins_when_every_enemy_is_out() -> None:
    table = laid("quarters")
    table.start_round()
    for fighter in (21, 22, 23):
        assert not table.engine.is_over(table.battle)
        fell(table, fighter, 11)
    assert winner(table) == VIGIL
    assert table.log[-1] == "The Ashen Vigil wins: every enemy is out of action."


def test_reserves_are_not_out_of_action() -> None:
    table = laid("quarters", Place(fighter=23, where="reserve"))
    table.start_round()
    fell(table, 21)
    fell(table, 22)
    assert not table.engine.is_over(table.battle)


def test_by_house_rule_the_battle_plays_on() -> None:
    known = about_battle(victory="quarters", last_round=1)
    table = Table.laid(warbands("captain"), *known, annihilation="plays_on")
    table.start_round()
    fell(table, 21, 11)
    assert not table.engine.is_over(table.battle)
    end_round(table, **{f"quarter__{n}": "nobody" for n in range(1, 5)})
    assert winner(table) == 0


def test_two_who_fall_in_the_same_exchange_make_a_draw() -> None:
    table = laid("leaders", last_round=10)
    table.start_round()
    fight = table.fight
    for target, by in ((21, 11), (11, 21)):
        for question in damage.knock_out(fight, target, by, key=f"test/{target}"):
            raise AssertionError(question)
    table.battle = fight.battle
    assert winner(table) == 0


def test_of_three_sides_the_last_one_wins() -> None:
    table = Table.laid(
        warbands("captain", sides=3), *about_battle(victory="quarters", last_round=4)
    )
    table.start_round()
    fell(table, 21, 11)
    assert not table.engine.is_over(table.battle)
    fell(table, 11, 31)
    assert winner(table) == 3


def test_in_a_battle_of_dice_and_attacks_nobody_wins_by_itself() -> None:
    table = Table.laid(warbands("captain"), is_whole=False)
    fell(table, 21, 11)
    assert not table.engine.is_over(table.battle)
    assert table.engine.ending(table.state, table.battle).results == {VIGIL: "won", RUIN: "lost"}
