"""Views of the rules themselves: house rules with their settings, tables with their chances."""

from __future__ import annotations

from fractions import Fraction

from mordcry_app.rules.catalogue import Content
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.views import (
    HouseRuleView,
    SwitchOptionView,
    TableRowView,
    TableView,
)


def house_rules_view(file: CampaignFile) -> tuple[HouseRuleView, ...]:
    """Return every house rule of the campaign’s ruleset with its setting."""
    with file.reading() as connection:
        rules = file.house_rules(connection)
    return tuple(
        HouseRuleView(
            id=rule.id,
            topic=rule.topic,
            name=rule.name,
            rules_say=rule.rules_say,
            why=rule.why,
            value=rules[rule.id],
            default=rule.default,
            options=tuple(
                SwitchOptionView(option.id, option.label, option.changes) for option in rule.options
            ),
            least=rule.least,
            most=rule.most,
            at_table=rule.at_table,
            touches=rule.touches,
        )
        for rule in file.ruleset.content.house_rules.values()
    )


def tables_view(content: Content) -> tuple[TableView, ...]:
    """Return every dice table with the exact chance of each row."""
    return tuple(
        TableView(
            id=table.id,
            name=table.name,
            dice=table.parsed.name,
            text=table.text,
            rows=tuple(
                TableRowView(row.on, row.name, row.text, chance_text(chance))
                for row, chance in table.chances()
            ),
        )
        for table in content.tables.values()
    )


def chance_text(chance: Fraction) -> str:
    """Return a chance as people read it: `5 in 36 · 13.9 %`."""
    percent = f"{float(chance) * 100:.1f} %"
    if 36 % chance.denominator == 0:
        return f"{chance.numerator * (36 // chance.denominator)} in 36 · {percent}"
    return f"{chance.numerator} in {chance.denominator} · {percent}"
