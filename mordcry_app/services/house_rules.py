"""Switches house rules; nothing is rolled anew, values are worked out afresh."""

from __future__ import annotations

from mordcry_app.model.tables import Campaign
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched


def set_house_rule(file: CampaignFile, rule_id: str, value: str | int) -> Touched:
    """Set one house rule; raises `Refusal` when there is none of that name or value."""
    rule = file.ruleset.content.house_rules.get(rule_id)
    if rule is None:
        raise Refusal("There is no such house rule.")
    problem = rule.problem_with(value)
    if problem:
        raise Refusal(f"{rule.name}: {problem}")
    label = next((option.label for option in rule.options if option.id == value), str(value))
    with unit_of_work(file, f"House rule “{rule.name}”: {label}", "house_rule") as work:
        chosen = dict(work.get(Campaign, 1)["house_rules"])
        chosen.pop(rule_id, None)
        if value != rule.default:
            chosen[rule_id] = value
        work.change(Campaign, 1, house_rules=chosen)
    return work.touched
