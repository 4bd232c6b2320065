"""The battle sheet of the next battle: as nobody knows it yet, set up, under way, and blank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.paper import PLAIN_PAPER
from mordcry_app.rules.procedure import ChoiceAnswer
from mordcry_app.rules.ruleset import load_ruleset
from mordcry_app.services import battle_play as play
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import battle_table
from mordcry_app.services.boards import roll_all_left
from mordcry_app.services.campaign_file import CampaignFile, open_campaign, rulesets_folder
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.paper_battle import battle_sheet_of, battle_sheet_view
from mordcry_app.services.paper_blocks import BLANK_ROWS
from mordcry_app.services.paper_views import BattleSheetView, BlockView
from mordcry_app.services.playing_battles import play_on, set_up_by_dice
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.samples import create_sample
from tests.services.worlds import copy_of

SET_UP_BLOCKS = ["battle_attacker", "battle_deployment", "battle_victory", "battle_twist"]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the sample campaign; never open it, copy it."""
    folder = tmp_path_factory.mktemp("sample")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(folder / "home"))
        with create_sample(folder / "sample.mordcry") as file:
            return file.path


@pytest.fixture
def file(sample: Path, tmp_path: Path) -> Iterator[CampaignFile]:
    """The sample campaign after battle 3, open."""
    with open_campaign(copy_of(sample, tmp_path, "sample.mordcry")) as opened:
        yield opened


def ids(blocks: tuple[BlockView, ...]) -> list[str]:
    return [block.id for block in blocks]


def arrivals(view: BattleSheetView) -> dict[int | None, str]:
    """Return the round in which each fighter comes, as its field shows it."""
    return {
        row.member_id: row.fields[0].text
        for side in view.sides
        for block in side.blocks
        for row in block.rows
    }


def test_a_battle_that_nobody_has_set_up_leaves_room_for_everything(file: CampaignFile) -> None:
    view = battle_sheet_view(file, ())
    assert (view.title, view.number, view.facts) == ("Battle 4", 4, ())
    assert ids(view.blocks) == [*SET_UP_BLOCKS, "battle_rounds", "battle_objectives"]
    assert view.rounds == campaign_view(file).paper.profile.rounds == 6
    assert [side.owner for side in view.sides] == ["The Ashen Vigil", "Rust & Ruin"]
    assert set(arrivals(view).values()) == {""}


def test_wounds_carried_into_a_battle_are_crossed_out_and_leave_one(file: CampaignFile) -> None:
    taken = {
        fighter.member_id: fighter.taken
        for side in battle_sheet_view(file, ()).sides
        for fighter in side.fighters
    }
    waiting = {
        member.id: (
            sum(p.amount for p in member.pending if p.ref == "starts_wounded"),
            member.value("w").total,
        )
        for roster in campaign_view(file).rosters
        for member in roster.members
        if not member.misses_next_battle
    }
    assert taken == {m: min(wounds, most - 1) for m, (wounds, most) in waiting.items()}
    assert any(taken.values())


def test_only_the_warbands_that_are_asked_for(file: CampaignFile) -> None:
    second = campaign_view(file).rosters[1].id
    view = battle_sheet_view(file, (second,))
    assert [side.roster_id for side in view.sides] == [second]


def test_what_the_set_up_decided_is_printed_and_needs_no_room(file: CampaignFile) -> None:
    set_up_by_dice(file, SeededRandom(7))
    view = battle_sheet_view(file, ())
    assert [fact.label for fact in view.facts][:4] == [
        *("Attacker", "Deployment", "Victory", "Twist"),
    ]
    rows = file.ruleset.content.tables["victory"].rows
    victory = view.facts[2]
    row = next(row for row in rows if row.name == victory.text)
    assert victory.detail.startswith(row.text)
    assert not set(ids(view.blocks)) & set(SET_UP_BLOCKS)
    assert "battle_rounds" in ids(view.blocks)
    table = battle_table(file)
    assert table is not None
    starts = {f.id: f.where for side in table.sides for f in side.fighters}
    shown = arrivals(view)
    assert set(shown) == set(starts)
    assert {m for m, text in shown.items() if text == "1"} == {
        m for m, where in starts.items() if where == "table"
    }
    assert set(shown.values()) == {"1", "2", "3"}


@pytest.mark.parametrize("seed", range(6))
def test_rounds_and_objectives_follow_the_victory_condition(file: CampaignFile, seed: int) -> None:
    set_up_by_dice(file, SeededRandom(seed))
    view = battle_sheet_view(file, ())
    victory = next(fact for fact in view.facts if fact.label == "Victory")
    row = next(r for r in file.ruleset.content.tables["victory"].rows if r.name == victory.text)
    is_endless = row.id in ("leaders", "bloodmarked")
    assert view.rounds == (6 if is_endless else 4)
    assert victory.detail.endswith(" Here it is after round 10.") == is_endless
    with_objectives = ("awakening", "vanishing_objectives", "late_objective")
    assert ("battle_objectives" in ids(view.blocks)) == (row.id in with_objectives)
    rounds = next(block for block in view.blocks if block.id == "battle_rounds")
    assert len(rounds.rows) == 2 * view.rounds


