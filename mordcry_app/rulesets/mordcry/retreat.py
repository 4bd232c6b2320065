"""What a retreat costs: 25 renown, from those who ran to the leader of those who stayed.

Where renown is the warband’s (house rule `renown_owner`), it goes from pool to pool.

Rules: mordcry.txt, "Determine Victory, Loss, or Retreat"; ruling 51.
"""

from __future__ import annotations

from collections.abc import Sequence

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.effects import Gain, Lose
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.interpreter import settled_amount
from mordcry_app.rules.procedure import Outcome, Procedure
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.content import RENOWN, XP
from mordcry_app.rulesets.mordcry.renown import is_pooled, pay_renown
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband

PRICE = 25
"""Renown that a retreat moves, in full or as far as it is there."""


def retreat(
    book: Rulebook, state: State, roster_id: int, record: BattleRecord, key: str
) -> Procedure:
    """Spread the loss over the warband that retreated and give it to the winner's leader."""
    name = warband(state, roster_id)
    paid = yield from pay_renown(
        book,
        state,
        roster_id,
        PRICE,
        key=f"{key}/payment",
        why=f"Who of {name} loses renown for the retreat?",
        reason=f"Retreated from battle {record.number}",
    )
    fled = f"{name} retreated from battle {record.number}"
    total = sum(settled_amount(effect) for effect in paid if isinstance(effect, Lose))
    if not total:
        return Outcome((), (f"{fled} and had no renown to lose.",))
    winner = winner_against(roster_id, record)
    leader = leader_of(state, winner, book.content) if winner is not None else None
    if leader is None:
        return Outcome(paid, (f"{fled} and lost {total} renown.",))
    won = Gain(
        who=member_target(leader.id),
        resource=RENOWN,
        amount=total,
        reason=f"{name} retreated from battle {record.number}"[:200],
    )
    taker = warband(state, leader.roster_id) if is_pooled(book.rules) else book.called(leader)
    return Outcome((*paid, won), (f"{fled}, and {taker} won {total} renown.",))


def winner_against(roster_id: int, record: BattleRecord) -> int | None:
    """Return the warband that the renown goes to: the winner, else the only one that stayed."""
    others = [other for other in record.results if other != roster_id]
    winners = [other for other in others if record.results[other] == "won"]
    stayed = [other for other in others if record.results[other] != "retreated"]
    for candidates in (winners, stayed):
        if len(candidates) == 1:
            return candidates[0]
    return None


def leader_of(state: State, roster_id: int, content: Content) -> Member | None:
    """Return the Captain or, without one, the active fighter with the most XP (ruling 20)."""
    return leader_among(state.active(roster_id), content)


def leader_among(members: Sequence[Member], content: Content) -> Member | None:
    """Return who leads some members of a warband: a Captain, else whoever has the most XP."""
    captains = [m for m in members if (a := content.archetypes.get(m.archetype)) and a.leads]
    return max(captains or members, key=lambda member: member.amount(XP), default=None)
