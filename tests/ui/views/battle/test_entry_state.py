"""A battle as it is entered, without any widget."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.services.battle_entries import MOST_HELD, MOST_KILLS
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.views.battle.entry_state import EntryState, Fighter, Side
from mordcry_app.ui.views.battle.fighters_model import Column, FightersModel
from mordcry_app.ui.views.battle.in_words import summary

Make = Callable[..., EntryState]


@pytest.fixture
def make() -> Make:
    """An entry of as many sides of three as wanted: fighters 11, 12, 13; 21, 22, 23; …"""

    def sides(count: int = 2) -> EntryState:
        return EntryState(
            [
                Side(
                    number,
                    f"Side {number}",
                    "",
                    tuple(Fighter(number * 10 + n, f"F{number}{n}", "Warrior") for n in (1, 2, 3)),
                    took_part={number * 10 + n for n in (1, 2, 3)},
                )
                for number in range(1, count + 1)
            ],
            1,
        )

    return sides


@pytest.mark.parametrize(
    ("result", "other"),
    [("won", "lost"), ("lost", "won"), ("drew", "drew"), ("retreated", "won")],
)
def test_a_result_proposes_that_of_the_other_side(make: Make, result, other: str) -> None:
    state = make()
    state.set_result(state.sides[0], result)
    assert state.sides[1].result == other
    assert state.problem() == ""


def test_of_three_only_victory_and_draw_say_something_of_the_others(make: Make) -> None:
    state = make(3)
    state.set_result(state.sides[0], "lost")
    assert [side.result for side in state.sides] == ["lost", None, None]
    assert state.problem() == "Say how Side 2 and Side 3 fared."
    state.set_result(state.sides[2], "won")
    assert [side.result for side in state.sides] == ["lost", "lost", "won"]


def test_a_single_warband_has_a_result_of_its_own(make: Make) -> None:
    state = make(1)
    assert state.problem() == "Say first who won."
    state.set_result(state.sides[0], "lost")
    assert state.problem() == ""


def test_whoever_was_not_there_is_taken_out_everywhere(make: Make) -> None:
    state = make()
    one, two = state.sides
    state.set_out(one, 11, 21)
    state.set_out(two, 21, 11)
    two.holders.add(21)
    state.set_extra_kills(two, 21, 2)
    state.set_took_part(two, 21, took_part=False)
    assert one.out_by == {11: None}
    assert (two.out_by, two.holders, two.extra_kills) == ({}, set(), {})


def test_numbers_stay_within_what_the_service_takes(make: Make) -> None:
    state = make()
    side = state.sides[0]
    state.set_extra_kills(side, 11, 1000)
    assert side.extra_kills == {11: MOST_KILLS}
    state.set_extra_kills(side, 11, -5)
    assert side.extra_kills == {}
    state.set_held(side, objectives=1000, treasures=-1)
    assert (side.objectives, side.treasures) == (MOST_HELD, 0)


def test_kills_are_those_listed_and_the_further_ones(make: Make) -> None:
    state = make()
    state.set_out(state.sides[0], 11, 21)
    state.set_out(state.sides[0], 12, 21)
    state.set_out(state.sides[1], 22, 21)  # the own side
    state.set_extra_kills(state.sides[1], 21, 2)
    assert state.kills(21) == 5
    assert state.kills(11) == 0


def test_culprits_are_the_enemies_first_and_never_the_victim(make: Make) -> None:
    state = make()
    state.set_took_part(state.sides[1], 22, took_part=False)
    culprits = [(side.name, [f.id for f in fighters]) for side, fighters in state.culprits(11)]
    assert culprits == [("Side 2", [21, 23]), ("Side 1", [12, 13])]


def test_an_entry_is_the_same_after_being_kept(evening) -> None:
    campaign = campaign_view(evening.file)
    state = EntryState.fresh(campaign)
    one, two = state.sides
    state.set_result(one, "retreated")
    victim, culprit = one.fighters[0].id, two.fighters[1].id
    state.set_out(one, victim, culprit)
    state.set_extra_kills(two, culprit, 3)
    state.set_held(two, objectives=2, treasures=1)
    two.holders.add(culprit)
    state.set_took_part(one, one.fighters[5].id, took_part=False)
    state.note = "Żółw ″"
    again = EntryState.from_json(campaign, json.loads(json.dumps(state.to_json())))
    assert again.to_entry() == state.to_entry()
    assert again.to_json() == state.to_json()


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"number": 1, "battle_id": None, "note": "", "sides": [{"roster_id": 1}]},
        {"number": None, "battle_id": None, "note": "", "sides": []},
    ],
)
def test_what_is_no_entry_is_told_apart(evening, broken: dict) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        EntryState.from_json(campaign_view(evening.file), broken)


def test_who_is_gone_is_left_out(evening) -> None:
    campaign = campaign_view(evening.file)
    state = EntryState.fresh(campaign)
    kept = state.to_json()
    kept["sides"][0]["took_part"].append(9999)
    kept["sides"][0]["out_by"] = [[9999, 1], [state.sides[0].fighters[0].id, 9998]]
    kept["sides"][0]["holders"] = [9999]
    again = EntryState.from_json(campaign, kept)
    assert again.sides[0].took_part == state.sides[0].took_part
    assert again.sides[0].out_by == {state.sides[0].fighters[0].id: None}
    assert again.sides[0].holders == set()


def test_a_fresh_entry_is_untouched_until_something_is_said(evening) -> None:
    state = EntryState.fresh(campaign_view(evening.file))
    assert state.is_untouched()
    state.set_took_part(state.sides[0], state.sides[0].fighters[0].id, took_part=False)
    assert not state.is_untouched()


def test_the_battle_in_words(make: Make) -> None:
    state = make()
    assert summary(state) == "Nobody has won yet. 6 took part."
    state.set_result(state.sides[0], "won")
    state.set_out(state.sides[1], 21, 11)
    state.set_out(state.sides[1], 22, None)
    state.set_held(state.sides[0], treasures=1)
    state.sides[0].holders.add(12)
    state.set_extra_kills(state.sides[0], 13, 2)
    assert summary(state) == (
        "Side 1 won, Side 2 lost. 6 took part. Out of Side 2: F21 by F11, F22 by nobody known. "
        "Side 1 held 1 treasure (F12). Further kills: F13 2."
    )


def test_who_has_no_injury_to_roll_for_is_kept_as_long_as_it_is_out(evening) -> None:
    campaign = campaign_view(evening.file)
    fresh = EntryState.fresh(campaign)
    one = fresh.sides[0]
    first, second = one.fighters[0].id, one.fighters[1].id
    fresh.set_out(one, first, None)
    fresh.set_out(one, second, None)
    fresh.set_result(one, "lost")
    entry = fresh.to_entry()
    played = replace(
        entry, sides=(replace(entry.sides[0], unhurt=frozenset({first, second})), *entry.sides[1:])
    )
    state = EntryState.of_battle(campaign, 1, 1, played)
    again = EntryState.from_json(campaign, json.loads(json.dumps(state.to_json())))
    assert again.to_entry() == state.to_entry() == played
    side = again.sides[0]
    model = FightersModel(again, side)
    said = model.index(0, Column.OUT).data()
    assert said == "by nobody known, no injury roll"
    again.set_out(side, first, again.sides[1].fighters[0].id)  # another culprit changes nothing
    assert first in again.to_entry().sides[0].unhurt
    del side.out_by[second]
    assert again.to_entry().sides[0].unhurt == {first}
    again.set_out(side, second, None)
    assert again.to_entry().sides[0].unhurt == {first}


def test_a_form_that_was_kept_before_has_nobody_spared(evening) -> None:
    campaign = campaign_view(evening.file)
    kept = EntryState.fresh(campaign).to_json()
    for side in kept["sides"]:
        del side["unhurt"]
    assert all(not side.unhurt for side in EntryState.from_json(campaign, kept).sides)
