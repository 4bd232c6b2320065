"""Switches house rules; nothing is rolled anew, values are worked out afresh.

What is there already and depends on a rule (the weight of an injury, where renown lies) follows in
the same operation. `house_rule_views` says whom a switch touches before it happens.
"""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.model.tables import Campaign
from mordcry_app.rules.catalogue import HouseRule, HouseRules
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched

HOUSE_RULE = "house_rule"
"""Kind of the operations that switch house rules."""

Settings = Mapping[str, str | int]
"""Values of house rules by id."""


def set_house_rule(file: CampaignFile, rule_id: str, value: str | int) -> Touched:
    """Set one house rule; raises `Refusal` when there is none of that name or value."""
    rule = find_rule(file, rule_id)
    check_setting(rule, value)
    label = f"House rule “{rule.name}”: {setting_words(rule, value)}"
    return _switch(file, {rule_id: value}, label)


def reset_house_rules(file: CampaignFile) -> Touched:
    """Set every house rule back to its default, in one operation."""
    defaults = {rule.id: rule.default for rule in file.ruleset.content.house_rules.values()}
    return _switch(file, defaults, "All house rules back to their defaults")


def switched(
    file: CampaignFile, stored: Settings, changes: Settings
) -> tuple[HouseRules, HouseRules]:
    """Return the house rules as they are stored, and as they are with some of them changed."""
    content = file.ruleset.content.house_rules
    return HouseRules(content, stored), HouseRules(content, {**stored, **changes})


def find_rule(file: CampaignFile, rule_id: str) -> HouseRule:
    """Return a house rule; raises `Refusal` when the ruleset has none of that name."""
    rule = file.ruleset.content.house_rules.get(rule_id)
    if rule is None:
        raise Refusal("There is no such house rule.")
    return rule


def check_setting(rule: HouseRule, value: str | int) -> None:
    """Raise `Refusal` for a value that the rule cannot have."""
    problem = rule.problem_with(value)
    if problem:
        raise Refusal(f"{rule.name}: {problem}")


def setting_words(rule: HouseRule, value: str | int) -> str:
    """Return a setting as players read it."""
    return next((option.label for option in rule.options if option.id == value), str(value))


def _switch(file: CampaignFile, changes: Settings, label: str) -> Touched:
    with unit_of_work(file, label, HOUSE_RULE) as work:
        stored = work.get(Campaign, 1)["house_rules"]
        before, after = switched(file, stored, changes)
        left = {rule_id: value for rule_id, value in stored.items() if rule_id not in changes}
        chosen = left | {rule_id: after[rule_id] for rule_id in after.changed()}
        if chosen != stored:
            work.change(Campaign, 1, house_rules=chosen)
        EffectWriter(work).write(file.ruleset.house_rule_effects(work.state(), before, after))
    return work.touched
