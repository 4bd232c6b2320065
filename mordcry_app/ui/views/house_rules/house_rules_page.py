"""House rules by topic: what the rules say, our default and why, and what a switch changes.

Nothing is rolled anew when a rule is switched; values and what comes next are worked out afresh.
"""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.services.views import HouseRuleView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.card_columns import CardColumns
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.house_rules.rule_card import RuleCard
from mordcry_app.ui.widgets import EmptyState, HeaderBar, Scroller, titled


class HouseRulesPage(QWidget):
    """Shows every house rule of the campaign's ruleset."""

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = "House rules"
        self._session = session
        self.cards: dict[str, RuleCard] = {}
        self._header = HeaderBar("House rules", parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        self._scroller = Scroller(self._make_body(), self)
        column.addWidget(self._scroller, 1)
        self.refresh(None)

    def refresh(self, touched: Touched | None) -> None:
        """Show the rules as they are set."""
        if touched is not None and not touched.everything and "campaign" not in touched.tables:
            return
        rules = house_rules_view(self._session.file)
        changed = sum(rule.value != rule.default for rule in rules)
        told = {0: "all at our defaults", 1: "1 changed"}.get(changed, f"{changed} changed")
        self._header.set_subtitle(told if rules else "")
        for rule in rules:
            self.cards[rule.id].show_rule(rule)

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the first rule."""
        first = next(iter(self.cards.values()), None)
        if first is not None:
            first.focus_first(*reason)

    def _make_body(self) -> QWidget:
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(20, 14, 20, 20)
        outer.setSpacing(10)
        rules = house_rules_view(self._session.file)
        if not rules:
            outer.addWidget(EmptyState("These rules leave nothing open.", icon_name="house-rules"))
            return body
        locked = self._session.file.read_only_reason
        by_topic = sorted(rules, key=lambda rule: _topics(rules).index(rule.topic))
        for topic, group in groupby(by_topic, key=lambda rule: rule.topic):
            outer.addWidget(titled(topic, TextSize.CAMPAIGN))
            columns = CardColumns()
            outer.addWidget(columns)
            for rule in group:
                card = RuleCard(rule, locked=locked)
                card.switched.connect(self._switch)
                self.cards[rule.id] = card
                columns.add(card)
            outer.addSpacing(8)
        outer.addStretch(1)
        return body

    def _switch(self, rule_id: str, value: object) -> None:
        if isinstance(value, (str, int)):
            done = self._session.run(lambda: set_house_rule(self._session.file, rule_id, value))
            if done is None:
                self.refresh(None)


def _topics(rules: tuple[HouseRuleView, ...]) -> list[str]:
    """Return the topics in the order in which they first come up."""
    return list(dict.fromkeys(rule.topic for rule in rules))
