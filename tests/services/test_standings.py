"""What each warband had after each battle adds up, whoever came, went or was undone."""

from __future__ import annotations

import pytest

from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.campaign_page_views import PlotView
from mordcry_app.services.history import redo, undo
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import (
    adjust_resource,
    mark_dead,
    recruit,
    restore,
    retire,
)
from mordcry_app.services.standings import plots_view
from tests.services.told_battles import CROWNS, fought
from tests.services.worlds import ids_by_name, roster_ids


def plot(file: CampaignFile, resource: str) -> PlotView:
    return next(plot for plot in plots_view(file) if plot.resource == resource)


def values(file: CampaignFile, resource: str, roster: int = 0) -> tuple[int, ...]:
    return plot(file, resource).lines[roster].values


def now(file: CampaignFile, resource: str) -> list[int]:
    """What each warband has now, by the ledgers of everybody who stands on its roster."""
    rosters = campaign_view(file).rosters
    if resource == "crowns":
        return [roster.amount("crowns") for roster in rosters]
    return [sum(member.amount(resource) for member in roster.members) for roster in rosters]


def check_ends(file: CampaignFile) -> None:
    """The last value of every line is what the warband has now."""
    for resource in ("crowns", "renown", "xp"):
        assert [line.values[-1] for line in plot(file, resource).lines] == now(file, resource)


def test_before_the_first_battle_there_is_one_value(file: CampaignFile) -> None:
    plots = plots_view(file)
    assert [plot.resource for plot in plots] == ["crowns", "renown", "xp"]
    assert all(plot.battles == (0,) for plot in plots)
    assert [line.name for line in plots[0].lines] == ["Vigil", "Ruin"]
    check_ends(file)


def test_each_battle_adds_a_value(file: CampaignFile) -> None:
    start, xp = values(file, "crowns")[0], values(file, "xp")[0]
    for _ in range(3):
        fought(file)
    assert plot(file, "crowns").battles == (0, 1, 2, 3)
    assert values(file, "crowns") == tuple(start + CROWNS * n for n in range(4))
    assert values(file, "xp") == tuple(xp + 10 * n for n in range(4))
    check_ends(file)


def test_what_comes_between_battles_counts_with_the_one_before(file: CampaignFile) -> None:
    vigil, _ = roster_ids(file)
    start = values(file, "crowns")[0]
    adjust_resource(file, "crowns", 5, "found", roster_id=vigil)
    fought(file)
    adjust_resource(file, "crowns", -20, "lost", roster_id=vigil)
    fought(file)
    assert values(file, "crowns") == (start + 5, start + 5 + CROWNS - 20, start + 2 * CROWNS - 15)
    adjust_resource(file, "crowns", 1, "found", roster_id=vigil)
    assert values(file, "crowns")[-1] == start + 2 * CROWNS - 14
    check_ends(file)


def test_the_dead_are_gone_from_the_battle_that_took_them(file: CampaignFile) -> None:
    xp = values(file, "xp")[0]
    anselm = ids_by_name(file)["Anselm"]
    has = next(m.amount("xp") for m in campaign_view(file).rosters[0].members if m.id == anselm)
    fought(file)
    fought(file, {"Anselm": "Krato"}, dead=["Anselm"])
    fought(file)
    assert values(file, "xp") == (xp, xp + 10, xp + 18 - has, xp + 27 - has)
    check_ends(file)


def test_who_goes_by_hand_is_gone_from_the_last_battle_that_he_fought(file: CampaignFile) -> None:
    berta, cuno = (ids_by_name(file)[name] for name in ("Berta", "Cuno"))
    retire(file, berta, "tired")
    check_ends(file)
    fought(file)
    fought(file)
    whole = values(file, "xp")
    mark_dead(file, cuno, reason="by hand")
    assert values(file, "xp")[:2] == whole[:2]
    check_ends(file)
    restore(file, cuno, "he lives")
    assert values(file, "xp") == whole
    check_ends(file)


def test_who_joins_counts_from_then_on(file: CampaignFile) -> None:
    vigil, _ = roster_ids(file)
    retire(file, ids_by_name(file)["Jost"], "room for another")
    fought(file)
    before = values(file, "xp")
    recruit(file, vigil, "youngblood", "Newcomer")
    assert values(file, "xp")[0] == before[0]
    check_ends(file)


def test_undo_and_redo_are_followed(file: CampaignFile) -> None:
    fought(file)
    one = plots_view(file)
    fought(file)
    adjust_resource(file, "crowns", 9, "found", roster_id=roster_ids(file)[0])
    two = plots_view(file)
    undo(file)
    undo(file)
    assert plots_view(file) == one
    redo(file)
    redo(file)
    assert plots_view(file) == two
    undo(file)
    undo(file)
    fought(file, winner=1)
    assert values(file, "crowns")[-1] == one[0].lines[0].values[-1] + CROWNS
    check_ends(file)


@pytest.mark.parametrize("battles", [1, 7])
def test_what_is_remembered_is_what_would_be_read_anew(file: CampaignFile, battles: int) -> None:
    vigil, ruin = roster_ids(file)
    for number in range(battles):
        fought(file)
        adjust_resource(file, "crowns", number + 1, "x", roster_id=(vigil, ruin)[number % 2])
        kept = plots_view(file)
        file.remembered.forget()
        assert plots_view(file) == kept


def test_hidden_resources_have_no_plot(file: CampaignFile) -> None:
    hidden = [r.name for r in file.ruleset.content.resources.values() if r.hidden]
    assert hidden
    assert not {plot.name for plot in plots_view(file)} & set(hidden)
