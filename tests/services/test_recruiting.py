"""On what terms fighters join, and what things cost, by the house rules."""

from __future__ import annotations

from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import item_choices, member_view
from mordcry_app.services.recruiting import RecruitingView, recruiting_view
from mordcry_app.services.roster_edits import recruit, retire
from tests.services.worlds import fight


def test_terms_follow_the_house_rules(file: CampaignFile) -> None:
    assert recruiting_view(file) == RecruitingView(("youngblood",), 0)
    set_house_rule(file, "recruit_price", 25)
    set_house_rule(file, "recruit_archetype", "warrior")
    assert recruiting_view(file) == RecruitingView(("youngblood", "warrior"), 25)


def test_a_recruit_brings_the_xp_that_were_agreed(file: CampaignFile) -> None:
    retire(file, 10)
    set_house_rule(file, "recruits_at", 20)
    touched = recruit(file, 1, "youngblood", "Wren")
    joined = member_view(file, touched.created["member"])
    assert [a.amount for a in joined.amounts if a.resource == "xp"] == [20]
    assert joined.advances_due == 2


def test_prices_offered_to_those_who_have_fought_and_those_who_have_not(
    file: CampaignFile,
) -> None:
    def prices(**whom: int) -> dict[str, int]:
        return {choice.id: choice.price for choice in item_choices(file, **whom)}

    assert prices(member_id=1)["libram_of_lost_saints"] == 25
    assert prices(member_id=1)["hammer"] == 0
    set_house_rule(file, "libram_price", "likely")
    assert prices(roster_id=1)["libram_of_lost_saints"] == 250
    fight(file, {})
    assert prices(member_id=1) == prices(roster_id=1)


def test_a_hound_that_joins_by_hand_is_a_beast_and_takes_no_place(file: CampaignFile) -> None:
    touched = recruit(file, 1, "hound", "Tom")
    hound = member_view(file, touched.created["member"])
    assert tuple(hound.tags) == ("beast",)
    values = {value.stat: value.total for value in hound.values}
    assert (values["m"], values["a"], values["w"], values["ws"]) == (6, 2, 4, 3)
