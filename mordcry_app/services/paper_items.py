"""What items do in battle, in words short enough for a sheet or a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile


def item_uses(file: CampaignFile) -> Mapping[str, tuple[str, ...]]:
    """Return what items do in battle, by item; without those that only change numbers.

    The words are the ruleset’s, under the house rules of the campaign.
    """
    with file.reading() as connection:
        rules = file.house_rules(connection)
    ruleset = file.ruleset
    every = ruleset.content_under(rules).items.values()
    return {item.id: uses for item in every if (uses := ruleset.in_battle(item, rules))}
