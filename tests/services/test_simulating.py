"""Simulations: reproducible, counted right, and never in the campaign’s own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battles import battles_view
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view
from mordcry_app.services.reading import campaign_view, rolls_view
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.services.simulating import any_seed, set_rules, simulate, simulate_copy
from tests.services.worlds import change_behind_our_back, fight, fingerprint, ids_by_name, play


@pytest.fixture(scope="module")
def played(template, tmp_path_factory):
    """A simulation of twelve battles, and the campaign as it was kept."""
    kept = tmp_path_factory.mktemp("played") / "kept.mordcry"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(kept.parent / "home"))
        return simulate_copy(template, 12, "seven", keep_as=kept), kept


def test_the_summary_says_what_the_kept_campaign_says(played):
    view, kept = played
    with open_campaign(kept) as file:
        campaign = campaign_view(file)
        battles = battles_view(file)
    assert (view.campaign, view.ruleset, view.battles) == ("The Test of Time", "Mordcry", 12)
    assert campaign.battles_fought == len(battles) == 12
    for warband, roster in zip(view.warbands, campaign.rosters, strict=True):
        assert [s.number for s in warband.standings] == list(range(13))
        last = warband.last
        assert last.standing == len(roster.members)
        assert last.deaths == sum(m.state == "dead" for m in roster.fallen)
        assert last.retirements == sum(m.state == "retired" for m in roster.fallen)
        assert last.joined == len(roster.members) + len(roster.fallen) - 10
        assert last.won == roster.won
        assert last.amounts == tuple(a.amount for a in roster.amounts)
        assert view.resources == tuple(a.name for a in roster.amounts)


def test_the_kept_campaign_is_sound_and_nothing_is_under_way(played):
    _, kept = played
    assert check_file(kept) == ()
    with open_campaign(kept) as file:
        assert campaign_view(file).drafts == ()


def test_counts_only_grow(played):
    view, _ = played
    for warband in view.warbands:
        for counted in ("won", "deaths", "retirements", "joined", "advances"):
            values = [getattr(standing, counted) for standing in warband.standings]
            assert values == sorted(values)
            assert values[0] == 0
    assert sum(w.last.deaths for w in view.warbands) > 0


def test_every_row_that_came_up_is_counted(played):
    view, kept = played
    tables = {table.table: table for table in view.tables}
    with open_campaign(kept) as file:
        rolls = rolls_view(file, limit=100_000)
        content = file.ruleset.content
    assert tables.keys() == content.tables.keys()
    injuries = [r for r in rolls if r.purpose.startswith("Injury") and r.dice == "d66"]
    assert tables["injury"].total == len(injuries) > 20
    for row in tables["injury"].rows:
        found = content.tables["injury"].row(row.row)
        rolled = sum(content.tables["injury"].row_for(roll.total) is found for roll in injuries)
        assert row.count == rolled
    advances = sum(warband.last.advances for warband in view.warbands)
    assert tables["advance"].total == advances > 0
    assert 0 < tables["injury"].reached <= len(tables["injury"].rows)
    assert {stage.stage: stage.count for stage in view.stages}["advances"] == advances


def test_the_same_seed_comes_to_the_same(template):
    first = simulate_copy(template, 3, "again")
    assert simulate_copy(template, 3, "again") == first
    assert simulate_copy(template, 3, "other") != first


def test_the_file_itself_is_left_as_it_is(path, tmp_path):
    before = fingerprint(path)
    others = sorted(tmp_path.iterdir())
    simulate_copy(path, 2, "x", ["healer=again"])
    assert fingerprint(path) == before
    assert sorted(tmp_path.iterdir()) == others


def test_a_campaign_that_is_open_in_a_window_can_be_simulated(file):
    simulate_copy(file.path, 1, "x")
    edits.rename_campaign(file, "Still ours")
    assert campaign_view(file).battles_fought == 0


def test_house_rules_hold_for_the_run(path, tmp_path):
    kept = tmp_path / "kept.mordcry"
    view = simulate_copy(path, 1, "x", ["healer = again", "most_fighters=12"], kept)
    with open_campaign(kept) as file:
        values = {rule.id: rule.value for rule in house_rules_view(file)}
    assert (values["healer"], values["most_fighters"]) == ("again", 12)
    assert len(view.house_rules) == 2
    with open_campaign(path) as file:
        values = {rule.id: rule.value for rule in house_rules_view(file)}
    assert values["healer"] != "again"


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("healer", "“healer” sets no house rule"),
        ("=again", "There is no house rule “”"),
        ("healer=", "sets no house rule"),
        ("nosuch=1", "There is no house rule “nosuch”; there are "),
        ("healer=sometimes", "sometimes is not one of"),
        ("most_fighters=many", "many is not a number from"),
        ("most_fighters=-1", "is not a number from"),
        ("most_fighters=" + "9" * 5000, "is not a number from"),
        ("healer=\x00", "is not one of"),
    ],
)
def test_a_house_rule_that_is_none_is_refused(path, tmp_path, setting, sentence):
    kept = tmp_path / "kept.mordcry"
    with pytest.raises(Refusal) as refused:
        simulate_copy(path, 1, "x", [setting], kept)
    assert sentence in refused.value.sentence
    assert not kept.exists()


@pytest.mark.parametrize("battles", [-1, 0, 10_001])
def test_a_number_of_battles_that_cannot_be_is_refused(path, battles):
    with pytest.raises(Refusal, match="1 to 10,000"):
        simulate_copy(path, battles, "x")


def test_nothing_that_is_there_is_overwritten(path, tmp_path):
    there = tmp_path / "there.mordcry"
    there.write_text("mine")
    for target in (there, path):
        before = fingerprint(target)
        with pytest.raises(Refusal, match="already a file"):
            simulate_copy(path, 1, "x", keep_as=target)
        assert fingerprint(target) == before


def test_what_is_no_campaign_is_refused(tmp_path):
    notes = tmp_path / "notes.mordcry"
    notes.write_text("shopping")
    for target, sentence in ((notes, "not a Mordcry campaign"), (tmp_path / "no", "no file")):
        with pytest.raises(Refusal, match=sentence):
            simulate_copy(target, 1, "x", keep_as=tmp_path / "kept.mordcry")
    assert list(tmp_path.iterdir()) == [notes]


def test_a_file_that_was_not_closed_properly_is_refused(path):
    change_behind_our_back(path, "PRAGMA journal_mode=WAL")
    before = fingerprint(path)
    with pytest.raises(Refusal, match="not closed properly"):
        simulate_copy(path, 1, "x")
    assert fingerprint(path) == before


def test_a_run_that_is_broken_off_leaves_nothing_behind(path, tmp_path):
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_copy(path, 3, "x", keep_as=tmp_path / "kept.mordcry", on_battle=stop)
    assert list(tmp_path.glob("kept*")) == []


def test_progress_is_told_after_each_battle(path):
    told: list[int] = []
    simulate_copy(path, 3, "x", on_battle=told.append)
    assert told == [1, 2, 3]


def test_an_open_board_is_played_to_its_end_first(file):
    fight(file, {"Odo": "Anselm"})
    view = simulate(file, 1, "x")
    assert [b.state for b in battles_view(file)] == ["closed", "closed"]
    assert [s.number for s in view.warbands[0].standings] == [0, 2]
    assert view.battles == 1


def test_a_run_ends_when_nobody_can_fight(file):
    for roster in campaign_view(file).rosters:
        for member in roster.members:
            edits.retire(file, member.id, "gone")
    view = simulate(file, 5, "x")
    assert view.battles == 0
    assert view.ended == "Nobody could fight any more after 0 battles."
    assert len(history_view(file).operations) == 21


def test_rules_can_be_set_by_number_and_word(file):
    set_rules(file, ["most_fighters= 7", "healer=once"])
    values = {rule.id: rule.value for rule in house_rules_view(file)}
    assert (values["most_fighters"], values["healer"]) == (7, "once")


def test_a_seed_is_short_enough_to_note_down():
    assert all(len(seed) == 6 and seed.isdecimal() for seed in (any_seed() for _ in range(20)))


def test_a_simulation_goes_on_from_a_finished_aftermath(file, tmp_path: Path):
    _, draft = fight(file, {ids: None for ids in ("Odo", "Gero") if ids in ids_by_name(file)})
    play(file, draft)
    boards.finish(file, draft)
    view = simulate_copy(file.path, 1, "x", keep_as=tmp_path / "kept.mordcry")
    assert view.warbands[0].last.number == 2
