"""The table screen: a battle that is under way, by whatever rules it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

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
from mordcry_app.ui.views.battle.table.menus import fighter_menu, more_menu
from mordcry_app.ui.views.battle.table.side_card import SideCard
from mordcry_app.ui.views.battle.table.table_header import TableHeader
from mordcry_app.ui.views.battle.table.which_offers import (
    about,
    active_fighter,
    attack_of_anybody,
    fighters_of,
    in_the_centre,
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
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("The table")
        self.header = TableHeader()
        self.centre = Centre()
        self.arrangement = Arrangement(self.centre)
        self.log_bar = LogBar()
        self.cards: list[SideCard] = []
        self.attacks = AttackDesk(session, self.centre.attack_panel, self)
        self.by_hand = ByHand(session, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.arrangement, 1)
        column.addWidget(self.log_bar)
        self.log = LogDrawer(self)
        self._connect()
        self._bind_keys()

    def load(self) -> bool:
        """Read the battle anew and show it; say whether there is one."""
        view = battle_table(self._session.file)
        self.view = view
        if view is None:
            return False
        focused = QApplication.focusWidget()
        had_keyboard = focused is None or focused is self or self.isAncestorOf(focused)
        before = self._state()
        self._show(view)
        if had_keyboard and self.isVisible() and before != self._state():
            self.take_keyboard()
        return True

    def take_keyboard(self) -> None:
        """Give the keyboard to what is next: a question, an attack, the offers, or a side."""
        view = self.view
        if view is None:
            return
        if self.centre.shown == "event":
            self._show_part(CENTRE)
            self.centre.event_panel.take_keyboard()
        elif self.centre.shown == "attack":
            self._show_part(CENTRE)
            self.centre.attack_panel.take_keyboard()
        elif active_fighter(view) is None and self._looked_at is None and self._side_on_turn():
            self._focus_side(self._side_on_turn())
        else:
            self._show_part(CENTRE)
            self.centre.offers_panel.setFocus(Qt.FocusReason.OtherFocusReason)

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
        if offer is not None and not self._is_read_only():
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
            self.attacks.show_matrix(self.view, self._side_on_turn() or self.view.sides[0].id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
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
        header.more_asked.connect(self._show_more)
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
        self.log_bar.back_asked.connect(self._take_event_back)

    def _bind_keys(self) -> None:
        bind(self, "matrix", self.show_matrix, _INSIDE)
        bind(self, "next_part", lambda: self._go_on(1), _INSIDE)
        bind(self, "part_before", lambda: self._go_on(-1), _INSIDE)
        self.addAction(self.log_bar.log_button.action)
        self.addAction(self.log_bar.back_button.action)

    def _new_card(self) -> SideCard:
        card = SideCard()
        card.fighters.chosen.connect(self.choose_fighter)
        card.fighters.menu_asked.connect(self._show_fighter_menu)
        card.fighters.crossed.connect(self._go_on)
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
            self._side_on_turn(),
            asked.key if asked else "",
            len(view.events),
        )

    def _show(self, view: BattleTableView) -> None:
        is_read_only = self._is_read_only()
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
        if active is not None:
            for card in self.cards:
                card.fighters.go_to(active.id)

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
        self._show_part(CENTRE)

    def _show_aim(self) -> None:
        targets, aimable = self.attacks.aim()
        for card in self.cards:
            card.fighters.set_aim(targets, aimable)

    def _share_room(self) -> None:
        is_one = self.arrangement.mode == "one"
        is_low = self.height() < _LOW
        self.header.set_compact(self.width() < 700)
        self.centre.set_compact(is_one)
        self.centre.attack_panel.matrix_button.setVisible(not is_one)
        self.log_bar.setVisible(not is_low)

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

    def _take_event_back(self) -> None:
        self._run_on_file(battle_play.take_back_event)

    def finish(self) -> None:
        """Record the battle as it stands and open its aftermath."""
        file = self._session.file
        if self._run(lambda: finish_battle(file)):
            self.finished.emit()

    # ------------------------------------------------------------------------- menus

    def _show_fighter_menu(self, fighter_id: int, at: QPoint) -> None:
        view = self.view
        fighter = fighters_of(view).get(fighter_id) if view is not None else None
        if view is None or fighter is None:
            return
        extra: list[tuple[str, Callable[[], object]]] = []
        if not self._is_read_only() and view.open_event is None:
            extra = [
                ("An attack out of turn…", lambda: self.attacks.begin_with(fighter_id)),
                ("By hand…", lambda: self.by_hand.open(fighter.name, fighter=fighter_id)),
            ]
        offers = () if self._is_read_only() else about(view, fighter_id)
        menu = fighter_menu(offers, self.choose, self.force, extra, self)
        if menu.actions():
            menu.popup(at)

    def _show_more(self, at: QPoint) -> None:
        view = self.view
        if view is None:
            return
        can_act = not self._is_read_only() and view.open_event is None
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if view.open_event is None:
            entries.append(("Who should hit whom?", "matrix", self.show_matrix))
        if can_act:
            entries.append(("An attack out of turn…", "", lambda: self.attacks.begin_with(0)))
        entries.append(("Log", "battle_log", self.log.toggle))
        if not self._is_read_only():
            entries.append(("Take back the event", "take_event_back", self._take_event_back))
        entries.append(("Leave the table", "", self.left.emit))
        if can_act:
            entries.append(("End it here, to the aftermath", "", self.finish))
        hands: list[tuple[str, Callable[[], object]]] = []
        if can_act:
            hands = [("The battle…", lambda: self.by_hand.open("the battle"))]
            hands += [
                (f"{side.name}…", lambda side=side: self.by_hand.open(side.name, side=side.id))
                for side in view.sides
            ]
        menu = more_menu(view, self.choose, self.force, entries, hands, self)
        menu.popup(at)

    # ---------------------------------------------------------------------- keyboard

    def _side_on_turn(self) -> int:
        """The side whose turn it is; 0 for none."""
        sides = self.view.sides if self.view is not None else ()
        return next((side.id for side in sides if side.status.is_on_turn), 0)

    def _focus_side(self, side_id: int) -> None:
        self._show_part(str(self.cards.index(self.card(side_id))))
        self.card(side_id).fighters.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_part(self, key: str) -> None:
        self.arrangement.show_part(key)

    def _go_on(self, step: int) -> None:
        """Move the keyboard to the part at the right or left of where it is."""
        parts = self.arrangement.parts()
        at = parts.index(self._part_with_keyboard())
        key = parts[(at + step) % len(parts)]
        self._show_part(key)
        if key == CENTRE:
            self._focus_centre()
        else:
            self.cards[int(key)].fighters.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_centre(self) -> None:
        match self.centre.shown:
            case "event":
                self.centre.event_panel.take_keyboard()
            case "attack":
                self.centre.attack_panel.take_keyboard()
            case _:
                self.centre.offers_panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _part_with_keyboard(self) -> str:
        focused = QApplication.focusWidget()
        for place, card in enumerate(self.cards):
            if focused is not None and card.isAncestorOf(focused):
                return str(place)
        return CENTRE

    def _is_read_only(self) -> bool:
        return bool(self._session.file.read_only_reason)


_INSIDE = Qt.ShortcutContext.WidgetWithChildrenShortcut
