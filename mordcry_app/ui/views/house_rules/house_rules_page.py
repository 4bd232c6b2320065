"""House rules by topic: what the rules say, our default and why, and what a switch changes.

Nothing is rolled anew when a rule is switched; values and what comes next are worked out afresh.
Before it is switched, a rule says whom that touches.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mordcry_app.services.house_rule_views import house_rule_preview, reset_preview
from mordcry_app.services.house_rules import reset_house_rules, set_house_rule
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.services.views import HouseRuleView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.views.house_rules.rule_card import RuleCard
from mordcry_app.ui.views.house_rules.switch_panel import SwitchPanel
from mordcry_app.ui.views.house_rules.topic_picker import ALL, TopicPicker
from mordcry_app.ui.views.house_rules.topic_section import TopicSection
from mordcry_app.ui.widgets import (
    ActionButton,
    ChipButton,
    EmptyState,
    HeaderBar,
    Scroller,
    key_text,
)

_ROOM_FOR_LIST = 760  # logical pixels from which the topics stand beside the rules


class HouseRulesPage(QWidget):
    """Shows every house rule of the campaign's ruleset, one topic or all of them."""

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = "House rules"
        self._session = session
        self._rules = {rule.id: rule for rule in house_rules_view(session.file)}
        self._sections: dict[str, TopicSection] = {}
        self.cards: dict[str, RuleCard] = {}
        self.topics = TopicPicker(self)
        self.search = QLineEdit()
        self.only_changed = ChipButton("Only changed", checkable=True)
        self.reset = ActionButton("All to our defaults")
        self.reset_panel = SwitchPanel()
        self.nothing = EmptyState("", icon_name="house-rules")
        self._header = HeaderBar("House rules", parent=self)
        self._header.add_action(self.reset)
        self._lay_out()
        self._connect()
        self.topics.show_topics(self._changed_by_topic())
        self.topics.choose(next(iter(self._topics()), ALL))
        self.refresh(None)

    def refresh(self, touched: Touched | None) -> None:
        """Show the rules as they are set, and what is being considered against how things stand."""
        if touched is None or touched.everything or "campaign" in touched.tables:
            self._rules = {rule.id: rule for rule in house_rules_view(self._session.file)}
            self._show_counts()
            for rule_id, card in self.cards.items():
                card.show_rule(self._rules[rule_id])
            self._show_rules()
        considering = self._considering()
        if considering is not None:
            self._show_preview(considering)

    def show_place(self, rule_id: str) -> None:
        """Go to the rule to which another page leads."""
        self.show_rule(rule_id)

    def show_rule(self, rule_id: str) -> None:
        """Go to one rule; nothing happens for one that the ruleset does not have."""
        rule = self._rules.get(rule_id)
        if rule is None:
            return
        self.search.clear()
        self.only_changed.setChecked(False)
        self.topics.choose(rule.topic)
        self._show_rules()
        self.cards[rule_id].focus_setting(Qt.FocusReason.ShortcutFocusReason)
        QTimer.singleShot(0, self, lambda: self._scroll_to(self.cards[rule_id]))

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the topics."""
        topics = self.topics.list if self._has_room() else self.topics.field
        topics.setFocus(*reason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._keep_all()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_room = self._has_room()
        self.topics.list.setVisible(has_room and bool(self._rules))
        self.topics.field.setVisible(not has_room)

    def _has_room(self) -> bool:
        return self.width() >= _ROOM_FOR_LIST

    # ------------------------------------------------------------------ what is shown

    def _topics(self) -> tuple[str, ...]:
        """Return the topics in the order in which they first come up."""
        return tuple(dict.fromkeys(rule.topic for rule in self._rules.values()))

    def _changed_by_topic(self) -> dict[str, int]:
        changed = dict.fromkeys(self._topics(), 0)
        for rule in self._rules.values():
            changed[rule.topic] += rule.value != rule.default
        return changed

    def _wanted(self) -> list[HouseRuleView]:
        """Return the rules to show: of the topic, among the changed, with the words looked for."""
        topic = self.topics.topic()
        words = self.search.text().casefold().split()
        return [
            rule
            for rule in self._rules.values()
            if topic in (ALL, rule.topic)
            and (rule.value != rule.default or not self.only_changed.isChecked())
            and all(word in _words_of(rule) for word in words)
        ]

    def _show_counts(self) -> None:
        by_topic = self._changed_by_topic()
        changed = sum(by_topic.values())
        told = {0: "all at our defaults", 1: "1 changed"}.get(changed, f"{changed} changed")
        self._header.set_subtitle(told if self._rules else "")
        locked = self._session.file.read_only_reason
        reason = locked or ("" if changed else "Every rule is at its default.")
        self.reset.set_available(not reason, reason)
        self.topics.show_topics(by_topic)

    def _show_rules(self) -> None:
        wanted = self._wanted()
        for topic in dict.fromkeys(rule.topic for rule in wanted):
            self._need_section(topic)
        shown = {rule.id for rule in wanted}
        for card in self.cards.values():
            if card.rule.id not in shown:
                card.keep()
        for section in self._sections.values():
            section.show_only(shown)
        self.nothing.setVisible(not wanted)
        if not wanted:
            self.nothing.sentence.set_plain(self._why_nothing())

    def _why_nothing(self) -> str:
        if not self._rules:
            return "These rules leave nothing open."
        where = "" if self.topics.topic() == ALL else f" under {self.topics.topic()}"
        if self.search.text().strip():
            return f"No house rule{where} has these words."
        return f"No house rule{where} is changed."

    def _need_section(self, topic: str) -> None:
        """Make the cards of a topic when they are first looked at."""
        if topic in self._sections:
            return
        rules = [rule for rule in self._rules.values() if rule.topic == topic]
        section = TopicSection(topic, rules)
        for rule in rules:
            card = RuleCard(rule, locked=self._session.file.read_only_reason)
            card.considered.connect(self._consider)
            card.switched.connect(self._switch)
            self.cards[rule.id] = card
            section.add(card)
        self._sections[topic] = section
        topics = self._topics()
        made = [known for known in topics if known in self._sections]
        self._body.insertWidget(made.index(topic), section)

    # ------------------------------------------------------------------ what is done

    def _considering(self) -> RuleCard | None:
        return next((card for card in self.cards.values() if card.considers() is not None), None)

    def _consider(self, rule_id: str) -> None:
        self.reset_panel.hide()
        for card in self.cards.values():
            if card.rule.id != rule_id:
                card.keep()
        self._show_preview(self.cards[rule_id])

    def _show_preview(self, card: RuleCard) -> None:
        value = card.considers()
        if value is not None:
            card.show_preview(house_rule_preview(self._session.file, card.rule.id, value))
            QTimer.singleShot(
                0, card, lambda: self._scroller.ensureWidgetVisible(card.panel, 0, 12)
            )

    def _switch(self, rule_id: str, value: object) -> None:
        if isinstance(value, (str, int)):
            done = self._session.run(lambda: set_house_rule(self._session.file, rule_id, value))
            if done is None:
                self.refresh(None)

    def _scroll_to(self, card: RuleCard) -> None:
        """Bring a card to the top, once its place is known."""
        top = card.mapTo(self._content, QPoint(0, 0)).y()
        self._scroller.verticalScrollBar().setValue(top - 10)

    def _ask_reset(self) -> None:
        self._keep_all()
        what = "Set every house rule back to our default?"
        self.reset_panel.ask(reset_preview(self._session.file), what)
        self.reset_panel.switch_button.setFocus()

    def _reset(self) -> None:
        self.reset_panel.hide()
        self._session.run(lambda: reset_house_rules(self._session.file))
        self.setFocus()

    def _keep_all(self) -> None:
        self.reset_panel.hide()
        for card in self.cards.values():
            card.keep()

    def _look_everywhere(self) -> None:
        """Search and the changed ones are looked for under every topic."""
        if self.search.text() or self.only_changed.isChecked():
            self.topics.choose(ALL)
        self._look_anew()

    def _look_anew(self) -> None:
        """Show other rules, from the first of them on."""
        self.reset_panel.hide()
        self._show_rules()
        self._scroller.verticalScrollBar().setValue(0)

    # ------------------------------------------------------------------ layout

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(f"Search ({key_text(keys_of('search_rulings'))})")
        self.search.setAccessibleName("Search the house rules")
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(320)
        tools = QHBoxLayout()
        tools.setContentsMargins(20, 10, 20, 0)
        tools.setSpacing(10)
        tools.addWidget(self.topics.field, 3)
        tools.addWidget(self.search, 2)
        tools.addWidget(self.only_changed)
        tools.addStretch()
        self._content = QWidget()
        self._body = QVBoxLayout(self._content)
        self._body.setContentsMargins(20, 10, 20, 20)
        self._body.setSpacing(10)
        self._body.addWidget(self.nothing)
        self._body.addStretch(1)
        self._scroller = Scroller(self._content)
        above = QVBoxLayout()
        above.setContentsMargins(20, 0, 20, 0)
        above.addWidget(self.reset_panel)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addLayout(tools)
        right.addLayout(above)
        right.addWidget(self._scroller, 1)
        both = QHBoxLayout()
        both.setSpacing(0)
        both.addWidget(self.topics.list)
        both.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addLayout(both, 1)

    def _connect(self) -> None:
        self.topics.picked.connect(self._look_anew)
        self.search.textChanged.connect(self._look_everywhere)
        self.only_changed.toggled.connect(self._look_everywhere)
        self.reset.clicked.connect(self._ask_reset)
        self.reset_panel.switch.connect(self._reset)
        self.reset_panel.keep.connect(self.reset_panel.hide)
        bind(self, "search_rulings", self.search.setFocus)


def _words_of(rule: HouseRuleView) -> str:
    options = (text for option in rule.options for text in (option.label, option.changes))
    return " ".join((rule.topic, rule.name, rule.rules_say, rule.why, *options)).casefold()
