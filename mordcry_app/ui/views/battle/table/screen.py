"""The table screen: a battle that is under way, by whatever rules it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.procedure import Answer
from mordcry_app.services import battle_play
from mordcry_app.services.battle_ending import finish_battle
from mordcry_app.services.battle_table import BattleTableView, battle_table
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.shortcuts import bind
from mordcry_app.ui.views.battle.table.arrangement import CENTRE, Arrangement
from mordcry_app.ui.views.battle.table.attacks import AttackDesk
from mordcry_app.ui.views.battle.table.by_hand import ByHand
from mordcry_app.ui.views.battle.table.centre import Centre
from mordcry_app.ui.views.battle.table.log_bar import LogBar
from mordcry_app.ui.views.battle.table.log_drawer import LogDrawer
from mordcry_app.ui.views.battle.table.side_card import SideCard
from mordcry_app.ui.views.battle.table.table_header import TableHeader
from mordcry_app.ui.views.battle.table.table_keyboard import TableKeyboard
from mordcry_app.ui.views.battle.table.table_menus import TableMenus
from mordcry_app.ui.views.battle.table.which_offers import (
    about,
    active_fighter,
    attack_of_anybody,
    fighters_of,
    in_the_centre,
    side_on_turn,
    what_a_click_does,
)

_LOW = 470
"""Height in logical pixels below which the log is only in the menu."""


class TableScreen(QWidget):
    """Shows the battle under way and plays it.

    - `left()` the list of battles is wanted
    - `finished()` the battle was recorded; its aftermath is open
    """

    left = Signal()
    finished = Signal()

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.view: BattleTableView | None = None
        self._looked_at: int | None = None
        self._active: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("The table")
        self.header = TableHeader(self)
        self.centre = Centre()
        self.arrangement = Arrangement(self.centre, self)
        self.log_bar = LogBar(self)
        self.cards: list[SideCard] = []
        self.attacks = AttackDesk(session, self.centre.attack_panel, self)
        self.by_hand = ByHand(session, self)
        self.menus = TableMenus(self)
        self.keyboard = TableKeyboard(self)
        self.log = LogDrawer(self)
        self._connect()
        self._bind_keys()

    def load(self) -> bool:
        """Read the battle anew and show it; say whether there is one."""
        had_keyboard, before = self.keyboard.is_here(), self._state()
        view = battle_table(self._session.file)
        self.view = view
        if view is None:
            return False
        self._show(view)
        if had_keyboard and self.isVisible() and before != self._state():
            self.take_keyboard()
        return True

    def take_keyboard(self) -> None:
        """Give the keyboard to what is next: a question, an attack, the offers, or a side."""
        if self.view is not None:
            self.keyboard.go_to_next(self.view, is_looking=self._looked_at is not None)

    def card(self, side_id: int) -> SideCard:
        """Return the card of a side."""
        return next(card for card in self.cards if card.side_id == side_id)

    def choose_fighter(self, fighter_id: int) -> None:
        """Do what a click on a fighter means: aim at it, activate it, or look at what it can do."""
        view = self.view
        if view is None or view.open_event is not None:
            return
        if self.attacks.aim_at(fighter_id):
            return
        self.attacks.close()
        own = about(view, fighter_id)
        offer = what_a_click_does(own)
        if offer is not None and not self.is_read_only():
            self.choose(offer)
        elif not own and attack_of_anybody(view) is not None:
            self.attacks.begin_with(fighter_id)
        else:
            self._looked_at = fighter_id
            self._show(view)
            self.take_keyboard()

    def choose(self, offer: Offer) -> None:
        """Do what is offered, or put the attack together first."""
        if offer.opens_form:
            self.attacks.begin(offer.command)
        else:
            self.do(offer.command)

    def force(self, offer: Offer) -> None:
        """Do what is refused, marked as by hand."""
        command = offer.command.model_copy(update={"forced": True})
        if offer.opens_form:
            self.attacks.begin(command)
        else:
            self.do(command)

    def do(self, command: Command, *, rolls: bool = False) -> bool:
        """Do a command; say whether it was done."""
        file = self._session.file
        self._looked_at = None
        return self._run(lambda: battle_play.do_command(file, command, rolls=rolls))

    def show_matrix(self) -> None:
        """Show who should hit whom, of the side whose turn it is."""
        if self.view is not None and self.view.open_event is None:
            self.attacks.show_matrix(self.view, side_on_turn(self.view) or self.view.sides[0].id)

    def minimumSizeHint(self) -> QSize:
        middle = self.arrangement.minimumSizeHint()
        return QSize(middle.width(), middle.height() + self.header.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_low = self.height() < _LOW
        above = self.header.minimumSizeHint().height()
        below = 0 if is_low else self.log_bar.sizeHint().height()
        self.header.setGeometry(0, 0, self.width(), above)
        self.arrangement.setGeometry(0, above, self.width(), self.height() - above - below)
        self.log_bar.setGeometry(0, self.height() - below, self.width(), below)
        self.log_bar.setVisible(not is_low)
        self._share_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._looked_at is not None:
            self._look_away()
        else:
            super().keyPressEvent(event)

    # ------------------------------------------------------------------------ making

    def _connect(self) -> None:
        header, centre = self.header, self.centre
        header.chosen.connect(self.choose)
        header.more_asked.connect(self.menus.show_more)
        header.finish_asked.connect(self.finish)
        centre.offers_panel.chosen.connect(self.choose)
        centre.offers_panel.forced.connect(self.force)
        panel = centre.event_panel
        panel.answered.connect(self._answer)
        panel.faces_typed.connect(self._type)
        panel.roll_asked.connect(self._roll)
        panel.back_asked.connect(self._session.undo)
        panel.called_off.connect(lambda: self._run_on_file(battle_play.call_off_event))
        self.attacks.opened.connect(self._show_attack)
        self.attacks.put_off.connect(self._end_attack)
        self.attacks.attack_asked.connect(self._attack)
        self.attacks.matrix_asked.connect(self.show_matrix)
        self.log_bar.log_asked.connect(self.log.toggle)
        self.log_bar.back_asked.connect(self.take_event_back)

    def _bind_keys(self) -> None:
        bind(self, "matrix", self.show_matrix, _INSIDE)
        bind(self, "next_part", lambda: self.keyboard.go_on(1), _INSIDE)
        bind(self, "part_before", lambda: self.keyboard.go_on(-1), _INSIDE)
        self.addAction(self.log_bar.log_button.action)
        self.addAction(self.log_bar.back_button.action)

    def _new_card(self) -> SideCard:
        card = SideCard()
        card.fighters.chosen.connect(self.choose_fighter)
        card.fighters.menu_asked.connect(self.menus.show_fighter)
        card.fighters.crossed.connect(self.keyboard.go_on)
        return card

    # ----------------------------------------------------------------------- showing

    def _state(self) -> object:
        """What decides where the keyboard belongs."""
        view = self.view
        if view is None:
            return None
        active = active_fighter(view)
        asked = self.centre.event_panel.asked()
        return (
            self.centre.shown,
            active.id if active else None,
            side_on_turn(view),
            asked.key if asked else "",
            len(view.events),
        )

    def _show(self, view: BattleTableView) -> None:
        is_read_only = self.is_read_only()
        self.header.set_table(view, is_read_only=is_read_only)
        self._show_sides(view)
        self.log_bar.set_events(view.events)
        self.log.set_events(view.events)
        can_go_back = bool(view.events or view.open_event) and not is_read_only
        self.log_bar.back_button.set_available(can_go_back, "Nothing has happened yet.")
        self._show_centre(view, is_read_only=is_read_only)
        self._share_room()

    def _show_sides(self, view: BattleTableView) -> None:
        if len(self.cards) != len(view.sides):
            while len(self.cards) < len(view.sides):
                self.cards.append(self._new_card())
            for card in self.cards[len(view.sides) :]:
                card.deleteLater()
            del self.cards[len(view.sides) :]
            self.arrangement.set_cards(self.cards)
        for card, side in zip(self.cards, view.sides, strict=True):
            card.set_side(side)
        names = {str(place): side.name for place, side in enumerate(view.sides)}
        self.arrangement.name_parts({"0": names.pop("0", ""), CENTRE: "What now", **names})
        active = active_fighter(view)
        active_id = active.id if active is not None else None
        if active_id is not None and active_id != self._active:
            for card in self.cards:
                card.fighters.go_to(active_id)
        self._active = active_id

    def _show_centre(self, view: BattleTableView, *, is_read_only: bool) -> None:
        centre, event = self.centre, view.open_event
        if event is not None:
            self.attacks.close()
            self._looked_at = None
            note = "by hand" if event.by_hand else ""
            centre.show_panel("event", event.label, note)
            centre.event_panel.set_event(event, is_read_only=is_read_only)
        elif not self.attacks.reload(is_read_only=is_read_only):
            self._show_offers(view, is_read_only=is_read_only)
        self._show_aim()
        centre.set_news(view)
        is_idle = active_fighter(view) is None and self._looked_at is None
        centre.explain(view.status.marks if is_idle else ())

    def _show_offers(self, view: BattleTableView, *, is_read_only: bool) -> None:
        fighters = fighters_of(view)
        if self._looked_at not in fighters:
            self._looked_at = None
        offers = in_the_centre(view, self._looked_at)
        shown = fighters.get(self._looked_at or 0) or active_fighter(view)
        title = shown.name if shown is not None else ""
        note = "" if offers else "There is nothing to do with this fighter now."
        self.centre.show_panel("offers", title, note if self._looked_at is not None else "")
        self.centre.offers_panel.set_offers(offers, is_read_only=is_read_only)

    def _show_attack(self) -> None:
        """The attack that is put together has changed."""
        self.centre.show_panel("attack", self.attacks.title())
        self._show_aim()
        if self.view is not None:
            self.centre.set_news(self.view)
        self.centre.explain(())
        self.arrangement.show_part(CENTRE)

    def _show_aim(self) -> None:
        targets, aimable = self.attacks.aim()
        for card in self.cards:
            card.fighters.set_aim(targets, aimable)

    def _share_room(self) -> None:
        is_one = self.arrangement.mode == "one"
        self.header.set_compact(self.width() < 700)
        self.centre.set_compact(is_one)
        for card in self.cards:
            card.set_compact(is_one)
        self.centre.attack_panel.matrix_button.setVisible(not is_one)

    # ------------------------------------------------------------------------ acting

    def _run(self, operation: Callable[[], Touched]) -> bool:
        return self._session.run(operation) is not None

    def _run_on_file(self, operation: Callable[..., Touched]) -> bool:
        file = self._session.file
        return self._run(lambda: operation(file))

    def _answer(self, key: str, answer: object) -> None:
        file, given = self._session.file, cast("Answer", answer)
        self._run(lambda: battle_play.answer_event(file, key, given))

    def _type(self, key: str, faces: tuple[int, ...]) -> None:
        file = self._session.file
        self._run(lambda: battle_play.type_event_faces(file, key, faces))

    def _roll(self, through: bool) -> None:
        file = self._session.file
        self._run(lambda: battle_play.roll_event(file, through=through))

    def _attack(self, command: Command, rolls: bool) -> None:
        if self.do(command, rolls=rolls):
            self.attacks.close()
            if self.view is not None:
                self._show(self.view)
                self.take_keyboard()

    def _end_attack(self) -> None:
        if self.view is not None:
            self._show(self.view)
            self.take_keyboard()

    def _look_away(self) -> None:
        self._looked_at = None
        if self.view is not None:
            self._show(self.view)
            self.take_keyboard()

    def take_event_back(self) -> None:
        """Take the last event back as a whole, with all its dice."""
        self._run_on_file(battle_play.take_back_event)

    def finish(self) -> None:
        """Record the battle as it stands and open its aftermath."""
        file = self._session.file
        if self._run(lambda: finish_battle(file)):
            self.finished.emit()

    def is_read_only(self) -> bool:
        """Whether nothing can be changed."""
        return bool(self._session.file.read_only_reason)


_INSIDE = Qt.ShortcutContext.WidgetWithChildrenShortcut
