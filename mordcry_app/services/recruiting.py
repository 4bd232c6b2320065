"""On what terms fighters join a warband later, by the house rules: proposed, never enforced."""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.services.campaign_file import CampaignFile


@dataclass(frozen=True)
class RecruitingView:
    """The kinds of fighter that the group lets join, the usual one first, and the price of each."""

    archetypes: tuple[str, ...]
    price: int


def recruiting_view(file: CampaignFile) -> RecruitingView:
    """Return who joins by the house rules of a campaign, and for how much."""
    with file.reading() as connection:
        joining = file.ruleset.joining(file.house_rules(connection))
    return RecruitingView(joining.archetypes, joining.price)
