"""All paper of a ruleset that layouts have never heard of, from its own data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_gear import give_item
from mordcry_app.services.edit_values import add_trait
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.paper_views import PaperKind
from mordcry_app.services.papers import PaperWish, gather
from mordcry_app.services.reading import campaign_view
from mordcry_app.sheets import kinds
from mordcry_app.sheets.options import SheetOptions
from tests.sheets.reading import missing_words, texts

DAY = date(2026, 11, 30)
MORDCRY = ("WS", "BS", "DS", "stunned", "crowns", "renown", "Captain", "Mordcry", "XP")
"""Words of the shipped ruleset, none of which has any business on this paper."""

PRINTED: dict[PaperKind, str] = {
    "roster": "Barkers Una Boss Mi Lu dizzy sees two of everything Stick Limp glory coins",
    "cards": "Barkers Una Boss Mi Lu dizzy Stick Limp glory",
    "battle": "Barkers Howlers Una Weather Cloud Wind Rounds Shouts dizzy Might Stick",
    "form": "Barkers Howlers Una Loot Coins Scars Scar Then",
    "reference": "Limp Stick Damage Loot winner",
    "booklet": "Small Barkers Howlers Una Boss Mira Jon",
}
BLANK: dict[PaperKind, str] = {
    "roster": "Mi Lu dizzy",
    "cards": "Mi Lu dizzy",
    "battle": "Weather Cloud Wind Rounds Shouts",
    "form": "Loot Coins Scars Scar Then",
}


@pytest.fixture
def tiny(tmp_path: Path, with_tiny_ruleset: Path) -> Iterator[CampaignFile]:
    """Open a campaign of the made-up ruleset; its boss limps and carries a stick."""
    rosters = (
        NewRoster("Mira", "Barkers", "", "", ("Una", "Ulf", "Ute"), "plain"),
        NewRoster("Jon", "Howlers", "", "", ("Vera", "Veit", "Vroni"), "plain"),
    )
    new = NewCampaign("Small", "tiny", rosters)
    with create_campaign(tmp_path / "tiny.mordcry", new) as file:
        boss = campaign_view(file).rosters[0].members[0].id
        give_item(file, "stick", member_id=boss)
        add_trait(file, boss, "injury", "limp")
        yield file


def printed(file: CampaignFile, wish: PaperWish, *, large: bool = False) -> list[str]:
    """Return the text of each page."""
    return texts(kinds.make(gather(file, wish), SheetOptions(large=large), DAY))


def test_every_kind_is_known_here() -> None:
    assert list(PRINTED) == [kind.id for kind in kinds.KINDS]
    assert set(BLANK) == {kind.id for kind in kinds.KINDS if kind.may_be_blank}


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("kind", PRINTED)
def test_another_ruleset_is_printed_in_its_own_words(
    tiny: CampaignFile, kind: PaperKind, large: bool
) -> None:
    pages = printed(tiny, PaperWish(kind), large=large)
    assert missing_words(pages, PRINTED[kind]) == []
    assert set(MORDCRY).intersection(" ".join(pages).split()) == set()


@pytest.mark.parametrize("kind", BLANK)
def test_blank_paper_of_another_ruleset_names_nobody(tiny: CampaignFile, kind: PaperKind) -> None:
    pages = printed(tiny, PaperWish(kind, is_blank=True))
    assert missing_words(pages, BLANK[kind]) == []
    names = {"Una", "Barkers", "Howlers", "Vera"}
    assert names.union(MORDCRY).intersection(" ".join(pages).split()) == set()


def test_only_the_warbands_that_are_wanted_are_gathered(tiny: CampaignFile) -> None:
    first, second = campaign_view(tiny).rosters
    for kind in ("roster", "cards", "battle", "form"):
        material = gather(tiny, PaperWish(kind, (second.id,)))
        assert [roster.id for roster in material.rosters] == [second.id]
        assert missing_words(texts(kinds.make(material, SheetOptions(), DAY)), "Vera Veit") == []
    assert [r.id for r in gather(tiny, PaperWish("roster")).rosters] == [first.id, second.id]


def test_a_warband_that_is_gone_is_a_refusal(tiny: CampaignFile) -> None:
    with pytest.raises(Refusal, match="no warband to print"):
        gather(tiny, PaperWish("roster", (99_999,)))
