"""Gathers what one kind of paper is made from, so that it can be laid out without the campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_battle import battle_sheet_view
from mordcry_app.services.paper_booklet import booklet_view
from mordcry_app.services.paper_form import form_view
from mordcry_app.services.paper_items import item_uses
from mordcry_app.services.paper_news import news_since_last_battle
from mordcry_app.services.paper_reference import reference_view
from mordcry_app.services.paper_views import PaperKind, PaperMaterial
from mordcry_app.services.reading import campaign_view

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile
    from mordcry_app.services.views import CampaignView, RosterView


@dataclass(frozen=True)
class PaperWish:
    """What is to be printed: the kind, for which warbands (none: all), and whether it is blank.

    Blank paper has room for everything and shows nothing of any warband.
    """

    kind: PaperKind
    roster_ids: tuple[int, ...] = ()
    is_blank: bool = False


def gather(file: CampaignFile, wish: PaperWish) -> PaperMaterial:
    """Return all that a document is made from; raises `Refusal` when there is nothing to print."""
    campaign = campaign_view(file)
    rosters = () if wish.is_blank else _wanted(campaign, wish)
    ids = tuple(roster.id for roster in rosters)
    with_fighters = wish.kind in ("roster", "cards")
    return PaperMaterial(
        kind=wish.kind,
        campaign=campaign,
        rosters=rosters,
        is_blank=wish.is_blank,
        item_uses=item_uses(file) if with_fighters else {},
        news=news_since_last_battle(file) if with_fighters and not wish.is_blank else {},
        battle=battle_sheet_view(file, ids, is_blank=wish.is_blank)
        if wish.kind == "battle"
        else None,
        form=form_view(file, ids, is_blank=wish.is_blank) if wish.kind == "form" else None,
        reference=reference_view(file, ids) if wish.kind == "reference" else None,
        booklet=booklet_view(file) if wish.kind == "booklet" else None,
    )


def _wanted(campaign: CampaignView, wish: PaperWish) -> tuple[RosterView, ...]:
    chosen = tuple(
        roster for roster in campaign.rosters if not wish.roster_ids or roster.id in wish.roster_ids
    )
    if not chosen and wish.kind != "booklet":
        raise Refusal("There is no warband to print yet: add one to the campaign first.")
    return chosen
