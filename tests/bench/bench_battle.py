"""What a battle costs as it grows: a step of it, and the whole matrix of who could hit whom.

A bot plays on the sample’s warbands through the services, as the window does. A click is a command
or an answer, saved, and the table read anew. Processor time, medians; clicks late in a battle are
set against clicks early in the same one, and the matrix against a single forecast. Targets: a click
at 300 events ≤ 50 ms, the matrix of 10 × 2 × 10 ≤ 60 ms.
Run it by name: `pytest -n0 -s tests/bench/bench_battle.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.rules.state import Carried
from mordcry_app.services.battle_play import answer_event, do_command
from mordcry_app.services.battle_table import battle_table, corrections
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.playing_battles import next_command, play_on, set_up_by_dice
from mordcry_app.services.samples import create_sample
from tests.rulesets.mordcry.battle.playing import ruleset, warbands
from tests.rulesets.mordcry.helpers import rules_with
from tests.services.worlds import answer_to

CLICKS = 30
LONG = 300
TEN = ("captain", "champion", "champion", *["warrior"] * 3, *["youngblood"] * 4)
ARMS = ("short_sword", "pistol", "dagger", "hammer", "club", "shortbow", "mace", "flail")


def milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def click(file: CampaignFile, source: RandomSource) -> float:
    """Do or answer whatever comes next and read the table; return what that took."""
    table = battle_table(file)
    assert table is not None
    if table.open_event is not None:
        question = table.open_event.question
        answer = answer_to(question, source)
        return milliseconds(lambda: (answer_event(file, question.key, answer), battle_table(file)))
    command = next_command(file, table, source)
    return milliseconds(lambda: (do_command(file, command), battle_table(file)))


def lengthen(file: CampaignFile) -> None:
    """Fill the battle up with corrections by hand that come to nothing."""
    table = battle_table(file)
    assert table is not None
    fighter = table.sides[0].fighters[0]
    damage = next(c for c in corrections(file, fighter=fighter.id) if c.id == "damage")
    for _ in range(LONG - len(table.events)):
        do_command(file, damage.with_value(number=fighter.damage))


def test_a_click_early_and_late_in_a_battle(tmp_path: Path) -> None:
    source = SeededRandom(5)
    with create_sample(tmp_path / "bench.mordcry") as file:
        set_up_by_dice(file, source)
        play_on(file, source, lambda table: table.status.title.startswith("Round 1"))
        early = [click(file, source) for _ in range(CLICKS)]
        play_on(file, source, lambda table: table.open_event is None)
        lengthen(file)
        late = [click(file, source) for _ in range(CLICKS)]
    for name, times in (("early", early), (f"after {LONG} events", late)):
        print(f"\n{name}: a click {median(times):.1f} ms, the slowest {max(times):.1f} ms")
    print(f"late against early: {median(late) / median(early):.2f}")


def test_the_matrix_of_ten_against_ten_with_two_weapons_each() -> None:
    state = warbands(*TEN)
    for place, member in enumerate(list(state.members.values())):
        refs = (ARMS[place % 8], ARMS[(place + 3) % 8], "leather_armour")
        state = state.with_member(replace(member, carried=tuple(map(Carried, refs))))
    engine = ruleset().battle_engine(rules_with())
    battle = engine.begin(state, 1, (), is_whole=False)
    times = [milliseconds(lambda: engine.matrix(state, battle, 1)) for _ in range(15)]
    rows = engine.matrix(state, battle, 1)
    cells = sum(cell is not None for row in rows for cell in row.cells.values())
    offer = next(offer for offer in engine.offers(state, battle) if offer.opens_form)
    attacker = {**offer.command.values, "attacker": next(iter(battle.fighters))}
    form = engine.attack_form(state, battle, offer.command.model_copy(update={"values": attacker}))
    enemy = int(next(option.id for option in form.targets if not option.refused))
    values = {**form.command.values, "targets": (enemy,)}
    command = form.command.model_copy(update={"values": values})
    one = [milliseconds(lambda: engine.forecast(state, battle, command)) for _ in range(50)]
    usual = median(times[1:])
    print(f"\n{len(rows)} rows, {cells} cells: first {times[0]:.1f} ms, then {usual:.1f} ms")
    print(f"one forecast {median(one):.2f} ms; the matrix is {usual / median(one):.0f} of them")
