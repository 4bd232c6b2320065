"""The same numbers everywhere: 200 simulated fighters on screen, on paper, as JSON and in the odds.

The values that `rules.derive` works out are taken as the truth; whatever a player can look at is
held to them, and the attack lines of the sheet to what the battle helper would roll.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.derive import effective
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.rules.state import State
from mordcry_app.services.as_json import campaign_as_json
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import attack_form, battle_table, forecast
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.papers import PaperWish, gather
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.samples import create_sample
from mordcry_app.services.simulating import simulate_copy
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.views import CampaignView, MemberView
from mordcry_app.sheets import kinds
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.ui.qt_models.roster_model import RosterModel
from tests.sheets.reading import texts

CAMPAIGNS = 12
FIGHTERS = 200
LEAST_EACH = -(-FIGHTERS // CAMPAIGNS)
"""So many fighters at least are compared in each campaign."""

COUNTS_AS_WELL = "Counts as well"
"""Begins what an item does to an attack on this very enemy, which no roster sheet can know."""

LEAST_COMPARED = 5
"""Attacks; many fighters have no weapon, or something waits for them."""

PRINTED = range(2, 7)
"""The WS and DS of an enemy that a line of the sheet is worked out against."""

IN_ATTACKS = re.compile(r"\b(A|WS|BS|OS|DS)\b")
"""Values of which something that waits may change one, so that the sheet cannot know it yet."""

Values = dict[str, str]
"""What is written for each characteristic, by its short name."""


@pytest.fixture(params=range(CAMPAIGNS))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CampaignFile]:
    """Yield campaigns of different length, each of which went its own way."""
    number: int = request.param
    with create_sample(tmp_path / "sample.mordcry"):
        pass
    path = tmp_path / "played.mordcry"
    battles = 1 + number % 6
    simulate_copy(tmp_path / "sample.mordcry", battles, f"numbers {number}", keep_as=path)
    with open_campaign(path) as file:
        yield file


def members_of(view: CampaignView) -> list[MemberView]:
    return [member for roster in view.rosters for member in roster.members]


def derived(file: CampaignFile) -> dict[int, Values]:
    """Return the truth: every characteristic of every active fighter as `derive` has it."""
    with file.reading() as connection:
        state: State = current_state(file, connection)
        content = file.ruleset.content_under(file.house_rules(connection))
    return {
        member.id: {
            stat.short: stat.written(effective(member, stat.id, content).total)
            for stat in content.characteristics.values()
        }
        for member in state.members.values()
        if member.state == "active"
    }


def on_screen(view: CampaignView) -> dict[int, Values]:
    """Return what the table of each warband shows."""
    shown: dict[int, Values] = {}
    for roster in view.rosters:
        model = RosterModel()
        model.show_roster(roster, view.columns, locked=False)
        for row in range(model.rowCount()):
            member = model.member(row)
            assert member is not None
            cells = {
                str(model.headerData(column, Qt.Orientation.Horizontal)): str(
                    model.index(row, column).data()
                )
                for column in range(model.columnCount())
            }
            shown[member.id] = {column.short: cells[column.short] for column in view.columns}
    return shown


def as_json(view: CampaignView) -> list[Values]:
    """Return what the JSON says, fighter after fighter."""
    document = json.loads(json.dumps(campaign_as_json(view)))
    shorts = {column.stat: column.short for column in view.columns}
    return [
        {shorts[stat]: value["text"] for stat, value in fighter["values"].items()}
        for warband in document["warbands"]
        for fighter in warband["fighters"]
    ]


def on_paper(file: CampaignFile) -> list[tuple[Values, str]]:
    """Return what the roster sheets say, fighter after fighter: values, and the text after them."""
    options = SheetOptions(footnotes=False, news=False, fallen=False, write_in_notes=0)
    data = kinds.make(gather(file, PaperWish("roster")), options, date(2026, 11, 30))
    shorts = [column.short for column in campaign_view(file).columns]
    figures = r"\s+".join(rf"{re.escape(short)}\s+(\S+)" for short in shorts)
    parts = re.split(figures, "\n".join(texts(data)))
    step = len(shorts) + 1
    return [
        (
            dict(zip(shorts, parts[place : place + len(shorts)], strict=True)),
            parts[place + step - 1],
        )
        for place in range(1, len(parts), step)
    ]


def test_the_same_numbers_everywhere(played: CampaignFile) -> None:
    assert_screen_sheet_and_json_show_what_is_derived(played)
    assert_odds_are_worked_out_from_the_numbers_on_the_sheet(played)


def assert_screen_sheet_and_json_show_what_is_derived(played: CampaignFile) -> None:
    view = campaign_view(played)
    members = members_of(view)
    truth = derived(played)
    assert len(truth) == len(members) >= LEAST_EACH
    assert on_screen(view) == truth
    assert as_json(view) == [truth[member.id] for member in members]
    sheet = on_paper(played)
    assert [values for values, _ in sheet] == [truth[member.id] for member in members]
    for member, (_, rest) in zip(members, sheet, strict=True):
        words = " ".join(rest.split())
        for line in member.attacks:
            for cell in line.cells:
                assert f"{cell.heading} {cell.text}" in words, member.shown_name


def assert_odds_are_worked_out_from_the_numbers_on_the_sheet(played: CampaignFile) -> None:
    members = {member.id: member for member in members_of(campaign_view(played))}
    compared = 0
    for attacker, weapon, target in attacks_to_compare(played):
        command = Command(
            kind="attack",
            values={"attacker": attacker, "weapon": weapon, "targets": (target,), "switches": ()},
        )
        worth = forecast(played, command)
        assert worth is not None
        steps = {step.label: step for step in worth.steps}
        cells = cells_of(line_of(members[attacker], weapon))
        told = (members[attacker].shown_name, weapon, cells, worth.steps)
        assert steps["Dice"].needs == cells["Dice"], told
        skill, defence = (members[target].value(stat).total for stat in ("ws", "ds"))
        if not steps["Hit"].detail.startswith("WS"):
            assert steps["Hit"].needs == cells["Hit"], told
        elif skill in PRINTED:
            assert steps["Hit"].needs == cells["Hit"].split()[PRINTED.index(skill)], told
        if COUNTS_AS_WELL not in steps:
            wound = steps["Wound"]
            assert re.match(rf"OS {cells['Str']}\b.* v DS {defence}\b", wound.detail), told
            if defence in PRINTED:
                assert wound.needs == cells["Wound"].split()[PRINTED.index(defence)], told
        assert steps["Damage"].needs == cells["Dmg"], told
        compared += 1
    assert compared >= LEAST_COMPARED


def attacks_to_compare(file: CampaignFile) -> Iterator[tuple[int, str, int]]:
    """Set the next battle up and yield each armed attack of everybody there: by, with, on whom.

    Left out is for whom something waits that changes a value in this battle: the sheet was
    printed before it.
    """
    waiting = {
        member.id
        for member in members_of(campaign_view(file))
        if any(IN_ATTACKS.search(pending.words) for pending in member.pending)
    }
    set_up_battle(file, is_whole=False)
    for draft in campaign_view(file).drafts:
        play_board(file, draft.id, SeededRandom(1))
        finish(file, draft.id)
    table = battle_table(file)
    assert table is not None
    for side in table.sides:
        enemies = [e.id for other in table.sides if other.id != side.id for e in other.fighters]
        for place, fighter in enumerate(side.fighters):
            target = enemies[place % len(enemies)]
            if {fighter.id, target} & waiting:
                continue
            command = Command(kind="attack", values={"attacker": fighter.id, "targets": (target,)})
            weapons = [weapon.id for weapon in attack_form(file, command).weapons]
            for weapon in weapons:
                if f"{weapon}+second" not in weapons and weapon != "unarmed":
                    yield fighter.id, weapon, target


def line_of(member: MemberView, weapon: str) -> AttackLine:
    """Return the line of the sheet that is about a weapon."""
    names = {item.ref: item.name for item in member.items}
    name = names[weapon.partition("+")[0]]
    return next(line for line in member.attacks if line.name.partition(" ×")[0] == name)


def cells_of(line: AttackLine) -> Values:
    return {cell.heading: cell.text for cell in line.cells}
