"""The campaign page: what to do next, the warbands side by side, what waits, plots, graves."""

from mordcry_app.ui.views.campaign.campaign_page import CampaignPage

__all__ = ["CampaignPage"]
