"""The campaign page: the one thing to do next, the warbands side by side, and what became of all.

Works nothing out anew that other views hold already; the plots and the graveyard read only what
they must (`services.standings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mordcry_app.rules.state import MISSES_BATTLE, WAITING_MODIFIER
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.campaign_page_views import (
    CampaignPageView,
    GraveView,
    MissingView,
    NextStepView,
    OwnerView,
    StandingView,
    WaitingView,
)
from mordcry_app.services.chronicle_lines import listed
from mordcry_app.services.fought_battles import fought_battles
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.shown import shown_member_name
from mordcry_app.services.standings import plots_view
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.views import CampaignView, DraftView, MemberView, RosterView

_NAMES = frozenset({"battle", "member"})


def campaign_page_view(
    file: CampaignFile, campaign: CampaignView | None = None
) -> CampaignPageView:
    """Return the whole page; `campaign` spares reading it again where it is at hand."""
    campaign = campaign or campaign_view(file)
    return CampaignPageView(
        after=campaign.after,
        next_step=next_step(campaign),
        standings=tuple(_standing(roster) for roster in campaign.rosters),
        waiting=tuple(waiting for roster in campaign.rosters for waiting in _waiting_for(roster)),
        plots=plots_view(file),
        graves=_graves(file, campaign),
        read_only=campaign.read_only,
    )


def next_step(campaign: CampaignView) -> NextStepView:
    """Return the one thing to do next."""
    if campaign.drafts:
        return _go_on(campaign.drafts[0])
    nobody = next((roster for roster in campaign.rosters if not roster.members), None)
    if nobody is not None:
        return NextStepView(
            f"Recruit fighters for {nobody.shown_name}.",
            "Nobody stands on its roster, so it cannot fight.",
            "Recruit",
            "warbands",
        )
    due = campaign.advances_due
    if due:
        names = [m.shown_name for r in campaign.rosters for m in r.members if m.advances_due]
        advances = "the advance that is due" if due == 1 else f"the {due} advances that are due"
        return NextStepView(
            f"Take {advances}.",
            f"{_listed(names)} {'has' if len(names) == 1 else 'have'} the experience for it.",
            "Take it" if due == 1 else "Take them",
            "muster",
        )
    number = campaign.battles_fought + 1
    if campaign.is_set_up:
        return NextStepView(
            f"Play battle {number}.",
            "It is set up: what waited for it acts now.",
            "To the table",
            "battle",
        )
    why = (
        "The warbands stand ready. After the game the program leads you through the aftermath."
        if number == 1
        else "Everything after the last battle is done."
    )
    return NextStepView(f"Set up battle {number}.", why, "Set it up", "setup")


def _go_on(draft: DraftView) -> NextStepView:
    """Return the step that goes on with an open board."""
    lines = f"{draft.left} {'line' if draft.left == 1 else 'lines'} left"
    if draft.kind == "muster":
        if draft.left:
            return NextStepView(
                f"Finish the advances: {lines}.", _KEPT, "Go on with the advances", "aftermath"
            )
        return NextStepView(
            "Finish the advances.", "Every question is answered.", "To the advances", "aftermath"
        )
    what = f"{draft.title[:1].lower()}{draft.title[1:]}"
    page = {"setup": "set-up", "amend": "correction"}.get(draft.kind, "aftermath")
    if draft.left:
        return NextStepView(
            f"Finish the {what}: {lines}.", _KEPT, f"Go on with the {page}", AFTERMATH
        )
    return NextStepView(
        f"Finish the {what}.", "Every question is answered.", f"To the {page}", AFTERMATH
    )


AFTERMATH = "aftermath"
"""The page of every board."""

_KEPT = "What has been answered so far is kept."


def _standing(roster: RosterView) -> StandingView:
    missing = tuple(
        MissingView(member.id, member.shown_name, _why_missing(member))
        for member in roster.members
        if member.misses_next_battle
    )
    return StandingView(
        roster_id=roster.id,
        name=roster.shown_name,
        player=roster.player,
        crest=roster.crest,
        won=roster.won,
        lost=roster.lost,
        drawn=roster.drawn,
        amounts=roster.amounts,
        strength=roster.strength,
        fit=len(roster.members) - len(missing),
        missing=missing,
    )


def _waiting_for(roster: RosterView) -> tuple[WaitingView, ...]:
    """Return what waits for a warband; what waits for many fighters alike is one entry."""
    owners: dict[WaitingView, list[OwnerView]] = {}
    for owner in (roster, *roster.members):
        for pending in owner.pending:
            # The words of a modifier say all there is to it.
            text = "" if pending.ref == WAITING_MODIFIER else pending.text
            what = WaitingView(
                (), pending.words, text, pending.source, pending.armed, pending.until
            )
            whose = OwnerView(pending.roster_id, pending.member_id, pending.owner)
            owners.setdefault(what, []).append(whose)
    return tuple(replace(what, owners=tuple(whose)) for what, whose in owners.items())


def _why_missing(member: MemberView) -> str:
    """Return why a fighter misses the next battle; of several reasons, the first."""
    return next((p.source for p in member.pending if p.ref == MISSES_BATTLE), "")


def _graves(file: CampaignFile, campaign: CampaignView) -> tuple[GraveView, ...]:
    """Return the dead and the retired, newest first; those gone by hand, with no battle, last."""
    gone = [(roster, member) for roster in campaign.rosters for member in roster.fallen]
    fallen = {m.id: m.fell_in_battle for _, m in gone if m.fell_in_battle is not None}
    killers = file.remembered.get("killers", _NAMES, lambda: _killers(file, fallen))
    graves = [
        GraveView(
            member_id=member.id,
            roster_id=roster.id,
            roster_name=roster.shown_name,
            name=member.shown_name,
            archetype_name=member.archetype_name,
            fate=member.fate,
            battle_number=member.fell_in_battle,
            by=killers.get((member.fell_in_battle or 0, member.id), ""),
        )
        for roster, member in gone
    ]
    return tuple(sorted(graves, key=lambda g: (-(g.battle_number or 0), g.member_id)))


def _killers(file: CampaignFile, fallen: Mapping[int, int]) -> dict[tuple[int, int], str]:
    """Return who put the fallen out of action, by battle number and fighter.

    `fallen` gives for each of them the number of the battle that killed it.
    """
    with file.reading() as connection:
        members = current_state(file, connection).members
        entries = {b.number: b.entry for b in fought_battles(file, connection)}
    found: dict[tuple[int, int], str] = {}
    for member_id, number in fallen.items():
        for side in entries[number].sides if number in entries else ():
            by = side.out_by.get(member_id)
            if by is not None and by in members:
                found[number, member_id] = shown_member_name(members[by], file.ruleset)
    return found


def _listed(names: list[str]) -> str:
    """Return names as a list in words, cut after three."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} others"
    return listed(names)
