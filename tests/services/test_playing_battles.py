"""Battles that the program plays by itself, through the ordinary services."""

from __future__ import annotations

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.battle_ending import battle_result, finish_battle
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import battle_table
from mordcry_app.services.battles import battle_entry
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view, jump_to
from mordcry_app.services.playing_battles import play_on, set_up_by_dice


def test_a_whole_evening_ends_in_its_aftermath(file: CampaignFile) -> None:
    source = SeededRandom(12)
    set_up_by_dice(file, source)
    table = play_on(file, source, lambda _: False)
    assert table.is_over
    assert len(table.events) > 20
    result = battle_result(file)
    assert {side.result for side in result.sides} <= {"won", "lost", "drew", "retreated"}
    assert sum(len(side.took_part) for side in result.sides) == 20
    touched = finish_battle(file)
    assert battle_entry(file, touched.created["battle"]) == result
    assert check_file(file.path) == ()


def test_it_stops_where_it_is_told_to(file: CampaignFile) -> None:
    source = SeededRandom(3)
    set_up_by_dice(file, source)
    table = play_on(file, source, lambda table: len(table.events) == 7)
    assert (len(table.events), table.is_over) == (7, False)
    assert battle_table(file) == table


def test_the_same_dice_play_the_same_battle(file: CampaignFile) -> None:
    def played() -> list[tuple[str, str]]:
        source = SeededRandom(8)
        set_up_by_dice(file, source)
        table = play_on(file, source, lambda table: len(table.events) >= 30)
        return [(event.label, event.summary) for event in table.events]

    first = played()
    jump_to(file, history_view(file).operations[-1].id)
    assert played() == first


def test_there_has_to_be_a_battle(file: CampaignFile) -> None:
    with pytest.raises(RuntimeError, match="no battle is under way"):
        play_on(file, SeededRandom(1), lambda _: False)


def test_it_does_not_play_for_ever(file: CampaignFile) -> None:
    set_up_battle(file)
    with pytest.raises(RuntimeError, match="in 5 steps"):
        play_on(file, SeededRandom(1), lambda _: False, most=5)
