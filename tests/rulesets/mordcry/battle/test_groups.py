"""How a warband is split into three groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.procedure import Answer, Pick, PickAnswer, misfit
from mordcry_app.rules.state import Pending, State
from tests.rulesets.mordcry.battle.setting_up import (
    answered,
    asks,
    begun,
    board,
    line,
    outcome,
    warbands,
)
from tests.rulesets.mordcry.helpers import VIGIL, fighter, rolled
from tests.rulesets.mordcry.test_setup import WOUND


def pick(state: State, answers: dict[str, Answer] | None = None) -> Pick:
    """Return what is asked about the groups of the first warband."""
    question = asks(board(state, answers), "groups/1")
    assert isinstance(question, Pick)
    return question


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        (0, []), (1, [1]), (2, [1, 1]), (3, [1, 1, 1]), (4, [2, 1, 1]), (5, [2, 2, 1]),
        (8, [3, 3, 2]), (9, [3, 3, 3]), (10, [4, 3, 3]), (11, [4, 4, 3]), (13, [5, 4, 4]),
    ],
)  # fmt: skip
def test_a_warband_is_split_as_evenly_as_can_be(size: int, sizes: list[int]) -> None:
    battle = begun(answered(warbands(size, 3)))
    groups = [battle_group.number("group") for battle_group in battle.of_side(VIGIL)]
    assert [groups.count(number) for number in range(1, len(sizes) + 1)] == sizes
    assert len(groups) == size
    assert battle.sides[VIGIL].number("first_group") == (1 if size else 0)


def test_the_leader_starts_and_all_kinds_are_dealt_out() -> None:
    question = pick(warbands())
    assert question.why == "Who starts on the table?"
    assert question.proposed == ("100", "103", "106", "109")
    assert question.options[0].detail == "Captain"
    absent = warbands()
    captain = replace(absent.members[100], pending=(Pending("misses_battle", "battle 6"),))
    without = pick(absent.with_member(captain))
    assert without.proposed == ("101", "104", "107")


@pytest.mark.parametrize(
    ("picks", "fits"),
    [
        (["101", "102", "103"], True), (["101", "102", "103", "104"], True),
        (["101", "102"], False), (["101", "102", "103", "104", "105"], False),
    ],
)  # fmt: skip
def test_no_group_is_two_larger_than_another(picks: list[str], fits: bool) -> None:
    question = pick(warbands())
    answer = PickAnswer(options=tuple(picks))
    assert (misfit(question, answer) == "") is fits
    if fits:
        second = pick(warbands(), {"groups/1/1": answer})
        assert (second.why, second.least, second.most) == (
            "Who arrives in round 2?",
            3,
            7 - len(picks) if len(picks) == 4 else 4,
        )


def test_a_player_picks_who_starts_and_who_comes_when() -> None:
    answers: dict[str, Answer] = {
        "groups/1/1": PickAnswer(options=("103", "101")),
        "groups/1/2": PickAnswer(options=("100",)),
    }
    state = warbands(4, 3)
    done = board(state, answers)
    names = {place: f"Fighter 10{place}" for place in range(4)}
    assert outcome(done, "groups/1").summary == (
        f"on the table: {names[1]}, {names[3]}; round 2: {names[0]}; round 3: {names[2]}"
    )
    battle = begun(answered(state, answers))
    assert [battle.fighters[100 + place].number("arrives") for place in range(4)] == [2, 0, 3, 0]
    assert [battle.fighters[100 + place].where for place in range(4)] == [
        "reserve", "table", "reserve", "table",
    ]  # fmt: skip


def test_groups_wait_until_old_wounds_are_rolled_for() -> None:
    state = warbands(4, 4)
    hurt = replace(state.members[103], traits=(WOUND,))
    state = state.with_member(hurt)
    found = board(state)
    assert line(found, "groups/1").status == "waiting"
    assert line(found, "groups/2").status == "open"
    gone = pick(state, {"old_wound/103/1": rolled("d6", 1)})
    assert [option.id for option in gone.options] == ["100", "101", "102"]
    battle = begun(answered(state, {"old_wound/103/1": rolled("d6", 1)}))
    assert 103 not in battle.fighters


def test_a_hound_belongs_to_a_group() -> None:
    state = warbands(3, 3)
    hound = replace(fighter(110), archetype="hound", tags=frozenset({"beast"}))
    battle = begun(answered(state.with_member(hound)))
    assert battle.fighters[110].number("group") > 0
