"""What waits for a moment, in words: one line an entry, with its source.

Screens, sheets and the set-up of a battle show the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import Member, Roster, State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.pending_words import is_good, pending_words
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.views import PendingView


def pending_view(file: CampaignFile) -> tuple[PendingView, ...]:
    """Return everything that waits, warband by warband, what is for all of it first."""
    with file.reading() as connection:
        state = current_state(file, connection)
    return tuple(
        view
        for roster_id in state.rosters
        for view in pending_of_roster(state, roster_id, file.ruleset)
    )


def pending_of_roster(state: State, roster_id: int, ruleset: Ruleset) -> tuple[PendingView, ...]:
    """Return what waits for a warband and for those that stand on it."""
    owners: Iterable[Roster | Member] = (state.rosters[roster_id], *state.active(roster_id))
    return tuple(view for owner in owners for view in pending_of_owner(owner, ruleset))


def pending_of_owner(owner: Roster | Member, ruleset: Ruleset) -> tuple[PendingView, ...]:
    """Return what waits for one fighter, or for a warband as a whole."""
    if isinstance(owner, Member):
        name, roster_id, member_id = shown_member_name(owner, ruleset), owner.roster_id, owner.id
    else:
        name, roster_id, member_id = shown_roster_name(owner), owner.id, None
    content = ruleset.content
    views: list[PendingView] = []
    for pending in owner.pending:
        definition = content.pending.get(pending.ref)
        views.append(
            PendingView(
                ref=pending.ref,
                owner=name,
                roster_id=roster_id,
                member_id=member_id,
                words=pending_words(pending, content),
                text=definition.text if definition else "",
                source=pending.source,
                amount=pending.amount,
                armed=pending.armed,
                good=is_good(pending, content),
                until=definition.until if definition else "battle",
            )
        )
    return tuple(views)
