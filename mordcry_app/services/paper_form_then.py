"""The form of a battle whose aftermath is corrected: as it was printed then, as far as is known.

What was put out of action or carried before that battle is not looked up again: every fighter of
then has a row everywhere, so that each has the number that it had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.amending_board import campaign_then
from mordcry_app.services.battles import battles_view
from mordcry_app.services.paper_form import form_of
from mordcry_app.services.reading import campaign_view

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile
    from mordcry_app.services.paper_views import FormView


def form_then(file: CampaignFile, battle_number: int) -> FormView:
    """Return the form of a battle with those who stood on the rosters when it was fought.

    Raises `Refusal` when there is no such battle, or the log does not tell of its aftermath.
    """
    battle = next((b for b in battles_view(file) if b.number == battle_number), None)
    if battle is None:
        raise Refusal("That battle is no longer there.")
    campaign = campaign_then(file, battle.id, campaign_view(file))
    stages = {stage for block in campaign.paper.blocks_of("form") for stage in block.asked_in}
    members = [member.id for roster in campaign.rosters for member in roster.members]
    asked = {(stage, member_id): "" for stage in stages for member_id in members}
    return form_of(campaign, campaign.rosters, battle_number, asked)
