"""XP spent on reactions: gone at once, remembered for ever, read as the house rule has it."""

from __future__ import annotations

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reactions import can_spend_on_reactions, spend_on_reactions
from mordcry_app.services.reading import member_view
from mordcry_app.services.roster_edits import adjust_resource, retire


def xp(file: CampaignFile, member_id: int) -> int:
    return next(a.amount for a in member_view(file, member_id).amounts if a.resource == "xp")


def test_spent_xp_delay_the_next_advance_or_do_not(file: CampaignFile) -> None:
    adjust_resource(file, "xp", 12, "a journey", member_id=10)
    assert member_view(file, 10).advances_due == 1
    touched = spend_on_reactions(file, 10, 3)
    assert touched.label == "Jost: 3 XP spent on reactions"
    assert (xp(file, 10), member_view(file, 10).advances_due) == (9, 0)
    set_house_rule(file, "reaction_xp", "apart")
    assert (xp(file, 10), member_view(file, 10).advances_due) == (9, 1)
    assert ledger_view(file, 1, "xp", 10)[0].reason == "Spent on reactions"
    undo(file)
    undo(file)
    assert xp(file, 10) == 12


def test_nobody_spends_more_than_there_is(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="Jost has 0 XP, so 1 cannot be spent"):
        spend_on_reactions(file, 10)
    with pytest.raises(Refusal, match="XP spent goes from 1"):
        spend_on_reactions(file, 1, 0)
    with pytest.raises(Refusal, match="XP spent goes from 1"):
        spend_on_reactions(file, 1, -5)
    retire(file, 1)
    with pytest.raises(Refusal, match="does not stand on the roster"):
        spend_on_reactions(file, 1)


def test_only_where_the_rules_have_it(file: CampaignFile) -> None:
    assert can_spend_on_reactions(file)
