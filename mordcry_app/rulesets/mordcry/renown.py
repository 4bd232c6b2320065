"""Renown is each fighter's own, so a debt of the warband is spread over its fighters.

Rules: mordcry.txt, "Determine Victory, Loss, or Retreat" and "Determine Injuries"; ruling 51.
"""

from __future__ import annotations

from mordcry_app.rules.effects import Lose
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.procedure import Share, Spread, SpreadAnswer
from mordcry_app.rules.settle import Settling
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.content import RENOWN
from mordcry_app.rulesets.mordcry.rulebook import Rulebook


def warband_renown(state: State, roster_id: int) -> int:
    """Return the renown of a warband: the sum over the fighters that stand on its roster."""
    return sum(member.amount(RENOWN) for member in state.active(roster_id))


def pay_renown(
    book: Rulebook, state: State, roster_id: int, amount: int, *, key: str, why: str, reason: str
) -> Settling:
    """Ask who pays, the most renowned first proposed, and return what each loses.

    At most what is there is paid. Nothing is asked when there is only one way to pay.
    """
    payers = sorted(
        (member for member in state.active(roster_id) if member.amount(RENOWN)),
        key=lambda member: -member.amount(RENOWN),
    )
    available = warband_renown(state, roster_id)
    total = min(amount, available)
    shares = _proposal(book, payers, total)
    paid = {share.id: share.proposed for share in shares}
    if len(payers) > 1 and total < available:
        answer = yield Spread(key, total, shares, why)
        if not isinstance(answer, SpreadAnswer):
            raise TypeError("a spread is answered by amounts")
        paid = answer.amounts
    return tuple(
        Lose(
            who=member_target(member.id),
            resource=RENOWN,
            amount=paid[str(member.id)],
            reason=reason[:200],
        )
        for member in payers
        if paid.get(str(member.id))
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
