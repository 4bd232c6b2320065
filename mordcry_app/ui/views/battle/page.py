"""The page of battles: what was fought, and the entry of the next one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.battles import battle_entry, battles_view, record_battle, revise_battle
from mordcry_app.services.views import BattleView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.views.battle import unfinished
from mordcry_app.ui.views.battle.entry_form import EntryForm
from mordcry_app.ui.views.battle.entry_state import EntryState
from mordcry_app.ui.views.battle.past_battles import BattlesTable
from mordcry_app.ui.widgets import ActionButton, Card, EmptyState, HeaderBar

_LIST, _FORM = 0, 1


class BattlePage(QWidget):
    """Lists battles and records them. `navigate(page id)` asks for another page.

    What has been entered of a battle stays while other pages are looked at, and is kept beside the
    campaign while the program is closed.
    """

    navigate = Signal(str)

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._battles: tuple[BattleView, ...] = ()
        self._cleared: EntryState | None = None
        self._recorded: tuple[int, EntryState] | None = None
        self._is_stale = True
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Battles")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._make_list())
        self.form = EntryForm()
        self.form.record_asked.connect(self._record)
        self.form.back_asked.connect(self.show_battles)
        self.form.clear_asked.connect(self._clear)
        self.form.settled.connect(self._keep)
        self.form.banner.acted.connect(self._bring_back)
        self._stack.addWidget(self.form)
        self._entry = self._kept_entry()

    @property
    def entry(self) -> EntryState | None:
        """What has been entered of a battle that is not recorded yet."""
        return self._entry

    def refresh(self, touched: Touched | None) -> None:
        """Show the campaign as it stands after an operation; without one, read it anew."""
        del touched
        if self.isVisible():
            self._load()
        else:
            self._is_stale = True

    def show_battles(self) -> None:
        """Show the battles that were fought; what was entered stays."""
        self._keep()
        self._stack.setCurrentIndex(_LIST)
        self._load()
        self._take_keyboard()

    def enter_battle(self) -> None:
        """Open the form for the next battle, as it was left."""
        draft = next(iter(self._session.campaign.drafts), None)
        if draft is not None:
            self.navigate.emit("aftermath")
            return
        if self._entry is None or self._entry.battle_id is not None:
            self._entry = EntryState.fresh(self._session.campaign)
        self._open_form(self._entry)

    def revise(self, battle_id: int) -> None:
        """Open the form with a battle whose aftermath is still open."""
        battle = next((b for b in self._battles if b.id == battle_id), None)
        if battle is None or battle.state == "closed":
            return
        if self._entry is None or self._entry.battle_id != battle_id:
            try:
                recorded = battle_entry(self._session.file, battle_id)
            except Refusal as refusal:
                self._session.refused.emit(refusal.sentence)
                return
            campaign = self._session.campaign
            self._entry = EntryState.of_battle(campaign, battle_id, battle.number, recorded)
        self._open_form(self._entry)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._keep()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._take_keyboard()

    def _make_list(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._header = HeaderBar("Battles")
        self.revise_button = ActionButton("Correct")
        self.revise_button.clicked.connect(self._revise_open)
        self.aftermath_button = ActionButton("To the aftermath")
        self.aftermath_button.clicked.connect(lambda: self.navigate.emit("aftermath"))
        self.enter_button = ActionButton("Record a battle", keys_of("record"), kind="primary")
        self.enter_button.clicked.connect(self.enter_battle)
        for button in (self.revise_button, self.aftermath_button, self.enter_button):
            self._header.add_action(button)
        self.table = BattlesTable()
        self.table.chosen.connect(self.revise)
        self._card = Card(flush=True)
        self._card.add(self.table, 1)
        self.empty = EmptyState(
            "After your first game, say here who won, who took part and who was put out of "
            "action. The aftermath follows from it.",
            icon_name="battle",
            title="No battle has been fought yet",
            action="Record a battle",
        )
        self.empty.activated.connect(self.enter_battle)
        around = QVBoxLayout()
        around.setContentsMargins(20, 14, 20, 14)
        around.addWidget(self._card, 1)
        around.addWidget(self.empty, 1)
        column.addWidget(self._header)
        column.addLayout(around, 1)
        return page

    def _load(self) -> None:
        self._is_stale = False
        self._battles = battles_view(self._session.file)
        self._show_list()
        self._follow_campaign()

    def _show_list(self) -> None:
        count = len(self._battles)
        fought = "1 battle fought" if count == 1 else f"{count} battles fought"
        self._header.set_subtitle(fought if count else "")
        self.table.set_battles(self._battles)
        self._card.setVisible(bool(count))
        self.empty.setVisible(not count)
        read_only = self._session.file.read_only_reason
        draft = next(iter(self._session.campaign.drafts), None)
        is_begun = self._entry is not None and self._entry.battle_id is None
        self.enter_button.set_text("Go on with the entry" if is_begun else "Record a battle")
        self.enter_button.setVisible(bool(count) and draft is None)
        self.enter_button.set_available(not read_only, read_only)
        if self.empty.button is not None:
            self.empty.button.set_text(self.enter_button.full_text())
            self.empty.button.set_available(not read_only, read_only)
        open_battle = self._open_battle()
        self.revise_button.setVisible(open_battle is not None)
        if open_battle is not None:
            self.revise_button.set_text(f"Correct battle {open_battle.number}")
            self.revise_button.set_available(not read_only, read_only)
        self.aftermath_button.setVisible(draft is not None)
        if draft is not None:
            self.aftermath_button.set_text(
                "To the advances" if draft.kind == "muster" else "To the aftermath"
            )
            self.aftermath_button.set_kind("primary")

    def _follow_campaign(self) -> None:
        """Fit what has been entered to the campaign as it stands: fighters come and go."""
        self._follow_undo()
        if self._entry is None:
            if self._stack.currentIndex() == _FORM:
                self._stack.setCurrentIndex(_LIST)
            return
        fitted = EntryState.from_json(self._session.campaign, self._entry.to_json())
        if fitted.battle_id is None:
            fitted.number = self._session.campaign.battles_fought + 1
        if _shape(fitted) != _shape(self._entry):
            self._entry = fitted
            if self._stack.currentIndex() == _FORM:
                self.form.set_state(fitted)

    def _follow_undo(self) -> None:
        """A battle that was undone is an entry again; one that is closed is no entry any more."""
        states = {battle.id: battle.state for battle in self._battles}
        if self._entry is None and self._recorded is not None and self._recorded[0] not in states:
            self._entry, self._recorded = self._recorded[1], None
        if self._entry is not None and self._entry.battle_id is not None:
            state = states.get(self._entry.battle_id)
            if state is None:
                self._entry.battle_id = None
            elif state == "closed":
                self._entry = None
                unfinished.forget(self._session.file.path)

    def _open_battle(self) -> BattleView | None:
        return next((battle for battle in self._battles if battle.state == "fought"), None)

    def _revise_open(self) -> None:
        battle = self._open_battle()
        if battle is not None:
            self.revise(battle.id)

    def _open_form(self, entry: EntryState) -> None:
        self.form.banner.close_message()
        self.form.set_state(entry)
        self._stack.setCurrentIndex(_FORM)
        self.form.take_keyboard()

    def _record(self) -> None:
        entry = self._entry
        if entry is None or entry.problem():
            return
        file, recorded = self._session.file, entry.to_entry()
        self._entry = None
        if entry.battle_id is None:
            touched = self._session.run(lambda: record_battle(file, recorded))
        else:
            battle_id = entry.battle_id
            touched = self._session.run(lambda: revise_battle(file, battle_id, recorded))
        if touched is None:
            self._entry = entry
            return
        if "battle" in touched.created:
            self._recorded = (touched.created["battle"], entry)
        unfinished.forget(file.path)
        self._stack.setCurrentIndex(_LIST)
        self._is_stale = True
        self.navigate.emit("aftermath")
        if self.isVisible():
            self._load()

    def _clear(self) -> None:
        """Start the entry anew; one click brings the old one back."""
        self._cleared = self._entry
        self._entry = EntryState.fresh(self._session.campaign)
        self.form.set_state(self._entry)
        unfinished.forget(self._session.file.path)
        self.form.banner.say("The entry was emptied.", action="Bring it back")
        self.form.take_keyboard()

    def _bring_back(self) -> None:
        if self._cleared is not None:
            self._entry, self._cleared = self._cleared, None
            self.form.set_state(self._entry)
            self._keep()

    def _keep(self) -> None:
        """Keep what has been entered for the case that the program is closed."""
        path = self._session.file.path
        if self._entry is None or self._session.file.read_only:
            return
        if self._entry.battle_id is None and self._entry.is_untouched():
            self._entry = self._entry if self._stack.currentIndex() == _FORM else None
            unfinished.forget(path)
        else:
            unfinished.keep(path, self._entry.to_json())

    def _kept_entry(self) -> EntryState | None:
        stored = unfinished.kept(self._session.file.path)
        if stored is None:
            return None
        try:
            return EntryState.from_json(self._session.campaign, stored)
        except (KeyError, TypeError, ValueError):
            unfinished.forget(self._session.file.path)
            return None

    def _take_keyboard(self) -> None:
        if self._stack.currentIndex() == _FORM:
            self.form.take_keyboard()
        elif self._battles:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.empty.button is not None:
            self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)


def _shape(entry: EntryState) -> object:
    """What a campaign says of an entry, beside what the player entered."""
    return entry.number, [
        (side.roster_id, side.name, side.player, side.fighters) for side in entry.sides
    ]
