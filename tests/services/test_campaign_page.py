"""The campaign page: what is next in every state, how the warbands stand, what waits, who fell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.effects import Await, MissNextBattle, Modify
from mordcry_app.services import boards
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.campaign_page import campaign_page_view, next_step
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource, mark_dead, retire
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import DraftView
from tests.services.told_battles import fought
from tests.services.worlds import fight, ids_by_name, play, roster_ids


def test_a_new_campaign_begins_with_a_battle(file: CampaignFile) -> None:
    page = campaign_page_view(file)
    assert page.next_step.sentence == "Set up battle 1."
    assert page.next_step.way == "setup"
    assert page.after == "before battle 1"
    assert page.graves == ()
    assert page.waiting == ()
    assert [s.fit for s in page.standings] == [10, 10]


def test_a_battle_that_is_set_up_is_to_be_played(file: CampaignFile) -> None:
    set_up_battle(file)
    step = campaign_page_view(file).next_step
    assert step.sentence == "Play battle 1."
    assert (step.action, step.way) == ("To the table", "battle")


def test_an_open_aftermath_comes_first(file: CampaignFile) -> None:
    _, draft_id = fight(file, {"Odo": "Anselm"})
    left = campaign_view(file).drafts[0].left
    step = campaign_page_view(file).next_step
    assert step.sentence == f"Finish the aftermath of battle 1: {left} lines left."
    assert (step.way, step.action) == ("aftermath", "Go on with the aftermath")
    play(file, draft_id)
    step = campaign_page_view(file).next_step
    assert step.sentence == "Finish the aftermath of battle 1."
    assert "answered" in step.why


def test_advances_that_are_due_come_before_a_battle(file: CampaignFile) -> None:
    ids = ids_by_name(file)
    adjust_resource(file, "xp", 10, "a gift", member_id=ids["Gero"])
    step = campaign_page_view(file).next_step
    assert step.sentence == "Take the advance that is due."
    assert step.why.startswith("Gero has")
    assert step.way == "muster"
    for name in ("Hilde", "Imma", "Jost"):
        adjust_resource(file, "xp", 10, "a gift", member_id=ids[name])
    step = campaign_page_view(file).next_step
    due = campaign_view(file).advances_due
    assert step.sentence == f"Take the {due} advances that are due."
    assert step.why.startswith("Gero, Hilde, Imma and Jost have")
    boards.start_muster(file)
    step = campaign_page_view(file).next_step
    assert step.sentence == f"Finish the advances: {due} lines left."
    assert step.way == "aftermath"


_CORRECTION = "Finish the correction of battle 4: 2 lines left."


@pytest.mark.parametrize(
    ("kind", "title", "left", "sentence", "way"),
    [
        (
            "setup",
            "Set-up of battle 4",
            1,
            "Finish the set-up of battle 4: 1 line left.",
            "aftermath",
        ),
        ("setup", "Set-up of battle 4", 0, "Finish the set-up of battle 4.", "aftermath"),
        ("amend", "Correction of battle 4", 2, _CORRECTION, "aftermath"),
        ("muster", "Advances", 0, "Finish the advances.", "aftermath"),
    ],
)
def test_every_kind_of_open_board(
    file: CampaignFile, kind: str, title: str, left: int, sentence: str, way: str
) -> None:
    draft = DraftView(1, kind, title, 4, left)  # type: ignore[arg-type]
    step = next_step(replace(campaign_view(file), drafts=(draft,)))
    assert (step.sentence, step.way) == (sentence, way)


def test_a_warband_without_anybody_recruits_first(file: CampaignFile) -> None:
    for member in campaign_view(file).rosters[1].members:
        retire(file, member.id, "all gone")
    step = campaign_page_view(file).next_step
    assert step.sentence == "Recruit fighters for Ruin."
    assert step.way == "warbands"


def test_standings(file: CampaignFile) -> None:
    fought(file)
    fought(file, winner=1)
    fought(file, winner=None)
    fought(file, winner=1)
    vigil, ruin = campaign_page_view(file).standings
    assert (vigil.won, vigil.lost, vigil.drawn) == (1, 2, 1)
    assert (ruin.won, ruin.lost, ruin.drawn) == (2, 1, 1)
    assert (vigil.player, vigil.name) == ("Mira", "Vigil")
    assert [amount.resource for amount in vigil.amounts] == ["crowns", "renown"]
    roster = campaign_view(file).rosters[0]
    assert vigil.strength == sum(10 + member.amount("xp") for member in roster.members)


def test_who_misses_the_next_battle_and_what_waits(file: CampaignFile) -> None:
    ids, (vigil, ruin) = ids_by_name(file), roster_ids(file)
    with unit_of_work(file, "Something happened", "test") as work:
        EffectWriter(work).write(
            [
                MissNextBattle(who=f"member:{ids['Frida']}", source="A leg wound"),
                *(
                    Modify(
                        who=f"member:{ids[name]}",
                        stat="will",
                        amount=1,
                        source="A preacher",
                        ends="next_battle",
                    )
                    for name in ("Egon", "Frida", "Gero")
                ),
                Modify(
                    who=f"member:{ids['Odo']}",
                    stat="will",
                    amount=1,
                    source="A preacher",
                    ends="next_battle",
                ),
            ]
        )
    page = campaign_page_view(file)
    standing = page.standings[0]
    assert standing.fit == 9
    assert [(m.name, m.source) for m in standing.missing] == [("Frida", "A leg wound")]
    found = [(tuple(o.name for o in w.owners), w.words, w.armed) for w in page.waiting]
    assert (("Egon", "Frida", "Gero"), "+1 Will", False) in found, "alike for three: one entry"
    assert (("Odo",), "+1 Will", False) in found, "another warband has its own"
    assert [w.owners[0].roster_id for w in page.waiting] == [vigil, vigil, ruin]
    assert {w.until for w in page.waiting} == {"battle"}
    assert all(w.text == "" for w in page.waiting if w.words == "+1 Will")


def test_what_waits_for_a_whole_warband_is_first(file: CampaignFile) -> None:
    vigil, _ = roster_ids(file)
    ref = next(iter(file.ruleset.content.pending))
    with unit_of_work(file, "Something happened", "test") as work:
        EffectWriter(work).write([Await(who=f"roster:{vigil}", ref=ref, source="A relic")])
    waiting = campaign_page_view(file).waiting
    assert [(o.member_id, o.name) for o in waiting[0].owners] == [(None, "Vigil")]


def test_the_graveyard_is_newest_first_and_knows_who_did_it(file: CampaignFile) -> None:
    fought(file, {"Egon": "Krato", "Odo": None}, dead=["Egon", "Odo"])
    fought(file, {"Lene": "Anselm"}, dead=["Lene"])
    ids = ids_by_name(file)
    retire(file, ids["Jost"], "tired")
    mark_dead(file, ids["Petra"], reason="a fall")
    graves = campaign_page_view(file).graves
    told = [(g.name, g.battle_number, g.by, g.fate) for g in graves]
    assert told[:3] == [
        ("Lene", 2, "Anselm", "Fell"),
        ("Egon", 1, "Krato", "Fell"),
        ("Odo", 1, "", "Fell"),
    ]
    assert set(told[3:]) == {("Jost", None, "", "Retired"), ("Petra", None, "", "Fell")}
    assert graves[0].roster_name == "Ruin"
    assert graves[0].archetype_name


def test_a_read_only_campaign_says_so(file: CampaignFile) -> None:
    with open_campaign(file.path) as second:
        page = campaign_page_view(second)
    assert page.read_only
    assert page.next_step == campaign_page_view(file).next_step


@pytest.mark.parametrize("count", [1, 3, 8])
def test_any_number_of_warbands(tmp_path: Path, count: int) -> None:
    rosters = tuple(NewRoster(f"Player {n}", f"Band {n}") for n in range(count))
    with create_campaign(tmp_path / "many", NewCampaign("Many", "mordcry", rosters)) as file:
        page = campaign_page_view(file)
        assert [s.name for s in page.standings] == [f"Band {n}" for n in range(count)]
        assert all(len(plot.lines) == count for plot in page.plots)
