"""Everything about one fighter, with the explanation of the value at hand on top."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mordcry_app.services import reading
from mordcry_app.services.history import member_operations
from mordcry_app.services.views import MemberView, PendingView, RosterView, TraitView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.forms import clear
from mordcry_app.ui.qt_models.campaign_lists import fate
from mordcry_app.ui.qt_models.roster_model import badges
from mordcry_app.ui.theme import TextSize, title_font
from mordcry_app.ui.times import day
from mordcry_app.ui.views.warbands.edits import RosterEdits
from mordcry_app.ui.views.warbands.member_menus import (
    fill_item_menu,
    fill_member_menu,
    fill_portrait_menu,
    fill_trait_menu,
)
from mordcry_app.ui.views.warbands.panel_sections import (
    AttacksSection,
    ChipEntry,
    ChipsSection,
    Explanation,
    HistorySection,
    NotesSection,
    Section,
)
from mordcry_app.ui.views.warbands.portrait import Portrait
from mordcry_app.ui.views.warbands.value_tiles import ValueTiles
from mordcry_app.ui.widgets import (
    Card,
    Chip,
    ChipKind,
    FlowLayout,
    IconButton,
    Scroller,
    WrapLabel,
    escaped,
)

_LONGEST_NAME = 70  # letters shown above the values; the whole name is in the tooltip
_HISTORY_DELAY = 120  # milliseconds: walking through a roster does not read every story


class FighterPanel(Card):
    """Shows one fighter. Whatever can be changed has a button or a menu of its own here.

    `stat_chosen(stat)` tells that another value was put at hand; `rename_asked` that the name is
    to be edited; `left` that Esc, or the way back where the panel stands alone, was taken.
    """

    stat_chosen = Signal(str)
    rename_asked = Signal()
    left = Signal()

    def __init__(
        self, session: CampaignSession, edits: RosterEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(flush=True, parent=parent)
        self._session = session
        self._edits = edits
        self._member: MemberView | None = None
        self._roster: RosterView | None = None
        self._history_timer = QTimer(self)
        self._history_timer.setSingleShot(True)
        self._history_timer.setInterval(_HISTORY_DELAY)
        self._history_timer.timeout.connect(self._show_history)
        inner = QWidget()
        self._scroller = Scroller(inner, self)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(16, 14, 16, 16)
        self._column.setSpacing(14)
        self.add(self._scroller, 1)
        self._make_head()
        self._make_values()
        self._make_lists()
        self._column.addStretch(1)
        self.setAccessibleName("Fighter")

    def member(self) -> MemberView | None:
        """Return the fighter that is shown."""
        return self._member

    def help_anchor(self) -> str:
        """Return the place in the rules of the kind of fighter that is shown."""
        return f"archetype:{self._member.archetype}" if self._member is not None else ""

    def show_member(self, roster: RosterView, member: MemberView) -> None:
        """Show a fighter; a panel that shows somebody else starts at its top."""
        is_other = self._member is None or self._member.id != member.id
        self.notes.show_notes(member, locked=self._locked)
        self._member, self._roster = member, roster
        if is_other:
            self._scroller.verticalScrollBar().setValue(0)
        self._show_head(member)
        self.tiles.show_values(member)
        self._explain()
        self._attacks.show_lines(member.attacks)
        self._show_lists(roster, member)
        self._history_timer.start()

    def choose_stat(self, stat: str) -> None:
        """Explain a characteristic."""
        self.tiles.choose(stat)
        self._explain()

    def set_alone(self, alone: bool) -> None:
        """Offer the way back to the roster, where the panel takes the whole page."""
        self._back.setVisible(alone)

    def focus_first(self) -> None:
        """Give the keyboard to the values."""
        self.tiles.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_notes(self) -> None:
        """Keep what is being typed."""
        self.notes.keep()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._history_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # ------------------------------------------------------------------ making

    def _make_head(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(12)
        self._back = IconButton("back", "Back to the roster")
        self._back.clicked.connect(self.left)
        self._back.hide()
        self.portrait = Portrait()
        self.portrait.clicked.connect(self._open_portrait_menu)
        words = QVBoxLayout()
        words.setSpacing(2)
        self._name = WrapLabel()
        self._name.setFont(title_font(TextSize.HEADING + 1))
        self._about = WrapLabel(tone="muted")
        words.addStretch(1)
        words.addWidget(self._name)
        words.addWidget(self._about)
        words.addStretch(1)
        self.more = IconButton("more", "All that can be done")
        self.more.clicked.connect(self._open_menu)
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(self._back, 0, top)
        line.addWidget(self.portrait, 0, top)
        line.addLayout(words, 1)
        line.addWidget(self.more, 0, top)
        self._column.addLayout(line)
        self._chip_holder = QWidget()
        self._chips = FlowLayout(self._chip_holder, gap=6)
        self._column.addWidget(self._chip_holder)
        self._shown_chips: object = None

    def _make_values(self) -> None:
        self.tiles = ValueTiles()
        self.tiles.chosen.connect(self._take_stat)
        self.tiles.edit_asked.connect(self._correct)
        self.explanation = Explanation()
        self.explanation.correct_asked.connect(self._correct)
        self.explanation.remove_asked.connect(self._remove_modifier)
        self._column.addWidget(self.tiles)
        self._column.addWidget(self.explanation)

    def _make_lists(self) -> None:
        self._attacks = AttacksSection()
        self.gear = ChipsSection("Gear", "Carries nothing.")
        self.skills = ChipsSection("Skills", "None yet.")
        self.injuries = ChipsSection("Lasting", "Nothing lasting.")
        self._pending = Section("In the next battle")
        self._other = ChipsSection("Besides", "")
        self.notes = NotesSection()
        self.notes.left.connect(self._edits.set_notes)
        self._history = HistorySection()
        self._adders = [
            self.gear.add_button("add", "Add an item", self._give_item),
            self.skills.add_button("add", "Add a skill", lambda: self._add_trait("skill")),
            self.injuries.add_button("add", "Add an injury", lambda: self._add_trait("injury")),
        ]
        for section in (
            self._attacks,
            self.gear,
            self.skills,
            self.injuries,
            self._pending,
            self._other,
            self.notes,
            self._history,
        ):
            self._column.addWidget(section)

    # ------------------------------------------------------------------ showing

    @property
    def _locked(self) -> bool:
        return self._session.file.read_only

    def _show_head(self, member: MemberView) -> None:
        is_active = member.state == "active"
        picture = "Change the picture" if member.portrait else "Add a picture"
        self.portrait.show_picture(member.portrait, member.shown_name, picture)
        self.portrait.setEnabled(not self._locked)
        name = member.shown_name
        is_long = len(name) > _LONGEST_NAME
        self._name.set_plain(f"{name[:_LONGEST_NAME].rstrip()}…" if is_long else name)
        self._name.setToolTip(escaped(name) if is_long else "")
        words = [f"{member.archetype_name}, leads" if member.leads else member.archetype_name]
        xp = member.amount("xp")
        next_one = f", next advance at {member.next_advance_at}" if is_active else ""
        words.append(f"{xp} XP{next_one}")
        if not is_active:
            words.append(fate(member))
        self._about.set_plain(" · ".join(words))
        self.more.setVisible(not self._locked)
        for button in self._adders:
            button.setVisible(is_active and not self._locked)
        chips = (badges(member), member.tags)
        if chips != self._shown_chips:
            self._shown_chips = chips
            self._chips.clear()
            for text, kind in badges(member):
                self._chips.addWidget(Chip(text, _chip_kind(kind)))
            for tag in member.tags:
                self._chips.addWidget(Chip(tag.replace("_", " ")))
            self._chip_holder.setVisible(self._chips.count() > 0)

    def _show_lists(self, roster: RosterView, member: MemberView) -> None:
        others = tuple((m.id, m.shown_name) for m in roster.members)
        editable = member.state == "active" and not self._locked
        self.gear.show_entries(
            (member.id, member.items, others, editable), lambda: self._gear_entries(editable)
        )
        for section, traits in (
            (self.skills, member.skills),
            (self.injuries, member.injuries),
            (self._other, member.other_traits),
        ):
            section.show_entries(
                (member.id, traits, editable),
                lambda traits=traits: [self._trait_entry(t, editable) for t in traits],
            )
        self._other.setVisible(bool(member.other_traits))
        clear(self._pending.body)
        waiting = [_pending_text(pending) for pending in member.pending]
        for text in waiting:
            self._pending.body.addWidget(WrapLabel(text, tone="gold"))
        self._pending.setVisible(bool(waiting))

    def _gear_entries(self, editable: bool) -> list[ChipEntry]:
        roster, member = self._both()
        return [
            ChipEntry(
                item.label,
                item.text,
                fill_menu=(
                    (lambda menu, it=item: fill_item_menu(menu, self._edits, roster, it, member))
                    if editable
                    else None
                ),
                anchor=f"item:{item.ref}",
            )
            for item in member.items
        ]

    def _trait_entry(self, trait: TraitView, editable: bool) -> ChipEntry:
        _, member = self._both()
        cost = f"{trait.cost} · " if trait.cost else ""
        effect = f" {trait.effect}" if trait.effect else ""
        source = f"From: {trait.source}" if trait.source else ""
        hint = "\n".join(text for text in (trait.text, source) if text)
        return ChipEntry(
            f"{cost}{trait.name}{effect}",
            hint,
            "bad" if trait.kind == "injury" else "plain",
            (lambda menu: fill_trait_menu(menu, self._edits, member, trait)) if editable else None,
            f"trait:{trait.kind}/{trait.ref}",
        )

    def _explain(self) -> None:
        is_active = self._member is not None and self._member.state == "active"
        self.explanation.show_value(self.tiles.current(), locked=self._locked or not is_active)

    def _show_history(self) -> None:
        if self._member is None or not self.isVisible():
            return
        file, member_id = self._session.file, self._member.id
        entries = [
            (f"Battle {line.battle_number}" if line.battle_number else day(line.at), line.text)
            for line in reading.member_story(file, member_id)
        ]
        told = [
            (day(operation.at), operation.label)
            for operation in member_operations(file, member_id)
            if operation.kind == "edit"
        ]
        self._history.show_entries(entries + told)

    # ------------------------------------------------------------------ acting

    def _both(self) -> tuple[RosterView, MemberView]:
        assert self._roster is not None
        assert self._member is not None
        return self._roster, self._member

    def _take_stat(self, stat: str) -> None:
        self._explain()
        self.stat_chosen.emit(stat)

    def _correct(self, stat: str) -> None:
        member = self._member
        if member is not None and member.state == "active" and not self._locked:
            self._edits.correct_value(member, stat)

    def _remove_modifier(self, stat: str, source: str) -> None:
        if self._member is not None:
            self._edits.remove_modifier(self._member, stat, source)

    def _give_item(self) -> None:
        self._edits.give_item(*self._both())

    def _add_trait(self, kind: str) -> None:
        self._edits.add_trait(self._both()[1], kind)

    def _open_menu(self) -> None:
        roster, member = self._both()
        menu = QMenu(self)
        if member.state == "active":
            fill_member_menu(menu, self._edits, roster, member, self.rename_asked.emit)
        else:
            menu.addAction("Restore…").triggered.connect(lambda: self._edits.restore(member))
        popup_below(menu, self.more)

    def _open_portrait_menu(self) -> None:
        menu = QMenu(self)
        fill_portrait_menu(menu, self._edits, self._both()[1])
        popup_below(menu, self.portrait)


def popup_below(menu: QMenu, anchor: QWidget) -> None:
    """Show a menu below a widget, and forget it once it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height() + 2)))


def _pending_text(pending: PendingView) -> str:
    return f"{pending.words} ({pending.source})" if pending.source else pending.words


def _chip_kind(kind: str) -> ChipKind:
    return "gold" if kind == "gold" else "bad"
