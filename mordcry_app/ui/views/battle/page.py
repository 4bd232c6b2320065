"""The page of battles: what was fought, and the entry of the next one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.amending import start_amending
from mordcry_app.services.amending_board import campaign_then
from mordcry_app.services.amending_checks import can_amend
from mordcry_app.services.amending_views import AmendCheck
from mordcry_app.services.battle_setup import set_up_battle, setup_view
from mordcry_app.services.battles import battle_entry, battles_view, record_battle, revise_battle
from mordcry_app.services.boards import discard_draft
from mordcry_app.services.paper_form import form_view
from mordcry_app.services.paper_form_then import form_then
from mordcry_app.services.views import BattleView, CampaignView, DraftView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.help_anchors import set_help_anchor
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.views.battle import unfinished
from mordcry_app.ui.views.battle.amend_bar import AmendBar
from mordcry_app.ui.views.battle.entry_form import EntryForm
from mordcry_app.ui.views.battle.entry_state import EntryState
from mordcry_app.ui.views.battle.on_form import record_numbers
from mordcry_app.ui.views.battle.past_battles import BattlesTable
from mordcry_app.ui.views.battle.setup_card import SetupCard
from mordcry_app.ui.views.battle.table_door import TableDoor
from mordcry_app.ui.widgets import ActionButton, Card, EmptyState, Hairline, HeaderBar

_LIST, _FORM = 0, 1
_ROOM_FOR_SETUP = 460
"""Height in logical pixels below which the list of battles needs all of it."""
_TO_BOARD = {"muster": "To the advances", "setup": "To the questions"}


class BattlePage(QWidget):
    """Lists battles and records them. `navigate(page id)` asks for another page.

    What has been entered of a battle stays while other pages are looked at, and is kept beside the
    campaign while the program is closed.
    """

    navigate = Signal(str)

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_help_anchor(self, "rule:battle")
        self._session = session
        self._store = store
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
        self.form.form_toggled.connect(lambda is_on: store.change(follows_form=is_on))
        store.changed.connect(self._follow_settings)
        self.form.settled.connect(self._keep)
        self.form.banner.acted.connect(self._bring_back)
        self._stack.addWidget(self.form)
        self.door = TableDoor(session, self._stack, self)
        self.door.left.connect(self.show_battles)
        self.door.finished.connect(lambda: self.navigate.emit("aftermath"))
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
        self.door.stay_away()
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
        """Open the form with a battle whose aftermath is open, for the first time or again."""
        battle = next((b for b in self._battles if b.id == battle_id), None)
        if battle is None or (battle.state == "closed" and not self._is_amended(battle)):
            return
        if self._entry is None or self._entry.battle_id != battle_id:
            try:
                recorded = battle_entry(self._session.file, battle_id)
            except Refusal as refusal:
                self._session.refused.emit(refusal.sentence)
                return
            campaign = self._campaign_of(battle_id)
            self._entry = EntryState.of_battle(campaign, battle_id, battle.number, recorded)
        self._open_form(self._entry)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setup_card.set_compact(self.height() < _ROOM_FOR_SETUP)

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
        self.setup_button = ActionButton("Set up", keys_of("set_up"))
        self.setup_button.clicked.connect(lambda: self._set_up(is_whole=True))
        self.dice_button = ActionButton("Dice and attacks only", kind="quiet")
        self.dice_button.clicked.connect(lambda: self._set_up(is_whole=False))
        self.table_button = ActionButton("Back to the table", keys_of("set_up"), kind="primary")
        self.table_button.clicked.connect(self._to_the_table)
        self.call_off_button = ActionButton("Call it off")
        self.call_off_button.clicked.connect(self._call_off)
        for button in (
            self.revise_button,
            self.call_off_button,
            self.aftermath_button,
            self.dice_button,
            self.setup_button,
            self.table_button,
            self.enter_button,
        ):
            self._header.add_action(button)
            button.hide()  # which of them are wanted is known once the list is read
        self.table = BattlesTable()
        self.table.chosen.connect(self.revise)
        self._card = Card(flush=True)
        self._card.add(self.table, 1)
        self.amend_bar = AmendBar()
        self.amend_bar.amend_asked.connect(self._amend)
        self.table.moved.connect(self._show_amending)
        self._card.add(Hairline())
        self._card.add(self.amend_bar)
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
        around.setSpacing(12)
        self.setup_card = SetupCard()
        around.addWidget(self.setup_card)
        around.addWidget(self._card, 1)
        around.addWidget(self.empty, 1)
        for part in (self.setup_card, self._card, self.empty):
            part.hide()
        column.addWidget(self._header)
        column.addLayout(around, 1)
        return page

    def _load(self) -> None:
        self._is_stale = False
        if self._stack.currentIndex() != _FORM and self.door.follow():
            return
        if self.door.is_open():
            self._stack.setCurrentIndex(_LIST)
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
            self.aftermath_button.set_text(_TO_BOARD.get(draft.kind, "To the aftermath"))
            self.aftermath_button.set_kind("primary")
        self._show_setup(draft)
        self._show_amending()

    def _show_setup(self, draft: DraftView | None) -> None:
        """Show what waits for the next battle, unless an aftermath has to be finished first."""
        view = setup_view(self._session.file)
        is_next = draft is None or draft.kind == "setup"
        knows = any(side.pending or side.missing for side in view.sides)
        knows = knows or view.stage != "coming" or bool(view.asks)
        self.setup_card.setVisible(is_next and knows)
        self.setup_card.set_view(view)
        read_only = self._session.file.read_only_reason
        can_set_up = draft is None and view.stage == "coming"
        is_under_way = self.door.is_under_way()
        self.setup_button.setVisible(can_set_up)
        self.setup_button.set_text(f"Set up battle {view.number}")
        is_first = can_set_up and bool(view.asks or view.has_table)
        self.setup_button.set_kind("primary" if is_first else "default")
        self.enter_button.set_kind("default" if is_first or is_under_way else "primary")
        self.dice_button.setVisible(can_set_up and view.has_table)
        self.dice_button.set_available(not read_only, read_only)
        self.table_button.setVisible(is_under_way)
        self.setup_button.set_available(not read_only, read_only)
        self.call_off_button.setVisible(draft is not None and draft.kind == "setup")
        self.call_off_button.set_available(not read_only, read_only)

    def _show_amending(self) -> None:
        """Say whether the aftermath of the current battle can be opened again."""
        battle = self.table.battle()
        check = AmendCheck(False)
        if battle is not None and battle.state == "closed":
            check = can_amend(self._session.file, battle.id)
        self.amend_bar.show_battle(battle, check)

    def _amend(self, battle_id: int) -> None:
        file = self._session.file
        if self._session.run(lambda: start_amending(file, battle_id)) is not None:
            self.navigate.emit("aftermath")

    def _to_the_table(self) -> None:
        if self.door.go_back():
            self.door.take_keyboard()

    def _set_up(self, *, is_whole: bool) -> None:
        file = self._session.file
        touched = self._session.run(lambda: set_up_battle(file, is_whole=is_whole))
        if touched is not None and "draft" in touched.created:
            self.navigate.emit("aftermath")

    def _call_off(self) -> None:
        file = self._session.file
        draft = next((d for d in self._session.campaign.drafts if d.kind == "setup"), None)
        if draft is not None:
            draft_id = draft.id
            self._session.run(lambda: discard_draft(file, draft_id))

    def _follow_campaign(self) -> None:
        """Fit what has been entered to the campaign as it stands: fighters come and go."""
        self._follow_undo()
        if self._entry is None:
            if self._stack.currentIndex() == _FORM:
                self._stack.setCurrentIndex(_LIST)
            return
        campaign = self._campaign_of(self._entry.battle_id)
        fitted = EntryState.from_json(campaign, self._entry.to_json())
        if fitted.battle_id is None:
            fitted.number = self._session.campaign.battles_fought + 1
        if _shape(fitted) != _shape(self._entry):
            self._entry = fitted
            if self._stack.currentIndex() == _FORM:
                self.form.set_state(fitted)
                self._follow_form()

    def _follow_undo(self) -> None:
        """A battle that was undone is an entry again; one that is closed is no entry any more."""
        states = {
            battle.id: "amended" if self._is_amended(battle) else battle.state
            for battle in self._battles
        }
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
        return next((b for b in self._battles if b.state == "fought" or self._is_amended(b)), None)

    def _is_amended(self, battle: BattleView) -> bool:
        """Whether the committed aftermath of a battle is open again."""
        drafts = self._session.campaign.drafts
        return any(d.kind == "amend" and d.battle_number == battle.number for d in drafts)

    def _campaign_of(self, battle_id: int | None) -> CampaignView:
        """The campaign for the entry of a battle: of one that is amended, as it was then."""
        file, campaign = self._session.file, self._session.campaign
        battles = battles_view(file) if battle_id is not None else ()
        battle = next((b for b in battles if b.id == battle_id), None)
        if battle is None or not self._is_amended(battle):
            return campaign
        return campaign_then(file, battle.id, campaign)

    def _revise_open(self) -> None:
        battle = self._open_battle()
        if battle is not None:
            self.revise(battle.id)

    def _open_form(self, entry: EntryState) -> None:
        self.form.banner.close_message()
        self.form.set_state(entry)
        self._follow_form()
        self._stack.setCurrentIndex(_FORM)
        self.form.take_keyboard()

    def _follow_settings(self, changed: frozenset[str]) -> None:
        if "follows_form" in changed and self._stack.currentIndex() == _FORM:
            self._follow_form()
            if self.form.form_button.hasFocus():
                self.form.take_keyboard()

    def _follow_form(self) -> None:
        """Go by the numbers and the order of the printed form, if the player wants to."""
        entry = self._entry
        has_form = bool(self._session.campaign.paper.blocks_of("form"))
        self.form.form_button.setVisible(has_form)
        if entry is None or not has_form or not self._store.values.follows_form:
            self.form.follow_form(None)
            return
        file = self._session.file
        battle = next((b for b in self._battles if b.id == entry.battle_id), None)
        is_amended = battle is not None and self._is_amended(battle)
        form = form_then(file, entry.number) if is_amended else form_view(file, ())
        self.form.follow_form(record_numbers(form))

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
            return EntryState.from_json(self._campaign_of(stored["battle_id"]), stored)
        except (KeyError, TypeError, ValueError):
            unfinished.forget(self._session.file.path)
            return None

    def _take_keyboard(self) -> None:
        if self._stack.currentIndex() == _FORM:
            self.form.take_keyboard()
        elif self.door.is_open():
            self.door.take_keyboard()
        elif self._battles:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.empty.button is not None:
            self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)


def _shape(entry: EntryState) -> object:
    """What a campaign says of an entry, beside what the player entered."""
    return entry.number, [
        (side.roster_id, side.name, side.player, side.fighters) for side in entry.sides
    ]