def test_a_set_up_half_done_shows_what_it_has_decided_so_far(file: CampaignFile) -> None:
    draft_id = set_up_battle(file, is_whole=True).created["draft"]
    facts = battle_sheet_view(file, ()).facts
    assert [fact.label for fact in facts] == ["Deployment"], "all of its rows are alike"
    roll_all_left(file, draft_id, SeededRandom(7))
    view = battle_sheet_view(file, ())
    labels = [fact.label for fact in view.facts]
    assert "Victory" in labels
    assert "Attacker" not in labels, "the winner of the roll-off has not picked"
    assert "battle_attacker" in ids(view.blocks)
    assert "battle_victory" not in ids(view.blocks)
    taken = [f.taken for side in view.sides for f in side.fighters]
    assert any(taken), "wounds that wait are known before they are armed"


def test_a_battle_under_way_shows_how_it_stands(file: CampaignFile) -> None:
    random = SeededRandom(7)
    set_up_by_dice(file, random)
    table = play_on(
        file,
        random,
        lambda table: (
            any(f.where == "out" for side in table.sides for f in side.fighters)
            and table.open_event is None
        ),
    )
    view = battle_sheet_view(file, ())
    so_far = view.facts[-1]
    assert (so_far.label, so_far.text) == ("So far", table.status.title)
    fighters = {f.id: f for side in table.sides for f in side.fighters}
    shown = {f.member_id: f for side in view.sides for f in side.fighters}
    assert {m: f.taken for m, f in shown.items()} == {m: f.damage for m, f in fighters.items()}
    out_by = {
        row.member_id: row.fields[-1].text
        for side in view.sides
        for block in side.blocks
        for row in block.rows
    }
    out = {m: fighter.out_by for m, fighter in fighters.items() if fighter.where == "out"}
    assert out
    assert {m: text for m, text in out_by.items() if text} == {m: by for m, by in out.items() if by}
    for member_id, fighter in fighters.items():
        if fighter.where == "table":
            marks = [mark.text for mark in fighter.marks]
            assert shown[member_id].now == ", ".join(marks)


def test_a_blank_sheet_shows_nothing_of_anybody(file: CampaignFile) -> None:
    set_up_by_dice(file, SeededRandom(7))
    view = battle_sheet_view(file, (), is_blank=True)
    assert (view.title, view.number, view.facts, view.rounds) == ("Battle sheet", None, (), 6)
    assert [side.owner for side in view.sides] == ["First warband", "Second warband"]
    assert all(not side.fighters and len(side.blocks[0].rows) == 10 for side in view.sides)
    assert ids(view.blocks) == [*SET_UP_BLOCKS, "battle_rounds", "battle_objectives"]
    names = {m.name for r in campaign_view(file).rosters for m in r.members} - {""}
    assert not any(name in repr(view) for name in names)


def test_blocks_are_left_out_for_rows_that_there_are() -> None:
    content = load_ruleset(rulesets_folder(), "mordcry").content
    rows = {row.id for table in content.tables.values() for row in table.rows}
    named = {row for block in content.paper.blocks for row in block.not_for}
    assert named
    assert named <= rows
    decided = {block.stage for block in content.paper.blocks_of("battle") if block.stage}
    assert decided == {"attacker", "deployment", "victory", "twist"}


@pytest.fixture
def tiny(tmp_path: Path, with_tiny_ruleset: Path) -> Iterator[CampaignFile]:
    """A campaign of a made-up ruleset that says nothing about paper."""
    rosters = tuple(
        NewRoster(player, player * 2, fighter_names=tuple(f"{player}{n}" for n in range(3)))
        for player in ("Ann", "Ben")
    )
    with create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters)) as opened:
        yield opened


def test_a_ruleset_without_a_plan_has_its_fighters_and_nothing_to_write_in(
    tiny: CampaignFile,
) -> None:
    campaign = replace(campaign_view(tiny), paper=PLAIN_PAPER)
    view = battle_sheet_of(campaign, campaign.rosters, 1)
    assert view.blocks == ()
    assert [len(side.fighters) for side in view.sides] == [3, 3]


def test_another_ruleset_has_its_own_blocks_and_its_battle_as_it_stands(
    tiny: CampaignFile,
) -> None:
    view = battle_sheet_view(tiny, ())
    assert [block.title for block in view.blocks] == ["Weather", "Rounds"]
    assert [len(side.fighters) for side in view.sides] == [3, 3]
    set_up_battle(tiny, is_whole=True)
    table = battle_table(tiny)
    assert table is not None
    one, other = table.sides
    play.do_command(tiny, play.Command(kind="strike", values={"fighter": one.fighters[0].id}))
    play.answer_event(tiny, "target", ChoiceAnswer(option=str(other.fighters[0].id)))
    play.type_event_faces(tiny, "hit", "6")
    view = battle_sheet_view(tiny, ())
    assert view.facts[-1].text == "Round 1"
    assert {f.member_id: f.taken for f in view.sides[1].fighters}[other.fighters[0].id] > 0


def test_a_warband_without_fighters_has_room_to_write_some_in(file: CampaignFile) -> None:
    campaign = campaign_view(file)
    empty = replace(campaign.rosters[1], members=())
    view = battle_sheet_of(campaign, (campaign.rosters[0], empty), 4)
    assert [(len(side.fighters), side.blanks) for side in view.sides] == [(10, 0), (0, BLANK_ROWS)]
