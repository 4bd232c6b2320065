"""The house rules of one topic under their heading."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.views import HouseRuleView
from mordcry_app.ui.card_columns import CardColumns
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.house_rules.rule_card import AT_TABLE, RuleCard
from mordcry_app.ui.widgets import WrapLabel, titled

_ALL_AT_TABLE = (
    "These rules are carried out at the table: the program keeps what your group has agreed and "
    "shows it wherever the rule is read."
)
_SOME_AT_TABLE = (
    f"Where it says “{AT_TABLE}”, the program keeps what your group has agreed and shows it "
    "wherever the rule is read; carrying it out is up to you."
)


class TopicSection(QWidget):
    """A heading, a sentence where the players carry something out, and a card for each rule."""

    def __init__(
        self, topic: str, rules: Collection[HouseRuleView], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(10)
        column.addWidget(titled(topic, TextSize.CAMPAIGN))
        at_table = sum(rule.at_table for rule in rules)
        if at_table:
            note = _ALL_AT_TABLE if at_table == len(rules) else _SOME_AT_TABLE
            column.addWidget(WrapLabel(note, tone="muted"))
        self._columns = CardColumns()
        column.addWidget(self._columns)
        self._cards: list[RuleCard] = []

    def add(self, card: RuleCard) -> None:
        """Add the card of a rule."""
        self._cards.append(card)
        self._columns.add(card)

    def show_only(self, rule_ids: Collection[str]) -> None:
        """Show the cards of these rules; without any, nothing of the section."""
        for card in self._cards:
            card.setVisible(card.rule.id in rule_ids)
        self._columns.arrange()
        self.setVisible(any(card.rule.id in rule_ids for card in self._cards))
