"""Campaigns are founded whole, as one operation, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import founding
from mordcry_app.services.checking import check_file
from mordcry_app.services.founding import (
    NewCampaign,
    NewRoster,
    create_campaign,
    installed_rulesets,
)
from mordcry_app.services.history import history_view
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.rules_views import house_rules_view
from tests.services.worlds import new_campaign

ROSTER = NewRoster("Mira", "Vigil")


def test_what_can_be_founded() -> None:
    choice = next(c for c in installed_rulesets() if c.id == "mordcry")
    assert choice.name == "Mordcry"
    assert [style.id for style in choice.styles] == ["printed", "rolled"]
    assert choice.slots == (
        "Captain",
        "Champion",
        "Champion",
        *["Warrior"] * 3,
        *["Youngblood"] * 4,
    )


def test_a_printed_warband_has_what_the_rules_print(tmp_path: Path) -> None:
    with create_campaign(tmp_path / "new", new_campaign()) as file:
        vigil = campaign_view(file).rosters[0]
        assert (vigil.motto, vigil.theme, vigil.player) == (
            "We stay awake.",
            "night_watch",
            "Mira",
        )
        assert sum(m.amount("xp") for m in vigil.members) == 360
        assert vigil.strength == 460
        assert campaign_view(file).advances_due == 0
        [operation] = history_view(file).operations
        assert (operation.label, operation.is_founding) == ("Founded “The Test of Time”", True)
        assert [e.reason for e in ledger_view(file, 1)] == ["Starting experience"] * 6
    assert check_file(file.path) == ()


def test_a_rolled_warband_has_all_its_advances_due(tmp_path: Path) -> None:
    new = replace(new_campaign(), rosters=(replace(ROSTER, style="rolled"),))
    with create_campaign(tmp_path / "new", new) as file:
        captain, *_ = campaign_view(file).rosters[0].members
        assert captain.advances_due == 9
        assert captain.value("ws").explanation == "Base 3"
        assert captain.name == ""
        assert captain.shown_name == "unnamed Captain"


def test_house_rules_count_from_the_start(tmp_path: Path) -> None:
    new = replace(new_campaign(), house_rules={"starting_crowns": 100, "most_fighters": 10})
    with create_campaign(tmp_path / "new", new) as file:
        assert [r.amount("crowns") for r in campaign_view(file).rosters] == [100, 100]
        assert ledger_view(file, 1, "crowns")[0].reason == "Starting funds"
        values = {rule.id: rule.value for rule in house_rules_view(file)}
        assert (values["starting_crowns"], values["most_fighters"]) == (100, 10)


def test_names_are_cleaned_and_what_is_missing_stays_unnamed(tmp_path: Path) -> None:
    roster = NewRoster(" Mira \n", "", "\x07", "", ("  Anselm  ", "", "Cuno"))
    with create_campaign(tmp_path / "new", NewCampaign(" A  name ", "mordcry", (roster,))) as file:
        view = campaign_view(file)
        assert view.name == "A name"
        [vigil] = view.rosters
        assert (vigil.player, vigil.name, vigil.shown_name) == ("Mira", "", "Unnamed warband")
        assert [m.name for m in vigil.members] == ["Anselm", "", "Cuno", *[""] * 7]


def test_too_many_names_do_no_harm(tmp_path: Path) -> None:
    roster = replace(ROSTER, fighter_names=tuple(f"Fighter {n}" for n in range(40)))
    with create_campaign(tmp_path / "new", NewCampaign("Much", "mordcry", (roster,))) as file:
        assert len(campaign_view(file).rosters[0].members) == 10


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        (NewCampaign("", "mordcry", (ROSTER,)), "A campaign needs a name"),
        (NewCampaign("\x00 ", "mordcry", (ROSTER,)), "A campaign needs a name"),
        (NewCampaign("x" * 201, "mordcry", (ROSTER,)), "A campaign’s name has 200 letters at"),
        (NewCampaign("A", "chess", (ROSTER,)), "“chess”, which is not installed here"),
        (NewCampaign("A", "../x", (ROSTER,)), "which is not installed here"),
        (NewCampaign("A", "mordcry", ()), "A campaign has one to 8 warbands"),
        (NewCampaign("A", "mordcry", (ROSTER,) * 9), "A campaign has one to 8 warbands"),
        (
            NewCampaign("A", "mordcry", (replace(ROSTER, name="x" * 201),)),
            "A warband’s name has 200 letters",
        ),
        (
            NewCampaign("A", "mordcry", (replace(ROSTER, player="x" * 201),)),
            "A player’s name has 200 letters",
        ),
        (
            NewCampaign("A", "mordcry", (replace(ROSTER, motto="x" * 201),)),
            "A motto has 200 letters",
        ),
        (
            NewCampaign("A", "mordcry", (replace(ROSTER, fighter_names=("x" * 201,)),)),
            "A fighter’s name has 200 letters",
        ),
        (
            NewCampaign("A", "mordcry", (ROSTER, replace(ROSTER, style="bought"))),
            "Warbands cannot be created like that; there are: Printed profiles, Roll every",
        ),
        (
            NewCampaign("A", "mordcry", (ROSTER,), {"no_such_rule": 1}),
            "There is no house rule “no_such_rule”",
        ),
        (
            NewCampaign("A", "mordcry", (ROSTER,), {"most_fighters": 10**9}),
            "Most fighters in a warband: 1000000000 is not a number from 1 to 40",
        ),
    ],
)
def test_what_cannot_be_founded_leaves_nothing(
    tmp_path: Path, new: NewCampaign, sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence):
        create_campaign(tmp_path / "new", new)
    assert list(tmp_path.iterdir()) == []


def test_a_founding_that_fails_half_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr(founding, "add_recruit", fail)
    with pytest.raises(RuntimeError):
        create_campaign(tmp_path / "new", new_campaign())
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    create_campaign(tmp_path / "new", new_campaign()).close()


def test_eight_warbands_can_be_founded(tmp_path: Path) -> None:
    new = NewCampaign("Crowded", "mordcry", (ROSTER,) * 8)
    with create_campaign(tmp_path / "new", new) as file:
        assert len(campaign_view(file).rosters) == 8
        assert len({m.id for r in campaign_view(file).rosters for m in r.members}) == 80
