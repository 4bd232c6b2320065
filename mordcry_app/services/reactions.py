"""XP that a fighter spends to react: it is gone, and a ledger of its own remembers how much it was.

Both are written under every house rule, so that a group can change its mind about what spent XP
does to advances without anything being lost.
"""

from __future__ import annotations

from mordcry_app.rules.effects import Effect, Gain, Lose
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT, MOST_AT_ONCE, find_active
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.text_checks import check_amount, clean_reason, written
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched

XP = "xp"
SPENT_XP = "spent_xp"


def can_spend_on_reactions(file: CampaignFile) -> bool:
    """Say whether the ruleset lets fighters pay for reactions with XP."""
    return {XP, SPENT_XP} <= file.ruleset.content.resources.keys()


def spend_on_reactions(
    file: CampaignFile, member_id: int, amount: int = 1, reason: str = ""
) -> Touched:
    """Take XP from a fighter for reactions; refused when it has not that much."""
    with unit_of_work(file, "Spent XP on reactions", EDIT) as work:
        if not can_spend_on_reactions(file):
            raise Refusal("Reactions cost no XP in these rules.")
        member, name = find_active(work, member_id)
        check_amount(amount, 1, MOST_AT_ONCE, "XP spent")
        has = member.amount(XP)
        if has < amount:
            raise Refusal(f"{name} has {written(has)} XP, so {written(amount)} cannot be spent.")
        who = member_target(member_id)
        why = clean_reason(reason, "Spent on reactions")
        effects: list[Effect] = [
            Lose(who=who, resource=XP, amount=amount, reason=why),
            Gain(who=who, resource=SPENT_XP, amount=amount, reason=why),
        ]
        EffectWriter(work).write(effects)
        word = "a reaction" if amount == 1 else "reactions"
        work.label = f"{name}: {written(amount)} XP spent on {word}"
    return work.touched
