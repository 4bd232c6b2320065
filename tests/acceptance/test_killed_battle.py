"""A battle whose program is killed in round 3: every confirmed step is there, and it goes on."""

from __future__ import annotations

from pathlib import Path

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.battle_ending import battle_result, finish_battle
from mordcry_app.services.battle_table import battle_table
from mordcry_app.services.battles import battle_entry
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.playing_battles import play_on
from tests.services.worlds import child, kill

PLAYS = """
import sys
from pathlib import Path
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.playing_battles import play_on, set_up_by_dice
from mordcry_app.services.samples import create_sample

def playing(path):
    def step(table):
        opened = table.open_event
        steps = len(opened.steps) if opened else 0
        print(path, table.status.title, len(table.events), steps, sep="|", flush=True)
        return False
    return step

for seed in range(1, 30):
    path = Path(sys.argv[1]) / f"{seed}.mordcry"
    with create_sample(path) as file:
        source = SeededRandom(seed)
        set_up_by_dice(file, source)
        play_on(file, source, playing(path))
"""
"""Plays battles one after the other, because some are over before their third round."""

STEPS_INTO_ROUND_3 = 25


def test_a_battle_killed_in_round_3_goes_on_where_it_was(tmp_path: Path) -> None:
    process = child(PLAYS, str(tmp_path))
    assert process.stdout is not None
    path = tmp_path
    confirmed: tuple[int, int] = (0, 0)
    in_round_3 = 0
    for line in process.stdout:
        name, title, events, steps = line.strip().split("|")
        in_round_3 = 0 if Path(name) != path else in_round_3
        path, confirmed = Path(name), (int(events), int(steps))
        in_round_3 += title.startswith("Round 3")
        if in_round_3 == STEPS_INTO_ROUND_3:
            break
    kill(process)
    assert in_round_3 == STEPS_INTO_ROUND_3, process.returncode
    assert check_file(path) == ()
    with open_campaign(path) as file:
        table = battle_table(file)
        assert table is not None
        assert table.status.title.startswith("Round 3")
        steps = len(table.open_event.steps) if table.open_event else 0
        assert (len(table.events), steps) >= confirmed
        assert [event.sequence for event in table.events] == list(range(1, len(table.events) + 1))
        over = play_on(file, SeededRandom(2), lambda _: False)
        assert over.is_over
        result = battle_result(file)
        assert battle_entry(file, finish_battle(file).created["battle"]) == result
    assert check_file(path) == ()
