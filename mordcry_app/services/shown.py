"""How fighters, warbands and boards are called where they are shown, and what a warband has."""

from __future__ import annotations

from mordcry_app.rules.catalogue import Resource
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import Member, Roster, State


def shown_member_name(member: Member, ruleset: Ruleset) -> str:
    """Return the name, or what an unnamed fighter is called: “unnamed Youngblood”."""
    return ruleset.content.called(member.name, member.archetype)


def as_sentence(text: str) -> str:
    """Return a line of story or history with its first letter large, also of “unnamed …”."""
    return text[:1].upper() + text[1:]


def shown_item_name(ref: str, ruleset: Ruleset) -> str:
    """Return the name of an item; one that the rules do not know goes by its id."""
    item = ruleset.content.items.get(ref)
    return item.name if item else ref.replace("_", " ")


def shown_roster_name(roster: Roster) -> str:
    """Return the name of a warband, or “Unnamed warband”."""
    return roster.name or "Unnamed warband"


def draft_title(kind: str, battle_number: int | None) -> str:
    """Return what a board is called."""
    if kind == "amend":
        return f"Correction of battle {battle_number}"
    if kind == "setup":
        return f"Set-up of battle {battle_number}"
    return f"Aftermath of battle {battle_number}" if kind == "aftermath" else "Advances"


def roster_amount(state: State, roster_id: int, resource: Resource) -> int:
    """Return what a roster has of a resource; a summed one counts over its active members."""
    own = state.rosters[roster_id].amount(resource.id)
    if not resource.summed:
        return own
    return own + sum(member.amount(resource.id) for member in state.active(roster_id))
