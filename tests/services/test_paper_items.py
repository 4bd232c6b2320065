"""What items do in battle, for paper."""

from __future__ import annotations

from pathlib import Path

from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_items import item_uses


def test_only_items_that_do_something_in_battle_are_there(file: CampaignFile) -> None:
    uses = item_uses(file)
    assert uses["charm_of_warding"] == (
        "D6: on a 6 the damage of one wound is ignored (once a battle)",
    )
    assert uses["medium_shield"] == ("5+ stops the first wound each round",)
    assert all(words and all(words) for words in uses.values())
    assert not {"club", "leather_armour", "pilgrims_token", "mark_of_the_coin"} & uses.keys()


def test_the_house_rules_of_the_campaign_count(file: CampaignFile) -> None:
    assert "armor_of_the_lost_baron" not in item_uses(file)
    set_house_rule(file, "cursed_fear", "on")
    (words,) = item_uses(file)["armor_of_the_lost_baron"]
    assert words.startswith("An enemy within 3″ tests Willpower")


def test_another_ruleset_has_its_own_words(with_tiny_ruleset: Path, tmp_path: Path) -> None:
    new = NewCampaign("Sticks", "tiny", (NewRoster("Mira", "A", "", "", (), "plain"),))
    with create_campaign(tmp_path / "sticks.mordcry", new) as file:
        assert item_uses(file) == {}
