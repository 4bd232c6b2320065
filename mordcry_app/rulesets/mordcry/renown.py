"""Renown is each fighter's own, so a debt of the warband is spread over its fighters.

By the house rule `renown_owner` it lies in one pool of the warband instead: then everything that
fighters earn or lose is the pool's.
Rules: mordcry.txt, "Determine Victory, Loss, or Retreat" and "Determine Injuries"; ruling 51.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mordcry_app.rules.board import Plan
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.effects import Effect, Gain, Lose, target
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import Procedure, Share, Spread, SpreadAnswer
from mordcry_app.rules.settle import Settling
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.content import RENOWN
from mordcry_app.rulesets.mordcry.rulebook import Rulebook


def is_pooled(rules: HouseRules) -> bool:
    """Say whether renown is the warband's."""
    return rules["renown_owner"] == "warband"


def warband_renown(state: State, roster_id: int) -> int:
    """Return the renown of a warband: its pool, and that of the fighters on its roster."""
    own = state.rosters[roster_id].amount(RENOWN)
    return own + sum(member.amount(RENOWN) for member in state.active(roster_id))


def renown_behind(state: State, member: Member, rules: HouseRules) -> int:
    """Return the renown that counts for one fighter, such as at the market: its own or the pool."""
    if is_pooled(rules):
        return warband_renown(state, member.roster_id)
    return member.amount(RENOWN)


def pooled(plan: Plan) -> Plan:
    """Lay out a plan whose lines move renown to and from the pool instead of fighters."""
    try:
        line = next(plan)
        while True:
            report = yield replace(line, procedure=_for_the_pool(line.procedure))
            line = plan.send(report)
    except StopIteration:
        return


def pay_renown(
    book: Rulebook, state: State, roster_id: int, amount: int, *, key: str, why: str, reason: str
) -> Settling:
    """Ask who pays, the most renowned first proposed, and return what each loses.

    At most what is there is paid, and what lies with the warband goes first. Nothing is asked when
    there is only one way to pay, or when all renown is the warband's.
    """
    pool = min(amount, state.rosters[roster_id].amount(RENOWN))
    from_pool = _lost(roster_target(roster_id), pool, reason)
    payers = sorted(
        (member for member in state.active(roster_id) if member.amount(RENOWN)),
        key=lambda member: -member.amount(RENOWN),
    )
    available = sum(member.amount(RENOWN) for member in payers)
    total = min(amount - pool, available)
    shares = _proposal(book, payers, total)
    paid = {share.id: share.proposed for share in shares}
    if len(payers) > 1 and 0 < total < available and not is_pooled(book.rules):
        answer = yield Spread(key, total, shares, why)
        if not isinstance(answer, SpreadAnswer):
            raise TypeError("a spread is answered by amounts")
        paid = answer.amounts
    return from_pool + tuple(
        effect
        for member in payers
        for effect in _lost(member_target(member.id), paid.get(str(member.id), 0), reason)
    )


def _proposal(book: Rulebook, payers: list[Member], total: int) -> tuple[Share, ...]:
    shares: list[Share] = []
    left = total
    for member in payers:
        available = member.amount(RENOWN)
        proposed = min(left, available)
        left -= proposed
        shares.append(Share(str(member.id), book.called(member), available, proposed))
    return tuple(shares)


def _lost(who: str, amount: int, reason: str) -> tuple[Effect, ...]:
    if not amount:
        return ()
    return (Lose(who=who, resource=RENOWN, amount=amount, reason=reason[:200]),)


def _for_the_pool(procedure: Callable[[State], Procedure]) -> Callable[[State], Procedure]:
    def on_behalf(state: State) -> Procedure:
        outcome = yield from procedure(state)
        effects = tuple(_of_the_pool(effect, state) for effect in outcome.effects)
        return replace(outcome, effects=effects)

    return on_behalf


def _of_the_pool(effect: Effect, state: State) -> Effect:
    """Return a gain or loss of a fighter's renown as one of its warband; others as they are.

    What a fighter still has of its own, from before the pool, is lost by the fighter.
    """
    if not isinstance(effect, Gain | Lose) or effect.resource != RENOWN:
        return effect
    kind, owner_id = target(effect)
    member = state.members.get(owner_id) if kind == "member" else None
    if member is None or (isinstance(effect, Lose) and member.amount(RENOWN)):
        return effect
    return effect.model_copy(update={"who": roster_target(member.roster_id)})
